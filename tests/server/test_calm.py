"""Deals for tests: nobody is without a choice when a game begins."""

import pytest

import tabletown as tt

from .conftest import CALM


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("pick", [0, -1], ids=["first move", "last move"])
def test_the_first_plies_of_a_calm_deal_are_choices(players: int, pick: int) -> None:
    for seed in CALM:
        game = tt.new("uptown", players=players, seed=seed)
        for _ in range(4):
            actions = game.legal_actions
            assert len(actions) > 1, f"seed {seed}"
            game.push_action(actions[pick])


def test_of_two_seats_either_may_begin() -> None:
    """Tests that wait for one or the other do not wait for long."""
    begins = [tt.new("uptown", players=2, seed=seed).turn for seed in CALM]
    assert all({0, 1} == set(begins[first : first + 4]) for first in range(len(begins) - 4))
