"""Everybody can see, take along and delete what is kept about them; nobody else's game suffers."""

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tabletown.server.play.commands import Say
from tabletown.server.play.people.housekeeping import SESSION_DAYS
from tabletown.server.play.people.sessions import token_hash
from tabletown.server.play.shuffle_check import check_record
from tabletown.server.store.backup import backup, restore
from tabletown.server.store.events import Said, SatDown
from tabletown.server.store.protocol import FORMER_PLAYER, Append, Player, SeatRow, Session, SessionOver
from tabletown.server.store.sql import SqlStore

from ..api.programs import BASE, Program
from ..databases import File, Place
from ..finished import keep, random_game
from ..rated import keeps
from ..seating import TOKEN, seat_at, seats
from ..stage import advance
from ..visitors import FRAGMENT, Running, StartSite, Visitor, wait_until

NAMES = {"host": "Zanzibarina", "guest": "Quetzalfred", "watcher": "Wombatissa"}
OLD_RELEASE = Path(__file__).parents[1] / "store" / "release_0_1"


def remark_of(who: str) -> str:
    """Something that nobody else says."""
    return f"the {who} likes xylophones"


def canaries(*who: str) -> list[str]:
    """What must not be found any more when these people are deleted."""
    return [text for one in who for text in (NAMES[one], remark_of(one))]


def rows_of(store: SqlStore) -> str:
    """All rows of a database as text."""
    with store.snapshot() as ask:
        return "\n".join(str(tuple(row)) for table in store.columns() for row in ask(f"SELECT * FROM {table}"))


@pytest.fixture
def people(running: Running) -> dict[str, Visitor]:
    """Two players at a public table, one who set it up and one who sat down, and one who watches; all of them talk."""
    found = {who: running.visitor() for who in NAMES}
    host, guest, watcher = found.values()
    host.sit_down(players="2", bot="open", name=NAMES["host"], public="everybody")
    seat_at(host, guest, name=NAMES["guest"])
    watcher.table = host.table
    for who, visitor in found.items():
        talk = {"text": remark_of(who), "name": NAMES[who], "key": f"key-of-{who:_<8}"}
        assert visitor.post(f"/tables/{host.table}/chat", talk).status_code == 303
    return found


def delete(visitor: Visitor) -> None:
    answer = visitor.post("/you/delete")
    assert (answer.status_code, answer.headers["location"]) == (303, "/you/data")


def departures(visitor: Visitor) -> list[str]:
    """Who left the table, and whether bots came, in order. Other events may follow at any time, by bots."""
    return [entry.event.kind for entry in visitor.log() if entry.event.kind in ("away", "gone")]


def everything(visitor: Visitor) -> str:
    """All that a stranger can read of a table and in lists."""
    table = f"/tables/{visitor.table}"
    pages = [table, f"{table}/board", f"{table}/chat", f"{table}/replay", "/", "/lobby", "/you", "/export/games.jsonl"]
    pages += [f"{BASE}{table}", f"{BASE}/lobby", f"{BASE}/finished"]
    answers = [visitor.http.get(path) for path in pages]
    assert {answer.status_code for answer in answers} == {200}
    late = [visitor.http.get(f"{start}{table}/record") for start in ("", BASE)]
    return "\n".join(answer.text for answer in (*answers, *late))


@pytest.mark.usefixtures("db")
class TestDeleting:
    """On every kind of database."""

    @pytest.fixture
    def db(self, place: Place) -> str:
        return place.url

    @pytest.fixture
    def other(self, start: StartSite, running: Running) -> Running:
        """Another server on the same database."""
        return start(poll=0.05)

    def test_no_byte_of_a_name_or_remark_is_left(
        self, place: Place, running: Running, other: Running, people: dict[str, Visitor]
    ) -> None:
        """Also at another server on the same database, which had the table in memory."""
        host, watchers = people["host"], [running.visitor(), other.visitor()]
        for one in watchers:
            one.table = host.table
            assert all(text in everything(one) for text in canaries(*NAMES))
        gone: list[str] = []
        for who, visitor in people.items():
            delete(visitor)
            gone.append(who)
            stay = [one for one in NAMES if one not in gone]
            for one in watchers:
                seen = everything(one)
                assert not [text for text in canaries(*gone) if text in seen]
                assert not [text for text in canaries(*stay) if text not in seen], "others keep theirs"
        store = running.site.store
        assert isinstance(store, SqlStore)
        rows = rows_of(store)
        assert not [text for text in canaries(*NAMES) if text in rows]
        assert [seat.name for seat in seats(host)] == [FORMER_PLAYER] * 2
        if isinstance(place, File):
            with closing(sqlite3.connect(place.url)) as file:
                file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            content = Path(place.url).read_bytes()
            assert not [text for text in canaries(*NAMES) if text.encode() in content]

    def test_a_game_that_is_over_stays(self, running: Running, people: dict[str, Visitor]) -> None:
        host, guest, watcher = people.values()
        advance(running.site, host.table, lambda game: game.is_game_over())
        before = host.log()
        delete(guest)
        delete(host)
        assert [entry.event.kind for entry in watcher.log()[len(before) :]] == ["gone", "gone"]
        record = watcher.http.get(f"/tables/{host.table}/record").text
        assert check_record(record).passed
        assert record.count(FORMER_PLAYER) == 2
        (game,) = map(json.loads, watcher.http.get("/export/games.jsonl").text.splitlines())
        assert game["players"] == [FORMER_PLAYER] * 2
        assert not [text for text in canaries("host", "guest") if text in everything(watcher)]

    def test_a_player_who_was_deleted_writes_nothing_any_more(
        self, running: Running, people: dict[str, Visitor]
    ) -> None:
        """A request that was under way when the player was deleted comes too late."""
        host, store = people["host"], running.site.store
        player = running.site.sessions.holder(token_hash(host.http.cookies[TOKEN]))
        assert player is not None
        row = store.table(host.table)
        assert row is not None
        delete(host)
        host.wait_for_turn()
        version = store.versions([host.table])[host.table]
        with pytest.raises(SessionOver):
            store.append(Append(host.table, version, [Said(0, 0, "", "late", player.id)], "players"))
        with pytest.raises(SessionOver):
            store.append(Append(host.table, version, [SatDown(0, 0, "", player.name, owner=player.id)], "players"))
        with pytest.raises(SessionOver):
            store.create_table(replace(row, id="late", seats=(SeatRow("human", "late", owner=player.id),)), "players")
        with pytest.raises(SessionOver):
            store.begin(Session("late", player, beside=True))
        with pytest.raises(Exception, match="another window"):
            running.site.tables.submit(host.table, Say(player, "late"), key="late-key-1")

    def test_old_sessions_are_ended(self, place: Place) -> None:
        store = place.open()
        for n in range(3):
            store.begin(Session(f"hash-{n}", Player(f"player-{n}", f"Name {n}")))
        assert [session.used for session in store.sessions_of("player-0")] == [None]
        assert store.expire(before=100.0, now=1000.0) == 0, "the last use is not known, so it counts as now"
        store.touch(["hash-0", "hash-1"], 2000.0)
        store.touch(["hash-0", "unknown"], 3000.0)
        assert [session.used for session in store.sessions_of("player-0")] == [3000.0]
        assert store.expire(before=2500.0, now=4000.0) == 2
        assert [store.session(f"hash-{n}") is not None for n in range(3)] == [True, False, False]
        assert store.player("player-1") is not None, "the player came lately, so somebody may still need them"
        later = store.joined("player-1")
        assert later is not None
        store.touch(["hash-0"], later + 10)
        assert store.expire(before=later + 5, now=later + 20) == 0
        assert (store.player("player-1"), store.player("player-0")) == (None, Player("player-0", "Name 0"))
        store.close()


# Games that go on


def test_a_bot_takes_the_seat_where_others_play_on(running: Running, people: dict[str, Visitor]) -> None:
    host, guest, _ = people.values()
    delete(guest)
    assert departures(host) == ["away", "gone"]
    for _ in range(4):
        form = host.form()
        assert host.move(form, form.moves[0]).status_code == 303
    host.wait_for_turn()
    page = host.page()
    assert FORMER_PLAYER in page
    assert "is played by a bot" in page
    assert "has left for good" in page
    assert guest.http.get(f"/tables/{host.table}").status_code == 200
    assert guest.post(f"/tables/{host.table}/back", {"seat": "1"}).status_code == 403


def test_nobody_plays_where_nobody_waits(running: Running) -> None:
    visitor = running.visitor()
    visitor.sit_down(bot="greedy", name="Ada")
    visitor.wait_for_turn()
    delete(visitor)
    assert departures(visitor) == ["gone"]
    assert seats(visitor)[0] == SeatRow("human", FORMER_PLAYER)


def test_in_a_rematch_a_bot_plays_for_a_former_player(running: Running, people: dict[str, Visitor]) -> None:
    host, guest, _ = people.values()
    advance(running.site, host.table, lambda game: game.is_game_over())
    delete(guest)
    answer = host.post(f"/tables/{host.table}/rematch")
    assert answer.status_code == 303
    host.table = answer.headers["location"].removeprefix("/tables/")
    first, second = seats(host)
    assert (first.kind, first.owner, second.name) == ("bot", "", NAMES["host"])


def test_an_interrupted_deletion_is_finished(
    running: Running, people: dict[str, Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest, _ = people.values()
    with monkeypatch.context() as patched:
        patched.setattr(running.site.privacy, "_leave_tables", lambda _: None)
        delete(guest)
    assert departures(host) == []
    assert len(running.site.store.departing()) == 1
    for _ in range(2):
        running.site.housekeeping.tidy_up()
    assert departures(host) == ["away", "gone"]
    assert running.site.store.departing() == []


def test_a_table_that_only_another_release_knows_is_in_nobodys_way(running: Running) -> None:
    """It is told by that release; until then the deletion of others is not held up."""
    unknown, known = running.visitor(), running.visitor()
    for visitor in (unknown, known):
        visitor.sit_down(players="2", bot="open")
    store: Any = running.site.store
    store.write(lambda db: db.execute("UPDATE tables SET rules = 'uptown/9' WHERE id = ?", (unknown.table,)))
    running.site.tables._kept.clear()
    player = running.site.sessions.holder(token_hash(unknown.http.cookies[TOKEN]))
    assert player is not None
    delete(unknown)
    delete(known)
    assert departures(known) != []
    running.site.privacy.finish_deleting()
    assert store.departing() == [player.id]


def test_streams_tell_of_it(running: Running, people: dict[str, Visitor]) -> None:
    host, guest, _ = people.values()
    with host.http.stream("GET", f"/tables/{host.table}/events") as stream:
        versions = (int(line.split()[-1]) for line in stream.iter_lines() if line.startswith("data:"))
        before = next(versions)
        delete(guest)
        assert next(versions) > before


# Asking


def test_deleting_is_asked_first_and_done_once(running: Running, people: dict[str, Visitor]) -> None:
    guest, page = people["guest"], people["guest"].http.get("/you/delete").text
    assert 'action="/you/delete"' in page
    assert guest.post("/you/delete", Origin="https://elsewhere.example").status_code == 403
    assert guest.http.get("/you/data").text.count(NAMES["guest"]) == 1
    cookies = dict(guest.http.cookies)
    delete(guest)
    assert departures(guest) == ["away", "gone"]
    assert TOKEN not in guest.http.cookies
    guest.http.cookies.update(cookies)
    delete(guest)
    delete(running.visitor())
    assert departures(guest) == ["away", "gone"]
    assert "Nothing is kept about you" in guest.http.get("/you/data").text
    assert "nothing to delete" in guest.http.get("/you/delete").text
    assert guest.http.get("/you/data.json").status_code == 404


def test_the_page_says_beforehand_what_deleting_does(running: Running, people: dict[str, Visitor]) -> None:
    """What goes, what stays, what becomes of games and tournaments that go on, and that there is no way back."""
    guest = people["guest"]

    def said() -> dict[str, str]:
        page = guest.http.get("/you/delete").text
        return dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page, re.DOTALL))

    without = said()
    assert list(without) == ["It goes at once", "It stays", "Games that go on", "Tournaments", "No way back"]
    for part, words in (
        ("It goes at once", ("Your name", "everything you have said", "signed out in every browser")),
        ("It stays", ("Your games", f"“{FORMER_PLAYER}” at your seat", "ratings of others", "Backups")),
        ("Games that go on", ("A bot takes your seat", "last place")),
        ("Tournaments", ("A bot finishes your present game", "no further round", "called off")),
        ("No way back", ("Nobody can undo this", '"/you/data.json"')),
    ):
        assert [word for word in words if word not in without[part]] == []
    assert "keys" not in without["It goes at once"]
    keeps(guest, NAMES["guest"])
    assert "Your keys, your ticket, the list of your devices and your mail address" in said()["It goes at once"]
    assert "your bots" in said()["It goes at once"]


def test_what_is_kept_can_be_taken_along(running: Running, people: dict[str, Visitor]) -> None:
    guest = people["guest"]
    while not guest.form().moves:
        form = people["host"].form()
        people["host"].move(form, form.moves[0])
    form = guest.form()
    assert guest.move(form, form.moves[0]).status_code == 303
    running.site.housekeeping.tidy_up()
    answer = guest.http.get("/you/data.json")
    assert "attachment" in answer.headers["content-disposition"]
    kept = answer.json()
    (table,) = kept["tables"]
    assert kept["name"] == NAMES["guest"]
    assert kept["sessions"][0]["used"] >= kept["sessions"][0]["began"] >= kept["joined"]
    assert (table["id"], table["title"]) == (guest.table, "uptown")
    assert table["seats"] == [{"seat": 1, "name": NAMES["guest"]}]
    assert [remark["text"] for remark in table["remarks"]] == [remark_of("guest")]
    assert [event["kind"] for event in table["events"]] == ["sit", "move"]
    assert form.fields["key"] in table["keys"]
    assert not [text for text in (*canaries("host", "watcher"), "digest", "ply", "version") if text in answer.text]
    program = Program(running, None)
    program.token = guest.http.cookies[TOKEN]
    assert program.get("/players/me/data").json() == kept
    program.http.close()


def test_a_program_deletes_its_player(running: Running) -> None:
    program = Program(running, "Zoe the program")
    program.set_table("me", "open")
    assert program.delete("/players/me").status_code == 204
    assert program.delete("/players/me").status_code == 401
    assert program.get("/players/me").status_code == 401
    program.token = ""
    seen = program.get(f"/tables/{program.table}").text
    assert "Zoe" not in seen
    assert FORMER_PLAYER in seen
    program.http.close()


def test_a_board_in_memory_is_drawn_anew(running: Running, people: dict[str, Visitor]) -> None:
    host, guest, _ = people.values()
    before = host.http.get(f"/tables/{host.table}/board", headers=FRAGMENT)
    delete(guest)
    mark = {"If-None-Match": before.headers["etag"]}
    wait_until(lambda: guest.table not in running.site.store.awaiting_bots())
    after = host.http.get(f"/tables/{host.table}/board", headers={**FRAGMENT, **mark})
    assert after.status_code == 200
    assert NAMES["guest"] not in after.text


def test_sessions_are_kept_for_longer_than_cookies(running: Running) -> None:
    visitor = running.visitor()
    assert visitor.post("/you", {"name": "Ada"}).status_code == 303
    (cookie,) = visitor.http.cookies.jar
    lasts = (cookie.expires or 0) - running.site.tables.now()
    assert 0 < lasts / 86_400 < SESSION_DAYS


# Databases and backups of older releases


def test_what_people_wrote_moves_out_of_old_logs(tmp_path: Path, place: Place) -> None:
    """Names and remarks are as they were, in an old database as in one that is restored from an old backup."""
    stores = []
    if isinstance(place, File):
        with closing(sqlite3.connect(place.url)) as db:
            db.executescript((OLD_RELEASE / "database.sql").read_text())
            written = {
                (table, version): text
                for table, version, text in db.execute(
                    "SELECT table_id, version, text FROM events WHERE kind IN ('sit', 'say')"
                )
            }
        assert written
        stores.append(place.open())
        restored = File(tmp_path / "restored.sqlite3").open()
    else:
        restored = place.open()
    restore(OLD_RELEASE / "backup.gz", restored)
    stores.append(restored)
    for number, store in enumerate(stores):
        with store.snapshot() as ask:
            assert not list(ask("SELECT 1 FROM events WHERE kind IN ('sit', 'say') AND text IS NOT NULL"))
            moved = {(table, version): text for table, version, text in ask("SELECT * FROM written")}
        assert moved
        if isinstance(place, File):
            assert moved == written
        backup(store, tmp_path / f"{number}.backup")
        again = File(tmp_path / f"again-{number}.sqlite3").open()
        restore(tmp_path / f"{number}.backup", again)
        for table, version in moved:
            assert again.events(table, version - 1)[0] == store.events(table, version - 1)[0]
        again.close()
        store.close()


def test_a_backup_after_deleting_holds_nothing(tmp_path: Path) -> None:
    store = File(tmp_path / "store.sqlite3").open()
    store.begin(Session("hash", Player("ada", NAMES["host"])))
    keep(store, "game", random_game(1))
    store.append(Append("game", store.versions(["game"])["game"], [Said(0, 0, "", remark_of("host"), "ada")], "nobody"))
    store.delete_player("ada")
    backup(store, tmp_path / "it.backup")
    again = File(tmp_path / "again.sqlite3").open()
    restore(tmp_path / "it.backup", again)
    assert not [text for text in canaries("host") if text in rows_of(again)]
    assert again.departing() == ["ada"]
    again.close()
    store.close()
