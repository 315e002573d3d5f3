"""Keeping one's games over the API: tickets, codes, proofs, and joining what was played under another token."""

from typing import Any

import pytest
from httpx import Response

from tabletown.server.play.accounts.accounts import NO_CODE, OTHER_PERSON, PROVE_FIRST
from tabletown.server.play.accounts.joining import ALREADY_JOINED
from tabletown.server.play.people.own_bots import ONLY_PLAYS

from ..rated import account_of
from .conftest import Join
from .programs import Program

ME = "/players/me"


def keep(program: Program) -> str:
    """Keep the games of a program, which has another token then; returns its ticket."""
    answer = program.post(f"{ME}/ticket")
    assert answer.status_code == 201, answer.text
    program.token = answer.json()["token"]
    assert program.post(f"{ME}/ticket/kept").status_code == 204
    return str(answer.json()["ticket"])


def said(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["message"]


def me(program: Program) -> Any:
    return program.get(ME).json()


def test_a_ticket_leads_back_once(ada: Program, stranger: Program) -> None:
    before, who = ada.token, me(ada)
    assert who["kept"] is False
    ticket = keep(ada)
    assert me(ada) == {**who, "kept": True}
    stranger.token = before
    assert stranger.get(ME).status_code == 401  # the token has changed
    stranger.token = ""
    answer = stranger.post("/sign-in/ticket", {"ticket": ticket.lower().replace(" ", "-")})
    assert answer.status_code == 201
    stranger.token = answer.json()["token"]
    assert me(stranger)["id"] == who["id"]
    assert ada.get(ME).status_code == 401  # all other sessions end
    stranger.token = ""
    again = stranger.post("/sign-in/ticket", {"ticket": ticket})
    assert again.status_code == 422
    assert "token" not in again.json()
    assert stranger.post("/sign-in/ticket", {"ticket": answer.json()["ticket"]}).json()["name"] == "Ada"


def test_a_code_signs_in_once_and_is_no_proof(ada: Program, join: Join) -> None:
    assert ada.post(f"{ME}/code").status_code == 404  # nothing to come back to
    ticket = keep(ada)
    code = ada.post(f"{ME}/code").json()
    assert code["seconds"] == 600
    phone, late = join(None), join(None)
    answer = phone.post("/sign-in/code", {"code": code["code"]})
    assert (answer.status_code, answer.json()["name"]) == (201, "Ada")
    phone.token = answer.json()["token"]
    assert me(phone) == me(ada)
    assert "was used already" in said(late.post("/sign-in/code", {"code": code["code"]}))[1]
    for program in (phone, ada):
        assert said(program.post(f"{ME}/ticket")) == (403, PROVE_FIRST)
        assert program.delete(ME).status_code == 403
    assert ada.get(ME).status_code == 200
    proved = phone.post(f"{ME}/proof", {"ticket": ticket}).json()
    assert phone.get(ME).status_code == 401
    assert ada.get(ME).status_code == 401
    phone.token = proved["token"]
    answer = phone.post(f"{ME}/ticket")
    assert answer.status_code == 201
    phone.token = answer.json()["token"]


def test_who_has_proved_deletes_the_account(ada: Program) -> None:
    ticket = keep(ada)
    assert ada.delete(ME).status_code == 403
    ada.token = ada.post(f"{ME}/proof", {"ticket": ticket}).json()["token"]
    assert ada.delete(ME).status_code == 204


def test_secrets_of_nobody_and_of_others(ada: Program, bob: Program, stranger: Program) -> None:
    theirs = keep(bob)
    keep(ada)
    assert said(ada.post(f"{ME}/proof", {"ticket": theirs})) == (422, OTHER_PERSON)
    assert said(stranger.post("/sign-in/code", {"code": "0000 0000"})) == (422, NO_CODE)
    assert stranger.post("/sign-in/ticket", {"ticket": "0000"}).status_code == 422
    assert stranger.post("/sign-in/ticket", {"ticket": "x" * 101}).status_code == 400
    assert bob.post(f"{ME}/proof", {"ticket": theirs}).status_code == 200  # it was not used up


def test_what_was_played_under_another_token_comes_along(ada: Program, bob: Program) -> None:
    keep(ada)
    bob.set_table("me", "me")
    old = ada.token
    joined = ada.post(f"{ME}/joined", {"token": bob.token})
    assert joined.status_code == 200, joined.text
    assert ada.get(ME).status_code == 401
    ada.token = joined.json()["token"]
    assert ada.token != old
    assert [table["id"] for table in ada.get(f"{ME}/tables").json()["tables"]] == [bob.table]
    assert bob.get(ME).status_code == 401
    assert said(ada.post(f"{ME}/joined", {"token": bob.token})) == (409, ALREADY_JOINED)


def test_nobody_joins_an_account(ada: Program, bob: Program) -> None:
    keep(ada)
    bob.set_table("me", "me")
    keep(bob)
    assert said(ada.post(f"{ME}/joined", {"token": bob.token})) == (409, ALREADY_JOINED)
    assert bob.get(ME).status_code == 200


@pytest.mark.parametrize("path", ["ticket", "ticket/kept", "code", "joined", "proof"])
def test_a_bot_has_no_account_to_change(ada: Program, join: Join, path: str) -> None:
    account_of(ada.site.store, ada.token)
    bot = join(None)
    bot.token = ada.post(f"{ME}/bots", {"name": "Robo"}).json()["token"]
    assert said(bot.post(f"{ME}/{path}", {"ticket": "x"})) == (403, ONLY_PLAYS)
