"""Privacy: what is kept about a player, as data to take along, and how a player is deleted.

Deleting takes the name, the remarks and the sessions of a player out of the database. Games stay, with "A former
player" at the seat. The log of a table is not rewritten: it gets one more event (`Departed`), by which every server
learns that names and remarks have changed. In a game that goes on, a bot takes the seat, if there is another player who
would otherwise wait for ever.
"""

from contextlib import suppress
from dataclasses import dataclass, replace

from tabletown.server.errors import NotFound, NotReady, OtherRelease
from tabletown.server.play.commands import Change, Command
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.remarks import spoken_text
from tabletown.server.play.table import SPECTATOR, Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import AnyEvent, BrokenLog, Departed, LeftToBot, Moved, Said, SatDown
from tabletown.server.store.protocol import Player, SessionTimes, StoreError


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """Something that a player did: when, what kind of event, for which seat (-1: none), with which action."""

    at: float
    kind: str
    seat: int
    action: int | None = None


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat of a player and the name there."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class KeptRemark:
    """A remark of a player."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class KeptTable:
    """What a table holds about a player. `keys` are the marks by which repeated requests are recognised."""

    id: str
    title: str
    created: float
    public: bool
    seats: tuple[KeptSeat, ...]
    remarks: tuple[KeptRemark, ...]
    events: tuple[KeptEvent, ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerData:
    """Everything that is kept about a player. Times are in seconds since 1970."""

    name: str
    play_forced: bool  # the setting for the seats that they will take
    joined: float
    sessions: tuple[SessionTimes, ...]
    tables: tuple[KeptTable, ...]

    @property
    def remarks(self) -> int:
        """How many remarks the player has made."""
        return sum(len(table.remarks) for table in self.tables)


class Privacy:
    """Collects and deletes what is kept about players. `bot` plays on for a player who leaves a running game."""

    def __init__(self, tables: Tables, bot: str, rate: RateLimit) -> None:
        self._tables = tables
        self._bot = bot
        self._rate = rate

    def data(self, player: Player) -> PlayerData:
        """Everything that is kept about a player. Raises TooMany."""
        self._rate.check(player.id, "That was asked very often in a short time.")
        store = self._tables.store
        found = (self._kept_table(table_id, player) for table_id in store.traces_of(player.id))
        return PlayerData(
            name=player.name,
            play_forced=player.play_forced,
            joined=store.joined(player.id) or 0.0,
            sessions=tuple(store.sessions_of(player.id)),
            tables=tuple(table for table in found if table is not None),
        )

    def _kept_table(self, table_id: str, player: Player) -> KeptTable | None:
        """What a table holds about a player. It is read from the log, so no title has to be ready."""
        store = self._tables.store
        try:
            row, logged = store.table(table_id), store.events(table_id)
        except BrokenLog as error:
            self._tables.broken.report(table_id, error)
            return None
        if row is None:
            return None
        seats = {seat: who.name for seat, who in enumerate(row.seats) if who.owner == player.id}
        remarks, events = [], []
        for entry in logged:
            event = entry.event
            if isinstance(event, SatDown) and event.owner == player.id:
                seats[event.seat] = event.name
            if isinstance(event, Said):
                if event.owner == player.id:
                    remarks.append(KeptRemark(entry.at, spoken_text(event)))
            elif event.seat in seats:
                # without version, ply and digest: they would tell how often others have decided in secret
                action = event.action if isinstance(event, Moved) else None
                events.append(KeptEvent(entry.at, event.kind, event.seat, action))
        return KeptTable(
            id=table_id,
            title=row.title,
            created=row.created,
            public=row.public,
            seats=tuple(KeptSeat(seat, name) for seat, name in sorted(seats.items())),
            remarks=tuple(remarks),
            events=tuple(events),
            keys=tuple(store.keys_of(table_id, player.id)),
        )

    def delete(self, player: Player) -> None:
        """Delete a player for good. Durable when it returns; deleting twice changes nothing more."""
        self._tables.store.delete_player(player.id)
        with suppress(StoreError):  # then `finish_deleting` tells the tables later
            self._leave_tables(player.id)

    def finish_deleting(self) -> None:
        """Tell the tables of deleted players that have not been told, because a server stopped or a title compiles."""
        for player_id in self._tables.store.departing():
            self._leave_tables(player_id)

    def _leave_tables(self, player_id: str) -> None:
        told_all = True
        for table_id in self._tables.store.traces_of(player_id):
            try:
                self._tables.submit(table_id, Depart(player_id, self._bot))
            except (NotReady, OtherRelease):  # told when the title is ready, or by a release that knows its rules
                told_all = False
            except NotFound:
                continue
            except BrokenLog as error:  # nobody is shown this table
                self._tables.broken.report(table_id, error)
        if told_all:
            self._tables.store.departed(player_id)


@dataclass(frozen=True, slots=True)
class Depart(Command):
    """Take a deleted player out of a table; asked twice, it is done once."""

    player_id: str
    bot: str

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """A bot takes the player's seats, if others play on; the name and the remarks go."""
        if self.player_id in table.departed:
            return None
        ply, digest = table.game.ply, table.game.digest()
        own = table.seats_of(Player(self.player_id))
        events: list[AnyEvent] = []
        seats = list(table.seats)
        if not table.game.is_over() and self._leaves_others(table):
            for seat in own:
                if not seats[seat].bot:
                    events.append(LeftToBot(seat, ply, digest, self.bot))
                    seats[seat] = replace(seats[seat], bot=self.bot)
        events.append(Departed(own[0] if own else SPECTATOR, ply, digest, self.player_id))
        return Change(events, seats=seats)

    def _leaves_others(self, table: Table) -> bool:
        """Whether anybody else plays at the table, or may sit down there."""
        return any(row.kind == "open" or row.owner not in ("", self.player_id) for row in table.seats)
