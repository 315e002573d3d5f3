"""Housekeeping: end sessions that nobody uses any more, drop positions that nobody opens, and finish joins, deletions
and ratings that were interrupted.

Which sessions are used is kept in memory and written now and then, so that reading a page never writes.
"""

import asyncio
import logging

from anyio.to_thread import run_sync

from tabletown.server.play.accounts.joining import Joining
from tabletown.server.play.people.privacy import Privacy
from tabletown.server.play.people.sessions import Sessions
from tabletown.server.play.positions import Positions
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
        positions: Positions,
        poll: float = POLL_S,
    ) -> None:
        self._rooms = rooms
        self._positions = positions
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
        """Write what was used, end sessions and drop positions that were not, finish joins, deletions and ratings."""
        self._write_used_sessions()
        now = self._tables.now()
        self._tables.store.expire(now - SESSION_DAYS * _DAY_S, now)
        self._joining.finish_joining()
        self._privacy.finish_deleting()
        self._ratings.count_all()
        self._rooms.close_old()
        self._positions.drop_old()

    def write_used(self) -> None:
        """Write which sessions and positions were used since the last time; also to be called when the server stops."""
        self._write_used_sessions()
        self._positions.write_opened()

    def _write_used_sessions(self) -> None:
        self._tables.store.touch(self._sessions.take_used(), self._tables.now())
