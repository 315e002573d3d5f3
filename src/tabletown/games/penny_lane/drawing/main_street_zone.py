"""Main Street as a zone: eight house fronts, paving stones for their action spaces, and what they do in signs."""

from collections.abc import Callable
from functools import cache, lru_cache, partial

from tabletown.engine.position import Position
from tabletown.engine.value import Value
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import Location
from tabletown.games.penny_lane.drawing import captions, faces, main_street_fronts
from tabletown.games.penny_lane.drawing.building_parts import hills
from tabletown.games.penny_lane.drawing.reasons import NO_REASON, Reason, Why, said
from tabletown.games.penny_lane.drawing.tokens import centred_signs, citizen, vacancy
from tabletown.games.plain_state import PlainState, plain
from tabletown.render.icons import place
from tabletown.render.scene import Button, Face, Piece, Shape, Zone
from tabletown.render.text import fit, text, width

ORDER = (s.BANK, s.BARRACKS, s.BLACK_MARKET, s.GAZETTE, s.MASONS_GUILD, s.TEMPLE, s.TOWER, s.TOWN_HALL)
JOBS = (s.BARRACKS, s.TEMPLE)
ON_TOWER = 6
"""So many numbers of swaps are offered on the Tower itself, the others on the prompt line."""
_VERBS = {s.BANK: "bank", s.BLACK_MARKET: "black_market", s.TOWN_HALL: "town_hall"}
_DOORS = {s.BARRACKS: (80.0, 44.0), s.TEMPLE: (80.0, 32.0)}
"""The middle of a door, and the height of a citizen in it."""

Take = Callable[..., Button | None]
"""Hands out the button of a verb and its arguments, each at most once."""


class MainStreet(Value, frozen=True):
    """What Main Street shows: the spaces of every location and how many are used, and what can be done there."""

    locations: tuple[Location, ...]
    many_players: bool  # four or five, for whom there are more spaces
    used: tuple[int, ...]
    busy: int  # the location whose action is under way, or NONE
    buttons: tuple[tuple[Button, ...], ...]  # by location
    reasons: tuple[Reason, ...]  # by location: why nothing can be done there
    can_build: bool  # the supply has a card that can be built now, so the Masons' Guild leads there


def main_street(position: Position, take: Take, why: Why, can_build: bool) -> MainStreet:
    """Main Street with what can be done there now."""
    state, locations = plain(position), position.cards.locations
    buttons = tuple([_buttons(index, take) for index in range(s.LOCATIONS)])
    reasons = tuple([NO_REASON if buttons[index] else _reason(position, index, why) for index in range(s.LOCATIONS)])
    return MainStreet(locations, position.players > 3, tuple(state.used), _busy(state), buttons, reasons, can_build)


def _reason(position: Position, index: int, why: Why) -> Reason:
    """Why nothing can be done at a location."""
    state = plain(position)
    if index in JOBS:
        to = why("to", s.TO_BARRACKS if index == s.BARRACKS else s.TO_TEMPLE)
        comes = "a citizen comes here by the Gazette", "PL-31"
        return comes if to != NO_REASON and state.phase == s.TURN else to
    if index == s.MASONS_GUILD:
        supply = state.supply[: state.supply_left]
        cheapest = min(supply, key=lambda card: position.cards.buildings[card].cost, default=s.NONE)
        return NO_REASON if cheapest == s.NONE else why("guild", cheapest)
    return why(_VERBS[index]) if index in _VERBS else why("gazette" if index == s.GAZETTE else "tower", 0)


def _busy(state: PlainState) -> int:
    """The location whose action is under way."""
    if state.phase in (s.KEEP, s.CELL, s.GARAGE):
        return s.MASONS_GUILD if state.via_guild else s.BLACK_MARKET
    at = {s.SOURCE: s.GAZETTE, s.DESTINATION: s.GAZETTE, s.SWAP: s.TOWER, s.SWAP_WITH: s.TOWER}
    return state.moved_job if state.phase == s.LANE else at.get(state.phase, s.NONE)


def _buttons(index: int, take: Take) -> tuple[Button, ...]:
    """What can be done at a location: one thing, or several, such as moving one or two citizens."""
    if index in _VERBS:
        found = [take(_VERBS[index])]
    elif index in JOBS:
        found = [take("to", s.TO_BARRACKS if index == s.BARRACKS else s.TO_TEMPLE)]
    elif index == s.GAZETTE:
        found = [take("gazette", 0), take("gazette", 1)]
    elif index == s.TOWER:
        found = [take("tower", k) for k in range(ON_TOWER)]
    else:
        found = []
    return tuple([button for button in found if button is not None])


class Layout(Value, frozen=True):
    """The measures of Main Street: how many fronts stand in a row, and their size."""

    across: int
    w: float  # of a front with its words
    art: float  # height of the front
    stones: float
    words: float
    name: float  # font sizes
    signs: float

    @property
    def h(self) -> float:
        """Height of a front with its stones and words."""
        return self.art + self.stones + self.words

    def corner(self, n: int) -> tuple[float, float]:
        """Where the n-th front has its corner."""
        return n % self.across * self.w, n // self.across * self.h


WIDE = Layout(8, 123.5, 88, 32, 53, 13.5, 11.5)
NARROW = Layout(4, 93.5, 72, 26, 52, 11.5, 10)
LAYOUTS = (WIDE, NARROW)


@lru_cache(maxsize=2048)
def zone(shown: MainStreet) -> Zone:
    """Main Street as a zone."""
    pieces = [_backdrop()]
    for n, index in enumerate(ORDER):
        place = shown.locations[index]
        count = place.spaces[shown.many_players]
        way = "supply" if index == s.MASONS_GUILD and shown.can_build else ""
        many = n, place, count, shown.used[index], index == shown.busy
        pieces.extend(_location(*many, shown.buttons[index], shown.reasons[index], way))
    w, h = _size(WIDE)
    small_w, small_h = _size(NARROW)
    note = "a golden stone rewards the first user of a round"
    return Zone("main-street", "Main Street", w, h, tuple(pieces), "common", None, small_w, small_h, note=note, span=4)


@cache
def _backdrop() -> Piece:
    face = Face(faces.street(), "pl-behind")
    return _both(lambda layout: Shape(0, 0, *_size(layout), _ground(layout)), state="backdrop", face=face)


def card_piece(place: Location) -> Piece:
    """A location for the gallery, as it lies at a table of four."""
    layout = WIDE
    svg = f'<g transform="translate(0 0)">{_strip(layout)}{_face(place, place.spaces[1], 0, layout)}</g>'
    return Piece(Shape(0, 0, layout.w, layout.h, svg), captions.location(place, place.spaces[1], 0), state="card")


def _both(draw: Callable[[Layout], Shape], label: str = "", **more: object) -> Piece:
    return Piece(draw(WIDE), label, small=draw(NARROW), **more)  # type: ignore[arg-type]


def _size(layout: Layout) -> tuple[float, float]:
    return layout.across * layout.w, len(ORDER) // layout.across * layout.h


@lru_cache(maxsize=4096)
def _location(
    n: int,
    place: Location,
    count: int,
    used: int,
    busy: bool,
    buttons: tuple[Button, ...],
    reason: Reason,
    way: str,
) -> tuple[Piece, ...]:
    """The n-th location, which offers the first of its buttons; the others lie on it as pieces of their own."""

    def draw(layout: Layout) -> Shape:
        return Shape(*layout.corner(n), layout.w, layout.h, _face(place, count, used, layout))

    group = _group(place)
    face = faces.location(place, count, used, place.index in JOBS, _DOORS.get(place.index))
    piece = _both(
        draw,
        captions.location(place, count, used),
        button=buttons[0] if buttons else None,
        state="chosen" if busy else "",
        rule=captions.LOCATION_RULES[place.index],
        face=Face(face, "pl-location", group),
        leads_to=way,
    )
    more = range(1, len(buttons))
    return piece if buttons or way else said(piece, reason), *(_part(n, place, k, buttons) for k in more)


def _group(place: Location) -> str:
    return f"pl-place pl-{place.id.replace('_', '-')}"


def _part(n: int, place: Location, k: int, buttons: tuple[Button, ...]) -> Piece:
    """The k-th of several buttons of a location: two citizens, or so many swaps."""
    button, group = buttons[k], _group(place)
    if place.index == s.GAZETTE:
        face = Face(faces.plate("", figures=2), "pl-plate", group)
        return _both(partial(_movers, n=n), button.sentence, button=button, face=face)
    draw = partial(_swaps, n=n, k=k - 1, of=len(buttons) - 1, label=button.label)
    face = Face(faces.plate(button.label.split()[0]), "pl-plate", group)
    return _both(draw, button.sentence, button=button, face=face)


# --- Drawings -------------------------------------------------------------------------------------------------------


@cache
def _ground(layout: Layout) -> str:
    """Hills behind every row of fronts, the pavement before them, trees and lamps between them."""
    w, _ = _size(layout)
    drawn = []
    for row in range(len(ORDER) // layout.across):
        y = row * layout.h
        drawn.append(f'<g transform="translate(0 {y:g})">{hills(w, layout.art)}{_strip(layout, w)}</g>')
        for n in range(1, layout.across):
            size = layout.art * 0.3
            plant = place(
                "p-tree" if n % 2 else "p-lamp", n * layout.w - size * 0.35, y + layout.art - size, size * 0.7, size
            )
            drawn.append(plant if layout is WIDE else "")
    return "".join(drawn)


def _strip(layout: Layout, w: float = 0) -> str:
    y = layout.art
    return (
        f'<rect class="c-front-pave" y="{y:g}" width="{w or layout.w:g}" height="{layout.stones:g}"/>'
        f'<path class="c-cut" d="M0 {y:g}h{w or layout.w:g}M0 {y + layout.stones:g}h{w or layout.w:g}"/>'
        f'<rect class="c-card-paper" y="{y + layout.stones:g}" width="{w or layout.w:g}" height="{layout.words:g}"/>'
    )


@cache
def _face(place_: Location, count: int, used: int, layout: Layout) -> str:
    middle, job = layout.w / 2, place_.index in JOBS
    art_w = min(layout.w * 0.93, (layout.art - 3) * main_street_fronts.W / main_street_fronts.H)
    art_h = art_w * main_street_fronts.H / main_street_fronts.W
    scale = art_w / main_street_fronts.W
    drawn = [place(f"front-{place_.id}", round(middle - art_w / 2, 2), round(layout.art - art_h, 2), art_w, art_h)]
    if job and used:
        x, high = _DOORS[place_.index]
        high *= scale
        at = middle - art_w / 2 + x * scale
        drawn.append(citizen(round(at - high / 3, 2), round(layout.art - high - 2, 2), round(high, 2), None, dark=True))
    drawn.extend(_stones(place_, count, used, layout))
    y = layout.art + layout.stones
    row, first = captions.location_signs(place_)
    name, size = fit(place_.name, layout.w - 4, layout.name, 8, bold=True)
    drawn.append(text(name, middle, round(y + layout.name * 1.1, 1), size, "ink-words serif"))
    drawn.append(
        centred_signs(row, middle, round(y + layout.name * 1.25 + layout.signs * 0.75, 1), layout.signs, layout.w - 6)
    )
    if first:
        drawn.append(_first(first, middle, y + layout.name * 1.25 + layout.signs * 1.5 + 1.5, layout))
    return "".join(drawn)


def _stones(place_: Location, count: int, used: int, layout: Layout) -> list[str]:
    size = layout.stones - 2
    left = layout.w / 2 - count * size / 2
    drawn = []
    for n in range(count):
        x, y = left + n * size, layout.art + 1
        first = n == 0 and place_.priority and place_.index not in JOBS
        drawn.append(place("p-stone-first" if first else "p-stone", round(x, 1), round(y, 1), size))
        inner = size * 0.68
        if place_.index in JOBS:
            high = size * 0.72
            figure = citizen if n < used else None
            at = round(x + size / 2 - high / 3, 1), round(y + size * 0.11, 1)
            drawn.append(figure(*at, high, None) if figure else vacancy(*at, high, dim=True))
        elif n < used:
            drawn.append(
                place("i-penny", round(x + (size - inner) / 2, 1), round(y + (size - inner) / 2 - 0.6, 1), inner)
            )
    return drawn


def _first(words: str, x: float, y: float, layout: Layout) -> str:
    """A golden tag with what the first user of a round gets."""
    size = layout.signs * 0.92
    words, size = fit(words, layout.w - 14, size, 7, bold=True)
    w, h = width(words, size, bold=True) + 10, layout.signs * 1.3
    box = f'x="{x - w / 2:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="4"'
    return f'<rect class="c-front-mustard" {box}/>' + text(
        words, x, round(y + h / 2 + size * 0.36, 1), size, "ink-coin"
    )


def _movers(layout: Layout, n: int) -> Shape:
    """A plate on the Gazette: move two citizens."""
    x, y = layout.corner(n)
    w, h = layout.w / 2 - 7, layout.art * 0.38
    high = h * 0.7
    figures = [citizen(round(w / 2 + (k - 1) * high * 0.66, 1), h * 0.15, high, None) for k in range(2)]
    return Shape(x + w + 9, y + layout.art - h - 6, w, h, _plate(w, h) + "".join(figures))


def _swaps(layout: Layout, n: int, k: int, of: int, label: str) -> Shape:
    """A plate on the Tower: so many swaps, one of so many plates."""
    x, y = layout.corner(n)
    side, gap = 26.0, 4.0
    row, column, rows = k // 3, k % 3, (of + 2) // 3
    across = min(3, of - 3 * row)
    left = x + (layout.w - across * (side + gap) + gap) / 2 + column * (side + gap)
    top = y + layout.art - (rows - row) * (side + gap) - 2
    return Shape(
        left, top, side, side, _plate(side, side) + text(label.split()[0], side / 2, side / 2 + 5, 14, "ink-words")
    )


def _plate(w: float, h: float) -> str:
    return f'<rect class="c-card-paper c-cut" x=".6" y=".6" width="{w - 1.2:.1f}" height="{h - 1.2:.1f}" rx="4"/>'
