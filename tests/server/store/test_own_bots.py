"""Players' own bots in both databases: limits and races, names, tokens, peace, and what a deletion takes along."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tabletown.server.store.backup import backup, restore
from tabletown.server.store.protocol import Player, Session, SessionOver
from tabletown.server.store.sql import SqlStore

from ..databases import File, Place
from ..rated import give_account


@pytest.fixture
def store(place: Place) -> Iterator[SqlStore]:
    store = place.open()
    give_account(store, "ada", "bob")
    assert store.make_bot("ada", "bot-1", "Robo", "hash-1", 3)
    yield store
    store.close()


def names(store: SqlStore, owner: str = "ada") -> list[str]:
    return [bot.full_name for bot in store.own_bots(owner)]


def holder(store: SqlStore, token_hash: str) -> Player | None:
    return store.session(token_hash)


def test_a_bot_is_a_player_with_a_name_that_says_whose_it_is(store: SqlStore) -> None:
    (bot,) = store.own_bots("ada")
    assert (bot.id, bot.name, bot.full_name, bot.used) == ("bot-1", "Robo", "Robo (bot of Ada)", None)
    assert holder(store, "hash-1") == Player("bot-1", "Robo (bot of Ada)")
    assert store.account_since("bot-1") == bot.made == bot.token_made
    assert store.own_bots("bob") == []


def test_there_are_never_more_than_the_limit_whoever_is_faster(store: SqlStore) -> None:
    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(lambda n: store.make_bot("ada", f"bot-{n}", "Robo", f"hash-{n}", 3), range(2, 8)))
    assert sorted(made) == [False] * 4 + [True] * 2
    assert len(store.own_bots("ada")) == 3


def test_its_name_follows_both_names(store: SqlStore) -> None:
    assert store.rename_bot("ada", "bot-1", "Tin")
    assert names(store) == ["Tin (bot of Ada)"]
    assert not store.rename_bot("bob", "bot-1", "Mine")
    store.begin(Session("token of ada", Player("ada", "Countess"), replaces="token of ada"))
    assert names(store) == ["Tin (bot of Countess)"]
    store.take_name("ada")  # by the host: no bot may go on saying it
    assert names(store) == ["Nameless (bot)"]


def test_a_name_that_the_host_takes_from_a_bot_is_gone(store: SqlStore) -> None:
    assert store.take_name("bot-1")
    assert names(store) == ["Nameless (bot of Ada)"]


def test_another_token_ends_the_one_before(store: SqlStore) -> None:
    assert not store.replace_bot_token("bob", "bot-1", "hash-x")
    assert store.replace_bot_token("ada", "bot-1", "hash-2")
    assert holder(store, "hash-1") is None
    assert holder(store, "hash-2") is not None
    assert store.end_other_sessions("token of ada") == 0  # of Ada's own; her bot plays on
    assert holder(store, "hash-2") is not None


def test_a_token_that_nobody_uses_stays_good(store: SqlStore) -> None:
    now = store.now()
    store.touch(["hash-1", "token of ada"], now - 100)
    store.expire(now - 50, now)
    assert holder(store, "token of ada") is None
    assert holder(store, "hash-1") is not None


def test_who_is_one_person(store: SqlStore) -> None:
    assert store.make_bot("ada", "bot-2", "Tin", "hash-2", 3)
    assert store.person_behind("bot-2") == store.person_behind("ada") == "ada"
    everybody = {"ada", "bot-1", "bot-2"}
    assert [store.one_person(one) for one in sorted(everybody)] == [everybody] * 3
    assert store.one_person("bob") == {"bob"}


def test_a_bot_is_met_and_suspended_like_its_owner(store: SqlStore) -> None:
    assert store.block("bob", "ada", 9)
    assert store.blocks_with("bob") == (frozenset({"ada", "bot-1"}), frozenset())
    assert store.blocks_with("bot-1") == store.blocks_with("ada") == (frozenset(), frozenset({"bob"}))
    assert [(owner, bot.id) for owner, bot in store.bots_of_blocked("bob")] == [("ada", "bot-1")]
    assert store.bots_of_blocked("ada") == []
    assert store.silenced_for("bob", "t") == {"ada", "bot-1"}
    store.suspend("ada", store.now() + 1000, "rude")
    found = store.suspension("bot-1")
    assert found is not None
    assert found.reason == "rude"
    assert store.suspended(["bot-1", "ada", "bob"]) == {"bot-1", "ada"}
    store.unsuspend("ada")
    store.suspend("bot-1", store.now() + 1000, "loops")
    assert store.suspended(["bot-1", "ada"]) == {"bot-1"}


def test_it_goes_with_its_owner(store: SqlStore) -> None:
    store.delete_player("ada")
    assert store.own_bots("ada") == []
    assert holder(store, "hash-1") is None
    assert set(store.departing()) == {"ada", "bot-1"}
    assert store.account_since("bot-1") is None
    with pytest.raises(SessionOver):
        store.make_bot("ada", "bot-2", "Tin", "hash-2", 3)


def test_a_backup_holds_them(store: SqlStore, tmp_path: Path) -> None:
    backup(store, tmp_path / "backup.gz")
    other = File(tmp_path / "other.sqlite3").open()
    restore(tmp_path / "backup.gz", other)
    assert other.own_bots("ada") == store.own_bots("ada")
    other.close()
