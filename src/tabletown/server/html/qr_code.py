"""QR codes, drawn as SVG in the page."""

import segno
from markupsafe import Markup


def qr_svg(text: str, label: str) -> Markup:
    """The QR code of a text, as large as its place; `label` says what it is to those who cannot see it."""
    drawn = segno.make(text, error="m", micro=False)
    border = 2  # the page leaves more room around it
    size = drawn.symbol_size(border=border)[0]
    path = "".join(
        f"M{x + border} {y + border}h1v1h-1z"
        for y, row in enumerate(drawn.matrix)
        for x, is_dark in enumerate(row)
        if is_dark
    )
    return Markup(
        '<svg class="qr" viewBox="0 0 {size} {size}" role="img" aria-label="{label}" shape-rendering="crispEdges">'
        '<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path fill="#22303c" d="{path}"/></svg>'
    ).format(size=size, label=label, path=path)
