"""Fair thinking at a real site: one player's many tables do not silence the bots and hints of another."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import tabletown as tt
from tabletown.bots import Advice, Budget
from tabletown.engine.position import Position

from ..visitors import Running, StartSite, Visitor, first_legal, wait_until

SEED = 7
CROWD = 60


class Gate:
    """Bots and advisers that answer one by one, when they are let through, and a list of those who had a turn."""

    def __init__(self) -> None:
        self.turns: list[str] = []
        self._open = threading.Semaphore(0)

    def choose(self, name: str, view: Position, budget: Budget) -> int:
        self.turns.append(f"bot of {view.players}")
        self._open.acquire(timeout=60)
        return first_legal(name, view, budget)

    def advise(self, view: Position, budget: Budget) -> list[Advice]:
        self.turns.append(f"hint of {view.players}")
        self._open.acquire(timeout=60)
        return []

    def turns_until(self, wanted: str) -> int:
        """Let answers through until this one had its turn; returns how many others had one in the meantime."""
        known = len(self.turns)
        while wanted not in self.turns[known:]:
            next_one = len(self.turns) + 1
            self._open.release()
            wait_until(partial(self.has_had, next_one))
        return self.turns.index(wanted, known) - known

    def has_had(self, turns: int) -> bool:
        """Whether so many had a turn: one that is given a thread is not heard of before that has begun."""
        return len(self.turns) >= turns

    def open(self) -> None:
        """Let everything through."""
        self._open.release(100_000)


def begins(players: int) -> int:
    """Who begins in the game of this many players that is dealt at every table."""
    return tt.new("uptown", players=players, seed=SEED).waiting[0]


def visitor_from(running: Running, address: str) -> Visitor:
    visitor = running.visitor()
    visitor.http.headers["X-Forwarded-For"] = address
    return visitor


@pytest.mark.parametrize("elsewhere", [True, False], ids=["another address", "the same address"])
def test_sixty_tables_of_one_player_do_not_silence_another(
    start: StartSite, monkeypatch: pytest.MonkeyPatch, elsewhere: bool
) -> None:
    monkeypatch.setattr("tabletown.server.play.tables.secrets.randbelow", lambda _: SEED)
    gate = Gate()
    running = start(choose=gate.choose, advise=gate.advise, pace={"patience": 60.0}, public_tables=CROWD)
    threads = running.site.bot_threads
    crowd, other = visitor_from(running, "10.0.0.1"), visitor_from(running, "10.0.0.2" if elsewhere else "10.0.0.1")
    last = str((begins(4) - 1) % 4)  # three bots think before it is the turn of the player
    for _ in range(CROWD):
        crowd.sit_down(players="4", bot="search", seat=last)
    wait_until(lambda: threads.waiting == CROWD - threads.threads and gate.has_had(threads.threads))

    other.sit_down(players="2", bot="search", seat=str(1 - begins(2)))
    wait_until(lambda: threads.waiting == CROWD + 1 - threads.threads)
    assert gate.turns_until("bot of 2") <= 2
    wait_until(lambda: threads.waiting == CROWD + 1 - threads.threads)  # those let through think of their next moves

    other.sit_down(players="3", bot="search", seat=str(begins(3)))
    asking = in_background(lambda: other.post(f"/tables/{other.table}/advice", {"seat": str(begins(3))}))
    wait_until(lambda: threads.waiting == CROWD + 2 - threads.threads)
    assert gate.turns_until("hint of 3") <= 2
    gate.open()
    asking.join()


def in_background(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_tables_without_people_come_last(start: StartSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who has left two games to bots gets an answer at the third before those games go on."""
    monkeypatch.setattr("tabletown.server.play.tables.secrets.randbelow", lambda _: SEED)
    gate = Gate()
    running = start(choose=gate.choose, pace={"patience": 60.0}, tables_of_bots=100)
    threads, player = running.site.bot_threads, running.visitor()
    for _ in range(threads.threads + 2):
        player.sit_down(players="4", bot="search", seat=str((begins(4) - 1) % 4))
        seat = (begins(4) - 1) % 4
        assert player.post(f"/tables/{player.table}/away", {"seat": str(seat)}).status_code == 303
    wait_until(lambda: threads.waiting == 2 and gate.has_had(threads.threads))
    player.sit_down(players="2", bot="search", seat=str(1 - begins(2)))
    wait_until(lambda: threads.waiting == 3)
    assert gate.turns_until("bot of 2") == 0
    gate.open()


def test_a_player_leaves_only_a_few_games_to_bots_alone(start: StartSite) -> None:
    running = start(pace={"least": 3600.0}, tables_of_bots=2)
    visitor = running.visitor()
    tables = [visitor.sit_down(players="3") for _ in range(4)]

    def leave(table: str) -> int:
        return visitor.post(f"/tables/{table}/away", {"seat": "0"}).status_code

    assert [leave(table) for table in tables[:3]] == [303, 303, 429]
    refused = visitor.post(f"/tables/{tables[2]}/away", {"seat": "0"})
    assert refused.headers["retry-after"] == "300"
    assert "Please try again in 5 minutes" in refused.text
    assert leave(tables[0]) == 303  # it was left before
    assert visitor.post(f"/tables/{tables[0]}/back", {"seat": "0"}).status_code == 303
    assert leave(tables[2]) == 303
    store: Any = running.site.store
    store.write(lambda db: db.execute("UPDATE tables SET rules = 'uptown/9' WHERE id = ?", (tables[2],)))
    running.site.tables._kept.clear()
    assert leave(tables[3]) == 303  # a table that only another release knows does not count, and is not in the way
    stranger = running.visitor()  # of the same address, which has more room than one player
    assert stranger.post(f"/tables/{stranger.sit_down(players='3')}/away", {"seat": "0"}).status_code == 303


def test_an_address_leaves_only_some_games_to_bots_alone(start: StartSite) -> None:
    running = start(pace={"least": 3600.0}, tables_of_bots=1, players_per_address=2)
    answers = []
    for address in ("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2"):
        visitor = visitor_from(running, address)
        visitor.sit_down(players="3")
        answers.append(visitor.post(f"/tables/{visitor.table}/away", {"seat": "0"}).status_code)
    assert answers == [303, 303, 429, 303]
