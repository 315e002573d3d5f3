"""Mail in SQL that SQLite and PostgreSQL share: the part of `SqlStore` behind mail_protocol.py."""

import json
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, TypeVar

from tabletown.server.store.account_protocol import NewSession
from tabletown.server.store.account_sql import begin_account_session
from tabletown.server.store.database import Database, Dialect
from tabletown.server.store.mail_protocol import (
    AddressTaken,
    MailBox,
    MailKind,
    MailLink,
    Outgoing,
    TableNote,
    Turns,
)
from tabletown.server.store.writing import forget_mail, must_be_here

T = TypeVar("T")
_BOX = "player_id, address, confirmed, wanted, wanted_since, turns, stop_id, stop_secret, refused"
_OUTGOING = "id, kind, player_id, address, table_id, made, tries"
_TO_TELL = (
    "SELECT box.player_id, tables.id, tables.version FROM mail_addresses AS box"
    " JOIN players ON players.id = box.player_id OR players.joined_to = box.player_id"
    " JOIN {sat} ON {sat}.owner = players.id JOIN tables ON tables.id = {sat}.table_id"
    " LEFT JOIN mail_tables AS note ON note.player_id = box.player_id AND note.table_id = tables.id"
    " WHERE box.turns <> 'off' AND box.confirmed IS NOT NULL AND tables.open_seats = 0 AND tables.lesson = 0{only}"
    " AND (tables.finished IS NULL OR tables.finished > ? AND tables.finished > box.turns_since)"
    " AND (note.looked IS NULL OR note.looked <> tables.version) AND coalesce(note.muted, 0) = 0"
)


class MailSql(ABC):
    """The methods of `MailStore`. `SqlStore` adds how to run them."""

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

    def _boxes(self, where: str, *parameters: object) -> MailBox | None:
        sql = f"SELECT {_BOX} FROM mail_addresses WHERE {where}"
        row = self.read(lambda db: db.execute(sql, parameters).fetchone())
        return MailBox(*row) if row else None

    # Addresses

    def mailbox(self, player_id: str) -> MailBox | None:
        """The address of a player, or None."""
        return self._boxes("player_id = ?", player_id)

    def mailbox_of_address(self, address: str) -> MailBox | None:
        """The player who has confirmed this address, or None."""
        return self._boxes("folded = ? AND confirmed IS NOT NULL", fold(address))

    def mailbox_to_stop(self, stop_id: str) -> MailBox | None:
        """The player whose mails are ended by links with this id, or None."""
        return self._boxes("stop_id = ? AND confirmed IS NOT NULL", stop_id)

    def want_address(self, player_id: str, address: str) -> None:
        """Note an address that is to be confirmed, and a mail about it."""
        now = self.now()

        def job(db: Database) -> None:
            must_be_here(db, self.dialect, [player_id])
            _forget_wanted(db, player_id)
            db.execute(
                "INSERT INTO mail_addresses (player_id, wanted, wanted_since) VALUES (?, ?, ?)"
                " ON CONFLICT (player_id) DO UPDATE SET wanted = excluded.wanted, wanted_since = excluded.wanted_since",
                (player_id, address, now),
            )
            _post(db, "confirm", player_id, address, "", now, hurry=True)

        self.write(job)

    def confirm_address(self, link_hash: str, stop_id: str, stop_secret: str) -> MailBox | None:
        """Take the address of a link, unless another account has it."""
        now = self.now()

        def job(db: Database) -> bool:
            link = _take_link(db, self.dialect, link_hash, "confirm", now)
            if link is None:
                return False
            taken = "SELECT 1 FROM mail_addresses WHERE folded = ? AND confirmed IS NOT NULL AND player_id <> ?"
            if db.execute(taken, (fold(link.address), link.player_id)).fetchone():
                raise AddressTaken
            changed = db.execute(
                "UPDATE mail_addresses SET address = wanted, folded = ?, confirmed = ?, wanted = '',"
                " wanted_since = NULL, refused = NULL, stop_id = ?, stop_secret = ?"
                " WHERE player_id = ? AND wanted = ?",
                (fold(link.address), now, stop_id, stop_secret, link.player_id, link.address),
            )
            if changed.rowcount != 1:
                return False
            # a link to sign in that is under way to the address before is worth nothing now
            db.execute("DELETE FROM mail_links WHERE player_id = ? AND kind = 'sign in'", (link.player_id,))
            return True

        return self.mailbox_to_stop(stop_id) if self.write(job) else None

    def forget_address(self, player_id: str) -> None:
        """Forget the addresses of a player, and everything about mails."""
        self.write(lambda db: forget_mail(db, player_id))

    def forget_wanted(self, player_id: str) -> None:
        """Forget the address that was to be confirmed."""

        def job(db: Database) -> None:
            _forget_wanted(db, player_id)
            db.execute("DELETE FROM mail_addresses WHERE player_id = ? AND confirmed IS NULL", (player_id,))

        self.write(job)

    def set_turns(self, player_id: str, turns: Turns) -> bool:
        """Set for which tables a player gets mails."""
        now = self.now()

        def job(db: Database) -> bool:
            change = (
                "UPDATE mail_addresses SET turns = ?, turns_since = ? WHERE player_id = ? AND confirmed IS NOT NULL"
            )
            db.execute("UPDATE mail_tables SET looked = NULL WHERE player_id = ?", (player_id,))
            return db.execute(change, (turns, now, player_id)).rowcount == 1

        return self.write(job)

    def refuse_address(self, player_id: str, address: str) -> None:
        """Note that a mail server refuses an address for good."""
        now = self.now()
        change = "UPDATE mail_addresses SET refused = ?, turns = 'off' WHERE player_id = ? AND address = ?"
        self.write(lambda db: db.execute(change, (now, player_id, address)).rowcount)

    # Links

    def keep_link(self, link_hash: str, link: MailLink) -> None:
        """Keep a link."""

        def job(db: Database) -> None:
            must_be_here(db, self.dialect, [link.player_id])
            db.execute(
                "INSERT INTO mail_links (hash, kind, player_id, address, expires, table_id) VALUES (?, ?, ?, ?, ?, ?)",
                (link_hash, link.kind, link.player_id, link.address, link.expires, link.table),
            )

        self.write(job)

    def mail_link(self, link_hash: str) -> MailLink | None:
        """A link, or None."""
        sql = "SELECT kind, player_id, address, expires, used, table_id FROM mail_links WHERE hash = ?"
        row = self.read(lambda db: db.execute(sql, (link_hash,)).fetchone())
        return MailLink(*row) if row else None

    def use_sign_in_link(self, link_hash: str, session: NewSession) -> bool:
        """Begin a session with a link."""
        now = self.now()

        def job(db: Database) -> bool:
            link = _take_link(db, self.dialect, link_hash, "sign in", now)
            if link is None:
                return False
            held = "SELECT 1 FROM mail_addresses WHERE player_id = ? AND folded = ? AND confirmed IS NOT NULL"
            if db.execute(held, (link.player_id, fold(link.address))).fetchone() is None:
                return False
            begin_account_session(db, link.player_id, session, now)
            return True

        return self.write(job)

    # The outbox

    def put_in_outbox(self, kind: MailKind, player_id: str, address: str = "", table: str = "") -> None:
        """Note something to be said, unless it waits already."""
        now = self.now()
        self.write(lambda db: _post(db, kind, player_id, address, table, now, hurry=kind != "turn"))

    def claim_outbox(self, claim: str, until: float, limit: int = 20) -> list[Outgoing]:
        """Take what is due, for this process alone until a time."""
        now = self.now()
        free = "due <= ? AND (claimed_until IS NULL OR claimed_until <= ?)"

        def due(db: Database) -> bool:
            return db.execute(f"SELECT 1 FROM outbox WHERE {free} LIMIT 1", (now, now)).fetchone() is not None

        def job(db: Database) -> list[Any]:
            db.execute(
                f"UPDATE outbox SET claim = ?, claimed_until = ? WHERE id IN"
                f" (SELECT id FROM outbox WHERE {free} ORDER BY due, id LIMIT ?) AND {free}",
                (claim, until, now, now, limit, now, now),
            )
            return db.execute(f"SELECT {_OUTGOING} FROM outbox WHERE claim = ? ORDER BY made", (claim,)).fetchall()

        while self.read(due):
            if claimed := self.write(job):
                return [_outgoing(row) for row in claimed]
            # others were faster with what was due first; perhaps there is more
        return []

    def sent(self, outgoing: Outgoing, claim: str, told: Sequence[tuple[str, str]] = ()) -> None:
        """Note that something was said, or need not be."""
        now = self.now()

        def job(db: Database) -> None:
            if db.execute("DELETE FROM outbox WHERE id = ? AND claim = ?", (outgoing.id, claim)).rowcount != 1:
                return  # the player was deleted, or has removed the address
            for table_id, decision in told:
                db.execute(
                    "INSERT INTO mail_tables (player_id, table_id, told, decision) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT (player_id, table_id)"
                    " DO UPDATE SET told = excluded.told, decision = excluded.decision",
                    (outgoing.player_id, table_id, now, decision),
                )

        self.write(job)

    def postpone(self, outgoing: Outgoing, claim: str, due: float) -> None:
        """Give a claim back: to be tried again later."""
        free = "claim = NULL, claimed_until = NULL"
        change = f"UPDATE outbox SET {free}, due = ?, tries = tries + 1 WHERE id = ? AND claim = ?"
        self.write(lambda db: db.execute(change, (due, outgoing.id, claim)).rowcount)

    def outbox_of(self, player_id: str) -> list[Outgoing]:
        """What is to be said to a player, oldest first."""
        sql = f"SELECT {_OUTGOING} FROM outbox WHERE player_id = ? ORDER BY made, id"
        return [_outgoing(row) for row in self.read(lambda db: db.execute(sql, (player_id,)).fetchall())]

    # Turns

    def tables_to_tell(self, since: float) -> list[tuple[str, str, int]]:
        """Tables of players who want mails that have changed since they were looked at."""
        sql = " UNION ".join(
            (_TO_TELL.format(sat="seats", only=""), _TO_TELL.format(sat="events", only=" AND events.kind = 'sit'"))
        )
        rows = self.read(lambda db: db.execute(sql, (since, since)).fetchall())
        return [(player_id, table_id, version) for player_id, table_id, version in rows]

    def notes_of(self, player_id: str) -> dict[str, TableNote]:
        """What a player was told by mail, by table."""
        sql = "SELECT table_id, told, decision, seen, muted FROM mail_tables WHERE player_id = ?"
        rows = self.read(lambda db: db.execute(sql, (player_id,)).fetchall())
        return {
            table_id: TableNote(told, decision, seen, bool(muted)) for table_id, told, decision, seen, muted in rows
        }

    def looked_at(self, player_id: str, table_id: str, version: int) -> None:
        """Note that there is nothing (more) to tell a player about a table at this version."""
        self._note("looked", [(player_id, table_id, version)])

    def saw_tables(self, pairs: Iterable[tuple[str, str]], at: float) -> None:
        """Note that players with mails have had a page of a table open at this time."""
        self._note("seen", [(player_id, table_id, at) for player_id, table_id in pairs])

    def mute_table(self, player_id: str, table_id: str) -> None:
        """No more mails to a player about a table."""
        self._note("muted", [(player_id, table_id, 1)])

    def _note(self, column: str, rows: Sequence[tuple[str, str, object]]) -> None:
        """Write one column of the notes; not for players who have no address any more, or tables that are not there."""
        change = (
            f"INSERT INTO mail_tables (player_id, table_id, {column}) SELECT player_id, ?, ? FROM mail_addresses"
            " WHERE player_id = ? AND EXISTS (SELECT 1 FROM tables WHERE id = ?)"
            f" ON CONFLICT (player_id, table_id) DO UPDATE SET {column} = excluded.{column}"
        )
        values = [(table_id, value, player_id, table_id) for player_id, table_id, value in rows]
        self.write(lambda db: db.executemany(change, values))

    def with_mail(self, player_ids: Collection[str]) -> set[str]:
        """Those of these players who get mails about turns."""
        sql = (
            "SELECT player_id FROM mail_addresses WHERE turns <> 'off' AND confirmed IS NOT NULL"
            f" AND player_id IN (SELECT value FROM {self.dialect.items}(?))"
        )
        rows = self.read(lambda db: db.execute(sql, (json.dumps(list(player_ids)),)).fetchall())
        return {row[0] for row in rows}


def fold(address: str) -> str:
    """An address as it is compared: mail servers make no difference between capitals and small letters."""
    return address.casefold()


def _outgoing(row: Sequence[Any]) -> Outgoing:
    mail_id, kind, player_id, address, table_id, made, tries = row
    return Outgoing(mail_id, kind, player_id or "", address, table_id, made, tries)


def _post(db: Database, kind: MailKind, player_id: str, address: str, table: str, now: float, *, hurry: bool) -> None:
    about = f"{kind} {player_id}" if kind == "turn" else f"{kind} {player_id} {fold(address)}".replace("  ", " ")
    again = (
        "UPDATE SET due = excluded.due, table_id = excluded.table_id WHERE outbox.claimed_until IS NULL"
        if hurry
        else "NOTHING"
    )
    db.execute(
        f"INSERT INTO outbox (id, about, kind, player_id, address, table_id, made, due) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        f" ON CONFLICT (about) DO {again}",
        (secrets.token_hex(16), about, kind, player_id or None, address, table, now, now),
    )


def _forget_wanted(db: Database, player_id: str) -> None:
    db.execute("UPDATE mail_addresses SET wanted = '', wanted_since = NULL WHERE player_id = ?", (player_id,))
    db.execute("DELETE FROM mail_links WHERE player_id = ? AND kind = 'confirm'", (player_id,))
    db.execute("DELETE FROM outbox WHERE player_id = ? AND kind = 'confirm'", (player_id,))


def _take_link(db: Database, dialect: Dialect, link_hash: str, kind: str, now: float) -> MailLink | None:
    """Use up a link; None if it is not valid (any more). Its player is locked until the transaction ends."""
    row = db.execute("SELECT player_id FROM mail_links WHERE hash = ? AND kind = ?", (link_hash, kind)).fetchone()
    if row is None:
        return None
    must_be_here(db, dialect, row)
    change = "UPDATE mail_links SET used = ? WHERE hash = ? AND used IS NULL AND expires > ?"
    if db.execute(change, (now, link_hash, now)).rowcount != 1:
        return None
    found = "SELECT kind, player_id, address, expires, used, table_id FROM mail_links WHERE hash = ?"
    return MailLink(*db.execute(found, (link_hash,)).fetchone())
