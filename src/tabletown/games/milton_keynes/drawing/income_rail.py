"""The income rail: roundabouts from 10 to 50, the markers of all seats, and the floors below which it does not fall."""

from dataclasses import dataclass
from functools import cache

from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.render.icons import place, seat_shape
from tabletown.render.scene import Piece, Shape, Zone
from tabletown.render.text import text


@dataclass(frozen=True, slots=True)
class Rail:
    """A rail of a certain width: where values lie, and how large signs are."""

    w: float
    margin: float
    r: float  # of a roundabout
    size: float  # of a marker
    y: float
    h: float
    first: int
    last: int
    step: int

    def x(self, value: float) -> float:
        """Where a value lies."""
        return self.margin + (value - self.first) * (self.w - 2 * self.margin) / (self.last - self.first)


def zone(position: Position, seat: int, blocks_to_come: int | None = None) -> Zone:
    """The rail; with `blocks_to_come`, also where the seat's marker would climb."""
    cards = record(position.cards.data)
    ends = int(cards.income), int(cards.top), int(cards.step)
    wide = Rail(802, 40, 16, 22, 52, 88, *ends)
    narrow = Rail(358, 18, 11, 18, 56, 88, *ends)
    goal = _goal(position, seat, blocks_to_come)
    pieces = [Piece(_whole(wide, _road(wide)), small=_whole(narrow, _road(narrow)), state="backdrop")]
    if goal is not None:
        leaps = [_whole(rail, _leap(rail, int(position.state.marker[seat]), goal, seat)) for rail in (wide, narrow)]
        pieces.append(Piece(leaps[0], f"Your marker would move to {goal}", small=leaps[1], rule="MK-50"))
    for other in range(position.players):
        shapes = [_marker(position, rail, other) for rail in (wide, narrow)]
        marker, floor = int(position.state.marker[other]), int(position.state.floor[other])
        says = f"{SEAT_NAMES[other]}: income {marker}, never below {floor}"
        pieces.append(Piece(shapes[0], says, f"marker-{other}", shapes[1], rule="MK-50"))
        floors = [_floor(position, rail, other) for rail in (wide, narrow)]
        pieces.append(Piece(floors[0], small=floors[1]))
    note = "each roundabout is a floor"
    return Zone("rail", "Income rail", wide.w, wide.h, tuple(pieces), "common", None, narrow.w, narrow.h, note, span=4)


def _goal(position: Position, seat: int, blocks_to_come: int | None) -> int | None:
    if seat < 0 or blocks_to_come is None:
        return None
    cards, state = record(position.cards.data), position.state
    goal = max(int(state.floor[seat]), min(int(cards.top), int(cards.income) + blocks_to_come))
    return goal if goal != int(state.marker[seat]) else None


def _whole(rail: Rail, svg: str) -> Shape:
    return Shape(0, 0, rail.w, rail.h, svg)


@cache
def _road(rail: Rail) -> str:
    left, right = rail.x(rail.first) - rail.r - 2, rail.x(rail.last) + rail.r + 2
    half = rail.r * 0.56
    rect = f'x="{left:g}" y="{rail.y - half:g}" width="{right - left:g}" height="{2 * half:g}" rx="{half:g}"'
    ticks = "".join(
        f"M{rail.x(value):.1f} {rail.y - 4:g}v8" for value in range(rail.first, rail.last) if value % rail.step
    )
    drawn = [
        f'<rect class="town-mat" width="{rail.w:g}" height="{rail.h:g}" rx="8"/>'
        f'<rect class="town-bridge" {rect}/>'
        f'<path class="town-dash" d="M{left + 8:g} {rail.y:g}h{right - left - 16:g}"/>'
        f'<path class="town-tick" d="{ticks}"/>'
    ]
    for value in range(rail.first, rail.last + 1, rail.step):
        x, size = rail.x(value), rail.r * 0.76
        drawn.append(
            f'<circle class="town-bridge" cx="{x:.1f}" cy="{rail.y:g}" r="{rail.r:g}"/>'
            f'<circle class="front-sage cut" cx="{x:.1f}" cy="{rail.y:g}" r="{rail.r * 0.7:.1f}"/>'
            + text(str(value), round(x, 1), rail.y + size * 0.36, size, "ink-paper")
        )
    drawn.append(text("floors", rail.w - 5, rail.h - 6, 10, "ink-quiet", anchor="end", bold=False))
    return painted("".join(drawn))


def _apart(rail: Rail, values: list[int], least: float) -> list[float]:
    """Where signs at these values lie if none may be nearer to another than `least`: groups are spread around it."""
    order = sorted(range(len(values)), key=lambda n: (values[n], n))
    groups: list[list[int]] = []
    for n in order:
        groups.append([n])
        while len(groups) > 1 and _left(rail, values, groups[-1], least) < _right(rail, values, groups[-2], least):
            groups[-2].extend(groups.pop())
    places = [0.0] * len(values)
    for group in groups:
        for k, n in enumerate(group):
            places[n] = _left(rail, values, group, least) + (k + 0.5) * least
    return places


def _left(rail: Rail, values: list[int], group: list[int], least: float) -> float:
    middle = sum(rail.x(values[n]) for n in group) / len(group)
    return min(max(middle - least * len(group) / 2, 3.0), rail.w - least * len(group) - 3)


def _right(rail: Rail, values: list[int], group: list[int], least: float) -> float:
    return _left(rail, values, group, least) + least * len(group)


def _marker(position: Position, rail: Rail, seat: int) -> Shape:
    values = [int(value) for value in position.state.marker[: position.players]]
    x = _apart(rail, values, rail.size * 0.8)[seat]
    y = rail.y - rail.r - rail.size + 4
    lean = round(rail.x(values[seat]) - x, 1)
    return Shape(round(x - rail.size / 2, 2), y, rail.size, rail.size + 10, _pin(seat, rail.size, lean))


@cache
def _pin(seat: int, size: float, lean: float) -> str:
    """A marker on its pin, which points at its value."""
    pin = f"M{size / 2:g} {size * 0.7:g}L{size / 2 + lean * 0.7:g} {size + 7:g}"
    return painted(f'<path class="thread-bold" d="{pin}"/>') + seat_shape(seat, size / 2, size / 2, size)


def _floor(position: Position, rail: Rail, seat: int) -> Shape:
    floors = [int(value) for value in position.state.floor[: position.players]]
    x = _apart(rail, floors, 11)[seat]
    return Shape(round(x - 5, 2), rail.h - 15, 10, 10, seat_shape(seat, 5, 5, 10))


@cache
def _leap(rail: Rail, now: int, goal: int, seat: int) -> str:
    x, x2, y = rail.x(now), rail.x(goal), rail.y - rail.r - 6
    middle = (x + x2) / 2
    drawn = [f'<path class="seat-{seat}-leap" d="M{x:.1f} {y:g}Q{middle:.1f} {y - 40:g} {x2:.1f} {y:g}"/>']
    passed = [value for value in range(rail.first, rail.last + 1, rail.step) if now < value <= goal]
    drawn.extend(place("i-cash", rail.x(value) - 9, 2, 18, 15) for value in passed)
    drawn.append(f'<g class="half-there">{seat_shape(seat, round(x2, 1), y - 2, rail.size)}</g>')
    return painted("".join(drawn))
