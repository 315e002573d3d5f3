"""The lobby: tables that wait for players, games to watch, a player's own games; and word to those who look at it.

An open lobby is told when it has changed, over the same streams as tables are. What it consists of is asked from the
store, so tables of other processes are in it.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import islice

from anyio.to_thread import run_sync

from tabletown.games import get as get_title
from tabletown.server.errors import NotFound, NotReady
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.protocol import Player, SeatRow, StoreError
from tabletown.server.view.live import LOBBY, Hub
from tabletown.server.view.table_summary import TableSummary, summaries

log = logging.getLogger(__name__)

POLL_S = 2.0
_BREATH_S = 0.1  # between two looks, however much happens
FEW = 4  # tables in a list of the home page
_RECENT_S = (3_600.0, 86_400.0, 30 * 86_400.0)  # what goes on or just finished: within an hour, a day, a month


_Seen = tuple[int, tuple[SeatRow, ...]]
"""The store's version of a table, and who sits there."""


class Lobby:
    """What is in the lobby. `version` changes whenever the open tables do.

    `coming` names the titles that are still being set up: their tables are in no list, and the pages say so.
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
        self.version = int(time.time())  # so that a new process does not begin where the last one was
        self._open: Mapping[str, _Seen] = {}
        self._lock = threading.Lock()
        self._woken = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    # Hearing of changes

    def changed(self) -> None:
        """Something happened at some table; from any thread."""
        if self._hub.is_heard(LOBBY) and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._woken.set)

    async def watch(self) -> None:
        """Tell open lobbies of changes, for as long as the server runs: at once, or slowly those of other processes."""
        self._loop = asyncio.get_running_loop()
        while True:
            try:
                async with asyncio.timeout(self._poll):
                    await self._woken.wait()
            except TimeoutError:
                pass
            self._woken.clear()
            if self._hub.is_heard(LOBBY):
                try:
                    await run_sync(self._look)
                except StoreError:
                    pass  # the next look may find the database back
                except Exception:  # whoever looks at the lobby tomorrow wants to hear of changes, too
                    log.exception("the lobby cannot be looked at")
                else:
                    self._hub.publish(LOBBY, self.version)
            await asyncio.sleep(_BREATH_S)

    def _look(self) -> list[str]:
        """The open tables, newest first; counts a new version if other people sit there.

        Moves do not count: among them may be secret ones, and whoever heard of them could tell when they were made.
        """
        ids = self._tables.store.lobby()
        found = {}
        for table_id, version in self._tables.store.versions(ids).items():
            known = self._open.get(table_id)
            found[table_id] = known if known and known[0] == version else (version, self._people(table_id))
        with self._lock:
            if _sitting(found) != _sitting(self._open):
                self.version += 1
            self._open = found
        return ids

    def _people(self, table_id: str) -> tuple[SeatRow, ...]:
        with suppress(NotFound, NotReady, BrokenLog), self._tables.at(table_id) as table:
            return tuple(table.seats)
        return ()

    # What there is

    def open_tables(self, player: Player | None, limit: int = 50) -> list[TableSummary]:
        """Tables that wait for players, newest first."""
        found = summaries(self._tables, self._look(), player)
        return list(islice((table for table in found if table.vacant), limit))

    def live(self, player: Player | None, limit: int = FEW) -> list[TableSummary]:
        """Public games in play of others, newest first: those at which something happened within the hour, if enough.

        Something that everybody saw: nobody learns from the list when others decide in secret.
        """
        now, in_play = time.time(), self._tables.store.in_play()
        found: list[TableSummary] = []
        for ago in _RECENT_S:
            lately = (table_id for table_id, at in in_play if at > now - ago)
            listed = summaries(self._tables, lately, player)
            others = (table for table in listed if not table.over and not table.yours)
            found = list(islice((table for table in others if table.touched > now - ago), limit))
            if len(found) == limit:
                break
        return found

    def finished(self, player: Player | None, limit: int = FEW) -> list[TableSummary]:
        """Public games that were just over, the last one first."""
        ended: list[tuple[str, float]] = []
        for ago in _RECENT_S:
            ended = self._tables.store.finished(public=True, after=time.time() - ago)
            if len(ended) >= limit:
                break
        return list(summaries(self._tables, [table_id for table_id, _ in reversed(ended[-limit:])], player))

    def of(self, player: Player | None, limit: int = 50) -> list[TableSummary]:
        """A player's own games: those that wait for them, those in play, those that are over."""
        if player is None:
            return []
        found = summaries(self._tables, self._tables.store.tables_of(player.id, limit), player)
        return sorted(found, key=lambda table: (table.over, not table.your_turn))

    def coming(self) -> list[str]:
        """The titles that are still being set up: their tables are in no list."""
        return [get_title(name).meta.title for name in self._coming()]


def _sitting(tables: Mapping[str, _Seen]) -> dict[str, tuple[SeatRow, ...]]:
    return {table_id: people for table_id, (_, people) in tables.items()}
