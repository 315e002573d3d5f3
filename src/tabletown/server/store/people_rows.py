"""What all statements about people share: how a person is read, and how a statement is run."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar

from tabletown.server.store.database import Database, Dialect
from tabletown.server.store.people_protocol import Person

T = TypeVar("T")
PERSON = (
    "players.id, players.name, EXISTS (SELECT 1 FROM accounts WHERE accounts.player_id = players.id),"
    " players.seen_by_friends"
)
"""The columns of a person, for `person_of`."""


class PeopleRows(ABC):
    """Base of the parts of a store that are behind people_protocol.py. `SqlStore` adds how to run jobs and queries."""

    dialect: Dialect

    @abstractmethod
    def write(self, job: Callable[[Database], T]) -> T:
        """Run a job in a transaction."""

    @abstractmethod
    def _found(self, sql: str, *parameters: object) -> list[Any]:
        """The rows of a query."""

    @abstractmethod
    def now(self) -> float:
        """The time by the clock that all servers share."""

    def _do(self, sql: str, *parameters: object) -> int:
        """Run one statement that writes; returns how many rows it changed."""
        return self.write(lambda db: db.execute(sql, parameters).rowcount)


def person_of(row: Any) -> Person:
    """A person, from the columns PERSON."""
    player_id, name, kept, seen = row
    return Person(player_id, name, bool(kept), bool(seen))


def end_friendship(db: Database, player_id: str, other: str) -> None:
    """End a friendship, inside a transaction."""
    db.execute(
        "DELETE FROM friends WHERE (player_id = ? AND friend_id = ?) OR (player_id = ? AND friend_id = ?)",
        (player_id, other, other, player_id),
    )
