"""The street on the home page: a paper city put together from parts of all the games.

Every part is a small function of its place and a few choices (roof, rooms, cards), so the street is written down as a
list of houses. Colours are classes (`home.css` has them in pairs): at night the same drawing has a moon, stars and lit
windows. The drawing stands on a road at y = 326 and is 1440 by 462 units large.
"""

from functools import cache

from markupsafe import Markup

WIDTH, HEIGHT, GROUND = 1440, 462, 326

Point = tuple[float, float]


def panorama() -> Markup:
    """The whole picture, as an element of the page."""
    return Markup(
        f'<svg class="city" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMax slice" role="img" '
        'aria-label="A paper city on a table: a shopping street, cut-open towers, a skyline of cards and a town map" '
        f'focusable="false">{_drawing()}</svg>'
    )


@cache
def _drawing() -> str:
    return "".join((_sky(), _skyline(), _towers(), _shops(), _road(), _people(), _table_top()))


# Paper: every scrap is a path with a paint class; most have the thin ink line, shadows have none


def scrap(paint: str, path: str, more: str = "") -> str:
    """A piece of cut paper."""
    return f'<path class="{paint}" d="{path}"{more}/>'


def box(paint: str, x: float, y: float, w: float, h: float) -> str:
    """A rectangle of paper."""
    return scrap(paint, f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}z")


def disc(paint: str, x: float, y: float, r: float) -> str:
    """A round piece of paper."""
    return f'<circle class="{paint}" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


def put(x: float, y: float, inner: str, scale: float = 1) -> str:
    """A drawing moved to its place."""
    size = f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){size}">{inner}</g>'


def windows(x: float, y: float, w: float, rows: int, across: int) -> str:
    """Rows of windows, spread evenly over a width."""
    step = (w - 8 * across) / (across + 1)
    panes = [f"M{x + step + n * (8 + step):.1f} {y + 15 * row:g}h8v9h-8z" for row in range(rows) for n in range(across)]
    return scrap("pane", "".join(panes))


# Sky


def _sky() -> str:
    stars = ((566, 152), (780, 40), (900, 70), (1060, 50), (1110, 120), (1330, 110), (1400, 60), (860, 150))
    return "".join(
        (
            box("air", 0, 0, WIDTH, HEIGHT),
            disc("halo", 640, 96, 74),
            disc("sun", 640, 96, 46),
            disc("crater", 622, 84, 9) + disc("crater", 654, 112, 12) + disc("crater", 656, 72, 5),
            scrap("far-star", "".join(f"M{x} {y}h2.5v2.5h-2.5z" for x, y in stars)),
            _cloud(704, 66, 1.1) + _cloud(1224, 40, 0.98) + _cloud(456, 178, 0.7),
            scrap("hill-far", "M0 262c120-60 260-64 400-20s240 30 360-8 260-66 380-40 200 30 300 0v146H0z"),
            scrap("hill", "M0 306c160-48 300-40 460-14s300 10 440-10 320-40 540 0v80H0z"),
        )
    )


def _cloud(x: float, y: float, scale: float) -> str:
    return put(
        x, y, scrap("cloud", "M14 16C18-2 44-4 50 10 62-4 86 4 86 20c16-4 22 16 8 20H8C-6 36-2 16 14 16z"), scale
    )


# Penny Lane: a row of shops, each a front with a roof, an awning and a sign

ROOFS = {
    "hipped": "M-5 1 9-19h70L93 1z",
    "stepped": "M-2 2v-8h14v-8h14v-8h36v8h14v8h14v8z",
    "domed": "M-4 1c0-6 6-8 14-8 2-10 16-17 34-17s32 7 34 17c8 0 14 2 14 8z",
    "sawtooth": "M-2 1v-15l15-11v13l15-13v13l15-13v13l15-13v13l15-13v13l15-11v13z",
}
SIGNS = {
    "bread": ("mustard", "M-9 2c0-5 4-8 9-8s9 3 9 8c0 2-1 3-2 3v3H-7V5c-1 0-2-1-2-3z"),
    "book": ("brick", "M0-5c-3-2-6-2-9-2V6c3 0 6 0 9 2 3-2 6-2 9-2V-7c-3 0-6 0-9 2z"),
    "sweet": ("plum", "M-5-3-10-6V6l5-3a6 6 0 0 0 10 0l5 3V-6l-5 3A6 6 0 0 0-5-3z"),
    "note": ("hole", "M-4-7 7-9V3a3 3 0 1 1-2-3V-5l-7 1.5V6a3 3 0 1 1-2-3z"),
}


def shop(x: float, wall: str, roof: str, roof_paint: str, awning: str, sign: str) -> str:
    """A shop, 88 wide, standing on the ground with its left wall at x."""
    sign_paint, sign_path = SIGNS[sign]
    pane = "M{0} 8h12v16h-12zM{1} 8v16M{0} 15h12"
    return put(
        x,
        GROUND - 64,
        "".join(
            (
                box("shadow", 4, -2, 88, 66),
                box(wall, 0, 0, 88, 64),
                box("shadow", 0, 1, 88, 4),
                scrap(roof_paint, ROOFS[roof]),
                scrap("pane", pane.format(7, 13) + pane.format(69, 75)),
                scrap("hole", "M4 64V44a8 8 0 0 1 16 0v20z"),
                scrap("pane", "M50 42h34v19H50zM67 42v19M50 47h34"),
                _awning(awning),
                disc("shadow", 45.5, 16, 14),
                disc("cream", 44, 14, 14),
                put(44, 14, scrap(sign_paint, sign_path)),
            )
        ),
    )


def _awning(paint: str) -> str:
    flaps = [scrap(paint if n % 2 == 0 else "cream", f"M{-4 + 12 * n} 27h12v7a6 6 0 0 1-12 0z") for n in range(8)]
    return "".join(flaps)


def _fountain(x: float) -> str:
    spray = (
        "M-2-76c-1 0-2 .5-2.5 1.5-9.5-5.5-22.5.5-23.5 18.5 0 4 .5 7 1.5 9 1-1 2-3.5 2.5-7 1.5-10 8-15 16.5-13.5"
        "-5 5-7.5 14-7 24h5c0-8 2-15 6-19v19h7v-19c4 4 6 11 6 19h5c.5-10-2-19-7-24 8.5-1.5 15 3.5 16.5 13.5"
        ".5 3.5 1.5 6 2.5 7 1-2 1.5-5 1.5-9 0-18.5-13.5-24.5-23.5-19-.5-1-1.5-1.5-2.5-1.5z"
    )
    parts = (
        box("shadow", -46, -6, 96, 4),
        box("stone", -4, -64, 8, 34),
        scrap("water", spray),
        scrap("stone", "M-24-44h48c0 8-8 12-18 13v5H-6v-5c-10-1-18-5-18-13z"),
        box("gleam", -24, -44, 48, 3),
        scrap("water", "M-44-22c14-4 74-4 88 0v8h-88z"),
        scrap("stone", "M-50-18h100l-4 14h-92z"),
        put(0, -82, _star_path(8)),
    )
    return put(x, GROUND + 4, "".join(parts))


def _star_path(r: float, paint: str = "star") -> str:
    k = r / 10.6
    points = ((0, -10.6), (2.9, -3.4), (10.6, -2.8), (4.8, 2.2), (6.6, 9.7), (0, 5.6), (-6.6, 9.7), (-4.8, 2.2))
    rest = ((-10.6, -2.8), (-2.9, -3.4))
    return scrap(paint, "M" + "L".join(f"{px * k:.1f} {py * k:.1f}" for px, py in points + rest) + "z")


def coin(x: float, y: float) -> str:
    """A penny."""
    house = scrap("coin-ink", "M0-6 5.5-1H4v6h-8v-6h-1.5z")
    return put(x, y, disc("coin", 0, 0, 13) + disc("coin-face", 0, 0, 9) + house)


def star(x: float, y: float) -> str:
    """A star."""
    return put(x, y, _star_path(14))


def _shops() -> str:
    return "".join(
        (
            tree(14),
            shop(42, "sand", "hipped", "brick", "brick", "bread"),
            shop(162, "slate", "stepped", "deep", "moss", "book"),
            _fountain(326),
            shop(402, "rose", "domed", "plum", "plum", "sweet"),
            citizen(54, GROUND - 4, "orange", 0.9) + citizen(414, GROUND - 4, "sky", 0.9),
            star(146, 280) + coin(266, 280) + star(386, 280),
            tree(534),
        )
    )


# UpTown: towers cut open, so that one sees what happens on every floor


def _bed(x: float, blanket: str) -> str:
    posts = box("wood", x - 2, 13, 2.5, 15) + box("wood", x + 24, 22, 2.5, 6)
    return box("cream", x, 18, 24, 6) + box(blanket, x + 8, 17, 17, 7) + posts


def _chair(x: float) -> str:
    return box("brick", x, 17, 6, 5) + box("brick", x + 2, 22, 2, 6)


def _desk(x: float) -> str:
    legs = f"M{x} 20h30v2.5h-30zM{x + 3} 22.5h2v5.5h-2zM{x + 25} 22.5h2v5.5h-2z"
    return scrap("wood", legs) + box("hole", x + 9, 11, 13, 8) + _chair(x + 32)


def _shelf(x: float) -> str:
    boards = scrap("wood", f"M{x} 15h36v2h-36zM{x} 25h36v2h-36z")
    above = (("brick", 3, 6), ("moss", 12, 5), ("brick", 20, 5), ("plum", 28, 5))
    below = (("mustard", 6, 7), ("plum", 18, 6))
    goods = [box(paint, x + dx, 9, w, 6) for paint, dx, w in above]
    goods += [box(paint, x + dx, 18, w, 7) for paint, dx, w in below]
    return boards + "".join(goods)


def _lamp(x: float) -> str:
    return scrap("line", f"M{x} 1v6") + scrap("mustard", f"M{x - 5} 11l2-4h6l2 4z")


def _cups(x: float) -> str:
    table = scrap("wood", f"M{x} 19h18v2h-18zM{x + 8} 21h2v7h-2z")
    return table + box("cream", x + 3, 15, 5, 4) + box("cream", x + 11, 15, 4, 4)


def _cupboard(x: float) -> str:
    return box("wood", x, 12, 20, 16) + scrap("line", f"M{x + 10} 12v16M{x} 20h20")


def _panes(y: float, size: float, *xs: float) -> str:
    return "".join(box("pane", x, y, size, size * 0.75) for x in xs)


ROOMS = {
    "office": ("slate", _panes(7, 16, 8, 72) + _desk(30)),
    "flat": ("rose", _panes(6, 15, 42) + _bed(9, "brick") + _cupboard(68)),
    "shop": ("sand", _shelf(8) + box("wood", 54, 17, 34, 11) + box("mustard", 60, 12, 9, 5)),
    "cafe": ("sage", _lamp(22) + _lamp(48) + _lamp(74) + _cups(13) + _cups(65) + box("hole", 42, 14, 12, 14)),
    "hotel": ("plum", _bed(8, "mustard") + _bed(48, "mustard") + _panes(6, 12, 35, 78)),
}
"""Rooms on 96 by 32: the colour of the wall, and what stands before it."""
TOPS = {
    "gable": scrap("brick", "M0 32 24 10h48l24 22z") + _panes(17, 16, 40) + scrap("wood", "M70 12V4h8v15z"),
    "crown": scrap("deep", "M6 32V20h84v12zM18 20V10h60v10zM32 10 48 1l16 9z") + _panes(12, 6, 26, 45, 64),
}


def tower(x: float, rooms: tuple[str, ...], top: str) -> str:
    """A tower of UpTown, 96 wide: its rooms from the ground up, and what stands on the roof."""
    height = 32 * len(rooms)
    floors = []
    for n, room in enumerate(rooms):
        wall, furniture = ROOMS[room]
        shell = box(wall, 1, 1, 94, 30) + box("shadow", 1, 1, 94, 3)
        floors.append(put(x, GROUND - 32 * (n + 1), shell + furniture + box("stone", 0, 28, 96, 4)))
    roof = put(x, GROUND - height - 32, TOPS[top])
    return box("shadow", x + 4, GROUND - height, 96, height) + "".join(floors) + roof


def _towers() -> str:
    return "".join(
        (
            tower(560, ("shop", "flat", "office"), "gable"),
            tower(664, ("cafe", "office", "office", "hotel", "flat"), "crown"),
            tree(798),
        )
    )


# Paper Skylines: piles of cards, each card a storey with rows of windows and its type on a seal

TYPES = {
    "civic": "M0-5l5 3v1H-5v-1zM-4 0h1.5v4h-1.5zM-.8 0H.8v4H-.8zM2.5 0H4v4H2.5zM-5 5H5v1H-5z",
    "home": "M0-5 5.5-.5H4V5H1.3V2h-2.6v3H-4V-.5h-1.5z",
    "works": "M-5 5v-6l3 2v-2l3 2v-5h3v9z",
    "park": "M0-5.5c3 0 4.5 2.2 4.5 4.5S2.8 2.8.8 3v2.5H-.8V3c-2-.2-3.7-1.7-3.7-4s1.5-4.5 4.5-4.5z",
    "trade": "M0-5.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM-1-3v6h2v-6z",
}
PAPERS = {"civic": "slate", "home": "rose", "works": "brick", "park": "sage", "trade": "mustard"}

Card = tuple[str, float, float]


def pile(middle: float, cards: tuple[Card, ...], tucked: tuple[tuple[str, int], ...] = ()) -> str:
    """A building of cards (type, width, height), from the ground up, with cards tucked under its left or right."""
    parts = []
    for kind, side in tucked:
        edge = middle + side * cards[0][1] / 2
        x = edge - 10 if side > 0 else edge - 12
        parts.append(box(PAPERS[kind], x, GROUND - 20, 22, 20) + _seal(kind, x + 11 + 3 * side, GROUND - 10, 0.75))
    base = float(GROUND + 4)
    for kind, w, h in cards:
        x, y = middle - w / 2, base - h
        rows, across = max(int((h - 20) // 15), 1), max(int(w // 17), 2)
        parts += [box("shadow", x + 3, y + 3, w, h), box(PAPERS[kind], x, y, w, h)]
        parts += [windows(x, y + 20, w, rows, across), _seal(kind, middle, y + 10, 1)]
        base = y
    return "".join(parts)


def _seal(kind: str, x: float, y: float, scale: float) -> str:
    return put(x, y, disc("cream", 0, 0, 8) + scrap("glyph", TYPES[kind]), scale)


def _mayor(x: float, y: float) -> str:
    coat = "M-11 0c.6-12 3-18 11-18s10.4 6 11 18z"
    chain = "M-7-16c2 6 5 9 7 11 2-2 5-5 7-11l-3-1.5c-1 3.5-2.4 6-4 8-1.6-2-3-4.5-4-8z"
    hat = "M-5.5-27v-10h11v10h3.5v2.5h-18v-2.5z"
    return put(x, y, scrap("deep", coat) + scrap("mustard", chain) + disc("cream", 0, -23, 6) + scrap("hole", hat))


def _skyline() -> str:
    return "".join(
        (
            pile(888, (("home", 84, 74), ("civic", 72, 60)), (("park", -1),)),
            pile(1002, (("trade", 104, 84), ("works", 90, 72), ("trade", 74, 70)), (("civic", 1),)),
            _mayor(1002, 104),
            put(1094, 233, _crown_of_leaves()) + put(1116, 238, _crown_of_leaves(), 0.9),
            pile(1113, (("park", 74, 66),)),
            pile(
                1215,
                (("civic", 98, 90), ("home", 84, 78), ("civic", 68, 66), ("park", 50, 40)),
                (("works", -1), ("trade", 1)),
            ),
            scrap("line", "M1215 56V26") + scrap("brick", "M1215 27l22 6-22 9z"),
            pile(1329, (("works", 82, 62), ("home", 70, 52)), (("park", 1),)),
            tree(1420),
        )
    )


# The street itself


def _crown_of_leaves() -> str:
    leaves = scrap("moss", "M12 1c6 0 10 5 10 11s-4 11-10 11S2 18 2 12 6 1 12 1z")
    return scrap("wood", "M10.6 20h2.8v12h-2.8z") + leaves


def tree(middle: float) -> str:
    """A tree at the kerb."""
    gleam = scrap("gleam", "M12 3C7.5 3 4.5 6.5 4.2 11c2-4.5 5-6.5 8.8-7.3z")
    return put(middle - 12, GROUND - 32, _crown_of_leaves() + gleam)


def lamp_post(x: float) -> str:
    """A street lamp; it burns at night."""
    post, cap = "M-1.2 11h2.4v18H4v3.3h-8V29h2.8z", "M-5 3.5 0 0l5 3.5z"
    return put(x, GROUND - 30, scrap("deep", post) + scrap("glow", "M-4 3h8l-1.5 8.5h-5z") + scrap("deep", cap))


def citizen(x: float, y: float, seat: str, scale: float = 1) -> str:
    """A player's figure."""
    figure = "M0-23a4.1 4.1 0 0 1 2.5 7.4C5-14.5 6.4-11.5 6.8-1H-6.8C-6.4-11.5-5-14.5-2.5-15.6A4.1 4.1 0 0 1 0-23z"
    return put(x, y, scrap(f"of-{seat}", figure), scale)


def _road() -> str:
    zebra = "".join(f"M{x} {GROUND + 10}v30" for start in (300, 980) for x in range(start, start + 40, 10))
    return "".join(
        (
            box("table-top", 0, GROUND + 2, WIDTH, HEIGHT - GROUND),
            box("pavement", 0, GROUND, WIDTH, 10),
            box("road", 0, GROUND + 10, WIDTH, 30),
            scrap("lane", f"M0 {GROUND + 25}h{WIDTH}"),
            scrap("zebra", zebra),
            box("pavement", 0, GROUND + 40, WIDTH, 6),
        )
    )


def _people() -> str:
    lamps = "".join(lamp_post(x) for x in (24, 518, 786, 948, 1164, 1400))
    walking = ((78, 334, "green"), (326, 362, "orange"), (540, 334, "vermilion"), (836, 334, "purple"))
    more = ((1018, 362, "sky"), (1148, 334, "orange"), (1408, 334, "green"))
    return lamps + "".join(citizen(x, y, seat) for x, y, seat in walking + more)


# Milton Keynes: a map on the table in front, with blocks standing on it

PLOT, LANE, SLANT, FLAT, MAP_X, MAP_Y = 82, 20, -0.5, 0.46, 486, 382
_LYING = f"matrix(1 0 {SLANT} {FLAT}"


def on_map(u: float, v: float, up: float = 0) -> Point:
    """A point of the map sheet as seen from the street, some way above the paper."""
    return MAP_X + u + SLANT * v, MAP_Y + FLAT * v - up


def _face(paint: str, *points: Point) -> str:
    return scrap(paint, "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "z")


def block(u: float, v: float, w: float, d: float, up: float, seat: str, roof: str = "") -> str:
    """A block of a seat's colour on the map: roof and the two sides that one sees."""
    front = [on_map(u, v + d, up), on_map(u + w, v + d, up), on_map(u + w, v + d), on_map(u, v + d)]
    right = [on_map(u + w, v + d, up), on_map(u + w, v, up), on_map(u + w, v), on_map(u + w, v + d)]
    top = [on_map(u, v, up), on_map(u + w, v, up), on_map(u + w, v + d, up), on_map(u, v + d, up)]
    side = f"side-{seat}"
    tiles = f'<g transform="{_LYING} {MAP_X} {MAP_Y - up:g})">{roof}</g>' if roof else ""
    return _face(side, *right) + _face(side, *front) + _face(f"of-{seat}", *top) + tiles


def _rows_of_roofs(u: float, v: float, w: float) -> str:
    rows = "".join(f"M{u + 4:g} {v + y}h{w - 8:g}v20h{8 - w:g}zM{u + 4:g} {v + y + 10}h{w - 8:g}" for y in (5, 31))
    gaps = "".join(f"M{u + x:g} {v + y}v20" for x in range(17, int(w) - 6, 13) for y in (5, 31))
    return scrap("roof-line", rows + gaps)


def _wood_of_roofs(u: float, v: float, w: float) -> str:
    spots = [(13, 13, 9), (34, 9, 6), (47, 22, 8), (27, 30, 8), (10, 40, 6), (44, 45, 8)]
    places = [(u + dx + shift, v + dy, r) for shift in range(0, int(w) - 50, 66) for dx, dy, r in spots]
    crowns = [disc("roof-shade", x, y, r) + disc("roof-gleam", x - r / 3, y - r / 3, r / 2.6) for x, y, r in places]
    return "".join(crowns)


def _runway(u: float, v: float, w: float) -> str:
    return box("roof-shade", u + 3, v + 18, w - 6, 20) + scrap("roof-dash", f"M{u + 8:g} {v + 28}h{w - 16:g}")


def _heaps(u: float, v: float, w: float) -> str:
    return scrap("roof-shade", f"M{u + 3:g} {v + 52}l12-26 8 10 12-26 10 18 5-6 {w - 55:g} 30z")


def _park(u: float, v: float, w: float) -> str:
    paths = scrap("roof-path", f"M{u + 3:g} {v + 28}h{w - 6:g}M{u + w / 2:g} {v + 3}v50")
    return paths + disc("roof-shade", u + w / 2, v + 28, 12) + disc("roof-gleam", u + w / 2 - 4, v + 24, 5)


def _sheet() -> str:
    """The map: plots between roads, roundabouts at the crossings, a river with its discs."""
    columns, rows, side = range(0, 9 * PLOT + 1, PLOT), range(0, 2 * PLOT + 1, PLOT), PLOT - LANE
    plots = [f"M{u + LANE} {v + LANE}h{side}v{side}h{-side}z" for v in rows[:-1] for u in columns[:-1]]
    lanes = [f"M0 {v + 10}h758" for v in rows] + [f"M{u + 10} 0v184" for u in columns]
    rings = [disc("road", u + 10, v + 10, 15) + disc("moss", u + 10, v + 10, 6.5) for v in rows for u in columns]
    river = "M758 92C700 92 690 134 620 132S500 60 440 51s-60 80-120 92-80-80-150-92S60 92 0 92"
    waves = scrap("wave", "M-18-7q6-5 12 0t12 0 12 0M-20 2q6-5 12 0t12 0 12 0M-16 11q6-5 12 0t12 0")
    discs = [put(x, y, disc("water", 0, 0, 26) + waves) for x, y in ((625, 133), (461, 51), (297, 133), (133, 51))]
    paper = '<rect class="mat" x="-14" y="-14" width="786" height="226" rx="8"/>' + box("road", 0, 0, 758, 184)
    drawn = (paper, scrap("plot", "".join(plots)), scrap("map-lane", "".join(lanes)), scrap("stream", river))
    return f'<g transform="{_LYING} {MAP_X} {MAP_Y})">{"".join((*drawn, *discs, *rings))}</g>'


def _table_top() -> str:
    houses = (
        block(186, 22, 144, 58, 20, "orange", _rows_of_roofs(186, 22, 144)),
        block(514, 22, 144, 58, 20, "sky", _runway(514, 22, 144)),
        block(166, 40, 16, 12, 13, "orange"),
        block(160, 60, 16, 12, 13, "orange"),
        block(493, 46, 16, 12, 13, "sky"),
        block(104, 104, 140, 58, 20, "green", _wood_of_roofs(104, 104, 140)),
        block(82, 122, 16, 12, 13, "green"),
        block(74, 144, 16, 12, 13, "green"),
        block(350, 104, 58, 58, 20, "vermilion", _heaps(350, 104, 58)),
        block(514, 104, 62, 58, 20, "vermilion", _rows_of_roofs(514, 104, 62)),
        block(330, 128, 16, 12, 13, "vermilion"),
        block(580, 124, 16, 12, 13, "vermilion"),
        block(678, 104, 58, 58, 20, "purple", _park(678, 104, 58)),
    )
    coins = coin(1323, 427) + coin(1353, 439) + coin(1405, 415) + star(1378, 436)
    return _sheet() + "".join(houses) + _paper_street(196, 442) + _scissors(88, 422) + coins


_EVEN = ' fill-rule="evenodd"'


def _paper_street(x: float, y: float) -> str:
    """A row of houses, just cut out."""
    row = "M0 0v-22l14-13 14 13 14-13 14 13v-8l15-14 15 14v8l14-13 14 13V0z"
    holes = "M10-8h7v-8h-7zM38-8h7v-8h-7zM66 0v-12h10V0zM96-8h7v-8h-7z"
    path = row + holes
    line = scrap("cut", "M-42-22h40M116-22h66")
    return put(x, y, put(3, 3, scrap("shadow", path, _EVEN)) + scrap("cream", path, _EVEN) + line)


def _scissors(x: float, y: float) -> str:
    blades = scrap("stone", "M0 2 74-8 6 8zM0-2 74 8 6-8z")
    grip = "M4 0C-6{0}2-10{0}16-22{0}16s-16{1}14-6{1}18S-4{1}4 4 0zM-8{0}3c-6 0-18{1}2-20{0}4s8{0}8 12{0}3 6{1}6 8{1}7z"
    handles = grip.format("-", " ") + grip.format(" ", "-")
    drawing = blades + scrap("brick", handles, _EVEN) + disc("mustard", 6, 0, 2.5)
    return put(x, y, f'<g transform="rotate(-8)">{drawing}</g>')
