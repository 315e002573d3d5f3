"""`tabletown puzzles`: cuts puzzles from games that minds play against each other."""

import json
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

import typer

from tabletown import bots
from tabletown.cli.arguments import Players, TitleName
from tabletown.cli.console import out, prepare
from tabletown.cli.files import check_target, write_file
from tabletown.engine.game import Game
from tabletown.games import get
from tabletown.lab.deals import deal_seed
from tabletown.study.puzzles import find_puzzles

EXAMPLES = (
    "tabletown puzzles uptown --games 100 -o puzzles.jsonl",
    "tabletown puzzles penny_lane --games 20 --players 3 --seed 7",
)


def command(
    title: TitleName,
    number: Annotated[int, typer.Option("--games", min=1, help="Games of minds to look through.")] = 20,
    players: Players = None,
    seed: Annotated[int, typer.Option(min=0, help="Of all deals.")] = 0,
    file: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the puzzles to this file, one line of JSON for each.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one for each core.")] = None,
) -> None:
    """Make puzzles: positions in which one move is clearly best, and is not what comes to mind first.

    Minds play against each other, and every decision of their games is looked at. The same seed gives the same puzzles.
    """
    found = get(title)
    players = found.meta.players[0] if players is None else players
    found.check_players(players)
    if file is not None:
        check_target(file)  # before the games, not after them
    prepare(found)
    lines = []
    with ProcessPoolExecutor(workers or os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for puzzles in pool.map(partial(_of_game, found.name, players), (deal_seed(seed, n) for n in range(number))):
            lines += [json.dumps(puzzle) for puzzle in puzzles]
            for puzzle in puzzles:
                moves, hard = "; ".join(puzzle["best"]), puzzle["difficulty"]
                out().print(f"{puzzle['id']}  difficulty {hard}  {moves}", highlight=False)
    if file is not None:
        write_file(file, "".join(f"{line}\n" for line in lines))
    out().print(f"{len(lines)} puzzles in {number} games", style="dim")


def _of_game(name: str, players: int, seed: int) -> list[dict[str, Any]]:
    """The puzzles of one game of minds."""
    game, reflex = Game.new(get(name), players, seed), bots.get("reflex")
    while (seat := game.turn) is not None:
        game.push_action(reflex.choose(game.view(seat), bots.Budget(seed=game.ply)), seat)
    return [puzzle.as_data() for puzzle in find_puzzles(game)]
