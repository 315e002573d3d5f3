"""Editions of the cards in all environments: the games are those of the edition, and say so."""

from typing import Any

import numpy as np
import pyspiel
import pytest

import tabletown as tt
from tabletown import env as environments
from tabletown import games
from tabletown.engine.errors import OptionError
from tabletown.env import EnvError, VectorEnv, open_spiel
from tabletown.env.gymnasium import SeatEnv
from tabletown.env.gymnasium_vector import SeatVectorEnv

EDITIONS = [(name, edition) for name in games.names() for edition in games.get(name).meta.editions]


@pytest.mark.parametrize(("title", "edition"), EDITIONS)
def test_slots_are_games_of_the_edition(title: str, edition: str) -> None:
    vector = VectorEnv(title, 3, 2, edition=edition)
    vector.reset(seed=5)
    for i in range(3):
        game = tt.new(title, players=2, seed=int(vector.seeds[i]), edition=edition)
        assert game.states.tobytes() == vector.states[i : i + 1].tobytes()
        assert vector.cards is game.cards
        assert vector.observer is not None
        assert np.array_equal(vector.observations[i], vector.observer.flat(game.view(int(vector.seats[i]))))
    actions = vector.bot_actions("reflex")
    vector.step(actions)
    assert (vector.states["edition"] == games.get(title).edition_number(edition)).all()


def test_a_snapshot_of_another_edition_does_not_fit() -> None:
    printed, balanced = (VectorEnv("uptown", 2, 2, edition=edition) for edition in ("", "balanced_2"))
    printed.reset(seed=1)
    balanced.reset(seed=1)
    with pytest.raises(EnvError, match="another kind of environment"):
        balanced.restore(printed.snapshot())


@pytest.mark.parametrize(("title", "edition"), EDITIONS)
def test_gymnasium(title: str, edition: str) -> None:
    one = SeatEnv(title, edition=edition)
    one.reset(seed=3)
    assert one.table.game.rules == f"{title}/1/{edition}"
    assert one.table.game.cards is tt.new(title, edition=edition).cards
    many = SeatVectorEnv(title, 2, edition=edition)
    many.reset(seed=3)
    assert (many._env.states["edition"] == games.get(title).edition_number(edition)).all()


@pytest.mark.parametrize(("title", "edition"), EDITIONS)
def test_pettingzoo(title: str, edition: str) -> None:
    module: Any = getattr(environments, f"{title}_v2")
    for made in (module.env, module.parallel_env):
        env = made(edition=edition)
        env.reset(seed=3)
        assert env.unwrapped.table.game.edition == edition


def test_open_spiel() -> None:
    assert "tabletown_uptown" in open_spiel.names()
    for edition in ("balanced", "balanced_2"):
        state = pyspiel.load_game(f"tabletown_uptown(edition={edition},seed=4)").new_initial_state()
        assert state.data.game.rules == f"uptown/1/{edition}"
        assert state.data.game.cards is games.get("uptown").cards_for(1, edition)
    assert pyspiel.load_game("tabletown_uptown(seed=4)").new_initial_state().data.game.edition == ""
    with pytest.raises(OptionError, match="no edition 'steep'"):
        pyspiel.load_game("tabletown_uptown(edition=steep)")


@pytest.mark.parametrize(
    "make", [lambda: VectorEnv("uptown", 1, 2, edition="steep"), lambda: SeatEnv("uptown", edition="steep")]
)
def test_an_edition_that_there_is_not(make: Any) -> None:
    with pytest.raises(OptionError, match=r"UpTown has no edition 'steep' beside the printed one; it has: balanced_2$"):
        make()
