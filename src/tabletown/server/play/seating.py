"""Seating: taking an open seat, giving one to a bot, a rematch with the same players."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.errors import NotAllowed, NotYours, TooMany
from tabletown.server.play import fair_play
from tabletown.server.play.bots.choices import USUAL_BOT
from tabletown.server.play.commands import PlayAgain, SitDown
from tabletown.server.play.people.request_address import request_address
from tabletown.server.play.people.suspensions import must_not_be_suspended
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player, Receipt, SeatRow, Session

_MANY = 1_000  # tables of the lobby, and of a player, that are looked at
_A_WHILE_S = 60.0
_TOO_MANY_PUBLIC = (
    "Several public tables of yours wait for players already. Please try again in 1 minute, when somebody may have sat"
    " down there, or make this a table for those with its link."
)


class Seating:
    """Fills seats, and limits how many tables a player or address sets up."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._rate = tables.rate_limit("table_rate")

    def check_new_table(self, player: Player | None, public: bool, seats: Sequence[SeatRow] = ()) -> None:
        """Count a table that a player (None: a stranger) sets up. Raises TooMany.

        A `public` table with open `seats` is listed in the lobby, of which one player gets only a few lines.
        """
        must_not_be_suspended(self._tables.store, player)
        if public and any(seat.kind == "open" for seat in seats):
            self._check_public_tables(player)
        self._rate.check(player.id if player else "", "That was a lot of tables in a short time.")

    def check_rated(self, seats: Sequence[SeatRow]) -> None:
        """Raise NotAllowed unless these can sit at a rated table: players with accounts, once each, and known bots."""
        owners = [seat.owner for seat in seats if seat.kind == "human"]
        if len(owners) != len({self._tables.store.person_behind(owner) for owner in owners}):
            raise NotAllowed(fair_play.RATED_SEATS)
        if any(not owner or self._tables.store.account_since(owner) is None for owner in owners):
            raise NotAllowed(fair_play.NEEDS_ACCOUNT)
        if any(seat.kind == "bot" and not fair_play.is_rated_bot(seat.bot) for seat in seats):
            raise NotAllowed(fair_play.RATED_BOTS)

    def _check_public_tables(self, player: Player | None) -> None:
        store, limits = self._tables.store, self._tables.limits
        waiting = set(store.lobby(_MANY))
        own = len(waiting.intersection(store.tables_of(player.id, _MANY))) if player else 0
        here = len(waiting & self._tables.addresses.tables(request_address.get()))
        if own >= limits.public_tables or here >= limits.public_tables * limits.players_per_address:
            self._tables.metrics.refused("public_tables")
            raise TooMany(_TOO_MANY_PUBLIC, _A_WHILE_S)

    def sit(self, table_id: str, seat: int, who: SeatRow, session: Session | None = None, key: str = "") -> Receipt:
        """Give an open seat to a player or bot, once for every `key`. Raises Refused.

        The change is not announced: a browser must have its new token before its other windows reload. Call
        `Tables.announce` when the response is sent.
        """
        with self._tables.at(table_id) as table:
            if table.row.rated and table.is_open(seat):
                self.check_rated([who])
        avoids, unwelcome, one_person = frozenset[str](), frozenset[str](), frozenset[str]()
        if who.owner:
            one_person = self._tables.store.one_person(who.owner)
            must_not_be_suspended(self._tables.store, Player(who.owner))
            avoids, unwelcome = self._tables.store.blocks_with(who.owner)
        command = SitDown(seat, who, unwelcome, avoids, one_person)
        return self._tables.submit(table_id, command, key=key, session=session, announce=False)

    def seat_bot(self, table_id: str, player: Player | None, seat: int, bot: str, key: str = "") -> int:
        """Give an open seat to a bot, if `player` sits at the table. Returns the store's version. Raises Refused."""
        with self._tables.at(table_id) as table:
            if not table.seats_of(player):
                raise NotYours("Only those who sit at this table can ask a bot to join.")
        return self.sit(table_id, seat, SeatRow("bot", "", bot=bot), key=key).version

    def rematch(self, table_id: str, player: Player | None, with_people: bool = False) -> str:
        """The id of the table of the rematch: the same players, each one seat further. The first call creates it.

        Asked for `with_people`, the seats of the bots are open, and the table is for everybody.
        """
        with self._tables.at(table_id) as table:
            seat = table.viewpoint(table.seats_of(player))
            if player is None or seat < 0:
                raise NotYours("Only those who played here can ask for a rematch.")
            row, seats, edition = table.row, list(table.seats), table.game.edition
            if table.next:
                return table.next
        seats = self._who_come_along(player, seats)
        if with_people:
            seats = [_seat_for_people(who, colour) for who, colour in zip(seats, SEAT_NAMES, strict=False)]
        public = row.public or with_people
        self.check_new_table(player, public, seats)
        moved = [*seats[-1:], *seats[:-1]]
        plan = [_seat_again(who, colour) for who, colour in zip(moved, SEAT_NAMES, strict=False)]
        # not by player or form: a table has one rematch
        key = hashlib.sha256(repr(("rematch", row.id)).encode()).hexdigest()
        other = self._tables.create(
            row.title, plan, row.options, edition=edition, public=public, clock=row.clock, rated=row.rated, key=key
        )
        self._tables.submit(table_id, PlayAgain(seat, other))
        with self._tables.at(table_id) as table:
            return table.next

    def _who_come_along(self, player: Player, seats: Sequence[SeatRow]) -> list[SeatRow]:
        """The seats of a rematch that a player asks for.

        Whoever is suspended, or is not to meet somebody who comes along, is not taken along: the seat is open then.
        """
        store = self._tables.store
        owners = list(dict.fromkeys([player.id, *(seat.owner for seat in seats if seat.owner)]))
        coming, suspended = set[str](), store.suspended(owners)
        for owner in owners:
            blocked, blocked_by = store.blocks_with(owner)
            if owner not in suspended and not (blocked | blocked_by) & coming:
                coming.add(owner)
        return [seat if not seat.owner or seat.owner in coming else SeatRow("open", "") for seat in seats]


def _seat_for_people(who: SeatRow, colour: str) -> SeatRow:
    """A seat of a rematch that people may join: that of a bot is open."""
    return SeatRow("open", colour) if who.kind == "bot" else who


def _seat_again(who: SeatRow, colour: str) -> SeatRow:
    """A seat of a rematch. A bot plays for a former player."""
    if who.kind == "human" and not who.owner:
        return SeatRow("bot", colour, bot=who.bot or USUAL_BOT)
    if who.kind == "open":
        return SeatRow("open", colour)
    return replace(who, name=colour if who.name in SEAT_NAMES else who.name)
    return replace(who, name=colour if who.kind == "open" or who.name in SEAT_NAMES else who.name)
