"""Cards in Paper Skylines positions: by name, each only once; the row, the pile and the decks."""

import re
from collections.abc import Mapping
from typing import Any

from tabletown.engine.chance import below
from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.position_fields import strings
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import CardSet
from tabletown.games.paper_skylines.rules import sets
from tabletown.games.paper_skylines.text.names import card, members


class Desk:
    """Hands out cards by name, each only once, and counts the cards that the kernel is to deal at random."""

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards
        self.buildings = {key: b.index for b in cards.buildings for key in (b.slug, b.id.lower(), b.name.lower())}
        self.cities = {key: c.index for c in cards.cities for key in (c.slug, c.id.lower(), c.name.lower())}
        self.achievements = {a.slug: a.index for a in cards.achievements}
        self.unused = set(range(s.BUILDINGS))
        self.used_cities: set[int] = set()
        self.backs = [0] * (s.LEVELS + 1)

    def level(self, name: str) -> int:
        """The level of a card of which only the back is known, or 0."""
        return int(name[1]) if re.fullmatch(r"\?[1-4]", name) else 0

    def back(self, level: int) -> None:
        """One more card of a level that is to be dealt at random."""
        self.backs[level] += 1

    def known(self, name: Any, where: str) -> int:
        """A building card by name, wherever it lies."""
        number = self.buildings.get(name.lower()) if isinstance(name, str) else None
        if number is None:
            raise PositionError(f"unknown building card {name!r} in {where}; write a name like post-office")
        return number

    def use(self, name: Any, where: str) -> int:
        """A building card by name, for one place."""
        number = self.known(name, where)
        if number not in self.unused:
            raise PositionError(f"{name} lies in two places (again in {where})")
        self.unused.remove(number)
        return number

    def city(self, name: Any, where: str) -> int:
        """A city card by name."""
        number = self.cities.get(name.lower()) if isinstance(name, str) else None
        if number is None:
            raise PositionError(f"unknown city {name!r} in {where}; write a name like boston")
        if number in self.used_cities:
            raise PositionError(f"{name} lies in two places (again in {where})")
        self.used_cities.add(number)
        return number

    def left(self, level: int) -> list[int]:
        """The cards of a level that lie nowhere yet."""
        return sorted(c for c in self.unused if self.cards.buildings[c].level == level)

    def check_backs(self, state: Any) -> None:
        """There must be as many cards of each level as are to be dealt."""
        for level in range(1, s.LEVELS + 1):
            if self.backs[level] > len(self.left(level)):
                raise PositionError(
                    f"{self.backs[level]} cards of level {level} are needed, {len(self.left(level))} lie nowhere"
                )


# --- Writing --------------------------------------------------------------------------------------------------------


def write_cards(position: Position) -> dict[str, Any]:
    """The row, the pile and the decks."""
    state = position.state
    shown = [card(position, c).slug for c in members(state.shown)]
    return {
        **({"shown": shown} if shown else {}),
        "row": ["-" if c == s.NONE else card(position, int(c)).slug for c in state.row],
        "pile": [card(position, c).slug for c in members(state.pile)],
        "deck": [_write_deck(position, deck) for deck in range(s.LEVELS)],
    }


def _write_deck(position: Position, deck: int) -> list[str]:
    state = position.state
    names = []
    for number in state.deck[deck, : state.deck_left[deck]][::-1]:
        if number == s.ROUND_END:
            names.append("end")
        elif number > s.BACK:
            names.append(f"?{number - s.BACK}")
        else:
            names.append(card(position, int(number)).slug)
    return names


def write_set(position: Position, words: Any, levels: Any) -> list[str]:
    """The cards of a hand, those that the reader does not know as backs."""
    known = [position.cards.buildings[c] for c in members(words)]
    names = [b.slug for b in known]
    for i, number in enumerate(levels):
        names += [f"?{i + 1}"] * (int(number) - sum(b.level == i + 1 for b in known))
    return names


# --- Reading --------------------------------------------------------------------------------------------------------


def read_cards(state: Any, desk: Desk, table: Mapping[str, Any]) -> None:
    """The pile, the decks and the row. Cards left open come last, so that they are dealt from what is left."""
    for name in strings(table.get("pile", []), "pile", s.BUILDINGS):
        sets.put(state.pile, desk.use(name, "the pile"))
    for name in strings(table.get("shown", []), "shown", s.BUILDINGS):  # they lie in a hand
        sets.put(state.shown, desk.known(name, "shown"))
    decks = _read_decks(state, desk, table)
    _read_row(state, desk, table)
    _fill_decks(state, desk, decks)


def _read_decks(state: Any, desk: Desk, table: Mapping[str, Any]) -> list[list[int]]:
    """The cards that are given of each deck, top card first."""
    decks = table.get("deck", [])
    if not isinstance(decks, list) or len(decks) > s.LEVELS:
        raise PositionError("deck must be a list of up to four lists, one for each level")
    found = []
    for i in range(s.LEVELS):
        names = strings(decks[i] if i < len(decks) else [], f"deck {i + 1}", s.DECK)
        numbers = [_deck_card(desk, name, i + 1, bool(state.marked >> (i + 1) & 1)) for name in names]
        if numbers.count(s.ROUND_END) > 1:
            raise PositionError(f"deck {i + 1} has two round-end cards")
        found.append(numbers)
    return found


def _deck_card(desk: Desk, name: str, level: int, marked: bool) -> int:
    if name == "end":
        if marked:
            raise PositionError(f"level {level} is marked, so its round-end card is gone")
        return s.ROUND_END
    back = desk.level(name)
    if back:
        desk.back(back)
    number = s.BACK + back if back else desk.use(name, f"deck {level}")
    found = back or desk.cards.buildings[number].level
    if found != level and not (level == s.LEVELS and found == s.LEVELS - 1):
        raise PositionError(f"{name} does not belong into the deck of level {level}")
    return number


def _read_row(state: Any, desk: Desk, table: Mapping[str, Any]) -> None:
    if state.phase == s.CITY:
        return
    if "row" in table:
        for i, name in enumerate(strings(table["row"], "row", s.ROW)):
            if name != "-":
                state.row[i] = desk.use(name, "the row")
        return
    for i in range(s.ROW):
        free = desk.left(int(state.level))
        if len(free) > desk.backs[int(state.level)]:
            state.row[i] = free[int(below(state, len(free)))]
            desk.unused.remove(int(state.row[i]))


def _fill_decks(state: Any, desk: Desk, decks: list[list[int]]) -> None:
    """Under a deck that is not complete lies all that lies nowhere else, and the round-end card with it."""
    for i, numbers in enumerate(decks):
        if not state.marked >> (i + 1) & 1 and s.ROUND_END not in numbers:
            rest = max(0, len(desk.left(i + 1)) - desk.backs[i + 1])
            backs = [s.BACK + i + 1] * rest
            desk.backs[i + 1] += rest
            backs.insert(rest - int(below(state, min(5, rest + 1))), s.ROUND_END)
            numbers = numbers + backs
        if len(numbers) > s.DECK:
            raise PositionError(f"deck {i + 1} holds at most {s.DECK} cards")
        state.deck_left[i] = len(numbers)
        state.deck[i, : len(numbers)] = numbers[::-1]
