"""Drawings of Penny Lane: every card draws, and lanes show what the rules count."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.state import record
from tabletown.engine.value import replace
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import LOCATION_IDS, Building
from tabletown.games.penny_lane.drawing import (
    building_parts,
    building_pictures,
    captions,
    card_faces,
    faces,
    lane_plan,
    lane_zones,
    main_street_fronts,
    table,
)
from tabletown.games.penny_lane.drawing.card_faces import BARE, COMPACT, WHOLE, Standing
from tabletown.games.penny_lane.drawing.player_boards import Board, caption
from tabletown.games.penny_lane.rules import lane
from tabletown.games.penny_lane.text import words
from tabletown.render import picture
from tabletown.render.scene import Button, Piece

from ...drawn import STRANGE_NAMES, check_places, check_svg, draw, markup_of, offered_by, parse, pieces_of

TITLE = games.get("penny_lane")
BUILDINGS: tuple[Building, ...] = TITLE.cards.buildings
DESIGNS = list({building.id: building for building in BUILDINGS}.values())
FRAMES = [lane_zones.OWN, lane_zones.OWN_PHONE, lane_zones.RIVAL_PHONE, *lane_zones.RIVALS]


def situations(players: int, seed: int, plies: int = 250) -> Iterator[Game]:
    """The positions of a game that is played at random, but in which nobody passes as long as there is a choice."""
    game, chance = Game.new(TITLE, players, seed), random.Random(seed)
    yield game
    for _ in range(plies):
        if game.is_game_over():
            break
        actions = game.legal_actions
        game.push_action(chance.choice([a for a in actions if a != s.PASS] or actions))
        yield game
    yield game


@cache
def building(id: str) -> Building:
    return next(card for card in BUILDINGS if card.id == id)


def check(svg: str) -> None:
    check_svg(svg, table.symbol)


# --- Cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", DESIGNS, ids=lambda card: card.id)
def test_every_building_draws(card: Building) -> None:
    assert building_pictures.picture_of(card) == card.id
    places = card.jobs + card.slots
    standings = [Standing(seat, n, (bool(n), True, False)) for seat in range(s.SEATS) for n in range(places + 1)]
    for standing in (None, *standings):
        for look in (WHOLE, COMPACT, BARE):
            check(card_faces.face(card, standing, look))


def test_pictures_are_only_made_for_buildings_that_exist() -> None:
    made = {*building_pictures.SHOPS, *building_pictures.SIGHTS, *building_pictures.HOMES}
    assert made == {card.id for card in DESIGNS}
    assert set(main_street_fronts.FRONTS) == set(LOCATION_IDS)


def test_every_part_of_a_house_is_used_and_known() -> None:
    whole = "".join(main_street_fronts.SYMBOLS.values())
    whole += "".join(
        filter(None, (building_pictures.symbol(f"house-{card.id}.{card.jobs + card.slots}") for card in DESIGNS))
    )
    used = set(re.findall(r'href="#(p-[^".]+)', whole))
    along_the_street = {"p-tree", "p-bush", "p-lamp", "p-stone", "p-stone-first"}
    known = {f"p-{name}" for name in building_parts.PARTS} | {f"p-sign-{name}" for name in building_parts.EMBLEMS}
    assert used | along_the_street == known


@pytest.mark.parametrize("kind", range(s.TYPES))
def test_a_building_that_nobody_drew_gets_a_fitting_picture(kind: int) -> None:
    for n in range(8):
        for places in range(4):
            jobs, slots = (0, places) if kind == s.HOUSING else (places, 0)
            card = replace(DESIGNS[0], id=f"new_{n}", name=f"New Thing {n}", type=kind, jobs=jobs, slots=slots)
            check(card_faces.face(card, Standing(1, places)))


@pytest.mark.parametrize("name", STRANGE_NAMES)
def test_strange_names_are_shown_as_text(name: str) -> None:
    card = replace(DESIGNS[0], name=name)
    for look in (WHOLE, COMPACT, BARE):
        check(card_faces.face(card, None, look))
        assert "<b>" not in card_faces.face(card, None, look)


def test_every_effect_is_said_in_words_and_in_signs() -> None:
    for card in DESIGNS:
        assert bool(captions.sentences(card)) == bool(card.effects) == bool(captions.signs(card))
        assert captions.sentences(card).count(".") == len(card.effects)
    said = {card.id: captions.sentences(card) for card in DESIGNS}
    assert said["tailor"] == ("Brings 1 penny per employee at upkeep. Worth 2 stars while every job here is filled.")
    assert said["penny_arcade"] == "Worth 1 star per set of store, workshop and house."
    assert said["cobbler"] == "Worth 1 star per two houses."
    assert said["engineer"] == "The Masons' Guild costs you 1 less per employee, but never less than 1."
    assert said["loft"] == "Brings 1 penny at upkeep while nobody lives here."


def test_a_card_says_who_is_there() -> None:
    assert "1 of 2 citizens at home, 1 star uncovered" in captions.standing(building("row_house"), 1)
    assert "2 of 3 jobs filled" in captions.standing(building("tailor"), 2)
    assert "half links left penny, right penny, street point" in captions.printed(building("luthier"))


def test_doors_and_slots_show_citizens_vacancies_and_uncovered_stars() -> None:
    tailor = card_faces.people(building("tailor"), Standing(3, 2), 0)
    assert (tailor.count("c-seat-3"), tailor.count("c-vacant")) == (2, 1)
    house = card_faces.people(building("boarding_house"), Standing(2, 1), 0)
    assert (house.count("c-seat-2"), house.count("i-point")) == (1, 2)


# --- The table ------------------------------------------------------------------------------------------------------


def test_lanes_show_the_links_that_the_rules_count() -> None:
    for players in (2, 4):
        for game in situations(players, seed=21):
            state, cards = game.state, record(game.cards.data)
            for seat in range(players):
                joints = list(lane_plan.street_of(game, seat).joints)
                for kind in (s.PENNY, s.POINT):
                    counted = lane.links(state, cards, seat, kind)
                    assert sum(joint.worth for joint in joints if joint.kind == kind) == counted


def lay(game: Game, seat: int, *cells: tuple[str, int, int]) -> None:
    """Put buildings (id, column, citizens) on a lane and take them from the supply, for tests of drawings only."""
    cards = record(game.cards.data)
    for id, column, citizens in cells:
        card = next(c.index for c in BUILDINGS if c.id == id and game.state.column[c.index] == 0)
        lane.add_to_lane(game.state, cards, seat, card, column)
        game.state.citizens[card] = citizens


def emptied(players: int = 2) -> Game:
    """A new game in which everybody has board 3 and the supply is empty."""
    game = Game.new(TITLE, players, 1)
    game.state.supply_left, game.state.deck_left, game.state.board[:] = 0, 0, 2
    return game


def test_the_luthier_lights_and_doubles_its_links() -> None:
    game = emptied()
    lay(game, 0, ("luthier", 1, 2), ("carousel", 2, 0), ("mansion", 1, 1))
    street = lane_plan.street_of(game, 0)
    assert sorted((j.row, j.column, j.across, j.kind, j.worth) for j in street.joints) == [
        (0, 0, False, s.PENNY, 2),
        (0, 1, False, s.PENNY, 2),
        (0, 1, True, s.POINT, 2),
    ]
    assert street.standing(0, 1).lit == (True, True, True)
    assert street.standing(1, 1).lit == (False, False, True)
    assert street.lit_board == ((0, 0), (1, 0))


def test_a_cell_previews_the_links_it_would_complete() -> None:
    game = emptied()
    lay(game, 0, ("carousel", 2, 0), ("mansion", 1, 1))
    state, luthier = game.state, building("luthier")
    state.current, state.waiting, state.phase, state.adding = 0, 1, s.CELL, luthier.index
    zone = next(zone for zone in draw(game, 0).zones if zone.role == "own")
    slots = {piece.button.move.removeprefix("at "): piece for piece in zone.pieces if piece.button}
    assert set(slots) == {"t-1", "t+1", "t+3"}
    echoes = Counter(piece.echo for piece in zone.pieces if piece.echo)
    assert echoes == {slots["t+1"].button.move: 3, slots["t-1"].button.move: 1}  # type: ignore[union-attr]
    assert "no link" in slots["t+3"].shape.svg
    assert slots["t+1"].ghost is not None
    assert "Luthier" in slots["t+1"].ghost.svg


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("reach", [(0, 0), (-1, 1), (-4, 3), (-9, 8), (-20, 12), (-33, 33)])
def test_lanes_of_any_length_stay_within_their_frame(frame: lane_zones.Frame, reach: tuple[int, int]) -> None:
    fit = frame.fit(*reach)
    assert fit.scale >= frame.smallest
    places = set()
    for column in range(reach[0], reach[1] + 1):
        for row in (s.UPPER, s.LOWER):
            x, y = fit.x(column), fit.y(row, column)
            assert 0 <= x <= x + card_faces.W * fit.scale <= frame.w + 0.01
            assert 0 <= y <= y + frame.look.h * fit.scale <= fit.h + 0.01
            places.add((round(x, 1), round(y, 1)))
    assert len(places) == 2 * (reach[1] - reach[0] + 1)


def test_a_very_long_lane_draws() -> None:
    game = emptied()
    upper = [card for card in BUILDINGS if card.row == s.UPPER]
    for n, card in enumerate(upper[:22]):
        lay(game, 0, (card.id, n - 11 if n < 11 else n - 10, 0))
    scene = draw(game, 0)
    check_places(scene)
    parse(picture(scene))
    assert len([piece for piece in pieces_of(scene) if piece.id.startswith("card-")]) == 22


def test_copies_of_a_building_have_ids_of_their_own_wherever_they_lie() -> None:
    game = Game.new(TITLE, 2, 1)
    state = game.state
    first, second = (card.index for card in BUILDINGS if card.id == "row_house")
    state.deck_left = 0
    state.supply[:2], state.supply_left = (second, building("museum").index), 2
    lane.add_to_lane(state, record(game.cards.data), 1, first, 1)
    where = {piece.id: zone.id for zone in draw(game, 0).zones for piece in zone.walk() if piece.id}
    assert where["card-row-house"] == "lane-1"
    assert where["card-row-house-2"] == "supply"


def test_cards_of_dark_alley_are_seen_by_the_drawer_only() -> None:
    game = Game.new(TITLE, 3, 1)
    state = game.state
    alley = building("dark_alley").index
    lying = set(state.supply[: state.supply_left].tolist())
    if alley in lying:
        state.supply[state.supply.tolist().index(alley)] = next(c for c in range(35) if c not in lying | {alley})
    deck = [c for c in range(len(BUILDINGS)) if c not in {*state.supply.tolist(), alley}]
    state.deck[: len(deck)], state.deck_left = np.array(deck[::2] + deck[1::2]), len(deck)
    lane.add_to_lane(state, record(game.cards.data), int(state.current), alley, 1)
    drawer = int(state.current)
    game.push_action(s.TO_BLACK_MARKET)
    assert game.state.phase == s.KEEP

    def market(viewer: int) -> list[Piece]:
        return [piece for zone in draw(game, viewer).zones if zone.id == "market" for piece in zone.pieces][:2]

    assert all(piece.id and piece.button for piece in market(drawer))
    for other in (-1, (drawer + 1) % 3):
        assert [(piece.id, piece.label, piece.button) for piece in market(other)] == [
            ("", "A card, face down", None)
        ] * 2


def test_alternatives_are_offered_beside_the_moves() -> None:
    game = Game.new(TITLE, 2, 1)
    seat = game.turn
    assert seat is not None
    before = game.view(seat)
    legal = before.legal_actions_of(seat)
    chosen = next(action for action in legal if s.ACTIONS.decode(action)[0] == "guild")
    buttons = {a: replace(words.button(before, seat, a), instead=True) for a in legal if a != chosen}
    game.push_action(chosen)
    view = game.view(seat)
    buttons |= {a: words.button(view, seat, a) for a in view.legal_actions_of(seat)}
    scene = table.draw(view, seat, buttons)
    assert sorted(b.move for b in offered_by(scene)) == sorted(b.move for b in buttons.values())
    assert 'name="instead"' in markup_of(scene)
    [card] = [piece for piece in pieces_of(scene) if piece.state == "chosen" and piece.id]
    assert card.label.startswith(BUILDINGS[int(view.state.adding)].name)


def test_a_building_that_two_moves_want_carries_the_move_and_not_the_alternative() -> None:
    game = emptied()
    lay(game, 0, ("tailor", 1, 1), ("cottage", 1, 1), ("music_hall", 2, 1))
    tailor, cottage, hall = (building(id).index for id in ("tailor", "cottage", "music_hall"))
    state = game.state
    state.current, state.waiting, state.phase, state.leaving = 0, 1, s.DESTINATION, cottage
    buttons = {s.TO + tailor: Button("to tailor", "x"), s.TO + hall: Button("to music-hall", "x")}
    buttons |= {s.FROM + tailor: Button("from tailor", "x", instead=True)}
    scene = table.draw(game.view(0), 0, buttons)
    on_pieces = {piece.id: piece.button.move for piece in pieces_of(scene) if piece.button}
    assert on_pieces == {"card-tailor": "to tailor", "card-music-hall": "to music-hall"}
    assert [button.move for button in scene.buttons] == ["from tailor"]
    assert [piece.id for piece in pieces_of(scene) if piece.state == "chosen" and piece.id] == ["card-cottage"]


def test_many_swaps_are_offered_on_the_prompt_line() -> None:
    game = emptied()
    lay(game, int(game.state.current), ("bakery", 1, 0), ("museum", 2, 0))
    game.state.pennies[game.state.current] = 9
    scene = draw(game, int(game.state.current))
    assert [b.move for b in scene.buttons if b.move.startswith("tower")] == ["tower 7", "tower 8", "tower 9"]
    moves = [piece.button.move for piece in pieces_of(scene) if piece.button]
    tower = [move for move in moves if move.startswith("tower") and ";" not in move]
    assert tower == [f"tower {n}" for n in range(1, 7)]


def test_a_citizen_moves_and_a_building_is_swapped_by_two_clicks_on_the_lane() -> None:
    game = emptied()
    seat = int(game.state.current)
    lay(game, seat, ("bakery", 1, 0), ("museum", 2, 0), ("cottage", 1, 1))
    game.state.pennies[seat] = 9
    chips = {piece.button.move for piece in pieces_of(draw(game, seat)) if piece.button and ";" in piece.button.move}
    assert chips == {"gazette 1; from cottage", "tower 1; swap bakery", "tower 1; swap museum"}
    for move in ("tower 1", "swap bakery"):
        game.push(move)
    on_pieces = {piece.id: piece.button.move for piece in pieces_of(draw(game, seat)) if piece.button}
    assert on_pieces["card-museum"] == "swap museum"


def test_the_masons_guild_leads_to_the_supply_while_a_card_can_be_built() -> None:
    game = Game.new(TITLE, 2, 1)
    seat = int(game.state.current)

    def guild() -> Piece:
        [found] = [piece for piece in pieces_of(draw(game, seat)) if piece.label.startswith("Masons' Guild")]
        return found

    assert guild().leads_to == "supply"
    game.state.pennies[seat] = 0
    assert guild().leads_to == ""


def test_what_cannot_be_used_says_why_to_the_player_who_is_to_act() -> None:
    game = Game.new(TITLE, 2, 1)
    seat = int(game.state.current)
    game.state.pennies[seat] = 0
    game.state.used[s.TOWN_HALL] = game.cards.locations[s.TOWN_HALL].spaces[0]

    def said(viewer: int) -> dict[str, str]:
        return {piece.label: piece.rule for piece in pieces_of(draw(game, viewer)) if piece.rule}

    labels = said(seat)
    assert any(label.startswith("Bank") and label.endswith("That costs 1, you have 0.") for label in labels)
    [hall] = [label for label in labels if label.startswith("Town Hall")]
    assert hall.endswith("No space is open at the Town Hall in this round.")
    assert labels[hall] == "PL-13"
    assert any(label.endswith("A citizen comes here by the Gazette.") for label in labels)
    card = BUILDINGS[int(game.state.supply[0])]
    assert any(label.startswith(f"{card.name}, ") and "you have 0." in label for label in labels)
    assert not any("you have 0" in label for label in said(1 - seat))


def test_a_cell_says_where_on_the_lane_it_lies() -> None:
    game = emptied()
    lay(game, 0, ("carousel", 2, 0), ("mansion", 1, 1))
    state = game.state
    state.current, state.waiting, state.phase, state.adding = 0, 1, s.CELL, building("luthier").index
    zone = next(zone for zone in draw(game, 0).zones if zone.role == "own")
    cells = {piece.button.move: piece.face for piece in zone.pieces if piece.button and piece.state == "slot"}
    for move, where in {"at t-1": "Left end", "at t+1": "+1", "at t+3": "Right end"}.items():
        face = cells[move]
        assert face is not None
        assert f"<b>{where}</b>" in face.html


@pytest.mark.parametrize("card", BUILDINGS, ids=lambda card: card.slug)
def test_a_face_has_the_words_of_its_card_and_is_well_formed(card: Building) -> None:
    face = parse(f"<div>{faces.card(card)}</div>")
    words = ["".join(element.itertext()) for element in face.iter() if element.tag.endswith("b")]
    assert words[0] == card.name
    assert words[-1] == str(card.cost)


def test_bubbles_do_not_leave_the_page() -> None:
    """Lanes of rivals lie at its top, the own one below the prompt line."""
    opens = {zone.id: zone.bubbles for zone in draw(Game.new(TITLE, 3, 1), 1).zones}
    assert (opens["lane-1"], opens["lane-0"], opens["lane-2"]) == ("inwards", "down", "down")
    assert "opens-inwards" in markup_of(draw(Game.new(TITLE, 3, 1), 1))


def test_used_spaces_hold_pennies_and_taken_jobs_a_citizen() -> None:
    game = Game.new(TITLE, 2, 1)
    game.state.used[s.BANK], game.state.used[s.TEMPLE] = 2, 1
    fronts = {piece.label.split(":")[0].split(",")[0]: piece for piece in pieces_of(draw(game, 0)) if piece.label}
    assert "1 of 3 spaces open" in fronts["Bank"].label
    assert "Taken" in fronts["Temple"].label
    assert "Vacant" in fronts["Barracks"].label
    assert fronts["Temple"].shape.svg.count("c-nobody") > fronts["Barracks"].shape.svg.count("c-nobody")


def test_the_numbers_of_a_seat() -> None:
    game = emptied()
    lay(game, 0, ("luthier", 1, 2), ("carousel", 2, 0), ("mansion", 1, 1))
    game.state.pennies[0], game.state.mayor = 7, 1
    first, second = draw(game, 0).seats
    assert [(stat.icon, stat.value) for stat in first.stats] == [
        ("penny", "7"),
        ("point", "4"),
        ("income", "+5"),
        ("buildings", "3"),
        ("citizen", "3"),
    ]
    assert (first.badges, second.badges) == ((), ("Mayor: starts the round",))


# --- Gallery and cover ----------------------------------------------------------------------------------------------


def test_the_gallery_shows_every_card() -> None:
    groups = table.gallery(TITLE.cards)
    assert [(heading, len(pieces)) for heading, pieces in groups] == [
        ("Stores", 7),
        ("Workshops", 8),
        ("Attractions", 7),
        ("Housing", 8),
        ("Main Street", 8),
        ("Boards", 5),
    ]


def test_boards_say_what_they_hold() -> None:
    board = Board(2, TITLE.cards.boards[0], stars=6, income=4, bonus=1, mayor=True)
    said = caption(board, own=True)
    assert said.startswith("Your board: 6 of 10 stars, bonus citizen at home, next upkeep brings 4; the Mayor;")
    assert "upper left penny, lower left point, upper right point, lower right penny" in said
