"""`tabletown.simulate`: the same games as by hand, whoever plays them; and what it refuses."""

import doctest
import random
from typing import Any

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots, games
from tabletown.engine.errors import IllegalMove, OptionError, UnknownTitle, WrongType
from tabletown.engine.position import Position
from tabletown.lab.simulation import Simulation


def result(game: tt.Game) -> tuple[Any, ...]:
    outcome = game.outcome()
    assert outcome is not None
    return list(outcome.scores), list(outcome.places), game.ply


def row(found: Simulation, number: int) -> tuple[Any, ...]:
    return found.scores[number].tolist(), found.places[number].tolist(), int(found.plies[number])


def last(view: Position) -> int:
    return view.legal_actions[-1]


def test_random_games_are_those_of_the_kernels() -> None:
    """More than are played at a time, so that the parts must fit together."""
    title = games.get("uptown")
    found = tt.simulate("uptown", 1500, players=3, seed=11)
    assert len(found) == 1500
    assert found.seeds.tolist() == list(range(11, 1511))
    states = np.zeros(1500, title.dtype).view(type(title.blank))
    title.loops.random_games(states, title.cards.data, title.blank, 11, 1500, 3, 0, title.scratch())
    assert found.plies.tolist() == states["ply"].tolist()
    assert (found.places.min(axis=1) == 1).all()
    assert found.wins.sum() == pytest.approx(1500)
    assert "1500 games of uptown for 3" in repr(found)


def test_uniform_by_kernels_of_native_policies_is_the_same() -> None:
    """A table with a policy that tries moves is played by other kernels; seats at random do not change by that."""
    alone = tt.simulate("uptown", 20, "uniform", seed=3)
    again = tt.simulate("uptown", 20, ["random", "uniform"], seed=3)
    assert [row(alone, n) for n in range(20)] == [row(again, n) for n in range(20)]
    quick = tt.simulate("uptown", 20, ["quick", "random"], seed=3)
    assert quick.wins[:, 0].mean() > alone.wins[:, 0].mean()


def test_a_function_plays_the_game_that_it_would_play_by_hand() -> None:
    seed: Any = np.int64(5)
    found = tt.simulate("penny_lane", 3, last, seed=seed)
    for number, seed in enumerate(found.seeds):
        game = tt.new("penny_lane", seed=seed)
        while game.legal_actions:
            game.push_action(game.legal_actions[-1])
        assert row(found, number) == result(game)


def test_functions_see_views_and_may_answer_in_words() -> None:
    seen: list[int | None] = []
    choice = random.Random(1)

    def speak(view: Position) -> str:
        seen.append(view.seat)
        return choice.choice(view.legal_moves)

    tt.simulate("paper_skylines", 1, [speak, last], seed=2)
    assert set(seen) == {0}


def test_bots_by_name_and_bots() -> None:
    found = tt.simulate("uptown", 4, ["greedy", bots.get("uniform")], budget=bots.Budget(seed=4))
    again = tt.simulate("uptown", 4, ["greedy", "random"], budget=bots.Budget(seed=4))
    assert [row(found, n) for n in range(4)] == [row(again, n) for n in range(4)]


def test_options_and_rules_are_those_of_new() -> None:
    title = next(games.get(name) for name in games.names() if games.get(name).meta.options)
    options = dict.fromkeys(title.meta.options, True)
    found = tt.simulate(title.name, 2, last, options=options, rules=1)
    game = tt.new(title.name, seed=0, options=options, rules=1)
    while game.legal_actions:
        game.push_action(game.legal_actions[-1])
    assert row(found, 0) == result(game)
    natively = tt.simulate(title.name, 2, options=options)
    assert len(natively) == 2


def test_no_games() -> None:
    found = tt.simulate("uptown", 0)
    assert (len(found), found.scores.shape) == (0, (0, 2))
    assert "0 games" in repr(found)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"title": "monopoly"}, UnknownTitle, "there is no game"),
        ({"games": -1}, OptionError, "number of games is a whole number from 0 on, not -1"),
        ({"games": "many"}, OptionError, "not 'many'"),
        ({"seed": -1}, OptionError, "seeds of 2 games begin from 0"),
        ({"players": 9}, OptionError, "2 to 4 players"),
        ({"policy": "genius"}, bots.UnknownBot, "no bot 'genius'"),
        ({"policy": 3}, WrongType, "a policy is 'random', the name of a bot, a bot or a function, not 3"),
        ({"policy": ["random"]}, OptionError, "1 policies for 2 seats"),
        ({"policy": ["quick", "greedy"]}, OptionError, "quick can play only against"),
        ({"policy": lambda view: 999}, IllegalMove, "action 999 is not legal"),
        ({"policy": lambda view: 1.5}, WrongType, "an action is a whole number"),
    ],
)
def test_what_is_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    wanted: dict[str, Any] = {"title": "uptown", "games": 2} | arguments
    with pytest.raises(error, match=message):
        tt.simulate(**wanted)


def test_an_error_of_a_policy_says_in_which_game() -> None:
    with pytest.raises(IllegalMove) as error:
        tt.simulate("uptown", 1, lambda view: 999, seed=8)
    assert error.value.__notes__ == ["in the game with the seed 8, at ply 0"]


def test_the_example_of_the_docstring() -> None:
    [example] = doctest.DocTestFinder(recurse=False).find(tt.simulate, "simulate", globs={})
    assert doctest.DocTestRunner().run(example).failed == 0
