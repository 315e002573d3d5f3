"""Who owns which cards, for statistics, of a title with declared fields."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.declared import BY_ALL, BY_NOBODY, COUNTS, PILE, TOP, Cards, CardType, Declared
from tabletown.engine.ownership import Card, Number
from tabletown.engine.state import Records
from tabletown.games.defaults.cards import CardSet


class DeclaredOwnership:
    """What a title's module `ownership` defines, from its declared fields."""

    OWNING = "A card is owned by the seat before which it lies open; where none do, by the seat that holds it."
    OFFER = "A card is on offer to the seat to act if it is in its hand, or lies open for all."

    def __init__(self, declared: Declared) -> None:
        self._declared = declared
        cards = [one for one in declared.fields if isinstance(one, Cards)]
        each = [one for one in cards if one.each]
        self._owned = [one for one in each if one.seen == BY_ALL] or each
        self._hands = [one for one in each if one.seen != BY_ALL and one.seen != BY_NOBODY]
        self._open = [one for one in cards if not one.each and one.seen in (BY_ALL, TOP)]
        self._from: dict[str, int] = {}  # where the kinds of a type begin
        for card_type in declared.types:
            self._from[card_type.name] = sum(other.kinds for other in declared.types if other.name in self._from)
        self._all = sum(card_type.kinds for card_type in declared.types)

    def collection(self, cards: CardSet) -> tuple[Card, ...]:
        """All kinds of cards."""
        return tuple(
            Card(kind.id, kind.name, one.name, one.name, one.name, numbers=_numbers(one, kind.id))
            for one in self._declared.types
            for kind in cards.of[one.name]
        )

    def owned(self, states: Records, cards: CardSet) -> NDArray[np.uint8]:
        """How many cards of each kind every seat has."""
        counts = np.zeros((len(states), self._declared.seats, self._all), np.uint8)
        for one in self._owned:
            counts[:, :, self._kinds(one.of)] += _counts(one, states)
        return counts

    def on_offer(self, states: Records, seats: NDArray[np.int8], cards: CardSet) -> NDArray[np.bool_]:
        """The cards in the hand of the seat to act, and those that lie open for all; of piles the top ones."""
        offered = np.zeros((len(states), self._all), np.bool_)
        rows = np.arange(len(states))
        for one in self._hands:
            offered[:, self._kinds(one.of)] |= _counts(one, states)[rows, seats.astype(np.int64)] > 0
        for one in self._open:
            offered[:, self._kinds(one.of)] |= _counts(one, states, only_top=one.form == PILE) > 0
        return offered

    def first(self, states: Records) -> NDArray[np.int64]:
        """The first of the seats that may act."""
        bits = states["waiting"][:, None] >> np.arange(self._declared.seats) & 1
        first: NDArray[np.int64] = bits.argmax(axis=1).astype(np.int64)
        return first

    def _kinds(self, card_type: CardType) -> slice:
        first = self._from[card_type.name]
        return slice(first, first + card_type.kinds)


def _counts(one: Cards, states: Records, only_top: bool = False) -> NDArray[np.uint8]:
    """How many cards of each kind lie there, for every state, and for every seat where each has its own."""
    value: NDArray[Any] = states[one.name]
    if one.form == COUNTS:
        return value.astype(np.uint8)
    length = states[one.length].astype(np.int64)[..., None]
    place = np.arange(one.room)
    there = place == length - 1 if only_top else place < length
    kinds = np.arange(one.of.kinds)
    found: NDArray[np.uint8] = ((value[..., None] == kinds) & there[..., None]).sum(axis=-2).astype(np.uint8)
    return found


def _numbers(card_type: CardType, card: str) -> tuple[Number, ...]:
    return tuple(
        Number(f"{card_type.name}.{card}.{name}", -1 if name in card_type.costs else 1) for name in card_type.numbers
    )
