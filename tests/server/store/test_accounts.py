"""Accounts in both databases: every secret is taken once, and nothing outlives a deletion."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import tabletown
from tabletown.server.play.tables import Tables
from tabletown.server.store import postgres_schema, sqlite_schema
from tabletown.server.store.account_protocol import Key, NewSession
from tabletown.server.store.backup import backup, restore
from tabletown.server.store.protocol import Player, Session, SessionOver, StoreError, TableRow
from tabletown.server.store.sql import SqlStore

from ..databases import File, Place
from .test_store import TABLE

KEY = Key("key-1", "ada", "public", 3, "Laptop")


@pytest.fixture
def store(place: Place) -> Iterator[SqlStore]:
    store = place.open()
    store.begin(Session("hash", Player("ada", "Ada")))
    yield store
    store.close()


def session(name: str, replaces: str = "", proved: bool = True) -> NewSession:
    return NewSession(name, "Firefox on Linux", proved, replaces)


def together(do: Callable[[int], bool], times: int = 6) -> list[bool]:
    """What becomes of something that is done several times in the same moment."""

    def one(n: int) -> bool:
        try:
            return do(n)
        except StoreError:
            return False

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(one, range(times)))


@pytest.fixture
def kept(store: SqlStore) -> SqlStore:
    """A player with a key and a ticket, and the session `now`."""
    store.add_key(KEY, session("first", "hash"))
    store.make_ticket("ada", "ticket-1", session("now", "first"))
    return store


def test_the_first_key_opens_the_account_and_ends_other_sessions(store: SqlStore) -> None:
    store.begin(Session("planted", Player("ada", "Ada")))
    assert store.account_since("ada") is None
    store.add_key(KEY, session("first", "hash"))
    assert store.account_since("ada") is not None
    assert [one.token_hash for one in store.open_sessions("ada")] == ["first"]
    assert store.session("planted") is None
    with pytest.raises(SessionOver):
        store.add_key(Key("key-2", "ada", "public", 0, "Phone"), session("second", "hash"))  # replaced already
    with pytest.raises(StoreError):
        store.add_key(KEY, session("second", "first"))  # there already
    assert [key.id for key in store.keys_held_by("ada")] == ["key-1"]


def test_a_key_counts_once(kept: SqlStore) -> None:
    assert sum(together(lambda n: kept.use_key(KEY, 4, session(f"key {n}")))) == 1
    assert not kept.use_key(KEY, 5, session("late"))  # as it was read before
    found = kept.key("key-1")
    assert found is not None
    assert found.sign_count == 4


def test_a_ticket_is_used_once_and_ends_all_other_sessions(kept: SqlStore) -> None:
    kept.use_key(KEY, 4, session("phone"))
    results = together(lambda n: kept.use_ticket("ticket-1", f"next {n}", session(f"back {n}")))
    assert sum(results) == 1
    won = results.index(True)
    assert [one.token_hash for one in kept.open_sessions("ada")] == [f"back {won}"]
    current = [ticket for ticket in kept.tickets_of("ada") if ticket.ended is None]
    assert len(current) == 1
    used = kept.ticket("ticket-1")
    assert used is not None
    assert used.ended_by == "use"
    assert not kept.use_ticket("nobody's", "next", session("x"))


def test_there_is_one_ticket_however_many_are_made_at_once(kept: SqlStore) -> None:
    def make(n: int) -> bool:
        kept.make_ticket("ada", f"made {n}", session(f"made {n}", f"device {n}"))
        return True

    for n in range(4):
        kept.keep_code("ada", f"code {n}", kept.now() + 60)
        assert kept.use_code(f"code {n}", session(f"device {n}"))
    assert together(make, 4) == [True] * 4
    assert sum(ticket.ended is None for ticket in kept.tickets_of("ada")) == 1


def test_a_code_is_used_once_and_until_it_expires(kept: SqlStore) -> None:
    kept.keep_code("ada", "code", kept.now() + 60)
    assert sum(together(lambda n: kept.use_code("code", session(f"code {n}", proved=False)))) == 1
    kept.keep_code("ada", "late", kept.now() - 1)
    assert not kept.use_code("late", session("x"))
    assert not kept.use_code("nobody's", session("x"))
    kept.keep_code("ada", "forgotten", kept.now() + 60)
    kept.end_session("now")
    assert not kept.use_code("forgotten", session("x"))


def test_a_challenge_is_taken_once_by_its_browser_for_its_purpose(store: SqlStore) -> None:
    store.keep_challenge("challenge", "make", "asker", store.now() + 60)
    assert not store.take_challenge("challenge", "sign in", "asker")
    assert not store.take_challenge("challenge", "make", "thief")
    assert sum(together(lambda _: store.take_challenge("challenge", "make", "asker"))) == 1
    store.keep_challenge("late", "make", "asker", store.now() - 1)
    assert not store.take_challenge("late", "make", "asker")
    store.expire(0.0, store.now())
    assert not store.read(lambda db: db.execute("SELECT * FROM challenges").fetchall())


def test_a_session_keeps_its_browser_and_proof_when_its_token_changes(kept: SqlStore) -> None:
    (before,) = kept.open_sessions("ada")
    kept.begin(Session("renewed", Player("ada", "Ada"), replaces="now"))
    (after,) = kept.open_sessions("ada")
    assert (after.token_hash, after.browser, after.proved) == ("renewed", before.browser, before.proved)
    assert before.proved is not None


def test_an_account_outlives_its_sessions(kept: SqlStore) -> None:
    later = kept.now() + 1e9
    kept.expire(later, later + 1)
    kept.expire(later + 2, later + 3)
    assert kept.open_sessions("ada") == []
    assert kept.player("ada") == Player("ada", "Ada")
    assert kept.use_ticket("ticket-1", "next", session("back"))


def test_nothing_is_left_of_a_deleted_account(kept: SqlStore) -> None:
    kept.keep_code("ada", "code", kept.now() + 60)
    kept.delete_player("ada")
    assert kept.account_since("ada") is None
    for table in ("accounts", "keys", "tickets", "one_time_codes", "sessions"):
        with kept.snapshot() as ask:
            assert list(ask(f"SELECT * FROM {table}")) == []
    assert not kept.use_ticket("ticket-1", "next", session("x"))
    with pytest.raises(SessionOver):
        kept.use_key(KEY, 4, session("x"))
    with pytest.raises(SessionOver):
        kept.make_ticket("ada", "ticket-2", session("x", "now"))


def test_a_player_is_joined_once_and_only_without_an_account(kept: SqlStore) -> None:
    kept.begin(Session("guest", Player("bob", "Bob")))
    kept.create_table(TABLE, "players")
    results = together(lambda n: kept.join("bob", "ada", session(f"joined {n}", "now" if n == 0 else "", proved=False)))
    assert sum(results) == 1
    assert kept.session("guest") is None
    assert kept.joined_to("ada") == ["bob"]
    assert kept.joining() == [("bob", "ada")]
    kept.joined_everywhere("bob")
    assert kept.joining() == []
    kept.begin(Session("cyd", Player("cyd")))
    assert not kept.join("ada", "cyd", session("x"))  # the other way round
    with pytest.raises(SessionOver):  # a late request of theirs must not write
        kept.create_table(_table_of("bob"), "players")


def _table_of(owner: str) -> TableRow:
    return replace(TABLE, id="late", seats=tuple(replace(seat, owner=owner) for seat in TABLE.seats))


def test_accounts_are_in_backups(kept: SqlStore, place: Place, tmp_path: Path) -> None:
    backup(kept, tmp_path / "a.backup")
    other = File(tmp_path / "other.sqlite3").open()
    restore(tmp_path / "a.backup", other)
    assert other.keys_held_by("ada") == kept.keys_held_by("ada")
    assert other.tickets_of("ada") == kept.tickets_of("ada")
    assert other.open_sessions("ada") == kept.open_sessions("ada")
    assert other.use_ticket("ticket-1", "next", session("back"))
    other.close()


def test_a_database_of_before_has_everything_and_can_keep_it(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables as they were without accounts: players, sessions and tables stay, and an account can be made."""
    with monkeypatch.context() as before:
        for schema in (sqlite_schema, postgres_schema):
            steps = schema.MIGRATIONS
            first = next(n for n, step in enumerate(steps) if "CREATE TABLE accounts" in step)
            before.setattr(schema, "MIGRATIONS", steps[:first])
        place.open().close()
    game = tabletown.new("uptown", players=2, seed=7)
    place.execute("INSERT INTO players (id, name, created) VALUES ('ada', 'Ada', 1000.0)")
    place.execute("INSERT INTO sessions (token_hash, player_id, created, used) VALUES ('hash', 'ada', 1000.0, 2000.0)")
    place.execute(
        "INSERT INTO tables (id, title, rules, options, seed, salt, commitment, created, version, awaits, public)"
        f" VALUES ('t1', 'uptown', '{game.rules}', '{{}}', '7', 'salt', 'c', 1500.0, 4, 'players', 1)"
    )
    place.execute("INSERT INTO seats (table_id, seat, kind, name, owner) VALUES ('t1', 0, 'human', 'Ada', 'ada')")
    place.execute("INSERT INTO seats (table_id, seat, kind, name, bot) VALUES ('t1', 1, 'bot', 'Sky', 'greedy')")
    for version in (1, 2, 3):
        seat, action = game.waiting[0], game.legal_actions[0]
        game.push_action(action)
        place.execute(
            "INSERT INTO events (table_id, version, kind, seat, ply, action, digest, at)"
            f" VALUES ('t1', {version}, 'move', {seat}, {version}, {action}, '{game.digest()}', 160{version}.0)"
        )
    place.execute(
        "INSERT INTO events (table_id, version, kind, seat, ply, digest, owner, at)"
        f" VALUES ('t1', 4, 'say', 0, 3, '{game.digest()}', 'ada', 1610.0)"
    )
    place.execute("INSERT INTO written (table_id, version, text) VALUES ('t1', 4, 'Good luck')")
    store = place.open()
    with Tables(store, lambda *_: None).at("t1") as table:
        assert (table.version, table.game.digest(), table.begun) == (4, game.digest(), True)
        assert [(seat.kind, seat.name, seat.owner, seat.play_forced) for seat in table.seats] == [
            ("human", "Ada", "ada", True), ("bot", "Sky", "", True)
        ]  # fmt: skip
        assert [(said.name, said.text, said.owner) for said in table.remarks] == [("Ada", "Good luck", "ada")]
        assert not table.row.rated
    assert store.tables_of("ada") == ["t1"]
    assert store.session("hash") == Player("ada", "Ada")
    assert store.account_since("ada") is None
    assert [(one.browser, one.proved) for one in store.open_sessions("ada")] == [("", None)]
    store.add_key(KEY, session("first", "hash"))
    assert store.session("first") == Player("ada", "Ada")
    store.close()
