"""Requests to a real server that are well formed and meant badly: in every form, and in every operation of the API."""

import random
import re
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import httpx
import pytest
from starlette.routing import Route

from tabletown.server.app import create_app

from ..finished import sealed_record
from ..visitors import Browser
from .hostile import BYTES, ENDS, FORM_TYPE, FORMS, JSON, SCRIPT, TEXTS, address_of, fields_of
from .siege import WIDE, Siege, get_account

RATE_LIMITS = WIDE
SAMPLE = 4  # of hostile texts for every field, and of bodies for every operation
KEY = "the-key-of-a-form"


def send(who: Browser, path: str, body: bytes, **headers: str) -> httpx.Response:
    """Send any bytes as a form."""
    form = {"Content-Type": FORM_TYPE, "Origin": who.origin}
    return who.http.post(path, content=body, headers={**form, **headers})


def encoded(fields: dict[str, str]) -> bytes:
    return "&".join(f"{name}={quote_plus(value)}" for name, value in fields.items()).encode()


def assert_harmless(answer: httpx.Response) -> None:
    """It is an answer, and nothing in it is what the text tried to be."""
    assert answer.status_code < 500, answer.text
    assert SCRIPT not in answer.text
    assert "onerror=alert(1)>" not in answer.text
    assert "stolen" not in answer.headers.get("set-cookie", "")


def to_move(siege: Siege) -> Browser:
    """An attacker at a table of their own, with both seats."""
    attacker = siege.attacker()
    attacker.sit_down(bot="here")
    return attacker


def test_every_form_is_attacked(tmp_path: Path) -> None:
    app = create_app(tmp_path / "site.sqlite3")
    app.state.site.store.close()
    routes = [route for route in app.routes if isinstance(route, Route)]
    posts = [route.path for route in routes if "POST" in (route.methods or ())]
    assert sorted(FORMS) == sorted(path for path in posts if not path.startswith("/api/"))


USUAL = {
    "title": "uptown", "seat": "0", "turn": "0", "text": "hm", "theme": "dark", "answer": "agree", "on": "1",
    "id": "0", "ply": "3", "kind": "swiss", "pace": "live-15", "address": "eve@home.example", "title-uptown": "on",
    "size-2": "on", "count": "1", "bot": "uniform", "number": "1", "round": "1", "sheet": "ratings",
    "seen_by": "friends", "name": "Eve",
}  # fmt: skip


def in_account(siege: Siege) -> Browser:
    """An attacker with a name and an account, at a table of their own."""
    attacker = to_move(siege)
    assert attacker.post("/keep/name", {"name": "Eve"}).status_code == 303
    get_account(attacker)
    return attacker


def organise(who: Browser) -> str:
    """Set up a tournament; returns its id."""
    wanted = {"name": "Open", "title": "uptown", "pace": "live-15", "join": "on", "bots": "2", "key": KEY}
    answer = who.post("/tournaments", wanted)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/tournaments/")


def finished_game(who: Browser) -> str:
    """The id of a table whose game is over."""
    answer = who.post("/replays", {"record": sealed_record()})
    return answer.headers["location"].removeprefix("/tables/").removesuffix("/replay")


@pytest.mark.parametrize("path", FORMS)
def test_any_text_in_any_field(siege: Siege, path: str) -> None:
    """From a stranger at the table of others, and from a player at their own; each wants something of the other."""
    choose, own, stranger = random.Random(path), in_account(siege), siege.attacker()
    tournament = organise(own) if "{tournament}" in path else ""
    over = finished_game(own) if path.endswith(("/review", "/play-on")) else ""
    for field, fields in fields_of(path, lambda name: KEY if name == "key" else USUAL.get(name, "")):
        for is_own in (False, True):
            for value in [quote_plus(text).encode() for text in choose.sample(TEXTS, SAMPLE)] + [choose.choice(BYTES)]:
                if is_own and path in ENDS:
                    own = in_account(siege)
                who, table, other = (own, own.table, siege.table) if is_own else (stranger, siege.table, own.table)
                there = address_of(path, over or table, siege.owner(other), tournament)
                form = own.form().fields if is_own and path.startswith("/tables/{table}/") else {}
                rest = {name: form.get(name, usual) for name, usual in fields.items()}
                body = encoded(rest) + b"&" + field.encode() + b"=" + value
                assert_harmless(send(who, there, body, **{"X-Forwarded-For": siege.new_address()}))


FROM_ANYWHERE = "/mail/stop/{who}/{table}/{signature}"
"""Mail programs press its button; the address carries the right to do so."""

ANY_BODY = {FROM_ANYWHERE, "/replays"}
"""What is sent with the one does not matter; the other reads a file with a record, which may be long."""


@pytest.mark.parametrize("path", [path for path in FORMS if path != FROM_ANYWHERE])
def test_forms_of_other_sites(siege: Siege, path: str) -> None:
    mover = siege.mover
    form, there = mover.form(), address_of(path, siege.table)
    body = encoded({**form.fields, "move": form.moves[0], "title": "uptown", "text": "hm", "name": "Eve"})
    with siege.writes_nothing():
        for origin in ("http://evil.example", "null", "", siege.origin.replace("http", "https")):
            assert send(mover, there, body, Origin=origin).status_code == 403
        crossed = {"Sec-Fetch-Site": "cross-site"}
        assert send(mover, there, body, **crossed).status_code == 403
        here = {"Host": "evil.example", "Origin": "http://evil.example"}  # a name that leads here, but is not ours
        assert send(mover, there, body, **here).status_code == 421


def test_too_much_of_a_form(siege: Siege) -> None:
    attacker = siege.attacker()
    with siege.writes_nothing():
        for path in FORMS:
            there = address_of(path, siege.table)
            size = (1 << 20) + 1 if path == "/replays" else (1 << 16) + 1
            assert send(attacker, there, b"x" * size).status_code == 413, path
            if path not in ANY_BODY:
                fields = b"&".join(b"f%d=1" % n for n in range(10_000))[:60_000]
                assert send(attacker, there, fields).status_code == 400, path
            assert attacker.http.get(f"{there}?{'x' * 3000}").status_code == 414


# Who may do what, and when


def test_forms_of_others_and_forms_of_before(siege: Siege) -> None:
    """A stranger, another player, another table's token, a key with another move, a version that is over."""
    mover = siege.mover
    form, where = mover.form(), f"/tables/{siege.table}"
    fields = {**form.fields, "move": form.moves[0]}
    stranger, elsewhere = siege.attacker(), to_move(siege)
    forged = siege.attacker()
    forged.http.cookies.set("tabletown", mover.http.cookies["tabletown"][:-2] + "xx")
    with siege.writes_nothing():
        for who in (stranger, elsewhere, forged):
            for path in ("moves", "undo", "restart", "away", "back", "advice"):
                assert who.post(f"{where}/{path}", {**fields, "undo": "0", "seat": "0"}).status_code in (403, 409, 422)
        for version in ("-1", "x", "1.0", "9" * 30, ""):
            assert mover.post(f"{where}/moves", {**fields, "version": version}).status_code == 400
        for seat in ("1", "7", "999999999"):
            named = {**fields, "seat": seat if seat != form.fields["seat"] else "0"}
            assert mover.post(f"{where}/moves", named).status_code in (403, 409, 422)
        for version in ("0", "999999999"):
            assert mover.post(f"{where}/moves", {**fields, "version": version}).status_code == 409
    siege.check()  # here the move is made, with a key of its own
    with siege.writes_nothing():
        assert mover.post(f"{where}/moves", {**fields, "key": KEY}).status_code == 409


def test_a_key_is_one_request(siege: Siege) -> None:
    own = to_move(siege)
    form = own.form()
    where = f"/tables/{own.table}/moves"
    first, *others = form.moves
    assert own.post(where, {**form.fields, "move": first}).status_code == 303
    with siege.writes_nothing():
        assert own.post(where, {**form.fields, "move": first}).status_code == 303
        for other in [*others, "nonsense"]:
            assert own.post(where, {**form.fields, "move": other}).status_code == 409


def finish(siege: Siege) -> tuple[Browser, dict[str, str]]:
    """Somebody who has played a game to its end, and the form of the last move."""
    own = to_move(siege)
    headers = {"Authorization": f"Bearer {own.http.cookies['tabletown']}"}
    where = f"/api/v1/tables/{own.table}"
    seen = own.http.get(where, headers=headers).json()
    for number in count():
        last = {"move": seen["moves"][-1]["move"], "version": seen["version"], "key": f"to-the-end-{number:04}"}
        seen = own.http.post(f"{where}/moves", json=last, headers=headers).json()
        if seen["outcome"]:
            return own, {name: str(value) for name, value in last.items()}
    raise AssertionError("it goes on for ever")


def test_what_is_over_is_over(siege: Siege) -> None:
    """By page and by API, with old forms and new ones: nothing is moved or taken back after the end."""
    own, last = finish(siege)
    where = f"/tables/{own.table}"
    record = own.http.get(f"{where}/record").text
    bearer = {"Authorization": f"Bearer {own.http.cookies['tabletown']}"}
    with siege.writes_nothing():
        for n, version in enumerate((last["version"], str(int(last["version"]) + 1))):
            for path in ("moves", "undo", "restart", "ask"):
                fields = {**last, "version": version, "key": f"after-the-end-{n}-{path}", "turn": "0", "undo": "0"}
                assert own.post(f"{where}/{path}", fields).status_code in (409, 422), path
            for path in ("moves", "instead", "undo", "restart", "ask"):
                body: dict[str, Any] = {"version": int(version), "key": f"api-after-the-end-{n}-{path}"}
                if path in ("moves", "instead"):
                    body["move"] = last["move"]
                if path == "ask":
                    body["turn"] = 0
                answer = own.http.post(f"/api/v1{where}/{path}", json=body, headers=bearer)
                assert answer.status_code in (409, 422), (path, answer.text)
    assert own.http.get(f"{where}/record").text == record
    assert "An honest" in own.http.get(f"{where}/check").text


# The API


def operations(siege: Siege) -> list[tuple[str, str]]:
    """The method and path of every operation that reads a body or changes something."""
    document = siege.attacker().http.get("/api/v1/openapi.json").json()
    base = re.sub(r"^https?://[^/]*", "", document["servers"][0]["url"]) if "servers" in document else ""
    return [
        (method.upper(), base + path)
        for path, methods in document["paths"].items()
        for method in methods
        if method in ("post", "put", "patch", "delete")
    ]


def test_any_body_for_any_operation(siege: Siege) -> None:
    """Depth bombs, numbers without end, texts that try to be something else; with and without a token."""
    program, choose = siege.attacker(), random.Random(7)
    token = program.http.post("/api/v1/players", json={"name": "Eve"}).json()["token"]
    found = operations(siege)
    assert len(found) > 15
    before = siege.rows()
    for method, path in found:
        there = path.replace("{table}", siege.table)
        for body in choose.sample(JSON, 2 * SAMPLE):
            headers = {"Content-Type": "application/json", "X-Forwarded-For": siege.new_address()}
            if method != "DELETE" and choose.random() < 0.5:
                headers["Authorization"] = f"Bearer {token}"
            assert_harmless(program.http.request(method, there, content=body, headers=headers))
    assert siege.rows()["events"] == before["events"]
