"""Geometry of a city and building (PS-9 to 18a, PS-23 to 29): EX-12 to EX-17."""

import pytest

from ...shared import audit, play, refusal
from ..helpers import A, B, city, count, hand, pile, price, row, seat, table, tracks

# --- Geometry -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-9", "PS-14")
def test_a_city_grows_at_its_ends_in_its_lots_and_upwards() -> None:
    game = table(seat("[Philadelphia*] ( ) [Diner]", "Village Green, Cottage Row, Corner Store, Warehouse"), level=4)
    play(game, "build, plan village-green")
    assert game.legal_moves == ["over philadelphia", "lot 2", "over diner", "left", "right"]
    play(game, "lot 2, build, plan cottage-row, left, build, plan corner-store, right, build, over diner")
    assert city(game) == "[Cottage Row] [Philadelphia*] [Village Green] [Diner < Warehouse] [Corner Store]"


@pytest.mark.rules("PS-10", "PS-11", "PS-12", "PS-38")
def test_all_icons_stay_visible_and_tucked_cards_add_no_height() -> None:
    game = table(seat("[Philadelphia < Post Office < Sandlot* + Sawmill + Zoo] [Fish Market + Swimming Hall]"))
    assert [count(game, "type", kind=kind) for kind in range(5)] == [2, 1, 1, 3, 0]
    assert (count(game, "types"), count(game, "best_type")) == (4, 3)
    assert (count(game, "sites"), count(game, "site_kinds"), count(game, "best_site")) == (4, 2, 2)
    assert (count(game, "tallest"), count(game, "height"), count(game, "icons_here")) == (3, 3, 5)
    assert (count(game, "buildings"), count(game, "tucked")) == (2, 3)
    assert [move for move in game.legal_moves if move.startswith("mayor")] == ["mayor fish-market"]


@pytest.mark.rules("PS-10", "PS-12", "PS-13")
def test_the_city_card_alone_is_a_building_of_height_1_with_one_icon() -> None:
    game = table(seat("[New York*]"))
    assert (count(game, "buildings"), count(game, "tallest"), count(game, "types")) == (1, 1, 1)
    assert (count(game, "sites"), count(game, "site_kinds"), count(game, "best_site")) == (0, 0, 0)


@pytest.mark.rules("PS-13")
def test_a_city_card_is_never_razed_or_seized() -> None:
    game = table(seat("[Philadelphia*] [Annexed Suburb]"), seat("[Houston*]"), level=3)
    play(game, "mayor annexed-suburb, no")
    assert (hand(game), city(game, B)) == (set(), "[Houston*]")
    game = table(seat("[Philadelphia*]", "Loft Conversion"), level=3)
    play(game, "discard")  # nothing to raze, nothing to build
    assert (city(game), hand(game), pile(game)) == ("[Philadelphia*]", set(), {"Loft Conversion"})


@pytest.mark.rules("PS-17")
def test_a_building_that_loses_its_last_card_ends() -> None:
    """In the middle a lot stays, at the ends it goes, and with it the lots behind it."""
    game = table(seat("[Philadelphia] ( ) [Diner < Sandlot* + Zoo]", "Loft Conversion, Village Green"), level=3)
    play(game, "discard, card loft-conversion")
    assert city(game) == "[Philadelphia] ( ) [Diner* + Zoo]"
    play(game, "plan sandlot, over diner")
    assert city(game) == "[Philadelphia] ( ) [Diner < Sandlot* + Zoo]"
    game = table(seat("[Philadelphia] ( ) [Sandlot* + Zoo]", "Loft Conversion, Village Green"), level=3)
    play(game, "discard, card loft-conversion")
    assert (city(game), pile(game)) == ("[Philadelphia*]", {"Loft Conversion", "Zoo"})
    game = table(seat("[Sandlot*] ( ) [Philadelphia] [Diner] [Zoo]", "Loft Conversion, Village Green"), level=3)
    play(game, "discard, card loft-conversion, own sandlot")
    assert city(game) == "[Philadelphia*] [Diner] [Zoo]"
    game = table(seat("[Sandlot*] [Philadelphia] [Diner] [Zoo]", "Loft Conversion, Village Green"), level=3)
    play(game, "discard, card loft-conversion, own diner")
    assert city(game) == "[Sandlot*] [Philadelphia] ( ) [Zoo]"
    assert audit(game) == ""


@pytest.mark.rules("PS-18")
def test_any_card_may_go_on_any_card() -> None:
    game = table(seat("[Philadelphia < State Capitol*]", "Village Green"))
    play(game, "build, over state-capitol")
    assert city(game) == "[Philadelphia < State Capitol < Village Green*]"


@pytest.mark.rules("PS-18a")
def test_a_city_has_at_most_32_slots() -> None:
    lots = " ( )" * 30
    game = table(seat(f"[Philadelphia*]{lots} [Diner]", "Village Green"))
    game.push("build")
    assert game.legal_moves == ["over philadelphia", *(f"lot {n}" for n in range(2, 32)), "over diner"]
    for end in ("left", "right"):
        assert refusal(game, end).rule == "PS-18a"
    game.push("lot 2")
    assert city(game).startswith("[Philadelphia*] [Village Green] ( )")


# --- Discounts ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-16", "PS-24")
def test_ex_12_icons_left_right_and_underneath() -> None:
    game = table(seat("[Cottage Row] [Boston*] [Post Office < Village Green]"))
    assert [price(game, "Row Houses", spot) for spot in ("over Village Green", "right", "left")] == [0, 1, 2]


@pytest.mark.rules("PS-16", "PS-24")
def test_ex_13_tucked_icons_count_and_no_price_is_negative() -> None:
    game = table(seat("[Cottage Row + County Clinic] [Boston*] [Post Office < Village Green]"))
    assert [price(game, "Row Houses", spot) for spot in ("left", "over Cottage Row", "over Boston")] == [1, 0, 0]


@pytest.mark.rules("PS-15", "PS-16")
def test_ex_14_a_lot_separates() -> None:
    game = table(seat("[County Clinic + Schoolhouse] ( ) [Philadelphia < Zoo*]"))
    spots = ("lot 2", "left", "right", "over County Clinic", "over Zoo")
    assert [price(game, "Commuter Suburb", spot) for spot in spots] == [1, 2, 3, 2, 3]


@pytest.mark.rules("PS-16", "PS-29")
def test_ex_15_houston_is_one_icon_of_every_type() -> None:
    game = table(seat("[Houston*] [Diner]"))
    assert [price(game, card, "left") for card in ("Department Store", "Botanical Garden")] == [2, 2]
    assert price(game, "Steel Mill", "over Diner") == 2
    assert count(game, "types") == 2


@pytest.mark.rules("PS-28", "PS-29")
def test_ex_16_new_york_helps_with_the_card_that_covers_it() -> None:
    game = table(seat("[New York*] [Diner]", "Town Library, Sandlot"), level=2)
    assert [price(game, "Town Library", spot) for spot in ("over New York", "left", "right")] == [1, 2, 2]
    play(game, "build, plan town-library, over new-york")
    assert (tracks(game), hand(game), pile(game)) == ((0, 1, 1), set(), {"Sandlot"})
    assert city(game) == "[New York < Town Library*] [Diner]"
    assert "mayor town-library" not in game.legal_moves
    assert price(game, "Village Hall", "over Diner") == 2


@pytest.mark.rules("PS-22", "PS-23", "PS-25")
def test_ex_17_only_what_can_be_paid_can_be_built() -> None:
    game = table(seat("[Philadelphia*] [Village Green]", "City Hall, Museum of Art, Zoo, Diner"), level=3)
    game.push("build")  # only one card can be built, so the spot is asked at once
    assert game.legal_moves == ["over philadelphia", "over village-green", "left", "right"]
    assert [price(game, "Diner", spot) for spot in ("over Philadelphia", "over Village Green", "left", "right")] == [
        2, 2, 2, 2,
    ]  # fmt: skip
    game.push("left")
    assert game.legal_moves == ["pay city-hall", "pay museum-of-art", "pay zoo"]
    play(game, "pay zoo, pay city-hall")
    assert (hand(game), pile(game)) == ({"Museum of Art"}, {"Zoo", "City Hall"})
    assert city(game) == "[Diner] [Philadelphia*] [Village Green]"


@pytest.mark.rules("PS-16")
def test_buildings_two_slots_away_do_not_count() -> None:
    game = table(seat("[Post Office] [Philadelphia*] [Diner] [Sandlot]"))
    assert [price(game, "Commuter Suburb", spot) for spot in ("right", "over Sandlot", "over Diner")] == [4, 4, 3]


@pytest.mark.rules("PS-24")
def test_reductions_add_up() -> None:
    game = table(seat("[New York*] [Post Office]"))
    assert price(game, "Commuter Suburb", "over Post Office", 1) == 4 - 1 - 1 - 1
    assert price(game, "Commuter Suburb", "right", 1) == 4 - 1 - 1
    assert price(game, "Commuter Suburb", "over Post Office", 99) == 0


# --- Building -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-25")
def test_a_card_does_not_pay_for_itself() -> None:
    game = table(seat("[Philadelphia*]", "Skating Pond"))
    assert "build" not in game.legal_moves
    assert refusal(game, "build").rule == "PS-25"
    game = table(seat("[Philadelphia*]", "Skating Pond, Diner"))
    play(game, "build, left")
    assert (city(game), pile(game), hand(game)) == ("[Skating Pond] [Philadelphia*]", {"Diner"}, set())


@pytest.mark.rules("PS-23", "PS-26", "PS-34")
def test_a_card_built_from_the_row_leaves_its_gap_until_it_is_placed() -> None:
    game = table(
        seat("[Philadelphia*] [Row Houses]", "Diner, Zoo"),
        row="Sandlot, Skating Pond, Sawmill", deck={1: "Brickworks"},
    )  # fmt: skip
    play(game, "mayor row-houses, plan sandlot, left")
    assert game.legal_moves == ["pay diner", "pay zoo"]
    assert row(game) == ["Skating Pond", "Sawmill"]
    game.push("pay zoo")
    assert row(game) == ["Brickworks", "Skating Pond", "Sawmill"]
    assert (tracks(game), city(game)) == ((0, 1, 1), "[Sandlot] [Philadelphia] [Row Houses*]")


@pytest.mark.rules("PS-26", "PS-27", "PS-29")
def test_the_city_trigger_comes_after_the_gains() -> None:
    game = table(seat("[Chicago*] [Sawmill]", "Brickworks, Warehouse"), deck={1: "Diner, Sandlot"})
    play(game, "build, plan warehouse, over sawmill")
    assert (tracks(game), hand(game)) == ((1, 0, 0), {"Brickworks", "Diner"})
    game = table(seat("[Chicago*] [Sawmill]", "Warehouse"), deck={1: "Diner, Sandlot"})
    play(game, "build, over chicago")
    assert (city(game), hand(game)) == ("[Chicago < Warehouse*] [Sawmill]", set())


@pytest.mark.rules("PS-28")
def test_the_mayor_rises_with_the_building_and_moves_with_the_row() -> None:
    game = table(seat("[Philadelphia] [Diner*]", "Village Green, Cottage Row"), level=2)
    play(game, "build, plan village-green, over diner, build, left")
    assert city(game) == "[Cottage Row] [Philadelphia] [Diner < Village Green*]"
    assert int(game.state.mayor[A]) == 2
