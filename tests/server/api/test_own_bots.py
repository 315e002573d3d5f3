"""Players' own bots over the API: secret tokens, names, limits, rated games, and what goes with the owner."""

from typing import Any

import pytest
from httpx import Response

from tabletown.server.play.fair_play import ONE_SEAT_WITH_BOTS, RATED_SEATS
from tabletown.server.play.people.own_bots import NO_ACCOUNT, NO_SUCH_BOT, ONLY_PLAYS
from tabletown.server.play.people.peace import WITH_OWNER
from tabletown.server.store.protocol import FORMER_PLAYER

from ..rated import account_of, finish
from ..seating import TOKEN
from ..visitors import OFTEN, Running, StartSite
from .conftest import Join
from .programs import Program
from .test_example import link_of, play_until_over, start_bot

BOTS = "/players/me/bots"
KNOWN_NOT = "This token is worth nothing here."


@pytest.fixture
def owner(join: Join) -> Program:
    return keeper(join, "Ada")


@pytest.fixture
def bob(join: Join) -> Program:
    return keeper(join, "Bob")


def keeper(join: Join, name: str, site: Any = None) -> Program:
    """A program whose player keeps their games."""
    program = join(name, site)
    account_of(program.site.store, program.token)
    return program


def make(owner: Program, join: Join, name: str = "Robo", site: Any = None) -> tuple[Program, str]:
    """Make a bot, and let it come; returns it and its id."""
    answer = owner.post(BOTS, {"name": name})
    assert answer.status_code == 201, answer.text
    bot = join(None, site)
    bot.token = answer.json()["token"]
    return bot, answer.json()["bot"]["id"]


def said(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["message"]


def test_a_bot_is_made_renamed_and_listed(owner: Program, join: Join) -> None:
    bot, bot_id = make(owner, join)
    assert bot.get("/players/me").json()["name"] == "Robo (bot of Ada)"
    assert owner.post(f"{BOTS}/{bot_id}", {"name": "Tin"}).json()["full_name"] == "Tin (bot of Ada)"
    owner.post("/players/me", {"name": "Countess"})
    listed = owner.get(BOTS).json()
    assert listed["most"] == 3
    assert [(one["id"], one["name"], one["full_name"]) for one in listed["bots"]] == [
        (bot_id, "Tin", "Tin (bot of Countess)")
    ]
    assert "token" not in listed["bots"][0]
    assert bot.token not in owner.get("/players/me/data").text
    assert owner.post(BOTS, {"name": ""}).status_code == 400
    assert owner.post(BOTS, {"name": "x" * 17}).status_code == 400
    assert said(owner.post(BOTS, {"name": " \u202e "})) == (422, "A bot needs a name, of 16 characters at most.")


def test_its_token_is_a_secret_that_can_be_replaced(owner: Program, join: Join) -> None:
    bot, bot_id = make(owner, join)
    before = bot.token
    bot.token = before[:-1] + ("x" if before[-1] != "x" else "y")
    assert said(bot.get("/players/me")) == (401, KNOWN_NOT)
    bot.token = owner.post(f"{BOTS}/{bot_id}/token").json()["token"]
    assert bot.get("/players/me").status_code == 200
    old = join(None)
    old.token = before
    assert said(old.get("/players/me")) == (401, KNOWN_NOT)
    assert owner.delete(f"{BOTS}/{bot_id}").status_code == 204
    assert said(bot.get("/players/me")) == (401, KNOWN_NOT)
    assert said(owner.delete(f"{BOTS}/{bot_id}")) == (404, NO_SUCH_BOT)


def test_somebody_elses_bot_is_not_found(owner: Program, bob: Program, join: Join) -> None:
    bot, bot_id = make(owner, join)
    for answer in (
        bob.post(f"{BOTS}/{bot_id}", {"name": "Mine"}),
        bob.post(f"{BOTS}/{bot_id}/token"),
        bob.delete(f"{BOTS}/{bot_id}"),
    ):
        assert said(answer) == (404, NO_SUCH_BOT)
    assert bob.get(BOTS).json()["bots"] == []
    assert bot.get("/players/me").json()["name"] == "Robo (bot of Ada)"


def test_who_may_have_how_many(owner: Program, join: Join) -> None:
    assert said(join("Eve").post(BOTS, {"name": "Robo"})) == (422, NO_ACCOUNT)
    for name in ("One", "Two", "Three"):
        make(owner, join, name)
    assert said(owner.post(BOTS, {"name": "Four"})) == (
        422, "You have 3 bots, and nobody has more. Delete one first.",
    )  # fmt: skip
    first = owner.get(BOTS).json()["bots"][0]["id"]
    owner.delete(f"{BOTS}/{first}")
    make(owner, join, "Four")


def test_a_bot_only_plays(owner: Program, bob: Program, join: Join, running: Running) -> None:
    bot, _ = make(owner, join)
    bobs = bob.get("/players/me").json()["id"]
    for path, body in (
        (BOTS, {"name": "Child"}),
        ("/players/me", {"name": "Ada"}),
        ("/players/me/token", {}),
        ("/search", {"titles": ["uptown"]}),
        (f"/players/me/friends/{bobs}", {}),
        (f"/players/me/blocks/{bobs}", {}),
    ):
        assert said(bot.post(path, body)) == (403, ONLY_PLAYS), path
    assert said(bot.delete("/players/me")) == (403, ONLY_PLAYS)
    browser = running.visitor()
    browser.http.cookies.set(TOKEN, bot.token)
    assert "Robo" not in browser.http.get("/keep").text  # a browser is not signed in with it


def test_it_is_always_shown_as_a_bot(owner: Program, bob: Program, join: Join) -> None:
    bot, bot_id = make(owner, join)
    bob.set_table("me", "open")
    bot.table = bob.table
    seen = bot.act("seats", seat=1, name="Grace").json()  # it has no other name
    assert seen["seats"][1]["name"] == "Robo (bot of Ada)"
    bot.set_table("me", "open")
    assert bot.look()["seats"][0]["name"] == "Robo (bot of Ada)"
    owner.site.store.take_name(bot_id)
    with owner.site.tables.at(bob.table) as table:
        assert table.names[1] == "Sky (bot)"


def test_a_rated_game_with_a_bot_rates_both(owner: Program, bob: Program, join: Join) -> None:
    bot, bot_id = make(owner, join)
    for _ in range(5):
        bob.set_table("me", "open", rated=True)
        bot.table = bob.table
        assert bot.act("seats", seat=1).status_code == 200
        finish(bob.site, bob.table)
    ended = bob.look()["ratings"]
    assert ended["why_not"] == ""
    assert [seat["rating"]["games"] for seat in ended["seats"]] == [5, 5]
    (own,) = bot.get("/players/me/ratings").json()["titles"]
    assert own["rating"] == ended["seats"][1]["rating"]
    profile = bob.get(f"/players/{bot_id}/profile").json()
    assert (profile["name"], profile["ratings"][0]["games"]) == ("Robo (bot of Ada)", 5)
    lines = bob.get("/ratings", title="uptown").json()["players"]
    assert "Robo (bot of Ada)" in {line["name"] for line in lines}
    (kept,) = owner.get("/players/me/data").json()["bots"]
    assert (kept["id"], kept["name"], len(kept["tables"]), len(kept["rated_games"])) == (bot_id, "Robo", 5, 5)


def test_a_player_and_their_bots_have_one_seat_at_a_rated_table(owner: Program, join: Join) -> None:
    one, _ = make(owner, join, "One")
    two, _ = make(owner, join, "Two")
    refused = (422, ONE_SEAT_WITH_BOTS.format(kind="rated"))
    owner.set_table("me", "open", "open", rated=True)
    one.table = owner.table
    assert said(one.act("seats", seat=1)) == refused
    one.set_table("me", "open", "open", rated=True)
    owner.table = two.table = one.table
    assert said(owner.act("seats", seat=1)) == said(two.act("seats", seat=1)) == refused
    assert said(one.post("/tables", {"title": "uptown", "seats": [{"who": "me"}] * 2, "rated": True})) == (
        422, RATED_SEATS,
    )  # fmt: skip
    owner.set_table("me", "open")
    one.table = owner.table
    assert one.act("seats", seat=1).status_code == 200  # without ratings they play as they like


def test_a_suspension_of_its_owner_holds_for_it(owner: Program, bob: Program, join: Join) -> None:
    bot, _ = make(owner, join)
    me = owner.get("/players/me").json()["id"]
    owner.site.store.suspend(me, owner.site.store.now() + 3600, "rude")
    bob.set_table("me", "open")
    bot.table = bob.table
    for answer in (bot.act("seats", seat=1), owner.post(BOTS, {"name": "Two"})):
        assert answer.status_code == 422
        assert "suspended" in answer.json()["message"]


def test_a_block_of_its_owner_holds_for_it(owner: Program, bob: Program, join: Join) -> None:
    bot, bot_id = make(owner, join)
    adas, blocks = owner.get("/players/me").json()["id"], "/players/me/blocks"
    bob.post(f"{blocks}/{adas}")
    assert bob.get(blocks).json()["blocked"] == [{"player": adas, "name": "Ada", "table": "", "bots": [bot_id]}]
    seen = bob.get(f"/players/{bot_id}").json()
    assert (seen["blocked"], seen["blocked_with"]) == (True, adas)
    bob.table = bot.table = bob.set_table("me", "open", public=True)["id"]
    bot.act("chat", text="hello there", key="say-hello-1")
    assert bob.look()["talk"] == []
    assert said(bob.delete(f"{blocks}/{bot_id}")) == (422, WITH_OWNER.format(owner="Ada"))
    assert bob.delete(f"{blocks}/{adas}").status_code == 204
    seen = bob.get(f"/players/{bot_id}").json()
    assert (seen["blocked"], seen["blocked_with"]) == (False, None)
    assert [one["text"] for one in bob.look()["talk"]] == ["hello there"]
    bob.post(f"{blocks}/{bot_id}")
    assert bob.get(f"/players/{bot_id}").json()["blocked_with"] is None
    assert bob.delete(f"{blocks}/{bot_id}").status_code == 204
    assert bob.get(blocks).json()["blocked"] == []


def test_it_goes_with_its_owner(owner: Program, bob: Program, join: Join) -> None:
    bot, _ = make(owner, join)
    bob.set_table("me", "open")
    bot.table = bob.table
    bot.act("seats", seat=1)
    assert owner.delete("/players/me").status_code == 204
    assert said(bot.get("/players/me")) == (401, KNOWN_NOT)
    seat = bob.look()["seats"][1]
    assert seat["name"] == FORMER_PLAYER
    assert "Robo" not in str(bob.look())


def test_the_example_bot_plays_a_rated_game(owner: Program, bob: Program, join: Join) -> None:
    bot, _ = make(owner, join)
    bob.set_table("me", "open", rated=True)
    with start_bot(link_of(bob), "--bot", "random", "--token", bot.token) as child:
        play_until_over(bob)
        out, err = child.communicate(timeout=180)
    assert child.returncode == 0, err
    assert "Robo (bot of Ada)" in out
    bob.site.ratings.game_over("uptown")
    assert [seat["rating"]["games"] for seat in bob.look()["ratings"]["seats"]] == [1, 1]
    with start_bot(link_of(bob), "--token", bot.token + "x") as child:
        _, err = child.communicate(timeout=180)
    assert (child.returncode, err.strip()) == (1, KNOWN_NOT)


def test_limits_are_the_sites(start: StartSite, join: Join) -> None:
    site = start(player_rate=OFTEN, own_bots=1)
    owner = keeper(join, "Ada", site)
    make(owner, join, site=site)
    assert said(owner.post(BOTS, {"name": "Two"}))[0] == 422
    assert owner.get(BOTS).json()["most"] == 1
