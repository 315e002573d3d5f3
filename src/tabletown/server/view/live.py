"""Live updates: a browser is told which version a table is at for its reader, never what happened there.

Whoever hears of a newer version asks for the view of their own seat, so a stream has nothing to leak and can be lost,
doubled or reordered without harm. Nothing is sent when a table changes in a way that the reader cannot see: not even
that would be secret. Every stream holds one slot per table that keeps the newest version only: a client that does not
read costs no more than one that does.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping

from anyio.to_thread import run_sync

from tabletown.server.errors import NotFound, NotReady
from tabletown.server.play.sessions import Sessions
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Store, StoreError

LOBBY = "lobby"
"""By this name one hears of the lobby (see lobby.py), as by its id of a table."""

EVENT_STREAM = "text/event-stream"
STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
HEARTBEAT_S = 15.0
POLL_S = 2.0

log = logging.getLogger(__name__)

Versions = Callable[[str, Collection[str]], Mapping[str, int]]
"""Where a table is for each of these readers, who are known by the hashes of their tokens (empty: anybody)."""


class Listener:
    """One open stream: the newest versions that it has not sent yet."""

    def __init__(self, tables: Iterable[str], reader: str = "", watched: Iterable[str] = ()) -> None:
        self.tables = frozenset(tables)
        self.reader = reader
        self.watched = frozenset(watched)
        self.woken = asyncio.Event()
        self._told: dict[str, int] = {}
        self._news: dict[str, int] = {}

    def tell(self, table_id: str, version: int) -> None:
        """Note a version, unless this one or a newer one is known already."""
        if version > self._told.get(table_id, -1):
            self._told[table_id] = self._news[table_id] = version
            self.woken.set()

    def take(self) -> list[tuple[str, int]]:
        """What there is to send now."""
        self.woken.clear()
        news, self._news = self._news, {}
        return sorted(news.items())


class Hub:
    """All streams of this process. `publish` may be called from any thread, the rest on the event loop."""

    def __init__(
        self, store: Store, versions: Versions, *, heartbeat: float = HEARTBEAT_S, poll: float = POLL_S
    ) -> None:
        self._store = store
        self._versions = versions
        self._heartbeat = heartbeat
        self._poll = poll
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._known: dict[str, int] = {}  # the store's versions of what is being listened to
        self._looking: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._draining = False

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return len(set().union(*self._listeners.values()))

    def watchers(self, table_id: str) -> int:
        """How many streams are open for people who watch a table without sitting there; from any thread."""
        return sum(table_id in listener.watched for listener in tuple(self._listeners.get(table_id, ())))

    def is_heard(self, table_id: str) -> bool:
        """Whether anybody wants to hear of this table."""
        return table_id in self._listeners

    def publish(self, table_id: str, version: int) -> None:
        """This table is at this version of the store: tell those who see it. Without a running loop nobody watches."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look_at, table_id, version)

    def drain(self) -> None:
        """End all streams, so that the server can stop; browsers come back by themselves."""
        self._draining = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.woken.set()

    async def stream(self, tables: Iterable[str], reader: str = "", watched: Iterable[str] = ()) -> AsyncIterator[str]:
        """The frames of one stream: each table's version now, as this reader counts, then every newer one.

        At those that are `watched` the reader does not sit.
        """
        listener = Listener(tables, reader, watched)
        for table_id in listener.tables:
            self._listeners[table_id].add(listener)
        try:
            yield "retry: 1000\n\n"
            for table_id in sorted(listener.tables):
                await self._tell(table_id, [listener])
            while not self._draining:
                for table_id, version in listener.take():
                    yield f"id: {version}\nevent: version\ndata: {table_id} {version}\n\n"
                try:
                    async with asyncio.timeout(self._heartbeat):
                        await listener.woken.wait()
                except TimeoutError:
                    yield ": still here\n\n"
            yield "retry: 500\n\n"
        finally:
            for table_id in listener.tables:
                self._listeners[table_id].discard(listener)
                if not self._listeners[table_id]:
                    del self._listeners[table_id]
                    self._known.pop(table_id, None)

    async def watch(self) -> None:
        """Look slowly for what other processes wrote, for as long as the server runs."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._poll)
            watched = list(self._listeners)
            if watched:
                try:
                    versions = await run_sync(self._store.versions, watched)
                except StoreError:
                    continue  # the next look may find the database back
                for table_id, version in versions.items():
                    self._look_at(table_id, version)

    def _look_at(self, table_id: str, version: int) -> None:
        """See what a new version of the store is to those who listen: one look at a time, and the newest counts."""
        if table_id not in self._listeners or version == self._known.get(table_id):
            return  # an older one may only have come late, but who says so: to look is cheap, and finds the truth
        self._known[table_id] = version
        self._changed.add(table_id)
        if table_id not in self._looking:
            self._looking[table_id] = asyncio.create_task(self._look(table_id))

    async def _look(self, table_id: str) -> None:
        try:
            while table_id in self._changed:
                self._changed.discard(table_id)
                await self._tell(table_id, list(self._listeners.get(table_id, ())))
        finally:
            del self._looking[table_id]

    async def _tell(self, table_id: str, listeners: Collection[Listener]) -> None:
        readers = {listener.reader for listener in listeners}
        try:
            versions = await run_sync(self._versions, table_id, readers)
        except (StoreError, NotReady):
            self._known.pop(table_id, None)  # the next look may find the database back, or the title ready
        except Exception:
            log.exception("a table cannot be told about")
        else:
            for listener in listeners:
                listener.tell(table_id, versions[listener.reader])


class Streams:
    """Opens streams for readers: which of the wanted tables there are, and what the reader hears of them."""

    def __init__(self, tables: Tables, sessions: Sessions, hub: Hub) -> None:
        self._tables = tables
        self._sessions = sessions
        self._hub = hub

    async def known(self, wanted: Collection[str]) -> list[str]:
        """Those of some tables (or the lobby) that exist. Raises NotFound if none does."""
        found = list(await run_sync(self._tables.store.versions, wanted))
        if LOBBY in wanted:
            found.append(LOBBY)
        if not found:
            raise NotFound
        return found

    async def frames(self, known: Collection[str], reader: str) -> AsyncIterator[str]:
        """The frames of a stream about these tables, for the reader with this hash of a token."""
        player = await run_sync(self._sessions.holder, reader)
        watched = await run_sync(self._tables.watched, player, known)
        return self._hub.stream(known, reader, watched)
