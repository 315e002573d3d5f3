"""Remarks: the chat messages of a table, which are part of its log, but not of the game.

A remark is visible to all readers of the table. It belongs to no ply: it is never taken back, and it makes no move
outdated.
"""

import unicodedata

from tabletown.engine.value import Value
from tabletown.server.errors import Malformed
from tabletown.server.limits import DEFAULTS
from tabletown.server.store.events import Said

MAX_REMARK = DEFAULTS.remark_length
_JOINERS = "\u200c\u200d"  # invisible, but needed in Persian words and in emoji
_NAME_END = "\n"  # clean_remark removes it from texts


class Remark(Value, frozen=True):
    """A chat message: its number at the table, the seat (-1: a spectator) and name of the speaker, and the text."""

    number: int
    seat: int
    name: str
    text: str
    owner: str = ""  # the player's id, never shown


def clean_remark(text: str) -> str:
    """The text of a remark as it may be shown: one line, without control characters. Raises Malformed.

    >>> clean_remark("well\\n \\u202eplayed\\x07 ")
    'well played'
    """
    visible = "".join(c for c in text if c in _JOINERS or c.isspace() or not unicodedata.category(c).startswith("C"))
    remark = " ".join(visible.split())
    if not remark.strip(_JOINERS + " "):
        raise Malformed("There is nothing to say yet.")
    if len(remark) > MAX_REMARK:
        raise Malformed(f"A remark has at most {MAX_REMARK} characters.")
    return remark


def remark_event(seat: int, name: str, text: str, owner: str, ply: int, digest: str) -> Said:
    """The event of a remark. A spectator has no seat, so their name is stored in the first line of the text."""
    return Said(seat, ply, digest, text if seat >= 0 else f"{name}{_NAME_END}{text}", owner)


def read_remark(number: int, event: Said, seats: list[str]) -> Remark:
    """The remark of an event; `seats` are the names of the seats."""
    name = seats[event.seat] if event.seat >= 0 else event.text.rpartition(_NAME_END)[0]
    return Remark(number, event.seat, name, spoken_text(event), event.owner)


def spoken_text(event: Said) -> str:
    """What was said, without the name of a spectator."""
    return event.text if event.seat >= 0 else event.text.rpartition(_NAME_END)[2]
