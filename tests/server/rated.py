"""Rated games that are over, written into a store as if people had played them."""

from collections.abc import Sequence
from typing import Any

from tabletown.engine.game import Game
from tabletown.server.play.people.sessions import token_hash
from tabletown.server.play.ratings.results import BOT
from tabletown.server.play.table import commitment
from tabletown.server.site import Site
from tabletown.server.store.events import AnyEvent, Moved
from tabletown.server.store.protocol import Append, Player, SeatRow, Session, TableRow
from tabletown.server.store.sql import SqlStore

from .finished import SALT, random_game
from .seating import TOKEN
from .stage import advance
from .visitors import Visitor

DAY = 86_400.0


def give_account(store: SqlStore, *players: str, named: bool = True) -> None:
    """Let players with these ids come, who keep their games and are called like their ids."""
    for player in players:
        store.begin(Session(f"token of {player}", Player(player, player.capitalize())))
        account_of(store, f"token of {player}", named=named, hashed=True)


def keeps(visitor: Visitor, name: str) -> str:
    """Let a visitor get a name and an account; returns the player's id."""
    assert visitor.post("/you", {"name": name}).status_code == 303
    return account_of(visitor.site.store, visitor.http.cookies[TOKEN])


def account_of(store: Any, token: str, *, named: bool = True, hashed: bool = False) -> str:
    """Give an account to the player of a token, or of its hash; returns the player's id."""
    player = store.session(token if hashed else token_hash(token))
    assert player is not None
    row = (player.id, 1.0, int(named))
    store.write(lambda db: db.execute("INSERT INTO accounts (player_id, created, listed) VALUES (?, ?, ?)", row))
    return str(player.id)


def finish(site: Site, table: str) -> None:
    """Play a game to its end, whoever is to move."""
    advance(site, table, lambda game: game.is_game_over())
    site.ratings.game_over("uptown")  # a bot that made the last move may still be about to do so


def seat_rows(entities: Sequence[str]) -> tuple[SeatRow, ...]:
    """Seats for players and for bots ("bot:greedy")."""
    return tuple(
        SeatRow("bot", who, bot=who.removeprefix(BOT)) if who.startswith(BOT) else SeatRow("human", who, owner=who)
        for who in entities
    )


def play(
    store: SqlStore,
    table: str,
    entities: Sequence[str],
    at: float,
    seed: int = 1,
    *before_end: AnyEvent,
    game: Game | None = None,
    rated: bool = True,
) -> Game:
    """Write a finished table; `before_end` happens before the last ply. Returns the game."""
    game = game or random_game(seed, len(entities))
    assert game.seed is not None
    row = TableRow(
        table, game.title.name, game.rules, {}, game.seed, SALT, commitment(game.rules, game.seed, SALT), at - 60,
        seat_rows(entities), rated=rated,
    )  # fmt: skip
    store.create_table(row, "players")
    log: list[AnyEvent] = [Moved(ply.seat, number, "", ply.action) for number, ply in enumerate(game.history, 1)]
    last = Moved(game.history[-1].seat, game.ply, game.digest(), game.history[-1].action)
    log = [*log[:-1], *before_end, last]
    now = store.now
    store.now = lambda: at  # type: ignore[method-assign]
    try:
        store.append(Append(table, 0, log, "nobody"))
    finally:
        store.now = now  # type: ignore[method-assign]
    return game
