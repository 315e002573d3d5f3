"""Small pictures as PNG, drawn here: the marks of the seats in mails, and the icons of the site as an app.

Mail programs show neither SVG nor pictures from elsewhere, and phones want their icons as pixels.
"""

import math
import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.seats import SEAT_COLOURS, SEAT_SHAPES

Points = Sequence[tuple[float, float]]
_FINER = 3  # each pixel is looked at in so many places across and down
_INK = "#22303c"
_PAPER = "#f1ead9"
_LOGO: tuple[tuple[Points, str], ...] = (  # in a field of 28 by 28, like the logo of the pages
    (((3, 25), (3, 13), (9, 8), (15, 13), (15, 25)), "#ecd6a6"),
    (((1.5, 14), (9, 7), (16.5, 14)), "#c8694a"),
    (((15, 25), (15, 5), (25, 5), (25, 25)), "#9db0bf"),
    (((14, 6), (20, 2), (26, 6)), "#52667a"),
    *((((x, y), (x + 2, y), (x + 2, y + 3), (x, y + 3)), "#fbe9b6") for x in (17.5, 21) for y in (9, 15)),
    (((7, 25), (7, 20), (11, 20), (11, 25)), "#3a2d25"),
)


class Canvas:
    """A square field of `field` units, drawn on pixels; transparent at first."""

    def __init__(self, pixels: int, field: float) -> None:
        self._size = pixels
        fine = pixels * _FINER
        self._scale = fine / field
        self._colours: NDArray[np.float64] = np.zeros((fine, fine, 4))
        places = (np.arange(fine) + 0.5) / self._scale
        self._x, self._y = np.meshgrid(places, places)

    def fill(self, colour: str) -> None:
        """Fill everything."""
        self._colours[:] = _rgba(colour)

    def polygon(self, points: Points, colour: str, line: float = 0.0) -> None:
        """A filled polygon, perhaps with a line around it."""
        inside = np.zeros(self._x.shape, dtype=bool)
        near = np.zeros(self._x.shape, dtype=bool)
        for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
            if y1 != y2:
                crossing = x1 + (self._y - y1) * (x2 - x1) / (y2 - y1)
                inside ^= ((self._y < y1) != (self._y < y2)) & (self._x < crossing)
            if line:
                near |= self._distance(x1, y1, x2, y2) <= line / 2
        self._colours[inside] = _rgba(colour)
        self._colours[near] = _rgba(_INK)

    def circle(self, x: float, y: float, radius: float, colour: str, line: float = 0.0) -> None:
        """A filled circle, perhaps with a line around it."""
        far = np.hypot(self._x - x, self._y - y)
        self._colours[far <= radius] = _rgba(colour)
        if line:
            self._colours[np.abs(far - radius) <= line / 2] = _rgba(_INK)

    def _distance(self, x1: float, y1: float, x2: float, y2: float) -> NDArray[np.float64]:
        dx, dy = x2 - x1, y2 - y1
        along = ((self._x - x1) * dx + (self._y - y1) * dy) / (dx * dx + dy * dy or 1.0)
        along = np.clip(along, 0.0, 1.0)
        far: NDArray[np.float64] = np.hypot(self._x - x1 - along * dx, self._y - y1 - along * dy)
        return far

    def png(self) -> bytes:
        """The picture as a PNG file."""
        size = self._size
        blocks = self._colours.reshape(size, _FINER, size, _FINER, 4)
        alpha = blocks[..., 3:]
        cover = alpha.mean(axis=(1, 3))
        colour = (blocks[..., :3] * alpha).mean(axis=(1, 3)) / np.maximum(cover, 1e-9)
        pixels = np.concatenate([colour, cover * 255.0], axis=2).round().astype(np.uint8)
        rows = b"".join(b"\0" + row.tobytes() for row in pixels)
        head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
        parts = (b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _rgba(colour: str) -> tuple[float, float, float, float]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16), 1.0


@lru_cache
def seat_png(seat: int) -> bytes:
    """The mark of a seat: its shape in its colour."""
    canvas, colour, line = Canvas(36, 24), SEAT_COLOURS[seat], 1.4
    shape = SEAT_SHAPES[seat]
    if shape == "circle":
        canvas.circle(12, 12, 9.5, colour, line)
    else:
        canvas.polygon(_corners(shape), colour, line)
    return canvas.png()


def _corners(shape: str) -> Points:
    if shape == "square":
        return (3.5, 3.5), (20.5, 3.5), (20.5, 20.5), (3.5, 20.5)
    if shape == "triangle":
        return (12, 2.5), (22, 20.5), (2, 20.5)
    if shape == "diamond":
        return (12, 1.5), (22.5, 12), (12, 22.5), (1.5, 12)
    turns = (math.pi * (2 * corner / 5 - 0.5) for corner in range(5))
    return [(12 + 10.5 * math.cos(turn), 12.8 + 10.5 * math.sin(turn)) for turn in turns]


@lru_cache
def app_icon(pixels: int, around: float = 3.0) -> bytes:
    """The icon of the site as an app, with a margin of so many units around the logo of 28."""
    canvas = Canvas(pixels, 28 + 2 * around)
    canvas.fill(_PAPER)
    for points, colour in _LOGO:
        line = 0.6 if colour == "#fbe9b6" else 0.8
        canvas.polygon([(x + around, y + around) for x, y in points], colour, line)
    return canvas.png()
