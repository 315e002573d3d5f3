"""Which buildings stand on whose lane, and which were to be had."""

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.ownership import Card, Number
from tabletown.engine.state import Records
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import TYPE_NAMES, CardSet

OWNING = "A building is owned by the lane on which it stands; copies count one by one."
OFFER = (
    "A building is on offer to the seat whose turn it is if it lies in the supply and a space of the Masons' Guild is "
    "open, whether the seat can pay for it or not. What the Black Market turns up blindly was on offer to nobody."
)


def collection(cards: CardSet) -> tuple[Card, ...]:
    """All buildings; copies are one card."""
    designs = {building.design: building for building in cards.buildings}
    return tuple(
        Card(
            building.id,
            building.name,
            "building",
            TYPE_NAMES[building.type],
            "deck",
            numbers=(Number(f"building.{building.id}.cost", -1), Number(f"building.{building.id}.stars", 1)),
        )
        for _, building in sorted(designs.items())
    )


def owned(states: Records, cards: CardSet) -> NDArray[np.uint8]:
    """The buildings of every lane."""
    counts = np.zeros((len(states), s.SEATS, _designs(cards)), np.uint8)
    row, seat, place = np.nonzero(np.arange(s.BUILDINGS) < states["length"][:, :, None])
    design = cards.data["design"][0][states["lane"][row, seat, place]]
    np.add.at(counts, (row, seat, design), 1)
    return counts


def on_offer(states: Records, seats: NDArray[np.int8], cards: CardSet) -> NDArray[np.bool_]:
    """The cards of the supply, while the Guild has room."""
    data = cards.data[0]
    used = states["used"][:, s.MASONS_GUILD].astype(np.int64)
    spaces = data["spaces"][s.MASONS_GUILD][(states["players"] > 3).astype(np.int64)]
    asked = (states["phase"] == s.TURN) & (used < spaces)
    supply = states["supply"].astype(np.int64)
    lies = np.arange(s.SUPPLY) < states["supply_left"][:, None]
    row, place = np.nonzero(asked[:, None] & lies)
    offered = np.zeros((len(states), _designs(cards)), np.bool_)
    offered[row, data["design"][supply[row, place]]] = True
    return offered


def first(states: Records) -> NDArray[np.int64]:
    """The first Mayor."""
    return states["mayor"].astype(np.int64)


def _designs(cards: CardSet) -> int:
    return 1 + max(building.design for building in cards.buildings)
