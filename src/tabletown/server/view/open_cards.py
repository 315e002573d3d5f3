"""Drawing a table with all cards open: every seat's own area, as that seat sees it.

A title draws a table as one seat sees it. All that only this seat knows is in its own area. So the own areas of all
seats, each from a separate drawing, show everything, and titles need no code for it.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.value import replace
from tabletown.render.scene import Button, Piece, Scene, Zone

_YOUR = "Your "


def draw_open(
    position: Position,
    names: Sequence[str] = SEAT_NAMES,
    front_seat: int = 0,
    buttons: Mapping[int, Button] = MappingProxyType({}),
) -> Scene:
    """The whole table from one seat, with the own areas of the other seats instead of their areas as rivals.

    `names` are those of the players, by seat. `buttons` are the choices of the seat in front, by their actions.
    """
    draw = position.title.drawing.draw
    scenes: list[Scene] = [
        draw(position.view(seat), seat, dict(buttons) if seat == front_seat else {}) for seat in range(position.players)
    ]
    front = name_own_zones(scenes[front_seat], front_seat, names)
    zones = [zone for zone in front.zones if zone.role == "common"]
    for seat, scene in enumerate(scenes):
        role = "own" if seat == front_seat else "rival"
        zones += [_owned(zone, seat, role) for zone in name_own_zones(scene, seat, names).zones if zone.role == "own"]
    seats = tuple(scene.seats[seat] for seat, scene in enumerate(scenes))
    return replace(front, zones=tuple(_unique_ids(zones)), seats=seats)


def name_own_zones(scene: Scene, seat: int, names: Sequence[str] = SEAT_NAMES) -> Scene:
    """A drawing of the view of a seat for another reader: titles like "Your hand" name the player instead."""
    whose = f"{names[seat]}'s "
    zones = (
        replace(zone, title=whose + zone.title.removeprefix(_YOUR)) if zone.title.startswith(_YOUR) else zone
        for zone in scene.zones
    )
    return replace(scene, zones=tuple(zones))


def _owned(zone: Zone, seat: int, role: str) -> Zone:
    """The own area of a seat in the common drawing; its id gets the seat's number if all seats have the same id."""
    return replace(zone, role=role, seat=seat, id=f"{zone.id}-{seat}" if zone.seat is None else zone.id)


def _unique_ids(zones: Iterable[Zone]) -> Iterable[Zone]:
    """The same zones with each piece id used only once: two pieces with one id cannot be animated."""
    known: set[str] = set()
    for zone in zones:
        yield replace(zone, pieces=tuple(_with_unique_id(piece, known) for piece in zone.pieces))


def _with_unique_id(piece: Piece, known: set[str]) -> Piece:
    id = "" if piece.id in known else piece.id
    known.add(id)
    return replace(piece, id=id, parts=tuple(_with_unique_id(part, known) for part in piece.parts))
