"""Housekeeping: end sessions that nobody uses any more, and finish joins, deletions and ratings that were interrupted.

Which sessions are used is kept in memory and written now and then, so that reading a page never writes.
"""

import asyncio
import logging

from anyio.to_thread import run_sync

from tabletown.server.play.accounts.joining import Joining
from tabletown.server.play.people.privacy import Privacy
from tabletown.server.play.people.sessions import Sessions
from tabletown.server.play.ratings.ratings import Ratings
from tabletown.server.play.tables import Tables
from tabletown.server.play.waiting_rooms import WaitingRooms
from tabletown.server.store.protocol import StoreError

SESSION_DAYS = 400  # longer than a browser keeps the cookie
POLL_S = 600.0
_DAY_S = 86_400.0

log = logging.getLogger(__name__)


class Housekeeping:
    """Tidies up every `poll` seconds. Several servers on one database may do so at once."""

    def __init__(
        self,
        tables: Tables,
        sessions: Sessions,
        joining: Joining,
        privacy: Privacy,
        ratings: Ratings,
        rooms: WaitingRooms,
        poll: float = POLL_S,
    ) -> None:
        self._rooms = rooms
        self._tables = tables
        self._sessions = sessions
        self._joining = joining
        self._privacy = privacy
        self._ratings = ratings
        self._poll = poll

    async def watch(self) -> None:
        """Tidy up regularly, for as long as the server runs."""
        while True:
            await asyncio.sleep(self._poll)
            try:
                await run_sync(self.tidy_up)
            except StoreError:
                continue  # the database may be back next time
            except Exception:  # the task must go on
                log.exception("housekeeping failed")

    def tidy_up(self) -> None:
        """Write which sessions were used, end those that were not, and finish joins, deletions and ratings."""
        self.write_used_sessions()
        now = self._tables.now()
        self._tables.store.expire(now - SESSION_DAYS * _DAY_S, now)
        self._joining.finish_joining()
        self._privacy.finish_deleting()
        self._ratings.count_all()
        self._rooms.close_old()

    def write_used_sessions(self) -> None:
        """Write which sessions were used since the last time; also to be called when the server stops."""
        self._tables.store.touch(self._sessions.take_used(), self._tables.now())
