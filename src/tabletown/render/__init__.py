"""Rendering for any title: scenes of pieces, and two writers that turn them into SVG pictures and HTML pages.

A title turns a position into a `scene.Scene`. For a picture, `picture(scene)` is one self-contained SVG and `png(svg)`
its raster. For a page, serve `page_css()` as a static style sheet, and put `sprite(scene)` once and `zone_html(zone)`
per zone into the part of the page that is renewed with every move, inside one form: moves are its buttons, named
`move`, or `instead` if they take back the previous choice first.
"""

from tabletown.render.html import piece_html, shape_html, sprite, stats_html, zone_html
from tabletown.render.png import png
from tabletown.render.svg import picture
from tabletown.render.theme import page_css

__all__ = ["page_css", "picture", "piece_html", "png", "shape_html", "sprite", "stats_html", "zone_html"]
