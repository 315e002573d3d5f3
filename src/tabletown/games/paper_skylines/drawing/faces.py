"""Faces: cards, buildings, tracks and tiles as HTML, for a page that fits the window.

`static/fit-paper_skylines.css` lays them out. Pictures and icons are drawings that scale with their box; names, numbers
and sentences are words of the page, so that a card may shrink while its words do not.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from markupsafe import escape

from tabletown.engine.seats import SEAT_SHAPES
from tabletown.games.paper_skylines.cards import Building
from tabletown.games.paper_skylines.drawing import card_faces, city_buildings
from tabletown.games.paper_skylines.drawing.captions import Card, does
from tabletown.games.paper_skylines.drawing.card_pictures import H, W, picture
from tabletown.games.paper_skylines.drawing.effect_signs import action_signs, bonus_signs
from tabletown.games.paper_skylines.drawing.scenery import far_town
from tabletown.games.paper_skylines.drawing.signs import COLOURED, PLATES, Signs, hexagon, plate
from tabletown.games.paper_skylines.vocabulary import TRACK_NAMES, TYPE_NAMES
from tabletown.render.icons import seat_icon, use
from tabletown.render.text import MINUS

_TIMES = "\N{MULTIPLICATION SIGN}"


def _svg(css: str, box: str, body: str, more: str = "") -> str:
    return f'<svg class="{css}" viewBox="{box}"{more} aria-hidden="true" focusable="false">{body}</svg>'


@cache
def icon(name: str, paint: str = "") -> str:
    """An icon as large as the words around it."""
    return _svg("icon", "0 0 24 24", use(name, 0, 0, 24, paint))


@cache
def plate_of(kind: int) -> str:
    """The icon of a type on its plate, as large as the words around it."""
    return _svg("ps-plate", "0 0 16 16", plate(kind, 0, 0, 16))


@cache
def _sites(card: Card) -> str:
    sites = card.sites if isinstance(card, Building) else ()
    drawn = "".join(_svg("ps-hex", "0 0 16 16", hexagon(site, 0, 0, 16)) for site in sites)
    return f'<span class="ps-sites">{drawn}</span>' if drawn else ""


def _name(card: Card) -> str:
    return f'<b class="ps-name">{escape(card.name)}</b>'


@cache
def signs(row: Signs) -> str:
    """A row of signs that breaks where it must."""
    return f'<span class="ps-signs">{"".join(_sign(sign) for sign in row)}</span>'


def _sign(sign: str) -> str:
    if sign == "|":
        return '<i class="ps-bar"></i>'
    if sign == ">":
        return "<i>\N{RIGHTWARDS ARROW}</i>"
    if sign in PLATES:
        return plate_of(PLATES[sign])
    if sign[0] not in ":~":
        return f"<b>{escape(sign)}</b>"
    name = sign[1:]
    return icon(name, "" if name in COLOURED else "ink-words" if sign[0] == ":" else "ink-quiet")


def _signs_of(card: Card) -> str:
    return signs(action_signs(card) if isinstance(card, Building) else bonus_signs(card))


# --- Cards ----------------------------------------------------------------------------------------------------------


def card_classes(card: Card) -> str:
    """The CSS classes of a card: its type and, for filters, its price."""
    price = f" ps-cost-{card.cost}" if isinstance(card, Building) else ""
    return f"ps-card ps-type-{card.type}{price}"


@cache
def card(card: Card) -> str:
    """A card: name, picture, price and gains, signs, and its sentence; a small one shows fewer of them."""
    kind = TYPE_NAMES[card.type]
    level = f"L{card.level}" if isinstance(card, Building) else "City"
    sky = card_faces.sky() + picture(card, 22, 68.5)
    return (
        f'<span class="ps-head">{icon(kind, "ink-white")}{_name(card)}<small>{level}</small></span>'
        f'<span class="ps-pic">{_svg("ps-sky", "0 0 136 70", sky, _FOOT)}</span>'
        f'<span class="ps-facts">{_facts(card)}</span>'
        f'<span class="ps-band">{_signs_of(card)}</span><span class="ps-say">{escape(does(card))}</span>'
    )


_FOOT = ' preserveAspectRatio="xMidYMax slice"'


def _facts(card: Card) -> str:
    if not isinstance(card, Building):
        return "<b>Home building</b>"
    gains = "".join(
        f'<span class="ps-gain">{icon(name)}<b>{gain}</b></span>'
        for name, gain in zip(TRACK_NAMES, card.gains, strict=True)
        if gain
    )
    less = f'<span class="ps-less">{MINUS}{plate_of(card.discount)}</span>'
    return f'<b class="ps-price">{card.cost}</b>{less}{gains}{_sites(card)}'


@cache
def deck(level: int, number: int, now: bool) -> str:
    """A deck: its level on a back, how many cards it has."""
    art = _svg("ps-back", "0 0 58 80", card_faces.blank_back() if number else _EMPTY)
    return f"{art}<em>{level}</em><b>{number}</b>{'<small>now</small>' if now else ''}"


_EMPTY = '<rect class="c-paper-empty" x="1" y="1" width="56" height="78" rx="5"/>'


@lru_cache(maxsize=256)
def pile(face: str, number: int) -> str:
    """The pile: an open card, how many there are."""
    return f"{_svg('ps-back', '0 0 58 80', face or _EMPTY)}<b>{number}</b><small>pile</small>"


@lru_cache(maxsize=256)
def sheet(title: str, number: str) -> str:
    """The paper under cards: what they are, how many."""
    return f'<b class="ps-title">{escape(title)}</b><small>{number}</small>'


@lru_cache(maxsize=256)
def backs(levels: Sequence[tuple[int, int]]) -> str:
    """Cards face down: how many of each level."""
    found = "".join(
        f'<span class="ps-backs-of">{_svg("ps-back", "0 0 58 80", card_faces.blank_back())}<em>{level}</em>'
        f"<b>{_TIMES}{number}</b></span>"
        for level, number in levels
    )
    return found or '<span class="ps-quiet">no cards</span>'


# --- Cities ---------------------------------------------------------------------------------------------------------


@cache
def ground() -> str:
    """The town behind a city, down to its ground line."""
    return f'<span class="ps-air">{_svg("ps-town", "0 0 1000 300", far_town(1000, 300), _FOOT)}</span>'


@cache
def roof(card: Card) -> str:
    """A top card: its picture over a signboard."""
    art = _svg("ps-art", f"0 -{H} {W} {H}", picture(card, 0, 0), ' preserveAspectRatio="xMidYMax meet"')
    return (
        f'<span class="ps-pict">{art}</span><span class="ps-board"><span class="ps-line">{plate_of(card.type)}'
        f'{_name(card)}</span><span class="ps-line">{_signs_of(card)}{_sites(card)}</span></span>'
    )


@cache
def covered(card: Card) -> str:
    """A card of which only the icons count."""
    return f"{plate_of(card.type)}{_name(card)}{_sites(card)}"


@cache
def lot() -> str:
    """An empty lot."""
    return _svg("ps-lot-art", f"0 0 {city_buildings.LOT_W:g} {city_buildings.LOT_H:g}", city_buildings.lot())


@cache
def mayor(seat: int) -> str:
    """The mayor of a seat."""
    return _figure("mayor", seat, 41)


@lru_cache(maxsize=256)
def place(price: int | None, cost: int) -> str:
    """A place to build on, with the price there."""
    if price is None:
        return ""
    words = f"{cost} {MINUS} {cost - price}" if cost > price else "full price"
    return f'<b class="ps-price">{price}</b><span class="ps-words">{words}</span>'


def _figure(kind: str, seat: int, h: int) -> str:
    body = f'<use class="c-seat-{seat} c-edge" href="#{kind}-{SEAT_SHAPES[seat]}" width="24" height="{h}"/>'
    return _svg("ps-figure", f"0 0 24 {h}", body)


# --- Tracks ---------------------------------------------------------------------------------------------------------


@cache
def track(name: str, spaces: int, lines: tuple[int, ...], every: int) -> str:
    """A track with its spaces and starred lines; only every so many spaces have a number."""
    cells = "".join(
        f'<i class="ps-starred"><s>{n}</s></i>' if n in lines else f"<i><s>{n}</s></i>" if n % every == 0 else "<i></i>"
        for n in range(spaces)
    )
    return f'{icon(name)}<span class="ps-cells">{cells}</span>'


@cache
def marker(seat: int) -> str:
    """The marker of a seat on a track."""
    return _figure("marker", seat, 31)


@cache
def leap() -> str:
    """A dotted leap from one space to another."""
    path = '<path class="c-hop" vector-effect="non-scaling-stroke" d="M0 20Q50 -14 100 20"/>'
    return _svg("ps-arc", "0 0 100 20", path, ' preserveAspectRatio="none"')


@lru_cache(maxsize=256)
def aim(seat: int, points: int) -> str:
    """Where a marker would land, and what that earns."""
    return marker(seat) + (f'<b class="ps-bonus">+{points}</b>' if points else "")


# --- Achievements ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def tile(sign: str, name: str, progress: str, stars: int, owners: tuple[int, ...], chip: bool, words: str) -> str:
    """An achievement or award: name, how far the seat is, points, who has it, and what it asks for."""
    seats = "".join(str(seat_icon(seat)) for seat in owners)
    return (
        f'<b class="ps-name">{escape(name)}</b>{icon(sign, "ink-quiet")}<span class="ps-far">{progress}</span>'
        f'<b class="ps-stars">{stars}{icon("score", "ink-words")}</b>'
        f'<span class="ps-owners">{seats}{icon("chip") if chip else ""}</span>'
        f'<span class="ps-asks">{escape(words)}</span>'
    )
