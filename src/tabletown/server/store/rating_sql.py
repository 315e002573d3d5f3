"""Ratings in SQL that SQLite and PostgreSQL share: the part of `SqlStore` behind rating_protocol.py."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import groupby
from typing import Any, TypeVar

from tabletown.server.store.database import Database, Dialect
from tabletown.server.store.protocol import VersionConflict
from tabletown.server.store.rating_protocol import (
    COUNTING,
    CountedGame,
    CountedSeat,
    Ended,
    ListedStrength,
    Strength,
)

T = TypeVar("T")
_ENDED = "SELECT id, title, finished FROM tables WHERE rated = 1 AND finished IS NOT NULL"
_SEAT = "seat, entity, place, away, weight, mu_before, sigma_before, mu, sigma, games"
_GAMES = (
    f"SELECT game.table_id, game.title, game.ended, game.why, {_SEAT} FROM rated_games AS game"
    " LEFT JOIN rated_seats AS seated ON seated.table_id = game.table_id"
)
_IN_ORDER = " ORDER BY game.ended, game.table_id, seat"
_BEFORE = "(ended < ? OR (ended = ? AND table_id < ?))"


class RatingSql(ABC):
    """The methods of `RatingStore`. `SqlStore` adds how to run them."""

    dialect: Dialect

    @abstractmethod
    def write(self, job: Callable[[Database], T]) -> T:
        """Run a job in a transaction."""

    @abstractmethod
    def read(self, job: Callable[[Database], T]) -> T:
        """Run a job that changes nothing."""

    def _asked(self, sql: str, *parameters: object) -> list[Any]:
        return self.read(lambda db: db.execute(sql, parameters).fetchall())

    # Counting

    def uncounted(self, title: str = "", since: float = 0.0) -> list[Ended]:
        """Rated tables that have to be counted, in order."""
        rows = self._asked(
            f"{_ENDED} AND (? = '' OR title = ?) AND finished >= ? AND (NOT EXISTS"
            " (SELECT 1 FROM rated_games WHERE rated_games.table_id = tables.id AND counting = ?)"
            " OR EXISTS (SELECT 1 FROM rated_seats JOIN players ON players.id = rated_seats.entity"
            " WHERE rated_seats.table_id = tables.id AND players.joined_to IS NOT NULL)) ORDER BY finished, id",
            title,
            title,
            since,
            COUNTING,
        )
        return [Ended(*row) for row in rows]

    def rated_tables(self, title: str, since: tuple[float, str] = (0.0, "")) -> list[Ended]:
        """All rated tables of a title whose games are over, from a point on."""
        ended, table = since
        rows = self._asked(
            f"{_ENDED} AND title = ? AND (finished > ? OR (finished = ? AND id >= ?)) ORDER BY finished, id",
            title,
            ended,
            ended,
            table,
        )
        return [Ended(*row) for row in rows]

    def rating_version(self, title: str) -> int:
        """How often the ratings of a title were written."""
        rows = self._asked("SELECT version FROM rating_versions WHERE title = ?", title)
        return int(rows[0][0]) if rows else 0

    def strengths_before(self, title: str, point: tuple[float, str], entities: Collection[str]) -> dict[str, Strength]:
        """How strong these were before a point."""
        ended, table = point
        rows = self._asked(
            "SELECT entity, mu, sigma, games FROM (SELECT entity, mu, sigma, games,"
            " row_number() OVER (PARTITION BY entity ORDER BY ended DESC, table_id DESC, seat DESC) AS back"
            f" FROM rated_seats WHERE title = ? AND {_BEFORE}"
            f" AND entity IN (SELECT value FROM {self.dialect.items}(?))) AS known WHERE back = 1",
            title,
            ended,
            ended,
            table,
            json.dumps(sorted(entities)),
        )
        return {entity: Strength(*strength) for entity, *strength in rows}

    def meetings(
        self, title: str, since: float, before: tuple[float, str], entities: Collection[str]
    ) -> list[tuple[float, tuple[str, ...]]]:
        """When counted games with any of these ended, and who played."""
        ended, table = before
        rows = self._asked(
            "SELECT table_id, ended, entity FROM rated_seats WHERE table_id IN (SELECT table_id FROM rated_seats"
            f" WHERE title = ? AND ended > ? AND {_BEFORE} AND entity IN (SELECT value FROM {self.dialect.items}(?)))"
            " ORDER BY ended, table_id, seat",
            title,
            since,
            ended,
            ended,
            table,
            json.dumps(sorted(entities)),
        )
        games = groupby(rows, key=lambda row: (row[1], row[0]))
        return [(at, tuple(entity for _, _, entity in seats)) for (at, _), seats in games]

    def write_ratings(self, title: str, version: int, games: Sequence[CountedGame]) -> None:
        """Write counted games instead of all from the first of them on. Raises VersionConflict."""
        self.write(lambda db: _write(db, title, version, games))

    def replace_ratings(self, title: str, version: int, games: Sequence[CountedGame]) -> None:
        """Write counted games instead of all of the title. Raises VersionConflict."""
        self.write(lambda db: _write(db, title, version, games, everything=True))

    # Looking

    def counted_games(self, title: str) -> list[CountedGame]:
        """All counted games of a title."""
        return _games(self._asked(f"{_GAMES} WHERE game.title = ?{_IN_ORDER}", title))

    def counted_game(self, table_id: str) -> CountedGame | None:
        """What the game of a table did."""
        found = _games(self._asked(f"{_GAMES} WHERE game.table_id = ?{_IN_ORDER}", table_id))
        return found[0] if found else None

    def counted_games_of(self, entity: str, title: str) -> list[CountedGame]:
        """The counted games of a title in which somebody played."""
        own = "(SELECT table_id FROM rated_seats WHERE entity = ? AND title = ?)"
        return _games(self._asked(f"{_GAMES} WHERE game.table_id IN {own}{_IN_ORDER}", entity, title))

    def strengths_of(self, entity: str) -> dict[str, Strength]:
        """How strong somebody is now, by title."""
        rows = self._asked("SELECT title, mu, sigma, games FROM ratings WHERE entity = ? ORDER BY title", entity)
        return {title: Strength(*strength) for title, *strength in rows}

    def strengths_among(self, entities: Collection[str]) -> dict[str, dict[str, Strength]]:
        """How strong each of these is now, by title."""
        rows = self._asked(
            "SELECT entity, title, mu, sigma, games FROM ratings"
            f" WHERE entity IN (SELECT value FROM {self.dialect.items}(?)) ORDER BY entity, title",
            json.dumps(sorted(entities)),
        )
        found: dict[str, dict[str, Strength]] = {}
        for entity, title, *strength in rows:
            found.setdefault(entity, {})[title] = Strength(*strength)
        return found

    def strongest(self, title: str, least_games: int, deviations: float, limit: int) -> list[ListedStrength]:
        """Bots and players with an account, by the lower end of the range."""
        rows = self._asked(
            "SELECT entity, CASE WHEN accounts.listed = 1 THEN players.name ELSE '' END, mu, sigma, games FROM ratings"
            " LEFT JOIN accounts ON accounts.player_id = entity LEFT JOIN players ON players.id = entity"
            " WHERE title = ? AND games >= ? AND (accounts.player_id IS NOT NULL OR entity LIKE 'bot:%')"
            " ORDER BY mu - ? * sigma DESC, entity LIMIT ?",
            title,
            least_games,
            deviations,
            limit,
        )
        return [ListedStrength(entity, name or "", Strength(*strength)) for entity, name, *strength in rows]

    def people_behind(self, player_ids: Collection[str]) -> dict[str, str]:
        """Of these players those who were joined to another one, and to whom."""
        return dict(
            self._asked(
                "SELECT id, joined_to FROM players WHERE joined_to IS NOT NULL"
                f" AND id IN (SELECT value FROM {self.dialect.items}(?))",
                json.dumps(sorted(player_ids)),
            )
        )

    def owners_of_bots(self, player_ids: Collection[str]) -> dict[str, str]:
        """Of these players those who are or were bots of others, and whose."""
        return dict(
            self._asked(
                "SELECT id, bot_of FROM players WHERE bot_of IS NOT NULL"
                f" AND id IN (SELECT value FROM {self.dialect.items}(?))",
                json.dumps(sorted(player_ids)),
            )
        )

    def is_listed(self, player_id: str) -> bool:
        """Whether a player wants to be named in lists of ratings."""
        return bool(self._asked("SELECT 1 FROM accounts WHERE player_id = ? AND listed = 1", player_id))

    def set_listed(self, player_id: str, on: bool) -> None:
        """Set whether a player is named in lists of ratings."""
        change = "UPDATE accounts SET listed = ? WHERE player_id = ?"
        self.write(lambda db: db.execute(change, (int(on), player_id)).rowcount)


def _write(db: Database, title: str, version: int, games: Sequence[CountedGame], *, everything: bool = False) -> None:
    db.execute("INSERT INTO rating_versions (title, version) VALUES (?, 0) ON CONFLICT DO NOTHING", (title,))
    step = "UPDATE rating_versions SET version = version + 1 WHERE title = ? AND version = ?"
    if db.execute(step, (title, version)).rowcount != 1:
        raise VersionConflict(version)
    if not games and not everything:
        return
    ended, table = (0.0, "") if everything else games[0].game.point
    later = f"title = ? AND NOT {_BEFORE}"
    point = (title, ended, ended, table)
    touched = {row[0] for row in db.execute(f"SELECT entity FROM rated_seats WHERE {later}", point).fetchall()}
    touched |= {seat.entity for game in games for seat in game.seats}
    for cleared in ("rated_seats", "rated_games"):
        db.execute(f"DELETE FROM {cleared} WHERE {later}", point)
    db.executemany(
        "INSERT INTO rated_games (table_id, title, ended, why, counting) VALUES (?, ?, ?, ?, ?)",
        [(each.game.table, title, each.game.ended, each.why, COUNTING) for each in games],
    )
    db.executemany(
        f"INSERT INTO rated_seats (table_id, title, ended, {_SEAT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [_seat_row(each.game, seat) for each in games for seat in each.seats],
    )
    own = [(title, entity) for entity in sorted(touched)]
    db.executemany("DELETE FROM ratings WHERE title = ? AND entity = ?", own)
    db.executemany(
        "INSERT INTO ratings (title, entity, mu, sigma, games) SELECT title, entity, mu, sigma, games FROM rated_seats"
        " WHERE title = ? AND entity = ? ORDER BY ended DESC, table_id DESC, seat DESC LIMIT 1",
        own,
    )


def _seat_row(game: Ended, seat: CountedSeat) -> tuple[Any, ...]:
    before, after = seat.before, seat.after
    return (
        game.table,
        game.title,
        game.ended,
        seat.seat,
        seat.entity,
        seat.place,
        int(seat.away),
        seat.weight,
        before.mu,
        before.sigma,
        after.mu,
        after.sigma,
        after.games,
    )


def _games(rows: Iterable[Sequence[Any]]) -> list[CountedGame]:
    found = []
    for (table, title, ended, why), seats in groupby(rows, key=lambda row: tuple(row[:4])):
        seated = tuple(_seat(row[4:]) for row in seats if row[4] is not None)
        found.append(CountedGame(Ended(table, title, ended), why, seated))
    return found


def _seat(row: Sequence[Any]) -> CountedSeat:
    seat, entity, place, away, weight, mu_before, sigma_before, mu, sigma, games = row
    before = Strength(mu_before, sigma_before, games - 1)
    return CountedSeat(seat, entity, place, bool(away), weight, before, Strength(mu, sigma, games))
