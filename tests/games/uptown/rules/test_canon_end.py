"""The end and the score (UT-43 to 49): worked examples E17 to E22, and a test for every other rule."""

import pytest

import tabletown as tt

from ...shared import play, refusal
from ..helpers import accounts, income, prestige, saved, seat, table, upcoins

FOUR_PARKS = "1:[P02A] 2:[P57B] 3:[P59A] 4:[P60A]"


@pytest.mark.rules("UT-43", "UT-44")
def test_e17_a_deck_runs_out() -> None:
    seats = seat(deck="P36"), seat(deck="P39"), seat(deck="P28", left=1)
    game = table(*seats, start="sky", turn="green", public="Q02 Q03")
    play(game, "play tea-house, site 1")
    assert game.state.final_round
    assert game.turn == 2
    play(game, "public registry, site 1")
    assert game.turn == 0
    play(game, "play old-town-flat, site 1, public health-post, site 1")
    assert game.is_game_over()
    assert game.legal_moves == []
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.reason == "a deck is empty"


@pytest.mark.rules("UT-44")
def test_e18_the_last_seat_finishes_its_fifth_site() -> None:
    seats = seat(FOUR_PARKS, deck="P54 P28"), seat(deck="P36"), seat(deck="P39")
    game = table(*seats, start="sky", turn="orange", public="Q13")
    play(game, "play summer-terrace, site 5")
    assert game.state.final_round
    assert not game.is_game_over()
    assert game.turn == 0
    assert game.legal_moves == ["pass"]  # all five sites are closed, and none of the open cards is a gift
    game.push("pass")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.reason == "all five sites of a street are finished"


@pytest.mark.rules("UT-9", "UT-43", "UT-47")
def test_e19_an_opponent_buys_the_last_card() -> None:
    game = table(seat(), seat(account=5, deck="P36", left=1), start="orange", step="second", public="Q02 Q03")
    play(game, "buy old-town-flat, site 1")
    assert game.state.final_round
    assert upcoins(game) == [0, 4]
    assert game.legal_moves == ["take"]
    game.push("take")
    assert accounts(game)[1] == 9
    assert {args[0] for verb, args in map(game.title.actions.decode, game.legal_actions) if verb == "buy"} <= {0}
    play(game, "public registry, site 1")
    assert game.is_game_over()


@pytest.mark.rules("UT-44", "UT-47")
def test_e19_upcoins_on_a_deck_count_for_nobody() -> None:
    seats = seat(account=10), seat(account=5, deck="P36", left=1)
    game = table(*seats, start="sky", turn="orange", step="second")
    play(game, "buy old-town-flat, site 1")
    assert game.is_game_over()
    assert upcoins(game) == [0, 4]
    assert game.scores() == [2 + 6 // 3, 5 // 3]


@pytest.mark.rules("UT-46")
def test_e20_a_whole_score_sheet() -> None:
    game = saved("e20-score")
    assert [(name, points[0]) for name, points in game.title.scoring.sheet(game)] == [
        ("Site 1", 0 + 1 + 4),
        ("Site 2", 5),
        ("Site 3", 1 + 2 + 8),
        ("Site 4", -1 + 3),
        ("Site 5", 10 - 2),
        ("Upcoins", 3),
    ]
    assert prestige(game) == 31
    assert game.scores() == [34, 0]
    assert income(game) == 5


SHORT, MIDDLE, TALL = "1:[P36A P39A P28B]", "1:[P01A P32B P24B P05A]", "1:[P13A P44A P37A P43A P54A P19A]"
OTHER_FOUR = "2:[P21B P10B P14B P46A]"


@pytest.mark.rules("UT-48", "UT-49")
@pytest.mark.parametrize(
    ("first", "heights", "places"),
    [(SHORT, [3, 4, 6], (2, 1, 3)), (OTHER_FOUR, [4, 4, 6], (1, 1, 3))],
)
def test_e21_ties(first: str, heights: list[int], places: tuple[int, ...]) -> None:
    """Scores 34, 34 and 30: the accounts make up for what the streets are worth."""
    rows = [(first, 34), (MIDDLE, 34), (TALL, 30)]
    worth = [prestige(table(seat(street), seat())) for street, _ in rows]
    seats = [seat(street, account=3 * (goal - has) + 2) for (street, goal), has in zip(rows, worth, strict=True)]
    seats[2] += "\ndeck_left = 0"
    game = table(*seats, start="orange", turn="green", step="second", over=True)
    assert [max(site) for site in game.state.height[:3].tolist()] == heights
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.scores == (34, 34, 30)
    assert outcome.places == places
    assert outcome.winners == tuple(s for s in range(3) if places[s] == 1)


@pytest.mark.rules("UT-46")
@pytest.mark.parametrize(("account", "score"), [(8, -3), (2, -5)])
def test_e22_a_negative_score(account: int, score: int) -> None:
    game = table(seat("1:[P44A] 2:[P12B]", account=account), seat())
    assert prestige(game) == -5
    assert game.scores()[0] == score


@pytest.mark.rules("UT-43")
def test_a_gift_that_finishes_the_fifth_site_sets_off_the_final_round() -> None:
    game = table(seat(deck="P12"), seat(FOUR_PARKS), start="orange", public="Q02")
    play(game, "play car-park, site sky 5")
    assert game.state.final_round
    play(game, "public registry, site 1")
    assert game.turn == 1


@pytest.mark.rules("UT-43")
def test_a_discard_that_empties_a_deck_sets_off_the_final_round() -> None:
    game = table(seat(deck="P36", left=1), seat(), public="Q02")
    game.push("discard")
    assert game.state.final_round


@pytest.mark.rules("UT-44", "UT-45")
def test_all_rules_stay_in_force_in_the_final_round() -> None:
    """Orange, who starts, finishes a street; the others still build, pay and are paid, each for one whole turn."""
    seats = seat(FOUR_PARKS, deck="P54 P39"), seat("1:[P03A]", deck="P25"), seat(deck="P36")
    game = table(*seats, start="orange", public="Q13")
    play(game, "play summer-terrace, site 5, pass, play green-roof, site 1")
    assert accounts(game)[1] == 10 + 2
    play(game, "buy old-town-flat, site 2")
    assert (accounts(game), upcoins(game)) == ([11, 8, 10], [0, 0, 4])
    assert game.state.final_round
    play(game, "take, public bandstand, site 1")
    assert game.is_game_over()


@pytest.mark.rules("UT-45")
def test_an_empty_public_pile_ends_nothing() -> None:
    game = table(seat(), seat(), step="second", public="Q02", public_left=1)
    play(game, "public registry, site 1")
    assert int(game.state.public_left) == 0
    assert not game.state.final_round


@pytest.mark.rules("UT-44")
def test_nothing_can_be_moved_when_the_game_is_over() -> None:
    game = table(seat(left=0), seat(), turn="sky", step="second", over=True)
    assert "over" in str(refusal(game, "pass"))
    assert game.turn is None


@pytest.mark.rules("UT-46")
@pytest.mark.parametrize(("account", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (11, 3)])
def test_money_is_rounded_down(account: int, points: int) -> None:
    assert table(seat(account=account), seat()).scores()[0] == points


@pytest.mark.rules("UT-48")
def test_the_tallest_building_decides_only_between_equals() -> None:
    game = table(seat("1:[P36A P05A P01A]", account=0), seat("1:[P39A]", account=6), seat(left=0), over=True)
    assert game.scores()[:2] == [4, 5]
    outcome = game.outcome()
    assert isinstance(outcome, tt.Outcome)
    assert outcome.winners == (1,)
