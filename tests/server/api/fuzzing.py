"""What Schemathesis is told of the site that it attacks; loaded by it, in its own process.

Left alone it would guess ids of tables and invent moves, and get no further than a refusal. So most requests are led to
tables that exist, and now and then one is made right: then it is an answer, and not a refusal, that is checked.
"""

import itertools
import os
from collections import Counter
from typing import Any

import httpx
import schemathesis
from schemathesis import GenerationMode

TOKEN, BOB = os.environ["FUZZ_TOKEN"], os.environ["FUZZ_BOBS_TABLE"]
OVER, OPEN = os.environ["FUZZ_FINISHED"], os.environ["FUZZ_OPEN"].split()

ENOUGH = 4
LONGEST = 3600
"""The most seconds for which one may listen."""

_http = httpx.Client(base_url=os.environ["FUZZ_BASE"], trust_env=False, headers={"Authorization": f"Bearer {TOKEN}"})
_count = itertools.count()
_made: Counter[str] = Counter()  # by operation, how many requests were made right
_turns: Counter[str] = Counter()
_open = iter(OPEN)


def _new_table() -> Any:
    return _http.post("/tables", json={"title": "uptown", "seats": [{"who": "me"}] * 2}).json()


_table = _new_table()
_bob = _http.get(f"/tables/{BOB}/people").json()["people"][0]["player"]
_puzzles = _http.get("/puzzles", params={"title": "uptown"}).json()["puzzles"]


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    if path_parameters and "table" in path_parameters:
        n = next(_count) % 4
        path_parameters["table"] = [_table["id"], path_parameters["table"], BOB, OVER][n]
    if path_parameters and "tournament" in path_parameters and next(_count) % 2:
        path_parameters["tournament"] = _new_tournament()
    if path_parameters and "puzzle" in path_parameters and next(_count) % 2:
        path_parameters["puzzle"] = _puzzles[0]["id"]
    if path_parameters and "player" in path_parameters:
        oneself = "me" if context.operation.path.endswith(("/profile", "/games")) else _bob
        path_parameters["player"] = [_bob, oneself, path_parameters["player"]][
            _turn(f"player of {context.operation.label}") % 3
        ]
    return path_parameters


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    what = case.operation.path.rpartition("/")[2]
    if what == "events":
        case.query = {"seconds": 0, **(case.query or {})}
        if _is_long(case.query["seconds"]):  # it would be listened to until patience ends; test_playing asks for it
            case.query["seconds"] = 1
    is_sound = case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE
    if is_sound and _turn(case.operation.label) % 2 and _made[case.operation.label] < ENOUGH:
        _made[case.operation.label] += 1
        _make_right(case, what)


def _turn(what: str) -> int:
    """How often this was asked about something: so each operation has turns of its own, whatever others there are."""
    _turns[what] += 1
    return _turns[what]


def _new_tournament(running: bool = False) -> str:
    """A tournament of ours, in which we take part with two bots."""
    wanted = {"name": "November", "title": "uptown", "bots": ["tourist", "tourist"]}
    made = str(_http.post("/tournaments", json=wanted).json()["id"])
    _http.post(f"/tournaments/{made}/join", json={"name": "Ada"})  # her own name may be gone by now
    if running:
        _http.post(f"/tournaments/{made}/start", json={})
    return made


def _own_bot() -> str:
    """The newest bot of ours; the others are deleted, so that there is room for more."""
    made = [bot["id"] for bot in _http.get("/players/me/bots").json()["bots"]]
    for bot in made[:-1]:
        _http.delete(f"/players/me/bots/{bot}")
    if made:
        return str(made[-1])
    _http.post("/players/me", json={"name": "Ada"})  # her own name may be gone by now
    return str(_http.post("/players/me/bots", json={"name": "Robo"}).json()["bot"]["id"])


def _is_long(seconds: Any) -> bool:
    """Whether a stream stays open for more than a moment; what is no such number is sent as it is."""
    return str(seconds).isascii() and str(seconds).isdecimal() and 1 < int(str(seconds)) <= LONGEST


def _make_right(case: Any, what: str) -> None:
    key = f"fuzz-key-{next(_count):06}"
    if what in ("moves", "undo", "restart", "instead", "ask", "advice"):
        seen = _to_move() if what in ("moves", "advice") else _half_move()
        turns = seen["back"] or [{"turn": 0}]
        listed = seen["instead" if what == "instead" else "moves"]
        bodies = {
            "moves": {"move": listed[0]["move"], "version": seen["version"], "key": key},
            "instead": {"move": listed[0]["move"], "version": seen["version"], "key": key},
            "undo": {"version": seen["version"], "key": key},
            "restart": {"version": seen["version"], "key": key},
            "ask": {"turn": turns[0]["turn"], "version": seen["version"], "key": key},
            "advice": {},
        }
        case.path_parameters["table"], case.body = seen["id"], bodies[what]
    elif what in ("away", "back", "rematch"):
        case.path_parameters["table"] = _table["id"]
        if what != "rematch":
            case.body = {"seat": 0}
    elif what == "resign":
        case.path_parameters["table"] = _new_table()["id"]
    elif what == "put-away":
        case.body = {"tables": [_table["id"]]}
    elif what == "seats":
        case.path_parameters["table"], case.body = next(_open, OPEN[-1]), {"seat": 1}
    elif what == "withdraw":
        seats = [{"who": "me"}, {"who": "open"}]
        case.path_parameters["table"] = _http.post("/tables", json={"title": "uptown", "seats": seats}).json()["id"]
    elif case.operation.path == "/players/me/bots":
        _own_bot()  # with it we have a name
        case.body = {"name": "Robo"}
    elif "bot" in case.path_parameters:
        case.path_parameters["bot"] = _own_bot()
        if what == "{bot}" and case.operation.method.upper() == "POST":
            case.body = {"name": "Robo"}
    elif what == "reports":
        case.body = {"player": _bob, "kind": "behaviour", "text": "hm", "key": key}
    elif what == "bots" and case.operation.method.upper() == "POST":
        _http.post("/search", json={"titles": ["uptown"], "players": [2]})
        case.body = {"key": key}
    elif what == "answer":
        seen = _asked()
        question = seen["question"]["id"]
        case.path_parameters["table"] = seen["id"]
        case.body = {"question": question, "agree": True, "version": seen["version"], "key": key}
    elif what in ("join", "leave", "sit-out", "bots", "remove", "start", "call-off"):
        case.path_parameters["tournament"] = _new_tournament(running=what == "sit-out")
        bodies = {"join": {"name": "Ada"}, "sit-out": {"round": 0}, "bots": {"bot": "tourist"}, "remove": {"number": 1}}
        if what in bodies:
            case.body = bodies[what]
    elif what == "tournaments" and case.operation.method.upper() == "POST":
        case.body = {"name": "November", "title": "uptown"}
    elif what == "{tournament}":
        case.path_parameters["tournament"] = _new_tournament()
    elif what == "chat":
        case.path_parameters["table"], case.body = BOB, {"text": "hm", "key": key}
    elif what in ("record", "check", "replay"):
        case.path_parameters["table"] = OVER
    elif what == "records":
        case.body = {"record": _http.get(f"/tables/{OVER}/record").text}
    elif case.operation.path == "/events":
        case.query = {"seconds": 0, "table": [_table["id"], BOB]}


def _to_move() -> Any:
    """A table at which it is our turn."""
    global _table
    _http.post(f"/tables/{_table['id']}/back", json={"seat": 0})
    seen = _http.get(f"/tables/{_table['id']}").json()
    if not seen["moves"]:
        seen = _table = _new_table()
    return seen


def _half_move() -> Any:
    """A table at which we have made half a move."""
    seen = _to_move()
    while not seen["instead"]:
        move = {"move": seen["moves"][-1]["move"], "version": seen["version"], "key": f"fuzz-half-{next(_count):06}"}
        seen = _http.post(f"/tables/{seen['id']}/moves", json=move).json()
        if not seen["moves"]:
            seen = _to_move()
    return seen


def _asked() -> Any:
    """A table at which a friend asks us to go back."""
    token = _http.post("/players", json={}).json()["token"]
    seats = [{"who": "me"}, {"who": "open"}]
    path = f"/tables/{_http.post('/tables', json={'title': 'uptown', 'seats': seats}).json()['id']}"
    with httpx.Client(base_url=_http.base_url, trust_env=False, headers={"Authorization": f"Bearer {token}"}) as friend:
        friend.post(f"{path}/seats", json={"seat": 1})
        for _ in range(6):
            for who in (_http, friend):
                seen = who.get(path).json()
                if seen["moves"]:
                    key = f"fuzz-turn-{next(_count):06}"
                    move = {"move": seen["moves"][0]["move"], "version": seen["version"], "key": key}
                    who.post(f"{path}/moves", json=move)
        seen = friend.get(path).json()
        turn = {"turn": seen["back"][0]["turn"], "version": seen["version"], "key": f"fuzz-ask-{next(_count):06}"}
        friend.post(f"{path}/ask", json=turn)
    return _http.get(path).json()


OF_ACCOUNTS = {f"/players/me/{what}" for what in ("ticket", "ticket/kept", "proof", "code", "joined")}
OF_ACCOUNTS |= {"/sign-in/ticket", "/sign-in/code"}
_tickets: dict[str, str] = {}  # by the token of its player


def _post(path: str, token: str, body: Any = None) -> Any:
    return _http.post(path, json=body or {}, headers={"Authorization": f"Bearer {token}"}).json()


def _keeper() -> str:
    """The token of a new player who keeps their games."""
    made = _post("/players/me/ticket", _http.post("/players", json={}).json()["token"])
    _tickets[made["token"]] = made["ticket"]
    return str(made["token"])


def _show_secrets(case: Any, token: str) -> None:
    """Every second time, send a secret that is one."""
    what = case.operation.path.rpartition("/")[2]
    if _turn(f"secret of {case.operation.path}") % 2 == 0 or what == "kept":
        return
    if what == "proof" or case.operation.path == "/sign-in/ticket":
        case.body = {"ticket": _tickets[token]}
    elif case.operation.path == "/sign-in/code":
        case.body = {"code": _post("/players/me/code", token)["code"]}
    elif what == "joined":
        other = _http.post("/players", json={}).json()["token"]
        _post("/tables", other, {"title": "uptown", "seats": [{"who": "me"}] * 2})
        case.body = {"token": other}


@schemathesis.auth(refresh_interval=None)
class Tokens:
    """Everything is asked for by one player, but giving up a token or a player takes a new one each time."""

    def get(self, case: Any, context: Any) -> str:
        if case.operation.path in OF_ACCOUNTS:
            return _keeper()
        gives_up = (case.operation.path, case.operation.method.upper()) == ("/players/me", "DELETE")
        if gives_up or case.operation.path == "/players/me/token" or case.operation.path.endswith("{session}"):
            return str(_http.post("/players", json={}).json()["token"])
        return TOKEN

    def set(self, case: Any, data: str, context: Any) -> None:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}
        if case.operation.path in OF_ACCOUNTS and case.meta.generation.mode == GenerationMode.POSITIVE:
            _show_secrets(case, data)
        if case.operation.path.endswith("{session}") and next(_count) % 2:
            listed = _http.get("/players/me/sessions", headers={"Authorization": f"Bearer {data}"}).json()
            case.path_parameters["session"] = listed["sessions"][0]["id"]
