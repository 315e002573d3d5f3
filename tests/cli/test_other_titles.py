"""Titles and bots of others in the command: `new-game`, `--titles`, `module:Class`, and what `serve` offers."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown import bots, games
from tabletown.cli import offering
from tabletown.engine import kernel
from tabletown.engine.errors import BadTitle
from tabletown.engine.warm_up import compile_title
from tabletown.games import finding
from tabletown.testing import quick_check

from ..others import BOTS, BY_HAND, UNCOMPILED, only_here, title_at
from .conftest import ENVIRONMENT, Ran, Run, run_process


@pytest.fixture(autouse=True)
def _only_here(tmp_path: Path) -> Iterator[None]:
    (tmp_path / "bots_of_others.py").write_text(BOTS)
    with only_here():
        yield


def uncompiled(*args: object, input: str | None = None) -> Ran:
    return run_process(*args, input=input, PYTHONWARNINGS="ignore", **UNCOMPILED)


def test_a_new_game_is_whole(tmp_path: Path) -> None:
    """It is written, its own tests pass, it plays in the terminal, and can be drawn."""
    said = run_process("new-game", "toy_town")
    assert (said.code, said.err) == (0, "")
    assert "Toy Town is in the folder toy_town" in said.out
    files = sum(len(path.read_text().splitlines()) for path in (tmp_path / "toy_town").rglob("*.py"))
    assert files < 500, "it is to be read in ten minutes"
    assert not any("SKELETON" in path.read_text() for path in (tmp_path / "toy_town").rglob("*.*") if path.is_file())
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-W", "ignore", "-p", "no:cacheprovider", "toy_town"],
        env=ENVIRONMENT | UNCOMPILED,
        capture_output=True,
        text=True,
        check=False,
    )
    assert tested.returncode == 0, tested.stdout
    assert "2 passed" in tested.stdout
    moves = "\n".join(["1"] * 6)
    played = uncompiled(
        "play", "toy_town", "--titles", "toy_town", "--seed", 7, "--record", "game.txt", "--every-ply", input=moves
    )
    assert played.code == 0, played
    assert "everybody has played six cards" in played.out
    drawn = uncompiled("draw", "game.txt", "--titles", ".", "--ply", 5, "--seat", "sky", "-o", "table.svg")
    assert drawn.code == 0, drawn
    assert "Move 6" in (tmp_path / "table.svg").read_text()
    assert uncompiled("replay", "game.txt", "--titles", "toy_town").code == 0
    scored = uncompiled("score", "game.txt", "--titles", "toy_town")
    assert (scored.code, "Score" in scored.out, "Points" in scored.out) == (0, True, False), "one source is told once"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["uptown"], "Tabletown has a game uptown already"),
        (["Toy Town"], "'Toy Town' cannot be the name of a game"),
        (["there"], "there exists already"),
        (["toytown", "--title", 'a "title"'], "a title has at most 40 letters"),
        (["hidden"], "hidden.py would hide the game"),
    ],
)
def test_new_game_refuses(run: Run, args: list[str], words: str, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "hidden.py").touch()
    run("new-game", *args).refused(words)
    assert not (tmp_path / "toytown").exists()


def test_games_of_a_folder_are_listed_and_broken_ones_told(run: Run, tmp_path: Path) -> None:
    title_at(tmp_path, "whole")
    title_at(tmp_path, "broken", {"words.py": ("def say(", "def speak(")}, BY_HAND)
    ran = run("games", "--titles", tmp_path)
    assert ran.code == 0
    assert "whole" in ran.out
    assert "broken" not in ran.out
    assert ran.err.replace("\n", " ").startswith(f"tabletown: {tmp_path}/broken/words.py: there is no function say")
    run("games", "--titles", tmp_path / "nowhere").refused("nowhere is not a folder")
    (tmp_path / "empty").mkdir()
    run("games", "--titles", tmp_path / "empty").refused("there is no title in", "empty")
    run("new", "broken", "--titles", tmp_path).refused("words.py: there is no function say")


def test_every_command_takes_titles(run: Run) -> None:
    for command in ("play", "arena", "lab", "bench", "train", "puzzles", "review", "verify", "serve", "export"):
        assert "--titles" in run(command, "--help").out, command
    assert "--titles" in run("--help").out


def test_own_bots_in_the_terminal(tmp_path: Path) -> None:
    title_at(tmp_path, "toytown")
    ran = uncompiled(
        "arena", "toytown", "--titles", "toytown", "--bots", "bots_of_others:Bold,bots_of_others:Liar", "--games", 2,
        "--threads", 1, "--json",
    )  # fmt: skip
    assert ran.code == 0, ran
    assert [row["name"] for row in ran.json["bots"]] == ["bots_of_others:Bold", "bots_of_others:Liar"]
    assert "liar answered illegally: 9999 at ply" in ran.err
    played = uncompiled(
        "play", "toytown", "--titles", "toytown", "--bots", "bots_of_others:Crash", "--seed", 3, input="1\nquit\n"
    )
    assert played.code == 0, played
    assert "crash crashed: RuntimeError at ply" in played.err


def test_the_lab_needs_to_know_what_can_be_owned(run: Run, tmp_path: Path) -> None:
    title_at(tmp_path, "toytown", source=BY_HAND)
    run("lab", "toytown", "--titles", "toytown", "--games", 2).refused("By Hand does not say which cards there are")


# --- What a site offers ---------------------------------------------------------------------------------------------


def test_a_site_offers_what_it_is_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checked: list[str] = []
    monkeypatch.setattr(offering, "check", checked.append)
    for name in ("one", "two"):
        games.add(title_at(tmp_path, name))
    offering.offer_titles(["one,uptown"])  # also as the environment says it
    assert checked == ["one"]
    assert [name for name in games.names() if name not in games.own_names()] == ["one"]
    assert os.environ[finding.ONLY] == "one,uptown"  # for the workers and the compilers
    offering.offer_titles(None)
    assert checked == ["one", "one"]
    assert "Found and not offered: two. To offer them: --with two" in capsys.readouterr().out
    del os.environ[finding.ONLY]
    offering.offer_titles(None)
    assert [name for name in games.names() if name not in games.own_names()] == []


def test_a_site_refuses_what_it_cannot_offer(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title_at(tmp_path, "toytown")
    serve = ("serve", "--no-open", "--db", tmp_path / "games.db", "--port", free_port())
    run(*serve, "--titles", "toytown", "--with", "downtown").refused(
        "--with downtown: there is no such title; titles of others found here: toytown"
    )

    def leaks(name: str) -> None:
        raise BadTitle("toytown, 2 players, seed 1, ply 0: it leaks")

    monkeypatch.setattr(offering, "check", leaks)
    run_out = run(*serve, "--titles", "toytown", "--with", "toytown")
    assert run_out.code == 2
    assert "toytown is not offered: toytown, 2 players, seed 1, ply 0: it leaks" in run_out.err
    monkeypatch.delenv(finding.ONLY)  # which the command before has set, for its workers
    run(*serve, "--bot", "bots_of_others:Forger").refused("calls itself 'greedy'")


def test_a_folder_named_like_a_game_of_tabletown_is_told(run: Run, tmp_path: Path) -> None:
    folder = title_at(tmp_path / "mine", "penny_lane")
    said = f"penny_lane is a title of Tabletown: rename the one in {folder}"
    run("games", "--titles", folder).refused(said)
    ran = run("games", "--titles", folder.parent)
    assert ran.code == 0
    assert said in ran.err.replace("\n", " ")


def free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


def test_bots_are_offered_by_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    offering.offer_bots(["bots_of_others:Bold"])
    assert bots.names()[-1] == "bold"
    assert "The bot bold can be chosen: takes the last choice of the list" in capsys.readouterr().out


# --- The quick check ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("rules.py", "state.hand[other, kind] = 0", "pass", "toytown, 2 players, seed 1, ply 0: .*"),
        ("rules.py", "out[n] = kind\n", "out[n + 2] = kind\n", "toytown, 2 players, seed 1.* out of bounds"),
        ("rules.py", "state.ended = s.ALL_PLAYED", "state.ended = 0", "toytown, 2 players, seed 1, ply 1.: "),
    ],
)  # fmt: skip
def test_a_title_is_checked_before_it_is_offered(file: str, old: str, new: str, says: str, tmp_path: Path) -> None:
    """Here with plain Python only; the second run, compiled, fills the cache for the site."""
    games.add(title_at(tmp_path, "toytown", {file: (old, new)}, BY_HAND))
    with pytest.raises(BadTitle, match=says) as refusal:
        quick_check.check("toytown")
    assert "\n" not in str(refusal.value)


def test_a_crash_in_the_rules_is_told_with_its_line(tmp_path: Path) -> None:
    games.add(title_at(tmp_path, "toytown", {"state.py": ("HAND, PLAYS = 3, 6", "HAND, PLAYS = 30, 6")}))
    with pytest.raises(BadTitle, match=r"toytown/rules\.py line \d+: IndexError: index 255 is out of bounds"):
        quick_check.check("toytown")


@pytest.mark.skipif(not kernel.COMPILED, reason="only the compiler says this")
@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("no_field", "state.held[seat] += 1", "state.holds[seat] += 1", r"line 35: .* there is no field 'holds'"),
        ("no_number", "cards.points[action]", "cards.pionts[action]", r"line \d+: .* there is no field 'pionts'"),
        ("no_kernel", "  draw(state, seat)\n", "  darw(state, seat)\n", r"line 20: .*name 'darw' is not defined"),
    ],
)
def test_a_slip_of_the_pen_in_a_kernel_is_told_with_its_line(
    name: str, old: str, new: str, says: str, tmp_path: Path
) -> None:
    title = games.add(title_at(tmp_path, name, {"rules.py": (old, new)}))
    with pytest.raises(BadTitle, match=rf"{name}/rules\.py {says}"):
        compile_title(title)


def test_a_title_without_an_end_is_stopped(tmp_path: Path) -> None:
    old = "    state.phase = s.PLAYING\n"
    endless = {"rules.py": (old, f"{old}    while True:\n        pass\n")}
    games.add(title_at(tmp_path, "toytown", endless))
    with pytest.raises(BadTitle, match="toytown does not end: a check of it was stopped after 8 seconds"):
        quick_check.check("toytown", patience=8)
