"""`tabletown dataset`: games of strong bots as Parquet tables to learn from, with a card."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tabletown import bots
from tabletown.cli.arguments import Players, TitleName
from tabletown.cli.console import complain, out, prepare
from tabletown.engine.english import many
from tabletown.extras import extra
from tabletown.games import get

EXAMPLES = (
    "tabletown dataset uptown -o uptown-games",
    "tabletown dataset penny_lane --bots reflex --players 4 --games 10000 --observations -o lanes",
    "tabletown dataset uptown --bots my_bots:Bold,greedy --games 200 -o bold",
)


def command(
    title: TitleName,
    folder: Annotated[Path, typer.Option("-o", "--output", metavar="FOLDER", help="For the tables and their card.")],
    bot_names: Annotated[
        str, typer.Option("--bots", help="Who plays, perhaps with a budget (master@400); the last one fills the table.")
    ] = "reflex,master@100",
    number: Annotated[int, typer.Option("--games", min=1, help="How many games, each with a deal of its own.")] = 1000,
    players: Players = None,
    looks: Annotated[
        int, typer.Option(min=1, help="Evaluations for every decision, for bots without a budget of their own.")
    ] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The first deal; the others follow.")] = 0,
    observations: Annotated[
        bool, typer.Option("--observations", help="Keep what the seat observed, as lists of the floats that are not 0.")
    ] = False,
    chances: Annotated[
        bool, typer.Option("--chances", help="Keep the chances to win that the title's mind sees.")
    ] = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Batches played at once; by default as many as there are cores.")
    ] = None,
) -> None:
    """Let strong bots play, and write a table of games and one of decisions, as Parquet with a card.

    Stop it at any time: the same command plays only what is missing. Needs tabletown\\[lab].
    """
    with extra("lab"):
        import pyarrow  # noqa: F401
    from tabletown.lab.arena import entrant
    from tabletown.lab.dataset.folder import DatasetFolder
    from tabletown.lab.dataset.plan import DatasetPlan

    played = get(title)
    names = tuple(name.strip() for name in bot_names.split(","))
    plan = DatasetPlan(
        played.name, names, number, players or played.meta.players[0], looks, seed, observations, chances
    )  # fmt: skip
    found = DatasetFolder.begin(folder, plan)
    if found.finished:
        out().print(f"{folder} is finished: {many(number, 'game')} of {played.meta.title}", soft_wrap=True)
        return
    prepare(played)
    bots.warm_up(played, {entrant(plan.match, name)[0] for name in names})
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    with (
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress,
        ThreadPoolExecutor(jobs or os.cpu_count() or 1, "dataset") as pool,
    ):
        done = number - sum(map(len, found.missing()))
        bar = progress.add_task(f"{played.meta.title}, {', '.join(names)}", total=number, completed=done)
        found.play(pool, lambda finished: progress.advance(bar, finished), complain)
    out().print(f"{many(number, 'game')} of {played.meta.title} written to {folder}", soft_wrap=True)
