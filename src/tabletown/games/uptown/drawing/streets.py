"""Streets: five sites of stacked floors on sky paper, large for the own one, small for rivals and phones."""

from collections.abc import Sequence
from functools import lru_cache

from tabletown.engine.value import Value, replace
from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import Project
from tabletown.games.uptown.drawing import captions, faces, floors, scenery
from tabletown.games.uptown.drawing.roofs import roof_of
from tabletown.games.uptown.text.street_floors import Street, worth
from tabletown.render.icons import centred
from tabletown.render.scene import Button, Face, Gain, Piece, Shape, Zone
from tabletown.render.text import number, text, width


class Layout(Value, frozen=True):
    """The measures of a street."""

    small: bool  # draws floors small
    pitch: float  # from one site to the next
    head: float  # sky above the highest place
    levels: int  # floors for which there is always room
    budget: int  # floors from which on towers fold their lower floors
    plot: float  # the strip with the numbers of the sites
    road: float = 0.0
    totals: bool = True

    @property
    def floor(self) -> tuple[float, float]:
        """Width and height of a floor."""
        return (floors.SMALL_W, floors.SMALL_H) if self.small else (floors.W, floors.H)

    @property
    def folded(self) -> float:
        """Height of a folded floor."""
        return floors.SMALL_FOLDED if self.small else floors.FOLDED

    @property
    def w(self) -> float:
        """Width of the street."""
        return s.SITES * self.pitch

    def folds(self, count: int, slot: bool) -> int:
        """How many of a tower's lower floors are folded so that it stays within the budget."""
        high = self.floor[1]
        over = (count + slot - self.budget) * high
        return 0 if over <= 0 else min(count - 1, int(-(-over // (high - self.folded))))

    def height(self, count: int, slot: bool) -> float:
        """How high a tower stands, with the place that may be chosen on top of it."""
        folds = self.folds(count, slot)
        return folds * self.folded + (count - folds + slot) * self.floor[1]


OWN = Layout(small=False, pitch=172, head=80, levels=4, budget=7, plot=24, road=26)
OWN_PHONE = Layout(small=True, pitch=65.4, head=70, levels=4, budget=7, plot=19, road=17)
RIVAL_PHONE = Layout(small=True, pitch=65.4, head=28, levels=3, budget=6, plot=15, totals=False)
RIVALS = tuple(replace(RIVAL_PHONE, pitch=pitch, budget=5) for pitch in (76.0, 76.0, 66.0))
"""A rival's street on a wide page that holds one, two or three of them."""


Place = tuple[float, float, float, float]
Built = tuple[Project, floors.Standing]
Echo = tuple[int, int, int, int]
"""What a floor that stands already would gain: its site and number, income, prestige."""
Change = tuple[int, str, int, bool]
"""The number of a floor, the move that would change it, by how much, and whether that is its prestige."""


class Tower(Value, frozen=True):
    """One site: what stands on it, and the button of the place on top, if it may be chosen."""

    standing: tuple[Built, ...]
    income: int
    prestige: int
    finished: bool
    button: Button | None = None
    ghost: Built | None = None
    echoes: tuple[Echo, ...] = ()


class Sites(Value, frozen=True):
    """All that the drawing of a street shows: what stands there, and the buttons of the sites that may be chosen."""

    street: Street
    slots: tuple[Button | None, ...] = (None,) * s.SITES
    chosen: Project | None = None  # the project that is to be placed there

    @property
    def levels(self) -> int:
        """How many floors high the street is, places to choose included."""
        return max(height + (slot is not None) for height, slot in zip(self.street.heights, self.slots, strict=True))

    @property
    def room(self) -> int:
        """How many floors the street needs room for, a place on top of every open site included."""
        finished = self.street.finished
        return max(height + (not finished >> site & 1) for site, height in enumerate(self.street.heights))


def towers(sites: Sites) -> list[Tower]:
    """The sites of a street with what each floor earns, and what the chosen project would change."""
    street = sites.street
    found = []
    for site, (tower, button) in enumerate(zip(_standing(street), sites.slots, strict=True)):
        income = sum(floor.income for _, floor in tower)
        prestige = sum(floor.prestige for _, floor in tower)
        ghost, echoes = _preview(street, site, sites.chosen) if button and sites.chosen else (None, ())
        found.append(Tower(tower, income, prestige, bool(street.finished >> site & 1), button, ghost, echoes))
    return found


@lru_cache(maxsize=4096)
def _standing(street: Street) -> tuple[tuple[Built, ...], ...]:
    """Every floor of a street as it stands, by site."""
    sites = []
    for site, (projects, values) in enumerate(zip(street.sites(), worth(street).floors, strict=True)):
        done, tower = bool(street.finished >> site & 1), []
        for floor, (project, (income, prestige)) in enumerate(zip(projects, values, strict=True)):
            top = floor == len(projects) - 1
            roof, flag = (_roof(project, done) if top else ""), (street.seat if top and done else None)
            tower.append((project, floors.Standing(income, prestige, roof, flag, not top)))
        sites.append(tuple(tower))
    return tuple(sites)


def _preview(street: Street, site: int, chosen: Project) -> tuple[Built, tuple[Echo, ...]]:
    """The chosen project as it would stand on a site, and what that would change on other floors of the street."""
    after = _standing(street.with_floor(site, chosen))
    echoes = []
    for at, tower in enumerate(_standing(street)):
        for floor, ((_, old), (_, new)) in enumerate(zip(tower, after[at], strict=False)):
            if (old.income, old.prestige) != (new.income, new.prestige):
                echoes.append((at, floor, new.income - old.income, new.prestige - old.prestige))
    return after[site][-1], tuple(echoes)


def _roof(project: Project, finished: bool) -> str:
    if not finished:
        return "rods"
    return roof_of(project) if project.roof else ""


@lru_cache(maxsize=2048)  # between two moves most streets stay as they are
def zone(title: str, role: str, shown: Sites, wide: Layout, narrow: Layout, levels: int) -> Zone:
    """A street as a zone; `levels` is how high its neighbours are, so that streets in a row are equally high."""
    sites = towers(shown)
    high, low = _zone_height(wide, sites, levels), _zone_height(narrow, sites, levels)
    ground, sky = Shape(0, 0, wide.w, high, _ground(wide, high)), Face(faces.sky(), "ut-sky")
    pieces = [Piece(ground, small=_phone_ground(narrow, low), state="backdrop", face=sky)]
    changes = _changes(sites)
    for site, tower in enumerate(sites):
        pieces.extend(_site_pieces(site, tower, wide, high, narrow, low, changes.get(site, ())))
    pieces.extend(_echoes(sites, wide, high, narrow, low))
    seat = shown.street.seat
    return Zone(f"street-{seat}", title, wide.w, high, tuple(pieces), role, seat, narrow.w, low)


def _zone_height(layout: Layout, sites: Sequence[Tower], others: int) -> float:
    tallest = max(layout.height(len(tower.standing), tower.button is not None) for tower in sites)
    room = min(max(layout.levels, others), layout.budget) * layout.floor[1]
    return layout.head + max(tallest, room) + layout.plot + layout.road


def _phone_ground(layout: Layout, high: float) -> Shape:
    return Shape(0, 0, layout.w, high, _ground(layout, high))


@lru_cache(maxsize=1024)
def _ground(layout: Layout, high: float) -> str:
    """Sky, the strip of plots and the road."""
    y = high - layout.road - layout.plot
    borders = "".join(f"M{layout.pitch * n:g} {y:g}v{layout.plot:g}" for n in range(1, s.SITES))
    return (
        scenery.sky(layout.w, y)
        + f'<rect class="c-kerb" y="{y:g}" width="{layout.w:g}" height="{layout.plot:g}"/>'
        + f'<path class="c-kerb-line" d="{borders}"/>'
        + (scenery.road(layout.w, layout.road, y + layout.plot) if layout.road else "")
        + f'<path class="c-ground-line" d="M0 {y:g}h{layout.w:g}"/>'
    )


@lru_cache(maxsize=4096)  # a move changes one site of a street, seldom more
def _site_pieces(
    site: int, tower: Tower, wide: Layout, high: float, narrow: Layout, low: float, changes: tuple[Change, ...]
) -> tuple[Piece, ...]:
    """A site from the plot up; `high` and `low` are the heights of the zone in both layouts."""
    pieces = [_plot(site, tower, wide, high, narrow, low)]
    if not tower.standing and tower.button is None:
        face = Face(faces.lot(), "ut-lot", group=_group(site))
        pieces.append(Piece(_lot(wide, site, high), small=_lot(narrow, site, low), face=face))
    places, small_places = _places(wide, tower, site, high), _places(narrow, tower, site, low)
    for n, ((project, standing), place, small_place) in enumerate(
        zip(tower.standing, places, small_places, strict=False)
    ):
        face = Face(
            faces.floor(project, standing),
            "ut-floor",
            _group(site),
            (("n", len(places)), ("give", (len(places) - n) ** 4)),  # the lowest floors fold first
            echoes=tuple((move, faces.change(by, right)) for floor, move, by, right in changes if floor == n),
        )
        pieces.append(replace(_floor(project, standing, place, wide, small_place, narrow), face=face))
    if tower.button and tower.ghost:
        face = Face(
            faces.place(tower.button.gains),
            "ut-floor ut-place",
            _group(site),
            (("n", len(places)), ("give", 1)),
            ghost=faces.floor(*tower.ghost),
        )
        slot = _slot(tower.button, tower.ghost, places[-1], wide, small_places[-1], narrow)
        pieces.append(replace(slot, face=face))
    return tuple(pieces)


def _group(site: int) -> str:
    return f"ut-site ut-site-{site + 1}"


def _changes(sites: Sequence[Tower]) -> dict[int, tuple[Change, ...]]:
    """What the moves on offer would change on floors that stand already, by site."""
    found: dict[int, tuple[Change, ...]] = {}
    for tower in sites:
        for site, floor, income, prestige in tower.echoes if tower.button else ():
            for by, right in ((income, False), (prestige, True)):
                if by and tower.button:
                    found[site] = (*found.get(site, ()), (floor, tower.button.move, by, right))
    return found


def _echoes(sites: Sequence[Tower], wide: Layout, high: float, narrow: Layout, low: float) -> list[Piece]:
    """Small pills beside the numbers that a move would change."""
    pieces = []
    for tower in sites:
        for site, floor, income, prestige in tower.echoes if tower.button else ():
            for change, right in ((income, False), (prestige, True)):
                if change and tower.button:
                    shape = _pill(change, right, _places(wide, sites[site], site, high)[floor], wide)
                    small = _pill(change, right, _places(narrow, sites[site], site, low)[floor], narrow)
                    pieces.append(Piece(shape, small=small, echo=tower.button.move))
    return pieces


def _pill(change: int, right: bool, place: Place, layout: Layout) -> Shape:
    x, y, w, h = place
    wide, high, size = (22, 13, 10) if layout.small else (28, 16, 11.5)
    paint = "delta-up" if change > 0 else "delta-down"
    svg = f'<rect class="c-{paint}" width="{wide}" height="{high}" rx="{high / 2:g}"/>' + text(
        number(change, sign=True), wide / 2, high / 2 + size * 0.36, size, "ink-white"
    )
    top = max(y + h - (24 if layout.small else 36), y - 3)
    return Shape(x + w - wide + 1 if right else x - 1, top, wide, high, svg)


def _places(layout: Layout, tower: Tower, site: int, high: float) -> list[Place]:
    """Where the floors of a tower stand, from the ground up, and above them the place that may be chosen."""
    w, h = layout.floor
    x = site * layout.pitch + (layout.pitch - w) / 2
    y = high - layout.road - layout.plot
    slot = tower.button is not None
    folds = layout.folds(len(tower.standing), slot)
    places = []
    for n in range(len(tower.standing) + slot):
        tall = layout.folded if n < folds else h
        y -= tall
        places.append((x, y, w, tall))
    return places


def _draw(project: Project, standing: floors.Standing, place: Place, layout: Layout) -> Shape:
    is_folded = place[3] < layout.floor[1]
    if layout.small:
        svg = floors.small_folded(project, standing) if is_folded else floors.small(project, standing)
    else:
        svg = floors.folded(project, standing) if is_folded else floors.large(project, standing)
    return Shape(*place, svg)


@lru_cache(maxsize=4096)  # what stands below stays as it is when a tower grows
def _floor(
    project: Project, standing: floors.Standing, place: Place, wide: Layout, small_place: Place, narrow: Layout
) -> Piece:
    alone = replace(standing, roof="", seat=None, framed=True)
    return Piece(
        _draw(project, standing, place, wide),
        captions.standing(project, standing.income, standing.prestige),
        id=f"card-{project.card}",
        small=_draw(project, standing, small_place, narrow),
        large=Shape(0, 0, floors.W, floors.H, floors.large(project, alone)),
        rule=captions.rule(project),
    )


def _slot(button: Button, ghost: Built, place: Place, wide: Layout, small_place: Place, narrow: Layout) -> Piece:
    project, standing = ghost
    return Piece(
        Shape(*place, _outline(place[2], place[3], button.gains, wide.small)),
        button.sentence,
        small=Shape(*small_place, _outline(small_place[2], small_place[3], button.gains, narrow.small)),
        button=button,
        state="slot",
        ghost=_draw(project, standing, place, wide),
        small_ghost=_draw(project, standing, small_place, narrow),
    )


@lru_cache(maxsize=4096)
def _outline(w: float, h: float, gains: tuple[Gain, ...], small: bool) -> str:
    """An empty place with what would be earned there written in it; one line each where there is little room."""
    box = f'<rect class="c-paper-slot" x="1" y="1" width="{w - 2:g}" height="{h - 4:g}" rx="3"/>'
    shown = gains[:2] if small else gains[:3]
    size = 11.5 if small else 15
    widths = [_gain_width(gain, size) for gain in shown]
    rows = [[n] for n in range(len(shown))] if small else [list(range(len(shown)))]
    line, gap = size * 1.25, size * 0.8
    drawn, y = [box], h / 2 - 1 + size * 0.36 - (len(rows) - 1) * line / 2
    for row in rows:
        x = w / 2 - (sum(widths[n] for n in row) + gap * (len(row) - 1)) / 2
        for n in row:
            drawn.append(_gain(shown[n], x, y, size))
            x += widths[n] + gap
        y += line
    return "".join(drawn)


def _gain_width(gain: Gain, size: float) -> float:
    return width(number(gain.amount, sign=True), size, bold=True) + size * 1.25


def _gain(gain: Gain, x: float, y: float, size: float) -> str:
    words = number(gain.amount, sign=True)
    across = _gain_width(gain, size)
    paint = "ink-bad" if gain.amount < 0 else "ink-words"
    icon = centred(gain.icon, round(x + across - size * 0.55, 1), round(y - size * 0.36, 1), round(size * 1.15, 1))
    return text(words, round(x, 1), round(y, 1), size, paint, anchor="start") + icon


def _lot(layout: Layout, site: int, high: float) -> Shape:
    """An empty site: a fence and a sign."""
    w, _ = layout.floor
    scale = w / floors.W
    x = site * layout.pitch + (layout.pitch - w) / 2
    y = high - layout.road - layout.plot - 42 * scale
    svg = f'<g transform="translate(0 {42 * scale:g}) scale({scale:g})"><use href="#roof-lot.grey"/></g>'
    return Shape(x, y, w, 42 * scale, svg)


def _plot(site: int, tower: Tower, wide: Layout, high: float, narrow: Layout, low: float) -> Piece:
    done = "finished" if tower.finished else "open" if tower.standing else "empty"
    label = f"Site {site + 1}, {done}"
    if tower.standing:
        label += f": income {number(tower.income)}, prestige {number(tower.prestige)}"
    words = faces.plot(site, tower.income, tower.prestige, bool(tower.standing))
    return Piece(
        _plot_shape(site, tower, wide, high),
        label,
        small=_plot_shape(site, tower, narrow, low),
        rule="UT-1",
        face=Face(words, "ut-plot", _group(site)),
    )


def _plot_shape(site: int, tower: Tower, layout: Layout, high: float) -> Shape:
    y = high - layout.road - layout.plot
    svg = _plot_words(site, tower.income, tower.prestige, bool(tower.standing), layout)
    return Shape(site * layout.pitch, y, layout.pitch, layout.plot, svg)


@lru_cache(maxsize=4096)
def _plot_words(site: int, income: int, prestige: int, built: bool, layout: Layout) -> str:
    size = 11.0 if layout.small else 13.0
    y = layout.plot / 2 + size * 0.36
    name = text(str(site + 1), 5 if layout.small else 8, y, size, "ink-words serif", anchor="start")
    if not layout.totals or not built:
        return name
    totals = (Gain("coin", income, ""), Gain("star", prestige, ""))
    widths = [width(number(total.amount), size, bold=True) + size * 1.3 for total in totals]
    gap = size * (0.3 if layout.small else 0.6)
    x = layout.pitch - 8 - sum(widths) - gap if not layout.small else (layout.pitch - sum(widths) - gap) / 2
    drawn = [] if layout.small else [name]
    for total, across in zip(totals, widths, strict=True):
        drawn.append(text(number(total.amount), round(x, 1), y, size, "ink-words", anchor="start"))
        drawn.append(centred(total.icon, round(x + across - size * 0.6, 1), y - size * 0.36, round(size * 1.2, 1)))
        x += across + gap
    return "".join(drawn)
