"""Pictures: one self-contained SVG, light and dark, that rasterises."""

import os
import re
import subprocess
import sys

import pytest

from tabletown.render import picture, png
from tabletown.render.scene import Piece, Scene, Shape, Zone
from tabletown.render.svg import shape_picture
from tabletown.render.symbols import inline
from tabletown.render.theme import Theme

from .scenes import box, button, parse, scene


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_scene_becomes_a_png(theme: Theme) -> None:
    table = scene(
        Piece(box(), "A box", state="chosen"),
        Piece(box(20), "A slot", button=button(), state="slot"),
        Piece(box(40), parts=(Piece(box(2, 2), "A part", state="blocked"),)),
        status="Round 6",
        step="First action",
        prompt="Choose a site",
    )
    svg = picture(table, theme)
    parse(svg)
    assert png(svg).startswith(b"\x89PNG")
    assert len(png(svg, width=200)) < len(png(svg))


def test_a_picture_depends_on_nothing_else() -> None:
    svg = picture(scene(Piece(Shape(0, 0, 9, 9, '<use href="#i-star"/>')), prompt="Go"))
    ids = set(re.findall(r'\bid="([^"]+)"', svg))
    assert set(re.findall(r'href="#([^"]+)"', svg)) <= ids
    assert "var(" not in svg
    assert "light-dark" not in svg


def test_themes_differ_and_the_accent_is_the_titles() -> None:
    table = scene(Piece(box()), prompt="Go", accent=("#123456", "#abcdef"))
    assert picture(table, "light") != picture(table, "dark")
    assert "#123456" in picture(table, "light")
    assert "#abcdef" in picture(table, "dark")


def test_zones_without_seats_fill_the_picture() -> None:
    zones = tuple(Zone(f"z{n}", f"Deck {n}", 100, 50, (Piece(box()),), span=1 + n % 2) for n in range(5))
    parse(picture(Scene(zones, ())))


def test_pieces_that_are_asked_for_have_a_ring() -> None:
    table = scene(Piece(box(), id="one"), Piece(box(20), id="two", parts=(Piece(box(2, 2), id="part"),)))
    plain, marked = picture(table), picture(table, ringed=("one", "part"), dashed=["two", "nobody"])
    parse(marked)
    assert '<rect class="c-aim"' not in plain
    assert (marked.count('class="c-aim"'), marked.count('class="c-missed"')) == (2, 1)
    assert picture(table, ringed=("nobody",)) == plain


def test_words_are_escaped() -> None:
    assert "<b>" not in picture(scene(Piece(box()), status="<b>", step="<b>", prompt="<b>"))


def test_a_drawing_alone() -> None:
    svg = shape_picture(box())
    assert 'viewBox="0 0 10 10"' in svg
    assert png(svg).startswith(b"\x89PNG")


def test_an_inlined_drawing_has_ids_of_its_own() -> None:
    svg = inline('<use href="#i-star"/>', lambda id: None, "cover-")
    assert 'href="#cover-i-star"' in svg
    assert 'id="cover-i-star"' in svg


def test_the_rasteriser_is_loaded_by_those_who_want_a_png_only() -> None:
    code = "import sys, tabletown.render; sys.exit('resvg_py' in sys.modules)"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0
