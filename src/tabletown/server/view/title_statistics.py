"""Statistics of a title over all its finished games: who plays, which seat wins, with how many points, for how long.

They are counted from summaries of the newest games (play/summaries.py) and kept for a while, so a page costs nothing.
Lessons, imported records and games that went on with another one do not count.
"""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass

from tabletown.engine.edition import PRINTED
from tabletown.engine.title import Title
from tabletown.server.store.profile_protocol import ProfileStore, TitleCounts

NEWEST = 20_000
"""So many games of a title are counted: the newest."""

KEPT_S = 300.0
_TEN = 10


@dataclass(frozen=True, slots=True)
class Share:
    """So many games of all."""

    name: str
    games: int
    share: float


@dataclass(frozen=True, slots=True)
class TurnShare:
    """How often a seat won, counted from the one that began (1). `even` is what chance alone would give."""

    turn: int
    games: int
    won: int
    even: float

    @property
    def share(self) -> float:
        """The share of its games that it won."""
        return self.won / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True)
class TableSize:
    """All about games of one number of players. Lengths are medians; scores and their winners count seats."""

    players: int
    games: int
    share: float
    turns: tuple[TurnShare, ...]
    scores: Mapping[int, int]
    winning: Mapping[int, int]
    middle_score: int
    middle_winning: int
    plies: int
    minutes: int


@dataclass(frozen=True, slots=True)
class PlayerShare:
    """How often a bot, or people (without a name), won the games in which they sat."""

    bot: str
    seats: int
    won: int

    @property
    def share(self) -> float:
        """The share of its seats that won."""
        return self.won / self.seats if self.seats else 0.0


@dataclass(frozen=True, slots=True)
class TitleStatistics:
    """The statistics of a title."""

    games: int
    since: float
    sizes: tuple[TableSize, ...]
    company: tuple[Share, ...]
    setups: tuple[Share, ...]
    players: tuple[PlayerShare, ...]


_COMPANY = (("people", "People alone"), ("both", "People and bots"), ("bots", "Bots alone"))


class Statistics:
    """Counts, and keeps what was counted for some minutes."""

    def __init__(self, store: ProfileStore) -> None:
        self._store = store
        self._kept: dict[str, tuple[float, TitleStatistics]] = {}
        self._lock = threading.Lock()

    def of(self, title: Title) -> TitleStatistics:
        """The statistics of a title."""
        with self._lock:  # one thread counts, the others wait for it
            kept = self._kept.get(title.name)
            if kept is None or time.monotonic() - kept[0] > KEPT_S:
                kept = time.monotonic(), statistics_from(self._store.title_counts(title.name, NEWEST), title)
                self._kept[title.name] = kept
            return kept[1]

    def forget(self) -> None:
        """Count anew next time."""
        with self._lock:
            self._kept.clear()


def statistics_from(counts: TitleCounts, title: Title) -> TitleStatistics:
    """Statistics from what was counted."""
    company = tuple(
        Share(name, counts.by_company[key], counts.by_company[key] / counts.games)
        for key, name in _COMPANY
        if counts.by_company.get(key)
    )
    setups = sorted(counts.by_setup.items(), key=lambda item: (-item[1], item[0]))
    return TitleStatistics(
        games=counts.games,
        since=counts.since,
        sizes=tuple(_size(counts, players, games) for players, games in sorted(counts.by_players.items())),
        company=company,
        setups=tuple(Share(_setup(title, *setup), games, games / counts.games) for setup, games in setups),
        players=tuple(
            PlayerShare(bot, *counts.by_bot[bot])
            for bot in sorted(counts.by_bot, key=lambda bot: (bool(bot), -counts.by_bot[bot][0], bot))
        ),
    )


def _size(counts: TitleCounts, players: int, games: int) -> TableSize:
    scores: dict[int, int] = {}
    winning: dict[int, int] = {}
    for (of, score, won), seats in counts.scores.items():
        if of == players:
            scores[score] = scores.get(score, 0) + seats
            if won:
                winning[score] = winning.get(score, 0) + seats
    return TableSize(
        players=players,
        games=games,
        share=games / counts.games,
        turns=tuple(
            TurnShare(turn + 1, *counts.turns[players, turn], 1 / players)
            for turn in range(players)
            if (players, turn) in counts.turns
        ),
        scores=scores,
        winning=winning,
        middle_score=median(scores),
        middle_winning=median(winning),
        plies=_TEN * median({tens: n for (of, tens), n in counts.plies.items() if of == players}) + _TEN // 2,
        minutes=median({length: n for (of, length), n in counts.minutes.items() if of == players}),
    )


def median(counts: Mapping[int, int]) -> int:
    """The middle one of values that occur so often; 0 without any."""
    half, seen = sum(counts.values()) / 2, 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= half:
            return value
    return 0


def _setup(title: Title, edition: str, options: str) -> str:
    """An edition and options in words."""
    known = {one.name: one.title for one in title.editions}
    names = [name.replace("_", " ") for name in options.split()]
    cards = "Printed cards" if edition in (PRINTED, "") else f"Edition {known.get(edition, edition)}"
    return f"{cards}, with {', '.join(names)}" if names else cards
