"""Open seats: offered with the table, taken by friends and bots, under any name, and taken again in a rematch."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from tabletown.bots import LADDER

from ..seating import TOKEN, begin_early, seat_at, seats, turn
from ..visitors import FRAGMENT, Form, Running, StartSite, Visitor, read_form, wait_until, without_secrets
from .test_moves import play_to_the_end

pytestmark = pytest.mark.usefixtures("every_ply")

# Setting a table


def test_the_form_offers_bots_first_and_friends(visitor: Visitor) -> None:
    page = visitor.http.get("/games/uptown").text
    choices = re.findall(r'<select[^>]*name="bot-1">(.*?)</select>', page, re.DOTALL)[0]
    assert re.findall(r'value="(\w+)"', choices) == [*(bot.name for bot in LADDER), "open", "here"]
    assert 'value="greedy" selected' in choices


def test_a_table_with_a_bot_and_a_friend(visitor: Visitor) -> None:
    visitor.sit_down(**{"players": "3", "bot-1": "open", "bot-2": "greedy"})
    assert [row.kind for row in seats(visitor)] == ["human", "open", "bot"]
    assert [row.name for row in seats(visitor)] == ["Orange", "Sky", "Green"]


def test_the_host_sees_the_link_and_a_guest_the_seats(host: Visitor, guest: Visitor) -> None:
    page = host.page()
    assert f'value="{host.origin}/tables/{host.table}"' in page
    assert "Sit down as" not in page
    offered = guest.page()
    assert re.findall(r"Sit down as (\w+)", offered) == ["Sky", "Green"]
    assert "Copy" not in offered
    assert not read_form(offered).moves


def test_nobody_sees_the_deal_before_the_last_seat_is_taken(
    running: Running, host: Visitor, guest: Visitor, stranger: Visitor
) -> None:
    """Not the host, not a guest, not a spectator; by page, replay, list and API. Two deals look the same."""
    stranger.table = host.table
    seat_at(host, guest, 1, name="Bob")
    other = running.visitor()
    other.sit_down(players="3", bot="open", name="Ada")
    seat_at(other, running.visitor(), 1, name="Bob")
    with running.site.tables.at(host.table) as one, running.site.tables.at(other.table) as two:
        assert one.game.digest() != two.game.digest()
    assert without_secrets(host.page()) == without_secrets(other.page())
    for who in (host, guest, stranger):
        page = who.page()
        assert "Waiting for one more player" in page
        assert "Who is here" in page
        assert 'class="board' not in page
        assert not read_form(page).moves
        assert who.http.get(f"/tables/{host.table}/replay").status_code == 422
        bearer = {"Authorization": f"Bearer {token}"} if (token := who.http.cookies.get(TOKEN)) else {}
        seen = who.http.get(f"/api/v1/tables/{host.table}", headers=bearer).json()
        assert seen["waiting_for_players"]
        assert (seen["moves"], seen["entries"], seen["position"], seen["status"]) == ([], [], "", "")
        assert not any(seat["turn"] or seat["stats"] or seat["score"] for seat in seen["seats"])
        assert who.http.get(f"/api/v1/tables/{host.table}/replay", headers=bearer).status_code == 422
    stranger.post(f"/tables/{host.table}/seats", {"seat": "2", "name": "Cyd"})
    for who in (host, guest, stranger):
        assert "Who is here" not in who.page()
        assert "board" in who.page()
    assert not host.http.get(f"/api/v1/tables/{host.table}").json()["waiting_for_players"]


def test_nothing_can_be_done_before_the_game_begins(host: Visitor) -> None:
    fields = {**read_form(host.page()).fields, "key": "a-key-of-its-own"}
    for path, more in (
        ("moves", {"move": "pass"}),
        ("undo", {"undo": "0"}),
        ("restart", {"undo": "0"}),
        ("advice", {}),
        ("away", {}),
    ):
        answer = host.post(f"/tables/{host.table}/{path}", {**fields, **more})
        assert answer.status_code == 422, path
    assert host.log() == []


def test_bots_wait_for_the_last_seat(visitor: Visitor) -> None:
    for _ in range(4):  # who begins is dealt
        visitor.sit_down(players="3", **{"bot-1": "open", "bot-2": "uniform"})
        assert visitor.table not in visitor.site.store.awaiting_bots()
    assert visitor.post(f"/tables/{visitor.table}/seats", {"seat": "1", "bot": "uniform"}).status_code == 303
    visitor.wait_for_turn()
    assert read_form(visitor.page()).moves


def test_a_table_of_an_older_release_goes_on_with_open_seats(host: Visitor, guest: Visitor) -> None:
    begin_early(host)
    guest.table = host.table
    while turn(host) == 0:
        form = host.form()
        host.move(form, form.moves[0])
    name = seats(host)[turn(host)].name
    for who in (host, guest):
        assert f"Waiting for somebody to sit down as {name}" in who.page()
        assert not read_form(who.page()).moves
    seat_at(host, guest, turn(host))
    assert read_form(guest.page()).moves
    assert "Waiting for somebody" not in host.page()


# Taking a seat


def test_a_guest_sits_down_and_the_log_says_so(host: Visitor, guest: Visitor) -> None:
    before = len(host.log())
    answer = guest.post(f"/tables/{host.table}/seats", {"seat": "2", "name": "Bob"})
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/tables/{host.table}"
    assert [row.name for row in seats(host)] == ["Ada", "Sky", "Bob"]
    assert [row.kind for row in seats(host)] == ["human", "open", "human"]
    assert len(host.log()) == before + 1
    assert "<b>Bob</b> sits down as Green." in host.page()
    assert "<b>You</b> sit down as Green." in guest.page()
    assert re.findall(r"Sit down as (\w+)", guest.page()) == []
    assert f'name="seat" value="{2}"' in guest.page()


def test_a_script_gets_the_board_of_the_new_seat(host: Visitor, guest: Visitor) -> None:
    answer = guest.post(f"/tables/{host.table}/seats", {"seat": "1"}, **FRAGMENT)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert read_form(answer.text).fields["seat"] == "1"
    assert answer.headers["x-table-version"] == str(len(host.log()))
    assert answer.headers["etag"].endswith('.1"')


def test_everybody_hears_of_it(host: Visitor, guest: Visitor) -> None:
    with host.http.stream("GET", f"/tables/{host.table}/events") as answer:
        lines = (line for line in answer.iter_lines() if line.startswith("id:"))
        before = int(next(lines).removeprefix("id:"))
        seat_at(host, guest)
        assert int(next(lines).removeprefix("id:")) == before + 1


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_is_taken(host: Visitor, guest: Visitor, stranger: Visitor, seat: int) -> None:
    seat_at(host, guest, 1, name="Bob")
    stranger.table = host.table
    log, company = host.log(), seats(host)
    for headers in ({}, FRAGMENT):
        answer = stranger.post(f"/tables/{host.table}/seats", {"seat": str(seat), "name": "Eve"}, **headers)
        assert answer.status_code == 409
        assert "this seat is taken" in answer.text
        assert re.findall(r"Sit down as (\w+)", answer.text) == ["Green"]
        assert "set-cookie" not in answer.headers
    assert (host.log(), seats(host)) == (log, company)


def test_a_bot_does_not_get_up_for_anybody(visitor: Visitor, stranger: Visitor) -> None:
    visitor.sit_down()
    assert stranger.post(f"/tables/{visitor.table}/seats", {"seat": "1"}).status_code == 409


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 400),
        ({"seat": ""}, 400),
        ({"seat": "-1"}, 400),
        ({"seat": "one"}, 400),
        ({"seat": "3"}, 400),
        ({"seat": "999999999"}, 400),
        ({"seat": "1", "bot": "oracle"}, 400),
        ({"seat": "1", "bot": ""}, 400),
        ({"seat": "1", "key": "?"}, 400),
    ],
)
def test_a_wish_that_makes_no_sense(host: Visitor, fields: dict[str, str], status: int) -> None:
    log = host.log()
    assert host.post(f"/tables/{host.table}/seats", fields).status_code == status
    assert host.log() == log


def test_a_seat_at_a_table_that_is_not_there(visitor: Visitor) -> None:
    assert visitor.post("/tables/abcdefghijklmnop/seats", {"seat": "1"}).status_code == 404


@pytest.mark.parametrize("servers", [1, 2])
def test_a_race_for_a_seat_has_one_winner(start: StartSite, servers: int) -> None:
    """Eight people click at once, at one server or at two on the same database."""
    running = [start() for _ in range(servers)]
    host = running[0].visitor()
    for _ in range(3):
        host.sit_down(players="3", bot="open")
        guests = [running[n % servers].visitor() for n in range(8)]

        def claim(guest: Visitor, table: str = host.table) -> tuple[int, str]:
            answer = guest.post(f"/tables/{table}/seats", {"seat": "1"})
            return answer.status_code, answer.cookies.get(TOKEN) or ""

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(claim, guests))
        assert sorted(status for status, _ in answers) == [303] + [409] * 7
        assert [bool(token) for _, token in answers].count(True) == 1
        sits = [entry.event for entry in host.log() if entry.event.kind == "sit"]
        assert len(sits) == 1
        winner = next(guest for guest, (status, _) in zip(guests, answers, strict=True) if status == 303)
        winner.table = host.table
        assert 'name="seat" value="1"' in winner.page()


def test_a_move_is_not_lost_because_somebody_sits_down(host: Visitor, guest: Visitor) -> None:
    """At a table of an older release, where others sit down between the page and the click."""
    begin_early(host)
    while turn(host) != 0:  # a move may hand on the turn
        host.sit_down(players="3", bot="open")
        begin_early(host)
    form, length = host.form(), len(host.log())
    seat_at(host, guest, 1)
    assert host.move(form, form.moves[0]).status_code == 303
    log = host.log()
    assert [entry.event.kind for entry in log[length:]] == ["sit", "move"]
    assert host.move(form, form.moves[0]).status_code == 303  # the same form again: one move
    stale = Form({**form.fields, "key": "a-key-of-its-own"})
    assert host.move(stale, form.moves[0]).status_code == 409
    assert host.log() == log


# Bots for open seats


def test_a_bot_may_take_an_open_seat(host: Visitor, stranger: Visitor) -> None:
    stranger.table = host.table
    for bot in ("greedy", "uniform"):
        answer = stranger.post(f"/tables/{host.table}/seats", {"seat": "1", "bot": bot})
        assert answer.status_code == 403
    assert host.log() == []
    token = host.http.cookies[TOKEN]
    answer = host.post(f"/tables/{host.table}/seats", {"seat": "1", "bot": "greedy"})
    assert answer.status_code == 303
    assert host.http.cookies[TOKEN] == token
    assert host.post(f"/tables/{host.table}/seats", {"seat": "1", "bot": "uniform"}).status_code == 409
    assert host.post(f"/tables/{host.table}/seats", {"seat": "2", "bot": "uniform"}, **FRAGMENT).status_code == 200
    assert [row.bot for row in seats(host)] == ["", "greedy", "uniform"]
    host.wait_for_turn()
    assert "is played by a bot (greedy) from now on." in host.page()
    assert play_to_the_end(host) > 3


def test_a_guest_may_ask_for_a_bot_too(host: Visitor, guest: Visitor) -> None:
    seat_at(host, guest, 2)
    assert guest.post(f"/tables/{host.table}/seats", {"seat": "1", "bot": "greedy"}).status_code == 303


def test_a_bot_that_is_to_move_begins_at_once(start: StartSite) -> None:
    host = start().visitor()
    host.sit_down(players="2", bot="open")
    while turn(host) != 1:  # who begins is dealt
        host.sit_down(players="2", bot="open")
    host.post(f"/tables/{host.table}/seats", {"seat": "1", "bot": "greedy"})
    wait_until(lambda: turn(host) == 0)
    assert host.log()[1].event.seat == 1


# Names


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("  Bob \n\t the\r\nBuilder ", "Bob the Builder"),
        ("\u202eevil\u200b\x00\u2066", "evil"),
        ("x" * 500, "x" * 30),
        ("x" * 29 + " y", "x" * 29),
        ("\u202e", "Sky"),
        ("", "Sky"),
    ],
)
def test_names_are_text(host: Visitor, guest: Visitor, name: str, shown: str) -> None:
    seat_at(host, guest, 1, name=name)
    assert seats(host)[1].name == shown
    for page in (host.page(), guest.page()):
        assert "<script>alert" not in page
        assert not set(page) & set("\u202e\u200b\x00\u2066")


# Playing again


def test_the_company_plays_again(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    """Whoever asks first sets the table; the others are led to it, and everybody sits one seat further."""
    seat_at(host, guest, 1, name="Bob")
    host.post(f"/tables/{host.table}/seats", {"seat": "2", "bot": "uniform"})
    host.wait_for_turn()
    first = guest.post(f"/tables/{host.table}/rematch")
    second = host.post(f"/tables/{host.table}/rematch")
    assert first.headers["location"] == second.headers["location"]
    assert stranger.post(f"/tables/{host.table}/rematch").status_code == 403
    assert "Bob</b> sets the table for another game." in host.page()
    host.table = guest.table = first.headers["location"].removeprefix("/tables/")
    assert [(row.kind, row.name) for row in seats(host)] == [("bot", "Orange"), ("human", "Ada"), ("human", "Bob")]
    host.wait_for_turn()
    assert read_form(host.page()).fields["seat"] == "1"
    assert read_form(guest.page()).fields["seat"] == "2"
