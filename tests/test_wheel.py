"""The wheel in an environment of its own, with the newest NumPy that Numba allows and without any extra."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.exhaustive


class Installed(NamedTuple):
    """An environment with the wheel in it."""

    wheel: Path
    programs: Path
    elsewhere: Path

    def run(self, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run a program of the environment, far from the sources."""
        ours = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
        command = [str(self.programs / program), *arguments]
        return subprocess.run(command, cwd=self.elsewhere, env=ours, capture_output=True, text=True, check=False)


def pip(python: str | Path, *arguments: str) -> None:
    command = [str(python), "-m", "pip", "--disable-pip-version-check", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    built, home, elsewhere = (tmp_path_factory.mktemp(name) for name in ("built", "home", "elsewhere"))
    try:  # something small
        pip(sys.executable, "download", "--no-deps", "--no-cache-dir", "--dest", str(elsewhere), "platformdirs")
    except AssertionError:
        pytest.skip("No package can be downloaded here, so there is nothing to install the wheel with.")
    pip(sys.executable, "wheel", "--no-deps", "--wheel-dir", str(built), str(ROOT))
    (wheel,) = built.glob("tabletown-*.whl")
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    pip(programs / "python", "install", "--upgrade", str(wheel), "numpy")
    return Installed(wheel, programs, elsewhere)


def test_the_wheel_is_whole(installed: Installed) -> None:
    names = set(zipfile.ZipFile(installed.wheel).namelist())
    package = ROOT / "src"
    kept = {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()}
    assert {name for name in kept if "__pycache__" not in name} <= names
    assert "tabletown/examples/tour.ipynb" in names


def test_a_game_from_python_without_extras(installed: Installed) -> None:
    ran = installed.run("python", "-m", "tabletown.examples.random_game", "uptown", "3")
    assert "Outcome(" in ran.stdout, ran.stderr
    drawn = "import tabletown as tt; print(tt.new('uptown', players=2, seed=7)._repr_svg_()[:4])"
    assert installed.run("python", "-c", drawn).stdout == "<svg\n"
    present = installed.run("python", "-m", "pip", "list", "--format", "freeze").stdout.lower()
    assert "numba==" in present
    for unwanted in ("starlette", "typer", "rich", "jinja2", "gymnasium", "pyarrow", "psycopg", "torch"):
        assert f"{unwanted}==" not in present


@pytest.mark.parametrize("arguments", [(), ("serve",), ("play", "uptown")])
def test_the_command_says_what_to_install(installed: Installed, arguments: tuple[str, ...]) -> None:
    ran = installed.run("tabletown", *arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert 'pip install "tabletown[cli]"' in ran.stderr


def test_serve_says_what_to_install(installed: Installed) -> None:
    pip(installed.programs / "python", "install", f"{installed.wheel}[cli]")
    ran = installed.run("tabletown", "serve")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert 'pip install "tabletown[site]"' in ran.stderr
