"""Playing over HTTP: whole games with and without scripts, taking back, retries, and every way to be refused."""

import random
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import tabletown

from ...marks import quick_if
from ..visitors import FRAGMENT, Form, StartSite, Visitor, read_form

pytestmark = pytest.mark.usefixtures("every_ply")


def play_to_the_end(visitor: Visitor, seed: int = 1, **headers: str) -> int:
    """Press random buttons until the game is over; returns how many."""
    rng, pressed = random.Random(seed), 0
    while True:
        form = visitor.form()
        if visitor.is_game_over():
            return pressed
        assert form.moves, "it is nobody's turn and the game is not over"
        answer = visitor.move(form, rng.choice(form.moves), **headers)
        assert answer.status_code in (200, 303), answer.text
        pressed += 1


@pytest.mark.parametrize("players", quick_if(lambda players: players == "2", ["2", "3", "4"]))
def test_a_whole_game_by_plain_forms(visitor: Visitor, players: str) -> None:
    visitor.sit_down(players=players)
    assert play_to_the_end(visitor) > 10
    page = visitor.page()
    with visitor.site.tables.at(visitor.table) as table:
        scores, row = table.game.scores(), table.row
    for score in scores:
        assert str(abs(score)) in page
    assert row.salt in page
    assert str(row.seed) in page
    record = visitor.http.get(f"/tables/{visitor.table}/record")
    assert "attachment" in record.headers["content-disposition"]
    game = tabletown.loads(record.text)
    assert game.scores() == scores


def test_a_whole_game_by_script(visitor: Visitor) -> None:
    visitor.sit_down()
    form = visitor.form()
    rng = random.Random(5)
    while not visitor.is_game_over():
        answer = visitor.move(form, rng.choice(form.moves), **FRAGMENT)
        assert answer.status_code == 200
        assert "<html" not in answer.text
        assert int(answer.headers["x-table-version"]) >= int(form.fields["version"]) + 1
        visitor.wait_for_turn()
        board = visitor.http.get(f"/tables/{visitor.table}/board")
        form = read_form(board.text)
        assert board.headers["x-table-version"] == form.fields["version"]


def test_the_fragment_is_the_part_of_the_page_that_changes(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.form()
    board = visitor.http.get(f"/tables/{visitor.table}/board")
    assert " ".join(board.text.split()) in " ".join(visitor.page().split())
    again = visitor.http.get(f"/tables/{visitor.table}/board", headers={"If-None-Match": board.headers["etag"]})
    assert again.status_code == 304


def test_one_click_starts_a_game(visitor: Visitor) -> None:
    answer = visitor.post("/quick/uptown")
    assert answer.status_code == 303
    visitor.table = answer.headers["location"].removeprefix("/tables/")
    with visitor.site.tables.at(visitor.table) as table:
        assert [row.bot for row in table.row.seats] == ["", "greedy", "greedy"]


def test_a_table_as_one_wants_it(visitor: Visitor) -> None:
    visitor.sit_down(**{"players": "4", "seat": "2", "name": " Ada  L. ", "bot-1": "greedy", "bot-2": "uniform"})
    with visitor.site.tables.at(visitor.table) as table:
        seats = table.row.seats
    assert [row.kind for row in seats] == ["bot", "bot", "human", "bot"]
    assert [row.bot for row in seats] == ["greedy", "uniform", "", "uniform"]
    assert seats[2].name == "Ada L."


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"players": "1"}, 400),
        ({"players": "5"}, 400),
        ({"players": "two"}, 400),
        ({"players": "-2"}, 400),
        ({"seat": "2"}, 400),
        ({"bot": "oracle"}, 400),
        ({"title": "chess"}, 404),
        ({"title": "../uptown"}, 404),
    ],
)
def test_a_table_that_cannot_be(visitor: Visitor, fields: dict[str, str], status: int) -> None:
    answer = visitor.post("/tables", {"title": "uptown", "players": "2", **fields})
    assert answer.status_code == status
    assert "set-cookie" not in answer.headers


def test_a_rematch_moves_everybody_one_seat_further(visitor: Visitor) -> None:
    visitor.sit_down(**{"players": "3", "seat": "2", "name": "Ada", "bot-1": "greedy"})
    answer = visitor.post(f"/tables/{visitor.table}/rematch")
    visitor.table = answer.headers["location"].removeprefix("/tables/")
    with visitor.site.tables.at(visitor.table) as table:
        assert [(row.name, row.bot) for row in table.row.seats] == [
            ("Ada", ""),
            ("Sky", "greedy"),
            ("Green", "uniform"),
        ]


# Taking back


def choose(visitor: Visitor) -> tuple[Form, Form]:
    """Play until the first half of a move is made; returns the forms before and after it."""
    while True:
        before = visitor.form()
        halves = [move for move in before.moves if move.split()[0] in ("play", "buy", "public")]
        visitor.move(before, halves[0] if halves else before.moves[0])
        after = visitor.form()
        if halves:
            return before, after


def test_a_choice_can_be_taken_back(visitor: Visitor) -> None:
    visitor.sit_down()
    before, after = choose(visitor)
    assert after.undo == f"/tables/{visitor.table}/undo"
    assert visitor.post(after.undo, after.fields).status_code == 303
    again = visitor.form()
    assert again.moves == before.moves
    assert int(again.fields["version"]) == int(after.fields["version"]) + 1
    assert visitor.log()[-1].event.kind == "undo"


def test_another_choice_instead(visitor: Visitor) -> None:
    visitor.sit_down()
    before, after = choose(visitor)
    assert set(after.instead) < set(before.moves)
    answer = visitor.move(after, after.instead[0], name="instead", **FRAGMENT)
    assert answer.status_code == 200
    assert [entry.event.kind for entry in visitor.log()[-2:]] == ["undo", "move"]
    assert visitor.move(after, after.instead[0], name="instead").status_code == 303  # a retry changes nothing
    assert len(visitor.log()) == int(after.fields["version"]) + 2


def test_an_impossible_choice_instead_takes_nothing_back(visitor: Visitor) -> None:
    visitor.sit_down()
    _, after = choose(visitor)
    answer = visitor.move(after, "play no-such-house", name="instead")
    assert answer.status_code == 422
    assert len(visitor.log()) == int(after.fields["version"])


def test_what_was_learned_cannot_be_taken_back(visitor: Visitor) -> None:
    """A placed card has uncovered the next one, so neither it nor what came before can be undone."""
    visitor.sit_down()
    _, after = choose(visitor)
    visitor.move(after, after.moves[0])
    form = visitor.form()
    assert not form.undo
    answer = visitor.post(f"/tables/{visitor.table}/undo", form.fields)
    assert answer.status_code == 422
    assert len(visitor.log()) == int(form.fields["version"])


# Retries and races


def test_the_same_form_twice_is_one_move_with_one_answer(visitor: Visitor) -> None:
    visitor.sit_down()
    form = visitor.form()
    first = visitor.move(form, form.moves[0], **FRAGMENT)
    visitor.wait_for_turn()
    length = len(visitor.log())
    second = visitor.move(form, form.moves[0], **FRAGMENT)
    assert first.status_code == second.status_code == 200
    assert second.headers["x-table-version"] == str(int(form.fields["version"]) + 1)
    assert first.text == second.text
    assert len(visitor.log()) == length
    assert visitor.move(form, form.moves[0]).status_code == 303
    assert len(visitor.log()) == length


def test_the_same_form_from_two_connections_at_once(visitor: Visitor) -> None:
    visitor.sit_down()
    for _ in range(5):
        form = visitor.form()
        if not form.moves:
            break
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda _, form=form: visitor.move(form, form.moves[0], **FRAGMENT), range(4)))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.text for answer in answers}) == 1
        visitor.wait_for_turn()
        versions = [entry.version for entry in visitor.log() if entry.event.seat == 0]
        assert versions.count(int(form.fields["version"]) + 1) == 1
        plies = [entry.event.ply for entry in visitor.log()]
        assert plies == list(range(1, len(plies) + 1))


def test_the_same_form_after_a_restart(start: StartSite) -> None:
    before = start().visitor()
    before.sit_down()
    form = before.form()
    before.move(form, form.moves[0], **FRAGMENT)
    before.wait_for_turn()
    after = start().visitor()
    after.http.cookies = before.http.cookies
    after.table = before.table
    length = len(after.log())
    assert after.move(form, form.moves[0], **FRAGMENT).status_code == 200
    assert len(after.log()) == length


def test_a_key_with_another_move_is_refused(visitor: Visitor) -> None:
    visitor.sit_down(bot="greedy")
    before, after = choose(visitor)
    length = len(visitor.log())
    answer = visitor.move(before, after.moves[0], **FRAGMENT)
    assert answer.status_code == 409
    assert read_form(answer.text).fields == after.fields
    assert len(visitor.log()) == length


def test_a_stale_version_shows_the_table_as_it_stands(visitor: Visitor) -> None:
    visitor.sit_down()
    before, after = choose(visitor)
    length = len(visitor.log())
    stale = Form({**before.fields, "key": "a-key-of-its-own"})
    for headers in ({}, FRAGMENT):
        answer = visitor.move(stale, before.moves[0], **headers)
        assert answer.status_code == 409
        assert read_form(answer.text).fields == after.fields
        assert "moved on" in answer.text
    future = Form({"version": "999999", "key": "a-key-of-its-own"})
    assert visitor.move(future, before.moves[0]).status_code == 409
    assert len(visitor.log()) == length


@pytest.mark.parametrize("version", ["", "-1", "1e3", "0x1", "one", "9" * 30, "1.0", " 1", "\u0661"])
def test_a_version_that_is_no_number(visitor: Visitor, version: str) -> None:
    visitor.sit_down()
    form = visitor.form()
    length = len(visitor.log())
    assert visitor.move(Form({**form.fields, "version": version}), form.moves[0]).status_code == 400
    assert len(visitor.log()) == length


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with space", "<script>"])
def test_a_key_that_is_none(visitor: Visitor, key: str) -> None:
    visitor.sit_down()
    form = visitor.form()
    assert visitor.move(Form({**form.fields, "key": key}), form.moves[0]).status_code == 400


@pytest.mark.parametrize(
    "move", ["", "resign", "site 99", "site 1 2 3", "take\x00", "play <b>", "DROP TABLE", "\u202e", "site \u0661", "7"]
)
def test_a_move_that_is_none_changes_nothing(visitor: Visitor, move: str) -> None:
    visitor.sit_down()
    form = visitor.form()
    log = visitor.log()
    for name in ("move", "instead"):
        answer = visitor.move(form, move, name=name)
        assert answer.status_code == 422
        assert read_form(answer.text).fields == form.fields
        assert 'role="alert"' in answer.text
        assert "<b>'" not in answer.text
    assert visitor.log() == log


def test_a_form_with_two_moves_or_none(visitor: Visitor) -> None:
    visitor.sit_down()
    form = visitor.form()
    path, move = f"/tables/{visitor.table}/moves", form.moves[0]
    length = len(visitor.log())
    assert visitor.post(path, form.fields).status_code == 400
    assert visitor.post(path, {**form.fields, "move": move, "instead": move}).status_code == 400
    assert visitor.post(path, {**form.fields, "move": "x" * 1001}).status_code == 400
    assert len(visitor.log()) == length


# Other people


def test_strangers_and_other_players_cannot_move_or_take_back(visitor: Visitor, stranger: Visitor) -> None:
    visitor.sit_down()
    _, form = choose(visitor)
    log = visitor.log()
    stranger.table = visitor.table
    for _ in ("a stranger without a session", "a player of another table"):
        assert stranger.move(form, form.moves[0]).status_code == 403
        assert stranger.move(form, form.instead[0], name="instead").status_code == 403
        assert stranger.post(form.undo, form.fields).status_code == 403
        assert stranger.post(f"/tables/{visitor.table}/rematch").status_code == 403
        stranger.sit_down()
        stranger.table = visitor.table
    assert visitor.log() == log


def test_a_spectator_sees_the_table_and_no_button(visitor: Visitor, stranger: Visitor) -> None:
    visitor.sit_down()
    choose(visitor)
    stranger.table = visitor.table
    form = read_form(stranger.page())
    assert not form.moves
    assert not form.instead
    assert not form.undo


def test_a_token_that_was_never_given_is_nobody(visitor: Visitor, stranger: Visitor) -> None:
    visitor.sit_down()
    stranger.http.cookies.set("tabletown", "a-token-i-made-up")
    stranger.table = visitor.table
    assert not read_form(stranger.page()).moves
    form = visitor.form()
    assert stranger.move(form, form.moves[0]).status_code == 403


def test_a_move_when_another_seat_is_to_act(start: StartSite, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = start(pace={"least": 60.0}).visitor()
    monkeypatch.setattr("tabletown.server.play.tables.secrets.randbelow", lambda _: 1_000_000_000_001)
    visitor.sit_down()
    assert visitor.table in visitor.site.store.awaiting_bots()  # in this deal the bot begins
    form = read_form(visitor.page())
    assert not form.moves
    answer = visitor.move(form, "discard")
    assert answer.status_code == 422
    assert visitor.log() == []


@pytest.mark.parametrize("path", ["", "/board", "/record", "/events"])
def test_a_table_that_is_not_there(visitor: Visitor, path: str) -> None:
    answers = [visitor.http.get(f"/tables/{name}{path}") for name in ("abcdefghijklmnop", "x", "%00", "a'b", "..%2f")]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.text for answer in answers[:2]}) == 1


def test_moves_at_a_table_that_is_not_there(visitor: Visitor) -> None:
    fields = {"move": "take", "version": "0", "key": "a-key-of-its-own"}
    for verb in ("moves", "undo", "rematch"):
        assert visitor.post(f"/tables/abcdefghijklmnop/{verb}", fields).status_code == 404


def test_the_record_waits_for_the_end(visitor: Visitor) -> None:
    visitor.sit_down()
    assert visitor.http.get(f"/tables/{visitor.table}/record").status_code == 404


# The log, restarts, damage


def test_the_log_tells_whole_sentences(visitor: Visitor) -> None:
    visitor.sit_down()
    _, form = choose(visitor)
    visitor.move(form, form.moves[0])
    visitor.wait_for_turn()
    page = visitor.page()
    assert re.search(r"(play|buy|take)s? the ", page)
    assert not re.search("chooses? the", page)
    assert re.search(r'data-pieces="card-\w+"', page)


def test_a_game_survives_a_restart(start: StartSite) -> None:
    before = start().visitor()
    before.sit_down(name="Ada")
    choose(before)
    page = before.page()
    after = start().visitor()
    after.http.cookies = before.http.cookies
    after.table = before.table
    assert after.page() == page
    play_to_the_end(after)


@pytest.mark.parametrize(
    "damage", ["digest = 'tampered'", "action = 0", "action = 99999", "seat = 1 - seat", "ply = 0, kind = 'undo'"]
)
def test_a_log_that_does_not_replay_is_not_believed(start: StartSite, db: Path, damage: str) -> None:
    visitor = start().visitor()
    visitor.sit_down()
    choose(visitor)
    connection = sqlite3.connect(db)
    where = f"table_id = '{visitor.table}' AND version = {len(visitor.log())}"
    connection.executescript(f"DROP TRIGGER events_stay; UPDATE events SET {damage} WHERE {where}")
    connection.close()
    after = start().visitor()
    answer = after.http.get(f"/tables/{visitor.table}")
    assert answer.status_code == 500
    assert "digest" not in answer.text
    assert "Content-Security-Policy" in answer.headers


def test_two_servers_on_one_file_see_each_other(start: StartSite) -> None:
    one = start().visitor()
    one.sit_down()
    two = start().visitor()
    two.http.cookies = one.http.cookies
    two.table = one.table
    for mover, watcher in ((one, two), (two, one)) * 3:
        if mover.is_game_over():
            break
        form = mover.form()
        mover.move(form, form.moves[0])
        mover.wait_for_turn()
        assert mover.page() == watcher.page()
