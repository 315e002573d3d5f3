"""Advice: what the search thinks of every move, in words for people."""

from typing import NamedTuple

from tabletown.bots.bot import Budget
from tabletown.bots.search import RatedAction, Search
from tabletown.bots.search_memory import SearchSettings
from tabletown.engine.position import Position

ADVISER = Search(settings=SearchSettings(explore=2.5, width=64.0))
"""Explores more than a player would: advice is about several moves, not only about the best."""
CLOSE = 0.01  # chances that differ by less are called equal


class Advice(NamedTuple):
    """An action, the chance to win with it, and the reason in words."""

    action: int
    chance: float  # to win, from 0 to 1
    visits: int  # how often the search looked at it
    why: str  # a sentence


def advise(view: Position, budget: Budget | None = None) -> list[Advice]:
    """Advice for the seat whose view this is: the actions that the search tried, best first.

    The chance to win assumes that all seats play on as well as the search does. The default budget is one second.
    Raises ValueError unless `view` is the view of a seat that may act.
    """
    options = ADVISER.rated_actions(view, budget or Budget(seconds=1.0))
    return [Advice(option.action, option.chance, option.visits, _why(view, option, options)) for option in options]


def _why(view: Position, option: RatedAction, options: list[RatedAction]) -> str:
    """A sentence: what an action brings at once, and how it compares with the others."""
    assert view.seat is not None
    button = view.title.words.button(view, view.seat, option.action)
    gains = ", ".join(f"{gain.amount:+d} {gain.label}" for gain in button.gains)
    start = f"It brings {gains}" if gains else "It brings nothing at once"
    if len(view.legal_actions(view.seat)) == 1:
        return f"{start}, and there is nothing else to do."
    return f"{start}{_compared(option, options, bool(gains))}."


def _compared(option: RatedAction, options: list[RatedAction], gains: bool) -> str:
    wins = f"wins {option.chance:.0%} of the games that were imagined"
    if len(options) == 1:
        return f", and it {wins}; no other move looked good enough to be tried"
    best = options[0]
    if option is not best:
        less = best.chance - option.chance
        if less < CLOSE:
            return f", and it is about as good as the best: it {wins}"
        return f"{', but' if gains else ', and'} it {wins}, {100 * less:.0f} in 100 fewer than the best"
    lead = option.chance - max(other.chance for other in options[1:])
    if lead < CLOSE:
        return f"{', and' if gains else ', but'} it {wins}, about as many as the next best"
    return f"{', and' if gains else ', but'} it {wins}, {100 * lead:.0f} in 100 more than the next best"
