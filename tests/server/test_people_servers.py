"""Friends and peace at several servers and workers on one database."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from .databases import Place
from .keepers import Keeper, player_of
from .visitors import FRAGMENT, OFTEN, Running, StartSite, Visitor, wait_until
from .web.test_live import stream


@pytest.fixture
def db(place: Place) -> str:
    return place.url


@pytest.fixture
def sites(start: StartSite) -> list[Running]:
    return [start(poll=0.2, name_rate=OFTEN, chat_rate=OFTEN) for _ in range(2)]


@pytest.fixture
def pair(sites: list[Running]) -> list[Keeper]:
    """Two people with accounts, each at a server of their own."""
    people = [Keeper(site) for site in sites]
    for one, name in zip(people, ("Ada", "Bob"), strict=True):
        one.keep(name)
    return people


def test_requests_that_cross_make_friends(pair: list[Keeper]) -> None:
    ids = [player_of(one) for one in pair]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda n: pair[n].post(f"/people/{ids[1 - n]}/ask"), range(2)))
    done = sorted(answer.headers["location"].partition("done=")[2] for answer in answers)
    assert done == ["asked", "friends"]
    for one, name in zip(pair, ("Bob", "Ada"), strict=True):
        page = one.http.get("/friends", headers=FRAGMENT).text
        assert name in page.partition('id="h-all"')[2]
        assert "Take it back" not in page


def texts(visitor: Visitor) -> list[str]:
    return [visitor.http.get(f"/tables/{visitor.table}{path}").text for path in ("", "/board", "/chat")]


def test_what_the_host_removes_is_gone_at_all_servers(place: Place, pair: list[Keeper]) -> None:
    ada, bob = pair
    bob.table = ada.sit_down(bot="open", players="3")
    assert bob.post(f"/tables/{bob.table}/seats", {"seat": "1", "key": "sit-down-1"}).status_code == 303
    for n, text in enumerate(("a bad word", "good day"), 1):
        bob.post(f"/tables/{bob.table}/chat", {"text": text, "key": f"say-it-{n}"})
    for one in pair:
        assert all("a bad word" in page and "Bob" in page for page in texts(one))
    host = place.open()
    with stream(ada) as lines:
        assert host.remove_remark(ada.table, 1)
        assert host.take_name(player_of(bob))
        before = len(host.events(ada.table))
        while not any(f"{ada.table} {before}" in line for line in (next(lines),)):
            pass  # whoever watches hears of it
    host.close()
    for one in pair:
        assert all("a bad word" not in page and "Bob" not in page and "good day" in page for page in texts(one))
    assert bob.post(f"/tables/{bob.table}/chat", {"text": "still here", "key": "say-it-3"}).status_code == 303
    assert all("still here" in page for page in texts(ada))


def test_a_suspension_holds_at_once_everywhere(place: Place, pair: list[Keeper]) -> None:
    host = place.open()
    assert host.suspend(player_of(pair[0]), host.now() + 3600, "Insults")
    host.close()
    answer = pair[0].post("/quick/uptown", {"key": "a-new-table"})
    assert (answer.status_code, "Insults" in answer.text) == (422, True)


def test_presence_is_known_where_the_stream_is(pair: list[Keeper]) -> None:
    ada, _ = pair
    ada.sit_down()
    hub, me = ada.site.hub, player_of(ada)
    assert not hub.is_here(me)
    with stream(ada):
        wait_until(lambda: hub.is_here(me))
    wait_until(lambda: not hub.is_here(me))
