"""Snapshots of states during games, and the statistics computed from them: leads, and which seats took which cards."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.state import MAX_SEATS, Records
from tabletown.engine.title import Title

QUARTERS = (0.25, 0.5, 0.75)


@dataclass(frozen=True)
class Snapshots:
    """Snapshots of several games, one game after the other, each from its start to its end."""

    states: Records
    points: NDArray[np.int32]  # by snapshot and seat
    actors: NDArray[np.int8]  # the seat to act; -1 at the end
    ends: NDArray[np.int64]  # index after the last snapshot of each game

    @property
    def starts(self) -> NDArray[np.int64]:
        """The index of the first snapshot of each game."""
        return np.concatenate(([0], self.ends[:-1]))


@dataclass(frozen=True)
class GameStats:
    """Statistics of finished games; the first axis is the game. Fields that need snapshots are None without them."""

    scores: NDArray[np.int32]  # (games, seats)
    places: NDArray[np.int32]
    plies: NDArray[np.int32]  # (games,)
    ended: NDArray[np.int32]
    first: NDArray[np.int64]  # the seat that began
    owned: NDArray[np.uint8]  # (games, seats, cards), at the end
    leads: NDArray[np.int32] | None = None  # (games, quarters, seats): points ahead of the best other seat
    taken: NDArray[np.uint8] | None = None  # how often a seat came to own a card
    offered: NDArray[np.bool_] | None = None  # whether it was ever on offer to the seat
    looked: NDArray[np.bool_] | None = None  # whether the seat was the first to whom it was on offer

    @classmethod
    def concatenate(cls, parts: "list[GameStats]") -> "GameStats":
        """The statistics of several groups of games as one."""
        if len(parts) == 1:
            return parts[0]
        columns: dict[str, Any] = {}
        for name in cls.__dataclass_fields__:
            values = [getattr(part, name) for part in parts]
            columns[name] = None if values[0] is None else np.concatenate(values)
        return cls(**columns)


def from_ends(title: Title, cards: Any, players: int, finals: Records, openings: Records) -> GameStats:
    """The statistics that need only the first and the last state of each game."""
    n = len(finals)
    scores, places = np.zeros((n, MAX_SEATS), np.int32), np.zeros((n, MAX_SEATS), np.int32)
    for g in range(n):
        title.loops.points(finals, g, cards.data, scores[g], places[g])
    plain = finals.view(np.ndarray)
    return GameStats(
        scores[:, :players],
        places[:, :players],
        plain["ply"].astype(np.int32),
        plain["ended"].astype(np.int32),
        title.ownership.first(openings.view(np.ndarray)),
        title.ownership.owned(plain, cards)[:, :players],
    )


def from_snapshots(title: Title, cards: Any, players: int, snapshots: Snapshots) -> GameStats:
    """The statistics of games with snapshots."""
    ends = from_ends(title, cards, players, snapshots.states[snapshots.ends - 1], snapshots.states[snapshots.starts])
    states = snapshots.states.view(np.ndarray)
    owned = title.ownership.owned(states, cards)[:, :players]
    gains = np.zeros(owned.shape, np.uint8)
    np.subtract(owned[1:], owned[:-1], out=gains[1:], where=owned[1:] > owned[:-1])
    gains[snapshots.starts] = owned[snapshots.starts]
    taken = np.add.reduceat(gains, snapshots.starts, axis=0)
    offered, looked = _offers(title, cards, players, snapshots)
    more = {"leads": _leads(snapshots, players), "taken": taken, "offered": offered, "looked": looked}
    return replace(ends, **more)


def _leads(snapshots: Snapshots, players: int) -> NDArray[np.int32]:
    """Every seat's lead in points when a quarter, half and three quarters of all plies had been made."""
    plies = snapshots.states.view(np.ndarray)["ply"].astype(np.float64)
    game = np.repeat(np.arange(len(snapshots.ends)), np.diff(snapshots.ends, prepend=0))
    leads = np.zeros((len(snapshots.ends), len(QUARTERS), players), np.int32)
    last = plies[snapshots.ends - 1]
    for q, share in enumerate(QUARTERS):
        early = plies <= share * last[game]  # the snapshots of a game are in order, so these are its first ones
        at = snapshots.starts + np.add.reduceat(early, snapshots.starts) - 1
        leads[:, q] = leads_over_others(snapshots.points[at, :players])
    return leads


def leads_over_others(points: Any) -> Any:
    """Every seat's points less those of the best other seat."""
    players = points.shape[1]
    others = [np.delete(points, seat, axis=1).max(axis=1) for seat in range(players)]
    return (points - np.stack(others, axis=1)).astype(np.int32)


def _offers(
    title: Title, cards: Any, players: int, snapshots: Snapshots
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether each card was ever on offer to each seat, and whether the seat was the first to whom it was.

    Where seats decide at the same time, several can be the first.
    """
    states = snapshots.states.view(np.ndarray)
    acting = np.flatnonzero(snapshots.actors >= 0)
    actors, reveals = snapshots.actors[acting], states["reveals"][acting]
    offers = title.ownership.on_offer(states[acting], actors, cards)
    starts = np.searchsorted(acting, snapshots.starts)
    never = len(acting)
    place = np.arange(never, dtype=np.int32)[:, None]
    when = np.stack(  # the first snapshot of each game in which each card was on offer to each seat
        [
            np.minimum.reduceat(np.where(offers & (actors == seat)[:, None], place, np.int32(never)), starts)
            for seat in range(players)
        ],
        axis=1,
    )
    offered = when < never
    soonest = np.minimum(when.min(axis=1, keepdims=True), never - 1)
    asked = (states["waiting"][acting][soonest] >> np.arange(players)[:, None]) & 1 == 1
    same = reveals[np.minimum(when, never - 1)] == reveals[soonest]
    return offered, offered & asked & same
