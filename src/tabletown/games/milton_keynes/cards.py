"""From `cards.toml` to the record that the rules read, checked on the way with errors that name card and field."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tabletown.engine.errors import CardError
from tabletown.engine.state import Records, blank, record
from tabletown.games.milton_keynes import state as s

PERMIT_IDS = (
    "inquiry", "lobby", "demolish", "redevelop", "commons", "dump", "allotments", "sewage", "nature", "air-base",
    "extension",
)  # fmt: skip
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
NUMBERS = ("cash", "income", "grant", "top", "step", "price", "compensation", "deeds", "offers")
LARGEST = {"cash": s.MOST_CASH, "income": 50, "grant": 100, "top": 100, "step": 50, "price": 50, "compensation": 100}
SMALLEST = {"step": 1, "price": 1, "cash": 1}
PLAYERS = (2, 3, 4, 5)
FOUR_DEALT = 4 * s.SEATS  # permits of the advanced set-up


@dataclass(frozen=True, slots=True)
class Permit:
    """A kind of permit."""

    index: int
    id: str
    name: str
    count: int
    builds: str  # the id of a building type; empty for the EXTENSION
    text: str


@dataclass(frozen=True, slots=True)
class Character:
    """A character and its starting permits."""

    index: int
    name: str
    permits: tuple[int, ...]

    @property
    def slug(self) -> str:
        """The name as moves write it."""
        return self.name.rpartition(" ")[2].lower()


@dataclass(frozen=True, slots=True)
class Building:
    """A building type and what its walls earn."""

    index: int
    id: str
    name: str
    plots: int
    inside: int
    river: int
    marsh: int
    beside: tuple[int, ...]  # by the other type; BY_SIZE: the size rule


@dataclass(frozen=True)
class CardSet:
    """A set of cards: the names for people, and the record `data` for kernels (an array of one)."""

    permits: tuple[Permit, ...]
    characters: tuple[Character, ...]
    buildings: tuple[Building, ...]
    data: Records


def read_cards(table: Mapping[str, Any]) -> CardSet:
    """Check parsed card data and turn it into a card set; raises CardError."""
    _only(table, {"town", "numbers", "permit", "character", "building"}, "the card file")
    permits = tuple(_permit(i, row) for i, row in enumerate(_rows(table, "permit")))
    if tuple(permit.id for permit in permits) != PERMIT_IDS:
        raise CardError(f"the permits must be {', '.join(PERMIT_IDS)}, in this order")
    total = sum(permit.count for permit in permits)
    if not FOUR_DEALT <= total <= s.PERMITS:
        raise CardError(f"permit count: {total} permits in all; there must be {FOUR_DEALT} to {s.PERMITS}")
    if permits[s.EXTENSION].count > s.ITEMS - s.NEW_BUILDINGS:
        raise CardError(f"permit 'extension', count: at most {s.ITEMS - s.NEW_BUILDINGS} fit into a pouch")
    buildings = tuple(_building(i, row) for i, row in enumerate(_rows(table, "building")))
    if tuple(building.id for building in buildings) != BUILDING_IDS:
        raise CardError(f"the buildings must be {', '.join(BUILDING_IDS)}, in this order")
    characters = tuple(_character(i, row) for i, row in enumerate(_rows(table, "character")))
    _check_characters(characters, permits)
    data = blank(s.CARDS)
    _pack(record(data), permits, characters, buildings)
    _read_town(record(data), _table(table, "town"))
    _read_numbers(record(data), _table(table, "numbers"))
    return CardSet(permits, characters, buildings, data)


def _rows(table: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    rows = table.get(name)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, Mapping) for row in rows):
        raise CardError(f"the card file needs [[{name}]] tables")
    return rows


def _table(table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = table.get(name)
    if not isinstance(found, Mapping):
        raise CardError(f"the card file needs a [{name}] table")
    return found


def _only(row: Mapping[str, Any], known: set[str], where: str) -> None:
    for name in row:
        if name not in known:
            raise CardError(f"unknown field {name!r} in {where}; known are {', '.join(sorted(known))}")


def _text(row: Mapping[str, Any], field: str, where: str) -> str:
    value = row.get(field)
    if not isinstance(value, str) or not value.strip():
        raise CardError(f"{where}, {field}: must be a text, not {value!r}")
    return value


def _whole(row: Mapping[str, Any], field: str, low: int, high: int, where: str) -> int:
    value = row.get(field)
    if type(value) is not int or not low <= value <= high:
        raise CardError(f"{where}, {field}: must be a whole number from {low} to {high}, not {value!r}")
    return value


def _permit(index: int, row: Mapping[str, Any]) -> Permit:
    where = f"permit {row.get('id', index + 1)!r}"
    _only(row, {"id", "name", "count", "builds", "text"}, where)
    id = _text(row, "id", where)
    builds = row.get("builds", "")
    if builds != BUILDS.get(id, ""):
        raise CardError(f"{where}, builds: must be {BUILDS.get(id, '')!r}, not {builds!r}")
    count = _whole(row, "count", 0, s.PERMITS, where)
    return Permit(index, id, _text(row, "name", where), count, builds, _text(row, "text", where))


def _building(index: int, row: Mapping[str, Any]) -> Building:
    where = f"building {row.get('id', index + 1)!r}"
    _only(row, {"id", "name", "plots", "inside", "river", "marsh", "beside"}, where)
    beside = row.get("beside")
    if not isinstance(beside, list) or len(beside) != s.TYPES or any(b not in (0, 1, 2, "n") for b in beside):
        raise CardError(f'{where}, beside: must be {s.TYPES} entries of 0, 1, 2 or "n", not {beside!r}')
    return Building(
        index,
        _text(row, "id", where),
        _text(row, "name", where),
        _whole(row, "plots", 1, s.MOST_PLOTS, where),
        _whole(row, "inside", 0, 2, where),
        _whole(row, "river", 0, 2, where),
        _whole(row, "marsh", 0, 2, where),
        tuple(s.BY_SIZE if b == "n" else int(b) for b in beside),
    )


def _character(index: int, row: Mapping[str, Any]) -> Character:
    where = f"character {row.get('name', index + 1)!r}"
    _only(row, {"name", "permits"}, where)
    ids = row.get("permits")
    if not isinstance(ids, list) or any(id not in PERMIT_IDS for id in ids):
        raise CardError(f"{where}, permits: must be a list of {', '.join(PERMIT_IDS)}, not {ids!r}")
    return Character(index, _text(row, "name", where), tuple(PERMIT_IDS.index(id) for id in ids))


def _check_characters(characters: tuple[Character, ...], permits: tuple[Permit, ...]) -> None:
    if len(characters) != s.CHARACTERS:
        raise CardError(f"{len(characters)} characters: there must be {s.CHARACTERS}")
    slugs = [character.slug for character in characters]
    for character in characters:
        if slugs.count(character.slug) > 1:
            raise CardError(f"character {character.name!r}, name: two characters are called {character.slug!r}")
    for permit in permits:
        needed = sum(character.permits.count(permit.index) for character in characters)
        if needed > permit.count:
            raise CardError(f"permit {permit.id!r}, count: {permit.count}, but the characters need {needed}")


def _read_town(data: Any, town: Mapping[str, Any]) -> None:
    _only(town, {"map", "size"}, "town")
    rows = town.get("map")
    cells = [row.split() for row in rows] if isinstance(rows, list) and all(isinstance(r, str) for r in rows) else []
    if len(cells) != s.ROWS or any(len(row) != s.COLUMNS or set(row) - set(GROUND) for row in cells):
        raise CardError(f"town, map: must be {s.ROWS} rows of {s.COLUMNS} signs out of {' '.join(GROUND)}")
    data.ground[:] = [GROUND[cell] for row in cells for cell in row]
    sizes = town.get("size")
    if not isinstance(sizes, Mapping) or set(sizes) != {str(n) for n in PLAYERS}:
        raise CardError("town, size: must give rows and columns for 2, 3, 4 and 5 players")
    before = (0, 0)
    for players in PLAYERS:
        size = sizes[str(players)]
        if not isinstance(size, list) or len(size) != 2 or any(type(n) is not int for n in size):
            raise CardError(f"town, size, {players}: must be rows and columns, not {size!r}")
        if not (before[0] <= size[0] <= s.ROWS and before[1] <= size[1] <= s.COLUMNS and min(size) > 1):
            raise CardError(f"town, size, {players}: {size} is smaller than for fewer players, or larger than the map")
        before = (size[0], size[1])
        for square in range(s.SQUARES):
            inside = square // s.COLUMNS < size[0] and square % s.COLUMNS < size[1]
            if inside and data.dots[square] == 0 and data.ground[square] != s.ROCK:
                data.dots[square] = players
    land = sum(int(d) > 0 for d in data.dots) - sum(int(g) in (s.WATER, s.SWAMP) for g in data.ground)
    if land > s.DECK:
        raise CardError(f"town, map: {land} land plots are more than the deed deck can hold ({s.DECK})")


def _read_numbers(data: Any, numbers: Mapping[str, Any]) -> None:
    _only(numbers, set(NUMBERS), "numbers")
    for name in NUMBERS:
        data[name] = _whole(numbers, name, SMALLEST.get(name, 0), LARGEST.get(name, 8), "numbers")


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
