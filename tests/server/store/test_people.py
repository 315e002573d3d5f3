"""Friends, blocks, reports and suspensions in both databases: consent, races, and what a deletion takes along."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from tabletown.server.store.account_protocol import Key, NewSession
from tabletown.server.store.backup import TABLES, backup, restore
from tabletown.server.store.events import NameTaken, RemarkRemoved, Said, SatDown
from tabletown.server.store.people_protocol import Report
from tabletown.server.store.protocol import Append, Player, SeatRow, Session, SessionOver
from tabletown.server.store.sql import SqlStore

from ..databases import File, Place
from .test_store import TABLE

MANY = 100
REPORT = Report("r1", "ada", "bob", "name", "", 0, "Bob", "Not nice", 0.0)


@pytest.fixture
def store(place: Place) -> Iterator[SqlStore]:
    store = place.open()
    for name in ("ada", "bob", "cyd"):
        store.begin(Session(f"hash-{name}", Player(name, name.title())))
    yield store
    store.close()


def ask(store: SqlStore, one: str, other: str, silently: bool = False, most: int = MANY) -> str | None:
    return store.ask_friend(one, other, silently=silently, most=most)


def names(rows: object) -> list[str]:
    return [row.person.id for row in rows]  # type: ignore[attr-defined]


def blocks(store: SqlStore, one: str) -> tuple[set[str], set[str]]:
    """Whom a player has blocked, and who has blocked the player."""
    own, others = store.blocks_with(one)
    return set(own), set(others)


def befriend(store: SqlStore, one: str, other: str) -> None:
    assert [ask(store, one, other), ask(store, other, one)] == ["asked", "friends"]


@pytest.mark.parametrize(("first", "second"), [("ada", "bob"), ("bob", "ada")])
def test_two_who_ask_each_other_are_friends(store: SqlStore, first: str, second: str) -> None:
    assert ask(store, first, second) == ask(store, first, second) == "asked"
    assert (names(store.asked_by(first)), names(store.asking(second))) == ([second], [first])
    assert not store.are_friends(first, second)
    assert ask(store, second, first) == "friends"
    assert store.are_friends(first, second)
    assert store.are_friends(second, first)
    assert (names(store.friends_of(first)), names(store.friends_of(second))) == ([second], [first])
    assert store.asked_by(first) == store.asking(second) == []
    assert ask(store, first, second) == "friends"
    store.end_friend(second, first)
    assert store.friends_of(first) == store.friends_of(second) == []


def test_requests_that_cross_make_one_friendship(place: Place, store: SqlStore) -> None:
    """Also at two servers, in the same moment."""
    other = place.open()
    for n in range(8):
        one, two = f"one-{n}", f"two-{n}"
        for name in (one, two):
            store.begin(Session(f"hash-{name}", Player(name, name)))
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda job: ask(*job), [(store, one, two), (other, two, one)]))
        assert sorted(filter(None, answers)) == ["asked", "friends"]
        assert (names(store.friends_of(one)), names(other.friends_of(two))) == ([two], [one])
    other.close()


def test_a_no_is_not_told_and_stays(store: SqlStore) -> None:
    ask(store, "ada", "bob")
    before = store.asked_by("ada")
    store.decline_friend("bob", "ada")
    assert store.asked_by("ada") == before
    assert store.asking("bob") == []
    store.end_friend("ada", "bob")
    assert store.asked_by("ada") == []
    assert ask(store, "ada", "bob") == "asked"
    assert store.asking("bob") == []
    assert ask(store, "bob", "ada") == "friends"  # a change of mind


def test_a_request_that_is_kept_from_somebody(store: SqlStore) -> None:
    assert ask(store, "ada", "bob", silently=True) == "asked"
    assert names(store.asked_by("ada")) == ["bob"]
    assert store.asking("bob") == []
    ask(store, "cyd", "ada")
    assert ask(store, "ada", "cyd", silently=True) == "asked"
    assert not store.are_friends("ada", "cyd")


def test_there_is_room_for_so_many(store: SqlStore) -> None:
    assert ask(store, "ada", "bob", most=1) == "asked"
    store.decline_friend("bob", "ada")
    assert ask(store, "ada", "cyd", most=1) is None  # a no does not make room, or it would be told
    assert ask(store, "ada", "bob", most=1) == "asked"
    assert store.block("ada", "bob", 1)
    assert store.block("cyd", "bob", 1)
    assert not store.block("ada", "cyd", 1)
    assert store.mute("ada", "bob", "", 1)
    assert not store.mute("ada", "bob", "t1", 1)


def test_a_block_ends_what_was_between_them(store: SqlStore) -> None:
    befriend(store, "ada", "bob")
    ask(store, "cyd", "ada")
    for other in ("bob", "cyd"):
        assert store.block("ada", other, MANY)
        assert store.block("ada", other, MANY)
    assert store.friends_of("bob") == []
    assert (names(store.asked_by("cyd")), store.asking("ada")) == (["ada"], [])
    assert blocks(store, "ada") == ({"bob", "cyd"}, set())
    assert blocks(store, "bob") == (set(), {"ada"})
    assert set(names(store.blocked_by("ada"))) == {"bob", "cyd"}
    store.unblock("ada", "cyd")
    assert store.asking("ada") == []  # it does not come back
    assert names(store.blocked_by("ada")) == ["bob"]


def test_whose_remarks_are_hidden(store: SqlStore) -> None:
    store.mute("ada", "bob", "t1", MANY)
    assert store.silenced_for("ada", "t1") == {"bob"}
    assert store.silenced_for("ada", "t2") == frozenset()
    store.mute("ada", "bob", "", MANY)
    store.unmute("ada", "bob", "t1")
    assert store.silenced_for("ada", "t2") == {"bob"}
    store.mute("ada", "bob", "t1", MANY)
    store.unmute("ada", "bob", "")
    assert store.muted_by("ada") == []
    store.block("ada", "cyd", MANY)
    assert store.silenced_for("ada", "t1") == {"cyd"}
    assert store.silenced_for("cyd", "t1") == frozenset()


def test_a_report_is_kept_once(store: SqlStore) -> None:
    assert store.report(REPORT, "key-1", 2)
    assert store.report(replace(REPORT, id="again"), "key-1", 2)
    assert store.report(replace(REPORT, id="r2"), "key-2", 2)
    assert not store.report(replace(REPORT, id="r3"), "key-3", 2)
    assert [report.id for report in store.open_reports()] == ["r1", "r2"]
    assert store.close_report("r1")
    assert not store.close_report("r1")
    assert not store.close_report("nothing")
    assert store.report(replace(REPORT, id="r3"), "key-3", 2)
    assert {report.id: report.closed is None for report in store.reports_by("ada")} == {
        "r1": False,
        "r2": True,
        "r3": True,
    }
    assert store.reports_by("bob") == []


def test_a_suspension_ends_by_itself(store: SqlStore) -> None:
    assert not store.suspend("nobody", store.now() + 60, "")
    assert store.suspend("bob", store.now() + 60, "Insults")
    found = store.suspension("bob")
    assert found is not None
    assert found.reason == "Insults"
    assert store.suspended({"ada", "bob", "nobody"}) == {"bob"}
    assert store.suspend("bob", store.now() - 1, "Insults")
    assert store.suspension("bob") is None
    assert store.suspended(["bob"]) == frozenset()
    assert store.unsuspend("bob")
    assert not store.unsuspend("bob")


@pytest.fixture
def talk(store: SqlStore) -> SqlStore:
    """A table at which Bob sat down and said something, as one who plays; Cyd as one who watches."""
    seats = (SeatRow("human", "Ada", owner="ada"), SeatRow("open", "Sky"))
    store.create_table(replace(TABLE, id="t1", seats=seats), "players")
    said = Said(1, 0, "d", "first", "bob"), Said(-1, 0, "d", "Cyd\nsecond", "cyd"), Said(1, 0, "d", "third", "bob")
    store.append(Append("t1", 0, [SatDown(1, 0, "d", "Bob", "", "bob"), *said], "players"))
    return store


def texts(store: SqlStore) -> list[str]:
    return [entry.event.text for entry in store.events("t1") if isinstance(entry.event, Said)]


def test_a_remark_is_removed(talk: SqlStore) -> None:
    assert talk.remove_remark("t1", 3)
    assert texts(talk) == ["first", "Cyd\nsecond", ""]
    last = talk.events("t1")[-1]
    assert (last.version, last.event) == (5, RemarkRemoved(-1, 0, "d", 3))
    assert talk.versions(["t1"]) == {"t1": 5}
    assert talk.remove_remark("t1", 3)  # twice is once
    assert talk.versions(["t1"]) == {"t1": 5}
    for number in (0, -1, 4):
        assert not talk.remove_remark("t1", number)
    assert not talk.remove_remark("t2", 1)


def test_a_name_is_taken_away(talk: SqlStore) -> None:
    for player in ("ada", "bob", "cyd"):
        assert talk.take_name(player)
        person = talk.person(player)
        assert person is not None
        assert person.name == ""
    row = talk.table("t1")
    assert row is not None
    assert row.seats[0].name == "Orange"
    sat = talk.events("t1")[0].event
    assert isinstance(sat, SatDown)
    assert sat.name == "Sky"
    assert texts(talk) == ["first", "\nsecond", "third"]
    assert [e.event.owner for e in talk.events("t1", 4) if isinstance(e.event, NameTaken)] == ["ada", "bob", "cyd"]
    assert not talk.take_name("nobody")


def test_invitations_stand_until_they_are_taken_or_declined(talk: SqlStore) -> None:
    seats = (SeatRow("human", "Ada", owner="ada"), SeatRow("open", "Sky"))
    for table in ("t2", "t3"):
        talk.create_table(replace(TABLE, id=table, seats=seats), "players")
    befriend(talk, "ada", "cyd")
    for table in ("t1", "t2", "t3", "t3"):  # at the first no seat is open
        talk.invite(table, "cyd", "ada")
    assert {one.table for one in talk.invitations("cyd", 0.0)} == {"t2", "t3"}
    assert talk.invitations("cyd", talk.now() + 1) == []
    talk.decline_invitation("t2", "cyd")
    assert {one.table for one in talk.invitations("cyd", 0.0)} == {"t3"}
    talk.append(Append("t3", 0, [SatDown(1, 0, "d", "Cyd", "", "cyd")], "players"))
    assert talk.invitations("cyd", 0.0) == []
    talk.invite("t2", "cyd", "ada")
    talk.end_friend("cyd", "ada")
    assert talk.invitations("cyd", 0.0) == []


def company(store: SqlStore) -> None:
    """Something of every kind between Ada, Bob and Cyd."""
    befriend(store, "ada", "bob")
    ask(store, "ada", "cyd")
    ask(store, "cyd", "bob")
    store.block("cyd", "ada", MANY)
    store.block("bob", "cyd", MANY)
    store.mute("ada", "cyd", "", MANY)
    store.mute("cyd", "ada", "t1", MANY)
    store.invite("t1", "ada", "bob")
    store.invite("t2", "bob", "ada")
    store.report(REPORT, "key-1", 9)
    store.report(replace(REPORT, id="r2", reporter="cyd", about="ada"), "key-2", 9)
    store.suspend("ada", store.now() + 60, "Insults")
    store.set_seen_by_friends("ada", on=True)


KEPT = ("friends", "friend_asks", "invitations", "blocks", "mutes", "reports", "suspensions")


def rows_with(place: Place, name: str) -> dict[str, list[object]]:
    found = {table: [row for row in place.execute(f"SELECT * FROM {table}") if name in row] for table in KEPT}
    return {table: rows for table, rows in found.items() if rows}


def test_a_deletion_takes_it_all_along(place: Place, store: SqlStore) -> None:
    company(store)
    assert set(rows_with(place, "ada")) == set(KEPT)
    store.delete_player("ada")
    assert rows_with(place, "ada") == {}
    assert set(rows_with(place, "cyd")) == {"friend_asks", "blocks"}
    assert store.person("ada") is None
    with pytest.raises(SessionOver):
        ask(store, "bob", "ada")
    with pytest.raises(SessionOver):
        store.block("ada", "bob", MANY)
    with pytest.raises(SessionOver):
        store.report(REPORT, "key-9", 9)


def test_a_join_brings_it_all_along(place: Place, store: SqlStore) -> None:
    company(store)
    store.begin(Session("hash-dot", Player("dot", "Dot")))
    store.add_key(Key("key-1", "dot", "public", 0, "Phone"), NewSession("dot-1", "", True, "hash-dot"))
    ask(store, "dot", "cyd")
    assert store.join("ada", "dot", NewSession("dot-2", "", True, "dot-1"))
    assert rows_with(place, "ada") == {}
    assert set(rows_with(place, "dot")) == set(KEPT)
    assert store.are_friends("bob", "dot")
    assert blocks(store, "dot") == (set(), {"cyd"})
    assert names(store.muted_by("dot")) == ["cyd"]
    assert [report.id for report in store.reports_by("dot")] == ["r1"]
    assert store.suspended(["dot"]) == {"dot"}
    person = store.person("ada")
    assert person is not None
    assert person.id == "dot"  # the old id leads to the new one


def test_a_join_makes_nobody_their_own_friend(place: Place, store: SqlStore) -> None:
    store.add_key(Key("key-1", "bob", "public", 0, "Phone"), NewSession("bob-1", "", True, "hash-bob"))
    company(store)
    store.block("bob", "ada", MANY)
    assert store.join("ada", "bob", NewSession("bob-2", "", True, "bob-1"))
    for table in ("friends", "friend_asks", "blocks"):
        assert all(row[0] != row[1] for row in place.execute(f"SELECT * FROM {table}"))
    assert blocks(store, "bob") == ({"cyd"}, {"cyd"})


def test_public_games_of_friends(talk: SqlStore) -> None:
    seats = (SeatRow("human", "Ada", owner="ada"), SeatRow("bot", "Sky", "greedy"))
    for table, public in (("t4", True), ("t5", False)):
        talk.create_table(replace(TABLE, id=table, seats=seats, public=public), "players")
    assert talk.public_games_of(["ada", "bob"]) == [("ada", "t4")]
    assert talk.public_games_of(["cyd"]) == talk.public_games_of([]) == []


def test_a_backup_holds_it(place: Place, store: SqlStore, tmp_path: Path) -> None:
    assert set(KEPT) <= set(TABLES)
    company(store)
    backup(store, tmp_path / "monday.backup")
    other = File(tmp_path / "restored.sqlite3")
    restored = other.open()
    restore(tmp_path / "monday.backup", restored)
    for table in KEPT:
        assert sorted(map(repr, map(tuple, other.execute(f"SELECT * FROM {table}")))) == sorted(
            map(repr, map(tuple, place.execute(f"SELECT * FROM {table}")))
        )
    assert restored.are_friends("ada", "bob")
    restored.close()
