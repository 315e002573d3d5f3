"""The canon as a whole: every rule is proved by some test, and told to the players."""

import re
from collections import Counter
from pathlib import Path

from ..shared import cited_rules
from .helpers import TITLE

RULES = [f"UT-{number}" for number in range(1, 50)]


def test_every_rule_is_cited_by_a_test() -> None:
    cited = cited_rules(Path(__file__).parent)
    assert [rule for rule in RULES if rule not in cited] == []
    assert sorted(cited - set(RULES)) == []


def test_the_rules_page_has_every_rule_once_in_order() -> None:
    anchors = re.findall(r"^(?:- )?\*\*(UT-\d+)\*\* ", TITLE.rules_text, re.MULTILINE)
    assert anchors == RULES
    assert Counter(re.findall(r"\*\*(UT-\d+)\*\*", TITLE.rules_text)) == Counter(RULES)


def test_the_rules_page_mentions_no_rule_that_is_not_there() -> None:
    assert set(re.findall(r"UT-\d+", TITLE.rules_text)) <= set(RULES)


def test_the_rules_page_names_the_makers() -> None:
    for maker in TITLE.meta.makers.values():
        assert maker in TITLE.rules_text


def test_errors_and_prompts_cite_rules_that_exist() -> None:
    for path in TITLE.folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r"UT-\d+", text)) <= set(RULES), path.name
