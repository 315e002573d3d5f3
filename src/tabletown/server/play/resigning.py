"""Resigning: a player gives a running game up, for good.

A bot plays on at the seat, so the others lose nothing; where no other person is left, bots play the game to its end. In
the results the seat is the last one, whatever the bot makes of it. It cannot be taken back.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from tabletown.server.errors import NotAllowed, NotYours, TooMany
from tabletown.server.play.bots.tables_of_bots import TablesOfBots
from tabletown.server.play.commands import Change, Command, RateName
from tabletown.server.play.fair_play import STAND_IN, is_strict
from tabletown.server.play.people.request_address import request_address
from tabletown.server.play.table import Table
from tabletown.server.play.tables import OVER, Tables
from tabletown.server.store.events import AnyEvent, GaveUp
from tabletown.server.store.protocol import Player

NOT_YOURS = "Only those who sit at this table can give its game up."
_A_GAME_S = 300.0  # about how long a game between bots takes
_TOO_MANY = (
    "Bots finish several games for you alone just now. Please try again in 5 minutes, when one of them may be over."
)


@dataclass(frozen=True, slots=True)
class Consequences:
    """What giving up would mean: how many people play on, and whether it is done already."""

    seats: tuple[int, ...]
    people_left: int
    open_seats: bool
    done: bool


class Resigning:
    """Lets players give games up. `bot` plays on for them."""

    def __init__(self, tables: Tables, bot: str) -> None:
        self._tables = tables
        self._tables_of_bots = TablesOfBots(tables)
        self._bot = bot

    def consequences(self, table_id: str, player: Player | None) -> Consequences:
        """What giving up would mean for the others. Raises Refused if the player cannot give up here."""
        with self._tables.at(table_id) as table:
            own = table.seats_of(player)
            _must_be_possible(table, own)
            left = sum(row.kind == "human" and not row.bot and n not in own for n, row in enumerate(table.seats))
            return Consequences(own, left, table.has_open_seats(), set(own) <= table.gave_up)

    def resign(self, table_id: str, player: Player | None) -> int:
        """Give the game up with all seats of the player; asked twice, it is done once. Raises Refused.

        Returns the version of the store after the change.
        """
        found = self.consequences(table_id, player)
        if player is not None and not found.people_left and not found.done:
            address = request_address.get()
            if self._tables_of_bots.has_most(player.id, address, but=table_id):
                self._tables.metrics.refused("tables_of_bots")
                raise TooMany(_TOO_MANY, _A_GAME_S)
        return self._tables.submit(table_id, GiveUp(player, self._bot)).version


@dataclass(frozen=True, slots=True)
class GiveUp(Command):
    """Give the game up with all seats of a player."""

    asker: Player | None
    bot: str
    rate: ClassVar[RateName] = "absence_rate"

    def player(self, table: Table) -> str:
        """The player who gives up."""
        return self.asker.id if self.asker else ""

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """A bot takes every seat of the player that was not given up before."""
        own = table.seats_of(self.asker)
        _must_be_possible(table, own)
        ply, digest = table.game.ply, table.game.digest()
        events: list[AnyEvent] = []
        seats = list(table.seats)
        for seat in own:
            if seat not in table.gave_up:
                bot = seats[seat].bot or (STAND_IN if is_strict(table.row) else self.bot)
                events.append(GaveUp(seat, ply, digest, bot))
                seats[seat] = replace(seats[seat], bot=bot)
        return Change(events, seats=seats) if events else None


def _must_be_possible(table: Table, own: tuple[int, ...]) -> None:
    """Raise a refusal unless the owner of these seats may give up."""
    if not own:
        raise NotYours(NOT_YOURS)
    if table.game.is_game_over():
        raise NotAllowed(OVER)
    table.must_have_begun()
