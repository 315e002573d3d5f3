"""The picture of a ticket: every sign of its code is a building, so that no two tickets look alike.

Whoever sees the picture can read the code from it, so it is never drawn anywhere else.
"""

from markupsafe import Markup

from tabletown.server.play.accounts.codes import ALPHABET, Code, groups

_STEP, _WIDTH, _GAP, _GROUND = 16, 14, 13, 56
_WALLS = ("cream", "rose", "sage", "slate", "mustard", "plum", "deep", "sand")
_LOWEST, _FLOOR = 18, 5


def ticket_skyline(code: Code) -> Markup:
    """The skyline of a ticket."""
    drawn: list[str] = []
    x = 4
    for group in groups(code):
        for sign in group:
            drawn.append(_building(ALPHABET.index(sign), x))
            x += _STEP
        x += _GAP
    width = x - _GAP + 2
    ground = f'<path class="o" d="M0 {_GROUND}H{width}"/>'
    return Markup(
        f'<svg class="code-sky" viewBox="0 0 {width} 58" aria-hidden="true" focusable="false">'
        f'<g class="k">{"".join(drawn)}{ground}</g></svg>'
    )


def _building(value: int, x: int) -> str:
    """The building of one sign: eight colours, four heights, and a roof that goes with both."""
    height = _LOWEST + _FLOOR * (value // 8) + value % 3 * 2
    top = _GROUND - height
    wall = f'<path class="{_WALLS[value % 8]}" d="M{x} {_GROUND}v-{height}h{_WIDTH}v{height}z"/>'
    roofs = (
        f'<path class="deep" d="M{x - 1.5} {top}l8.5-7 8.5 7z"/>',
        f'<path class="deep" d="M{x + 3} {top}v-4h8v4z"/>',
        f'<path class="brick" d="M{x} {top}a7 7 0 0 1 14 0z"/>',
    )
    rows = range(top + 5, _GROUND - 6, 8)
    panes = "".join(f"M{x + 3} {y}h3v4h-3zM{x + 8} {y}h3v4h-3z" for y in rows)
    return f'{wall}{roofs[value % 3]}<path class="win" d="{panes}"/>'
