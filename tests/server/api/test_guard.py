"""Who comes in, with what, how often, and how much of it; and what those who do not come in are told."""

import json
import re
from typing import Any

import pytest

from tabletown.server.limits import Rate
from tabletown.server.store.protocol import Unavailable

from ..visitors import OFTEN, Running, StartSite
from .conftest import Join
from .programs import Program, fresh_key

pytestmark = pytest.mark.usefixtures("every_ply")

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def table(ada: Program) -> dict[str, Any]:
    return ada.set_table("me", "me")


# Who


@pytest.mark.parametrize(
    "authorization", ["Bearer wrong", "Bearer", "Basic QWRhOg==", "bearer  x", f"Bearer {'x' * 5000}", "ä"]
)
@pytest.mark.parametrize("path", ["/players/me", "/lobby"])
def test_a_token_that_is_worth_nothing(stranger: Program, authorization: str, path: str) -> None:
    """Also where none is needed: whoever brings one wants to be known."""
    answer = stranger.http.get(path, headers=[(b"Authorization", authorization.encode())])
    assert (answer.status_code, answer.json()["error"]) == (401, "not_known")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_cookies_count_for_nothing(running: Running, ada: Program, table: dict[str, Any]) -> None:
    """What browsers send by themselves cannot act here, so no other site can."""
    answer = ada.http.get("/players/me", headers={"Cookie": f"tabletown={ada.token}; __Host-tabletown={ada.token}"})
    assert answer.status_code == 401
    watching = ada.http.get(f"/tables/{ada.table}", headers={"Cookie": f"tabletown={ada.token}"}).json()
    assert (watching["you"], watching["yours"], watching["moves"]) == (None, [], [])


def test_no_answer_sets_a_cookie_or_lets_other_sites_read(ada: Program, table: dict[str, Any]) -> None:
    for answer in (ada.post("/players", {}), ada.move(table), ada.get("/lobby")):
        assert "set-cookie" not in answer.headers
        assert not any(name.startswith("access-control") for name in answer.headers)
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonp"]
)
def test_only_json_is_read(ada: Program, table: dict[str, Any], kind: str) -> None:
    """A form of another site can send all of these, but not JSON."""
    body = json.dumps({"move": table["moves"][0]["move"], "version": 0, "key": fresh_key()}).encode()
    before = ada.digest()
    answer = ada.send("POST", f"/tables/{ada.table}/moves", body, **{"Content-Type": kind})
    assert (answer.status_code, answer.json()["error"]) == (415, "not_json")
    assert ada.digest() == before


def test_looking_changes_nothing(ada: Program, table: dict[str, Any]) -> None:
    before = ada.digest()
    for path in ("moves", "undo", "instead", "seats", "away", "back", "rematch", "advice", "chat"):
        answer = ada.get(f"/tables/{ada.table}/{path}")
        assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert ada.digest() == before
    assert ada.get("/tables").status_code == 405


# What


@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b"[]", b"{", b"\xff\xfe", b"{}" * 2, b'"text"', b"NaN",
        b'{"move": "x", "version": 0, "key": "abcdefgh\\n"}',
        b'{"move": "\\ud800", "version": 0, "key": "abcdefgh"}',
        b'{"move": "x", "version": 0, "key": "abcdefgh", "more": 1}',
        b'{"move": "x", "version": 1e999, "key": "abcdefgh"}',
        b'{"move": "x", "version": ' + b"9" * 60_000 + b', "key": "abcdefgh"}',
        b'{"move": "' + b"x" * 60_000 + b'", "version": 0, "key": "abcdefgh"}',
        b"[" * 60_000,
        b'{"move": ' * 7_000,
        b"{" + b",".join(b'"f%d":0' % n for n in range(6_000)) + b"}",
    ],
    ids=lambda body: repr(body[:24]),
)  # fmt: skip
def test_bytes_that_make_no_sense(ada: Program, table: dict[str, Any], body: bytes) -> None:
    before = ada.digest()
    answer = ada.send("POST", f"/tables/{ada.table}/moves", body, **JSON)
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
    assert len(answer.content) < 1000
    assert ada.digest() == before


@pytest.mark.parametrize("move", ["nonsense", "\u202e\x00", "; ;", "1;" * 90, "' OR 1=1 --", "<script>", "💥" * 50])
def test_moves_that_make_no_sense(ada: Program, table: dict[str, Any], move: str) -> None:
    answer = ada.move(table, move)
    assert (answer.status_code, answer.json()["error"]) == (422, "not_allowed")
    assert ada.digest()[0] == 0


def test_too_much_is_not_read(ada: Program, table: dict[str, Any]) -> None:
    """A hundred thousand fields, and an address without end."""
    many = json.dumps({f"field{n}": 0 for n in range(100_000)}).encode()
    answer = ada.send("POST", "/tables", many, **JSON)
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")
    long = ada.get(f"/tables/{'x' * 3000}")
    assert (long.status_code, long.json()["error"]) == (414, "too_long")
    assert ada.digest()[0] == 0


def test_names_are_shown_as_text(join: Join) -> None:
    program = join("A\u202eda\n <b>")
    me = program.get("/players/me").json()
    assert me == {"id": me["id"], "name": "Ada <b>", "play_forced": True, "kept": False}
    assert program.post("/players", {"name": "x" * 31}).status_code == 400


# How often


def test_players_and_tables_are_counted(start: StartSite, join: Join) -> None:
    site = start(player_rate=Rate(burst=2, seconds=1000), table_rate=Rate(burst=1, seconds=1000))
    ada, bob = join("Ada", site), join("Bob", site)
    many = bob.post("/players", {})
    assert (many.status_code, many.json()["error"]) == (429, "too_many")
    ada.set_table("me", "me")
    seats = [{"who": "me"}, {"who": "me"}]
    assert ada.post("/tables", {"title": "uptown", "seats": seats}).status_code == 429
    assert ada.post(f"/tables/{ada.table}/rematch").status_code == 429
    bob.set_table("me", "me")


def test_talk_and_names_are_counted(start: StartSite, join: Join) -> None:
    once = Rate(burst=1, seconds=1000)
    ada = join("Ada", start(chat_rate=once, name_rate=Rate(burst=1, seconds=1000)))
    ada.set_table("me", "me")
    assert [ada.act("chat", text="hm", key=fresh_key()).status_code for _ in range(2)] == [200, 429]
    assert [ada.post("/players/me", {"name": name}).status_code for name in ("B", "B", "C")] == [200, 200, 429]


def test_advice_is_counted(start: StartSite, join: Join) -> None:
    ada = join("Ada", start(advice_rate=Rate(burst=1, seconds=1000), player_rate=OFTEN))
    ada.set_table("me", "me")
    assert [ada.act("advice").status_code for _ in range(2)] == [200, 429]


# What is told


PATHS = [
    "", "/record", "/events", "/moves", "/undo", "/instead", "/seats", "/advice", "/away", "/back", "/rematch", "/chat",
    "/restart", "/ask", "/answer",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_an_unknown_table_sounds_like_none(ada: Program, path: str) -> None:
    """Whatever it is called, and whoever asks."""
    bodies: dict[str, Any] = {
        "/moves": {"move": "x", "version": 0, "key": fresh_key()},
        "/undo": {"version": 0, "key": fresh_key()},
        "/seats": {"seat": 0},
        "/away": {"seat": 0},
        "/back": {"seat": 0},
        "/chat": {"text": "hm", "key": fresh_key()},
        "/ask": {"turn": 0, "version": 0, "key": fresh_key()},
        "/answer": {"question": "x", "agree": True, "version": 0, "key": fresh_key()},
    }
    bodies["/restart"] = bodies["/undo"]
    bodies["/instead"] = bodies["/moves"]
    told = set()
    for table in ("AAAAAAAAAAAAAAAA", "x", "%00", "..%2f", "ä", "x" * 200):
        get = path in ("", "/record", "/events")
        answer = ada.get(f"/tables/{table}{path}") if get else ada.post(f"/tables/{table}{path}", bodies.get(path, {}))
        told.add((answer.status_code, answer.text))
    assert len(told) == 1
    assert told.pop()[0] == 404
    assert ada.get("/no/such/path").json()["error"] == "not_found"


def test_a_running_game_has_no_record(ada: Program, table: dict[str, Any]) -> None:
    answer = ada.get(f"/tables/{ada.table}/record")
    assert answer.status_code == 404
    with ada.site.tables.at(ada.table) as held:
        seed, salt = str(held.row.seed), held.row.salt
    answers = [answer, ada.get(f"/tables/{ada.table}"), ada.move(table, "nonsense"), ada.act("advice"), ada.move(table)]
    for answer in answers:
        assert seed not in answer.text
        assert salt not in answer.text


def test_somebody_who_watches_stays_a_spectator(ada: Program, table: dict[str, Any], stranger: Program) -> None:
    stranger.table = ada.table
    seen = stranger.look()
    assert (seen["you"], seen["yours"], seen["moves"], seen["undo"]) == (None, [], [], None)
    headers = {"Last-Event-ID": "99"}
    answer = stranger.http.get(f"/tables/{ada.table}/events", params={"seconds": 1}, headers=headers)
    assert f"data: {ada.table} {seen['version']}\n" in answer.text


def test_a_broken_store_says_so(ada: Program, table: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> Any:
        raise Unavailable("/secret/path: disk full")

    with monkeypatch.context() as patch:
        patch.setattr(ada.site.store, "append", full)
        answer = ada.move(table)
    assert (answer.status_code, answer.json()["error"]) == (503, "not_ready")
    assert "secret" not in answer.text
    assert ada.digest()[0] == 0


def test_what_breaks_inside_stays_inside(ada: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: Any) -> Any:
        raise RuntimeError("the seed is 42")

    with monkeypatch.context() as patch:
        patch.setattr(ada.site.store, "lobby", crash)
        answer = ada.get("/lobby")
    assert (answer.status_code, answer.json()["error"]) == (500, "broken")
    assert not re.search("seed|42", answer.text)
