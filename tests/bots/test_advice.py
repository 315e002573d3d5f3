"""Advice: moves, chances and a sentence for each."""

import random

import pytest

import tabletown as tt
from tabletown import bots, games
from tabletown.bots import Budget

TITLES = games.names()


@pytest.mark.parametrize("title", TITLES)
def test_advice_is_about_legal_moves_best_first(title: str) -> None:
    game, rng = tt.new(title, players=3, seed=11), random.Random(1)
    for _ in range(40):
        seat = game.turn
        assert seat is not None
        view = game.view(seat)
        actions = game.legal_actions()
        if game.ply % 8 == 0:
            advice = bots.advise(view, Budget(iterations=200, seed=3))
            assert advice
            visits = [item.visits for item in advice]
            assert visits == sorted(visits, reverse=True)
            for action, chance, _, why in advice:
                assert action in actions
                assert 0.0 <= chance <= 1.0
                assert why.startswith("It ")
                assert why.endswith(".")
                assert "wins" in why or "nothing else" in why
        game.push_action(rng.choice(actions))


def test_the_sentence_says_what_a_move_brings_and_how_it_compares() -> None:
    game = tt.new("uptown", players=2, seed=7)
    assert game.turn is not None
    game.push("play city-park")
    best, *others = bots.advise(game.view(game.turn), Budget(iterations=600, seed=1))
    assert "prestige" in best.why
    assert all("best" in other.why for other in others)


def test_where_there_is_nothing_to_choose_it_says_so_and_what_to_expect() -> None:
    game = tt.new("uptown", players=2, seed=7)
    rng = random.Random(2)
    while len(game.legal_actions()) != 1:
        game.push_action(rng.choice(game.legal_actions()))
    assert game.turn is not None
    (only,) = bots.advise(game.view(game.turn), Budget(iterations=100))
    assert [only.action] == game.legal_actions()
    assert only.visits == 100
    assert 0.0 < only.chance < 1.0
    assert only.why.endswith("and there is nothing else to do.")


def test_it_looks_at_more_moves_than_a_player_would() -> None:
    game = tt.new("penny_lane", players=2, seed=7)
    assert game.turn is not None
    view, budget = game.view(game.turn), Budget(iterations=600, seed=1)
    player = bots.get("search")
    assert isinstance(player, bots.Search)
    assert len(bots.advise(view, budget)) >= len(player.rated_actions(view, budget))
