"""Zone layout: where a page puts the zones of a scene."""

from dataclasses import dataclass

from tabletown.render.scene import Scene, Zone

_COLUMNS = 2  # for the zones that all seats share


@dataclass(frozen=True, slots=True)
class ZoneLayout:
    """The zones of a scene by their place on the page."""

    home: int  # the seat whose area comes first
    own: list[Zone]
    common: list[Zone]  # shared zones, in columns beside the own area
    across: list[Zone]  # shared zones that are wider than these columns
    rivals: list[tuple[int, list[Zone]]]  # by seat
    notices: list[Zone]  # to be read at the start of a game


def zones_by_place(scene: Scene) -> ZoneLayout:
    """Sort the zones of a scene by place."""
    own: list[Zone] = []
    common: list[Zone] = []
    across: list[Zone] = []
    rivals: dict[int, list[Zone]] = {}
    notices = [zone for zone in scene.zones if zone.role == "notice"]
    for zone in scene.zones:
        if zone.role == "own":
            own.append(zone)
        elif zone.role == "rival" and zone.seat is not None:
            rivals.setdefault(zone.seat, []).append(zone)
        elif zone.role == "common":
            (common if zone.span <= _COLUMNS else across).append(zone)
    home = own[0].seat if own else None
    return ZoneLayout(home or 0, own, common, across, sorted(rivals.items()), notices)
