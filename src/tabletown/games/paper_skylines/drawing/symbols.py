"""Every drawing of Paper Skylines by its id, for the sprite of a page and the definitions of a picture."""

from tabletown.games.paper_skylines.drawing import card_pictures, mayors_and_markers, signs


def symbol(id: str) -> str | None:
    """The definition of a sign, a figure, a prop or the picture of a card."""
    return signs.SYMBOLS.get(id) or mayors_and_markers.SYMBOLS.get(id) or card_pictures.symbol(id)
