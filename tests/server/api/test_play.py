"""A whole game over JSON, and that a request does its work once, for whoever may ask for it, or not at all."""

import threading
from typing import Any

import pytest
from httpx import Response

from tabletown import games
from tabletown.engine.position_text import read_position, write_position
from tabletown.server.play.table import commitment

from ..visitors import StartSite
from .conftest import Join
from .programs import BASE, Program, fresh_key

pytestmark = pytest.mark.usefixtures("every_ply")


@pytest.fixture
def table(ada: Program) -> dict[str, Any]:
    """A table at which both seats are Ada's, so it is always her turn."""
    return ada.set_table("me", "me")


def test_a_whole_game(ada: Program, stranger: Program) -> None:
    seen = ada.set_table("me", "uniform")
    assert seen["seed"] is None
    assert seen["salt"] is None
    while seen["outcome"] is None:
        assert seen["moves"], "somebody is to move, and it is no bot"
        answer = ada.move(seen)
        assert answer.status_code == 200, answer.text
        assert answer.json()["version"] > seen["version"]
        seen = ada.look()
    assert commitment(seen["rules"], int(seen["seed"]), seen["salt"]) == seen["commitment"]
    assert sorted(row["seat"] for row in seen["outcome"]["ranking"]) == [0, 1]
    record = stranger.get(f"/tables/{ada.table}/record")
    assert record.status_code == 200
    assert seen["seed"] in record.text


def test_a_program_sees_what_its_seat_sees(ada: Program, table: dict[str, Any]) -> None:
    with ada.site.tables.at(ada.table) as held:
        view = held.game.view(table["you"])
        moves = [view.say(action, table["you"]) for action in view.legal_actions_of(table["you"])]
    assert table["position"] == write_position(view)
    assert [move["move"] for move in table["moves"]] == moves
    again = read_position(table["position"], games.get)
    assert again.states.tobytes() == view.states.tobytes()


@pytest.mark.parametrize("title", games.names())
def test_every_listed_move_is_accepted(ada: Program, title: str) -> None:
    """Also those whose number is typed on the page."""
    seen = ada.set_table("me", "me", "me", title=title)
    for turn in range(12):
        choice = seen["moves"][turn % len(seen["moves"])]
        answer = ada.move(seen, choice["move"])
        assert answer.status_code == 200, (choice, answer.text)
        seen = answer.json()


def test_several_moves_are_made_together_or_not_at_all(ada: Program, table: dict[str, Any]) -> None:
    first = table["moves"][0]["move"]
    before = ada.digest()
    answer = ada.move(table, f"{first}; nonsense")
    assert answer.status_code == 422
    assert answer.json()["error"] == "not_allowed"
    assert answer.json()["table"]["version"] == table["version"]
    assert ada.digest() == before
    start, half = ada.half_move(table)
    chosen, then = start["moves"][-1]["move"], half["moves"][0]["move"]
    back = ada.act("undo", version=half["version"], key=fresh_key()).json()
    ply = ada.digest()[0]
    assert ada.move(back, f"{chosen}; {then}").status_code == 200
    assert ada.digest()[0] == ply + 2


def test_undo_and_instead(ada: Program, table: dict[str, Any]) -> None:
    before, half = ada.half_move(table)
    assert half["undo"] == half["you"]
    back = ada.act("undo", version=half["version"], key=fresh_key())
    assert back.status_code == 200, back.text
    assert back.json()["position"] == before["position"]
    assert back.json()["moves"] == before["moves"]
    half = ada.move(back.json(), before["moves"][-1]["move"]).json()
    other = half["instead"][0]["move"]
    assert ada.act("instead", move=other, version=half["version"], key=fresh_key()).status_code == 200
    assert [entry.event.kind for entry in ada.site.store.events(ada.table)[-2:]] == ["undo", "move"]


def test_restart_of_a_turn(ada: Program, table: dict[str, Any]) -> None:
    before, half = ada.half_move(table)
    answer = ada.act("restart", version=half["version"], key=fresh_key())
    assert answer.status_code == 200
    assert answer.json()["position"] == before["position"]


def test_going_back_by_consent(ada: Program, bob: Program) -> None:
    ada.set_table("me", "open")
    bob.table = ada.table
    bob.act("seats", seat=1)
    people = [ada, bob]
    for _ in range(8):
        mover = next(program for program in people if program.look()["moves"])
        assert mover.move(mover.look()).status_code == 200
    turn = ada.look()["back"][0]["turn"]
    asked = ada.act("ask", turn=turn, version=ada.look()["version"], key=fresh_key())
    assert asked.status_code == 200, asked.text
    question = bob.look()["question"]
    assert (question["seat"], question["answer_as"], question["missing"]) == (0, 1, [1])
    body = {"question": question["id"], "agree": True, "version": bob.look()["version"], "key": fresh_key()}
    with ada.site.tables.at(ada.table) as held:
        ply = held.game.ply
    agreed = bob.act("answer", **body)
    assert agreed.status_code == 200, agreed.text
    assert agreed.json()["question"] is None
    with ada.site.tables.at(ada.table) as held:
        assert held.game.ply < ply
    assert bob.act("answer", **{**body, "key": fresh_key(), "version": agreed.json()["version"]}).status_code == 409


def test_a_clock_runs_for_whoever_is_waited_for(ada: Program) -> None:
    seen = ada.set_table("me", "me", clock={"seconds": 600})
    running = [seat["index"] for seat in seen["seats"] if seat["time"]["runs"]]
    assert running == [seat["index"] for seat in seen["seats"] if seat["turn"]]
    assert all(0 < seat["time"]["seconds"] <= 600 for seat in seen["seats"])


def test_what_somebody_has_learned_from_stays(ada: Program, table: dict[str, Any]) -> None:
    """Nobody draws, takes back and draws again."""
    seen = ada.half_move(table)[1]
    seen = ada.move(seen).json()  # the card is placed, and uncovers the next one
    before = ada.digest()
    assert seen["undo"] is None
    assert ada.act("undo", version=seen["version"], key=fresh_key()).status_code == 422
    assert ada.digest() == before


def test_undo_of_another_seat_is_refused(ada: Program, bob: Program) -> None:
    ada.set_table("me", "open")
    bob.table = ada.table
    assert bob.act("seats", seat=1).status_code == 200
    mover, other = (ada, bob) if ada.look()["moves"] else (bob, ada)
    _, half = mover.half_move(mover.look())
    before = ada.digest()
    answer = other.act("undo", seat=half["undo"], version=other.look()["version"], key=fresh_key())
    assert (answer.status_code, answer.json()["error"]) == (403, "not_yours")
    assert other.act("undo", version=other.look()["version"], key=fresh_key()).status_code == 422
    assert ada.digest() == before


def test_nobody_moves_for_others(ada: Program, bob: Program, stranger: Program, join: Join) -> None:
    """Not for another seat, not while watching, not with a token of another table, not without one."""
    seen = ada.set_table("me", "open")
    bob.table = ada.table
    cyd = join("Cyd")
    cyd.set_table("me", "me")
    cyd.table = stranger.table = ada.table
    bob.act("seats", seat=1)
    mover = seen["you"] if ada.look()["moves"] else 1
    waits = bob if mover == 0 else ada
    acts = ada if mover == 0 else bob
    move, before = acts.look()["moves"][0]["move"], ada.digest()
    body = {"move": move, "version": acts.look()["version"], "key": fresh_key()}
    assert waits.act("moves", **body, seat=mover).status_code == 403
    assert waits.act("moves", **body).status_code == 422
    assert cyd.act("moves", **body).status_code == 403
    assert cyd.act("moves", **body, seat=mover).status_code == 403
    assert stranger.act("moves", **body).status_code == 401
    assert ada.digest() == before


def test_the_same_key_twice_is_one_move(ada: Program, table: dict[str, Any]) -> None:
    body = {"move": table["moves"][0]["move"], "version": table["version"], "key": fresh_key()}
    first = ada.act("moves", **body)
    ada.move(first.json())
    after = ada.digest()
    again = ada.act("moves", **body)
    assert again.status_code == 200
    assert again.json() == first.json()
    assert ada.digest() == after


def test_the_same_key_at_once_is_one_move(ada: Program, table: dict[str, Any]) -> None:
    body = {"move": table["moves"][0]["move"], "version": table["version"], "key": fresh_key()}
    answers: list[Response] = []
    threads = [threading.Thread(target=lambda: answers.append(ada.act("moves", **body))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [200] * 6
    assert len({answer.content for answer in answers}) == 1
    assert ada.digest()[0] == 1


def test_the_same_key_after_a_restart_is_one_move(start: StartSite, join: Join) -> None:
    site = start()
    ada = join("Ada", site)
    seen = ada.set_table("me", "me")
    body = {"move": seen["moves"][0]["move"], "version": seen["version"], "key": fresh_key()}
    first = ada.act("moves", **body)
    site.stop()
    after = join(None, start())
    after.token, after.table = ada.token, ada.table
    assert after.act("moves", **body).json() == first.json()
    assert after.digest()[0] == 1


def test_the_same_key_with_another_body(ada: Program, table: dict[str, Any]) -> None:
    key = fresh_key()
    ada.move(table, key=key)
    before = ada.digest()
    answer = ada.move(ada.look(), key=key)
    assert (answer.status_code, answer.json()["error"]) == (409, "outdated")
    assert ada.digest() == before


def test_a_stale_version_is_answered_with_the_table(ada: Program, table: dict[str, Any]) -> None:
    ada.move(table)
    before = ada.digest()
    answer = ada.move(table)
    assert answer.status_code == 409
    assert answer.json()["table"] == ada.look()
    assert ada.digest() == before


@pytest.mark.parametrize(
    "version", [-1, 10**9, 10**30, 1.5, "1", True, None, [], {}], ids=lambda version: repr(version)[:12]
)
def test_a_version_that_makes_no_sense(ada: Program, table: dict[str, Any], version: Any) -> None:
    answer = ada.move(table, version=version)
    assert answer.status_code == 400
    assert answer.json()["error"] == "malformed"
    assert ada.digest()[0] == 0


def test_advice_is_for_those_who_sit_there(ada: Program, table: dict[str, Any], bob: Program) -> None:
    answer = ada.act("advice")
    assert answer.status_code == 200, answer.text
    assert answer.json()["version"] == table["version"]
    moves = {move["move"] for move in table["moves"]}
    hints = answer.json()["hints"]
    assert {hint["move"] for hint in hints} <= moves
    assert all(hint["whole"].startswith(hint["move"]) for hint in hints)
    made = ada.move(table, hints[0]["whole"])
    assert made.status_code == 200, made.text
    bob.table = ada.table
    assert bob.act("advice").status_code == 403


def test_a_program_hears_of_new_versions(ada: Program, table: dict[str, Any]) -> None:
    path = f"{BASE}/tables/{ada.table}/events"
    with ada.http.stream("GET", path.removeprefix(BASE), headers=ada.headers) as stream:
        lines = stream.iter_lines()
        assert next(line for line in lines if line.startswith("data:")) == f"data: {ada.table} 0"
        made = ada.move(table).json()
        assert next(line for line in lines if line.startswith("data:")) == f"data: {ada.table} {made['version']}"


@pytest.mark.parametrize("several", [False, True])
def test_one_may_listen_for_an_hour(ada: Program, table: dict[str, Any], several: bool) -> None:
    path, query = ("/events", {"table": ada.table}) if several else (f"/tables/{ada.table}/events", {})
    with ada.http.stream("GET", path, params={**query, "seconds": 3600}, headers=ada.headers) as stream:
        assert stream.status_code == 200
        assert next(line for line in stream.iter_lines() if line.startswith("data:")) == f"data: {ada.table} 0"
    assert ada.get(path, **query, seconds=3601).status_code == 400


def test_a_stream_of_several_tables(ada: Program) -> None:
    ids = sorted(ada.set_table("me", "me")["id"] for _ in range(2))
    answer = ada.get("/events", table=[*ids, "no-such-table"], seconds=1)
    told = [line for line in answer.text.splitlines() if line.startswith("data:")]
    assert told == [f"data: {table_id} 0" for table_id in ids]
    assert ada.get("/events", table=["no-such-table"]).status_code == 404
    assert ada.get("/events").status_code == 400
    assert ada.get("/events", table=ids * 11).status_code == 400


def test_only_the_last_lines_of_the_log(ada: Program, table: dict[str, Any]) -> None:
    for _ in range(6):
        table = ada.move(table).json()
    assert len(table["log"]) > 1
    assert ada.look(log=1)["log"] == table["log"][-1:]
    assert ada.look(log=0)["log"] == []
