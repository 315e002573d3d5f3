"""Small scenes for the tests of the writers, and how to read what they write."""

from xml.etree import ElementTree

from tabletown.render.scene import Button, Gain, Piece, Scene, Seat, Shape, Stat, Zone

BOX = '<rect class="c-wood" width="10" height="10"/>'


def box(x: float = 0, y: float = 0, w: float = 10, h: float = 10) -> Shape:
    """A wooden box."""
    return Shape(x, y, w, h, BOX)


def scene(*pieces: Piece, **more: object) -> Scene:
    """A table with one own zone of 100 by 50 units."""
    zone = Zone("street-0", "Your street", 100, 50, pieces, "own", 0)
    seat = Seat((Stat("coin", "7", "upcoins", chip=True), Stat("roof", "9", "next roof pays", soft=True)), ("starts",))
    return Scene((zone,), (seat,), **more)  # type: ignore[arg-type]


def button(move: str = "site 1", **more: object) -> Button:
    """A move that earns something."""
    return Button(move, "Builds here", gains=(Gain("coin", 9, "upcoins"), Gain("star", -1, "prestige")), **more)  # type: ignore[arg-type]


def parse(markup: str) -> ElementTree.Element:
    """The markup as a tree; pages and pictures are both written so that this succeeds."""
    return ElementTree.fromstring(markup)


def classes(markup: str) -> set[str]:
    """Every class that elements of the markup have."""
    return {name for element in parse(markup).iter() for name in element.get("class", "").split()}
