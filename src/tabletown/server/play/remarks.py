"""What people say to each other at a table: part of its log, but not of the game.

A remark is visible to everybody who can see the table. It belongs to no ply: nothing of it is taken back, and no move
becomes outdated by it.
"""

import unicodedata
from dataclasses import dataclass

from tabletown.server.errors import Malformed
from tabletown.server.store.events import Said

MAX_REMARK = 300
_JOINERS = "\u200c\u200d"  # invisible, but parts of words in Persian and of pictures of families
_BETWEEN = "\n"  # no remark holds one


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that was said: the how manieth, from which seat (-1: by somebody who watches), by whom."""

    number: int
    seat: int
    name: str
    text: str


def plain(text: str) -> str:
    """A remark as it may be shown: one line, without characters that turn around the text beside them.

    >>> plain("well\\n \\u202eplayed\\x07 ")
    'well played'
    """
    visible = "".join(c for c in text if c in _JOINERS or c.isspace() or not unicodedata.category(c).startswith("C"))
    remark = " ".join(visible.split())
    if not remark.strip(_JOINERS + " "):
        raise Malformed("There is nothing to say yet.")
    if len(remark) > MAX_REMARK:
        raise Malformed(f"A remark has at most {MAX_REMARK} characters.")
    return remark


def said(seat: int, name: str, text: str, owner: str, ply: int, digest: str) -> Said:
    """The event of a remark. A seat has its name already; whoever has none brings one along, in a line of its own."""
    return Said(seat, ply, digest, text if seat >= 0 else f"{name}{_BETWEEN}{text}", owner)


def remark(number: int, event: Said, seats: list[str]) -> Remark:
    """The remark of such an event at a table whose seats have these names."""
    if event.seat >= 0:
        return Remark(number, event.seat, seats[event.seat], event.text)
    name, between, text = event.text.partition(_BETWEEN)
    return Remark(number, event.seat, name if between else "", text if between else name)
