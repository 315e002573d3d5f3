"""What the README and the docs show really happens, what they link to exists, and nothing public is left out."""

import doctest
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import tabletown
from tabletown.cli.app import app
from tabletown.examples.__main__ import main as copy_examples

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
SOURCE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
OURS = re.compile(  # absolute links to files of ours, and pictures among them
    rf"(?:{re.escape(SOURCE)}/(?:blob|tree)|{re.escape(SOURCE.replace('//github.com', '//raw.githubusercontent.com'))})"
    r"/main/([^)#\s]+)"
)
RUNNABLE = {"python", "console"}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
REFUSED = "tabletown: "


@dataclass(frozen=True)
class Block:
    """A block of code in a page, and where it begins."""

    page: Path
    line: int
    language: str
    code: str

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        yield Block(page, text.count("\n", 0, match.start()) + 1, match["language"], match["code"])


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the examples, where `tabletown` and `python` are ours."""
    copy_examples(str(tmp_path / "examples"))
    programs = tmp_path / ".bin"
    programs.mkdir()
    for name, arguments in (("tabletown", "-m tabletown.cli"), ("python", "")):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(Path(tabletown.__file__).absolute().parents[1]))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_does_what_it_shows(page: Path, desk: Path) -> None:
    names: dict[str, object] = {}
    for block in blocks(page):
        if block.language == "python":
            run_python(block, names)
        elif block.language == "console":
            run_console(block)


def run_python(block: Block, names: dict[str, object]) -> None:
    """Run a block as a doctest; the blocks of a page share their names."""
    test = doctest.DocTestParser().get_doctest(block.code, names, block.place, str(block.page), block.line)
    assert test.examples, f"{block.place}: a python block shows what happens after >>>"
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert not runner.failures, "".join(report)


def run_console(block: Block) -> None:
    """Run the lines after `$` in a shell; what they write must fit the lines below, where `...` fits anything."""
    assert block.code.startswith("$ "), f"{block.place}: a console block begins with a command"
    checker = doctest.OutputChecker()
    for part in re.split(r"^\$ ", block.code, flags=re.MULTILINE)[1:]:
        command, _, wanted = part.partition("\n")
        ran = subprocess.run(
            ["bash", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        assert ran.returncode == (2 if wanted.startswith(REFUSED) else 0), f"{block.place}: {command}\n{ran.stdout}"
        assert checker.check_output(wanted, ran.stdout, FLAGS), f"{block.place}: {command}\n{ran.stdout}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_say_what_they_are(page: Path) -> None:
    """Blocks that are not run are marked as such on purpose."""
    assert {block.language for block in blocks(page)} <= RUNNABLE | {"sh"}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
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
    assert sorted(defined) == sorted(set(re.findall(r"\]\[([^\]]+)\]", FENCE.sub("", text))))


def test_files_that_contributing_names_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    title = ROOT / "src/tabletown/games/uptown"
    for name in re.findall(r"\*\*`([\w.]+)`(?:, `([\w.]+)`)?\*\*", text):
        for part in filter(None, name):
            assert (title / part).exists(), f"CONTRIBUTING.md names {part}"
    for path in re.findall(r"`((?:engine|render|games)/[\w/]+\.py)`", text):
        assert (ROOT / "src/tabletown" / path).exists(), f"CONTRIBUTING.md names {path}"


def test_everything_public_is_documented() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    missing = [name for name in tabletown.__all__ if not re.search(rf"\b{name}\b", text)]
    missing += [f"tabletown {c.name}" for c in app.registered_commands if f"tabletown {c.name}" not in text]
    assert missing == []


def test_the_picture_is_small() -> None:
    assert (ROOT / "docs" / "table.png").stat().st_size < 400_000


def test_random_game_example(desk: Path) -> None:
    ran = subprocess.run(["python", "-m", "tabletown.examples.random_game"], capture_output=True, text=True, check=True)
    assert "Outcome(" in ran.stdout.splitlines()[-1]


def test_bot_match_example(desk: Path) -> None:
    command = ["python", "-m", "tabletown.examples.bot_match", "--games", "4"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"greedy +[\d.]+ of 4\nuniform +[\d.]+ of 4\n", ran.stdout)
