"""The advanced set-up (ADV-1 to 6): EX-36, and a test for every other rule."""

from typing import Any

import pytest

import tabletown as tt
from tabletown import bots
from tabletown.bots import Budget
from tabletown.games.milton_keynes import state as s

from ...shared import refusal
from ..helpers import counted, deck, do, names, numbers, options, permit_deck, permits, table


def river(tiles: str, players: int = 5, **header: Any) -> tt.Game:
    """A river in the making."""
    return table(*({} for _ in range(players)), options=["advanced"], river=tiles.split(), **header)


@pytest.mark.rules("ADV-2", "ADV-3", "ADV-4")
def test_ex_36_where_a_river_may_go() -> None:
    assert options(river("a4"), "tile") == ["a3", "a5", "b3", "b4", "b5"]
    assert options(river("a4 b5"), "tile") == ["b6", "c5", "c6"]
    assert options(river("a4 b5 c5"), "tile") == ["d4", "d5", "d6"]
    assert options(river("a1"), "tile") == ["a2", "b1", "b2"]
    assert options(river("a1 a2"), "tile") == ["a3", "b3"]
    game = river("a2")
    do(game, "tile b1")
    assert game.state.phase == s.MARSH


@pytest.mark.rules("ADV-1", "ADV-2")
@pytest.mark.parametrize(("players", "squares", "rim"), [(2, 56, 26), (3, 64, 28), (4, 71, 29), (5, 80, 31)])
def test_the_first_tile_lies_anywhere_on_the_rim(players: int, squares: int, rim: int) -> None:
    game = tt.new("milton_keynes", players=players, seed=1, options={"advanced": True})
    assert len(names(game.state.land).split()) == squares
    assert not game.state.river.any()
    assert not game.state.marsh.any()
    assert (game.turn, len(options(game, "tile"))) == (game.state.chair, rim)
    assert "e9" not in options(game, "tile")


@pytest.mark.rules("ADV-2")
def test_the_seats_lay_tiles_in_turn() -> None:
    game = tt.new("milton_keynes", players=3, seed=1, options={"advanced": True})
    first = int(game.state.chair)
    for turn, tile in enumerate(["a4", "b4", "c4", "d4"]):
        assert game.turn == (first + turn) % 3
        do(game, f"tile {tile}")
    assert names(game.state.river) == "a4 b4 c4 d4"


@pytest.mark.rules("ADV-3")
@pytest.mark.parametrize(
    ("tiles", "tile"),
    [("a4", "c4"), ("a4 b5 c5", "c6"), ("a4 b5 c5", "b6"), ("a4 b4", "a5"), ("a4 a5 b6", "a7"), ("d9", "e9")],
)
def test_where_a_river_may_not_go(tiles: str, tile: str) -> None:
    """Too far, too sharp, nearer to the starting edge, no square."""
    assert refusal(river(tiles), f"tile {tile}").rule == "ADV-3"


@pytest.mark.rules("ADV-3")
def test_a_river_must_be_completable_with_ten_tiles() -> None:
    """Along the top row to the right: it cannot go on turning away from every other edge."""
    game = river("a9", players=5)
    do(game, "tile b8, tile c7, tile d6, tile e5, tile f4, tile g3, tile h2")
    assert options(game, "tile") == ["h1", "i1", "i2"]


@pytest.mark.rules("ADV-4")
def test_a_river_ends_at_another_edge_and_has_no_minimum_length() -> None:
    game = river("a1 a2 a3 a4 a5 a6 a7 a8")
    do(game, "tile a9")
    assert game.state.phase == s.MARSH
    assert int(game.state.laid) == 9
    corner = river("a1")
    assert corner.state.phase == s.RIVER  # a corner tile lies on two starting edges


@pytest.mark.rules("ADV-5")
def test_two_marshes_on_the_rim() -> None:
    game = river("a2 b1", players=3)
    assert (game.state.phase, game.turn) == (s.MARSH, 2)
    assert not {"a2", "b1", "b2", "e9", "d4"} & set(options(game, "tile"))
    do(game, "tile a1, tile h8")
    assert names(game.state.marsh) == "a1 h8"
    assert game.state.phase == s.NEW_YEAR
    again = river("a2 b1", marsh=["h8"], players=3)
    assert "h8" not in options(again, "tile")
    assert refusal(again, "tile d4").rule == "ADV-5"


@pytest.mark.rules("ADV-6", "ADV-1")
def test_deeds_and_permits_are_dealt_after_the_layout() -> None:
    game = tt.new("milton_keynes", players=4, seed=5, options={"advanced": True})
    do(game, "tile a2, tile b1, tile a1, tile h1")
    assert numbers(game, "deeds_held") == [3] * 4
    assert numbers(game, "permits_held") == [4] * 4
    assert (game.state.character == s.NONE).all()
    assert len(deck(game)) == 71 - 4 - 12
    assert {"g6", "f7", "d9"} <= set(names(game.state.land).split())
    assert len(permit_deck(game)) == 32 - 16
    everything = [kind for seat in range(4) for kind in permits(game, seat)] + permit_deck(game)
    assert counted(everything) == dict(sorted((p.id, p.count) for p in game.cards.permits))
    assert (int(game.state.year), numbers(game, "marker")) == (1, [10] * 4)


@pytest.mark.rules("ADV-3")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_standard_river_is_legal(players: int) -> None:
    tiles = ["d9", "e8", "f7", "g6", "g5", "f4", "e4", "d3", "c2", "c1"][0 if players > 3 else 1 :]
    assert river(" ".join(tiles), players=players).state.phase == s.MARSH
    with_two = river("e8 f7 g6", players=2)
    assert with_two.state.phase == s.MARSH  # with two players it stops at the bottom row


@pytest.mark.rules("ADV-1")
@pytest.mark.parametrize("players", [2, 5])
def test_while_the_map_is_laid_out_nothing_is_hidden_and_bots_can_search(players: int) -> None:
    """No card is dealt yet, so every imagined world is the one that is there. A deck has no room for 80 deeds."""
    game = tt.new("milton_keynes", players=players, seed=3, options={"advanced": True})
    builder = bots.get("builder")
    while game.state.phase in (s.RIVER, s.MARSH):
        assert game.turn is not None
        view = game.view(game.turn)
        world = view.imagine(game.ply)
        world.states["rng"] = 0
        assert world.states.tobytes() == view.states.tobytes()
        game.push_action(builder.choose(view, Budget(seed=game.ply, iterations=16)))
    assert game.state.phase == s.NEW_YEAR
