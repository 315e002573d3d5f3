"""Which buildings stand where, and which were to be had."""

from collections import Counter

import pytest

import tabletown as tt
from tabletown import games
from tabletown.games.penny_lane import state as s

from .. import ownership

TITLE = games.get("penny_lane")


def slowly(game: tt.Game) -> ownership.Counts:
    state = game.state
    lanes = ((seat, card) for seat in range(game.players) for card in state.lane[seat, : state.length[seat]])
    return dict(Counter((seat, TITLE.cards.buildings[card].id) for seat, card in lanes))


def choices(game: tt.Game, seat: int) -> set[str]:
    plies = (s.ACTIONS.decode(action) for action in game.legal_actions_of(seat))
    return {TITLE.cards.buildings[args[0]].id for verb, args in plies if verb == "guild"}


def test_the_collection() -> None:
    cards = ownership.check_collection("penny_lane")
    assert len(cards) == 30
    assert {card.group for card in cards} == {"store", "workshop", "attraction", "housing"}
    assert cards[0].numbers[0].path == "building.bakery.cost"


@pytest.mark.parametrize("players", [2, 5])
def test_lanes_and_offers(players: int) -> None:
    ownership.check_owned("penny_lane", players, 1, slowly)
    ownership.check_offers("penny_lane", players, 1, choices)


def test_who_begins() -> None:
    game = tt.new("penny_lane", players=4, seed=2)
    assert TITLE.ownership.first(game.states).tolist() == [game.turn]
