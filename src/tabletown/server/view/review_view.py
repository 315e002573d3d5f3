"""The review of a game as its page shows it: the picture, the accounts, what cost most, and the board at a ply."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from tabletown.engine.rounds import round_name
from tabletown.engine.seat_marks import Names
from tabletown.engine.state import NOBODY
from tabletown.server.play.reviews import ReviewState
from tabletown.server.play.table import Table
from tabletown.study.chart import Chart, Round, rounds_from
from tabletown.study.judge import Chances
from tabletown.study.report import better_sentence, played_sentence, summary_of, touched, verdict, why
from tabletown.study.review import Choice, Review

WIDE, NARROW = (1180, 250), (400, 230)  # sizes of the picture for large screens and for phones
TOO_SHORT = 4  # choices; a game with fewer says nothing about luck and skill


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """A choice of a player, judged."""

    ply: int  # before it
    seat: int
    round: str
    played: str
    better: str
    why: str
    cost: int  # points of chance
    before: int  # chance with the better move, in per cent
    after: int  # with the one that was played
    was_best: bool
    number: int  # of its pennant; 0 without one
    played_pieces: tuple[str, ...]
    better_pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AccountView:
    """Luck and skill of a player, in points of chance."""

    seat: int
    name: str
    place: int
    score: int
    parts: tuple[tuple[str, str, float, float], ...]  # words, points, left end and width of the bar
    accuracy: int | None  # per cent
    choices: int
    words: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SeatCosts:
    """The costliest choices of a player."""

    seat: int
    name: str
    is_you: bool
    choices: tuple[JudgedChoice, ...]
    rest: int  # points of chance that all others cost together
    others: int  # how many others there are


@dataclass(frozen=True, slots=True)
class ReviewView:
    """Everything of the page of a review except the board."""

    state: ReviewState
    names: Names
    wide: str  # SVG
    narrow: str
    legend: tuple[tuple[int, str], ...]
    own: int | None = None
    verdict: str = ""
    too_short: bool = False
    turning_points: tuple[JudgedChoice, ...] = ()
    accounts: tuple[AccountView, ...] = ()
    costs: tuple[SeatCosts, ...] = ()
    ply: int = 0  # the cursor
    here: JudgedChoice | None = None  # the choice at the cursor
    chances: tuple[int, ...] = ()  # of all seats there, in per cent
    previous: int | None = None
    following: int | None = None
    previous_point: int | None = None
    next_point: int | None = None
    points: tuple[tuple[int, tuple[int, ...]], ...] = ()  # chances in per cent by ply, for scripts


def view_review(
    table: Table, rounds: Sequence[str], state: ReviewState, own: Sequence[int], ply: int | None
) -> ReviewView:
    """The review of a table's game for the owner of these seats, with the cursor at a ply (None: where it matters).

    `rounds` are the headings of all plies. Call it under the table's lock.
    """
    you = own[0] if len(own) == 1 else NOBODY
    names, review = Names(tuple(table.names), you), state.review
    headings = list(map(round_name, rounds))
    if review is None:
        return _without_review(table, state, names, rounds_from(headings))
    turning = {choice.decision.first: n for n, choice in enumerate(review.turning_points(), 1)}
    choices = {choice.decision.first: choice for choice in review.choices}
    cursor = _cursor(review, ply, you)

    @cache
    def judged(first: int) -> JudgedChoice:
        return _judged(choices[first], review, names, headings, turning)

    chart = [Chart(review, rounds_from(headings), width=width, height=height) for width, height in (WIDE, NARROW)]
    own_seat = None if you == NOBODY else you
    label = f"Chances to win over {table.game.ply} plies"
    plies, points = sorted(choices), sorted(turning)
    return ReviewView(
        state=state, names=names, own=own_seat,
        wide=chart[0].svg(own_seat, cursor, label), narrow=chart[1].svg(own_seat, cursor, label),
        legend=_legend(table, names),
        verdict=verdict(review, names) if state.whole else "",
        too_short=state.whole and len(review.choices) < TOO_SHORT,
        turning_points=tuple(map(judged, points)),
        accounts=tuple(_account(review, seat, names) for seat in range(table.game.players)) if state.whole else (),
        costs=_costs(review, names, judged) if state.whole else (),
        ply=cursor, here=judged(cursor) if cursor in choices else None, chances=_percent(review.at(cursor)),
        previous=max((p for p in plies if p < cursor), default=None),
        following=min((p for p in plies if p > cursor), default=None),
        previous_point=max((p for p in points if p < cursor), default=None),
        next_point=min((p for p in points if p > cursor), default=None),
        points=tuple((p, _percent(chances)) for p, chances in review.chances),
    )  # fmt: skip


def _without_review(table: Table, state: ReviewState, names: Names, rounds: Sequence[Round]) -> ReviewView:
    empty = Review(table.game, [], [], [])
    wide, narrow = (Chart(empty, rounds, width=width, height=height).ground() for width, height in (WIDE, NARROW))
    return ReviewView(state, names, wide, narrow, _legend(table, names))


def _legend(table: Table, names: Names) -> tuple[tuple[int, str], ...]:
    return tuple((seat, names.subject(seat)) for seat in range(table.game.players))


def _cursor(review: Review, ply: int | None, you: int) -> int:
    """The ply that was asked for, as far as it is judged; by default the reader's costliest choice, else anybody's."""
    if ply is not None:
        return min(ply, review.chances[-1][0])
    for seat in (you, *range(review.game.players)):
        if costliest := review.costliest(seat):
            return costliest[0].decision.first
    return min((choice.decision.first for choice in review.choices), default=0)


def _judged(
    choice: Choice, review: Review, names: Names, headings: Sequence[str], turning: dict[int, int]
) -> JudgedChoice:
    decision, seat = choice.decision, choice.seat
    was_best = choice.played.actions == choice.best.actions
    view = review.game.at(decision.first).view(seat)
    return JudgedChoice(
        ply=decision.first, seat=seat, round=headings[decision.first],
        played=played_sentence(choice, names), better=better_sentence(choice, names), why=why(choice, names),
        cost=round(100 * choice.cost), before=round(100 * float(choice.best.chances[seat])),
        after=round(100 * float(choice.played.chances[seat])), was_best=was_best,
        number=turning.get(decision.first, 0),
        played_pieces=touched(view, choice.played.actions), better_pieces=touched(view, choice.best.actions),
    )  # fmt: skip


def _account(review: Review, seat: int, names: Names) -> AccountView:
    outcome = review.game.outcome()
    assert outcome is not None
    widest = max(abs(part) for a in review.accounts for part in (a.own, a.others, a.luck)) or 1.0
    account = review.accounts[seat]
    parts = (("own choices", account.own), ("others' choices", account.others), ("cards and deals", account.luck))
    return AccountView(
        seat=seat, name=names.subject(seat), place=outcome.places[seat], score=outcome.scores[seat],
        parts=tuple((words, signed(part), *_bar(part / widest)) for words, part in parts),
        accuracy=None if account.accuracy is None else round(100 * account.accuracy), choices=account.choices,
        words=summary_of(review, seat), start=round(100 * account.start), end=round(100 * account.end),
    )  # fmt: skip


def _bar(share: float) -> tuple[float, float]:
    """Left end and width of a bar from the middle, in per cent; `share` is from -1 to 1."""
    width = round(50 * abs(share), 1)
    return (50.0 if share >= 0 else round(50 - width, 1)), width


def signed(share: float) -> str:
    """Points of chance with a sign: "+12", "−3", "0"."""
    rounded = round(100 * share)
    return f"{rounded:+d}".replace("-", "−") if rounded else "0"


def _costs(review: Review, names: Names, judged: Callable[[int], JudgedChoice]) -> tuple[SeatCosts, ...]:
    """The costliest choices of all players, the reader's own first."""
    found = []
    for seat in sorted(range(review.game.players), key=lambda seat: seat != names.you):
        costliest = review.costliest(seat)
        rest = [c.cost for c in review.choices if c.seat == seat and c not in costliest]
        shown = tuple(judged(choice.decision.first) for choice in costliest)
        found.append(SeatCosts(seat, names.subject(seat), seat == names.you, shown, round(100 * sum(rest)), len(rest)))
    return tuple(found)


def _percent(chances: Chances) -> tuple[int, ...]:
    return tuple(round(100 * float(chance)) for chance in chances)
