"""Every drawing of Penny Lane by its id, for the sprite of a page and the definitions of a picture."""

from tabletown.games.penny_lane.drawing import fronts, houses, parts, tokens


def symbol(id: str) -> str | None:
    """The definition of a token, a part of a house, a building or a house front of Main Street."""
    return tokens.SYMBOLS.get(id) or fronts.SYMBOLS.get(id) or parts.symbol(id) or houses.symbol(id)
