"""Names of squares, permits, buildings and sums, as people say them."""

from collections.abc import Iterable
from typing import Any

from tabletown.engine.english import listing
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.milton_keynes import state as s

SEASONS = ("Spring Sale", "Autumn Sale")
SIDES = ("left", "right")


def label(square: int) -> str:
    """The label of a square: "B4"."""
    return f"{'ABCDEFGHI'[square // s.COLUMNS]}{square % s.COLUMNS + 1}"


def slug(square: int) -> str:
    """The label as moves write it."""
    return label(square).lower()


def square_of(text: str) -> int | None:
    """The square that a label means, or None."""
    if len(text) == 2 and text[0] in "abcdefghi" and text[1] in "123456789":
        return "abcdefghi".index(text[0]) * s.COLUMNS + int(text[1]) - 1
    return None


def squares(words: Any) -> list[int]:
    """The squares of a set, in label order."""
    mask, found = int(words[0]) | int(words[1]) << s.SPLIT, []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


def labels(plots: Iterable[int]) -> str:
    """Several labels in a row: "B4 B5 C5"."""
    return " ".join(label(plot) for plot in plots)


def plots_of(position: Position, anchor: int) -> list[int]:
    """The plots of a building, by its first label."""
    anchors = position.state.anchor.tolist()
    return [plot for plot in range(s.SQUARES) if anchors[plot] == anchor]


def buildings_of(position: Position, seat: int) -> list[int]:
    """The first labels of a seat's buildings."""
    anchors, owners = position.state.anchor.tolist(), position.state.owner.tolist()
    return [plot for plot in range(s.SQUARES) if anchors[plot] == plot and owners[plot] == seat]


def permit_name(position: Position, kind: int) -> str:
    """A permit by its kind."""
    name: str = position.cards.permits[kind].name
    return name


def building_name(position: Position, kind: int) -> str:
    """A building type."""
    name: str = position.cards.buildings[kind].name
    return name


def lot_squares(position: Position, lot: int) -> list[int]:
    """The deeds of a lot."""
    return squares(position.state.lot[lot])


def permit_between(position: Position, k: int) -> tuple[str, str]:
    """The two seats between which permit `k` lies."""
    return SEAT_NAMES[k], SEAT_NAMES[(k + 1) % position.players]


def offer_parts(position: Position, which: int) -> tuple[list[str], list[str]]:
    """What an offer gives and asks, in words."""
    state = position.state
    sides = []
    for cash, deeds, permits in (
        (state.gives_cash, state.given, state.gives_permits),
        (state.asks_cash, state.asked_deeds, state.asks_permits),
    ):
        parts = [f"{int(cash[which])} cash"] if cash[which] else []
        parts += [label(square) for square in squares(deeds[which])]
        for kind in range(s.PERMIT_KINDS):
            n = int(permits[which][kind])
            parts += [f"{n} {permit_name(position, kind)}" if n > 1 else permit_name(position, kind)] if n else []
        sides.append(parts)
    return sides[0], sides[1]


def offer_words(position: Position, which: int) -> str:
    """An offer as a sentence: "B4 and 3 cash for a Lobby"."""
    gives, asks = offer_parts(position, which)
    return f"{listing(gives) if gives else 'nothing yet'} for {listing(asks) if asks else 'nothing yet'}"
