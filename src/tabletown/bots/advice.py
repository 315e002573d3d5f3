"""Advice: the best whole actions for a seat, with what each brings, and why, in words for people.

A whole action is what a person would call a move: a card and its place, a pouch, an offer. Searches rate single plies,
so the best ones are followed ply by ply until the action is whole. A title's mind judges if it has one, else the search
with playouts, in one tree for all plies.
"""

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tabletown.bots.bot import Budget, acting_seat
from tabletown.bots.minds.master import Master, MasterSettings
from tabletown.bots.minds.mind import mind_of
from tabletown.bots.search import LEAST_ITERATIONS, RatedAction, Search
from tabletown.bots.search_memory import SearchSettings
from tabletown.engine.english import listing, more_or_less
from tabletown.engine.position import Position

ADVISER = Search(settings=SearchSettings(explore=2.5, width=64.0))
"""Explores more than a player would: advice is about several moves, not only about the best."""
MIND = Master(settings=MasterSettings(arms=16))
"""Advises where a title has a mind."""
BEST = 3  # so many actions are followed until they are whole
MOST_PLIES = 120  # that are searched for one piece of advice
CLOSE = 0.01  # chances that differ by less are called equal
_FIRST_SHARE, _NEXT_SHARE = 1 / 2, 1 / 12  # of the budget, for the first ply and for every further one
_DOUBT = 0.03  # a chance counts as if so large a share of all visits had found no more than the average


class Advice(NamedTuple):
    """A whole action, what it does, the chance to win with it, and the reason in words."""

    actions: tuple[int, ...]  # the plies of the seat, one after the other
    move: str  # the same as text: "play cinema; site 4"
    does: str  # a sentence without its subject, with marks for seats (see seat_marks.py)
    chance: float  # to win, from 0 to 1
    visits: int  # how often the search looked at it
    why: str  # a sentence


def advise(view: Position, budget: Budget | None = None) -> list[Advice]:
    """Advice for the seat whose view this is: the whole actions that the search tried, best first.

    The first three are whole. An action ends where something unknown is turned over, because what comes then depends
    on it. The chance to win assumes that all seats play on like the adviser: the title's mind, or the search. The
    default budget is one second. Raises ValueError unless `view` is the view of a seat that may act.
    """
    seat = acting_seat(view)
    budget = budget or Budget(seconds=1.0)
    if mind_of(view.title):
        lines, games = _whole_lines(MIND, view, seat, budget), "games in which all play on as well"
    else:
        adviser, games = ADVISER.for_game(), "the games that were imagined"
        try:
            lines = _whole_lines(adviser, view, seat, budget)
        finally:
            adviser.forget()
    only = len(view.legal_actions_of(seat)) == 1 and len(lines) == 1
    return [line.advice("" if only else _compared(line, lines, games)) for line in lines]


@dataclass(frozen=True)
class _Line:
    """The plies of an action so far, each with the position before it."""

    plies: tuple[tuple[Position, int], ...]
    chance: float
    visits: int

    @property
    def goes_on(self) -> Position | None:
        """The position in which the seat goes on with the same action; None if the action is whole."""
        before, action = self.plies[-1]
        assert before.seat is not None
        if not before.title.words.partial(before, action):
            return None
        after = before.after(before.seat, action)
        known = int(after.state.reveals) == int(before.state.reveals)
        return after if known and before.seat in after.waiting else None

    def advice(self, compared: str) -> Advice:
        """The line in words, with how it compares with the others (empty: there are none)."""
        actions = tuple(action for _, action in self.plies)
        move = "; ".join(position.say(action) for position, action in self.plies)
        last, action = self.plies[-1]
        does = last.title.words.explain(last, last.seat, action)
        brought = gains(self.plies)
        brings = f"It brings {brought}. " if brought else ""
        why = f"{brings}{compared or 'There is nothing else to do.'}"
        return Advice(actions, move, does, self.chance, self.visits, why)


def gains(plies: Sequence[tuple[Position, int]]) -> str:
    """What plies of one seat bring at once, in words: "3 points and 2 coins"; empty if it is nothing.

    Each is an action with the position before it, as the seat sees it.
    """
    totals: dict[str, int] = defaultdict(int)
    for position, action in plies:
        for gain in position.title.words.button(position, position.seat, action).gains:
            totals[gain.label] += gain.amount
    return listing([more_or_less(amount, label) for label, amount in totals.items() if amount])


def _whole_lines(adviser: Search | Master, view: Position, seat: int, budget: Budget) -> list[_Line]:
    """The actions that the search tried, best first; the best ones followed until they are whole."""
    clock = _Clock(budget)
    lines = _rated((), view, adviser.rated_actions(view, clock.share(_FIRST_SHARE)))
    for _ in range(MOST_PLIES):
        lines.sort(key=lambda line: (-line.chance, -line.visits))
        followed = next(((line, after) for line in lines[:BEST] if (after := line.goes_on)), None)
        if followed is None:
            break
        line, after = followed
        options = adviser.rated_actions(after, clock.share(_NEXT_SHARE))
        lines.remove(line)
        lines += _rated(line.plies, after, options)[:BEST]
    return lines


def _rated(plies: tuple[tuple[Position, int], ...], position: Position, options: Sequence[RatedAction]) -> list[_Line]:
    """A line for each option. A chance that few visits found is drawn towards the average."""
    visits = sum(option.visits for option in options)
    average = sum(option.visits * option.chance for option in options) / visits
    doubt = _DOUBT * visits
    return [
        _Line(
            (*plies, (position, option.action)),
            (option.visits * option.chance + doubt * average) / (option.visits + doubt),
            option.visits,
        )
        for option in sorted(options, key=lambda option: -option.visits)
    ]


class _Clock:
    """Divides a budget: a share of the whole, but no more than half of what is left, so that it is never used up."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._end = time.perf_counter() + budget.seconds
        self._left = budget.iterations or 0

    def share(self, part: float) -> Budget:
        """The budget of one search."""
        if self._budget.iterations is None:
            left = max(self._end - time.perf_counter(), 0.0)
            return replace(self._budget, seconds=min(part * self._budget.seconds, left / 2))
        iterations = max(LEAST_ITERATIONS, int(min(part * self._budget.iterations, self._left / 2)))
        self._left -= iterations
        return replace(self._budget, iterations=iterations)


def _compared(line: _Line, lines: Sequence[_Line], games: str) -> str:
    wins = f"It wins {line.chance:.0%} of {games}"
    if len(lines) == 1:
        return f"{wins}; no other move looked good enough to be tried."
    best = lines[0]
    if line is not best:
        less = best.chance - line.chance
        if less < CLOSE:
            return f"{wins}, about as many as the best."
        return f"{wins}, {100 * less:.0f} in 100 fewer than the best."
    lead = line.chance - lines[1].chance
    if lead < CLOSE:
        return f"{wins}, about as many as the next best."
    return f"{wins}, {100 * lead:.0f} in 100 more than the next best."
