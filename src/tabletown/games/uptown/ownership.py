"""Which projects stand on whose street, and which were to be had."""

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.ownership import Card, Number
from tabletown.engine.state import Records
from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import CardSet, Project

OWNING = "A project is owned by the street on which it stands; a gift is owned by whoever received it."
OFFER = (
    "A project is on offer to the seat whose turn it is if its card lies on top of a deck without upcoins, of the "
    "seat's own deck, or of the public pile, whether the seat can pay for it or not."
)


def collection(cards: CardSet) -> tuple[Card, ...]:
    """All projects: both ends of the project cards, then the four of every public card."""
    return tuple(
        Card(project.id, project.name, "project", _group(project), _pool(project), project.card, _numbers(project))
        for _, project in sorted(cards.projects.items())
    )


def _group(project: Project) -> str:
    """Every site needs floors and then a roof; gifts are for others."""
    return "gift" if project.gift else "roof" if project.roof else "floor"


def _pool(project: Project) -> str:
    return "public pile" if project.index >= s.PUBLIC_START else "decks"


def _numbers(project: Project) -> tuple[Number, ...]:
    """Its first term of prestige, else of income, and the cost that it shares with the other end of its card."""
    public = project.index >= s.PUBLIC_START
    table, end = ("public_card", project.id[-2:].lower()) if public else ("project_card", project.id[-1].lower())
    fields = [field for field in ("prestige", "income") if getattr(project, field)]
    better = -1 if project.gift else 1  # the worse a gift, the better for who gives it
    own = [Number(f"{table}.{project.card}.{end}.{field}", better) for field in fields]
    return (*own, *(() if public else (Number(f"{table}.{project.card}.cost", -1),)))


def owned(states: Records, cards: CardSet) -> NDArray[np.uint8]:
    """The floors of every street."""
    ends = states["height"].sum(axis=2, dtype=np.int16).cumsum(axis=1)
    street = (np.arange(s.FLOORS) >= ends[:, :, None]).sum(axis=1)  # SEATS: beyond the last floor
    row, floor = np.nonzero(street < s.SEATS)
    counts = np.zeros((len(states), s.SEATS, s.PROJECTS), np.uint8)
    counts[row, street[row, floor], states["floors"][row, floor]] = 1
    return counts[:, :, sorted(cards.projects)]


def on_offer(states: Records, seats: NDArray[np.int8], cards: CardSet) -> NDArray[np.bool_]:
    """The ends of the cards on top. A turn is both of its actions: the first makes the seat's own deck free."""
    offered = np.zeros((len(states), s.PROJECTS), np.bool_)
    rows = np.arange(len(states))
    first = states["phase"] == s.FIRST_ACTION
    asked = first | (states["phase"] == s.SECOND_ACTION)
    for deck in range(s.SEATS):
        left = states["deck_left"][:, deck].astype(np.int64)
        top = states["deck"][rows, deck, np.maximum(left - 1, 0)].astype(np.int64)
        free = (states["upcoins"][:, deck] == 0) | (first & (seats == deck))
        can = asked & free & (left > 0)
        offered[rows[can], 2 * top[can]] = offered[rows[can], 2 * top[can] + 1] = True
    left = states["public_left"].astype(np.int64)
    can = asked & (left > 0)
    top = states["public"][rows, np.maximum(left - 1, 0)].astype(np.int64)
    for end in range(4):
        offered[rows[can], s.PUBLIC_START + 4 * top[can] + end] = True
    return offered[:, sorted(cards.projects)]


def first(states: Records) -> NDArray[np.int64]:
    """The start player."""
    return states["start"].astype(np.int64)
