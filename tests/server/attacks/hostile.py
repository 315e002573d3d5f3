"""What attackers send: heads that are no heads, bodies that never end, texts that try to be something else.

The suite here sends each of them once, `benchmarks/attack.py` sends them at random for minutes.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote_plus

FORM_TYPE = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Raw:
    """Bytes to be sent over a connection, and the status that the first answer must have.

    With no status, the server may answer as it likes, as long as it does not break.
    """

    name: str
    data: bytes
    status: int | None = 400


def _head(line: str, *headers: str, host: str = "127.0.0.1", body: bytes = b"") -> bytes:
    return "\r\n".join((line, f"Host: {host}", *headers, "", "")).encode("latin-1") + body


def _post(*headers: str, body: bytes = b"") -> bytes:
    return _head("POST /theme HTTP/1.1", "Origin: http://127.0.0.1", f"Content-Type: {FORM_TYPE}", *headers, body=body)


SMUGGLED = b"POST /quick/uptown HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n\r\n"
CHUNKED = "Transfer-Encoding: chunked"

RAW = [
    # two opinions about where a request ends
    Raw("two lengths", _post("Content-Length: 5", "Content-Length: 6", body=b"theme=")),
    Raw("two lengths in one", _post("Content-Length: 5, 6", body=b"theme=")),
    Raw("length and chunks", _post("Content-Length: 4", CHUNKED, body=b"0\r\n\r\n" + SMUGGLED)),
    Raw("chunks and length", _post(CHUNKED, "Content-Length: 4", body=b"0\r\n\r\n" + SMUGGLED)),
    Raw("chunks, hidden by a space", _post("Transfer-Encoding : chunked", body=b"0\r\n\r\n")),
    Raw("chunks, not last", _post("Transfer-Encoding: chunked, identity", body=b"0\r\n\r\n" + SMUGGLED)),
    Raw("chunks of another kind", _post("Transfer-Encoding: xchunked", "Content-Length: 4", body=b"abcd")),
    Raw("a length below nothing", _post("Content-Length: -1")),
    Raw("a length with a sign", _post("Content-Length: +5", body=b"theme")),
    Raw("a length without end", _post("Content-Length: " + "9" * 400)),
    Raw("a length that is larger than allowed", _post("Content-Length: 9999999"), 413),
    Raw("a length in another script", _post("Content-Length: \xb2")),
    Raw("a header over two lines", _post("Content-Length: 5", "X: a\r\n b", body=b"theme"), None),
    # chunks
    Raw("a chunk without a size", _post(CHUNKED, body=b"ZZ\r\nabc\r\n0\r\n\r\n"), None),
    Raw("a chunk below nothing", _post(CHUNKED, body=b"-1\r\nabc\r\n0\r\n\r\n"), None),
    Raw("a chunk without end", _post(CHUNKED, body=b"F" * 32 + b"\r\nabc"), None),
    Raw("a chunk that is longer than it says", _post(CHUNKED, body=b"1\r\nabc\r\n0\r\n\r\n"), None),
    Raw("a chunk with a long remark", _post(CHUNKED, body=b"1;" + b"x" * 100_000 + b"\r\na\r\n0\r\n\r\n"), None),
    # heads
    Raw("nothing that is a request", bytes(range(256)) * 4),
    Raw("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500)),
    Raw("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    Raw("HTTP/0.9", b"GET /\r\n\r\n", 421),
    Raw("HTTP/9.9", b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n"),
    Raw("no method", b" / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    Raw("a method of 9,000 letters", b"G" * 9_000 + b" / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    Raw("NUL in a header", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\0b\r\n\r\n"),
    Raw("a header without a colon", b"GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n"),
    Raw("a header without a name", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n: x\r\n\r\n"),
    Raw("no host", b"GET / HTTP/1.1\r\n\r\n", 421),
    Raw("another host", _head("GET / HTTP/1.1", host="evil.example"), 421),
    Raw("two hosts", _head("GET / HTTP/1.1", "Host: evil.example"), None),
    Raw("an address in the line", b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
    Raw("a path outside", _head("GET /static/../../../../etc/passwd HTTP/1.1"), 404),
    Raw("a path outside, hidden", _head("GET /static/%2e%2e/%2e%2e/etc/passwd HTTP/1.1"), 404),
    Raw("a path outside, hidden twice", _head("GET /static/..%252f..%252fetc/passwd HTTP/1.1"), 404),
    Raw("a path with NUL", _head("GET /static/%00 HTTP/1.1"), 404),
    Raw("a table with NUL", _head("GET /tables/%00%ff HTTP/1.1"), 404),
    Raw("a path that is no text", b"GET /\xff\xfe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    Raw("a star", _head("OPTIONS * HTTP/1.1"), None),
    Raw("a tunnel", b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n", None),
    Raw("a long address", _head("GET /?" + "x" * 20_000 + " HTTP/1.1"), 414),
    Raw("a large head", _head("GET / HTTP/1.1", "X: " + "x" * 40_000), 431),
    Raw("a thousand headers", _head("GET / HTTP/1.1", *(f"X-{n}: {'x' * 40}" for n in range(1000))), 431),
    Raw("a large cookie", _head("GET / HTTP/1.1", "Cookie: tabletown=" + "x" * 30_000), 200),
    Raw("a thousand cookies", _head("GET / HTTP/1.1", "Cookie: " + "; ".join(f"a{n}=1" for n in range(1000))), 200),
    Raw("cookies that are none", _head("GET /you HTTP/1.1", 'Cookie: tabletown="\xff\\"; =; ;;;='), 200),
    Raw("a WebSocket", _head("GET / HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket"), None),
    Raw("another protocol", _head("GET / HTTP/1.1", "Connection: Upgrade", "Upgrade: h2c"), None),
    Raw("ranges", _head("GET /static/table.js HTTP/1.1", "Range: bytes=" + ",".join(["0-"] * 1000)), 200),
    Raw("other addresses", _head("GET / HTTP/1.1", "X-Forwarded-For: \xff, ,;'<b>", "X-Forwarded-Proto: ftp"), None),
    Raw("no origin", _head("POST /quick/uptown HTTP/1.1", f"Content-Type: {FORM_TYPE}"), 403),
    Raw("a foreign origin", _head("POST /quick/uptown HTTP/1.1", "Origin: http://evil.example"), 403),
    Raw("rubbish behind a request", _head("GET /health HTTP/1.1") + b"\0\xff" * 5000, None),
    Raw("many requests at once", _head("GET /health HTTP/1.1") * 200, 200),
    Raw("many requests at once, the last is none", _head("GET /health HTTP/1.1") * 20 + b"?", None),
]

SCRIPT = "<script>alert(1)</script>"
TEXTS = [
    "",
    " \t\r\n",
    SCRIPT,
    '"><img src=x onerror=alert(1)>',
    "{{7*7}}${7*7}%(x)s%n%x{0}",
    "' OR 1=1; DROP TABLE events; --",
    "../../../../etc/passwd",
    "\r\nSet-Cookie: tabletown=stolen",
    "\0",
    "\x1b[2J\x07\x7f",
    "\u202eright to left\u202c\u2066\u2069",
    "\u200b\u200d\ufeff\u2060\u3164\u115f",
    "Z" + "\u0336\u0489\u0300" * 200,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 20,
    "\U000e0041\U000e0042\ue000\U0010ffff",
    "\u2028\u2029\x85",
    "ﷺ" * 200,
    "x" * 5_000,
    "-1",
    "9" * 400,
    "1e999",
    "٣",
    "0x10",
    "NaN",
    "true",
    "[]",
    "; ; ;",
    "1;" * 100,
    "#" * 100,
]
"""Texts for any field of a form and for any text of a JSON body."""

BYTES = [b"%ff%fe", b"\xff", b"%ED%A0%80", b"%c0%af", b"%", b"%zz", b"%00", b"+" * 3000, b"&" * 3000, b"=" * 3000]
"""Values for any field of a form that are not even text."""

FORMS: Mapping[str, tuple[str, ...]] = {
    # the site and the player
    "/theme": ("theme",),
    "/logout": ("where",),
    "/you": ("name",),
    "/you/forced": ("on",),
    "/you/sheets": ("sheet", "seen_by"),
    "/you/tables": ("do", "table-1"),
    "/you/delete": ("name",),
    "/ratings/named": ("on",),
    # the account
    "/keep/name": ("name",),
    "/keep/key/ask": ("none",),
    "/keep/key": ("credential",),
    "/keep/ticket": ("none",),
    "/keep/ticket/kept": ("to",),
    "/keep/keys/rename": ("id", "name"),
    "/keep/keys/remove": ("id",),
    "/keep/sign-in/ask": ("none",),
    "/keep/sign-in/key": ("credential",),
    "/keep/sign-in/ticket": ("ticket",),
    "/keep/sign-in/code": ("code",),
    "/keep/sign-in/mail": ("address", "table"),
    "/keep/code": ("none",),
    "/keep/prove/ask": ("none",),
    "/keep/prove/key": ("credential",),
    "/keep/prove/ticket": ("ticket",),
    "/keep/sessions/end": ("id", "others"),
    "/keep/join": ("answer",),
    "/keep/bots": ("name",),
    "/keep/bots/rename": ("id", "name"),
    "/keep/bots/token": ("id",),
    "/keep/bots/delete": ("id",),
    "/keep/mail/address": ("address",),
    "/keep/mail/not-wanted": ("none",),
    "/keep/mail/remove": ("none",),
    "/keep/mail/turns": ("turns",),
    "/keep/mail/confirm/{secret}": ("none",),
    "/keep/mail/sign-in/{secret}": ("none",),
    "/mail/stop/{who}/{table}/{signature}": ("List-Unsubscribe",),
    # people
    "/find": ("title-uptown", "size-2", "pace", "rated", "strength", "name", "key"),
    "/find/stop": ("none",),
    "/find/bots": ("key",),
    "/friends/seen": ("on",),
    "/friends/invitations/decline": ("table",),
    "/people/{player}/ask": ("table", "remark", "to"),
    "/people/{player}/decline": ("table", "remark", "to"),
    "/people/{player}/end": ("table", "remark", "to"),
    "/people/{player}/challenge": ("title", "clock", "key"),
    "/people/{player}/block": ("table", "remark", "to"),
    "/people/{player}/unblock": ("table", "remark", "to"),
    "/people/{player}/mute": ("table", "remark", "to", "where"),
    "/people/{player}/unmute": ("table", "remark", "to", "where"),
    "/people/{player}/report": ("kind", "text", "table", "remark", "key"),
    # tables
    "/tables": (
        "title", "players", "upto", "seat", "bot", "bot-1", "name", "public", "clock", "on_flag", "edition", "note",
        "rated", "key",
    ),
    "/quick/{title}": ("strength", "key"),
    "/games/{title}/learn": ("key",),
    "/games/{title}/sample": ("none",),
    "/replays": ("record",),
    "/analysis": ("position",),
    "/tables/{table}/moves": ("move", "instead", "amount", "version", "key", "seat"),
    "/tables/{table}/undo": ("undo", "version", "key", "seat"),
    "/tables/{table}/restart": ("seat", "version", "key"),
    "/tables/{table}/ask": ("turn", "seat", "version", "key"),
    "/tables/{table}/answer": ("question", "answer", "seat", "version", "key"),
    "/tables/{table}/advice": ("seat",),
    "/tables/{table}/away": ("seat", "bot"),
    "/tables/{table}/back": ("seat",),
    "/tables/{table}/resign": ("none",),
    "/tables/{table}/forced": ("seat", "on"),
    "/tables/{table}/lesson": ("seat",),
    "/tables/{table}/chat": ("text", "name", "key"),
    "/tables/{table}/seats": ("seat", "bot", "name", "key"),
    "/tables/{table}/rematch": ("with", "key"),
    "/tables/{table}/withdraw": ("none",),
    "/tables/{table}/play-on": ("ply", "seat", "key"),
    "/tables/{table}/review": ("none",),
    # tournaments
    "/tournaments": (
        "name", "title", "kind", "at_table", "rounds", "pace", "edition", "rated", "public", "fill", "bot", "bots",
        "round_days", "join", "key",
    ),
    "/tournaments/{tournament}/join": ("name", "key"),
    "/tournaments/{tournament}/leave": ("none",),
    "/tournaments/{tournament}/sit-out": ("round",),
    "/tournaments/{tournament}/start": ("none",),
    "/tournaments/{tournament}/call-off": ("none",),
    "/tournaments/{tournament}/bots": ("count", "bot"),
    "/tournaments/{tournament}/remove": ("number",),
}  # fmt: skip
"""Every form by the path of its route, and its fields. A form that needs none gets one that it does not know."""

ENDS = frozenset({"/logout", "/you/delete"})
"""Forms after which the browser that sent them knows nobody any more."""


def address_of(path: str, table: str, player: str = "nobody", tournament: str = "none") -> str:
    """The address of a form: the path of its route with what stands in it filled in."""
    return path.format(
        title="uptown", table=table, player=player, tournament=tournament, secret="x" * 43, who="x" * 22,
        signature="x" * 43,
    )  # fmt: skip


JSON: list[bytes] = [
    b"",
    b"null",
    b"[]",
    b'"text"',
    b"\xff\xfe",
    b"{" * 60_000,
    b"[" * 60_000,
    b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    b'{"version":' + b"9" * 60_000 + b"}",
    b'{"version":1e999999}',
    b'{"seat":-99999999999999999999}',
    b'{"seat":NaN}',
    b'{"key":"\\ud800"}',
    b'{"key":"a","key":"b"}',
    b"{" + b",".join(b'"f%d":%d' % (n, n) for n in range(5_000)) + b"}",
    b'{"name":"' + b"x" * 60_000 + b'"}',
    b'{"__proto__":{"admin":true},"__class__":"x"}',
    b" " * 60_000 + b"{}",
    b"{}" + b"\0" * 1000,
    b"x" * 70_000,
    *(json.dumps(dict.fromkeys(("move", "text", "name", "key", "question"), text)).encode() for text in TEXTS),
]
"""Bodies for any operation of the API."""

VERBS = ("moves", "instead", "undo", "restart", "ask", "answer", "seats", "chat", "advice", "away", "back", "rematch")
"""What can be done at a table by the API."""


def request(method: str, path: str, body: bytes, host: str, kind: str = FORM_TYPE) -> bytes:
    """A request as bytes, as a form of our own pages or (by its `kind`) something else."""
    headers = (f"Origin: http://{host}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", "Connection: close")
    return _head(f"{method} {path} HTTP/1.1", *headers, host=host, body=body)


def anything(choose: random.Random, table: str, host: str) -> bytes:
    """Anything that an attacker may send: no request at all, a text in a field of a form, a body for the API."""
    kind = choose.randrange(4)
    if kind == 0:
        return choose.choice(RAW).data
    if kind == 1:
        return choose.randbytes(choose.randrange(1, 3000))
    if kind == 2:
        path = f"/api/v1/tables/{table}/{choose.choice(VERBS)}"
        return request("POST", path, choose.choice(JSON), host, "application/json")
    path = choose.choice(list(FORMS))
    value = choose.choice([*BYTES, *(quote_plus(text).encode() for text in TEXTS)])
    fields = [f"{name}=the-key-of-a-form".encode() for name in FORMS[path]]
    fields[choose.randrange(len(fields))] = choose.choice(FORMS[path]).encode() + b"=" + value
    return request("POST", address_of(path, table), b"&".join(fields), host)


def fields_of(path: str, rest: Callable[[str], str]) -> Iterator[tuple[str, dict[str, str]]]:
    """For every field of a form: its name, and the other fields with what `rest` says they should be."""
    for field in FORMS[path]:
        yield field, {other: value for other in FORMS[path] if other != field and (value := rest(other))}
