"""Citizens on the move (PL-7, 23 to 34): worked examples W5, W6, W13, W21, and a test for every other rule."""

import pytest

import tabletown as tt
from tabletown.games.penny_lane import state as s

from ...shared import play, refusal
from ..helpers import income, lane_of, pass_all, pennies, score, seat, table

# Two stores, a workshop, an attraction and three houses; two of each of the upper types and one house.
X = "T+1 Bakery(0), T+2 Florist(0), T+3 Smelter(0), T+4 Museum(0), B+1 Cottage(1), B+2 Cottage(1), B+3 Row House(2)"
Y = "T+1 Pet Shop(0), T+2 Stationers(0), T+3 Garage, T+4 Tailor(0), T+5 Fountain, T+6 Fountain, B+1 Loft(1)"


@pytest.mark.rules("PL-14", "PL-23", "PL-24", "PL-30", "PL-56")
def test_w5_gazette_uncovers_a_star() -> None:
    lane = "[board 2, bonus 0] T-1 Bakery(0), B-1 Row House(2)"
    game = table(seat(lane, pennies=2), used={"gazette": 1})
    assert (score(game), income(game)) == (0, 1 + 1)
    play(game, "gazette 1, from row-house, to bakery")
    assert (pennies(game)[0], score(game), income(game)) == (0, 1, 1 + 1 + 1)
    assert lane_of(game) == {"T-1": ("bakery", 1), "B-1": ("row_house", 1)}


@pytest.mark.rules("PL-16", "PL-17", "PL-26", "PL-29")
@pytest.mark.parametrize(("staff", "one", "two"), [(0, 2, 3), (1, 1, 2)])
def test_w6_gazette_costs(staff: int, one: int, two: int) -> None:
    lane = f"[board 1, bonus 1] T+1 Stationers({staff}), T+2 Tailor(1), B+1 Cottage(1)"
    for declared, cost in ((1, one), (2, two)):
        game = table(seat(lane, pennies=cost))
        game.push(f"gazette {declared}")
        assert pennies(game)[0] == 0
        poor = table(seat(lane, pennies=cost - 1))
        assert refusal(poor, f"gazette {declared}").rule == "PL-13"


@pytest.mark.rules("PL-16", "PL-26")
def test_w6_two_citizens_only_on_the_priority_space() -> None:
    lane = "[board 1, bonus 1] T+1 Stationers(1), T+2 Tailor(0), B+1 Cottage(1)"
    game = table(seat(lane, pennies=9), used={"gazette": 1})
    assert "gazette 1" in game.legal_moves
    assert refusal(game, "gazette 2").rule == "PL-26"
    game = table(seat(lane.replace("Stationers(1)", "Stationers(0)"), pennies=2))
    assert [move for move in game.legal_moves if "gazette" in move] == ["gazette 1"]


@pytest.mark.rules("PL-29")
def test_stationers_saves_its_penny_even_if_its_own_employee_leaves() -> None:
    game = table(seat("[board 1, bonus 0] T+1 Stationers(1), T+2 Museum(0)", pennies=1))
    play(game, "gazette 1, from stationers, to museum")
    assert pennies(game)[0] == 0
    assert lane_of(game)["T+1"] == ("stationers", 0)
    game.push("pass")
    assert "gazette 1" not in game.legal_moves


@pytest.mark.rules("PL-31", "PL-32", "PL-33")
@pytest.mark.parametrize(
    ("job", "lane", "gain"),
    [("temple", "orange", 1), ("temple", "sky", 2), ("barracks", "orange", 3), ("barracks", "sky", 1)],
)
def test_w13_temple_and_barracks_pay(job: str, lane: str, gain: int) -> None:
    game = table(seat(X, pennies=2), seat(Y))
    play(game, f"gazette 1, from row-house, to {job}")
    assert game.legal_moves == ["lane orange", "lane sky"]
    before = score(game)
    game.push(f"lane {lane}")
    assert pennies(game)[0] == gain
    assert score(game) == before
    assert lane_of(game)["B+3"] == ("row_house", 1)


@pytest.mark.rules("PL-31", "PL-34", "PL-52")
def test_w13_one_vacancy_until_upkeep() -> None:
    game = table(seat(X, pennies=9), seat(Y, pennies=9))
    start = score(game)
    play(game, "gazette 1, from row-house, to temple, lane sky, gazette 1, from loft")
    assert "to temple" not in game.legal_moves
    assert refusal(game, "to temple").rule == "PL-24"
    play(game, "to barracks, lane orange")
    assert sum(citizens for _, citizens in lane_of(game).values()) == 3
    game.push("gazette 1")
    assert all("to temple" not in moves and "to barracks" not in moves for moves in destinations(game))
    game.pop()
    pass_all(game)
    assert not game.state.used.any()
    assert lane_of(game)["B+3"] == ("row_house", 1)
    assert score(game) == start + 1
    play(game, "gazette 1, from row-house")
    assert {"to temple", "to barracks"} <= set(game.legal_moves)


def destinations(game: tt.Game) -> list[list[str]]:
    """The destinations of every source that is offered."""
    found = []
    for action in game.legal_actions:
        game.push_action(action)
        found.append(game.legal_moves)
        game.pop()
    return found


W21 = "[board 4, bonus 1] T+1 Book Shoppe(1), T+2 Florist(0), B-1 Cottage(1)"


@pytest.mark.rules("PL-26", "PL-27", "PL-28")
def test_w21_two_moves() -> None:
    game = table(seat(W21, pennies=3))
    assert score(game) == 1 + 1
    play(game, "gazette 2, from book-shoppe, to florist")
    assert pennies(game)[0] == 0
    assert refusal(game, "from florist").rule == "PL-28"
    assert game.legal_moves == ["from cottage", "from board", "stop"]
    play(game, "from cottage, to book-shoppe")
    assert score(game) == 3
    assert game.turn == 1


@pytest.mark.rules("PL-14", "PL-27")
def test_w21_pennies_won_on_the_way_do_not_pay() -> None:
    """The temple would pay two, but two citizens have to be declared and paid before."""
    game = table(seat(W21, pennies=2), seat(Y))
    assert refusal(game, "gazette 2").rule == "PL-13"
    play(game, "gazette 1, from cottage, to temple, lane sky")
    assert pennies(game)[0] == 2
    assert game.turn == 1


@pytest.mark.rules("PL-27")
def test_two_need_two_citizens() -> None:
    game = table(seat("[board 1, bonus 1] T+1 Tailor(0)", pennies=9))
    assert refusal(game, "gazette 2").rule == "PL-27"
    game = table(seat("[board 1, bonus 1] T+1 Tailor(1)", pennies=9))
    assert "gazette 2" in game.legal_moves


@pytest.mark.rules("PL-27")
def test_the_first_move_is_compulsory_and_the_second_may_be_given_up() -> None:
    game = table(seat(W21, pennies=5))
    game.push("gazette 2")
    assert refusal(game, "stop").rule == "PL-27"
    play(game, "from cottage, to florist, stop")
    assert pennies(game)[0] == 2
    assert game.turn == 1


@pytest.mark.rules("PL-27")
def test_a_second_move_that_cannot_be_made_is_given_up_by_itself() -> None:
    """Two citizens, one job: after the first move nothing is open, not even on Main Street.

    No game comes here with these cards: before the first use of the Gazette nobody works on Main Street.
    """
    game = table(seat("[board 1, bonus 0] T+1 Florist(0), B+1 Row House(2)", pennies=9))
    game.state.used[s.BARRACKS] = game.state.used[s.TEMPLE] = 1
    play(game, "gazette 2, from row-house, to florist")
    assert game.turn == 1
    assert pennies(game)[0] == 6


@pytest.mark.rules("PL-28")
def test_the_second_may_start_where_the_first_arrived_if_somebody_was_there() -> None:
    lane = "[board 1, bonus 0] T+1 Tailor(1), T+2 Museum(0), B+1 Cottage(1)"
    game = table(seat(lane, pennies=9))
    play(game, "gazette 2, from cottage, to tailor, from tailor, to museum")
    assert {cell: n for cell, (_, n) in lane_of(game).items()} == {"T+1": 1, "T+2": 1, "B+1": 0}


@pytest.mark.rules("PL-28")
def test_the_second_may_take_a_vacancy_that_the_first_opened() -> None:
    lane = "[board 1, bonus 1] T+1 Florist(1)"
    game = table(seat(lane, pennies=9))
    play(game, "gazette 2, from florist, to temple, lane orange, from board, to florist")
    assert lane_of(game)["T+1"] == ("florist", 1)
    assert game.state.bonus[0] == 0


@pytest.mark.rules("PL-7", "PL-24")
def test_any_citizen_of_the_lane_can_move_into_any_vacancy() -> None:
    """From a slot, a job and the board; never into a slot, and never to another lane."""
    lane = "[board 1, bonus 1] T+1 Tailor(1), T+2 Florist(0), B+1 Row House(1), B+2 Cottage(0)"
    game = table(seat(lane, pennies=9), seat("T+1 Museum(0), B+1 Loft(1)"))
    game.push("gazette 1")
    assert game.legal_moves == ["from tailor", "from row-house", "from board"]
    game.push("from board")
    assert game.legal_moves == ["to florist", "to tailor", "to barracks", "to temple"]
    assert refusal(game, "to cottage").rule == "PL-24"
    assert refusal(game, "to museum").rule == "PL-24"


@pytest.mark.rules("PL-25")
def test_a_move_ends_on_another_card() -> None:
    game = table(seat("[board 1, bonus 0] T+1 Tailor(1), T+2 Florist(0)", pennies=9))
    play(game, "gazette 1, from tailor")
    assert refusal(game, "to tailor").rule == "PL-25"


@pytest.mark.rules("PL-24", "PL-25")
def test_sources_without_a_destination_are_not_offered() -> None:
    """The only vacancy is beside the Tailor's own employee."""
    lane = "[board 1, bonus 0] T+1 Tailor(1), T+2 Florist(1)"
    game = table(seat(lane, pennies=9), used={"gazette": 1, "barracks": 1, "temple": 1})
    game.push("gazette 1")
    assert game.legal_moves == ["from florist"]
    assert refusal(game, "from tailor").rule == "PL-24"


@pytest.mark.rules("PL-13", "PL-24")
def test_the_gazette_is_illegal_if_nobody_can_move() -> None:
    full = table(seat("[board 1, bonus 1] T+1 Florist(1)", pennies=9), used={"gazette": 1, "barracks": 1, "temple": 1})
    assert refusal(full, "gazette 1").rule == "PL-24"
    empty = table(seat("[board 1, bonus 0] T+1 Florist(0)", pennies=9))
    assert refusal(empty, "gazette 1").rule == "PL-24"


@pytest.mark.rules("PL-30")
@pytest.mark.parametrize(
    ("move", "gain"),
    [
        ("from cottage, to museum", 1),
        ("from board, to museum", 0),
        ("from florist, to museum", 0),
        ("from cottage, to temple, lane orange", 1),
    ],
)
def test_only_slots_hide_stars(move: str, gain: int) -> None:
    game = table(seat("[board 1, bonus 1] T+1 Florist(1), T+2 Museum(0), B+2 Cottage(1)", pennies=9))
    before = score(game)
    play(game, f"gazette 1, {move}")
    assert score(game) - before == gain


@pytest.mark.rules("PL-31")
def test_a_job_that_pays_nothing_may_be_taken() -> None:
    game = table(seat("[board 1, bonus 1]", pennies=2), seat())
    play(game, "gazette 1, from board, to temple, lane sky")
    assert pennies(game)[0] == 0
    assert game.state.bonus[0] == 0


@pytest.mark.rules("PL-7", "PL-34")
def test_a_citizen_on_main_street_is_not_on_the_lane() -> None:
    """Two declared, one goes to the barracks: only the other one can still move."""
    game = table(seat("[board 1, bonus 1] B+1 Cottage(1), T+1 Florist(0)", pennies=9))
    play(game, "gazette 2, from cottage, to barracks, lane orange")
    assert game.legal_moves == ["from board", "stop"]


@pytest.mark.rules("PL-31")
def test_every_lane_is_offered() -> None:
    game = table(seat("[board 1, bonus 1]", pennies=2), seat(), seat(), seat(X), seat(Y))
    play(game, "gazette 1, from board, to barracks")
    assert game.legal_moves == ["lane orange", "lane sky", "lane green", "lane vermilion", "lane purple"]
    game.push("lane vermilion")
    assert pennies(game)[0] == 3
