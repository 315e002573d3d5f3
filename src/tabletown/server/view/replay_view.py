"""One moment of a table's past as a page shows it: the board, what was done, and the ways on from there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tabletown.engine.position import Position
from tabletown.engine.title import Meta
from tabletown.render.scene import Scene
from tabletown.server.errors import Malformed, NotYours
from tabletown.server.play.records import is_imported
from tabletown.server.play.table import SPECTATOR, Line, Table
from tabletown.server.view.history import (
    FinishedHistory,
    History,
    RunningHistory,
    Said,
    Ways,
    part,
    rounds,
    rounds_of,
    ways,
)
from tabletown.server.view.open_cards import draw_open, named
from tabletown.server.view.table_view import SeatFacts, seat_facts

OPEN = "open"
"""In an address, instead of a seat: all cards are open."""

WATCHING = "spectator"
"""The same: what everybody could see."""

_BEFORE, _AFTER = 30, 20  # steps of the log that are shown around the one that is looked at


@dataclass(frozen=True, slots=True)
class View:
    """Eyes through which a game can be looked at again."""

    key: str  # in an address
    name: str
    seat: int | None  # None: all cards open


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log and the step that it tells of."""

    step: int
    line: Line


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything that a page of a replay shows."""

    id: str  # of the table
    name: str  # of the title: "uptown"
    meta: Meta
    over: bool  # the game, not only this moment of it
    imported: bool
    step: int
    last: int
    view: View
    views: tuple[View, ...]
    ways: Ways
    rounds: tuple[tuple[str, int], ...]
    part: str  # of the rounds, the one that this moment belongs to
    said: tuple[Line, ...]
    hidden: bool  # nothing of this step could be seen
    position: Position  # all that could be known
    scene: Scene
    seats: tuple[SeatFacts, ...]
    log: tuple[Entry, ...]
    ending: str  # how the game ended, if this is its end


class Told:
    """What has been told of a finished game, for as long as its table is kept."""

    def __init__(self, table: Table) -> None:
        self._game = table.game
        self._rounds = rounds_of(table.game)
        self._pasts: dict[int | None, FinishedHistory] = {}

    def past(self, reader: int | None) -> FinishedHistory:
        """The past as a reader knows it."""
        return self._pasts.setdefault(reader, FinishedHistory(self._game, reader, self._rounds))


def views_of(table: Table, own: Sequence[int]) -> tuple[View, ...]:
    """Through whose eyes the owner of these seats may look: everybody's, once the game is over."""
    seats = range(len(table.seats)) if table.game.is_over() else own
    views = [View(str(seat), table.seats[seat].name, seat) for seat in seats]
    if table.game.is_over():
        views.insert(0, View(OPEN, "All cards open", None))
    return (*views, View(WATCHING, "A spectator", SPECTATOR))


def choose_view(table: Table, own: Sequence[int], key: str) -> View:
    """The view that an address names, or the usual one. Raises Refused."""
    views = views_of(table, own)
    if not key:
        usual = str(table.viewpoint(own))
        return next((view for view in views if not table.game.is_over() and view.key == usual), views[0])
    for view in views:
        if view.key == key:
            return view
    if key != OPEN and key not in map(str, range(len(table.seats))):
        raise Malformed("A replay is seen from a seat, by a spectator, or with all cards open.")
    raise NotYours("That can be seen when the game is over.")


def moment(table: Table, told: Told | None, own: Sequence[int], view: View, step: int) -> Moment:
    """A step of a table's past, or the last one if there are not so many. Call it under the table's lock.

    `told` is what was told before of a game that is over, None of one that goes on.
    """
    past: History
    if told is not None:
        past = told.past(view.seat)
    else:
        past = RunningHistory(table, SPECTATOR if view.seat is None else view.seat)
    step = min(step, past.last)
    position = past.at(step)
    scene = _draw(past, step, view)
    seen = position.view(SPECTATOR if view.seat is None else view.seat)
    said = past.said(step) if step else ()
    outcome = seen.outcome()
    return Moment(
        id=table.row.id,
        name=table.title.name,
        meta=table.title.meta,
        over=told is not None,
        imported=is_imported(table.row.id),
        step=step,
        last=past.last,
        view=view,
        views=views_of(table, own),
        ways=ways(past, step),
        rounds=tuple(rounds(past)),
        part=part(scene.status),
        said=_sentences(past, step, said),
        hidden=said is None,
        position=position if view.seat is None else seen,
        scene=scene,
        seats=tuple(replace(seat, thinking=False) for seat in seat_facts(table, seen, (), scene)),
        log=tuple(_log(past, step)),
        ending=outcome.reason if outcome else "",
    )


def _draw(past: History, step: int, view: View) -> Scene:
    position = past.at(step)
    if view.seat is None:
        return draw_open(position)
    scene: Scene = position.title.drawing.draw(position.view(view.seat), view.seat, {})
    return scene if view.seat == SPECTATOR else named(scene, view.seat)


def _sentences(past: History, step: int, said: Said) -> tuple[Line, ...]:
    """What a step did, in words; where the next one tells it, as much as can be told by itself."""
    if said or not step or said is None:
        return said or ()
    half = past.half(step)
    return (half,) if half else ()


def _log(past: History, step: int) -> Iterator[Entry]:
    """The lines around a step, oldest first."""
    for number in range(max(1, step - _BEFORE), min(past.last, step + _AFTER) + 1):
        for line in past.said(number) or ():
            yield Entry(number, line)
