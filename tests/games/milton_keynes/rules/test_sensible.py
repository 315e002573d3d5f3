"""Choices worth considering: whole trade offers from which both sides gain, bids up to what a permit is worth."""

import random
from typing import Any

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots
from tabletown.bots import Budget
from tabletown.games.milton_keynes import state as s

from ..helpers import GREEN, ORANGE, SKY, TITLE, do, names, table

OFFER_PHASES = range(s.OFFER, s.ASK_PERMIT + 1)


def sensible(game: tt.Game, seat: int) -> list[str]:
    return [game.say(action, seat) for action in game.sensible_actions_of(seat)]


def swap(cash: int = 20, **header: Any) -> tt.Game:
    """Sky and Green each hold the deed between two of the other's; all have seen them bought."""
    game = table(
        {},
        {"cash": cash, "deeds": ["a1", "a3", "e2"], "permits": ["lobby"], "seen_deeds": ["a1", "a3", "e2"]},
        {"cash": cash, "deeds": ["e1", "e3", "a2"], "permits": ["lobby"], "seen_deeds": ["e1", "e3", "a2"]},
        phase="trade",
        **header,
    )
    while game.turn != SKY:
        game.push("pass")
    return game


def composed(game: tt.Game, first: str) -> list[str]:
    """The moves of an offer that follows from a first ply, if only one is sensible each time."""
    seat, moves = game.turn, [first]
    assert seat is not None
    game.push(first)
    while game.state.phase in OFFER_PHASES:
        moves.append(sensible(game, seat)[0])
        game.push(moves[-1])
    return moves


@pytest.mark.rules("MK-32")
def test_the_deed_between_two_own_ones_is_asked_for() -> None:
    game = swap()
    assert sensible(game, SKY) == ["pass", "offer green"]
    moves = composed(game, "offer green")
    assert {"send", "deed a2", "give e2"} <= set(moves)
    assert (game.state.phase, int(game.turn or 0)) == (s.REPLY, GREEN)


@pytest.mark.rules("MK-34")
def test_a_seat_makes_one_offer_in_a_session_and_another_one_in_the_next() -> None:
    """Sums are odd in the first session and even in the second, so no refused offer is repeated."""
    asked = []
    for session in (1, 2):
        game = swap(session=session)
        composed(game, "offer green")
        cash = int(game.state.gives_cash[s.MADE]) + int(game.state.asks_cash[s.MADE])
        assert cash % 2 == session % 2
        asked.append((names(game.state.asked_deeds[s.MADE]), cash))
        do(game, "decline")
        while game.turn != SKY:
            game.push("pass")
        assert sensible(game, SKY) == ["pass"]
    assert asked[0] != asked[1]


@pytest.mark.rules("MK-32")
def test_no_offer_is_made_for_what_nobody_is_known_to_hold() -> None:
    game = table({"cash": 20, "deeds": ["a1", "a3"]}, {"cash": 20, "deeds": ["a2"]}, phase="trade")
    assert sensible(game, int(game.turn or 0)) == ["pass"]


def test_an_offer_of_ones_own_can_still_be_sent_or_cancelled() -> None:
    game = swap()
    do(game, "offer green, give a1")
    assert sensible(game, SKY) == ["cancel"]
    do(game, "ask-cash, cash 20")
    assert sensible(game, SKY) == ["send", "cancel"]


@pytest.mark.rules("MK-32")
def test_an_offer_that_is_nearly_good_is_countered_for_another_price() -> None:
    game = swap(cash=40)
    do(game, "offer green, give-cash, cash 15, ask-deed, deed e1, send")
    counter = sensible(game, GREEN)
    assert "counter" in counter
    moves = composed(game, "counter")
    assert {"give e1", "send"} <= set(moves)
    assert int(game.state.asks_cash[s.COUNTERED]) > 15
    far = swap(cash=40)
    do(far, "offer green, give-cash, cash 1, ask-deed, deed e1, send")
    assert "counter" not in sensible(far, GREEN)


def test_what_is_sensible_depends_on_the_view_alone() -> None:
    """In states, in views and in worlds that are imagined from them; also with sealed bids and half an offer."""
    choice, narrowed = random.Random(3), set()
    game = tt.new("milton_keynes", players=4, seed=3)
    while not game.is_game_over() and game.ply < 900:
        seat = choice.choice(game.waiting)
        actions = game.sensible_actions_of(seat)
        view = game.view(seat)
        assert view.sensible_actions_of(seat) == actions == view.imagine(game.ply).sensible_actions_of(seat)
        if len(actions) < len(game.legal_actions_of(seat)):
            narrowed.add(int(game.state.phase))
        game.push_action(choice.choice(actions if choice.random() < 0.8 else game.legal_actions_of(seat)), seat)
    assert {s.TRADE, s.OFFER, s.BID, s.BRIBE} <= narrowed


def test_games_of_sensible_moves_have_few_offers() -> None:
    """At most one offer of each seat in a session; every one has two sides; nothing takes for ever."""
    choice = random.Random(1)
    game = tt.new("milton_keynes", players=3, seed=1)
    sent: list[tuple[int, int, int]] = []
    while not game.is_game_over():
        seat = choice.choice(game.waiting)
        action = choice.choice(game.sensible_actions_of(seat))
        if action == s.SEND and not game.state.countering:
            sent.append((int(game.state.year), int(game.state.session), seat))
        game.push_action(action, seat)
    assert 0 < len(sent) == len(set(sent))


# --- Bids and bribes --------------------------------------------------------------------------------------------------


def auction(seed: int = 0, **seat: Any) -> tt.Game:
    deeds = random.Random(seed).sample(["a1", "a5", "b7", "e1", "e3", "e6", "g1", "g8"], 6)
    rows = [
        {"cash": 60, "left": "redevelop", "permits": ["lobby"], "deeds": deeds[2 * k : 2 * k + 2]} for k in range(3)
    ]
    return table(*({**row, **seat} for row in rows), phase="bid", year=2)


@pytest.mark.rules("MK-36")
def test_a_few_bids_are_sensible_and_differ_between_seats() -> None:
    tops = set()
    for seed in range(4):
        game = auction(seed)
        for seat in range(3):
            bids = [int(move.split()[1]) for move in sensible(game, seat)]
            assert bids[0] == 0
            assert 2 <= len(bids) <= 10
            assert bids[-1] < 60
            tops.add(bids[-1])
    assert len(tops) > 2


@pytest.mark.rules("MK-39")
def test_rivals_do_not_raise_a_tie_for_ever() -> None:
    """Greedy rivals with plenty of cash: a few rebids at most, and none beyond what the permit is worth."""
    for seed in range(3):
        game = auction(seed)
        for seat in range(3):
            do(game, f"{('orange', 'sky', 'green')[seat]}: bid 2, {('orange', 'sky', 'green')[seat]}: bid 2")
        rounds = 0
        while game.state.phase in (s.LOBBY_BID, s.REBID):
            seat = game.waiting[0]
            rounds += game.state.phase == s.REBID
            view = game.view(seat)
            game.push_action(bots.get("greedy").choose(view, Budget(seed=seed)), seat)
        assert rounds <= 36, "three ties, two rivals each, six rounds at most"
        assert min(game.state.cash[:3]) > 0


@pytest.mark.rules("MK-22")
def test_more_is_bribed_where_one_lot_is_much_better() -> None:
    best = []
    for hand in (["a1", "a3", "b2"], ["g1", "g4", "e1"]):
        game = table({"cash": 60, "deeds": hand}, {"cash": 60}, phase="bribe", year=2, on_sale=["a2", "c5"])
        view = game.view(ORANGE)
        move = view.say(bots.get("greedy").choose(view, Budget(seed=1)), ORANGE)
        best.append(int(move.split()[1]))
    assert best[0] > best[1]


def test_sensible_actions_are_listed_natively_as_in_python() -> None:
    game = swap()
    out = TITLE.scratch()
    n = TITLE.loops.sensible_moves(game.states, 0, TITLE.cards.data, SKY, out)
    assert np.array_equal(out[:n], game.sensible_actions_of(SKY))


def test_a_greedy_bot_makes_a_whole_offer_that_a_greedy_partner_accepts() -> None:
    game, greedy = swap(), bots.get("greedy")
    hands = [names(game.state.hand[seat]) for seat in (SKY, GREEN)]
    for seed in range(20):
        seat = game.turn
        assert seat is not None
        action = greedy.choose(game.view(seat), Budget(seed=seed))
        game.push_action(action, seat)
        if action == s.ACCEPT:
            break
    assert [names(game.state.hand[seat]) for seat in (SKY, GREEN)] != hands
