"""Slots of vector environments: what games are played for, snapshots, and bots that choose in many games at once."""

import pickle

import numpy as np
import pytest

from tabletown import bots, games
from tabletown.bots.native import native_policies
from tabletown.engine.position import Outcome, Position
from tabletown.env import EnvError, VectorEnv
from tabletown.env.results import Reward, rewards
from tests.env.played import contents
from tests.env.test_vector import simulated

DEVICES = """
import numpy as np
from tests.env.played import contents
from tabletown.env import EnvError, VectorEnv

env = VectorEnv("uptown", 3, 2, device="cuda", reward="place", keep_ends=True)
env.reset(seed=1)
for _ in range(3):
    env.step(env.random_actions())
before, kept = contents(env), env.snapshot()
one = env.snapshot([2])
for _ in range(3):
    env.step(env.random_actions())
after = contents(env)
env.restore(kept)
print(all(np.array_equal(a, b) for a, b in zip(before.values(), contents(env).values())))
for _ in range(3):
    env.step(env.random_actions())
print(all(np.array_equal(a, b) for a, b in zip(after.values(), contents(env).values())))
env.restore(one, slots=[0])
now = contents(env)
print(all(np.array_equal(now[k][0], before[k][2]) and np.array_equal(now[k][1:], after[k][1:]) for k in now))
try:
    env.bot_actions("quick")
except EnvError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("places", "won", "placed"),
    [
        ([1, 2], [1, 0], [1, 0]),
        ([1, 1], [0.5, 0.5], [0.5, 0.5]),
        ([3, 1, 2], [0, 1, 0], [0, 1, 0.5]),
        ([2, 1, 2], [0, 1, 0], [0.25, 1, 0.25]),
        ([1, 4, 1, 3], [0.5, 0, 0.5, 0], [5 / 6, 0, 5 / 6, 1 / 3]),
    ],
)
def test_rewards(places: list[int], won: list[float], placed: list[float]) -> None:
    """The winners share 1; places go evenly from 1 to 0, with the mean for those who tie."""
    ended = Outcome("over", tuple(7 * place for place in places), tuple(places))
    assert rewards(ended) == pytest.approx(won)
    assert rewards(ended, "place") == pytest.approx(placed)
    assert rewards(ended, "points") == [7.0 * place for place in places]


@pytest.mark.parametrize("reward", ["win", "place", "points"])
def test_what_games_are_played_for(reward: Reward) -> None:
    """The native loop pays what the result of the last state says."""
    env = VectorEnv("uptown", 40, players=(2, 3, 4), reward=reward, keep_ends=True, threads=2)
    env.reset(seed=3)
    ended = 0
    for _ in range(200):
        env.step(env.random_actions())
        for i in np.flatnonzero(env.dones):
            last = Position(env.title, env.cards, env.final_states[i : i + 1].copy())
            result = last.outcome()
            assert result is not None
            players = int(env.player_counts[i])
            assert env.rewards[i, :players].tolist() == pytest.approx(rewards(result, reward))
            assert env.final_scores[i, :players].tolist() == list(result.scores)
            ended += 1
        assert not env.rewards[~env.dones].any()
    assert ended > 40
    with pytest.raises(EnvError, match="rewards are 'win', 'place', 'points', not 'fame'"):
        VectorEnv("uptown", 4, 2, reward="fame")  # type: ignore[arg-type]


def test_a_snapshot_is_put_back() -> None:
    """What follows is the same again, also from a pickled snapshot, and in other slots."""
    env = VectorEnv("penny_lane", 6, players=(2, 3), threads=2)
    env.reset(seed=2)
    for _ in range(9):
        env.step(env.random_actions())
    before, kept = contents(env), pickle.loads(pickle.dumps(env.snapshot()))

    def go_on() -> list[bytes]:
        told = []
        for step in range(60):
            env.step(env.bot_actions("quick") if step % 2 else env.random_actions())
            told += [array.tobytes() for array in contents(env).values()]
        return told

    first = go_on()
    env.restore(kept)
    assert all(np.array_equal(a, b) for a, b in zip(before.values(), contents(env).values(), strict=True))
    assert go_on() == first
    env.restore(env.snapshot([4]), slots=[1])
    now = contents(env)
    assert all(np.array_equal(array[1], array[4]) for array in now.values())
    env.step(env.bot_actions("keen", where=[1, 0, 0, 0, 0, 0]), check=False)
    assert [env.states[i].tobytes() == now["states"][i].tobytes() for i in range(6)] == [False, *[True] * 5]


def test_what_does_not_fit_is_refused() -> None:
    env, other = VectorEnv("uptown", 4, 2), VectorEnv("uptown", 4, 3)
    with pytest.raises(EnvError, match="call reset"):
        env.snapshot()
    env.reset(seed=1)
    other.reset(seed=1)
    kept, before = env.snapshot([3, 0]), contents(env)
    with pytest.raises(EnvError, match="another kind of environment"):
        other.restore(kept)
    with pytest.raises(EnvError, match="a snapshot of 2 slots does not fit into 1"):
        env.restore(kept, slots=[1])
    for wrong in ([4], [-1], [0.5], "all"):
        with pytest.raises(EnvError, match="slots are whole numbers from 0 to 3"):
            env.snapshot(wrong)
    smaller = VectorEnv("uptown", 2, 2)
    smaller.reset(seed=1)
    with pytest.raises(EnvError, match="there are 2 slots here, and the snapshot has one of the number 3"):
        smaller.restore(kept)
    with pytest.raises(EnvError, match="play natively in UpTown are uniform, quick, keen, reflex, not 'master'"):
        env.bot_actions("master")
    with pytest.raises(EnvError, match="one value for each of 4 slots"):
        env.bot_actions("quick", where=[True])
    assert all(np.array_equal(a, b) for a, b in zip(before.values(), contents(env).values(), strict=True))


@pytest.mark.parametrize("title", ["uptown", "penny_lane"])
def test_native_bots_choose_sensible_moves(title: str) -> None:
    """Whatever the number of threads; `reflex` chooses what the bot of that name does."""
    most = games.get(title).meta.players[1]
    env, again = (VectorEnv(title, 12, players=(2, most), threads=threads) for threads in (1, 3))
    env.reset(seed=5)
    again.reset(seed=5)
    compared = 0
    for bot in native_policies(env.title):
        for _ in range(15):
            chosen = env.bot_actions(bot).copy()
            assert np.array_equal(chosen, again.bot_actions(bot))
            for i in range(len(env)):
                position = Position(env.title, env.cards, env.states[i : i + 1].copy())
                seat = int(env.seats[i])
                allowed = position.legal_actions_of(seat) if bot == "uniform" else position.sensible_actions_of(seat)
                assert chosen[i] in allowed
                if bot == "reflex" and len(position.waiting) == 1:
                    assert chosen[i] == bots.get("reflex").choose(position.view(seat), bots.Budget(seed=1))
                    compared += 1
            env.step(chosen)
            again.step(chosen)
    assert compared > 50


def test_a_better_bot_wins_more() -> None:
    env = VectorEnv("uptown", 64, players=2, observe=False)
    env.reset(seed=5)
    won = np.zeros(2)
    while won.sum() < 200:
        env.step(np.where(env.seats == 0, env.bot_actions("quick"), env.random_actions()))
        won += env.rewards.sum(axis=0)
    assert won[0] > 4 * won[1]


def test_a_device_has_snapshots_too() -> None:
    *lines, refusal = simulated(DEVICES).splitlines()
    assert lines == ["True"] * 3
    assert refusal.startswith("native bots choose on a CPU only")
