"""Names of squares, permits, buildings and sums, as people say them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from tabletown.engine.english import listing
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.value import Value
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.plain_state import plain

SEASONS = ("Spring Sale", "Autumn Sale")
SIDES = ("left", "right")
LABELS = tuple(f"{'ABCDEFGHI'[square // s.COLUMNS]}{square % s.COLUMNS + 1}" for square in range(s.SQUARES))


def label(square: int) -> str:
    """The label of a square: "B4"."""
    return LABELS[square]


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
    return list(squares_in(mask_of(words)))


def mask_of(words: Any) -> int:
    """A set of squares as one number, in which the bit of a square is 1 << square."""
    return int(words[0]) | int(words[1]) << s.SPLIT


@lru_cache(maxsize=4096)
def squares_in(mask: int) -> tuple[int, ...]:
    """The squares of a set that is given as one number, in label order."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return tuple(found)


def words_of(mask: int) -> tuple[int, int]:
    """A set that is given as one number as the two words of the state."""
    return mask & (1 << s.SPLIT) - 1, mask >> s.SPLIT


def labels(plots: Iterable[int]) -> str:
    """Several labels in a row: "B4 B5 C5"."""
    return " ".join(label(plot) for plot in plots)


def plots_of(position: Position, anchor: int) -> list[int]:
    """The plots of a building, by its first label."""
    anchors = plain(position).anchor
    return [plot for plot in range(s.SQUARES) if anchors[plot] == anchor]


def buildings_of(position: Position, seat: int) -> list[int]:
    """The first labels of a seat's buildings."""
    state = plain(position)
    anchors, owners = state.anchor, state.owner
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
    return squares(plain(position).lot[lot])


def permit_between(position: Position, k: int) -> tuple[str, str]:
    """The two seats between which permit `k` lies."""
    return SEAT_NAMES[k], SEAT_NAMES[(k + 1) % position.players]


class Side(Value, frozen=True):
    """What one side of an offer would hand over."""

    cash: int
    deeds: int  # a set of squares as one number
    permits: tuple[int, ...]  # how many of each kind


def offer_sides(position: Position, which: int) -> tuple[Side, Side]:
    """What an offer gives and asks."""
    state = plain(position)
    return (
        Side(
            state.gives_cash[which],
            mask_of(state.given[which]),
            tuple(state.gives_permits[which]),
        ),
        Side(
            state.asks_cash[which],
            mask_of(state.asked_deeds[which]),
            tuple(state.asks_permits[which]),
        ),
    )


def offer_parts(position: Position, which: int) -> tuple[list[str], list[str]]:
    """What an offer gives and asks, in words."""
    given, asked = offer_sides(position, which)
    return side_parts(position.cards, given), side_parts(position.cards, asked)


def side_parts(cards: CardSet, side: Side) -> list[str]:
    """What one side of an offer would hand over, in words."""
    parts = [f"{side.cash} cash"] if side.cash else []
    parts += [label(square) for square in squares_in(side.deeds)]
    for kind, n in enumerate(side.permits):
        name = cards.permits[kind].name
        parts += [f"{n} {name}" if n > 1 else name] if n else []
    return parts


def offer_words(position: Position, which: int) -> str:
    """An offer as a sentence: "B4 and 3 cash for a Lobby"."""
    return sides_words(position.cards, *offer_sides(position, which))


@lru_cache(maxsize=1024)
def sides_words(cards: CardSet, given: Side, asked: Side) -> str:
    """An offer as a sentence, by its sides."""
    gives, asks = side_parts(cards, given), side_parts(cards, asked)
    return f"{listing(gives) if gives else 'nothing yet'} for {listing(asks) if asks else 'nothing yet'}"
