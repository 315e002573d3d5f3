"""Which buildings, cities and achievements belong to whom, and which were to be had."""

import pytest

import tabletown as tt
from tabletown import games
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.text.names import members

from .. import ownership

TITLE = games.get("paper_skylines")
NAMES = {card.index: card.id for card in TITLE.cards.buildings}


def slowly(game: tt.Game) -> ownership.Counts:
    state, found = game.state, {}
    for seat in range(game.players):
        if state.city[seat] != s.NONE:
            found[seat, TITLE.cards.cities[state.city[seat]].id] = 1
        for slot in range(state.slots[seat]):
            card = int(state.top[seat, slot])
            while card != s.NONE:
                if card in NAMES:
                    found[seat, NAMES[card]] = 1
                card = int(state.below[card])
        for achievement in TITLE.cards.achievements:
            if state.claimed[seat] >> achievement.index & 1:
                found[seat, achievement.id] = 1
    return found


def choices(game: tt.Game, seat: int) -> set[str]:
    """Hand cards that can be built, cities to choose from, achievements that can be claimed."""
    plies = [s.ACTIONS.decode(action) for action in game.legal_actions_of(seat)]
    ids = {TITLE.cards.cities[args[0]].id for verb, args in plies if verb == "city"}
    ids |= {TITLE.cards.achievements[args[0]].id for verb, args in plies if verb == "achievement"}
    held = set(members(game.state.hand[seat]))
    return ids | {NAMES[args[0]] for verb, args in plies if verb == "plan" and args[0] in held}


def test_the_collection() -> None:
    cards = ownership.check_collection("paper_skylines")
    assert len(cards) == s.BUILDINGS + s.CITIES + s.ACHIEVEMENTS
    assert {card.kind for card in cards} == {"building", "city", "achievement"}
    assert {card.pool for card in cards if card.kind == "achievement"} == {""}


@pytest.mark.parametrize("players", [2, 4])
def test_cities_and_offers(players: int) -> None:
    ownership.check_owned("paper_skylines", players, 1, slowly)
    ownership.check_offers("paper_skylines", players, 1, choices)


def test_who_begins() -> None:
    game = tt.new("paper_skylines", players=3, seed=2)
    first = TITLE.ownership.first(game.states).tolist()
    while len(game.waiting) > 1 or game.state.phase == s.CITY:
        seat = game.waiting[0]
        game.push_action(game.legal_actions_of(seat)[0], seat)
    assert first == [game.turn]
