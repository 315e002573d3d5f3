"""The gallery of cards: words, groups and types find cards, each has an address, and finding nothing is said."""

import re

import pytest

from tabletown import games
from tabletown.server.html.gallery import (
    MAX_QUERY,
    Search,
    card_groups,
    catalogue,
    normalize,
    search_from_form,
    types_of,
)

from ..visitors import Visitor

CARD = re.compile(r'<li id="card-([^"]+)"[^>]*?( hidden)?>')


def shown(page: str) -> list[str]:
    """The anchors of the cards that one sees."""
    return [anchor for anchor, hidden in CARD.findall(page) if not hidden]


@pytest.mark.parametrize("title", games.names())
def test_every_card_has_an_anchor_of_its_own_that_tells_its_name(title: str) -> None:
    cards = catalogue(games.get(title))
    assert len({card.anchor for card in cards}) == len(cards)
    assert all(re.fullmatch(r"[a-z0-9-]+", card.anchor) for card in cards)
    assert all(normalize(card.name) in card.words for card in cards)


@pytest.mark.parametrize("title", games.names())
def test_without_a_question_all_cards_are_shown_with_their_links(visitor: Visitor, title: str) -> None:
    page = visitor.http.get(f"/games/{title}/cards").text
    cards = catalogue(games.get(title))
    assert shown(page) == [card.anchor for card in cards]
    assert f"{len(cards)} cards</p>" in page
    assert all(f'href="#card-{card.anchor}"' in page for card in cards)


def test_words_are_found_in_names_and_effects_whatever_their_case(visitor: Visitor) -> None:
    page = visitor.http.get("/games/penny_lane/cards", params={"q": "  LUTHIER "}).text
    assert shown(page) == ["luthier"]
    assert "1 of 43 cards" in page
    assert 'value="LUTHIER"' in page
    several = shown(visitor.http.get("/games/penny_lane/cards", params={"q": "penny upkeep employee"}).text)
    assert "bakery" in several
    assert 1 < len(several) < 12


def test_group_and_type_narrow_it_down(visitor: Visitor) -> None:
    level = shown(visitor.http.get("/games/paper_skylines/cards", params={"group": "Level 4"}).text)
    assert len(level) == 20
    parks = shown(visitor.http.get("/games/paper_skylines/cards", params={"group": "Level 4", "type": "park"}).text)
    assert 0 < len(parks) < 20
    assert set(parks) < set(level)


def test_a_type_is_what_a_card_is_and_not_what_it_counts() -> None:
    cards = {card.anchor: card for card in catalogue(games.get("paper_skylines"))}
    assert cards["post-office"].types == ("civic",)  # though a park makes it cheaper
    offices = [card for card in catalogue(games.get("uptown")) if "office" in card.types]
    assert 5 < len(offices) < 25


def test_finding_nothing_is_said(visitor: Visitor) -> None:
    page = visitor.http.get("/games/uptown/cards", params={"q": "dragon"}).text
    assert shown(page) == []
    assert "0 of 76 cards" in page
    assert "data-none>" in page
    assert "data-none hidden" in visitor.http.get("/games/uptown/cards", params={"q": "hotel"}).text


def test_what_makes_no_sense_asks_for_nothing(visitor: Visitor) -> None:
    title = games.get("uptown")
    assert search_from_form("", "No such group", "dragon", title) == Search()
    assert len(search_from_form("x" * 10_000, "", "", title).words) == MAX_QUERY
    page = visitor.http.get("/games/uptown/cards", params={"q": '"><script>alert(1)</script>'}).text
    assert "<script>alert" not in page


def test_titles_without_types_have_no_such_question(visitor: Visitor) -> None:
    for title in games.names():
        page = visitor.http.get(f"/games/{title}/cards").text
        assert ('name="type"' in page) == bool(types_of(games.get(title)))


def test_shelves_keep_every_card_so_that_a_script_can_widen_a_search() -> None:
    title = games.get("penny_lane")
    found = card_groups(title, Search("luthier"))
    assert sum(len(shelf.cards) for shelf in found) == len(catalogue(title))
    assert [shelf.heading for shelf in found if shelf.found] == ["Workshops"]
