"""`tabletown arena`: matches between bots, with ratings."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tabletown import bots
from tabletown.cli.arguments import Json, Players, TitleName
from tabletown.cli.console import complain, out, prepare, print_json
from tabletown.cli.errors import Unusable
from tabletown.cli.files import write_file
from tabletown.games import get
from tabletown.lab.arena import Match, PlayedGame, Result, entrant, play
from tabletown.lab.sequential import verdict

EXAMPLES = (
    "tabletown arena uptown --bots search,greedy --games 40",
    "tabletown arena penny_lane --bots search,greedy --players 4 --seconds 0.5 --records games",
    "tabletown arena uptown --bots tourist,tenant,shopkeeper,greedy --games 200 --json",
    "tabletown arena uptown --bots master@0.1s,search@1s --games 400 --at-least 0.75",
)
BARS = " ▁▂▃▄▅▆▇█"
PLAIN_BARS = " .:-=+*%#"  # for terminals that know only ASCII
BINS = 24


def command(
    title: TitleName,
    bot_names: Annotated[
        str, typer.Option("--bots", help="Who plays, perhaps with a budget (search@1s); the last one fills the table.")
    ] = "search,greedy",
    number: Annotated[int, typer.Option("--games", min=1, help="How many games; every deal from each seat.")] = 20,
    seconds: Annotated[float, typer.Option(min=0.0, max=600, help="How long a bot may think about a decision.")] = 0.1,
    iterations: Annotated[
        int | None, typer.Option(min=1, help="How much a search thinks instead; then a seed repeats a match.")
    ] = None,
    players: Players = None,
    seed: Annotated[int, typer.Option(min=0, help="The first deal; the others follow.")] = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Games played at once; by default as many as there are cores.")
    ] = None,
    at_least: Annotated[
        float | None,
        typer.Option(metavar="SHARE", help="End when it is clear whether the first bot wins more than this share."),
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep every game as a record in this folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Let bots play a match: seats rotate, every deal is played from each seat, ratings come with intervals."""
    names = tuple(name.strip() for name in bot_names.split(","))
    match = Match(get(title).name, names, number, players, seconds, iterations, seed, records is not None, at_least)
    match.check()
    if records is not None:
        _make_folder(records)
    prepare(get(title))
    bots.warm_up(get(title), {entrant(match, name)[0] for name in names})
    result = _play(match, threads or os.cpu_count() or 1)
    for game in result.played:
        for mishap in game.mishaps:
            complain(f"game {game.number + 1}: {mishap}")
        if records is not None:
            write_file(records / f"{title}-{game.number + 1:04d}.txt", game.record)
    if as_json:
        print_json(result.as_dict())
    else:
        _show(result)


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        raise Unusable(f"{path} cannot be used for records: {error.strerror or error}") from None


def _play(match: Match, threads: int) -> Result:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    with (
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress,
        ThreadPoolExecutor(threads, "arena") as pool,
    ):
        task = progress.add_task(" against ".join(match.bots), total=match.games)

        def advance(_: PlayedGame) -> None:
            progress.advance(task)

        return play(match, pool, advance)


def _show(result: Result) -> None:
    console = out()
    games = len(result.played)
    console.print(f"{get(result.match.title).meta.title} for {result.match.seats}, {games} games", style="bold")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("bot", "games", "wins", "win rate", "95 %", "rating", "95 %"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in result.bots:
        low, high = row.interval
        between = f"{row.rating.low:.0f} to {row.rating.high:.0f}"
        table.add_row(
            row.name, str(row.games), f"{row.wins:g}", f"{row.win_rate:.1%}", f"{low:.1%} to {high:.1%}",
            f"{row.rating.points:.0f}", between,
        )  # fmt: skip
    console.print(table)
    if result.match.at_least is not None:
        console.print(_verdict(result, result.match.at_least))
    console.print()
    seats = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("seat", "wins", "win rate", "mean score"):
        seats.add_column(heading, justify="left" if heading == "seat" else "right")
    for seat in result.seats:
        seats.add_row(seat.seat, f"{seat.wins:g}", f"{seat.win_rate:.1%}", f"{seat.mean_score:.1f}")
    console.print(seats)
    console.print()
    console.print(_histograms(result, console))


def _verdict(result: Result, share: float) -> str:
    first = result.bots[0]
    found = verdict(first.wins, first.games, share)
    words = {True: "It wins more than", False: "It does not win", None: "It is not clear whether it wins"}
    return f"{words[found]} {share:.0%} ({first.name}, sequential test)."


def _histograms(result: Result, console: Console) -> Table:
    """A histogram of scores: one line of bars per bot, on a common scale."""
    scores = [score for row in result.bots for score in row.scores]
    low, high = min(scores), max(scores)
    width = max(1, -(-(high - low + 1) // BINS))
    bars = PLAIN_BARS if console.options.ascii_only else BARS
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("scores")
    table.add_column(f"{low} to {high}, {width} to a bar" if width > 1 else f"{low} to {high}")
    for row in result.bots:
        counts = [0] * ((high - low) // width + 1)
        for score in row.scores:
            counts[(score - low) // width] += 1
        most = max(counts)
        table.add_row(row.name, "".join(bars[-(-count * (len(bars) - 1) // most)] for count in counts))
    return table
