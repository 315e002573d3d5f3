"""Rounds: laid once, whoever lays them and wherever a server was killed; people who stay away, leave or are deleted."""

import secrets
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from tabletown.engine.seats import SEAT_NAMES
from tabletown.games import get as get_title
from tabletown.server.errors import NotAllowed, NotYours, TooMany
from tabletown.server.play.commands import Move
from tabletown.server.play.fair_play import STAND_IN
from tabletown.server.play.people.suspensions import Suspended
from tabletown.server.play.table import SPECTATOR
from tabletown.server.play.tournaments.rounds import PATIENCE_BY_DAYS_S, PATIENCE_S, RoundIsOver, Rounds
from tabletown.server.play.tournaments.standings import standings
from tabletown.server.site import Site
from tabletown.server.store.account_protocol import NewSession
from tabletown.server.store.protocol import Unavailable

from ...databases import Place
from ...stage import advance
from ...visitors import StartSite, wait_until
from .people import agreed, set_up, somebody, tables_of

NEVER = 3_600.0


@pytest.fixture
def db(place: Place) -> str:
    return place.url


@pytest.fixture
def site(start: StartSite, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site that looks after tournaments only when a test tells it to."""
    monkeypatch.setattr(Rounds, "wake", lambda rounds, _="": None)
    return start(poll=NEVER).site


def finish(site: Site, tournament: str, round_number: int) -> None:
    """Let bots play all tables of a round to their end."""
    for laid in tables_of(site.store, tournament, round_number):

        def over(table_id: str = laid.table) -> bool:
            site.tables.submit(table_id, RoundIsOver("uniform"))
            return bool(site.store.over([table_id]))

        wait_until(over)


def test_many_servers_lay_one_round(start: StartSite) -> None:
    sites = [start(poll=NEVER, tournament_tables_of_bots=4).site for _ in range(2)]
    tournament, organiser = set_up(sites[0], ["uniform"] * 8)
    sites[0].tournaments.start(tournament, organiser)
    tend = [Rounds(site.tables).tend for site in sites for _ in range(3)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda do: do(tournament), tend))
    wait_until(lambda: all(table.table for table in tables_of(sites[0].store, tournament, 1)))
    laid = tables_of(sites[0].store, tournament, 1)
    assert [table.number for table in laid] == [1, 2, 3, 4]
    assert len({table.table for table in laid}) == 4

    def done() -> bool:
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda do: do(tournament), tend))
        return sites[1].tournaments.row(tournament).state == "finished"

    wait_until(done, pause=0.05)
    every = sites[1].store.laid_tables(tournament)
    assert [table.round for table in every] == [1] * 4 + [2] * 4 + [3] * 4
    assert {table_id for table_id, _ in sites[1].store.finished(public=False)} == {table.table for table in every}


class Killed(Exception):
    """The server is gone."""


@pytest.mark.parametrize("step", ["lay_round", "create_table", "note_table", "note_result"])
@pytest.mark.parametrize("after", [False, True])
def test_a_server_is_killed(site: Site, monkeypatch: pytest.MonkeyPatch, step: str, after: bool) -> None:
    """Before or after any step of its work: another one goes on, and nothing is done twice."""
    tournament, organiser = set_up(site, ["uniform"] * 4, rounds=2)
    site.tournaments.start(tournament, organiser)
    true = getattr(site.store, step)
    left = [2]  # the second time that it comes to this step, it is killed

    def kill(*args: object, **options: object) -> object:
        left[0] -= 1
        if left[0] == 0 and not after:
            raise Killed
        done = true(*args, **options)
        if left[0] == 0:
            raise Killed
        return done

    monkeypatch.setattr(site.store, step, kill)

    def go_on() -> bool:
        with suppress(Killed):
            Rounds(site.tables).tend(tournament)
        return site.tournaments.row(tournament).state == "finished"

    wait_until(go_on, pause=0.05)
    assert left[0] <= 0
    laid = site.store.laid_tables(tournament)
    assert [(table.round, table.number) for table in laid] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert len({table.table for table in laid}) == 4
    assert {table_id for table_id, _ in site.store.finished(public=False)} == {table.table for table in laid}


def test_a_database_that_is_gone_for_a_moment_delays_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, organiser = set_up(site, ["uniform"] * 2, rounds=1)
    site.tournaments.start(tournament, organiser)
    with monkeypatch.context() as patch:

        def gone(*_: object) -> bool:
            raise Unavailable("gone")

        patch.setattr(site.store, "lay_round", gone)
        Rounds(site.tables).tend_all()
    assert site.tournaments.row(tournament).round == 0
    Rounds(site.tables).tend_all()
    assert site.tournaments.row(tournament).round == 1


def test_a_player_who_does_not_come_is_last(site: Site) -> None:
    tournament, organiser = set_up(site, ["uniform"], rounds=1, join=True)
    site.tournaments.start(tournament, organiser)
    rounds = Rounds(site.tables)
    rounds.tend(tournament)
    finish(site, tournament, 1)
    rounds.tend(tournament)
    row, laid = site.tournaments.row(tournament), site.store.laid_tables(tournament)
    lines = standings(site.store.entries(tournament), laid, 2, row.seed)
    assert [(line.number, int(line.points)) for line in lines] == [(2, 1), (1, 0)]
    assert row.state == "finished"


def away(site: Site, table_id: str) -> list[int]:
    """The seats of people that a bot plays."""
    with site.tables.at(table_id) as table:
        return [n for n, seat in enumerate(table.seats) if seat.kind == "human" and seat.bot]


def wait(site: Site, monkeypatch: pytest.MonkeyPatch, seconds: float) -> list[float]:
    """Let time pass; more, if the number in the answer is raised."""
    right, ahead = site.store.now, [seconds]
    for part in (site.store, site.tables):
        monkeypatch.setattr(part, "now", lambda: right() + ahead[0])
    return ahead


def test_who_comes_is_not_punished_by_the_end_of_a_round(
    site: Site, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One plays whenever it is their turn, the other never comes: the first one comes first."""
    tournament, organiser = set_up(site, rounds=1, join=True, round_days=1, pace="day-7")
    number = site.tournaments.join(tournament, somebody(site.store, "Bob"))
    site.tournaments.start(tournament, organiser)
    rounds = Rounds(site.tables)
    rounds.tend_all()
    (laid,) = tables_of(site.store, tournament, 1)
    here = laid.seats.index(number)
    place.execute("UPDATE tournaments SET deadline = 1")
    advance(site, laid.table, lambda game: here not in game.waiting)
    rounds.tend_all()
    assert away(site, laid.table) == []
    wait(site, monkeypatch, PATIENCE_BY_DAYS_S)
    rounds.tend_all()
    assert away(site, laid.table) == [1 - here]

    def played() -> bool:
        rounds.tend_all()
        assert away(site, laid.table) in ([1 - here], [])  # the bot plays, or the game is over
        with site.tables.at(laid.table) as table:
            waiting = here in table.game.waiting
        if waiting:
            advance(site, laid.table, lambda game: here not in game.waiting)
        return site.tournaments.row(tournament).state == "finished"

    wait_until(played)
    lines = standings(site.store.entries(tournament), site.store.laid_tables(tournament), 2, "")
    assert [(line.number, int(line.points)) for line in lines] == [(number, 1), (3 - number, 0)]


def test_who_comes_back_after_the_end_of_a_round_has_time(
    start: StartSite, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rounds, "wake", lambda rounds, _="": None)
    site = start(poll=NEVER, pace={"least": NEVER}).site  # the bot that sits in thinks for long
    tournament, organiser = set_up(site, rounds=1, join=True, round_days=1, pace="live-30")
    bob = somebody(site.store, "Bob")
    site.tournaments.join(tournament, bob)
    site.tournaments.start(tournament, organiser)
    rounds = Rounds(site.tables)
    rounds.tend_all()
    (laid,) = tables_of(site.store, tournament, 1)
    with site.tables.at(laid.table) as table:
        seat = table.game.turn
    assert seat is not None
    player = (organiser, bob)[laid.seats[seat] - 1]
    site.absence.change(laid.table, player, seat, STAND_IN)
    place.execute("UPDATE tournaments SET deadline = 1")
    wait(site, monkeypatch, PATIENCE_S)
    site.absence.change(laid.table, player, seat, "")
    rounds.tend_all()
    assert away(site, laid.table) == []
    wait(site, monkeypatch, PATIENCE_S)
    rounds.tend_all()
    assert away(site, laid.table) == [seat]


@pytest.mark.parametrize(("pace", "patience"), [("live-30", PATIENCE_S), ("day-7", PATIENCE_BY_DAYS_S)])
@pytest.mark.parametrize("here", [0, 2])
def test_who_has_decided_in_secret_keeps_the_seat(
    start: StartSite, place: Place, monkeypatch: pytest.MonkeyPatch, pace: str, patience: float, here: int
) -> None:
    """All keep one of two cities at once; one has done so when the round ends. Nobody else sees what was chosen."""
    monkeypatch.setattr(Rounds, "wake", lambda rounds, _="": None)
    site = start(poll=NEVER, pace={"least": NEVER}).site  # the bots that sit in think for long
    asked: dict[str, Any] = {"title": get_title("paper_skylines"), "at_table": 3, "rounds": 1}
    tournament, organiser = set_up(site, join=True, round_days=1, pace=pace, **asked)
    for name in ("Bob", "Cyd"):
        site.tournaments.join(tournament, somebody(site.store, name))
    site.tournaments.start(tournament, organiser)
    rounds = Rounds(site.tables)
    rounds.tend_all()
    (laid,) = tables_of(site.store, tournament, 1)
    others = [seat for seat in (0, 1, 2) if seat != here]

    def seen_by_others() -> list[bytes]:
        with site.tables.at(laid.table) as table:
            return [table.game.view(seat).states.tobytes() for seat in (SPECTATOR, *others)]

    before = seen_by_others()
    with site.tables.at(laid.table) as table:
        assert table.game.waiting == (0, 1, 2)
        move = table.game.say(table.game.legal_actions_of(here)[0], here)
        version = table.visibility.version([here])
    site.tables.submit(laid.table, Move(here, move), version, "the-secret-choice")
    with site.tables.at(laid.table) as table:
        assert table.game.waiting == tuple(others)
    place.execute("UPDATE tournaments SET deadline = 1")
    rounds.tend_all()
    assert away(site, laid.table) == []
    ahead = wait(site, monkeypatch, patience)
    rounds.tend_all()
    assert away(site, laid.table) == others
    assert seen_by_others() == before
    ahead[0] += patience
    rounds.tend_all()
    assert away(site, laid.table) == others


@pytest.mark.parametrize("kind", ["swiss", "round robin"])
@pytest.mark.parametrize("at_table", [2, 3])
def test_whoever_is_suspended_sits_out(site: Site, kind: str, at_table: int) -> None:
    """They set up and join nothing, finish the game of the present round, and play again after the suspension."""
    tournament, organiser = set_up(site, ["uniform"] * 5, kind=kind, at_table=at_table, rounds=4)
    ada = somebody(site.store, "Ada", kept=True)
    number = site.tournaments.join(tournament, ada)
    other, _ = set_up(site)
    site.tournaments.start(tournament, organiser)
    rounds = Rounds(site.tables)
    rounds.tend(tournament)

    def sits(round_number: int) -> bool:
        """Whether she herself sits at a table of a round."""
        for laid in tables_of(site.store, tournament, round_number):
            row = site.store.table(laid.table)
            assert row is not None
            if any(seat.owner == ada.id for seat in row.seats):
                return True
        return False

    def next_round() -> bool:
        finish(site, tournament, site.tournaments.row(tournament).round)
        rounds.tend(tournament)
        return sits(site.tournaments.row(tournament).round)

    assert sits(1) or kind == "round robin"
    site.store.suspend(ada.id, site.store.now() + 3_600, "Insults")
    for refused in (
        lambda: site.tournaments.join(other, ada),
        lambda: site.tournaments.create(ada, agreed()),
    ):
        with pytest.raises(Suspended, match="Insults"):
            refused()
    assert not next_round()
    assert not next_round()
    entry = next(entry for entry in site.store.entries(tournament) if entry.number == number)
    assert (entry.left_after, entry.rests_in) == (None, 0)
    site.store.unsuspend(ada.id)
    assert next_round()


def test_a_name_that_the_host_takes_away_is_gone_from_tournaments(site: Site) -> None:
    tournament, organiser = set_up(site, ["uniform"], name="Olga's rude evening")
    ada = somebody(site.store, "Rude name")
    site.tournaments.join(tournament, ada)
    for player in (ada, organiser):
        assert site.store.take_name(player.id)
    view = site.tournament_views.view(site.tournaments.row(tournament), None)
    assert "Rude name" not in repr(view)
    assert "rude evening" not in repr(view)
    assert (view.name, sorted(line.name for line in view.lines)) == ("A tournament", ["A player", "Uniform"])
    site.tournaments.start(tournament, organiser)
    Rounds(site.tables).tend(tournament)
    (laid,) = tables_of(site.store, tournament, 1)
    row = site.store.table(laid.table)
    assert row is not None
    seat = laid.seats.index(2)
    assert (row.seats[seat].name, row.seats[seat].owner) == (SEAT_NAMES[seat], ada.id)


def test_the_end_of_a_round_by_days(site: Site, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """When its time is over, bots take the seats that a table waits for, and the tournament goes on."""
    tournament, organiser = set_up(site, rounds=1, join=True, round_days=1, pace="day-7")
    site.tournaments.join(tournament, somebody(site.store, "Bob"))
    site.tournaments.start(tournament, organiser)
    rounds = Rounds(site.tables)
    rounds.tend_all()
    (laid,) = tables_of(site.store, tournament, 1)
    assert not site.store.unfinished_business(site.store.now())
    place.execute("UPDATE tournaments SET deadline = 1")
    rounds.tend_all()
    assert away(site, laid.table) == []  # it has waited for nobody long
    ahead = wait(site, monkeypatch, PATIENCE_BY_DAYS_S)

    def done() -> bool:
        rounds.tend_all()
        ahead[0] += PATIENCE_BY_DAYS_S  # the bot of the one moves, and then the other one does not come, either
        return site.tournaments.row(tournament).state == "finished"

    wait_until(done, pause=0.02)
    with site.tables.at(laid.table) as table:
        assert [seat.kind for seat in table.seats] == ["human", "human"]
        assert any(seat.bot for seat in table.seats)


@pytest.mark.parametrize("kind", ["swiss", "round robin"])
def test_a_player_is_deleted_in_the_middle(site: Site, kind: str) -> None:
    """A bot finishes their game, the name is gone, and the tournament goes on without them."""
    tournament, organiser = set_up(site, ["uniform"] * 2, kind=kind, rounds=2)
    ada = somebody(site.store, "Ada Lovelace")
    number = site.tournaments.join(tournament, ada)
    site.tournaments.start(tournament, organiser)
    rounds = Rounds(site.tables)
    rounds.tend(tournament)
    if any(number in table.seats for table in site.store.laid_tables(tournament) if not table.number):
        finish(site, tournament, 1)  # she rests in the first round
        rounds.tend(tournament)
    site.privacy.delete(ada)

    def done() -> bool:
        rounds.tend(tournament)
        return site.tournaments.row(tournament).state == "finished"

    wait_until(done, pause=0.02)
    entry = next(entry for entry in site.store.entries(tournament) if entry.number == number)
    assert (entry.name, entry.player) == ("", "")
    assert entry.left_after is not None
    laid = [table for table in site.store.laid_tables(tournament) if number in table.seats and table.number]
    for table in laid:
        assert table.result is not None
        assert table.result.away[table.seats.index(number)]
    lines = standings(site.store.entries(tournament), site.store.laid_tables(tournament), 2, "")
    assert len(lines) == 3
    view = site.tournament_views.view(site.tournaments.row(tournament), None)
    assert "Lovelace" not in repr(view)
    assert "A former player" in {line.name for line in view.lines}


def test_the_organiser_is_deleted(site: Site) -> None:
    """What has not begun is called off, and the name that they wrote is gone."""
    opened, organiser = set_up(site, name="Olga's evening")
    site.privacy.delete(organiser)
    row = site.tournaments.row(opened)
    assert (row.state, row.name, row.organiser) == ("called off", "", "")


def test_two_browsers_of_one_person_have_one_seat(site: Site) -> None:
    """The entry of the account stays; before the start the other one is removed, later it plays no more."""
    store = site.store
    opened, _ = set_up(site)
    running, organiser = set_up(site, ["uniform"] * 2)
    kept, other = somebody(store, "Ada", kept=True), somebody(store, "Ada again")
    for tournament in (opened, running):
        site.tournaments.join(tournament, kept)
        site.tournaments.join(tournament, other)
    alone, _ = set_up(site)
    site.tournaments.join(alone, other)
    site.tournaments.start(running, organiser)
    Rounds(site.tables).tend(running)
    assert store.join(other.id, kept.id, NewSession(secrets.token_hex(32), "", False))
    assert [(entry.name, entry.player) for entry in store.entries(opened)] == [("Ada", kept.id)]
    assert [(entry.name, entry.player) for entry in store.entries(alone)] == [("Ada again", kept.id)]
    mine = [entry for entry in store.entries(running) if not entry.bot]
    assert [(entry.name, entry.player, entry.left_after) for entry in mine] == [("Ada", kept.id, None), ("", "", 1)]
    kept_data = site.privacy.data(kept)
    assert {(one.id, one.name) for one in kept_data.tournaments} == {
        (opened, "Ada"), (running, "Ada"), (alone, "Ada again")
    }  # fmt: skip


def test_leaving_and_sitting_out(site: Site) -> None:
    tournament, organiser = set_up(site, ["uniform"] * 3, rounds=3, join=True)
    ada = somebody(site.store)
    number = site.tournaments.join(tournament, ada)
    assert site.tournaments.join(tournament, ada) == number
    site.tournaments.leave(tournament, ada)
    assert site.tournaments.entry_of(tournament, ada) is None
    number = site.tournaments.join(tournament, ada)
    site.tournaments.start(tournament, organiser)
    with pytest.raises(NotAllowed, match="has begun"):
        site.tournaments.join(tournament, somebody(site.store))
    rounds = Rounds(site.tables)
    rounds.tend(tournament)
    site.tournaments.sit_out(tournament, ada, 2)
    finish(site, tournament, 1)
    rounds.tend(tournament)
    assert site.tournaments.row(tournament).round == 2
    assert not [table for table in site.store.laid_tables(tournament) if table.round == 2 and number in table.seats]
    finish(site, tournament, 2)
    site.tournaments.leave(tournament, organiser)
    rounds.tend(tournament)
    third = [table for table in site.store.laid_tables(tournament) if table.round == 3]
    assert any(number in table.seats for table in third)
    assert not any(1 in table.seats for table in third)


def test_bots_fill_the_last_table(site: Site) -> None:
    tournament, organiser = set_up(site, ["uniform"] * 5, at_table=4, fill="tourist")
    site.tournaments.start(tournament, organiser)
    bots = [entry.bot for entry in site.store.entries(tournament)]
    assert bots == ["uniform"] * 5 + ["tourist"] * 3


def test_who_may_do_what(site: Site) -> None:
    stranger = somebody(site.store, "Bob")
    with pytest.raises(NotYours, match="keep their games"):
        site.tournaments.create(stranger, agreed())
    tournament, organiser = set_up(site, ["uniform"])
    for do in (site.tournaments.start, site.tournaments.call_off):
        with pytest.raises(NotYours):
            do(tournament, stranger)
    with pytest.raises(NotYours):
        site.tournaments.add_bot(tournament, stranger, "uniform")
    with pytest.raises(NotAllowed, match="At least 2"):
        site.tournaments.start(tournament, organiser)
    site.tournaments.call_off(tournament, organiser)
    with pytest.raises(NotAllowed, match="called off"):
        site.tournaments.join(tournament, stranger)


def test_a_rated_tournament_is_for_accounts_and_rated_bots(site: Site) -> None:
    """As every rated table: see play/fair_play.py."""
    tournament, organiser = set_up(site, rated=True)
    with pytest.raises(NotAllowed, match="keep their games"):
        site.tournaments.join(tournament, somebody(site.store))
    with pytest.raises(NotAllowed, match="not rated"):
        site.tournaments.add_bot(tournament, organiser, "uniform")
    for changes in ({"bots": ["uniform"]}, {"fill": "uniform"}):
        with pytest.raises(NotAllowed, match="not rated"):
            site.tournaments.create(organiser, agreed(rated=True, **changes))
    assert site.tournaments.join(tournament, somebody(site.store, kept=True)) == 1
    assert site.tournaments.add_bot(tournament, organiser, "tourist") == 2
    assert [bool(entry.bot) for entry in site.store.entries(tournament)] == [False, True]


@pytest.mark.parametrize(
    "wrong", [{"at_table": 5}, {"pace": "none"}, {"rounds": 99}, {"bots": ["deep"]}, {"name": " "}, {"round_days": 99}]
)
def test_what_cannot_be_played_is_refused(site: Site, wrong: dict[str, object]) -> None:
    with pytest.raises(NotAllowed):
        site.tournaments.create(somebody(site.store, kept=True), agreed(**wrong))
    assert site.store.tournaments("open") == []


def test_the_same_key_sets_up_one(site: Site) -> None:
    ada = somebody(site.store, kept=True)
    made = {site.tournaments.create(ada, agreed(listed=True), "a-key-of-a-form") for _ in range(3)}
    assert len(made) == 1
    assert len(site.store.tournaments("open")) == 1


def test_limits(start: StartSite) -> None:
    site = start(poll=NEVER, tournaments=2, tournament_players=3).site
    tournament, organiser = set_up(site, ["uniform"] * 3)
    with pytest.raises(NotAllowed, match="full"):
        site.tournaments.join(tournament, somebody(site.store))
    site.tournaments.create(organiser, agreed())
    with pytest.raises(TooMany, match="2 tournaments"):
        site.tournaments.create(organiser, agreed())
