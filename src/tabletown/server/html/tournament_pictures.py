"""Pictures of a tournament: a row of lanterns for its rounds, a street behind them, and tables seen from above."""

import math
from collections.abc import Sequence
from functools import cache

from markupsafe import Markup, escape

from tabletown.render.icons import seat_icon
from tabletown.server.html.portraits import SEAT_TINTS, TINTS
from tabletown.server.view.tournament_view import Place

_LANTERN = (
    '<path class="line" d="M30 -14v20"/><circle class="glow" cx="30" cy="32" r="32"/>'
    '<path class="body" d="M16 12h28c10 10 12 30 0 42H16C4 42 6 22 16 12z"/>'
    '<path class="line rib" d="M23 12c-6 12-6 30 0 42M37 12c6 12 6 30 0 42"/>'
    '<path class="cap" d="M19 7h22v5H19zM19 54h22v5H19z"/><path class="line" d="M30 59v9M26 60v6M34 60v6"/>'
)
_PAINTS = ("sand", "slate", "rose", "sage", "mustard", "plum", "brick", "cream")
_STREET_W, _STREET_H = 1440, 150


def lantern(number: int) -> Markup:
    """The lantern of a round; the page lights it by a class of the element around it."""
    text = f'<text x="30" y="41" text-anchor="middle">{number}</text>'
    return Markup(f'<svg viewBox="-4 -14 68 84" aria-hidden="true" focusable="false">{_LANTERN}{text}</svg>')


def string() -> Markup:
    """The string on which the lanterns hang."""
    path = '<path d="M0 2Q50 22 100 2"/>'
    box = 'viewBox="0 0 100 20" preserveAspectRatio="none"'
    return Markup(f'<svg class="string" {box} aria-hidden="true" focusable="false">{path}</svg>')


@cache
def street() -> Markup:
    """The street behind the lanterns: paper houses on a hill."""
    houses, x = [], 540.0  # words stand to the left of it
    for n in range(14):
        w, h = 46 + 11 * (n * 7 % 4), 46 + 17 * (n * 5 % 4)
        houses.append(_house(x, w, h, _PAINTS[n * 3 % len(_PAINTS)], n % 3))
        x += w + 10 + n % 3 * 4
    hill = '<path class="hill" d="M0 60c200-40 420-30 640 0s480-20 800-6v100H0z"/>'
    box = f'viewBox="0 0 {_STREET_W} {_STREET_H}" preserveAspectRatio="xMidYMax slice"'
    return Markup(
        f'<svg class="street" {box} aria-hidden="true" focusable="false">{hill}<g>{"".join(houses)}</g></svg>'
    )


def _house(x: float, w: float, h: float, paint: str, roof: int) -> str:
    top = _STREET_H - h
    tops = (
        f"M{x - 5:g} {top:g}l{w / 2 + 5:g} -22l{w / 2 + 5:g} 22z",
        f"M{x - 3:g} {top:g}v-9h{w / 3:g}v-8h{w / 3 + 6:g}v8h{w / 3:g}v9z",
        f"M{x - 4:g} {top:g}l10 -18h{w - 12:g}l10 18z",
    )
    panes = [
        f"M{x + 9 + column * 18:g} {top + 10 + row * 22:g}h8v11h-8z"
        for row in range(int((h - 28) // 22) + 1)
        for column in range(int((w - 10) // 18))
    ]
    door = f"M{x + w / 2 - 5:g} {_STREET_H}v-10a5 5 0 0 1 10 0v10z"
    return (
        f'<path class="{paint}" d="M{x:g} {top:g}h{w:g}v{h:g}h{-w:g}z"/><path class="deep" d="{tops[roof]}"/>'
        f'<path class="pane" d="{"".join(panes)}"/><path class="hole" d="{door}"/>'
    )


def table_picture(places: Sequence[Place]) -> Markup:
    """A table from above, with those who sit there: the reader at the bottom, a ring around whose turn it is."""
    first = next((i for i, place in enumerate(places) if place.is_you), 0)
    people = []
    for i, place in enumerate(places):
        angle = math.pi / 2 + 2 * math.pi * (i - first) / len(places)
        x, y = 75 + 55 * math.cos(angle), 75 + 55 * math.sin(angle)
        people.append(_person(place, x, y))
    wood = '<circle class="shade" cx="77" cy="79" r="36"/><circle class="wood" cx="75" cy="75" r="36"/>'
    return Markup(
        f'<svg class="round-table" viewBox="0 0 150 150" aria-hidden="true" focusable="false">{wood}{_CITY}'
        f"{''.join(people)}</svg>"
    )


_CITY = (
    '<g><path class="slate" d="M59 73h14v20H59z"/><path class="rose" d="M61 62h10v11H61z"/>'
    '<path class="mustard" d="M75 68h14v25H75z"/><path class="brick" d="M77 57h10v11H77z"/>'
    '<path class="pane" d="M62 77h3v4h-3zM67 77h3v4h-3zM78 73h3v4h-3zM83 73h3v4h-3zM78 82h3v4h-3zM83 82h3v4h-3z"/></g>'
)


def _person(place: Place, x: float, y: float) -> str:
    ring = f'<circle class="ring" cx="{x:.1f}" cy="{y:.1f}" r="19"/>' if place.turn else ""
    if place.bot in TINTS:
        tint = TINTS[place.bot]
        inner = f'<use href="#bot-{place.bot}" x="{x - 13:.1f}" y="{y - 13:.1f}" width="26" height="26"/>'
    else:
        tint = SEAT_TINTS[place.seat % len(SEAT_TINTS)]
        inner = f'<text x="{x:.1f}" y="{y + 5:.1f}" text-anchor="middle">{escape(place.name[:1].upper())}</text>'
    crown = f'<path class="crown" d="M{x - 9:.1f} {y - 12:.1f}l-1-9 6 4 4-7 4 7 6-4-1 9z"/>' if place.place == 1 else ""
    mark = str(seat_icon(place.seat)).replace("<svg", f'<svg x="{x + 6:.1f}" y="{y + 5:.1f}" width="13" height="13"', 1)
    return f'{ring}<circle class="person" cx="{x:.1f}" cy="{y:.1f}" r="15" fill="{tint}"/>{inner}{mark}{crown}'
