"""Games that are over, written into a store as if they had been played at its tables."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import tabletown
from tabletown.engine.game import Game
from tabletown.server.play.table import commitment
from tabletown.server.store.events import AnyEvent, Moved
from tabletown.server.store.protocol import Append, SeatRow, Store, TableRow

RECORDS = Path(__file__).parents[1] / "records"
SALT = "5a17" * 8


def random_game(seed: int, players: int = 3, plies: int = 10_000) -> Game:
    """A game of UpTown by people who do anything."""
    game, choose = tabletown.new("uptown", players=players, seed=seed), random.Random(seed)
    while not game.is_game_over() and game.ply < plies:
        game.push_action(choose.choice(game.legal_actions))
    return game


def sealed_record(name: str = "uptown/3-street") -> str:
    """A record of the collection, as a site would write it: with the promise that was made of its seed."""
    text = re.sub("^about = .*\n", "", (RECORDS / f"{name}.txt").read_text(), flags=re.MULTILINE)
    found = re.search(r'^rules = "(.*)"$.*^seed = (\d+)\n', text, re.MULTILINE | re.DOTALL)
    assert found is not None
    promise = f'salt = "{SALT}"\ncommitment = "{commitment(found[1], int(found[2]), SALT)}"\n'
    return text[: found.end()] + promise + text[found.end() :]


def recorded(name: str) -> Game:
    """A game of the collection, like `milton_keynes/3-hasty`."""
    return tabletown.load(RECORDS / f"{name}.txt")


def keep(
    store: Store,
    table_id: str,
    game: Game,
    names: tuple[str, ...] = (),
    *,
    public: bool = False,
    rated: bool = False,
    rows: tuple[SeatRow, ...] = (),
    first: Sequence[AnyEvent] = (),
) -> str:
    """Write a game as a table, whose log begins with the events `first`; returns its id."""
    assert game.seed is not None
    rules = game.rules
    seats = names or ("Ada", "Bob", "Cyd", "Dot", "Eve")[: game.players]
    row = TableRow(
        id=table_id,
        title=game.title.name,
        rules=rules,
        options=dict.fromkeys(game.title.options_names(int(game.states["options"][0])), True),
        seed=game.seed,
        salt=SALT,
        commitment=commitment(rules, game.seed, SALT),
        created=0.0,
        seats=rows or tuple(SeatRow("human", name) for name in seats),
        public=public,
        rated=rated,
    )
    store.create_table(row, "players")
    log = [Moved(ply.seat, number, "", ply.action) for number, ply in enumerate(game.history, 1)]
    log[-1] = Moved(log[-1].seat, game.ply, game.digest(), log[-1].action)
    store.append(Append(table_id, 0, [*first, *log], "nobody" if game.is_game_over() else "players"))
    return table_id
