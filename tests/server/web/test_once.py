"""A form that starts something starts it once, however often it is sent."""

import hashlib
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tabletown.server.limits import Rate

from ..databases import Place
from ..seating import TOKEN, keys_of, seats
from ..visitors import Running, StartSite, Visitor, read_form

pytestmark = pytest.mark.usefixtures("every_ply")

Later = Callable[[], Visitor]
SETUP = {"title": "uptown", "players": "3"}


def key_on(visitor: Visitor, path: str) -> str:
    found = re.search(r'name="key" value="(\w+)"', visitor.http.get(path).text)
    assert found, f"the form on {path} has no key"
    return found[1]


def player_of(visitor: Visitor, answer: httpx.Response) -> str:
    """Who the holder of the token in an answer is."""
    player = visitor.site.store.session(hashlib.sha256(answer.cookies[TOKEN].encode()).hexdigest())
    assert player is not None
    return player.id


@pytest.mark.parametrize(
    ("page", "action", "fields"),
    [
        ("/", "/quick/uptown", {}),
        ("/games/uptown/rules", "/quick/uptown", {}),
        ("/games/uptown", "/tables", SETUP),
    ],
)
def test_a_form_sent_twice_at_once_starts_one_table(
    db: str, visitor: Visitor, page: str, action: str, fields: dict[str, str]
) -> None:
    """All answers come to somebody who had no session when asking, and seat the same person at the same table."""
    form = {**fields, "key": key_on(visitor, page)}
    headers = {"Origin": visitor.origin}

    def send(_: int) -> httpx.Response:
        return httpx.post(f"{visitor.origin}{action}", data=form, headers=headers, trust_env=False)

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(send, range(4)))
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer.headers["location"] for answer in answers}) == 1
    assert len({player_of(visitor, answer) for answer in answers}) == 1
    assert len(visitor.site.store.tables_of(player_of(visitor, answers[0]))) == 1


def test_every_page_brings_a_new_key(visitor: Visitor) -> None:
    assert key_on(visitor, "/") != key_on(visitor, "/")


def test_another_wish_with_the_same_key_is_another_table(visitor: Visitor) -> None:
    """Back to the form, another number of players: nobody gets the table they did not ask for."""
    key = key_on(visitor, "/games/uptown")
    three, two = (visitor.post("/tables", {**SETUP, "players": n, "key": key}) for n in ("3", "2"))
    assert three.headers["location"] != two.headers["location"]


def test_a_rematch_is_one_table(visitor: Visitor) -> None:
    visitor.sit_down()
    form = {"key": visitor.form().fields["key"]}
    answers = [visitor.post(f"/tables/{visitor.table}/rematch", form) for _ in range(2)]
    assert len({answer.headers["location"] for answer in answers}) == 1


def test_a_stranger_does_not_get_the_answer_to_a_rematch(visitor: Visitor, stranger: Visitor) -> None:
    visitor.sit_down()
    form = {"key": visitor.form().fields["key"]}
    assert visitor.post(f"/tables/{visitor.table}/rematch", form).status_code == 303
    assert stranger.post(f"/tables/{visitor.table}/rematch", form).status_code == 403


def test_a_key_that_is_none(visitor: Visitor) -> None:
    assert visitor.post("/quick/uptown", {"key": "?"}).status_code == 400


def test_a_refused_form_may_be_sent_again(start: StartSite) -> None:
    visitor = start(table_rate=Rate(burst=1, seconds=0.2)).visitor()
    visitor.sit_down()
    form = {"key": key_on(visitor, "/")}
    codes = {visitor.post("/quick/uptown", form).status_code}
    while 303 not in codes:
        codes.add(visitor.post("/quick/uptown", form).status_code)
    assert codes <= {429, 303}


# Answers that were lost


@pytest.fixture
def db(place: Place) -> str:
    return place.url


@pytest.fixture(params=["a restart", "another server"])
def later(request: pytest.FixtureRequest, start: StartSite, running: Running) -> Later:
    """Somebody whose browser has got nothing so far, at the server where a form is sent for the second time."""

    def arrive() -> Visitor:
        if request.param == "a restart":
            running.stop()
        return start().visitor()

    return arrive


def test_a_table_is_set_once_wherever_the_form_is_sent_again(running: Running, later: Later) -> None:
    """The answer was lost, and with it the token of somebody new: they get their seat all the same."""
    visitor = running.visitor()
    form = {**SETUP, "key": key_on(visitor, "/games/uptown")}
    first = visitor.post("/tables", form)
    again = later()
    second = again.post("/tables", form)
    assert second.headers["location"] == first.headers["location"]
    again.table = second.headers["location"].removeprefix("/tables/")
    form_there = again.form()
    assert form_there.fields["seat"] == "0"
    assert again.move(form_there, form_there.moves[0]).status_code == 303
    third = again.post("/tables", form)  # by somebody who is known by now
    assert third.headers["location"] == first.headers["location"]
    assert "set-cookie" not in third.headers


def test_a_seat_is_taken_once_wherever_the_form_is_sent_again(running: Running, later: Later) -> None:
    host, guest = running.visitor(), running.visitor()
    host.sit_down(bot="open")
    guest.table = host.table
    (key,) = keys_of(guest.page())
    form = {"seat": "1", "name": "Bob", "key": key}
    assert guest.post(f"/tables/{host.table}/seats", form).status_code == 303
    again = later()
    again.table = host.table
    assert again.post(f"/tables/{host.table}/seats", form).status_code == 303
    assert read_form(again.page()).fields["seat"] == "1"
    assert [entry.event.kind for entry in again.log()] == ["sit"]
    assert seats(again)[1].name == "Bob"


def test_a_rematch_is_one_table_wherever_it_is_asked_for(running: Running, later: Later) -> None:
    visitor = running.visitor()
    visitor.sit_down()
    first = visitor.post(f"/tables/{visitor.table}/rematch")
    again = later()
    again.http.cookies = visitor.http.cookies
    second = again.post(f"/tables/{visitor.table}/rematch")
    assert second.headers["location"] == first.headers["location"]


def test_after_a_while_an_old_form_shows_the_table_and_no_more(
    visitor: Visitor, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {**SETUP, "key": key_on(visitor, "/games/uptown")}
    first = visitor.post("/tables", form)
    monkeypatch.setattr("tabletown.server.web.sessions._REPEAT_TOKEN_S", 0.0)
    second = stranger.post("/tables", form)
    assert second.headers["location"] == first.headers["location"]
    assert "set-cookie" not in second.headers
