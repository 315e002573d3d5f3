"""The end and the winner (MK-52 to 54): EX-34, 35, and a test for every other rule."""

from typing import Any

import pytest

import tabletown as tt
from tabletown.games.milton_keynes import state as s

from ..helpers import all_but, all_do, cash, default, table


def over(rows: list[dict[str, Any]], **header: Any) -> tt.Game:
    """The last pouches are sealed, empty."""
    game = table(*rows, phase="pouch", **header)
    all_do(game, "seal")
    return game


@pytest.mark.rules("MK-53")
@pytest.mark.parametrize(("held", "places"), [((7, 9, 40), (2, 1, 3)), ((9, 9, 40), (1, 1, 3))])
def test_ex_34_blocks_then_cash_then_shared(held: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Blocks 21, 21 and 19, whatever stands on the map."""
    game = table(*({"cash": amount} for amount in held), over="dry", dry=3, year=5)
    game.state.blocks[:3] = (21, 21, 19)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.places == places
    assert outcome.winners == tuple(seat for seat, place in enumerate(places) if place == 1)


@pytest.mark.rules("MK-53")
def test_marker_hand_and_deeds_do_not_count() -> None:
    rows: list[dict[str, Any]] = [
        {"marker": 50, "deeds": ["a1", "a2"], "permits": ["lobby"], "cash": 90},
        {"buildings": ["estate c4 c5"]},
    ]
    game = table(*rows, over="dry", dry=3, year=4)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1,), (0, 1))


@pytest.mark.rules("MK-52")
def test_the_game_ends_after_a_year_with_an_empty_deck() -> None:
    game = over([{"deeds": all_but("", 2), "permits": ["lobby"]}, {}], year=4, bought=True)
    assert game.is_game_over()
    assert game.state.ended == s.DECK_EMPTY
    on = over([{"deeds": all_but("a1", 2), "permits": ["lobby"]}, {}], year=4, bought=True)
    assert not on.is_game_over()
    assert on.state.year == 5


@pytest.mark.rules("MK-52", "MK-28")
def test_unsold_lots_keep_the_game_going() -> None:
    rows = [{"deeds": all_but("a1", 2)}, {}]
    game = table(*rows, phase="purchase", season="autumn", year=4, on_sale=["a1"], order=["orange", "sky"])
    while game.state.year == 4:
        default(game)
    assert not game.is_game_over()


@pytest.mark.rules("MK-52", "MK-51")
def test_the_last_briefcases_are_paid_before_the_end() -> None:
    built = "a1 a2 a3 a4 a5 a6"
    rows = [{"deeds": all_but(built, 2), "buildings": [f"estate {built}"], "marker": 10}, {}]
    game = over(rows, year=4, bought=True)
    assert game.is_game_over()
    assert cash(game) == [5, 0]


@pytest.mark.rules("MK-54", "MK-16")
@pytest.mark.parametrize(
    ("players", "crunches", "final"), [(4, [0, 0, 1], 45), (5, [0, 1, 2], 35), (2, [0, 0, 0], 50), (3, [0, 0, 0], 50)]
)
def test_ex_35_everybody_takes_the_default(players: int, crunches: list[int], final: int) -> None:
    game = tt.new("milton_keynes", players=players, seed=8)
    found: dict[int, int] = {}
    while not game.is_game_over():
        if game.state.phase == s.BRIBE:
            found[int(game.state.year)] = int(game.state.crunch)
        default(game)
    assert int(game.state.year) == 3
    assert game.state.ended == s.DRY_YEARS
    assert list(found.values()) == crunches
    assert (game.scores(), cash(game)) == ([0] * players, [final] * players)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == tuple(range(players))


@pytest.mark.rules("MK-54")
def test_a_purchase_ends_a_dry_spell() -> None:
    game = over([{}, {"permits": ["lobby"]}], year=4, dry=2, bought=True)
    assert not game.is_game_over()
    assert game.state.dry == 0
    assert over([{}, {}], year=4, dry=2).state.ended == s.DRY_YEARS


@pytest.mark.rules("MK-54")
def test_nobody_plays_longer_than_twenty_years() -> None:
    assert over([{}, {}], year=20, bought=True).state.ended == s.YEAR_LIMIT
    assert not over([{}, {"permits": ["lobby"]}], year=19, bought=True).is_game_over()
