"""`tabletown new`: a freshly dealt table as a position file."""

from pathlib import Path
from typing import Annotated

import typer

from tabletown.cli.arguments import EditionName, Players, Seed, TitleName
from tabletown.cli.console import prepare
from tabletown.cli.files import check_target, write_file
from tabletown.engine.game import Game
from tabletown.engine.position_text import write_position
from tabletown.games import get

EXAMPLES = ("tabletown new uptown --players 3 --seed 7 -o table.toml", "tabletown new uptown | less")


def command(
    title: TitleName,
    players: Players = None,
    seed: Seed = None,
    edition: EditionName = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where to write the position; by default on stdout.")
    ] = None,
) -> None:
    """Deal a new game and write it as a position, to be edited, drawn, scored or played on from."""
    game_title = get(title)
    if output:
        check_target(output)
    prepare(game_title)
    text = write_position(Game.new(game_title, players, seed, edition=edition))
    if output:
        write_file(output, text)
    else:
        typer.echo(text, nl=False)
