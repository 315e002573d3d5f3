"""Mail in the database: links, the outbox and notes, on SQLite and PostgreSQL."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import pytest

from tabletown.server.store.account_protocol import NewSession
from tabletown.server.store.mail_protocol import AddressTaken, MailLink, Outgoing, TableNote
from tabletown.server.store.protocol import Player, SeatRow, Session, SessionOver, TableRow
from tabletown.server.store.sql import SqlStore

from ..databases import Place

ADA, BOB = Player("ada", "Ada"), Player("bob", "Bob")
FAR = 1e12
TABLE = TableRow(
    id="t1",
    title="uptown",
    rules="uptown/1",
    options={},
    seed=1,
    salt="s",
    commitment="c",
    created=1e9,
    seats=(SeatRow("human", "Ada", owner="ada"), SeatRow("human", "Bob", owner="bob")),
)


@pytest.fixture
def store(place: Place) -> Iterator[SqlStore]:
    with closing(place.open()) as store:
        for player in (ADA, BOB):
            store.begin(Session(f"token-{player.id}", player))
        yield store


def confirmed(store: SqlStore, player: str = "ada", address: str = "ada@home.example") -> None:
    store.want_address(player, address)
    store.keep_link(f"link-{player}-{address}", MailLink("confirm", player, address, FAR, None))
    assert store.confirm_address(f"link-{player}-{address}", f"stop-{player}", "secret") is not None
    store.claim_outbox("away", FAR)


def count(store: SqlStore, table: str) -> int:
    return len(store.read(lambda db: db.execute(f"SELECT * FROM {table}").fetchall()))


def test_an_address_is_confirmed_and_found_in_any_case(store: SqlStore) -> None:
    store.want_address("ada", "Ada@home.example")
    box = store.mailbox("ada")
    assert box is not None
    assert (box.address, box.wanted, box.confirmed) == ("", "Ada@home.example", None)
    assert store.mailbox_of_address("ada@home.example") is None
    link = MailLink("confirm", "ada", "Ada@home.example", FAR, None)
    store.keep_link("h", link)
    assert store.confirm_address("no", "stop", "secret") is None
    store.keep_link("late", replace(link, expires=0.0))
    assert store.confirm_address("late", "stop", "secret") is None
    found = store.confirm_address("h", "stop", "secret")
    assert found == store.mailbox_of_address("ADA@home.example") == store.mailbox_to_stop("stop")
    assert store.confirm_address("h", "stop", "secret") is None
    store.want_address("bob", "ada@HOME.example")
    store.keep_link("b", MailLink("confirm", "bob", "ada@HOME.example", FAR, None))
    with pytest.raises(AddressTaken):
        store.confirm_address("b", "other", "secret")
    kept = store.mail_link("b")
    assert kept is not None
    assert kept.used is None  # nothing was done


def test_a_link_signs_in_once_however_many_try(store: SqlStore) -> None:
    confirmed(store)
    store.keep_link("h", MailLink("sign in", "ada", "ada@home.example", FAR, None, "t1"))
    tries = [NewSession(f"new-{number}", "", False) for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(lambda one: store.use_sign_in_link("h", one), tries)) == [False] * 7 + [True]
    assert len(store.open_sessions("ada")) == 2
    store.keep_link("other", MailLink("sign in", "ada", "before@home.example", FAR, None))
    assert not store.use_sign_in_link("other", tries[0])  # the address is another one now


def test_what_waits_is_not_doubled_and_claimed_by_one(store: SqlStore) -> None:
    confirmed(store)
    for _ in range(3):
        store.put_in_outbox("turn", "ada")
    for number in range(10):
        store.put_in_outbox("sign in", "", f"P{number}@home.example")
        store.put_in_outbox("sign in", "", f"p{number}@home.example")
    with ThreadPoolExecutor(4) as pool:
        claimed = list(pool.map(lambda n: store.claim_outbox(f"claim-{n}", FAR, limit=4), range(4)))
    ids = [one.id for some in claimed for one in some]
    assert len(ids) == len(set(ids)) == 11
    assert store.claim_outbox("late", FAR) == []
    number, first = next((n, some[0]) for n, some in enumerate(claimed) if some)
    store.postpone(first, "another", 0.0)  # not theirs
    assert store.claim_outbox("late", FAR) == []
    store.postpone(first, f"claim-{number}", 0.0)
    (again,) = store.claim_outbox("late", FAR)
    assert again == replace(first, tries=1)
    store.sent(again, "late")
    assert store.claim_outbox("later", FAR) == []


def test_a_claim_that_is_too_old_is_given_up(store: SqlStore) -> None:
    store.put_in_outbox("sign in", "", "ada@home.example")
    (first,) = store.claim_outbox("one", 0.0)
    assert store.claim_outbox("two", FAR) == [first]


def test_tables_are_told_until_they_were_looked_at(store: SqlStore) -> None:
    confirmed(store)
    store.create_table(TABLE, "players")
    assert store.tables_to_tell(0.0) == []
    assert store.set_turns("ada", "all")
    assert not store.set_turns("bob", "all")
    assert store.with_mail(["ada", "bob"]) == {"ada"}
    assert store.tables_to_tell(0.0) == [("ada", "t1", 0)]
    store.looked_at("ada", "t1", 0)
    store.saw_tables([("ada", "t1"), ("bob", "t1"), ("ada", "nowhere")], 5.0)
    assert store.tables_to_tell(0.0) == []
    assert store.notes_of("ada") == {"t1": TableNote(seen=5.0)}
    assert store.notes_of("bob") == {}
    store.set_turns("ada", "days")
    assert store.tables_to_tell(0.0) == [("ada", "t1", 0)]
    store.put_in_outbox("turn", "ada")
    (outgoing,) = store.claim_outbox("claim", FAR)
    store.sent(outgoing, "claim", [("t1", "7")])
    note = store.notes_of("ada")["t1"]
    assert (note.decision, note.seen, note.told is not None) == ("7", 5.0, True)
    store.mute_table("ada", "t1")
    assert store.tables_to_tell(0.0) == []


def test_what_is_sent_after_a_deletion_leaves_nothing(store: SqlStore) -> None:
    confirmed(store)
    store.create_table(TABLE, "players")
    store.set_turns("ada", "all")
    store.put_in_outbox("turn", "ada")
    store.put_in_outbox("sign in", "", "ADA@home.example")
    claimed = store.claim_outbox("claim", FAR)
    store.looked_at("ada", "t1", 0)
    store.delete_player("ada")
    for outgoing in claimed:
        store.sent(outgoing, "claim", [("t1", "1")])
    for table in ("mail_addresses", "mail_links", "mail_tables", "outbox"):
        assert count(store, table) == 0
    with pytest.raises(SessionOver):
        store.want_address("ada", "ada@home.example")
    with pytest.raises(SessionOver):
        store.keep_link("x", MailLink("sign in", "ada", "ada@home.example", FAR, None))


def test_what_is_old_is_forgotten(store: SqlStore) -> None:
    confirmed(store)
    store.want_address("bob", "bob@home.example")
    store.keep_link("old", MailLink("sign in", "ada", "ada@home.example", 1.0, None))
    store.set_turns("ada", "all")
    store.expire(0.0, store.now() + 8 * 86_400.0)
    assert store.mailbox("bob") is None
    box = store.mailbox("ada")
    assert box is not None
    assert box.turns == "all"
    assert store.mail_link("old") is None
    assert store.outbox_of("bob") == list[Outgoing]()
