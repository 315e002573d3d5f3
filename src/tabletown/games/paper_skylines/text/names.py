"""What things of Paper Skylines are called: cards, buildings, spots, cards that a reader may not know."""

from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Building, City
from tabletown.games.paper_skylines.vocabulary import TRACK_NAMES


def card(position: Position, number: int) -> Building | City:
    """A building or city card by its number among all cards."""
    found: Building | City = (
        position.cards.buildings[number] if number < s.BUILDINGS else position.cards.cities[number - s.BUILDINGS]
    )
    return found


def card_name(position: Position, number: int) -> str:
    """A card in a sentence."""
    found = card(position, number)
    return found.name if isinstance(found, City) else f"the {found.name}"


def building_name(position: Position, seat: int, slot: int) -> str:
    """A building in a sentence: its top card; a lot by its place."""
    top = int(position.state.top[seat, slot])
    return f"the lot in place {slot + 1}" if top == s.NONE else card_name(position, top)


def slot_of(position: Position, seat: int, top: int) -> int | None:
    """The slot of a city whose top card this is."""
    state = position.state
    return next((slot for slot in range(int(state.slots[seat])) if state.top[seat, slot] == top), None)


def built(position: Position, seat: int, slot: int) -> list[int]:
    """The built cards of a building, lowest first; none for a lot."""
    return _chain(position, int(position.state.top[seat, slot]))


def tucked_cards(position: Position, seat: int, slot: int) -> list[int]:
    """The tucked cards of a building, the first one first."""
    return _chain(position, int(position.state.under[seat, slot]))


def _chain(position: Position, number: int) -> list[int]:
    found: list[int] = []
    while number != s.NONE:
        found.append(number)
        number = int(position.state.below[number])
    return found[::-1]


def members(words: object) -> list[int]:
    """The cards of a set, ascending."""
    low, high = (int(word) for word in words)  # type: ignore[attr-defined]
    return [c for c in range(s.BUILDINGS) if (low >> c if c < s.SPLIT else high >> (c - s.SPLIT)) & 1]


def hand_text(position: Position, seat: int) -> str:
    """A hand: its cards if the reader knows them, else how many of each level."""
    state = position.state
    known = members(state.hand[seat])
    levels = [int(n) for n in state.hand_levels[seat]]
    if len(known) == sum(levels):
        return ", ".join(card(position, c).name for c in known) or "empty"
    return ", ".join(f"{n} of level {level + 1}" for level, n in enumerate(levels) if n)


def a_card(level: int) -> str:
    """A card of which only the back is known."""
    return f"a level-{level} card"


def possessive(seat: int) -> str:
    """Whose: Orange's."""
    return f"{SEAT_NAMES[seat]}'s"


def track_name(track: int) -> str:
    """A track in a sentence."""
    return TRACK_NAMES[track]


def piece_id(position: Position, number: int) -> str:
    """The id of a card wherever it lies face up."""
    return f"card-{card(position, number).slug}"
