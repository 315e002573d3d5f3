"""Action tables: dense numbers that round-trip."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletown.engine.actions import Actions

SIZES = st.lists(st.lists(st.integers(1, 5), max_size=3).map(tuple), min_size=1, max_size=6)


@given(SIZES)
def test_every_number_is_one_action(sizes: list[tuple[int, ...]]) -> None:
    actions = Actions(**{f"verb{i}": size for i, size in enumerate(sizes)})
    for action in range(actions.count):
        verb, args = actions.decode(action)
        assert actions.encode(verb, *args) == action


@pytest.mark.parametrize("action", [-1, 29])
def test_numbers_outside_the_table(action: int) -> None:
    with pytest.raises(ValueError, match="not in"):
        Actions(take=(), buy=(4, 2), site=(4, 5)).decode(action)


@pytest.mark.parametrize("args", [(), (4, 0), (0, -1), (0, 0, 0)])
def test_wrong_arguments(args: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"argument"):
        Actions(buy=(4, 2)).encode("buy", *args)
