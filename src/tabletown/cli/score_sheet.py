"""The score sheet of a position: the sources of every seat's points, the sums and the places."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tabletown.cli.seats import badge
from tabletown.engine.english import listing, sentence
from tabletown.engine.final_result import tie_in_words
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import Names, in_words
from tabletown.engine.seats import SEAT_COLOURS, SEAT_NAMES
from tabletown.engine.state import NOBODY

PLACES = ("1st", "2nd", "3rd", "4th", "5th")


def sheet_table(position: Position, console: Console, names: Sequence[str]) -> Table:
    """The score sheet as a table: a column per seat, a row per source, the sum and, at the end, the place."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    for seat in range(position.players):
        table.add_column(badge(seat, console, names[seat]), justify="right")
    sources = list(position.title.scoring.sheet(position))
    if len(sources) > 1:  # a single one is the score itself
        for source, points in sources:
            table.add_row(source, *map(str, points))
        table.add_section()
    sums = [Text(str(n), style=f"bold {SEAT_COLOURS[seat]}") for seat, n in enumerate(position.scores())]
    table.add_row(Text("Score", style="bold"), *sums)
    outcome = position.outcome()
    if outcome:
        table.add_row("Place", *(PLACES[place - 1] for place in outcome.places))
    return table


def ending(position: Position, names: Sequence[str]) -> str:
    """One sentence about how the game ended, or that it has not."""
    outcome = position.outcome()
    if outcome is None:
        return f"The game goes on: {position.title.words.status(position)}."
    winners = [names[seat] for seat in outcome.winners]
    who = f"{winners[0]} wins" if len(winners) == 1 else f"{listing(winners)} share the victory"
    tie = in_words(tie_in_words(position, outcome), NOBODY, Names(tuple(names)))
    return f"The game is over, {outcome.reason}: {who}." + (f" {sentence(tie)}" if tie else "")


def sheet_facts(position: Position, names: Sequence[str]) -> dict[str, object]:
    """The score sheet as plain data, for JSON."""
    outcome = position.outcome()
    return {
        "title": position.title.name,
        "rules": position.rules,
        "ply": position.ply,
        "seats": [
            {"seat": SEAT_NAMES[seat].lower(), "player": names[seat], "score": score}
            | ({"place": outcome.places[seat]} if outcome else {})
            for seat, score in enumerate(position.scores())
        ],
        "sheet": [{"source": source, "points": points} for source, points in position.title.scoring.sheet(position)],
        "over": outcome is not None,
        "reason": outcome.reason if outcome else None,
    }
