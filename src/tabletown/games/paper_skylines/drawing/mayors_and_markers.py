"""Mayors and markers: a seat's shape with a head on it, in its colour; the mayor wears a top hat and a sash."""

from tabletown.engine.seats import SEAT_SHAPES

_HEAD = '<circle cx="12" cy="6.5" r="5.5"/>'
_MAYOR = (
    '<circle class="c-skin-1 c-edge" cx="12" cy="14" r="5"/><path class="c-coal" d="M5 9.5h14v2.3H5ZM7.5 1h9v9h-9Z"/>'
    '<path class="c-white-edge" d="M7.5 7.5h9M8 23.5 16.5 34"/>'
)


def _body(shape: str, y: float) -> str:
    return f'<use href="#i-seat-{shape}" y="{y:g}" width="24" height="24"/>'


SYMBOLS: dict[str, str] = {
    **{
        f"marker-{shape}": f'<symbol id="marker-{shape}" viewBox="0 0 24 31">{_body(shape, 7)}{_HEAD}</symbol>'
        for shape in SEAT_SHAPES
    },
    **{
        f"mayor-{shape}": f'<symbol id="mayor-{shape}" viewBox="0 0 24 41">{_body(shape, 17)}{_MAYOR}</symbol>'
        for shape in SEAT_SHAPES
    },
}
"""Definitions by id."""


def marker(seat: int, x: float, foot: float, h: float, more: str = "") -> str:
    """A seat's marker on a track: its middle, where it stands, its height."""
    return _figure("marker", seat, x, foot, h, 24 / 31, more)


def mayor(seat: int, x: float, foot: float, h: float, more: str = "") -> str:
    """A seat's mayor: the middle, where he stands, his height."""
    return _figure("mayor", seat, x, foot, h, 24 / 41, more)


def _figure(kind: str, seat: int, x: float, foot: float, h: float, ratio: float, more: str) -> str:
    w = h * ratio
    return (
        f'<use class="c-seat-{seat} c-edge" href="#{kind}-{SEAT_SHAPES[seat]}" x="{x - w / 2:.2f}" y="{foot - h:.2f}" '
        f'width="{w:.2f}" height="{h:.2f}"{more}/>'
    )
