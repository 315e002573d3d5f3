"""The canon as a whole: every rule is proved by some test, and told to the players."""

import ast
import re
from collections import Counter
from pathlib import Path

from .helpers import TITLE

RULES = [f"UT-{number}" for number in range(1, 50)]


def cited_rules() -> set[str]:
    """The rule ids in `pytest.mark.rules(...)` above the tests of this folder, read from their source."""
    cited: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rules":
                        cited |= {str(ast.literal_eval(arg)) for arg in mark.args}
    return cited


def test_every_rule_is_cited_by_a_test() -> None:
    cited = cited_rules()
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
    for name in ("rules", "scoring", "hidden", "words", "state"):
        text = (TITLE.folder / f"{name}.py").read_text(encoding="utf-8")
        assert set(re.findall(r"UT-\d+", text)) <= set(RULES), name
