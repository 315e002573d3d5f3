"""When time is over: what the table chose happens, once, whoever looks first, also after a restart."""

import re
import threading

import pytest

from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.takebacks import is_sealed
from tabletown.server.play.commands import TOO_LONG_AGO
from tabletown.server.play.timeouts import PASSIVE_VERBS, decide, passive_action
from tabletown.server.store.events import CLOCK, FORCED, LeftToBot, Moved
from tabletown.server.store.protocol import Clock, SeatRow

from ..stage import first_secret, set_stage, texts
from ..timing import Later, kinds, sit_together, to_move
from ..visitors import Running, StartSite, Visitor, read_form, wait_until

BOT = Clock(300.0, increment=5.0, on_flag="bot")
PASS = Clock(300.0, increment=5.0, on_flag="pass")
DAYS = Clock(86_400.0, per_move=True, on_flag="pass")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    return Later(monkeypatch)


@pytest.fixture
def running(later: Later, start: StartSite) -> Running:
    return start()


def shown(page: str) -> list[tuple[bool, str]]:
    """The clocks on a page: whether each runs, and what it says."""
    found = re.findall(r'class="clock( runs)?[^"]*".*?<span class="time">([^<]+)</span>', page, re.DOTALL)
    return [(bool(runs), text) for runs, text in found]


# What is shown


def test_every_chip_has_its_clock(running: Running, later: Later) -> None:
    two = sit_together(running, BOT)
    seat = to_move(two[0])
    later.pass_by(60.0)
    for visitor in (*two, stranger_at(running, two[0])):
        clocks = shown(visitor.page())
        assert clocks[1 - seat] == (False, "5:00")
        assert clocks[seat][0]
        assert clocks[seat][1] in ("3:59", "4:00")
    later.pass_by(225.0)
    page = two[seat].page()
    assert 'class="clock runs low"' in page
    assert 'role="timer"' in page


def stranger_at(running: Running, host: Visitor) -> Visitor:
    stranger = running.visitor()
    stranger.table = host.table
    return stranger


def test_a_table_without_a_clock_shows_none(running: Running) -> None:
    two = sit_together(running, None)
    assert shown(two[0].page()) == []
    assert running.site.store.past_deadline(1e12) == []


# A bot takes over


def test_a_bot_takes_the_seat_until_its_owner_comes_back(running: Running, later: Later) -> None:
    two = sit_together(running, BOT)
    seat = to_move(two[0])
    later.pass_by(301.0)
    running.site.timeouts.check_all()
    wait_until(lambda: to_move(two[0]) != seat)
    assert kinds(two[0], "flag", "away") == ["flag", "away"]
    page = two[1 - seat].page()
    assert "has no time left." in page
    assert "is played by a bot (greedy) from now on." in page
    assert two[seat].post(f"/tables/{two[0].table}/back", {"seat": str(seat)}).status_code == 303
    assert shown(two[seat].page())[seat] == (False, "1:00")  # a fair rest
    undo = {**read_form(two[seat].page()).fields, "undo": str(seat)}
    answer = two[seat].post(f"/tables/{two[0].table}/undo", undo)
    assert answer.status_code == 422  # what was decided for them stands
    assert "if all agree" in answer.text


def test_the_late_decision_is_the_bots(start: StartSite, later: Later) -> None:
    """Who could come back before it has moved would have a minute more, again and again."""
    running = start(pace={"least": 3600.0})
    two = sit_together(running, BOT)
    seat = to_move(two[0])
    later.pass_by(301.0)
    running.site.timeouts.check_all()
    answer = two[seat].post(f"/tables/{two[0].table}/back", {"seat": str(seat)})
    assert answer.status_code == 409
    assert "The bot decides this once." in answer.text
    assert kinds(two[0], "flag", "away", "back") == ["flag", "away"]


def test_time_does_not_leave_more_games_to_bots_alone_than_a_player_may(start: StartSite, later: Later) -> None:
    """Where the limit is reached the clock decides instead, so the seat stays with its player."""
    running = start(pace={"least": 3600.0}, tables_of_bots=1)
    _, owner = running.site.sessions.begin_new("Ann")
    tables: list[str] = []
    while len(tables) < 2:
        seats = [SeatRow("human", "Ann", owner=owner.id), SeatRow("bot", "Sky", bot="greedy")]
        table_id = running.site.tables.create("uptown", seats, clock=BOT)
        with running.site.tables.at(table_id) as table:
            if table.game.turn == 0:  # the bot never moves
                tables.append(table_id)
    later.pass_by(301.0)
    running.site.timeouts.check_all()
    logs = [{type(entry.event) for entry in running.site.store.events(table)} for table in tables]
    assert sorted((LeftToBot in log, Moved in log) for log in logs) == [(False, True), (True, False)]


# The clock decides


def test_the_clock_decides_and_the_game_goes_on(running: Running, later: Later) -> None:
    two = sit_together(running, PASS)
    seat = to_move(two[0])
    later.pass_by(300.5)
    running.site.timeouts.check_all()
    flag, *moves = (entry.event for entry in two[0].log() if entry.event.kind in ("flag", "move"))
    assert (flag.kind, flag.seat) == ("flag", seat)
    assert moves
    assert {(move.seat, move.by) for move in moves if isinstance(move, Moved)} == {(seat, CLOCK)}
    assert "has no time left, so the clock decides." in two[1 - seat].page()
    assert shown(two[seat].page())[seat][1] in ("1:00", "0:59")  # a fair rest, for what follows
    assert read_form(two[seat].page()).undo == ""


def test_nobody_at_all_is_there_and_the_game_ends(running: Running, later: Later) -> None:
    two = sit_together(running, DAYS)
    for _ in range(400):
        later.pass_by(86_401.0)
        running.site.timeouts.check_all()
        if two[0].is_game_over():
            break
    assert two[0].is_game_over()
    assert running.site.store.past_deadline(1e12) == []
    made_by = {entry.event.by for entry in two[0].log() if isinstance(entry.event, Moved)}
    assert made_by - {FORCED} == {CLOCK}


@pytest.mark.parametrize("title", games.names())
def test_a_gentle_decision_is_whole(title: str) -> None:
    """In every title somebody without time can be led through a whole game, and no decision stays half."""
    game = Game.new(games.get(title), games.get(title).meta.players[0], seed=3)
    decisions = 0
    while not game.is_game_over():
        seat, before, shared, known = game.waiting[0], game.ply, is_sealed(game), game.states["reveals"][0].item()
        flag, *moves = decide(game, seat)
        assert flag.kind == "flag"
        assert [move.ply for move in moves] == list(range(before + 1, game.ply + 1))
        if shared and game.states["reveals"][0] == known:
            assert seat not in game.waiting
        decisions += 1
        assert decisions < 3000


def test_the_gentlest_is_to_let_it_go_by() -> None:
    game = Game.new(games.get("penny_lane"), 2, seed=3)
    seat = game.waiting[0]
    view = game.view(seat)
    assert view.say(passive_action(view, seat), seat) == "pass"
    assert PASSIVE_VERBS[0] == "pass"


# Once


def test_two_servers_let_a_flag_fall_once(start: StartSite, later: Later) -> None:
    one, two = start(), start()
    people = sit_together(one, PASS)
    later.pass_by(301.0)
    lookers = [threading.Thread(target=site.timeouts.check_all) for site in (one.site, two.site) for _ in range(3)]
    for looker in lookers:
        looker.start()
    for looker in lookers:
        looker.join()
    assert kinds(people[0], "flag") == ["flag"]


def test_a_restart_loses_no_time(start: StartSite, later: Later) -> None:
    first = start()
    two = sit_together(first, PASS)
    seat = to_move(two[0])
    later.pass_by(200.0)
    first.stop()
    later.pass_by(50.0)
    again = start()
    visitor = again.visitor()
    visitor.table = two[0].table
    assert shown(visitor.page())[seat][1] in ("0:50", "0:49")
    again.site.timeouts.check_all()
    assert kinds(visitor, "flag") == []
    later.pass_by(51.0)
    again.site.timeouts.check_all()
    assert kinds(visitor, "flag") == ["flag"]


def test_the_deadline_follows_every_event(running: Running, later: Later) -> None:
    """Also those that move nothing: without it the store would forget who is being waited for."""
    two = sit_together(running, BOT)
    store, seat = running.site.store, to_move(two[0])
    ends = later() + 300.0

    def due_at(moment: float) -> bool:
        return two[0].table in store.past_deadline(moment)

    assert (due_at(ends - 5.0), due_at(ends + 5.0)) == (False, True)
    later.pass_by(100.0)
    assert two[1 - seat].post(f"/tables/{two[0].table}/away", {"seat": str(1 - seat)}).status_code == 303
    assert (due_at(ends - 5.0), due_at(ends + 5.0)) == (False, True)
    while to_move(two[0]) == seat:
        form = read_form(two[seat].page())
        assert two[seat].move(form, form.moves[0]).status_code == 303
    wait_until(lambda: to_move(two[0]) == seat)  # the bot has moved
    ends = later() + 205.0  # what was left, and the increment
    assert (due_at(ends - 5.0), due_at(ends + 5.0)) == (False, True)


def test_a_table_that_is_full_from_the_start(running: Running, later: Later) -> None:
    visitor = running.visitor()
    visitor.sit_down(players="2", bot="here")
    with running.site.tables.at(visitor.table) as table:
        seats = list(table.seats)
    visitor.table = running.site.tables.create("uptown", seats, clock=PASS)
    assert kinds(visitor) == ["start"]
    assert "The clocks run." in visitor.page()
    later.pass_by(301.0)
    running.site.timeouts.check_all()
    assert kinds(visitor, "flag") == ["flag"]


def test_taking_back_may_cost_more_time_than_there_is(running: Running, later: Later) -> None:
    two = sit_together(running, PASS, title="penny_lane")
    seat = to_move(two[0])
    assert two[seat].move(read_form(two[seat].page()), "bank").status_code == 303
    later.pass_by(250.0)
    form = read_form(two[seat].page())
    assert form.undo
    later.pass_by(60.0)  # the other one would be late, too
    answer = two[seat].post(form.undo, {**form.fields, "undo": str(seat)})
    assert answer.status_code in (409, 422)
    if answer.status_code == 422:
        assert TOO_LONG_AGO in answer.text
    assert kinds(two[0], "undo") == []


# Sealed decisions


def test_clocks_do_not_tell_who_has_decided(running: Running, later: Later, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three decide at once: no page of another changes with a decision, and nothing happens when one would be late."""
    set_stage(monkeypatch)
    stand_still(later, monkeypatch)
    people = sit_together(running, PASS, people=3, title="milton_keynes")
    pass_until_secret(people)
    others = [people[0], people[2], stranger_at(running, people[0])]
    before = [texts(who) for who in others]
    assert people[1].move(read_form(people[1].page()), "bribe 0").status_code == 303
    assert [texts(who) for who in others] == before
    with running.site.tables.at(people[0].table) as table:
        known = table.game.states["reveals"][0].item()
    later.pass_by(400.0)
    running.site.timeouts.check_all()
    late = [entry for entry in people[0].log() if entry.event.kind == "flag"]
    assert [entry.event.seat for entry in late] == [0, 2]
    assert late[0].at == late[1].at  # at once, and with it all is revealed
    with running.site.tables.at(people[0].table) as table:
        assert table.game.states["reveals"][0] > known


def stand_still(later: Later, monkeypatch: pytest.MonkeyPatch) -> None:
    """No time goes by but what a test lets pass, so that pages can be compared."""
    moment = later()
    monkeypatch.setattr(later, "_real", lambda: moment)


def pass_until_secret(people: list[Visitor]) -> None:
    site, table_id = people[0].site, people[0].table
    while True:
        with site.tables.at(table_id) as table:
            if first_secret(table.game):
                return
            seat = table.game.turn
        assert seat is not None
        form = read_form(people[seat].page())
        move = "pass" if "pass" in form.moves else form.moves[0]
        assert people[seat].move(form, move).status_code == 303
