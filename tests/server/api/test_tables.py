"""Tables and their people over JSON: who sits where, who leaves, who plays again, and where tables are found."""

from typing import Any

import pytest

from tabletown import games

from ..visitors import OFTEN, Running, StartSite, wait_until
from .conftest import Join
from .programs import Program, fresh_key


def test_a_friend_sits_down(ada: Program, bob: Program) -> None:
    seen = ada.set_table("me", "open", "uniform")
    assert [seat["kind"] for seat in seen["seats"]] == ["human", "open", "bot"]
    bob.table = ada.table
    answer = bob.act("seats", seat=1)
    assert answer.status_code == 200
    assert answer.json()["yours"] == [1]
    assert ada.look()["seats"][1]["name"] == "Bob"
    version = ada.digest()[0]
    assert bob.act("seats", seat=1).status_code == 200
    assert ada.digest()[0] == version
    late = ada.act("seats", seat=1)
    assert (late.status_code, late.json()["error"]) == (409, "outdated")
    assert late.json()["table"]["yours"] == [0]


def test_a_bot_takes_an_open_seat(ada: Program, bob: Program) -> None:
    ada.set_table("me", "open")
    bob.table = ada.table
    assert bob.act("seats", seat=1, bot="uniform").status_code == 403
    assert ada.act("seats", seat=1, bot="hal").status_code == 400
    assert ada.act("seats", seat=4, bot="uniform").status_code == 422
    assert ada.act("seats", seat=1, bot="uniform").status_code == 200
    assert ada.look()["seats"][1]["bot"] == "uniform"


def test_a_table_is_set_as_it_was_asked_for(ada: Program) -> None:
    clock = {"seconds": 3600, "increment": 5, "per_move": False, "on_flag": "pass"}
    option = next(iter(games.get("penny_lane").meta.options), None)
    options = {option: True} if option else {}
    seats = [{"who": "me", "name": "Grace"}, {"who": "me"}, {"who": "bot", "bot": "tenant"}, {"who": "open"}]
    body = {"title": "penny_lane", "seats": seats, "options": options, "public": True, "clock": clock}
    seen = ada.post("/tables", body).json()
    assert [seat["name"] for seat in seen["seats"]] == ["Grace", "Sky", "Green", "Vermilion"]
    assert [seat["bot"] for seat in seen["seats"]] == [None, None, "tenant", None]
    assert seen["yours"] == [0, 1]
    assert seen["public"] is True
    assert seen["clock"] == clock
    assert all(seen["options"][name] for name in options)


@pytest.mark.parametrize(
    ("title", "edition", "change"),
    [
        ("paper_skylines", "balanced_2", "San Francisco: bonus 2 instead of 1"),
        ("uptown", "balanced_2", "Botanic Garden: prestige 4 instead of 6"),
    ],
)
def test_a_table_with_another_edition_of_the_cards(ada: Program, title: str, edition: str, change: str) -> None:
    offered = {one["name"]: one["editions"] for one in ada.get("/titles").json()["titles"]}[title]
    assert [one["name"] for one in offered] == [edition]
    assert change in offered[0]["changes"]
    body = {"title": title, "seats": [{"who": "me"}, {"who": "open"}], "edition": edition}
    seen = ada.post("/tables", body).json()
    assert (seen["edition"], seen["rules"]) == (edition, f"{title}/1/{edition}")
    refused = ada.post("/tables", body | {"edition": "steep"})
    assert (refused.status_code, refused.json()["field"]) == (422, "edition")
    assert f"it has: {edition}." in refused.json()["message"]


@pytest.mark.parametrize("title", ["paper_skylines", "uptown"])
def test_a_table_with_an_edition_that_is_no_longer_offered(ada: Program, title: str) -> None:
    seen = ada.post("/tables", {"title": title, "seats": [{"who": "me"}, {"who": "open"}], "edition": "balanced"})
    assert seen.json()["rules"] == f"{title}/1/balanced"


@pytest.mark.parametrize(
    ("change", "status", "field"),
    [
        ({"title": "chess"}, 400, "title"),
        ({"seats": [{"who": "me"}]}, 400, "seats"),
        ({"seats": [{"who": "me"}] * 5}, 422, "seats"),
        ({"seats": [{"who": "open"}] * 2}, 422, "seats"),
        ({"seats": [{"who": "me"}, {"who": "you"}]}, 400, "seats[1].who"),
        ({"seats": [{"who": "me"}, {"who": "bot", "bot": "hal"}]}, 400, "bot"),
        ({"options": {"flying": True}}, 422, "options"),
        ({"options": {"flying": "yes"}}, 400, "options[...]"),
        ({"clock": {"seconds": 1}}, 400, "clock.seconds"),
        ({"clock": {}}, 400, "clock.seconds"),
        ({"public": "yes"}, 400, "public"),
        ({"colour": "blue"}, 400, "colour"),
    ],
)
def test_what_is_wrong_is_named(ada: Program, change: dict[str, Any], status: int, field: str) -> None:
    body = {"title": "uptown", "seats": [{"who": "me"}, {"who": "open"}], **change}
    answer = ada.post("/tables", body)
    assert (answer.status_code, answer.json()["field"]) == (status, field)
    assert answer.json()["message"].startswith(field)
    assert ada.get("/players/me/tables").json() == {"tables": []}


def test_the_same_key_sets_one_table(ada: Program, bob: Program) -> None:
    body = {"title": "uptown", "seats": [{"who": "me"}, {"who": "open"}], "key": fresh_key()}
    one, two = ada.post("/tables", body).json()["id"], ada.post("/tables", body).json()["id"]
    assert one == two
    assert bob.post("/tables", body).json()["id"] != one


def test_leaving_and_coming_back(ada: Program, bob: Program) -> None:
    ada.set_table("me", "open")
    bob.table = ada.table
    assert bob.act("back", seat=0).status_code == 403
    bob.act("seats", seat=1)
    assert ada.act("away", seat=0).json()["seats"][0]["away"] is True
    assert bob.act("back", seat=0).status_code == 403
    assert ada.act("back", seat=0).json()["seats"][0]["away"] is False
    early = ada.act("away", seat=1)
    assert early.status_code == 409
    assert ada.act("away", seat=3).status_code == 422


def test_others_may_replace_who_does_not_come_back(start: StartSite, join: Join) -> None:
    site = start(absence=0.0, player_rate=OFTEN)
    ada, bob = join("Ada", site), join("Bob", site)
    ada.set_table("me", "open")
    bob.table = ada.table
    bob.act("seats", seat=1)
    waiting, other = (0, bob) if ada.look()["moves"] else (1, ada)
    assert other.act("away", seat=waiting, bot="uniform").status_code == 200


def test_rematch(ada: Program, bob: Program, join: Join) -> None:
    ada.set_table("me", "open")
    bob.table = ada.table
    bob.act("seats", seat=1)
    again = ada.post(f"/tables/{ada.table}/rematch").json()
    assert [seat["name"] for seat in again["seats"]] == ["Bob", "Ada"]
    assert again["yours"] == [1]
    assert bob.post(f"/tables/{ada.table}/rematch").json()["id"] == again["id"]
    assert ada.look()["next"] == again["id"]
    cyd = join("Cyd")
    assert cyd.post(f"/tables/{ada.table}/rematch").status_code == 403


def test_the_lobby_lists_public_tables_with_open_seats(fresh: Running, join: Join) -> None:
    ada, stranger = join("Ada", fresh), join(None, fresh)
    ada.set_table("me", "open")
    shown = ada.set_table("me", "open", public=True)["id"]
    ada.set_table("me", "uniform", public=True)
    assert [table["id"] for table in stranger.get("/lobby").json()["tables"]] == [shown]
    assert stranger.get("/lobby").json()["tables"][0]["seats"][1]["kind"] == "open"


def test_games_to_watch(fresh: Running, join: Join) -> None:
    ada, stranger = join("Ada", fresh), join(None, fresh)
    ada.set_table("me", "me")
    shown = ada.set_table("me", "me", public=True)["id"]
    assert [table["id"] for table in stranger.get("/lobby").json()["live"]] == [shown]


def test_a_program_hears_of_the_lobby(fresh: Running, join: Join) -> None:
    ada, stranger = join("Ada", fresh), join(None, fresh)
    with stranger.http.stream("GET", "/events?table=lobby") as stream:
        lines = (line for line in stream.iter_lines() if line.startswith("data: lobby"))
        before = int(next(lines).split()[-1])
        ada.set_table("me", "open", public=True)
        assert int(next(lines).split()[-1]) > before


def test_talk(ada: Program, bob: Program, stranger: Program) -> None:
    """Those who sit at a table and those who watch hear each other."""
    ada.set_table("me", "open")
    bob.table = stranger.table = ada.table
    body = {"text": "  good \u202eluck\n", "key": fresh_key()}
    first = ada.act("chat", **body)
    assert first.status_code == 200, first.text
    assert ada.act("chat", **body).json() == first.json()
    assert bob.act("chat", text="hello", key=fresh_key()).status_code == 200
    said = [(remark["seat"], remark["name"], remark["text"]) for remark in stranger.look()["talk"]]
    assert said == [(0, "Ada", "good luck"), (None, "Bob", "hello")]
    assert stranger.act("chat", text="me too", key=fresh_key()).status_code == 401
    assert ada.act("chat", text=" \u202e", key=fresh_key()).status_code == 422
    assert ada.act("chat", text="", key=fresh_key()).status_code == 400
    assert ada.act("chat", text="x" * 301, key=fresh_key()).status_code == 400
    assert ada.act("chat", text="other words", key=body["key"]).status_code == 409


def test_a_remark_outdates_no_move(ada: Program) -> None:
    seen = ada.set_table("me", "me")
    ada.act("chat", text="hm", key=fresh_key())
    assert ada.move(seen).status_code == 200


def test_another_name(ada: Program) -> None:
    me = ada.post("/players/me", {"name": "Grace"}).json()
    assert me == {"id": me["id"], "name": "Grace", "play_forced": True, "kept": False}
    assert ada.set_table("me", "me")["seats"][0]["name"] == "Grace"


def test_own_tables(ada: Program, bob: Program) -> None:
    first, second = ada.set_table("me", "open")["id"], ada.set_table("me", "me")["id"]
    tables = ada.get("/players/me/tables").json()["tables"]
    assert {table["id"] for table in tables} == {first, second}
    assert next(table for table in tables if table["id"] == second)["your_turn"] is True
    assert len(ada.get("/players/me/tables", limit=1).json()["tables"]) == 1
    assert bob.get("/players/me/tables").json() == {"tables": []}


def test_finished_games_are_listed_once_they_are_public(fresh: Running, join: Join) -> None:
    ada, stranger = join("Ada", fresh), join(None, fresh)
    for public in (False, True):
        ada.set_table("me", "uniform", public=public)
        ada.act("away", seat=0, bot="uniform")
        wait_until(lambda: ada.look()["outcome"] is not None)
    games = stranger.get("/finished").json()["games"]
    assert [game["id"] for game in games] == [ada.table]
    assert stranger.get("/finished", after=games[0]["ended"]).json() == {"games": []}
    assert stranger.http.get(str(stranger.http.base_url.copy_with(path=games[0]["record"]))).status_code == 200


def test_titles_cards_rules_and_bots(stranger: Program) -> None:
    titles = stranger.get("/titles").json()["titles"]
    assert [title["name"] for title in titles] == games.names()
    for title in titles:
        assert stranger.get(f"/titles/{title['name']}").json() == title
        cards = stranger.get(f"/titles/{title['name']}/cards").json()
        assert all(card for group in cards["groups"] for card in group["cards"])
        assert cards["data"]
        assert stranger.get(f"/titles/{title['name']}/rules").text.startswith("# ")
    assert stranger.get("/titles/chess").status_code == 404
    assert "greedy" in [bot["name"] for bot in stranger.get("/bots").json()["bots"]]


def test_tokens_end_and_are_renewed(running: Running, ada: Program, bob: Program) -> None:
    ada.set_table("me", "me")
    me = ada.get("/players/me").json()
    assert me == {"id": me["id"], "name": "Ada", "play_forced": True, "kept": False}
    old = ada.token
    ada.token = ada.post("/players/me/token").json()["token"]
    assert ada.look()["yours"] == [0, 1]
    ada.token, new = old, ada.token
    assert ada.get("/players/me").status_code == 401
    ada.token = new
    assert ada.delete("/players/me/token").status_code == 204
    assert ada.get("/players/me").status_code == 401
    assert ada.get(f"/tables/{ada.table}").status_code == 401
    assert bob.get("/players/me").status_code == 200
