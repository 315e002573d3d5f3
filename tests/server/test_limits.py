"""The limits of a site: all of them are documented, and they hold for pages and the API."""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from tabletown.server.limits import DEFAULTS, Limits, Rate

from .api.programs import Program, fresh_key
from .visitors import Running, StartSite, Visitor

DOCS = Path(__file__).parents[2] / "docs" / "operating.md"
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \|", re.MULTILINE)
Join = Callable[[str, Running], Program]
PUBLIC = {"players": "2", "bot": "open", "public": "everybody"}


def in_words(value: object) -> str:
    if isinstance(value, Rate):
        return f"{value.burst}, then 1 per {value.seconds:g} s"
    return f"{value:g}" if isinstance(value, float) else str(value)


def test_every_limit_is_documented_with_its_default() -> None:
    section = DOCS.read_text(encoding="utf-8").partition("## Limits")[2].partition("\n## ")[0]
    expected = [(limit.name, in_words(getattr(DEFAULTS, limit.name))) for limit in fields(Limits)]
    assert ROW.findall(section) == expected


def from_address(running: Running, address: str) -> Visitor:
    visitor = running.visitor()
    visitor.http.headers["X-Forwarded-For"] = address
    return visitor


def assert_an_hour(refused: Response) -> None:
    """It says to come back in an hour, less the time that the test has taken so far."""
    assert 1800 < int(refused.headers["retry-after"]) <= 3600


def test_an_address_that_is_always_a_stranger_sets_only_so_many_tables(start: StartSite) -> None:
    running = start(table_rate=Rate(burst=2, seconds=3600), players_per_address=2)

    def quick(address: str) -> int:
        return from_address(running, address).post("/quick/uptown").status_code

    assert [quick("10.0.0.1") for _ in range(3)] == [303, 303, 429]
    assert quick("10.0.0.2") == 303
    visitor = from_address(running, "10.0.0.3")
    answers = [visitor.post("/quick/uptown") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [303, 303, 303, 429]  # the first one as a stranger
    assert_an_hour(answers[-1])
    assert "Please try again in 60 minutes." in answers[-1].text


@pytest.fixture
def join() -> Iterator[Join]:
    """Let a program come to a site."""
    joined: list[Program] = []

    def come(name: str, site: Running) -> Program:
        joined.append(Program(site, name))
        return joined[-1]

    yield come
    for program in joined:
        program.http.close()


def test_seats_are_counted(start: StartSite, join: Join) -> None:
    running = start(seat_rate=Rate(burst=2, seconds=3600))
    host, guest = join("Ada", running), join("Bob", running)
    answers = []
    for _ in range(3):
        host.set_table("me", "open")
        guest.table = host.table
        answers.append(guest.act("seats", seat=1))
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert_an_hour(answers[-1])
    assert answers[-1].json()["error"] == "too_many"


def take_back(program: Program, seen: dict[str, Any]) -> Response:
    return program.act("undo", version=seen["version"], key=fresh_key(), seat=seen["undo"])


def test_moves_and_take_backs_are_counted(start: StartSite, join: Join) -> None:
    ada = join("Ada", start(undo_rate=Rate(burst=2, seconds=3600)))
    _, seen = ada.half_move(ada.set_table("me", "me"))
    for _ in range(2):
        seen = take_back(ada, seen).json()
        seen = ada.move(seen, seen["moves"][-1]["move"]).json()
    refused = take_back(ada, seen)
    assert refused.status_code == 429
    assert_an_hour(refused)
    assert "Please try again in 60 minutes" in refused.json()["message"]
    assert ada.move(seen).status_code == 200


def test_a_log_that_is_full_takes_moves_only(start: StartSite, join: Join) -> None:
    ada = join("Ada", start(log_events=20))
    _, seen = ada.half_move(ada.set_table("me", "me"))
    while (answer := take_back(ada, seen)).status_code == 200:
        seen = answer.json()
        seen = ada.move(seen, seen["moves"][-1]["move"]).json()
    assert answer.status_code == 422
    assert "log of this table is full" in answer.json()["message"]
    assert ada.act("away", seat=0, bot="greedy").status_code == 422
    assert 20 <= ada.digest()[0] <= 21
    assert ada.move(seen).status_code == 200


def test_one_player_has_only_a_few_lines_of_the_lobby(start: StartSite) -> None:
    running = start(public_tables=4, listed_tables=2)
    other, crowd = running.visitor(), running.visitor()
    first = other.sit_down(**PUBLIC)
    crowd.sit_down(**PUBLIC)
    tables = [crowd.table, *(crowd.sit_down(**PUBLIC) for _ in range(3))]
    refused = crowd.post("/tables", {"title": "uptown", **PUBLIC})
    assert refused.status_code == 429
    assert refused.headers["retry-after"] == "60"
    assert crowd.post("/tables", {"title": "uptown", **PUBLIC, "public": "link"}).status_code == 303

    def listed(visitor: Visitor) -> list[str]:
        return [table for table in [first, *tables] if table in visitor.http.get("/lobby").text]

    assert listed(other) == [first, *tables[-2:]]
    assert listed(crowd) == [first, *tables]  # own tables are all there
