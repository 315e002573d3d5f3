"""Minds that have learned nothing: networks of random numbers, for tests of everything but strength."""

from itertools import pairwise

import numpy as np

from tabletown import games
from tabletown.bots.minds.mind import Mind, MindCard, fingerprint
from tabletown.bots.minds.network import Network
from tabletown.engine.observer import TitleObserver


def random_network(title: str, hidden: tuple[int, ...] = (48, 24), seed: int = 1) -> tuple[Network, list[tuple]]:  # type: ignore[type-arg]
    """A network, and its layers as floats: the hidden ones, the policy, the chances."""
    found, rng = games.get(title), np.random.default_rng(seed)
    seats = found.meta.players[1]
    widths = (TitleObserver(found, seats).size, *hidden)
    layers = [
        (rng.normal(0, (80 if n == 0 else a) ** -0.5, (a, b)), rng.normal(0, 0.2, b))
        for n, (a, b) in enumerate(pairwise(widths))
    ]
    heads = [(rng.normal(0, 0.3, (n, hidden[-1])), rng.normal(0, 0.2, n)) for n in (found.actions.count, seats)]
    return Network.from_floats(layers, *heads), [*layers, *heads]


def card(title: str) -> MindCard:
    found = games.get(title)
    observer = TitleObserver(found, found.meta.players[1])
    return MindCard(title, found.meta.rules, 2, fingerprint(observer))


def random_mind(title: str, hidden: tuple[int, ...] = (48, 24), seed: int = 1) -> Mind:
    return Mind(random_network(title, hidden, seed)[0], card(title))
