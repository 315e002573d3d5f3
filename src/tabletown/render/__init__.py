"""Drawing for any title: scenes of pieces, and the two writers that make pictures and pages of them."""

from tabletown.render.html import piece_html, sprite, zone_html
from tabletown.render.png import png
from tabletown.render.svg import picture
from tabletown.render.theme import page_css

__all__ = ["page_css", "picture", "piece_html", "png", "sprite", "zone_html"]
