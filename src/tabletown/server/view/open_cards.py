"""A table with all cards open: every seat's own area, as that seat sees it.

Titles draw a table from one seat. What a seat alone knows lies in its own area, so the areas of all seats, each from a
drawing of its own, are all there is to see, and no title has to know of it.
"""

from collections.abc import Iterable
from dataclasses import replace

from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.render.scene import Piece, Scene, Zone

_YOUR = "Your "


def draw_open(position: Position) -> Scene:
    """The whole table: the first seat in front, the others' own areas in place of what a rival sees of them."""
    draw = position.title.drawing.draw
    scenes: list[Scene] = [draw(position.view(seat), seat, {}) for seat in range(position.players)]
    front = named(scenes[0], 0)
    zones = [zone for zone in front.zones if zone.role == "common"]
    for seat, scene in enumerate(scenes):
        role = "rival" if seat else "own"
        zones += [_owned(zone, seat, role) for zone in named(scene, seat).zones if zone.role == "own"]
    seats = tuple(scene.seats[seat] for seat, scene in enumerate(scenes))
    return replace(front, zones=tuple(_once(zones)), seats=seats)


def named(scene: Scene, seat: int) -> Scene:
    """A drawing that was made for the eyes of a seat, for somebody who does not sit there."""
    whose = f"{SEAT_NAMES[seat]}'s "
    zones = (
        replace(zone, title=whose + zone.title.removeprefix(_YOUR)) if zone.title.startswith(_YOUR) else zone
        for zone in scene.zones
    )
    return replace(scene, zones=tuple(zones))


def _owned(zone: Zone, seat: int, role: str) -> Zone:
    """An own area among others: one that every seat has under the same name gets a name of its own."""
    return replace(zone, role=role, seat=seat, id=f"{zone.id}-{seat}" if zone.seat is None else zone.id)


def _once(zones: Iterable[Zone]) -> Iterable[Zone]:
    """The same zones with every piece known by its id only once: two of a name cannot glide."""
    known: set[str] = set()
    for zone in zones:
        yield replace(zone, pieces=tuple(_unlike(piece, known) for piece in zone.pieces))


def _unlike(piece: Piece, known: set[str]) -> Piece:
    id = "" if piece.id in known else piece.id
    known.add(id)
    return replace(piece, id=id, parts=tuple(_unlike(part, known) for part in piece.parts))
