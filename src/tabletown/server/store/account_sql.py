"""Accounts in SQL that SQLite and PostgreSQL share: the part of `SqlStore` behind account_protocol.py."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar

from tabletown.server.store.account_protocol import Key, NewSession, OneTimeCode, OpenSession, Purpose, Ticket
from tabletown.server.store.company import join_company
from tabletown.server.store.database import Database, Dialect
from tabletown.server.store.protocol import SessionOver
from tabletown.server.store.tournament_sql import join_in_tournaments
from tabletown.server.store.writing import end_searches, must_be_here

T = TypeVar("T")
_KEY = "id, player_id, public_key, sign_count, name, created, used"
_TICKET = "player_id, made, confirmed, ended, ended_by"


class AccountSql(ABC):
    """The methods of `AccountStore`. `SqlStore` adds how to run them."""

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

    def _found(self, sql: str, *parameters: object) -> list[Any]:
        return self.read(lambda db: db.execute(sql, parameters).fetchall())

    def account_since(self, player_id: str) -> float | None:
        """Since when a player keeps their games."""
        rows = self._found("SELECT created FROM accounts WHERE player_id = ?", player_id)
        return float(rows[0][0]) if rows else None

    # Keys

    def key(self, key_id: str) -> Key | None:
        """A key, or None."""
        rows = self._found(f"SELECT {_KEY} FROM keys WHERE id = ?", key_id)
        return Key(*rows[0]) if rows else None

    def keys_held_by(self, player_id: str) -> list[Key]:
        """The keys of a player, oldest first."""
        rows = self._found(f"SELECT {_KEY} FROM keys WHERE player_id = ? ORDER BY created, id", player_id)
        return [Key(*row) for row in rows]

    def add_key(self, key: Key, session: NewSession) -> None:
        """Add a key, and open the account with the first one."""
        now = self.now()

        def job(db: Database) -> None:
            _open_account(db, self.dialect, key.player_id, session, now)
            db.execute(
                f"INSERT INTO keys ({_KEY}) VALUES (?, ?, ?, ?, ?, ?, NULL)",
                (key.id, key.player_id, key.public_key, key.sign_count, key.name, now),
            )

        self.write(job)

    def use_key(self, key: Key, sign_count: int, session: NewSession) -> bool:
        """Begin a session with a key, unless it was used or removed in the meantime."""
        now = self.now()

        def job(db: Database) -> bool:
            must_be_here(db, self.dialect, [key.player_id])
            # a key whose count stays 0 does not count; the challenge, which is taken once, keeps its answers apart
            change = "UPDATE keys SET sign_count = ?, used = ? WHERE id = ? AND sign_count = ?"
            if db.execute(change, (sign_count, now, key.id, key.sign_count)).rowcount != 1:
                return False
            begin_account_session(db, key.player_id, session, now)
            return True

        return self.write(job)

    def rename_key(self, player_id: str, key_id: str, name: str) -> None:
        """Rename a key of a player."""
        change = "UPDATE keys SET name = ? WHERE id = ? AND player_id = ?"
        self.write(lambda db: db.execute(change, (name, key_id, player_id)).rowcount)

    def remove_key(self, player_id: str, key_id: str, session: NewSession) -> None:
        """Remove a key of a player."""
        now = self.now()

        def job(db: Database) -> None:
            must_be_here(db, self.dialect, [player_id])
            begin_account_session(db, player_id, session, now)
            db.execute("DELETE FROM keys WHERE id = ? AND player_id = ?", (key_id, player_id))

        self.write(job)

    # Tickets

    def ticket(self, ticket_hash: str) -> Ticket | None:
        """A ticket, or None."""
        rows = self._found(f"SELECT {_TICKET} FROM tickets WHERE hash = ?", ticket_hash)
        return Ticket(*rows[0]) if rows else None

    def tickets_of(self, player_id: str) -> list[Ticket]:
        """The tickets of a player, newest first."""
        found = f"SELECT {_TICKET} FROM tickets WHERE player_id = ? ORDER BY ended IS NOT NULL, made DESC"
        return [Ticket(*row) for row in self._found(found, player_id)]

    def make_ticket(self, player_id: str, ticket_hash: str, session: NewSession) -> None:
        """Make a ticket, which ends the one before."""
        now = self.now()

        def job(db: Database) -> None:
            _open_account(db, self.dialect, player_id, session, now)
            _next_ticket(db, player_id, ticket_hash, now)

        self.write(job)

    def confirm_ticket(self, player_id: str) -> bool:
        """Note that the ticket of a player is on paper."""
        now = self.now()
        change = "UPDATE tickets SET confirmed = coalesce(confirmed, ?) WHERE player_id = ? AND ended IS NULL"
        return self.write(lambda db: db.execute(change, (now, player_id)).rowcount) == 1

    def use_ticket(self, ticket_hash: str, next_hash: str, session: NewSession) -> bool:
        """Begin a session with a ticket, end all others, and make the next ticket."""
        now = self.now()

        def job(db: Database) -> bool:
            player_id = _player_of(db, self.dialect, "tickets", ticket_hash)
            change = "UPDATE tickets SET ended = ?, ended_by = 'use' WHERE hash = ? AND ended IS NULL"
            if not player_id or db.execute(change, (now, ticket_hash)).rowcount != 1:
                return False
            begin_account_session(db, player_id, session, now)
            _end_others(db, player_id, session.token_hash)
            _next_ticket(db, player_id, next_hash, now)
            return True

        return self.write(job)

    # Codes and challenges

    def keep_code(self, player_id: str, code_hash: str, expires: float) -> None:
        """Keep a one-time code instead of those that were not used."""

        def job(db: Database) -> None:
            must_be_here(db, self.dialect, [player_id])
            db.execute("DELETE FROM one_time_codes WHERE player_id = ? AND used IS NULL", (player_id,))
            db.execute(
                "INSERT INTO one_time_codes (hash, player_id, expires) VALUES (?, ?, ?)",
                (code_hash, player_id, expires),
            )

        self.write(job)

    def code(self, code_hash: str) -> OneTimeCode | None:
        """A one-time code, or None."""
        rows = self._found("SELECT player_id, expires, used FROM one_time_codes WHERE hash = ?", code_hash)
        return OneTimeCode(*rows[0]) if rows else None

    def use_code(self, code_hash: str, session: NewSession) -> bool:
        """Begin a session with a code."""
        now = self.now()

        def job(db: Database) -> bool:
            player_id = _player_of(db, self.dialect, "one_time_codes", code_hash)
            change = "UPDATE one_time_codes SET used = ? WHERE hash = ? AND used IS NULL AND expires > ?"
            if not player_id or db.execute(change, (now, code_hash, now)).rowcount != 1:
                return False
            begin_account_session(db, player_id, session, now)
            return True

        return self.write(job)

    def keep_challenge(self, challenge_hash: str, purpose: Purpose, asker: str, expires: float) -> None:
        """Keep a challenge for a key."""
        keep = "INSERT INTO challenges (hash, purpose, asker, expires) VALUES (?, ?, ?, ?)"
        self.write(lambda db: db.execute(keep, (challenge_hash, purpose, asker, expires)).rowcount)

    def take_challenge(self, challenge_hash: str, purpose: Purpose, asker: str) -> bool:
        """Take a challenge, once."""
        now = self.now()
        take = "DELETE FROM challenges WHERE hash = ? AND purpose = ? AND asker = ? AND expires > ?"
        return self.write(lambda db: db.execute(take, (challenge_hash, purpose, asker, now)).rowcount) == 1

    # Sessions

    def open_sessions(self, player_id: str) -> list[OpenSession]:
        """The sessions of a player, newest first."""
        rows = self._found(
            "SELECT token_hash, browser, created, used, proved FROM sessions WHERE player_id = ?"
            " ORDER BY coalesce(used, created) DESC, token_hash",
            player_id,
        )
        return [OpenSession(*row) for row in rows]

    def end_session(self, token_hash: str) -> None:
        """End one session."""

        def job(db: Database) -> None:
            row = db.execute("SELECT player_id FROM sessions WHERE token_hash = ?", (token_hash,)).fetchone()
            if row is not None:
                db.execute("DELETE FROM one_time_codes WHERE player_id = ? AND used IS NULL", row)
                db.execute("DELETE FROM sessions WHERE token_hash = ?", (token_hash,))

        self.write(job)

    def end_other_sessions(self, token_hash: str) -> int:
        """End all other sessions of the player of this one."""

        def job(db: Database) -> int:
            row = db.execute("SELECT player_id FROM sessions WHERE token_hash = ?", (token_hash,)).fetchone()
            return _end_others(db, row[0], token_hash) if row else 0

        return self.write(job)

    # Joining what was played in a browser before

    def join(self, player_id: str, into: str, session: NewSession) -> bool:
        """Join a player without an account to one with an account. Raises SessionOver, also if it was done before."""
        now = self.now()

        def job(db: Database) -> bool:
            must_be_here(db, self.dialect, [player_id, into])  # which locks out requests that are under way
            change = (
                "UPDATE players SET joined_to = ? WHERE id = ? AND id <> ?"
                " AND NOT EXISTS (SELECT 1 FROM accounts WHERE player_id = players.id)"
                " AND EXISTS (SELECT 1 FROM accounts WHERE player_id = ?)"
            )
            if db.execute(change, (into, player_id, into, into)).rowcount != 1:
                return False
            db.execute("DELETE FROM sessions WHERE player_id = ?", (player_id,))
            join_in_tournaments(db, player_id, into)
            join_company(db, player_id, into)
            goes_on = "player_id = ? AND NOT EXISTS (SELECT 1 FROM searches AS own WHERE own.player_id = ?)"
            db.execute(f"UPDATE searches SET player_id = ? WHERE {goes_on}", (into, player_id, into))
            end_searches(db, "player_id = ?", player_id)
            begin_account_session(db, into, session, now)
            return True

        return self.write(job)

    def joining(self) -> list[tuple[str, str]]:
        """The players who were joined, and to whom, whose tables have not all been told."""
        rows = self._found("SELECT id, joined_to FROM players WHERE joined_to IS NOT NULL AND joined_everywhere = 0")
        return [(player_id, into) for player_id, into in rows]

    def joined_to(self, player_id: str) -> list[str]:
        """The players who were joined to this one."""
        return [row[0] for row in self._found("SELECT id FROM players WHERE joined_to = ? ORDER BY created", player_id)]

    def joined_everywhere(self, player_id: str) -> None:
        """Note that all tables of a player who was joined to another were told."""
        change = "UPDATE players SET joined_everywhere = 1 WHERE id = ?"
        self.write(lambda db: db.execute(change, (player_id,)).rowcount)


def _player_of(db: Database, dialect: Dialect, table: str, secret_hash: str) -> str:
    """The player of a ticket or code, who is locked until the transaction ends; empty without one."""
    row = db.execute(f"SELECT player_id FROM {table} WHERE hash = ?", (secret_hash,)).fetchone()
    if row is not None:
        must_be_here(db, dialect, row)
    return row[0] if row else ""


def _open_account(db: Database, dialect: Dialect, player_id: str, session: NewSession, now: float) -> None:
    """Begin the session, and open the account of its player if there is none. Raises SessionOver.

    Whoever held another token of this player before the account was theirs must not hold it afterwards.
    """
    must_be_here(db, dialect, [player_id])
    begin_account_session(db, player_id, session, now)
    opened = "INSERT INTO accounts (player_id, created) VALUES (?, ?) ON CONFLICT DO NOTHING"
    if db.execute(opened, (player_id, now)).rowcount == 1:
        _end_others(db, player_id, session.token_hash)


def begin_account_session(db: Database, player_id: str, session: NewSession, now: float) -> None:
    """Begin a session of an account. Raises SessionOver."""
    if session.replaces:
        changed = db.execute(
            "UPDATE sessions SET token_hash = ?, browser = ?, proved = CASE WHEN ? = 1 THEN ? ELSE proved END"
            " WHERE token_hash = ? AND player_id = ?",
            (session.token_hash, session.browser, int(session.proved), now, session.replaces, player_id),
        )
        if changed.rowcount != 1:
            raise SessionOver("the session has been replaced already")
        return
    db.execute(
        "INSERT INTO sessions (token_hash, player_id, created, used, browser, proved) VALUES (?, ?, ?, ?, ?, ?)",
        (session.token_hash, player_id, now, now, session.browser, now if session.proved else None),
    )


def _end_others(db: Database, player_id: str, token_hash: str) -> int:
    db.execute("DELETE FROM one_time_codes WHERE player_id = ?", (player_id,))
    db.execute("DELETE FROM mail_links WHERE player_id = ? AND kind = 'sign in'", (player_id,))
    end = "DELETE FROM sessions WHERE player_id = ? AND token_hash <> ?"
    return db.execute(end, (player_id, token_hash)).rowcount


def _next_ticket(db: Database, player_id: str, ticket_hash: str, now: float) -> None:
    db.execute(
        "UPDATE tickets SET ended = ?, ended_by = 'another' WHERE player_id = ? AND ended IS NULL", (now, player_id)
    )
    db.execute(
        "INSERT INTO tickets (hash, player_id, made) VALUES (?, ?, ?)",
        (ticket_hash, player_id, now),
    )
