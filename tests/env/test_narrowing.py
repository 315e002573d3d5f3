"""Environments that allow only the actions that bots consider: the same games, with narrower masks."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import tabletown as tt
from tabletown.engine.errors import IllegalMove
from tabletown.env import EnvError, VectorEnv, milton_keynes_v2
from tabletown.env.gymnasium import names
from tabletown.games.milton_keynes import state as s
from tests.marks import quick_if

SHORT = quick_if(lambda title: title in ("uptown", "penny_lane"), tt.games.names())
"""Titles whose loops are compiled quickly; the others are exhaustive."""


@pytest.mark.parametrize("title", SHORT)
def test_slots_allow_what_the_title_considers_sensible(title: str) -> None:
    env = VectorEnv(title, size=2, players=3, observe=False, moves="sensible")
    env.reset(seed=4)
    alone = [tt.new(title, players=3, seed=int(seed)) for seed in env.seeds]
    for _ in range(150):
        for i, game in enumerate(alone):
            assert np.flatnonzero(env.masks[i]).tolist() == game.sensible_actions
        actions = env.random_actions().copy()
        env.step(actions)
        for i, game in enumerate(alone):
            game.push_action(int(actions[i]))
            if game.is_game_over():
                alone[i] = tt.new(title, players=3, seed=int(env.seeds[i]))


def bids(env: Any) -> tuple[int, int]:
    """Play with the first allowed action until sums are bid; returns how many are allowed, and how many legal."""
    env.reset(seed=1)
    game = env.unwrapped.table.game
    while game.state.phase != s.BRIBE:
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(mask.sum()), len(game.legal_actions)


def test_masks_of_pettingzoo() -> None:
    narrow, legal = bids(milton_keynes_v2.env(players=3, moves="sensible"))
    assert 0 < narrow < legal
    everything, legal = bids(milton_keynes_v2.env(players=3))
    assert everything == legal


@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
def test_what_is_legal_but_not_sensible_is_refused() -> None:
    env = milton_keynes_v2.env(players=3, moves="sensible")
    bids(env)
    game = env.unwrapped.table.game
    foolish = max(set(game.legal_actions) - set(game.sensible_actions))
    before = game.states.tobytes()
    with pytest.raises(IllegalMove, match="not one of the sensible moves"):
        env.step(foolish)
    assert game.states.tobytes() == before


@pytest.mark.parametrize("title", tt.games.names())
def test_gymnasium_with_every_title(title: str) -> None:
    """Titles that narrow nothing allow the same."""
    env = gymnasium.make(names()[title], moves="sensible", seat=0)
    _, info = env.reset(seed=1)
    game = env.unwrapped.table.game  # type: ignore[attr-defined]
    for _ in range(20):
        allowed = np.flatnonzero(info["action_mask"]).tolist()
        assert allowed == game.sensible_actions_of(0)
        assert set(allowed) <= set(game.legal_actions_of(0))
        if title != "milton_keynes":
            assert allowed == game.legal_actions_of(0)
        _, _, over, _, info = env.step(allowed[-1])
        if over:
            break


def test_another_word_is_refused() -> None:
    with pytest.raises(EnvError, match="moves are 'legal' or 'sensible', not 'good'"):
        VectorEnv("uptown", 1, 2, moves="good")  # type: ignore[arg-type]
