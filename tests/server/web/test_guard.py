"""The gate: headers, foreign forms, oversized requests, names with markup, limits; and the pages around the tables."""

import re
import socket
import sqlite3
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tabletown import games
from tabletown.server.html.rules import rules_page
from tabletown.server.limits import DEFAULTS, Rate
from tabletown.server.web.guard import SECURITY_HEADERS

from ..visitors import StartSite, Visitor

PAGES = ["/", "/games/uptown", "/games/uptown/rules", "/games/uptown/cards", "/replays", "/export", "/health"]
QUICK = "/quick/uptown"
FORM = "application/x-www-form-urlencoded"


def counts(db: Path) -> list[int]:
    """How many rows every table of the database has."""
    connection = sqlite3.connect(db)
    rows = [
        connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
        for name in ("players", "sessions", "tables", "seats", "events")
    ]
    connection.close()
    return rows


# Pages


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_there(visitor: Visitor, path: str) -> None:
    assert visitor.http.get(path).status_code == 200


def test_every_rule_is_an_anchor(visitor: Visitor) -> None:
    page = visitor.http.get("/games/uptown/rules").text
    assert re.findall(r'id="UT-(\d+)"', page) == [str(n) for n in range(1, 50)]


def test_no_page_has_an_id_twice(visitor: Visitor) -> None:
    visitor.sit_down(players="4")
    titles = [f"/games/{name}{page}" for name in games.names() for page in ("", "/rules", "/cards", "/learn")]
    pages = {path: visitor.http.get(path).text for path in ["/", "/nothing", *titles]} | {"the start": visitor.page()}
    while not visitor.is_game_over():
        form = visitor.form()
        if form.moves:
            visitor.move(form, form.moves[0])
            pages["the middle"] = visitor.page()
    pages["the end"] = visitor.page()
    for name, page in pages.items():
        twice = [id for id, times in Counter(re.findall(r'\sid="([^"]*)"', page)).items() if times > 1]
        assert not twice, name


def test_headings_of_the_same_words_have_anchors_of_their_own() -> None:
    toc = rules_page("## The end\n\n### The end 2\n\n### The end\n\n## The end!").toc
    assert [heading.id for heading in toc] == ["the-end", "the-end-2", "the-end-3", "the-end-4"]


def test_every_local_link_and_file_of_the_pages_exists(visitor: Visitor) -> None:
    visitor.sit_down()
    pages = [visitor.http.get(path).text for path in PAGES] + [visitor.page()]
    links = {link.partition("#")[0] for page in pages for link in re.findall(r'(?:href|src)="(/[^"]*)"', page)}
    assert "/static/table.js" in links
    for script in ("site", "table", "morph", "stream", "rules", "gallery", "replay", "copy"):
        links.add(f"/static/{script}.js")
    broken = [link for link in sorted(links) if visitor.http.get(link).status_code != 200]
    assert not broken


@pytest.mark.parametrize("path", ["/nothing", "/games/chess", "/games/chess/rules", "/static/no.css", "/games/../etc"])
def test_what_is_not_there_says_so_kindly(visitor: Visitor, path: str) -> None:
    answer = visitor.http.get(path)
    assert answer.status_code == 404
    assert "<h1>" in answer.text


def test_pages_are_sent_packed(visitor: Visitor) -> None:
    visitor.sit_down()
    answer = visitor.http.get(f"/tables/{visitor.table}")
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(answer.content) / 4


def test_static_files_can_be_kept_but_are_asked_for_again(visitor: Visitor) -> None:
    answer = visitor.http.get("/static/table.js")
    assert answer.headers["cache-control"] == "no-cache"
    again = visitor.http.get("/static/table.js", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_is_drawn_by_the_server(visitor: Visitor, theme: str) -> None:
    answer = visitor.post("/theme", {"theme": theme}, Referer=f"{visitor.origin}/games/uptown/cards?type=shop")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/games/uptown/cards?type=shop"  # a step of a replay is said so, too
    assert re.search(rf'<html[^>]*class="{theme}"', visitor.http.get("/").text)
    visitor.post("/theme", {"theme": "system"})
    assert not re.search(r"<html[^>]*class=", visitor.http.get("/").text)


@pytest.mark.parametrize("referer", ["https://evil.example/x", "//evil.example", "", "javascript:alert(1)"])
def test_the_theme_leads_back_inside_only(visitor: Visitor, referer: str) -> None:
    answer = visitor.post("/theme", {"theme": "dark"}, Referer=referer)
    assert answer.headers["location"] == "/"
    assert visitor.post("/theme", {"theme": "pink"}).status_code == 400


def test_reloading_the_answer_to_a_form_leads_to_the_table(visitor: Visitor) -> None:
    visitor.sit_down()
    for verb in ("moves", "undo"):
        answer = visitor.http.get(f"/tables/{visitor.table}/{verb}")
        assert answer.status_code == 303
        assert answer.headers["location"] == f"/tables/{visitor.table}"


# Headers and cookies


def test_every_answer_carries_the_headers(visitor: Visitor) -> None:
    visitor.sit_down()
    form = visitor.form()
    answers = [visitor.http.get(path) for path in [*PAGES, f"/tables/{visitor.table}", "/nothing", "/static/site.js"]]
    answers += [visitor.move(form, "nonsense"), visitor.post("/tables", {"title": "chess"}), visitor.http.put("/")]
    answers += [visitor.http.get("/" + "x" * 3000)]
    for answer in answers:
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value, answer.url
    for answer in (answers[len(PAGES)], visitor.http.get(f"/tables/{visitor.table}/board")):
        assert answer.headers["cache-control"] == "no-store"


def test_pages_keep_to_their_own_policy(visitor: Visitor) -> None:
    """No inline scripts, no inline style sheets, nothing from elsewhere."""
    visitor.sit_down()
    for page in [visitor.http.get(path).text for path in PAGES] + [visitor.page()]:
        assert not re.search(r"<script(?![^>]*\bsrc=)", page)
        assert "<style" not in page
        assert not re.search(r"\son\w+=", page)
        assert not re.search(r'(?:src|action)="(?:https?:)?//', page)


def test_the_cookie_is_out_of_reach_for_scripts_and_others(visitor: Visitor, db: Path) -> None:
    answer = visitor.post(QUICK)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    token = visitor.http.cookies["tabletown"]
    assert len(token) > 40
    for suffix in ("", "-wal"):
        assert token.encode() not in Path(f"{db}{suffix}").read_bytes()
    assert "set-cookie" not in visitor.post(QUICK).headers


def test_the_cookie_on_https(visitor: Visitor) -> None:
    headers = {"X-Forwarded-Proto": "https", "Origin": visitor.origin.replace("http:", "https:")}
    cookie = visitor.post(QUICK, None, **headers).headers["set-cookie"]
    assert cookie.startswith("__Host-tabletown=")
    assert "Secure" in cookie
    assert "Path=/" in cookie
    assert "Domain" not in cookie


def test_looking_writes_nothing(visitor: Visitor, stranger: Visitor, db: Path) -> None:
    visitor.sit_down()
    visitor.form()
    before = counts(db)
    for path in [*PAGES, "/nothing"] + [
        f"/tables/{visitor.table}{part}" for part in ("", "/board", "/record", "/moves")
    ]:
        for who in (visitor, stranger):
            assert "set-cookie" not in who.http.get(path).headers
            who.http.head(path)
    assert counts(db) == before
    for path in ("/tables", QUICK, "/theme", f"/tables/{visitor.table}/rematch"):
        assert visitor.http.get(path).status_code == 405
    assert counts(db) == before


# Foreign forms


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_forms_of_other_sites_are_refused(visitor: Visitor, db: Path, headers: dict[str, str]) -> None:
    visitor.sit_down()
    form = visitor.form()
    before = counts(db)
    assert visitor.post(QUICK, None, **headers).status_code == 403
    assert visitor.move(form, form.moves[0], **headers).status_code == 403
    assert counts(db) == before


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8000", "", "a b"])
@pytest.mark.parametrize("path", ["/", "/health", "/static/table.js", "/api/v1/titles"])
def test_a_name_that_is_not_ours_is_refused(visitor: Visitor, host: str, path: str) -> None:
    """Else a page of another site could give its name our address, and read what is shown to people here."""
    assert visitor.http.get(path, headers={"Host": host}).status_code == 421


@pytest.mark.parametrize(
    "host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.7.7", "LOCALHOST", "town.localhost"]
)
def test_names_of_this_machine_are_ours(visitor: Visitor, host: str) -> None:
    assert visitor.http.get("/health", headers={"Host": host}).status_code == 200


def test_a_name_that_was_given(start: StartSite) -> None:
    visitor = start(names=["games.example"]).visitor()
    assert visitor.http.get("/health", headers={"Host": "games.example"}).status_code == 200
    assert visitor.http.get("/health", headers={"Host": "other.example"}).status_code == 421


def test_a_form_without_origin_is_refused(visitor: Visitor) -> None:
    assert visitor.http.post(QUICK, headers={"Content-Type": FORM}).status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/json", "multipart/form-data; boundary=x", ""])
def test_only_forms_are_read(visitor: Visitor, kind: str) -> None:
    answer = visitor.http.post(QUICK, content=b"{}", headers={"Content-Type": kind, "Origin": visitor.origin})
    assert answer.status_code == 415


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(visitor: Visitor, method: str) -> None:
    assert visitor.http.request(method, "/tables", headers={"Origin": visitor.origin}).status_code == 405


def test_a_proxy_may_bring_its_own_origin(start: StartSite) -> None:
    visitor = start(origins=frozenset({"https://play.example"})).visitor()
    assert visitor.post(QUICK, None, Origin="https://play.example").status_code == 303
    assert visitor.post(QUICK, None, Origin="https://other.example").status_code == 403


# Sizes


def test_a_body_that_is_too_large(visitor: Visitor) -> None:
    body = b"title=uptown&name=" + b"x" * DEFAULTS.body_bytes
    headers = {"Content-Type": FORM, "Origin": visitor.origin}
    assert visitor.http.post("/tables", content=body, headers=headers).status_code == 413

    def pieces() -> "object":
        yield from (body[n : n + 4096] for n in range(0, len(body), 4096))

    streamed = visitor.http.post("/tables", content=pieces(), headers=headers)  # type: ignore[arg-type]
    assert streamed.status_code == 413


def test_too_many_fields_or_one_twice_or_no_text(visitor: Visitor) -> None:
    headers = {"Content-Type": FORM, "Origin": visitor.origin}
    for body in (
        b"&".join(b"a%d=1" % n for n in range(5000)),
        b"title=uptown&title=uptown",
        b"title=%ff",
        b"title=\xff",
    ):
        assert visitor.http.post("/tables", content=body, headers=headers).status_code == 400


def test_a_long_address(visitor: Visitor) -> None:
    assert visitor.http.get("/?" + "x" * 5000).status_code == 414


def test_a_length_that_is_no_number_or_never_comes(start: StartSite) -> None:
    """A client that promises a body and does not send it is answered, not waited for."""
    visitor = start(body_seconds=0.1).visitor()
    address = urlsplit(visitor.origin)
    with socket.create_connection((str(address.hostname), address.port or 80), timeout=60) as client:
        request = f"POST {QUICK} HTTP/1.1\r\nHost: {address.netloc}\r\nOrigin: {visitor.origin}\r\n"
        client.sendall(f"{request}Content-Type: {FORM}\r\nContent-Length: 10\r\n\r\nabc".encode())
        assert b" 408 " in client.recv(1000).splitlines()[0]


# Names and limits

MARKUP = "<script>alert(1)</script>"


def test_names_are_text(visitor: Visitor) -> None:
    visitor.sit_down(name=MARKUP)
    page = visitor.page()
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ada \n\t Lovelace ", "Ada Lovelace"),
        ("\u202eevil\u200b\x00\x1b", "evil"),
        ("x" * 500, "x" * 30),
        ("\u202e", "Orange"),
        ("Żółw 🐢", "Żółw 🐢"),
    ],
)
def test_names_are_one_visible_line(visitor: Visitor, name: str, shown: str) -> None:
    visitor.sit_down(name=name)
    with visitor.site.tables.at(visitor.table) as table:
        assert table.row.seats[0].name == shown


def test_tables_are_limited(start: StartSite) -> None:
    visitor = start(table_rate=Rate(burst=3, seconds=60)).visitor()
    answers = [visitor.post(QUICK).status_code for _ in range(6)]
    assert answers[:3] == [303] * 3
    assert answers[-1] == 429
