"""Advice: what the search thinks of every move, in words for people."""

from typing import NamedTuple

from tabletown.bots.bot import Budget
from tabletown.bots.search import Option, Search
from tabletown.bots.search_memory import SearchSettings
from tabletown.engine.position import Position

ADVISER = Search(settings=SearchSettings(explore=2.5, width=64.0))
"""More curious than a player: whoever asks wants to hear about more than one move."""
CLOSE = 0.01  # a difference that nobody can feel


class Advice(NamedTuple):
    """A move and what speaks for it."""

    action: int
    chance: float  # to win, from 0 to 1
    visits: int  # how often the search looked at it
    why: str  # a sentence


def advise(view: Position, budget: Budget | None = None) -> list[Advice]:
    """The moves of the seat whose view it is that the search looked at, best first.

    The chance to win is what a strong player would have who plays on from there against others like it.
    """
    options = ADVISER.options(view, budget or Budget(seconds=1.0))
    return [Advice(option.action, option.chance, option.visits, _why(view, option, options)) for option in options]


def _why(view: Position, option: Option, options: list[Option]) -> str:
    """What a move brings at once, and how it compares."""
    assert view.seat is not None
    button = view.title.words.button(view, view.seat, option.action)
    gains = ", ".join(f"{gain.amount:+d} {gain.label}" for gain in button.gains)
    start = f"It brings {gains}" if gains else "It brings nothing at once"
    if len(view.legal_actions(view.seat)) == 1:
        return f"{start}, and there is nothing else to do."
    return f"{start}{_compared(option, options, bool(gains))}."


def _compared(option: Option, options: list[Option], gains: bool) -> str:
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
