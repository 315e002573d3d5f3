"""The open database: all finished games of public tables, nothing else, and never all of them in memory."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import tabletown
from tabletown.server.limits import Rate
from tabletown.server.play.exports import finished_games
from tabletown.server.play.shuffle_check import check_record
from tabletown.server.store.events import Noted
from tabletown.server.store.protocol import Append
from tabletown.server.store.sqlite import SqliteStore

from ..finished import keep, random_game, recorded, sealed_record
from ..visitors import OFTEN, Running, StartSite, Visitor


@pytest.fixture
def running(start: StartSite) -> Running:
    return start(export_rate=OFTEN, import_rate=OFTEN)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "store.sqlite3")
    yield store
    store.close()


def taken(visitor: Visitor, query: str = "") -> list[dict[str, object]]:
    answer = visitor.http.get(f"/export/games.jsonl{query}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


def test_finished_games_of_public_tables_and_no_others(visitor: Visitor) -> None:
    store = visitor.site.store
    assert taken(visitor) == []
    keep(store, "public", random_game(1), public=True)
    keep(store, "by-link", random_game(2))
    keep(store, "running", random_game(3, plies=20), public=True)
    keep(store, "also-public", recorded("penny_lane/5-jobs"), public=True)
    assert visitor.post("/replays", {"record": sealed_record()}).status_code == 303
    games = taken(visitor)
    assert [game["id"] for game in games] == ["public", "also-public"]
    for game in games:
        record = str(game["record"])
        assert check_record(record).passed
        assert tabletown.loads(record).scores() == game["scores"]
        assert record == visitor.http.get(f"/tables/{game['id']}/record").text
    assert visitor.http.get("/export").status_code == 200


def test_a_game_that_was_played_at_a_public_table(visitor: Visitor) -> None:
    visitor.sit_down(public="everybody", name="Ada")
    assert taken(visitor) == []
    while not visitor.is_game_over():
        form = visitor.form()
        if form.moves:
            visitor.move(form, form.moves[0])
    (game,) = taken(visitor)
    assert (game["id"], game["players"], game["bots"]) == (visitor.table, ["Ada", "Sky"], ["", "uniform"])
    assert check_record(str(game["record"])).passed


def test_one_goes_on_where_one_has_stopped(visitor: Visitor) -> None:
    for n in range(3):
        keep(visitor.site.store, f"game-{n}", random_game(n), public=True)
    games = taken(visitor)
    assert [game["id"] for game in taken(visitor, f"?after={games[0]['ended']}")] == ["game-1", "game-2"]
    assert taken(visitor, f"?after={games[-1]['ended']}") == []
    for after in ("yesterday", "-1", "1e9", "nan", "9" * 40):
        assert visitor.http.get(f"/export/games.jsonl?after={after}").status_code == 400
    assert visitor.http.head("/export/games.jsonl").status_code == 200


def test_games_that_ended_at_the_same_time_are_all_there(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of an end does not tell games apart, and they come in small numbers."""
    monkeypatch.setattr("tabletown.server.play.exports._AT_ONCE", 4)
    times = [1000.0, *[2000.0] * 9, 3000.0, 3000.0]
    with monkeypatch.context() as patched:
        for n, at in enumerate(times):
            patched.setattr(SqliteStore, "now", lambda _, at=at: at)
            keep(store, f"game-{n:02}", random_game(1), public=True)
    assert sorted(game.id for game in finished_games(store)) == [f"game-{n:02}" for n in range(len(times))]


def test_a_log_that_cannot_be_replayed_is_left_out(store: SqliteStore, caplog: pytest.LogCaptureFixture) -> None:
    keep(store, "good", random_game(1), public=True)
    keep(store, "broken", random_game(2, plies=20), public=True)
    digest = random_game(2).digest()
    store.append(Append("broken", 20, [Noted(-1, 20, digest, "?")], "nobody"))
    keep(store, "later", random_game(3), public=True)
    assert [game.id for game in finished_games(store)] == ["good", "later"]
    assert "left out" in caplog.text


def test_games_are_made_one_by_one(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(3):
        keep(store, f"game-{n}", random_game(n), public=True)
    asked: list[str] = []
    events = SqliteStore.events
    monkeypatch.setattr(SqliteStore, "events", lambda self, id, after=0: asked.append(id) or events(self, id, after))  # type: ignore[func-returns-value]
    stream = finished_games(store)
    next(stream)
    assert asked == ["game-0"]
    del stream


def test_there_is_a_limit(start: StartSite) -> None:
    visitor = start(export_rate=Rate(burst=2, seconds=3600)).visitor()
    assert [visitor.http.get("/export/games.jsonl").status_code for _ in range(3)] == [200, 200, 429]
