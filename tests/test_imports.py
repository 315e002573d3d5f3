"""Imports: no module needs, by whatever way, one that needs it."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


def check(imports: dict[str, set[str]]) -> None:
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        raise AssertionError(f"a circle of imports: {' <- '.join(error.args[1])}") from None


def test_there_is_no_circle() -> None:
    """Neither among modules as they are loaded, nor through imports inside functions or for types alone."""
    graph = grimp.build_graph("tabletown", cache_dir=None)
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    assert "tabletown.engine.kernel" in imports["tabletown.engine.title"], "the graph has no arrows"
    check(imports)


def test_a_circle_would_be_found() -> None:
    with pytest.raises(AssertionError, match="circle"):
        check({"a": {"b"}, "b": {"c"}, "c": {"a"}})
