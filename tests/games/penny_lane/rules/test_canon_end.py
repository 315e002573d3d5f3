"""Upkeep, the end and the winner (PL-49 to 62): worked examples W15, W17, W18, and a test for every other rule."""

from typing import Any

import pytest

import tabletown as tt
from tabletown.engine.takebacks import can_take_back, take_back

from ...shared import play, refusal
from ..helpers import everything_but, lane_of, pass_all, pennies, score, seat, supply, table

COOP = "[board 1, bonus 0] T+1 Farmer's Co-Op({})"


# --- Upkeep ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("PL-53", "PL-57")
@pytest.mark.parametrize(
    ("first", "second", "gains"), [("sky", "green", [1, 1]), ("sky", "sky", [2, 0]), ("green", "green", [0, 2])]
)
def test_w15_farmers_coop(first: str, second: str, gains: list[int]) -> None:
    game = table(seat(COOP.format(2), pennies=0), seat(pennies=0), seat(pennies=0))
    pass_all(game)
    assert (game.turn, game.legal_moves) == (0, ["name sky", "name green"])
    assert refusal(game, "name orange").rule == "PL-57"
    assert refusal(game, "pass").rule == "PL-57"
    play(game, f"name {first}, name {second}")
    assert pennies(game) == [1 + 2, 1 + gains[0], 1 + gains[1]]
    assert int(game.state.rounds) == 2


@pytest.mark.rules("PL-57")
@pytest.mark.parametrize("crew", [0, 1, 2])
def test_w15_with_two_players_nobody_is_asked(crew: int) -> None:
    game = table(seat(COOP.format(crew), pennies=0), seat(pennies=0))
    pass_all(game)
    assert pennies(game) == [1 + crew, 1 + crew]
    assert (int(game.state.rounds), game.turn) == (2, 0)


@pytest.mark.rules("PL-53", "PL-57", "PL-60")
def test_the_owner_of_the_coop_is_asked_and_then_the_mayor_begins() -> None:
    game = table(seat(), seat(), seat(COOP.format(1)), mayor="sky")
    pass_all(game)
    assert game.turn == 2
    game.push("name sky")
    assert (game.turn, int(game.state.rounds), pennies(game)) == (1, 2, [4, 5, 5])


@pytest.mark.rules("PL-53")
def test_a_gift_can_be_taken_back_until_somebody_else_decides() -> None:
    game = table(seat(COOP.format(1)), seat(), seat(), mayor="sky")
    play(game, "pass, pass, pass")
    game.push("name green")
    assert game.turn == 1
    given = game.copy()
    take_back(given, 0)
    take_back(given, 0)  # the pass before it, too: nothing was shown
    assert given.ply == 2
    game.push("pass")
    assert not can_take_back(game, 0)


@pytest.mark.rules("PL-52", "PL-59")
def test_upkeep_opens_main_street_and_fills_the_bonus_spaces() -> None:
    used = {"bank": 3, "gazette": 2, "masons_guild": 1, "tower": 1, "town_hall": 1, "barracks": 1, "temple": 1}
    game = table(seat("[board 1, bonus 1]"), seat("[board 2, bonus 0]"), used=used)
    pass_all(game)
    assert not game.state.used.any()
    assert game.state.bonus[:2].tolist() == [1, 1]  # one at the most
    pass_all(game)
    assert game.state.bonus[:2].tolist() == [1, 1]


@pytest.mark.rules("PL-2", "PL-59")
def test_the_first_bonus_citizen_comes_at_the_first_upkeep() -> None:
    game = tt.new("penny_lane", players=2, seed=1)
    assert not game.state.bonus.any()
    pass_all(game)
    assert game.state.bonus[:2].tolist() == [1, 1]


@pytest.mark.rules("PL-9", "PL-53")
def test_incomes_do_not_depend_on_each_other() -> None:
    """What the Co-Op gives away comes on top of what the others earn anyway, in any order."""
    for mayor in ("orange", "sky", "green"):
        game = table(seat(COOP.format(2), pennies=0), seat("B-1 Loft(0)", pennies=0), seat(pennies=0), mayor=mayor)
        pass_all(game)
        play(game, "name sky, name green")
        assert pennies(game) == [3, 1 + 1 + 1, 1 + 1]


# --- The end --------------------------------------------------------------------------------------------------------

NINE = "[board 2, bonus 0] T+1 Museum(0), T+2 Bandstand, T+3 Carousel(0), T+4 Clockmaker(0)"  # 3 + 2 + 2 + 2
TEN = f"{NINE}, T+5 Dark Alley"
LINKED = "[board 5, bonus 0] T+1 Museum(0), T+2 Carousel(0), T+3 Clockmaker(0), T+4 Fountain, B+1 Cottage(0)"


@pytest.mark.rules("PL-49", "PL-50")
def test_w17_ten_stars_end_the_game_without_an_upkeep() -> None:
    """3 + 2 + 2 + 1 printed, one uncovered slot, and point links: Clockmaker with Fountain, board with Cottage."""
    game = table(seat(LINKED, pennies=4), seat(pennies=2))
    assert score(game) == 8 + 1 + 2
    game = table(seat(LINKED.replace("Cottage(0)", "Cottage(1)"), pennies=4), seat(pennies=2))
    assert score(game) == 10
    pass_all(game)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("a lane has ten stars", (0,))
    assert pennies(game) == [4, 2]
    assert game.state.bonus[0] == 0
    assert (game.turn, game.legal_moves, int(game.state.rounds)) == (None, [], 1)


QUIET = "cobbler manor mansion penny_arcade haunted_house"  # without these a lane of all the rest is worth little


def late(lane: str, built: str, supply: str, **fields: Any) -> tt.Game:
    """The deck is empty: Orange has a lane of some buildings, the rest lies in the supply and on Sky's lane."""
    rest = everything_but(f"{built} {supply}")
    return table(seat(lane, **fields), seat(rest), supply=supply, deck_left=0)


@pytest.mark.rules("PL-49")
def test_w17_an_empty_deck_alone_ends_nothing() -> None:
    game = late(NINE, "museum bandstand carousel clockmaker", QUIET)
    assert max(game.scores()) == score(game) == 9
    assert (len(supply(game)), int(game.state.deck_left)) == (5, 0)
    pass_all(game)
    assert (game.is_game_over(), int(game.state.rounds)) == (False, 2)


@pytest.mark.rules("PL-39", "PL-49")
def test_w17_a_short_supply_ends_the_game() -> None:
    """Bought with the deck empty: four cards are left, the round is played to its end, and there is no upkeep."""
    game = late(NINE, "museum bandstand carousel clockmaker", QUIET, pennies=3)
    play(game, "guild cobbler, at t-1")
    assert max(game.scores()) < 10
    assert (len(supply(game)), game.is_game_over()) == (4, False)
    before = pennies(game)
    pass_all(game)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.reason == "the building supply ran short"
    assert pennies(game) == before


@pytest.mark.rules("PL-49")
def test_w17_only_the_score_at_the_end_of_the_phase_counts() -> None:
    lane = "[board 1, bonus 0] T+1 Fountain, T+2 Museum(0), T+3 Bandstand, T+4 Carousel(0), T+5 Dark Alley"
    game = table(seat(lane))
    assert score(game) == 1 + 3 + 2 + 2 + 1 + 1 == 10
    play(game, "tower 1, swap fountain, swap museum")
    assert score(game) == 9
    pass_all(game)
    assert (game.is_game_over(), int(game.state.rounds)) == (False, 2)


@pytest.mark.rules("PL-49")
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_ten_stars_on_any_lane_are_enough(owner: int) -> None:
    seats = [seat(TEN if p == owner else f"[board {3 + p}, bonus 0]") for p in range(3)]
    game = table(*seats)
    pass_all(game)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (owner,)


@pytest.mark.rules("PL-51")
def test_round_thirty_is_the_last() -> None:
    game = table(seat(), seat(), round=29)
    pass_all(game)
    assert (game.is_game_over(), int(game.state.rounds)) == (False, 30)
    before = pennies(game)
    pass_all(game)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.reason == "thirty rounds have been played"
    assert pennies(game) == before


@pytest.mark.rules("PL-49", "PL-51")
def test_reasons_have_an_order() -> None:
    game = table(seat(TEN), seat(), round=30)
    pass_all(game)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.reason == "a lane has ten stars"


# --- The winner -----------------------------------------------------------------------------------------------------

FIVE = "[board 3, bonus 0] T+1 Museum(0), T+2 Clockmaker(0), T+3 Carousel(0), B+1 Boarding House(0), B-1 Cottage({})"
SIX = "[board 1, bonus 0] T+1 Fountain, {}, B+1 Townhouse(0), B+2 Townhouse(0), B+3 Row House(0)"
SEVEN = (
    "[board 2, bonus 0] T+1 Dark Alley, T+2 The Confectioners(0), B+1 Cottage(0), B+2 Row House(0), B+3 Loft(0), "
    "B+4 Mansion(0), B+5 Manor(0)"
)


@pytest.mark.rules("PL-61")
def test_w18_buildings_break_a_tie() -> None:
    six = SIX.format("T+2 Fountain, T+3 Bandstand")
    game = table(seat(FIVE.format(0), pennies=9), seat(six, pennies=0), seat(SEVEN, pennies=4), over=True)
    assert game.state.length[:3].tolist() == [5, 6, 7]
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.places) == ((11, 11, 10), (1,), (2, 1, 3))


@pytest.mark.rules("PL-61", "PL-62")
@pytest.mark.parametrize(("money", "winners"), [((2, 3), (1,)), ((3, 2), (0,)), ((3, 3), (0, 1))])
def test_w18_pennies_break_what_is_left(money: tuple[int, int], winners: tuple[int, ...]) -> None:
    game = table(seat(FIVE.format(1), pennies=money[0]), seat(SIX.format("T+2 Bandstand"), pennies=money[1]), over=True)
    assert game.state.length[:2].tolist() == [5, 5]
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((10, 10), winners)


@pytest.mark.rules("PL-61")
def test_stars_come_before_buildings_and_pennies() -> None:
    long_lane = "T+1 Fountain, T+2 Bakery, T+3 Bakery, T+4 Florist, T+5 Cobbler, T+6 Garage"
    game = table(seat(TEN, pennies=0), seat(long_lane, pennies=99))
    pass_all(game)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.places == (1, 2)


@pytest.mark.rules("PL-49", "PL-61")
def test_nothing_can_be_moved_when_the_game_is_over() -> None:
    game = table(seat(TEN), over="stars")
    assert "over" in str(refusal(game, "pass"))
    assert lane_of(game)["T+5"] == ("dark_alley", 0)
