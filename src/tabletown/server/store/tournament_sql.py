"""Tournaments in SQL that SQLite and PostgreSQL share: the part of `SqlStore` behind tournament_protocol.py."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

from tabletown.server.store.database import Database, Dialect
from tabletown.server.store.tournament_protocol import (
    EntryRow,
    LaidTable,
    PlannedRound,
    State,
    TableResult,
    TournamentRow,
)
from tabletown.server.store.writing import must_be_here

T = TypeVar("T")
_ROW = (
    "id, name, title, edition, options, kind, at_table, rounds, pace, rated, listed, fill, round_days, organiser, seed,"
    " created, state, round, deadline, started, ended"
)
_ENTRY = "number, name, player_id, bot, joined, left_after, rests_in"
_ALIVE = "('open', 'running')"


class TournamentSql(ABC):
    """The methods of `TournamentStore`. `SqlStore` adds how to run them."""

    dialect: Dialect

    @abstractmethod
    def write(self, job: Callable[[Database], T]) -> T:
        """Run a job in a transaction."""

    @abstractmethod
    def read(self, job: Callable[[Database], T]) -> T:
        """Run a job that changes nothing."""

    @abstractmethod
    def now(self) -> float:
        """The time by the clock that all servers share."""

    def _select(self, sql: str, *parameters: object) -> list[Any]:
        return self.read(lambda db: db.execute(sql, parameters).fetchall())

    def _state(self, db: Database, tournament_id: str) -> tuple[str, int]:
        """The state and round of a tournament, which is locked until the transaction ends; ("", 0) if there is none."""
        found = f"SELECT state, round FROM tournaments WHERE id = ?{self.dialect.lock}"
        row = db.execute(found, (tournament_id,)).fetchone()
        return (str(row[0]), int(row[1])) if row else ("", 0)

    # Reading

    def tournament(self, tournament_id: str) -> TournamentRow | None:
        """A tournament, or None."""
        if "\0" in tournament_id:
            return None
        rows = self._select(f"SELECT {_ROW} FROM tournaments WHERE id = ?", tournament_id)
        return _tournament(rows[0]) if rows else None

    def entries(self, tournament_id: str) -> list[EntryRow]:
        """Who takes part, by number."""
        found = f"SELECT {_ENTRY} FROM tournament_entries WHERE tournament_id = ? ORDER BY number"
        return [_entry(row) for row in self._select(found, tournament_id)]

    def laid_tables(self, tournament_id: str) -> list[LaidTable]:
        """The tables of all rounds, in order."""
        rows = self._select(
            "SELECT round, number, seats, table_id, result FROM tournament_tables WHERE tournament_id = ?"
            " ORDER BY round, number",
            tournament_id,
        )
        return [
            LaidTable(number, place, tuple(json.loads(seats)), table or "", _result(result))
            for number, place, seats, table, result in rows
        ]

    def tournaments(self, state: State, limit: int = 50) -> list[TournamentRow]:
        """Listed tournaments in a state, newest first."""
        found = (
            f"SELECT {_ROW} FROM tournaments WHERE state = ? AND listed = 1"
            " ORDER BY coalesce(ended, started, created) DESC, id LIMIT ?"
        )
        return [_tournament(row) for row in self._select(found, state, limit)]

    def tournaments_of(self, player_id: str) -> list[TournamentRow]:
        """The tournaments that a player organises or takes part in, newest first."""
        found = (
            f"SELECT {_ROW} FROM tournaments WHERE organiser = ?"
            " OR id IN (SELECT tournament_id FROM tournament_entries WHERE player_id = ?) ORDER BY created DESC, id"
        )
        return [_tournament(row) for row in self._select(found, player_id, player_id)]

    def tournament_sizes(self, tournament_ids: Collection[str]) -> dict[str, int]:
        """How many take part in each of these tournaments."""
        rows = self._select(
            "SELECT tournament_id, count(*) FROM tournament_entries WHERE tournament_id IN"
            f" (SELECT value FROM {self.dialect.items}(?)) GROUP BY tournament_id",
            json.dumps(list(tournament_ids)),
        )
        return {tournament_id: int(size) for tournament_id, size in rows}

    def over(self, table_ids: Collection[str]) -> set[str]:
        """Those of these tables that are over."""
        wanted = json.dumps(list(table_ids))
        found = (
            f"SELECT id FROM tables WHERE finished IS NOT NULL AND id IN (SELECT value FROM {self.dialect.items}(?))"
        )
        return {row[0] for row in self._select(found, wanted)}

    def unfinished_business(self, now: float) -> list[str]:
        """The running tournaments in which something is to be done."""
        waiting = "SELECT 1 FROM tournament_tables AS laid WHERE laid.tournament_id = t.id AND laid.result IS NULL"
        rows = self._select(
            "SELECT t.id FROM tournaments AS t WHERE t.state = 'running' AND (t.deadline <= ?"
            f" OR NOT EXISTS ({waiting} AND laid.number > 0) OR EXISTS ({waiting} AND laid.number > 0"
            " AND (laid.table_id IS NULL OR EXISTS"
            " (SELECT 1 FROM tables WHERE tables.id = laid.table_id AND tables.finished IS NOT NULL)))) ORDER BY t.id",
            now,
        )
        return [row[0] for row in rows]

    # Writing

    def create_tournament(self, row: TournamentRow, entries: Sequence[EntryRow], most: int, key: str = "") -> str:
        """Store an open tournament, or find the one that the key made."""

        def job(db: Database) -> str:
            must_be_here(db, self.dialect, [row.organiser])  # which lets one at a time count
            made = db.execute("SELECT id FROM tournaments WHERE key = ?", (key,)).fetchone() if key else None
            if made is not None:
                return str(made[0])
            alive = f"SELECT count(*) FROM tournaments WHERE organiser = ? AND state IN {_ALIVE}"
            if db.execute(alive, (row.organiser,)).fetchone()[0] >= most:
                return ""
            db.execute(
                f"INSERT INTO tournaments ({_ROW}, key) VALUES ({', '.join('?' * 22)})", (*_columns(row), key or None)
            )
            _add(db, row.id, entries)
            return row.id

        return self.write(job)

    def enter(self, tournament_id: str, entry: EntryRow, most: int) -> int:
        """Add an entry with the next number."""

        def job(db: Database) -> int:
            must_be_here(db, self.dialect, [entry.player])
            if self._state(db, tournament_id)[0] != "open":
                return 0
            here = "SELECT number FROM tournament_entries WHERE tournament_id = ? AND player_id = ?"
            if entry.player and (row := db.execute(here, (tournament_id, entry.player)).fetchone()):
                return int(row[0])
            count, last = db.execute(
                "SELECT count(*), coalesce(max(number), 0) FROM tournament_entries WHERE tournament_id = ?",
                (tournament_id,),
            ).fetchone()
            if count >= most:
                return -1
            number = int(last) + 1
            _add(db, tournament_id, [_numbered(entry, number)])
            return number

        return self.write(job)

    def strike_out(self, tournament_id: str, number: int) -> bool:
        """Remove an entry, while the tournament is open."""

        def job(db: Database) -> bool:
            if self._state(db, tournament_id)[0] != "open":
                return False
            strike = "DELETE FROM tournament_entries WHERE tournament_id = ? AND number = ?"
            return db.execute(strike, (tournament_id, number)).rowcount == 1

        return self.write(job)

    def withdraw(self, tournament_id: str, number: int) -> bool:
        """Let somebody leave a running tournament after the present round."""

        def job(db: Database) -> bool:
            state, now_in = self._state(db, tournament_id)
            if state != "running":
                return False
            change = (
                "UPDATE tournament_entries SET left_after = ? WHERE tournament_id = ? AND number = ?"
                " AND left_after IS NULL"
            )
            return db.execute(change, (now_in, tournament_id, number)).rowcount == 1

        return self.write(job)

    def rest(self, tournament_id: str, number: int, round_number: int) -> bool:
        """Let somebody sit out a round that is not laid yet."""

        def job(db: Database) -> bool:
            state, now_in = self._state(db, tournament_id)
            if state != "running" or (round_number and round_number <= now_in):
                return False
            change = (
                "UPDATE tournament_entries SET rests_in = ? WHERE tournament_id = ? AND number = ?"
                " AND left_after IS NULL AND rests_in <> ?"
            )
            return db.execute(change, (round_number, tournament_id, number, round_number)).rowcount == 1

        return self.write(job)

    def start_tournament(self, tournament_id: str, rounds: int, fill: Sequence[EntryRow], seed: str) -> bool:
        """Begin an open tournament."""
        now = self.now()

        def job(db: Database) -> bool:
            change = (
                "UPDATE tournaments SET state = 'running', rounds = ?, seed = ?, started = ?"
                " WHERE id = ? AND state = 'open'"
            )
            if db.execute(change, (rounds, seed, now, tournament_id)).rowcount != 1:
                return False
            _add(db, tournament_id, fill)
            return True

        return self.write(job)

    def call_off(self, tournament_id: str) -> bool:
        """End an open tournament without a game."""
        now = self.now()
        change = "UPDATE tournaments SET state = 'called off', ended = ? WHERE id = ? AND state = 'open'"
        return self.write(lambda db: db.execute(change, (now, tournament_id)).rowcount) == 1

    def lay_round(self, tournament_id: str, planned: PlannedRound) -> bool:
        """Store a round, if the round before is the last one and has all its results."""

        def job(db: Database) -> bool:
            if self._state(db, tournament_id) != ("running", planned.number - 1) or _waits(db, tournament_id):
                return False
            db.execute(
                "UPDATE tournaments SET round = ?, deadline = ? WHERE id = ?",
                (planned.number, planned.deadline, tournament_id),
            )
            rows = list(enumerate(planned.tables, 1))
            if planned.byes:
                rows.append((0, tuple(planned.byes)))
            db.executemany(
                "INSERT INTO tournament_tables (tournament_id, round, number, seats) VALUES (?, ?, ?, ?)",
                [(tournament_id, planned.number, number, json.dumps(list(seats))) for number, seats in rows],
            )
            return True

        return self.write(job)

    def note_table(self, tournament_id: str, laid: LaidTable) -> bool:
        """Note the id of a table that was laid."""
        change = (
            "UPDATE tournament_tables SET table_id = ? WHERE tournament_id = ? AND round = ? AND number = ?"
            " AND table_id IS NULL"
        )
        values = (laid.table, tournament_id, laid.round, laid.number)
        return self.write(lambda db: db.execute(change, values).rowcount) == 1

    def note_result(self, tournament_id: str, laid: LaidTable) -> bool:
        """Note the result of a table, once."""
        assert laid.result is not None
        result = {"places": laid.result.places, "scores": laid.result.scores, "away": laid.result.away}
        change = (
            "UPDATE tournament_tables SET result = ? WHERE tournament_id = ? AND round = ? AND number = ?"
            " AND result IS NULL"
        )
        values = (json.dumps(result), tournament_id, laid.round, laid.number)
        return self.write(lambda db: db.execute(change, values).rowcount) == 1

    def finish_tournament(self, tournament_id: str, after_round: int) -> bool:
        """End a running tournament after this round."""
        now = self.now()

        def job(db: Database) -> bool:
            if self._state(db, tournament_id) != ("running", after_round) or _waits(db, tournament_id):
                return False
            finish = "UPDATE tournaments SET state = 'finished', ended = ?, deadline = NULL WHERE id = ?"
            return db.execute(finish, (now, tournament_id)).rowcount == 1

        return self.write(job)


def _waits(db: Database, tournament_id: str) -> bool:
    """Whether a table has no result yet."""
    waiting = "SELECT 1 FROM tournament_tables WHERE tournament_id = ? AND number > 0 AND result IS NULL"
    return bool(db.execute(waiting, (tournament_id,)).fetchall())


def _add(db: Database, tournament_id: str, entries: Sequence[EntryRow]) -> None:
    db.executemany(
        "INSERT INTO tournament_entries (tournament_id, number, name, player_id, bot, joined)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [(tournament_id, e.number, e.name, e.player or None, e.bot or None, e.joined) for e in entries],
    )


def _numbered(entry: EntryRow, number: int) -> EntryRow:
    return EntryRow(number, entry.name, entry.player, entry.bot, entry.joined)


def _columns(row: TournamentRow) -> tuple[Any, ...]:
    return (
        row.id,
        row.name,
        row.title,
        row.edition,
        json.dumps(dict(row.options), sort_keys=True),
        row.kind,
        row.at_table,
        row.rounds,
        row.pace,
        int(row.rated),
        int(row.listed),
        row.fill,
        row.round_days,
        row.organiser or None,
        row.seed,
        row.created,
        row.state,
        row.round,
        row.deadline,
        row.started,
        row.ended,
    )


def _tournament(row: Sequence[Any]) -> TournamentRow:
    """The tournament in a row of the columns `_ROW`."""
    found = dict(zip(_ROW.split(", "), row, strict=True))
    found |= {"options": json.loads(found["options"]), "organiser": found["organiser"] or ""}
    return TournamentRow(**{**found, "rated": bool(found["rated"]), "listed": bool(found["listed"])})


def _entry(row: Sequence[Any]) -> EntryRow:
    number, name, player, bot, joined, left_after, rests_in = row
    return EntryRow(number, name, player or "", bot or "", joined, left_after, rests_in)


def _result(text: str | None) -> TableResult | None:
    if not text:
        return None
    found = json.loads(text)
    return TableResult(tuple(found["places"]), tuple(found["scores"]), tuple(found["away"]))


# What happens to players


def forget_in_tournaments(db: Database, player_id: str, now: float) -> None:
    """Delete the name of a player from all tournaments; a bot sits at the tables that they would have had.

    Nobody can start what they organised: if it has not begun, it is called off.
    """
    db.execute(
        "DELETE FROM tournament_entries WHERE player_id = ?"
        " AND tournament_id IN (SELECT id FROM tournaments WHERE state IN ('open', 'called off'))",
        (player_id,),
    )
    db.execute(
        "UPDATE tournament_entries SET player_id = NULL, name = '', left_after = coalesce(left_after,"
        " (SELECT round FROM tournaments WHERE id = tournament_id)) WHERE player_id = ?",
        (player_id,),
    )
    db.execute(
        "UPDATE tournaments SET state = 'called off', ended = ? WHERE organiser = ? AND state = 'open'",
        (now, player_id),
    )
    db.execute("UPDATE tournaments SET organiser = NULL, name = '' WHERE organiser = ?", (player_id,))


def join_in_tournaments(db: Database, before: str, owner: str) -> None:
    """Give the entries of a player to another, who is the same person; one person has one entry.

    In a tournament in which both take part, the entry of the `owner` stays. The other one is removed if the tournament
    has not begun, else it loses its name and plays in no further round.
    """
    both = "tournament_id IN (SELECT tournament_id FROM tournament_entries WHERE player_id = ?)"
    db.execute(
        f"DELETE FROM tournament_entries WHERE player_id = ? AND {both}"
        " AND tournament_id IN (SELECT id FROM tournaments WHERE state IN ('open', 'called off'))",
        (before, owner),
    )
    db.execute(
        "UPDATE tournament_entries SET player_id = NULL, name = '', left_after = coalesce(left_after,"
        f" (SELECT round FROM tournaments WHERE id = tournament_id)) WHERE player_id = ? AND {both}",
        (before, owner),
    )
    db.execute("UPDATE tournament_entries SET player_id = ? WHERE player_id = ?", (owner, before))
    db.execute("UPDATE tournaments SET organiser = ? WHERE organiser = ?", (owner, before))
