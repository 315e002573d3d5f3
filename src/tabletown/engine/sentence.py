"""A sentence of the log: its subject, its text, the pieces it is about, and the rules that it applies."""

from collections.abc import Mapping
from typing import Any

from tabletown.engine.seat_marks import COLOURS, Names, in_words
from tabletown.engine.value import Value

Opened = Mapping[str, Any]
"""Sealed decisions that a ply turned over: fields of the state before it, as plain values (see log_sentences.py)."""


class LogSentence(Value, frozen=True):
    """A sentence of the log. Its subject, which the text leaves out, is the seat; -1 for a sentence without one.

    The text holds marks for seats, and no full stop at its end but that of a name.
    """

    seat: int
    text: str
    pieces: tuple[str, ...] = ()  # ids of the pieces that the ply moved or changed
    rules: tuple[str, ...] = ()  # the numbers of the rules that it applies: "PL-11"
    heading: str = ""  # the part of the game to which it belongs, if that is not the status before the ply


def sentence_of(said: LogSentence, names: Names = COLOURS) -> str:
    """A sentence for a reader, with its subject, without a full stop: "You build the Bakery"."""
    text = in_words(said.text, said.seat, names)
    return f"{names.subject(said.seat)} {text}" if said.seat >= 0 else text
