"""Decks, row, pile and round end (PS-60 to 72): EX-31 to EX-36 and EX-42 to EX-44."""

import pytest

from ...shared import play
from ..helpers import A, B, C, deck, hand, marked, out_of_the_game, pile, row, seat, table, tracks, turn

LEVEL_2 = "Cannery, Golf Course, Riverwalk, Courthouse, Grand Hotel, Steel Mill, Brownstones, Student Dorms"


@pytest.mark.rules("PS-67", "PS-68", "PS-69", "PS-70", "PS-71")
def test_ex_31_level_1_ends() -> None:
    game = table(
        seat("[Philadelphia*]"), seat("[Houston*] [Post Office]"), seat("[New York*]"), turn="sky",
        row="Brickworks, Warehouse, Rail Yard", deck={1: "Round end 1, Diner, Sandlot, Sawmill", 2: LEVEL_2},
    )  # fmt: skip
    assert len(deck(game, 2)) == 21
    play(game, "mayor post-office")
    assert (hand(game, B), marked(game), turn(game)) == ({"Diner", "Sandlot"}, [1], (1, B, 0))
    game.push("end")
    assert pile(game) == {"Brickworks", "Warehouse", "Rail Yard"}
    assert turn(game) == (2, C, 2)
    assert hand(game, C) == {"Cannery", "Golf Course"}
    assert hand(game, A) == {"Riverwalk", "Courthouse"}
    assert hand(game, B) == {"Diner", "Sandlot", "Grand Hotel", "Steel Mill"}
    assert row(game)[:2] == ["Brownstones", "Student Dorms"]
    assert (len(row(game)), len(deck(game, 2))) == (3, 21 - 9)
    assert "Sawmill" in out_of_the_game(game)
    assert deck(game, 1) == []


@pytest.mark.rules("PS-61", "PS-67", "PS-68", "PS-71")
def test_ex_32_the_round_end_card_comes_with_a_refill() -> None:
    game = table(
        seat(), seat(), level=2, row="Courthouse, Steel Mill, Riverwalk",
        deck={2: "Round end 2, Cannery, Golf Course"},
    )  # fmt: skip
    play(game, "draw, take courthouse")
    assert (row(game), marked(game), turn(game)) == (["Cannery", "Steel Mill", "Riverwalk"], [1, 2], (2, A, 1))
    play(game, "draw, deck")
    assert hand(game) == {"Courthouse", "Golf Course"}
    game.push("end")
    assert (turn(game), len(deck(game, 3))) == ((3, B, 3), 26 - 7)


@pytest.mark.rules("PS-60", "PS-61", "PS-71", "PS-72")
def test_ex_33_a_level_marked_before_its_time_lasts_one_turn() -> None:
    game = table(
        seat("[Philadelphia*]", "Village Hall"), seat("[Houston*] [Post Office]"),
        row="Sawmill, Warehouse, Rail Yard",
        deck={1: "Diner, Round end 1, Sandlot, Brickworks", 2: "Round end 2, Cannery, Movie Palace, " + LEVEL_2[9:]},
    )  # fmt: skip
    play(game, "discard, take sawmill")
    assert (hand(game), marked(game), turn(game)) == ({"Sawmill", "Cannery"}, [2], (1, A, 0))
    play(game, "end, mayor post-office, end")
    assert (turn(game), marked(game)) == ((2, A, 2), [1, 2])
    game.push("end")
    assert turn(game) == (3, B, 3)


@pytest.mark.rules("PS-61", "PS-62")
def test_ex_34_the_next_level_continues_an_empty_deck() -> None:
    game = table(
        seat("[Philadelphia*] [Sawmill]", "Diner"), row="Warehouse, Rail Yard, Brickworks",
        deck={1: "Sandlot, Round end 1", 2: "Cannery, Golf Course"},
    )  # fmt: skip
    game.push("mayor sawmill")
    assert (hand(game), marked(game), turn(game)) == ({"Sandlot", "Cannery", "Golf Course"}, [1], (1, A, 0))


@pytest.mark.rules("PS-63")
def test_ex_35_the_row_is_not_refilled_from_another_level() -> None:
    game = table(seat(), level=2, row="Courthouse, Steel Mill, Riverwalk", deck={2: "Round end 2"})
    play(game, "draw, take courthouse")
    assert (marked(game), row(game), len(deck(game, 3))) == ([1, 2], ["Steel Mill", "Riverwalk"], 26)


@pytest.mark.rules("PS-64", "PS-65", "PS-73")
def test_ex_36_level_4_reshuffles_the_pile() -> None:
    game = table(
        seat("[Philadelphia*]"), seat("[Houston*]"), seat("[New York*]"), level=4, first="sky", opener="sky",
        turn="sky", row="State Capitol, Opera House, Olympic Park", deck={4: "Round end 4, Hydro Dam"},
        pile="Diner, Zoo, Cannery, Embassy",
    )  # fmt: skip
    play(game, "draw, deck")
    assert (hand(game, B), marked(game)) == ({"Hydro Dam"}, [1, 2, 3, 4])
    play(game, "draw, deck")
    new = hand(game, B) - {"Hydro Dam"}
    assert new < {"Zoo", "Embassy"}
    assert deck(game, 4) == sorted({"Zoo", "Embassy"} - new)
    assert pile(game) == {"Diner", "Cannery"}
    for seat_at_turn in (B, C, A):
        assert game.turn == seat_at_turn
        game.push("end")
    assert game.is_game_over()


@pytest.mark.rules("PS-66", "PS-68")
def test_ex_42_three_quiet_rounds() -> None:
    game = table(
        seat(), seat(), level=2, row="Steel Mill, Courthouse, Riverwalk",
        deck={2: "Cannery, Round end 2, Golf Course, Grand Hotel"},
    )  # fmt: skip
    for _ in range(5):
        play(game, "advance, track profit, end")
    assert row(game) == ["Steel Mill", "Courthouse", "Riverwalk"]
    game.push("end")
    assert turn(game) == (3, A, 3)
    assert pile(game) == {"Steel Mill", "Courthouse", "Riverwalk", "Cannery", "Golf Course", "Grand Hotel"}
    assert [len(hand(game, p)) for p in (A, B)] == [2, 2]
    assert (len(row(game)), len(deck(game, 3))) == (3, 26 - 7)


@pytest.mark.rules("PS-63", "PS-64")
def test_ex_43_gaps_are_filled_when_a_card_leaves_the_row() -> None:
    game = table(
        seat("[Philadelphia*]", "Cannery, Zoo"), level=4, marked=[1, 2, 3, 4], deck={4: ""}, pile="Diner",
        row="State Capitol, Opera House, Olympic Park",
    )  # fmt: skip
    play(game, "draw, take opera-house")
    assert (row(game), pile(game)) == (["State Capitol", "Olympic Park"], {"Diner"})
    play(game, "discard, card zoo, track profit, track prestige, option 1, track profit, track profit")
    assert (row(game), pile(game), tracks(game)) == (["State Capitol", "Olympic Park"], {"Diner", "Zoo"}, (3, 1, 0))
    play(game, "draw, take olympic-park")
    assert (sorted(row(game)), pile(game), deck(game, 4)) == (["State Capitol", "Zoo"], {"Diner"}, [])


@pytest.mark.rules("PS-61", "PS-62")
def test_ex_44_peeking_into_the_next_level() -> None:
    game = table(
        seat("[Philadelphia*] [Town Library]"), row="Sawmill, Warehouse, Rail Yard",
        deck={1: "Sandlot, Round end 1, Diner", 2: "Cannery, Golf Course, Riverwalk"},
    )  # fmt: skip
    game.push("mayor town-library")
    assert set(game.legal_moves) == {"keep sandlot", "keep diner", "keep cannery", "keep golf-course"}
    play(game, "keep cannery, keep diner")
    assert (hand(game), pile(game), marked(game)) == ({"Cannery", "Diner"}, {"Sandlot", "Golf Course"}, [1])


# --- Other rules ----------------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-60")
def test_next_is_the_level_above_and_at_level_4_the_same() -> None:
    for level, expected in ((1, {"Cannery", "Golf Course"}), (4, {"Hydro Dam", "Opera House"})):
        game = table(
            seat("[Philadelphia*] [State University]"), level=level,
            deck={2: "Cannery, Golf Course"} if level == 1 else {4: "Hydro Dam, Opera House, Olympic Park"},
            row="-, -, -",
        )  # fmt: skip
        play(game, "mayor state-university")
        assert expected <= hand(game)
        assert len(hand(game)) == 3


@pytest.mark.rules("PS-62", "PS-64")
def test_a_draw_goes_through_all_levels_to_the_reshuffle() -> None:
    game = table(
        seat("[Philadelphia*] [County Clinic]"), level=2, row="", pile="Zoo, Diner, Cannery",
        marked=[1, 2, 3, 4], deck={2: "", 3: "Embassy", 4: "Hydro Dam"},
    )  # fmt: skip
    play(game, "mayor county-clinic")
    assert (hand(game), pile(game)) == ({"Embassy", "Hydro Dam", "Zoo"}, {"Diner", "Cannery"})


@pytest.mark.rules("PS-64")
def test_nothing_to_shuffle_and_the_draw_is_lost() -> None:
    game = table(
        seat("[Philadelphia*] [County Clinic]"), level=4, row="", pile="Diner", marked=[1, 2, 3, 4], deck={4: "Zoo"}
    )
    play(game, "mayor county-clinic")
    assert (hand(game), pile(game), turn(game)) == ({"Zoo"}, {"Diner"}, (4, A, 3))


@pytest.mark.rules("PS-62", "PS-64", "PS-43")
def test_no_building_is_asked_for_when_no_deck_card_can_be_tucked() -> None:
    game = table(
        seat("[Philadelphia*] [Riverboat Casino]"), level=4, row="", pile="Diner", marked=[1, 2, 3, 4], deck={4: ""}
    )
    play(game, "mayor riverboat-casino")
    assert "end" in game.legal_moves


@pytest.mark.rules("PS-61")
@pytest.mark.parametrize(
    ("city", "moves"),
    [
        ("[Philadelphia*] [Post Office]", "mayor post-office"),
        ("[Philadelphia*] [Fish Market]", "mayor fish-market"),
        ("[Philadelphia*] [Schoolhouse]", "mayor schoolhouse, type park"),
        ("[Philadelphia*] [Town Library]", "mayor town-library"),
        ("[Philadelphia*] [Fairground]", "mayor fairground, " + ", ".join(["track profit"] * 5)),
        ("[Philadelphia*] [Freight Depot]", "mayor freight-depot"),
    ],
)
def test_a_round_end_card_counts_as_nothing_however_it_comes(city: str, moves: str) -> None:
    """Drawn, tucked, declared, looked at, given, turned up: it leaves, and the next card comes instead."""
    game = table(seat(city), row="Sawmill, Warehouse, Rail Yard",
                 deck={1: "Round end 1, Diner, Sandlot, Brickworks, Playhouse, Homestead"})  # fmt: skip
    before = len(deck(game, 1))
    play(game, moves)
    assert marked(game) == [1]
    assert "Diner" not in deck(game, 1)
    assert "Round end 1" not in deck(game, 1)
    assert len(deck(game, 1)) < before - 1


@pytest.mark.rules("PS-65")
def test_the_pile_is_open_and_holds_every_discard() -> None:
    game = table(seat("[Philadelphia*]", "Brickworks, Diner, Zoo"), level=2, pile="Sandlot")
    play(game, "discard, card brickworks, card diner, track profit, end")
    assert pile(game) == {"Sandlot", "Brickworks", "Diner"}
    for viewer in (-1, A, B):
        assert pile(game.view(viewer)) == pile(game)


@pytest.mark.rules("PS-66")
def test_a_card_that_leaves_a_deck_breaks_the_silence() -> None:
    game = table(seat(), seat(), row="Diner, Sandlot, Sawmill", deck={1: "Brickworks, Warehouse"})
    play(game, "end, end, end, end")
    assert int(game.state.quiet) == 2
    play(game, "draw, deck, end, end")
    assert (int(game.state.quiet), row(game)) == (0, ["Diner", "Sandlot", "Sawmill"])
    play(game, "end, end, end, end, end, end")
    assert pile(game) == {"Diner", "Sandlot", "Sawmill"}
    assert (int(game.state.quiet), turn(game)) == (0, (1, A, 1))


@pytest.mark.rules("PS-66")
def test_a_marked_level_4_needs_no_guard() -> None:
    game = table(
        seat(), seat(), seat(), level=4, marked=[1, 2, 3, 4], quiet=2, first="orange", opener="sky", turn="green",
        row="State Capitol, Opera House, Olympic Park", deck={4: "Hydro Dam"},
    )  # fmt: skip
    game.push("end")
    assert row(game) == ["State Capitol", "Opera House", "Olympic Park"]
    assert not game.is_game_over()


@pytest.mark.rules("PS-69")
def test_washington_draws_two_more_right_after_its_own_two() -> None:
    game = table(
        seat("[Philadelphia*]"), seat("[Washington, D.C.*]"), turn="orange", level=1, marked=[1],
        deck={1: "", 2: LEVEL_2 + ", Movie Palace, Textile Mill"}, row="Diner, Sandlot, Sawmill",
    )  # fmt: skip
    game.push("end")
    assert hand(game, B) == {"Cannery", "Golf Course", "Riverwalk", "Courthouse"}
    assert hand(game, A) == {"Grand Hotel", "Steel Mill"}
    assert row(game) == ["Brownstones", "Student Dorms", "Movie Palace"]


@pytest.mark.rules("PS-70")
def test_the_rest_of_the_old_deck_is_gone_for_good() -> None:
    game = table(seat(), level=3, marked=[1, 2, 3], deck={3: "Zoo, Embassy"}, row="Aquarium, City Hall, Fairground")
    game.push("end")
    assert {"Zoo", "Embassy"} <= out_of_the_game(game)
    assert pile(game) == {"Aquarium", "City Hall", "Fairground"}


@pytest.mark.rules("PS-72")
def test_the_level_rises_by_one_at_the_end_of_a_turn_even_if_the_next_is_marked_too() -> None:
    game = table(seat(), seat(), marked=[1, 2, 3, 4], level=1, deck=dict.fromkeys((1, 2, 3, 4), ""), row="Diner, -, -")
    for level, player in ((2, B), (3, A), (4, B)):
        game.push("end")
        assert turn(game) == (level, player, level)
