"""`tabletown evaluate`: a bot on the fixed tasks of the benchmark, and tables of several results."""

import os
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from tabletown.cli.arguments import Json
from tabletown.cli.console import complain, out, prepare, print_json
from tabletown.cli.errors import Unusable
from tabletown.cli.files import check_target, write_file
from tabletown.games import get

if TYPE_CHECKING:
    from tabletown.lab.benchmark.results import Result
    from tabletown.lab.benchmark.tasks import Task

EXAMPLES = (
    "tabletown evaluate greedy --tasks 'uptown-*' --quick",
    "tabletown evaluate my_bots:Bold -o bold.json",
    "tabletown evaluate agent.npz --tasks 'uptown-2-*'",
    "tabletown evaluate --list",
    "tabletown evaluate --compare bold.json greedy reflex",
)


def command(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[BOT]", help="A bot, a policy (.npz), module:Class or module:function; with --compare files."
        ),
    ] = None,
    patterns: Annotated[
        list[str] | None,
        typer.Option("--tasks", metavar="PATTERN", help="Only tasks with such names; may be repeated."),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Few deals, to try it out; the file says so.")] = False,
    target: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="For the results; goes on with what is there.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Games played at once; by default as many as there are cores.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the tasks, and play nothing.")] = False,
    compare: Annotated[
        bool, typer.Option("--compare", help="A table of files of results, or of bots whose results are kept here.")
    ] = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Write that table as Markdown.")] = False,
    as_json: Json = False,
) -> None:
    """Measure a bot or a policy on the fixed tasks of the benchmark, and keep the results in a file.

    Stop it at any time: the same command plays only the tasks that are missing. docs/benchmark.md says what the tasks
    are and how to cite a result.
    """
    from tabletown.lab.benchmark import results
    from tabletown.lab.benchmark.tasks import benchmark

    given = names or []
    if listing + compare + bool(given and not compare) != 1:
        raise Unusable("name one BOT, or use --list, or --compare with files of results")
    if as_markdown and not compare:
        raise Unusable("--markdown writes the table of --compare")
    if compare:
        _compare(
            [results.find_result(name) for name in given or results.baselines()], patterns or [], as_markdown, as_json
        )
        return
    tasks = benchmark().chosen(patterns or [])
    if listing:
        _list(tasks, as_json)
        return
    if len(given) > 1:
        raise Unusable(f"one bot is evaluated at a time, not {len(given)}; --compare puts results side by side")
    result = _evaluate(given[0], tasks, quick, target, threads or os.cpu_count() or 1)
    if as_json:
        print_json(msgspec.to_builtins(result))
    else:
        _show(result)


# --- Playing --------------------------------------------------------------------------------------------------------


def _evaluate(name: str, tasks: "Sequence[Task]", quick: bool, target: Path | None, threads: int) -> "Result":
    """Play the tasks that the file does not have yet; it is written whole after every task."""
    from tabletown.lab.benchmark.evaluating import begin, check, evaluate, extended, find_candidate
    from tabletown.lab.benchmark.results import write_result
    from tabletown.lab.benchmark.tasks import benchmark

    bot, digest = find_candidate(name)
    path = target or Path(f"benchmark-{re.sub(r'[^A-Za-z0-9_.-]+', '-', Path(name).name)}{'-quick' * quick}.json")
    check_target(path)
    result = begin(name, digest, quick=quick)
    if path.exists():
        result = _resumed(path, result)
    missing = [task for task in tasks if result.task(task.name) is None]
    check(bot, missing)
    prepare(*(get(title) for title in dict.fromkeys(task.title for task in missing)))
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    for number, task in enumerate(missing):
        with (
            Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress,
            ThreadPoolExecutor(threads, "evaluate") as pool,
        ):
            games = benchmark().deals(task, quick=quick) * task.players
            bar = progress.add_task(f"{task.name} ({number + 1} of {len(missing)})", total=games)
            on_game = partial(_advance, progress, bar)
            row, mishaps = evaluate(bot, task, pool, quick=quick, on_game=on_game)
        result = extended(result, row)
        write_file(path, write_result(result))
        for text in mishaps[:3]:
            complain(text)
        if len(mishaps) > 3:
            complain(f"{task.name}: {len(mishaps) - 3} more such mishaps")
    Console(stderr=True).print(f"The results are in {path}", soft_wrap=True, highlight=False)
    return result


def _advance(progress: Progress, bar: TaskID, _: object) -> None:
    progress.advance(bar)


def _resumed(path: Path, begun: "Result") -> "Result":
    """The results that were begun in a file; raises Unusable if what is now asked for is not what they are of."""
    from tabletown.lab.benchmark.results import read_result

    found = read_result(path)
    for what in ("bot", "digest", "quick", "tabletown", "machine"):
        before, now = getattr(found, what), getattr(begun, what)
        if before != now:
            raise Unusable(
                f"{path} has other results: {what} {before!r}, and now it is {now!r}; choose another -o FILE"
            )
    return found


# --- What is printed ------------------------------------------------------------------------------------------------


def _list(tasks: "Sequence[Task]", as_json: bool) -> None:
    from tabletown.lab.benchmark.tasks import benchmark

    if as_json:
        print_json([msgspec.to_builtins(task) for task in tasks])
        return
    out().print(f"Benchmark {benchmark().name}, version {benchmark().version}: {len(tasks)} tasks", style="bold")
    table = _table("task", "players", "opponent", "looks", "deals", "games", "options", left=(0, 2, 6))
    for task in tasks:
        table.add_row(
            task.name, str(task.players), task.opponent, str(task.looks), str(task.deals), str(task.games),
            ", ".join(task.options),
        )  # fmt: skip
    out().print(table)


def _show(result: "Result") -> None:
    from tabletown.lab.benchmark.results import cell

    out().print(f"{result.heading} on the benchmark, version {result.version}", style="bold")
    table = _table("task", "score, 95 %", "par", "points", "decisions", "each, s", "mishaps")
    for row in result.tasks:
        table.add_row(
            row.task, cell(row), f"{100 / row.players:.0f} %", f"{row.points:.1f}", str(row.decisions),
            f"{row.seconds_per_decision:.2g}", str(row.mishaps),
        )  # fmt: skip
    out().print(table)
    if result.misbehaved:
        out().print("* It misbehaved: greedy answered in its place, so this is not its score alone.")


def _compare(results: "Sequence[Result]", patterns: Sequence[str], as_markdown: bool, as_json: bool) -> None:
    from tabletown.lab.benchmark.results import markdown, rows

    if as_json:
        print_json([msgspec.to_builtins(result) for result in results])
    elif as_markdown:
        print(markdown(results, patterns), end="")
    else:
        table = _table("task", "par", *(result.heading.replace(" (", "\n(") for result in results))
        for row in rows(results, patterns):
            table.add_row(*row)
        out().print(table)


def _table(*headings: str, left: tuple[int, ...] = (0,)) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for n, heading in enumerate(headings):
        table.add_column(heading, justify="left" if n in left else "right", no_wrap=n > 0, overflow="fold")
    return table
