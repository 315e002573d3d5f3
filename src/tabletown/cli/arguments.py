"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

TitleName = Annotated[str, typer.Argument(metavar="TITLE", help="Which game; 'tabletown games' lists them.")]
SavedFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record or a position file.")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="How many play; by default as few as possible.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Deals always the same game; by default a secret one.")]
EditionName = Annotated[str, typer.Option("--edition", help="An edition of the cards; by default as printed.")]
Json = Annotated[bool, typer.Option("--json", help="Write JSON for programs.")]
PlyNumber = Annotated[int | None, typer.Option("--ply", help="Stop after so many plies of a record.")]
