"""Records from elsewhere: kept once, checked before, and refused with the line and the reason."""

import re
import threading
from pathlib import Path

import pytest
from httpx import Response

from tabletown.engine.record import write_record
from tabletown.games import get
from tabletown.server.errors import Malformed
from tabletown.server.limits import DEFAULTS, Rate
from tabletown.server.play.imports import import_record
from tabletown.server.store.protocol import Store
from tabletown.server.store.sqlite import SqliteStore
from tabletown.server.web.multipart import read_parts

from ..finished import RECORDS, SALT, random_game, sealed_record
from ..visitors import OFTEN, Running, StartSite, Visitor

RECORD = sealed_record().replace('"Orange", "Sky", "Green"', '"Ada", "Bob", "Cyd"')
HEADER = RECORD.partition("\n---\n")[0]
LINES = HEADER.count("\n") + 2  # of the header, with the line that ends it
PLIES = RECORD.count("\n") - LINES
NASTY = '<b onclick="x">&\u202eme</b>'


@pytest.fixture
def running(start: StartSite) -> Running:
    return start(import_rate=OFTEN)


def paste(visitor: Visitor, text: str) -> Response:
    return visitor.post("/replays", {"record": text})


def upload(visitor: Visitor, content: bytes, name: str = "file", boundary: str = "----0815") -> Response:
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="game.txt"\r\n'
    head += "Content-Type: text/plain\r\n\r\n"
    rest = f'--{boundary}\r\nContent-Disposition: form-data; name="record"\r\n\r\n\r\n--{boundary}--\r\n'
    body = head.encode() + content + b"\r\n" + rest.encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Origin": visitor.origin}
    return visitor.http.post("/replays", content=body, headers=headers)


def complaint(answer: Response) -> str:
    assert answer.status_code == 422, answer.text
    found = re.search(r'role="alert">.*?<span>(.*?)</span>', answer.text, re.DOTALL)
    assert found is not None
    return found[1]


def test_a_record_becomes_a_replay(visitor: Visitor) -> None:
    assert visitor.http.get("/replays").status_code == 200
    answer = paste(visitor, RECORD)
    assert answer.status_code == 303
    address = answer.headers["location"]
    page = visitor.http.get(f"{address}?ply=12&seat=1").text
    assert "it was not played here" in page
    assert "Bob" in page
    table = address.removesuffix("/replay")
    assert visitor.http.get(f"{table}/record").text == RECORD
    assert "An honest game" in visitor.http.get(f"{table}/check").text
    assert "Ada" in visitor.http.get(table).text


def test_the_same_game_has_the_same_link_however_it_is_brought(visitor: Visitor) -> None:
    first = paste(visitor, RECORD).headers["location"]
    ways = [
        paste(visitor, RECORD.replace("\n", "\r\n")),  # as browsers send what is typed
        paste(visitor, f"\ufeff\n{RECORD}\n\n"),
        paste(visitor, RECORD.replace("title =", "# a note\ntitle  =").replace(" site ", "  SITE ")),
        upload(visitor, RECORD.encode()),
    ]
    assert [answer.headers.get("location") for answer in ways] == [first] * 4
    table_id = first.split("/")[2]
    assert len(visitor.site.store.events(table_id)) == PLIES


def test_one_of_several_who_bring_it_at_once_writes_it(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.sqlite3")
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(import_record(store, RECORD, get))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1
    assert [entry.version for entry in store.events(found[0])] == list(range(1, PLIES + 1))
    store.close()


def test_what_was_cut_off_is_finished_by_the_next_who_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "store.sqlite3")

    def cut_off(self: Store, append: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(SqliteStore, "append", cut_off)
        with pytest.raises(KeyboardInterrupt):
            import_record(store, RECORD, get)
    table_id = import_record(store, RECORD, get)
    assert len(store.events(table_id)) == PLIES
    assert store.finished(False) != []
    assert store.finished(True) == []
    store.close()


def _without(lines: int) -> str:
    return "".join(RECORD.splitlines(keepends=True)[:-lines])


REFUSED = {
    "nothing": (" \n", "nothing to read"),
    "no record": ("Dear diary", "one ply per line"),
    "not TOML": (RECORD.replace("players", "players players", 1), "line 3"),
    "another game": (RECORD.replace('title = "uptown"', 'title = "chess"'), "no game"),
    "other rules": (RECORD.replace("uptown/1", "uptown/9"), "uptown/9"),
    "an illegal move": (
        re.sub(r"(\n\d+ \w+ )site \d", r"\1site 9", RECORD, count=1),
        r"Line \d+, ply \d+: .*not a site",
    ),
    "a line that is none": (RECORD + "and so on\n", rf"Line {LINES + PLIES + 1}, ply {PLIES + 1}"),
    "another seat": (RECORD.replace("\n2 ", "\n2 purple", 1), f"Line {LINES + 2}, ply 2"),
    "other scores": (re.sub(r"scores = \[-?\d+", "scores = [99", RECORD), "scores"),
    "another end": (re.sub(r'digest = "\w', 'digest = "x', RECORD), "digest"),
    "no end": (re.sub(r"scores.*\ndigest.*\n", "", _without(1)), "not over"),
    "a false promise": (RECORD.replace(SALT, "0" * 32), "tampered"),
    "no salt": (RECORD.replace(f'salt = "{SALT}"\n', ""), "tampered"),
    "a salt that is none": (RECORD.replace(f'"{SALT}"', "[1, 2]"), "make no sense"),
    "too many seats": (RECORD.replace('"Ada", ', '"Ada", "Eve", "Eve", '), "players"),
    "a set-up position": ((RECORDS / "uptown/2-from-position.txt").read_text(), "position"),
    "a long header": ("x = '" + "y" * 20_000 + "'\n" + RECORD, "longer than"),
    "a deep header": ("x = " + "[" * 15_000 + "\n" + RECORD, "nested"),
    "a large number": (RECORD.replace("seed = 12", "seed = 1" + "0" * 5000), "number is too long|seed"),
    "many plies": (RECORD + "1 sky site 1\n" * 20_000, "more lines than any game"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_wrong_is_said_with_its_line(visitor: Visitor, what: str) -> None:
    text, reason = REFUSED[what]
    answer = paste(visitor, text)
    assert re.search(reason, complaint(answer))
    assert visitor.site.store.finished(False) == []


def test_a_million_plies_are_refused_unread(visitor: Visitor) -> None:
    text = HEADER + "\n---\n" + "".join(f"{n} sky discard\n" for n in range(1, 10**6))
    answer = upload(visitor, text.encode())
    assert answer.status_code == 413
    answer = visitor.post("/replays", {"record": "x" * DEFAULTS.upload_bytes})
    assert answer.status_code == 413
    large = visitor.post("/tables", {"name": "x" * 100_000})
    assert large.status_code == 413  # other forms stay small


def test_names_are_shown_as_text(visitor: Visitor) -> None:
    text = write_record(random_game(13), [NASTY, "line\nbreak", "\u200b"])
    address = paste(visitor, text).headers["location"]
    for page in (visitor.http.get(address).text, visitor.http.get(address.removesuffix("/replay")).text):
        assert "onclick=" not in page.replace("onclick=&#34;", "")
        assert "\u202e" not in page
        assert "line break" in page
        assert "Green" in page  # whose name was invisible
    refused = complaint(paste(visitor, text.replace("uptown/1", "<i>rules</i>")))
    assert "<i>" not in refused


WITH_FILE = "multipart/form-data; boundary=x"
PART = b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n%b\r\n'


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("multipart/form-data", b"--x--", 400),
        ("multipart/form-data; boundary=", b"--x--", 400),
        (WITH_FILE, b"nothing", 400),
        (WITH_FILE, b"--x\r\n\r\n\r\n--x--", 400),
        (WITH_FILE, PART % b"1", 400),  # it does not end
        (WITH_FILE, PART % b"1" * 9 + b"--x--", 400),
        (WITH_FILE, PART % b"1" * 2 + b"--x--", 400),
        (WITH_FILE, PART % b"\xff" + b"--x--", 400),
        (WITH_FILE, PART % b"" + b"--x--", 422),
        (WITH_FILE, b"--x--", 422),
        ("application/json", b"{}", 415),
        ("text/plain", b"record=x", 415),
    ],
)
def test_broken_forms(visitor: Visitor, kind: str, body: bytes, status: int) -> None:
    headers = {"Content-Type": kind, "Origin": visitor.origin}
    assert visitor.http.post("/replays", content=body, headers=headers).status_code == status
    assert visitor.http.post("/tables", content=body, headers=headers).status_code == 415


def test_a_form_from_elsewhere_is_not_read(visitor: Visitor) -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=x", "Origin": "https://evil.example"}
    assert visitor.http.post("/replays", content=b"--x--", headers=headers).status_code == 403


def test_parts_keep_their_bytes() -> None:
    body = b'--x\r\ncontent-disposition: form-data; filename="name"; name="a"\r\n\r\n\r\n--y \x00\r\n\r\n--x--\r\n'
    assert read_parts('multipart/form-data; boundary="x"', body) == {"a": b"\r\n--y \x00\r\n"}
    with pytest.raises(Malformed):
        read_parts("multipart/form-data", body)


def test_there_is_a_limit(start: StartSite) -> None:
    visitor = start(import_rate=Rate(burst=2, seconds=3600)).visitor()
    answers = [paste(visitor, "x").status_code for _ in range(3)]
    assert answers == [422, 422, 429]
