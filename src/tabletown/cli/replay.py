"""`tabletown replay`: replays a record in words, and verifies it."""

from typing import Annotated, Any

import typer
from rich.text import Text

from tabletown.cli.arguments import Json, PlyNumber, SavedFile
from tabletown.cli.board import board
from tabletown.cli.console import out, print_json
from tabletown.cli.errors import Unusable
from tabletown.cli.files import Saved, read_saved
from tabletown.cli.score_sheet import ending, sheet_facts, sheet_table
from tabletown.cli.seats import badge
from tabletown.engine.game import Game
from tabletown.engine.seats import SEAT_NAMES

EXAMPLES = (
    "tabletown replay game.txt",
    "tabletown replay game.txt --verify",
    "tabletown replay game.txt --ply 40",
)


def command(
    file: SavedFile,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check that the replay gives the scores and the digest of the record.")
    ] = False,
    ply: PlyNumber = None,
    as_json: Json = False,
) -> None:
    """Replay a record: every move in words, then the table (with --ply) or the score sheet.

    A move that the rules do not allow ends the replay with an error that names it; --verify also compares the end.
    """
    saved = read_saved(file, verify=verify)
    if saved.game is None:
        raise Unusable(f"{file} holds a single position; a record has one ply per line below a line ---")
    position = saved.at(ply)
    plies = _plies(saved.game, position.ply)
    checked = _checked(saved) if verify else None
    if as_json:
        facts = sheet_facts(position, saved.names) | {"digest": position.digest(), "verified": checked, "plies": plies}
        print_json(facts)
        return
    console = out()
    width = len(str(position.ply))
    for row in plies:
        if row["sentence"]:
            seat = badge(row["index"], console, saved.names[row["index"]])
            console.print(Text.assemble((f"{row['ply']:>{width}} ", "dim"), seat, " ", row["sentence"]))
    console.print()
    if ply is None or position.is_over():
        console.print(sheet_table(position, console, saved.names))
        console.print(ending(position, saved.names))
    else:
        console.print(board(position, console))
    if checked is not None:
        also = f"; the {' and the '.join(checked)} agree" if checked else "; it carries neither scores nor a digest"
        console.print(f"Verified: all {len(saved.game.history)} plies are legal{also}.")


def _plies(game: Game, last: int) -> list[dict[str, Any]]:
    """The plies up to `last`; a ply that is only part of a move has no sentence, the one that completes it has."""
    first, words = game.ply - len(game.history), game.title.words
    rows = []
    for number, ply in enumerate(game.history[: last - first], first):
        before = game.at(number)
        half = words.partial(before, ply.action) and number + 1 < last
        rows.append(
            {
                "ply": number + 1,
                "seat": SEAT_NAMES[ply.seat].lower(),
                "index": ply.seat,
                "move": before.say(ply.action, ply.seat),
                "sentence": None if half else before.explain(ply.action, ply.seat),
            }
        )
    return rows


def _checked(saved: Saved) -> list[str]:
    """Which fields of the record were compared with the replay."""
    return [fact for fact in ("scores", "digest") if fact in (saved.header or {})]
