"""Turns in the queue of bots and hints: fair by address and player, people first."""

import asyncio
import threading

import pytest

from tabletown.server.play.bots.fair_queue import Asker, FairQueue
from tabletown.server.play.bots.threads import BotThreads


def served(queue: FairQueue[str]) -> list[str]:
    return [queue.pop() for _ in range(len(queue))]


def test_addresses_take_turns_and_players_within_them() -> None:
    queue = FairQueue[str]()
    for address, player, count in (("x", "ada", 3), ("x", "bob", 2), ("y", "cyd", 2), ("z", "", 1)):
        for n in range(count):
            queue.push(Asker(address, player), f"{player}{n}")
    assert served(queue) == ["ada0", "cyd0", "0", "bob0", "cyd1", "ada1", "bob1", "ada2"]
    with pytest.raises(IndexError):
        queue.pop()


def test_a_newcomer_waits_for_one_turn_of_each() -> None:
    queue = FairQueue[str]()
    for n in range(60):
        queue.push(Asker("x", "ada"), f"ada{n}")
    assert [queue.pop(), queue.pop()] == ["ada0", "ada1"]
    queue.push(Asker("y", "bob"), "bob")
    assert [queue.pop(), queue.pop()] == ["ada2", "bob"]


def test_people_come_first_also_those_who_come_later() -> None:
    queue, present = FairQueue[str](), set[str]()
    for n in range(3):
        queue.push(Asker("x", "ada", lambda n=n: f"ada{n}" in present), f"ada{n}")  # type: ignore[misc]
    queue.push(Asker("y", "bob", lambda: "bob" in present), "bob")
    present |= {"ada1"}
    assert queue.pop() == "ada1"
    present |= {"bob"}
    assert served(queue) == ["bob", "ada0", "ada2"]


def test_work_that_is_given_up_costs_nobody_a_turn() -> None:
    queue = FairQueue[str]()
    ada, bob = Asker("x", "ada"), Asker("y", "bob")
    for asker, work in ((ada, "a"), (ada, "b"), (bob, "c")):
        queue.push(asker, work)
    queue.discard(ada, "a")
    queue.discard(ada, "a")
    assert served(queue) == ["b", "c"]


def test_a_thread_that_hangs_is_replaced() -> None:
    """Callers lose patience one after the other: each time the next one gets a thread, and none is left over."""
    stuck = threading.Event()
    running = [0]

    def hang() -> None:
        running[0] += 1
        stuck.wait(30)

    async def ask() -> list[int]:
        threads = BotThreads(1)
        for _ in range(3):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await threads(hang)
        assert running == [3]
        first = asyncio.create_task(threads(lambda: stuck.wait(30)))
        await asyncio.sleep(0)
        with pytest.raises(TimeoutError):  # one that is still in the queue leaves it
            async with asyncio.timeout(0.05):
                await threads(hang)
        stuck.set()
        await first
        return [await threads(lambda: 1), *await asyncio.gather(threads(lambda: 2), threads(lambda: 3))]

    assert asyncio.run(ask()) == [1, 2, 3]
    assert running == [3]
