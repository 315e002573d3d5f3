"""Seats in a terminal: reading their names, and showing them with shape, colour and name."""

from rich.console import Console
from rich.text import Text

from tabletown.cli.errors import Unusable
from tabletown.engine.seats import PLAIN_SEAT_GLYPHS, SEAT_COLOURS, SEAT_GLYPHS, SEAT_NAMES, seat_index

SPECTATOR = "spectator"


def read_seat(text: str, players: int) -> int:
    """The seat with this number, counted from 1, or this name; raises Unusable if there is none."""
    if text.isascii() and text.isdigit() and 1 <= int(text) <= players:
        return int(text) - 1
    seat = seat_index(text, players)
    if seat is None:
        names = ", ".join(f"{i + 1} {name.lower()}" for i, name in enumerate(SEAT_NAMES[:players]))
        raise Unusable(f"there is no seat {text!r} at this table; seats are {names}")
    return seat


def glyph(seat: int, console: Console) -> str:
    """The seat's shape as one character that the console can show."""
    return (PLAIN_SEAT_GLYPHS if console.options.ascii_only else SEAT_GLYPHS)[seat]


def badge(seat: int, console: Console, name: str = "") -> Text:
    """The shape of a seat with its own name or the player's, in its colour."""
    return Text(f"{glyph(seat, console)} {name or SEAT_NAMES[seat]}", style=f"bold {SEAT_COLOURS[seat]}")
