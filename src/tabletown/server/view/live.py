"""Live updates (server-sent events): a stream sends the version of a table for its reader, never what happened.

A client that gets a newer version fetches the view of its own seat, so a stream leaks nothing, and a message may be
lost, doubled or reordered without harm. Nothing is sent for a change that the reader cannot see, because that would
tell that it happened. A stream keeps only the newest version of each table, so a client that does not read costs no
more memory than one that does.
"""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping

from anyio.to_thread import run_sync

from tabletown.server.errors import NotFound, NotReady, OtherRelease, TooMany
from tabletown.server.limits import DEFAULTS, Limits
from tabletown.server.play.people.sessions import Sessions
from tabletown.server.play.siblings import Alone, Siblings
from tabletown.server.play.table import SeenVersions
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.protocol import Player, Store, StoreError

LOBBY = "lobby"
"""The name of the lobby (see lobby.py) in a stream, where others are the ids of tables."""

EVENT_STREAM = "text/event-stream"
STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
HEARTBEAT_S = 15.0
POLL_S = 2.0
_MINUTE_S = 60.0
TOO_MANY_STREAMS = "Too many pages are open at your address. Please close some, and try again in a minute."

log = logging.getLogger(__name__)

Versions = Callable[[str, Mapping[str, Player | None]], Mapping[str, int]]
"""The version of a table for each of these readers and the players who they are (None: a stranger)."""

Holders = Callable[[Collection[str]], Mapping[str, Player | None]]
"""The players who hold the tokens with these hashes; None for sessions that have ended and for strangers."""


class Listener:
    """One open stream: the newest versions that it has not sent yet."""

    def __init__(self, tables: Iterable[str], reader: str = "", watched: Iterable[str] = (), player: str = "") -> None:
        self.tables = frozenset(tables)
        self.reader = reader
        self.player = player
        self.watched = frozenset(watched)
        self.woken = asyncio.Event()
        self._offered: dict[str, int] = {}
        self._news: dict[str, int] = {}

    def offer(self, table_id: str, version: int) -> None:
        """Queue a version to be sent, unless this one or a newer one was queued before."""
        if version > self._offered.get(table_id, -1):
            self._offered[table_id] = self._news[table_id] = version
            self.woken.set()

    def take(self) -> list[tuple[str, int]]:
        """The versions to send now; the queue is empty afterwards."""
        self.woken.clear()
        news, self._news = self._news, {}
        return sorted(news.items())


class Hub:
    """All streams of this process. `publish` may be called from any thread, the rest on the event loop.

    The processes of a site tell each other how many streams they have, so that limits and spectators are counted for
    the whole site. `refused` is called with the name of a limit that a further stream would exceed.
    """

    def __init__(
        self,
        store: Store,
        versions: Versions,
        holders: Holders,
        *,
        heartbeat: float = HEARTBEAT_S,
        poll: float = POLL_S,
        limits: Limits = DEFAULTS,
        siblings: Siblings | None = None,
        refused: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._siblings = siblings or Alone()
        self._limits = limits
        self._refused = refused
        self._versions = versions
        self._holders = holders
        self._players: dict[str, Player | None] = {}  # of the readers, as of the last look at their sessions
        self._heartbeat = heartbeat
        self._poll = poll
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._streams: Counter[str] = Counter()  # open streams by address
        self._here: Counter[str] = Counter()  # open streams by player
        self._known: dict[str, int] = {}  # the store's versions of the tables that have listeners
        self._checking: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._draining = False

    @property
    def streams(self) -> int:
        """How many streams are open at this process."""
        return self._streams.total()

    def watchers(self, table_id: str) -> int:
        """How many streams of spectators a table has at the whole site. May be called from any thread."""
        return self._listening(table_id)[0] + self._siblings.posted(f"watchers {table_id}")

    def has_players(self, table_id: str) -> bool:
        """Whether a player who sits at this table has a stream open for it, at the whole site; from any thread."""
        return self._listening(table_id)[1] + self._siblings.posted(f"players {table_id}") > 0

    def present(self) -> set[tuple[str, str]]:
        """Who has a stream open for which table at this process: players and tables. May be called from any thread."""
        found = set()
        for table_id in tuple(self._listeners):
            for listener in tuple(self._listeners.get(table_id, ())):
                player = self._players.get(listener.reader)
                if player is not None:
                    found.add((player.id, table_id))
        return found

    def _listening(self, table_id: str) -> tuple[int, int]:
        """The streams of spectators and of players that a table has at this process. May be called from any thread."""
        listeners = tuple(self._listeners.get(table_id, ()))
        watchers = sum(table_id in listener.watched for listener in listeners)
        return watchers, len(listeners) - watchers

    def is_here(self, player_id: str) -> bool:
        """Whether a player has a stream open at the whole site: a table, the lobby, friends; from any thread."""
        return self._here[player_id] + self._siblings.posted(f"here {player_id}") > 0

    def has_listeners(self, table_id: str) -> bool:
        """Whether a stream is open for this table."""
        return table_id in self._listeners

    def publish(self, table_id: str, version: int, seen: SeenVersions | None = None) -> None:
        """Send a new version of the store to the readers who see the change. Without a running loop there are none."""
        if table_id in self._listeners and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._check, table_id, version, seen)

    def drain(self) -> None:
        """End all streams, so that the server can stop; browsers reconnect by themselves."""
        self._draining = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.woken.set()

    def check_room(self, address: str) -> None:
        """Raise TooMany if no further stream may be opened from this address."""
        limits = self._limits
        here = self._streams[address] + self._siblings.posted(f"streams {address}")
        everywhere = self.streams + self._siblings.posted("streams")
        for limit, open_now, most in (
            ("streams_per_address", here, limits.streams_per_address),
            ("streams", everywhere, limits.streams),
        ):
            if open_now >= most:
                self._refused(limit)
                raise TooMany(TOO_MANY_STREAMS, _MINUTE_S)

    async def stream(
        self,
        tables: Iterable[str],
        reader: str = "",
        watched: Iterable[str] = (),
        address: str = "",
        player: str = "",
    ) -> AsyncIterator[str]:
        """The frames of one stream: each table's version now, as this reader counts, then every newer one.

        `watched` are the tables at which the reader, who may be a `player`, does not sit. The first step raises
        TooMany, like `check_room`:
        many streams may be asked for at once, and they count from their first step on.
        """
        self.check_room(address)
        listener = Listener(tables, reader, watched, player)
        self._streams[address] += 1
        self._here[player] += 1
        for table_id in listener.tables:
            self._listeners[table_id].add(listener)
        self._post_numbers(listener, address)
        try:
            yield "retry: 1000\n\n"
            for table_id in sorted(listener.tables):
                await self._offer_version(table_id, [listener])
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
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]
            self._here[player] -= 1
            if not self._here[player]:
                del self._here[player]
            for table_id in listener.tables:
                self._listeners[table_id].discard(listener)
                if not self._listeners[table_id]:
                    del self._listeners[table_id]
                    self._known.pop(table_id, None)
            self._post_numbers(listener, address)

    def _post_numbers(self, listener: Listener, address: str) -> None:
        """Let the other processes of the site know how many streams there are, after a change by this listener."""
        self._siblings.post("streams", self.streams)
        self._siblings.post(f"streams {address}", self._streams[address])
        if listener.player:
            self._siblings.post(f"here {listener.player}", self._here[listener.player])
        for table_id in listener.tables:
            watchers, players = self._listening(table_id)
            self._siblings.post(f"watchers {table_id}", watchers)
            self._siblings.post(f"players {table_id}", players)

    async def watch(self) -> None:
        """Poll the store for changes by other processes, for as long as the server runs."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._poll)
            watched = list(self._listeners)
            if watched:
                try:
                    await self._look_at_sessions()
                    versions = await run_sync(self._store.versions, watched)
                except StoreError:
                    continue  # the database may be back next time
                for table_id, version in versions.items():
                    self._check(table_id, version)

    async def _look_at_sessions(self) -> None:
        """Find out who the readers are. A session that has ended counts as a stranger's from the next poll on."""
        readers = {listener.reader for listeners in self._listeners.values() for listener in listeners}
        self._players = dict(await run_sync(self._holders, readers))

    def _check(self, table_id: str, version: int, seen: SeenVersions | None = None) -> None:
        """Offer a new version of the store to the readers, or start to find out what it is for them.

        The process that changed the table tells what each player counts (`seen`). Otherwise the table is looked at,
        by one task per table at a time.
        """
        known = self._known.get(table_id)
        listeners = self._listeners.get(table_id)
        if listeners is None or version == known:
            return
        if seen is not None:
            if known is not None and version < known:
                return  # news may overtake each other
            if table_id not in self._checking and all(listener.reader in self._players for listener in listeners):
                self._known[table_id] = version
                for listener in listeners:
                    player = self._players[listener.reader]
                    listener.offer(table_id, seen.get(player.id if player else "", seen[""]))
                return
        self._known[table_id] = version
        self._changed.add(table_id)
        if table_id not in self._checking:
            self._checking[table_id] = asyncio.create_task(self._check_changed(table_id))

    async def _check_changed(self, table_id: str) -> None:
        try:
            while table_id in self._changed:
                self._changed.discard(table_id)
                await self._offer_version(table_id, list(self._listeners.get(table_id, ())))
        finally:
            del self._checking[table_id]

    async def _offer_version(self, table_id: str, listeners: Collection[Listener]) -> None:
        """Look at a table, and offer its listeners what it is for each of them."""
        readers = {listener.reader for listener in listeners}
        try:
            players, versions = await run_sync(self._look_at, table_id, readers)
        except (StoreError, NotReady):
            self._known.pop(table_id, None)  # the database may be back, or the title ready, next time
        except BrokenLog as error:
            log.warning("a stream cannot tell about a table: %s", error)  # once for each version
        except OtherRelease:
            pass  # there is nothing to show here; the stream stays open for its other tables
        except Exception:
            log.exception("a table cannot be told about")
        else:
            self._players.update(players)
            for listener in listeners:
                listener.offer(table_id, versions[listener.reader])

    def _look_at(
        self, table_id: str, readers: Collection[str]
    ) -> tuple[Mapping[str, Player | None], Mapping[str, int]]:
        players = self._holders(readers)
        return players, self._versions(table_id, players)


class Streams:
    """Opens streams for readers."""

    def __init__(self, tables: Tables, sessions: Sessions, hub: Hub) -> None:
        self._tables = tables
        self._sessions = sessions
        self._hub = hub

    async def existing(self, wanted: Collection[str]) -> list[str]:
        """Of these tables (or LOBBY), those that exist. Raises NotFound if none does."""
        found = list(await run_sync(self._tables.store.versions, wanted))
        if LOBBY in wanted:
            found.append(LOBBY)
        if not found:
            raise NotFound
        return found

    async def frames(self, existing: Collection[str], reader: str, address: str) -> AsyncIterator[str]:
        """The frames of a stream about these tables, for the reader whose token has this hash. Raises TooMany."""
        player = await run_sync(self._sessions.holder, reader)
        watched = await run_sync(self._tables.watched, player, existing)
        frames = self._hub.stream(existing, reader, watched, address, player.id if player else "")
        return _from_second(await anext(frames), frames)


async def _from_second(first: str, frames: AsyncIterator[str]) -> AsyncIterator[str]:
    """A stream whose first frame was taken already."""
    yield first
    async for frame in frames:
        yield frame
