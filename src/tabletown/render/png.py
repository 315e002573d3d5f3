"""Pictures as PNG, for terminals, link previews and tests."""


def png(svg: str, width: int | None = None) -> bytes:
    """Rasterise a stand-alone SVG, by default at its own size, else `width` pixels wide."""
    import resvg_py  # large, and not needed for text or pages

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
