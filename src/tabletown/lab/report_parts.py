"""Parts of a report: sections, tables, and estimates as text."""

from collections.abc import Sequence
from html import escape

from tabletown.lab.estimates import Estimate


def section(heading: str, caption: str, *parts: str) -> str:
    """A section of the page: a heading, a caption, then the parts."""
    return f"<section><h2>{escape(heading)}</h2><p>{escape(caption)}</p>{''.join(parts)}</section>"


def percent(estimate: Estimate | None) -> str:
    """A share as a percentage."""
    return f"{estimate.value:.1%}" if estimate else "–"


def percent_span(estimate: Estimate | None) -> str:
    """The interval of a share as percentages."""
    return f"{estimate.low:.1%} to {estimate.high:.1%}" if estimate else ""


def points(estimate: Estimate | None) -> str:
    """A difference of shares, in percentage points."""
    return f"{100 * estimate.value:+.1f}" if estimate else "–"


def points_span(estimate: Estimate | None) -> str:
    """The interval of a difference of shares."""
    return f"{100 * estimate.low:+.1f} to {100 * estimate.high:+.1f}" if estimate else ""


def number(estimate: Estimate, digits: int = 1) -> str:
    """Any other estimate, rounded."""
    return f"{estimate.value:.{digits}f}"


def table(heading: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """An HTML table whose first `left` columns are words and whose others are numbers."""

    def cells(tag: str, values: Sequence[str]) -> str:
        marks = [' class="words"' if n < left else "" for n in range(len(values))]
        return "".join(f"<{tag}{mark}>{escape(value)}</{tag}>" for mark, value in zip(marks, values, strict=True))

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return (
        f'<div class="frame"><table><thead><tr>{cells("th", heading)}</tr></thead><tbody>{body}</tbody></table></div>'
    )
