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
from tabletown.study.puzzles import Puzzle, find_puzzles, from_data
from tabletown.study.spreading import spread

EXAMPLES = (
    "tabletown puzzles uptown --games 200 --most 100 -o puzzles.jsonl",
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
    most: Annotated[
        int | None, typer.Option(min=1, help="Keep at most so many, of all themes and difficulties in turn.")
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
    found_ones: list[Puzzle] = []
    with ProcessPoolExecutor(workers or os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for puzzles in pool.map(partial(_of_game, found.name, players), (deal_seed(seed, n) for n in range(number))):
            found_ones += map(from_data, puzzles)
            for puzzle in puzzles:
                moves, hard = "; ".join(puzzle["best"]), puzzle["difficulty"]
                out().print(f"{puzzle['id']}  difficulty {hard}  {moves}", highlight=False)
    kept = found_ones if most is None else spread(found_ones, most)
    if file is not None:
        write_file(file, "".join(f"{json.dumps(puzzle.as_data())}\n" for puzzle in kept))
    left_out = f", {len(kept)} of them kept" if len(kept) < len(found_ones) else ""
    out().print(f"{len(found_ones)} puzzles in {number} games{left_out}", style="dim")


def _of_game(name: str, players: int, seed: int) -> list[dict[str, Any]]:
    """The puzzles of one game of minds."""
    game, reflex = Game.new(get(name), players, seed), bots.get("reflex")
    while (seat := game.turn) is not None:
        game.push_action(reflex.choose(game.view(seat), bots.Budget(seed=game.ply)), seat)
    return [puzzle.as_data() for puzzle in find_puzzles(game)]
