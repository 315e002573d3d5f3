"""The picture of a review: every seat's chance to win over the game, with rounds, and pennants at turning points.

It is SVG whose colours come from a style sheet (`chart_css`), so that it follows the page that it stands on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tabletown.engine.seats import SEAT_COLOURS
from tabletown.study.review import Review

TOP, BOTTOM = 40.0, 26.0  # room for pennants and for the names of rounds
LEFT, RIGHT = 40.0, 14.0
LINES = (0, 25, 50, 75, 100)
NAMED = 44.0  # a round that is narrower has no name on the picture
PENNANT = "M0 0V-30h19l-5 6.5 5 6.5H1.5"


@dataclass(frozen=True)
class Round:
    """A part of the game by its name: plies after `first` up to `last`."""

    name: str
    first: int
    last: int


def rounds_from(names: Sequence[str], begun: int = 0) -> list[Round]:
    """The rounds of a game from the name of the round of every ply; `begun` plies had been made before it began."""
    found: list[Round] = []
    for ply, name in enumerate(names, begun):
        if found and found[-1].name == name:
            found[-1] = Round(name, found[-1].first, ply + 1)
        else:
            found.append(Round(name, ply, ply + 1))
    return found


class Chart:
    """Draws a review `width` by `height` large. All plies of the game are the width, however many are judged."""

    def __init__(self, review: Review, rounds: Sequence[Round], *, width: int = 1180, height: int = 260) -> None:
        self._review, self._rounds = review, rounds
        self.width, self.height = width, height
        self._total = max(review.game.ply, 1)

    def x(self, ply: float) -> float:
        """Where a ply stands."""
        return LEFT + (self.width - LEFT - RIGHT) * ply / self._total

    def y(self, chance: float) -> float:
        """Where a chance stands."""
        return self.height - BOTTOM - (self.height - TOP - BOTTOM) * chance

    def svg(self, own: int | None = None, cursor: int | None = None, label: str = "Chances to win") -> str:
        """The picture. The line of seat `own` is a hill; a line marks the ply `cursor`."""
        seats = sorted(range(self._review.game.players), key=lambda seat: seat == own)  # one's own is in front
        parts = [self._ground(), *(self._line(seat, seat == own) for seat in seats), self._pennants()]
        if cursor is not None:
            at = _number(self.x(cursor))
            parts.append(f'<path class="cursor" d="M{at} {_number(TOP - 6)}V{_number(self.height - BOTTOM)}"/>')
        return self._picture(parts, label)

    def ground(self, label: str = "Chances to win, not judged yet") -> str:
        """The picture without lines, for a game that is not judged yet."""
        return self._picture([self._ground()], label)

    def _picture(self, parts: Sequence[str], label: str) -> str:
        head = f'class="chances" viewBox="0 0 {self.width} {self.height}" role="img" aria-label="{escape(label)}"'
        place = f'data-left="{LEFT:g}" data-right="{RIGHT:g}" data-total="{self._total}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {head} {place}>{"".join(parts)}</svg>'

    def _ground(self) -> str:
        """Rounds as bands with their names, and lines for every quarter."""
        parts = []
        base, top = self.y(0), self.y(1)
        for number, part in enumerate(self._rounds):
            left, right = self.x(part.first), self.x(part.last)
            width = _number(right - left)
            if number % 2:
                parts.append(
                    f'<rect class="band" x="{_number(left)}" y="{_number(top)}" width="{width}"'
                    f' height="{_number(base - top)}"/>'
                )
            if right - left >= NAMED:
                middle, below = _number((left + right) / 2), _number(base + 17)
                parts.append(f'<text class="round" x="{middle}" y="{below}">{escape(part.name)}</text>')
        for share in LINES:
            y = _number(self.y(share / 100))
            parts.append(f'<path class="grid" d="M{LEFT:g} {y}H{_number(self.width - RIGHT)}"/>')
            parts.append(f'<text class="share" x="{LEFT - 6:g}" y="{y}" dy=".35em">{share}</text>')
        return "".join(parts)

    def _line(self, seat: int, own: bool) -> str:
        points = [(self.x(ply), self.y(float(chances[seat]))) for ply, chances in self._review.chances]
        path = "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
        hill = ""
        if own:
            base = _number(self.y(0))
            hill = f'<path class="hill seat-{seat}" d="{path}V{base}H{_number(points[0][0])}z"/>'
        wide = " own" if own else ""
        marks = "".join(_mark(seat, *points[n]) for n in self._marked(points))
        lines = f'<path class="edge{wide}" d="{path}"/><path class="seat-{seat}{wide}" d="{path}"/>'
        return f"<g>{hill}{lines}{marks}</g>"

    def _marked(self, points: Sequence[tuple[float, float]]) -> list[int]:
        """Which points of a line bear the seat's shape: one in every round, so that nobody needs colours."""
        ends = {part.last for part in self._rounds}
        return [n for n, (ply, _) in enumerate(self._review.chances) if ply in ends and n < len(points)]

    def _pennants(self) -> str:
        """The turning points, numbered, in the colour of who moved."""
        parts = []
        for number, choice in enumerate(self._review.turning_points(), 1):
            ply = choice.decision.last
            x, y = self.x(ply), self.y(float(self._review.at(ply)[choice.seat]))
            parts.append(
                f'<g class="pennant seat-{choice.seat}" data-ply="{choice.decision.first}"'
                f' transform="translate({_number(x)} {_number(min(y, self.height - BOTTOM))})">'
                f'<path d="{PENNANT}"/><text x="7" y="-20">{number}</text></g>'
            )
        return "".join(parts)


def chart_css() -> str:
    """The style sheet of the picture. The page names the colours of seats `--seat-0` and so on."""
    seats = [
        f".chances .seat-{seat} {{ stroke: {colour} }} .chances .hill.seat-{seat} {{ fill: {colour}; stroke: none }}"
        f" .chances .pennant.seat-{seat} path, .chances .dot.seat-{seat} {{ fill: {colour}; stroke: var(--ink) }}"
        for seat, colour in enumerate(map("var(--seat-{})".format, range(len(SEAT_COLOURS))))
    ]
    return "\n".join([_CSS, *seats, ""])


_CSS = """.chances { display: block; width: 100%; height: auto }
.chances path { fill: none }
.chances .band { fill: var(--wash); opacity: .6 }
.chances .grid { stroke: var(--line); stroke-dasharray: 2 3 }
.chances text { fill: var(--quiet); font-size: 12px }
.chances .share { text-anchor: end }
.chances .round { text-anchor: middle }
.chances path[class^="seat-"] { stroke-width: 2.6; stroke-linejoin: round }
.chances path.own[class^="seat-"] { stroke-width: 3.6 }
.chances .edge { stroke: var(--ink); stroke-width: 4.4; stroke-linejoin: round }
.chances .edge.own { stroke-width: 5.4 }
.chances .hill { opacity: .22 }
.chances .dot { stroke-width: 1.2 }
.chances .pennant path { stroke-width: 1.4 }
.chances .pennant text { fill: #fff; font-weight: 700; text-anchor: middle }
.chances .pennant text { paint-order: stroke; stroke: #22303c; stroke-width: 2.6px }
.chances .cursor { stroke: var(--accent); stroke-width: 2; stroke-dasharray: 5 3 }"""


def _mark(seat: int, x: float, y: float) -> str:
    """A seat's shape on its line: circle, square, triangle, diamond, as everywhere."""
    a, b = _number(x), _number(y)
    shapes = (
        f'<circle class="dot seat-{seat}" cx="{a}" cy="{b}" r="4.5"/>',
        f'<path class="dot seat-{seat}" d="M{a} {b}m-4-4h8v8h-8z"/>',
        f'<path class="dot seat-{seat}" d="M{a} {b}m0-5.5l5 9h-10z"/>',
        f'<path class="dot seat-{seat}" d="M{a} {b}m0-5.5l5.5 5.5-5.5 5.5-5.5-5.5z"/>',
        f'<path class="dot seat-{seat}" d="M{a} {b}m0-5l5 3.6-1.9 5.8h-6.2l-1.9-5.8z"/>',
    )
    return shapes[seat % len(shapes)]


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
