"""Whether moves without a choice play themselves is set per seat and per player, by programs and on pages."""

import random
from typing import Any

from tabletown.server.store.events import FORCED, Moved

from ..visitors import Running, Visitor
from .programs import Program


def own_settings(seen: dict[str, Any]) -> list[bool | None]:
    return [seat["play_forced"] for seat in seen["seats"]]


def test_a_seat_is_set_when_it_is_taken_and_later(ada: Program, bob: Program, stranger: Program) -> None:
    seats = [{"who": "me", "play_forced": False}, {"who": "open"}]
    ada.table = bob.table = stranger.table = ada.post("/tables", {"title": "uptown", "seats": seats}).json()["id"]
    assert bob.act("seats", seat=1, play_forced=False).status_code == 200
    assert own_settings(ada.look()) == [False, None]
    assert own_settings(bob.look()) == [None, False]
    assert own_settings(stranger.look()) == [None, None]
    assert bob.act("forced", seat=1, on=True).json()["seats"][1]["play_forced"] is True
    assert bob.act("forced", seat=0, on=True).status_code == 403
    assert bob.act("forced", seat=7, on=True).status_code == 400
    assert own_settings(ada.look()) == [False, None]


def test_a_player_sets_it_for_the_next_seats(ada: Program) -> None:
    assert ada.get("/players/me").json()["play_forced"] is True
    assert own_settings(ada.set_table("me", "me")) == [True, True]
    assert ada.post("/players/me/forced", {"on": False}).json()["play_forced"] is False
    assert ada.get("/players/me").json()["play_forced"] is False
    assert ada.get("/players/me/data").json()["play_forced"] is False
    assert own_settings(ada.set_table("me", "me")) == [False, False]
    me = ada.post("/players/me", {"name": "Ada L"}).json()
    assert me == {"id": me["id"], "name": "Ada L", "play_forced": False, "kept": False}


def test_the_log_tells_what_was_forced(ada: Program) -> None:
    seen, chance = ada.set_table("me", "me", title="penny_lane"), random.Random(1)
    for _ in range(200):
        if any(line["forced"] for line in seen["log"]) or not seen["moves"]:
            break
        seen = ada.move(seen, chance.choice(seen["moves"])["move"]).json()
    assert any(line["forced"] for line in seen["log"])
    events = [entry.event for entry in ada.site.store.events(ada.table)]
    assert any(isinstance(event, Moved) and event.by == FORCED for event in events)


def test_on_pages(running: Running) -> None:
    visitor: Visitor = running.visitor()
    assert "plays itself" in visitor.http.get("/you").text
    assert visitor.post("/you/forced", {"on": "0"}).status_code == 303
    assert "You make each move yourself" in visitor.http.get("/you").text
    visitor.sit_down(bot="here")
    assert visitor.page().count('<option value="0" selected>I make every move myself') == 2
    for on in ("1", "1"):  # sent twice
        assert visitor.post(f"/tables/{visitor.table}/forced", {"seat": "0", "on": on}).status_code == 303
    with running.site.tables.at(visitor.table) as table:
        assert [row.play_forced for row in table.seats] == [True, False]
    assert visitor.post(f"/tables/{visitor.table}/forced", {"seat": "0", "on": "2"}).status_code == 400
    stranger = running.visitor()
    assert stranger.post(f"/tables/{visitor.table}/forced", {"seat": "0", "on": "0"}).status_code == 403


def test_mail_is_wished_for_by_programs(ada: Program) -> None:
    assert ada.get("/players/me/mail").json() == {"offered": False, "address": "", "turns": "off"}
    assert ada.post("/players/me/mail", {"turns": "off"}).status_code == 200
    refused = ada.post("/players/me/mail", {"turns": "days"})
    assert refused.status_code == 422
    assert "Give a mail address first" in refused.json()["message"]
    assert ada.post("/players/me/mail", {"turns": "often"}).status_code == 400
    assert ada.get("/players/me/data").json()["mail"] is None
