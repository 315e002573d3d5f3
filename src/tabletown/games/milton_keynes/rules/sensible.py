"""Choices worth considering (`sensible`): whole offers, and a few amounts. Bots choose among them."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules.sensible_amounts import sensible_amounts
from tabletown.games.milton_keynes.rules.sensible_offers import sensible_plies


@kernel
def sensible(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """Keep the choices that are worth considering, at least one. Reads nothing that is hidden from the seat."""
    seat, n, phase = int64(seat), int64(n), int64(state.phase)
    if n == 1:
        return n
    if s.TRADE <= phase <= s.ANSWER:
        return sensible_plies(state, cards, seat, out, n)
    return sensible_amounts(state, cards, seat, out, n)
