"""The lobby: tables that wait for players, games to watch, a player's own games, and live updates of the list.

A page of the lobby is notified of changes over the same streams as tables. The lists are read from the store, so they
include tables of other processes.
"""

import asyncio
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice

from anyio.to_thread import run_sync

from tabletown.games import get as get_title
from tabletown.server.errors import NotFound, NotReady, OtherRelease
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.protocol import Player, SeatRow, StoreError
from tabletown.server.view.live import LOBBY, Hub
from tabletown.server.view.table_summary import TableSummary, summaries

log = logging.getLogger(__name__)

POLL_S = 2.0
_PAUSE_S = 0.1  # between two updates, however much happens
FEW = 4  # tables in a list of the home page
_OPEN_TABLES = 200  # that are looked at; more than the list shows, because it leaves some out
_RECENT_S = (3_600.0, 86_400.0, 30 * 86_400.0)  # "recent" means within an hour, else a day, else a month


_OpenTable = tuple[int, tuple[SeatRow, ...]]
"""The store's version of a table, and who sits there."""


class Lobby:
    """The lists of the lobby. `version` changes whenever the open tables do.

    `coming` gives the titles that are still being compiled: their tables are in no list, and the pages say so.
    """

    def __init__(
        self,
        tables: Tables,
        hub: Hub,
        coming: Callable[[], Iterable[str]],
        poll: float = POLL_S,
    ) -> None:
        self._tables = tables
        self._hub = hub
        self._coming = coming
        self._poll = poll
        # higher than any version of the process before, and not equal to one of a process that began just before
        self.version = time.time_ns() // 1000
        self._open: Mapping[str, _OpenTable] = {}
        self._lock = threading.Lock()
        self._woken = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    # Live updates

    def changed(self) -> None:
        """Note that a table has changed. May be called from any thread."""
        if self._hub.has_listeners(LOBBY) and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._woken.set)

    async def watch(self) -> None:
        """Send changes to open lobby pages, for as long as the server runs; those of other processes by polling."""
        self._loop = asyncio.get_running_loop()
        while True:
            try:
                async with asyncio.timeout(self._poll):
                    await self._woken.wait()
            except TimeoutError:
                pass
            self._woken.clear()
            if self._hub.has_listeners(LOBBY):
                try:
                    await run_sync(self._update)
                except StoreError:
                    pass  # the database may be back next time
                except Exception:  # the task must go on, or there would be no updates any more
                    log.exception("the lobby cannot be looked at")
                else:
                    self._hub.publish(LOBBY, self.version)
            await asyncio.sleep(_PAUSE_S)

    def _update(self) -> list[str]:
        """The open tables, newest first; `version` grows if their seats have changed.

        Moves do not count: some may be secret, and readers could tell when they were made.
        """
        ids = self._tables.store.lobby(_OPEN_TABLES)
        found = {}
        for table_id, version in self._tables.store.versions(ids).items():
            known = self._open.get(table_id)
            found[table_id] = known if known and known[0] == version else (version, self._people(table_id))
        with self._lock:
            if _seats_by_table(found) != _seats_by_table(self._open):
                self.version += 1
            self._open = found
        return ids

    def _people(self, table_id: str) -> tuple[SeatRow, ...]:
        with suppress(NotFound, NotReady, OtherRelease, BrokenLog), self._tables.at(table_id) as table:
            return tuple(table.seats)
        return ()

    # Lists

    def open_tables(self, player: Player | None, limit: int = 50) -> list[TableSummary]:
        """Tables that wait for players, newest first; of each player only a few."""
        found = summaries(self._tables, self._update(), player)
        waiting = list(islice(self._few_of_each(table for table in found if table.vacant), limit))
        suspended = self._tables.store.suspended({table.owner for table in waiting})
        return [table for table in waiting if table.yours or table.owner not in suspended]

    def live(self, player: Player | None, limit: int = FEW) -> list[TableSummary]:
        """Public games in play of other players, newest first: those with an event within the hour, if enough.

        Only events that all readers saw count, so that the list does not tell when a seat decides in secret.
        """
        now, in_play = self._tables.store.now(), self._tables.store.in_play()
        found: list[TableSummary] = []
        for ago in _RECENT_S:
            lately = (table_id for table_id, at in in_play if at > now - ago)
            summarized = summaries(self._tables, lately, player)
            others = (table for table in summarized if not table.over and not table.yours)
            recent = (table for table in others if table.last_public_event > now - ago)
            found = list(islice(self._few_of_each(recent), limit))
            if len(found) == limit:
                break
        return found

    def finished(self, player: Player | None, limit: int = FEW) -> list[TableSummary]:
        """Public games that ended recently, the last one first."""
        ended: list[tuple[str, float]] = []
        for ago in _RECENT_S:
            ended = self._tables.store.finished(public=True, after=self._tables.store.now() - ago)
            if len(ended) >= limit:
                break
        found = summaries(self._tables, (table_id for table_id, _ in reversed(ended)), player)
        return list(islice(self._few_of_each(found), limit))

    def _few_of_each(self, tables: Iterable[TableSummary]) -> Iterator[TableSummary]:
        """Leave out tables of players of whom the list shows enough already, so that no player can fill it."""
        shown: Counter[str] = Counter()
        for table in tables:
            shown[table.owner] += 1
            if table.yours or not table.owner or shown[table.owner] <= self._tables.limits.listed_tables:
                yield table

    def own_tables(self, player: Player | None, limit: int = 50) -> list[TableSummary]:
        """A player's own games: first those that wait for the player, then those in play, then finished ones.

        Those that the player has put away are left out.
        Of those that wait for the player, the one that has waited longest comes first.
        """
        if player is None:
            return []
        found = summaries(self._tables, self._tables.store.tables_of(player.id, limit, listed=True), player)
        return sorted(
            found,
            key=lambda table: (table.over, not table.your_turn, table.last_public_event if table.your_turn else 0),
        )

    def coming(self) -> list[str]:
        """The names of the titles that are still being compiled: their tables are in no list."""
        return [get_title(name).meta.title for name in self._coming()]


def _seats_by_table(tables: Mapping[str, _OpenTable]) -> dict[str, tuple[SeatRow, ...]]:
    return {table_id: people for table_id, (_, people) in tables.items()}
