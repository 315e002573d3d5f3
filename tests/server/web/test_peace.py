"""Peace: blocks are silent, remarks are hidden, the host hears reports, and whoever is suspended begins nothing new."""

import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from httpx import Response

from tabletown.server.limits import Rate
from tabletown.server.play.people.hosting import open_cases

from ..api.programs import BASE, Program
from ..conftest import CALM
from ..keepers import Keeper, player_of
from ..sample_pages import NASTY
from ..visitors import FRAGMENT, OFTEN, Running, StartSite, Visitor

_keys = count()
TAKEN = "Somebody else was faster"


@pytest.fixture
def running(start: StartSite) -> Running:
    return start(name_rate=OFTEN, chat_rate=OFTEN, player_rate=OFTEN)


def keeper(running: Running, name: str) -> Keeper:
    one = Keeper(running)
    one.keep(name)
    return one


@pytest.fixture
def programs(running: Running) -> Iterator[Callable[[Keeper], Program]]:
    """Let somebody's program come, with their token."""
    found: list[Program] = []

    def come(of: Keeper) -> Program:
        found.append(Program(running, None))
        found[-1].token = of.token
        return found[-1]

    yield come
    for program in found:
        program.http.close()


@pytest.fixture
def ada(running: Running) -> Keeper:
    return keeper(running, "Ada")


@pytest.fixture
def bob(running: Running) -> Keeper:
    return keeper(running, "Bob")


def do(one: Visitor, deed: str, other: Keeper, **fields: str) -> Response:
    return one.post(f"/people/{player_of(other)}/{deed}", fields)


def say(one: Visitor, table: str, text: str) -> Response:
    return one.post(f"/tables/{table}/chat", {"text": text, "key": f"say-{text}".ljust(8, "-")[:60].replace(" ", "-")})


def take_seat(one: Visitor, table: str, seat: int = 1) -> Response:
    one.table = table
    return one.post(f"/tables/{table}/seats", {"seat": str(seat), "key": f"take-a-seat-{next(_keys)}"}, **FRAGMENT)


def shared(one: Keeper, other: Keeper) -> str:
    """A table at which both sit."""
    table = one.sit_down(bot="open")
    assert take_seat(other, table).status_code == 200
    return table


def plain(text: str) -> str:
    """A page without what no two readers or moments share: ids, keys, tokens, how long ago."""
    text = re.sub(r'name="key" value="\w+"', "", text)
    text = re.sub(r"/tables/[\w-]+", "/tables/T", text)
    text = re.sub(r'name="(table|where)" value="[\w-]+"', "", text)
    text = re.sub(r'data-(table|version)="[\w-]+"', "", text)
    text = re.sub(r'<svg class="person-house.*?</svg>', "HOUSE", text)  # drawn from the id
    return re.sub(r"\b[0-9a-f]{24,64}\b", "ID", text)


def transcript(one: Keeper, ada: Keeper, table: str) -> Iterator[Any]:
    """All that somebody sees of Ada, and what becomes of what they try with her."""
    here = f"/people/{player_of(ada)}"

    def look() -> Iterator[Any]:
        for path in (f"{here}/sheet", "/friends", "/you", f"/tables/{table}", f"/tables/{table}/chat",
                     f"/tables/{table}/people/0", "/you/data"):  # fmt: skip
            answer = one.http.get(path)
            yield path[:8], answer.status_code, plain(answer.text)

    yield from look()
    for deed, fields in (
        ("ask", {}), ("ask", {}), ("challenge", {"title": "uptown", "key": "challenge-1"}), ("decline", {}),
        ("end", {}), ("ask", {}), ("mute", {}), ("unmute", {}),
    ):  # fmt: skip
        answer = one.post(f"{here}/{deed}", fields)
        yield deed, answer.status_code, plain(answer.headers.get("location", answer.text))
        yield from look()
    answer = say(one, table, "good day")
    yield answer.status_code, plain(answer.headers.get("location", answer.text))
    yield from look()


def test_a_block_is_silent(ada: Keeper, bob: Keeper, running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people of one name do the same: one of them is blocked, and sees what the other one sees."""
    monkeypatch.setattr("tabletown.server.play.tables.secrets.randbelow", lambda _: CALM[0])
    twin = keeper(running, "Bob")
    tables = [shared(ada, one) for one in (bob, twin)]
    assert do(ada, "block", bob).headers["location"].endswith("done=blocked")
    seen = [list(transcript(one, ada, table)) for one, table in zip((bob, twin), tables, strict=True)]
    assert len(seen[0]) > 50
    for blocked, free in zip(*seen, strict=True):
        assert blocked[:-1] == free[:-1]
        assert blocked[-1].splitlines() == free[-1].splitlines()
    asking = ada.http.get("/friends", headers=FRAGMENT).text
    assert asking.count("asks to be friends") == 1
    assert "good day" not in ada.http.get(f"/tables/{tables[0]}").text
    assert "good day" in ada.http.get(f"/tables/{tables[1]}").text
    assert "good day" in bob.http.get(f"/tables/{tables[0]}").text


def test_a_seat_beside_somebody_who_blocked_you_is_taken(ada: Keeper, bob: Keeper, running: Running) -> None:
    do(ada, "block", bob)
    table = ada.sit_down(players="3", bot="open", public="everybody")
    lobby = bob.http.get("/lobby").text
    assert f"/tables/{table}" in lobby  # it is listed as before
    refused = take_seat(bob, table)
    cyd = keeper(running, "Cyd")
    assert take_seat(cyd, table).status_code == 200
    late = take_seat(keeper(running, "Bob"), table)  # a seat that is really taken
    assert (refused.status_code, late.status_code) == (409, 409)
    assert TAKEN in refused.text
    assert TAKEN in late.text
    assert take_seat(bob, table, 2).status_code == 409
    do(ada, "unblock", bob)
    assert take_seat(bob, table, 2).status_code == 200


def test_whoever_blocks_is_told_why_not(ada: Keeper, bob: Keeper) -> None:
    do(ada, "block", bob)
    table = bob.sit_down(players="2", bot="open")
    answer = take_seat(ada, table)
    assert (answer.status_code, "whom you have blocked" in answer.text) == (422, True)
    asked = do(ada, "ask", bob)
    assert (asked.status_code, "End the block first" in asked.text) == (422, True)


def test_a_shared_game_goes_on(ada: Keeper, bob: Keeper) -> None:
    table = shared(ada, bob)
    ada.table = table
    do(ada, "block", bob)
    mover = ada if ada.form().moves else bob
    assert mover.move(mover.form(), mover.form().moves[0]).status_code == 303


def test_a_rematch_leaves_the_seat_open(running: Running, ada: Keeper, bob: Keeper) -> None:
    table = shared(ada, bob)
    do(ada, "block", bob)
    moved = bob.post(f"/tables/{table}/rematch", {"key": "rematch-1"}).headers["location"]
    page = bob.http.get(moved).text
    assert "Waiting for one more player" in page
    assert "Ada" not in page.partition('id="mine"')[2]
    assert take_seat(ada, moved.rpartition("/")[2], 1).status_code == 422


def test_may_meet(running: Running, ada: Keeper, bob: Keeper) -> None:
    one, other, peace = player_of(ada), player_of(bob), running.site.peace

    def both() -> list[bool]:
        return [peace.may_meet(one, other), peace.may_meet(other, one)]

    assert both() == [True, True]
    do(ada, "block", bob)
    assert both() == [False, False]
    do(ada, "unblock", bob)
    assert both() == [True, True]
    running.site.store.suspend(one, running.site.store.now() + 60, "")
    assert both() == [False, False]
    assert not peace.are_friends(one, other)


def test_remarks_are_hidden_at_one_table_or_everywhere(
    ada: Keeper, bob: Keeper, running: Running, programs: Callable[[Keeper], Program]
) -> None:
    tables = [shared(ada, bob) for _ in range(2)]
    for table in tables:
        say(bob, table, "knock knock")
        say(ada, table, "who is there")
    program = programs(ada)

    def heard(table: str) -> list[bool]:
        pages = [ada.http.get(f"/tables/{table}{path}").text for path in ("", "/board", "/chat")]
        talk = [said["text"] for said in program.get(f"/tables/{table}").json()["talk"]]
        assert all("who is there" in page for page in pages)
        found = {*("knock knock" in page for page in pages), "knock knock" in talk}
        assert len(found) == 1
        return sorted(found)

    assert [heard(table) for table in tables] == [[True], [True]]
    do(ada, "mute", bob, where=tables[0])
    assert [heard(table) for table in tables] == [[False], [True]]
    assert "remarks hidden at" in ada.http.get("/friends").text
    do(ada, "mute", bob)
    assert [heard(table) for table in tables] == [[False], [False]]
    do(ada, "unmute", bob)
    assert [heard(table) for table in tables] == [[True], [True]]
    assert do(ada, "mute", bob, where="nothing").status_code == 404
    for page in (bob.http.get(f"/tables/{tables[0]}").text, running.visitor().http.get(f"/tables/{tables[0]}").text):
        assert "knock knock" in page


def report(one: Visitor, other: Keeper, **fields: str) -> Response:
    return do(one, "report", other, **{"kind": "behaviour", "text": "He left", "key": "report-0001", **fields})


def test_the_host_hears_reports(ada: Keeper, bob: Keeper) -> None:
    table = shared(ada, bob)
    say(bob, table, "a bad word")
    before = plain(bob.http.get("/you/data.json").text)
    found = ada.http.get(f"/tables/{table}/remarks/1").text
    assert "a bad word" in found
    for n in range(2):  # sent twice, kept once
        answer = report(ada, bob, kind="remark", text=NASTY, table=table, remark="1")
        assert answer.headers["location"].endswith("remark=1&done=reported"), n
    assert report(ada, bob, kind="name", text="", key="report-0002", table=table).status_code == 303
    assert report(ada, bob, key="report-0003").status_code == 303
    cases = open_cases(ada.site.store)
    assert [(case.report.kind, case.said, case.report.name) for case in cases] == [
        ("remark", "a bad word", ""),
        ("name", "", "Bob"),
        ("behaviour", "", ""),
    ]
    assert [case.report.text for case in cases[1:]] == ["", "He left"]
    assert "\u202e" not in cases[0].report.text
    assert [(case.about, case.reporter) for case in cases] == [("Bob", "Ada")] * 3
    own = ada.http.get("/you/data.json").json()["company"]["reports"]
    assert [one["kind"] for one in own] == ["behaviour", "name", "remark"]
    assert plain(bob.http.get("/you/data.json").text) == before


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"kind": "weather"}, 400, "a remark, a name, or how somebody plays"),
        ({"text": " "}, 422, "what happened"),
        ({"text": "x" * 501}, 400, "at most 500 characters"),
        ({"kind": "remark"}, 422, "no remark of theirs"),
        ({"kind": "remark", "remark": "7"}, 422, "no remark of theirs"),
        ({"remark": "x"}, 400, "not a number"),
        ({"key": ""}, 400, "key of the form"),
        ({"table": "nothing"}, 404, ""),
    ],
)
def test_reports_that_make_no_sense(
    ada: Keeper, bob: Keeper, fields: dict[str, str], status: int, sentence: str
) -> None:
    answer = report(ada, bob, **fields)
    assert (answer.status_code, sentence in answer.text) == (status, True)
    assert open_cases(ada.site.store) == []


def test_what_was_typed_is_not_lost(ada: Keeper, bob: Keeper) -> None:
    answer = report(ada, bob, kind="weather", text=f"It rains {NASTY}")
    assert "It rains &lt;b onclick" in answer.text
    assert "<details open" in answer.text
    bare = ada.post(f"/people/{player_of(bob)}/report", {"kind": "x", "key": "report-0001"}, **FRAGMENT)
    assert bare.status_code == 400
    assert bare.text.startswith("<article")


def test_a_flood_of_reports(start: StartSite) -> None:
    running = start(report_rate=Rate(burst=3, seconds=3600), reports=2, name_rate=OFTEN)
    ada, bob = keeper(running, "Ada"), keeper(running, "Bob")
    answers = [report(ada, bob, key=f"report-{n:04}") for n in range(4)]
    assert [answer.status_code for answer in answers] == [303, 303, 422, 429]
    assert "has not looked at it yet" in answers[2].text
    assert answers[3].headers["retry-after"] == "3600"
    assert len(open_cases(running.site.store)) == 2


def test_blocks_are_counted(start: StartSite) -> None:
    running = start(peace_rate=Rate(burst=3, seconds=3600), blocks=1, name_rate=OFTEN)
    ada, bob, cyd = (keeper(running, name) for name in ("Ada", "Bob", "Cyd"))
    assert do(ada, "block", ada).status_code == 422
    assert [do(ada, "block", one).status_code for one in (bob, cyd)] == [303, 422]
    assert [do(ada, "mute", one).status_code for one in (bob, cyd)] == [303, 429]


def test_a_stranger_can_do_nothing_to_others(ada: Keeper, running: Running) -> None:
    stranger = running.visitor()
    for deed in ("block", "mute", "report", "unblock", "unmute", "ask", "end", "decline"):
        answer = do(stranger, deed, ada, key="report-0001", kind="name")
        assert (answer.status_code, "Nobody knows you here yet" in answer.text) == (403, True)
    assert "Tell your name" in stranger.http.get(f"/people/{player_of(ada)}/sheet").text
    assert open_cases(running.site.store) == []


def test_whoever_is_suspended_begins_nothing_new(
    ada: Keeper, bob: Keeper, running: Running, programs: Callable[[Keeper], Program]
) -> None:
    store, table = running.site.store, shared(ada, bob)
    waiting, theirs = ada.sit_down(bot="open"), bob.sit_down(bot="open", public="everybody")
    assert f"/tables/{theirs}" in ada.http.get("/lobby").text
    store.suspend(player_of(bob), store.now() + 86_400, f"Insults {NASTY}")
    program = programs(bob)
    program.table = waiting
    refusals = [
        bob.post("/tables", {"title": "uptown", "key": "a-new-table"}),
        bob.post("/quick/uptown", {"key": "a-quick-table"}),
        bob.post("/games/uptown/learn", {"key": "a-new-lesson"}),
        take_seat(bob, waiting),
        say(bob, table, "hello"),
        do(bob, "ask", ada),
        program.act("seats", seat=1),
        program.act("chat", text="hello", key="say-hello-1"),
        program.post("/tables", {"title": "uptown", "seats": [{"who": "me"}, {"who": "open"}]}),
        program.post(f"/players/me/friends/{player_of(ada)}"),
    ]
    for answer in refusals:
        assert answer.status_code == 422, answer.text
        assert "has suspended you until" in answer.text
        assert "<b onclick" not in answer.text or answer.headers["content-type"] == "application/json"
    assert f"/tables/{theirs}" not in ada.http.get("/lobby").text
    assert "You are suspended until" in bob.http.get("/you/data").text
    bob.table = ada.table = table
    for path in ("/", f"/tables/{table}", "/friends", f"/tables/{table}/chat"):
        assert bob.http.get(path).status_code == 200
    mover = bob if bob.form().moves else ada
    assert mover.move(mover.form(), mover.form().moves[0]).status_code == 303
    moved = ada.post(f"/tables/{table}/rematch", {"key": "rematch-1"}).headers["location"]
    assert "Waiting for one more player" in ada.http.get(moved).text
    store.unsuspend(player_of(bob))
    assert say(bob, table, "hello again").status_code == 303


def test_the_api_tells_who_is_at_a_table(ada: Keeper, bob: Keeper, running: Running) -> None:
    table = shared(ada, bob)
    say(bob, table, "good day")
    people = running.visitor().http.get(f"{BASE}/tables/{table}/people").json()["people"]
    assert people == [
        {"player": player_of(ada), "name": "Ada", "seats": [0], "remarks": []},
        {"player": player_of(bob), "name": "Bob", "seats": [1], "remarks": [1]},
    ]


def test_the_house_rules(running: Running) -> None:
    visitor = running.visitor()
    assert "House rules" in visitor.http.get("/conduct").text
    for path in ("/", "/you"):
        assert 'href="/conduct"' in visitor.http.get(path).text
