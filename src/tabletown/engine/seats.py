"""The seats at a table: a name, a shape and a colour each, always together. Pages and terminals take them from here."""

SEAT_NAMES = ("Orange", "Sky", "Green", "Vermilion", "Purple")
SEAT_SHAPES = ("circle", "square", "triangle", "diamond", "pentagon")
SEAT_COLOURS = ("#e69f00", "#56b4e9", "#009e73", "#d55e00", "#cc79a7")
"""Colours that people with any kind of colour vision tell apart."""
SEAT_GLYPHS = "●■▲◆⬟"
"""The shapes as characters."""
PLAIN_SEAT_GLYPHS = "o#^+*"
"""The same for terminals that know only ASCII."""


def seat_index(name: str, players: int) -> int | None:
    """The seat with this name (any case) at a table of so many players, or None."""
    for index, known in enumerate(SEAT_NAMES[:players]):
        if known.lower() == name.lower():
            return index
    return None
