"""A form that starts something starts it once, however often it is sent."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tabletown.server.limits import RateLimit
from tabletown.server.once import Once

from .visitors import StartSite, Visitor

SETUP = {"title": "uptown", "players": "3"}


def key_on(visitor: Visitor, path: str) -> str:
    found = re.search(r'name="key" value="(\w+)"', visitor.http.get(path).text)
    assert found, f"the form on {path} has no key"
    return found[1]


@pytest.mark.parametrize(
    ("page", "action", "fields"),
    [
        ("/", "/quick/uptown", {}),
        ("/games/uptown/rules", "/quick/uptown", {}),
        ("/games/uptown", "/tables", SETUP),
    ],
)
def test_a_form_sent_twice_at_once_starts_one_table(
    visitor: Visitor, page: str, action: str, fields: dict[str, str]
) -> None:
    """Both answers come to somebody who had no session when asking, and seat the same person at the same table."""
    form = {**fields, "key": key_on(visitor, page)}
    headers = {"Origin": visitor.origin}

    def send(_: int) -> httpx.Response:
        return httpx.post(f"{visitor.origin}{action}", data=form, headers=headers, trust_env=False)

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(send, range(4)))
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer.headers["location"] for answer in answers}) == 1
    assert len({answer.cookies["tabletown"] for answer in answers}) == 1


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
    visitor = start(table_rate=RateLimit(burst=1, seconds=0.2)).visitor()
    visitor.sit_down()
    form = {"key": key_on(visitor, "/")}
    codes = {visitor.post("/quick/uptown", form).status_code}
    while 303 not in codes:
        codes.add(visitor.post("/quick/uptown", form).status_code)
    assert codes <= {429, 303}


def test_answers_are_forgotten_after_a_while() -> None:
    calls = 0

    async def work() -> int:
        nonlocal calls
        calls += 1
        return calls

    async def ask() -> list[int]:
        kept, short, small = Once[int](), Once[int](seconds=0.0), Once[int](remembered=1)
        answers = [await kept("form", work), await kept("form", work), await short("form", work)]
        await asyncio.sleep(0.01)
        answers.append(await short("form", work))
        return [*answers, *[await small(form, work) for form in ("a", "b", "c", "a")]]

    assert asyncio.run(ask()) == [1, 1, 2, 3, 4, 5, 6, 7]
