"""The fonts of the pages come with the site: cut down, under our own names, and from nowhere else."""

import io
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tabletown.server.html import fonts

from ..visitors import Visitor


def test_every_page_asks_for_fonts_that_are_served(stranger: Visitor) -> None:
    page = stranger.http.get("/").text
    preloaded = re.findall(r'<link rel="preload" href="([^"]+)" as="font"', page)
    sheet = stranger.http.get("/static/fonts.css").text
    addresses = re.findall(r"url\(([^)]+)\)", sheet)
    assert set(preloaded) < set(addresses)
    for address in addresses:
        answer = stranger.http.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "font/woff")
        assert len(answer.content) < 30_000
        assert "max-age" in answer.headers["cache-control"]
    assert stranger.http.get(f"{fonts.PATH}comic.woff").status_code == 404
    assert "font-src 'self'" in stranger.http.get("/").headers["content-security-policy"]


@pytest.mark.parametrize("font", fonts.FONTS, ids=lambda font: font.file)
def test_a_font_has_our_name_its_licence_and_its_characters(font: fonts.Font) -> None:
    content = fonts.font_file(font.file)
    assert content is not None
    with TTFont(io.BytesIO(content)) as made:
        names = {record.nameID: str(record) for record in made["name"].names}
        assert names[1] == font.family
        assert "Open Font License" in names[13]
        assert not any("Source" in name for number, name in names.items() if number not in (0, 13))
        characters = made.getBestCmap()
    wanted = "őŁžğ" if font.characters == "more" else "AZaz09 äéß’–…−"
    assert all(ord(char) in characters for char in wanted)
    assert ord("A") in characters or font.characters == "more"


def test_a_font_is_cut_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOWN_CACHE", str(tmp_path))
    fonts._content.cache_clear()
    first = fonts._content(fonts.FONTS[0])
    (kept,) = (tmp_path / "fonts").iterdir()
    assert kept.read_bytes() == first
    kept.write_bytes(b"as it was kept")
    fonts._content.cache_clear()
    assert fonts._content(fonts.FONTS[0]) == b"as it was kept"
    fonts._content.cache_clear()
