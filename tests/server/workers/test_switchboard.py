"""What workers share by way of the supervisor: rates, claims, numbers, news and how far titles are."""

import socket
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tabletown.bots import Budget
from tabletown.bots.bot import acting_seat
from tabletown.engine.forced import was_forced
from tabletown.engine.position import Position
from tabletown.server.limits import Limits, Rate
from tabletown.server.metrics import Metrics, as_text
from tabletown.server.play.siblings import Alone, Siblings
from tabletown.server.preparing import Preparation
from tabletown.server.store.protocol import SeatRow
from tabletown.server.workers.channel import Channel, NoAnswer
from tabletown.server.workers.followed_preparation import FollowedPreparation
from tabletown.server.workers.siblings import ChannelSiblings
from tabletown.server.workers.summed_metrics import plain
from tabletown.server.workers.switchboard import Switchboard

from ..visitors import StartSite, wait_until

LIMITS = Limits(chat_rate=Rate(burst=3, seconds=3600), players_per_address=1)


def new_switchboard(ask_for: Callable[[str], object] = lambda _: None) -> Switchboard:
    """A switchboard without a supervisor."""
    return Switchboard(LIMITS, lambda: None, ask_for)


class Joined:
    """Workers in this process, with a switchboard between them."""

    def __init__(self) -> None:
        self.switchboard = new_switchboard()
        self._channels: list[Channel] = []

    def worker(self) -> ChannelSiblings:
        """One more worker."""
        ours, theirs = socket.socketpair()
        self.switchboard.connect(len(self._channels), ours)
        channel = Channel(theirs)
        siblings = ChannelSiblings(channel)
        channel.start(siblings.handle)
        self._channels.append(channel)
        return siblings

    def end(self, worker: int = 0) -> None:
        """A worker dies."""
        self._channels[worker].close()

    def end_all(self) -> None:
        for channel in self._channels:
            channel.close()


@pytest.fixture
def joined() -> Iterator[Joined]:
    joined = Joined()
    yield joined
    joined.end_all()


def chat_wait(siblings: Siblings, player: str, address: str = "") -> float:
    return siblings.rate_limit("chat_rate", LIMITS.chat_rate, 1).wait(player, address)


def test_a_burst_is_counted_once_for_all_workers(joined: Joined) -> None:
    one, other = joined.worker(), joined.worker()
    assert [chat_wait(worker, "ada") == 0 for worker in (one, other, one, other, one)] == [True] * 3 + [False] * 2
    assert chat_wait(other, "bob", "10.0.0.1") == 0


def test_metrics_are_added_up_over_all_workers_also_those_that_ended() -> None:
    switchboard, channels = new_switchboard(), []
    for worker in range(2):
        ours, theirs = socket.socketpair()
        switchboard.connect(worker, ours)
        metrics, channel = Metrics(), Channel(theirs)
        metrics.moved("uptown", "player", 3 + worker)
        metrics.database_took("read", 0.002)
        metrics.streams.set(5)
        metrics.titles_ready.set(2 + worker)
        channel.start(lambda kind, values, metrics=metrics: plain(metrics.snapshot()))  # type: ignore[misc]
        channels.append(channel)

    def read() -> str:
        return as_text(switchboard.metrics()).decode()

    both = read()
    assert 'tabletown_moves_total{by="player",title="uptown"} 7.0\n' in both
    assert 'tabletown_database_seconds_bucket{le="0.0025",operation="read"} 2.0\n' in both
    assert "tabletown_streams 10.0\n" in both
    assert "tabletown_titles_ready 2.0\n" in both
    channels[0].close()
    wait_until(lambda: "tabletown_streams 5.0\n" in read())
    assert 'tabletown_moves_total{by="player",title="uptown"} 7.0\n' in read()
    channels[1].close()


def test_a_supervisor_that_does_not_answer_is_done_without(joined: Joined) -> None:
    """A worker then counts by itself; it waits once, not for every request, and goes back when there is an answer."""
    ours, theirs = socket.socketpair()
    channel = Channel(theirs, answer_seconds=0.05)
    siblings = ChannelSiblings(channel)
    channel.start(siblings.handle)
    limit = siblings.rate_limit("chat_rate", LIMITS.chat_rate, 1)
    assert [limit.wait("ada") == 0 for _ in range(5)] == [True] * 3 + [False] * 2
    assert [siblings.claim("advice ada"), siblings.claim("advice ada")] == [True, False]
    asked = ours.recv(65536).decode().splitlines()
    assert len(asked) == 1, "after one question without an answer nothing is asked"
    with pytest.raises(NoAnswer):
        channel.ask("claim", "anything")
    joined.switchboard.connect(99, ours)
    joined.worker().post("streams", 2)  # anything that comes shows that it is back
    wait_until(lambda: siblings.posted("streams") == 2)
    assert limit.wait("ada") == 0
    channel.close()


@pytest.mark.parametrize("several", [False, True])
def test_a_claim_is_held_by_one(joined: Joined, several: bool) -> None:
    one, other = (joined.worker(), joined.worker()) if several else (alone := Alone(), alone)
    assert one.claim("advice ada")
    assert not other.claim("advice ada")
    assert not one.claim("advice ada")
    assert other.claim("advice bob")
    one.release("advice ada")
    wait_until(lambda: other.claim("advice ada"))


def test_who_holds_what_another_wants_hears_of_it(joined: Joined) -> None:
    one, other = joined.worker(), joined.worker()
    wanted: list[str] = []
    one.listen("wanted", lambda name, _: wanted.append(name))
    assert one.claim("bots table")
    assert not other.claim("bots table")
    wait_until(lambda: wanted == ["bots table"])


def test_numbers_are_summed_and_a_newcomer_knows_them(joined: Joined) -> None:
    one, other = joined.worker(), joined.worker()
    one.post("streams", 2)
    other.post("streams", 3)
    late = joined.worker()
    wait_until(lambda: [worker.posted("streams") for worker in (one, other, late)] == [3, 2, 5])
    one.post("streams", 0)
    wait_until(lambda: late.posted("streams") == 3)
    assert late.posted("watchers table") == 0


def test_a_worker_that_dies_takes_its_claims_and_numbers_along(joined: Joined) -> None:
    one, other = joined.worker(), joined.worker()
    one.post("players table", 1)
    assert one.claim("bots table")
    wait_until(lambda: other.posted("players table") == 1)
    joined.end(0)
    wait_until(lambda: other.posted("players table") == 0)
    assert other.claim("bots table")


def note(notes: list[tuple[Any, ...]], *heard: Any) -> None:
    notes.append(heard)


def test_news_reach_all_others_and_nobody_else(joined: Joined) -> None:
    workers = [joined.worker() for _ in range(3)]
    heard: list[list[tuple[Any, ...]]] = [[] for _ in workers]
    for worker, notes in zip(workers, heard, strict=True):
        worker.listen("changed", partial(note, notes))
    workers[0].tell("changed", "table", 7)
    wait_until(lambda: heard[1:] == [[("table", 7)]] * 2)
    assert not heard[0]


def test_a_worker_that_does_not_read_gets_the_newest_only() -> None:
    ours, theirs = socket.socketpair()
    switchboard = new_switchboard()
    switchboard.connect(1, ours)
    here, there = socket.socketpair()
    switchboard.connect(2, there)
    table = "a long name" * 1000
    for version in range(1000):  # ten megabytes
        switchboard._handle(2, "news", ["changed", table, version])
    received: list[int] = []
    channel = Channel(theirs)
    channel.start(lambda _, values: received.append(values[2]))
    wait_until(lambda: received[-1:] == [999])
    assert len(received) < 500, "as much as a socket holds, and then the newest"
    channel.close()
    here.close()


def test_the_bots_of_a_table_think_in_one_worker(joined: Joined, start: StartSite) -> None:
    """However often all workers look for games that stand still, no move is thought about twice."""
    thoughts: list[int] = []

    def think(_: str, view: Position, __: Budget) -> int:
        thoughts.append(view.ply)
        time.sleep(0.01)
        return view.legal_actions_of(acting_seat(view))[0]

    sites = [start(siblings=joined.worker(), choose=think, pace={"sweep": 0.02}) for _ in range(2)]
    seats = [SeatRow("bot", name, bot="uniform") for name in ("Ada", "Bob")]
    table = sites[0].site.tables.create("uptown", seats)
    wait_until(lambda: sites[1].site.store.finished(public=False) != [])
    assert len(thoughts) == len(set(thoughts))
    with sites[0].site.tables.at(table) as finished:
        game = finished.game
    assert len(thoughts) == sum(not was_forced(game, index) for index in range(game.ply))


def test_a_bot_answers_moves_of_any_worker(joined: Joined, start: StartSite) -> None:
    """Nobody looks for games that stand still here, so no wake may be lost."""
    sites = [start(siblings=joined.worker(), poll=3600.0, pace={"sweep": 3600.0}) for _ in range(2)]
    one, other = (site.visitor() for site in sites)
    one.sit_down()
    other.http.cookies, other.table = one.http.cookies, one.table
    for visitor in (one, other, other, one, other, one) * 2:
        form = visitor.form()
        assert visitor.move(form, form.moves[0]).status_code == 303


def follow(worker: FollowedPreparation, _: str, values: list[Any]) -> None:
    worker.handle(*values)


def test_titles_are_compiled_once_for_all_workers(tmp_path: Path) -> None:
    """The supervisor's children compile each title; every worker loads the result when it is there."""
    runs = tmp_path / "runs"
    code = f"open({str(runs)!r}, 'a').write('compiled\\n'); print('1 2 view', flush=True)"
    told: list[str] = []
    supervised = Preparation(
        ["uptown"],
        tell=lambda name, stage: switchboard.tell_stage(name, stage),
        child=lambda _: [sys.executable, "-c", code],
        load_rules=lambda _: None,
        load_bots=lambda _: None,
        is_cached=lambda _: False,
    )
    switchboard = new_switchboard()
    channels: list[Channel] = []
    workers: list[FollowedPreparation] = []
    loaded: list[list[str]] = [[], []]
    for number in range(2):
        ours, theirs = socket.socketpair()
        channel = Channel(theirs)
        worker = FollowedPreparation(channel, load_rules=loaded[number].append, load_bots=loaded[number].append)
        worker.when_ready(lambda: told.append("ready"))
        channel.start(partial(follow, worker))
        worker.start()
        switchboard.connect(number, ours)
        channels.append(channel)
        workers.append(worker)
    assert not any(worker.is_ready("uptown") for worker in workers)
    supervised.start()
    wait_until(lambda: all(worker.bots_ready("uptown") for worker in workers))
    assert runs.read_text() == "compiled\n"
    assert loaded == [["uptown", "uptown"]] * 2, "the rules, then the bots"
    assert told == ["ready"] * 4
    for worker, channel in zip(workers, channels, strict=True):
        worker.stop()
        channel.close()


def test_a_visitor_of_any_worker_moves_a_title_to_the_front() -> None:
    supervised = Preparation(["uptown", "penny_lane"])
    switchboard = new_switchboard(supervised.ask_for)
    ours, theirs = socket.socketpair()
    channel = Channel(theirs)
    worker = FollowedPreparation(channel)
    switchboard.connect(1, ours)
    channel.start(partial(follow, worker))
    last = supervised.names[-1]
    assert not worker.ask_for(last).ready
    wait_until(lambda: supervised._asked == [last])
    channel.close()
