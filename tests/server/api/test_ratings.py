"""Ratings for programs: a rated table, what its end did, the own history, and the list of a game."""

from typing import Any

import pytest

from tabletown.server.play.fair_play import NEEDS_ACCOUNT, NO_ADVICE, ONE_SEAT, RATED_BOTS, RATED_SEATS

from ..rated import account_of, finish
from .conftest import Join
from .programs import Program


@pytest.fixture
def keeper(join: Join) -> Program:
    program = join("Ada")
    account_of(program.site.store, program.token)
    return program


def lay(program: Program, *who: dict[str, Any]) -> Any:
    return program.post("/tables", {"title": "uptown", "seats": list(who), "rated": True})


ME, OPEN = {"who": "me"}, {"who": "open"}


def test_a_program_plays_a_rated_game(keeper: Program) -> None:
    assert keeper.set_table("me", "greedy", rated=True)["rated"] is True
    assert keeper.look()["ratings"] is None
    assert keeper.post(f"/tables/{keeper.table}/advice", {}).json()["message"] == NO_ADVICE.format(kind="rated")
    finish(keeper.site, keeper.table)
    ended = keeper.look()["ratings"]
    assert ended["why_not"] == ""
    assert [seat["rating"]["games"] for seat in ended["seats"]] == [1, 1]
    own = keeper.get("/players/me/ratings").json()
    assert own["named"] is True
    (title,) = own["titles"]
    assert title["rating"] == ended["seats"][0]["rating"]
    assert [game["table"] for game in title["history"]] == [keeper.table]
    assert title["history"][0]["change"] == ended["seats"][0]["change"] == title["rating"]["mean"] - 1500
    assert title["rating"]["provisional"]


def test_the_list_marks_bots_and_names_only_who_wants_it(keeper: Program, stranger: Program) -> None:
    for _ in range(5):
        keeper.set_table("me", "tenant", rated=True)
        finish(keeper.site, keeper.table)
    lines = stranger.get("/ratings", title="uptown").json()["players"]
    assert {(line["name"], line["bot"]) for line in lines} >= {("Ada", None), (None, "tenant")}
    assert keeper.post("/players/me/ratings/named", {"on": False}).json()["named"] is False
    lines = stranger.get("/ratings", title="uptown").json()["players"]
    assert "Ada" not in {line["name"] for line in lines}
    assert [line["rank"] for line in keeper.get("/ratings", title="uptown", limit=1).json()["players"]] == [1]
    assert sum(line["you"] for line in keeper.get("/ratings", title="uptown").json()["players"]) == 1
    assert stranger.get("/ratings", title="chess").status_code == 404


def test_what_cannot_be_rated_is_refused(keeper: Program, join: Join) -> None:
    visitor = join("Eve")
    for program, seats, why in (
        (visitor, (ME, OPEN), NEEDS_ACCOUNT),
        (keeper, (ME, ME), RATED_SEATS),
        (keeper, (ME, {"who": "bot", "bot": "uniform"}), RATED_BOTS),
    ):
        answer = lay(program, *seats)
        assert (answer.status_code, answer.json()["message"]) == (422, why)
    keeper.table = visitor.table = lay(keeper, ME, OPEN, OPEN).json()["id"]
    assert visitor.act("seats", seat=1).json()["message"] == NEEDS_ACCOUNT
    assert keeper.act("seats", seat=1).json()["message"] == ONE_SEAT.format(kind="rated")
    assert visitor.post("/players/me/ratings/named", {"on": True}).json()["message"] == NEEDS_ACCOUNT
