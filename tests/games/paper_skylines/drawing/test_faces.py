"""Faces of Paper Skylines: what a page that fits the window shows, and what its style sheet reckons with."""

import re
from importlib.resources import files

import pytest

from tabletown.games.paper_skylines.cards import Building, City
from tabletown.games.paper_skylines.drawing import common_cards, faces, hands
from tabletown.games.paper_skylines.drawing import table as drawing
from tabletown.games.paper_skylines.drawing.captions import does
from tabletown.render.scene import Piece

from ...colours import in_colours
from ...drawn import check_face, draw, pieces_of
from .test_drawing import CARDS, CITY, OTHER, TITLE, piece, table, zone

SHEET = files("tabletown.server").joinpath("static/fit-paper_skylines.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("found", CARDS, ids=lambda found: found.slug)
def test_every_card_has_faces(found: Building | City) -> None:
    for face in (faces.card(found), faces.roof(found), faces.covered(found)):
        check_face(face, drawing.symbol)
        assert found.name.replace("'", "&#39;") in face
    assert does(found).replace("'", "&#39;") in faces.card(found)


def test_a_tower_is_one_box_whose_pieces_know_the_floors_below_them() -> None:
    game = table({"city": "boston", "slots": CITY}, OTHER)
    city = zone(game, 0, "city-0")
    tower = [found for found in city.pieces if found.face and "ps-tower-1" in found.face.group]
    kinds = [found.face.css.split()[0] for found in tower if found.face]
    assert kinds == ["ps-edge", "ps-edge", "ps-storey", "ps-roof", "ps-mayor"]
    assert [_counts(found)["under"] for found in tower] == [0, 1, 0, 1, 1]
    assert dict(city.counts)["columns"] == 3
    assert dict(city.counts)["floors"] == 3
    assert dict(city.counts)["tucked"] == 2


def _counts(found: Piece) -> dict[str, int]:
    return dict(found.face.counts) if found.face else {}


def test_every_piece_of_a_table_has_a_face() -> None:
    game = table({"city": "boston", "slots": CITY, "hand": ["row-houses", "sawmill"]}, OTHER)
    assert [found.label for found in pieces_of(draw(game, 0)) if found.label and found.face is None] == []


def test_a_score_beyond_the_printed_track_stretches_it() -> None:
    game = table({"city": "boston", "slots": CITY, "score": 70}, OTHER)
    assert _counts(piece(game, 0, "marker-0-3")) == {"at": 70, "of": 71, "aside": 0}
    assert _counts(piece(game, 0, "marker-0-0"))["of"] == game.cards.track_end + 1


def test_whole_cards_ask_for_more_room_the_more_they_are() -> None:
    buildings = sorted(TITLE.cards.buildings, key=lambda found: len(does(found)))
    short, long = buildings[:12], buildings[-12:]
    wholes = [dict(hands.counts(cards))["whole"] for cards in (short[:3], short[:6], long[:6], short[:9], short)]
    assert wholes == [1, 2, 3, 4, 0]


def test_the_style_sheet_knows_every_filter_of_the_pile() -> None:
    pile = common_cards.choice_zone("pile", "", hands.Cards("The pile", (TITLE.cards.buildings[0],), (None,)))
    wanted = {f"filter-{found.name}-{choice}" for found in pile.filters for choice, _ in found.choices[1:]}
    assert set(re.findall(r"filter-(?:type|cost)-\w+", SHEET)) == wanted
    costs = {found.cost for found in TITLE.cards.buildings}
    named = {int(cost) for cost in re.findall(r"ps-cost-(\d)", SHEET)}
    assert named == {cost for cost in costs if cost < 5}  # all others are "5 and more"


def test_a_hand_is_called_by_its_owner() -> None:
    game = table({"city": "boston", "slots": CITY, "hand": ["sawmill"]}, OTHER)

    def said(seat: int) -> str:
        return in_colours("".join(found.face.html for found in pieces_of(drawing.draw(game, seat, {})) if found.face))

    assert "Your hand" in said(0)
    assert "Your hand" not in said(-1)
    assert "Orange&#39;s hand" in said(-1)


def test_dead_pieces_say_why() -> None:
    game = table({"city": "boston", "slots": CITY, "hand": ["integrated-steelworks", "homestead", "sawmill"]}, OTHER)
    [stays] = [found for found in zone(game, 0, "city-0").pieces if found.label.startswith("City Hall, civic, height")]
    assert "Not now: the mayor must move to another building." in stays.label
    assert stays.rule == "PS-41"
    assert all("Not now" not in found.label for found in pieces_of(draw(game, 1)))
    game.push("build")
    dead = [found for found in pieces_of(draw(game, 0)) if "no spot for it can be paid" in found.label]
    assert dead
    assert all(found.button is None and found.rule == "PS-25" for found in dead)
