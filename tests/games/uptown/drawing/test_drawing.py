"""Drawings of UpTown: every project draws, and streets show what the rules count."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import tabletown as tt
from tabletown.engine.state import record
from tabletown.engine.value import replace
from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import Project
from tabletown.games.uptown.drawing import captions, decks, faces, floors, roofs, rooms, streets
from tabletown.games.uptown.drawing import table as drawing
from tabletown.games.uptown.rules import scoring
from tabletown.games.uptown.text import words
from tabletown.games.uptown.text.street_floors import Street, streets_of
from tabletown.render.scene import Button

from ...drawn import STRANGE_NAMES, check_face, check_svg, draw, markup_of, pieces_of
from ..helpers import TITLE, seat, table

PROJECTS = list(TITLE.cards.projects.values())


def situations(players: int, seed: int, plies: int = 400) -> Iterator[tt.Game]:
    """The positions of a game that is played at random."""
    game, chance = tt.new("uptown", players=players, seed=seed), random.Random(seed)
    yield game
    for _ in range(plies):
        if game.is_game_over():
            break
        game.push_action(chance.choice(game.legal_actions))
        yield game
    yield game


def check(svg: str) -> None:
    check_svg(svg, drawing.symbol)


# --- Floors ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.id)
def test_every_project_draws(project: Project) -> None:
    assert project.slug in rooms.ROOMS
    check(floors.large(project))
    check(floors.small(project))
    open_top = floors.Standing(3, -2, "rods")
    finished = floors.Standing(12, 130, roofs.roof_of(project), seat=2)
    check_face(faces.floor(project), drawing.symbol)
    for standing in (open_top, finished, replace(finished, covered=True)):
        check_face(faces.floor(project, standing), drawing.symbol)
        for draw_floor in (floors.large, floors.small, floors.folded, floors.small_folded):
            check(draw_floor(project, standing))


def test_rooms_are_only_made_for_projects_that_exist() -> None:
    assert set(rooms.ROOMS) == {project.slug for project in PROJECTS}


@pytest.mark.parametrize("kind", [*range(s.TYPES), s.NO_TYPE])
@pytest.mark.parametrize("where", [s.ANYWHERE, s.GROUND, s.UPPER, s.ON_ROOF])
def test_a_project_that_nobody_drew_gets_a_fitting_room(kind: int, where: int) -> None:
    for n in range(8):
        project = replace(PROJECTS[0], name=f"New Thing {n}", type=kind, icons=int(kind != s.NO_TYPE), where=where)
        for roof in (False, True):
            check(floors.large(replace(project, roof=roof), floors.Standing(1, 1, "rods")))


@pytest.mark.parametrize("name", STRANGE_NAMES)
def test_strange_names_are_shown_as_text(name: str) -> None:
    project = replace(PROJECTS[0], name=name)
    check(floors.large(project))
    check(floors.folded(project, floors.Standing(1, 1)))
    assert "<b>" not in floors.large(project)
    check_face(faces.floor(project), drawing.symbol)
    assert "<b>&" not in faces.floor(project)


def test_a_card_shows_what_is_printed_and_a_street_what_is_earned() -> None:
    cinema = next(project for project in PROJECTS if project.slug == "cinema")
    assert ">7</text>" not in floors.large(cinema)
    assert ">7</text>" in floors.large(cinema, floors.Standing(0, 7))
    assert "coin-red" in floors.large(PROJECTS[0], floors.Standing(-2, 1))
    assert "<b>7</b>" in faces.floor(cinema, floors.Standing(0, 7))
    assert "coin-red" in faces.floor(PROJECTS[0], floors.Standing(-2, 1))


def test_captions_say_what_a_project_does() -> None:
    said = {project.slug: captions.printed(project) for project in PROJECTS}
    assert said["cinema"] == ("Cinema, service, upper floor only: prestige 1 plus 2 per coffee shop on the site")
    assert said["tin-roof"] == "Tin Roof, a gift, a roof, upper floor only: prestige \N{MINUS SIGN}1"
    assert said["social-flats"] == "Social Flats, apartment, counts as two, upper floor only"


# --- The table ------------------------------------------------------------------------------------------------------


def test_floors_show_what_the_rules_count() -> None:
    for game in situations(3, seed=21):
        state, cards = game.state, record(game.cards.data)
        for street, shown in enumerate(map(streets.Sites, streets_of(game))):
            for site, tower in enumerate(streets.towers(shown)):
                assert tower.income == scoring.site_income(state, cards, street, site)
                assert tower.prestige == scoring.site_prestige(state, cards, street, site)


def test_a_ghost_shows_what_the_floor_would_earn() -> None:
    game = table(seat("4:[P41B P43B]", deck="P39", left=9), seat(deck="P23", left=9), public="Q06", start="orange")
    game.push("play sky-lounge")
    view = game.view(0)
    slots = tuple(Button(f"site {site + 1}", "") for site in range(s.SITES))
    shown = streets.Sites(streets_of(view)[0], slots, words.chosen(view))
    [tower] = [tower for tower in streets.towers(shown) if len(tower.standing) == 2]
    assert tower.ghost is not None
    project, standing = tower.ghost
    assert (project.slug, standing.prestige, standing.roof, standing.seat) == ("sky-lounge", 3, "terrace", 0)
    assert [floor.prestige for _, floor in tower.standing] == [3, 3]
    assert tower.echoes == ((3, 1, 0, 2),)  # the cinema above the restaurant gains 2
    zone = next(zone for zone in draw(game, 0).zones if zone.id == "street-0")
    echoes = [piece for piece in zone.pieces if piece.echo]
    assert [piece.echo for piece in echoes] == ["site 4"]
    assert "+2" in echoes[0].shape.svg
    changes = [piece.face.echoes for piece in zone.pieces if piece.face and piece.face.echoes]
    assert [[move for move, _ in change] for change in changes] == [["site 4"]]
    assert "+2" in changes[0][0][1]


def test_a_card_keeps_its_id_from_the_deck_to_the_street_and_to_the_discards() -> None:
    game = table(seat(deck="P01 P40", left=9), seat(deck="P23", left=9), public="Q06", start="orange")

    def place(card: str) -> str:
        [zone] = [zone.id for zone in draw(game, 1).zones if any(piece.id == card for piece in zone.walk())]
        return zone

    assert place("card-P01") == "deck-0"
    game.push("discard")
    assert (place("card-P01"), place("card-P40"), place("card-Q06")) == ("discards", "deck-0", "public")
    game.push("public milk-bar")
    game.push("site 2")
    assert place("card-Q06") == "street-0"


def test_an_unknown_top_card_is_drawn_face_down() -> None:
    game = tt.new("uptown", players=2, seed=5).view(0)
    game.state.deck[0, game.state.deck_left[0] - 1] = s.UNKNOWN
    game.state.public[game.state.public_left - 1] = s.UNKNOWN
    zones = {zone.id: zone for zone in decks.zones(game, 0, lambda *_: None)}
    for piece in (zones["deck-0"].pieces[0], zones["public"].pieces[0]):
        assert (piece.id, piece.parts) == ("", ())


def test_a_blocked_deck_says_so_and_shows_its_coins() -> None:
    game = table(seat(deck="P01", left=9), seat(deck="P23", left=9, upcoins=14), public="Q06", start="orange")
    zone = next(zone for zone in draw(game, 0).zones if zone.id == "deck-1")
    assert zone.alert == "blocked"
    assert "14 upcoins lie on it" in zone.pieces[0].label
    assert {part.state for part in zone.pieces[0].parts} == {"blocked"}
    assert ">14</text>" in zone.pieces[0].shape.svg


def test_a_gift_is_placed_on_the_streets_of_rivals() -> None:
    game = table(seat(deck="P45", left=9), seat(deck="P23", left=9), seat(deck="P24", left=9), start="orange")
    game.push("play noisy-workshop")
    slots = {zone.id: sum(piece.state == "slot" for piece in zone.pieces) for zone in draw(game, 0).zones}
    assert (slots["street-0"], slots["street-1"], slots["street-2"]) == (0, 5, 5)
    chosen = [piece.label for piece in pieces_of(draw(game, 0)) if piece.state == "chosen"]
    assert len(chosen) == 1
    assert chosen[0].startswith("Noisy Workshop")


def test_alternatives_are_offered_on_the_card_beside_the_chosen_end() -> None:
    game = table(seat(deck="P39", left=9), seat(deck="P23", left=9), start="orange")
    before = game.view(0)
    instead = {action: replace(words.button(before, 0, action), instead=True) for action in before.legal_actions_of(0)}
    game.push("play jeweller")
    view = game.view(0)
    now = {action: words.button(view, 0, action) for action in view.legal_actions_of(0)}
    scene = drawing.draw(view, 0, {**{a: b for a, b in instead.items() if b.move != "play jeweller"}, **now})
    offered = [piece.button for piece in pieces_of(scene) if piece.button] + list(scene.buttons)
    assert Counter(b.move for b in offered)["discard"] == 1
    assert len(offered) == len({b.move for b in offered})
    assert 'name="instead"' in markup_of(scene) or any(b.instead for b in scene.buttons)


@pytest.mark.parametrize("height", [0, 1, 6, 7, 8, 12, 30, 75, 76])
@pytest.mark.parametrize("layout", [streets.OWN, streets.OWN_PHONE, streets.RIVAL_PHONE, *streets.RIVALS])
def test_towers_of_any_height_stay_within_their_street(height: int, layout: streets.Layout) -> None:
    street = Street(TITLE.cards, 0, bytes([height, 0, 0, 0, 0]), bytes(n % 2 for n in range(height)), 0)
    on_top = [Button("site 1", "Builds here")] if height < s.FLOORS else []  # there is no card for one floor more
    for button in (None, *on_top):
        sites = streets.Sites(street, (button, None, None, None, None), PROJECTS[0])
        zone = streets.zone("Your street", "own", sites, layout, streets.OWN_PHONE, sites.levels)
        assert all(piece.shape.y >= layout.head - 0.01 for piece in zone.pieces if piece.id or piece.state == "slot")
        if height + (button is not None) <= layout.budget:
            assert all(piece.shape.h == layout.floor[1] for piece in zone.pieces if piece.id)


def test_the_lowest_floors_fold_first() -> None:
    game = table(seat("1:[P03A P01B P23A]", deck="P05", left=9), seat(deck="P24", left=9), start="orange")
    zone = next(zone for zone in draw(game, 0).zones if zone.id == "street-0")
    gives = [dict(piece.face.counts)["give"] for piece in zone.pieces if piece.id and piece.face]
    assert gives == sorted(gives, reverse=True)
    assert gives[0] > gives[-1]


def test_the_game_is_explained_while_towers_are_low() -> None:
    high = table(seat("1:[P03A P01B]", deck="P05", left=9), seat(deck="P24", left=9), start="orange")
    low = table(seat("1:[P03A] 2:[P01B]", deck="P05", left=9), seat(deck="P24", left=9), start="orange")
    for game, told in ((high, False), (low, True)):
        scene = draw(game, 0)
        assert any(zone.role == "notice" for zone in scene.zones) == told
        assert dict(scene.counts)["low"] == told


def test_a_street_asks_for_room_for_its_highest_tower_and_a_place_on_top() -> None:
    street = Street(TITLE.cards, 0, bytes([5, 2, 0, 0, 0]), bytes(7), 0)
    assert streets.Sites(street).room == 6
    assert streets.Sites(replace(street, finished=1)).room == 5  # nothing is built on a finished site


def test_the_numbers_of_a_seat() -> None:
    game = table(
        seat("1:[P03A P01B P23A] 2:[P02A] 3:[P33B P11B P41A] 4:[P50A P07B] 5:[P42A P22B]", account=11, deck="P05"),
        seat(deck="P24", left=9),
        start="sky",
    )
    first, second = draw(game, 0).seats
    assert [(stat.icon, stat.value) for stat in first.stats] == [
        ("coin", "11"),
        ("star", "31"),
        ("roof", "5"),
        ("", "34"),
    ]
    assert second.badges == ("starts each round",)


# --- Gallery and cover ----------------------------------------------------------------------------------------------


def test_the_gallery_shows_every_card() -> None:
    groups = drawing.gallery(TITLE.cards)
    assert [len(pieces) for _, pieces in groups] == [60, 16]
    everything = [piece for _, pieces in groups for piece in pieces]
    labels = {part.label for piece in everything for part in piece.parts}
    assert labels == {captions.printed(project) for project in PROJECTS}
