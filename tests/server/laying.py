"""Tables at which a recorded game has come as far as a test wants it."""

from dataclasses import replace
from pathlib import Path

from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.record import read_record
from tabletown.server.store.events import Moved
from tabletown.server.store.protocol import Append

from .visitors import Visitor

RECORDS = Path(__file__).parents[1] / "records"


def recorded(title: str, players: str = "[2-5]") -> Game:
    """The game with the most seats, or with so many, among those that greedy bots have played."""
    return read_record(max(RECORDS.glob(f"{title}/{players}-greedy.txt")).read_text(), games.get).game


def before_the_end(title: str, players: str, plies: int) -> Game:
    """Such a game, so many plies before it was over."""
    game = recorded(title, players)
    for _ in range(plies):
        game.pop()
    return game


def lay_out(visitor: Visitor, game: Game) -> None:
    """A table at which the visitor plays all seats of a game that has come so far."""
    store = visitor.site.store
    visitor.sit_down(title=game.title.name, players=str(game.players), bot="here")
    row = store.table(visitor.table)
    assert row is not None
    assert game.seed is not None
    visitor.table = f"{row.id}-{game.ply}"
    store.create_table(replace(row, id=visitor.table, seed=game.seed), "players")
    again = Game.new(game.title, game.players, game.seed)
    events = []
    for ply in game.history:
        again.push_action(ply.action, ply.seat)
        events.append(Moved(ply.seat, again.ply, again.digest(), ply.action))
    if events:
        store.append(Append(visitor.table, 0, events, "nobody" if again.is_game_over() else "players"))
