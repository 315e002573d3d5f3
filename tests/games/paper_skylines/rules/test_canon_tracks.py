"""Tracks and the score track (PS-48 to 59): EX-1 to EX-11."""

from typing import Any

import pytest

import tabletown as tt
from tabletown.engine.state import record
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules import tracks as kernels
from tabletown.games.paper_skylines.vocabulary import TRACK_NAMES

from ...shared import play, refusal
from ..helpers import TITLE, A, B, C, seat, table, tracks

CARDS = record(TITLE.cards.data)
HIGH_RISE = "[Chicago < Sawmill < Warehouse < Brickworks*]"


def on(track: str, *spaces: int, **header: Any) -> tt.Game:
    """A table where the seats stand on these spaces of a track."""
    places = [[space if name == track else 0 for name in TRACK_NAMES] for space in spaces]
    return table(*(seat(tracks=place) for place in places), **header)


def advance(game: tt.Game, seat: int, steps: int, track: str) -> None:
    kernels.advance(game.state, CARDS, seat, TRACK_NAMES.index(track), steps)


def decline(game: tt.Game, seat: int, steps: int, track: str) -> None:
    kernels.decline(game.state, seat, TRACK_NAMES.index(track), steps)


def where(game: tt.Game, track: str) -> list[int]:
    return [tracks(game, p)[TRACK_NAMES.index(track)] for p in range(game.players)]


@pytest.mark.rules("PS-32", "PS-48", "PS-51")
def test_ex_1_a_hop_crosses_a_line() -> None:
    game = on("profit", 4, 5, 7)
    play(game, "advance, track profit")
    assert (where(game, "profit"), game.scores()) == ([6, 5, 7], [1, 0, 0])


@pytest.mark.rules("PS-48", "PS-51")
def test_ex_2_two_steps_hop_twice() -> None:
    game = on("profit", 4, 5, 7)
    advance(game, A, 2, "profit")
    assert (where(game, "profit"), game.scores()) == ([8, 5, 7], [1, 0, 0])


@pytest.mark.rules("PS-51")
def test_ex_3_two_lines() -> None:
    game = on("profit", 10, 0)
    advance(game, A, 5, "profit")
    assert (where(game, "profit"), game.scores()) == ([15, 0], [2, 0])


@pytest.mark.rules("PS-48", "PS-51")
def test_ex_4_one_step_over_three_meeples() -> None:
    game = on("prestige", 9, 10, 11, 12)
    play(game, "advance, track prestige")
    assert (where(game, "prestige"), game.scores()) == ([13, 10, 11, 12], [1, 0, 0, 0])


@pytest.mark.rules("PS-49", "PS-50", "PS-53")
def test_ex_5_and_6_the_first_at_the_end() -> None:
    game = on("profit", 22, 23)
    advance(game, A, 3, "profit")
    assert (where(game, "profit"), game.scores()) == ([24, 23], [2, 0])
    assert game.state.ended_by.tolist() == [A, s.NONE, s.NONE]
    play(game, "end, advance, track profit")
    assert (where(game, "profit"), game.scores()) == ([24, 24], [2, 1])
    assert game.state.ended_by.tolist() == [A, s.NONE, s.NONE]


@pytest.mark.rules("PS-52", "PS-54", "PS-55")
def test_ex_7_a_line_pays_once() -> None:
    game = on("population", 12, 11, 10)
    decline(game, A, 1, "population")
    assert (where(game, "population"), game.scores()) == ([9, 11, 10], [0, 0, 0])
    advance(game, A, 1, "population")
    assert (where(game, "population"), game.scores()) == ([12, 11, 10], [0, 0, 0])


@pytest.mark.rules("PS-49", "PS-54")
def test_ex_8_nobody_falls_below_the_start() -> None:
    game = on("profit", 2, 1)
    decline(game, A, 1, "profit")
    assert where(game, "profit") == [0, 1]
    decline(game, A, 1, "profit")
    assert where(game, "profit") == [0, 1]


@pytest.mark.rules("PS-58")
def test_ex_9_points_hop_too() -> None:
    game = table(seat(HIGH_RISE, score=4), seat(score=5), seat(score=7))
    game.push("claim")
    assert game.scores() == [9, 5, 7]


@pytest.mark.rules("PS-48", "PS-57")
def test_ex_10_the_lowest_track_is_looked_for_at_every_step() -> None:
    game = table(seat("[Philadelphia*] [Riverwalk]", tracks=[3, 3, 5]), seat(tracks=[0, 4, 0]))
    game.push("mayor riverwalk")
    assert game.legal_moves == ["track profit", "track prestige"]
    game.push("track prestige")
    assert tracks(game) == (4, 5, 5)
    assert game.scores() == [0, 0]


@pytest.mark.rules("PS-27", "PS-50", "PS-53", "PS-56")
def test_ex_11_gains_go_up_all_tracks() -> None:
    game = table(
        seat("[Philadelphia*] [Sky Residences]", "Olympic Park", tracks=[5, 9, 23]), seat(tracks=[6, 0, 0]), level=4
    )
    play(game, "mayor sky-residences, left")
    assert (tracks(game), game.scores()) == ((7, 12, 24), [4, 0])
    assert game.state.points[A, [s.BY_LINES, s.BY_ENDS]].tolist() == [3, 1]


@pytest.mark.rules("PS-49")
def test_the_start_and_the_end_are_shared() -> None:
    game = on("profit", 23, 24, 24)
    play(game, "advance, track profit")
    assert (where(game, "profit"), game.scores()) == ([24, 24, 24], [1, 0, 0])
    game = on("profit", 1, 0, 0)
    decline(game, A, 1, "profit")
    assert where(game, "profit") == [0, 0, 0]


@pytest.mark.rules("PS-49")
def test_hopping_does_not_push_past_the_end() -> None:
    game = on("prestige", 20, 21, 22, 23)
    play(game, "advance, track prestige")
    assert (where(game, "prestige"), game.scores()) == ([24, 21, 22, 23], [3, 0, 0, 0])  # lines 21 and 24, first


@pytest.mark.rules("PS-52", "PS-53", "PS-55")
def test_back_from_the_end_and_there_again_pays_nothing() -> None:
    game = on("profit", 24, 0)
    decline(game, A, 2, "profit")
    advance(game, A, 2, "profit")
    advance(game, B, 24, "profit")
    assert (where(game, "profit"), game.scores()) == ([24, 24], [0, 6])


@pytest.mark.rules("PS-54")
def test_declining_hops_over_others() -> None:
    game = on("population", 5, 4, 3, 1)
    decline(game, A, 1, "population")
    assert where(game, "population") == [2, 4, 3, 1]
    decline(game, A, 1, "population")
    assert where(game, "population") == [0, 4, 3, 1]


@pytest.mark.rules("PS-57", "PS-22")
def test_only_tracks_below_their_end_are_offered() -> None:
    game = table(seat("[Philadelphia*] [Sandlot]", tracks=[24, 23, 24]), level=2)
    play(game, "mayor sandlot")  # two steps of any kind: prestige is the only track, then none is left
    assert tracks(game) == (24, 24, 24)
    assert refusal(game, "advance").rule == "PS-22"
    game = table(seat("[Philadelphia*]", tracks=[24, 3, 3]))
    play(game, "advance")
    assert game.legal_moves == ["track prestige", "track population"]
    assert refusal(game, "track profit").rule == "PS-57"


@pytest.mark.rules("PS-40")
def test_the_basic_action_moves_one_of_three_tracks_and_never_the_score() -> None:
    game = table(seat(tracks=[1, 1, 1], score=3))
    game.push("advance")
    assert game.legal_moves == ["track profit", "track prestige", "track population"]
    game.push("track prestige")
    assert (tracks(game), game.scores()) == ((1, 2, 1), [3, 0])


@pytest.mark.rules("PS-56", "PS-58")
def test_points_of_one_step_come_before_the_next_step() -> None:
    """B's marker stands where A's second point would lead: each point hops on its own."""
    game = table(seat(tracks=[10, 0, 0], score=1), seat(score=3))
    advance(game, A, 5, "profit")
    assert game.scores() == [4, 3]
    assert int(game.state.points[A, s.BY_LINES]) == 2


@pytest.mark.rules("PS-58")
def test_the_score_has_no_upper_end() -> None:
    game = table(seat(HIGH_RISE, score=59), seat(score=60), seat(score=61))
    game.push("claim")
    assert game.scores() == [64, 60, 61]
    assert where(game, "profit")[C] == 0
