"""One seat against bots: Gymnasium's own check, whole games, and opponents that see no more than they may."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tabletown import bots
from tabletown.bots import Budget, UnknownBot
from tabletown.engine.errors import IllegalMove
from tabletown.engine.position import Position
from tabletown.env import EnvError
from tabletown.env.gymnasium import names

UPTOWN = "tabletown/UpTown-v2"


@pytest.mark.parametrize("name", names().values())
@pytest.mark.parametrize("arguments", [{"render_mode": "ansi"}, {"observations": "dict", "players": 3}], ids=str)
def test_the_api_as_gymnasium_checks_it(name: str, arguments: Any) -> None:
    """Its check tries actions that belong to another deal, so illegal ones must not raise here."""
    check_env(gymnasium.make(name, illegal="lose", **arguments).unwrapped)


def play(env: Any, seed: int) -> tuple[list[Any], float, dict[str, Any]]:
    observation, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    seen, reward, over = [observation], 0.0, False
    while not over:
        action = env.action_space.sample()
        assert info["action_mask"][action]
        observation, reward, over, cut, info = env.step(action)
        assert not cut
        seen.append(observation)
    return seen, reward, info


@pytest.mark.parametrize("name", names().values())
def test_whole_games_depend_on_the_seed_alone(name: str) -> None:
    first, again = (play(gymnasium.make(name), 3) for _ in range(2))
    assert len(first[0]) == len(again[0]) > 10
    assert all(np.array_equal(a, b) for a, b in zip(first[0], again[0], strict=True))
    _, reward, info = first
    assert (reward > 0) == (info["place"] == 1)
    assert not info["action_mask"].any()


def test_a_better_opponent_wins_more() -> None:
    won = {bot: sum(play(gymnasium.make(UPTOWN, opponents=bot), seed)[1] for seed in range(30)) for bot in OPPONENTS}
    assert won["greedy"] < 4 < won["uniform"]


OPPONENTS = ("uniform", "greedy")


def test_the_first_version_remains() -> None:
    with pytest.warns(DeprecationWarning, match="upgrading to version `v2`"):
        env = gymnasium.make("tabletown/UpTown-v1")
    assert env.observation_space.shape == (2302,)


class Watcher:
    """A bot that keeps what it is shown."""

    name, blurb = "watcher", "looks on"

    def __init__(self) -> None:
        self.seen: list[Position] = []

    def choose(self, view: Position, budget: Budget) -> int:
        self.seen.append(view)
        assert view.seat is not None
        return view.legal_actions_of(view.seat)[0]


def test_opponents_get_their_views_and_nothing_else() -> None:
    watcher = Watcher()
    env = gymnasium.make(UPTOWN, opponents=[watcher, "uniform"], players=3, seat=1)
    play(env, 1)
    assert {view.seat for view in watcher.seen} == {0}
    assert all(not view.states["rng"].any() for view in watcher.seen)


def test_the_seat_is_drawn_or_chosen() -> None:
    env: Any = gymnasium.make(UPTOWN, players=3).unwrapped
    seats = set()
    for seed in range(12):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1, 2}
    chosen: Any = gymnasium.make(UPTOWN, players=3, seat=2).unwrapped
    chosen.reset(seed=0)
    assert chosen.seat == 2 in chosen.table.game.waiting


def test_an_illegal_action_says_so_and_changes_nothing() -> None:
    env: Any = gymnasium.make(UPTOWN)
    _, info = env.reset(seed=1)
    ply = env.unwrapped.table.game.ply
    with pytest.raises(IllegalMove, match="is not legal for seat"):
        env.step(int(info["action_mask"].argmin()))
    assert env.unwrapped.table.game.ply == ply


def test_an_illegal_action_loses_where_that_is_wanted() -> None:
    env: Any = gymnasium.make(UPTOWN, illegal="lose").unwrapped
    _, info = env.reset(seed=1)
    _, reward, over, _, _ = env.step(int(info["action_mask"].argmin()))
    assert (reward, over) == (-1.0, True)
    with pytest.raises(IllegalMove, match="the game is over"):
        env.step(int(info["action_mask"].argmax()))


def test_in_a_vector_of_gymnasium() -> None:
    envs = gymnasium.make_vec(UPTOWN, num_envs=2, vectorization_mode="async")
    _, infos = envs.reset(seed=1)
    _, rewards, *_ = envs.step(infos["action_mask"].argmax(axis=1))
    assert rewards.tolist() == [0.0, 0.0]
    envs.close()


@pytest.mark.parametrize(
    ("arguments", "kind", "error"),
    [
        ({"opponents": "kasparov"}, UnknownBot, "there is no bot 'kasparov'"),
        ({"opponents": ["greedy", "greedy"]}, EnvError, "there are 1 other seats and 2 opponents"),
        ({"seat": 2}, EnvError, "seats are 0 to 1"),
        ({"illegal": "ignore"}, EnvError, "'raise' or 'lose', not 'ignore'"),
    ],
)
def test_arguments_that_cannot_be(arguments: Any, kind: type[Exception], error: str) -> None:
    with pytest.raises(kind, match=error):
        gymnasium.make(UPTOWN, **arguments)


def test_opponents_can_be_given_more_time() -> None:
    env = gymnasium.make(UPTOWN, opponents="search", budget=bots.Budget(iterations=20))
    env.reset(seed=1)
    env.step(env.action_space.sample())
