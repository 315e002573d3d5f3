"""New buildings (PL-17, 20 to 22, 35 to 40): worked examples W7, W14, W20, and a test for every other rule."""

import pytest

import tabletown as tt
from tabletown.engine.takebacks import can_take_back

from ...shared import play, refusal
from ..helpers import deck, everything_but, income, lane_of, links, pennies, score, seat, supply, table, verbs

ENGINEER = "[board 1, bonus 0] T+1 Engineer({})"


# --- Masons' Guild --------------------------------------------------------------------------------------------------


@pytest.mark.rules("PL-16", "PL-17", "PL-35", "PL-36")
@pytest.mark.parametrize(
    ("building", "first", "crew", "cost"),
    [
        ("tailor", False, 0, 4),
        ("tailor", True, 0, 3),
        ("tailor", True, 1, 2),
        ("tailor", True, 2, 1),
        ("tailor", False, 2, 2),
        ("cottage", True, 2, 1),
        ("cottage", False, 1, 1),
        ("florist", False, 0, 1),
        ("florist", True, 0, 1),
        ("florist", True, 2, 1),
        ("museum", True, 2, 2),
    ],
)
def test_w7_guild_costs(building: str, first: bool, crew: int, cost: int) -> None:
    used = {} if first else {"masons_guild": 1}
    game = table(seat(ENGINEER.format(crew), pennies=cost), supply=building, used=used)
    game.push(f"guild {building}")
    assert pennies(game)[0] == 0
    poor = table(seat(ENGINEER.format(crew), pennies=cost - 1), supply=building, used=used)
    error = refusal(poor, f"guild {building}")
    assert error.rule == "PL-13"
    assert f"costs {cost}, you have {cost - 1}" in str(error)


@pytest.mark.rules("PL-35", "PL-37", "PL-38", "PL-39")
def test_a_purchase_from_beginning_to_end() -> None:
    game = table(seat(pennies=9), supply="row_house museum tailor loft garage", deck="bakery florist")
    play(game, "guild row-house, at b-1")
    assert pennies(game)[0] == 9 - (3 - 1)
    assert lane_of(game) == {"B-1": ("row_house", 2)}
    assert score(game) in (0, 1)  # both stars are covered; a point link depends on the board
    assert supply(game) == ["bakery", "garage", "tailor", "museum", "loft"]  # in the order of the card list
    assert deck(game)[0] == "florist"
    assert (game.turn, int(game.state.used[3])) == (1, 1)


@pytest.mark.rules("PL-37", "PL-38")
@pytest.mark.parametrize(
    ("building", "cell", "citizens"),
    [("boarding-house", "b+1", 3), ("cottage", "b+1", 1), ("townhouse", "b-1", 2), ("tailor", "t+1", 0)],
)
def test_houses_come_with_citizens_and_shops_without(building: str, cell: str, citizens: int) -> None:
    game = table(seat(pennies=9), supply=building.replace("-", "_"))
    play(game, f"guild {building}, at {cell}")
    assert lane_of(game)[cell.upper()][1] == citizens


@pytest.mark.rules("PL-39")
def test_the_supply_waits_for_garage() -> None:
    """The refill comes after the whole action, so that nobody sees the new card too early."""
    lane = "[board 3, bonus 0] T+1 Garage, B+1 Cottage(1)"
    game = table(seat(lane, pennies=9), supply="florist loft museum tailor manor", deck="bakery")
    play(game, "guild florist, at t+2")
    assert len(supply(game)) == 4
    assert can_take_back(game, 0)
    game.push("stop")
    assert supply(game)[0] == "bakery"
    assert not can_take_back(game, 0)


@pytest.mark.rules("PL-39")
def test_an_empty_deck_refills_nothing() -> None:
    left = "florist loft museum tailor manor"
    game = table(seat(pennies=9), seat(everything_but(left)), supply=left, deck_left=0)
    play(game, "guild florist, at t+1")
    assert supply(game) == ["tailor", "museum", "loft", "manor"]
    assert can_take_back(game, 0)  # nothing was shown, so it can be taken back


@pytest.mark.rules("PL-39a")
def test_copies_in_the_supply_are_one_choice() -> None:
    game = table(seat(pennies=9), supply="fountain fountain cottage cottage museum")
    guild = [move for move in game.legal_moves if move.startswith("guild")]
    assert guild == ["guild fountain", "guild museum", "guild cottage"]
    one = table(seat(pennies=9), supply=["fountain", "museum", "loft", "manor", "tailor"])
    other = table(seat(pennies=9), supply=["tailor", "manor", "fountain", "loft", "museum"])
    assert one.state.supply.tolist() == other.state.supply.tolist()


@pytest.mark.rules("PL-35")
def test_only_the_supply_is_for_sale() -> None:
    game = table(seat(pennies=99), supply="florist loft museum tailor manor")
    assert refusal(game, "guild bakery").rule == "PL-35"


# --- Black Market ---------------------------------------------------------------------------------------------------

SUPPLY = "fountain fountain cottage townhouse townhouse"
DECK = "museum loft tailor manor smelter pet_shop cobbler luthier mansion bandstand carousel cottage"
ALLEY = "T+1 Garage, T+2 Dark Alley"


def market(size: int, turn: str = "orange") -> tt.Game:
    """Orange has Dark Alley, Sky all that lies neither in the supply nor in a deck of so many cards."""
    names = DECK.split()[:size]
    rest = everything_but(f"garage dark_alley {SUPPLY} {' '.join(names)}")
    header = {"deck": names, "deck_left": size, "supply": SUPPLY, "turn": turn}
    return table(seat(ALLEY, pennies=3), seat(rest, pennies=3), **header)


@pytest.mark.rules("PL-20", "PL-21")
def test_w14_black_market() -> None:
    game = market(12, turn="sky")
    assert (len(deck(game)), len(supply(game))) == (12, 5)
    game.push("black-market")
    assert pennies(game)[1] == 0
    assert all(move.startswith("at t") for move in game.legal_moves)
    before = supply(game)
    game.push(game.legal_moves[0])
    assert (len(deck(game)), supply(game)) == (11, before)
    assert "museum" in [name for name, _ in lane_of(game, 1).values()]


@pytest.mark.rules("PL-22")
def test_w14_dark_alley_sees_two_cards() -> None:
    game = market(12)
    game.push("black-market")
    assert game.legal_moves == ["keep museum", "keep loft"]
    play(game, "keep loft, at b+1")
    assert lane_of(game)["B+1"] == ("loft", 1)
    assert len(deck(game)) == 11
    assert (deck(game)[0], deck(game)[-1]) == ("tailor", "museum")


@pytest.mark.rules("PL-21", "PL-22")
def test_w14_the_last_card() -> None:
    game = market(1)
    game.push("black-market")
    assert game.legal_moves == ["at t-1", "at t+3"]
    game.push("at t+3")
    assert (lane_of(game)["T+3"], deck(game)) == (("museum", 0), [])


@pytest.mark.rules("PL-13", "PL-21")
def test_w14_an_empty_deck_closes_the_black_market() -> None:
    game = market(0)
    assert "black-market" not in verbs(game)
    assert refusal(game, "black-market").rule == "PL-21"


@pytest.mark.rules("PL-20", "PL-21")
def test_the_black_market_has_one_price() -> None:
    """Neither the printed cost nor an Engineer, nor being first, changes what is paid; the card must be taken."""
    for top in ("florist", "museum"):
        game = table(seat(ENGINEER.format(2), pennies=3), deck=top)
        game.push("black-market")
        assert pennies(game)[0] == 0
        assert verbs(game) == {"at"}
        assert refusal(game, "pass").rule == "PL-37"
    assert refusal(table(seat(pennies=2)), "black-market").rule == "PL-13"


@pytest.mark.rules("PL-20")
def test_the_black_market_has_one_space() -> None:
    game = table(seat(pennies=9), seat(pennies=9), deck="florist")
    play(game, "black-market, at t+1")
    assert refusal(game, "black-market").rule == "PL-13"


@pytest.mark.rules("PL-22")
def test_dark_alley_works_from_the_next_time_on_and_only_for_its_owner() -> None:
    game = table(seat(pennies=9), seat("T+1 Dark Alley"), deck="florist museum")
    game.push("black-market")
    assert verbs(game) == {"at"}
    game = table(seat(pennies=9), deck="dark_alley museum")
    game.push("black-market")
    assert verbs(game) == {"at"}


# --- Garage ---------------------------------------------------------------------------------------------------------

W20 = "[board 3, bonus 1] T+1 Garage, B+1 Cottage(1)"


@pytest.mark.rules("PL-40")
def test_w20_garage() -> None:
    game = table(seat(W20, pennies=9), supply="bakery")
    play(game, "guild bakery, at t+2")
    assert game.legal_moves == ["from cottage", "stop"]
    assert refusal(game, "from board").rule == "PL-40"
    game.push("from cottage")
    assert (lane_of(game)["B+1"], lane_of(game)["T+2"]) == (("cottage", 0), ("bakery", 1))
    assert links(game) == (0, 2)
    assert (score(game), income(game)) == (1 + 2, 1 + 1)
    assert game.state.bonus[0] == 1


@pytest.mark.rules("PL-40")
def test_w20_nobody_moves_into_a_house() -> None:
    game = table(seat(W20, pennies=9), supply="townhouse")
    play(game, "guild townhouse, at b+2")
    assert game.turn == 1
    assert lane_of(game)["B+2"] == ("townhouse", 2)


@pytest.mark.rules("PL-40")
def test_garage_asks_after_the_black_market_too() -> None:
    game = table(seat(W20.replace("T+1 Garage", "T+1 Garage, T+2 Florist(1)"), pennies=3), deck="museum")
    play(game, "black-market, at t-1")
    assert game.legal_moves == ["from florist", "from cottage", "stop"]
    game.push("from florist")
    assert (lane_of(game)["T+2"][1], lane_of(game)["T-1"][1]) == (0, 1)
    assert len(supply(game)) == 5


@pytest.mark.rules("PL-40")
@pytest.mark.parametrize(
    ("lane", "building", "cell"),
    [
        ("[board 3, bonus 1] B+1 Cottage(1)", "garage", "t+1"),  # its own arrival
        ("[board 3, bonus 1] T+1 Garage, B+1 Cottage(0)", "bakery", "t+2"),  # nobody to move but the board's citizen
        ("[board 3, bonus 0] T+1 Garage, B+1 Cottage(1)", "fountain", "t+2"),  # no vacancy
    ],
)
def test_when_garage_has_nothing_to_ask(lane: str, building: str, cell: str) -> None:
    game = table(seat(lane, pennies=9), supply=building)
    play(game, f"guild {building}, at {cell}")
    assert game.turn == 1


@pytest.mark.rules("PL-30", "PL-40")
def test_moving_in_may_be_declined_and_uncovers_a_slot_if_not() -> None:
    for answer, stars in (("stop", 0), ("from cottage", 1)):
        game = table(seat("[board 5, bonus 0] T-1 Garage, B-1 Cottage(1)", pennies=9), supply="museum")
        before = score(game)
        play(game, f"guild museum, at t+1, {answer}")
        assert score(game) - before == 3 + stars
