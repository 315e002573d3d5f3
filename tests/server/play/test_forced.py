"""Forced plies at a table: they play themselves, cost nothing, go back with the choice before them, tell nothing."""

import random
from dataclasses import replace
from typing import Any

import pytest

import tabletown
from tabletown import games
from tabletown.engine.forced import notice, only_action, was_forced
from tabletown.games.milton_keynes.state import BRIBE
from tabletown.server.errors import Outdated
from tabletown.server.play import forced
from tabletown.server.play.bots.players import BotTiming
from tabletown.server.play.clocks import seconds_left
from tabletown.server.play.commands import Move, RestartTurn, TakeBack
from tabletown.server.play.forced import PlayForced, SetForced
from tabletown.server.play.moves import choices_to_take_back
from tabletown.server.play.records import record_of
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import FORCED, FORCED_IN_SECRET, Moved
from tabletown.server.store.protocol import Clock, Player, SeatRow, Session
from tabletown.server.store.sqlite import SqliteStore

from ..stage import advance, company, everything, first_secret, set_stage
from ..visitors import Running, StartSite, read_form, wait_until

PEOPLE = tuple(SeatRow("human", name, owner=name) for name in ("ada", "bob", "cyd"))


@pytest.fixture
def store(tmp_path: Any) -> Any:
    store = SqliteStore(tmp_path / "store.sqlite3")
    for row in PEOPLE:
        store.begin(Session(row.owner, Player(row.owner, row.name)))
    yield store
    store.close()


@pytest.fixture
def tables(store: SqliteStore) -> Tables:
    return Tables(store, lambda *_: None)


def choose(tables: Tables, table_id: str, chance: random.Random) -> None:
    """Make a random move for a seat that has a choice; after a secret one without, as the bots' clock would."""
    with tables.at(table_id) as table:
        waiting = table.forced_seats()
        seat = chance.choice(table.game.waiting)
        move = table.game.say(chance.choice(table.game.legal_actions_of(seat)), seat)
        version = table.visibility.version((seat,))
    if waiting:
        tables.submit(table_id, PlayForced(waiting[0]))
    else:
        tables.submit(table_id, Move(seat, move), version)


def events(tables: Tables, table_id: str) -> list[Moved]:
    return [entry.event for entry in tables.store.events(table_id) if isinstance(entry.event, Moved)]


@pytest.mark.parametrize("title", games.names())
def test_nobody_waits_for_a_seat_without_a_choice(tables: Tables, title: str) -> None:
    """A whole game: every ply is in the log and in the record, and in the open only real choices are waited for."""
    players = games.get(title).meta.players[0]
    table_id = tables.create(title, PEOPLE[:players])
    chance = random.Random(title)
    while True:
        with tables.at(table_id) as table:
            game = table.game
            if game.is_game_over():
                break
            for seat in game.waiting:
                action = only_action(game, seat)
                assert (
                    action is None or notice(game, seat, action) == "telling" or forced._makes_final(game, seat, action)
                )
            if not table.forced_seats():
                assert table.awaits() == "players"
        choose(tables, table_id, chance)
    made = events(tables, table_id)
    with tables.at(table_id) as table:
        seen = table.versions_by_owner()
    with Tables(tables.store, lambda *_: None).at(table_id) as table:  # after a restart
        record, game = record_of(table), table.game
        assert table.versions_by_owner() == seen, "a forced ply counts for those who see it"
    assert len(made) == game.ply
    assert [was_forced(game, index) for index in range(game.ply) if made[index].by] == [True] * sum(
        bool(event.by) for event in made
    )
    assert any(event.by == FORCED for event in made)
    assert tabletown.loads(record).digest() == game.digest()


def stand_before_forced(tables: Tables, title: str, seats: Any, **more: Any) -> tuple[str, int]:
    """A table at which the last move was followed by a forced ply that ended the turn, and the seat that made both."""
    for seed in range(40):
        table_id, chance = tables.create(title, seats, **more), random.Random(seed)
        for _ in range(60):
            with tables.at(table_id) as table:
                if table.game.is_game_over():
                    break
                seat = table.game.history[-1].seat if table.game.history else -1
                made = [(ply.seat, ply.made_by) for ply in table.timeline.plies[-2:]]
                ended = seat not in table.game.waiting
                if made == [(seat, "own"), (seat, "forced")] and ended and choices_to_take_back(table, seat):
                    return table_id, seat
            choose(tables, table_id, chance)
    raise AssertionError("there was no such game")


def test_taking_back_goes_to_the_last_real_choice(tables: Tables) -> None:
    table_id, seat = stand_before_forced(tables, "penny_lane", PEOPLE[:2])
    with tables.at(table_id) as table:
        ply, version = table.game.ply, table.visibility.version((seat,))
    tables.submit(table_id, TakeBack(seat), version, "a-key-to-go-back")
    with tables.at(table_id) as table:
        assert table.game.ply <= ply - 2
        assert len(table.game.legal_actions_of(seat)) > 1
        after = table.version, table.game.digest()
    repeated = tables.submit(table_id, TakeBack(seat), version, "a-key-to-go-back")
    with tables.at(table_id) as table:
        assert repeated.repeated
        assert (table.version, table.game.digest()) == after
        if choices_to_take_back(table, seat):
            tables.submit(table_id, RestartTurn(seat), table.visibility.version((seat,)))


def test_a_page_from_before_a_forced_ply_makes_no_second_move(tables: Tables) -> None:
    """A form that is sent twice gets its first answer, and another move from the same page is refused."""
    table_id, seat = stand_before_forced(tables, "penny_lane", PEOPLE[:2])
    with tables.at(table_id) as table:
        version = table.visibility.version((seat,))
    tables.submit(table_id, TakeBack(seat), version)
    with tables.at(table_id) as table:
        game, drawn = table.game, table.visibility.version((seat,))
        moves = [game.say(action, seat) for action in game.legal_actions_of(seat)]
    first = tables.submit(table_id, Move(seat, moves[0]), drawn, "the-key-of-the-page")
    with tables.at(table_id) as table:
        after = table.version, table.game.digest()
    again = tables.submit(table_id, Move(seat, moves[0]), drawn, "the-key-of-the-page")
    assert (again.version, again.repeated) == (first.version, True)
    for key in ("the-key-of-the-page", "another-key"):
        with pytest.raises(Outdated):
            tables.submit(table_id, Move(seat, moves[1]), drawn, key)
    with tables.at(table_id) as table:
        assert (table.version, table.game.digest()) == after


def test_a_forced_ply_costs_no_time_and_the_increment_comes_once(tables: Tables) -> None:
    table_id, seat = stand_before_forced(tables, "penny_lane", PEOPLE[:2], clock=Clock(600.0, 20.0))
    with tables.at(table_id) as table:
        *_, chosen, ended = table.timeline.plies
        assert chosen.at == ended.at
        situations, clock = table.game.asked(), table.row.clock
        assert clock is not None
        after = seconds_left(clock, table.timeline, situations, ended.at)
        del table.timeline.plies[-2:]
        before = seconds_left(clock, table.timeline, situations[:-2], chosen.at)
        assert after[seat] == pytest.approx(before[seat] + 20.0)


def test_who_wants_to_make_every_ply_makes_it(tables: Tables) -> None:
    seats = [replace(row, play_forced=False) for row in PEOPLE[:2]]
    table_id, chance = tables.create("penny_lane", seats), random.Random(3)
    while True:
        with tables.at(table_id) as table:
            seat = table.game.turn
            assert seat is not None
            if only_action(table.game, seat) is not None:
                break
        choose(tables, table_id, chance)
    assert not any(event.by for event in events(tables, table_id))
    owner = Player(PEOPLE[seat].owner)
    assert tables.submit(table_id, SetForced(seat, False, owner)).version == len(events(tables, table_id))
    tables.submit(table_id, SetForced(seat, True, owner))
    assert events(tables, table_id)[-1].by == FORCED, "what is forced now plays itself at once"
    with Tables(tables.store, lambda *_: None).at(table_id) as table:
        assert [row.play_forced for row in table.seats] == [index == seat for index in range(2)]


def test_a_turn_that_ends_itself_can_still_be_taken_back_for_a_moment(tables: Tables) -> None:
    """In Paper Skylines the end of a turn makes it final: it waits for the clock of the bots, and costs no time."""
    table_id, chance = tables.create("paper_skylines", PEOPLE[:2], clock=Clock(600.0, 20.0)), random.Random(1)
    while True:
        with tables.at(table_id) as table:
            waiting = [seat for seat in table.forced_seats() if choices_to_take_back(table, seat)]
            if waiting:
                (seat,) = waiting
                version, left = table.visibility.version((seat,)), seconds_left_at(table, seat)
                break
        choose(tables, table_id, chance)
    tables.submit(table_id, TakeBack(seat), version)
    with tables.at(table_id) as table:
        assert len(table.game.legal_actions_of(seat)) > 1
        again = table.game.say(table.game.legal_actions_of(seat)[0], seat)
        tables.submit(table_id, Move(seat, again), table.visibility.version((seat,)))
    while True:
        with tables.at(table_id) as table:
            if seat in table.forced_seats():
                break
            action = table.game.legal_actions_of(seat)[0]
            tables.submit(table_id, Move(seat, table.game.say(action, seat)), table.visibility.version((seat,)))
    tables.submit(table_id, PlayForced(seat))
    with tables.at(table_id) as table:
        assert table.timeline.plies[-1].made_by == "forced"
        assert seconds_left_at(table, seat) > left, "the increment has come, and the wait was free"


def seconds_left_at(table: Table, seat: int) -> float:
    """How much time a seat had when the last ply was made."""
    assert table.row.clock is not None
    return seconds_left(table.row.clock, table.timeline, table.game.asked(), table.timeline.plies[-1].at)[seat]


# Secrets


@pytest.mark.parametrize("money", [0, 9])
def test_a_seat_without_a_choice_decides_in_secret_like_any_other(
    running: Running, monkeypatch: pytest.MonkeyPatch, money: int
) -> None:
    """Two worlds that differ in what one seat has: the others receive the same bytes, before and after it decides."""
    set_stage(monkeypatch)
    monkeypatch.setattr("tabletown.server.play.bots.players.BotPlayers.wake", lambda *_: None)  # by hand
    people = company(running)
    spectator = running.visitor()
    spectator.table = table_id = people[0].table
    advance(running.site, table_id, first_secret)
    others = (people[0], people[2], spectator)
    before = [everything(who) for who in others]
    with running.site.tables.at(table_id) as table:
        assert int(table.game.state.phase) == BRIBE
        table.game.state.cash[1] = money
        assert table.forced_seats() == ([1] if money == 0 else [])
        table.visibility._views = table.visibility._all_views()
        trial = table.game.copy()
    assert [everything(who) for who in others] == before
    # the time at which it decides is drawn without looking at the game, and then nobody else sees that it has
    action = trial.parse("bribe 0", 1)
    event = Moved(1, trial.ply + 1, "", action, by=FORCED_IN_SECRET if money == 0 else "")
    with running.site.tables.at(table_id) as table:
        table.game.push_action(action, 1)
        table.timeline.record(event, 0.0, table.seats)
        table.visibility.record(event)
    assert [everything(who) for who in others] == before


def test_a_secret_forced_ply_is_made_by_the_clock_of_the_bots(
    start: StartSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_stage(monkeypatch)
    running = start(pace={"forced": (0.3, 0.4)})
    for module in ("table", "forced", "bots.players"):
        monkeypatch.setattr(f"tabletown.server.play.{module}.only_action", _only)
    people = company(running)
    table_id = people[0].table
    advance(running.site, table_id, first_secret)
    wait_until(lambda: "You have decided" in people[1].page())
    *_, before, decided = people[0].log()
    assert isinstance(decided.event, Moved)
    assert (decided.event.seat, decided.event.by) == (1, FORCED_IN_SECRET)
    assert decided.at - before.at >= 0.29
    assert not read_form(people[1].page()).undo, "there was nothing else to choose"


def _only(position: Any, seat: int) -> int | None:
    """As if the second seat had no money at the first secret decision."""
    actions: list[int] = position.legal_actions_of(seat)
    poor = seat == 1 and len(position.waiting) > 1
    return actions[0] if actions and (poor or len(actions) == 1) else None


def test_the_delay_is_drawn_from_nothing_in_the_game() -> None:
    timing = BotTiming(forced=(1.5, 4.0))
    assert timing.forced_seconds(secret=False) == timing.grace
    drawn = [timing.forced_seconds(secret=True) for _ in range(200)]
    assert 1.5 <= min(drawn) < max(drawn) <= 4.0
    assert len(set(drawn)) > 190
