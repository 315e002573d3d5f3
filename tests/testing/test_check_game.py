"""check_game passes for every title, and finds what is broken."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tabletown import games
from tabletown.testing import check_game
from tabletown.testing import processes as fresh

from ..marks import fewest, quick_if

ROOT = Path(__file__).parents[2]

LONG = 60  # minutes


def player_counts(name: str) -> list[int]:
    """All of them; of a long game the fewest and the most."""
    low, high = games.get(name).meta.players
    return [low, high] if games.get(name).meta.minutes > LONG else list(range(low, high + 1))


TABLES = [(name, players) for name in games.names() for players in player_counts(name)]


@pytest.mark.parametrize(("name", "players"), quick_if(fewest, TABLES))
def test_every_title_keeps_the_contract(name: str, players: int) -> None:
    check_game(name, games=1 if games.get(name).meta.minutes >= LONG else 2, processes=False, players=players)
    fresh.check_compiled_equals_interpreted(name, players, seed=1)


@pytest.mark.parametrize("name", quick_if(lambda name: name == "uptown", games.names()))
def test_every_title_plays_the_same_on_a_device(name: str) -> None:
    """With the fewest players, as check_game has it; the rules at every number are those interpreted above."""
    fresh.check_device_equals_host(name, games.get(name).meta.players[0], seed=1)


def complaint(name: str) -> str:
    """What a check says of one of the broken titles; in a process of its own, where none has to be compiled first."""
    code = f"from tests.testing import broken; print(broken.{name}())"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | fresh.UNCOMPILED,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_title_that_hides_nothing_is_found() -> None:
    assert "nothing to imagine" in complaint("hides_nothing")


def test_a_resample_that_forgets_is_found() -> None:
    assert "nothing to imagine" in complaint("forgets_to_resample")


def test_a_decision_that_is_not_sealed_is_found() -> None:
    assert "sees what is decided in secret" in complaint("shows_decisions")
    assert "depend on their order" in complaint("remembers_the_order")


def test_what_is_whole_gets_no_complaint() -> None:
    assert complaint("whole") == "\n"
