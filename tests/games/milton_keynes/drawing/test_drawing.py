"""Drawings of Milton Keynes: walls carry what the rules count, previews tell the truth, sealed things stay closed."""

import re
from collections import Counter
from itertools import pairwise

import pytest

import tabletown as tt
from tabletown.engine.position import Position
from tabletown.engine.state import record
from tabletown.engine.value import replace
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.drawing import (
    captions,
    card_faces,
    income_blocks,
    income_rail,
    preview_map,
    roofs,
    town_ground,
)
from tabletown.games.milton_keynes.drawing import table as drawing
from tabletown.games.milton_keynes.drawing.town import town_of
from tabletown.games.milton_keynes.drawing.town_plan import plan_of
from tabletown.games.milton_keynes.text import words
from tabletown.games.milton_keynes.text.names import label
from tabletown.render import html
from tabletown.render.scene import Piece, Scene, Shape, Zone

from ...colours import in_colours
from ...drawn import check_places, check_svg, draw, markup_of, offered_by, pieces_of
from ..helpers import GREEN, ORANGE, SKY, TITLE, all_but, do, plots, table, town, walk

CARDS = TITLE.cards


def zone_of(scene: Scene, id: str) -> Zone:
    return in_colours(next(zone for zone in scene.zones if zone.id == id))


def buttons_of(zone: Zone) -> dict[str, Piece]:
    """The pieces of a zone that can be clicked, by their moves."""
    return {piece.button.move: piece for piece in zone.walk() if piece.button}


def present(game: Position) -> dict[income_blocks.Wall, tuple[income_blocks.Block, ...]]:
    return income_blocks.blocks_on_walls(game.state, record(CARDS.data))


def shown(svg: str) -> Counter[str]:
    """Which scraps a drawing refers to, and how often."""
    return Counter(re.findall(r'href="#([^"]+)"', svg))


# --- Walls and previews ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "advanced"), [(2, False), (3, True), (5, False)])
def test_blocks_on_walls_are_those_that_the_rules_count(players: int, advanced: bool) -> None:
    for ply, game in enumerate(walk(players, seed=players, advanced=advanced)):
        if ply % 40 and not game.is_game_over():
            continue
        standing = present(game)
        assert list(preview_map.totals(standing, players)) == [int(n) for n in game.state.blocks[:players]]
        assert all(len(row) <= (1 if row[0].lying else 2) for row in standing.values())


def test_the_map_shows_every_block_and_building() -> None:
    game = town("estate g7", "estate h6 h7", "sewage b1 c1")  # EX-3, and a river plot that is built on
    scene = draw(game, ORANGE)
    found = shown("".join(piece.shape.svg for piece in zone_of(scene, "town").pieces))
    assert (found["block-0"], found["block-1"], found["lying-1"]) == (3, 2, 1)
    said = [piece.label for piece in zone_of(scene, "town").pieces if piece.id.startswith("building-")]
    assert said == [
        "Sewage Reprocessor of Green on B1 and C1: 2 blocks",
        "Estate of Orange on G7: 3 blocks",
        "Estate of Sky on H6 and H7: 3 blocks",
    ]


def test_blocks_lean_towards_the_building_that_earns() -> None:
    upper, lower = (
        income_blocks.standing((0, 9), [(income_blocks.Block(0, plot), income_blocks.KEPT)]) for plot in (0, 9)
    )
    heights = [float(re.findall(r' y="([-\d.]+)"', svg)[0]) for svg in (upper, lower)]
    assert heights[0] < heights[1]


def pouch_of_ex_7() -> tt.Game:
    """Orange is about to complete the SEWAGE of EX-7: F6 and F8 are in the pouch, G7 is in hand."""
    own = {"permits": ["sewage"], "deeds": ["f6", "f8", "g7", "a1"]}
    sky, green = {"buildings": ["estate e7"]}, {"buildings": ["estate g8 h8"]}
    game = table(own, sky, green, {}, {}, phase="pouch", year=2)
    do(game, "orange: start sewage, orange: add f6, orange: add f8")
    return game


def test_the_ribbon_says_what_a_pouch_brings() -> None:
    game = pouch_of_ex_7()
    do(game, "orange: add g7, orange: close")
    brings = "A Sewage Reprocessor on F6 F8 G7: +12 blocks, Sky loses 1, income 10 to 22. Put in more, or seal it"
    assert in_colours(draw(game, ORANGE).prompt) == brings
    assert draw(game, SKY).prompt == "Put buildings into your pouch, then seal it"


def test_a_pouch_is_seen_as_a_ghost_with_what_it_brings_and_costs() -> None:
    game = pouch_of_ex_7()
    before, pouch = town_of(game), preview_map.pouch_of(game.view(ORANGE), ORANGE)
    assert pouch is not None
    with_g7 = preview_map.of_pouch(before, pouch.with_deed(plots("g7")[0]))
    assert with_g7.totals[:3] == (12, 1, 1)
    [ghost] = with_g7.ghosts
    assert [label(plot) for plot in ghost.plots] == ["F6", "F7", "F8", "G7"]
    fates = [fate for row in income_blocks.changed(before.walls, with_g7.walls).values() for _, fate in row]
    assert Counter(fates)[income_blocks.GAINED] == 12
    assert Counter(fates)[income_blocks.LOST] == 1  # the view that Sky has on F7
    scene = draw(game, ORANGE)
    slot = buttons_of(zone_of(scene, "town"))["add g7"]
    assert slot.state == "slot"
    assert slot.ghost is not None
    assert shown(slot.ghost.svg)["gone"] == 1
    assert "add a1" not in buttons_of(zone_of(scene, "town"))


def test_the_pouch_tells_what_it_would_bring_and_the_rail_where_it_leads() -> None:
    scene = draw(pouch_of_ex_7(), ORANGE)
    note = zone_of(scene, "pouch").pieces[-1]
    assert "Sewage Reprocessor on F6 F8 and F7" in note.label
    assert "Sky" in note.label
    assert {"deed-f6", "deed-f8"} <= {piece.id for piece in zone_of(scene, "pouch").pieces}
    assert not {"deed-f6", "deed-f8"} & {piece.id for piece in zone_of(scene, "hand-0").pieces}
    assert any("Your marker would move to" in piece.label for piece in zone_of(scene, "rail").pieces)


def test_the_map_after_clearing_shows_what_is_gone_and_what_the_rest_earns() -> None:
    game = town("estate a1 a2 a3, nature e1 f1", "estate b2 b3", "dump b1, allotments c4 c5")
    for name in ("a1", "b1"):
        [plot] = plots(name)
        later = game.after(ORANGE, s.PICK_DEMOLISH + plot)
        preview = preview_map.after_clearing(town_of(game), town_of(later))
        assert preview.gone == {plot}
        assert preview.walls == present(later)
        assert preview.walls != present(game)


def test_a_map_is_one_object_until_something_on_it_changes() -> None:
    game = town("estate a1 a2 a3", "estate b2 b3")
    assert town_of(game) is town_of(game.view(SKY))
    assert town_of(game.after(ORANGE, s.PICK_DEMOLISH + plots("a1")[0])) is not town_of(game)


# --- What can be clicked --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_advanced_games_draw_and_offer_every_move_once(players: int) -> None:
    for ply, game in enumerate(walk(players, seed=players, advanced=True)):
        if ply > 20 and ply % 45 and not game.is_game_over():
            continue
        for viewer in {-1, *game.waiting[:1]}:
            scene = draw(game, viewer)
            check_places(scene)
            legal = game.view(viewer).legal_actions_of(viewer) if viewer >= 0 else []
            moves = [button.move for button in offered_by(scene) if "; " not in button.move]
            assert sorted(moves) == sorted(game.say(action, viewer) for action in legal)


def test_moves_lie_where_one_looks_for_them() -> None:
    own = {"permits": ["lobby", "demolish"], "deeds": ["a1"], "buildings": ["estate b5 b6"]}
    rival = {"permits": ["lobby"], "buildings": ["estate d5"]}
    year = draw(table(own, rival, phase="new-year", year=2, chair="orange", turn="orange"), ORANGE)
    assert set(buttons_of(zone_of(year, "town"))) == {"demolish b5", "demolish b6", "demolish d5"}
    pouch = draw(table(own, rival, phase="pouch", year=2), ORANGE)
    assert set(buttons_of(zone_of(pouch, "hand-0"))) == {"start lobby", "start demolish"}
    assert [button.move for button in pouch.buttons] == ["seal"]


def test_amounts_are_left_to_whoever_asks_for_them() -> None:
    game = table({"cash": 7}, {"cash": 2}, phase="bribe", year=2, on_sale=["a1", "c5"])
    scene = draw(game, ORANGE)
    assert [button.move for button in scene.buttons] == [f"bribe {n}" for n in range(8)]
    assert not any(piece.button for piece in pieces_of(scene))


def offering() -> tt.Game:
    own = {"permits": ["lobby"], "deeds": ["a1", "b2"], "cash": 9}
    game = table(own, {"deeds": ["c5"], "permits": ["dump"], "cash": 5}, {}, phase="trade", year=2, chair="orange")
    do(game, "orange: offer sky, orange: give a1")
    return game


def test_cards_are_asked_for_in_one_step() -> None:
    game = offering()
    scene = draw(game, ORANGE)
    shortcuts = [button.move for button in offered_by(scene) if "; " in button.move]
    assert "ask-deed; deed c5" in buttons_of(zone_of(scene, "town"))
    assert "ask-permit; permit dump" in buttons_of(zone_of(scene, "offer"))
    assert "ask-deed; deed b2" not in shortcuts
    for shortcut in shortcuts:
        later = game.copy()
        for move in shortcut.split("; "):
            later.push(move, ORANGE)
        assert later.state.phase == s.OFFER


def test_a_plot_that_two_moves_want_carries_the_one_that_goes_on() -> None:
    game = table({"permits": ["lobby"], "deeds": ["a1", "a2"]}, {}, phase="pouch", year=2)
    do(game, "orange: start lobby")
    view = game.view(ORANGE)
    legal = {action: words.button(view, ORANGE, action) for action in view.legal_actions_of(ORANGE)}
    taken_back = replace(next(iter(legal.values())), move="deed a1", instead=True)
    scene = drawing.draw(view, ORANGE, {**legal, s.PICK_DEED + plots("a1")[0]: taken_back})
    assert set(buttons_of(zone_of(scene, "town"))) == {"add a1", "add a2"}
    assert [button.move for button in scene.buttons] == ["deed a1"]


# --- Sealed things --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "move", "header"),
    [
        ("bribe", "bribe 3", {"on_sale": ["a1", "c5"]}),
        ("bid", "bid 3", {}),
        ("pouch", "start lobby", {}),
        ("pouch", "seal", {}),
    ],
)
def test_whoever_has_decided_looks_like_whoever_decides(phase: str, move: str, header: dict[str, object]) -> None:
    rows = ({"cash": 9, "permits": ["lobby"], "deeds": ["g1"]}, {"cash": 9, "permits": ["lobby"], "deeds": ["g3"]})
    game = table(*rows, phase=phase, year=2, **header)
    before = {viewer: markup_of(draw(game, viewer)) for viewer in (ORANGE, -1)}
    game.push(move, SKY)
    assert {viewer: markup_of(draw(game, viewer)) for viewer in (ORANGE, -1)} == before


def test_only_the_own_envelope_shows_what_is_in_it() -> None:
    game = table({"cash": 9}, {"cash": 9}, {}, phase="bribe", year=2, on_sale=["a1", "c5", "h8"])
    do(game, "orange: bribe 4, sky: bribe 6")
    own = [piece.label for piece in zone_of(draw(game, ORANGE), "sale").pieces if "bribe" in piece.label]
    assert "Orange: bribe 4, sealed" in own
    assert "Sky: a secret bribe" in own
    do(game, "green: bribe 0")
    known = {piece.label for piece in zone_of(draw(game, GREEN), "sale").pieces}
    assert {"Orange: bribe 4", "Sky: bribe 6", "Green: bribe 0"} <= known


def test_an_offer_is_shown_to_its_two_parties_only() -> None:
    game = offering()
    assert [zone.id for zone in draw(game, SKY).zones if zone.id == "offer"] == []  # not sent yet
    do(game, "orange: ask-permit, orange: permit dump, orange: send")
    for viewer in (ORANGE, SKY):
        said = [piece.label for piece in zone_of(draw(game, viewer), "offer").pieces]
        assert any("Orange gives A1" in text for text in said)
        assert any("Sky gives Dump" in text for text in said)
    for viewer in (GREEN, -1):
        [closed] = zone_of(draw(game, viewer), "offer").pieces
        assert closed.label == "Orange and Sky negotiate; what about is their secret"


def test_nominations_become_flags_when_all_are_known() -> None:
    own = {"permits": ["air-base"], "deeds": ["b2", "b4"]}
    game = table(own, {"permits": ["air-base"], "deeds": ["a3"]}, phase="pouch", year=2)
    do(game, "orange: start air-base, orange: add b2, orange: add b4, orange: close, orange: seal")
    do(game, "sky: start air-base, sky: add a3, sky: close, sky: seal")
    game.push("nominate b3", ORANGE)
    flags = [piece for piece in pieces_of(draw(game, SKY)) if "is nominated by" in piece.label]
    assert flags == []
    game.push("nominate b3", SKY)
    said = [in_colours(piece.label) for piece in pieces_of(draw(game, SKY)) if "is nominated by" in piece.label]
    assert said == ["B3 is nominated by Orange", "B3 is nominated by Sky"]
    assert "move a2" in buttons_of(zone_of(draw(game, SKY), "town"))


def test_rivals_show_how_many_cards_they_hold_and_no_cash() -> None:
    game = table(
        {"cash": 9}, {"cash": 31, "deeds": ["a1", "a2"], "permits": ["lobby"]}, phase="new-year", year=2, chair="orange"
    )
    scene = draw(game, ORANGE)
    says = zone_of(scene, "seat-1").pieces[1].label
    assert "2 deeds and 1 permit in hand, cash is secret" in says
    assert [stat.icon for stat in scene.seats[SKY].stats] == ["block-1", "income"]


# --- Ground, rail, hands --------------------------------------------------------------------------------------------


def test_the_printed_river_runs_from_edge_to_edge() -> None:
    courses = {n: [label(tile) for tile in plan_of(tt.new("milton_keynes", players=n, seed=1)).course] for n in (3, 5)}
    assert courses[5] == ["C1", "C2", "D3", "E4", "F4", "G5", "G6", "F7", "E8", "D9"]
    assert courses[3] == courses[5][:-1]


def test_a_river_that_is_being_laid_is_drawn_in_its_order() -> None:
    for game in walk(5, seed=3, advanced=True):
        laid = int(game.state.laid)
        plan = plan_of(game)
        assert plan.course == tuple(int(tile) for tile in game.state.tiles[:laid])
        check_svg(town_ground.ground(plan), drawing.symbol)
        if game.state.phase > s.MARSH:
            break
    assert laid >= 2


def test_signs_on_the_rail_never_hide_each_other() -> None:
    rail = income_rail.Rail(358, 18, 11, 18, 56, 88, 10, 50, 5)
    for values in ([10] * 5, [50] * 5, [10, 11, 12, 30, 31], [49, 50, 50, 10, 10]):
        places = income_rail._apart(rail, values, 14)
        ordered = sorted(places)
        assert all(right - left >= 13.99 for left, right in pairwise(ordered))
        assert ordered[0] - 9 >= 0
        assert ordered[-1] + 9 <= rail.w
        assert [values[n] for n in sorted(range(5), key=places.__getitem__)] == sorted(values)


def test_hands_and_lots_of_any_size_stay_on_their_sheets() -> None:
    everything = all_but("a1", 2)
    game = table({"deeds": everything, "permits": ["lobby"] * 5 + ["extension"] * 3}, phase="new-year", year=2)
    check_places(draw(game, ORANGE))
    game = table({"deeds": ["a1"]}, phase="bribe", year=2, on_sale=everything[:25])
    check_places(draw(game, ORANGE))


def test_a_spectator_sees_no_hand() -> None:
    game = table({"deeds": ["a1"], "permits": ["dump"], "cash": 33}, phase="new-year", year=2)
    scene = draw(game, -1)
    assert not any(stat.icon == "cash" for seat in scene.seats for stat in seat.stats)
    assert not any(piece.id.startswith(("deed-", "permit-")) for piece in pieces_of(scene))


def test_the_numbers_of_a_seat() -> None:
    game = town("estate g7", "estate h6 h7", chair="sky")
    game.state.cash[ORANGE] = 12
    seats = draw(game, ORANGE).seats
    assert [(stat.icon, stat.value) for stat in seats[ORANGE].stats] == [
        ("block-0", "3"),
        ("income", "13"),
        ("cash", "12"),
        ("deed", "0"),
        ("permit", "0"),
    ]
    assert [stat.icon for stat in seats[SKY].stats] == ["block-1", "income", "chair"]


# --- Cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", range(s.PERMIT_KINDS))
def test_every_permit_draws_and_says_what_it_does(kind: int) -> None:
    for seat in (None, 0, 4):
        check_svg(card_faces.permit(CARDS, kind, seat), drawing.symbol)
        check_svg(card_faces.explained(CARDS, kind, seat).svg, drawing.symbol)
    assert captions.permit(CARDS, kind).startswith(CARDS.permits[kind].name)


def test_every_building_type_has_a_roof_of_its_own() -> None:
    drawn = {roofs.building(frozenset({(0, 0)}), kind, 0) for kind in range(s.TYPES)}
    assert len(drawn) == s.TYPES
    for kind in range(s.TYPES):
        check_svg(roofs.building(frozenset({(0, 0), (0, 1), (1, 1)}), kind, 3, ghost=True), drawing.symbol)


def test_the_gallery_shows_every_card() -> None:
    groups = drawing.gallery(CARDS)
    assert [(heading, len(pieces)) for heading, pieces in groups] == [
        ("Simple permits", 4),
        ("Permits", 7),
        ("Buildings", 7),
        ("Characters", 6),
    ]
    said = " ".join(piece.label for _, pieces in groups for piece in pieces)
    assert "Commons, at most 1 plot. A wall earns 0 inside, 1 beside the river, 0 beside a marsh" in said


def test_a_sheet_that_can_be_enlarged_has_a_switch_outside_every_form() -> None:
    zone = Zone("map", "Map", 100, 80, (Piece(Shape(0, 0, 10, 10, "")),), zoom=True)
    markup = str(html.zone_html(zone))
    assert markup.count('type="radio" form=""') == 3
    assert 'class="frame" tabindex="0"' in markup
    assert 'class="zoom"' not in str(html.zone_html(replace(zone, zoom=False)))
