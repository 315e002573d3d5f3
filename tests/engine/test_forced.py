"""Forced plies and steps: what plays itself, what others would notice, what goes back together, what is one move."""

import random

import pytest

from tabletown import games
from tabletown.engine.forced import choices_back, notice, only_action, was_forced
from tabletown.engine.game import Game
from tabletown.engine.steps import next_end, previous_end, step_ends
from tabletown.engine.takebacks import is_sealed, take_back
from tabletown.games.milton_keynes.state import BRIBE

TITLES = games.names()


def random_game(title: str, seed: int, plies: int = 10_000) -> Game:
    chance = random.Random(seed)
    game = Game.new(games.get(title), games.get(title).meta.players[0] + seed % 2, seed)
    while not game.is_game_over() and len(game.history) < plies:
        seat = chance.choice(game.waiting)
        game.push_action(chance.choice(game.legal_actions_of(seat)), seat)
    return game


@pytest.mark.parametrize("title", TITLES)
def test_a_step_is_one_whole_action_and_what_it_forces(title: str) -> None:
    game = random_game(title, 1)
    ends = step_ends(game)
    assert ends == sorted(set(ends))
    assert ends[-1] == len(game.history)
    assert len(ends) < len(game.history)
    for begin, end in zip([0, *ends], ends, strict=False):
        chosen = [index for index in range(begin, end) if not was_forced(game, index)]
        assert len({game.history[index].seat for index in chosen}) <= 1
        for index in chosen[:-1]:  # a step goes on where the action was not complete
            before = game.at(index)
            assert before.title.words.partial(before, game.history[index].action)
        if begin:
            assert begin in chosen, "a forced ply belongs to the step before it"


def test_going_from_step_to_step() -> None:
    ends = [2, 3, 7]
    assert [next_end(ends, plies) for plies in (0, 1, 2, 3, 6, 7)] == [2, 2, 3, 7, 7, None]
    assert [previous_end(ends, plies) for plies in (7, 6, 3, 2, 1, 0)] == [3, 3, 2, 0, 0, 0]


@pytest.mark.parametrize("title", TITLES)
def test_whoever_takes_back_is_before_a_real_choice(title: str) -> None:
    game = random_game(title, 2, 150)
    tried = 0
    while game.history:
        for seat in range(game.players):
            for choice in choices_back(game, seat, lambda index: was_forced(game, index)):
                trial = game.copy()
                for each in choice.seats:
                    take_back(trial, each)
                assert len(trial.legal_actions_of(seat)) > 1
                tried += 1
                break
        game.pop()
    assert tried


def test_that_a_seat_has_no_choice_may_be_its_secret() -> None:
    """In Milton Keynes nobody sees the money of others: with none, there is one bribe."""
    game = Game.new(games.get("milton_keynes"), 3, 7)
    while int(game.state.phase) != BRIBE:
        seat = game.turn
        assert seat is not None
        game.push_action(next((a for a in game.legal_actions_of(seat) if game.say(a, seat) == "pass"),
                              game.legal_actions_of(seat)[0]), seat)  # fmt: skip
    assert is_sealed(game)
    game.state.cash[1] = 0
    action = only_action(game, 1)
    assert action is not None
    assert notice(game, 1, action) == "telling"


def test_what_everybody_knows_comes_at_once() -> None:
    found = 0
    for seed in range(3):
        game = random_game("paper_skylines", seed)
        while game.history:
            ply = game.pop()
            if only_action(game, ply.seat) is not None:
                assert notice(game, ply.seat, ply.action) == "known"
                found += 1
    assert found
