"""A title of others, with declared fields alone, as an environment of every kind."""

import os
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test

from tabletown import games
from tabletown.engine.title import Title
from tabletown.env import VectorEnv
from tabletown.env.gymnasium import SeatEnv
from tabletown.env.pettingzoo import env, parallel_env

from ..others import MODEST_PLANS, only_here

# See test_pettingzoo.py.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


@pytest.fixture(scope="module", autouse=True)
def title() -> Iterator[Title]:
    with only_here():
        yield games.add(MODEST_PLANS)


def test_pettingzoo(title: Title) -> None:
    api_test(env(title.name, players=3), num_cycles=60)
    parallel_api_test(parallel_env(title.name, players=3), num_cycles=60)


def test_gymnasium(title: Title) -> None:
    """Its check tries actions that belong to another deal, so illegal ones must not raise here."""
    check_env(SeatEnv(title.name, players=3, illegal="lose"), skip_render_check=True)


def test_many_games_at_once(title: Title) -> None:
    """Of all that is seen, what others bring in secret is nothing: a row is the same for every world that agrees."""
    many = VectorEnv(title.name, size=32, players=2)
    many.reset(seed=1)
    for _ in range(70):
        many.step(many.random_actions())
    assert many.observations.shape == (32, many.observations.shape[1])
    assert np.isfinite(many.observations).all()
    assert many.masks.any(axis=1).all()
    assert (many.final_scores != 0).any(), "after 70 steps every game has ended at least once"


def test_open_spiel() -> None:
    """In a process of its own, because OpenSpiel never forgets a game that was registered."""
    pytest.importorskip("pyspiel")
    code = (
        "import pyspiel, tabletown.env.open_spiel\n"
        "game = pyspiel.load_game('tabletown_modest_plans(players=3,seed=7)')\n"
        "pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
