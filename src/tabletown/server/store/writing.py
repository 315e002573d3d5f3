"""Writing to the database, in SQL that SQLite and PostgreSQL share.

Parameters are `?`. Each function runs inside a transaction of its caller.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from tabletown.server.store.company import delete_company, expire_company
from tabletown.server.store.database import SAME_PERSON, Database, Dialect
from tabletown.server.store.events import COLUMNS, WRITTEN_BY_PEOPLE, AnyEvent, SatDown, Withdrawn, to_columns
from tabletown.server.store.own_bot_protocol import bot_in_full
from tabletown.server.store.protocol import (
    FORMER_PLAYER,
    Append,
    Awaits,
    KeyReused,
    Receipt,
    Request,
    Session,
    SessionOver,
    StoreError,
    TableRow,
    VersionConflict,
)

_TEXT = COLUMNS.index("text")
_DAY_S = 86_400.0  # for so long a code that has expired is known as such
_OF_DELETED = ("gone", "joined")  # events whose owner may have been deleted meanwhile: they write no name


def create_table(
    db: Database, dialect: Dialect, table: TableRow, awaits: Awaits, key: str, session: Session | None, now: float
) -> str:
    """Store a new table and begin a session, or find the table that was created with the key."""
    if key and (made := table_by_key(db, key)):
        return made
    must_be_here(db, dialect, {seat.owner for seat in table.seats})
    if session is not None:
        begin(db, session, now)
    inserted = db.execute(
        "INSERT INTO tables (id, title, rules, options, seed, salt, commitment, created, version, awaits,"
        " public, clock, lesson, rated, tournament, open_seats, key)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (key) DO NOTHING",
        (
            table.id,
            table.title,
            table.rules,
            json.dumps(dict(table.options), sort_keys=True),
            str(table.seed),  # up to 64 bits unsigned, more than an INTEGER column holds
            table.salt,
            table.commitment,
            table.created,
            awaits,
            int(table.public),
            table.clock and json.dumps(asdict(table.clock), sort_keys=True),
            int(table.lesson),
            int(table.rated),
            table.tournament,
            sum(seat.kind == "open" for seat in table.seats),
            key or None,
        ),
    )
    if inserted.rowcount == 0:
        raise TableMadeMeanwhile
    db.executemany(
        "INSERT INTO seats (table_id, seat, kind, name, bot, owner, play_forced) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (table.id, i, s.kind, s.name, s.bot or None, s.owner or None, int(s.play_forced))
            for i, s in enumerate(table.seats)
        ],
    )
    if table.note:
        writer = next((seat.owner for seat in table.seats if seat.owner), "")
        db.execute(
            "INSERT INTO table_notes (table_id, player_id, text) VALUES (?, ?, ?)", (table.id, writer, table.note)
        )
    return table.id


class TableMadeMeanwhile(StoreError):
    """Another process has just created the table of this key: try again to find it."""


def table_by_key(db: Database, key: str) -> str:
    """The id of the table that was created with a key; empty if there is none."""
    row = db.execute("SELECT id FROM tables WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""


def append(db: Database, dialect: Dialect, append: Append, now: float) -> Receipt:
    """Append events, or return the receipt of the same request. Raises like `Store.append`."""
    request = append.request
    row = db.execute(f"SELECT version FROM tables WHERE id = ?{dialect.lock}", (append.table,)).fetchone()
    if row is None:
        raise StoreError("there is no such table")
    if request is not None and (receipt := find_receipt(db, append.table, request)):
        return receipt
    if row[0] != append.after:
        raise VersionConflict(row[0])
    must_be_here(db, dialect, {getattr(event, "owner", "") for event in append.events if event.kind not in _OF_DELETED})
    if append.session is not None:
        begin(db, append.session, now)
    last = append.after + len(append.events)
    db.executemany(
        f"INSERT INTO events (table_id, version, {', '.join(COLUMNS)}, sender, key_seat, key, body, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            # the key is stored with the last event, whose version is the receipt
            _row(append.table, version, event, request if version == last else None, now)
            for version, event in enumerate(append.events, append.after + 1)
        ],
    )
    db.executemany(
        "INSERT INTO written (table_id, version, text) VALUES (?, ?, ?)",
        [
            (append.table, version, to_columns(event)[_TEXT])
            for version, event in enumerate(append.events, append.after + 1)
            if event.kind in WRITTEN_BY_PEOPLE
        ],
    )
    taken = sum(isinstance(event, SatDown) for event in append.events)
    over = now if append.awaits == "nobody" else None
    withdrawn = now if any(isinstance(event, Withdrawn) for event in append.events) else None
    db.execute(
        "UPDATE tables SET version = ?, awaits = ?, open_seats = open_seats - ?, deadline = ?,"
        " finished = coalesce(finished, ?), withdrawn = coalesce(withdrawn, ?) WHERE id = ?",
        (last, append.awaits, taken, append.deadline, over, withdrawn, append.table),
    )
    return Receipt(last, at=now)


def _row(table_id: str, version: int, event: AnyEvent, keyed: Request | None, now: float) -> tuple[Any, ...]:
    columns = list(to_columns(event))
    if event.kind in WRITTEN_BY_PEOPLE:
        columns[_TEXT] = None
    return (
        table_id,
        version,
        *columns,
        keyed and keyed.player,
        keyed and keyed.seat,
        keyed and keyed.key,
        keyed and keyed.body,
        now,
    )


def find_receipt(db: Database, table_id: str, request: Request) -> Receipt | None:
    """The receipt of a request that was carried out before. Raises KeyReused.

    Events of older releases do not say who sent the request; there a key belongs to the seat that acted.
    """
    wanted = "SELECT version, body, key_seat FROM events WHERE table_id = ? AND key = ?"
    row = db.execute(
        f"{wanted} AND sender = ? UNION ALL {wanted} AND sender IS NULL AND key_seat = ?",  # an index for each
        (table_id, request.key, request.player, table_id, request.key, request.seat),
    ).fetchone()
    if row is None:
        return None
    version, body, seat = row
    if body != request.body or (request.names_seat and seat != request.seat):
        raise KeyReused("this key was used for another request")
    return Receipt(version, repeated=True)


def begin(db: Database, session: Session, now: float) -> None:
    """Begin a session. Raises SessionOver."""
    player = session.player
    if session.replaces:  # the row stays, with the browser and the proofs of the session
        change = "UPDATE sessions SET token_hash = ?, created = ?, used = NULL WHERE token_hash = ?"
        if db.execute(change, (session.token_hash, now, session.replaces)).rowcount != 1:
            raise SessionOver("the session has been replaced already")
    if session.beside and not db.execute("SELECT 1 FROM sessions WHERE player_id = ?", (player.id,)).fetchall():
        raise SessionOver("the player has signed out")
    db.execute(
        "INSERT INTO players (id, name, created) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
        (player.id, player.name, now),
    )
    name_bots(db, player.id)
    if not session.replaces:
        db.execute(
            "INSERT INTO sessions (token_hash, player_id, created) VALUES (?, ?, ?)",
            (session.token_hash, player.id, now),
        )


def bots_of(db: Database, owner: str) -> list[str]:
    """The ids of the bots of a player."""
    rows = db.execute("SELECT player_id FROM own_bots WHERE owner = ? ORDER BY player_id", (owner,)).fetchall()
    return [row[0] for row in rows]


def name_bots(db: Database, owner: str) -> None:
    """Name the bots of a player again: their names say whose they are, and the owner may have another name now."""
    rows = db.execute(
        "SELECT players.name, own_bots.name, own_bots.player_id FROM own_bots JOIN players"
        " ON players.id = own_bots.owner WHERE own_bots.owner = ? ORDER BY own_bots.player_id",
        (owner,),
    ).fetchall()
    names = [(bot_in_full(name, of), bot_id) for of, name, bot_id in rows]
    db.executemany("UPDATE players SET name = ? WHERE id = ?", names)


def end(db: Database, token_hash: str) -> None:
    """End a session and all others of the same player, and what would begin another one."""
    db.execute(
        "DELETE FROM one_time_codes WHERE player_id IN (SELECT player_id FROM sessions WHERE token_hash = ?)",
        (token_hash,),
    )
    end_searches(db, "player_id IN (SELECT player_id FROM sessions WHERE token_hash = ?)", token_hash)
    db.execute(
        "DELETE FROM sessions WHERE player_id IN (SELECT player_id FROM sessions WHERE token_hash = ?)", (token_hash,)
    )


def end_searches(db: Database, which: str, *values: object) -> None:
    """End searches; those whom these players have met go on looking, if their table is not laid yet."""
    db.execute(
        "UPDATE searches SET meeting = '', title = '', due = 0 WHERE table_id = '' AND meeting <> ''"
        f" AND meeting IN (SELECT meeting FROM searches WHERE {which})",
        values,
    )
    db.execute(f"DELETE FROM searches WHERE {which}", values)


# Deleting what is kept about a player


def must_be_here(db: Database, dialect: Dialect, owners: Iterable[str]) -> None:
    """Raise SessionOver if one of these players was deleted, or joined to another: a late request must not write."""
    for owner in sorted(filter(None, owners)):
        row = db.execute(f"SELECT deleted, joined_to FROM players WHERE id = ?{dialect.lock}", (owner,)).fetchone()
        if row is not None and (row[0] is not None or row[1] is not None):
            raise SessionOver("the player was deleted, or plays under another id")


def delete_player(db: Database, player_id: str, now: float) -> None:
    """Delete the name, remarks, sessions, keys and tickets of a player."""
    db.execute(
        "UPDATE players SET name = '', deleted = coalesce(deleted, ?) WHERE id = ?",
        (now, player_id),  # first, because this locks out requests of the player that are under way
    )
    db.execute(
        "UPDATE players SET name = '', deleted = coalesce(deleted, ?), departed = 1 WHERE joined_to = ?",
        (now, player_id),
    )
    delete_company(db, player_id)
    end_searches(db, f"player_id IN {SAME_PERSON}", player_id, player_id)
    db.execute(f"DELETE FROM table_notes WHERE player_id IN {SAME_PERSON}", (player_id, player_id))
    forget_mail(db, player_id)
    for table in ("one_time_codes", "tickets", "keys", "accounts", "sessions", "own_bots"):
        db.execute(f"DELETE FROM {table} WHERE player_id = ?", (player_id,))
    db.execute(f"UPDATE seats SET name = ? WHERE owner IN {SAME_PERSON}", (FORMER_PLAYER, player_id, player_id))
    db.execute(
        "DELETE FROM written WHERE (table_id, version) IN"
        f" (SELECT table_id, version FROM events WHERE owner IN {SAME_PERSON})",
        (player_id, player_id),
    )


def forget_mail(db: Database, player_id: str) -> None:
    """Delete all that is kept of a player's mails."""
    db.execute(
        "DELETE FROM outbox WHERE player_id = ? OR about IN"
        " (SELECT 'sign in ' || folded FROM mail_addresses WHERE player_id = ? AND confirmed IS NOT NULL)",
        (player_id, player_id),
    )
    for table in ("mail_links", "mail_tables", "mail_addresses"):
        db.execute(f"DELETE FROM {table} WHERE player_id = ?", (player_id,))


def expire(db: Database, before: float, now: float) -> int:
    """End sessions that were last used before this time, and remove players who left no trace and kept nothing."""
    db.execute("DELETE FROM challenges WHERE expires < ?", (now,))
    expire_company(db, before, now)
    db.execute("DELETE FROM one_time_codes WHERE expires < ?", (now - _DAY_S,))
    expire_mail(db, now)
    db.execute("UPDATE sessions SET used = ? WHERE used IS NULL", (now,))
    kept = "player_id NOT IN (SELECT player_id FROM own_bots)"  # the token of a bot is good until it is replaced
    ended = db.execute(f"DELETE FROM sessions WHERE used < ? AND {kept}", (before,)).rowcount
    db.execute(
        "DELETE FROM players WHERE created < ? AND NOT EXISTS (SELECT 1 FROM sessions WHERE player_id = players.id)"
        " AND NOT EXISTS (SELECT 1 FROM seats WHERE owner = players.id)"
        " AND NOT EXISTS (SELECT 1 FROM events WHERE owner = players.id)"
        " AND NOT EXISTS (SELECT 1 FROM accounts WHERE player_id = players.id)"
        " AND NOT EXISTS (SELECT 1 FROM tournament_entries WHERE player_id = players.id)"
        " AND NOT EXISTS (SELECT 1 FROM tournaments WHERE organiser = players.id)"
        " AND NOT EXISTS (SELECT 1 FROM searches WHERE player_id = players.id)"
        " AND NOT EXISTS (SELECT 1 FROM players AS other WHERE other.joined_to = players.id)",
        (before,),
    )
    db.execute("DELETE FROM profile_sheets WHERE NOT EXISTS (SELECT 1 FROM players WHERE players.id = player_id)")
    return ended


def expire_mail(db: Database, now: float) -> None:
    """Forget old links, addresses that nobody confirmed, mails that never left, and notes on games long over."""
    db.execute("DELETE FROM mail_links WHERE expires < ?", (now - _DAY_S,))
    db.execute("DELETE FROM outbox WHERE made < ?", (now - 7 * _DAY_S,))
    db.execute("UPDATE mail_addresses SET wanted = '', wanted_since = NULL WHERE wanted_since < ?", (now - 7 * _DAY_S,))
    db.execute("DELETE FROM mail_addresses WHERE confirmed IS NULL AND wanted = ''")
    over = "SELECT id FROM tables WHERE finished < ?"
    db.execute(f"DELETE FROM mail_tables WHERE table_id IN ({over})", (now - 30 * _DAY_S,))
