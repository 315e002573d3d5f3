"""Tests of Modest Plans: run them with `pytest` in this folder."""

from pathlib import Path

import tabletown as tt
from tabletown.testing import check_game

TITLE = tt.games.add(Path(__file__).parents[1])

MEETING = f"""
title = "modest_plans"
phase = "bringing plans"
waiting = ["orange", "sky"]
deck = {["?"] * 34}
square = ["bench"]
first = "sky"
[[seat]]
hand = ["cottage", "park", "?", "?"]
town = ["cottage", "terrace"]
[[seat]]
hand = ["cottage", "mill", "?", "?"]
town = ["bench", "mill", "town-hall"]
"""


def test_it_holds() -> None:
    """All that must hold for any title: see `check_game`. With bounds=True it also finds indices beyond an array."""
    check_game(TITLE.name, games=1, players=2, processes=False)


def test_the_smallest_plan_chooses_first() -> None:
    """Rules G-3 to G-5."""
    game = tt.loads(MEETING)
    game.push("bring park", 0)
    assert game.legal_moves_of(1)[0] == "bring cottage"
    game.push("bring cottage", 1)
    assert game.turn == 1
    assert game.legal_moves == ["take bench", "take cottage", "take park"]
    game.push("take park")
    game.push("take cottage")
    assert game.state.meeting == 1
    assert game.state.first == 0
    assert game.state.square.nonzero()[0].tolist() == [0], "the bench is left"


def test_of_equal_plans_that_of_the_first_player_comes_first() -> None:
    """Rule G-4: Sky is first."""
    game = tt.loads(MEETING)
    game.push("bring cottage", 1)
    assert game.waiting == (0,)
    game.push("bring cottage", 0)
    assert game.turn == 1


def test_a_plan_is_secret_until_all_have_brought_theirs() -> None:
    """Rule G-8."""
    one, other = tt.loads(MEETING), tt.loads(MEETING)
    one.push("bring cottage", 1)
    other.push("bring mill", 1)
    assert one.view(0) == other.view(0)
    assert one.view(1) != other.view(1)


def test_points() -> None:
    """Rule G-7: two homes make a terrace worth 1 + 2; a mill loses 2 for a bench; a hall counts greens and works."""
    assert tt.loads(MEETING).scores() == [2 + 1 + 2, 1 + (8 - 2) + 2 * 2]
