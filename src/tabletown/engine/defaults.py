"""Kernels for what a title may leave out, under the names of `contract.OPTIONAL`."""

from typing import Any

from tabletown.engine.kernel import kernel


@kernel
def sensible(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """All legal actions are worth considering."""
    return n
