"""`tabletown review`: where a finished game was won, and what luck and choices had to do with it."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tabletown.cli.arguments import Json, SavedFile
from tabletown.cli.console import out, print_json
from tabletown.cli.errors import Unusable
from tabletown.cli.files import check_target, read_saved, write_file
from tabletown.cli.seats import badge
from tabletown.engine.game import Game
from tabletown.engine.seat_marks import Names
from tabletown.study.report import as_data, cost_sentence, points, verdict
from tabletown.study.review import Review, review_game
from tabletown.study.review_file import page

EXAMPLES = (
    "tabletown review game.txt",
    "tabletown review game.txt -o review.html",
    "tabletown review game.txt --json > review.json",
)


def command(
    file: SavedFile,
    as_json: Json = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write it as one HTML page with pictures to this file.")
    ] = None,
) -> None:
    """Review a finished game: every decision is judged by what its seat could know, luck apart from skill.

    Chances are those to win if all play on like the title's mind. Own choices are what a player lost against the best
    moves, luck is how much better cards and deals came than was to be expected, the rest are the others' choices.
    """
    saved = read_saved(file)
    if saved.game is None:
        raise Unusable(f"{file} holds a single position; a review needs the record of a finished game")
    if output is not None:
        check_target(output)  # before the work, not after it
    review, names = _reviewed(saved.game), Names(tuple(saved.names))
    if output is not None:
        write_file(output, page(review, names))
        return
    if as_json:
        print_json(as_data(review, names))
        return
    console = out()
    console.print(verdict(review, names))
    console.print(_accounts(review, saved.names, console))
    for seat in range(saved.game.players):
        for choice in review.costliest(seat):
            console.print(f"Ply {choice.decision.first + 1}: {cost_sentence(choice, names)}")


def _reviewed(game: Game) -> Review:
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("judging", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total, description=f"{done} of {total} plies")

        return review_game(game, show)


def _accounts(review: Review, names: tuple[str, ...], console: Console) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("Player")
    for heading in ("start", "own choices", "others' choices", "luck", "end", "accuracy"):
        table.add_column(heading, justify="right")
    for seat, account in enumerate(review.accounts):
        parts = [points(part) for part in (account.own, account.others, account.luck)]
        accuracy = "" if account.accuracy is None else f"{account.accuracy:.0%} of {account.choices}"
        player = badge(seat, console, names[seat])
        table.add_row(player, f"{account.start:.0%}", *parts, f"{account.end:.0%}", accuracy)
    return table
