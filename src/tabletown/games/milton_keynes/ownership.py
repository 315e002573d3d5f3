"""Which permits, buildings and characters belong to whom, and which were to be had."""

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.ownership import Card, Number
from tabletown.engine.state import Records
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import BUILDING_IDS, BUILDS, Building, CardSet, Permit

OWNING = (
    "A permit is owned while it is in a hand, a building while it stands; every gain counts, also of the permits that "
    "come with a character, because permits are there to be used up."
)
OFFER = (
    "A permit is on offer to a seat that may bid for it, a character to the seat that chooses among those left, a type "
    "of building to a seat that fills its pouch and holds a permit for it."
)


def collection(cards: CardSet) -> tuple[Card, ...]:
    """The kinds of permits, the types of buildings, the characters."""
    return (
        *(
            Card(
                f"permit-{p.id}", f"{p.name} (permit)", "permit", "permit", "permits", numbers=_permit_numbers(p, cards)
            )
            for p in cards.permits
        ),
        *(
            Card(f"building-{b.id}", f"{b.name} (building)", "building", "building", numbers=_building_numbers(b))
            for b in cards.buildings
        ),
        *(Card(f"character-{c.slug}", c.name, "character", "character") for c in cards.characters),
    )


def _permit_numbers(permit: Permit, cards: CardSet) -> tuple[Number, ...]:
    """What an action permit moves or costs; special permits are as good as the building that they allow."""
    own = {"inquiry": (Number("numbers.step", 1),), "demolish": (Number("numbers.compensation", -1),)}
    special = [building for building in cards.buildings if building.id == permit.builds != "estate"]
    return own.get(permit.id) or tuple(number for building in special for number in _building_numbers(building))


def _building_numbers(building: Building) -> tuple[Number, ...]:
    """What its inner walls earn, or those on the river where it has none, and how large it may be."""
    walls = "inside" if building.inside or building.plots > 1 else "river"
    return Number(f"building.{building.id}.{walls}", 1), Number(f"building.{building.id}.plots", 1)


def owned(states: Records, cards: CardSet) -> NDArray[np.uint8]:
    """Permits in hand, buildings on the map (each counts once, at its first label), and the character."""
    n = len(states)
    buildings = np.zeros((n, s.SEATS, s.TYPES), np.uint8)
    row, square = np.nonzero((states["owner"] != s.NONE) & (states["anchor"] == np.arange(s.SQUARES)))
    np.add.at(buildings, (row, states["owner"][row, square], states["kind"][row, square]), 1)
    character = states["character"][:, :, None] == np.arange(s.CHARACTERS)
    return np.concatenate((states["permits"], buildings, character.astype(np.uint8)), axis=2)


def on_offer(states: Records, seats: NDArray[np.int8], cards: CardSet) -> NDArray[np.bool_]:
    """The permits on both sides while bids are made, characters left, types for which there is a permit in hand."""
    rows = np.arange(len(states))
    offered = np.zeros((len(states), s.PERMIT_KINDS + s.TYPES + s.CHARACTERS), np.bool_)
    bidding = rows[states["phase"] == s.BID]
    players = states["players"][bidding].astype(np.int64)
    for beside in (seats[bidding], (seats[bidding] + players - 1) % players):
        kind = states["on_offer"][bidding, beside]
        offered[bidding[kind != s.NONE], kind[kind != s.NONE]] = True
    filling = rows[states["phase"] == s.POUCH]
    held = states["permits"][filling, seats[filling]] > 0
    for permit in cards.permits:
        if permit.id in BUILDS:
            column = s.PERMIT_KINDS + BUILDING_IDS.index(permit.builds)
            offered[filling, column] |= held[:, permit.index]
    choosing = rows[states["phase"] == s.CHARACTER]
    taken = (states["character"][choosing][:, :, None] == np.arange(s.CHARACTERS)).any(axis=1)
    offered[choosing, s.PERMIT_KINDS + s.TYPES :] = ~taken
    return offered


def first(states: Records) -> NDArray[np.int64]:
    """The first chair."""
    return states["chair"].astype(np.int64)
