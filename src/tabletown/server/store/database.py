"""A connection to a database, as far as SQLite and PostgreSQL agree, and what differs between them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

SAME_PERSON = "(SELECT id FROM players WHERE id = ? OR joined_to = ?)"
"""The ids under which a player has played: their own, and those of browsers whose games were joined to theirs."""


class Rows(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""

    def fetchone(self) -> Any:
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""


class Database(Protocol):
    """A connection, with the methods that both databases have."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Rows:
        """Run one statement."""

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> object:
        """Run one statement with many parameters."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What differs between the databases."""

    lock: str  # the end of a SELECT that locks its row until the transaction ends
    items: str  # the function that gives the items of a JSON array as rows with a `value`
