"""The income rail: roundabouts from 10 to 50, the markers of all seats, and the floors below which it does not fall."""

from collections.abc import Sequence
from functools import cache, lru_cache

from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import Value
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.plain_state import plain
from tabletown.render.icons import place, seat_shape
from tabletown.render.scene import Piece, Shape, Zone
from tabletown.render.text import text


class Rail(Value, frozen=True):
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


class Leap(Value, frozen=True):
    """Where the marker of the viewer would climb."""

    seat: int
    goal: int


def zone(position: Position, seat: int, blocks_to_come: int | None = None) -> Zone:
    """The rail; with `blocks_to_come`, also where the seat's marker would climb."""
    state = plain(position)
    first, top, step = (int(position.cards.data[name][0]) for name in ("income", "top", "step"))
    markers, floors = (tuple(row[: position.players]) for row in (state.marker, state.floor))
    leap = None
    if seat >= 0 and blocks_to_come is not None:
        goal = max(floors[seat], min(top, first + blocks_to_come))
        leap = Leap(seat, goal) if goal != markers[seat] else None
    return _zone((first, top, step), markers, floors, leap)


@lru_cache(maxsize=1024)
def _zone(ends: tuple[int, int, int], markers: tuple[int, ...], floors: tuple[int, ...], leap: Leap | None) -> Zone:
    rails = Rail(620, 58, 15, 20, 39, 66, *ends), Rail(358, 18, 11, 18, 56, 88, *ends)
    wide, narrow = rails
    pieces = [Piece(_whole(wide, _road(wide)), small=_whole(narrow, _road(narrow)), state="backdrop")]
    if leap:
        leaps = [_whole(rail, _leap(rail, markers[leap.seat], leap.goal, leap.seat)) for rail in rails]
        pieces.append(Piece(leaps[0], f"Your marker would move to {leap.goal}", small=leaps[1], rule="MK-50"))
    pins, dots = ([_markers(rail, markers) for rail in rails], [_floors(rail, floors) for rail in rails])
    for seat, (marker, floor) in enumerate(zip(markers, floors, strict=True)):
        says = f"{the_seat(seat)}: income {marker}, never below {floor}"
        pieces.append(Piece(pins[0][seat], says, f"marker-{seat}", pins[1][seat], rule="MK-50"))
        pieces.append(Piece(dots[0][seat], small=dots[1][seat]))
    note = "each roundabout is a floor"
    return Zone("rail", "Income rail", wide.w, wide.h, tuple(pieces), "common", None, narrow.w, narrow.h, note, span=4)


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
        x, size = rail.x(value), rail.r * 0.9
        drawn.append(
            f'<circle class="town-bridge" cx="{x:.1f}" cy="{rail.y:g}" r="{rail.r:g}"/>'
            f'<circle class="front-sage cut" cx="{x:.1f}" cy="{rail.y:g}" r="{rail.r * 0.7:.1f}"/>'
            + text(str(value), round(x, 1), rail.y + size * 0.36, size, "ink-paper")
        )
    # on the right, where few floors ever lie: all of them begin on the left
    drawn.append(text("floors", rail.w - 6, rail.h - 6, 13.5, "ink-quiet", anchor="end", bold=False))
    return painted("".join(drawn))


def _apart(rail: Rail, values: Sequence[int], least: float) -> list[float]:
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


def _left(rail: Rail, values: Sequence[int], group: list[int], least: float) -> float:
    middle = sum(rail.x(values[n]) for n in group) / len(group)
    return min(max(middle - least * len(group) / 2, 3.0), rail.w - least * len(group) - 3)


def _right(rail: Rail, values: Sequence[int], group: list[int], least: float) -> float:
    return _left(rail, values, group, least) + least * len(group)


def _markers(rail: Rail, values: Sequence[int]) -> list[Shape]:
    """The markers of all seats."""
    y = rail.y - rail.r - rail.size + 4
    shapes = []
    for seat, x in enumerate(_apart(rail, values, rail.size * 0.8)):
        lean = round(rail.x(values[seat]) - x, 1)
        shapes.append(Shape(round(x - rail.size / 2, 2), y, rail.size, rail.size + 10, _pin(seat, rail.size, lean)))
    return shapes


@lru_cache(maxsize=4096)
def _pin(seat: int, size: float, lean: float) -> str:
    """A marker on its pin, which points at its value."""
    pin = f"M{size / 2:g} {size * 0.7:g}L{size / 2 + lean * 0.7:g} {size + 7:g}"
    return painted(f'<path class="thread-bold" d="{pin}"/>') + seat_shape(seat, size / 2, size / 2, size)


def _floors(rail: Rail, values: Sequence[int]) -> list[Shape]:
    """The floors of all seats."""
    return [
        Shape(round(x - 5, 2), rail.h - 15, 10, 10, seat_shape(seat, 5, 5, 10))
        for seat, x in enumerate(_apart(rail, values, 11))
    ]


@lru_cache(maxsize=4096)
def _leap(rail: Rail, now: int, goal: int, seat: int) -> str:
    x, x2, y = rail.x(now), rail.x(goal), rail.y - rail.r - 6
    middle = (x + x2) / 2
    drawn = [f'<path class="seat-{seat}-leap" d="M{x:.1f} {y:g}Q{middle:.1f} {y - 40:g} {x2:.1f} {y:g}"/>']
    passed = [value for value in range(rail.first, rail.last + 1, rail.step) if now < value <= goal]
    drawn.extend(place("i-cash", rail.x(value) - 9, 2, 18, 15) for value in passed)
    drawn.append(f'<g class="half-there">{seat_shape(seat, round(x2, 1), y - 2, rail.size)}</g>')
    return painted("".join(drawn))
