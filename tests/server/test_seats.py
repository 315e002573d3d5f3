"""Several people at one table: open seats, who gets them, what they may do then, and what they see."""

import logging
import random
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import uvicorn

from tabletown.server import serve
from tabletown.server.migrations import MIGRATIONS, _statements
from tabletown.server.sqlite import SqliteStore
from tabletown.server.store import Append, Behind, Event, Player, SeatRow, Session, SessionOver, TableRow
from tabletown.server.tables import Table

from .test_play import play_to_the_end
from .test_secrets import hidden_names, twin
from .visitors import FRAGMENT, Form, Running, StartSite, Visitor, read_form, wait_until, without_secrets

TOKEN = "tabletown"


def seat_at(host: Visitor, guest: Visitor, seat: int = 1, **fields: str) -> None:
    """Let somebody sit down at the host's table."""
    guest.table = host.table
    answer = guest.post(f"/tables/{host.table}/seats", {"seat": str(seat), **fields})
    assert answer.status_code == 303, answer.text


def seats(visitor: Visitor) -> list[SeatRow]:
    """Who sits where now."""
    with visitor.site.tables.at(visitor.table) as table:
        return list(table.seats)


def keys_of(page: str) -> list[str]:
    """The keys of the forms by which one sits down."""
    forms = re.findall(r'<form class="live.*?</form>', page, re.DOTALL)
    return [key for form in forms for key in re.findall(r'name="key" value="(\w+)"', form)]


def turn(visitor: Visitor) -> int:
    """Whose turn it is, once no bot is to move; -1 when the game is over."""
    visitor.wait_for_turn()
    with visitor.site.tables.at(visitor.table) as table:
        return -1 if table.game.turn is None else table.game.turn


@pytest.fixture
def host(visitor: Visitor) -> Visitor:
    """Somebody at a table of three whose other seats are open."""
    visitor.sit_down(players="3", bot="open", name="Ada")
    return visitor


@pytest.fixture
def guest(running: Running, host: Visitor) -> Visitor:
    guest = running.visitor()
    guest.table = host.table
    return guest


# Setting a table


def test_the_form_offers_bots_first_and_friends(visitor: Visitor) -> None:
    page = visitor.http.get("/games/uptown").text
    choices = re.findall(r'<select[^>]*name="bot-1">(.*?)</select>', page, re.DOTALL)[0]
    assert re.findall(r'value="(\w+)"', choices) == ["greedy", "uniform", "open"]


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


def test_a_game_starts_at_once_and_waits_for_whoever_will_sit_there(host: Visitor, guest: Visitor) -> None:
    rng = random.Random(1)
    while turn(host) == 0:
        form = host.form()
        host.move(form, rng.choice(form.moves))
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
    for page in (host.page(), guest.page()):
        assert "<b>Bob</b> sits down as Green." in page
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


def test_seats_are_taken_while_the_game_goes_on(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    """Others move and sit down between the page and the click: the seat is still there, and so is the host's move."""
    form = host.form()
    seat_at(host, guest, 1)
    if turn(host) == 0:
        assert host.move(form, form.moves[0]).status_code == 303
    seat_at(host, stranger, 2)
    assert [row.kind for row in seats(host)] == ["human"] * 3


def test_a_move_is_not_lost_because_somebody_sits_down(start: StartSite) -> None:
    running = start()
    host, guest = running.visitor(), running.visitor()
    host.sit_down(players="3", bot="open")
    while turn(host) != 0:  # who begins is dealt
        host.sit_down(players="3", bot="open")
    form = host.form()
    seat_at(host, guest, 1)
    assert host.move(form, form.moves[0]).status_code == 303
    log = host.log()
    assert [entry.event.kind for entry in log] == ["sit", "move"]
    assert host.move(form, form.moves[0]).status_code == 303  # the same form again: one move
    stale = Form({**form.fields, "key": "a-key-of-its-own"})
    assert host.move(stale, form.moves[0]).status_code == 409
    assert host.log() == log


# Tokens


def test_sitting_down_changes_the_token(start: StartSite) -> None:
    """Whoever planted a token before does not sit at the table, nor anywhere else with it."""
    running = start()
    host, guest, planter = running.visitor(), running.visitor(), running.visitor()
    planter.sit_down()
    old, elsewhere = planter.http.cookies[TOKEN], planter.table
    host.sit_down(players="3", bot="open")
    guest.http.cookies.set(TOKEN, old, domain="127.0.0.1")
    seat_at(host, guest, 1)
    assert guest.http.cookies[TOKEN] != old
    planter.http.cookies.clear()
    planter.http.cookies.set(TOKEN, old)
    for table in (host.table, elsewhere):
        planter.table = table
        assert "seat" not in read_form(planter.page()).fields
    guest.table = elsewhere
    assert read_form(guest.page()).fields["seat"] == "0"  # the player is the same, the token is not


def test_a_token_of_somebodys_own_making_is_not_taken_over(host: Visitor, guest: Visitor) -> None:
    guest.http.cookies.set(TOKEN, "a-token-i-made-up", domain="127.0.0.1")
    seat_at(host, guest, 1)
    assert guest.http.cookies[TOKEN] != "a-token-i-made-up"
    owners = {row.owner for row in seats(host) if row.owner}
    assert len(owners) == 2


def test_a_refused_claim_changes_no_token(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    seat_at(host, guest, 1)
    stranger.sit_down()
    token = stranger.http.cookies[TOKEN]
    answer = stranger.post(f"/tables/{host.table}/seats", {"seat": "1"})
    assert answer.status_code == 409
    assert stranger.http.cookies[TOKEN] == token
    assert read_form(stranger.page()).fields["seat"] == "0"


def test_a_double_click_seats_one_person_with_one_token(host: Visitor, guest: Visitor) -> None:
    (key,) = keys_of(guest.page())
    form = {"seat": "1", "name": "Bob", "key": key}

    def click(_: int) -> tuple[int, str]:
        answer = guest.http.post(f"/tables/{host.table}/seats", data=form, headers={"Origin": guest.origin})
        return answer.status_code, answer.cookies[TOKEN]

    with ThreadPoolExecutor(4) as pool:
        answers = set(pool.map(click, range(4)))
    assert len(answers) == 1
    assert answers.pop()[0] == 303
    assert [entry.event.kind for entry in host.log()] == ["sit"]


def test_two_pages_never_share_a_key(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    """Friends behind one address see the same page; a form of one must never be answered with the other's token."""
    stranger.table = host.table
    keys = keys_of(guest.page()) + keys_of(stranger.page()) + keys_of(guest.page())
    assert len(set(keys)) == len(keys) == 3


def test_two_windows_that_sit_down_at_once_keep_the_session(host: Visitor) -> None:
    """Both send the same token, which one of them ends: the other is told so, and nobody loses a seat."""
    token = host.http.cookies[TOKEN]

    def claim(seat: int) -> tuple[int, str]:
        answer = host.post(f"/tables/{host.table}/seats", {"seat": str(seat)}, Cookie=f"{TOKEN}={token}")
        return answer.status_code, answer.cookies.get(TOKEN) or ""

    with ThreadPoolExecutor(2) as pool:
        answers = dict(pool.map(claim, (1, 2)))
    owners = {row.owner for row in seats(host) if row.owner}
    assert 303 in answers
    if len(answers) == 2:
        assert set(answers) == {303, 409}
        assert len(owners) == 1
    host.http.cookies.clear()
    host.http.cookies.set(TOKEN, answers[303])
    assert "seat" in read_form(host.page()).fields


def test_who_sits_already_may_send_the_form_again(host: Visitor, guest: Visitor) -> None:
    seat_at(host, guest, 1)
    token, log = guest.http.cookies[TOKEN], host.log()
    seat_at(host, guest, 1)
    assert guest.http.cookies[TOKEN] == token
    assert host.log() == log


# Acting


def test_everybody_acts_for_their_own_seat_only(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    seat_at(host, guest, 1)
    seat_at(host, stranger, 2)
    people = [host, guest, stranger]
    rng = random.Random(4)
    for _ in range(12):
        seat = turn(host)
        if seat < 0:
            break
        form = read_form(people[seat].page())
        log = host.log()
        for other in people:
            if other is people[seat]:
                continue
            assert not read_form(other.page()).moves
            assert other.move(form, form.moves[0]).status_code == 403
            assert other.post(f"/tables/{host.table}/undo", {**form.fields, "undo": str(seat)}).status_code == 403
            own = Form({key: value for key, value in form.fields.items() if key != "seat"})
            assert other.move(own, form.moves[0]).status_code in (409, 422)
        assert host.log() == log
        assert people[seat].move(form, rng.choice(form.moves)).status_code == 303


def test_three_people_play_to_the_end_by_plain_forms(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    seat_at(host, guest, 1, name="Bob")
    seat_at(host, stranger, 2, name="Cyd")
    people, rng = [host, guest, stranger], random.Random(5)
    while (seat := turn(host)) >= 0:
        form = read_form(people[seat].page())
        assert people[seat].move(form, rng.choice(form.moves)).status_code == 303
    headlines = [re.findall(r'id="h-finish">(.*?)</h2>', who.page(), re.DOTALL)[0] for who in people]
    record = [who.http.get(f"/tables/{host.table}/record").text for who in people]
    assert len(set(record)) == 1
    assert '["Ada", "Bob", "Cyd"]' in record[0]
    assert headlines.count("You win") <= 1


def test_on_one_screen_the_seat_to_act_looks(host: Visitor) -> None:
    """Somebody plays two seats: the page turns to whoever is to act, and each acts for itself."""
    assert host.post(f"/tables/{host.table}/seats", {"seat": "1", "name": "Bob"}).status_code == 303
    assert host.post(f"/tables/{host.table}/seats", {"seat": "2", "bot": "uniform"}).status_code == 303
    acted, rng = set(), random.Random(2)
    while (seat := turn(host)) >= 0:
        form = read_form(host.page())
        assert form.fields["seat"] == str(seat)
        acted.add(seat)
        first = host.move(form, rng.choice(form.moves))
        assert first.status_code == 303
    assert acted == {0, 1}
    page = host.page()
    assert "You win" not in page
    assert page.count("<small>you</small>") >= 2


def test_on_one_screen_a_repeated_form_is_known_and_the_last_choice_is_taken_back(host: Visitor) -> None:
    for seat in (1, 2):
        host.post(f"/tables/{host.table}/seats", {"seat": str(seat)})
    rng = random.Random(6)
    changed = undone = 0
    while turn(host) >= 0 and not (changed and undone):
        form = read_form(host.page())
        move = rng.choice(form.moves)
        assert host.move(form, move).status_code == 303
        log = host.log()
        assert host.move(form, move).status_code == 303
        assert host.log() == log
        after = read_form(host.page())
        if after.fields["seat"] != form.fields["seat"]:
            changed += 1
        elif after.undo and not undone:
            again = {**after.fields, "undo": form.fields["seat"]}
            assert host.post(after.undo, again).status_code == 303
            assert host.log()[-1].event.kind == "undo"
            undone += 1
    assert changed
    assert undone


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


# Secrets


def test_pages_do_not_depend_on_what_is_hidden_from_each_of_them(start: StartSite) -> None:
    """Two players, and somebody who watches and then sits down."""
    running = start()
    people = [running.visitor() for _ in range(3)]
    host, rng = people[0], random.Random(8)
    host.sit_down(players="3", bot="open", name="Ada")
    seat_at(host, people[1], 1, name="Bob")
    for n in range(24):
        seat = turn(host)
        if seat < 0:
            break
        if n % 6 == 5:
            company = seats(host)
            for index, who in enumerate(people):
                other = twin(host, index if company[index].owner else -1, 100 * n + index + 1)
                host.site.tables._kept[other].seats = company
                for part in ("", "/board", "/record"):
                    pages = [who.http.get(f"/tables/{name}{part}").text for name in (host.table, other)]
                    assert without_secrets(pages[0]) == without_secrets(pages[1])
        if seat == 2 and seats(host)[2].kind == "open":
            seat_at(host, people[2], 2, name="Cyd")
        form = read_form(people[seat].page())
        assert people[seat].move(form, rng.choice(form.moves)).status_code == 303


def test_no_hidden_card_is_named_to_anybody(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    seat_at(host, guest, 1)
    seat_at(host, stranger, 2)
    people, rng = [host, guest, stranger], random.Random(9)
    for _ in range(12):
        seat = turn(host)
        names = hidden_names(host)
        for who in people:
            page = who.page()
            assert not [name for name in names if re.search(rf"\b{re.escape(name)}\b", page)]
        form = read_form(people[seat].page())
        people[seat].move(form, rng.choice(form.moves))


def test_a_spectator_stays_one_until_sitting_down(host: Visitor, guest: Visitor) -> None:
    for _ in range(2):
        assert guest.http.get(f"/tables/{host.table}/board").headers["etag"].endswith('.-1"')
        assert "set-cookie" not in guest.http.get(f"/tables/{host.table}").headers
    seat_at(host, guest, 1)
    assert guest.http.get(f"/tables/{host.table}/board").headers["etag"].endswith('.1"')


def test_the_address_of_a_table_is_in_no_log(
    host: Visitor, guest: Visitor, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("uvicorn"), "propagate", True)
    with caplog.at_level(logging.WARNING):
        seat_at(host, guest, 1, name="Bob")
        host.page()
        with host.site.tables.at(host.table) as table:
            monkeypatch.setattr(table, "viewpoint", lambda own: 1 / 0)
        assert host.http.get(f"/tables/{host.table}?{host.table}").status_code == 500
        with host.site.tables.at(host.table) as table:
            table.version += 1
            with pytest.raises(Exception, match="follows"):
                table.catch_up(host.log())
    assert "a request failed" in caplog.text
    assert host.table not in caplog.text


def test_the_server_writes_no_list_of_requests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    configs: list[uvicorn.Config] = []

    class Still(serve.Server):
        def run(self, sockets: object = None) -> None:
            configs.append(self.config)
            self._app.state.site.store.close()

    monkeypatch.setattr(serve, "Server", Still)
    serve.run(db=tmp_path / "site.sqlite3")
    assert [config.access_log for config in configs] == [False]


def test_pages_name_no_address_to_other_sites(host: Visitor, guest: Visitor) -> None:
    for who in (host, guest):
        assert who.http.get(f"/tables/{host.table}").headers["referrer-policy"] == "same-origin"


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


# Restarts, damage and older files


def test_seats_survive_a_restart(start: StartSite) -> None:
    before = start()
    host, guest = before.visitor(), before.visitor()
    host.sit_down(players="3", bot="open", name="Ada")
    seat_at(host, guest, 1, name="Bob")
    pages = [without_secrets(who.page()) for who in (host, guest)]
    before.stop()
    after = start()
    again = [after.visitor() for _ in range(3)]
    for new, old in zip(again, (host, guest), strict=False):
        new.http.cookies.update({TOKEN: old.http.cookies[TOKEN]})
        new.table = host.table
    shown = [without_secrets(who.page()) for who in again[:2]]
    assert [page.replace(after.origin, before.origin) for page in shown] == pages
    seat_at(again[0], again[2], 2, name="Cyd")
    assert [row.name for row in seats(again[0])] == ["Ada", "Bob", "Cyd"]
    for _ in range(6):
        mover = again[turn(again[0])]
        form = read_form(mover.page())
        assert mover.move(form, form.moves[0]).status_code == 303


def test_a_log_that_seats_somebody_twice_is_not_believed(host: Visitor) -> None:
    with host.site.tables.at(host.table) as table:
        digest = table.game.digest()
        assert isinstance(table, Table)
    owner = seats(host)[0].owner
    for after in range(2):
        host.site.store.append(
            Append(host.table, after, [Event("sit", 1, 0, digest, text="Eve", owner=owner)], "players")
        )
    assert host.http.get(f"/tables/{host.table}").status_code == 500


def test_a_seat_and_its_session_are_one_step(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.sqlite3")
    store.begin(Session("old", Player("ada", "Ada")))
    row = TableRow("table", "uptown", "uptown/1", {}, 1, "", "", 0.0, (SeatRow("open", "Orange"),))
    store.create_table(row, "players")
    sits = Event("sit", 0, 0, "digest", text="Ada", owner="ada")
    with pytest.raises(Behind):
        store.append(Append("table", 7, [sits], "players", session=Session("new", Player("ada"), "old")))
    assert (store.session("old"), store.session("new")) == (Player("ada", "Ada"), None)
    store.append(Append("table", 0, [sits], "players", session=Session("new", Player("ada", "Ada L."), "old")))
    assert (store.session("old"), store.session("new")) == (None, Player("ada", "Ada L."))
    with pytest.raises(SessionOver):
        store.append(Append("table", 1, [sits], "players", session=Session("newer", Player("ada"), "old")))
    assert [entry.event for entry in store.events("table")] == [sits]
    assert store.session("newer") is None
    store.close()


def test_a_file_of_the_first_version_is_brought_up_to_date(start: StartSite, db: Path) -> None:
    """A game begun before seats could be open: same log, same tokens, and it goes on; new tables have open seats."""
    running = start()
    player = running.visitor()
    player.sit_down(name="Ada")
    form = player.form()
    player.move(form, form.moves[0])
    player.wait_for_turn()
    page, log = player.page(), player.log()
    running.stop()
    _write_as_first_version(db)
    after = start().visitor()
    after.http.cookies.update({TOKEN: player.http.cookies[TOKEN]})
    after.table = player.table
    assert after.log() == log
    assert after.page() == page
    assert after.move(form, form.moves[0]).status_code == 303  # an answer given before is given again
    assert after.log() == log
    play_to_the_end(after)
    after.sit_down(players="3", bot="open")
    assert after.post(f"/tables/{after.table}/seats", {"seat": "1"}).status_code == 303
    with sqlite3.connect(db) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            file.execute("DELETE FROM events")
    file.close()


def _write_as_first_version(db: Path) -> None:
    """Turn a file into what the first version would have written."""
    columns = {
        "players": "id, name, created",
        "sessions": "token_hash, player_id, created",
        "tables": "id, title, rules, options, seed, salt, commitment, created, version, awaits",
        "seats": "table_id, seat, kind, name, bot, owner",
        "events": "table_id, version, kind, seat, ply, action, digest, text, key_seat, key, body, at",
    }
    now = sqlite3.connect(db, isolation_level=None)
    rows = {table: now.execute(f"SELECT {names} FROM {table}").fetchall() for table, names in columns.items()}
    now.close()
    for part in ("", "-wal", "-shm"):
        db.with_name(db.name + part).unlink(missing_ok=True)
    then = sqlite3.connect(db, isolation_level=None)
    for statement in _statements(MIGRATIONS[0]):
        then.execute(statement)
    for table, names in columns.items():
        places = ", ".join("?" * len(names.split(",")))
        then.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows[table])
    then.execute("PRAGMA user_version = 1")
    then.close()
