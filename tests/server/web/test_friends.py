"""Friends by mutual consent: asking, answering, who is here, challenges; on pages, with nothing but forms."""

import re

import pytest
from httpx import Response

from tabletown.server.limits import Rate

from ..keepers import Keeper, player_of
from ..sample_pages import NASTY
from ..visitors import FRAGMENT, OFTEN, Running, StartSite, Visitor, wait_until
from .test_live import stream

CHALLENGE = {"title": "uptown", "clock": "day-3", "key": "challenge-0001"}


@pytest.fixture
def running(start: StartSite) -> Running:
    return start(name_rate=OFTEN, player_rate=OFTEN)


def keeper(running: Running, name: str) -> Keeper:
    one = Keeper(running)
    one.keep(name)
    return one


@pytest.fixture
def ada(running: Running) -> Keeper:
    return keeper(running, "Ada")


@pytest.fixture
def bob(running: Running) -> Keeper:
    return keeper(running, "Bob")


def do(one: Visitor, deed: str, other: Keeper, **fields: str) -> Response:
    return one.post(f"/people/{player_of(other)}/{deed}", fields)


def befriend(one: Keeper, other: Keeper) -> None:
    assert do(one, "ask", other).status_code == do(other, "ask", one).status_code == 303


def lists(one: Visitor) -> str:
    answer = one.http.get("/friends", headers=FRAGMENT)
    assert answer.status_code == 200
    return answer.text


def part(page: str, heading: str) -> str:
    """A section of the page, by the id of its heading; empty if there is none."""
    return page.partition(f'id="{heading}"')[2].partition("</section>")[0]


def sheet(one: Visitor, other: Keeper) -> str:
    answer = one.http.get(f"/people/{player_of(other)}/sheet", headers=FRAGMENT)
    assert answer.status_code == 200
    return re.sub(r'name="key" value="\w+"', "", answer.text)


def test_both_have_to_say_yes(ada: Keeper, bob: Keeper) -> None:
    answer = do(ada, "ask", bob)
    assert answer.headers["location"] == f"/people/{player_of(bob)}/sheet?done=asked"
    assert "Bob" in part(lists(ada), "h-asked")
    assert "Ada" in part(lists(bob), "h-asking")
    assert "Bob" not in part(lists(ada), "h-all")
    assert do(bob, "ask", ada, to="/friends").headers["location"] == "/friends"
    assert "Bob" in part(lists(ada), "h-all")
    assert "Ada" in part(lists(bob), "h-all")
    assert not part(lists(ada), "h-asked")
    assert do(ada, "ask", bob).headers["location"].endswith("done=friends")
    assert do(bob, "end", ada).headers["location"].endswith("done=ended")
    assert "Bob" not in part(lists(ada), "h-all")


def test_a_no_is_not_told(ada: Keeper, bob: Keeper) -> None:
    do(ada, "ask", bob)
    before = lists(ada), sheet(ada, bob)
    assert do(bob, "decline", ada, to="/friends").status_code == 303
    assert (lists(ada), sheet(ada, bob)) == before
    assert not part(lists(bob), "h-asking")
    do(ada, "ask", bob)
    assert (lists(ada), sheet(ada, bob)) == before
    assert not part(lists(bob), "h-asking")
    assert do(ada, "end", bob).headers["location"].endswith("done=back")
    assert not part(lists(ada), "h-asked")


def test_friends_keep_their_games(ada: Keeper, running: Running) -> None:
    guest, nobody = Keeper(running), running.visitor()
    guest.post("/you", {"name": "Guest"})
    assert "without an account" in sheet(ada, guest)
    answer = do(ada, "ask", guest)
    assert answer.status_code == 422
    assert "play without an account" in answer.text
    answer = do(guest, "ask", ada)
    assert (answer.status_code, "Keep my games" in answer.text) == (422, True)
    assert do(nobody, "ask", ada).status_code == 403
    assert nobody.post("/friends/seen", {"on": "1"}).status_code == 403
    assert nobody.post("/friends/invitations/decline", {"table": "x"}).status_code == 403
    assert do(ada, "ask", ada).status_code == 422
    assert ada.post("/people/nobody/ask").status_code == 404
    assert ada.post("/people/%00/ask").status_code == 404
    for one in (guest, nobody):
        assert "Friends are people who both said yes" in lists(one)
    assert "Open the sheet" in lists(ada)


def test_who_is_here_is_told_by_those_who_want_it(ada: Keeper, bob: Keeper) -> None:
    befriend(ada, bob)
    ada.sit_down()
    with stream(ada):
        wait_until(lambda: ada.site.hub.is_here(player_of(ada)))
        assert "Not to be seen" in lists(bob)
        assert ada.post("/friends/seen", {"on": "1"}).headers["location"] == "/friends"
        assert "1 of 1 is here" in lists(bob)
        assert ada.post("/friends/seen", {"on": "perhaps"}).status_code == 400
        assert "Friends see when you are here" in lists(ada)
        assert "Here" not in sheet(bob, ada)
    wait_until(lambda: not ada.site.hub.is_here(player_of(ada)))
    assert "0 of 1 are here" in lists(bob)


def test_a_challenge_is_a_table_and_an_invitation(ada: Keeper, bob: Keeper, running: Running) -> None:
    refused = do(ada, "challenge", bob, **CHALLENGE)
    assert (refused.status_code, "Only friends" in refused.text) == (422, True)
    befriend(ada, bob)
    tables = [do(ada, "challenge", bob, **CHALLENGE).headers["location"] for _ in range(2)]
    assert tables[0] == tables[1]  # sent twice, laid once
    page = ada.http.get(tables[0]).text
    assert "Waiting for one more player" in page
    for path in ("/", "/friends"):
        shown = bob.http.get(path).text
        assert part(shown, "h-invited").count("Take the seat") == 1
        assert "3 days a move" in part(shown, "h-invited")
        assert not part(ada.http.get(path).text, "h-invited")
        assert not part(running.visitor().http.get(path).text, "h-invited")
    assert bob.post(f"{tables[0]}/seats", {"seat": "1", "key": "take-the-seat"}).status_code == 303
    assert not part(lists(bob), "h-invited")
    other = do(ada, "challenge", bob, **{**CHALLENGE, "key": "challenge-0002"}).headers["location"]
    assert part(lists(bob), "h-invited")
    bob.post("/friends/invitations/decline", {"table": other.rpartition("/")[2]})
    assert not part(lists(bob), "h-invited")
    assert "Waiting for one more player" in ada.http.get(other).text  # a no is not told
    for bad in ({"title": "chess"}, {"clock": "never"}):
        assert do(ada, "challenge", bob, **{**CHALLENGE, **bad}).status_code in (400, 404)


def test_an_invitation_is_over_after_two_days(ada: Keeper, bob: Keeper, clock: list[float]) -> None:
    befriend(ada, bob)
    do(ada, "challenge", bob, **CHALLENGE)
    clock[0] = 1.9 * 86_400
    assert part(lists(bob), "h-invited")
    clock[0] = 2.1 * 86_400
    assert not part(lists(bob), "h-invited")


def test_public_games_of_friends_can_be_watched(ada: Keeper, bob: Keeper, running: Running) -> None:
    befriend(ada, bob)
    table = ada.sit_down(public="everybody")
    assert f'href="/tables/{table}"' in part(lists(bob), "h-all")
    assert f'href="/tables/{table}"' not in part(lists(ada), "h-all")
    private = ada.sit_down()
    assert private not in lists(bob)


def test_every_name_leads_to_its_sheet(ada: Keeper, bob: Keeper, running: Running) -> None:
    ada.table = ada.sit_down(players="3", bot="open", public="everybody")
    bob.post(f"/tables/{ada.table}/seats", {"seat": "1", "key": "sit-down-1", "name": "Bob"})
    watcher = running.visitor()
    for one, text in ((bob, "well"), (watcher, "hm")):
        one.post(f"/tables/{ada.table}/chat", {"text": text, "key": f"say-{text}-1", "name": NASTY})
    page = ada.page()
    found = set(re.findall(rf'href="(/tables/{ada.table}/(?:people|remarks)/\d+)" data-person', page))
    assert found == {f"/tables/{ada.table}/{place}" for place in ("people/1", "remarks/1", "remarks/2")}
    assert player_of(bob) not in page
    lobby = watcher.http.get("/lobby").text
    assert f"/tables/{ada.table}/people/0" in lobby
    for path in sorted(found):
        whole, bare = ada.http.get(path), ada.http.get(path, headers=FRAGMENT)
        assert whole.status_code == bare.status_code == 200
        assert "<!doctype html>" in whole.text
        assert "<!doctype html>" not in bare.text
        assert "<b onclick" not in whole.text
        assert ("Bob" in bare.text) == (not path.endswith("remarks/2"))
    assert "That is you" in ada.http.get(f"/tables/{ada.table}/people/0").text
    for path in ("people/2", "people/9", "people/x", "remarks/0", "remarks/9", "remarks/x"):
        assert ada.http.get(f"/tables/{ada.table}/{path}").status_code in (400, 404)
    assert ada.http.get("/tables/nothing/people/0").status_code == 404
    assert ada.http.get(f"/people/{player_of(bob)}/ask").headers["location"] == f"/people/{player_of(bob)}/sheet"


def test_friends_are_counted(start: StartSite) -> None:
    running = start(friend_rate=Rate(burst=2, seconds=3600), friends=1)
    ada, bob, cyd = (keeper(running, name) for name in ("Ada", "Bob", "Cyd"))
    assert do(ada, "ask", bob).status_code == 303
    full = do(ada, "ask", cyd)
    assert (full.status_code, "1 at most" in full.text) == (422, True)
    late = do(ada, "ask", bob)
    assert (late.status_code, late.headers["retry-after"]) == (429, "3600")
    assert "try again in 60 minutes" in late.text


def test_joined_browsers_bring_friends_along_and_deletion_ends_them(ada: Keeper, bob: Keeper) -> None:
    befriend(ada, bob)
    data = ada.http.get("/you/data.json").json()["company"]
    assert [friend["name"] for friend in data["friends"]] == ["Bob"]
    assert "Friends" in ada.http.get("/you/data").text
    assert ada.post("/you/delete", {"name": "Ada"}).status_code == 303
    assert "Ada" not in lists(bob)
