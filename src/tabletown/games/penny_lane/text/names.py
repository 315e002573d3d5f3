"""What things of Penny Lane are called: buildings, cells, places, amounts."""

from tabletown.engine.english import many
from tabletown.engine.position import Position
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import Building
from tabletown.games.plain_state import plain


def building(position: Position, card: int) -> Building:
    """A building card by its number."""
    found: Building = position.cards.buildings[card]
    return found


def the(position: Position, card: int) -> str:
    """A building in a sentence: "the Bakery", and not "the The Confectioners"."""
    name = building(position, card).name
    return name if name.startswith("The ") else f"the {name}"


def cell_name(position: Position, card: int, column: int | None = None) -> str:
    """The cell of a building, or the one in which it would stand: t+2, b-1."""
    column = plain(position).column[card] if column is None else column
    return f"{'tb'[building(position, card).row]}{column:+d}"


def lane_of(position: Position, seat: int) -> list[int]:
    """The building cards of a lane."""
    state = plain(position)
    cards: list[int] = state.lane[seat][: state.length[seat]]
    return cards


def reference(position: Position, seat: int, card: int) -> str:
    """How a move names a building of the seat's own lane: its name, with its cell where two copies stand."""
    slug = building(position, card).slug
    copies = [c for c in lane_of(position, seat) if building(position, c).slug == slug]
    return slug if len(copies) < 2 else f"{slug} {cell_name(position, card)}"


def cell_words(position: Position, card: int, column: int) -> str:
    """Where a building of the seat to act would stand, by what the reader sees beside it: "left of the Bakery"."""
    state = plain(position)
    row, seat = building(position, card).row, state.current
    standing = {(building(position, c).row, state.column[c]): c for c in lane_of(position, seat)}
    outwards = 1 if column > 0 else -1
    sides = ("left", "right") if column < 0 else ("right", "left")
    if column == outwards:
        return f"{sides[0]} of the board"
    for where, at in (
        (f"{sides[0]} of", (row, column - outwards)),
        ("across the street from", (1 - row, column)),
        (f"{sides[1]} of", (row, column + outwards)),
    ):
        if at in standing:
            return f"{where} {the(position, standing[at])}"
    return f"in place {abs(column)} on the {sides[0]}"  # where no building may stand


def place_name(position: Position, place: int) -> str:
    """A place of a citizen in a sentence."""
    names = {s.BOARD: "the board", s.NONE: "nowhere"}
    return names[place] if place in names else f"{the(position, place)}"


def job_name(position: Position, place: int) -> str:
    """A place of work in a sentence."""
    if place >= s.TO_BARRACKS:
        return f"the {position.cards.locations[s.BARRACKS if place == s.TO_BARRACKS else s.TEMPLE].name}"
    return place_name(position, place)


def pennies(number: int) -> str:
    """An amount of money in words."""
    return many(number, "penny", "pennies")


def piece_id(position: Position, card: int) -> str:
    """The id of a building card wherever it lies; the second copy of a building has one of its own."""
    id: str = position.cards.piece_ids[card]
    return id
