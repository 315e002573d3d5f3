"""Ownership of cards: the interface of a title's `ownership.py`, which says who owns what (for statistics)."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.state import Records


@dataclass(frozen=True)
class Number:
    """A number of a card set that makes a card stronger or weaker."""

    path: str  # where it stands in cards.toml: building.bakery.cost
    better: int  # 1 if a higher number makes the card better for its owner, -1 if a lower one does


@dataclass(frozen=True)
class Card:
    """A card that a seat can own."""

    id: str
    name: str
    kind: str  # building, permit, character: a seat's cards of one kind add up to what it has built, bid for, chosen
    group: str  # cards of one group can take each other's place: roofs that of roofs
    pool: str = ""  # cards of one pool are shuffled together, so chance alone decides who is offered which
    piece: str = ""  # cards printed on the same piece of paper are on offer together; by default each has its own
    numbers: tuple[Number, ...] = ()  # by which it could be made stronger or weaker, the most natural one first


class Ownership(Protocol):
    """What a title's module `ownership` defines: plain NumPy over arrays of full states.

    Counts are arrays of shape (states, seats, cards), with as many seats as the title has room for.
    """

    OWNING: str  # what it means to own a card, in a sentence
    OFFER: str  # what it means that a card is on offer

    def collection(self, cards: Any) -> tuple[Card, ...]:
        """The cards of a card set that can be owned, in the order of all arrays."""
        ...

    def owned(self, states: Records, cards: Any) -> NDArray[np.uint8]:
        """How many of each card every seat owns."""
        ...

    def on_offer(self, states: Records, seats: NDArray[np.int8], cards: Any) -> NDArray[np.bool_]:
        """Whether each card is on offer to the seat to act; shape (states, cards)."""
        ...

    def first(self, states: Records) -> NDArray[np.int64]:
        """The seat that begins, for states in which no seat has acted yet."""
        ...
