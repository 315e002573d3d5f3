"""Drawings of Paper Skylines: every card draws, cities and tracks show what the rules count, secrets stay face down."""

import json
import re
from collections import Counter
from typing import Any

import pytest

import tabletown as tt
from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.state import record
from tabletown.engine.value import replace
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Building, City
from tabletown.games.paper_skylines.drawing import (
    building_parts,
    card_faces,
    card_pictures,
    city_buildings,
    city_zones,
    hands,
    track_board,
)
from tabletown.games.paper_skylines.drawing import table as drawing
from tabletown.games.paper_skylines.drawing.city_buildings import LARGE, SMALL
from tabletown.games.paper_skylines.drawing.city_zones import Fit, Tower
from tabletown.games.paper_skylines.drawing.effect_signs import action_signs, bonus_signs, condition_signs
from tabletown.games.paper_skylines.drawing.props import PROPS
from tabletown.games.paper_skylines.rules import tracks as steps
from tabletown.games.paper_skylines.text.names import members
from tabletown.games.paper_skylines.vocabulary import TYPE_NAMES
from tabletown.render import picture
from tabletown.render.scene import Piece, Zone

from ...colours import in_colours
from ...drawn import STRANGE_NAMES, check_places, check_svg, draw, markup_of, offered_by, parse, pieces_of
from ...shared import walk

TITLE = games.get("paper_skylines")
CARDS: list[Building | City] = [*TITLE.cards.buildings, *TITLE.cards.cities]
FRAMES = [city_zones.OWN, city_zones.ALONE, city_zones.OWN_PHONE, city_zones.RIVAL_PHONE, *city_zones.RIVALS]


def table(*seats: dict[str, Any], **more: Any) -> Game:
    """A game from a position given as values."""
    lines = ['title = "paper_skylines"', *(f"{name} = {json.dumps(value)}" for name, value in more.items())]
    for seat in seats:
        lines += ["[[seat]]", *(f"{name} = {json.dumps(value)}" for name, value in seat.items())]
    return tt.loads("\n".join(lines))


def card(slug: str) -> Building | City:
    return next(found for found in CARDS if found.slug == slug)


def zone(game: Game, viewer: int, id: str) -> Zone:
    return in_colours(next(found for found in draw(game, viewer).zones if found.id == id))


def piece(game: Game, viewer: int, id: str) -> Piece:
    return next(found for found in pieces_of(draw(game, viewer)) if found.id == id)


def check(svg: str) -> None:
    check_svg(svg, drawing.symbol)


# --- Cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("found", CARDS, ids=lambda found: found.slug)
def test_every_card_draws(found: Building | City) -> None:
    check(card_faces.whole(found))
    check(card_faces.compact(found))
    for look in (LARGE, SMALL):
        check(city_buildings.roof(found, look))
        for part in (1, 0.6, 0.3):
            check(city_buildings.storey(found, look, look.storey * part))
            check(city_buildings.tucked(found, look, look.tuck * part, 6))


def test_every_card_has_a_picture_of_its_own_and_every_prop_is_used() -> None:
    spare = {f"any-{kind}" for kind in TYPE_NAMES}
    assert set(card_pictures.steps()) == {found.slug for found in CARDS} | spare
    words = {word for text in card_pictures.steps().values() for step in text.split(";") for word in step.split()[:1]}
    assert set(PROPS) == words & set(PROPS) | {"smoke"}


@pytest.mark.parametrize("kind", range(s.TYPES))
def test_a_card_that_nobody_drew_gets_the_picture_of_its_type(kind: int) -> None:
    found = replace(TITLE.cards.buildings[0], name="New Thing", type=kind)
    assert card_pictures.picture_of(found) == f"b-{TYPE_NAMES[kind]}-any-{TYPE_NAMES[kind]}"
    check(card_faces.whole(found))


@pytest.mark.parametrize("name", STRANGE_NAMES)
def test_strange_names_are_shown_as_text(name: str) -> None:
    found = replace(TITLE.cards.buildings[0], name=name)
    for svg in (
        card_faces.whole(found),
        card_faces.compact(found),
        city_buildings.roof(found, LARGE),
        city_buildings.tucked(found, LARGE, 20, 0),
    ):
        check(svg)
        assert "<b>" not in svg


@pytest.mark.parametrize("text", ["bell 1 2", "body 1", "gable 1 2 3 4 5 main"])
def test_a_step_that_nobody_knows_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        building_parts.build(text, "park")


def test_the_mayor_stands_on_the_highest_flat_thing() -> None:
    assert building_parts.standing_room("body 0 50 20 main; flat 0 50 20 4 deep; gable 0 50 24 9 red", 10) == 24
    assert building_parts.standing_room("body 40 10 8 44 cream", 45) == 52
    assert building_parts.standing_room("meadow; tree 5 0 1", 10) == 0


def test_actions_as_signs() -> None:
    def signs(slug: str) -> str:
        found = card(slug)
        return " ".join(action_signs(found) if isinstance(found, Building) else bonus_signs(found))

    assert signs("stock-exchange") == ":tuck 1 ~hand ~here | :advance :here \u22645 :profit"
    assert signs("grand-hotel") == ":tuck 1 ~row ~here | :draw 2 ~deck / :advance 2 ~any"
    assert signs("auto-plant") == ":trade 0\u20132 > :advance 2 ~any | :may :raze ~pile > :draw 3 ~deck"
    assert signs("trailer-court") == ":build 0 ~sprawl \u2264L2"
    assert signs("town-library") == ":peek 4 > 2 ~hand"
    assert signs("metropolitan-park") == ":advance :park \u22645 ~any"
    assert signs("national-archive") == ":draw 2 ~pile | :draw :sites \u00f72 \u22644 ~deck"
    assert signs("boston") == ":draw > :draw 1 ~deck"
    assert signs("new-york") == ":build ~over \u22121"
    assert [" ".join(condition_signs(found)) for found in TITLE.cards.achievements[:2]] == [
        ":types \u22655",
        ":type \u22655",
    ]


def test_a_card_shows_price_discount_level_gains_and_sites() -> None:
    svg = card_faces.whole(card("city-hall"))
    assert all(f">{words}</text>" in svg for words in ("City Hall", "5", "L3", "1", "2"))
    assert svg.count('href="#i-profit"') == svg.count('href="#i-prestige"') == svg.count('href="#i-population"') == 1
    assert "c-park-deep" in svg
    assert "i-heritage" in svg


# --- Cities ---------------------------------------------------------------------------------------------------------

CITY = ["cottage-row", "boston < city-hall + diner + zoo *", "post-office < village-green < sandlot"]
OTHER = {"city": "detroit", "slots": ["detroit *", "fish-market"], "hand": ["playhouse", "museum-of-art"]}


def test_a_city_shows_every_card_and_the_mayor() -> None:
    game = table({"city": "boston", "slots": CITY, "hand": ["row-houses"]}, OTHER)
    for viewer, own in ((0, True), (1, False)):
        found = zone(game, viewer, "city-0")
        labels = {part.id: part.label for part in found.pieces if part.id}
        assert labels["card-boston"] == "Boston, civic, built over"
        assert labels["card-diner"] == "Diner, commercial, tucked"
        assert labels["card-city-hall"].startswith("City Hall, civic, height 2, 2 tucked; site heritage. Mayor: Draw")
        assert labels["card-sandlot"].startswith("Sandlot, park, height 3")
        assert labels["mayor-0"] == ("Your mayor, on City Hall" if own else "Orange's mayor, on City Hall")
        assert ("card-row-houses" in labels) == own
    shapes = {part.id: part.shape for part in zone(game, 0, "city-0").pieces if part.id}
    assert shapes["card-city-hall"].y < shapes["card-boston"].y < shapes["card-diner"].y < shapes["card-zoo"].y
    assert shapes["card-cottage-row"].x < shapes["card-boston"].x < shapes["card-post-office"].x
    assert shapes["card-boston"].x < shapes["mayor-0"].x < shapes["card-boston"].x + shapes["card-boston"].w


def test_every_open_card_is_drawn_once_and_hidden_ones_never() -> None:
    for game in walk("paper_skylines", 3, 7):
        if game.ply % 9:
            continue
        state = game.state
        for viewer in (-1, 1):
            shown = Counter(found.id for found in pieces_of(draw(game, viewer)) if found.id.startswith("card-"))
            assert set(shown.values()) <= {1}
            hidden = {f"card-{CARDS[c].slug}" for seat in (0, 2) for c in members(state.hand[seat])}
            assert not hidden & set(shown)


def test_places_to_build_show_their_prices_and_what_would_stand_there() -> None:
    slots_text = ["cottage-row", "boston *", "post-office < village-green"]
    game = table({"city": "boston", "slots": slots_text, "hand": ["row-houses", "diner", "zoo"]}, OTHER)
    game.push("build")
    game.push("plan row-houses")
    slots = {
        found.button.label: found for found in zone(game, 0, "city-0").pieces if found.state == "slot" and found.button
    }
    assert set(slots) == {"Left end", "Cottage Row", "Boston", "Village Green", "Right end"}
    prices = {name: re.findall(r">(\d)</text>", found.shape.svg)[0] for name, found in slots.items()}
    assert prices == {"Left end": "2", "Cottage Row": "1", "Boston": "0", "Village Green": "0", "Right end": "1"}
    assert "full price" in slots["Left end"].shape.svg
    assert "2 \u2212 1" in slots["Right end"].shape.svg
    for found in slots.values():
        assert found.ghost is not None
        assert "b-residential-row-houses" in found.ghost.svg
    chosen = [found.id for found in pieces_of(draw(game, 0)) if found.state == "chosen"]
    assert chosen == ["card-row-houses"]


def test_roofs_are_clicked_for_the_mayor_and_show_him_there() -> None:
    game = table({"city": "boston", "slots": CITY}, OTHER, level=2)
    roof = piece(game, 0, "card-sandlot")
    assert roof.button is not None
    assert (roof.button.move, roof.state) == ("mayor sandlot", "cutout")
    assert roof.ghost is not None
    assert "mayor-circle" in roof.ghost.svg
    assert roof.label == "Sandlot, park, height 3; site sport."  # its move says the rest
    assert piece(game, 0, "card-city-hall").button is None


def test_a_rival_is_robbed_by_its_hand_and_its_roofs() -> None:
    seats = [
        {"city": "boston", "slots": ["boston *", "police-precinct", "annexed-suburb"]},
        OTHER,
        {"city": "chicago", "hand": ["embassy"]},
    ]
    game = table(*seats, level=3, row=["golf-course", "riverwalk", "cannery"])
    backs = next(found for found in zone(game, 0, "city-1").pieces if found.label.startswith("Sky's hand"))
    assert backs.label == "Sky's hand: 1 of level 1, 1 of level 3"
    game.push("mayor police-precinct")
    game.push("deck" if "deck" in game.legal_moves else game.legal_moves[0])
    backs = next(found for found in zone(game, 0, "city-1").pieces if found.label.startswith("Sky's hand"))
    assert backs.button is not None
    assert backs.button.move == "rob sky"


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("wide", [1, 4, 9, 32])
@pytest.mark.parametrize("high", [1, 3, 8, 30])
def test_cities_of_any_size_stay_within_their_frame(frame: city_zones.Frame, wide: int, high: int) -> None:
    tower = Tower(tuple(TITLE.cards.buildings[n % 85] for n in range(high)), TITLE.cards.buildings[: high - 1])
    fit = Fit(frame, tuple(range(wide)), dict.fromkeys(range(wide), tower), 0)
    places = set()
    for spot in range(wide):
        x, ground = fit.place(spot)
        assert 0 <= x <= x + frame.look.w * fit.scale <= frame.w + 0.01
        assert ground - fit.height(spot) * fit.scale >= -0.01
        assert ground + len(tower.tucked) * fit.tuck(spot) * fit.scale <= fit.h + 0.01
        places.add((round(x, 1), ground))
    assert len(places) == wide


def test_lots_keep_their_place() -> None:
    game = table({"city": "boston", "slots": ["diner", "( )", "boston *"]}, OTHER)
    [lot] = [found for found in zone(game, 0, "city-0").pieces if "lot" in found.label]
    assert lot.label == "An empty lot in place 2"
    assert piece(game, 0, "card-diner").shape.x < lot.shape.x < piece(game, 0, "card-boston").shape.x


# --- Tracks ---------------------------------------------------------------------------------------------------------


def test_hops_lead_where_the_rules_lead() -> None:
    for game in walk("paper_skylines", 4, 3):
        if game.ply % 11:
            continue
        board = track_board.Board(track_board.tracks_of(game), 2, track_board.WIDE)
        for track in range(s.TRACKS):
            states = game.states.copy()
            steps.step_up(record(states), record(game.cards.data), 2, track)
            assert board.next_space(track) == record(states).track[2, track]
        states = game.states.copy()
        steps.score(record(states), 2, 1, s.BY_EFFECTS)
        assert board.next_space(s.TRACKS) == record(states).score[2]


def test_a_track_to_choose_shows_the_leap_and_what_it_earns() -> None:
    game = table({"city": "boston", "tracks": [4, 0, 0]}, {"city": "houston", "tracks": [5, 0, 0]})
    board = zone(game, 0, "board")
    assert sum("c-hop" in found.shape.svg for found in board.pieces) == 1  # the next step on profit hops over Sky
    game.push("advance")
    board = zone(game, 0, "board")
    offered = [found.button.move for found in board.pieces if found.button]
    assert offered == ["track profit", "track prestige", "track population"]
    aims = [found for found in board.pieces if "c-aim" in found.shape.svg]
    assert sum(">+1</text>" in found.shape.svg for found in aims) == 1  # line 6 pays
    assert [found.echo for found in aims if found.echo] == ["track profit"]  # the score follows


def test_markers_share_the_ends_of_a_track() -> None:
    seats = [
        {"city": city, "tracks": [24, 0, 12 + n]} for n, city in enumerate(("boston", "houston", "detroit", "chicago"))
    ]
    game = table(*seats)
    check_places(draw(game, 0))
    shapes = {found.id: found.shape for found in zone(game, 0, "board").pieces if found.id}
    for track in range(s.TRACKS):
        assert len({shapes[f"marker-{seat}-{track}"].x for seat in range(4)}) == 4


def test_markers_glide_and_the_score_track_goes_on() -> None:
    game = table({"city": "boston", "score": 63}, {"city": "houston", "score": 7})
    board = zone(game, 0, "board")
    ids = [found.id for found in board.pieces if found.id]
    assert ids == [f"marker-{seat}-{track}" for track in range(4) for seat in range(2)]
    assert any(found.label == "Score track: Orange 63, Sky 7" for found in board.pieces)
    numbers = "".join(found.shape.svg for found in board.pieces)
    assert ">65</text>" in numbers
    check_places(draw(game, 0))


# --- Cards on the table ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 2, 3, 6, 7, 8, 9, 20, 60])
@pytest.mark.parametrize("w", [hands.BESIDE, hands.PAGE])
def test_hands_of_any_size_stay_on_their_sheet(number: int, w: float) -> None:
    game = table({"city": "boston"}, OTHER)
    found = hands.spread(hands.Cards("Your hand", TITLE.cards.buildings[:number], (None,) * number), w)
    scene = draw(game, 0)
    check_places(replace(scene, zones=(found,)))
    assert len(found.pieces) == number + 1
    places = {(part.shape.x, part.shape.y) for part in found.pieces[1:]}
    assert len(places) == number
    assert found.h <= hands.HIGH or number > 20


def test_two_cities_are_dealt_and_only_their_owner_sees_them() -> None:
    game = Game.new(TITLE, 3, 1)
    dealt = {f"card-{found.slug}" for found in hands.dealt_cities(game, 1)}
    assert len(dealt) == 2
    assert {found.id for found in pieces_of(draw(game, 1)) if found.id.startswith("card-")} == dealt
    assert not dealt & {found.id for found in pieces_of(draw(game, 0))}
    first = next(found for found in pieces_of(draw(game, 1)) if found.id in dealt)
    assert first.button is not None
    game.push(first.button.move, 1)
    assert [found.id for found in pieces_of(draw(game, 1)) if found.state == "chosen"] == [first.id]


def test_peeked_cards_are_seen_by_one_seat_only() -> None:
    deck = [["diner", "sandlot", "sawmill", "warehouse", "end"]]
    game = table({"city": "houston", "slots": ["houston *", "town-library"]}, OTHER, deck=deck)
    game.push("mayor town-library")
    mine = {found.id for found in zone(game, 0, "peeked").pieces if found.button}
    assert mine == {"card-diner", "card-sandlot", "card-sawmill", "card-warehouse"}
    for other in (-1, 1):
        assert {(found.id, found.label) for found in zone(game, other, "peeked").pieces} == {
            ("", "A card of level 1, face down")
        }


def test_the_pile_is_laid_out_while_one_of_its_cards_is_chosen() -> None:
    seat = {"city": "houston", "slots": ["houston *", "opera-house", "diner"]}
    game = table(seat, OTHER, level=4, pile=["zoo", "cannery", "post-office"])
    assert all(found.id != "pile" for found in draw(game, 0).zones)
    pile = next(found for found in pieces_of(draw(game, 0)) if found.label.startswith("The pile"))
    assert pile.label == "The pile, 3 cards: Post Office, Cannery, Zoo"
    game.push("mayor opera-house")
    assert [found.id for found in zone(game, 0, "pile").pieces if found.button] == [
        "card-post-office",
        "card-cannery",
        "card-zoo",
    ]
    game.push("take zoo")
    assert [found.id for found in pieces_of(draw(game, 0)) if found.state == "chosen"] == ["card-zoo"]
    assert any(found.id == "held" for found in draw(game, 1).zones)


def test_decks_from_the_current_level_on() -> None:
    game = table(
        {"city": "houston"}, OTHER, level=3, row=["city-hall", "embassy"], deck=[[], [], ["zoo", "end", "fairground"]]
    )
    labels = [found.label for found in zone(game, 0, "row").pieces]
    assert "A gap in the row" in labels
    assert "Deck of level 3: 3 cards, the round-end card among the last five" in labels
    assert not any(label.startswith("Deck of level 2") for label in labels)
    game.push("draw")
    deck = next(found for found in zone(game, 0, "row").pieces if found.label.startswith("Deck of level 3"))
    assert deck.button is not None
    assert deck.button.move == "deck"


def test_alternatives_lie_on_the_cards_beside_the_chosen_one() -> None:
    game = table({"city": "boston", "hand": ["row-houses", "diner", "zoo", "cottage-row"]}, OTHER)
    game.push("build")
    before = game.view(0)
    instead = {a: replace(TITLE.words.button(before, 0, a), instead=True) for a in before.legal_actions_of(0)}
    game.push("plan cottage-row")
    view = game.view(0)
    now = {a: TITLE.words.button(view, 0, a) for a in view.legal_actions_of(0)}
    alternatives = {a: b for a, b in instead.items() if b.move != "plan cottage-row"}
    scene = drawing.draw(view, 0, {**alternatives, **now})
    assert len(offered_by(scene)) == len({b.move for b in offered_by(scene)}) == len({**alternatives, **now})
    on_cards = [found.button.move for found in pieces_of(scene) if found.button and found.button.instead]
    assert on_cards == [b.move for b in alternatives.values()]
    assert 'name="instead"' in markup_of(scene)


# --- Achievements, seats, gallery -----------------------------------------------------------------------------------


def test_achievements_show_progress_claims_and_chips() -> None:
    slots = ["houston < diner < zoo < sandlot < sawmill *"]
    game = table({"city": "houston", "slots": slots}, OTHER, level=2, chips=[1, 1, 1, 1, 2, 2, 2, 3])
    tiles = {found.label.split(":")[0]: found for found in zone(game, 0, "honours").pieces}
    assert "You are at 4 of 4. Its chip is still there." in tiles["High Rise"].label
    assert "You are at 0 of 4." in tiles["Deep Foundations"].label
    assert "Now Orange, with 5." in tiles["Tallest building"].label
    assert "Now Sky, with 2." in tiles["Most buildings"].label
    game.push("claim")
    tiles = {found.label.split(":")[0]: found for found in zone(game, 1, "honours").pieces}
    assert "Claimed by Orange. Its chip went to Orange." in tiles["High Rise"].label
    assert "i-chip" not in tiles["High Rise"].shape.svg
    values = {seat: [stat.label for stat in draw(game, viewer).seats[0].stats] for seat, viewer in ((0, 0), (1, 1))}
    assert any(label.startswith("chips, worth") for label in values[0])
    assert "chips" in values[1]


def test_the_numbers_of_a_seat() -> None:
    game = table({"city": "boston", "slots": CITY, "hand": ["row-houses"], "score": 9}, OTHER, first="sky")
    first, second = draw(game, 0).seats
    assert [(stat.icon, stat.value) for stat in first.stats] == [
        ("score", "9"), ("hand", "1"), ("sprawl", "3"), ("height", "3"),
    ]  # fmt: skip
    assert (first.badges, second.badges) == ((), ("first",))


def test_the_gallery_shows_every_card() -> None:
    groups = drawing.gallery(TITLE.cards)
    assert [(heading, len(found)) for heading, found in groups] == [
        ("Level 1", 20), ("Level 2", 20), ("Level 3", 25), ("Level 4", 20), ("Cities", 12),
        ("Achievements and awards", 10),
    ]  # fmt: skip


def test_a_crowded_table_draws() -> None:
    """A city of 30 slots with a tower of 20 cards, and a hand of 20."""
    slugs = [found.slug for found in TITLE.cards.buildings]
    slots = ["boston *", " < ".join(slugs[:20]), *slugs[20:48]]
    game = table({"city": "boston", "slots": slots, "hand": slugs[48:68]}, {"city": "houston"}, level=4)
    for viewer in (-1, 0, 1):
        scene = draw(game, viewer)
        check_places(scene)
        parse(picture(scene))
