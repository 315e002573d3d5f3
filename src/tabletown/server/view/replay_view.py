"""A step of a replay as its page shows it: the board, the log, and the links to other steps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tabletown.engine.position import Position
from tabletown.engine.rounds import round_name, rounds_of
from tabletown.engine.steps import step_ends
from tabletown.engine.title import Meta
from tabletown.engine.value import replace
from tabletown.render.scene import Scene
from tabletown.server.errors import Malformed, NotYours
from tabletown.server.play.records import is_imported
from tabletown.server.play.table import SPECTATOR, Line, Table
from tabletown.server.view.history import (
    FinishedHistory,
    History,
    RunningHistory,
    StepLines,
    StepLinks,
    move_start,
    rounds,
    step_links,
)
from tabletown.server.view.open_cards import draw_open, name_own_zones
from tabletown.server.view.table_view import SeatFacts, seat_facts

OPEN = "open"
"""In a URL, instead of a seat: with all cards open."""

AS_SPECTATOR = "spectator"
"""In a URL, instead of a seat: as a spectator saw it."""

_BEFORE, _AFTER = 30, 20  # steps of the log that are shown around the current one


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """From where a replay is seen: a seat, a spectator, or with all cards open."""

    key: str  # in URLs
    name: str
    seat: int | None  # None: all cards open


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log and its step."""

    step: int
    line: Line


@dataclass(frozen=True, slots=True)
class ReplayView:
    """Everything that the page of a replay shows."""

    id: str  # of the table
    name: str  # of the title: "uptown"
    meta: Meta
    over: bool  # the game is over, whatever step is shown
    imported: bool
    by_ply: bool  # it goes ply by ply, not by whole moves
    since: int  # the first step of what is shown: of the move, or of the ply
    step: int
    last: int
    viewpoint: Viewpoint
    viewpoints: tuple[Viewpoint, ...]
    step_links: StepLinks
    rounds: tuple[tuple[str, int], ...]
    round_name: str  # of `rounds`, the one of this step
    lines: tuple[Line, ...]
    hidden: bool  # the step could not be seen from this viewpoint
    position: Position  # as seen from this viewpoint
    scene: Scene
    seats: tuple[SeatFacts, ...]
    log: tuple[LogEntry, ...]
    ending: str  # how the game ended, if this is the last step

    @property
    def play_on_seat(self) -> int | None:
        """At which seat one plays on from this step: that of the viewpoint, else the one to act; None if one cannot."""
        if not self.over or self.step >= self.last:
            return None
        seat = self.viewpoint.seat
        return self.position.turn if seat in (None, SPECTATOR) else seat


class FinishedHistories:
    """The histories of a finished game, one for each reader, kept as long as its table is; and its `rounds` by ply."""

    def __init__(self, table: Table) -> None:
        self._game = table.game
        self.rounds = rounds_of(table.game)
        self._ends = step_ends(table.game)
        self._by_reader: dict[int | None, FinishedHistory] = {}

    def history(self, reader: int | None) -> FinishedHistory:
        """The history for a reader (None: with all cards open)."""
        return self._by_reader.setdefault(reader, FinishedHistory(self._game, reader, self.rounds, self._ends))


def viewpoints_of(table: Table, own: Sequence[int]) -> tuple[Viewpoint, ...]:
    """The viewpoints that the owner of these seats may choose: all of them, once the game is over."""
    seats = range(len(table.seats)) if table.game.is_game_over() else own
    viewpoints = [Viewpoint(str(seat), table.names[seat], seat) for seat in seats]
    if table.game.is_game_over():
        viewpoints.insert(0, Viewpoint(OPEN, "All cards open", None))
    return (*viewpoints, Viewpoint(AS_SPECTATOR, "A spectator", SPECTATOR))


def choose_viewpoint(table: Table, own: Sequence[int], key: str) -> Viewpoint:
    """The viewpoint of a key, or for an empty key the default. Raises Refused."""
    viewpoints = viewpoints_of(table, own)
    if not key:
        usual = str(table.viewpoint(own))
        return next(
            (viewpoint for viewpoint in viewpoints if not table.game.is_game_over() and viewpoint.key == usual),
            viewpoints[0],
        )
    for viewpoint in viewpoints:
        if viewpoint.key == key:
            return viewpoint
    if key != OPEN and key not in map(str, range(len(table.seats))):
        raise Malformed("A replay is seen from a seat, by a spectator, or with all cards open.")
    raise NotYours("That can be seen when the game is over.")


def view_replay(
    table: Table,
    histories: FinishedHistories | None,
    own: Sequence[int],
    viewpoint: Viewpoint,
    step: int,
    by_ply: bool = False,
) -> ReplayView:
    """A step of a table's history, or the last one if there are not so many. Call it under the table's lock.

    `histories` are those of a finished game, None while it goes on. Unless it is viewed `by_ply`, the lines are those
    of the whole move up to the step.
    """
    history: History
    if histories is not None:
        history = histories.history(viewpoint.seat)
    else:
        history = RunningHistory(table, SPECTATOR if viewpoint.seat is None else viewpoint.seat)
    step = min(step, history.last)
    position = history.at(step)
    scene = _draw(history, step, viewpoint, table.names)
    seen = position.view(SPECTATOR if viewpoint.seat is None else viewpoint.seat)
    lines = history.lines(step) if step else ()
    since = step if by_ply or not step else move_start(history, step)
    before = [line for number in range(since, step) for line in history.lines(number) or ()]
    outcome = seen.outcome()
    return ReplayView(
        id=table.row.id,
        name=table.title.name,
        meta=table.title.meta,
        over=histories is not None,
        imported=is_imported(table.row.id),
        by_ply=by_ply,
        since=since,
        step=step,
        last=history.last,
        viewpoint=viewpoint,
        viewpoints=viewpoints_of(table, own),
        step_links=step_links(history, step),
        rounds=tuple(rounds(history)),
        round_name=round_name(scene.status),
        lines=(*before, *_sentences(history, step, lines)),
        hidden=lines is None,
        position=position if viewpoint.seat is None else seen,
        scene=scene,
        seats=tuple(replace(seat, thinking=False) for seat in seat_facts(table, seen, (), scene)),
        log=tuple(_log(history, step)),
        ending=outcome.reason if outcome else "",
    )


def _draw(history: History, step: int, viewpoint: Viewpoint, names: Sequence[str]) -> Scene:
    position = history.at(step)
    if viewpoint.seat is None:
        return draw_open(position, names)
    scene: Scene = position.title.drawing.draw(position.view(viewpoint.seat), viewpoint.seat, {})
    return scene if viewpoint.seat == SPECTATOR else name_own_zones(scene, viewpoint.seat, names)


def _sentences(history: History, step: int, lines: StepLines) -> tuple[Line, ...]:
    """The lines of a step; for a partial move its own line, if the reader may know it."""
    if lines or not step or lines is None:
        return lines or ()
    half = history.partial_move(step)
    return (half,) if half else ()


def _log(history: History, step: int) -> Iterator[LogEntry]:
    """The lines of the log around a step, oldest first."""
    for number in range(max(1, step - _BEFORE), min(history.last, step + _AFTER) + 1):
        for line in history.lines(number) or ():
            yield LogEntry(number, line)
