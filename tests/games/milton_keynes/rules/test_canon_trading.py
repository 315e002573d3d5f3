"""Trade sessions (MK-29, 31 to 35): EX-37, and a test for every other rule."""

from typing import Any

import pytest

import tabletown as tt
from tabletown.games.milton_keynes import state as s

from ...shared import refusal
from ..helpers import GREEN, ORANGE, SKY, cash, deeds, do, moves, names, numbers, options, permits, table

A = {"cash": 6, "deeds": ["a1"], "permits": ["inquiry"]}
B = {"cash": 3, "deeds": ["b2"], "permits": ["dump"]}


def trading(*rows: dict[str, Any], **header: Any) -> tt.Game:
    return table(*(rows or (A, B)), phase="trade", year=2, **header)


@pytest.mark.rules("MK-29")
def test_the_steps_of_trading() -> None:
    game = trading()
    assert game.state.on_offer[:2].tolist() != [s.NONE, s.NONE]
    do(game, "pass, pass")
    assert game.state.phase == s.BID
    do(game, "orange: bid 1, orange: bid 2, sky: bid 0, sky: bid 0, pass, pass")
    assert (game.state.phase, int(game.state.session)) == (s.TRADE, 2)
    do(game, "pass, pass")
    assert game.state.phase == s.POUCH


@pytest.mark.rules("MK-32", "MK-33", "MK-34")
def test_ex_37_an_offer_and_a_counter_offer() -> None:
    game = trading()
    do(game, "offer sky, give-cash, cash 4, ask-permit, permit lobby, send")
    assert moves(game) == ["decline", "counter"]
    do(game, "counter, give dump, ask-cash, cash 6, send")
    assert (game.turn, moves(game)) == (ORANGE, ["accept", "decline"])
    do(game, "accept")
    assert (cash(game), permits(game), permits(game, SKY)) == ([0, 9], ["inquiry", "dump"], [])
    assert numbers(game, "offers_left") == [1, 2]


@pytest.mark.rules("MK-32")
def test_ex_37_gifts_cannot_be_sent() -> None:
    game = trading()
    do(game, "offer sky, give-cash, cash 3")
    assert "send" not in moves(game)
    assert refusal(game, "send").rule == "MK-32"
    do(game, "ask-cash, cash 1")
    assert "send" in moves(game)


@pytest.mark.rules("MK-31")
def test_cash_deeds_and_permits_change_hands_at_once() -> None:
    rows = [
        {"cash": 6, "deeds": ["a1", "a2"], "permits": ["extension"]},
        {"cash": 3, "deeds": ["b2"], "permits": ["dump"]},
    ]
    game = trading(*rows)
    do(game, "offer sky, give-cash, cash 2, give a1, give extension, ask-deed, deed b2, ask-permit, permit dump, send")
    do(game, "accept")
    assert (cash(game), deeds(game), deeds(game, SKY)) == ([4, 5], "a2 b2", "a1")
    assert (permits(game), permits(game, SKY)) == (["dump"], ["extension"])
    assert numbers(game, "deeds_held") == [2, 1]
    assert numbers(game, "permits_held") == [1, 1]


@pytest.mark.rules("MK-31")
def test_table_deeds_and_permits_on_offer_are_not_traded() -> None:
    rows: list[dict[str, Any]] = [
        {"cash": 5, "buildings": ["estate c4"], "deeds": ["a1"]},
        {"buildings": ["estate c6"], "left": "air-base"},
    ]
    game = trading(*rows)
    do(game, "offer sky")
    assert [x for x in options(game, "give") if x != "a1"] == []
    do(game, "ask-deed")
    assert not {"c4", "c6", "a1", "g6", "d1"} & set(options(game, "deed"))
    assert "b2" in options(game, "deed")


@pytest.mark.rules("MK-32")
def test_who_has_nothing_can_only_pass() -> None:
    game = trading({}, B)
    assert moves(game) == ["pass"]


@pytest.mark.rules("MK-32")
def test_a_counter_offer_is_answered_once() -> None:
    game = trading()
    do(game, "offer sky, give a1, ask-cash, cash 1, send, counter, give b2, ask-deed, deed a1, send")
    assert (game.turn, moves(game)) == (ORANGE, ["accept", "decline"])
    do(game, "decline")
    assert (game.turn, deeds(game), game.state.maker) == (SKY, "a1", 0)


@pytest.mark.rules("MK-33")
@pytest.mark.parametrize(
    ("ask", "accepted"),
    [
        ("ask-deed, deed b2", True),
        ("ask-deed, deed c4", False),
        ("ask-cash, cash 3", True),
        ("ask-cash, cash 4", False),
    ],
)
def test_only_what_is_held_can_be_delivered(ask: str, accepted: bool) -> None:
    game = trading()
    do(game, f"offer sky, give a1, {ask}, send")
    assert ("accept" in moves(game)) == accepted


@pytest.mark.rules("MK-34")
def test_two_offers_each_and_then_a_player_is_passed_over() -> None:
    game = trading()
    offer = "give a1, ask-cash, cash 1, send, decline"
    do(game, f"offer sky, {offer}, pass, offer sky, {offer}")
    assert numbers(game, "offers_left") == [0, 2]
    do(game, "sky: pass")
    assert game.state.phase == s.BID  # Orange has no offer left and passes, Sky passed: all have, in a row
    both = table({**A, "offers": 1}, {**B, "offers": 0}, phase="trade", year=2, session=2)
    do(both, f"offer sky, {offer}")
    assert both.state.phase == s.POUCH


@pytest.mark.rules("MK-34")
def test_an_offer_reopens_the_session() -> None:
    game = trading(A, B, {"cash": 1})
    do(game, "pass, pass, green: offer sky, give-cash, cash 1, ask-deed, deed b2, send, decline")
    assert (game.turn, int(game.state.passes)) == (ORANGE, 0)


@pytest.mark.rules("MK-34")
def test_cancelling_an_offer_is_passing() -> None:
    game = trading()
    do(game, "offer sky, give a1, cancel")
    assert (game.turn, int(game.state.passes), numbers(game, "offers_left")) == (SKY, 1, [2, 2])
    do(game, "offer orange, give b2, ask-cash, cash 1, send, counter, cancel")
    assert (game.turn, deeds(game, SKY)) == (ORANGE, "b2")


@pytest.mark.rules("MK-35")
def test_only_the_two_parties_see_an_offer() -> None:
    game = trading(A, B, {"cash": 1})
    do(game, "offer sky, give a1, ask-cash, cash 2")
    for seat in (SKY, GREEN, -1):
        assert game.view(seat).state.phase == s.TRADE  # nobody sees what is being composed
    do(game, "send")
    assert [names(game.view(seat).state.given[0]) for seat in (ORANGE, SKY, GREEN, -1)] == ["a1", "a1", "", ""]
    for seat in (ORANGE, SKY, GREEN, -1):
        state = game.view(seat).state
        assert (int(state.maker), int(state.partner), int(state.phase)) == (ORANGE, SKY, s.REPLY)
    do(game, "counter, give b2, ask-cash, cash 5")
    assert [int(game.view(seat).state.phase) for seat in (ORANGE, GREEN, -1)] == [s.REPLY] * 3
    do(game, "send, accept")
    view = game.view(GREEN)
    assert numbers(view, "deeds_held") == [2, 0, 0]
    assert numbers(view, "supposed_cash") == [6, 3, 1]  # amounts of cash stay secret
    assert cash(game) == [1, 8, 1]
