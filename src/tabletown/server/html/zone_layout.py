"""Where a page puts the zones of a scene."""

from dataclasses import dataclass

from tabletown.render.scene import Scene, Zone

_COLUMNS = 2  # in which zones lie that everybody shares


@dataclass(frozen=True, slots=True)
class Places:
    """The zones of a scene by where they stand."""

    home: int  # the seat whose area comes first
    own: list[Zone]
    common: list[Zone]  # what everybody shares, in columns beside the streets
    across: list[Zone]  # what needs more columns than there are
    rivals: list[tuple[int, list[Zone]]]  # by seat


def places(scene: Scene) -> Places:
    """Sort the zones of a scene."""
    own: list[Zone] = []
    common: list[Zone] = []
    across: list[Zone] = []
    rivals: dict[int, list[Zone]] = {}
    for zone in scene.zones:
        if zone.role == "own":
            own.append(zone)
        elif zone.role == "rival" and zone.seat is not None:
            rivals.setdefault(zone.seat, []).append(zone)
        elif zone.role == "common":
            (common if zone.span <= _COLUMNS else across).append(zone)
    home = own[0].seat if own else None
    return Places(home or 0, own, common, across, sorted(rivals.items()))
