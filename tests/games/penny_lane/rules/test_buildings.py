"""Every building does what its card says: all 30 designs, each from a prepared lane with its exact result."""

import pytest

from tabletown.games.penny_lane.cards import Building

from ...shared import play, refusal
from ..helpers import IDS, TITLE, income, lane_of, links, pass_all, pennies, score, seat, table, worth

# What each lane is worth in stars and in pennies at upkeep. The boards are chosen so that links stay out of the way,
# unless a comment says otherwise. A bare board has (0, 1).
WORTH = {
    "Bakery": [("[board 3, bonus 0] T+1 Bakery(0)", 0, 1), ("[board 3, bonus 0] T+1 Bakery(1)", 0, 2)],
    "Book Shoppe": [("[board 3, bonus 0] T+1 Book Shoppe(0)", 0, 1), ("[board 3, bonus 0] T+1 Book Shoppe(1)", 1, 1)],
    "The Confectioners": [
        ("[board 4, bonus 0] T+1 The Confectioners(0)", 1, 1),
        ("[board 4, bonus 0] T+1 The Confectioners(1)", 1, 2),
    ],
    "Farmer's Co-Op": [
        ("[board 4, bonus 0] T+1 Farmer's Co-Op(0)", 0, 1),
        ("[board 4, bonus 0] T+1 Farmer's Co-Op(1)", 0, 2),
        ("[board 4, bonus 0] T+1 Farmer's Co-Op(2)", 0, 3),
    ],
    "Florist": [("[board 1, bonus 0] T+1 Florist(0)", 0, 1), ("[board 1, bonus 0] T+1 Florist(1)", 0, 1)],
    "Pet Shop": [
        ("[board 1, bonus 0] T+1 Pet Shop(0)", 0, 1),
        ("[board 1, bonus 0] T+1 Pet Shop(1)", 0, 2),
        ("[board 1, bonus 0] T+1 Pet Shop(2)", 1, 3),
    ],
    "Stationers": [("[board 4, bonus 0] T+1 Stationers(0)", 0, 1), ("[board 4, bonus 0] T+1 Stationers(1)", 0, 1)],
    "Clockmaker": [("[board 1, bonus 0] T+1 Clockmaker(0)", 2, 1), ("[board 1, bonus 0] T+1 Clockmaker(1)", 2, 1)],
    "Cobbler": [
        ("[board 3, bonus 0] T+1 Cobbler", 0, 1),
        ("[board 3, bonus 0] T+1 Cobbler, B-1 Cottage(1)", 0, 1),
        ("[board 3, bonus 0] T+1 Cobbler, B-1 Cottage(1), B-2 Haunted House(1)", 1, 1),
    ],
    "Engineer": [("[board 3, bonus 0] T+1 Engineer(0)", 0, 1), ("[board 3, bonus 0] T+1 Engineer(2)", 0, 1)],
    "Garage": [("[board 3, bonus 0] T+1 Garage", 0, 1)],
    "Luthier": [  # its left edge meets the board's penny
        ("[board 3, bonus 0] T+1 Luthier(0)", 0, 2),
        ("[board 3, bonus 0] T+1 Luthier(1)", 0, 2),
        ("[board 3, bonus 0] T+1 Luthier(2)", 0, 3),
    ],
    "Smelter": [("[board 4, bonus 0] T+1 Smelter(0)", 0, 1), ("[board 4, bonus 0] T+1 Smelter(1)", 0, 1)],
    "Tailor": [
        ("[board 3, bonus 0] T+1 Tailor(0)", 0, 1),
        ("[board 3, bonus 0] T+1 Tailor(1)", 0, 2),
        ("[board 3, bonus 0] T+1 Tailor(2)", 0, 3),
        ("[board 3, bonus 0] T+1 Tailor(3)", 2, 4),
    ],
    "Warehouse": [
        ("[board 3, bonus 0] T+1 Warehouse(1)", 0, 1),
        ("[board 3, bonus 0] T+1 Warehouse(0), T+2 Bakery(0)", 0, 1),
        ("[board 3, bonus 0] T+1 Warehouse(1), T+2 Bakery(0), T+3 Bakery(0)", 0, 3),
    ],
    "Bandstand": [("[board 3, bonus 0] T+1 Bandstand", 2, 1)],
    "Carousel": [("[board 4, bonus 0] T+1 Carousel(0)", 2, 1), ("[board 4, bonus 0] T+1 Carousel(1)", 2, 2)],
    "Dark Alley": [("[board 3, bonus 0] T+1 Dark Alley", 1, 1)],
    "Fountain": [("[board 3, bonus 0] T+1 Fountain", 1, 1), ("[board 3, bonus 0] T+1 Fountain, T+2 Fountain", 2, 1)],
    "Museum": [("[board 3, bonus 0] T+1 Museum(0)", 3, 1), ("[board 3, bonus 0] T+1 Museum(1)", 3, 1)],
    "Music Hall": [
        ("[board 3, bonus 0] T+1 Music Hall(0)", 0, 1),
        ("[board 3, bonus 0] T+1 Music Hall(1)", 1, 1),
        ("[board 3, bonus 0] T+1 Music Hall(2)", 2, 1),
    ],
    "Penny Arcade": [
        ("[board 4, bonus 0] T+1 Penny Arcade", 0, 1),
        ("[board 4, bonus 0] T+1 Penny Arcade, T+2 Bakery(0), T-1 Garage, B-1 Haunted House(0)", 1 + 1 + 2, 1),
        ("[board 4, bonus 0] T+1 Penny Arcade, T+2 Bakery(0), B-1 Cottage(1)", 0, 1),
    ],
    "Boarding House": [
        ("[board 3, bonus 0] B+1 Boarding House(3)", 0, 1),
        ("[board 3, bonus 0] B+1 Boarding House(0)", 3, 1),
    ],
    "Cottage": [("[board 4, bonus 0] B+1 Cottage(1)", 0, 1), ("[board 4, bonus 0] B+1 Cottage(0)", 1, 1)],
    "Haunted House": [
        ("[board 4, bonus 0] B+1 Haunted House(1)", 0, 1),
        ("[board 4, bonus 0] B+1 Haunted House(1), B+2 Cottage(1)", 0, 1),
        ("[board 4, bonus 0] B+1 Haunted House(1), B+2 Cottage(0)", 1 + 1, 1),
    ],
    "Loft": [("[board 3, bonus 0] B+1 Loft(1)", 0, 1), ("[board 3, bonus 0] B+1 Loft(0)", 1, 2)],
    "Manor": [
        ("[board 3, bonus 0] B+1 Manor(1)", 0, 1),
        ("[board 3, bonus 0] B+1 Manor(1), T+1 Cobbler, T+2 Warehouse(0)", 2, 1),
    ],
    "Mansion": [
        ("[board 3, bonus 0] B+1 Mansion(1)", 0, 1),
        ("[board 3, bonus 0] B+1 Mansion(1), T+1 Florist(0), T+2 Bakery(0)", 2, 1),
    ],
    "Row House": [("[board 3, bonus 0] B+1 Row House(2)", 0, 1), ("[board 3, bonus 0] B+1 Row House(1)", 1, 1)],
    "Townhouse": [("[board 4, bonus 0] B+1 Townhouse(2)", 0, 1), ("[board 4, bonus 0] B+1 Townhouse(0)", 2, 1)],
}


def test_no_building_is_forgotten() -> None:
    assert set(WORTH) == set(IDS)
    assert len(WORTH) == 30


@pytest.mark.rules("PL-44", "PL-47", "PL-56")
@pytest.mark.parametrize(
    ("lane", "stars", "earns"), [case for cases in WORTH.values() for case in cases], ids=lambda x: str(x)[19:]
)
def test_what_a_building_is_worth(lane: str, stars: int, earns: int) -> None:
    assert worth(lane) == (stars, earns)


@pytest.mark.rules("PL-38")
@pytest.mark.parametrize("building", [b for b in TITLE.cards.buildings if not b.effects], ids=lambda b: b.name)
def test_buildings_without_an_effect_count_for_what_is_printed(building: Building) -> None:
    """Bought alone: printed stars, places for citizens, price; nothing else changes but its links with the board."""
    cell = f"{'TB'[building.row]}+1"
    game = table(seat(pennies=9, board=3), supply=building.id, used={"masons_guild": 1})
    play(game, f"guild {building.slug}, at {cell}")
    penny, point = links(game)
    assert pennies(game)[0] == 9 - building.cost
    assert (score(game), income(game)) == (building.stars + point, 1 + penny)
    assert lane_of(game) == {cell: (building.id, building.slots)}


# --- Effects that are no stars and no income ------------------------------------------------------------------------


@pytest.mark.rules("PL-57")
def test_farmers_coop_gives_to_others() -> None:
    game = table(seat("[board 4, bonus 0] T+1 Farmer's Co-Op(1)", pennies=0), seat(pennies=0), seat(pennies=0))
    pass_all(game)
    game.push("name green")
    assert pennies(game) == [2, 1, 2]


@pytest.mark.rules("PL-29")
@pytest.mark.parametrize(("crew", "cost"), [(0, 2), (1, 1)])
def test_stationers_makes_the_gazette_cheaper(crew: int, cost: int) -> None:
    game = table(seat(f"[board 4, bonus 1] T+1 Stationers({crew}), T+2 Museum(0)", pennies=5), used={"gazette": 1})
    game.push("gazette 1")
    assert pennies(game)[0] == 5 - cost


@pytest.mark.rules("PL-36")
@pytest.mark.parametrize(("crew", "cost"), [(0, 5), (1, 4), (2, 3)])
def test_engineer_makes_buildings_cheaper(crew: int, cost: int) -> None:
    game = table(seat(f"T+1 Engineer({crew})", pennies=5), seat(), supply="museum", used={"masons_guild": 1})
    game.push("guild museum")
    assert pennies(game)[0] == 5 - cost


@pytest.mark.rules("PL-17", "PL-36")
def test_an_engineer_works_for_its_owner_only() -> None:
    game = table(seat(pennies=5), seat("T+1 Engineer(2)"), supply="museum", used={"masons_guild": 1})
    game.push("guild museum")
    assert pennies(game)[0] == 0


@pytest.mark.rules("PL-19")
@pytest.mark.parametrize(("crew", "gain"), [(0, 2), (1, 3)])
def test_smelter_adds_to_the_bank(crew: int, gain: int) -> None:
    game = table(seat(f"T+1 Smelter({crew})", pennies=1), used={"bank": 1})
    game.push("bank")
    assert pennies(game)[0] == gain


@pytest.mark.rules("PL-40")
def test_garage_brings_a_citizen_along() -> None:
    game = table(seat("[board 3, bonus 0] T+1 Garage, B+1 Cottage(1)", pennies=9), supply="museum")
    play(game, "guild museum, at t+2, from cottage")
    assert lane_of(game)["T+2"] == ("museum", 1)


@pytest.mark.rules("PL-22")
def test_dark_alley_offers_a_choice() -> None:
    game = table(seat("T+1 Dark Alley"), supply="loft", deck="museum tailor")
    game.push("black-market")
    assert game.legal_moves == ["keep tailor", "keep museum"]
    assert refusal(game, "keep loft").rule == "PL-22"


@pytest.mark.rules("PL-46")
def test_luthier_doubles_all_three_edges() -> None:
    lane = "[board 3, bonus 0] T+1 Luthier({}), T+2 Carousel(0), B+1 Loft(1)"
    assert [links(table(seat(lane.format(crew)))) for crew in (0, 1, 2)] == [(2, 1), (2, 1), (4, 2)]
