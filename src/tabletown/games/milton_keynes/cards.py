"""Cards of Milton Keynes: the schema of `cards.toml`, and from it the record that the rules read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

import numpy as np
from msgspec import Meta, field
from msgspec.structs import asdict, astuple

from tabletown.engine.card_file import Text, check_cards, check_unique
from tabletown.engine.errors import CardError
from tabletown.engine.schema import Table
from tabletown.engine.state import Records, blank, record
from tabletown.engine.value import Value
from tabletown.games.milton_keynes import state as s

PermitId = Literal[
    "inquiry", "lobby", "demolish", "redevelop", "commons", "dump", "allotments", "sewage", "nature", "air-base",
    "extension",
]  # fmt: skip
PERMIT_IDS: tuple[str, ...] = get_args(PermitId)
BUILDING_IDS = ("estate", "nature", "air", "sewage", "commons", "dump", "allotments")
BUILDS = {
    "inquiry": "estate",
    "lobby": "estate",
    "demolish": "estate",
    "redevelop": "estate",
    "commons": "commons",
    "dump": "dump",
    "allotments": "allotments",
    "sewage": "sewage",
    "nature": "nature",
    "air-base": "air",
}
GROUND = {".": s.LAND, "~": s.WATER, "%": s.SWAMP, "#": s.ROCK}
PLAYERS = (2, 3, 4, 5)
FOUR_DEALT = 4 * s.SEATS  # permits of the advanced set-up

# --- The card file --------------------------------------------------------------------------------------------------

_Wall = Annotated[int, Meta(ge=0, le=2)]
_Size = Annotated[tuple[int, int], Meta(description="rows and columns")]
_MapRow = Annotated[str, Meta(pattern=rf"^\s*[.~%#](\s+[.~%#]){{{s.COLUMNS - 1}}}\s*$")]
_MAP = f"{s.ROWS} rows of {s.COLUMNS} signs out of {' '.join(GROUND)}"


class _Sizes(Table):
    two: _Size = field(name="2")
    three: _Size = field(name="3")
    four: _Size = field(name="4")
    five: _Size = field(name="5")


class _Town(Table):
    map: Annotated[tuple[_MapRow, ...], Meta(min_length=s.ROWS, max_length=s.ROWS, description=_MAP)]
    size: _Sizes


class _Numbers(Table):
    cash: Annotated[int, Meta(ge=1, le=s.MOST_CASH)]
    income: Annotated[int, Meta(ge=0, le=50)]
    grant: Annotated[int, Meta(ge=0, le=100)]
    top: Annotated[int, Meta(ge=0, le=100)]
    step: Annotated[int, Meta(ge=1, le=50)]
    price: Annotated[int, Meta(ge=1, le=50)]
    compensation: Annotated[int, Meta(ge=0, le=100)]
    deeds: Annotated[int, Meta(ge=0, le=8)]
    offers: Annotated[int, Meta(ge=0, le=8)]


class _Permit(Table):
    id: Text
    name: Text
    count: Annotated[int, Meta(ge=0, le=s.PERMITS)]
    text: Text
    builds: str = ""


class _Character(Table):
    name: Text
    permits: tuple[PermitId, ...]


class _Building(Table):
    id: Text
    name: Text
    plots: Annotated[int, Meta(ge=1, le=s.MOST_PLOTS)]
    inside: _Wall
    river: _Wall
    marsh: _Wall
    beside: Annotated[tuple[Literal[0, 1, 2, "n"], ...], Meta(min_length=s.TYPES, max_length=s.TYPES)]


class _CardFile(Table):
    town: _Town
    numbers: _Numbers
    permit: tuple[_Permit, ...]
    character: Annotated[tuple[_Character, ...], Meta(min_length=s.CHARACTERS, max_length=s.CHARACTERS)]
    building: tuple[_Building, ...]


# --- The card set ---------------------------------------------------------------------------------------------------


class Permit(Value, frozen=True):
    """A kind of permit."""

    index: int
    id: str
    name: str
    count: int
    builds: str  # the id of a building type; empty for the EXTENSION
    text: str


class Character(Value, frozen=True):
    """A character and its starting permits."""

    index: int
    name: str
    permits: tuple[int, ...]

    @property
    def slug(self) -> str:
        """The name as moves write it."""
        return self.name.rpartition(" ")[2].lower()


class Building(Value, frozen=True):
    """A building type and what its walls earn."""

    index: int
    id: str
    name: str
    plots: int
    inside: int
    river: int
    marsh: int
    beside: tuple[int, ...]  # by the other type; BY_SIZE: the size rule


@dataclass(frozen=True, eq=False)  # one object per set, so that it can be part of the key of a cache
class CardSet:
    """A set of cards: the names for people, and the record `data` for kernels (an array of one)."""

    permits: tuple[Permit, ...]
    characters: tuple[Character, ...]
    buildings: tuple[Building, ...]
    data: Records


def read_cards(table: Mapping[str, Any]) -> CardSet:
    """Check parsed card data and turn it into a card set; raises CardError."""
    file = check_cards(table, _CardFile)
    if tuple(row.id for row in file.permit) != PERMIT_IDS:
        raise CardError(f"permit id: must be {', '.join(PERMIT_IDS)}, in this order")
    if tuple(row.id for row in file.building) != BUILDING_IDS:
        raise CardError(f"building id: must be {', '.join(BUILDING_IDS)}, in this order")
    permits = tuple(Permit(i, row.id, row.name, row.count, row.builds, row.text) for i, row in enumerate(file.permit))
    characters = tuple(
        Character(i, row.name, tuple(map(PERMIT_IDS.index, row.permits))) for i, row in enumerate(file.character)
    )
    buildings = tuple(
        Building(i, row.id, row.name, row.plots, row.inside, row.river, row.marsh,
                 tuple(s.BY_SIZE if wall == "n" else wall for wall in row.beside))
        for i, row in enumerate(file.building)
    )  # fmt: skip
    _check_permits(permits)
    _check_characters(characters, permits)
    data = blank(s.CARDS)
    _pack(record(data), permits, characters, buildings)
    for name, number in asdict(file.numbers).items():
        data[name] = number
    _lay_out(record(data), file.town)
    return CardSet(permits, characters, buildings, data)


def _check_permits(permits: tuple[Permit, ...]) -> None:
    for permit in permits:
        builds = BUILDS.get(permit.id, "")
        if permit.builds != builds:
            raise CardError(f"permit {permit.id!r}, builds: must be {builds!r}, not {permit.builds!r}")
    total = sum(permit.count for permit in permits)
    if not FOUR_DEALT <= total <= s.PERMITS:
        raise CardError(f"permit count: {total} permits in all; there must be {FOUR_DEALT} to {s.PERMITS}")
    if permits[s.EXTENSION].count > s.ITEMS - s.NEW_BUILDINGS:
        raise CardError(f"permit 'extension', count: at most {s.ITEMS - s.NEW_BUILDINGS} fit into a pouch")


def _check_characters(characters: tuple[Character, ...], permits: tuple[Permit, ...]) -> None:
    check_unique((f"character {character.name!r}, name", character.slug) for character in characters)
    for permit in permits:
        needed = sum(character.permits.count(permit.index) for character in characters)
        if needed > permit.count:
            raise CardError(f"permit {permit.id!r}, count: {permit.count}, but the characters need {needed}")


def _lay_out(data: Any, town: _Town) -> None:
    """The ground of every square, and for how many players it comes into use."""
    data.ground[:] = [GROUND[sign] for row in town.map for sign in row.split()]
    rows = columns = 0
    squares = np.arange(s.SQUARES)
    for players, size in zip(PLAYERS, astuple(town.size), strict=True):
        if not (rows <= size[0] <= s.ROWS and columns <= size[1] <= s.COLUMNS and min(size) > 1):
            raise CardError(
                f"town, size.{players}: {list(size)} is smaller than for fewer players, or larger than the map"
            )
        rows, columns = size
        inside = (squares // s.COLUMNS < rows) & (squares % s.COLUMNS < columns)
        data.dots[inside & (data.dots == 0) & (data.ground != s.ROCK)] = players
    land = int((data.dots > 0).sum() - ((data.ground == s.WATER) | (data.ground == s.SWAMP)).sum())
    if land > s.DECK:
        raise CardError(f"town, map: {land} land plots are more than the deed deck can hold ({s.DECK})")


def _pack(data: Any, permits: Any, characters: Any, buildings: Any) -> None:
    for permit in permits:
        data.permits[permit.index] = permit.count
    for character in characters:
        for kind in character.permits:
            data.characters[character.index, kind] += 1
    for building in buildings:
        data.most_plots[building.index] = building.plots
        data.inside[building.index] = building.inside
        data.riverside[building.index] = building.river
        data.marshside[building.index] = building.marsh
        data.walls[building.index] = building.beside
