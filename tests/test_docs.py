"""What the README and the docs show really happens, what they link to exists, and nothing public is left out."""

import doctest
import os
import pkgutil
import re
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

import tabletown
from tabletown import games
from tabletown.cli.app import app
from tabletown.cli.new_game import SKELETON
from tabletown.examples.__main__ import main as copy_examples
from tabletown.games.finding import GROUP

from .commands import ForkServer
from .others import BY_HAND, only_here
from .steps import write_block

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tabletown"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
ALL_PAGES = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
NAMING_PAGES = [*PAGES, ROOT / "CONTRIBUTING.md"]  # the changelog also names what is gone
TITLE_PAGES = [page for page in PAGES if page.stem in games.names()]
EXAMPLE = SOURCE / "examples" / "modest_plans"  # what docs/first_game.md builds
MODEL = "uptown"  # the title whose files stand for those of any title
URL = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
OURS = re.compile(  # absolute links to files of ours, and pictures among them
    rf"(?:{re.escape(URL)}/(?:blob|tree)|{re.escape(URL.replace('//github.com', '//raw.githubusercontent.com'))})"
    r"/main/([^)#\s]+)"
)
FENCE = re.compile(r"^```(?P<language>\w*)(?: (?P<file>\S+))?\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
SPAN = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"(?<![\w./-])[\w./-]*\w\.py\b")
FOLDER = re.compile(r"[a-z_][\w./-]*/")
NAME = re.compile(r"\btabletown(?:\.[A-Za-z_]\w*)+")
SHORT_NAME = re.compile(r"(?:cli|server|lab|testing|bots|games|render|engine)(?:\.[A-Za-z_]\w*)+")
PLACEHOLDER = re.compile(r"\b(?:NAME|TITLE)\b")
RUNNABLE = {"python", "console"}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
REFUSED = "tabletown: "
HEADING = "## With the rulebook in the other hand\n"
EXPORT = re.compile(r"export (\w+)=(\S+)|unset (\w+)")  # for the commands that follow
PORT = re.compile(r"(--port |127\.0\.0\.1:)8000")  # as pages show it; here it may be taken


TABLETOWN = """#!/bin/sh
[ "$NUMBA_DISABLE_JIT" ] && exec "{python}" -m tabletown.cli "$@"
exec "{forked}" "$@"
"""  # what is not compiled needs a process that has not imported it compiled


@dataclass(frozen=True)
class Block:
    """A block of code in a page, and where it begins; perhaps the file that it is, or that its functions belong to."""

    page: Path
    line: int
    language: str
    code: str
    file: str = ""

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        yield Block(page, text.count("\n", 0, match.start()) + 1, match["language"], match["code"], match["file"] or "")


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkServer]:
    server = ForkServer(tmp_path_factory.mktemp("commands"))
    yield server
    server.close()


@pytest.fixture
def desk(tmp_path: Path, commands: ForkServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the examples, where `tabletown` and `python` are ours; a server that a page starts is ended."""
    copy_examples(str(tmp_path / "examples"))
    programs = tmp_path / ".bin"
    programs.mkdir()
    commands.install(programs / "forked")
    (programs / "tabletown").write_text(TABLETOWN.format(python=sys.executable, forked=programs / "forked"))
    (programs / "tabletown").chmod(0o755)
    (programs / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (programs / "python").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(Path(tabletown.__file__).absolute().parents[1]))
    if find_spec("hatchling"):  # packages are built without fetching it
        monkeypatch.setenv("PIP_NO_BUILD_ISOLATION", "0")  # pip reads it as the option's value, so 0 is no isolation
    monkeypatch.chdir(tmp_path)
    with only_here():  # what a page adds, the next one does not find
        yield tmp_path
    for file in tmp_path.glob("*.pid"):
        with suppress(ProcessLookupError):
            os.kill(int(file.read_text()), signal.SIGTERM)


RUN_WITH_THE_WHEEL = "first_game.md"  # by test_wheel.py, in an environment that has nothing else


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name != RUN_WITH_THE_WHEEL], ids=lambda page: page.name
)
def test_every_block_does_what_it_shows(page: Path, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, object] = {}
    port = free_port()
    for block in blocks(page):
        if block.file:
            write_block(block.file, block.code)
        elif block.language == "python":
            run_python(block, names)
        elif block.language == "console":
            run_console(block, port, monkeypatch)


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return str(door.getsockname()[1])


def run_python(block: Block, names: dict[str, object]) -> None:
    """Run a block as a doctest; the blocks of a page share their names."""
    test = doctest.DocTestParser().get_doctest(block.code, names, block.place, str(block.page), block.line)
    assert test.examples, f"{block.place}: a python block shows what happens after >>>"
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert not runner.failures, "".join(report)


def run_console(block: Block, port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the lines after `$` in a shell; what they write must fit the lines below, where `...` fits anything.

    What a line exports holds for all lines that follow.
    """
    assert block.code.startswith("$ "), f"{block.place}: a console block begins with a command"
    checker = doctest.OutputChecker()
    for part in re.split(r"^\$ ", block.code, flags=re.MULTILINE)[1:]:
        command, _, wanted = part.partition("\n")
        if setting := EXPORT.fullmatch(command):
            if setting[1]:
                monkeypatch.setenv(setting[1], setting[2])
            else:
                monkeypatch.delenv(setting[3])
            continue
        ran = subprocess.run(
            ["bash", "-c", PORT.sub(rf"\g<1>{port}", command)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=600,  # the first use of a title compiles it
            check=False,
        )
        assert ran.returncode == (2 if wanted.startswith(REFUSED) else 0), f"{block.place}: {command}\n{ran.stdout}"
        assert checker.check_output(wanted, ran.stdout, FLAGS), f"{block.place}: {command}\n{ran.stdout}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_say_what_they_are(page: Path) -> None:
    """Blocks that are not run are marked as such on purpose."""
    assert {block.language for block in blocks(page) if not block.file} <= RUNNABLE | {"sh"}


@pytest.mark.parametrize("page", ALL_PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in LINK.findall(text):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
    for target in OURS.findall(text):
        assert (ROOT / target).exists(), f"{page.name} links to {target}"


def test_the_readme_can_be_read_elsewhere() -> None:
    """A package index shows the README without the files beside it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert LINK.findall(text) == []
    defined = re.findall(r"^\[([^\]]+)\]: https://", text, re.MULTILINE)
    assert sorted(defined) == sorted(set(re.findall(r"\]\[([^\]\"]+)\]", text)))


def wrong_names(page: Path, text: str) -> list[str]:
    """What a text names as a module, a folder or something of `tabletown`, and what does not exist."""
    title = page.stem if page in TITLE_PAGES else MODEL
    places = [page.parent, ROOT, SOURCE, SOURCE / "games" / title, SKELETON, BY_HAND, EXAMPLE, EXAMPLE.parent]
    spans = SPAN.findall(FENCE.sub("", text))
    paths = FILE.findall(OURS.sub("", text)) + [span for span in spans if FOLDER.fullmatch(span)]
    names = NAME.findall(text) + [f"tabletown.{found[0]}" for span in spans if (found := SHORT_NAME.match(span))]
    wrong = [path for path in paths if not PLACEHOLDER.search(path) and not any((p / path).exists() for p in places)]
    return wrong + [name for name in names if name != GROUP and not is_defined(name)]


def is_defined(name: str) -> bool:
    """Whether a dotted name is a module, or something that a module defines."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.parametrize("page", NAMING_PAGES, ids=lambda page: page.name)
def test_what_pages_name_exists(page: Path) -> None:
    assert wrong_names(page, page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text", ["engine/kernal.py", "(../src/tabletown/engine/kernal.py)", "`server/stores/`", "tabletown.engine.kernal",
             "`tabletown.engine.kernel.colonel`", "`bots.Bodget(seconds=1)`", "`rules/turns.py`"],
)  # fmt: skip
def test_a_wrong_name_is_found(text: str) -> None:
    assert len(wrong_names(ROOT / "docs" / "uptown.md", f"See {text}.")) == 1


@pytest.mark.parametrize("page", TITLE_PAGES, ids=lambda page: page.name)
def test_every_heading_of_a_rulebook_leads_to_its_functions(page: Path) -> None:
    rows = re.findall(r"^\| .+ \| .+ \| (.+) \|$", page.read_text(encoding="utf-8").partition(HEADING)[2], re.MULTILINE)
    functions = [span for row in rows[1:] for span in SPAN.findall(row)]
    assert functions, f"{page.name} has no table of functions"
    wrong = [name for name in functions if not is_defined(f"tabletown.games.{page.stem}.rules.{name}")]
    assert wrong == []


def test_every_title_has_a_page() -> None:
    assert [page.stem for page in TITLE_PAGES] == games.names()


def test_new_names_of_the_changelog_exist_and_old_ones_do_not() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    renamed = re.findall(r"^\| `(tabletown\.[\w.]+)` \| `(tabletown\.[\w.]+)` \|$", text, re.MULTILINE)
    assert renamed
    assert [name for before, now in renamed for name in (before, now) if is_defined(name) != (name == now)] == []


def test_files_that_contributing_names_exist() -> None:
    """The files of a title are in bold, each one of UpTown's."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = [name for bold in re.findall(r"\*\*(`[^*]+`)\*\*", text) for name in SPAN.findall(bold)]
    assert {"meta.toml", "cards.toml", "state.py", "rules/", "lesson.toml"} <= set(named)
    assert [name for name in named if not (SOURCE / "games" / MODEL / name).exists()] == []


def test_everything_public_is_documented() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    missing = [name for name in tabletown.__all__ if not re.search(rf"\b{name}\b", text)]
    missing += [f"tabletown {c.name}" for c in app.registered_commands if f"tabletown {c.name}" not in text]
    assert missing == []


def test_there_is_a_small_picture_of_every_title() -> None:
    """`make pictures` draws them."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in games.names():
        assert f"][docs/{name}.png]" in readme
        assert (ROOT / "docs" / f"{name}.png").stat().st_size < 400_000


def test_random_game_example(desk: Path) -> None:
    ran = subprocess.run(["python", "-m", "tabletown.examples.random_game"], capture_output=True, text=True, check=True)
    assert "Outcome(" in ran.stdout.splitlines()[-1]


def test_bot_match_example(desk: Path) -> None:
    command = ["python", "-m", "tabletown.examples.bot_match", "--games", "4"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"greedy +[\d.]+ of 4\nuniform +[\d.]+ of 4\n", ran.stdout)
