"""The turn, basic actions and mayor actions (PS-19 to 22, PS-30 to 47): EX-18 to EX-30."""

from typing import Any

import pytest

from tabletown.engine.takebacks import can_take_back
from tabletown.games.paper_skylines import state as s

from ...shared import play, refusal
from ..helpers import TITLE, A, B, C, city, count, deck, hand, marked, pile, row, seat, table, tracks, turn, verbs

# --- The turn -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-19", "PS-20")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_as_many_actions_as_the_level_in_any_mix(level: int) -> None:
    game = table(seat("[Philadelphia*]"), level=level)
    for left in range(level, 0, -1):
        assert turn(game) == (level, A, left)
        play(game, "advance, track profit")
    assert game.legal_moves == ["end"]
    game.push("end")
    assert turn(game) == (level, B, level)


@pytest.mark.rules("PS-19", "PS-67")
def test_the_number_of_actions_does_not_change_when_the_round_end_card_shows() -> None:
    game = table(seat(), level=2, deck={2: "Round end 2, Cannery, Golf Course"})
    play(game, "draw, deck")
    assert (turn(game), marked(game), hand(game)) == ((2, A, 1), [1, 2], {"Cannery"})
    play(game, "draw, deck")
    assert hand(game) == {"Cannery", "Golf Course"}


@pytest.mark.rules("PS-21")
def test_a_turn_may_end_early_and_ends_only_when_it_is_said() -> None:
    game = table(seat(), level=3)
    assert "end" in game.legal_moves
    play(game, "advance, track profit, end")
    assert turn(game) == (3, B, 3)
    play(game, "advance, track profit, advance, track profit, advance, track profit")
    assert game.legal_moves == ["end"]
    assert refusal(game, "advance").rule == "PS-21"
    assert can_take_back(game, B)


@pytest.mark.rules("PS-22")
def test_only_basic_actions_that_can_be_carried_out_are_offered() -> None:
    game = table(
        seat(tracks=[24, 24, 24], claims=["balanced-budget"]), level=4, marked=[1, 2, 3, 4], row="", deck={4: ""},
    )  # fmt: skip
    assert game.legal_moves == ["end"]
    for move, rule in (("build", "PS-22"), ("tuck", "PS-22"), ("discard", "PS-22"), ("advance", "PS-22"),
                       ("draw", "PS-22"), ("claim", "PS-35")):  # fmt: skip
        assert refusal(game, move).rule == rule
    game = table(seat("[Philadelphia*] [Sawmill]", "Rail Yard"))
    assert verbs(game) == {"tuck", "discard", "advance", "draw", "end", "mayor"}
    play(game, "discard")  # nothing to trade: nothing results
    assert (tracks(game), hand(game), pile(game)) == ((0, 0, 0), set(), {"Rail Yard"})


# --- Basic actions --------------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-30")
def test_tucking_goes_under_the_mayor_and_gains_nothing() -> None:
    game = table(seat("[Philadelphia] [Diner*]", "Zoo, Post Office"))
    play(game, "tuck, card zoo")
    assert (city(game), tracks(game), hand(game)) == ("[Philadelphia] [Diner* + Zoo]", (0, 0, 0), {"Post Office"})
    assert game.legal_moves == ["end"]


@pytest.mark.rules("PS-31")
def test_a_discarded_card_lies_in_the_pile_while_its_action_goes_on() -> None:
    """Its own action could take it back; here is where the mayor stands."""
    game = table(seat("[Philadelphia] [Diner*]", "National Archive, Zoo"), level=4, deck={4: "Hydro Dam"})
    play(game, "discard, card national-archive")
    assert hand(game) == {"National Archive", "Zoo"}
    assert city(game) == "[Philadelphia] [Diner*]"
    game = table(seat("[Philadelphia] [Diner*]", "Savings Bank, Zoo"), level=2)
    play(game, "discard, card savings-bank")
    assert (city(game), tracks(game)) == ("[Philadelphia] [Diner* + Zoo]", (3, 0, 0))


@pytest.mark.rules("PS-33", "PS-34")
def test_drawing_from_the_row_or_the_deck() -> None:
    game = table(seat(), row="Diner, Sandlot, Sawmill", deck={1: "Brickworks, Warehouse"})
    game.push("draw")
    assert set(game.legal_moves) == {"take diner", "take sandlot", "take sawmill", "deck"}
    game.push("take sandlot")
    assert (hand(game), row(game)) == ({"Sandlot"}, ["Diner", "Brickworks", "Sawmill"])
    play(game, "end, draw, deck")
    assert (hand(game, B), row(game)) == ({"Warehouse"}, ["Diner", "Brickworks", "Sawmill"])


@pytest.mark.rules("PS-34")
def test_the_row_is_refilled_before_the_next_choice() -> None:
    game = table(seat("[Philadelphia*] [Diner]"), row="Zoo, Sandlot, Sawmill", deck={1: "Brickworks, Warehouse"})
    play(game, "mayor diner, take zoo")
    assert game.legal_moves == ["own philadelphia", "own diner"]
    assert row(game) == ["Brickworks", "Sandlot", "Sawmill"]


@pytest.mark.rules("PS-35", "PS-36", "PS-37")
def test_everybody_may_claim_once_for_full_stars_but_only_one_takes_the_chip() -> None:
    one = "[Philadelphia < Sawmill < Warehouse < Brickworks*]"
    other = "[Houston < Diner < Corner Store < Fish Market*]"
    game = table(seat(one), seat(other), chips=[1, 1, 1, 1, 3, 2, 2, 2], level=2)
    play(game, "claim")
    assert game.scores() == [3, 0]
    assert refusal(game, "claim").rule == "PS-35"
    play(game, "end, claim, end")
    assert game.scores() == [3, 4]  # three steps: 1, 2, and over the other marker
    assert int(game.state.chip_owner[4]) == A
    assert [int(game.view(viewer).state.chip[4]) for viewer in (A, B, -1)] == [3, s.UNKNOWN, s.UNKNOWN]
    assert [int(game.state.claimed[p]) for p in (A, B)] == [1 << 4, 1 << 4]


@pytest.mark.rules("PS-36", "PS-38")
def test_a_claim_outlives_its_condition() -> None:
    game = table(seat("[Philadelphia < Sawmill < Warehouse < Diner*]", "Loft Conversion"), level=3)
    play(game, "claim, discard, left")
    assert (count(game, "tallest"), game.scores()) == (3, [3, 0])
    assert int(game.state.claimed[A]) == 1 << 4


@pytest.mark.rules("PS-38")
@pytest.mark.parametrize(
    ("slots", "fields", "claimable"),
    [
        ("[Philadelphia*] [Diner] [Sawmill] [Zoo]", {}, set()),
        ("[Philadelphia*] [Diner] [Sawmill] [Zoo + Cottage Row]", {}, {"Five Districts"}),
        ("[New York*] [Diner < Zoo] [Playhouse + Aquarium]", {}, set()),
        ("[New York*] [Corner Store < Diner] [Playhouse + Fish Market]", {}, {"Zoning Champion"}),
        ("[Philadelphia*] [Playhouse + Sandlot] [Sawmill] [Rail Yard]", {}, {"Grand Tour"}),
        ("[Philadelphia < Diner*] [Playhouse + Sandlot] [Sawmill] [Rail Yard]", {}, set()),
        ("[New York*] [Playhouse + Sandlot] [Sawmill] [Rail Yard] [Homestead]", {}, {"Grand Tour"}),
        ("[Boston*] [Playhouse + Sandlot] [Sawmill] [Rail Yard] [Homestead]", {}, {"Five Districts", "Grand Tour"}),
        ("[New York*] [Sandlot < Skating Pond]", {}, set()),
        ("[Philadelphia*] [Sandlot < Skating Pond]", {}, {"Signature Sites"}),
        ("[New York*] [Sandlot + Sports Arena]", {}, {"Signature Sites"}),
        ("[New York < Sawmill < Diner < Cottage Row*]", {}, {"High Rise"}),
        ("[New York*] [Sawmill] [Diner] [Cottage Row] [Corner Store]", {}, set()),
        ("[New York*] [Sawmill] [Diner] [Cottage Row] [Corner Store] [Warehouse]", {}, {"Urban Sprawl"}),
        ("[New York* + Sawmill + Diner + Cottage Row]", {}, set()),
        ("[New York* + Sawmill + Diner] [Cottage Row + Warehouse + Homestead]", {}, {"Deep Foundations"}),
        ("[New York*]", {"tracks": [10, 10, 9]}, set()),
        ("[New York*]", {"tracks": [10, 10, 10]}, {"Balanced Budget"}),
    ],
)
def test_conditions_of_the_achievements(slots: str, fields: dict[str, Any], claimable: set[str]) -> None:
    game = table(seat(slots, **fields))
    if not claimable:
        assert refusal(game, "claim").rule == "PS-35"
        return
    game.push("claim")
    names = {a.slug: a.name for a in TITLE.cards.achievements}
    offered = {names[move.split()[1]] for move in game.legal_moves if move.startswith("achievement")}
    taken = {a.name for a in TITLE.cards.achievements if game.state.claimed[A] >> a.index & 1}
    assert (offered or taken) == claimable


@pytest.mark.rules("PS-39")
def test_stars_then_chip_then_the_city() -> None:
    game = table(seat("[Philadelphia*] [Sawmill]"), seat("[New Orleans*] [Diner < Cottage Row < Zoo < Homestead]"),
                 turn="sky", chips=[1] * 4 + [3, 2, 2, 2])  # fmt: skip
    game.push("claim")
    assert (game.scores(), int(game.state.chip_owner[4])) == ([0, 3], B)
    play(game, "track profit, track profit, track prestige")
    assert tracks(game, B) == (2, 1, 0)


# --- Mayor actions --------------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-41", "PS-42")
def test_ex_18_the_mayor_must_move_and_may_come_back() -> None:
    game = table(seat("[Philadelphia] [Post Office*]"), level=2)
    assert [move for move in game.legal_moves if "mayor" in move] == ["mayor philadelphia"]
    assert refusal(game, "mayor post-office").rule == "PS-41"
    game.push("mayor philadelphia")
    assert (hand(game), tracks(game), turn(game)) == (set(), (0, 0, 0), (2, A, 1))
    assert [move for move in game.legal_moves if "mayor" in move] == ["mayor post-office"]


@pytest.mark.rules("PS-43")
def test_ex_19_an_impossible_part_is_skipped() -> None:
    game = table(seat("[Philadelphia*] [Corner Store]"), deck={1: "Diner, Sandlot"})
    play(game, "mayor corner-store, deck")
    assert (city(game), hand(game)) == ("[Philadelphia] [Corner Store*]", {"Diner"})


@pytest.mark.rules("PS-43")
def test_ex_20_as_far_as_possible() -> None:
    game = table(seat("[Philadelphia*] [Container Port]", "Diner", tracks=[5, 0, 0]), level=4,
                 deck={4: "State Capitol, Hydro Dam, Opera House"})  # fmt: skip
    play(game, "mayor container-port")
    assert (pile(game), hand(game)) == ({"Diner"}, {"State Capitol", "Hydro Dam", "Opera House"})
    assert (tracks(game), game.scores()) == ((6, 0, 0), [1, 0])


@pytest.mark.rules("PS-12", "PS-43")
def test_ex_21_amounts_are_counted_when_their_step_begins() -> None:
    game = table(seat("[Philadelphia*] [Diner < Stock Exchange + Zoo]", "Sandlot"), level=3)
    play(game, "mayor stock-exchange")
    assert (count(game, "icons_here"), count(game, "height"), tracks(game)) == (4, 2, (4, 0, 0))


@pytest.mark.rules("PS-31")
def test_ex_22_detroit_rewards_the_first_discard_for_action() -> None:
    game = table(seat("[Detroit*]", "Post Office"), deck={1: "Diner, Sandlot, Sawmill, Warehouse"}, level=1)
    game.push("discard")
    assert (hand(game), pile(game), city(game)) == ({"Diner", "Sandlot", "Sawmill"}, {"Post Office"}, "[Detroit*]")
    game = table(seat("[Detroit*]", "Post Office, Village Green"), level=2, deck={2: "Cannery, Golf Course, Riverwalk"})
    play(game, "discard, card post-office, discard, card village-green")
    assert hand(game) == {"Cannery", "Golf Course", "Riverwalk"}


@pytest.mark.rules("PS-47")
def test_ex_23_one_extra_action_a_turn() -> None:
    game = table(seat("[Subway Powerhouse] [Philadelphia*] [Hydro Dam]"), level=4)
    game.push("mayor subway-powerhouse")
    game.push(game.legal_moves[0])
    assert turn(game) == (4, A, 4)
    game.push("mayor hydro-dam")
    game.push(game.legal_moves[0])
    assert (turn(game), len(hand(game))) == ((4, A, 3), 3)


@pytest.mark.rules("PS-43")
def test_ex_24_chain_cards_and_cities_cannot_be_copied() -> None:
    game = table(
        seat("[Philadelphia*] [Embassy]"), seat("[Boston*] [International Airport] [Zoo]"),
        seat("[Houston < Shipyard*] [Riverboat Casino]"), level=3,
    )  # fmt: skip
    play(game, "mayor embassy, deck")
    assert game.table()["doing"]["frames"][-1].startswith("zoo ")
    play(game, "track profit, track prestige")
    assert tracks(game) == (1, 1, 0)


@pytest.mark.rules("PS-43")
def test_ex_25_declare() -> None:
    game = table(seat("[Philadelphia*] [Schoolhouse]"), deck={1: "Sandlot, Diner, Sawmill, Warehouse"})
    play(game, "mayor schoolhouse, type park")
    assert hand(game) == {"Sandlot", "Diner", "Sawmill"}
    assert deck(game, 1)[0] == "Warehouse"


@pytest.mark.rules("PS-35", "PS-36", "PS-37", "PS-58")
def test_ex_26_a_claim() -> None:
    game = table(
        seat("[Philadelphia < Post Office < City Hall < Zoo* + Diner]", score=4), seat(score=5),
        chips=[1, 1, 1, 1, 2, 2, 2, 3], level=3,
    )  # fmt: skip
    assert (count(game, "types"), count(game, "tallest")) == (3, 4)
    game.push("claim")
    assert (game.scores(), int(game.state.chip_owner[4]), int(game.view(A).state.chip[4])) == ([8, 5], A, 2)
    assert "claim" not in game.legal_moves


@pytest.mark.rules("PS-17", "PS-44")
def test_ex_27_razing_leaves_a_lot() -> None:
    game = table(seat("[Auto Plant] [Diner* + Zoo] [Philadelphia]"), level=3)
    play(game, "mayor auto-plant, yes, own diner")
    assert (pile(game), city(game)) == ({"Diner", "Zoo"}, "[Auto Plant*] ( ) [Philadelphia]")
    assert (count(game, "buildings"), len(hand(game))) == (2, 3)


@pytest.mark.rules("PS-17", "PS-46")
def test_ex_28_the_card_being_resolved_may_go() -> None:
    game = table(seat("[Auto Plant] [Diner*] [Philadelphia]"), level=3)
    play(game, "mayor auto-plant, yes, own auto-plant")
    assert (city(game), len(hand(game))) == ("[Diner] [Philadelphia*]", 3)


@pytest.mark.rules("PS-13", "PS-17", "PS-44")
def test_ex_29_seizing_a_top_card() -> None:
    game = table(
        seat("[Houston*] [Annexed Suburb]"), seat("[Boston] [Diner < Zoo] [Sandlot* + Sawmill]"), level=3
    )  # fmt: skip
    play(game, "mayor annexed-suburb, no")
    assert (hand(game), pile(game), city(game, B)) == ({"Sandlot"}, {"Sawmill"}, "[Boston*] [Diner < Zoo]")


@pytest.mark.rules("PS-30", "PS-43")
def test_ex_30_only_the_first_tuck_of_a_turn_triggers() -> None:
    game = table(
        seat("[San Francisco*] [Sports Arena]", "Diner, Sandlot, Sawmill", tracks=[5, 5, 5]), level=3,
        deck={3: "Zoo, Embassy, City Hall"},
    )  # fmt: skip
    play(game, "mayor sports-arena, card diner, own sports-arena")
    assert game.legal_moves == ["track profit", "track prestige", "track population"]
    play(game, "track profit, card sandlot, own sports-arena, card sawmill, own san-francisco")
    assert (tracks(game), game.scores(), count(game, "tucked")) == ((6, 5, 5), [1, 0], 3)
    assert hand(game) == {"Zoo", "Embassy", "City Hall"}


@pytest.mark.rules("PS-44")
def test_yes_or_no_is_asked_even_when_nothing_can_come_of_it() -> None:
    game = table(seat("[Philadelphia*] [Student Dorms]"), level=4, marked=[1, 2, 3, 4], row="", deck={4: ""})
    game.push("mayor student-dorms")
    assert game.legal_moves == ["no", "yes"]
    game.push("yes")
    assert turn(game) == (4, A, 3)


@pytest.mark.rules("PS-45")
def test_what_is_possible_must_be_done_even_to_ones_harm() -> None:
    game = table(seat("[Philadelphia*] [Loft Conversion]"), level=3)
    play(game, "mayor loft-conversion")  # its only top card is itself: razed, and built again
    assert game.legal_moves == ["over philadelphia", "left", "right"]
    game = table(seat("[Philadelphia*] [Oil Refinery]", tracks=[0, 3, 0]), level=3)
    game.push("mayor oil-refinery")
    assert tracks(game) == (0, 2, 0)


@pytest.mark.rules("PS-46")
def test_an_action_goes_on_when_its_card_is_covered_or_gone() -> None:
    game = table(seat("[Philadelphia*] [Commuter Suburb]", "Village Green", tracks=[1, 0, 1]), level=2)
    play(game, "mayor commuter-suburb, over commuter-suburb")
    assert game.legal_moves == ["track profit", "track prestige", "track population"]  # 1/1/1 by now
    game = table(
        seat("[Philadelphia*] [Riverboat Casino]", "Diner, Zoo"), level=4,
        row="Penthouse Tower, Hydro Dam, State Capitol", deck={4: "Opera House, Olympic Park"},
    )  # fmt: skip
    play(game, "mayor riverboat-casino, own philadelphia, take penthouse-tower, plan penthouse-tower")
    play(game, "over philadelphia, pay diner")
    assert row(game) == ["Olympic Park", "Hydro Dam", "State Capitol"]
    assert city(game) == "[Philadelphia < Penthouse Tower + Opera House] [Riverboat Casino*]"
    assert tracks(game) == (3, 3, 3)  # its gains, and the step on each track that its action ends with


@pytest.mark.rules("PS-43")
def test_opponents_decline_and_draw_in_turn_order_from_the_left() -> None:
    game = table(
        seat("[Philadelphia]"), seat("[Houston] [Fairground]", tracks=[0, 0, 0]), seat(), turn="sky", level=3,
        deck={3: "Zoo, Embassy, Aquarium"},
    )  # fmt: skip
    play(game, "mayor fairground")
    play(game, ", ".join(["track profit"] * 5))
    assert (hand(game, C), hand(game, A), hand(game, B)) == ({"Zoo"}, {"Embassy"}, set())
    game = table(
        seat("[Philadelphia]", tracks=[0, 3, 0]), seat("[Houston] [Television Studio]"), seat(tracks=[0, 2, 0]),
        turn="sky", level=3, row="Zoo, Embassy, Aquarium",
    )  # fmt: skip
    play(game, "mayor television-studio, take zoo, own houston")
    # Green falls from 2 to 1 first, so 2 is free for Orange; Sky has hopped over both
    assert [tracks(game, p)[1] for p in (A, B, C)] == [2, 4, 1]
