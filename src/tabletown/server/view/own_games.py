"""A player's own games for the home page: how each stands, and for how long it has waited."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from tabletown.render.scene import Scene
from tabletown.server.errors import NotFound, NotReady, OtherRelease
from tabletown.server.play.durations import how_long
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player
from tabletown.server.view.table_summary import TableSummary


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game in play of the reader: its table as the reader sees it, and since when nothing has happened."""

    table: TableSummary
    scene: Scene | None  # None before the game has begun
    since: str


def own_games(tables: Tables, player: Player, running: Iterable[TableSummary]) -> list[OwnGame]:
    """The games of these tables, at which the player sits."""
    now = tables.store.now()
    return [
        OwnGame(table, _scene(tables, table.id, player), how_long(now - table.last_public_event)) for table in running
    ]


def _scene(tables: Tables, table_id: str, player: Player) -> Scene | None:
    with suppress(NotFound, NotReady, OtherRelease), tables.at(table_id) as table:
        if table.begun:
            seat = table.viewpoint(table.seats_of(player))
            scene: Scene = table.title.drawing.draw(table.visibility.view(seat), seat, {})
            return scene
    return None


def last_bots(tables: Iterable[TableSummary]) -> dict[str, tuple[str, ...]]:
    """The bots against which the reader last played each title alone, by the title's name; newest tables first."""
    found: dict[str, tuple[str, ...]] = {}
    for table in tables:
        others = [seat for seat in table.seats if not seat.is_you]
        if others and all(seat.bot for seat in others):
            found.setdefault(table.name, tuple(seat.bot for seat in others))
    return found
