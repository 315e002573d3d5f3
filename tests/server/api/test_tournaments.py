"""Tournaments over the API: a program organises one and takes part in it, from the first entry to the last round."""

from typing import Any

import pytest
from httpx import Response

from tabletown.server.play.fair_play import NEEDS_ACCOUNT, RATED_BOTS
from tabletown.server.play.tournaments.tournaments import ACCOUNT_NEEDED, STARTED

from ..rated import account_of
from ..visitors import wait_until
from .conftest import Join
from .programs import Program

NEW = {"title": "uptown", "name": "November", "at_table": 2, "rounds": 2, "pace": "day-1"}


@pytest.fixture
def olga(join: Join) -> Program:
    program = join("Olga")
    account_of(program.site.store, program.token)
    return program


def create(program: Program, **changes: Any) -> str:
    answer = program.post("/tournaments", {**NEW, **changes})
    assert answer.status_code == 201, answer.text
    return f"/tournaments/{answer.json()['id']}"


def names(seen: Any) -> list[str]:
    return sorted(line["name"] for line in seen["standings"])


def said(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["message"]


def test_people_and_bots_join_and_leave(olga: Program, ada: Program, bob: Program) -> None:
    path = create(olga, join=True)
    for _ in range(2):  # twice is once
        seen = ada.post(f"{path}/join", {"name": "Countess"}).json()
    assert names(seen) == ["Countess", "Olga"]
    assert [line["name"] for line in seen["standings"] if line["you"]] == ["Countess"]
    assert names(bob.post(f"{path}/join").json()) == ["Bob", "Countess", "Olga"]
    assert names(bob.post(f"{path}/leave").json()) == ["Countess", "Olga"]
    assert bob.post(f"{path}/leave").status_code == 403
    seen = olga.post(f"{path}/bots", {"bot": "tourist"}).json()
    assert names(seen) == ["Countess", "Olga", "Tourist"]
    (bot,) = [line["number"] for line in seen["standings"] if line["bot"]]
    assert names(olga.post(f"{path}/remove", {"number": bot}).json()) == ["Countess", "Olga"]


def test_only_the_organiser_organises(olga: Program, ada: Program) -> None:
    assert said(ada.post("/tournaments", NEW)) == (403, ACCOUNT_NEEDED)
    path = create(olga, join=True)
    ada.post(f"{path}/join")
    for deed, body in (("bots", {"bot": "tourist"}), ("remove", {"number": 1}), ("start", {}), ("call-off", {})):
        assert ada.post(f"{path}/{deed}", body).status_code == 403
    assert names(ada.get(path).json()) == ["Ada", "Olga"]
    assert ada.get(path).json()["state"] == "open"


def test_a_round_is_played_sat_out_and_left(olga: Program, ada: Program, bob: Program) -> None:
    path = create(olga, bots=["tourist"], join=True, rounds=3)
    ada.post(f"{path}/join")
    assert said(bob.post(f"{path}/sit-out", {"round": 1}))[0] == 403
    assert said(ada.post(f"{path}/sit-out", {"round": 1}))[0] == 422  # not begun
    for _ in range(2):
        assert olga.post(f"{path}/start").json()["state"] == "running"
    wait_until(lambda: bool(ada.get(path).json()["round"]))
    assert said(bob.post(f"{path}/join")) == (422, STARTED)
    assert said(olga.post(f"{path}/bots", {"bot": "tourist"})) == (422, STARTED)
    assert said(olga.post(f"{path}/call-off"))[0] == 422
    assert ada.post(f"{path}/sit-out", {"round": 2}).status_code == 200
    assert ada.post(f"{path}/sit-out", {"round": 0}).status_code == 200
    assert ada.post(f"{path}/sit-out", {"round": 1}).status_code == 409
    for _ in range(2):
        seen = ada.post(f"{path}/leave").json()
    assert [line["left"] for line in seen["standings"] if line["you"]] == [True]
    entry = next(entry for entry in ada.site.store.entries(path.rpartition("/")[2]) if entry.name == "Ada")
    assert (entry.left_after, entry.rests_in) == (1, 0)


def test_one_is_called_off(olga: Program, ada: Program) -> None:
    path = create(olga, join=True)
    for _ in range(2):
        assert olga.post(f"{path}/call-off").json()["state"] == "called off"
    assert said(ada.post(f"{path}/join"))[0] == 422
    assert said(olga.post(f"{path}/start"))[0] == 422


def test_a_rated_one_is_for_accounts_and_rated_bots(olga: Program, ada: Program) -> None:
    assert said(olga.post("/tournaments", {**NEW, "rated": True, "bots": ["uniform"]})) == (422, RATED_BOTS)
    path = create(olga, rated=True)
    assert said(ada.post(f"{path}/join")) == (422, NEEDS_ACCOUNT)
    assert said(olga.post(f"{path}/bots", {"bot": "uniform"})) == (422, RATED_BOTS)
    account_of(ada.site.store, ada.token)
    assert names(ada.post(f"{path}/join").json()) == ["Ada"]


def test_a_suspended_player_joins_none(olga: Program, ada: Program) -> None:
    path, store = create(olga), olga.site.store
    store.suspend(ada.get("/players/me").json()["id"], store.now() + 60, "Insults")
    answer = ada.post(f"{path}/join")
    assert (answer.status_code, "has suspended you until" in answer.json()["message"]) == (422, True)


def test_there_is_none_of_this_id(olga: Program) -> None:
    for deed, body in (("join", {}), ("leave", {}), ("start", {}), ("sit-out", {"round": 0})):
        assert olga.post(f"/tournaments/nothing/{deed}", body).status_code == 404
