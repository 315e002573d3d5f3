"""Effects within effects, and the bonus of every city (section 5 of the rules): EX-40 and EX-41."""

import pytest

from ...shared import play, refusal
from ..helpers import A, B, city, count, hand, pile, price, row, seat, table, tracks, turn

# --- Nesting --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-34", "PS-43")
def test_ex_40_a_bonus_within_a_copied_trade() -> None:
    game = table(
        seat("[San Francisco*] [Shipyard] [Rail Yard]", "Diner, Sandlot", tracks=[5, 5, 5]), level=3,
        deck={3: "Zoo, Embassy, Aquarium"}, row="City Hall, Fairground, Office Tower",
    )  # fmt: skip
    play(game, "mayor shipyard, card diner, card sandlot, take city-hall, own rail-yard")
    assert int(game.state.depth) == 5
    assert game.legal_moves == ["track profit", "track prestige", "track population"]
    assert row(game) == ["Embassy", "Fairground", "Office Tower"]
    play(game, "track population, track profit, track profit")
    assert (tracks(game), game.scores()) == ((7, 5, 6), [2, 0])
    assert (hand(game), pile(game)) == ({"Zoo"}, {"Diner", "Sandlot"})
    assert city(game) == "[San Francisco] [Shipyard*] [Rail Yard + City Hall]"


@pytest.mark.rules("PS-29", "PS-45")
@pytest.mark.parametrize(
    ("move", "after", "drawn"),
    [("right", "[Detroit*] [Diner]", {"Zoo"}), ("over detroit", "[Detroit < Diner*]", set())],
)
def test_ex_41_the_city_card_counts_when_the_event_is_complete(move: str, after: str, drawn: set[str]) -> None:
    game = table(seat("[Detroit < Diner*]", "Loft Conversion"), level=3, deck={3: "Zoo"})
    play(game, f"discard, {move}")
    assert (city(game), hand(game), tracks(game)) == (after, drawn, (1, 0, 1))


@pytest.mark.rules("PS-46")
def test_a_discarded_chain_card_can_be_the_deepest_of_all() -> None:
    """Discard for action, chain card, trade, visited card, its block, a block in that, and a city's bonus."""
    game = table(
        seat("[Philadelphia*] [Auto Plant]", "International Airport, Diner"), level=4,
        row="State Capitol, Opera House, Olympic Park", deck={4: "Hydro Dam, Grand Library"},
    )  # fmt: skip
    play(game, "discard, card international-airport, deck, deck, card diner, stop, yes")
    assert city(game) == "[Philadelphia*]"  # visited, razed, and the mayor at home again
    assert (turn(game), pile(game)) == ((4, A, 3), {"International Airport", "Diner", "Auto Plant"})


@pytest.mark.rules("PS-43")
def test_each_step_of_a_trade_is_resolved_after_all_cards_are_discarded() -> None:
    game = table(seat("[Philadelphia*] [Warehouse]", "Diner, Sandlot"), deck={1: "Sawmill, Brickworks, Playhouse"})
    play(game, "mayor warehouse, card diner, card sawmill")
    assert set(game.legal_moves) == {"card sandlot", "stop"}  # nothing has been drawn for the two yet
    game.push("stop")
    assert (hand(game), pile(game)) == ({"Sandlot", "Brickworks", "Playhouse"}, {"Diner", "Sawmill"})


@pytest.mark.rules("PS-43")
def test_steal_takes_what_there_is_and_asks_whom() -> None:
    game = table(
        seat("[Philadelphia*] [Police Precinct]"), seat(hand="Diner"), seat(hand="Sandlot"), level=2,
        row="-, -, -", deck={2: "Cannery"},
    )  # fmt: skip
    game.push("mayor police-precinct")
    assert game.legal_moves == ["rob sky", "rob green"]
    game.push("rob green")
    assert (hand(game, B), hand(game, 2), "Sandlot" in hand(game)) == ({"Diner"}, set(), True)


@pytest.mark.rules("PS-47")
def test_an_action_gained_in_one_turn_does_not_forbid_one_in_the_next() -> None:
    game = table(seat("[Subway Powerhouse] [Philadelphia*]"), seat("[Houston*] [Hydro Dam]"), level=3)
    game.push("mayor subway-powerhouse")
    game.push(game.legal_moves[0])
    assert turn(game) == (3, A, 3)
    play(game, "end, mayor hydro-dam")
    game.push(game.legal_moves[0])
    assert turn(game) == (3, B, 3)


@pytest.mark.rules("PS-43", "PS-64")
@pytest.mark.parametrize("cards", ["Hydro Dam, Zoo", "Zoo"])
def test_all_peeked_cards_are_kept_when_there_are_not_more(cards: str) -> None:
    game = table(seat("[Philadelphia*] [Town Library]"), level=4, marked=[1, 2, 3, 4], row="", deck={4: cards})
    game.push("mayor town-library")
    assert (hand(game), pile(game), turn(game)) == (set(cards.split(", ")), set(), (4, A, 3))


@pytest.mark.rules("PS-43")
def test_a_chain_card_of_the_row_cannot_be_copied() -> None:
    game = table(
        seat("[Philadelphia*] [Riverboat Casino]"), level=3, row="Embassy, Botanical Garden, Shipyard", deck={3: "Zoo"}
    )
    play(game, "mayor riverboat-casino, own philadelphia")  # one card is left to copy, so it is not asked for
    assert (tracks(game), row(game)) == ((1, 1, 1), ["Embassy", "Botanical Garden", "Shipyard"])


# --- Cities ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-29")
def test_new_york_and_los_angeles_lower_prices() -> None:
    game = table(seat("[New York*] [Zoo] ( ) [Diner]"), seat("[Los Angeles*] [Sandlot] ( ) [Sawmill]"))
    spots = ("left", "lot 3", "right")
    assert [price(game, "State Capitol", spot) for spot in (*spots, "over Zoo", "over New York")] == [7, 6, 7, 5, 5]
    others = [price(game, "State Capitol", spot, seat=B) for spot in (*spots, "over Sandlot", "over Los Angeles")]
    assert others == [6, 5, 6, 6, 6]


@pytest.mark.rules("PS-26", "PS-29")
def test_chicago_draws_after_the_first_build_over() -> None:
    game = table(seat("[Chicago*] [Diner]", "Village Green, Cottage Row, Warehouse"), level=3, deck={3: "Zoo, Embassy"})
    play(game, "build, plan warehouse, left")
    assert hand(game) == {"Village Green", "Cottage Row"}
    play(game, "build, plan village-green, over diner")
    assert hand(game) == {"Cottage Row", "Zoo"}
    play(game, "build, over warehouse")
    assert hand(game) == {"Zoo"}


@pytest.mark.rules("PS-16", "PS-29")
def test_houston_stops_when_it_is_covered() -> None:
    game = table(seat("[Houston < Diner*]"))
    assert price(game, "Botanical Garden", "over Diner") == 2  # the industrial icon stays
    assert price(game, "Department Store", "over Diner") == 3


@pytest.mark.rules("PS-38")
def test_philadelphia_is_a_site_of_the_best_kind() -> None:
    game = table(seat("[Philadelphia*] [Sandlot] [Sawmill]"))
    assert (count(game, "sites"), count(game, "site_kinds"), count(game, "best_site")) == (3, 3, 2)
    game = table(seat("[Philadelphia < Sandlot*] [Sawmill]"))
    assert (count(game, "sites"), count(game, "site_kinds"), count(game, "best_site")) == (2, 2, 1)
    all_kinds = "[Philadelphia*] [Playhouse] [Sandlot] [Sawmill] [Rail Yard] [Homestead]"
    assert count(table(seat(all_kinds)), "site_kinds") == 5


@pytest.mark.rules("PS-33")
def test_boston_draws_one_more_after_the_first_basic_draw() -> None:
    game = table(
        seat("[Boston*] [Post Office]"), level=3, row="Zoo, Embassy, Aquarium",
        deck={3: "City Hall, Fairground, Office Tower, Auto Plant"},
    )  # fmt: skip
    play(game, "mayor post-office")
    assert hand(game) == {"City Hall", "Fairground"}  # no basic draw
    play(game, "draw, take zoo")
    assert hand(game) == {"City Hall", "Fairground", "Zoo", "Auto Plant"}  # Office Tower went to the row
    play(game, "draw, take office-tower")
    assert len(hand(game)) == 5


@pytest.mark.rules("PS-32", "PS-48")
def test_seattle_steps_on_after_the_first_basic_advance() -> None:
    game = table(seat("[Seattle*] [Skating Pond]", tracks=[3, 3, 1]), level=3)
    play(game, "mayor skating-pond")
    assert tracks(game) == (3, 3, 3)
    play(game, "advance, track profit")
    assert game.legal_moves == ["track prestige", "track population"]
    play(game, "track population, advance, track profit")
    assert tracks(game) == (5, 3, 4)


@pytest.mark.rules("PS-30")
def test_san_francisco_steps_at_the_first_tuck_of_each_turn() -> None:
    game = table(seat("[San Francisco*] [Diner]", "Zoo, Sandlot, Sawmill", tracks=[2, 1, 2]), level=2)
    play(game, "tuck, card zoo, tuck, card sandlot")
    assert tracks(game) == (2, 2, 2)
    play(game, "end, end, tuck, track profit")
    assert tracks(game) == (3, 2, 2)


@pytest.mark.rules("PS-41", "PS-42")
def test_las_vegas_lets_the_mayor_stay_once_a_turn() -> None:
    game = table(seat("[Las Vegas] [Skating Pond*]"), level=3)
    play(game, "mayor skating-pond")
    assert (tracks(game), city(game)) == ((0, 0, 2), "[Las Vegas] [Skating Pond*]")
    assert refusal(game, "mayor skating-pond").rule == "PS-41"
    play(game, "mayor las-vegas")
    assert "mayor las-vegas" not in game.legal_moves
    game = table(seat("[Las Vegas*] [Skating Pond]"), level=3)
    assert "mayor las-vegas" not in game.legal_moves
    game = table(seat("[Las Vegas < Diner*] [Skating Pond]"), level=3)
    assert "mayor diner" not in game.legal_moves


@pytest.mark.rules("PS-69")
def test_washington_draws_only_while_it_is_a_top_card() -> None:
    for slots, cards in (("[Washington, D.C.*]", 4), ("[Washington, D.C. < Diner*]", 2)):
        game = table(seat(slots), marked=[1], deck={1: ""})
        game.push("end")
        assert (len(hand(game)), len(hand(game, B))) == (cards, 2)


@pytest.mark.rules("PS-39")
def test_new_orleans_steps_at_every_claim() -> None:
    game = table(seat("[New Orleans < Diner < Zoo] [Sawmill]"), seat("[Houston*]"))
    assert "claim" not in game.legal_moves
    slots = "[New Orleans*] [Diner] [Zoo] [Sawmill < Warehouse < Brickworks < Cottage Row] [Sandlot] [Homestead]"
    game = table(seat(slots), level=2)
    for achievement in ("high-rise", "urban-sprawl"):
        play(game, f"claim, achievement {achievement}" if achievement == "high-rise" else "claim")
        play(game, "track profit, track prestige, track population")
    assert (tracks(game), game.scores()) == ((2, 2, 2), [6, 0])
