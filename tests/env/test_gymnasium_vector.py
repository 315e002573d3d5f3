"""Many seats against native bots: Gymnasium's vector interface, its own wrappers, and whole games."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import ClipReward, DictInfoToList, RecordEpisodeStatistics

import tabletown.env.gymnasium  # noqa: F401 (registers the titles)
from tabletown.engine.errors import IllegalMove, WrongType
from tabletown.engine.position import Position
from tabletown.env import EnvError, Observer
from tabletown.env.gymnasium_vector import SeatVectorEnv

UPTOWN = "tabletown/UpTown-v2"


def test_it_is_made_by_its_name_and_takes_gymnasiums_wrappers() -> None:
    envs: Any = gymnasium.make_vec(UPTOWN, num_envs=8, opponents="quick", players=3)
    assert isinstance(envs.unwrapped, SeatVectorEnv)
    assert envs.unwrapped.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    wrapped = DictInfoToList(ClipReward(RecordEpisodeStatistics(envs), 0.0, 0.25))
    observations, infos = wrapped.reset(seed=3)
    assert len(infos) == 8
    assert wrapped.observation_space.contains(observations)
    ended = 0
    for _ in range(40):
        observations, rewards, over, cut, infos = wrapped.step(envs.unwrapped.random_actions())
        assert wrapped.observation_space.contains(observations)
        assert rewards.max() <= 0.25
        assert not cut.any()
        for slot in np.flatnonzero(over).tolist():
            assert infos[slot]["episode"]["l"] > 1
            assert 1 <= infos[slot]["final_info"]["place"] <= 3
        ended += int(over.sum())
    assert ended > 8


def test_spaces_are_those_of_the_single_environment() -> None:
    """Its copies, side by side, have the same spaces; there any bot may play."""
    single: Any = gymnasium.make_vec(UPTOWN, num_envs=3, vectorization_mode="sync", opponents="greedy")
    assert isinstance(single, SyncVectorEnv)
    many = SeatVectorEnv("uptown", 3)
    assert many.observation_space == single.observation_space
    assert many.single_observation_space == single.single_observation_space
    assert many.single_action_space.n == single.single_action_space.n  # type: ignore[attr-defined]
    single.close()


@pytest.mark.parametrize("opponents", [("uniform", "quick"), "reflex"])
def test_the_agent_is_asked_and_sees_its_own_seat(opponents: Any) -> None:
    """The mask and the observation are those of the seat to act, the last ones those of the end of its game."""
    envs = SeatVectorEnv("uptown", 16, opponents, players=3, reward="place")
    inner: Any = envs._env
    observations, infos = envs.reset(seed=4)
    observer, finished, seats = Observer("uptown", 3), 0, set()
    for _ in range(30):
        seats |= set(envs.seats.tolist())
        for slot in range(0, 16, 5):
            assert inner.seats[slot] == envs.seats[slot]
            assert np.array_equal(observations[slot], inner.observations[slot])
            assert infos["action_mask"][slot].sum() == inner.counts[slot]
        before = envs.seats.copy()
        observations, rewards, over, _, infos = envs.step(envs.random_actions())
        for slot in np.flatnonzero(over).tolist():
            seat, places = before[slot], inner.final_places[slot]
            assert infos["final_info"]["place"][slot] == places[seat]
            level = (places == places[seat]).sum()
            assert rewards[slot] == pytest.approx(((places > places[seat]).sum() + (level - 1) / 2) / 2)
            last = Position(inner.title, inner.cards, inner.final_states[slot : slot + 1].copy())
            assert np.array_equal(infos["final_obs"][slot], observer.flat(last.view(int(seat))))
            finished += 1
        assert not rewards[~over].any()
    assert finished > 10
    assert seats == {0, 1, 2}


def test_the_same_seed_gives_the_same_games() -> None:
    def told(threads: int) -> list[bytes]:
        envs = SeatVectorEnv("penny_lane", 6, "quick", seat=1, threads=threads)
        observations, _ = envs.reset(seed=9)
        found = [observations.tobytes()]
        for _ in range(40):
            observations, rewards, over, _, _ = envs.step(envs.random_actions())
            found += [observations.tobytes(), rewards.tobytes(), over.tobytes()]
        return found

    assert told(1) == told(2)


def test_what_is_wrong_is_refused_in_words() -> None:
    with pytest.raises(EnvError, match="quick, keen, reflex, not 'master'; use vectorization_mode"):
        SeatVectorEnv("uptown", 2, "master")
    with pytest.raises(EnvError, match="2 other seats and 1 opponents"):
        SeatVectorEnv("uptown", 2, ["quick"], players=3)
    with pytest.raises(EnvError, match="seat 2 is not at this table"):
        SeatVectorEnv("uptown", 2, seat=2)
    envs = SeatVectorEnv("uptown", 2)
    with pytest.raises(EnvError, match="call reset"):
        envs.step(np.zeros(2, np.int32))
    envs.reset(seed=1)
    illegal = int((~envs.masks().astype(bool)[1]).argmax())
    actions = envs.random_actions()
    actions[1] = illegal
    with pytest.raises(IllegalMove, match=f"slot 1: action {illegal} is not legal"):
        envs.step(actions)


@pytest.mark.parametrize("seeds", [[1, 2, 3], [1], [None, None, None], "1"])
def test_one_seed_decides_all_games(seeds: Any) -> None:
    envs = SeatVectorEnv("uptown", 3)
    with pytest.raises(WrongType, match=r"the seed is a whole number, not .*: it decides the games of all slots"):
        envs.reset(seed=seeds)
    first, _ = envs.reset(seed=np.int64(7))  # type: ignore[arg-type]
    again, _ = envs.reset(seed=7)
    assert (first == again).all()
    assert envs.reset()[0].shape == first.shape
