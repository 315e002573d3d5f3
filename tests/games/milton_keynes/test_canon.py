"""The canon as a whole: every rule is proved by some test and told to the players, every worked example has a test."""

import re
from collections import Counter
from pathlib import Path

from tabletown.cli.rules_text import find_rule
from tabletown.server.html.rules import rules_page

from ..shared import cited_rules
from .helpers import TITLE

MAIN = [f"MK-{number}" for number in range(1, 55)]
WALLS = [f"S-{number}" for number in range(1, 7)]
ADVANCED = [f"ADV-{number}" for number in range(1, 7)]
RULES = [*MAIN, *WALLS, *ADVANCED]
ID = r"(?:MK|S|ADV)-\d+"


def test_every_rule_is_cited_by_a_test() -> None:
    cited = cited_rules(Path(__file__).parent)
    assert [rule for rule in RULES if rule not in cited] == []
    assert sorted(cited - set(RULES)) == []


def test_every_worked_example_has_a_test() -> None:
    texts = " ".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("test_canon_*.py"))
    assert {int(number) for number in re.findall(r"def test_ex_(\d+)_", texts)} == set(range(1, 41))


def test_errors_and_prompts_cite_rules_that_exist() -> None:
    for path in TITLE.folder.rglob("*.py"):
        assert set(re.findall(rf"\b{ID}\b", path.read_text(encoding="utf-8"))) <= set(RULES), path.name


def test_the_rules_page_has_every_rule_once() -> None:
    anchors = re.findall(rf"^- \*\*({ID})\*\* ", TITLE.rules_text, re.MULTILINE)
    assert sorted(anchors) == sorted(RULES)
    for rules in (MAIN, WALLS, ADVANCED):
        assert [rule for rule in anchors if rule in rules] == rules
    assert Counter(re.findall(rf"\*\*({ID})\*\*", TITLE.rules_text)) == Counter(RULES)


def test_the_rules_page_mentions_no_rule_that_is_not_there() -> None:
    assert set(re.findall(rf"\b{ID}\b", TITLE.rules_text)) <= set(RULES)


def test_the_rules_page_names_the_makers() -> None:
    for maker in TITLE.meta.makers.values():
        for name in maker.split(" and "):
            assert name in TITLE.rules_text


def test_every_rule_can_be_linked_to_and_asked_for() -> None:
    page = rules_page(TITLE.rules_text).html
    for rule in RULES:
        assert f'id="{rule}"' in page
        assert find_rule(TITLE, rule.lower()).startswith(f"**{rule}** ")
