"""Searches in both databases: what is wished for stays, also in a backup and after an upgrade."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tabletown.server.store.backup import backup, restore
from tabletown.server.store.protocol import Player, Session
from tabletown.server.store.search_protocol import Meeting, Search
from tabletown.server.store.sql import SqlStore

from ..databases import File, Place

ADA = Search("s1", "ada", ("uptown", "penny_lane"), "live-15", (2, 3), True, 100.0, 101.0, about_my_strength=True)
BOB = replace(ADA, id="s2", player_id="bob", rated=False, about_my_strength=False)


@pytest.fixture
def store(place: Place) -> Iterator[SqlStore]:
    store = place.open()
    for search in (ADA, BOB):
        store.begin(Session(f"hash-{search.player_id}", Player(search.player_id, search.player_id.title())))
        store.keep_search(search)
    yield store
    store.close()


def test_a_search_comes_back_as_it_was(store: SqlStore) -> None:
    assert store.searches() == [ADA, BOB]
    assert (store.search_of("ada"), store.search_of("bob"), store.search_of("cyd")) == (ADA, BOB, None)
    assert store.meet(Meeting("m", "uptown", 110.0, {"ada": "s1", "bob": "s2"}))
    assert store.search_of("ada") == replace(ADA, meeting="m", title="uptown", due=110.0)
    store.part("m")
    assert store.searches() == [ADA, BOB]
    store.keep_search(replace(ADA, about_my_strength=False))
    assert store.search_of("ada") == replace(ADA, about_my_strength=False)


def test_searches_are_in_a_backup(store: SqlStore, tmp_path: Path) -> None:
    backup(store, tmp_path / "a.tabletown")
    restored = File(tmp_path / "restored.sqlite3").open()
    restore(tmp_path / "a.tabletown", restored)
    assert restored.searches() == [ADA, BOB]
    restored.close()


def test_searches_of_an_older_release_ask_for_no_strength(store: SqlStore, place: Place) -> None:
    store.close()
    place.execute("ALTER TABLE searches DROP COLUMN about_my_strength")
    for later in ("positions DROP COLUMN opened", "players DROP COLUMN bot_of", "rated_games DROP COLUMN counting"):
        place.execute(f"ALTER TABLE {later}")
    place.outdate(_steps(place) - 3)
    opened = place.open()
    assert opened.searches() == [replace(ADA, about_my_strength=False), BOB]
    opened.keep_search(ADA)
    assert opened.search_of("ada") == ADA
    opened.close()


def _steps(place: Place) -> int:
    """How many steps of migration a database has behind it."""
    ((steps,),) = place.execute("PRAGMA user_version" if isinstance(place, File) else "SELECT done FROM migrations")
    return int(steps)
