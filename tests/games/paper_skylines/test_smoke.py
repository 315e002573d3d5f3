"""Whole games hold what the house relies on, and a few worked examples of the rules come out as they should."""

import json
from typing import Any

import pytest

from tabletown import games
from tabletown.engine.errors import CardError, IllegalMove, PositionError
from tabletown.engine.game import Game
from tabletown.engine.position_text import read_position
from tabletown.engine.state import record
from tabletown.games.paper_skylines import city
from tabletown.games.paper_skylines.cards import read_cards
from tabletown.games.paper_skylines.names import hand_text, members
from tabletown.testing import check_game

A, B, C = 0, 1, 2
MORE = [{"city": "houston"}, {"city": "new-york"}, {"city": "los-angeles"}]


def position(seats: list[dict[str, Any]], **table: Any) -> Game:
    """A game from a position given as Python values; missing seats (up to two) have a city and nothing else."""
    seats = [*seats, *MORE[: max(0, 2 - len(seats))]]
    lines = ['title = "paper_skylines"']
    lines += [f"{name} = {_value(value)}" for name, value in table.items()]
    for seat in seats:
        lines += ["[[seat]]", *(f"{name} = {_value(value)}" for name, value in seat.items())]
    return Game.from_position(read_position("\n".join(lines), games.get))


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_value(v)}" for k, v in value.items()) + " }"
    return json.dumps(value)


def play(game: Game, *moves: str) -> None:
    for move in moves:
        game.push(move)


def hand(game: Game, seat: int = A) -> set[str]:
    return set(filter(None, hand_text(game, seat).split(", "))) - {"empty"}


def pile(game: Game) -> set[str]:
    return {game.cards.buildings[c].name for c in members(game.state.pile)}


def price(game: Game, name: str, spot: int) -> int:
    card = next(b.index for b in game.cards.buildings if b.slug == name)
    return int(city.price(game.state, record(game.cards.data), A, card, spot, 0))


def test_whole_games() -> None:
    check_game("paper_skylines")


@pytest.mark.parametrize("options", [{"seat_handicap": True}, {"whole_game_turns": True}])
def test_variants_play_to_the_end(options: dict[str, bool]) -> None:
    game = Game.new(games.get("paper_skylines"), 3, 5, options)
    first = int(game.state.first)
    while not game.is_over():
        game.push_action(game.legal_actions()[-1 if game.ply % 3 else 0])
    totals = [sum(row[1][seat] for row in game.title.scoring.sheet(game)) for seat in range(3)]
    assert totals == game.scores()
    if "whole_game_turns" in options:
        assert (game.history[-1].seat + 1) % 3 == first


def test_ex_1_hopping_crosses_a_line() -> None:
    game = position([{"city": "houston", "tracks": [4, 0, 0]}, {"tracks": [5, 0, 0]}, {"tracks": [7, 0, 0]}])
    play(game, "advance", "track profit")
    assert game.state.track[A, 0] == 6
    assert game.scores() == [1, 0, 0]


def test_ex_9_points_hop() -> None:
    seats = [{"score": n, "city": c} for n, c in ((4, "houston"), (5, "boston"), (7, "chicago"))]
    seats[0]["slots"] = ["houston < diner < zoo < sandlot < sawmill *"]
    game = position(seats, level=2, chips=[1, 1, 1, 1, 2, 2, 2, 3])
    play(game, "claim")
    assert game.scores() == [9, 5, 7]


def test_ex_12_prices() -> None:
    game = position([{"city": "boston", "slots": ["cottage-row", "boston *", "post-office < village-green"]}])
    assert [price(game, "row-houses", spot) for spot in (2, 33, 32)] == [0, 1, 2]


def test_ex_16_covering_new_york_ends_its_bonus() -> None:
    game = position([{"city": "new-york", "slots": ["new-york *", "diner"], "hand": ["town-library", "sandlot"]}, {}])
    assert price(game, "town-library", 0) == 1
    assert price(game, "town-library", 33) == 2
    play(game, "build", "plan town-library", "over new-york")
    assert [int(n) for n in game.state.track[A]] == [0, 1, 1]
    assert hand(game) == set()
    assert price(game, "village-hall", 1) == 2


def test_ex_22_detroit_draws_after_a_discard_for_action() -> None:
    deck = [["diner", "sandlot", "sawmill", "warehouse"]]
    game = position([{"city": "detroit", "hand": ["post-office"]}], deck=deck)
    play(game, "discard")
    assert hand(game) == {"Diner", "Sandlot", "Sawmill"}
    assert pile(game) == {"Post Office"}
    with pytest.raises(IllegalMove, match="no action is left"):
        game.push("discard")


def test_ex_27_razing_leaves_a_lot() -> None:
    game = position(
        [{"city": "philadelphia", "slots": ["auto-plant", "diner + zoo *", "philadelphia"]}],
        level=3, deck=[[], [], ["city-hall", "embassy", "aquarium"]],
    )  # fmt: skip
    play(game, "mayor auto-plant", "yes", "own diner")
    assert pile(game) == {"Diner", "Zoo"}
    assert game.state.top[A, 1] == 254
    assert city.buildings(game.state, A) == 2
    assert len(hand(game)) == 3


def test_ex_29_seizing_ends_a_building() -> None:
    seats = [
        {"city": "houston", "slots": ["houston *", "annexed-suburb"]},
        {"city": "boston", "slots": ["boston", "diner < zoo", "sandlot + sawmill *"]},
    ]
    game = position(seats, level=3)
    play(game, "mayor annexed-suburb", "no")
    assert hand(game) == {"Sandlot"}
    assert "Sawmill" in pile(game)
    assert (int(game.state.slots[B]), int(game.state.mayor[B])) == (2, 0)


def test_ex_31_a_round_ends() -> None:
    game = position(
        [{"city": "houston"}, {"city": "chicago", "slots": ["chicago *", "post-office"]}, {"city": "new-york"}],
        turn="sky", deck=[["end", "diner", "sandlot", "sawmill"]], row=["brickworks", "warehouse", "rail-yard"],
    )  # fmt: skip
    play(game, "mayor post-office", "end")
    assert (int(game.state.level), int(game.state.current), int(game.state.actions_left)) == (2, C, 2)
    assert {"Diner", "Sandlot"} < hand(game, B)
    assert pile(game) == {"Brickworks", "Warehouse", "Rail Yard"}
    assert game.state.deck_left[1] == 21 - 9
    assert "sawmill" in {game.cards.buildings[c].slug for c in members(game.state.box)}


def test_ex_40_nested_effects_and_a_bonus() -> None:
    game = position(
        [{
            "city": "san-francisco", "slots": ["san-francisco *", "shipyard", "rail-yard"], "tracks": [5, 5, 5],
            "hand": ["diner", "sandlot"],
        }],
        level=3, row=["city-hall", "fairground", "office-tower"], deck=[[], [], ["zoo", "embassy", "aquarium"]],
    )  # fmt: skip
    play(game, "mayor shipyard", "card diner", "card sandlot", "take city-hall", "own rail-yard")
    assert game.state.depth == 5
    play(game, "track population", "track profit", "track profit")
    assert [int(n) for n in game.state.track[A]] == [7, 5, 6]
    assert game.scores()[A] == 2
    assert hand(game) == {"Zoo"}
    assert pile(game) == {"Diner", "Sandlot"}


def test_ex_42_three_quiet_rounds_replace_the_row() -> None:
    game = position(
        [{"city": "houston"}, {"city": "new-york"}], level=2, row=["steel-mill", "courthouse", "riverwalk"],
        deck=[[], ["cannery", "end", "golf-course", "grand-hotel"]],
    )  # fmt: skip
    play(game, *["end"] * 6)
    assert game.state.level == 3
    assert len(pile(game)) == 6
    assert (int(game.state.current), int(game.state.actions_left)) == (A, 3)


def test_impossible_positions_are_refused() -> None:
    for table, message in (
        ({"row": ["diner", "diner"]}, "two places"),
        ({"doing": {"phase": "track", "frames": ["zoo 3 3 1 1"]}}, "step|list|first"),
        ({"doing": {"phase": "pay", "frames": ["build 0 0 0 1"]}}, "ask"),
        ({"deck": [["zoo"]]}, "does not belong"),
    ):
        with pytest.raises(PositionError, match=message):
            position([{"city": "boston", "hand": ["zoo"] if "deck" not in table else []}], **table)


def test_cards_name_what_is_wrong() -> None:
    import tomllib

    title = games.get("paper_skylines")
    table = tomllib.loads((title.folder / "cards.toml").read_text())
    table["building"][3]["action"] = "draw(2,moon)"
    with pytest.raises(CardError, match=r"1C4: action.*moon"):
        read_cards(table)
