"""Pouches, requisitions and placing (MK-41 to 51): EX-20, 21, 32, 33, 40, and a test for every other rule."""

from typing import Any

import pytest

import tabletown as tt
from tabletown.engine.state import record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules import money

from ...shared import refusal
from ..helpers import (
    CARDS,
    GREEN,
    ORANGE,
    SKY,
    VERMILION,
    all_do,
    building_of,
    cash,
    deck,
    deeds,
    do,
    moves,
    numbers,
    options,
    permit_deck,
    permits,
    table,
)


def pouch(*rows: dict[str, Any], **header: Any) -> tt.Game:
    """Pouches are being filled; a second player holds a permit, so that the year after is not hurried through."""
    return table(*rows, *([{"permits": ["lobby"]}] if len(rows) == 1 else []), phase="pouch", year=2, **header)


def fill(game: tt.Game, permit: str, plots: str, seat: int = ORANGE) -> None:
    """One item of a pouch; `permit` may be "extend b5"."""
    game.push(permit if permit.startswith("extend") else f"start {permit}", seat)
    for plot in plots.split():
        game.push(f"add {plot}", seat)
    game.push("close", seat)


# --- Pouches --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("MK-41")
def test_two_new_buildings_and_any_number_of_extensions() -> None:
    row = {
        "permits": ["lobby", "lobby", "lobby", "extension", "extension"], "deeds": ["a1", "a3", "a5", "a7", "b7"],
        "buildings": ["estate a8"],
    }  # fmt: skip
    game = pouch(row)
    fill(game, "lobby", "a1")
    fill(game, "lobby", "a3")
    assert options(game, "start") == []
    assert refusal(game, "start lobby")
    fill(game, "extend a8", "a7")
    fill(game, "extend a8", "b7")
    assert moves(game) == ["seal"]
    do(game, "seal, sky: seal")
    assert building_of(game, "a8") == "a7 a8 b7"
    assert deeds(game) == "a5"
    assert permits(game) == ["lobby"]


@pytest.mark.rules("MK-41")
def test_each_card_is_used_once_and_an_empty_pouch_can_be_sealed() -> None:
    game = pouch({"permits": ["lobby"], "deeds": ["a1", "a2"]})
    assert moves(game) == ["seal", "start lobby"]
    do(game, "start lobby, add a1")
    assert options(game, "add") == ["a2"]
    do(game, "close")
    assert moves(game) == ["seal"]
    do(game, "seal, sky: seal")
    assert game.state.year == 3


@pytest.mark.rules("MK-41")
def test_pouches_are_secret_until_they_open() -> None:
    game = pouch({"permits": ["lobby"], "deeds": ["a1"]}, {"permits": ["lobby"]})
    fill(game, "lobby", "a1")
    do(game, "orange: seal")
    view = game.view(SKY)
    assert (view.state.items.any(), view.waiting, numbers(view, "deeds_held")) == (False, (0, 1), [1, 0])


@pytest.mark.rules("MK-42")
@pytest.mark.parametrize(
    ("permit", "most"), [("lobby", 6), ("nature", 6), ("allotments", 6), ("dump", 3), ("commons", 1)]
)
def test_sizes_of_new_buildings(permit: str, most: int) -> None:
    row = ["a1", "a2", "a3", "a4", "a5", "a6", "a7"]
    game = pouch({"permits": [permit], "deeds": row})
    do(game, f"start {permit}")
    assert "close" not in moves(game)  # at least one deed
    for plot in row[:most]:
        do(game, f"add {plot}")
    assert moves(game) == ["close"]


@pytest.mark.rules("MK-42")
def test_plots_must_be_connected() -> None:
    game = pouch({"permits": ["lobby"], "deeds": ["f6", "g7", "f5"]})
    do(game, "start lobby, add f6")
    assert options(game, "add") == ["f5"]  # G7 touches F6 at a corner only
    assert refusal(game, "add g7").rule == "MK-42"


@pytest.mark.rules("MK-43")
@pytest.mark.parametrize("permit", ["inquiry", "lobby", "demolish", "redevelop"])
def test_every_simple_permit_builds_an_estate(permit: str) -> None:
    game = pouch({"permits": [permit, "lobby"], "deeds": ["a1"]})
    marker = numbers(game, "marker")
    fill(game, permit, "a1")
    do(game, "seal, sky: seal")
    assert game.state.kind[0] == s.ESTATE
    assert numbers(game, "marker") == marker
    assert permit_deck(game)[-1] == permit


# --- Extensions -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("MK-44")
def test_extensions() -> None:
    row = {
        "permits": ["extension", "extension"], "deeds": ["a7", "a8", "c5", "d7"],
        "buildings": ["dump a5 a6", "commons c4", "estate d5 d6 e5 e6 f5 f6"],
    }  # fmt: skip
    game = pouch(row)
    assert options(game, "extend") == ["a5"]  # no commons, no building of six plots
    do(game, "extend a5, add a7")
    assert moves(game) == ["close"]  # a dump has three plots at most
    do(game, "close")
    assert moves(game) == ["seal"]
    do(game, "seal, sky: seal")
    assert building_of(game, "a5") == "a5 a6 a7"
    assert game.state.kind[6] == s.DUMP


@pytest.mark.rules("MK-44")
def test_several_extensions_of_one_building_build_on_each_other() -> None:
    row = {"permits": ["extension"] * 3, "deeds": ["b1", "b2", "c3", "b3"], "buildings": ["estate c4"]}
    game = pouch(row)
    do(game, "extend c4")
    assert options(game, "add") == ["c3"]
    do(game, "add c3, close, extend c4, add b3, add b2, close, extend c4, add b1, close, seal, sky: seal")
    assert building_of(game, "c4") == "b1 b2 b3 c3 c4"
    assert permits(game) == []


@pytest.mark.rules("MK-44")
def test_an_extension_joins_no_buildings_and_needs_one_that_stood_before() -> None:
    row = {"permits": ["extension", "lobby"], "deeds": ["b4", "c7"], "buildings": ["estate b3", "estate b5"]}
    game = pouch(row)
    fill(game, "lobby", "c7")
    assert options(game, "extend") == ["b3", "b5"]
    fill(game, "extend b3", "b4")
    do(game, "seal, sky: seal")
    assert (building_of(game, "b3"), building_of(game, "b5")) == ("b3 b4", "b5")
    assert game.scores()[0] == 1


@pytest.mark.rules("MK-44")
def test_an_extension_of_a_sewage_requisitions_nothing() -> None:
    row = {"permits": ["extension"], "deeds": ["g8"], "buildings": ["sewage g7 + f7"]}
    game = pouch(row)
    fill(game, "extend f7", "g8")
    do(game, "seal, sky: seal")
    assert building_of(game, "f7") == "f7 g7 g8"
    assert game.state.year == 3  # nobody was asked for a plot


# --- Requisitions ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("MK-45", "MK-46")
def test_ex_40_candidates() -> None:
    game = pouch({"permits": ["sewage"], "deeds": ["b2", "d2"]})
    fill(game, "sewage", "b2 d2")
    do(game, "seal, sky: seal")
    assert options(game, "nominate") == ["c2"]
    do(game, "nominate c2")
    assert game.scores()[0] == 4
    alone = pouch({"permits": ["sewage"], "deeds": ["b8"]})
    assert moves(alone) == ["seal"]
    five = {"permits": ["air-base"], "deeds": ["a1", "a3", "c5", "b1", "b2", "b3", "c3"]}
    game = pouch(five)
    do(game, "start air-base, add a1, add a3")
    assert "c5" not in options(game, "add")
    only = pouch({"permits": ["air-base"], "deeds": ["a1", "a3"]})
    fill(only, "air-base", "a1 a3")
    do(only, "seal, sky: seal")
    assert options(only, "nominate") == ["a2"]
    full = pouch({"permits": ["air-base"], "deeds": ["a1", "a2", "a3", "a4", "a5", "a6"]})
    do(full, "start air-base, add a1, add a2, add a3, add a4, add a5")
    assert moves(full) == ["close"]


@pytest.mark.rules("MK-45")
def test_what_an_air_base_may_take() -> None:
    """Empty land, wherever its deed is; not what the own pouch builds on, no river, no marsh, nothing built."""
    rows = [
        {"permits": ["air-base", "lobby"], "deeds": ["e3", "e2", "d2"]},
        {"deeds": ["f3"], "permits": ["lobby"]},
        {"buildings": ["estate f2"]},
    ]
    game = pouch(*rows)
    fill(game, "air-base", "e3 e2")
    fill(game, "lobby", "d2")
    all_do(game, "seal")
    assert options(game, "nominate") == ["e1", "f3"]
    do(game, "nominate f3")
    assert building_of(game, "e2") == "e2 e3 f3"
    assert deeds(game, SKY) == ""


@pytest.mark.rules("MK-46")
def test_nothing_can_be_added_that_would_take_the_last_plot_of_a_requisition() -> None:
    game = pouch({"permits": ["air-base", "lobby"], "deeds": ["a1", "a3", "a2"]})
    fill(game, "air-base", "a1 a3")
    assert moves(game) == ["seal"]  # a lobby on a2 would leave the air base without a plot


@pytest.mark.rules("MK-46", "MK-47")
def test_two_own_requisitions_take_different_plots() -> None:
    row = {"permits": ["sewage", "sewage"], "deeds": ["b2", "d2", "b1"]}
    game = pouch(row)
    fill(game, "sewage", "b2 d2")
    do(game, "start sewage")
    assert "b1" in options(game, "add")
    do(game, "add b1, close, seal, sky: seal")
    assert (game.state.phase, numbers(game.view(SKY), "requisitions")) == (s.NOMINATE, [2, 0])
    assert options(game, "nominate") == ["c2"]
    do(game, "nominate c2")
    assert options(game, "nominate") == ["c1"]
    do(game, "nominate c1")
    assert (building_of(game, "c2"), building_of(game, "c1")) == ("b2 c2 d2", "b1 c1")


@pytest.mark.rules("MK-47")
def test_the_first_may_not_take_the_only_plot_of_the_second() -> None:
    row = {"permits": ["sewage", "sewage"], "deeds": ["b2", "d2", "c3"]}
    game = pouch(row)
    fill(game, "sewage", "c3")
    fill(game, "sewage", "b2 d2")
    do(game, "seal, sky: seal")
    assert options(game, "nominate") == ["d3"]


S = {"permits": ["air-base"], "deeds": ["b2", "b4"]}
G = {"permits": ["air-base"], "deeds": ["a3"]}


def contest(**more: dict[str, Any]) -> tt.Game:
    """EX-32: Orange wants B3 with B2 and B4, Sky with A3; both nominate it."""
    game = pouch(S, G, more.get("green", {}), more.get("vermilion", {"permits": ["lobby"]}))
    fill(game, "air-base", "b2 b4")
    fill(game, "air-base", "a3", SKY)
    for seat in game.waiting:
        if seat == GREEN and "green" in more:
            fill(game, "lobby", "a4", GREEN)
        game.push("seal", seat)
    assert game.state.phase == s.NOMINATE
    do(game, "orange: nominate b3")
    assert game.view(SKY).state.nominated[ORANGE].tolist() == [s.NONE, s.NONE]
    do(game, "sky: nominate b3")
    return game


@pytest.mark.rules("MK-47")
def test_ex_32_one_moves() -> None:
    game = contest()
    assert moves(game, ORANGE) == ["stand"]
    assert moves(game, SKY) == ["stand", "move a2", "move a4"]
    do(game, "orange: stand, sky: move a2")
    assert (building_of(game, "b3"), building_of(game, "a3")) == ("b2 b3 b4", "a2 a3")


@pytest.mark.rules("MK-47", "MK-48")
def test_ex_32_both_stand() -> None:
    game = contest()
    do(game, "orange: stand, sky: stand")
    assert not game.state.built.any()
    assert (deeds(game), deeds(game, SKY)) == ("b2 b4", "a3")
    assert (permits(game), permits(game, SKY)) == (["air-base"], ["air-base"])


@pytest.mark.rules("MK-48")
def test_ex_32_a_move_to_where_another_builds() -> None:
    game = contest(green={"permits": ["lobby"], "deeds": ["a4"]})
    do(game, "orange: stand, sky: move a4")
    assert (building_of(game, "b3"), building_of(game, "a4"), building_of(game, "a3")) == ("b2 b3 b4", "a4", "")
    assert (deeds(game, SKY), permits(game, SKY)) == ("a3", ["air-base"])


@pytest.mark.rules("MK-49")
def test_ex_33_a_deed_is_fetched_from_a_hand() -> None:
    game = contest(vermilion={"deeds": ["b3"], "permits": ["lobby"], "cash": 4})
    do(game, "orange: stand, sky: move a2")
    assert building_of(game, "b3") == "b2 b3 b4"
    assert (deeds(game, VERMILION), cash(game)[VERMILION]) == ("", 4)


@pytest.mark.rules("MK-48")
def test_an_air_base_fails_even_if_what_stops_it_fails_too() -> None:
    """Orange's air base wants A4, which lies in Sky's air base; that one fails at C4, where Green builds."""
    rows = [
        {"permits": ["air-base"], "deeds": ["a3"]},
        {"permits": ["air-base"], "deeds": ["a4", "b5"]},
        {"permits": ["lobby", "lobby"], "deeds": ["b4"]},
    ]
    game = pouch(*rows)
    fill(game, "air-base", "a3")
    fill(game, "air-base", "a4 b5", SKY)
    fill(game, "lobby", "b4", GREEN)
    all_do(game, "seal")
    do(game, "orange: nominate a4, sky: nominate b4")
    assert (building_of(game, "a3"), building_of(game, "a4"), building_of(game, "b4")) == ("", "", "b4")
    assert (deeds(game), deeds(game, SKY)) == ("a3", "a4 b5")


@pytest.mark.rules("MK-48")
def test_other_items_of_the_pouch_are_not_affected() -> None:
    rows = [
        {"permits": ["air-base", "lobby"], "deeds": ["a3", "h1"]},
        {"permits": ["lobby", "lobby"], "deeds": ["a4"]},
        {},
    ]
    game = pouch(*rows)
    fill(game, "air-base", "a3")
    fill(game, "lobby", "h1")
    fill(game, "lobby", "a4", SKY)
    all_do(game, "seal")
    do(game, "nominate a4")
    assert (building_of(game, "a3"), building_of(game, "h1"), building_of(game, "a4")) == ("", "h1", "a4")
    assert permits(game) == ["air-base"]


@pytest.mark.rules("MK-48")
def test_a_deed_under_an_extension_stops_an_air_base_too() -> None:
    rows = [
        {"permits": ["air-base"], "deeds": ["a3"]},
        {"permits": ["extension", "lobby"], "deeds": ["a4"], "buildings": ["estate a5"]},
    ]
    game = pouch(*rows)
    fill(game, "air-base", "a3")
    fill(game, "extend a5", "a4", SKY)
    all_do(game, "seal")
    do(game, "nominate a4")
    assert (building_of(game, "a3"), building_of(game, "a4")) == ("", "a4 a5")


@pytest.mark.rules("MK-49")
def test_a_deed_is_fetched_out_of_the_deck_whose_order_stays() -> None:
    game = pouch({"permits": ["air-base", "lobby"], "deeds": ["b5", "b7"]}, deck=["g1", "b6", "c4", "a1"])
    before = deck(game)
    fill(game, "air-base", "b5 b7")
    do(game, "seal, sky: seal, nominate b6")
    assert deck(game) == [plot for plot in before if plot != "b6"]
    assert game.scores()[0] == 2


@pytest.mark.rules("MK-49", "MK-4")
def test_permits_go_under_the_deck_from_the_chair_on_in_the_order_of_the_pouch() -> None:
    rows = [
        {"permits": ["lobby", "dump", "inquiry"], "deeds": ["a1", "a3"]},
        {"permits": ["nature", "inquiry"], "deeds": ["g1"]},
    ]
    game = pouch(*rows, chair="sky")
    fill(game, "dump", "a1")
    fill(game, "lobby", "a3")
    fill(game, "nature", "g1", SKY)
    all_do(game, "seal")
    assert permit_deck(game)[-3:] == ["nature", "dump", "lobby"]


# --- Markers --------------------------------------------------------------------------------------------------------


def climb(marker: int, blocks: int, inquiries: int = 0) -> tuple[int, int, int]:
    """INQUIRYs, then the end of a year: the marker, the floor and the cash that is paid."""
    game = table({"marker": marker}, {})
    state = record(game.states)
    for _ in range(inquiries):
        money.inquiry(state, CARDS, 0)
    state.blocks[0] = blocks
    money.move_markers(state, CARDS)
    return int(state.marker[0]), int(state.floor[0]), int(state.cash[0])


@pytest.mark.rules("MK-9", "MK-50", "MK-51")
def test_ex_20_a_marker_over_the_years() -> None:
    assert climb(10, 3) == (13, 10, 0)
    assert climb(13, 12) == (22, 20, 10)
    assert climb(22, 4) == (20, 20, 0)
    assert climb(20, 13, inquiries=1) == (25, 25, 0)


@pytest.mark.rules("MK-9", "MK-50", "MK-51")
def test_ex_21_markers_and_inquiries() -> None:
    assert climb(18, 9, inquiries=1) == (20, 20, 0)
    assert climb(18, 16, inquiries=1) == (26, 25, 5)
    assert climb(17, 6) == (16, 15, 0)
    assert climb(13, 5) == (15, 15, 5)
    assert climb(48, 45, inquiries=1) == (50, 50, 0)
    assert climb(10, 282) == (50, 50, 40)


@pytest.mark.rules("MK-50", "MK-51")
def test_the_end_of_a_year_moves_markers_and_pays_briefcases() -> None:
    row = {"permits": ["lobby"], "deeds": ["a6"], "buildings": ["estate a1 a2 a3 a4 a5", "estate c4 c5"], "marker": 10}
    game = pouch(row)
    do(game, "seal, sky: seal")
    assert (numbers(game, "marker"), numbers(game, "floor"), cash(game)) == ([15, 10], [15, 10], [5, 0])


@pytest.mark.rules("MK-16", "MK-51")
def test_briefcases_crunch_too() -> None:
    rows: list[dict[str, Any]] = [
        {"cash": 95, "buildings": ["estate a1 a2 a3 a4 a5 a6"], "marker": 10, "permits": ["lobby"]},
        {"cash": 93},
    ]
    game = pouch(*rows)
    do(game, "orange: seal, sky: seal")
    assert (cash(game), int(game.state.crunch)) == ([95, 88], 1)
