"""The command in this process, and files for it to work on."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import tabletown
from tabletown.cli.app import app


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def refused(self, *words: str) -> None:
        """The command ended with 2, no result, and one sentence that contains these words."""
        assert self.code == 2, self
        assert self.err.startswith("tabletown: ")
        assert self.err.count("\n") == 1, self.err
        for word in words:
            assert word in self.err


Run = Callable[..., Ran]

SOURCE = str(Path(tabletown.__file__).absolute().parents[1])
ENVIRONMENT = os.environ | {"PYTHONPATH": SOURCE}
COMMAND = (sys.executable, "-m", "tabletown.cli")


def run_process(*args: object, input: str | None = None, **environment: str) -> Ran:
    """Run the command as a process of its own, as a shell does."""
    command, env = [*COMMAND, *map(str, args)], ENVIRONMENT | environment
    ran = subprocess.run(command, env=env, input=input, capture_output=True, text=True, timeout=120, check=False)
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run() -> Run:
    """Run `tabletown` with arguments in this process."""
    runner = CliRunner()

    def call(*args: object, input: str | None = None) -> Ran:
        result = runner.invoke(app, [str(arg) for arg in args], input=input, prog_name="tabletown")
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    return call


def random_game(seed: int, plies: int = 10_000) -> tabletown.Game:
    """A game of random moves, to its end or for so many plies."""
    game, choose = tabletown.new("uptown", players=3, seed=seed), random.Random(seed)
    while not game.is_game_over() and game.ply < plies:
        game.push_action(choose.choice(game.legal_actions))
    return game


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game."""
    path = tmp_path / "game.txt"
    tabletown.save(random_game(5), path)
    return path


@pytest.fixture
def position(tmp_path: Path) -> Path:
    """A game in progress, as a position."""
    path = tmp_path / "table.toml"
    path.write_text(tabletown.position_text(random_game(5, 40)))
    return path
