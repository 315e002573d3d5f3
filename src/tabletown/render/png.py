"""Pictures as PNG, for terminals, link previews and tests."""

import resvg_py


def png(svg: str, width: int | None = None) -> bytes:
    """Rasterise a stand-alone SVG, by default at its own size, else `width` pixels wide."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
