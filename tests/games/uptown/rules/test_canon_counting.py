"""How projects count (UT-33, 36 to 42): worked examples E10 to E15, and a test for every other rule."""

import pytest

from ...shared import play
from ..helpers import accounts, income, prestige, seat, table


def worth(street: str) -> tuple[int, int]:
    """Income (before the limit at 0) and prestige of a street."""
    game = table(seat(street), seat())
    return income(game), prestige(game)


@pytest.mark.rules("UT-36", "UT-37")
def test_e10_doubles_and_projects_that_count_themselves() -> None:
    assert worth("1:[P13A P07A P15B]")[1] == 1 + (1 + 4) + 4 == 10
    assert worth("1:[P14A]")[0] == 1


@pytest.mark.rules("UT-33", "UT-38")
def test_e11_income_counts_the_whole_street() -> None:
    game = table(seat("1:[P16A P18A] 2:[P13A]", account=0, deck="P08"), seat())
    assert income(game) == 4 + 8
    play(game, "play startup-floor, site 2")
    assert income(game) == 5 + 10 + 0 + 1 == 16
    assert accounts(game)[0] == 16
    assert prestige(game) == -3


@pytest.mark.rules("UT-39")
def test_e12_floors_below() -> None:
    game = table(seat("1:[P19A P14B P58B P27A]", account=3, deck="P36"), seat())
    play(game, "play observation-deck, site 1")
    assert income(game) == 2 + 0 - 2 + 0 + 0 == 0
    assert accounts(game)[0] == 3
    assert prestige(game) == -1 + 2 + 0 + 3 + 4 == 8
    assert int(game.state.height[0, 0]) == 5


@pytest.mark.rules("UT-40")
@pytest.mark.parametrize(
    ("street", "earns", "stars"),
    [("1:[P35A]", 0, 3), ("1:[P36A P35A]", 0, 3), ("1:[P20B]", 1, 1), ("1:[P36A P20B]", 0, 2)],
)
def test_e13_bonuses_for_the_ground_floor(street: str, earns: int, stars: int) -> None:
    assert worth(street) == (earns, stars)


@pytest.mark.rules("UT-41")
def test_e14_a_gift_helps_a_little() -> None:
    game = table(seat(deck="P37"), seat("1:[P28B P48A]"))
    assert prestige(game, 1) == 4
    play(game, "play night-club, site sky 2")
    assert prestige(game, 1) == 2 + 4 - 3 == 3
    assert income(game, 1) == 1
    assert (income(game, 0), prestige(game, 0)) == (0, 0)


@pytest.mark.rules("UT-36", "UT-38")
def test_e15_cinema() -> None:
    assert worth("1:[P46A P41B P43B]")[1] == 0 + 3 + (1 + 6) == 10


@pytest.mark.rules("UT-36")
def test_a_double_is_two_of_its_type_but_one_floor() -> None:
    """Twin Flats are two apartments for the Gym, but one floor for the Observation Deck."""
    assert worth("1:[P01B P47B]")[0] == 2
    assert worth("1:[P01B P36B]")[1] == 1 + 1
    assert int(table(seat("1:[P01B P36B]"), seat()).state.height[0, 0]) == 2


@pytest.mark.rules("UT-37", "UT-38")
def test_site_terms_stop_at_the_site_and_street_terms_at_the_street() -> None:
    assert worth("1:[P30A] 2:[P36A]")[1] == 1 + 2  # Co-op Flat sees itself, not the flat next door
    assert worth("1:[P30A P36A]")[1] == 2 + 2
    assert worth("1:[P43A] 5:[P56A]")[1] == (1 + 2) + 2  # Travel Agency sees the hotel at the other end of the street
    game = table(seat("1:[P43A]"), seat("1:[P56A]"))
    assert prestige(game, 0) == 1


@pytest.mark.rules("UT-39")
def test_everything_underneath_is_a_floor() -> None:
    """A park and a helipad lie under the Radio Mast; gifts lie under the High-rise Flat."""
    assert worth("1:[P02A P35B P48B]")[0] == 1 + 2
    assert worth("1:[P37B P56A P58B P27A]")[1] == -3 + 2 + 0 + 3


@pytest.mark.rules("UT-42")
def test_terms_add_up_and_no_type_counts_for_nothing() -> None:
    assert worth("1:[P07A]")[1] == 1 + 1  # +1, and +1 for each office on the site
    assert worth("1:[P36A P32A]")[1] == 2 + 4
    assert worth("1:[P01A P32A]")[1] == 1 + (4 - 1)
    plain = "1:[P02A] 2:[P57B] 3:[P56B]"  # parks and a rubbish tip: no type at all
    terms = "4:[P16A P55A]"  # offices on the street, services on the street
    assert worth(f"{plain} {terms}") == (1, 5 + 3 - 4)
