"""`tabletown draw`: a saved table as a picture."""

from pathlib import Path
from typing import Annotated

import typer

from tabletown.cli.arguments import PlyNumber, SavedFile
from tabletown.cli.errors import Unusable
from tabletown.cli.files import check_target, read_saved, write_file
from tabletown.cli.seats import SPECTATOR, read_seat
from tabletown.engine.state import NOBODY
from tabletown.extras import extra
from tabletown.games import picture
from tabletown.render.png import png
from tabletown.render.theme import Theme

EXAMPLES = (
    "tabletown draw table.toml -o table.svg",
    "tabletown draw game.txt --ply 40 --seat sky --theme dark -o table.png",
)


def command(
    file: SavedFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="The picture: a file name in .svg or .png.")],
    seat: Annotated[
        str | None,
        typer.Option(help="Draw what this seat (number, name or 'spectator') may see; by default everything."),
    ] = None,
    theme: Annotated[Theme, typer.Option(help="The colours.")] = "light",
    ply: PlyNumber = None,
) -> None:
    """Draw a position, or a record at any ply, as SVG or PNG."""
    kind = output.suffix.lower()
    if kind not in (".svg", ".png"):
        raise Unusable(f"{output} should end in .svg or .png")
    check_target(output)
    position = read_saved(file).at(ply)
    if seat is not None:
        position = position.view(NOBODY if seat.lower() == SPECTATOR else read_seat(seat, position.players))
    svg = picture(position, theme)
    if kind == ".svg":
        write_file(output, svg)
        return
    with extra("cli"):
        pixels = png(svg)
    write_file(output, pixels)
