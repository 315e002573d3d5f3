"""What pieces say of themselves: plots, buildings, cards, in plain sentences."""

from collections.abc import Iterable

from tabletown.engine.english import a, listing, many
from tabletown.engine.seat_marks import the_seat
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import Building, CardSet, Permit
from tabletown.games.milton_keynes.drawing.town_plan import Plan
from tabletown.games.milton_keynes.text.names import label


def plot(plan: Plan, square: int) -> str:
    """An empty square."""
    name = label(square)
    if square in plan.river:
        return f"{name}, river: a wall beside it earns 1"
    if square in plan.marsh:
        return f"{name}, marsh: a Nature Reserve earns 2 beside it"
    return f"{name}, empty" if square in plan.land else f"{name}, rock, no plot"


def building(cards: CardSet, kind: int, seat: int, plots: Iterable[int], earns: int) -> str:
    """A building that stands."""
    names = listing([label(plot) for plot in plots])
    return f"{cards.buildings[kind].name} of {the_seat(seat)} on {names}: {many(earns, 'block')}"


def limits(cards: CardSet, permit: Permit) -> tuple[str, ...]:
    """How many deeds a permit takes, in one or two short lines."""
    if permit.index == s.EXTENSION:
        return ("more deeds for", "your building")
    most = int(next(building.plots for building in cards.buildings if building.id == permit.builds))
    if permit.index == s.SEWAGE_PERMIT:
        return (f"1\N{EN DASH}{most - 1} deeds and", "one river plot")
    if permit.index == s.AIR_PERMIT:
        return (f"1\N{EN DASH}{most - 1} deeds and", "one empty plot")
    return ("one deed",) if most == 1 else (f"1\N{EN DASH}{most} deeds",)


def use(cards: CardSet, permit: Permit) -> str:
    """What a permit is good for, in two or three words on its card."""
    if permit.index <= s.REDEVELOP:
        return "or an Estate"
    short = {s.EXTENSION: "adds deeds", s.SEWAGE_PERMIT: "+ river plot", s.AIR_PERMIT: "+ any plot"}
    return short.get(permit.index) or limits(cards, permit)[0]


def permit(cards: CardSet, kind: int) -> str:
    """A permit: what it builds, and what it does."""
    card = cards.permits[kind]
    if kind <= s.REDEVELOP:
        return f"{card.name}: builds an Estate, or: {_lower(card.text)}"
    return f"{card.name}: {_lower(card.text)}"


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _earnings(amount: int) -> str:
    return "by size" if amount == s.BY_SIZE else str(amount)


def beside(cards: CardSet, building: Building) -> dict[str, list[str]]:
    """The building types beside which a wall of a building earns, by how much."""
    found: dict[str, list[str]] = {}
    for other, amount in zip(cards.buildings, building.beside, strict=True):
        found.setdefault(_earnings(amount), []).append(other.name)
    return found


def walls(cards: CardSet, building: Building) -> str:
    """What the walls of a building type earn, in a sentence."""
    rows = [
        f"{amount} beside {listing([a(name) for name in names])}" for amount, names in beside(cards, building).items()
    ]
    return (
        f"{building.name}, at most {many(building.plots, 'plot')}. A wall earns {building.inside} inside, "
        f"{building.river} beside the river, {building.marsh} beside a marsh; with a rival's building {listing(rows)}."
    )
