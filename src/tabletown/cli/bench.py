"""`tabletown bench`: measures how fast the rules run on this machine."""

from dataclasses import asdict
from typing import Annotated, Any, Literal

import typer
from rich.table import Table

from tabletown.cli.arguments import Json, Players
from tabletown.cli.console import out, prepare, print_json
from tabletown.engine.title import Title
from tabletown.games import get, names

EXAMPLES = (
    "tabletown bench",
    "tabletown bench uptown --players 4 --seconds 5 --json",
    "tabletown bench --search",
)


ROWS = {
    "decisions_per_second": "decisions per second",
    "games_per_second": "games per second",
    "all_threads_decisions_per_second": "decisions per second, all threads",
    "uncompiled_ratio": "times as fast as uncompiled",
    "copies_per_second": "copies of a state per second",
    "views_per_second": "views of a seat per second",
    "cold_start_s": "cold start, seconds",
    "warm_start_s": "warm start, seconds",
}
SEARCH_ROWS = {"playouts_per_second": "playouts per second", "nodes_per_second": "nodes per second"}


def command(
    titles: Annotated[
        list[str] | None, typer.Argument(metavar="[TITLE]...", help="Which games; by default all.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="How long to measure each number.")] = 2.0,
    players: Players = None,
    device: Annotated[
        Literal["cpu", "cuda"], typer.Option(help="Where the rules run; cuda needs tabletown[cuda].")
    ] = "cpu",
    search: Annotated[
        bool, typer.Option("--search", help="Measure how fast the search thinks, on one thread.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Measure how many decisions per second random games make, and what a start costs.

    Machines differ and are never quite idle: compare ratios on one machine, not numbers between two.
    """
    chosen = [get(name) for name in titles or names()]
    for title in chosen:
        if players is not None:
            title.check_players(players)
    prepare(*chosen)
    results = [_measure(title, players, seconds, device, search) for title in chosen]
    if as_json:
        print_json(results)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("")
    for result in results:
        table.add_column(result["title"], justify="right")
    for fact in ("players",) if search else ("players", "device", "threads"):
        table.add_row(fact, *(str(result[fact]) for result in results))
    for fact, words in (SEARCH_ROWS if search else ROWS).items():
        table.add_row(words, *(_number(result[fact]) for result in results))
    out().print(table)


def _measure(title: Title, players: int | None, seconds: float, device: str, search: bool) -> dict[str, Any]:
    from tabletown.lab import bench  # the other commands need no laboratory

    players = title.meta.players[0] if players is None else players
    if search:
        return asdict(bench.bench_search(title.name, players, seconds))
    return asdict(bench.bench(title.name, players, seconds, device))


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
