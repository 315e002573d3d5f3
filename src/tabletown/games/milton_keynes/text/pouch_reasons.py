"""Why a choice in the pouch is refused: what is wrong with it, and the rule that says so."""

from tabletown.engine.english import a, many
from tabletown.engine.position import Position
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import BUILDING_IDS
from tabletown.games.milton_keynes.text.names import (
    building_name,
    label,
    mask_of,
    permit_name,
    plots_of,
    squares,
    squares_in,
)

Reason = tuple[str, str]


def why_not_start(position: Position, seat: int, kind: int) -> Reason:
    """Why no item can begin with a permit."""
    name = permit_name(position, kind)
    new = [int(permit) for permit in _permits_in(position, seat) if permit != s.EXTENSION]
    common = _why_no_item(position, seat, kind)
    if common:
        return common
    if len(new) >= s.NEW_BUILDINGS:
        return f"a pouch holds at most {s.NEW_BUILDINGS} new buildings, and yours are in it", "MK-41"
    if kind == s.SEWAGE_PERMIT:
        return f"no deed of yours lies beside a river plot that {a(name)} could take", "MK-45"
    if kind == s.AIR_PERMIT:
        return f"no deed of yours lies beside an empty plot that {a(name)} could take", "MK-45"
    return f"with {a(name)}, a requisition of your pouch would have no plot left", "MK-46"


def why_not_extend(position: Position, seat: int, plot: int) -> Reason:
    """Why the building on a plot cannot be extended."""
    state = position.state
    common = _why_no_item(position, seat, s.EXTENSION)
    if common:
        return common
    if state.owner[plot] != seat:
        return f"no building of yours stands on {label(plot)}", "MK-44"
    kind, anchor = int(state.kind[plot]), int(state.anchor[plot])
    size = len(plots_of(position, anchor)) + sum(
        len(squares(state.contents[seat][item]))
        for item in range(int(state.items[seat]))
        if state.item_target[seat][item] == anchor
    )
    most = position.cards.buildings[kind].plots
    if size >= most:
        return f"{a(building_name(position, kind))} has at most {many(most, 'plot')}, and this one has them", "MK-44"
    return f"no deed of yours adjoins the building on {label(plot)}", "MK-44"


def _why_no_item(position: Position, seat: int, kind: int) -> Reason | None:
    """Why an item with this permit cannot begin, whatever it is for."""
    state, name = position.state, permit_name(position, kind)
    if state.open_item[seat]:
        return "an item of the pouch is still open: close it first", "MK-42"
    held, used = int(state.permits[seat][kind]), _permits_in(position, seat).count(kind)
    if held <= used:
        return f"you hold no{' other' if used else ''} {name}", "MK-44" if kind == s.EXTENSION else "MK-42"
    if not _free_deeds(position, seat):
        return "you have no deed left to build on", "MK-42"
    return None


def why_not_add(position: Position, seat: int, plot: int) -> Reason:
    """Why a deed cannot be added to the open item."""
    state, name = position.state, label(plot)
    if not state.open_item[seat]:
        return f"no item is open: begin one with a permit, then add {name}", "MK-42"
    if not mask_of(state.hand[seat]) >> plot & 1:
        return f"you do not hold the deed of {name}", "MK-42"
    if not _free_deeds(position, seat) >> plot & 1:
        return f"the deed of {name} is in the pouch already", "MK-41"
    item = int(state.items[seat]) - 1
    permit = int(state.item_permit[seat][item])
    ground = mask_of(state.contents[seat][item])
    kind, rule = _kind_of(position, permit), "MK-42"
    most = position.cards.buildings[kind].plots if kind >= 0 else s.MOST_PLOTS
    if permit == s.EXTENSION:
        target, rule = int(state.item_target[seat][item]), "MK-44"
        kind = int(state.kind[target])
        most = position.cards.buildings[kind].plots
        ground |= sum(1 << square for square in plots_of(position, target))
        for earlier in range(item):
            if state.item_target[seat][earlier] == target:
                ground |= mask_of(state.contents[seat][earlier])
    takes = permit in (s.SEWAGE_PERMIT, s.AIR_PERMIT)
    if ground.bit_count() + takes >= most:
        taken = ", with the plot that it takes" if takes else ""
        return (
            f"{a(building_name(position, kind))} has at most {many(most, 'plot')}{taken}, and this one has them",
            rule,
        )
    if not takes and ground and not any(square in _beside(plot) for square in squares_in(ground)):
        return f"{name} does not adjoin the other plots of this building", rule
    return f"with {name}, a requisition of your pouch would have no plot that completes its building", "MK-46"


def why_not_close(position: Position, seat: int) -> Reason:
    """Why no item can be closed."""
    if position.state.open_item[seat]:
        return "this item has no deed yet: add one first", "MK-42"
    return "no item of the pouch is open", "MK-42"


def _permits_in(position: Position, seat: int) -> list[int]:
    """The permits of the items in a pouch."""
    state = position.state
    return [int(kind) for kind in state.item_permit[seat][: int(state.items[seat])]]


def _free_deeds(position: Position, seat: int) -> int:
    """The deeds in hand that are not in the pouch, as one number."""
    state = position.state
    free = mask_of(state.hand[seat])
    for item in range(int(state.items[seat])):
        free &= ~mask_of(state.contents[seat][item])
    return free


def _kind_of(position: Position, permit: int) -> int:
    """The building type of a permit; -1 for the Extension."""
    builds = position.cards.permits[permit].builds
    return BUILDING_IDS.index(builds) if builds else -1


def _beside(plot: int) -> list[int]:
    """The squares that share a side with a plot."""
    row, column = divmod(plot, s.COLUMNS)
    near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * s.COLUMNS + c for r, c in near if 0 <= r < s.ROWS and 0 <= c < s.COLUMNS]
