"""A lane (G1 to G9, PL-30, 44 to 48, 54 to 58): worked examples W1 to W4, W16, W19, W22, and the other rules."""

import pytest

import tabletown as tt
from tabletown.engine.errors import InvalidMove, PositionError

from ...shared import play, refusal
from ..helpers import IDS, TITLE, income, lane_of, links, pass_all, pennies, score, seat, table, worth

W2 = "T-2 Stationers(0), T-1 Florist(0), T+1 Garage, T+2 Engineer(0), T+3 Penny Arcade, B+1 Cottage(1)"
W3 = "[board 1, bonus 1] T+2 Fountain, B+1 Cottage(0), B+2 Haunted House(1), B+3 Row House"
W4 = "[board 2, bonus 0] T+1 Cobbler, B-1 Cottage(1), B+1 Cottage(1), B+2 Loft(1)"
W16 = "[board 1, bonus 0] T-2 Pet Shop(2), T-1 Warehouse(1), T+1 Tailor(2), B-1 Loft(0), B+1 Mansion(1)"
W19 = "[board 1, bonus 0] T+1 Fountain, T+2 Garage, B-1 Cottage(1)"
W22 = "T-1 Florist(0), T-2 Stationers(1), T+1 Smelter(1), T+2 Clockmaker(0), B-1 Mansion(1), B+1 Manor(1)"


# --- Worked examples ------------------------------------------------------------------------------------------------


@pytest.mark.rules("G4", "G9", "PL-45", "PL-46", "PL-54")
@pytest.mark.parametrize(("crew", "stars", "earns", "made"), [(2, 4, 5, (4, 2)), (1, 3, 3, (2, 1))])
def test_w1_luthier(crew: int, stars: int, earns: int, made: tuple[int, int]) -> None:
    game = table(seat(f"[board 3, bonus 0] T+1 Luthier({crew}), T+2 Carousel(0), B+1 Mansion(1)"))
    assert (score(game), income(game), links(game)) == (stars, earns, made)


@pytest.mark.rules("PL-45", "PL-47")
def test_w2_penny_arcade() -> None:
    assert worth(f"[board 4, bonus 0] {W2}, B-1 Cottage(1)") == (2 + 1, 2)
    assert worth(f"[board 4, bonus 0] {W2}") == (1 + 1, 2)


@pytest.mark.rules("G6", "PL-48")
def test_w3_haunted_house() -> None:
    assert worth(f"{W3}(0)")[0] == 3 + (1 + 2) + 1 == 7
    assert worth(f"{W3}(1)")[0] == 2 + (1 + 1) + 1 == 5
    assert worth("[board 1, bonus 0] B+1 Haunted House(1)")[0] == 0


@pytest.mark.rules("PL-47")
def test_w4_cobbler_rounds_down() -> None:
    assert worth(W4)[0] == 1 + 1
    assert worth(f"{W4}, B+3 Row House(2)")[0] == 2 + 1


@pytest.mark.rules("PL-44", "PL-54", "PL-55", "PL-56", "PL-58", "PL-59")
def test_w16_a_whole_upkeep() -> None:
    game = table(seat(W16, pennies=0), round=4)
    assert links(game) == (2, 1)
    assert income(game) == 1 + 2 + 2 + 1 + 2 + 1 == 9
    assert score(game) == 1 + 0 + 1 + 1 + 1 == 4
    sheet = [(name, points[0]) for name, points in TITLE.scoring.sheet(game)]
    assert sheet == [("Printed stars", 0), ("Effects", 2), ("Uncovered slots", 1), ("Point links", 1)]
    pass_all(game)
    assert pennies(game) == [9, 3 + 1]
    assert game.state.bonus[:2].tolist() == [1, 1]
    assert game.state.rounds == 5


def cells_for(game: tt.Game, building: str) -> list[str]:
    """Where a building of the supply could go."""
    game.push(f"guild {building}")
    cells = [move.removeprefix("at ").upper() for move in game.legal_moves]
    game.pop()
    return cells


@pytest.mark.rules("G3", "G7", "PL-37")
def test_w19_legal_cells() -> None:
    game = table(seat(W19, pennies=9), supply="florist loft")
    assert cells_for(game, "florist") == ["T-1", "T+3"]
    assert cells_for(game, "loft") == ["B-2", "B+1", "B+2"]
    game = table(seat(pennies=9), supply="florist loft")
    assert cells_for(game, "florist") == ["T-1", "T+1"]
    assert cells_for(game, "loft") == ["B-1", "B+1"]


@pytest.mark.rules("PL-44", "PL-47")
def test_w22_type_counters() -> None:
    game = table(seat(f"[board 2, bonus 1] {W22}"))
    assert links(game) == (1, 0)
    assert (score(game), income(game)) == (2 + 2 + 2, 2)


# --- Cells ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("G1", "G6")
def test_cells_of_one_column_face_each_other() -> None:
    """The two houses are neighbours of the shops across the street; columns to both sides of the board are not."""
    assert worth("[board 2, bonus 0] T+1 Fountain, T+2 Bandstand, B+1 Cottage(1), B+2 Haunted House(0)")[0] == (
        (1 + 2) + 1 + 1 + 1  # printed, its own slot, Bandstand is quiet (the Cottage is not), board BR and Cottage L
    )
    assert worth("[board 1, bonus 0] B-1 Haunted House(1), B+1 Cottage(0), T+1 Museum(0)")[0] == 3 + 1


@pytest.mark.rules("G2", "G5")
def test_no_building_stands_in_the_boards_column() -> None:
    game = table(seat(pennies=9), supply="florist")
    game.push("guild florist")
    for cell in ("t+0", "t-0", "t0"):
        with pytest.raises(InvalidMove, match="is not a cell"):
            game.push(f"at {cell}")
    with pytest.raises(PositionError):
        table(seat("T+0 Florist"))


# A building with a penny and one with a point half-link towards each side of the board.
SIDES = {
    "TL": ("T-1", "Fountain", "Bandstand"),
    "TR": ("T+1", "Carousel", "Fountain"),
    "BL": ("B-1", "Townhouse", "Row House"),
    "BR": ("B+1", "Loft", "Cottage"),
}


@pytest.mark.rules("G5", "G9")
@pytest.mark.parametrize(("board", "printed"), [(1, "¢★★¢"), (2, "★¢¢★"), (3, "¢¢★★"), (4, "★★¢¢"), (5, "¢★¢★")])
@pytest.mark.parametrize("side", list(SIDES))
def test_every_half_link_of_every_board(board: int, printed: str, side: str) -> None:
    """A penny and a point half-link are held against each side; only the one of its kind completes a link."""
    cell, penny, point = SIDES[side]
    kind = printed[list(SIDES).index(side)]
    made = [links(table(seat(f"[board {board}, bonus 0] {cell} {name}"))) for name in (penny, point)]
    assert made == ([(1, 0), (0, 0)] if kind == "¢" else [(0, 0), (0, 1)])


@pytest.mark.rules("G9")
def test_unlike_blank_and_lonely_edges_complete_nothing() -> None:
    assert links(table(seat("[board 3, bonus 0] T+1 Fountain"))) == (0, 0)  # ¢ against ★
    assert links(table(seat("[board 3, bonus 0] T+1 Bandstand"))) == (0, 0)  # ¢ against a blank edge
    assert links(table(seat("[board 3, bonus 0] T+1 Carousel(0)"))) == (1, 0)
    assert links(table(seat("[board 3, bonus 0] T+1 Museum(0), T+2 Carousel(0)"))) == (0, 0)
    assert links(table(seat("[board 2, bonus 0] T-1 Fountain"))) == (0, 0)  # its right edge ¢ against ★
    assert links(table(seat("[board 1, bonus 0] T-1 Fountain"))) == (1, 0)


@pytest.mark.rules("G4", "G9")
def test_links_across_the_street() -> None:
    across = "[board 1, bonus 0] T-1 {}, B-1 {}"
    assert links(table(seat(across.format("Tailor(0)", "Row House")))) == (1, 1)  # street ¢, and Row House R to BL ★
    assert links(table(seat(across.format("Smelter(0)", "Loft")))) == (0, 1)
    assert links(table(seat(across.format("Smelter(0)", "Row House")))) == (0, 1)  # streets differ; only the board's
    assert links(table(seat(across.format("Smelter(0)", "Cottage")))) == (0, 0)


@pytest.mark.rules("G7")
def test_lanes_may_have_gaps_and_grow_both_ways() -> None:
    """Across the street counts: an upper building may stand over a house, away from its own row."""
    game = table(seat("[board 1, bonus 0] B+1 Cottage(1), B+2 Loft(1), B-1 Cottage(1)", pennies=9), supply="florist")
    assert cells_for(game, "florist") == ["T-1", "T+1", "T+2"]
    play(game, "guild florist, at t+2")
    assert lane_of(game)["T+2"] == ("florist", 0)


@pytest.mark.rules("G3", "G7")
@pytest.mark.parametrize(
    ("cell", "rule"), [("t+3", "G7"), ("t+1", "G7"), ("t-2", "G7"), ("t-33", "G7"), ("b+1", "G3"), ("b-1", "G3")]
)
def test_cells_that_are_refused(cell: str, rule: str) -> None:
    game = table(seat("[board 1, bonus 0] T+1 Fountain", pennies=9), supply="florist")
    game.push("guild florist")
    assert refusal(game, f"at {cell}").rule == rule
    game.push("at t+2")


@pytest.mark.rules("G3")
@pytest.mark.parametrize("name", list(IDS))
def test_every_building_has_its_row(name: str) -> None:
    building = next(b for b in TITLE.cards.buildings if b.name == name)
    game = table(seat(pennies=9), supply=building.id)
    row = "b" if building.slots else "t"
    assert cells_for(game, building.slug) == [f"{row}-1".upper(), f"{row}+1".upper()]


# --- Stars and income -----------------------------------------------------------------------------------------------


@pytest.mark.rules("PL-46")
@pytest.mark.parametrize(
    ("lane", "made"),
    [
        ("[board 1, bonus 0] T-1 Luthier(2)", (2, 0)),  # with the board
        ("[board 1, bonus 0] T-1 Luthier(1)", (1, 0)),
        ("[board 1, bonus 0] T-1 Luthier(0)", (1, 0)),
        ("[board 1, bonus 0] T-2 Luthier(2), T-1 Carousel(0)", (2, 0)),  # as the left one
        ("[board 5, bonus 0] T+1 Fountain, T+2 Luthier(2)", (2, 1)),  # as the right one; the board's ★ is not its own
        ("[board 5, bonus 0] T+1 Luthier(2), B+1 Loft", (0, 2)),  # across the street
        ("[board 1, bonus 0] T-1 Fountain, T-2 Warehouse(0), T-3 Luthier(2)", (1, 0)),  # ★ and blank: not its link
    ],
)
def test_a_full_luthier_doubles_the_links_on_its_own_edges(lane: str, made: tuple[int, int]) -> None:
    assert links(table(seat(lane))) == made


@pytest.mark.rules("PL-44", "PL-45")
def test_a_score_is_the_lane_and_nothing_else() -> None:
    """Pennies are no stars, and a link counts once for the lane, not once for each of its buildings."""
    lane = "[board 4, bonus 0] T+1 Book Shoppe(0), T+2 Music Hall(0)"
    assert [score(table(seat(lane, pennies=n))) for n in (0, 100)] == [2, 2]
    assert score(table(seat(lane.replace("bonus 0", "bonus 1")))) == 2


@pytest.mark.rules("PL-30", "PL-38", "PL-44")
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_empty_slots_show_their_stars(left: int) -> None:
    assert worth(f"[board 1, bonus 0] B+1 Boarding House({left})") == (3 - left, 1)


@pytest.mark.rules("PL-48")
@pytest.mark.parametrize(
    ("around", "quiet"),
    [
        ("", 0),
        ("T+2 Garage", 1),  # no place for citizens at all
        ("T+2 Florist(0)", 1),
        ("T+2 Florist(1)", 0),
        ("T+2 Garage, B+3 Loft(1)", 1),
        ("T+2 Garage, T+3 Museum(0)", 1),  # diagonal is not adjacent
    ],
)
def test_quiet_neighbours(around: str, quiet: int) -> None:
    """The Cottage at B+1 is inhabited; stars of other sources are taken off."""
    alone = f"[board 1, bonus 0] B+1 Cottage(1), {around}".rstrip(", ")
    game = table(seat(f"{alone}, B+2 Haunted House(1)"))
    effects = next(points[0] for name, points in TITLE.scoring.sheet(game) if name == "Effects")
    assert effects == quiet


@pytest.mark.rules("PL-48")
def test_the_haunting_citizen_does_not_matter() -> None:
    lane = "[board 1, bonus 0] B+1 Cottage(0), B+2 Haunted House({})"
    assert worth(lane.format(1))[0] == 1 + 1
    assert worth(lane.format(0))[0] == 1 + 1 + 1  # only its own uncovered slot comes on top


@pytest.mark.rules("PL-54", "PL-55")
def test_income_of_a_bare_board_is_one_penny() -> None:
    assert worth("[board 1, bonus 0]") == (0, 1)
    assert worth("[board 1, bonus 1]") == (0, 1)


@pytest.mark.rules("PL-56")
def test_a_staffed_warehouse_counts_the_stores_of_its_own_lane() -> None:
    stores = "T+1 Florist(0), T+2 Bakery(0), T+3 Stationers(0)"
    assert worth(f"[board 4, bonus 0] T-1 Warehouse(1), {stores}")[1] == 1 + 3
    assert worth(f"[board 4, bonus 0] T-1 Warehouse(0), {stores}")[1] == 1
    game = table(seat("[board 4, bonus 0] T-1 Warehouse(1)"), seat(stores))
    assert income(game) == 1


@pytest.mark.rules("PL-58")
def test_loft_pays_as_long_as_its_slot_is_empty() -> None:
    """Its citizen goes to the temple and leaves the game at upkeep; the Loft pays then and in the rounds after."""
    game = table(seat("[board 1, bonus 0] B-1 Loft(1)", pennies=2))
    assert income(game) == 1
    play(game, "gazette 1, from loft, to temple, lane orange")
    assert (pennies(game)[0], income(game), score(game)) == (0, 2, 1)
    pass_all(game)
    pass_all(game)
    assert pennies(game)[0] == 4
