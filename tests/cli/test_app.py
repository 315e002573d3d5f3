"""The command as a whole: help, version, and how it refuses."""

import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

import tabletown

from .conftest import COMMAND, ENVIRONMENT, Run, run_process

COMMANDS = [
    "play",
    "serve",
    "games",
    "new",
    "score",
    "draw",
    "replay",
    "verify",
    "arena",
    "evaluate",
    "lab",
    "dataset",
    "bench",
    "new-game",
    "export",
    "backup",
    "restore",
    "ratings",
    "reports",
    "remarks",
    "rename",
    "suspend",
    "unsuspend",
    "try-mail",
]


def test_version(run: Run) -> None:
    ran = run("--version")
    assert (ran.code, ran.out) == (0, f"tabletown {tabletown.__version__}\n")


def test_python_runs_it_as_a_module() -> None:
    ran = subprocess.run([sys.executable, "-m", "tabletown", "--version"], stdout=PIPE, text=True, check=True)
    assert ran.stdout == f"tabletown {tabletown.__version__}\n"


def test_help_lists_every_command(run: Run) -> None:
    ran = run("--help")
    assert ran.code == 0
    for name in COMMANDS:
        assert f" {name} " in ran.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_teaches_by_examples(run: Run, name: str) -> None:
    ran = run(name, "--help")
    assert ran.code == 0
    assert "Examples" in ran.out
    assert f"tabletown {name}" in ran.out.split("Examples")[1]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["nosuch"], "no such command 'nosuch' (see tabletown --help)"),
        (["--nosuch"], "no such option"),
        (["play"], "missing argument"),
        (["play", "uptown", "--nosuch"], "(see tabletown play --help)"),
        (["new", "uptown", "--players", "two"], "'--players'"),
        (["draw", "table.toml"], "missing option '--output'"),
        (["bench", "--device", "abacus"], "'abacus'"),
        (["serve", "--port", "0"], "--port"),
        (["serve", "--workers", "0"], "--workers"),
        (["serve", "--workers", "many"], "--workers"),
        (["serve", "--mail", "smtp://mail.example?from=me@games.example"], "--mail needs --public-url"),
        (["serve", "--mail", "http://mail.example"], "a mail server is smtp:// or smtps://"),
        (["serve", "--mail", "smtp://mail.example"], "who mails come from"),
        (["serve", "--mail", "smtp://me@mail.example?from=me@games.example"], "a user and a password, or neither"),
        (["serve", "--mail", "smtp://mail.example?from=nobody"], "is no mail address"),
        (["serve", "--mail", "smtps://mail.example?from=me@games.example&tls=no"], "always encrypted"),
        (["serve", "--mail", "smtp://mail.example?from=me@games.example&to=you"], "there is no to="),
    ],
)
def test_wrong_arguments_end_in_one_sentence(run: Run, args: list[str], words: str) -> None:
    run(*args).refused(words)


def test_as_a_process() -> None:
    good = run_process("games")
    assert (good.code, good.err) == (0, "")
    assert "UpTown" in good.out
    bad = run_process("score", "nowhere.toml")
    assert (bad.code, bad.out) == (2, "")
    assert bad.err == "tabletown: nowhere.toml cannot be read: No such file or directory\n"


def test_an_ascii_terminal_gets_plain_shapes(record: Path) -> None:
    ran = run_process("score", record, PYTHONIOENCODING="ascii")
    assert (ran.code, ran.err) == (0, "")
    assert "o Orange" in ran.out


def interrupt(process: "subprocess.Popen[str]") -> int:
    """Press Ctrl-C until it is noticed: Python misses it in the instant in which it begins to read a line.

    Not too soon again: a second one while it ends would end it another way.
    """
    for _ in range(6):
        process.send_signal(signal.SIGINT)
        try:
            return process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            continue
    raise AssertionError("it does not end")


def listen_to_interrupts() -> None:
    """What a terminal's programs do; one started in the background of a script would not hear them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_interrupt_ends_quietly(tmp_path: Path) -> None:
    command = [*COMMAND, "play", "uptown", "--seed", "7", "--record", "game.txt"]
    with subprocess.Popen(
        command,
        env=ENVIRONMENT,
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        text=True,
        preexec_fn=listen_to_interrupts,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "action" in line:  # it waits for a move now
                break
        assert interrupt(process) == 130
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert list(tmp_path.iterdir()) == []
