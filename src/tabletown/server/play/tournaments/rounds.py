"""Rounds: a round is laid when all tables of the one before are over, once, whichever server does it.

What is done is always found out from the database: `tend` looks at a tournament and does the next thing, and the next,
until people or bots have to play. Each thing is one transaction that names what it follows, and each table has a key of
its own, so it does not matter how many servers tend a tournament, nor where one of them was killed.
"""

import asyncio
import hashlib
import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from anyio.to_thread import run_sync

from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.errors import NotReady, OtherRelease, Outdated
from tabletown.server.play.clock_presets import BY_DAYS
from tabletown.server.play.commands import Change, Command
from tabletown.server.play.fair_play import STAND_IN
from tabletown.server.play.table import SPECTATOR, Table
from tabletown.server.play.tables import Tables
from tabletown.server.play.tournaments.pairing import Round
from tabletown.server.play.tournaments.round_robin import round_robin
from tabletown.server.play.tournaments.standings import points_of
from tabletown.server.play.tournaments.swiss import swiss_round
from tabletown.server.play.tournaments.tournaments import PACES
from tabletown.server.store.events import AnyEvent, LeftToBot, TimeRanOut
from tabletown.server.store.protocol import SeatRow, StoreError
from tabletown.server.store.tournament_protocol import EntryRow, LaidTable, PlannedRound, TableResult, TournamentRow

POLL_S = 2.0
PATIENCE_S = 300.0
PATIENCE_BY_DAYS_S = 6 * 3_600.0
"""For how long a table waits for somebody after the end of its round, live and by days, before a bot takes the seat."""

_DAY_S = 86_400.0
_MOST_STEPS = 100  # of one tournament at a time

log = logging.getLogger(__name__)


class Rounds:
    """Lays rounds and notes results, looking every `poll` seconds, or earlier when it is woken."""

    def __init__(self, tables: Tables, poll: float = POLL_S) -> None:
        self._tables = tables
        self._store = tables.store
        self._poll = poll
        self._woken = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._broken: set[str] = set()  # tournaments with an error, which is logged once

    def wake(self, _: str = "") -> None:
        """Look at once. May be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._woken.set)

    async def watch(self) -> None:
        """Tend all tournaments, for as long as the server runs."""
        self._loop = asyncio.get_running_loop()
        while True:
            self._woken.clear()
            try:
                await run_sync(self.tend_all)
            except StoreError:
                pass  # the database may be back next time
            except Exception:  # the task must go on
                log.exception("tournaments cannot be looked at")
            try:
                async with asyncio.timeout(self._poll):
                    await self._woken.wait()
            except TimeoutError:
                pass

    def tend_all(self) -> None:
        """Do all that is to be done now."""
        for tournament_id in self._store.unfinished_business(self._store.now()):
            try:
                self.tend(tournament_id)
            except (StoreError, NotReady, OtherRelease):
                continue  # next time, or a release that knows the rules
            except Exception:
                if tournament_id not in self._broken:
                    self._broken.add(tournament_id)
                    log.exception("a tournament cannot go on")

    def tend(self, tournament_id: str) -> None:
        """Do what is to be done in one tournament, until its tables have to be played."""
        for _ in range(_MOST_STEPS):
            row = self._store.tournament(tournament_id)
            if row is None or row.state != "running" or not self._step(row):
                return

    def _step(self, row: TournamentRow) -> bool:
        """Do the next thing; False if there is nothing to be done."""
        laid = self._store.laid_tables(row.id)
        waiting = [table for table in laid if table.number and table.result is None]
        if not waiting:
            return self._next_round(row, laid)
        entries = {entry.number: entry for entry in self._entries(row, row.round)}
        over = self._store.over([table.table for table in waiting if table.table])
        self._lay_what_fits(row, waiting, entries, over)
        for table in waiting:
            if table.table in over:
                self._note_result(row, table, entries)
        if row.deadline is not None and row.deadline <= self._store.now():
            for table in waiting:
                if table.table and table.table not in over:
                    self._tables.submit(table.table, RoundIsOver(STAND_IN, patience(row.pace)))
        return bool(over)

    def _entries(self, row: TournamentRow, round_number: int) -> list[EntryRow]:
        """Who takes part. Whoever is suspended sits out this round, which is about to be laid."""
        entries = self._store.entries(row.id)
        suspended = self._store.suspended([entry.player for entry in entries if entry.player])
        return [replace(entry, rests_in=round_number) if entry.player in suspended else entry for entry in entries]

    # Tables

    def _lay_what_fits(
        self, row: TournamentRow, waiting: Sequence[LaidTable], entries: dict[int, EntryRow], over: Collection[str]
    ) -> None:
        """Lay the tables of people, and so many of bots alone that others need not wait for their bots."""
        alone = {table.number for table in waiting if not _has_people(table, row.round, entries)}
        room = self._tables.limits.tournament_tables_of_bots
        room -= sum(bool(table.table) and table.table not in over for table in waiting if table.number in alone)
        for table in waiting:
            if table.table:
                continue
            if table.number in alone:
                if room <= 0:
                    continue
                room -= 1
            self._lay(row, table, entries)

    def _lay(self, row: TournamentRow, laid: LaidTable, entries: dict[int, EntryRow]) -> None:
        """Lay a table, or find the one that was laid by a server that could not note it."""
        seats = [
            _seat(entries[number], row.round, colour) for number, colour in zip(laid.seats, SEAT_NAMES, strict=False)
        ]
        players = {seat.owner: self._store.player(seat.owner) for seat in seats if seat.owner}
        seats = [
            replace(seat, play_forced=player.play_forced) if (player := players.get(seat.owner)) else seat
            for seat in seats
        ]
        try:
            made = self._tables.create(
                row.title,
                seats,
                row.options,
                edition=row.edition,
                public=row.listed,
                clock=PACES[row.pace],
                rated=row.rated,
                tournament=row.id,
                key=table_key(row.id, laid.round, laid.number),
            )
        except Outdated:  # a player was deleted, or joined to another, just now
            return
        self._store.note_table(row.id, replace(laid, table=made))

    def _note_result(self, row: TournamentRow, laid: LaidTable, entries: dict[int, EntryRow]) -> None:
        with self._tables.at(laid.table) as table:
            result = result_of(table, [bool(entries[number].bot) for number in laid.seats])
        if result is not None:
            self._store.note_result(row.id, replace(laid, result=result))

    # Rounds

    def _next_round(self, row: TournamentRow, laid: list[LaidTable]) -> bool:
        found = next_round(row, self._entries(row, row.round + 1), laid)
        if found is None:
            return self._store.finish_tournament(row.id, row.round)
        deadline = self._store.now() + row.round_days * _DAY_S if row.round_days else None
        return self._store.lay_round(row.id, PlannedRound(row.round + 1, found.tables, found.byes, deadline))


def patience(pace: str) -> float:
    """For how long a table of this pace waits for somebody after the end of its round."""
    return PATIENCE_BY_DAYS_S if pace in BY_DAYS else PATIENCE_S


def table_key(tournament_id: str, round_number: int, number: int) -> str:
    """The key under which a table of a tournament is laid, once."""
    return hashlib.sha256(repr(("tournament", tournament_id, round_number, number)).encode()).hexdigest()


def next_round(row: TournamentRow, entries: list[EntryRow], laid: list[LaidTable]) -> Round | None:
    """The round that follows those that are laid, which are over; None after the last one.

    It is also the last one if too few are left for a table.
    """
    number = row.round + 1
    if number > row.rounds:
        return None
    playing = [entry.number for entry in entries if entry.plays_in(number)]
    if row.kind == "round robin":
        if not playing:
            return None
        plan = round_robin(tuple(entry.number for entry in entries), row.at_table, row.rounds, row.seed)[number - 1]
        return without_opponents(plan, set(playing)) if row.at_table == 2 else _with_somebody(plan, set(playing))
    if len(playing) < row.at_table:
        return None
    points = points_of([entry.number for entry in entries], laid, row.at_table)
    return swiss_round(playing, points, history_of(laid), row.at_table, row.seed)


def without_opponents(plan: Round, playing: set[int]) -> Round:
    """A round of pairs in which those whose opponent has left have a bye."""
    tables = tuple(table for table in plan.tables if playing.issuperset(table))
    alone = [number for table in plan.tables if table not in tables for number in table]
    return Round(tables, tuple(number for number in (*plan.byes, *alone) if number in playing))


def _with_somebody(plan: Round, playing: set[int]) -> Round:
    """A round without the tables that all have left; at the others bots sit in for those who have."""
    tables = tuple(table for table in plan.tables if playing.intersection(table))
    return Round(tables, tuple(number for number in plan.byes if number in playing))


def history_of(laid: list[LaidTable]) -> list[Round]:
    """The rounds that were laid, as the pairing sees them."""
    rounds = sorted({table.round for table in laid})
    return [
        Round(
            tuple(table.seats for table in laid if table.round == number and table.number),
            tuple(player for table in laid if table.round == number and not table.number for player in table.seats),
        )
        for number in rounds
    ]


def _seat(entry: EntryRow, round_number: int, colour: str) -> SeatRow:
    """The seat of an entry. A bot sits in for somebody who has left or sits out, and counts as last."""
    if entry.bot:
        return SeatRow("bot", entry.name, bot=entry.bot)
    if not entry.player or not entry.plays_in(round_number):
        return SeatRow("bot", colour, bot=STAND_IN)
    return SeatRow("human", entry.name or colour, owner=entry.player)


def _has_people(table: LaidTable, round_number: int, entries: dict[int, EntryRow]) -> bool:
    """Whether somebody takes part at a table of a round, and not bots alone."""
    return any(_seat(entries[number], round_number, "").kind == "human" for number in table.seats)


def result_of(table: Table, bots: Sequence[bool]) -> TableResult | None:
    """How a game ended; None while it goes on. `bots` says of which seats the entry itself is a bot.

    Any other seat that a bot had at the end was away: its player did not come, left, or was deleted.
    """
    outcome = table.game.view(SPECTATOR).outcome()
    if outcome is None:
        return None
    away = tuple(bool(seat.bot) and not own for seat, own in zip(table.seats, bots, strict=True))
    return TableResult(tuple(outcome.places), tuple(outcome.scores), away)


@dataclass(frozen=True, slots=True)
class RoundIsOver(Command):
    """The time of a round is over: a bot takes the seats that the table waits for, if it has waited for a while.

    So whoever is there, and moves when it is their turn, plays on against the bot of somebody who is not. Where several
    decide in secret, whoever has decided was there, and keeps the seat. All others are taken together, as by a clock
    (`RunOutOfTime`): it tells who had not decided, and nothing of what the others chose.
    """

    bot: str
    patience: float = 0.0  # in seconds
    made_by = "clock"

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """The bot sits down at these seats."""
        game = table.game
        if game.is_game_over() or not table.begun or now - table.timeline.quiet_since() < self.patience:
            return None
        events: list[AnyEvent] = []
        seats = list(table.seats)
        for seat in game.waiting:
            if seats[seat].kind == "human" and not seats[seat].bot:
                ply, digest = game.ply, game.digest()
                events += [TimeRanOut(seat, ply, digest, self.bot), LeftToBot(seat, ply, digest, self.bot)]
                seats[seat] = replace(seats[seat], bot=self.bot)
        return Change(events, seats=seats) if events else None
