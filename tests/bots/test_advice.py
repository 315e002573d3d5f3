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
        actions = game.legal_actions
        if game.ply % 8 == 0:
            advice = bots.advise(view, Budget(iterations=200, seed=3))
            assert advice
            chances = [item.chance for item in advice]
            assert chances == sorted(chances, reverse=True)
            for item in advice:
                assert item.actions[0] in actions
                assert item.does
                assert 0.0 <= item.chance <= 1.0
                assert item.why.startswith(("It brings ", "It wins ", "There is nothing else"))
                assert item.why.endswith(".")
                assert "wins" in item.why or "nothing else" in item.why
        game.push_action(rng.choice(actions))


def test_the_sentence_says_what_a_move_brings_and_how_it_compares() -> None:
    game = tt.new("uptown", players=2, seed=7)
    assert game.turn is not None
    game.push("play city-park")
    best, *others = bots.advise(game.view(game.turn), Budget(iterations=600, seed=1))
    assert "prestige" in best.why
    assert all("the best." in other.why for other in others)


def test_where_there_is_nothing_to_choose_it_says_so_and_what_to_expect() -> None:
    game = tt.new("uptown", players=2, seed=7)
    rng = random.Random(2)
    while len(game.legal_actions) != 1:
        game.push_action(rng.choice(game.legal_actions))
    assert game.turn is not None
    (only,) = bots.advise(game.view(game.turn), Budget(iterations=100))
    assert list(only.actions) == game.legal_actions
    assert 0.0 < only.chance < 1.0
    assert only.why.endswith("There is nothing else to do.")


@pytest.mark.parametrize("title", TITLES)
def test_the_best_actions_are_whole(title: str) -> None:
    """Each can be made as it is written, and then another choice, seat or secret comes."""
    game, rng = tt.new(title, players=3, seed=5), random.Random(4)
    lengths = set()
    for _ in range(60):
        if game.is_game_over():
            break
        seat = game.waiting[0]
        if game.ply % 6 == 0:
            for item in bots.advise(game.view(seat), Budget(iterations=100, seed=3))[:3]:
                trial, last = game.copy(), game.view(seat)
                for text, action in zip(item.move.split("; "), item.actions, strict=True):
                    last = trial.view(seat)
                    assert trial.push(text, seat) == action
                lengths.add(len(item.actions))
                if game.title.words.partial(last, item.actions[-1]) and seat in trial.waiting:
                    assert int(trial.state.reveals) > int(last.state.reveals)
        game.push_action(rng.choice(game.legal_actions_of(seat)), seat)
    assert max(lengths) > 1


def test_the_sentence_of_a_whole_action_names_card_and_place() -> None:
    game = tt.new("uptown", players=2, seed=7)
    assert game.turn is not None
    best = bots.advise(game.view(game.turn), Budget(iterations=600, seed=1))[:3]
    assert any("plays" in item.does and "site" in item.does for item in best)
    assert len({item.move for item in best}) == 3


def test_it_looks_at_more_moves_than_a_player_would() -> None:
    game = tt.new("penny_lane", players=2, seed=7)
    assert game.turn is not None
    view, budget = game.view(game.turn), Budget(iterations=600, seed=1)
    player = bots.get("search")
    assert isinstance(player, bots.Search)
    assert len(bots.advise(view, budget)) >= len(player.rated_actions(view, budget))
