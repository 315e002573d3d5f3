"""Permits between neighbours (MK-30, 36 to 40): EX-28, 29, 38, 39, and a test for every other rule."""

from typing import Any

import pytest

import tabletown as tt
from tabletown.games.milton_keynes import state as s

from ...shared import refusal
from ..helpers import (
    GREEN,
    ORANGE,
    SKY,
    all_do,
    cash,
    do,
    moves,
    numbers,
    options,
    permit_deck,
    permits,
    table,
    waiting,
)


def auction(*held: int, left: list[str], **header: Any) -> tt.Game:
    """Sealed bids with so much cash, and these permits to the left of the seats."""
    rows = [{"cash": amount, "left": permit} for amount, permit in zip(held, left, strict=True)]
    return table(*rows, phase="bid", year=2, **header)


ABC = "orange: bid 6, orange: bid 3, sky: bid 5, sky: bid 4, green: bid 3, green: bid 7"


@pytest.mark.rules("MK-36", "MK-38", "MK-39", "MK-40")
def test_ex_28_three_bidders_and_a_tie() -> None:
    game = auction(20, 15, 12, left=["air-base", "dump", "nature"])
    do(game, ABC)
    assert (game.state.phase, waiting(game)) == (s.REBID, [ORANGE, GREEN])
    assert options(game, "rebid", ORANGE) == [str(n) for n in range(3, 15)]
    assert options(game, "rebid", GREEN) == ["3", "4", "5"]
    do(game, "orange: rebid 5, green: rebid 5")
    assert waiting(game) == [ORANGE, GREEN]
    do(game, "orange: rebid 6, green: rebid 5")
    assert cash(game) == [8, 28, 11]
    assert [permits(game, seat) for seat in range(3)] == [["nature", "air-base"], [], ["dump"]]


@pytest.mark.rules("MK-39", "MK-40")
def test_ex_28_nobody_raises() -> None:
    game = auction(20, 15, 12, left=["air-base", "dump", "nature"])
    do(game, ABC)
    do(game, "orange: rebid 3, green: rebid 3")
    assert cash(game) == [14, 28, 5]
    assert permit_deck(game)[-1] == "nature"
    assert (game.state.phase, int(game.state.session)) == (s.TRADE, 2)


@pytest.mark.rules("MK-30", "MK-39")
def test_ex_29_two_players() -> None:
    game = auction(10, 9, left=["air-base", "dump"])
    do(game, "orange: bid 4, orange: bid 4, sky: bid 4, sky: bid 5")
    assert options(game, "rebid", ORANGE) == ["4", "5", "6"]
    assert options(game, "rebid", SKY) == ["4"]
    do(game, "orange: rebid 5, sky: rebid 4")
    assert (permits(game), permits(game, SKY), cash(game)) == (["dump"], ["air-base"], [10, 9])


@pytest.mark.rules("MK-30", "MK-36")
def test_ex_38_fewer_permits_than_players() -> None:
    """The chair is Sky; two permits are left for four players."""
    rows: list[dict[str, Any]] = [{"cash": 5} for _ in range(4)]
    kinds = {permit.id: permit.count for permit in tt.new("milton_keynes").cards.permits}
    kinds["dump"] -= 1
    kinds["lobby"] -= 1
    rows[0]["permits"] = [kind for kind, count in kinds.items() for _ in range(count)]
    game = table(*rows, phase="trade", year=2, chair="sky", permit_deck=["dump", "lobby"])
    assert [int(kind) for kind in game.state.on_offer[:4]] == [s.NONE, s.DUMP_PERMIT, s.LOBBY, s.NONE]
    while game.state.phase == s.TRADE:
        game.push("pass")
    assert waiting(game) == [1, 2, 3]
    do(game, "sky: bid 2")
    assert waiting(game) == [2, 3]  # Sky bids on the left only
    do(game, "green: bid 1")
    assert waiting(game) == [2, 3]
    do(game, "green: bid 3, vermilion: bid 4")
    assert game.state.bid[:4].tolist() == [[0, 0], [2, 0], [1, 3], [0, 4]]


@pytest.mark.rules("MK-30")
def test_one_permit_lies_between_each_pair_face_up() -> None:
    game = table({}, {}, {}, phase="trade", year=2, chair="green", permit_deck=["dump", "lobby", "nature"])
    assert [int(k) for k in game.state.on_offer[:3]] == [s.LOBBY, s.NATURE_PERMIT, s.DUMP_PERMIT]
    assert game.view(-1).state.on_offer.tolist() == game.state.on_offer.tolist()


@pytest.mark.rules("MK-36")
def test_bids_are_sealed_and_stay_within_the_cash() -> None:
    game = auction(10, 9, 9, left=["air-base", "dump", "lobby"])
    assert options(game, "bid", ORANGE) == [str(n) for n in range(11)]
    do(game, "orange: bid 4")
    assert options(game, "bid", ORANGE) == [str(n) for n in range(7)]
    view = game.view(SKY)
    assert (view.state.bid.any(), view.state.stage.any(), view.waiting) == (False, False, (0, 1, 2))
    do(game, "orange: bid 6")
    assert game.view(SKY).waiting == (0, 1, 2)
    assert waiting(game) == [1, 2]


def lobbying(held: int, bids: list[int]) -> tt.Game:
    rows = [
        {"cash": held, "bids": bids, "permits": ["lobby", "lobby"], "left": "dump"},
        {"cash": 20, "bids": [1, 2], "left": "nature", "permits": ["demolish"]},
    ]
    return table(*rows, phase="lobby-bid", year=2)


@pytest.mark.rules("MK-37")
def test_ex_39_lobbying_a_bid() -> None:
    game = lobbying(10, [4, 5])
    do(game, "lobby left")
    assert options(game, "bid") == ["0", "1", "2", "3", "5"]
    do(game, "bid 0, sky: pass, orange: lobby right")
    assert options(game, "bid") == [str(n) for n in range(11) if n != 5]
    right = lobbying(10, [4, 5])
    do(right, "lobby right")
    assert options(right, "bid") == ["0", "1", "2", "3", "4", "6"]
    assert moves(lobbying(0, [0, 0])) == ["pass"]


@pytest.mark.rules("MK-37", "MK-39")
def test_no_lobby_after_rebids() -> None:
    rows = [
        {"cash": 9, "permits": ["lobby", "lobby"], "left": "dump"},
        {"cash": 9, "permits": ["lobby"], "left": "nature"},
    ]
    game = table(*rows, phase="bid", year=2)
    do(game, "orange: bid 1, orange: bid 1, sky: bid 1, sky: bid 0, pass, pass")
    assert game.state.phase == s.REBID
    do(game, "orange: rebid 2, sky: rebid 1")
    assert (game.state.phase, int(game.state.session)) == (s.TRADE, 2)


@pytest.mark.rules("MK-37")
def test_no_lobby_where_no_permit_lies() -> None:
    rows: list[dict[str, Any]] = [{"cash": 9, "permits": ["lobby"], "left": "dump"}, {"cash": 9}, {"cash": 9}]
    game = table(*rows, phase="lobby-bid", year=2)
    assert moves(game) == ["pass", "lobby left"]
    assert refusal(game, "lobby right").rule == "MK-37"


@pytest.mark.rules("MK-38")
def test_the_winner_pays_the_rival() -> None:
    game = auction(10, 10, left=["air-base", "dump"])
    do(game, "orange: bid 7, orange: bid 0, sky: bid 3, sky: bid 2")
    assert cash(game) == [10 - 7 + 3, 10 + 7 - 3]
    assert (permits(game), permits(game, SKY)) == (["air-base"], ["dump"])


@pytest.mark.rules("MK-39")
def test_a_tie_at_nothing_is_a_tie() -> None:
    game = auction(0, 5, left=["air-base", "dump"])
    do(game, "orange: bid 0, orange: bid 0, sky: bid 0, sky: bid 0")
    assert (game.state.phase, int(game.state.tied)) == (s.REBID, 0b11)
    assert options(game, "rebid", ORANGE) == ["0"]  # who has just one choice is still asked
    do(game, "orange: rebid 0, orange: rebid 0, sky: rebid 5")
    assert options(game, "rebid", SKY) == ["0"]
    do(game, "sky: rebid 0")
    assert permits(game, SKY) == ["dump"]
    assert permit_deck(game)[-1] == "air-base"


@pytest.mark.rules("MK-39")
def test_both_sides_tied_left_first_and_something_is_kept_for_the_right() -> None:
    game = auction(10, 10, left=["air-base", "dump"])
    do(game, "orange: bid 3, orange: bid 2, sky: bid 2, sky: bid 3")
    assert options(game, "rebid", ORANGE) == [str(n) for n in range(3, 9)]
    do(game, "orange: rebid 6")
    assert options(game, "rebid", ORANGE) == ["2", "3", "4"]


@pytest.mark.rules("MK-40")
def test_gains_are_free_only_after_settlement_and_refused_permits_go_under() -> None:
    game = auction(0, 0, 6, left=["air-base", "dump", "nature"], chair="sky")
    before = permit_deck(game)
    do(game, "orange: bid 0, orange: bid 0, sky: bid 0, sky: bid 0, green: bid 6, green: bid 0")
    assert int(game.state.tied) == 0b011
    assert cash(game) == [0, 0, 6]
    all_do(game, "rebid 0")
    while game.state.phase == s.REBID:
        all_do(game, "rebid 0")
    assert cash(game) == [6, 0, 0]
    assert permit_deck(game) == [*before, "dump", "air-base"]  # from the chair on
    assert numbers(game, "permits_held") == [0, 0, 1]
