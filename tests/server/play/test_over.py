"""What is over is over: the end of a game is final, and a table that cannot be read is no trouble for others."""

import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import tabletown
from tabletown import games
from tabletown.server.errors import NotAllowed
from tabletown.server.play.commands import TakeBack
from tabletown.server.play.tables import Tables
from tabletown.server.store.backup import backup, restore
from tabletown.server.store.events import AnyEvent, LeftToBot, Moved, Said, TookBack
from tabletown.server.store.protocol import Append, Player, Session, StoreError

from ..api.programs import Program
from ..databases import File, Place
from ..finished import keep, random_game
from ..laying import before_the_end, lay_out, recorded
from ..seating import TOKEN
from ..visitors import Running, Visitor, read_form, wait_until

KEY = "key-after-the-end"
OLD_RELEASE = Path(__file__).parents[1] / "store" / "release_0_1"


def end_by_a_move(visitor: Visitor, title: str) -> tuple[dict[str, str], str]:
    """Let a visitor who plays all seats make the last move of a game; returns the form and the move."""
    lay_out(visitor, before_the_end(title, "2", 1))
    last = recorded(title, "2").history[-1]
    with visitor.site.tables.at(visitor.table) as table:
        move = table.game.say(last.action, last.seat)
    fields = {**read_form(visitor.page()).fields, "move": move}
    assert visitor.post(f"/tables/{visitor.table}/moves", fields).status_code == 303
    assert visitor.is_game_over()
    return fields, move


@pytest.mark.parametrize("title", games.names())
def test_nothing_changes_the_end_of_a_game(running: Running, title: str) -> None:
    visitor = running.visitor()
    first, move = end_by_a_move(visitor, title)
    log, page = visitor.log(), visitor.page()
    assert visitor.post(f"/tables/{visitor.table}/moves", first).status_code == 303, "the last move, sent again"
    for verb in ("undo", "restart", "ask", "answer", "back", "away"):
        assert f"/tables/{visitor.table}/{verb}" not in page
    fields = read_form(page).fields
    for verb, more in {
        "moves": {"move": move},
        "undo": {},
        "restart": {},
        "ask": {"turn": "0"},
        "seats": {"seat": "0"},
        "lesson": {},
    }.items():
        for seat in "01":
            answer = visitor.post(f"/tables/{visitor.table}/{verb}", {**fields, "key": KEY, "seat": seat, **more})
            assert answer.status_code in ((303, 422) if verb in ("seats", "lesson") else (422,)), (verb, answer.text)
    instead = {**fields, "key": KEY, "instead": move}
    assert visitor.post(f"/tables/{visitor.table}/moves", instead).status_code == 422
    answer_form = {**fields, "key": KEY, "question": "0" * 16, "answer": "agree"}
    assert visitor.post(f"/tables/{visitor.table}/answer", answer_form).status_code == 409
    for verb in ("away", "back"):
        assert visitor.post(f"/tables/{visitor.table}/{verb}", {"seat": "0"}).status_code == 303
    running.site.timeouts.check(visitor.table)
    assert visitor.log() == log
    assert_nothing_by_program(running, visitor, move)
    assert visitor.log() == log
    assert visitor.page() == page


def assert_nothing_by_program(running: Running, visitor: Visitor, move: str) -> None:
    """The same by the API, with the token of the same player."""
    program = Program(running, None)
    program.token, program.table = visitor.http.cookies[TOKEN], visitor.table
    seen = program.look()
    assert (seen["undo"], seen["restart"], seen["back"], seen["instead"], seen["moves"]) == (None, None, [], [], [])
    assert seen["seed"] == str(visitor.site.store.table(visitor.table).seed)  # type: ignore[union-attr]
    bodies: dict[str, dict[str, Any]] = {
        "moves": {"move": move},
        "instead": {"move": move},
        "undo": {},
        "restart": {},
        "ask": {"turn": 0},
    }
    for verb, body in bodies.items():
        for seat in (0, 1):
            answer = program.act(verb, version=seen["version"], key=KEY, seat=seat, **body)
            assert (answer.status_code, answer.json()["error"]) == (422, "not_allowed"), verb
    answer = program.act("answer", version=seen["version"], key=KEY, question="0" * 16, agree=True)
    assert answer.status_code == 409
    for verb in ("away", "back"):
        assert program.act(verb, seat=0).status_code == 200
    program.http.close()


def test_talk_and_another_game_are_still_possible(running: Running) -> None:
    visitor = running.visitor()
    end_by_a_move(visitor, "uptown")
    assert visitor.post(f"/tables/{visitor.table}/chat", {"text": "Well played", "key": KEY}).status_code == 303
    assert visitor.post(f"/tables/{visitor.table}/rematch").status_code == 303
    assert [entry.event.kind for entry in visitor.log()[-2:]] == ["say", "again"]


def test_a_store_does_not_let_a_game_go_on(place: Place) -> None:
    """The last line of defence, for a server that has overlooked the end."""
    store = place.open()
    game = random_game(1)
    keep(store, "over", game)
    store.begin(Session("hash", Player("ada")))
    ((_, ended),) = store.finished(public=False)
    back = TookBack(game.history[-1].seat, game.ply - 1, "digest")
    for append in (
        Append("over", game.ply, [back], "players"),
        Append("over", game.ply, [back], "bots"),
        Append("over", game.ply, [back], "nobody", deadline=1.0),
    ):
        with pytest.raises(StoreError, match="over"):
            store.append(append)
    store.append(Append("over", game.ply, [Said(-1, game.ply, game.digest(), "Well played", "ada")], "nobody"))
    assert store.finished(public=False) == [("over", ended)]
    assert [entry.event.kind for entry in store.events("over")[game.ply :]] == ["say"]
    store.close()


# Tables of older releases


def gone_on(store: Any, table_id: str, *, public: bool = False) -> tabletown.Game:
    """A game that ended and, as older releases allowed, went on; returns it as it ended."""
    ended = random_game(1)
    keep(store, table_id, ended, public=public)
    game, last = ended.copy(), ended.history[-1]
    game.pop()
    back: list[AnyEvent] = [TookBack(last.seat, game.ply, game.digest())]
    other = game.legal_actions_of(last.seat)[-1]
    game.push_action(other, last.seat)
    back += [Moved(last.seat, game.ply, game.digest(), other), LeftToBot(0, game.ply, game.digest(), "greedy")]
    back.append(Said(-1, game.ply, game.digest(), "What a twist", f"guest of {table_id}"))
    store.begin(Session(f"hash {table_id}", Player(f"guest of {table_id}")))
    store.append(Append(table_id, ended.ply, back, "nobody"))
    return ended


def test_a_game_that_went_on_after_its_end_counts_up_to_there(place: Place) -> None:
    store = place.open()
    ended = gone_on(store, "went-on")
    version = store.versions(["went-on"])["went-on"]
    tables = Tables(store, lambda *_: None)
    with tables.at("went-on") as table:
        assert (table.game.digest(), table.version) == (ended.digest(), version)
        assert "does not count" in table.notes[-1].text
        assert [remark.text for remark in table.remarks] == ["What a twist"]
        assert table.seats[0].bot == ""
        assert table.as_of(version, store.events("went-on")).game.digest() == ended.digest()
        seat = ended.history[-1].seat
        seen = table.visibility.version([seat])
    with pytest.raises(NotAllowed):
        tables.submit("went-on", TakeBack(seat), seen)
    store.close()


def test_games_that_went_on_are_over_in_an_old_database_and_backup(tmp_path: Path) -> None:
    file = File(tmp_path / "old.sqlite3")
    with closing(sqlite3.connect(file.url)) as db:
        db.executescript((OLD_RELEASE / "database.sql").read_text())
        db.execute("UPDATE tables SET awaits = 'bots', deadline = 5 WHERE finished IS NOT NULL")
        db.commit()
    store = file.open()
    finished = {table for table, _ in store.finished(public=False)}
    assert finished
    assert not finished & {*store.awaiting_bots(), *store.past_deadline(10.0)}
    file.execute("DROP TRIGGER tables_over")
    file.execute("UPDATE tables SET awaits = 'bots', deadline = 5 WHERE finished IS NOT NULL")
    backup(store, tmp_path / "old.backup")
    store.close()
    restored = File(tmp_path / "restored.sqlite3").open()
    restore(tmp_path / "old.backup", restored)
    assert not finished & {*restored.awaiting_bots(), *restored.past_deadline(10.0)}
    restored.close()


# Tables that cannot be read


def spoil(running: Running, table_id: str, how: str) -> None:
    """Make a table unreadable, behind the back of the site."""
    statement = {
        "another title": "UPDATE tables SET title = 'chess' WHERE id = ?",
        "other rules": "UPDATE tables SET rules = 'uptown/0' WHERE id = ?",
        "no options": "UPDATE tables SET options = '{' WHERE id = ?",
        "another deal": "UPDATE tables SET seed = '1' WHERE id = ?",
    }[how]
    store: Any = running.site.store
    store.write(lambda db: db.execute(statement, (table_id,)))


def wait_until_read_anew(running: Running, visitor: Visitor, table_id: str) -> None:
    """Let the site read a table that was spoilt; a thread may have read it just before, and keep that."""

    def fails() -> bool:
        running.site.tables._kept.clear()
        return visitor.http.get(f"/tables/{table_id}").status_code != 200

    wait_until(fails)


WAYS = ("another title", "other rules", "no options", "another deal")


def test_broken_tables_break_nothing_for_others(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    store, visitor = running.site.store, running.visitor()
    visitor.sit_down(public="everybody", bot="open", players="3")
    mine = visitor.table
    for number, how in enumerate(WAYS):
        keep(store, f"over-{number}", random_game(7), public=True)
        spoil(running, f"over-{number}", how)
        other = running.visitor()
        other.sit_down(public="everybody", bot="open", players="3")
        spoil(running, other.table, how if how != "another deal" else "other rules")
        wait_until_read_anew(running, visitor, other.table)
        page = visitor.http.get(f"/tables/{other.table}")
        if how == "no options":
            assert page.status_code == 500
            assert "cannot be read" in page.text
            assert visitor.http.get(f"/api/v1/tables/{other.table}").json()["error"] == "broken"
        else:
            assert page.status_code == 501
            assert "this release of Tabletown does not know" in page.text
            assert visitor.http.get(f"/api/v1/tables/{other.table}").status_code == 501
        assert other.http.get("/you").status_code == 200
        with visitor.http.stream("GET", f"/events?table={other.table}&table={mine}") as stream:
            assert any(line.startswith(f"data: {mine}") for line in stream.iter_lines())
    keep(store, "unfinished", random_game(3, plies=20), public=True)
    running.site.store.write(lambda db: db.execute("UPDATE tables SET finished = 5e9 WHERE id = 'unfinished'"))  # type: ignore[attr-defined]
    gone_on(store, "went-on", public=True)
    keep(store, "good", random_game(8), public=True)
    with caplog.at_level(logging.WARNING):
        caplog.clear()
        for _ in range(2):
            lines = visitor.http.get("/export/games.jsonl").text.splitlines()
            assert [json.loads(line)["id"] for line in lines][-2:] == ["went-on", "good"]
            assert not {json.loads(line)["id"] for line in lines} & {"unfinished", *(f"over-{n}" for n in range(4))}
    assert len([record for record in caplog.records if "left out" in record.message]) == len(WAYS) + 1
    for path in ("/", "/lobby", "/api/v1/lobby", "/api/v1/finished"):
        assert visitor.http.get(path).status_code == 200
    assert mine in visitor.http.get("/lobby").text
