"""Live updates: streams tell versions and nothing else, converge, and end when the server does."""

import asyncio
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tabletown.server.play.people.sessions import Sessions
from tabletown.server.store.events import Noted
from tabletown.server.store.protocol import Append, Player, SeatRow, Session, TableRow
from tabletown.server.store.sqlite import SqliteStore
from tabletown.server.view.live import Hub, Listener

from ..visitors import StartSite, Visitor, wait_until

pytestmark = pytest.mark.usefixtures("every_ply")


@contextmanager
def stream(visitor: Visitor, path: str = "") -> Iterator[Iterator[str]]:
    """The lines of a live stream."""
    with visitor.http.stream("GET", path or f"/tables/{visitor.table}/events") as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-store"
        yield answer.iter_lines()


def next_version(lines: Iterator[str]) -> int:
    """The version that the next frame tells."""
    return int(next(line for line in lines if line.startswith("id:")).removeprefix("id:"))


def test_a_stream_begins_with_the_version_and_tells_every_newer_one(visitor: Visitor) -> None:
    visitor.sit_down()
    form = visitor.form()
    with stream(visitor) as lines:
        assert next_version(lines) == int(form.fields["version"])
        visitor.move(form, form.moves[0])
        assert next_version(lines) > int(form.fields["version"])


def test_a_frame_says_table_and_version_and_no_more(visitor: Visitor) -> None:
    visitor.sit_down()
    version = visitor.form().fields["version"]
    with stream(visitor) as lines:
        frame = [next(lines) for _ in range(5)]
    assert frame == ["retry: 1000", "", f"id: {version}", "event: version", f"data: {visitor.table} {version}"]


def test_one_stream_for_several_tables(visitor: Visitor) -> None:
    tables = [visitor.sit_down() for _ in range(3)]
    for visitor.table in tables:
        visitor.wait_for_turn()
    query = "&".join(f"table={table}" for table in [*tables, "unknown"])
    with stream(visitor, f"/events?{query}") as lines:
        told = {next(line for line in lines if line.startswith("data:")).split()[1] for _ in tables}
    assert told == set(tables)


@pytest.mark.parametrize("path", ["/events", "/events?" + "&".join(f"table={n}" for n in range(21))])
def test_a_stream_of_nothing_or_too_much(visitor: Visitor, path: str) -> None:
    assert visitor.http.get(path).status_code == 400


def test_a_stream_ends_with_the_server_and_asks_to_come_back(start: StartSite) -> None:
    running = start()
    visitor = running.visitor()
    visitor.sit_down()
    visitor.form()
    with (
        httpx.Client(base_url=visitor.origin, trust_env=False) as other,
        other.stream("GET", f"/tables/{visitor.table}/events") as answer,
    ):
        lines = answer.iter_lines()
        next_version(lines)
        running.stop()
        assert "retry: 500" in list(lines)


def test_a_stream_that_is_left_is_forgotten(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.form()
    with stream(visitor) as lines:
        next_version(lines)
        assert visitor.site.hub.streams == 1
    wait_until(lambda: visitor.site.hub.streams == 0)


def test_streams_hear_of_what_another_server_wrote(start: StartSite) -> None:
    one, two = start().visitor(), start().visitor()
    one.sit_down()
    form = one.form()
    two.http.cookies, two.table = one.http.cookies, one.table
    with stream(one) as lines:
        assert next_version(lines) == int(form.fields["version"])
        two.move(form, form.moves[0])
        assert next_version(lines) > int(form.fields["version"])


def test_a_listener_keeps_the_newest_version_only() -> None:
    async def scenario() -> None:
        listener = Listener(["a", "b"])
        for version in (1, 3, 2, 3, 1):  # doubled and reordered
            listener.offer("a", version)
        listener.offer("b", 5)
        assert listener.take() == [("a", 3), ("b", 5)]
        listener.offer("a", 3)
        listener.offer("a", 2)
        assert listener.take() == []
        assert not listener.woken.is_set()

    asyncio.run(scenario())


def strangers(readers: Collection[str]) -> dict[str, Player | None]:
    """Nobody has signed in."""
    return dict.fromkeys(readers)


def test_news_that_another_process_sends_are_believed_unless_newer_ones_came_before(tmp_path: Path) -> None:
    looks = 0

    def versions(_: str, players: Mapping[str, Player | None]) -> dict[str, int]:
        nonlocal looks
        looks += 1
        return dict.fromkeys(players, 1)

    async def scenario() -> list[str]:
        hub = Hub(SqliteStore(tmp_path / "store.sqlite3"), versions, strangers, heartbeat=0.02, poll=60.0)
        watching = asyncio.create_task(hub.watch())
        frames: list[str] = []
        async for frame in hub.stream(["table"]):
            frames.append(frame)
            if frame.startswith(":"):
                if len(frames) > 3:
                    break
                for version, seen in ((7, {"": 3}), (6, {"": 2})):  # the older one was overtaken
                    hub.publish("table", version, seen)
        watching.cancel()
        return [frame.split()[-1] for frame in frames if "event: version" in frame]

    assert asyncio.run(scenario()) == ["1", "3"]
    assert looks == 1  # at the beginning


def test_a_session_that_has_ended_counts_as_a_strangers_from_the_next_look_on(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.sqlite3")
    store.begin(Session("hash", Player("ada")))
    sessions = Sessions(store)

    def versions(_: str, players: Mapping[str, Player | None]) -> dict[str, int]:
        return {reader: 1 if player else 0 for reader, player in players.items()}

    async def scenario() -> list[str]:
        hub = Hub(store, versions, sessions.holders, heartbeat=0.3, poll=0.01)
        watching = asyncio.create_task(hub.watch())
        frames, rounds = [], 0
        async for frame in hub.stream(["table"], "hash"):
            frames.append(frame)
            if frame.startswith(":"):
                rounds += 1
                if rounds == 3:
                    break
                hub.publish("table", rounds, {"ada": 10 * rounds, "": rounds})
                if rounds == 1:
                    sessions.end("hash")
        watching.cancel()
        return [frame.split()[-1] for frame in frames if "event: version" in frame]

    assert asyncio.run(scenario()) == ["1", "10"]  # then 2, which is less than Ada had seen
    store.close()


def test_a_quiet_stream_shows_that_it_lives_and_a_lost_notice_is_found_by_looking(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.sqlite3")
    store.begin(Session("hash", Player("ada")))
    seats = (SeatRow("human", "Ada", owner="ada"),)
    store.create_table(TableRow("table", "uptown", "uptown/1", {}, 1, "", "", 0.0, seats), "players")

    def everything_is_seen(table: str, players: Mapping[str, Player | None]) -> dict[str, int]:
        return dict.fromkeys(players, len(store.events(table)))

    async def scenario() -> list[str]:
        hub = Hub(store, everything_is_seen, strangers, heartbeat=0.02, poll=0.01)
        watching = asyncio.create_task(hub.watch())
        frames: list[str] = []
        async for frame in hub.stream(["table"]):
            frames.append(frame)
            if frame.startswith(":") and not store.events("table"):
                store.append(Append("table", 0, [Noted(0, 0, "", "?")], "players"))  # and nobody tells the hub
            if frame.startswith("id: 1"):
                hub.drain()
        watching.cancel()
        return frames

    frames = asyncio.run(scenario())
    store.close()
    assert frames[0] == "retry: 1000\n\n"
    assert ": still here\n\n" in frames
    assert frames[-2:] == ["id: 1\nevent: version\ndata: table 1\n\n", "retry: 500\n\n"]
