"""The bots of a player on the page of the account: the token is shown once, and what is wrong is said in a sentence."""

import re

import pytest

from tabletown.server.play.people.own_bots import NO_ACCOUNT, NO_SUCH_BOT
from tabletown.server.play.people.peace import WITH_OWNER
from tabletown.server.play.people.sessions import token_hash

from ..keepers import Keeper, player_of
from ..visitors import Running

TOKEN = re.compile(r'id="token" readonly value="(bot_[\w-]+)"')


@pytest.fixture
def ada(running: Running) -> Keeper:
    keeper = Keeper(running)
    keeper.keep("Ada")
    return keeper


def names(keeper: Keeper) -> list[str]:
    return [bot.full_name for bot in keeper.site.store.own_bots(player_of(keeper))]


def test_a_bot_is_made_renamed_and_deleted(ada: Keeper) -> None:
    made = ada.post("/keep/bots", {"name": "Robo"})
    (token,) = TOKEN.findall(made.text)
    page = ada.http.get("/keep").text
    assert "Robo (bot of Ada)" in page
    assert token not in page
    (bot,) = ada.site.store.own_bots(player_of(ada))
    assert ada.post("/keep/bots/rename", {"id": bot.id, "name": "Tin"}).headers["location"] == "/keep#bots"
    assert names(ada) == ["Tin (bot of Ada)"]
    (other,) = TOKEN.findall(ada.post("/keep/bots/token", {"id": bot.id}).text)
    assert ada.site.store.session(token_hash(token)) is None
    assert ada.site.store.session(token_hash(other)) is not None
    assert ada.http.get(f"/people/{bot.id}").status_code == 200
    assert "Tin" in ada.http.get("/you/data").text
    assert ada.post("/keep/bots/delete", {"id": bot.id}).status_code == 303
    assert names(ada) == []
    assert ada.http.get(f"/people/{bot.id}").status_code == 404


def test_what_cannot_be_is_refused(ada: Keeper, running: Running) -> None:
    bob = Keeper(running)
    bob.post("/keep/name", {"name": "Bob"})
    refused = bob.post("/keep/bots", {"name": "Robo"})
    assert refused.status_code == 422
    assert NO_ACCOUNT in refused.text
    ada.post("/keep/bots", {"name": "Robo"})
    (bot,) = ada.site.store.own_bots(player_of(ada))
    bob.keep("Bob")
    for path in ("rename", "token", "delete"):
        answer = bob.post(f"/keep/bots/{path}", {"id": bot.id, "name": "Mine"})
        assert (answer.status_code, NO_SUCH_BOT in answer.text) == (404, True)
    assert ada.post("/keep/bots", {"name": "  "}).status_code == 422
    for _ in range(3):
        last = ada.post("/keep/bots", {"name": "Robo"})
    assert "Delete one first" in last.text
    assert len(names(ada)) == 3
    assert 'action="/keep/bots"' not in ada.http.get("/keep").text


def test_a_rename_of_the_owner_is_seen(ada: Keeper) -> None:
    ada.post("/keep/bots", {"name": "Robo"})
    ada.post("/you", {"name": "Countess"})
    assert names(ada) == ["Robo (bot of Countess)"]


def peace_list(reader: Keeper) -> str:
    """The list of those whom a reader has blocked."""
    return reader.http.get("/friends").text.partition('id="h-peace-list"')[2].partition("</section>")[0]


def test_a_block_of_a_bot_ends_in_the_list(ada: Keeper, running: Running) -> None:
    ada.post("/keep/bots", {"name": "Robo"})
    (bot,) = ada.site.store.own_bots(player_of(ada))
    bob = Keeper(running)
    bob.keep("Bob")
    assert bob.post(f"/people/{bot.id}/block", {}).status_code == 303
    assert f'action="/people/{bot.id}/unblock"' in peace_list(bob)
    assert bob.post(f"/people/{bot.id}/unblock", {"to": "/friends"}).headers["location"] == "/friends"
    assert peace_list(bob) == ""


def test_a_bot_that_is_blocked_with_its_owner_says_whose_block_to_end(ada: Keeper, running: Running) -> None:
    ada.post("/keep/bots", {"name": "Robo"})
    (bot,) = ada.site.store.own_bots(player_of(ada))
    bob, owner, sheet = Keeper(running), f"/people/{player_of(ada)}", f"/people/{bot.id}/sheet"
    bob.keep("Bob")
    bob.post(f"{owner}/block", {})
    listed = peace_list(bob)
    assert f'href="{sheet}"' in listed
    assert re.findall(r'action="(.*?)"', listed) == [f"{owner}/unblock"]
    page = bob.http.get(sheet).text
    assert "with <bdi>Ada</bdi>, whose bot it is" in page
    assert f'action="{owner}/unblock"' in page
    assert f'action="/people/{bot.id}/unblock"' not in page
    refused = bob.post(f"/people/{bot.id}/unblock", {})  # from a page that was open before
    assert (refused.status_code, WITH_OWNER.format(owner="Ada") in refused.text) == (422, True)
    bob.post(f"{owner}/unblock", {})
    assert peace_list(bob) == ""
    assert "Blocked by you" not in bob.http.get(sheet).text
