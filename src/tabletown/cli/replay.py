"""`tabletown replay`: replays a record in words, and verifies it."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from tabletown.cli.arguments import Json, PlyNumber, SavedFile
from tabletown.cli.board import board
from tabletown.cli.console import out, print_json
from tabletown.cli.errors import Unusable
from tabletown.cli.files import Saved, read_saved
from tabletown.cli.score_sheet import ending, sheet_facts, sheet_table
from tabletown.cli.seats import badge
from tabletown.engine.forced import only_action
from tabletown.engine.game import Game
from tabletown.engine.log_sentences import LogSentence, chapter, tell
from tabletown.engine.seat_marks import Names, in_words
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.steps import step_ends

EXAMPLES = (
    "tabletown replay game.txt",
    "tabletown replay game.txt --verify",
    "tabletown replay game.txt --ply 40",
    "tabletown replay game.txt --plies",
    "tabletown replay game.txt --rules",
)


def command(
    file: SavedFile,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check that the replay gives the scores and the digest of the record.")
    ] = False,
    ply: PlyNumber = None,
    every_ply: Annotated[
        bool, typer.Option("--plies", help="Print every ply, also parts of moves; otherwise whole moves.")
    ] = False,
    with_rules: Annotated[bool, typer.Option("--rules", help="Print the rules that each line applies.")] = False,
    as_json: Json = False,
) -> None:
    """Replay a record: every move in words, then the table (with --ply) or the score sheet.

    A move is numbered by its last ply. Plies without a choice follow the move that led to them.
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
    _print_log(console, saved.game, plies, saved.names, with_rules, every_ply)
    console.print()
    if ply is None or position.is_game_over():
        console.print(sheet_table(position, console, saved.names))
        console.print(ending(position, saved.names))
    else:
        console.print(board(position, console))
    if checked is not None:
        also = f"; the {' and the '.join(checked)} agree" if checked else "; it carries neither scores nor a digest"
        console.print(f"Verified: all {len(saved.game.history)} plies are legal{also}.")


def _print_log(
    console: Console, game: Game, plies: Sequence[dict[str, Any]], players: Sequence[str], rules: bool, every_ply: bool
) -> None:
    """Print the log: headings for the parts of the game, and every sentence; the last one of a move has its number.

    With `every_ply`, all of them have one, and parts of moves are printed as they are written in a record.
    """
    width, names, heading = len(str(plies[-1]["ply"] if plies else 0)), Names(tuple(players)), ""
    first = game.first_ply
    ends = {first + end for end in step_ends(game)}
    for row in plies:
        before, after = game.at(row["ply"] - 1), game.at(row["ply"])
        ply = game.history[row["ply"] - 1 - first]
        said = tell(before, after, ply, before) or []
        if row is plies[-1] and not said and row["sentence"]:
            said = [LogSentence(ply.seat, before.title.words.explain(before, ply.seat, ply.action))]  # half a move
        if every_ply and not said:
            said = [LogSentence(ply.seat, row["move"])]
        number = row["ply"] if every_ply or row["ply"] in ends else ""
        for one in said:
            part = one.heading or chapter(before)
            if part != heading:
                heading = part
                console.print(Text(part, "bold"))
            text = in_words(one.text, one.seat, names)
            style = "dim" if row["forced"] and one.seat == ply.seat else ""
            subject = (badge(one.seat, console, players[one.seat]), " ") if one.seat >= 0 else ()
            applied = (f"  {' '.join(one.rules)}", "dim") if rules and one.rules else ""
            console.print(Text.assemble((f"{number:>{width}} ", "dim"), *subject, (text, style), applied))


def _plies(game: Game, last: int) -> list[dict[str, Any]]:
    """The plies up to `last`; a ply that is only part of a move has no sentence, the one that completes it has."""
    first, words = game.first_ply, game.title.words
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
                "forced": only_action(before, ply.seat) is not None,
                "sentence": None if half else before.explain(ply.action, ply.seat),
            }
        )
    return rows


def _checked(saved: Saved) -> list[str]:
    """Which fields of the record were compared with the replay."""
    return [fact for fact in ("scores", "digest") if fact in (saved.header or {})]
