"""Paints: every class is there for pages and pictures, words fit where they are put, colours can be told apart."""

import re

import pytest

from tabletown.engine.seats import SEAT_COLOURS, SEAT_NAMES, SEAT_SHAPES
from tabletown.engine.state import MAX_SEATS
from tabletown.render import icons, theme
from tabletown.render.text import fit, number, text, width

from .scenes import classes


def test_every_paint_is_known_to_pages_and_pictures() -> None:
    names = {f"c-{name}" for name in (*theme.PAINTS, *theme.ACCENTS)}
    for css in (theme.page_css(), theme.svg_css("light"), theme.svg_css("dark")):
        assert names <= set(re.findall(r"\.([\w-]+)\{", css))


def test_pictures_get_concrete_colours_and_pages_get_pairs() -> None:
    assert "light-dark(" in theme.page_css()
    for css in (theme.svg_css("light"), theme.svg_css("dark")):
        assert "light-dark" not in css
        assert "var(" not in css


def test_shared_icons_use_known_paints() -> None:
    known = {f"c-{name}" for name in theme.PAINTS}
    for symbol in icons.SYMBOLS.values():
        assert classes(symbol) <= known


def test_every_seat_has_a_shape_and_a_colour_on_pages_and_in_pictures() -> None:
    assert len(SEAT_NAMES) == len(SEAT_SHAPES) == len(SEAT_COLOURS) == MAX_SEATS
    for seat, (shape, colour) in enumerate(zip(SEAT_SHAPES, SEAT_COLOURS, strict=True)):
        assert f"i-seat-{shape}" in icons.SYMBOLS
        assert f"--seat-{seat}:{colour}" in theme.page_css()
        assert f".c-seat-{seat}{{fill:{colour}}}" in theme.svg_css()


def luminance(colour: str) -> float:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("words", ["ink", "quiet", "good", "bad"])
@pytest.mark.parametrize("ground", ["table", "paper", "paper2"])
@pytest.mark.parametrize("mode", [0, 1])
def test_words_can_be_read_on_every_ground(words: str, ground: str, mode: int) -> None:
    assert contrast(theme.GROUND[words][mode], theme.GROUND[ground][mode]) >= 4.5


def test_widths_of_words() -> None:
    assert width("iii", 10) == pytest.approx(6.66)
    assert width("Cinema", 10, bold=True) > width("Cinema", 10)
    assert width("\u65e5\u672c", 10) > 10


def test_long_names_shrink_and_very_long_ones_are_cut() -> None:
    assert fit("Cinema", 100, 10, 7) == ("Cinema", 10)
    words, size = fit("Conservatory of Music", 90, 10, 7)
    assert words == "Conservatory of Music"
    assert 7 <= size < 10
    words, size = fit("Home for Retired Conservatory Gardeners", 90, 10, 7)
    assert words.endswith("\N{HORIZONTAL ELLIPSIS}")
    assert width(words, size) <= 90


def test_numbers_have_a_true_minus() -> None:
    assert [number(-3), number(3), number(3, sign=True), number(0, sign=True)] == ["\N{MINUS SIGN}3", "3", "+3", "+0"]


def test_text_is_escaped() -> None:
    assert "&lt;b&gt;" in text("<b>", 0, 0, 10, "ink-words")
