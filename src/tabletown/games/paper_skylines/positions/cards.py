"""Cards in Paper Skylines positions: by name, each only once; the row, the pile and the decks."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.engine.card_pool import CardPool
from tabletown.engine.chance import below
from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.position_fields import entries, strings
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Building, CardSet, City
from tabletown.games.paper_skylines.rules import sets
from tabletown.games.paper_skylines.text.names import card, members
from tabletown.games.plain_state import plain


class Desk:
    """Hands out cards by name, each only once, and counts the cards that the kernel is to deal at random."""

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards
        self.buildings = CardPool("building card", _numbers(cards.buildings), "write a name like post-office", True)
        self.cities = CardPool("city", _numbers(cards.cities), "write a name like boston", True)
        self.achievements = {a.slug: a.index for a in cards.achievements}
        self.backs = [0] * (s.LEVELS + 1)

    def back(self, name: str) -> int:
        """The level of a card of which only the back is known: one more that is to be dealt at random. Else 0."""
        level = int(name[1]) if re.fullmatch(r"\?[1-4]", name) else 0
        self.backs[level] += 1
        return level

    def use(self, name: Any, where: str) -> int:
        """A building card by name, for one place."""
        return self.buildings.use(name, where)

    def left(self, level: int) -> list[int]:
        """The cards of a level that lie nowhere yet."""
        return [c for c in self.buildings.unused if self.cards.buildings[c].level == level]

    def check_backs(self) -> None:
        """There must be as many cards of each level as are to be dealt."""
        for level in range(1, s.LEVELS + 1):
            needed, left = self.backs[level], len(self.left(level))
            if needed > left:
                raise PositionError(f"{needed} cards of level {level} are needed, {left} lie nowhere")


def _numbers(cards: Sequence[Building | City]) -> dict[str, list[int]]:
    return {key.lower(): [card.index] for card in cards for key in (card.slug, card.id, card.name)}


# --- Writing --------------------------------------------------------------------------------------------------------


def write_cards(position: Position) -> dict[str, Any]:
    """The row, the pile and the decks."""
    state = plain(position)
    shown = [card(position, c).slug for c in members(state.shown)]
    return {
        **({"shown": shown} if shown else {}),
        "row": ["-" if c == s.NONE else card(position, c).slug for c in state.row],
        "pile": [card(position, c).slug for c in members(state.pile)],
        "deck": [_write_deck(position, deck) for deck in range(s.LEVELS)],
    }


def _write_deck(position: Position, deck: int) -> list[str]:
    state = plain(position)
    names = []
    for number in reversed(state.deck[deck][: state.deck_left[deck]]):
        if number == s.ROUND_END:
            names.append("end")
        elif number > s.BACK:
            names.append(f"?{number - s.BACK}")
        else:
            names.append(card(position, number).slug)
    return names


def write_set(position: Position, words: Any, levels: Any) -> list[str]:
    """The cards of a hand, those that the reader does not know as backs."""
    known = [position.cards.buildings[c] for c in members(words)]
    names = [b.slug for b in known]
    for i, number in enumerate(levels):
        names += [f"?{i + 1}"] * (int(number) - sum(b.level == i + 1 for b in known))
    return names


# --- Reading --------------------------------------------------------------------------------------------------------


def read_cards(state: Any, desk: Desk, table: Mapping[str, Any]) -> dict[int, int]:
    """The pile, the decks and the row. Cards left open come last, so that they are dealt from what is left.

    Returns, by deck, how many cards lie below a round-end card that the table names.
    """
    for name in strings(table.get("pile", []), "pile", s.BUILDINGS):
        sets.put(state.pile, desk.use(name, "the pile"))
    for name in strings(table.get("shown", []), "shown", s.BUILDINGS):  # they lie in a hand
        sets.put(state.shown, desk.buildings.find(name, "shown")[0])
    decks = _read_decks(state, desk, table)
    _read_row(state, desk, table)
    _fill_decks(state, desk, decks)
    return {i: numbers[::-1].index(s.ROUND_END) for i, numbers in enumerate(decks) if s.ROUND_END in numbers}


def keep_round_ends(state: Any, places: Mapping[int, int]) -> None:
    """Put round-end cards back where the table names them: dealing the cards of a deck may have moved them."""
    for deck, below_it in places.items():
        cards = [int(card) for card in state.deck[deck, : state.deck_left[deck]] if card != s.ROUND_END]
        cards.insert(below_it, s.ROUND_END)
        state.deck[deck, : len(cards)] = cards


def _read_decks(state: Any, desk: Desk, table: Mapping[str, Any]) -> list[list[int]]:
    """The cards that are given of each deck, top card first."""
    decks = entries(table.get("deck", []), "deck", "lists, one for each level", s.LEVELS)
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
    back = desk.back(name)
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
            state.row[i] = desk.buildings.deal(state, free)


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
