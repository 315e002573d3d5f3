"""Marks on floors: the icons of types and terms, type plates, formula tags, coins and stars with their numbers."""

from functools import cache

from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import TYPE_LETTERS, Project, Term
from tabletown.games.uptown.drawing.rooms import RAMPS
from tabletown.render.icons import centred, stroke, symbol, use
from tabletown.render.text import number, text, width
from tabletown.render.theme import css

_ICONS: dict[str, str] = {
    "type-O": (
        '<path fill-rule="evenodd" d="M9 4h6a2 2 0 0 1 2 2v1h3.2A1.3 1.3 0 0 1 21.5 8.3v3.5c-3 1.5-6.2 2.2-9.5 2.2s-6.5'
        '-.7-9.5-2.2V8.3A1.3 1.3 0 0 1 3.8 7H7V6a2 2 0 0 1 2-2Zm.2 2.2V7h5.6v-.8Z"/>'
        '<path d="M2.5 13.9c2.5 1.1 5.1 1.7 7.9 1.9v1.4h3.2v-1.4c2.8-.2 5.4-.8 7.9-1.9v4.8a1.3 1.3 0 0 1-1.3 1.3H3.8'
        'a1.3 1.3 0 0 1-1.3-1.3Z"/>'
    ),
    "type-S": (
        '<circle cx="12" cy="4.8" r="1.9"/><path d="M3.5 16.2a8.5 8.5 0 0 1 17 0Z"/>'
        '<rect x="2" y="17.6" width="20" height="3.2" rx="1.2"/>'
    ),
    "type-A": '<path d="M12 2.8 1.8 11.5h3V21h5.4v-6h3.6v6h5.4v-9.5h3Z"/>',
    "type-C": (
        '<path d="M3.5 9.5h13.5v4.3a5.6 5.6 0 0 1-5.6 5.6H9.1a5.6 5.6 0 0 1-5.6-5.6Z"/>'
        + stroke("M17 11h1.4a2.5 2.5 0 0 1 0 5h-1.9", 1.9)
        + stroke("M7.6 6.8c-1-1.4 1-2.2 0-3.8M12 6.8c-1-1.4 1-2.2 0-3.8", 1.7)
        + '<rect x="3" y="20.3" width="15" height="1.8" rx=".9"/>'
    ),
    "type-T": '<path d="M4.7 8.8h14.6l1.3 12.4H3.4Z"/>' + stroke("M8.3 8.8V7.2a3.7 3.7 0 0 1 7.4 0v1.6"),
    "type-H": (
        '<rect x="1.8" y="4.8" width="2.6" height="15.2" rx="1"/>'
        '<rect x="5.4" y="8.2" width="5.4" height="3.6" rx="1.6"/>'
        '<path d="M11.8 8.2h6.6a3.8 3.8 0 0 1 3.8 3.8v8h-2.6v-3.2H4.4v-4h7.4Z"/>'
    ),
    "ground": '<rect x="6.5" y="9" width="11" height="9"/><rect x="1.5" y="19" width="21" height="2.6" rx="1"/>',
    "upper": (
        '<rect x="6.5" y="3" width="11" height="7.2"/><g opacity=".6">'
        + stroke("M7.4 12.2h9.2V18M7.4 12.2V18", 1.8)
        + '<rect x="1.5" y="19" width="21" height="2.6" rx="1"/></g>'
    ),
    "on-roof": '<rect x="7.5" y="2.5" width="9" height="7"/><path d="M12 10.8 22 20.8H2Z" opacity=".6"/>',
    "no-gift": (
        '<path fill-rule="evenodd" d="M5 9.5h5.8v3H5Zm8.2 0H19v3h-5.8ZM6 13.6h4.8V19H6Zm7.2 0H18V19h-4.8Z" '
        'opacity=".75"/>'
        + stroke("M12 9C9.8 9 8.3 8.2 8.7 6.8c.5-1.5 2.8-.6 3.3 2.2.5-2.8 2.8-3.7 3.3-2.2.4 1.4-1.1 2.2-3.3 2.2Z", 1.3)
        + stroke("M22 12.5a10 10 0 1 1-20 0 10 10 0 1 1 20 0ZM5 19.5l14-14", 2.2)
    ),
    "site": (
        '<path fill-rule="evenodd" d="M7 2.5h10V18H7Zm2.2 2.5v2.4h2V5Zm3.6 0v2.4h2V5ZM9.2 9.4v2.4h2V9.4'
        'Zm3.6 0v2.4h2V9.4ZM10.7 14v4h2.6v-4Z"/><rect x="4" y="19" width="16" height="2.6" rx="1"/>'
    ),
    "street": (
        '<path d="M2 18v-7.5h5V18Zm6 0V5.5h4.5V18Zm5.5 0V9h4v9Zm5 0v-5.5H22V18Z"/>'
        '<rect x="1" y="19" width="22" height="2.6" rx="1"/>'
    ),
    "below": (
        '<path d="M12 13.5 6.8 7.5h3.4v-5h3.6v5h3.4Z"/><rect x="5" y="15" width="14" height="2.6" rx=".8"/>'
        '<rect x="5" y="19" width="14" height="2.6" rx=".8"/>'
    ),
}
SYMBOLS: dict[str, str] = {f"i-{name}": symbol(name, body) for name, body in _ICONS.items()}

WHERE_ICONS = {s.GROUND: "ground", s.UPPER: "upper", s.ON_ROOF: "on-roof"}


def type_plates(project: Project, x: float, y: float, size: float, step: float) -> str:
    """The plate of the project's type, twice for a double."""
    if project.type == s.NO_TYPE:
        return ""
    inset = size * 0.14
    plates = []
    for n in range(project.icons):
        at = x + n * step
        box = f'x="{at:g}" y="{y:g}" width="{size:g}" height="{size:g}" rx="{size / 6:.2g}"'
        plates.append(
            f'<rect class="c-{RAMPS[project.type]}-deep c-white-edge" {box}/>'
            + use(f"type-{TYPE_LETTERS[project.type]}", at + inset, y + inset, round(size - 2 * inset, 2), "ink-white")
        )
    return "".join(plates)


def _mark(icon: str, x: float, y: float, size: float, paint: str) -> str:
    return f'<rect class="{css(paint)}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" rx="3"/>' + use(
        icon, x + size / 8, y + size / 8, size * 0.75, "ink-white"
    )


def marks_of(project: Project, on_street: bool) -> list[tuple[str, str]]:
    """Icon and paint of gift, roof, no-gift and where it may stand, from the right; once built what still matters."""
    marks: list[tuple[str, str]] = []
    if project.gift:
        marks.append(("gift", "paper-mark-red"))
    if project.roof and not on_street:
        marks.append(("roof", "paper-mark"))
    if project.no_gifts:
        marks.append(("no-gift", "paper-mark"))
    if project.where in WHERE_ICONS and not on_street:
        marks.append((WHERE_ICONS[project.where], "paper-mark"))
    return marks


def corner_marks(project: Project, on_street: bool, size: float = 16, right: float = 157, top: float = 3) -> str:
    """The marks of a project in its upper right corner."""
    drawn = enumerate(marks_of(project, on_street))
    return "".join(_mark(icon, right - size - n * (size + 2), top, size, paint) for n, (icon, paint) in drawn)


def token(kind: str, x: float, y: float, words: str, scale: float = 1.0) -> str:
    """A coin or star with a number on it, red if the number is negative."""
    bad = words.startswith("\N{MINUS SIGN}")
    size = (12.5 if len(words) < 2 else 10.5 if len(words) < 3 else 8.2) * scale
    paint = "ink-coin" if kind == "coin" and not bad else "ink-white"
    drawn = centred(f"{kind}-red" if bad else kind, x, y, round(24 * scale, 2))
    shift = -0.6 * scale if len(words) > 1 and bad else 0
    return drawn + (text(words, round(x + shift, 2), round(y + size * 0.36, 2), round(size, 2), paint) if words else "")


def is_formula(terms: tuple[Term, ...]) -> bool:
    """Whether the sum depends on where the project stands."""
    return any(term.kind != s.FIXED for term in terms)


@cache
def formula(terms: tuple[Term, ...]) -> tuple[float, str]:
    """A paper tag with the sum in signs, standing on y = 0, and its width."""
    at, parts = 3.0, []
    for n, term in enumerate(terms):
        words = number(term.n, sign=n > 0)
        if term.kind in (s.BELOW, s.ON_SITE, s.ON_STREET):
            words += "\N{MULTIPLICATION SIGN}"
        parts.append(text(words, round(at, 1), 0, 10, "ink-paper", anchor="start"))
        at += width(words, 10, bold=True) + 0.6
        for icon in _term_icons(term):
            parts.append(use(icon, round(at, 1), -8.3, 10, "ink-paper"))
            at += 11
        at += 2
    wide = round(at + 0.5, 1)
    return wide, f'<rect class="c-paper-tag" y="-10" width="{wide:g}" height="13" rx="2"/>' + "".join(parts)


def _term_icons(term: Term) -> tuple[str, ...]:
    if term.kind == s.BELOW:
        return ("below",)
    if term.kind == s.IF_GROUND:
        return ("ground",)
    if term.kind in (s.ON_SITE, s.ON_STREET):
        return f"type-{TYPE_LETTERS[term.type]}", "site" if term.kind == s.ON_SITE else "street"
    return ()


def tags(project: Project) -> str:
    """The formulas of a project, beside its coin and its star."""
    drawn = ""
    if is_formula(project.income):
        drawn += f'<g transform="translate(22.5 47.5)">{formula(project.income)[1]}</g>'
    if is_formula(project.prestige):
        wide, tag = formula(project.prestige)
        drawn += f'<g transform="translate({137 - wide:g} 47.5)">{tag}</g>'
    return drawn


def printed(terms: tuple[Term, ...], unknown: str) -> str | None:
    """What coin or star show on a card: the number, or a sign for a sum; None if there are no terms."""
    if not terms:
        return None
    return unknown if is_formula(terms) else number(sum(term.n for term in terms))
