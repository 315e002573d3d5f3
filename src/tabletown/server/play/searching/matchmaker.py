"""The matchmaker: lets those who look for opponents meet, and lays their tables.

Every process of the site does this for all searches. Whoever is first writes, in one transaction; the others find that
nothing is left to do. Nothing is kept in memory, so a process may stop at any moment.
"""

import asyncio
import logging
import secrets
from collections import defaultdict
from contextlib import suppress

from anyio.to_thread import run_sync

from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.errors import NotAllowed, Outdated, Refused
from tabletown.server.play.searching.pairing import MayMeet, everybody_may, pair
from tabletown.server.play.searching.searching import Searching
from tabletown.server.play.searching.wishes import PACES
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player, SeatRow, StoreError
from tabletown.server.store.search_protocol import Meeting, Search

log = logging.getLogger(__name__)
_CHANCE = secrets.SystemRandom()


class Matchmaker:
    """Looks at all searches. `may_meet` keeps those apart who must not sit at one table."""

    def __init__(self, tables: Tables, searching: Searching, may_meet: MayMeet = everybody_may) -> None:
        self._tables = tables
        self._searching = searching
        self._may_meet = may_meet

    async def watch(self) -> None:
        """Look regularly, for as long as the server runs."""
        while True:
            await asyncio.sleep(self._searching.timing.tick)
            try:
                await run_sync(self.look)
            except StoreError:
                continue  # the database may be back next time
            except Exception:  # the task must go on
                log.exception("the searches cannot be looked at")

    def look(self) -> None:
        """Note who was seen, end the searches of those who are gone, lay tables that are due, and let others meet."""
        store, timing = self._tables.store, self._searching.timing
        now = self._tables.now()
        if seen := self._searching.take_seen():
            store.note_searches(seen, now)
        searches = store.searches()
        meetings: defaultdict[str, list[Search]] = defaultdict(list)
        for search in searches:
            if search.seen < now - timing.gone:
                store.end_search(search.player_id, unseen_since=now - timing.gone)
            elif search.meeting and not search.table and search.due <= now:
                meetings[search.meeting].append(search)
        for members in meetings.values():
            with suppress(Refused):  # a title that is being compiled: the table is laid when it is ready
                self._seat(members, now)
        waiting = [search for search in searches if not search.meeting and search.seen >= now - timing.away]
        strength = self._searching.find_strengths({search.player_id for search in waiting})
        for company in pair(waiting, self._may_meet, strength):
            found = {search.player_id: search.id for search in company.members}
            store.meet(Meeting(secrets.token_hex(8), company.title, now + timing.found, found))

    def _seat(self, members: list[Search], now: float) -> None:
        """Lay the table of those who have met, with seats drawn at random; if one is away, all go on looking."""
        store, first = self._tables.store, members[0]
        apart = any(
            not self._may_meet(one.player_id, other.player_id)
            for number, one in enumerate(members)
            for other in members[:number]
        )
        if apart or any(search.seen < now - self._searching.timing.away for search in members):
            store.part(first.meeting)
            return
        players = [store.player(search.player_id) or Player(search.player_id) for search in members]
        if gone := [player for player in players if not self._may_look(player, first.rated)]:
            for player in gone:
                store.end_search(player.id)  # the others go on looking
            return
        _CHANCE.shuffle(players)
        seats = [
            SeatRow("human", player.name or colour, "", player.id, player.play_forced)
            for player, colour in zip(players, SEAT_NAMES, strict=False)
        ]
        ids = sorted(player.id for player in players)
        try:
            self._tables.create(
                first.title,
                seats,
                public=True,
                clock=PACES[first.pace],
                rated=first.rated,
                lay=lambda row, awaits: store.seat_meeting(first.meeting, ids, row, awaits),
            )
        except Outdated:  # one of them was deleted in this moment
            store.part(first.meeting)

    def _may_look(self, player: Player, rated: bool) -> bool:
        """Whether somebody may still look for what they began to look for."""
        try:
            self._searching.check_player(player, rated)
        except NotAllowed:
            return False
        return True
