"""Seating: taking an open seat, letting a bot sit down, playing again with the same players."""

import hashlib
from dataclasses import replace

from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.errors import NotYours, TooMany
from tabletown.server.play.commands import PlayAgain, SitDown
from tabletown.server.play.rate_limit import RateLimit
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player, Receipt, SeatRow, Session


class Seating:
    """Fills seats, and counts how often a player or address sets a table: not more than `rate`."""

    def __init__(self, tables: Tables, rate: RateLimit) -> None:
        self._tables = tables
        self._rate = rate

    def count(self, who: str) -> None:
        """Count a table that a player or address is about to set; raises TooMany."""
        if not self._rate.allows(who):
            raise TooMany("That was a lot of tables in a short time. Please finish one of them first.")

    def sit(self, table_id: str, seat: int, who: SeatRow, session: Session | None = None, key: str = "") -> Receipt:
        """Give an open seat to a player or bot, once for every `key`. Raises Refused.

        It is not announced: a browser must hold its new token before its other windows hear of it. Call
        `Tables.announce` when the answer is on its way.
        """
        return self._tables.submit(table_id, SitDown(seat, who), key=key, session=session, announce=False)

    def fill(self, table_id: str, player: Player | None, seat: int, bot: str, key: str = "") -> int:
        """Let a bot sit down on an open seat, as a player of the table wishes; returns the version of the store."""
        with self._tables.at(table_id) as table:
            if not table.seats_of(player):
                raise NotYours("Only those who sit at this table can ask a bot to join.")
        return self.sit(table_id, seat, SeatRow("bot", "", bot=bot), key=key).version

    def again(self, table_id: str, player: Player | None) -> str:
        """The table at which the same players play again, each one seat further; set if nobody did so before."""
        with self._tables.at(table_id) as table:
            seat = table.viewpoint(table.seats_of(player))
            if player is None or seat < 0:
                raise NotYours("Only those who played here can ask for a rematch.")
            row, seats = table.row, list(table.seats)
            if table.next:
                return table.next
        self.count(player.id)
        moved = [*seats[-1:], *seats[:-1]]
        plan = [
            replace(who, name=colour if who.name in SEAT_NAMES else who.name)
            for who, colour in zip(moved, SEAT_NAMES, strict=False)
        ]
        # by whichever player and form: a table has one next table
        key = hashlib.sha256(repr(("rematch", row.id)).encode()).hexdigest()
        other = self._tables.create(row.title, plan, row.options, public=row.public, clock=row.clock, key=key)
        self._tables.submit(table_id, PlayAgain(seat, other))
        with self._tables.at(table_id) as table:
            return table.next
