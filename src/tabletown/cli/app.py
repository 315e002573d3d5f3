"""The command `tabletown` and its sub-commands. Exit codes: 0 for success, 2 with a sentence on stderr, 130 for Ctrl-C.

For `serve` Ctrl-C is the usual end, so the exit code is 0.
"""

import sys
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

import typer
from rich.markup import escape
from typer.core import TyperGroup

import tabletown
from tabletown.cli import (
    arena,
    backup,
    bench,
    dataset,
    draw,
    evaluate,
    export,
    games,
    lab,
    new,
    new_game,
    play,
    puzzles,
    ratings,
    remarks,
    rename,
    replay,
    reports,
    restore,
    review,
    score,
    serve,
    suspend,
    train,
    try_mail,
    unsuspend,
    verify,
)
from tabletown.cli.console import complain
from tabletown.cli.other_titles import TitleFolders, find_in, with_titles
from tabletown.engine.errors import TabletownError

WRONG = 2


class House(TyperGroup):
    """The group of sub-commands, in the order in which they were added; errors of the user end in one sentence."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command; in standalone mode (the default) the process ends with its exit code."""
        run = partial(super().main, args, prog_name, complete_var, False, windows_expand_args, **extra)
        if not standalone_mode:
            return run()
        try:
            code = run()
        except TabletownError as error:
            complain(str(error))
            code = WRONG
        except typer.TyperException as error:
            complain(_usage(error))
            code = WRONG
        except typer.Abort:
            code = 1
        sys.exit(code or 0)


def _usage(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "tabletown"
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{message[:1].lower()}{message[1:]} (see {where} --help)"


app = typer.Typer(
    cls=House, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich"
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tabletown {tabletown.__version__}")
        raise typer.Exit


@app.callback()
def tabletown_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and end.")
    ] = False,
    titles: TitleFolders = None,
) -> None:
    """City-building board games: at this terminal, in the browser, from Python.

    Begin with [bold]tabletown serve[/bold] (in the browser) or [bold]tabletown play uptown[/bold] (here); every
    command explains itself with --help.
    """
    find_in(titles)


for module in (
    play, serve, games, new, score, draw, replay, review, puzzles, verify, arena, evaluate, lab, dataset, train, bench,
    new_game, export, backup, restore, ratings, reports, remarks, rename, suspend, unsuspend, try_mail,
):  # fmt: skip
    examples = "\n\n".join(("[bold]Examples[/bold]", *(f"[cyan]{escape(line)}[/cyan]" for line in module.EXAMPLES)))
    app.command(module.__name__.rpartition(".")[2].replace("_", "-"), epilog=examples)(with_titles(module.command))
