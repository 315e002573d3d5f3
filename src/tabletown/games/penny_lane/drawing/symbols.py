"""Every drawing of Penny Lane by its id, for the sprite of a page and the definitions of a picture."""

from tabletown.games.penny_lane.drawing import building_parts, building_pictures, main_street_fronts, tokens


def symbol(id: str) -> str | None:
    """The definition of a token, a part of a house, a building or a house front of Main Street."""
    return (
        tokens.SYMBOLS.get(id)
        or main_street_fronts.SYMBOLS.get(id)
        or building_parts.symbol(id)
        or building_pictures.symbol(id)
    )
