"""Joining: what a person played in a browser before they signed in comes along, if they say that it was they.

A player without an account is joined to one with an account in one transaction. Then every table gets one more event
(`Joined`), by which every server learns that the seats belong to another player. If a server stops in between, or a
title is still compiled, housekeeping tells the rest later.
"""

import secrets
from contextlib import suppress
from dataclasses import dataclass, replace

from tabletown.server.errors import NotFound, NotReady, OtherRelease, Outdated
from tabletown.server.play.accounts.accounts import SIGNED_OUT, TOO_MUCH, Device
from tabletown.server.play.commands import Change, Command
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.sessions import token_hash
from tabletown.server.play.table import SPECTATOR, Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.account_protocol import NewSession
from tabletown.server.store.events import BrokenLog, Joined
from tabletown.server.store.protocol import Player, SessionOver, StoreError

ALREADY_JOINED = "These games were joined, or signed out, in the meantime. Nothing more was done."


class Joining:
    """Joins what was played without an account to an account. `changes` limits how often."""

    def __init__(self, tables: Tables, changes: RateLimit) -> None:
        self._tables = tables
        self._changes = changes

    def waiting(self, player: Player, before: str) -> tuple[Player, int] | None:
        """The player without an account whose token has the hash `before`, and at how many tables they have been.

        None if there is nothing to join.
        """
        store = self._tables.store
        other = store.session(before) if before else None
        if other is None or other.id == player.id or store.account_since(other.id) is not None:
            return None
        traces = len(store.traces_of(other.id))
        return (other, traces) if traces else None

    def join(self, player: Player, device: Device, before: str) -> str:
        """Join the player of the token with the hash `before`; returns the new token. Raises Outdated and TooMany."""
        self._changes.check(player.id, TOO_MUCH)
        found = self.waiting(player, before)
        if found is None:
            raise Outdated(ALREADY_JOINED)
        token = secrets.token_urlsafe(32)
        session = NewSession(token_hash(token), device.browser, proved=False, replaces=device.reader)
        try:
            if not self._tables.store.join(found[0].id, player.id, session):
                raise Outdated(ALREADY_JOINED)
        except SessionOver:
            raise Outdated(SIGNED_OUT) from None
        with suppress(StoreError):  # then `finish_joining` tells the tables later
            self.tell_tables(found[0].id, player.id)
        return token

    def finish_joining(self) -> None:
        """Tell the tables that have not been told."""
        for before, owner in self._tables.store.joining():
            self.tell_tables(before, owner)

    def tell_tables(self, before: str, owner: str) -> bool:
        """Tell all tables of a player who was joined; returns whether all know it now."""
        told_all = True
        for table_id in self._tables.store.traces_of(before):
            try:
                self._tables.submit(table_id, JoinSeats(before, owner))
            except (NotReady, OtherRelease):
                told_all = False
            except NotFound:
                continue
            except BrokenLog as error:  # nobody is shown this table
                self._tables.broken.report(table_id, error)
        if told_all:
            self._tables.store.joined_everywhere(before)
        return told_all


@dataclass(frozen=True, slots=True)
class JoinSeats(Command):
    """Give all that a player has at a table to another; asked twice, it is done once."""

    before: str
    owner: str
    by_player = False

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """The seats and remarks change their owner, unless nothing is left of the player before."""
        own = table.seats_of(Player(self.before))
        if not own and all(remark.owner != self.before for remark in table.remarks):
            return None
        seat = own[0] if own else SPECTATOR
        event = Joined(seat, table.game.ply, table.game.digest(), self.owner, self.before)
        seats = [replace(row, owner=self.owner) if row.owner == self.before else row for row in table.seats]
        return Change([event], seats=seats)
