"""The showcase: the game that the home page shows to those who play none.

It is a public table in play. While there is none, it is the replay of a game that our bots have played: each title has
the record of a good one (`sample.txt`).
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from tabletown.engine.record import read_record
from tabletown.engine.rounds import rounds_of
from tabletown.engine.steps import step_ends
from tabletown.engine.title import Meta, Title
from tabletown.games import get as get_title
from tabletown.render.scene import Scene
from tabletown.server.errors import NotFound
from tabletown.server.play.log import lines_by_ply
from tabletown.server.play.table import SPECTATOR, Line, Table
from tabletown.server.play.tables import Tables
from tabletown.server.view.history import FinishedHistory
from tabletown.server.view.table_view import waiting_for

SAMPLE = "sample.txt"


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A player of the game that is shown. `bot` is the name of the bot, empty for a person."""

    index: int
    name: str
    bot: str
    score: int
    turn: bool


@dataclass(frozen=True, slots=True)
class Showcase:
    """A moment of a game, as spectators see it. `table` is the id of a table in play, empty for a replay."""

    name: str  # of the title
    meta: Meta
    scene: Scene
    seats: tuple[ShownSeat, ...]
    line: Line | None  # what happened last
    table: str = ""
    step: int = 0
    last: int = 0


class SampleGame:
    """The game of a title's sample record. Its steps are the moves that change the board that is shown, and the end."""

    def __init__(self, title: Title, text: str) -> None:
        record = read_record(text, get_title)
        self.title = title
        self.names = record.names
        self._game = record.game
        self._history = FinishedHistory(record.game, SPECTATOR, rounds_of(record.game), step_ends(record.game))
        self._plies = self._visible_plies()

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self._plies) - 1

    def show(self, step: int) -> Showcase:
        """The game after a step; the last one if there are not so many."""
        step = min(step, self.last)
        ply = self._plies[step]
        view = self._game.at(ply).view(SPECTATOR)
        told = (self._history.lines(number) for number in range(ply, 0, -1))
        line = next((lines[-1] for lines in told if lines), None)
        acted = line.seat if line else SPECTATOR
        scores = view.scores()
        seats = tuple(
            ShownSeat(seat, name, name.lower(), scores[seat], seat == acted) for seat, name in enumerate(self.names)
        )
        return Showcase(self.title.name, self.title.meta, self._scene(ply), seats, line, step=step, last=self.last)

    def _scene(self, ply: int) -> Scene:
        scene: Scene = self.title.drawing.draw(self._game.at(ply).view(SPECTATOR), SPECTATOR, {})
        return scene

    def _visible_plies(self) -> list[int]:
        zones = [_shown_zones(self._scene(ply)) for ply in range(self._game.ply + 1)]
        changed = [ply for ply, (before, after) in enumerate(pairwise(zones), 1) if before != after]
        return sorted({ply for ply in changed if self._history.lines(ply)} | {self._game.ply})


def _shown_zones(scene: Scene) -> list[object]:
    return [zone for zone in scene.zones if zone.zoom] or [zone for zone in scene.zones if zone.role == "own"]


@cache
def sample_of(name: str) -> SampleGame:
    """The sample game of a title, which must be compiled. Raises NotFound if it has none."""
    title = get_title(name)
    return SampleGame(title, sample_text(title))


def sample_text(title: Title) -> str:
    """The record of a title's sample game. Raises NotFound if it has none."""
    path = title.folder / SAMPLE
    if not path.is_file():
        raise NotFound("There is no replay of this game to show.")
    return path.read_text()


def has_sample(title: Title) -> bool:
    """Whether a title has a sample game."""
    return (title.folder / SAMPLE).is_file()


def show_table(tables: Tables, table_id: str) -> Showcase:
    """A public table in play as spectators see it. Raises NotFound for any other table."""
    with tables.at(table_id) as table:
        if not table.row.public or not table.begun or table.game.is_game_over():
            raise NotFound
        return _shown_table(table)


def _shown_table(table: Table) -> Showcase:
    view = table.visibility.view(SPECTATOR)
    waiting = waiting_for(table, view, ())
    told = [line for lines in lines_by_ply(table, SPECTATOR)[-20:] for line in lines or ()]
    scores = view.scores()
    seats = tuple(
        ShownSeat(index, table.names[index], row.bot or "", scores[index], index in waiting)
        for index, row in enumerate(table.seats)
    )
    return Showcase(
        name=table.title.name,
        meta=table.title.meta,
        scene=table.title.drawing.draw(view, SPECTATOR, {}),
        seats=seats,
        line=told[-1] if told else None,
        table=table.row.id,
    )
