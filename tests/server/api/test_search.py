"""Looking for opponents over the API: a program does what a person does."""

from collections.abc import Callable

import pytest

from tabletown.server.play.fair_play import NEEDS_ACCOUNT
from tabletown.server.play.searching.searching import SearchTiming

from ..rated import account_of
from ..visitors import Running, StartSite, wait_until
from .programs import Program

Join = Callable[[str, Running], Program]
WISHES = {"titles": ["uptown", "penny_lane"], "players": [2], "pace": "day-1"}


@pytest.fixture
def site(start: StartSite) -> Running:
    return start(searching=SearchTiming(found=3600, away=3600, gone=3600, bots=0, tick=0.02))


def test_two_programs_find_each_other(start: StartSite, join: Join) -> None:
    site = start(searching=SearchTiming(found=0, away=3600, gone=3600, tick=0.02))
    ada, bob = join("Ada", site), join("Bob", site)
    answer = ada.post("/search", WISHES)
    assert answer.status_code == 200, answer.text
    assert answer.json()["looking"]
    assert bob.get("/search").json()["by_title"] == [
        {"title": "penny_lane", "pace": "day-1", "people": 1},
        {"title": "uptown", "pace": "day-1", "people": 1},
    ]
    bob.post("/search", WISHES)
    wait_until(lambda: all(who.get("/search").json()["table"] for who in (ada, bob)))
    table = ada.get("/search").json()["table"]
    assert bob.get("/search").json()["table"] == table
    seen = ada.get(f"/tables/{table}").json()
    assert sorted(seat["name"] for seat in seen["seats"]) == ["Ada", "Bob"]
    assert seen["title"] == "uptown"
    assert seen["clock"]["per_move"]
    late = ada.delete("/search")
    assert (late.status_code, late.json()["error"]) == (422, "not_allowed")


def test_a_program_asks_for_people_about_as_strong(site: Running, join: Join) -> None:
    ada = join("Ada", site)
    assert ada.post("/search", WISHES).json()["about_my_strength"] is False
    assert ada.post("/search", {**WISHES, "about_my_strength": True}).json()["about_my_strength"] is True
    assert ada.get("/search").json()["about_my_strength"] is True
    (search,) = site.site.store.searches()
    assert search.about_my_strength
    assert ada.get("/players/me/data").json()["search"]["about_my_strength"] is True
    ada.delete("/search")
    assert ada.get("/search").json()["about_my_strength"] is False


def test_not_now_and_bots_instead(site: Running, join: Join) -> None:
    ada, bob = join("Ada", site), join("Bob", site)
    for who in (ada, bob):
        who.post("/search", WISHES)
    wait_until(lambda: ada.get("/search").json()["found"] is not None)
    assert ada.get("/search").json()["found"] == {"title": "uptown", "players": 2, "seconds": 5}
    assert ada.post("/search/bots").status_code == 422
    assert bob.delete("/search").status_code == 204
    assert bob.delete("/search").status_code == 204
    seen = ada.get("/search").json()
    assert (seen["looking"], seen["found"], seen["others"], seen["bots"]) == (True, None, 0, True)
    answers = [ada.post("/search/bots", {"key": "bots-instead"}).json() for _ in range(2)]
    assert answers[0]["id"] == answers[1]["id"]
    assert [seat["kind"] for seat in answers[0]["seats"]] == ["human", "bot"]
    assert ada.get("/search").json()["looking"] is False
    following = ada.post(f"/tables/{answers[0]['id']}/rematch?people=true")
    assert following.status_code == 200, following.text
    assert sorted(seat["kind"] for seat in following.json()["seats"]) == ["human", "open"]


def test_rated_games_are_for_players_who_keep_their_games(site: Running, join: Join) -> None:
    ada = join("Ada", site)
    answer = ada.post("/search", {**WISHES, "rated": True})
    assert (answer.status_code, answer.json()["message"]) == (422, NEEDS_ACCOUNT)
    assert site.site.store.searches() == []
    account_of(site.site.store, ada.token)
    assert ada.post("/search", {**WISHES, "rated": True}).json()["rated"] is True


@pytest.mark.parametrize(
    ("wrong", "status", "field"),
    [
        ({"titles": ["chess"]}, 400, "titles"),
        ({"titles": []}, 400, "titles"),
        ({"pace": "soon"}, 400, "pace"),
        ({"players": [5]}, 422, "players"),
        ({"players": [1]}, 400, "players[0]"),
    ],
)
def test_a_search_that_makes_no_sense(
    site: Running, join: Join, wrong: dict[str, object], status: int, field: str
) -> None:
    ada = join("Ada", site)
    answer = ada.post("/search", {**WISHES, **wrong})
    assert (answer.status_code, answer.json()["field"]) == (status, field)
    assert site.site.store.searches() == []


def test_a_table_with_a_note_is_withdrawn(site: Running, join: Join) -> None:
    ada, bob = join("Ada", site), join("Bob", site)
    seen = ada.set_table("me", "open", public=True, note="Anyone?")
    assert (seen["note"], seen["withdrawn"]) == ("Anyone?", False)
    assert bob.get("/lobby").json()["tables"][0]["note"] == "Anyone?"
    bob.table = ada.table
    assert bob.act("withdraw").status_code == 403
    assert ada.act("withdraw").json()["withdrawn"]
    assert bob.act("seats", seat=1).status_code == 422
    assert bob.get("/lobby").json()["tables"] == []
