"""Openings: a new table that goes on with a finished game from one of its plies."""

from dataclasses import dataclass

from tabletown.engine.game import Game, Ply
from tabletown.server.errors import Malformed, NotAllowed
from tabletown.server.play.commands import Change, Command
from tabletown.server.play.table import SPECTATOR, Table
from tabletown.server.store.events import AnyEvent, Moved, Noted

_GOES_ON = "This game goes on from ply"


@dataclass(frozen=True, slots=True)
class Opening:
    """The deal and the first plies of a game. Everybody who saw that game knows them: nothing is promised of them."""

    rules: str  # "uptown/1"
    seed: int
    options: dict[str, bool]
    plies: tuple[Ply, ...]

    def command(self) -> Command:
        """The command that makes these plies at a new table."""
        return _PlayOpening(self.plies)


def opening_of(table: Table, ply: int) -> Opening:
    """The opening of a table's game up to a ply. Raises NotAllowed unless the game is over, and Malformed."""
    game = table.game
    table.must_have_begun()
    if not game.is_game_over():
        raise NotAllowed("The game is not over; one can play on from it when it is.")
    if ply >= game.ply:
        raise Malformed(f"Play on from a ply before the end: there are {game.ply} plies.")
    return Opening(table.row.rules, table.row.seed, dict(table.row.options), tuple(game.history[:ply]))


def has_opening(table: Table) -> bool:
    """Whether a table goes on with another game, whose deal its players may know."""
    return any(note.text.startswith(_GOES_ON) for note in table.notes)


@dataclass(frozen=True, slots=True)
class _PlayOpening(Command):
    """Make the plies of an opening at a table at which nothing has happened yet."""

    plies: tuple[Ply, ...]

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """All plies together; `Tables.submit` adds the forced ones that follow."""
        if table.version:
            return None
        game: Game = table.game.copy()
        events: list[AnyEvent] = []
        for ply in self.plies:
            game.push_action(ply.action, ply.seat)
            events.append(Moved(ply.seat, game.ply, "", ply.action))
        events.append(Noted(SPECTATOR, game.ply, game.digest(), f"{_GOES_ON} {game.ply} of another one."))
        return Change(events, game)
