"""Spring and Autumn sales (MK-18 to 28): EX-23 to 27, and a test for every other rule."""

from typing import Any

import pytest

import tabletown as tt
from tabletown.engine.errors import IllegalMove
from tabletown.games.milton_keynes import state as s

from ...shared import refusal
from ..helpers import (
    ORANGE,
    SKY,
    all_but,
    all_do,
    cash,
    deck,
    deeds,
    do,
    lots,
    moves,
    numbers,
    options,
    permit_deck,
    table,
    waiting,
)


def sale(cards: str, players: int = 3, year: int = 2, rest: bool = False, **header: Any) -> tt.Game:
    """A sale that deals from the top of this deck; with `rest` the deck is no larger, the first seat has the others."""
    rows: list[dict[str, Any]] = [{"cash": 30} for _ in range(players)]
    if rest:
        rows[0]["deeds"] = all_but(cards, players)
    return table(*rows, phase="bribe", year=year, deck=cards.split(), **header)


def bribes(*amounts: int) -> list[dict[str, Any]]:
    return [{"cash": 30, "bribe": amount, "permits": ["lobby"]} for amount in amounts]


@pytest.mark.rules("MK-19", "MK-20", "MK-27")
def test_ex_23_lots() -> None:
    game = sale("g8 g7 h1 f6")
    assert lots(game) == ["f6", "g7 g8", "h1"]
    all_do(game, "bribe 0")
    game.push("buy g7")
    assert sorted(cash(game)) == [20, 30, 30]
    first = sale("g8 g7 h1 f6", year=1)
    assert lots(first) == ["g7", "g8", "h1"]
    assert deck(first)[0] == "f6"


@pytest.mark.rules("MK-20", "MK-21")
@pytest.mark.parametrize(
    ("cards", "found", "left"),
    [
        ("b2 b3 d8 b4 c8 h5 a1", ["b2 b3 b4", "c8 d8", "h5"], 1),
        ("b2 b4 d8 b3", ["b2", "b4", "d8"], 1),
        ("g7 g8", ["g7 g8"], 0),
    ],
)
def test_ex_24_lots_and_short_decks(cards: str, found: list[str], left: int) -> None:
    game = sale(cards, rest=True)
    assert (lots(game), len(deck(game))) == (found, left)


@pytest.mark.rules("MK-20")
def test_a_new_deed_may_join_two_lots() -> None:
    assert lots(sale("b2 b4 b3 h1 h8")) == ["b2 b3 b4", "h1", "h8"]
    assert lots(sale("b2 b3 b5 b4 h1 h8")) == ["b2 b3 b4 b5", "h1", "h8"]


@pytest.mark.rules("MK-20")
def test_lots_do_not_join_across_the_river_or_with_what_is_held() -> None:
    assert lots(sale("f6 f8 g7")) == ["f6", "f8", "g7"]
    rows = [{"deeds": ["b4"], "buildings": ["estate d4"]}, {}]
    game = table(*rows, phase="bribe", year=2, deck=["b3", "b5", "a1"])
    assert lots(game) == ["b3", "b5"]


@pytest.mark.rules("MK-18")
def test_without_a_deck_there_is_no_sale() -> None:
    rows = [{"deeds": all_but("", 2), "marker": 20, "permits": ["lobby"]}, {}]
    game = table(*rows, phase="new-year", year=2)
    game.push("pass")
    assert game.state.phase == s.TRADE
    assert cash(game) == [20, 10]


@pytest.mark.rules("MK-22")
def test_bribes_are_named_in_secret_and_revealed_together() -> None:
    game = sale("a1 c5 h1")
    assert waiting(game) == [0, 1, 2]
    assert options(game, "bribe", SKY) == [str(amount) for amount in range(31)]
    do(game, "sky: bribe 7")
    assert waiting(game) == [0, 2]
    for seat in (0, 2, -1):
        view = game.view(seat)
        assert (view.waiting, numbers(view, "bribe")) == ((0, 1, 2), [0, 0, 0])
    with pytest.raises(IllegalMove, match="not to act now"):
        game.push("bribe 1", SKY)
    do(game, "orange: bribe 0, green: bribe 3")
    assert numbers(game.view(-1), "bribe") == [0, 7, 3]


@pytest.mark.rules("MK-23", "MK-24", "MK-25")
def test_ex_26_lobbies_answer_each_other() -> None:
    game = table(*bribes(5, 3, 3), phase="lobby-bribe", year=2, on_sale=["a1", "c5", "h1"])
    do(game, "orange: pass, sky: pass, green: lobby, bribe 6, orange: lobby, bribe 7, sky: pass")
    assert game.state.phase == s.PURCHASE  # Green and Orange have no permit left, so they pass by themselves
    assert cash(game) == [23, 27, 24]
    assert game.state.order[:3].tolist() == [0, 2, 1]


@pytest.mark.rules("MK-23")
def test_a_lobby_changes_the_bribe_up_or_down_but_does_change_it() -> None:
    game = table(*bribes(5, 3), phase="lobby-bribe", year=2, on_sale=["a1", "c5"])
    do(game, "lobby")
    assert options(game, "bribe") == [str(amount) for amount in range(31) if amount != 5]
    view = game.view(SKY)
    assert view.state.phase == s.LOBBY_BRIBE  # nobody sees a Lobby before its amount is named
    do(game, "bribe 0")
    assert (permit_deck(game)[-1], numbers(game, "bribe")) == ("lobby", [0, 3])
    broke = table({"permits": ["lobby"]}, {}, phase="lobby-bribe", year=2, on_sale=["a1", "c5"])
    assert moves(broke) == ["pass"]


@pytest.mark.rules("MK-24", "MK-25")
def test_ex_25_the_order_of_buying() -> None:
    hands = [(4, 7), (6, 5), (4, 6), (4, 6)]
    rows = [
        {"cash": 30, "bribe": bribe, "deeds": ["?"] * (cards - 1), "permits": ["demolish"]} for bribe, cards in hands
    ]
    orders = set()
    for seed in range(8):
        game = table(*rows, phase="lobby-bribe", year=2, on_sale=["a1", "c5", "h1", "a9"], seed=seed)
        while game.state.phase == s.LOBBY_BRIBE:
            game.push("pass")
        assert cash(game) == [26, 24, 26, 26]
        orders.add(tuple(game.state.order[:4].tolist()))
    assert orders == {(1, 2, 3, 0), (1, 3, 2, 0)}


@pytest.mark.rules("MK-25")
def test_a_discarded_lobby_counts_no_more_in_a_tie() -> None:
    rows = [{"cash": 9, "bribe": 4, "permits": ["lobby"]}, {"cash": 9, "bribe": 2, "permits": ["lobby"]}]
    game = table(*rows, phase="lobby-bribe", year=2, on_sale=["a1", "c5"])
    do(game, "pass, sky: lobby, bribe 4, pass")
    assert game.state.order[:2].tolist() == [1, 0]


def buying(**header: Any) -> tt.Game:
    rows = [{"cash": 30} for _ in range(3)]
    order = ["sky", "orange", "green"]
    return table(*rows, phase="purchase", year=2, on_sale=["a1", "c5", "h1"], order=order, **header)


@pytest.mark.rules("MK-26", "MK-27", "MK-28")
def test_ex_27_rounds_of_buying() -> None:
    game = buying()
    do(game, "sky: buy c5, orange: pass, green: pass, sky: pass, orange: buy a1, green: pass")
    assert (deeds(game, SKY), deeds(game, ORANGE), cash(game)) == ("c5", "a1", [25, 25, 30])
    under = deck(game)
    do(game, "sky: pass, orange: pass, green: pass")
    assert game.state.season == s.AUTUMN
    dealt = [int(deed) for deed in game.state.dealt[: game.state.on_sale]]
    assert len(deck(game)) == len(under) + 1 - len(dealt)
    assert deck(game)[-1] == "h1"


@pytest.mark.rules("MK-26")
def test_a_sale_ends_when_everything_is_sold() -> None:
    game = buying()
    do(game, "sky: buy c5, orange: buy a1, green: buy h1")
    assert (game.state.season, game.state.phase) == (s.AUTUMN, s.BRIBE)


@pytest.mark.rules("MK-27")
def test_who_cannot_pay_passes() -> None:
    rows = [{"cash": 9}, {"cash": 4}]
    game = table(*rows, phase="purchase", year=2, on_sale=["b2", "b3", "g8"], order=["orange", "sky"])
    assert options(game, "buy") == ["g8"]
    assert refusal(game, "buy b2").rule == "MK-27"
    game.push("pass")
    assert moves(game) == ["pass"]


@pytest.mark.rules("MK-28")
def test_unsold_deeds_go_under_the_deck_in_the_order_dealt() -> None:
    game = table({}, {}, phase="purchase", year=2, season="autumn", on_sale=["g7", "b2", "g8"], order=["orange", "sky"])
    do(game, "pass, pass")
    assert deck(game)[-3:] == ["g7", "b2", "g8"]
