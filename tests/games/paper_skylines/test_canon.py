"""The canon as a whole: every rule and every worked example is proved by some test."""

import re
from pathlib import Path

from ..shared import cited_rules
from .helpers import TITLE

MAIN = [f"PS-{number}" for number in range(1, 81)]
RULES = [*MAIN[:18], "PS-18a", *MAIN[18:], "V-1", "V-2"]
ID = r"(?:PS-\d+a?|V-\d)"


def test_every_rule_is_cited_by_a_test() -> None:
    cited = cited_rules(Path(__file__).parent)
    assert [rule for rule in RULES if rule not in cited] == []
    assert sorted(cited - set(RULES)) == []


def test_every_worked_example_has_a_test() -> None:
    names = " ".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("test_canon_*.py"))
    found = re.findall(r"def test_ex_(\d+)(?:_and_(\d+))?_", names)
    assert {int(number) for pair in found for number in pair if number} == set(range(1, 45))


def test_errors_and_prompts_cite_rules_that_exist() -> None:
    for path in TITLE.folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(rf"\b{ID}\b", text)) <= set(RULES), path.name
