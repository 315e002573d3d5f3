"""Backup and restore: the whole database as one file, the same format for SQLite and PostgreSQL.

The file is gzipped text, one JSON value per line. The first line names the format. A line with a table and its columns
is followed by the table's rows, each a list. The last line holds the number of rows and a SHA-256 of all lines before
it, so that a truncated or damaged file is recognised. The file holds the seeds of running games, so only its owner may
read it.
"""

import gzip
import hashlib
import json
import os
import secrets
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from tabletown.server.store.database import Database
from tabletown.server.store.events import WRITTEN_BY_PEOPLE
from tabletown.server.store.sql import SqlStore

FORMAT = "tabletown-backup/1"
TABLES = (
    "players",
    "sessions",
    "accounts",
    "keys",
    "tickets",
    "one_time_codes",
    "challenges",
    "tables",
    "seats",
    "events",
    "written",
    "reviews",
    "positions",
    "rated_games",
    "rated_seats",
    "ratings",
    "rating_versions",
    "tournaments",
    "tournament_entries",
    "tournament_tables",
    "friends",
    "friend_asks",
    "invitations",
    "blocks",
    "mutes",
    "reports",
    "suspensions",
    "game_summaries",
    "game_results",
    "profile_sheets",
    "put_away",
    "searches",
    "table_notes",
    "mail_addresses",
    "mail_links",
    "outbox",
    "mail_tables",
    "own_bots",
)
"""All tables of the database. A table comes after those that its foreign keys refer to."""

_AT_ONCE = 500  # rows per INSERT

_UPGRADES = {
    ("tables", "lesson"): "UPDATE tables SET lesson = 1 WHERE salt LIKE 'lesson-%' AND id NOT LIKE 'import-%'",
    ("players", "bot_of"): (
        "UPDATE players SET bot_of = (SELECT owner FROM own_bots WHERE own_bots.player_id = players.id)"
    ),
}
"""For backups of older releases: a missing column of a table, and the statement that fills it from the others."""

_OVER = "UPDATE tables SET awaits = 'nobody', deadline = NULL WHERE finished IS NOT NULL"
"""For backups of older releases, in which a game could go on after its end."""


class BackupError(Exception):
    """A backup cannot be read or written. The text says why; nothing was changed."""


@dataclass(frozen=True, slots=True)
class BackupContents:
    """How many games, events and players a backup holds."""

    games: int
    events: int
    players: int

    def __str__(self) -> str:
        return f"games: {self.games}, events: {self.events}, players: {self.players}"


def backup(store: SqlStore, path: Path) -> BackupContents:
    """Write a snapshot of the database into a new file; the site may keep running.

    The file appears only when it is complete and on the disk. Raises BackupError and Unavailable.
    """
    if path.exists():
        raise BackupError(f"{path} is there already: a backup never replaces another one")
    draft = path.absolute().with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            counts = _write(store, file)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)  # unlike a rename, it fails if the file exists by now
    except FileExistsError:
        raise BackupError(f"{path} is there already: a backup never replaces another one") from None
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            draft.unlink()
    return _contents(counts)


def restore(path: Path, store: SqlStore) -> BackupContents:
    """Fill an empty database with a backup, in one transaction. Raises BackupError and StoreError."""
    columns = store.columns()
    return _contents(store.write(lambda db: _fill(db, columns, path)))


def check_is_backup(path: Path) -> None:
    """Raise BackupError unless the first line of a file is that of a backup. `restore` checks the rest."""
    next(_lines(path, {}), None)


def delete_older(beside: Path, days: float) -> list[Path]:
    """Delete the backups in the folder of `beside` that were written so many days ago; returns their names.

    Only files with the same ending are looked at, and of those only real backups. Raises BackupError.
    """
    limit, deleted = time.time() - days * 86_400, []
    for path in sorted(beside.absolute().parent.glob(f"*{beside.suffix}")):
        try:
            first = next(_lines(path, {}), None)
        except BackupError:
            continue  # another kind of file
        if isinstance(first, dict) and first.get("written", limit) < limit:
            try:
                path.unlink()
            except OSError as error:
                raise BackupError(f"{path} cannot be deleted: {error.strerror or error}") from None
            deleted.append(path)
    return deleted


def _contents(counts: Mapping[str, int]) -> BackupContents:
    games, events, players = (counts.get(table, 0) for table in ("tables", "events", "players"))
    return BackupContents(games, events, players)


# Writing


def _write(store: SqlStore, file: BinaryIO) -> dict[str, int]:
    columns = store.columns()
    counts = dict.fromkeys(TABLES, 0)
    seal = hashlib.sha256()
    with gzip.GzipFile(filename="", mode="wb", fileobj=file) as packed, store.snapshot() as ask:

        def put(value: object) -> None:
            line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            seal.update(line)
            packed.write(line)

        put({"format": FORMAT, "written": time.time()})
        for table in TABLES:
            put({"table": table, "columns": columns[table]})
            for row in ask(f"SELECT {', '.join(columns[table])} FROM {table}"):
                put(list(row))
                counts[table] += 1
        put({"rows": counts, "sha256": seal.hexdigest()})
    return counts


# Reading


def _fill(db: Database, columns: Mapping[str, Sequence[str]], path: Path) -> dict[str, int]:
    """Write a backup into an empty database. The checksum is verified before anything is committed."""
    for table in TABLES:
        if db.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
            raise BackupError("there is something in this database already: a backup goes into an empty one")
    counts: dict[str, int] = {}
    insert, table, rows = "", "", list[Any]()
    written = list[Any]()
    given: Sequence[str] = ()
    upgrades = dict(_UPGRADES)
    for value in _lines(path, counts):
        if isinstance(value, list):
            rows.append(value)
            if len(rows) < _AT_ONCE:
                continue
        if rows:
            if table == "events":
                written += _take_written(rows, given)
            db.executemany(insert, rows)
            counts[table] += len(rows)
            rows = []
        if isinstance(value, dict) and "table" in value:
            table, insert, given = value["table"], _insert(value, columns), value["columns"]
            counts[table] = 0
            for column in value["columns"]:
                upgrades.pop((table, column), None)
    for statement in (*upgrades.values(), _OVER):
        db.execute(statement)
    db.executemany("INSERT INTO written (table_id, version, text) VALUES (?, ?, ?)", written)
    return counts


def _take_written(rows: Sequence[list[Any]], columns: Sequence[str]) -> list[tuple[Any, ...]]:
    """Take what people wrote out of rows of `events`: older releases kept it there. Returns rows of `written`."""
    table, version, kind, text = (columns.index(name) for name in ("table_id", "version", "kind", "text"))
    found = []
    for row in rows:
        if row[kind] in WRITTEN_BY_PEOPLE and row[text] is not None:
            found.append((row[table], row[version], row[text]))
            row[text] = None
    return found


def _insert(part: Mapping[str, Any], columns: Mapping[str, Sequence[str]]) -> str:
    """The INSERT for the rows of a table. Columns that an older release did not have get their defaults."""
    table, given = part["table"], part["columns"]
    if table not in TABLES or not set(given) <= set(columns[table]):
        raise BackupError("this backup was written by a newer Tabletown: please update")
    return f"INSERT INTO {table} ({', '.join(given)}) VALUES ({', '.join('?' * len(given))})"


def _lines(path: Path, counts: Mapping[str, int]) -> Iterator[Any]:
    """The values of a backup, line by line. Raises BackupError.

    At the end, the checksum of the last line is compared, and its row counts with `counts`, which the caller keeps.
    """
    seal = hashlib.sha256()
    value: Any = None
    try:
        with gzip.open(path, "rb") as file:
            for number, line in enumerate(file):
                value = json.loads(line)
                if number == 0 and (not isinstance(value, dict) or value.get("format") != FORMAT):
                    raise BackupError(f"{path} is not a backup of Tabletown, or of one that is much newer")
                before = seal.hexdigest()
                seal.update(line)
                yield value
    except gzip.BadGzipFile:
        raise BackupError(f"{path} is not a backup of Tabletown") from None
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error.strerror or error}") from None
    except (EOFError, zlib.error, ValueError):
        raise BackupError(f"{path} is damaged") from None
    if not isinstance(value, dict) or value.get("sha256") != before or value.get("rows") != counts:
        raise BackupError(f"{path} is damaged")
