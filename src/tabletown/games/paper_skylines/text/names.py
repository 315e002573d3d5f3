"""What things of Paper Skylines are called: cards, buildings, spots, cards that a reader may not know."""

from collections.abc import Sequence
from functools import lru_cache

from tabletown.engine.position import Position
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Building, City
from tabletown.games.paper_skylines.vocabulary import TRACK_NAMES
from tabletown.games.plain_state import PlainState, plain


def card(position: Position, number: int) -> Building | City:
    """A building or city card by its number among all cards."""
    found: Building | City = position.cards.numbered[number]
    return found


def card_name(position: Position, number: int) -> str:
    """A card in a sentence."""
    found = card(position, number)
    return found.name if isinstance(found, City) else f"the {found.name}"


def building_name(position: Position, seat: int, slot: int) -> str:
    """A building in a sentence: its top card; a lot by its place."""
    top = plain(position).top[seat][slot]
    return f"the lot in place {slot + 1}" if top == s.NONE else card_name(position, top)


def built(position: Position, seat: int, slot: int) -> list[int]:
    """The built cards of a building, lowest first; none for a lot."""
    state = plain(position)
    return chain(state, state.top[seat][slot])


def tucked_cards(position: Position, seat: int, slot: int) -> list[int]:
    """The tucked cards of a building, the first one first."""
    state = plain(position)
    return chain(state, state.under[seat][slot])


def chain(state: PlainState, number: int) -> list[int]:
    """The cards below a card and the card itself, lowest first; none for NONE."""
    below = state.below
    found: list[int] = []
    while number != s.NONE:
        found.append(number)
        number = below[number]
    return found[::-1]


def members(words: Sequence[int]) -> tuple[int, ...]:
    """The cards of a set, ascending."""
    low, high = words
    return _members(int(low), int(high))


@lru_cache(maxsize=4096)
def _members(low: int, high: int) -> tuple[int, ...]:
    return tuple(c for c in range(s.BUILDINGS) if (low >> c if c < s.SPLIT else high >> (c - s.SPLIT)) & 1)


def hand_size(position: Position, seat: int) -> int:
    """How many cards a hand holds; open to all."""
    return sum(plain(position).hand_levels[seat])


def hand_text(position: Position, seat: int) -> str:
    """A hand: its cards if the reader knows them, else how many of each level."""
    state = plain(position)
    known = members(state.hand[seat])
    levels = state.hand_levels[seat]
    if len(known) == sum(levels):
        return ", ".join(card(position, c).name for c in known) or "empty"
    return ", ".join(f"{n} of level {level + 1}" for level, n in enumerate(levels) if n)


def a_card(level: int) -> str:
    """A card of which only the back is known."""
    return f"a level-{level} card"


def track_name(track: int) -> str:
    """A track in a sentence."""
    return TRACK_NAMES[track]


def piece_id(found: Building | City) -> str:
    """The id of a card wherever it lies face up."""
    return f"card-{found.slug}"
