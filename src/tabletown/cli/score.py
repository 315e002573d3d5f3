"""`tabletown score`: the score sheet of a saved table."""

from tabletown.cli.arguments import Json, PlyNumber, SavedFile
from tabletown.cli.console import out, print_json
from tabletown.cli.files import read_saved
from tabletown.cli.score_sheet import ending, sheet_facts, sheet_table

EXAMPLES = ("tabletown score table.toml", "tabletown score game.txt --ply 40 --json")


def command(file: SavedFile, ply: PlyNumber = None, as_json: Json = False) -> None:
    """Count the points of a position or a record, also of a game played at a real table.

    Write down who built what as a position file ('tabletown new uptown' shows its shape), and this is the score pad.
    """
    saved = read_saved(file)
    position = saved.at(ply)
    if as_json:
        print_json(sheet_facts(position, saved.names))
        return
    console = out()
    console.print(sheet_table(position, console, saved.names))
    console.print(ending(position, saved.names))
