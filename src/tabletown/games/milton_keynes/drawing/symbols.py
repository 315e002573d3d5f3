"""Every drawing of Milton Keynes by its id, for the sprite of a page and the definitions of a picture."""

from tabletown.games.milton_keynes.drawing import card_faces, paper, roofs


def symbol(id: str) -> str | None:
    """The definition of a scrap, a roof or a small map."""
    return paper.symbol(id) or roofs.SYMBOLS.get(id) or card_faces.symbol(id)
