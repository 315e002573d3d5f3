"""Terminal output: results on stdout, progress and error messages on stderr."""

import json
import os
import sys
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
from rich.text import Text

from tabletown.engine.title import Title
from tabletown.engine.warm_up import compile_title

PIPE_WIDTH = 120


def out() -> Console:
    """A console on the present stdout; into a pipe it writes plain text, wide enough for every table."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    return Console(width=width, highlight=False)


def complain(sentence: str) -> None:
    """Print an error message on stderr."""
    console = Console(stderr=True, highlight=False)
    console.print(Text.assemble(("tabletown: ", "bold red"), sentence), soft_wrap=True)


def print_json(data: Any) -> None:
    """Print a result as one JSON document on stdout."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def prepare(*titles: Title) -> None:
    """Compile the kernels of titles, or load them from the cache, with a progress bar in a terminal."""
    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[part]}")
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        for title in titles:
            task = progress.add_task(f"Preparing {title.meta.title}", total=None, part="")

            def show(done: int, total: int, name: str, task: Any = task) -> None:
                progress.update(task, completed=done, total=total, part=name)

            compile_title(title, show)
