"""Players' own bots in SQL that SQLite and PostgreSQL share: the part of `SqlStore` behind own_bot_protocol.py."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar

from tabletown.server.store.database import Database, Dialect
from tabletown.server.store.own_bot_protocol import OwnBot, bot_in_full, is_own_bot
from tabletown.server.store.writing import must_be_here, name_bots

T = TypeVar("T")
_OWN = "SELECT 1 FROM own_bots WHERE player_id = ? AND owner = ?"


class OwnBotSql(ABC):
    """The methods of `OwnBotStore`. `SqlStore` adds how to run them."""

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

    def _bot_rows(self, sql: str, *parameters: object) -> list[Any]:
        return self.read(lambda db: db.execute(sql, parameters).fetchall())

    def own_bots(self, owner: str) -> list[OwnBot]:
        """The bots of a player, oldest first."""
        rows = self._bot_rows(
            "SELECT own_bots.player_id, own_bots.name, players.name, own_bots.made, sessions.created, sessions.used"
            " FROM own_bots JOIN players ON players.id = own_bots.player_id"
            " LEFT JOIN sessions ON sessions.player_id = own_bots.player_id"
            " WHERE own_bots.owner = ? ORDER BY own_bots.made, own_bots.player_id",
            owner,
        )
        return [OwnBot(*row) for row in rows]

    def person_behind(self, player_id: str) -> str:
        """The owner of a bot; for anybody else, who they are."""
        if not is_own_bot(player_id):
            return player_id
        rows = self._bot_rows("SELECT owner FROM own_bots WHERE player_id = ?", player_id)
        return str(rows[0][0]) if rows else player_id

    def one_person(self, player_id: str) -> frozenset[str]:
        """All ids that count as one person with this player."""
        person = self.person_behind(player_id)
        rows = self._bot_rows("SELECT player_id FROM own_bots WHERE owner = ?", person)
        return frozenset({player_id, person, *(row[0] for row in rows)})

    def make_bot(self, owner: str, bot_id: str, name: str, token_hash: str, most: int) -> bool:
        """Make a bot for a player. It is named in lists of ratings: whose bot it is, is part of its name."""
        now = self.now()

        def job(db: Database) -> bool:
            must_be_here(db, self.dialect, [owner])  # locks the owner: of two requests at once, one is later
            count = "SELECT count(*) FROM own_bots WHERE owner = ?"
            if db.execute(count, (owner,)).fetchone()[0] >= most:
                return False
            full_name = bot_in_full(name, "")
            db.execute(
                "INSERT INTO players (id, name, created, bot_of) VALUES (?, ?, ?, ?)", (bot_id, full_name, now, owner)
            )
            db.execute("INSERT INTO accounts (player_id, created, listed) VALUES (?, ?, 1)", (bot_id, now))
            db.execute(
                "INSERT INTO own_bots (player_id, owner, name, made) VALUES (?, ?, ?, ?)", (bot_id, owner, name, now)
            )
            _give_token(db, bot_id, token_hash, now)
            name_bots(db, owner)
            return True

        return self.write(job)

    def rename_bot(self, owner: str, bot_id: str, name: str) -> bool:
        """Rename a bot of a player."""

        def job(db: Database) -> bool:
            must_be_here(db, self.dialect, [owner])
            change = "UPDATE own_bots SET name = ? WHERE player_id = ? AND owner = ?"
            done = db.execute(change, (name, bot_id, owner)).rowcount == 1
            name_bots(db, owner)
            return done

        return self.write(job)

    def replace_bot_token(self, owner: str, bot_id: str, token_hash: str) -> bool:
        """Give a bot of a player another token."""
        now = self.now()

        def job(db: Database) -> bool:
            must_be_here(db, self.dialect, [owner])
            if not db.execute(_OWN, (bot_id, owner)).fetchone():
                return False
            _give_token(db, bot_id, token_hash, now)
            return True

        return self.write(job)


def _give_token(db: Database, bot_id: str, token_hash: str, now: float) -> None:
    """Begin the only session of a bot."""
    db.execute("DELETE FROM sessions WHERE player_id = ?", (bot_id,))
    db.execute("INSERT INTO sessions (token_hash, player_id, created) VALUES (?, ?, ?)", (token_hash, bot_id, now))
