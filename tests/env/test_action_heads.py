"""Action heads: verbs and arguments say the same as the dense actions, and only what is legal can be chosen."""

import doctest

import numpy as np
import pytest

from tabletown import games
from tabletown.engine.errors import IllegalMove
from tabletown.env import ActionHeads, VectorEnv, action_heads


@pytest.mark.parametrize("title", games.names())
def test_every_action_is_a_verb_and_its_arguments(title: str) -> None:
    heads = ActionHeads(title)
    actions = heads.title.actions
    assert heads.table.shape == (actions.count, len(heads.sizes))
    assert (heads.table < np.array(heads.sizes)).all()
    assert heads.actions(heads.table).tolist() == list(range(actions.count))
    for action, (verb, *arguments) in enumerate(heads.table.tolist()):
        assert actions.encode(heads.verbs[verb], *(a for a in arguments if a >= 0)) == action


@pytest.mark.parametrize("title", ["uptown", "penny_lane"])
def test_whoever_follows_the_masks_plays_legal_moves(title: str) -> None:
    """Head after head chooses at random among what its mask allows: every legal action comes up, and no other."""
    heads, random = ActionHeads(title), np.random.default_rng(1)
    env = VectorEnv(title, 30, 2, observe=False)
    env.reset(seed=1)
    for _ in range(20):
        chosen = np.zeros((len(env), 0), np.int64)
        for size in heads.sizes:
            mask = heads.mask(env.masks, chosen)
            assert mask.shape == (len(env), size)
            drawn = (mask * random.random(mask.shape)).argmax(axis=1)
            chosen = np.column_stack([chosen, np.where(mask.any(axis=1), drawn, -1)])
        verbs = heads.mask(env.masks)
        for i in range(len(env)):
            legal = env.choices[i, : env.counts[i]]
            assert np.flatnonzero(verbs[i]).tolist() == sorted(set(heads.table[legal, 0].tolist()))
        env.step(heads.actions(chosen))  # which refuses illegal ones


def test_what_is_no_action_is_refused() -> None:
    heads = ActionHeads("uptown")
    for wrong in ([99, 0, 0], [-1, 0, 0], [7, 9, 9]):
        with pytest.raises(IllegalMove, match="is no action of UpTown"):
            heads.actions([wrong])
    assert heads.actions([[6, 3, 3]]).tolist() == [heads.title.actions.encode("pass")], "it takes no argument"
    assert doctest.testmod(action_heads).failed == 0
