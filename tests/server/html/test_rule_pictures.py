"""Pictures in the rules: drawn from positions that are legal, and captions where nothing can be drawn."""

import re
from collections import Counter
from html import unescape

import pytest

from tabletown import games
from tabletown.cli.rules_text import readable
from tabletown.server.html import rule_pictures
from tabletown.server.html.rules import rules_of, rules_page

from ..visitors import Visitor

PICTURES = [
    (title, source, caption)
    for title in games.names()
    for source, caption in rule_pictures.sources(rules_page(games.get(title).rules_text).html)
]


def test_every_title_has_pictures_and_no_image_is_anything_else() -> None:
    counts = Counter(title for title, _, _ in PICTURES)
    assert all(4 <= counts[title] <= 8 for title in games.names())
    for title in games.names():
        assert rules_page(games.get(title).rules_text).html.count("<img") == counts[title]


@pytest.mark.parametrize(("title", "source", "caption"), PICTURES)
def test_a_picture_can_be_drawn_and_says_what_it_shows(title: str, source: str, caption: str) -> None:
    shape = rule_pictures.draw(games.get(title), source)
    assert shape.w > 100
    assert shape.h > 100
    assert shape.svg
    assert len(caption) > 40


@pytest.mark.parametrize("title", games.names())
def test_every_plate_is_used_and_legal(title: str) -> None:
    game = games.get(title)
    used = {source for name, source, _ in PICTURES if name == title}
    for file in (game.folder / rule_pictures.FOLDER).glob("*.toml"):
        position = rule_pictures.position(game, file.stem)  # impossible situations are refused
        assert position.title.name == title
        assert any(source.startswith(f"plates/{file.name}") for source in used), file.name


@pytest.mark.parametrize("title", games.names())
def test_a_page_has_no_id_twice_and_shares_none_with_a_table(visitor: Visitor, title: str) -> None:
    page = visitor.http.get(f"/games/{title}/rules").text
    ids = re.findall(r'\sid="([^"]*)"', page)
    assert not [name for name, times in Counter(ids).items() if times > 1]
    defined = set(re.findall(r'<symbol[^>]* id="([^"]*)"|<g id="([^"]*)"', page))
    assert defined
    references = set(re.findall(r'href="#([^"]+)"', page.partition('class="rules-text')[2]))
    assert references <= set(ids)
    visitor.sit_down(title=title)
    drawings = set(re.findall(r'\sid="([^"]*)"', visitor.page().partition("</svg>")[0]))
    assert not drawings & set(ids) - {"main", "table"}


def test_pictures_have_a_caption_as_their_name(visitor: Visitor) -> None:
    page = visitor.http.get("/games/uptown/rules").text
    names = re.findall(r'role="img" aria-labelledby="([^"]+)"', page)
    assert len(names) == len([title for title, _, _ in PICTURES if title == "uptown"])
    assert all(f'<figcaption id="{name}">' in page for name in names)


def test_until_a_title_is_ready_its_pictures_are_their_captions() -> None:
    html = rules_of(games.get("uptown"), pictures=False).html
    assert "<svg" not in html
    assert "<img" not in html
    assert "Nobody can buy there until Sky has collected it." in html


@pytest.mark.parametrize("source", ["http://x.org/x.png", "plates/../meta.toml", "plates/none.toml", "cards#none"])
def test_what_is_no_plate_is_refused(source: str) -> None:
    with pytest.raises(rule_pictures.BadPlate):
        rule_pictures.draw(games.get("uptown"), source)


def test_a_zone_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(rule_pictures.BadPlate, match="street-0"):
        rule_pictures.draw(games.get("uptown"), "plates/score.toml#street-9")


@pytest.mark.parametrize("title", games.names())
def test_in_a_terminal_pictures_are_their_captions(title: str) -> None:
    text = readable(games.get(title).rules_text)
    assert "![" not in text
    for name, _, caption in PICTURES:
        if name == title:
            assert unescape(caption) in text
