"""Friends and peace for programs: the same as on the pages."""

from collections.abc import Iterator

import pytest

from ..keepers import Keeper, player_of
from ..visitors import OFTEN, Running
from .conftest import Join
from .programs import Program


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    site = Running(tmp_path_factory.mktemp("site") / "site.sqlite3", player_rate=OFTEN, name_rate=OFTEN)
    yield site
    site.stop()


def kept(running: Running, join: Join, name: str) -> tuple[Program, str]:
    """A program of somebody with an account, and their id."""
    keeper = running.welcome(Keeper(running))
    keeper.keep(name)
    program = join(None)
    program.token = keeper.token
    return program, player_of(keeper)


def test_friends_by_api(running: Running, join: Join) -> None:
    (ada, me), (bob, him) = kept(running, join, "Ada"), kept(running, join, "Bob")
    friends = "/players/me/friends"
    asked = ada.post(f"{friends}/{him}")
    assert (asked.status_code, asked.json()["relation"]) == (200, "asked")
    assert [one["name"] for one in bob.get(friends).json()["asking"]] == ["Ada"]
    assert bob.post(f"{friends}/{me}/decline").status_code == 204
    assert ada.get(f"/players/{him}").json()["relation"] == "asked"
    assert bob.post(f"{friends}/{me}").json()["relation"] == "friends"
    assert bob.post("/players/me/seen", {"on": True}).json()["seen_by_friends"] is True
    (friend,) = ada.get(friends).json()["friends"]
    assert (friend["player"], friend["here"], friend["games"]) == (him, False, [])
    challenge = {"title": "uptown", "key": "challenge-01", "clock": {"seconds": 600}}
    tables = [ada.post(f"{friends}/{him}/challenge", challenge) for _ in range(2)]
    assert [answer.status_code for answer in tables] == [201, 201]
    table = tables[0].json()["id"]
    assert table == tables[1].json()["id"]
    (invitation,) = bob.get(friends).json()["invitations"]
    assert (invitation["table"], invitation["player"], invitation["title"], invitation["seat"]) == (
        table,
        me,
        "uptown",
        1,
    )
    assert bob.post(f"/tables/{table}/decline").status_code == 204
    assert bob.get(friends).json()["invitations"] == []
    assert bob.post("/tables/nothing/decline").status_code == 404
    assert ada.post(f"{friends}/{him}/challenge", {"title": "chess"}).status_code == 400
    assert bob.delete(f"{friends}/{me}").status_code == 204
    assert ada.get(friends).json()["friends"] == []
    refused = ada.post(f"{friends}/{him}/challenge", challenge | {"key": "challenge-02"})
    assert (refused.status_code, "Only friends" in refused.json()["message"]) == (422, True)


def test_friends_need_an_account(running: Running, join: Join, ada: Program) -> None:
    _, bob = kept(running, join, "Bob")
    refused = ada.post(f"/players/me/friends/{bob}")
    assert (refused.status_code, "keep their games" in refused.json()["message"]) == (422, True)
    assert ada.post("/players/me/friends/nobody").status_code == 404
    assert join(None).post(f"/players/me/friends/{bob}").status_code == 401


def test_peace_by_api(ada: Program, bob: Program) -> None:
    table = ada.set_table("me", "open", public=True)["id"]
    bob.table = table
    (me,) = (one["player"] for one in bob.get(f"/tables/{table}/people").json()["people"])
    him = None
    assert bob.act("chat", text="hello there", key="say-hello-1").status_code == 200
    for one in ada.get(f"/tables/{table}/people").json()["people"]:
        him = one["player"] if one["remarks"] == [1] else him
    assert him not in (None, me)
    body = {"player": him, "kind": "remark", "text": "Not nice", "key": "report-01", "table": table, "remark": 1}
    for _ in range(2):
        reported = ada.post("/players/me/reports", body)
        assert (reported.status_code, len(reported.json()["reports"])) == (201, 1)
    assert ada.post("/players/me/reports", body | {"kind": "weather"}).status_code == 400
    assert ada.post("/players/me/reports", body | {"remark": 2, "key": "report-02"}).status_code == 422
    assert ada.post(f"/players/me/mutes/{him}", {"table": table}).status_code == 204
    assert ada.look()["talk"] == []
    assert ada.get("/players/me/blocks").json()["muted"] == [{"player": him, "name": "Bob", "table": table, "bots": []}]
    assert ada.http.delete(f"/players/me/mutes/{him}?table={table}", headers=ada.headers).status_code == 204
    assert [said["text"] for said in ada.look()["talk"]] == ["hello there"]
    assert ada.post(f"/players/me/blocks/{him}").status_code == 204
    assert ada.get(f"/players/{him}").json()["blocked"] is True
    assert bob.get(f"/players/{me}").json()["blocked"] is False
    refused = bob.act("seats", seat=1)
    assert (refused.status_code, "was faster" in refused.json()["message"]) == (409, True)
    assert ada.delete(f"/players/me/blocks/{him}").status_code == 204
    assert bob.act("seats", seat=1).status_code == 200
    company = ada.get("/players/me/data").json()["company"]
    assert [one["text"] for one in company["reports"]] == ["Not nice"]
