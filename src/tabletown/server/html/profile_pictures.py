"""The pictures of a profile: the street, the bunting, the curve of a rating, the range of luck. And bars of statistics.

All are drawn from numbers, as SVG whose colours come from `static/profile.css`.
"""

import time
from collections.abc import Mapping, Sequence

from markupsafe import Markup

from tabletown.server.view.profile import FromReviews, RatingPoint, ShownRating, StreetHouse

_WALLS = ("slate", "rose", "mustard", "sage", "plum", "sand")
_ROOFS = ("deep", "brick", "deep", "moss", "brick", "wood")
_FLAGS = ("mustard", "sage", "brick", "slate", "plum", "rose")
_PLOT = 160  # width of a plot of the street
_FLOOR = 14
_BASE = 214.0
_MOST_POINTS = 80


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def street_svg(street: Sequence[StreetHouse], name: str) -> Markup:
    """The street: a house for each title, a floor for each game of the last days, lit if it was won."""
    parts = [_house(place, house) if house.floors else _plot(place) for place, house in enumerate(street)]
    trees = "".join(_tree(place * _PLOT - 6) for place in range(1, len(street)))
    games = ", ".join(f"{house.meta.title} {len(house.floors) + house.more}" for house in street)
    label = f"Games of the last sixty days by {name}, a floor for each, lit if it was won: {games}."
    return Markup('<svg viewBox="0 0 {} {}" class="k" role="img" aria-label="{}">{}</svg>').format(
        _PLOT * len(street), int(_BASE), label, Markup("".join(parts) + trees)
    )


def _house(place: int, house: StreetHouse) -> str:
    left, width = place * _PLOT + 30, 100
    top = _BASE - 12 - _FLOOR * len(house.floors)
    wall, roof = _WALLS[place % len(_WALLS)], _ROOFS[place % len(_ROOFS)]
    parts = [f'<path class="sh" d="M{left + 7} {_n(top)}h{width}V{_BASE:g}h-{width}z"/>']
    if place % 4 == 1:
        parts.append(f'<path class="brick" d="M{left + 70} {_n(top)}v-24h10v24z"/>')
    parts.append(f'<path class="{wall}" d="M{left} {_n(top)}h{width}V{_BASE:g}h-{width}z"/>')
    roofs = (
        f"M{left - 5} {_n(top)}l10-14h{width - 10}l10 14z",
        f"M{left - 7} {_n(top)}L{left + 50} {_n(top - 20)}L{left + width + 7} {_n(top)}z",
        f"M{left - 4} {_n(top)}v-6h{width + 8}v6zM{left + 22} {_n(top - 6)}v-9h56v9z",
        f"M{left - 6} {_n(top)}l16-18h{width - 20}l16 18z",
    )
    parts.append(f'<path class="{roof}" d="{roofs[place % len(roofs)]}"/>')
    if house.more:
        parts.append(f'<path class="o" d="M{left + 50} {_n(top - 14)}v-16"/>')
        parts.append(f'<path class="brick" d="M{left + 50} {_n(top - 30)}l14 4.500-14 4.500z"/>')
    for floor, won in enumerate(reversed(house.floors)):  # the newest is below the roof
        y = top + 4 + floor * _FLOOR
        last = floor == len(house.floors) - 1
        places = (10, 28, 64, 82) if last else (10, 28, 46, 64, 82)
        panes = "".join(f"M{left + x} {_n(y)}h8v7h-8z" for x in places)
        parts.append(f'<path class="{"lit" if won else "pane"} thin" d="{panes}"/>')
        if not last:
            parts.append(f'<path class="o thin" d="M{left} {_n(y + 10.5)}h{width}"/>')
    parts.append(f'<path class="hole" d="M{left + 44} {_BASE:g}v-8a6 6 0 0 1 12 0v8z"/>')
    return "".join(parts)


def _plot(place: int) -> str:
    """A staked plot, on which nothing is built yet."""
    left, y = place * _PLOT + 30, _BASE - 2
    return (
        f'<path class="groundp thin" d="M{left} {y:g}l12-16h76l12 16z"/>'
        f'<path class="o cord" d="M{left + 2} {y - 9:g}L{left + 14} {y - 24:g}H{left + 86}L{left + 98} {y - 9:g}z"/>'
        f'<path class="wood thin" d="M{left} {y:g}v-14h4v14zM{left + 96} {y:g}v-14h4v14z'
        f'M{left + 12} {y - 16:g}v-12h4v12zM{left + 84} {y - 16:g}v-12h4v12z"/>'
    )


def _tree(x: float) -> str:
    return (
        f'<path class="wood thin" d="M{x + 4:g} {_BASE - 14:g}h3v14h-3z"/>'
        f'<circle class="moss" cx="{x + 5.5:g}" cy="{_BASE - 22:g}" r="9"/>'
    )


def bunting_svg(last: Sequence[bool]) -> Markup:
    """A flag for each of the last games, coloured if it was won."""
    words = ", ".join("won" if won else "lost" for won in last)
    parts = ['<path class="k o" d="M2 6C120 22 288 22 406 6"/>']
    for place, won in enumerate(last, 12 - len(last)):
        x = 14 + 33.2 * place
        along = (x + 8.5) / 408
        y = 6 + 4 * 12 * along * (1 - along)
        colour = _FLAGS[place % len(_FLAGS)] if won else "off"
        parts.append(f'<path class="k {colour}" d="M{_n(x)} {_n(y)}h17l-8.500 26z"/>')
    label = f"The last {len(last)} games: {words}" if last else "No games yet"
    return Markup('<svg class="bunt" viewBox="0 0 408 52" role="img" aria-label="{}">{}</svg>').format(
        label, Markup("".join(parts))
    )


def curve_svg(rating: ShownRating) -> Markup:
    """The curve of a rating within its range, with the bots as dotted lines."""
    points = rating.curve if len(rating.curve) <= _MOST_POINTS else _thinned(rating)
    low = min([point.low for point in points] + [value for _, value in rating.rungs])
    high = max([point.high for point in points] + [value for _, value in rating.rungs])
    span = max(high - low, 60.0)

    def y(value: float) -> float:
        return 108 - 96 * (value - low) / span

    right = 218 if rating.rungs else 298
    step = (right - 4) / max(len(points) - 1, 1)
    xs = [4 + step * n for n in range(len(points))] if len(points) > 1 else [float(right)]
    parts = []
    shown: list[float] = []
    for name, value in sorted(rating.rungs, key=lambda rung: rung[1]):
        parts.append(f'<path class="rg" d="M4 {_n(y(value))}H226"/>')
        if all(abs(y(value) - other) >= 13 for other in shown):
            shown.append(y(value))
            parts.append(f'<text x="230" y="{_n(y(value) + 4)}">{Markup.escape(name)}</text>')
    band = [f"{_n(x)},{_n(y(point.high))}" for x, point in zip(xs, points, strict=True)]
    band += [f"{_n(x)},{_n(y(point.low))}" for x, point in reversed(list(zip(xs, points, strict=True)))]
    if len(points) > 1:
        mean = " ".join(f"{_n(x)},{_n(y(point.rating))}" for x, point in zip(xs, points, strict=True))
        parts.append(f'<polygon class="band" points="{" ".join(band)}"/><polyline class="mean" points="{mean}"/>')
    else:
        parts.append(f'<path class="bandl" d="M{right} {_n(y(points[0].high))}V{_n(y(points[0].low))}"/>')
    for x, point in zip(xs, points, strict=True):
        words = f"{_day(point.at)}: {point.rating:.0f} ({point.low:.0f}–{point.high:.0f})"
        dot = f'<circle cx="{_n(x)}" cy="{_n(y(point.rating))}" r="6"/>'
        parts.append(f'<g class="at">{dot}<text class="tip" x="4" y="10">{words}</text></g>')
    parts.append(f'<circle class="dot" cx="{_n(xs[-1])}" cy="{_n(y(points[-1].rating))}" r="4.5"/>')
    if len(points) > 1:
        parts.append(f'<text x="4" y="129">{_month(points[0].at)}</text>')
    parts.append(f'<text x="{right + 4}" y="129" text-anchor="end">now</text>')
    label = (
        f"{rating.meta.title}: rating over {rating.games} games, now {rating.rating:.0f},"
        f" between {rating.low:.0f} and {rating.high:.0f}"
    )
    return Markup('<svg class="curve" viewBox="0 0 306 132" role="img" aria-label="{}">{}</svg>').format(
        label, Markup("".join(parts))
    )


def _thinned(rating: ShownRating) -> tuple[RatingPoint, ...]:
    """So many points of a long curve, the last one among them."""
    every = len(rating.curve) / _MOST_POINTS
    return tuple(rating.curve[int((n + 1) * every) - 1] for n in range(_MOST_POINTS))


def luck_svg(found: FromReviews) -> Markup:
    """Where luck stands between against and with the player, with its range."""
    reach = max(0.3, abs(found.low), abs(found.high))

    def x(value: float) -> str:
        return _n(160 + 140 * value / reach)

    label = (
        f"Luck: {100 * found.luck:+.0f} in a hundred of a victory per game,"
        f" between {100 * found.low:+.0f} and {100 * found.high:+.0f}"
    )
    ticks = "".join(f"M{20 + 70 * n} 15v10" for n in range(5))
    parts = (
        f'<path class="bandl" d="M{x(found.low)} 20H{x(found.high)}"/><path class="ax" d="M20 20h280{ticks}M160 8v24"/>'
        f'<circle class="dot" cx="{x(found.luck)}" cy="20" r="7"/>'
        '<text x="20" y="48">against</text><text x="160" y="48" text-anchor="middle">even</text>'
        '<text x="300" y="48" text-anchor="end">with</text>'
    )
    return Markup('<svg class="luck" viewBox="0 0 320 54" role="img" aria-label="{}">{}</svg>').format(
        label, Markup(parts)
    )


def histogram_svg(counts: Mapping[int, int], width: int, label: str, lit: Mapping[int, int] | None = None) -> Markup:
    """Bars for values that are grouped by `width`; the part of `lit` in the title's colour. Axes in words below."""
    groups: dict[int, int] = {}
    won: dict[int, int] = {}
    for into, found in ((groups, counts), (won, lit or {})):
        for value, count in found.items():
            into[value // width] = into.get(value // width, 0) + count
    first, last = min(groups), max(groups)
    most, bars = max(groups.values()), last - first + 1
    step = 460 / bars
    parts = []
    for place in range(bars):
        count, of_won = groups.get(first + place, 0), won.get(first + place, 0)
        if not count:
            continue
        x, high, part = 10 + place * step, 108 * count / most, 108 * of_won / most
        low = (first + place) * width
        words = f"{low} to {low + width - 1} points" if width > 1 else f"{low} points"
        base, wide = f"M{_n(x + 1)} 130v", f"h{_n(step - 2)}V130z"
        parts.append(
            f'<g class="at"><path class="bar" d="{base}{_n(-high)}{wide}"/>'
            + (f'<path class="bar won" d="{base}{_n(-part)}{wide}"/>' if part else "")
            + f'<text class="tip" x="240" y="12">{words}: {count}, {of_won} won</text></g>'
        )
    every = max(1, -(-bars // 6))
    for place in range(0, bars, every):
        parts.append(f'<text x="{_n(10 + (place + 0.5) * step)}" y="150">{(first + place) * width}</text>')
    parts.append('<path class="base" d="M10 130H470"/>')
    return Markup('<svg class="histogram" viewBox="0 0 480 154" role="img" aria-label="{}">{}</svg>').format(
        label, Markup("".join(parts))
    )


def _day(at: float) -> str:
    return time.strftime("%d %b %Y", time.gmtime(at)).lstrip("0")


def _month(at: float) -> str:
    return time.strftime("%b %Y", time.gmtime(at))
