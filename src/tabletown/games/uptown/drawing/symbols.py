"""Every drawing of UpTown by its id, for the sprite of a page and the definitions of a picture."""

from tabletown.games.uptown.drawing import marks, roofs, rooms, scenery


def symbol(id: str) -> str | None:
    """The definition of an icon, a part, a room, a roof or a piece of scenery."""
    return marks.SYMBOLS.get(id) or scenery.SYMBOLS.get(id) or roofs.symbol(id) or rooms.symbol(id)
