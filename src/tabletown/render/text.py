"""Text in drawings: a table of character widths lets the server fit words without a browser."""

from collections.abc import Iterator
from functools import cache

from markupsafe import escape

from tabletown.render.theme import css

# Advance widths of the printable ASCII characters in thousandths of the font size; Arial, Helvetica, Liberation Sans
# and Arimo share them.
_PLAIN = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 "
    "584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 "
    "278 556 500 722 500 500 500 334 260 334 584"
)
_BOLD = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 "
    "584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 "
    "333 611 556 778 556 556 500 389 280 389 584"
)
_WIDTHS = {bold: [int(n) for n in table.split()] for bold, table in ((False, _PLAIN), (True, _BOLD))}
MINUS = "\N{MINUS SIGN}"
_SIGNS = {MINUS: 584, "\N{MULTIPLICATION SIGN}": 584}
_OTHER = 700  # a generous guess for everything else beyond ASCII


def width(words: str, size: float, bold: bool = False) -> float:
    """How wide words are at a font size."""
    table = _WIDTHS[bold]
    return sum(table[ord(c) - 32] if " " <= c <= "~" else _SIGNS.get(c, _OTHER) for c in words) * size / 1000


@cache
def fit(words: str, room: float, size: float, smallest: float, bold: bool = False) -> tuple[str, float]:
    """Words and a font size that fit into the room: set smaller if they are long, cut off if they are very long."""
    wide = width(words, size, bold)
    if wide <= room:
        return words, size
    size = max(smallest, size * room / wide)
    if width(words, size, bold) > room + 0.01:
        while words and width(words + "\N{HORIZONTAL ELLIPSIS}", size, bold) > room:
            words = words[:-1]
        words = words.rstrip() + "\N{HORIZONTAL ELLIPSIS}"
    return words, round(size, 2)


def wrapped(words: str, room: float, size: float) -> Iterator[str]:
    """Words as lines that fit into the room; a word that is too long has a line of its own."""
    line = ""
    for word in words.split():
        if line and width(f"{line} {word}", size) > room:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    if line:
        yield line


def number(n: int, sign: bool = False) -> str:
    """A number with a true minus, and a plus if asked for."""
    return f"{MINUS}{-n}" if n < 0 else f"+{n}" if sign else str(n)


def text(words: str, x: float, y: float, size: float, paint: str, *, anchor: str = "middle", bold: bool = True) -> str:
    """A line of words as SVG; `paint` names paints of the theme."""
    weight = ' font-weight="700"' if bold else ""
    at = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="{css(paint)}" x="{x:g}" y="{y:g}" font-size="{size:g}"{weight}{at}>{escape(words)}</text>'
