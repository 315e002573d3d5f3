"""Opening a database: an SQLite file by its path, or PostgreSQL by its URL."""

from pathlib import Path

from tabletown.server.store.protocol import Unavailable
from tabletown.server.store.sql import SqlStore
from tabletown.server.store.sqlite import SqliteStore

_SCHEMES = ("postgresql://", "postgres://")


def is_url(where: str | Path) -> bool:
    """Whether this is the URL of a database server, and not the path of a file."""
    return "://" in str(where)


def open_store(where: str | Path) -> SqlStore:
    """Open the store at a path or URL; it is created or migrated if necessary. Raises Unavailable."""
    if not is_url(where):
        return SqliteStore(where)
    if not str(where).startswith(_SCHEMES):
        raise Unavailable("a database is a file, or a URL that begins with postgresql://")
    try:
        from tabletown.server.store.postgres import PostgresStore  # its library is an extra
    except ImportError:
        raise Unavailable("PostgreSQL needs one package more: pip install 'tabletown[postgres]'") from None
    return PostgresStore(str(where))
