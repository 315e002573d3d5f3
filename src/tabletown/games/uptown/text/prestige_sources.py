"""Where the points of a street come from: floors, bonuses, gifts and upcoins."""

from tabletown.engine.position import Position
from tabletown.games.plain_state import plain
from tabletown.games.uptown import state as s
from tabletown.games.uptown.text.street_floors import Street, streets_of, worth


def sources(position: Position) -> list[tuple[str, list[int]]]:
    """The points of every seat by source: printed on floors, earned by what stands around them, gifts, upcoins (UT-46).

    A gift counts as a whole, because it shows what the others did to a street.
    """
    streets = [_street_sources(street) for street in streets_of(position)]
    rows = [(name, [street[k] for street in streets]) for k, name in enumerate(("Floors", "Bonuses", "Gifts"))]
    accounts = plain(position).account
    return [*rows, ("Upcoins", [accounts[seat] // 3 for seat in range(position.players)])]


def _street_sources(street: Street) -> tuple[int, int, int]:
    floors = bonuses = gifts = 0
    for projects, values in zip(street.sites(), worth(street).floors, strict=True):
        for project, (_, prestige) in zip(projects, values, strict=True):
            printed = sum(term.n for term in project.prestige if term.kind == s.FIXED)
            if project.gift:
                gifts += prestige
            else:
                floors += printed
                bonuses += prestige - printed
    return floors, bonuses, gifts
