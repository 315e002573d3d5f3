"""Files of results: what a bot reached on the tasks of the benchmark, how it was measured, and tables of several."""

import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numba
import numpy as np

from tabletown.lab.benchmark.tasks import benchmark
from tabletown.lab.errors import LabError

BASELINES = Path(__file__).with_name("baselines")
MOST_BYTES = 4_000_000
NOTHING = "–"


class TaskResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot reached on one task. A shared victory counts as a fraction."""

    task: str
    title: str
    rules: str
    mind: str  # the fingerprint of the title's mind, with which `reflex` and `master` play
    players: int
    opponent: str
    looks: int
    seed: int
    deals: int
    games: int
    wins: float
    score: float  # the share of victories
    low: float  # of its 95 % interval
    high: float
    points: float  # the mean of the bot's points in the game
    decisions: int  # plies at which the bot had a choice
    seconds_per_decision: float
    mishaps: int  # how often the bot crashed, hung or answered illegally, and `greedy` answered instead
    opponent_mishaps: int


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot reached on the benchmark: the content of a file of results."""

    benchmark: str
    version: int
    bot: str
    digest: str  # of the file in which a bot or a policy of others is found
    quick: bool  # few deals, to try it out: not to be cited
    tabletown: str  # the version of this package
    machine: str
    misbehaved: bool
    tasks: list[TaskResult]

    @property
    def heading(self) -> str:
        """The bot, marked if the run was a quick one."""
        return f"{self.bot} (quick)" if self.quick else self.bot

    def task(self, name: str) -> TaskResult | None:
        """The result of one task, if it was played."""
        return next((row for row in self.tasks if row.task == name), None)


def machine() -> str:
    """This machine in words: its processor, how many cores, the system, and the versions that matter for speed."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    except (OSError, UnicodeDecodeError):
        pass  # only Linux tells it there
    return (
        f"{model} ({platform.machine()}), {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}"
    )


def write_result(result: Result) -> bytes:
    """A result as the content of a file."""
    return msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n"


def read_result(path: Path) -> Result:
    """Read a file of results; raises LabError that says what is wrong with it."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise LabError(f"{path} is too large for a file of results")
        data = path.read_bytes()
    except OSError as error:
        raise LabError(f"{path} cannot be read: {error.strerror or error}") from None
    known = benchmark()
    try:
        found: Any = msgspec.json.decode(data)
    except msgspec.DecodeError:
        found = None
    if not isinstance(found, dict) or found.get("benchmark") != known.name or "tasks" not in found:
        raise LabError(f"{path} is no file of results: 'tabletown evaluate BOT -o FILE' writes one")
    if found.get("version") != known.version:
        raise LabError(
            f"{path} has results of version {found.get('version')!r} of the benchmark, and this release has version"
            f" {known.version}: evaluate the bot again"
        )
    try:
        result = msgspec.convert(found, Result)
    except msgspec.ValidationError as error:
        raise LabError(f"{path} is a damaged file of results: {error}") from None
    tasks = {task.name for task in known.tasks}
    if unknown := [row.task for row in result.tasks if row.task not in tasks]:
        raise LabError(f"{path} is a damaged file of results: the benchmark has no task {unknown[0]!r}")
    return result


def baselines() -> dict[str, Path]:
    """The results of bots of the ladder that come with this package, by the name of the bot, weakest first."""
    from tabletown import bots

    files = {path.stem: path for path in BASELINES.glob("*.json")}
    return {name: files[name] for name in bots.own_names() if name in files}


def find_result(name: str) -> Result:
    """The result in a file, or the baseline of a bot; raises LabError."""
    if not Path(name).exists() and name in (kept := baselines()):
        return read_result(kept[name])
    if not Path(name).exists():
        raise LabError(f"there is no file {name}, and the results that are kept here are of {', '.join(baselines())}")
    return read_result(Path(name))


# --- Tables ---------------------------------------------------------------------------------------------------------


def cell(row: TaskResult | None) -> str:
    """A score with its interval: "62.5 % (54 to 71)"; an asterisk says that the bot misbehaved."""
    if row is None:
        return NOTHING
    mark = "*" if row.mishaps else ""
    return f"{100 * row.score:.1f} % ({100 * row.low:.0f} to {100 * row.high:.0f}){mark}"


def rows(results: Sequence[Result], patterns: Sequence[str] = ()) -> list[list[str]]:
    """A table of results: for each task that any of them has, its name, what is par, and every bot's score.

    Only the tasks that fit one of some patterns; raises LabError for a pattern that none fits.
    """
    table = []
    for task in benchmark().chosen(patterns):
        found = [result.task(task.name) for result in results]
        if any(found):
            table.append([task.name, f"{100 / task.players:.0f} %", *map(cell, found)])
    return table


def markdown(results: Sequence[Result], patterns: Sequence[str] = ()) -> str:
    """The same table as Markdown, for pages and papers."""
    heading = ["Task", "Par", *(f"`{result.bot}`" + (" (quick)" if result.quick else "") for result in results)]
    body = [[f"`{name}`", *cells] for name, *cells in rows(results, patterns)]
    lines = [heading, ["---", *["---:"] * (len(heading) - 1)], *body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
