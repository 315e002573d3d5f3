"""The wheel in environments of its own: with the newest NumPy and no extra, and as it is used to build a game."""

import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from .server.visitors import Browser, wait_until
from .steps import write_block
from .test_docs import blocks, free_port, run_console

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
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("built")
    try:  # something small
        pip(sys.executable, "download", "--no-deps", "--no-cache-dir", "--dest", str(built), "platformdirs")
    except AssertionError:
        pytest.skip("No package can be downloaded here, so there is nothing to install the wheel with.")
    pip(sys.executable, "wheel", "--no-deps", "--wheel-dir", str(built), str(ROOT))
    (wheel,) = built.glob("tabletown-*.whl")
    return wheel


def fresh(home: Path) -> Path:
    """Make an environment; returns the folder of its programs."""
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    return home / ("Scripts" if os.name == "nt" else "bin")


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    home, elsewhere = (tmp_path_factory.mktemp(name) for name in ("home", "elsewhere"))
    programs = fresh(home)
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


# --- A game in an afternoon -----------------------------------------------------------------------------------------

PAGE = ROOT / "docs" / "first_game.md"
GAME = "modest_plans"
PATIENCE_S = 1200  # for compiling, on a machine that does much else


@pytest.fixture
def desk(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder and a fresh environment, as the page wants them; nothing is compiled yet."""
    programs = fresh(tmp_path / "home")
    pip(
        programs / "python",
        "install",
        "--constraint",
        str(ROOT / "constraints.txt"),
        f"{wheel}[cli,lab,site]",
        "pytest",
    )
    for name in [name for name in os.environ if name.startswith(("TABLETOWN_", "PYTHON", "NUMBA_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("TABLETOWN_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "afternoon"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def served(desk: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """Serves the game from that folder; returns the address of the site."""
    started: list[subprocess.Popen[bytes]] = []

    def serve() -> str:
        port = free_port()
        options = ("--titles", ".", "--with", GAME, "--no-open", "--port", port, "--db", "tables.sqlite3")
        with (desk / "served.log").open("wb") as log:
            started.append(subprocess.Popen(["tabletown", "serve", *options], stdout=log, stderr=log))
        return f"http://127.0.0.1:{port}"

    yield serve
    for process in started:
        process.terminate()
        process.wait()


@pytest.mark.timeout(3 * PATIENCE_S)
def test_an_afternoon_with_the_wheel_alone(
    desk: Path, served: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every step of the page, then a game against `search` on a site, from the first card to the last."""
    home = subprocess.run(
        ["python", "-c", "import tabletown; print(tabletown.__file__)"], capture_output=True, text=True, check=True
    )
    assert Path(home.stdout.strip()).is_relative_to(desk.parent / "home"), "the sources are not what is tried"
    port = free_port()
    for block in blocks(PAGE):
        if block.file:
            write_block(block.file, block.code)
        elif block.language == "console":
            run_console(block, port, monkeypatch)
    browser = Browser(served())
    wait_until(lambda: listens(browser), PATIENCE_S, pause=0.5)
    wait_until(lambda: sits(browser), PATIENCE_S, pause=0.5)
    moves = 0
    while "the last meeting has been held" not in browser.page():
        form = browser.form() if 'id="moves"' in browser.page() else None
        if form is None or not form.moves:
            time.sleep(0.2)
            continue
        moves += browser.move(form, form.moves[0]).status_code == 303
    assert moves >= 8, "at each of eight meetings there is something to choose, but for plies that play themselves"
    replay = browser.http.get(f"/tables/{browser.table}/replay")
    assert replay.status_code == 200
    browser.http.close()


def listens(browser: Browser) -> bool:
    try:
        return browser.http.get("/health").status_code == 200
    except httpx.TransportError:
        return False


def sits(browser: Browser) -> bool:
    """Whether the game is compiled, so that one can sit down; then one does."""
    answer = browser.post("/tables", {"title": GAME, "players": "2", "bot-1": "search"})
    browser.table = answer.headers.get("location", "").removeprefix("/tables/")
    return answer.status_code == 303
