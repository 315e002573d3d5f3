"""Summaries of finished games: made when a game ends, and later for those of older releases; made again, the same."""

import random
from pathlib import Path

import tabletown
from tabletown import bots
from tabletown.bots import Budget
from tabletown.server.play.summaries import Summaries, first_seat, places_of, strongest, summarize_game
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import Noted
from tabletown.server.store.opening import open_store
from tabletown.server.store.protocol import Player, SeatRow, Session

from ..finished import keep, random_game
from ..visitors import Visitor, wait_until


def play_to_the_end(visitor: Visitor, seat: str = "0") -> None:
    """A bot plays it."""
    visitor.post(f"/tables/{visitor.table}/away", {"seat": seat, "bot": "uniform"})
    visitor.wait_for_turn()
    assert visitor.is_game_over()


def test_the_end_of_a_game_is_summed_up_at_once(visitor: Visitor) -> None:
    visitor.sit_down(bot="tourist", name="Ada")
    play_to_the_end(visitor)
    with visitor.site.tables.at(visitor.table) as table:
        made, outcome, owner = summarize_game(table), table.game.outcome(), table.owner
    assert outcome is not None
    wait_until(lambda: not visitor.site.store.unsummed())
    (played,) = visitor.site.store.played(owner)
    assert (played.table_id, played.place, played.score) == (visitor.table, outcome.places[0], outcome.scores[0])
    assert played.away, "a bot played at the end"
    assert (made.people, made.players, made.kind) == (1, 2, "game")
    assert {seat.beat for seat in made.seats} == {""}, "who left to a bot has beaten nobody"


def test_an_old_database_gets_its_summaries(tmp_path: Path) -> None:
    store = open_store(tmp_path / "old.sqlite3")
    for n in range(3):
        keep(store, f"game-{n}", random_game(n), public=True)
    keep(store, "import-1", random_game(7))
    keep(store, "running", random_game(8, plies=9))
    tables = Tables(store, lambda *_: None)
    assert Summaries(tables).catch_up() == 4
    counts = store.title_counts("uptown", 100)
    assert counts.games == 3, "a record from elsewhere does not count"
    assert Summaries(tables).catch_up() == 0
    store.sum_again()
    assert store.title_counts("uptown", 100).games == 0
    assert Summaries(tables).catch_up() == 4
    assert store.title_counts("uptown", 100) == counts, "the same again"
    store.close()


def test_a_broken_table_holds_nobody_up(tmp_path: Path) -> None:
    store = open_store(tmp_path / "old.sqlite3")
    keep(store, "broken", random_game(1))
    keep(store, "sound", random_game(2))
    store.write(lambda db: db.execute("UPDATE tables SET seed = '99' WHERE id = 'broken'").rowcount)
    assert Summaries(Tables(store, lambda *_: None)).catch_up() == 1
    assert store.unsummed() == []
    store.close()


def test_a_title_that_is_not_ready_waits(tmp_path: Path) -> None:
    store = open_store(tmp_path / "old.sqlite3")
    keep(store, "game", random_game(1))
    assert Summaries(Tables(store, lambda *_: None, lambda _: False)).catch_up() == 0
    assert Summaries(Tables(store, lambda *_: None)).catch_up() == 1
    store.close()


def test_who_gives_up_is_last() -> None:
    assert places_of((1, 2, 3), {0}) == (3, 1, 2)
    assert places_of((1, 2, 3), {0, 1}) == (2, 2, 1)
    assert places_of((1, 1, 3), set()) == (1, 1, 3)
    assert places_of((1, 2), {0, 1}) == (1, 1)


def test_the_first_seat_is_the_one_that_begins() -> None:
    game = random_game(3)
    assert first_seat(game.at(0)) == game.history[0].seat
    together = tabletown.new("paper_skylines", players=3, seed=1)
    assert len(together.waiting) == 3
    assert first_seat(together) == 0, "where all decide at once, seats count as they are"


def test_the_strongest_of_the_bots_that_were_beaten() -> None:
    assert strongest(["tourist", "greedy", "tenant"]) == "greedy"
    assert strongest(["uniform"]) == "", "a baseline is no rung"


def test_a_bot_is_beaten_by_who_stands_before_it(tmp_path: Path) -> None:
    """Greedy plays for a person, against a bot that does anything."""
    store = open_store(tmp_path / "games.sqlite3")
    store.begin(Session("hash", Player("ada", "Ada")))
    game, choose = tabletown.new("uptown", players=2, seed=5), random.Random(5)
    while not game.is_game_over():
        (seat,) = game.waiting
        best = bots.get("greedy").choose(game.view(0), Budget(seconds=0.0, seed=game.ply)) if seat == 0 else None
        game.push_action(choose.choice(game.legal_actions) if best is None else best)
    seats = (SeatRow("human", "Ada", owner="ada"), SeatRow("bot", "Sky", "tourist"))
    keep(store, "game", game, rows=seats)
    keep(store, "continued", game, rows=seats, first=[Noted(-1, 0, "", "This game goes on from ply 0 of another one.")])
    Summaries(Tables(store, lambda *_: None)).catch_up()
    assert [(one.kind, one.won) for one in store.played("ada")] == [("continued", True), ("game", True)]
    assert [(one.bot, one.times) for one in store.rungs("ada")] == [("tourist", 1)], (
        "a deal that is known does not count"
    )
    store.close()
