"""Without optional libraries the rules are played all the same, and everything else says what to install."""

import importlib
import os
import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest

import tabletown
from tabletown.engine.errors import TabletownError
from tabletown.extras import MissingExtra, extra

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(tabletown.__file__).absolute().parents[1])}


def package(requirement: str) -> str:
    """The name of the package that a requirement is about."""
    return re.split(r"[^\w.-]", requirement)[0]


# Numba needs LLVM and comes with it.
CORE = {"tabletown", "llvmlite", *map(package, PROJECT["dependencies"])}
SITE = {"httptools", "jinja2", "mistune", "prometheus_client", "python_multipart", "starlette", "uvicorn", "uvloop"}

ONLY = """
import sys

class Only:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if {condition}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Only())
"""
ONLY_CORE = ONLY.format(condition=f"top not in {CORE} and top not in sys.stdlib_module_names and top[0] != '_'")
NO_SITE = ONLY.format(condition=f"top in {SITE}")
COMMAND = "import sys; sys.argv = ['tabletown', *{}]; from tabletown.cli import main; main()"

EVERYTHING_WITHOUT_EXTRAS = """
import random
import tabletown as tt
import tabletown.examples.random_game, tabletown.examples.site_bot, tabletown.testing
from tabletown import bots
from tabletown.env import VectorEnv

for name in tt.games.names():
    game = tt.new(name, seed=7)
    choose = random.Random(7)
    while not game.is_game_over():
        game.push_action(choose.choice(game.legal_actions))
    assert tt.loads(tt.dumps(game)).scores() == game.scores()
    assert tt.loads(tt.position_text(game)).scores() == game.scores()
    assert game._repr_svg_().startswith("<svg") and game.view(0)._repr_svg_() and str(game)

game = tt.new("uptown", players=2, seed=7)
for bot in bots.names():
    seat = game.turn
    game.push_action(bots.get(bot).choose(game.view(seat), bots.Budget(seconds=0.01, seed=1)), seat)
many = VectorEnv("uptown", size=4, players=2)
many.reset(seed=1)
many.step(many.random_actions())
print("played")
"""


def run(code: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)


def test_rules_bots_records_and_pictures_need_no_extra() -> None:
    ran = run(ONLY_CORE + EVERYTHING_WITHOUT_EXTRAS)
    assert ran.stdout == "played\n", ran.stderr


@pytest.mark.parametrize(
    ("blocked", "arguments", "name"),
    [
        (ONLY_CORE, [], "cli"),
        (ONLY_CORE, ["serve"], "cli"),
        (NO_SITE, ["serve"], "site"),
        (NO_SITE, ["backup", "all.backup"], "site"),
        (ONLY.format(condition="top == 'psycopg'"), ["serve", "--db", "postgresql:///x", "--port", "1"], "postgres"),
        (ONLY.format(condition="top == 'pyarrow'"), ["lab", "uptown"], "lab"),
    ],
)
def test_the_command_says_what_to_install(blocked: str, arguments: list[str], name: str) -> None:
    ran = run(blocked + COMMAND.format(arguments))
    assert (ran.returncode, ran.stdout) == (2, "")
    sentence = (
        rf"""tabletown: \w+ is not installed; the extra '{name}' brings it: pip install "tabletown\[{name}\]"\n"""
    )
    assert re.fullmatch(sentence, ran.stderr), ran.stderr


@pytest.mark.parametrize(
    ("library", "module"), [("pyspiel", "open_spiel"), ("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium")]
)
def test_a_missing_library_names_its_extra(library: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    for part in (module, "table"):
        monkeypatch.delitem(sys.modules, f"tabletown.env.{part}", raising=False)
    with pytest.raises(MissingExtra, match=rf"{library} is not installed.*tabletown\[env\]") as caught:
        importlib.import_module(f"tabletown.env.{module}")
    assert isinstance(caught.value, TabletownError)
    assert isinstance(caught.value, ImportError)


def test_no_extra_brings_a_module_of_ours() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"tabletown\.nowhere") as caught, extra("site"):
        importlib.import_module("tabletown.nowhere")
    assert not isinstance(caught.value, MissingExtra)


def test_every_extra_that_is_named_exists() -> None:
    named = {
        name
        for path in (ROOT / "src").rglob("*.py")
        for name in re.findall(r'with extra\("(\w+)"\)', path.read_text(encoding="utf-8"))
    }
    assert named == {"cli", "env", "lab", "postgres", "site", "train"}
    assert named <= set(PROJECT["optional-dependencies"])
    in_all = sorted(named - {"train"})  # which is large, and few need it
    assert PROJECT["optional-dependencies"]["all"] == [f"tabletown[{','.join(in_all)}]"]


def test_exact_versions_are_in_the_constraints_alone() -> None:
    exact = re.compile(r"[\w.-]+==[\w.]+")
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert [line for line in pins if not exact.fullmatch(line)] == []
    pinned = {package(line).lower().replace("_", "-") for line in pins}
    requirements = list(chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()))
    assert [requirement for requirement in requirements if "==" in requirement] == []
    wanted = {package(requirement).lower().replace("_", "-") for requirement in requirements} - {"tabletown"}
    assert wanted <= pinned
