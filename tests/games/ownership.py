"""What must hold for the `ownership` of any title, on random games."""

from collections.abc import Callable

import numpy as np

import tabletown as tt
from tabletown import games
from tabletown.engine.card_paths import number_at
from tabletown.engine.ownership import Card

from .shared import walk

Counts = dict[tuple[int, str], int]


def check_collection(name: str) -> tuple[Card, ...]:
    """Ids and names are unique, and every number by which a card could be changed is in the card file."""
    title = games.get(name)
    cards = title.ownership.collection(title.cards)
    assert len({card.id for card in cards}) == len({card.name for card in cards}) == len(cards)
    table = title.card_table()
    for card in cards:
        for number in card.numbers:
            number_at(table, number.path)  # raises if there is no such place
            assert number.better in (-1, 1)
    assert title.ownership.OWNING
    assert title.ownership.OFFER
    return cards


def check_owned(name: str, players: int, seed: int, slowly: Callable[[tt.Game], Counts]) -> None:
    """Counts over an array of states are what one finds by looking at each of them."""
    title = games.get(name)
    cards = title.ownership.collection(title.cards)
    kept, wanted = [], []
    for game in walk(name, players, seed):
        if game.ply % 7 == 0 or game.is_game_over():
            kept.append(game.states.copy())
            wanted.append(slowly(game))
    owned = title.ownership.owned(np.concatenate(kept).view(np.ndarray), title.cards)
    assert owned.shape[2] == len(cards)
    for counts, expected in zip(owned, wanted, strict=True):
        seats, columns = np.nonzero(counts)
        found = {(int(s), cards[c].id): int(counts[s, c]) for s, c in zip(seats, columns, strict=True)}
        assert found == expected
    assert any(wanted)


def check_offers(name: str, players: int, seed: int, choices: Callable[[tt.Game, int], set[str]]) -> None:
    """Whatever the seat to act can choose to take is on offer."""
    title = games.get(name)
    ids = [card.id for card in title.ownership.collection(title.cards)]
    seen = 0
    for game in walk(name, players, seed):
        if (seat := game.turn) is None:
            continue
        states = game.states.view(np.ndarray)
        offered = title.ownership.on_offer(states, np.array([seat], np.int8), title.cards)[0]
        chosen = choices(game, seat)
        assert chosen <= {ids[c] for c in np.flatnonzero(offered)}
        seen += len(chosen)
    assert seen
