"""Which permits, buildings and characters belong to whom, and which were to be had."""

from collections import Counter

import numpy as np
import pytest

import tabletown as tt
from tabletown import games
from tabletown.games.milton_keynes import state as s

from .. import ownership

TITLE = games.get("milton_keynes")
CARDS = TITLE.cards


def slowly(game: tt.Game) -> ownership.Counts:
    state, found = game.state, Counter[tuple[int, str]]()
    for seat in range(game.players):
        for permit in CARDS.permits:
            found[seat, f"permit-{permit.id}"] += int(state.permits[seat, permit.index])
        if state.character[seat] != s.NONE:
            found[seat, f"character-{CARDS.characters[state.character[seat]].slug}"] += 1
    for anchor in {int(anchor) for anchor in state.anchor if anchor != s.NONE}:
        found[int(state.owner[anchor]), f"building-{CARDS.buildings[state.kind[anchor]].id}"] += 1
    return dict(+found)


def choices(game: tt.Game, seat: int) -> set[str]:
    """Characters to choose from, and what a pouch can begin to build."""
    plies = [s.ACTIONS.decode(action) for action in game.legal_actions_of(seat)]
    ids = {f"character-{CARDS.characters[args[0]].slug}" for verb, args in plies if verb == "character"}
    return ids | {f"building-{CARDS.permits[args[0]].builds}" for verb, args in plies if verb == "start"}


def test_the_collection() -> None:
    cards = ownership.check_collection("milton_keynes")
    assert len(cards) == s.PERMIT_KINDS + s.TYPES + s.CHARACTERS
    assert {card.pool for card in cards} == {"permits", ""}


@pytest.mark.parametrize("players", [2, 5])
def test_hands_maps_and_offers(players: int) -> None:
    ownership.check_owned("milton_keynes", players, 1, slowly)
    ownership.check_offers("milton_keynes", players, 1, choices)


def test_permits_between_neighbours() -> None:
    """A permit is on offer to the two seats beside it, and to nobody else."""
    game = tt.new("milton_keynes", players=4, seed=1)
    state = game.states
    state["phase"], state["on_offer"] = s.BID, s.NONE
    state["on_offer"][0, 1] = s.DEMOLISH
    offered = [
        bool(TITLE.ownership.on_offer(state, np.array([seat], np.int8), CARDS)[0, s.DEMOLISH]) for seat in range(4)
    ]
    assert offered == [False, True, True, False]


def test_who_begins() -> None:
    game = tt.new("milton_keynes", players=4, seed=2)
    assert TITLE.ownership.first(game.states).tolist() == [game.turn]
