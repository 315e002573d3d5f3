"""The SQL store: all that SQLite and PostgreSQL have in common.

A subclass adds how to connect, how to run a transaction, and how to report errors.
"""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from tabletown.server.store import writing
from tabletown.server.store.account_sql import AccountSql
from tabletown.server.store.database import SAME_PERSON, Database, Dialect
from tabletown.server.store.events import COLUMNS, WRITTEN_BY_PEOPLE, BrokenLog, from_columns
from tabletown.server.store.friend_sql import FriendSql
from tabletown.server.store.mail_sql import MailSql
from tabletown.server.store.own_bot_sql import OwnBotSql
from tabletown.server.store.peace_sql import PeaceSql
from tabletown.server.store.people_sql import PeopleSql
from tabletown.server.store.profile_sql import ProfileSql, unlink
from tabletown.server.store.protocol import (
    Append,
    Awaits,
    Clock,
    LoggedEvent,
    Operation,
    Player,
    Receipt,
    Request,
    SeatRow,
    Session,
    SessionTimes,
    TableRow,
    Took,
    Unavailable,
)
from tabletown.server.store.rating_sql import RatingSql
from tabletown.server.store.search_sql import SearchSql
from tabletown.server.store.tournament_sql import TournamentSql, forget_in_tournaments

T = TypeVar("T")
Query = Callable[[str], Iterable[Sequence[Any]]]
"""Runs a SELECT and gives its rows, one by one."""

_SHOWN_COLUMNS = ", ".join("coalesce(written.text, log.text)" if c == "text" else f"log.{c}" for c in COLUMNS)
_EVENTS = (
    f"SELECT log.version, log.at, {_SHOWN_COLUMNS} FROM events AS log LEFT JOIN written"
    f" ON log.kind IN {WRITTEN_BY_PEOPLE} AND written.table_id = log.table_id AND written.version = log.version"
    " WHERE log.table_id = ? AND log.version > ? ORDER BY log.version"
)

_PLAYER = "players.id, players.name, players.play_forced"


def _unmeasured(*_: object) -> None:
    """Nobody wants to know how long it took."""


class SqlStore(
    AccountSql, FriendSql, MailSql, OwnBotSql, PeaceSql, PeopleSql, ProfileSql, RatingSql, SearchSql, TournamentSql, ABC
):
    """A `Store` in SQL. A job is a function of a connection; it may be run again if the first try was not committed."""

    dialect: Dialect
    _took: Took = staticmethod(_unmeasured)

    @abstractmethod
    def _write(self, job: Callable[[Database], T]) -> T:
        """Run a job in a transaction."""

    @abstractmethod
    def _read(self, job: Callable[[Database], T]) -> T:
        """Run a job that changes nothing."""

    def write(self, job: Callable[[Database], T]) -> T:
        """Run a job in a transaction, which is durable when this returns. Raises StoreError if it is not committed."""
        return self._measured("write", lambda: self._write(job))

    def read(self, job: Callable[[Database], T]) -> T:
        """Run a job that changes nothing. Raises Unavailable."""
        return self._measured("read", lambda: self._read(job))

    def measure(self, took: Took) -> None:
        """Call `took` with how long every read, write and commit takes."""
        self._took = took

    def _measured(self, operation: Operation, do: Callable[[], T]) -> T:
        began, failed = time.perf_counter(), False
        try:
            return do()
        except Unavailable:
            failed = True
            raise
        finally:
            self._took(operation, time.perf_counter() - began, failed)

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[Query]:
        """Queries on the database as it is now, unaffected by later writes. Raises Unavailable."""

    @abstractmethod
    def columns(self) -> dict[str, list[str]]:
        """The columns of every table, except the table that counts migrations."""

    @abstractmethod
    def now(self) -> float:
        """The time, in seconds since 1970, by the clock that all servers on this database share."""

    @abstractmethod
    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Call `heard` with tables that other processes changed."""

    @abstractmethod
    def close(self) -> None:
        """Finish running writes and close the database."""

    # Writing

    def create_table(self, table: TableRow, awaits: Awaits, *, key: str = "", session: Session | None = None) -> str:
        """Store a new table, or find the one that was created with the key."""
        now = self.now()
        while True:
            try:
                return self.write(lambda db: writing.create_table(db, self.dialect, table, awaits, key, session, now))
            except writing.TableMadeMeanwhile:
                continue

    def append(self, append: Append) -> Receipt:
        """Append events, or return the receipt of the same request."""
        now = self.now()
        return self.write(lambda db: writing.append(db, self.dialect, append, now))

    def begin(self, session: Session) -> None:
        """Begin a session."""
        now = self.now()
        self.write(lambda db: writing.begin(db, session, now))

    def end(self, token_hash: str) -> None:
        """End a session and all others of the same player."""
        self.write(lambda db: writing.end(db, token_hash))

    # Reading

    def table_by_key(self, key: str) -> str:
        """The id of the table that was created with a key; empty if there is none."""
        return self.read(lambda db: writing.table_by_key(db, key))

    def table(self, table_id: str) -> TableRow | None:
        """A table as it was set up, or None. Raises BrokenLog."""
        if not _is_text(table_id):
            return None
        rows = self._rows(
            "SELECT id, title, rules, options, seed, salt, commitment, created, public, clock, lesson,"
            " rated, tournament, coalesce((SELECT text FROM table_notes WHERE table_id = tables.id), '')"
            " FROM tables WHERE id = ?",
            table_id,
        )
        if not rows:
            return None
        seats = self._rows(
            "SELECT kind, name, bot, owner, play_forced FROM seats WHERE table_id = ? ORDER BY seat", table_id
        )
        try:
            return _table_row(rows[0], seats)
        except (ValueError, TypeError) as error:
            raise BrokenLog(f"the set-up of a table cannot be read: {error}") from error

    def events(self, table_id: str, after: int = 0) -> list[LoggedEvent]:
        """The events of a table after a version. Raises BrokenLog."""
        if not _is_text(table_id):
            return []
        rows = self._rows(_EVENTS, table_id, after)
        return [LoggedEvent(version, from_columns(event), at) for version, at, *event in rows]

    def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """The version of each of these tables that exists."""
        wanted = json.dumps([table_id for table_id in table_ids if _is_text(table_id)])
        return dict(
            self._rows(
                f"SELECT id, version FROM tables WHERE id IN (SELECT value FROM {self.dialect.items}(?))", wanted
            )
        )

    def awaiting_bots(self) -> list[str]:
        """The tables at which a bot is to move."""
        return self._ids("SELECT id FROM tables WHERE awaits = 'bots'")

    def lobby(self, limit: int = 50) -> list[str]:
        """Public tables with open seats, newest first."""
        return self._ids(
            "SELECT id FROM tables WHERE public = 1 AND open_seats > 0 AND finished IS NULL AND withdrawn IS NULL"
            " ORDER BY created DESC LIMIT ?",
            limit,
        )

    def waiting_rooms(self, before: float, limit: int = 100) -> list[str]:
        """Tables with open seats at which nothing has happened since this time, oldest first."""
        return self._ids(
            "SELECT id FROM tables WHERE open_seats > 0 AND finished IS NULL AND withdrawn IS NULL AND created < ?"
            " AND NOT EXISTS (SELECT 1 FROM events WHERE table_id = tables.id AND version = tables.version AND at >= ?)"
            " ORDER BY created LIMIT ?",
            before,
            before,
            limit,
        )

    def rooms_of(self, player_id: str) -> list[tuple[str, str, float]]:
        """The tables for which a player has written a note."""
        return self._rows(
            "SELECT tables.id, table_notes.text, tables.created FROM table_notes JOIN tables ON tables.id = table_id"
            f" WHERE player_id IN {SAME_PERSON} ORDER BY tables.created, tables.id",
            player_id,
            player_id,
        )

    def in_play(self, limit: int = 500) -> list[tuple[str, float]]:
        """Public tables in play without open seats, newest first, with the time of their last event."""
        return self._rows(
            "SELECT id, coalesce("
            " (SELECT at FROM events WHERE table_id = tables.id AND version = tables.version), created)"
            " FROM tables WHERE public = 1 AND open_seats = 0 AND finished IS NULL AND withdrawn IS NULL"
            " ORDER BY created DESC LIMIT ?",
            limit,
        )

    def finished(self, public: bool = True, after: float = 0.0, limit: int = 100) -> list[tuple[str, float]]:
        """Finished tables, in the order in which they ended."""
        wanted = "FROM tables WHERE finished > ? AND public >= ?"
        last = f"SELECT finished {wanted} ORDER BY finished LIMIT 1 OFFSET ?"
        return self._rows(
            f"SELECT id, finished {wanted} AND finished <= coalesce(({last}), finished) ORDER BY finished, id",
            after,
            int(public),
            after,
            int(public),
            limit - 1,
        )

    def tables_of(self, player_id: str, limit: int = 50, listed: bool = False) -> list[str]:
        """The tables at which a player sits or sat."""
        away = f" AND id NOT IN (SELECT table_id FROM put_away WHERE player_id IN {SAME_PERSON})"
        return self._ids(
            f"SELECT id FROM tables WHERE id IN (SELECT table_id FROM seats WHERE owner IN {SAME_PERSON}"
            f" UNION SELECT table_id FROM events WHERE owner IN {SAME_PERSON} AND kind = 'sit')"
            f" AND withdrawn IS NULL{away if listed else ''} ORDER BY finished IS NOT NULL, created DESC LIMIT ?",
            *(player_id,) * (6 if listed else 4),
            limit,
        )

    def past_deadline(self, now: float) -> list[str]:
        """The tables whose deadline has passed."""
        return self._ids("SELECT id FROM tables WHERE deadline <= ?", now)

    def find_receipt(self, table_id: str, request: Request) -> Receipt | None:
        """The receipt of a request that was carried out before."""
        return self.read(lambda db: writing.find_receipt(db, table_id, request))

    def session(self, token_hash: str) -> Player | None:
        """The player of a session, or None."""
        rows = self._rows(
            f"SELECT {_PLAYER} FROM sessions JOIN players ON players.id = sessions.player_id WHERE token_hash = ?",
            token_hash,
        )
        return _player(rows[0]) if rows else None

    def sessions(self, token_hashes: Iterable[str]) -> dict[str, Player]:
        """The players of those of these sessions that exist."""
        rows = self._rows(
            f"SELECT token_hash, {_PLAYER} FROM sessions JOIN players ON players.id = sessions.player_id"
            f" WHERE token_hash IN (SELECT value FROM {self.dialect.items}(?))",
            json.dumps(list(token_hashes)),
        )
        return {token_hash: _player(player) for token_hash, *player in rows}

    def player(self, player_id: str) -> Player | None:
        """A player who has or had a session, or None."""
        rows = self._rows(f"SELECT {_PLAYER} FROM players WHERE id = ?", player_id)
        return _player(rows[0]) if rows else None

    def set_play_forced(self, player_id: str, on: bool) -> None:
        """Set whether forced plies play themselves at the seats that a player takes from now on."""
        change = "UPDATE players SET play_forced = ? WHERE id = ?"
        self.write(lambda db: db.execute(change, (int(on), player_id)).rowcount)

    # Study

    def review(self, table_id: str, judged_by: str) -> str | None:
        """The review of a finished game, or None."""
        if not _is_text(table_id):
            return None
        rows = self._ids("SELECT text FROM reviews WHERE table_id = ? AND judged_by = ?", table_id, judged_by)
        return rows[0] if rows else None

    def keep_review(self, table_id: str, judged_by: str, text: str) -> None:
        """Keep the review of a finished game, unless there is one."""
        keep = "INSERT INTO reviews (table_id, judged_by, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        self.write(lambda db: db.execute(keep, (table_id, judged_by, text)).rowcount)

    def position(self, position_id: str) -> str | None:
        """The text of a position, or None."""
        if not _is_text(position_id):
            return None
        rows = self._ids("SELECT text FROM positions WHERE id = ?", position_id)
        return rows[0] if rows else None

    def keep_position(self, position_id: str, text: str, at: float) -> None:
        """Keep the text of a position."""
        keep = (
            "INSERT INTO positions (id, text, opened) VALUES (?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET opened = excluded.opened"
        )
        self.write(lambda db: db.execute(keep, (position_id, text, at)).rowcount)

    def touch_positions(self, position_ids: Iterable[str], at: float) -> None:
        """Note that these positions were opened."""
        rows = [(at, position_id) for position_id in position_ids]
        self.write(lambda db: db.executemany("UPDATE positions SET opened = ? WHERE id = ?", rows))

    def drop_positions(self, before: float, now: float) -> int:
        """Drop positions that were not opened for long."""

        def job(db: Database) -> int:
            db.execute("UPDATE positions SET opened = ? WHERE opened IS NULL", (now,))
            return db.execute("DELETE FROM positions WHERE opened < ?", (before,)).rowcount

        return self.write(job)

    # What is kept about a player

    def sessions_of(self, player_id: str) -> list[SessionTimes]:
        """The sessions of a player, oldest first."""
        rows = self._rows("SELECT created, used, browser FROM sessions WHERE player_id = ? ORDER BY created", player_id)
        return [SessionTimes(*row) for row in rows]

    def joined(self, player_id: str) -> float | None:
        """When a player came here first, or None."""
        rows = self._rows("SELECT created FROM players WHERE id = ?", player_id)
        return float(rows[0][0]) if rows else None

    def traces_of(self, player_id: str) -> list[str]:
        """All tables at which a player ever had a seat or said something."""
        return self._ids(
            f"SELECT id FROM tables WHERE id IN (SELECT table_id FROM seats WHERE owner IN {SAME_PERSON}"
            f" UNION SELECT table_id FROM events WHERE owner IN {SAME_PERSON}) ORDER BY created, id",
            *(player_id,) * 4,
        )

    def keys_of(self, table_id: str, player_id: str) -> list[str]:
        """The idempotency keys that a player sent to a table."""
        return self._ids(
            f"SELECT key FROM events WHERE table_id = ? AND sender IN {SAME_PERSON} ORDER BY version",
            table_id,
            player_id,
            player_id,
        )

    def delete_player(self, player_id: str) -> None:
        """Delete the name, remarks and sessions of a player and of their bots."""
        now = self.now()

        def job(db: Database) -> None:
            for one in (player_id, *writing.bots_of(db, player_id)):  # the owner first, which locks out new bots
                writing.delete_player(db, one, now)
                forget_in_tournaments(db, one, now)
                unlink(db, one)

        self.write(job)

    def departing(self) -> list[str]:
        """The deleted players whose tables have not all been told."""
        return self._ids("SELECT id FROM players WHERE deleted IS NOT NULL AND departed = 0")

    def departed(self, player_id: str) -> None:
        """Note that all tables of a deleted player were told."""
        self.write(lambda db: db.execute("UPDATE players SET departed = 1 WHERE id = ?", (player_id,)).rowcount)

    def touch(self, token_hashes: Iterable[str], at: float) -> None:
        """Note that these sessions were used."""
        rows = [(at, token_hash) for token_hash in token_hashes]
        self.write(lambda db: db.executemany("UPDATE sessions SET used = ? WHERE token_hash = ?", rows))

    def expire(self, before: float, now: float) -> int:
        """End sessions that were not used for long."""
        return self.write(lambda db: writing.expire(db, before, now))

    def _rows(self, sql: str, *parameters: object) -> list[Any]:
        return self.read(lambda db: db.execute(sql, parameters).fetchall())

    def _ids(self, sql: str, *parameters: object) -> list[str]:
        return [row[0] for row in self._rows(sql, *parameters)]


def _player(row: Sequence[Any]) -> Player:
    """The player in a row of the columns `_PLAYER`."""
    player_id, name, play_forced = row
    return Player(player_id, name, bool(play_forced))


def _table_row(row: Sequence[Any], seats: Iterable[Sequence[Any]]) -> TableRow:
    return TableRow(
        id=row[0],
        title=row[1],
        rules=row[2],
        options=dict(json.loads(row[3])),
        seed=int(row[4]),
        salt=row[5],
        commitment=row[6],
        created=row[7],
        seats=tuple(
            SeatRow(kind, name, bot or "", owner or "", bool(forced)) for kind, name, bot, owner, forced in seats
        ),
        public=bool(row[8]),
        clock=Clock(**json.loads(row[9])) if row[9] else None,
        lesson=bool(row[10]),
        rated=bool(row[11]),
        tournament=row[12],
        note=row[13],
    )


def _is_text(wanted: str) -> bool:
    """Whether PostgreSQL can look for this text: it refuses NUL, which an address may contain."""
    return "\0" not in wanted
