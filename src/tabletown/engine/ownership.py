"""What there is to own in a title, as its `ownership.py` says it; for statistics, not for rules."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.state import Records


@dataclass(frozen=True)
class Number:
    """A number of a card set that makes a card stronger or weaker."""

    path: str  # where it stands in cards.toml: building.bakery.cost
    better: int  # 1 if whoever takes the card likes it higher, -1 if lower


@dataclass(frozen=True)
class Card:
    """Something that a seat can own."""

    id: str
    name: str
    kind: str  # building, permit, character: a seat's cards of one kind add up to what it has built, bid for, chosen
    group: str  # cards of one group can take each other's place: roofs that of roofs
    pool: str = ""  # cards of one pool are shuffled together, so chance alone decides who is offered which
    piece: str = ""  # what is printed on one piece of paper is on offer together; by default a piece of its own
    numbers: tuple[Number, ...] = ()  # by which it could be mended, the most natural one first


class Ownership(Protocol):
    """What a title's module `collecting` has: plain NumPy over arrays of whole states.

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
        """Who begins, in states in which nobody has acted yet."""
        ...
