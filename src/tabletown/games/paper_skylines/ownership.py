"""Which buildings, cities and achievements belong to whom, and which were to be had."""

import re

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.ownership import Card, Number
from tabletown.engine.state import Records
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Achievement, Building, CardSet, City

OWNING = (
    "A building card is owned by the city in which it is built, on top or covered; tucked cards count for nobody. "
    "A city card is owned by who chose it, an achievement by everybody who claimed it."
)
OFFER = (
    "A building card is on offer to the seat to act if it is in the seat's hand or in the row, a city card to the seat "
    "that is to choose between it and another, an achievement to whoever has not claimed it yet."
)


def collection(cards: CardSet) -> tuple[Card, ...]:
    """All buildings, cities and achievements."""
    return (
        *(
            Card(b.id, b.name, "building", f"level {b.level}", f"level {b.level}", numbers=_building_numbers(b))
            for b in cards.buildings
        ),
        *(Card(c.id, c.name, "city", "city", "cities", numbers=_city_numbers(c)) for c in cards.cities),
        *(Card(a.id, a.name, "achievement", "achievement", numbers=_stars(a)) for a in cards.achievements),
    )


def _building_numbers(building: Building) -> tuple[Number, ...]:
    """Its cost, and the track on which it gains most."""
    track = building.gains.index(max(building.gains))
    return Number(f"building.{building.id}.cost", -1), Number(f"building.{building.id}.gains[{track}]", 1)


def _stars(achievement: Achievement) -> tuple[Number, ...]:
    return (Number(f"achievement.{achievement.id}.stars", 1),)


def _city_numbers(city: City) -> tuple[Number, ...]:
    """The number of its bonus, if there is one."""
    return (Number(f"city.{city.id}.bonus", 1),) if re.search(r"\d", city.bonus) else ()


def owned(states: Records, cards: CardSet) -> NDArray[np.uint8]:
    """What is built in every city, the city itself, and what was claimed."""
    built = np.zeros((len(states), s.SEATS, s.BUILDINGS + s.CITIES), np.uint8)
    row, seat, slot = np.nonzero(np.arange(s.SLOTS) < states["slots"][:, :, None])
    card = states["top"][row, seat, slot]
    while len(card):  # from the top cards down, storey by storey
        there = card < s.BUILDINGS + s.CITIES
        row, seat, card = row[there], seat[there], card[there]
        built[row, seat, card] = 1
        card = states["below"][row, card]
    built[:, :, s.BUILDINGS :] = states["city"][:, :, None] == np.arange(s.CITIES)
    claimed = (states["claimed"][:, :, None] >> np.arange(s.ACHIEVEMENTS)) & 1
    return np.concatenate((built, claimed.astype(np.uint8)), axis=2)


def on_offer(states: Records, seats: NDArray[np.int8], cards: CardSet) -> NDArray[np.bool_]:
    """The hand and the row, the two cities that were dealt, achievements not claimed yet."""
    rows = np.arange(len(states))
    offered = np.zeros((len(states), s.BUILDINGS + s.CITIES + s.ACHIEVEMENTS), np.bool_)
    asked = (states["phase"] != s.CITY) & (seats >= 0)
    hand = states["hand"][rows, seats]
    for word, low, high in ((0, 0, s.SPLIT), (1, s.SPLIT, s.BUILDINGS)):
        offered[:, low:high] = (hand[:, word, None] >> np.arange(high - low)) & 1
    row, place = np.nonzero(states["row"] < s.BUILDINGS)
    offered[row, states["row"][row, place]] = True
    left = (states["claimed"][rows, seats][:, None] >> np.arange(s.ACHIEVEMENTS)) & 1 == 0
    offered[:, s.BUILDINGS + s.CITIES :] = left
    offered &= asked[:, None]
    choosing = rows[states["phase"] == s.CITY]
    for k in range(2):
        offered[choosing, s.BUILDINGS + states["dealt"][choosing, seats[choosing], k]] = True
    return offered


def first(states: Records) -> NDArray[np.int64]:
    """The first player."""
    return states["first"].astype(np.int64)
