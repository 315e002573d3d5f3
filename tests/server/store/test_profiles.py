"""Summaries, profiles and games put away, in both databases: each summary once, nothing outlives a deletion."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tabletown.server.store.account_protocol import NewSession
from tabletown.server.store.backup import backup, restore
from tabletown.server.store.profile_protocol import GameSummary, SeatAccount, SeatResult
from tabletown.server.store.protocol import Append, Player, SeatRow, Session
from tabletown.server.store.sql import SqlStore

from ..databases import File, Place
from .test_store import TABLE, move

SEATS = (SeatRow("human", "Ada", owner="ada"), SeatRow("human", "Bob", owner="bob"), SeatRow("bot", "Green", "greedy"))
RESULTS = (
    SeatResult(0, "ada", "", 0, 1, 30, 9, beat="greedy"),
    SeatResult(1, "bob", "", 1, 3, 10, -20, gave_up=True),
    SeatResult(2, "", "greedy", 2, 2, 21, -9),
)


def summary(table_id: str, ended: float = 100.0, **changes: object) -> GameSummary:
    made = GameSummary(table_id, "uptown", "", ("advanced",), 3, 2, "game", True, ended - 90, ended, 77, seats=RESULTS)
    return replace(made, **changes)  # type: ignore[arg-type]


def finish(store: SqlStore, table_id: str) -> None:
    store.create_table(replace(TABLE, id=table_id, seats=SEATS), "players")
    store.append(Append(table_id, 0, [move(1)], "nobody"))


@pytest.fixture
def store(place: Place) -> Iterator[SqlStore]:
    store = place.open()
    for name in ("ada", "bob"):
        store.begin(Session(f"hash of {name}", Player(name, name.title())))
    store.make_ticket("ada", "ticket", NewSession("now", "", True, "hash of ada"))
    yield store
    store.close()


@pytest.fixture
def played(store: SqlStore) -> SqlStore:
    """Ada and Bob have played three games; Ada has won all of them."""
    for n in range(3):
        finish(store, f"game-{n}")
        assert store.keep_summary(summary(f"game-{n}", 100.0 + n, people=2 if n else 1))
        store.summed(f"game-{n}")
    return store


def test_a_finished_table_waits_for_its_summary(store: SqlStore) -> None:
    store.create_table(replace(TABLE, id="running", seats=SEATS), "players")
    for n in range(3):
        finish(store, f"game-{n}")
    waiting = store.unsummed()
    assert [table_id for _, table_id in waiting] == ["game-0", "game-1", "game-2"]
    assert store.unsummed(waiting[0], limit=1) == waiting[1:2], "one that cannot be summed up holds nobody up"
    store.summed("game-1", broken=True)
    assert [table_id for _, table_id in store.unsummed()] == ["game-0", "game-2"]


def test_a_summary_is_kept_once_by_whichever_server_comes_first(store: SqlStore, place: Place) -> None:
    finish(store, "game-0")
    others = [store, *(place.open() for _ in range(3))]
    together, kept = threading.Barrier(len(others)), []

    def keep(one: SqlStore) -> None:
        together.wait()
        kept.append(one.keep_summary(summary("game-0")))

    threads = [threading.Thread(target=keep, args=[one]) for one in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(kept) == [False, False, False, True]
    assert [(one.games, one.won) for one in store.totals("ada")] == [(1, 1)]
    for one in others[1:]:
        one.close()


def test_what_a_player_has_played(played: SqlStore) -> None:
    games = played.played("ada")
    assert [game.table_id for game in games] == ["game-2", "game-1", "game-0"]
    assert games[0].won
    assert (games[0].seat, games[0].place, games[0].score, games[0].lead, games[0].public) == (0, 1, 30, 9, True)
    assert [game.table_id for game in played.played("ada", limit=1, offset=1)] == ["game-1"]
    assert [game.table_id for game in played.played("ada", company="bots")] == ["game-0"]
    assert played.count_played("ada", company="people") == 2
    assert [game.table_id for game in played.played("ada", since=101.0)] == ["game-2"]
    assert played.played("ada", title="penny_lane") == []
    assert [(one.title, one.bot, one.times) for one in played.rungs("ada")] == [("uptown", "greedy", 3)]
    assert played.results("bob", 2) == [(102.0, False), (101.0, False)]
    assert played.rungs("bob") == []
    assert played.played("bob")[0].gave_up


def test_what_reviews_say(played: SqlStore) -> None:
    assert played.reviewed("ada") == []
    played.keep_accounts("game-0", [SeatAccount(0, 0.5, 0.1, 10), SeatAccount(1, None, -0.1, 0)])
    played.keep_accounts("game-1", [SeatAccount(0, 0.8, 0.3, 30)])
    (found,) = played.reviewed("ada")
    assert (found.title, found.games) == ("uptown", 2)
    assert found.accuracy == pytest.approx((0.5 * 10 + 0.8 * 30) / 40)
    assert found.luck == pytest.approx(0.2)
    assert found.luck_squares == pytest.approx(0.05)
    assert [game.reviewed for game in played.played("ada")] == [False, True, True]
    assert played.reviewed("bob")[0].accuracy is None


def test_statistics_count_what_was_played(played: SqlStore) -> None:
    finish(played, "lesson")
    played.keep_summary(summary("lesson", kind="lesson"))
    counts = played.title_counts("uptown", 100)
    assert (counts.games, counts.since, counts.by_players) == (3, 100.0, {3: 3})
    assert counts.by_setup == {("", "advanced"): 3}
    assert counts.by_company == {"both": 3}
    assert counts.turns == {(3, 0): (3, 3), (3, 1): (3, 0), (3, 2): (3, 0)}
    assert counts.scores == {(3, 30, True): 3, (3, 10, False): 3, (3, 21, False): 3}
    assert (counts.plies, counts.minutes) == ({(3, 7): 3}, {(3, 1): 3})
    assert counts.by_bot == {"": (6, 3), "greedy": (3, 0)}
    assert played.title_counts("uptown", 2).games == 2, "only so many are looked at"
    assert played.title_counts("penny_lane", 2).games == 0


def test_games_are_put_away_and_back(played: SqlStore) -> None:
    played.put_away("ada", ["game-1", "game-1", "nothing"], True)
    assert [game.table_id for game in played.played("ada")] == ["game-2", "game-0"]
    assert [game.table_id for game in played.played("ada", hidden=True)] == ["game-1"]
    assert played.put_away_by("ada") == ["game-1"]
    assert "game-1" not in played.tables_of("ada", listed=True)
    assert "game-1" in played.tables_of("ada")
    assert len(played.played("bob")) == 3, "others still have it"
    played.put_away("ada", ["game-1"], False)
    assert played.put_away_by("ada") == []
    assert sorted(played.played_among("ada", ["game-1", "nothing", "\0"])) == ["game-1"]
    assert played.played_among("cyd", ["game-1"]) == []


def test_who_sits_at_a_table(played: SqlStore) -> None:
    found = played.names_at(["game-0", "nothing"])
    assert [(one.name, one.bot, one.owner) for one in found.pop("game-0")] == [
        ("Ada", "", "ada"),
        ("Bob", "", "bob"),
        ("Green", "greedy", ""),
    ]
    assert found == {}
    assert played.accounts_among(["ada", "bob", "nobody"]) == {"ada": "ada"}


def test_by_whom_a_sheet_of_many_may_be_seen(played: SqlStore) -> None:
    played.let_see("ada", "ratings", "friends")
    played.let_see("bob", "games", "me")
    assert played.seen_by_among(["ada", "bob", "nobody"], "ratings") == {"ada": "friends"}
    assert played.seen_by_among(["ada", "bob"], "games") == {"bob": "me"}
    assert played.seen_by_among([], "games") == {}


def test_what_a_joined_browser_has_played_comes_along(played: SqlStore) -> None:
    played.put_away("bob", ["game-0"], True)
    assert played.join("bob", "ada", NewSession("next", "", False, "now"))
    assert len(played.played("ada")) == 4, "two of the six are put away: it is one game for one person"
    assert played.accounts_among(["bob"]) == {"bob": "ada"}
    assert played.put_away_by("ada") == ["game-0"]


def test_a_deleted_player_is_in_no_summary(played: SqlStore) -> None:
    played.let_see("ada", "games", "everyone")
    played.let_see("ada", "games", "me")
    assert played.seen_by("ada") == {"games": "me"}
    played.put_away("ada", ["game-0"], True)
    played.delete_player("ada")
    finish_late = summary("late")
    played.create_table(replace(TABLE, id="late", seats=SEATS[1:]), "players")
    played.append(Append("late", 0, [move(1)], "nobody"))
    assert played.keep_summary(finish_late), "the other seats count"
    assert (played.totals("ada"), played.put_away_by("ada"), played.seen_by("ada")) == ([], [], {})
    assert played.accounts_among(["ada"]) == {}
    assert len(played.played("bob")) == 4
    with played.snapshot() as ask:
        assert not [row for row in ask("SELECT player_id FROM game_results") if row[0] == "ada"]


def test_summaries_can_be_made_again(played: SqlStore) -> None:
    played.sum_again()
    assert played.totals("ada") == []
    assert len(played.unsummed()) == 3


def test_all_of_it_is_in_a_backup(played: SqlStore, tmp_path: Path) -> None:
    played.let_see("ada", "rungs", "me")
    played.put_away("ada", ["game-2"], True)
    backup(played, tmp_path / "all.backup")
    other = File(tmp_path / "other.sqlite3").open()
    restore(tmp_path / "all.backup", other)
    assert other.played("ada") == played.played("ada")
    assert (other.put_away_by("ada"), other.seen_by("ada")) == (["game-2"], {"rungs": "me"})
    assert other.title_counts("uptown", 9) == played.title_counts("uptown", 9)
    other.close()
