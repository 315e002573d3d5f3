"""Tests of SKELETON_TITLE: run them with `pytest` in this folder."""

from pathlib import Path

import tabletown as tt
from tabletown.testing import check_game

TITLE = tt.games.add(Path(__file__).parents[1])


def test_it_holds() -> None:
    """All that must hold for any title: see `check_game`. With bounds=True it also finds indices beyond an array."""
    check_game(TITLE.name, games=1, players=2, processes=False)


def test_a_park_counts_the_houses_before_it() -> None:
    """Rule G-2, tried with whatever is dealt."""
    game = tt.new(TITLE.name, players=2, seed=7)
    while not game.is_game_over():
        seat = game.turn
        assert seat is not None
        houses, before, move = int(game.state.built[seat, 0]), game.scores()[seat], game.legal_moves[-1]
        game.push(move)
        assert game.scores()[seat] - before == (houses if move == "play park" else 2)
