"""Faces: floors, cards and plots as HTML, for a page that fits the window (`static/fit-uptown.css` lays them out).

Rooms, roofs and marks are drawings that fill or crop to their box. Names and numbers are words of the page, so that a
floor may shrink while its words do not.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from markupsafe import escape

from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import TYPE_LETTERS, TYPE_NAMES, Project
from tabletown.games.uptown.drawing import floors, marks
from tabletown.games.uptown.drawing.rooms import RAMPS
from tabletown.render.icons import use
from tabletown.render.scene import Gain
from tabletown.render.text import number

_MOST_COINS = 8  # that are shown on a deck; their number stands beside them


def _svg(css: str, box: str, body: str, more: str = "") -> str:
    return f'<svg class="{css}" viewBox="{box}"{more} aria-hidden="true" focusable="false">{body}</svg>'


@cache
def icon(name: str, paint: str = "") -> str:
    """An icon as large as the words around it."""
    return _svg("icon", "0 0 24 24", use(name, 0, 0, 24, paint))


@lru_cache(maxsize=4096)
def floor(project: Project, standing: floors.Standing | None = None) -> str:
    """A floor; without a standing as it is printed on its card."""
    roof = floors.roof_line(project, standing)
    income, prestige = floors.numbers(project, standing)
    return (
        '<span class="ut-in">'
        + (_svg("ut-roof", f"0 0 {floors.W} 1", roof) if roof else "")
        + '<span class="ut-room">'
        + _svg(
            "ut-art",
            f"0 0 {floors.W} {floors.ROOM}",
            floors.room(project, standing),
            ' preserveAspectRatio="xMidYMax slice"',
        )
        + f"</span>{_plates(project)}{_marks(project, standing is not None)}{_tags(project)}"
        + f'<span class="ut-slab">{_token("coin", income)}<b class="ut-name">{escape(project.name)}</b>'
        + f"{_token('star', prestige)}</span></span>"
    )


def _plates(project: Project) -> str:
    if project.type == s.NO_TYPE:
        return ""
    return _svg("ut-type", f"0 0 {18 + 17 * (project.icons - 1)} 18", marks.type_plates(project, 0, 0, 18, 17))


def _marks(project: Project, on_street: bool) -> str:
    count = len(marks.marks_of(project, on_street))
    wide = 18 * count - 2
    drawn = marks.corner_marks(project, on_street, 16, wide, 0)
    return _svg("ut-marks", f"0 0 {wide} 16", drawn) if count else ""


def _tags(project: Project) -> str:
    """The formulas, beside coin and star."""
    drawn = ""
    for terms, side in ((project.income, "left"), (project.prestige, "right")):
        if marks.is_formula(terms):
            wide, tag = marks.formula(terms)
            drawn += _svg(f"ut-tag at-{side}", f"0 -10.5 {wide:g} 14", tag)
    return drawn


def _token(kind: str, words: str | None) -> str:
    """A coin or star with a number on it, red if that is negative; an empty place if there is none."""
    if words is None:
        return "<i></i>"
    red = "-red" if words.startswith("\N{MINUS SIGN}") else ""
    shape = _svg("ut-shape", "0 0 24 24", use(f"{kind}{red}", 0, 0, 24))
    return f'<span class="ut-token {kind}{red}">{shape}<b>{words}</b></span>'


@cache
def sky() -> str:
    """The town behind a street, on its lower edge."""
    return _svg("ut-town", "0 0 1000 300", '<use href="#town"/>', ' preserveAspectRatio="xMidYMax slice"')


@cache
def lot() -> str:
    """An empty site: a fence and a sign."""
    return _svg("ut-lot-art", f"0 -42 {floors.W} 42", '<use href="#roof-lot.grey"/>')


@lru_cache(maxsize=4096)
def plot(site: int, income: int, prestige: int, built: bool) -> str:
    """The strip below a site: its number, and what its floors earn together."""
    name = f'<b class="ut-number">{site + 1}</b>'
    if not built:
        return f'{name}<span class="ut-quiet">empty</span>'
    return f"{name}<span>{number(income)}{icon('coin')}</span><span>{number(prestige)}{icon('star')}</span>"


@lru_cache(maxsize=4096)
def place(gains: tuple[Gain, ...]) -> str:
    """A place to build on, with what that would bring."""
    shown = "".join(
        f'<span class="ut-gain{" loss" if gain.amount < 0 else ""}">'
        f"<b>{number(gain.amount, sign=True)}</b>{icon(gain.icon)}</span>"
        for gain in gains[:3]
    )
    return f'<span class="ut-gains">{shown}</span>'


def change(amount: int, right: bool) -> str:
    """A number that a move would change, as a pill on its floor."""
    side, tone = ("right" if right else "left"), ("up" if amount > 0 else "down")
    return f'<b class="ut-change at-{side} {tone}">{number(amount, sign=True)}</b>'


@lru_cache(maxsize=4096)
def price(cost: int, coins: int, free: bool) -> str:
    """The strip between the two ends of a card: its cost, and the upcoins that lie on it."""
    words = '<span class="ut-free">free now</span>' if free else ""
    return f'<span class="ut-price">{icon("coin")}<b>{cost}</b>{words}{_pile(coins) if coins else ""}</span>'


def _pile(coins: int) -> str:
    return f'<span class="ut-pile">{icon("coin") * min(coins, _MOST_COINS)}<b>{coins}</b></span>'


@cache
def sides() -> str:
    """The paper of the two faces of a public card."""
    return '<span class="ut-side first"></span><span class="ut-side second"></span>'


@lru_cache(maxsize=1024)
def nothing(words: str, coins: int = 0) -> str:
    """A place without a card."""
    return f'<span class="ut-nothing"><span>{words}</span>{_pile(coins) if coins else ""}</span>'


@lru_cache(maxsize=1024)
def discarded(ends: Sequence[Project]) -> str:
    """The last card that went out of the game: both its ends where there is room, and always their names."""
    shown = "".join(f'<span class="ut-end">{floor(end)}</span>' for end in ends)
    names = " / ".join(str(escape(end.name)) for end in ends)
    return f'{shown}<span class="ut-last">{names}</span>'


@cache
def goal(example: Project) -> str:
    """How the game is won, what a turn is, and what the signs mean: read at the start, while towers are low."""
    types = "".join(f"<li>{_plate(kind)} {name}</li>" for kind, name in enumerate(TYPE_NAMES))
    signs = (("coin", "", "income"), ("star", "", "prestige"), ("gift", "ink-words", "goes to a rival"))
    others = "".join(f"<li>{icon(name, paint)} {words}</li>" for name, paint, words in signs)
    roof = f"<li>{icon('roof', 'ink-words')} closes the site</li>"
    return (
        '<div class="ut-goal"><h3>How this is won</h3><p>Most points when a street is full or a deck runs out: the '
        "<b>stars</b> of your street, and 1 for every 3 <b>upcoins</b>. A roof closes a site and pays you the income "
        "of the whole street.</p></div>"
        '<div class="ut-turn"><h3>Your turn</h3><p><b>1</b> Take the coins on your deck. If there are none, build '
        "one end of your top card for nothing, or discard it. <b>2</b> Buy a top card, yours or a rival's, or take one "
        "from the public pile.</p></div>"
        f'<div class="ut-signs"><h3>Signs</h3><ul>{types}{others}{roof}</ul></div>'
        '<div class="ut-anatomy" aria-hidden="true"><span>type</span><span>where it may stand</span>'
        f'<span class="ut-end">{floor(example)}</span><span>income</span><span>prestige</span></div>'
    )


def _plate(kind: int) -> str:
    box = f'<rect class="c-{RAMPS[kind]}-deep" width="18" height="18" rx="3"/>'
    return _svg("icon", "0 0 18 18", box + use(f"type-{TYPE_LETTERS[kind]}", 2.5, 2.5, 13, "ink-white"))
