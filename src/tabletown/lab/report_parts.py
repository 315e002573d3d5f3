"""Numbers as words of a report, and the frame around plots and tables."""

from collections.abc import Sequence
from html import escape

from tabletown.lab.estimates import Estimate


def section(heading: str, caption: str, *parts: str) -> str:
    """A part of the page: a heading, how to read what follows, and that."""
    return f"<section><h2>{escape(heading)}</h2><p>{escape(caption)}</p>{''.join(parts)}</section>"


def percent(one: Estimate | None) -> str:
    """A share."""
    return f"{one.value:.1%}" if one else "–"


def percent_span(one: Estimate | None) -> str:
    """The interval of a share."""
    return f"{one.low:.1%} to {one.high:.1%}" if one else ""


def points(one: Estimate | None) -> str:
    """A difference of shares, in percentage points."""
    return f"{100 * one.value:+.1f}" if one else "–"


def points_span(one: Estimate | None) -> str:
    """The interval of a difference of shares."""
    return f"{100 * one.low:+.1f} to {100 * one.high:+.1f}" if one else ""


def number(one: Estimate, digits: int = 1) -> str:
    """Any other number."""
    return f"{one.value:.{digits}f}"


def table(heading: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """A table whose first columns are words and whose others are numbers."""

    def cells(tag: str, values: Sequence[str]) -> str:
        marks = [' class="words"' if n < left else "" for n in range(len(values))]
        return "".join(f"<{tag}{mark}>{escape(value)}</{tag}>" for mark, value in zip(marks, values, strict=True))

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return (
        f'<div class="frame"><table><thead><tr>{cells("th", heading)}</tr></thead><tbody>{body}</tbody></table></div>'
    )
