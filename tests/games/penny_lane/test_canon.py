"""The canon as a whole: every rule is proved by some test, and told to the players."""

import re
from collections import Counter
from pathlib import Path

from tabletown.cli.rules_text import find_rule
from tabletown.server.html.rules import rules_page

from ..shared import cited_rules
from .helpers import TITLE

LANE = [f"G{number}" for number in range(1, 10)]
MAIN = [f"PL-{number}" for number in range(1, 63)]
RULES = [*LANE, *MAIN[:39], "PL-39a", *MAIN[39:41], "PL-41a", *MAIN[41:]]
ID = r"(?:PL-\d+a?|G\d)"


def test_every_rule_is_cited_by_a_test() -> None:
    cited = cited_rules(Path(__file__).parent)
    assert [rule for rule in RULES if rule not in cited] == []
    assert sorted(cited - set(RULES)) == []


def test_the_rules_page_has_every_rule_once_in_order() -> None:
    anchors = re.findall(rf"^- \*\*({ID})\*\* ", TITLE.rules_text, re.MULTILINE)
    assert anchors == RULES
    assert Counter(re.findall(rf"\*\*({ID})\*\*", TITLE.rules_text)) == Counter(RULES)


def test_the_rules_page_mentions_no_rule_that_is_not_there() -> None:
    assert set(re.findall(rf"\b{ID}\b", TITLE.rules_text)) <= set(RULES)


def test_the_rules_page_names_the_makers() -> None:
    for maker in TITLE.meta.makers.values():
        assert maker in TITLE.rules_text


def test_the_rules_page_agrees_with_the_cards_of_main_street() -> None:
    """Costs and spaces of the table are those that are played with."""
    for place in TITLE.cards.locations[:6]:
        row = next(line for line in TITLE.rules_text.splitlines() if line.startswith(f"| {place.name} |"))
        cost, few, many = [cell.strip() for cell in row.split("|")[2:5]]
        assert (int(few), int(many)) == place.spaces
        assert cost.startswith(str(place.cost) if place.cost else "the card's cost")


def test_every_rule_can_be_linked_to_and_asked_for() -> None:
    page = rules_page(TITLE.rules_text).html
    for rule in RULES:
        assert f'id="{rule}"' in page
        assert find_rule(TITLE, rule.lower()).startswith(f"**{rule}** ")


def test_every_worked_example_has_a_test() -> None:
    names = " ".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("test_canon_*.py"))
    assert {int(number) for number in re.findall(r"def test_w(\d+)_", names)} == set(range(1, 23))


def test_errors_and_prompts_cite_rules_that_exist() -> None:
    for path in TITLE.folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(rf"\b{ID}\b", text)) <= set(RULES), path.name
