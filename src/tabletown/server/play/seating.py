"""Seating: taking an open seat, giving one to a bot, a rematch with the same players."""

import hashlib
from dataclasses import replace

from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.errors import NotYours, TooMany
from tabletown.server.play.bot_choices import USUAL_BOT
from tabletown.server.play.commands import PlayAgain, SitDown
from tabletown.server.play.rate_limit import RateLimit
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player, Receipt, SeatRow, Session


class Seating:
    """Fills seats, and limits how often a player or address sets up a table."""

    def __init__(self, tables: Tables, rate: RateLimit) -> None:
        self._tables = tables
        self._rate = rate

    def check_rate(self, who: str) -> None:
        """Count a table that a player or address sets up. Raises TooMany."""
        if not self._rate.allows(who):
            raise TooMany("That was a lot of tables in a short time. Please finish one of them first.")

    def sit(self, table_id: str, seat: int, who: SeatRow, session: Session | None = None, key: str = "") -> Receipt:
        """Give an open seat to a player or bot, once for every `key`. Raises Refused.

        The change is not announced: a browser must have its new token before its other windows reload. Call
        `Tables.announce` when the response is sent.
        """
        return self._tables.submit(table_id, SitDown(seat, who), key=key, session=session, announce=False)

    def seat_bot(self, table_id: str, player: Player | None, seat: int, bot: str, key: str = "") -> int:
        """Give an open seat to a bot, if `player` sits at the table. Returns the store's version. Raises Refused."""
        with self._tables.at(table_id) as table:
            if not table.seats_of(player):
                raise NotYours("Only those who sit at this table can ask a bot to join.")
        return self.sit(table_id, seat, SeatRow("bot", "", bot=bot), key=key).version

    def rematch(self, table_id: str, player: Player | None) -> str:
        """The id of the table of the rematch: the same players, each one seat further. The first call creates it."""
        with self._tables.at(table_id) as table:
            seat = table.viewpoint(table.seats_of(player))
            if player is None or seat < 0:
                raise NotYours("Only those who played here can ask for a rematch.")
            row, seats = table.row, list(table.seats)
            if table.next:
                return table.next
        self.check_rate(player.id)
        moved = [*seats[-1:], *seats[:-1]]
        plan = [_seat_again(who, colour) for who, colour in zip(moved, SEAT_NAMES, strict=False)]
        # not by player or form: a table has one rematch
        key = hashlib.sha256(repr(("rematch", row.id)).encode()).hexdigest()
        other = self._tables.create(row.title, plan, row.options, public=row.public, clock=row.clock, key=key)
        self._tables.submit(table_id, PlayAgain(seat, other))
        with self._tables.at(table_id) as table:
            return table.next


def _seat_again(who: SeatRow, colour: str) -> SeatRow:
    """A seat of a rematch. A bot plays for a former player."""
    if who.kind == "human" and not who.owner:
        return SeatRow("bot", colour, bot=who.bot or USUAL_BOT)
    return replace(who, name=colour if who.name in SEAT_NAMES else who.name)
