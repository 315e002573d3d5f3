"""Set-up and the two actions of a turn (UT-1 to 19): worked examples E1 to E4, and a test for every other rule."""

import re

import pytest

import tabletown as tt
from tabletown.engine.errors import OptionError

from ...shared import play, refusal
from ..helpers import accounts, compound_moves, income, saved, seat, streets, table, upcoins


@pytest.mark.rules("UT-10", "UT-14", "UT-16", "UT-24", "UT-32", "UT-33")
def test_e1_free_flats_then_the_rivals_park() -> None:
    game = saved("e01-rulebook")
    play(game, "play twin-flats, site 2")
    assert accounts(game) == [10, 10]
    game.push("buy city-park")
    assert game.legal_moves == ["site 3"]
    game.push("site 3")
    assert income(game) == 2 + 0 + 0 + 3 + 1
    assert accounts(game) == [10, 10]
    assert upcoins(game) == [0, 6]


@pytest.mark.rules("UT-16")
def test_the_price_is_paid_before_the_income_comes() -> None:
    game = saved("e01-rulebook")
    play(game, "play twin-flats, site 2, buy city-park, site 3")
    assert accounts(game)[0] == 10 - 6 + 6
    poor = table(seat("1:[P03A]", account=5), seat(deck="P02"), step="second")
    assert refusal(poor, "buy city-park").rule == "UT-15"  # the income of $2 and the $5 would have been enough


@pytest.mark.rules("UT-9", "UT-16", "UT-17")
def test_e2_a_deck_sells_one_card_until_its_owner_collects() -> None:
    game = table(seat(), seat(), seat(deck="P02 P24"), step="second", public="Q02 Q03")
    play(game, "buy city-park, site 1")
    assert accounts(game) == [4, 10, 10]
    assert upcoins(game) == [0, 0, 6]
    game.push("discard")
    assert "buy pharmacy" not in game.legal_moves
    assert refusal(game, "buy pharmacy").rule == "UT-17"
    play(game, "public public-library, site 1")
    assert game.legal_moves == ["take"]
    game.push("take")
    assert accounts(game) == [4, 10, 16]
    play(game, "buy pharmacy, site 1")
    assert accounts(game) == [4, 10, 15]
    assert upcoins(game) == [0, 0, 0]


@pytest.mark.rules("UT-14", "UT-15", "UT-25")
@pytest.mark.parametrize(("account", "ways"), [(3, 15), (4, 20), (6, 25)])
def test_e3_money_opens_choices(account: int, ways: int) -> None:
    game = table(seat(account=account, deck="P36"), seat(deck="P09"), step="second", public="Q02")
    assert compound_moves(game) == ways


@pytest.mark.rules("UT-11", "UT-18", "UT-19")
def test_e4_nothing_is_possible() -> None:
    game = saved("e04-nothing-possible")
    assert game.state.final_round
    assert game.legal_moves == ["discard"]
    assert refusal(game, "play grocery").rule == "UT-11"
    game.push("discard")
    assert game.legal_moves == ["pass"]
    game.push("pass")
    assert accounts(game) == [10, 10]
    assert game.is_game_over()


@pytest.mark.rules("UT-1", "UT-6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_begins_with_five_empty_sites_and_ten_upcoins(players: int) -> None:
    game = tt.new("uptown", players=players, seed=1)
    assert streets(game) == [[[], [], [], [], []]] * players
    assert accounts(game) == [10] * players
    assert upcoins(game) == [0] * players


@pytest.mark.rules("UT-1")
@pytest.mark.parametrize("players", [1, 5, 0, -2])
def test_only_two_to_four_play(players: int) -> None:
    with pytest.raises(OptionError, match="2 to 4 players"):
        tt.new("uptown", players=players)


@pytest.mark.rules("UT-2", "UT-3", "UT-5")
def test_cards_and_start_player_are_left_to_chance() -> None:
    games = [tt.new("uptown", players=4, seed=seed) for seed in range(60)]
    assert {int(game.state.start) for game in games} == {0, 1, 2, 3}
    assert len({int(game.state.public[game.state.public_left - 1]) for game in games}) > 10
    assert len({int(game.state.deck[2, 14]) for game in games}) > 30
    assert all(game.state.public_left == 16 for game in games)
    assert tt.new("uptown", players=4, seed=5).digest() == games[5].digest()


@pytest.mark.rules("UT-4")
@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_tops_and_counts_are_open_and_nothing_else(viewer: int) -> None:
    game = tt.new("uptown", players=3, seed=11)
    whole = tt.position_text(game)
    seen = tt.position_text(game.view(viewer))
    decks = re.findall(r"^(?:deck|public) = \[(.*)\]$", seen, re.MULTILINE)
    for shown, real in zip(decks, re.findall(r"^(?:deck|public) = \[(.*)\]$", whole, re.MULTILINE), strict=True):
        first, *rest = shown.split(", ")
        assert first == real.split(", ")[0]
        assert set(rest) == {'"?"'}
        assert len(rest) == len(real.split(", ")) - 1


@pytest.mark.rules("UT-5", "UT-7")
def test_rounds_go_clockwise_from_the_same_start_player() -> None:
    game = table(seat(), seat(), seat(), start="green", public="Q02 Q03 Q04 Q06 Q08 Q10")
    turns = []
    while game.state.turns < 2:
        assert game.turn is not None
        turns.append((int(game.state.turns), game.turn))
        play(game, "discard")
        game.push(next(move for move in game.legal_moves if move.startswith("public")))
        game.push(game.legal_moves[0])
    assert turns == [(0, 2), (0, 0), (0, 1), (1, 2), (1, 0), (1, 1)]


@pytest.mark.rules("UT-8")
def test_a_turn_is_a_first_and_a_second_action() -> None:
    game = table(seat(deck="P36 P39"), seat(), public="Q02")
    assert game.legal_moves == ["discard", "play old-town-flat"]
    for move in ("buy toy-shop", "buy jeweller", "public registry", "pass"):
        assert refusal(game, move).rule in ("UT-8", "UT-14")
    assert refusal(game, "pass").rule == "UT-8"
    assert refusal(game, "public registry").rule == "UT-8"
    game.push("discard")
    assert refusal(game, "discard").rule == "UT-8"
    assert refusal(game, "pass").rule == "UT-19"
    play(game, "public registry, site 1")
    assert game.turn == 1


@pytest.mark.rules("UT-9")
def test_upcoins_are_the_whole_first_action() -> None:
    game = table(seat(upcoins=7, deck="P36"), seat())
    assert game.legal_moves == ["take"]
    for move in ("play old-town-flat", "discard"):
        assert refusal(game, move).rule == "UT-9"
    game.push("take")
    assert accounts(game)[0] == 17
    assert "buy old-town-flat" in game.legal_moves  # the card still lies there, and the deck is clear


@pytest.mark.rules("UT-10", "UT-31")
def test_a_free_card_may_be_discarded_although_it_fits() -> None:
    game = table(seat(deck="P36 P39"), seat(), discards=["P01"])
    left = int(game.state.deck_left[0])
    game.push("discard")
    assert accounts(game)[0] == 10
    assert [game.cards.project_cards[card] for card in game.state.discards[: game.state.discarded]] == ["P01", "P36"]
    assert int(game.state.deck_left[0]) == left - 1


@pytest.mark.rules("UT-12")
def test_an_empty_deck_without_upcoins_skips_the_first_action() -> None:
    game = table(seat(left=0), seat(), public="Q02")
    assert game.legal_moves == ["skip"]
    game.push("skip")
    assert accounts(game)[0] == 10
    assert "public registry" in game.legal_moves
    assert refusal(table(seat(), seat()), "skip").rule == "UT-12"
    assert table(seat(left=0, upcoins=2), seat()).legal_moves == ["take"]


@pytest.mark.rules("UT-13")
def test_the_next_card_is_open_before_the_second_action() -> None:
    game = table(seat(deck="P36 P39"), seat(deck="P09 P28"), public="Q02 Q03")
    assert "P39" not in tt.position_text(game.view(0))
    game.push("discard")
    assert "P39" in tt.position_text(game.view(1))
    assert "buy jeweller" in game.legal_moves
    play(game, "buy staff-canteen, site 1")
    assert "P28" in tt.position_text(game.view(0))
    play(game, "take, public registry, site 2")
    assert "Q03" in tt.position_text(game.view(0))


@pytest.mark.rules("UT-14", "UT-16")
def test_three_sources_for_the_second_action() -> None:
    game = table(seat(deck="P36"), seat(deck="P39"), seat(deck="P28"), step="second", public="Q12")
    assert {"buy old-town-flat", "buy jeweller", "buy tea-house", "public works-canteen"} < set(game.legal_moves)
    own, other, free = game.copy(), game.copy(), game.copy()
    play(own, "buy old-town-flat, site 1")
    assert (accounts(own), upcoins(own)) == ([6, 10, 10], [0, 0, 0])
    play(other, "buy tea-house, site 1")
    assert (accounts(other), upcoins(other)) == ([7, 10, 10], [0, 0, 3])
    play(free, "public works-canteen, site 1")
    assert (accounts(free), upcoins(free)) == ([10, 10, 10], [0, 0, 0])


@pytest.mark.rules("UT-15")
def test_a_deck_without_cards_sells_nothing() -> None:
    game = table(seat(deck="P36"), seat(left=0), step="second", public_left=0)
    assert game.legal_moves == ["buy old-town-flat"]


@pytest.mark.rules("UT-17")
def test_the_own_deck_is_open_again_after_collecting() -> None:
    game = table(seat(upcoins=3, deck="P36"), seat(), public="Q02")
    play(game, "take, buy old-town-flat, site 1")
    assert (accounts(game)[0], upcoins(game)[0]) == (9, 0)


@pytest.mark.rules("UT-18", "UT-19")
def test_only_cards_with_a_place_can_be_had() -> None:
    game = table(seat(deck="P28"), seat(deck="P16", account=0), step="second", public="Q02")
    assert "buy sky-residence" not in game.legal_moves
    assert refusal(game, "buy sky-residence").rule == "UT-15"
    assert refusal(game, "public rain-roof").rule == "UT-19"
    game.push("buy tea-house")
    assert all(move.startswith("site") for move in game.legal_moves)


@pytest.mark.rules("UT-19", "UT-45")
def test_without_a_public_pile_one_source_is_missing() -> None:
    game = table(seat(account=0, deck="P36"), seat(deck="P39"), step="second", public_left=0)
    assert game.legal_moves == ["pass"]
    assert not game.state.final_round
    game.push("pass")
    assert game.turn == 1
