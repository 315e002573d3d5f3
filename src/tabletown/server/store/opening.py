"""Opening a database: an SQLite file by its path, or PostgreSQL by its URL."""

from pathlib import Path

from tabletown.extras import extra
from tabletown.server.store.protocol import Unavailable
from tabletown.server.store.sql import SqlStore
from tabletown.server.store.sqlite import SqliteStore

_SCHEMES = ("postgresql://", "postgres://")


def is_url(where: str | Path) -> bool:
    """Whether this is the URL of a database server, and not the path of a file."""
    return "://" in str(where)


def open_store(where: str | Path) -> SqlStore:
    """Open the store at a path or URL; it is created or migrated if necessary. Raises Unavailable and MissingExtra."""
    if not is_url(where):
        return SqliteStore(where)
    if not str(where).startswith(_SCHEMES):
        raise Unavailable("a database is a file, or a URL that begins with postgresql://")
    with extra("postgres"):
        from tabletown.server.store.postgres import PostgresStore
    return PostgresStore(str(where))
