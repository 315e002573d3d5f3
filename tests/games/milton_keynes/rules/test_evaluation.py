"""How situations of Milton Keynes are judged: bots weigh deals, bid for what they need and build where it pays."""

import random
from typing import Any

import pytest

import tabletown as tt
from tabletown import bots
from tabletown.bots import Budget
from tabletown.bots.greedy import Greedy
from tabletown.games.milton_keynes import state as s

from ..helpers import GREEN, SKY, do, names, table


def choice(game: tt.Game, seat: int, seed: int = 1) -> str:
    """What the greedy bot does."""
    view = game.view(seat)
    return view.say(bots.get("greedy").choose(view, Budget(seed=seed)), seat)


def offered(*moves: str, sky: dict[str, Any] | None = None) -> tt.Game:
    """Sky is made an offer by Orange."""
    orange = {"cash": 30, "deeds": ["b4", "h1"], "permits": ["lobby", "inquiry"]}
    game = table(orange, sky or {"cash": 10, "deeds": ["b5", "a1"], "permits": ["dump"]}, {"cash": 5}, phase="trade")
    while game.turn != 0:
        game.push("pass")
    do(game, ", ".join(("offer sky", *moves, "send")))
    return game


@pytest.mark.rules("MK-33")
def test_a_good_offer_is_accepted() -> None:
    assert choice(offered("give b4", "give-cash", "cash 20", "ask-deed", "deed a1"), SKY) == "accept"


@pytest.mark.rules("MK-33")
def test_a_bad_offer_is_not_accepted() -> None:
    assert choice(offered("give h1", "ask-deed", "deed b5", "ask-cash", "cash 10"), SKY) != "accept"
    assert choice(offered("give-cash", "cash 1", "ask-permit", "permit dump"), SKY) != "accept"


@pytest.mark.rules("MK-33")
def test_no_deal_is_accepted_that_looks_like_a_loss() -> None:
    """Whatever is offered in random games: who accepts is better off by their own evaluation than by declining."""
    chance = random.Random(5)
    accepted, seed = 0, 5
    game = tt.new("milton_keynes", players=3, seed=seed)
    while accepted < 3 and seed < 12:
        if game.is_game_over():
            seed += 1
            game = tt.new("milton_keynes", players=3, seed=seed)
        seat = chance.choice(game.waiting)
        action = chance.choice(game.legal_actions_of(seat))
        if game.state.phase in (s.REPLY, s.ANSWER):
            actions, ratings = Greedy().ratings(game.view(seat), game.ply)
            action = actions[int(ratings.argmax())]
            if action == s.ACCEPT:
                assert ratings[actions.index(s.ACCEPT)] > ratings[actions.index(s.DECLINE)]
                accepted += 1
        game.push_action(action, seat)
    assert accepted


@pytest.mark.rules("MK-42")
def test_neighbouring_deeds_are_built_on_together() -> None:
    game = table({"deeds": ["a1", "b4", "b5", "b6"], "permits": ["inquiry"]}, {}, phase="pouch", year=2)
    while 0 in game.waiting:
        game.push(choice(game, 0), 0)
    do(game, "sky: seal")
    assert game.scores()[0] == 2


@pytest.mark.rules("MK-36")
def test_more_is_bid_for_a_permit_by_whom_deeds_wait_for_one() -> None:
    deeds = ["a1", "a2", "b4", "b5", "f6"]
    bids = []
    for permits in ([], ["lobby", "lobby", "demolish", "inquiry"]):
        game = table(
            {"cash": 30, "deeds": deeds, "permits": permits, "left": "redevelop"},
            {"cash": 30, "left": "redevelop"},
            phase="bid",
        )
        bids.append(int(choice(game, 0).split()[1]))
    assert bids[0] > bids[1]


@pytest.mark.rules("MK-32")
def test_an_offer_is_made_where_both_gain() -> None:
    """Green holds the deed between two of Sky's, and Sky the one between two of Green's; all have seen them bought."""
    game = table(
        {},
        {"cash": 20, "deeds": ["a1", "a3", "e2"], "permits": ["lobby"], "seen_deeds": ["a1", "a3", "e2"]},
        {"cash": 20, "deeds": ["e1", "e3", "a2"], "permits": ["lobby"], "seen_deeds": ["e1", "e3", "a2"]},
        phase="trade",
    )
    while game.turn != SKY:
        game.push("pass")
    for _ in range(40):
        if game.turn != SKY or game.state.phase == s.REPLY:
            break
        game.push(choice(game, SKY), SKY)
    assert (game.state.phase, int(game.state.partner)) == (s.REPLY, GREEN)
    assert "a2" in names(game.state.asked_deeds[s.MADE])
