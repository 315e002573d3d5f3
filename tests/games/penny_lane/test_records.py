"""Penny Lane's collection of records; that they replay, and survive no tampering, is tested for all titles together."""

import pytest

import tabletown as tt
from tabletown.games.penny_lane import state as s

from ..shared import TESTS
from .helpers import TITLE, lane_of, pennies

FOLDER = TESTS / "records" / "penny_lane"
RECORDS = sorted(FOLDER.glob("*.txt"))


def load(name: str) -> tt.Game:
    return tt.load(FOLDER / f"{name}.txt")


def moves(game: tt.Game) -> list[tuple[tt.Position, str, tuple[int, ...], int]]:
    """The plies of a game: the position before, verb, arguments and seat."""
    first = game.first_ply
    return [(game.at(first + i), *TITLE.actions.decode(ply.action), ply.seat) for i, ply in enumerate(game.history)]


def test_the_collection_tells_every_kind_of_story() -> None:
    finished = [tt.load(path) for path in RECORDS]
    outcomes = [game.outcome() for game in finished]
    assert {o.reason for o in outcomes if o} == set(TITLE.words.ENDINGS.values())
    assert {len(o.winners) for o in outcomes if o} >= {1, 2, 5}
    verbs = {TITLE.actions.decode(ply.action)[0] for game in finished for ply in game.history}
    assert verbs == set(TITLE.actions.verbs)
    built = {name for game in finished for p in range(game.players) for name, _ in lane_of(game, p).values()}
    assert len(built) == 30


@pytest.mark.rules("PL-22")
def test_dark_alley_in_a_whole_game() -> None:
    kept = [before for before, verb, _, _ in moves(load("2-dark-alley")) if verb == "keep"]
    assert len(kept) >= 4
    assert all(before.state.used[s.BLACK_MARKET] == 1 for before in kept)


@pytest.mark.rules("PL-57")
def test_gifts_in_whole_games() -> None:
    gifts = [(seat, args[0]) for _, verb, args, seat in moves(load("3-gifts")) if verb == "name"]
    assert len({seat for seat, _ in gifts}) == 1
    assert len({named for _, named in gifts}) == 2
    assert "name" not in [verb for _, verb, _, _ in moves(load("2-gifts"))]


@pytest.mark.rules("PL-40")
def test_garage_in_a_whole_game() -> None:
    answers = [verb for before, verb, _, _ in moves(load("4-garage")) if before.state.phase == s.GARAGE]
    assert {"from", "stop"} == set(answers)


@pytest.mark.rules("PL-31", "PL-32", "PL-33")
def test_both_jobs_in_a_whole_game() -> None:
    chosen = [(before, args[0], seat) for before, verb, args, seat in moves(load("5-jobs")) if verb == "lane"]
    assert {int(before.state.moved_job) for before, _, _ in chosen} == {s.BARRACKS, s.TEMPLE}
    assert {lane == seat for _, lane, seat in chosen} == {True, False}


@pytest.mark.rules("PL-41")
def test_swaps_in_a_whole_game() -> None:
    assert [verb for _, verb, _, _ in moves(load("3-tower"))].count("swap") >= 30


@pytest.mark.rules("PL-51", "PL-62")
def test_nobody_acts_for_thirty_rounds() -> None:
    game = load("2-nobody-acts")
    outcome = game.outcome()
    assert outcome is not None
    assert (game.ply, int(game.state.rounds), outcome.places) == (60, 30, (1, 1))
    assert pennies(game) == [3 + 29, 3 + 29]


@pytest.mark.rules("PL-61")
def test_a_tie_that_was_broken() -> None:
    outcome = load("3-tie-broken").outcome()
    assert outcome is not None
    assert sorted(outcome.scores)[-1] == sorted(outcome.scores)[-2]
    assert len(outcome.winners) == 1


def test_a_record_from_a_position_tells_where_it_began() -> None:
    game = load("3-from-position")
    start = game.at(game.first_ply)
    assert lane_of(start) == {"T+1": ("garage", 0), "B+1": ("cottage", 1)}
