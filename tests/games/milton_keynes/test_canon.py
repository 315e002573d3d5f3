"""The canon as a whole: every rule is proved by some test, every worked example has one."""

import re
from pathlib import Path

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
    texts = " ".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_canon_*.py"))
    assert {int(number) for number in re.findall(r"def test_ex_(\d+)_", texts)} == set(range(1, 41))


def test_errors_and_prompts_cite_rules_that_exist() -> None:
    for path in TITLE.folder.glob("*.py"):
        assert set(re.findall(rf"\b{ID}\b", path.read_text(encoding="utf-8"))) <= set(RULES), path.name
