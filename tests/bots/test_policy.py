"""Policies as bots: functions and files, what they are shown, and what they may not answer."""

import doctest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots
from tabletown.bots import Budget, PolicyError, from_policy, policy
from tabletown.engine.errors import OptionError
from tabletown.env import Observer
from tabletown.lab.errors import LabError
from tabletown.lab.plan import Plan

from .policies import ACTIONS, FLOATS, saved


def choice(bot: bots.Bot, game: tt.Game, seed: int = 0) -> int:
    assert game.turn is not None
    return bot.choose(game.view(game.turn), Budget(seed=seed))


def test_a_function_sees_the_observation_and_what_is_legal() -> None:
    game = tt.new("uptown", players=3, seed=1)
    shown: list[Any] = []

    def watch(observation: Any, mask: Any) -> int:
        shown.append((observation, mask))
        return int(np.flatnonzero(mask)[0])

    bot = from_policy(watch)
    assert bot.name == "watch"
    assert choice(bot, game) == game.legal_actions[0]
    (observation, mask), seat = shown[0], game.turn
    assert seat is not None
    assert np.flatnonzero(mask).tolist() == game.legal_actions
    assert np.array_equal(observation, Observer("uptown", 3).flat(game.view(seat)))
    older = from_policy(watch, version=1)
    choice(older, game)
    assert shown[1][0].shape == (Observer("uptown", 3, 1).size,)


def test_of_numbers_the_highest_legal_one_counts_or_odds_are_drawn() -> None:
    game = tt.new("uptown", players=2, seed=1)
    first, second = game.legal_actions[:2]
    numbers = np.full(ACTIONS, 9.0)
    numbers[game.legal_actions] = 0.0
    numbers[first], numbers[second] = 1.0, 3.0
    assert choice(from_policy(lambda *_: numbers), game) == second
    drawn = [choice(from_policy(lambda *_: numbers, draws=True), game, seed) for seed in range(200)]
    assert set(drawn) == {first, second}
    assert 0.6 < drawn.count(second) / 200 < 0.9


@pytest.mark.parametrize(
    ("answer", "draws", "message"),
    [
        (ACTIONS - 1, False, rf"chose action {ACTIONS - 1}; legal are \d"),
        (0.5, False, "gives an action, or a number for each of 38 actions, not 0.5"),
        (np.zeros(3), False, r"not an array of shape \(3,\)"),
        (np.full(ACTIONS, np.nan), False, "gives a legal action the number"),
        (np.full(ACTIONS, -1.0), True, "by odds, which are positive"),
    ],
)
def test_answers_that_cannot_be(answer: Any, draws: bool, message: str) -> None:
    game = tt.new("uptown", players=2, seed=1)
    with pytest.raises(PolicyError, match=message):
        choice(from_policy(lambda *_: answer, draws=draws), game)


def test_whole_games() -> None:
    """Whatever a policy says, a careful bot plays on."""
    bot = bots.Careful(from_policy(lambda observation, mask: observation[: len(mask)]))
    for title in tt.games.names():
        game = tt.new(title, seed=2)
        for _ in range(60):
            seat = game.waiting[0]
            game.push_action(bot.choose(game.view(seat), Budget()), seat)


# Files


def test_a_file_plays_like_any_bot(tmp_path: Path) -> None:
    path = saved(tmp_path / "last.npz")
    game = tt.new("uptown", players=4, seed=3)
    bot = bots.get(str(path))
    assert bot.name == "last"
    assert choice(bot, game) == game.legal_actions[-1]
    with pytest.raises(PolicyError, match="the policy last plays uptown, not penny_lane"):
        choice(bot, tt.new("penny_lane", seed=1))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"title": None}, "does not say its title"),
        ({"title": "chess"}, "there is no game 'chess'"),
        ({"version": 9}, "observations of version 9, which are not known"),
        ({"activation": "step"}, "the activation is tanh or relu, not 'step'"),
        ({"policy": None}, "has no layer 'policy'"),
        ({"hidden": np.zeros((5, 8), np.float32)}, rf"should lead from {FLOATS} floats to {ACTIONS} actions"),
        ({"hidden_2": np.zeros((7, 4), np.float32)}, "its layers have the shapes"),
        ({"hidden_bias": np.zeros(3, np.float32)}, r"the bias of the layer 'hidden' has shape \(3,\)"),
        ({"hidden": np.array([{"a": 1}], object)}, "is no file with the weights of a policy"),
    ],
)
def test_files_that_do_not_fit_say_why(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PolicyError, match=message):
        from_policy(saved(tmp_path / "agent.npz", **changes))


def test_no_file_and_another_file(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("weights")
    for name, message in (("none.npz", "there is no file"), ("text.npz", "is no file with the weights of a policy")):
        with pytest.raises(PolicyError, match=message):
            bots.get(str(tmp_path / name))
    with pytest.raises(PolicyError, match="versions 1 and 2, not 3"):
        from_policy(lambda *_: 0, version=3)


def test_the_first_version_is_for_one_number_of_players(tmp_path: Path) -> None:
    inputs = Observer("uptown", 2, 1).size
    bot = from_policy(saved(tmp_path / "old.npz", version=1, hidden=np.zeros((inputs, 8), np.float32)))
    game = tt.new("uptown", players=2, seed=3)
    assert choice(bot, game) == game.legal_actions[-1]
    with pytest.raises(OptionError, match="another number of players"):
        choice(bot, tt.new("uptown", players=3, seed=3))


def test_the_lab_keeps_results_by_name_so_it_takes_no_files(tmp_path: Path) -> None:
    with pytest.raises(LabError, match=r"agent\.npz may change: use the arena"):
        Plan("uptown", bots=(str(tmp_path / "agent.npz"), "greedy"), games=2, players=2).checked()


def test_the_example_in_the_docstring() -> None:
    found = doctest.testmod(policy)
    assert found.attempted
    assert not found.failed
