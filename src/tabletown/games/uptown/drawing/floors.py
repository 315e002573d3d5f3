"""Floors: a room, a slab with its name, and four corners; large for the table, small for rivals and phones.

Corners never change: type top left, marks top right, income bottom left, prestige bottom right. On a card a corner
shows what is printed, on a street what the floor earns now.
"""

from functools import lru_cache

from tabletown.engine.value import Value
from tabletown.games.uptown.cards import Project
from tabletown.games.uptown.drawing import marks
from tabletown.games.uptown.drawing.roofs import flag, roof_use
from tabletown.games.uptown.drawing.rooms import is_open, part, ramp_of, room_of
from tabletown.render.text import fit, number, text

W, H, ROOM = 160, 64, 50
FOLDED = 24
SMALL_W, SMALL_H, SMALL_FOLDED = 62, 42, 17
SHADOW = f'<rect class="c-shade" x="2.5" width="{W}" height="{H}"/>'


class Standing(Value, frozen=True):
    """A floor as it stands on a street: what it earns now, and what is above it."""

    income: int
    prestige: int
    roof: str = ""  # the roof line on top of it: one of `roofs.ROOFS` or none
    seat: int | None = None  # whose flag flies from it
    covered: bool = False  # another floor stands on it
    framed: bool = False  # seen up close, away from its street, so with a sky of its own


def room(project: Project, standing: Standing | None) -> str:
    """The room; in the open air the town shows through, except on a card, and posts carry a floor above."""
    name, ramp = room_of(project), ramp_of(project)
    if not is_open(name):
        behind = (SHADOW if standing else "") + part("shell", 0, ROOM, ramp)
    elif standing is None or standing.framed:
        behind = part("air", 0, ROOM)
    else:
        behind = part("posts", 0, ROOM, ramp) if standing.covered else ""
    return f'{behind}<use href="#r-{name}.{ramp}"/>'


def numbers(project: Project, standing: Standing | None) -> tuple[str | None, str | None]:
    """What coin and star say; None if the project has no income, or no prestige."""
    if standing is None:
        return marks.printed(project.income, "$"), marks.printed(project.prestige, "")
    income = number(standing.income) if project.income else None
    prestige = number(standing.prestige) if project.prestige else None
    return income, prestige


def _tokens(project: Project, standing: Standing | None, left: float, right: float, y: float, scale: float = 1) -> str:
    income, prestige = numbers(project, standing)
    drawn = marks.token("coin", left, y, income, scale) if income is not None else ""
    return drawn + (marks.token("star", right, y, prestige, scale) if prestige is not None else "")


def roof_line(project: Project, standing: Standing | None, scale: float = 1) -> str:
    """Roof line and flag."""
    if standing is None:
        return ""
    roof = roof_use(standing.roof, project)
    if roof and scale != 1:
        roof = f'<g transform="scale({scale:g})">{roof}</g>'
    if standing.seat is None:
        return roof
    if standing.roof:
        return roof + flag(standing.seat, 22 * scale, -22 * scale, scale=max(scale, 0.6))
    return flag(standing.seat, 22 * scale if scale == 1 else 8, 4, 40 if scale == 1 else 36, max(scale, 0.6))


@lru_cache(maxsize=4096)
def large(project: Project, standing: Standing | None = None) -> str:
    """A floor of 160 by 64; without a standing as it is printed on its card."""
    words, size = fit(project.name, 108, 10.5, 7.5, bold=True)
    return (
        roof_line(project, standing)
        + room(project, standing)
        + f'<rect class="c-paper-slab c-edge" y="{ROOM}" width="{W}" height="{H - ROOM}"/>'
        + text(words, 80, 60.6, size, "ink-paper")
        + marks.type_plates(project, 3, 3, 18, 15)
        + marks.corner_marks(project, standing is not None)
        + marks.tags(project)
        + _tokens(project, standing, 12, 148, 53)
    )


def _band(project: Project, w: float, h: float) -> str:
    """What is seen of the room of a folded floor: the wall."""
    ramp, side = ramp_of(project), w / 32
    return (
        f'<rect class="c-{ramp}-wall" width="{w:g}" height="{h:g}"/>'
        f'<path class="c-{ramp}-deep" d="M0 0h{side:g}v{h:g}H0ZM{w:g} 0h-{side:g}v{h:g}h{side:g}Z"/>'
    )


@lru_cache(maxsize=4096)
def folded(project: Project, standing: Standing) -> str:
    """A floor of 160 by 24, for the lower floors of very tall towers: the slab and a strip of the room."""
    words, size = fit(project.name, 76, 10.5, 7.5, bold=True)
    return (
        _band(project, W, 10)
        + f'<rect class="c-paper-slab c-edge" y="10" width="{W}" height="14"/>'
        + text(words, 92, 20.6, size, "ink-paper")
        + marks.type_plates(project, 25, 8, 14, 12)
        + _tokens(project, standing, 12, 148, 13)
    )


@lru_cache(maxsize=4096)
def small(project: Project, standing: Standing | None = None) -> str:
    """A floor of 62 by 42: no name, the type on the slab."""
    name = room_of(project)
    walls = "" if is_open(name) else f'<path class="c-{ramp_of(project)}-deep" d="M0 0h2.5v28H0Zm59.5 0H62v28h-2.5Z"/>'
    return (
        roof_line(project, standing, 0.3875)
        + f'<svg width="{SMALL_W}" height="28" viewBox="24.6 0 110.7 50">{room(project, standing)}</svg>'
        + walls
        + _small_slab(project, 28)
        + marks.corner_marks(project, standing is not None, 13, 60, 1.5)
        + _tokens(project, standing, 10, 52, 33, 0.86)
    )


@lru_cache(maxsize=4096)
def small_folded(project: Project, standing: Standing) -> str:
    """A floor of 62 by 17, for the lower floors of very tall towers."""
    return _band(project, SMALL_W, 3) + _small_slab(project, 3) + _tokens(project, standing, 10, 52, 8.5, 0.72)


def _small_slab(project: Project, y: float) -> str:
    slab = f'<rect class="c-paper-slab c-edge" y="{y:g}" width="{SMALL_W}" height="14"/>'
    if project.icons == 2:
        return slab + marks.type_plates(project, 18.7, y + 0.5, 13, 11.5)
    return slab + marks.type_plates(project, 24, y, 14, 0)
