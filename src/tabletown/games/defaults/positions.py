"""Positions of a title with declared fields as TOML tables, and what is impossible about a state.

Each field stands under its name: cards as a list of their ids, a card that is hidden as "?". What every seat has stands
in its [[seat]] table. Lengths are not written, because the lists have them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from tabletown.engine.declared import (
    BY_ALL,
    COUNTS,
    NO_CARD,
    UNKNOWN,
    UNKNOWN_COUNT,
    Cards,
    CardType,
    Choice,
    Count,
    Declared,
    DeclaredField,
    Flag,
    Members,
    OneCard,
    SeatOf,
)
from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.position_fields import choice, entries, only, seat, seat_tables, whole
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import Records, record
from tabletown.games.defaults.cards import CardSet

HIDDEN = "?"
NOBODY = ""


class DeclaredPositions:
    """What a title's module `positions` defines, from its declared fields and its kernel `resample`."""

    def __init__(self, declared: Declared, resample: Callable[..., Any]) -> None:
        self._declared, self._resample = declared, resample
        self._common = [one for one in declared.fields if not one.each]
        self._each = [one for one in declared.fields if one.each]

    # --- Writing ---

    def write(self, position: Position) -> dict[str, Any]:
        """The state as tables; what is hidden in a view is written as a question mark."""
        state, cards, declared = position.state, position.cards, self._declared
        table: dict[str, Any] = {"phase": _name(declared.phases, int(state.phase))}
        table["waiting"] = [SEAT_NAMES[one].lower() for one in position.waiting]
        if state.ended:
            table["ended"] = _name(declared.endings, int(state.ended))
        for one in self._common:
            table[one.name] = _written(one, state, cards)
        table["seat"] = [
            {one.name: _written(one, state, cards, number) for one in self._each} for number in range(position.players)
        ]
        return table

    # --- Reading ---

    def read(self, cards: CardSet, table: Mapping[str, Any], states: Records) -> None:
        """Fill in a blank state as tables describe; hidden cards are dealt at random. Raises PositionError."""
        declared, state = self._declared, record(states)
        known = {"players", "phase", "waiting", "ended", "seat", *(one.name for one in self._common)}
        only(table, known, "the position")
        rows = seat_tables(table, declared.seats, {one.name for one in self._each})
        state.players = players = len(rows)
        state.phase = _number(table.get("phase", declared.phases[0]), declared.phases, "phase")
        hidden = [_read(one, table, state, cards, players) for one in self._common]
        for number, row in enumerate(rows):
            hidden += [_read(one, row, state, cards, players, number) for one in self._each]
        if "ended" in table:
            state.ended = _number(table["ended"], declared.endings, "ended")
        else:
            waiting = entries(table.get("waiting", ["orange"]), "waiting", "seats", players)
            state.waiting = sum({1 << seat(name, players, "waiting") for name in waiting})
            if not state.waiting:
                raise PositionError("waiting must name the seats that may act, unless ended says why the game is over")
        data = record(cards.data)
        if problem := self._too_many(state, data):
            raise PositionError(problem)
        if any(hidden):
            self._resample(state, data, -1)
        if problem := self.audit(state, data):
            raise PositionError(problem)

    # --- Auditing ---

    def audit(self, state: Any, cards: Any) -> str:
        """What is impossible about a state; empty if nothing is."""
        players = int(state.players)
        for one in self._declared.fields:
            for number in range(players) if one.each else (None,):
                if problem := _impossible(one, state, number, players):
                    return problem
        return self._too_many(state, cards) or self._missing(state, cards)

    def _too_many(self, state: Any, cards: Any) -> str:
        for card_type in self._declared.types:
            found = self._found(state, card_type)
            for kind, copies in enumerate(cards[card_type.copies].tolist()):
                if found[kind] > copies:
                    return (
                        f"there are {found[kind]} cards of the {card_type.name} number {kind + 1}, not {copies}: "
                        "one lies in two places"
                    )
        return ""

    def _missing(self, state: Any, cards: Any) -> str:
        for card_type in self._declared.types:
            if not card_type.all_lie_open_or_hidden or not self._holds(card_type):
                continue
            found = sum(self._found(state, card_type)) + self._unknown(state, card_type)
            if found != (all_cards := int(cards[card_type.copies].sum())):
                return f"there are {found} cards of the type {card_type.name} in all, not {all_cards}"
        return ""

    def _places(self, state: Any, card_type: CardType) -> list[tuple[Cards | OneCard, int | None]]:
        return [
            (one, number)
            for one in self._declared.fields
            if isinstance(one, Cards | OneCard) and one.of == card_type
            for number in (range(int(state.players)) if one.each else (None,))
        ]

    def _holds(self, card_type: CardType) -> bool:
        return any(isinstance(one, Cards) and one.of == card_type for one in self._declared.fields)

    def _found(self, state: Any, card_type: CardType) -> list[int]:
        """How many known cards of each kind lie somewhere."""
        found = [0] * card_type.kinds
        for one, number in self._places(state, card_type):
            for kind in _known(one, state, number):
                found[kind] += 1
        return found

    def _unknown(self, state: Any, card_type: CardType) -> int:
        """How many cards lie somewhere of which the kind is not known."""
        return sum(_size(one, state, number) - len(_known(one, state, number))
                   for one, number in self._places(state, card_type))  # fmt: skip


# --- Fields ---------------------------------------------------------------------------------------------------------


def value_of(one: DeclaredField, state: Any, number: int | None = None) -> Any:
    """What a field of the state holds, of a seat or of all: a number, or a list of numbers."""
    value = state[one.name] if number is None else state[one.name][number]
    return value.tolist()


def length_of(one: Cards, state: Any, number: int | None = None) -> int:
    """How many cards there are; of counts without a length, as many as are counted."""
    if not one.length:
        return sum(value_of(one, state, number))
    return int(state[one.length] if number is None else state[one.length][number])


def card_list(one: Cards, state: Any, number: int | None = None) -> list[int]:
    """The kinds of the cards that lie together, bottom first; `UNKNOWN` for those that are hidden."""
    value = value_of(one, state, number)
    length = length_of(one, state, number)
    if one.form != COUNTS:
        return value[:length]  # type: ignore[no-any-return]
    known = [kind for kind, count in enumerate(value) for _ in range(count)]
    return known + [UNKNOWN] * (length - len(known))


def _known(one: Cards | OneCard, state: Any, number: int | None) -> list[int]:
    kinds = [value_of(one, state, number)] if isinstance(one, OneCard) else card_list(one, state, number)
    return [kind for kind in kinds if kind < one.of.kinds]


def _size(one: Cards | OneCard, state: Any, number: int | None) -> int:
    if isinstance(one, OneCard):
        return int(value_of(one, state, number) != NO_CARD)
    return length_of(one, state, number)


def _written(one: DeclaredField, state: Any, cards: CardSet, number: int | None = None) -> Any:
    if isinstance(one, Cards):
        return [_card_id(one.of, cards, kind) for kind in card_list(one, state, number)]
    value = value_of(one, state, number)
    if isinstance(one, OneCard):
        return NOBODY if value == NO_CARD else _card_id(one.of, cards, value)
    if isinstance(one, Count):
        return HIDDEN if value == UNKNOWN_COUNT and one.seen != BY_ALL else value
    if isinstance(one, Choice):
        return HIDDEN if value == UNKNOWN else _name(one.names, value) if value else NOBODY
    if isinstance(one, SeatOf):
        return NOBODY if value == NO_CARD else SEAT_NAMES[value].lower()
    if isinstance(one, Members):
        return [name for bit, name in enumerate(one.names) if value >> bit & 1]
    return bool(value)


def _card_id(card_type: CardType, cards: CardSet, kind: int) -> str:
    return HIDDEN if kind == UNKNOWN else cards.of[card_type.name][kind].id


def _read(
    one: DeclaredField, table: Mapping[str, Any], state: Any, cards: CardSet, players: int, number: int | None = None
) -> bool:
    """Read a field into the state; returns whether something in it is hidden."""
    value = table.get(one.name, _default(one))

    def put(found: Any, name: str = one.name) -> None:
        if number is None:
            state[name] = found
        else:
            state[name][number] = found

    if isinstance(one, Cards):
        room = one.room or None
        kinds = [_kind(one.of, cards, name, one.name) for name in entries(value, one.name, "cards", room)]
        known = [kind for kind in kinds if kind != UNKNOWN]
        if UNKNOWN in kinds and one.seen == BY_ALL:
            raise PositionError(f"{one.name}: all see these cards, so none of them can be {HIDDEN}")
        if one.length:
            put(len(kinds), one.length)
        if one.form == COUNTS:
            put([known.count(kind) for kind in range(one.of.kinds)])
        else:
            put(kinds + [0] * (one.room - len(kinds)))
        return len(known) < len(kinds)
    if value == HIDDEN and one.seen != BY_ALL:
        put(UNKNOWN_COUNT if isinstance(one, Count) else UNKNOWN)
        return True
    put(_single(one, value, cards, players))
    return False


def _single(one: DeclaredField, value: Any, cards: CardSet, players: int) -> int:
    """The number of a field that holds one thing."""
    if isinstance(one, OneCard):
        return NO_CARD if value == NOBODY else _kind(one.of, cards, value, one.name)
    if isinstance(one, Count):
        return whole(value, one.name, one.least, one.most)
    if isinstance(one, Choice):
        return 0 if value == NOBODY else _number(value, one.names, one.name)
    if isinstance(one, SeatOf):
        return NO_CARD if value == NOBODY else seat(value, players, one.name)
    if isinstance(one, Members):
        return sum({1 << one.names.index(choice(name, one.name, one.names))
                    for name in entries(value, one.name, "names", len(one.names))})  # fmt: skip
    if type(value) is not bool:
        raise PositionError(f"{one.name} must be true or false, not {value!r}")
    return int(value)


def _default(one: DeclaredField) -> Any:
    """What a field holds that a text does not mention."""
    if isinstance(one, Cards | Members):
        return []
    if isinstance(one, Count):
        return max(one.least, min(0, one.most))
    return False if isinstance(one, Flag) else NOBODY


def _impossible(one: DeclaredField, state: Any, number: int | None, players: int) -> str:
    value = value_of(one, state, number)
    if isinstance(one, Count) and not (
        one.least <= value <= one.most or (one.seen != BY_ALL and value == UNKNOWN_COUNT)
    ):
        return f"{one.name} is {value}, which is not from {one.least} to {one.most}"
    if isinstance(one, Cards):
        if one.length and one.room and length_of(one, state, number) > one.room:
            return f"{one.name} has {length_of(one, state, number)} cards, and room for {one.room}"
        if wrong := [kind for kind in card_list(one, state, number) if one.of.kinds <= kind != UNKNOWN]:
            return f"{one.name} has a card of the kind {wrong[0]}, which there is not"
        if one.form == COUNTS and one.length and sum(value) > length_of(one, state, number):
            return f"{one.name} counts {sum(value)} cards, but its length is {length_of(one, state, number)}"
    if isinstance(one, OneCard) and one.of.kinds <= value < NO_CARD:
        return f"{one.name} is a card of the kind {value}, which there is not"
    if isinstance(one, Choice) and len(one.names) < value != UNKNOWN:
        return f"{one.name} is {value}, but there are {len(one.names)} names"
    if isinstance(one, SeatOf) and players <= value != NO_CARD:
        return f"{one.name} is seat {value}, who does not play"
    return ""


def _kind(card_type: CardType, cards: CardSet, name: Any, where: str) -> int:
    if name == HIDDEN:
        return UNKNOWN
    found = cards.ids[card_type.name].get(name) if isinstance(name, str) else None
    if found is None:
        known = ", ".join([*cards.ids[card_type.name], HIDDEN])
        raise PositionError(f"{where}: {name!r} is no {card_type.name}; known are {known} (for a hidden one)")
    return found


def _name(names: Any, number: int) -> str:
    """The name of a number from 1; what no name was declared for is written as a number."""
    return str(names[number - 1]) if 1 <= number <= len(names) else str(number)


def _number(value: Any, names: Any, where: str) -> int:
    return tuple(names).index(choice(value, where, names)) + 1
