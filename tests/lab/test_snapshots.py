"""What kept situations tell, on a game so small that everything can be counted by hand."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from tabletown.engine.state import state_dtype
from tabletown.lab.snapshots import GameStats, Snapshots, _leads, _offers, from_snapshots, leads_over_others

STATE = state_dtype([("cards", np.uint8, (2, 3)), ("open", np.uint8, 3)])


def shot(ply: int, reveals: int, waiting: int, cards: Any, shown: Any) -> Any:
    state = np.zeros((), STATE)
    state["ply"], state["reveals"], state["waiting"], state["players"] = ply, reveals, waiting, 2
    state["cards"], state["open"] = cards, shown
    return state


NOTHING = [[0, 0, 0], [0, 0, 0]]
STATES = np.array(
    [
        # the first game: card 0 is open for seat 1, who leaves it to seat 0; card 2 is open to both at once
        shot(0, 0, 0b10, NOTHING, [1, 0, 0]),
        shot(1, 0, 0b01, NOTHING, [1, 0, 0]),
        shot(2, 1, 0b11, [[1, 0, 0], [0, 0, 0]], [0, 0, 1]),
        shot(3, 1, 0b10, [[1, 0, 0], [0, 0, 0]], [0, 0, 1]),
        shot(4, 2, 0, [[0, 0, 0], [0, 0, 2]], [0, 0, 0]),  # seat 0 has lost its card, seat 1 has two of another
        # the second game, in which seat 1 begins with a card
        shot(0, 0, 0b01, [[0, 0, 0], [0, 1, 0]], [0, 0, 0]),
        shot(8, 1, 0, [[0, 0, 0], [0, 1, 0]], [0, 0, 0]),
    ]
)
SNAPSHOTS = Snapshots(
    STATES,
    np.array([[0, 0], [2, 1], [3, 1], [3, 5], [3, 9], [0, 4], [1, 4]], np.int32),
    np.array([1, 0, 0, 1, -1, 0, -1], np.int8),
    np.array([5, 7]),
)
OWNERSHIP = SimpleNamespace(
    owned=lambda states, cards: states["cards"],
    on_offer=lambda states, seats, cards: states["open"] > 0,
    first=lambda states: np.array([1, 0]),
)
TITLE: Any = SimpleNamespace(ownership=OWNERSHIP, loops=SimpleNamespace(points=lambda *_: None))


def test_what_was_taken_is_every_gain() -> None:
    stats = from_snapshots(TITLE, SimpleNamespace(data=None), 2, SNAPSHOTS)
    assert stats.owned.tolist() == [[[0, 0, 0], [0, 0, 2]], [[0, 0, 0], [0, 1, 0]]]
    assert stats.taken is not None
    assert stats.taken.tolist() == [[[1, 0, 0], [0, 0, 2]], [[0, 0, 0], [0, 1, 0]]]
    assert stats.first.tolist() == [1, 0]
    assert stats.plies.tolist() == [4, 8]


def test_who_was_offered_what_and_who_first() -> None:
    offered, looked = _offers(TITLE, None, 2, SNAPSHOTS)
    assert offered.tolist() == [[[True, False, True]] * 2, [[False] * 3] * 2]
    # card 0 was turned up for seat 1; card 2 while both were asked
    assert looked[0].tolist() == [[False, False, True], [True, False, True]]
    assert not looked[1].any()


def test_leads_are_those_at_quarters_of_the_plies() -> None:
    leads = _leads(SNAPSHOTS, 2)
    assert leads[0].tolist() == [[1, -1], [2, -2], [-2, 2]]
    assert leads[1].tolist() == [[-4, 4]] * 3  # nothing was kept between the beginning and the end


def test_ahead_of_the_best_other() -> None:
    assert leads_over_others(np.array([[5, 3, 4], [2, 2, 1]])).tolist() == [[1, -2, -1], [0, 0, -1]]


def test_lots_are_put_together() -> None:
    one = from_snapshots(TITLE, SimpleNamespace(data=None), 2, SNAPSHOTS)
    both = GameStats.concatenate([one, one])
    assert both.plies.tolist() == [4, 8, 4, 8]
    assert both.looked is not None
    assert len(both.looked) == 4
