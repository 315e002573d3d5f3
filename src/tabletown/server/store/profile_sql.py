"""Profiles in SQL that SQLite and PostgreSQL share: the part of `SqlStore` behind profile_protocol.py."""

import json
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from tabletown.server.store.database import SAME_PERSON, Database, Dialect
from tabletown.server.store.profile_protocol import (
    Company,
    GameSummary,
    PlayedGame,
    ReviewedTotal,
    RungBeaten,
    SeatAccount,
    SeatName,
    SeatResult,
    TitleCounts,
    TitleTotal,
)
from tabletown.server.store.protocol import FORMER_PLAYER

T = TypeVar("T")
_DONE, _BROKEN = 1, 2
_RESULT = "seat, player_id, bot, turn, place, score, lead, away, gave_up, beat"
_PLAYED = "table_id, title, kind, players, people, public, ended, seat, place, score, lead, away, gave_up"
_HIDDEN = f"table_id IN (SELECT table_id FROM put_away WHERE player_id IN {SAME_PERSON})"
_WITH = {"": "", "people": " AND people > 1", "bots": " AND people = 1"}
_TEN = 10


class ProfileSql(ABC):
    """The methods of `ProfileStore`. `SqlStore` adds how to run them."""

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

    def _asked(self, sql: str, *parameters: object) -> list[Any]:
        return self.read(lambda db: db.execute(sql, parameters).fetchall())

    # Summaries

    def unsummed(self, after: tuple[float, str] = (0.0, ""), limit: int = 100) -> list[tuple[float, str]]:
        """Finished tables without a summary, in the order in which they ended."""
        at, table_id = after
        rows = self._asked(
            "SELECT finished, id FROM tables WHERE finished IS NOT NULL AND summed = 0 AND finished >= ?"
            " AND (finished > ? OR id > ?) ORDER BY finished, id LIMIT ?",
            at,
            at,
            table_id,
            limit,
        )
        return [(float(finished), found) for finished, found in rows]

    def keep_summary(self, summary: GameSummary) -> bool:
        """Keep the summary of a finished game."""

        def job(db: Database) -> bool:
            kept = db.execute(
                "INSERT INTO game_summaries (table_id, title, edition, options, players, people, kind, public, began,"
                " ended, plies) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (
                    *(summary.table_id, summary.title, summary.edition, " ".join(summary.options), summary.players),
                    *(summary.people, summary.kind, int(summary.public), summary.began, summary.ended, summary.plies),
                ),
            )
            if kept.rowcount != 1:
                return False
            known = {seat.player_id: _still_here(db, self.dialect, seat.player_id) for seat in _by_owner(summary)}
            places = ", ".join("?" * 18)
            db.executemany(
                f"INSERT INTO game_results (table_id, title, kind, players, people, public, ended, edition, {_RESULT})"
                f" VALUES ({places})",
                [
                    (
                        *(summary.table_id, summary.title, summary.kind, summary.players, summary.people),
                        *(int(summary.public), summary.ended, summary.edition),
                        *(one.seat, known.get(one.player_id, ""), one.bot, one.turn, one.place, one.score, one.lead),
                        *(int(one.away), int(one.gave_up), one.beat),
                    )
                    for one in summary.seats
                ],
            )
            return True

        return self.write(job)

    def summed(self, table_id: str, broken: bool = False) -> None:
        """Note that a table needs no further summary."""
        state = _BROKEN if broken else _DONE
        change = "UPDATE tables SET summed = ? WHERE id = ? AND finished IS NOT NULL"
        self.write(lambda db: db.execute(change, (state, table_id)).rowcount)

    def sum_again(self) -> None:
        """Forget all summaries."""

        def job(db: Database) -> None:
            db.execute("DELETE FROM game_results")
            db.execute("DELETE FROM game_summaries")
            db.execute("UPDATE tables SET summed = 0 WHERE summed <> 0")

        self.write(job)

    def reviews_of(self, table_id: str) -> list[str]:
        """The texts of all reviews of a game."""
        return [row[0] for row in self._asked("SELECT text FROM reviews WHERE table_id = ?", table_id)]

    def keep_accounts(self, table_id: str, accounts: Sequence[SeatAccount]) -> None:
        """Keep what a review says of the seats of a game."""
        change = "UPDATE game_results SET accuracy = ?, luck = ?, choices = ? WHERE table_id = ? AND seat = ?"
        rows = [(one.accuracy, one.luck, one.choices, table_id, one.seat) for one in accounts]
        self.write(lambda db: db.executemany(change, rows))

    # What a player has played

    def totals(self, player_id: str) -> list[TitleTotal]:
        """How many games of each title a player has finished."""
        rows = self._asked(
            "SELECT title, count(*), sum(CASE WHEN place = 1 THEN 1 ELSE 0 END), min(ended), max(ended)"
            f" FROM game_results WHERE player_id IN {SAME_PERSON} GROUP BY title ORDER BY count(*) DESC, title",
            player_id,
            player_id,
        )
        return [TitleTotal(title, int(games), int(won), first, last) for title, games, won, first, last in rows]

    def count_played(self, player_id: str, title: str = "", company: Company = "", hidden: bool = False) -> int:
        """How many games `played` would list without a limit."""
        where, parameters = _listed(player_id, title, company, hidden)
        return int(self._asked(f"SELECT count(*) FROM game_results WHERE {where}", *parameters)[0][0])

    def played(
        self,
        player_id: str,
        title: str = "",
        company: Company = "",
        hidden: bool = False,
        since: float = 0.0,
        limit: int = 20,
        offset: int = 0,
    ) -> list[PlayedGame]:
        """The finished games of a player, newest first."""
        where, parameters = _listed(player_id, title, company, hidden)
        rows = self._asked(
            f"SELECT {_PLAYED}, choices IS NOT NULL FROM game_results WHERE {where} AND ended > ?"
            " ORDER BY ended DESC, table_id LIMIT ? OFFSET ?",
            *parameters,
            since,
            limit,
            offset,
        )
        return [_played(row, hidden) for row in rows]

    def rungs(self, player_id: str) -> list[RungBeaten]:
        """The bots that a player has beaten."""
        rows = self._asked(
            f"SELECT title, beat, count(*), min(ended) FROM game_results WHERE player_id IN {SAME_PERSON}"
            " AND beat <> '' GROUP BY title, beat ORDER BY title, beat",
            player_id,
            player_id,
        )
        return [RungBeaten(title, bot, int(times), first) for title, bot, times, first in rows]

    def reviewed(self, player_id: str) -> list[ReviewedTotal]:
        """What reviews say of a player's games."""
        rows = self._asked(
            "SELECT title, count(*), sum(accuracy * choices) / nullif(sum(CASE WHEN accuracy IS NULL THEN 0 ELSE"
            " choices END), 0), avg(luck), avg(luck * luck) FROM game_results"
            f" WHERE player_id IN {SAME_PERSON} AND choices IS NOT NULL GROUP BY title ORDER BY count(*) DESC, title",
            player_id,
            player_id,
        )
        return [
            ReviewedTotal(title, int(n), None if accuracy is None else float(accuracy), float(luck), float(squares))
            for title, n, accuracy, luck, squares in rows
        ]

    def results(self, player_id: str, limit: int) -> list[tuple[float, bool]]:
        """When a player's newest games ended, and whether they were won."""
        rows = self._asked(
            f"SELECT ended, place FROM game_results WHERE player_id IN {SAME_PERSON}"
            " ORDER BY ended DESC, table_id LIMIT ?",
            player_id,
            player_id,
            limit,
        )
        return [(float(ended), place == 1) for ended, place in rows]

    def names_at(self, table_ids: Iterable[str]) -> dict[str, tuple[SeatName, ...]]:
        """Who sits at each of these tables."""
        wanted = json.dumps(list(table_ids))
        listed = f"(SELECT value FROM {self.dialect.items}(?))"
        found: dict[str, dict[int, SeatName]] = defaultdict(dict)
        rows = self._asked(
            "SELECT table_id, seat, name, coalesce(bot, ''), coalesce(owner, '') FROM seats"
            f" WHERE table_id IN {listed}"
            " UNION ALL SELECT log.table_id, log.seat, coalesce(written.text, ?), coalesce(log.bot, ''),"
            " coalesce(log.owner, '') FROM events AS log LEFT JOIN written"
            " ON written.table_id = log.table_id AND written.version = log.version"
            f" WHERE log.kind = 'sit' AND log.table_id IN {listed}",
            wanted,
            FORMER_PLAYER,
            wanted,
        )
        for table_id, seat, name, bot, owner in rows:  # an open seat has no owner: who took it counts
            if seat not in found[table_id] or owner or bot:
                found[table_id][seat] = SeatName(seat, name, bot, owner)
        return {table_id: tuple(seats[n] for n in sorted(seats)) for table_id, seats in found.items()}

    def accounts_among(self, player_ids: Iterable[str]) -> dict[str, str]:
        """Of these players, those with an account."""
        rows = self._asked(
            "SELECT players.id, accounts.player_id FROM players JOIN accounts"
            " ON accounts.player_id = coalesce(players.joined_to, players.id)"
            f" WHERE players.deleted IS NULL AND players.id IN (SELECT value FROM {self.dialect.items}(?))",
            json.dumps(list(player_ids)),
        )
        return dict(rows)

    def seat_results(self, player_id: str) -> list[tuple[str, SeatResult]]:
        """All results of a player with their tables, oldest first."""
        rows = self._asked(
            f"SELECT table_id, {_RESULT} FROM game_results WHERE player_id IN {SAME_PERSON} ORDER BY ended, table_id",
            player_id,
            player_id,
        )
        return [
            (table, SeatResult(seat, owner, bot, turn, place, score, lead, bool(away), bool(gave_up), beat))
            for table, seat, owner, bot, turn, place, score, lead, away, gave_up, beat in rows
        ]

    # Statistics

    def title_counts(self, title: str, newest: int) -> TitleCounts:
        """Numbers of the newest games of a title."""
        games = (
            "(SELECT * FROM game_summaries WHERE title = ? AND kind = 'game' ORDER BY ended DESC, table_id LIMIT ?)"
            " AS games"
        )

        def asked(db: Database, sql: str) -> list[Any]:
            return db.execute(sql, (title, newest)).fetchall()

        def job(db: Database) -> TitleCounts:
            (total, since), *_ = asked(db, f"SELECT count(*), coalesce(min(ended), 0) FROM {games}")
            joined = f"{games} JOIN game_results AS one ON one.table_id = games.table_id"
            company = "CASE WHEN people = 0 THEN 'bots' WHEN people = players THEN 'people' ELSE 'both' END"
            minutes = "CAST(ended - began AS INTEGER) / 60"
            won = "sum(CASE WHEN one.place = 1 THEN 1 ELSE 0 END)"
            return TitleCounts(
                games=int(total),
                since=float(since),
                by_players=dict(asked(db, f"SELECT players, count(*) FROM {games} GROUP BY players")),
                by_company=dict(asked(db, f"SELECT {company} AS company, count(*) FROM {games} GROUP BY 1")),
                by_setup={
                    (edition, options): n
                    for edition, options, n in asked(
                        db, f"SELECT edition, options, count(*) FROM {games} GROUP BY edition, options"
                    )
                },
                turns={
                    (players, turn): (n, wins)
                    for players, turn, n, wins in asked(
                        db,
                        f"SELECT games.players, one.turn, count(*), {won} FROM {joined}"
                        " GROUP BY games.players, one.turn",
                    )
                },
                scores={
                    (players, score, bool(first)): n
                    for players, score, first, n in asked(
                        db,
                        "SELECT games.players, one.score, CASE WHEN one.place = 1 THEN 1 ELSE 0 END, count(*)"
                        f" FROM {joined} GROUP BY 1, 2, 3",
                    )
                },
                plies={
                    (players, tens): n
                    for players, tens, n in asked(
                        db, f"SELECT players, plies / {_TEN}, count(*) FROM {games} GROUP BY 1, 2"
                    )
                },
                minutes={
                    (players, length): n
                    for players, length, n in asked(
                        db, f"SELECT players, {minutes}, count(*) FROM {games} GROUP BY 1, 2"
                    )
                },
                by_bot={
                    bot: (n, wins)
                    for bot, n, wins in asked(
                        db, f"SELECT one.bot, count(*), {won} FROM {joined} WHERE one.away = 0 GROUP BY one.bot"
                    )
                },
            )

        return self.read(job)

    # What others may see, and games put away

    def seen_by(self, player_id: str) -> dict[str, str]:
        """By whom the sheets of a player's profile may be seen."""
        return dict(self._asked("SELECT sheet, seen_by FROM profile_sheets WHERE player_id = ?", player_id))

    def seen_by_among(self, player_ids: Iterable[str], sheet: str) -> dict[str, str]:
        """By whom a sheet of each of these players may be seen."""
        return dict(
            self._asked(
                "SELECT player_id, seen_by FROM profile_sheets WHERE sheet = ?"
                f" AND player_id IN (SELECT value FROM {self.dialect.items}(?))",
                sheet,
                json.dumps(list(player_ids)),
            )
        )

    def let_see(self, player_id: str, sheet: str, seen_by: str) -> None:
        """Choose by whom a sheet may be seen."""
        keep = (
            "INSERT INTO profile_sheets (player_id, sheet, seen_by) SELECT id, ?, ? FROM players WHERE id = ?"
            " AND deleted IS NULL ON CONFLICT (player_id, sheet) DO UPDATE SET seen_by = excluded.seen_by"
        )
        self.write(lambda db: db.execute(keep, (sheet, seen_by, player_id)).rowcount)

    def is_here(self, player_id: str) -> bool:
        """Whether there is such a player."""
        return bool(
            self._asked("SELECT 1 FROM players WHERE id = ? AND deleted IS NULL AND joined_to IS NULL", player_id)
        )

    def played_among(self, player_id: str, table_ids: Iterable[str]) -> list[str]:
        """Those of these tables at which a player sits or sat."""
        rows = self._asked(
            f"SELECT id FROM tables WHERE id IN (SELECT value FROM {self.dialect.items}(?))"
            f" AND (EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND owner IN {SAME_PERSON})"
            " OR EXISTS (SELECT 1 FROM events WHERE table_id = tables.id AND kind = 'sit'"
            f" AND owner IN {SAME_PERSON}))",
            json.dumps([table_id for table_id in table_ids if "\0" not in table_id]),
            *(player_id,) * 4,
        )
        return [row[0] for row in rows]

    def put_away(self, player_id: str, table_ids: Iterable[str], away: bool) -> None:
        """Put tables away, or back."""
        now, tables = self.now(), list(table_ids)
        keep = (
            "INSERT INTO put_away (player_id, table_id, at) SELECT players.id, tables.id, ? FROM players, tables"
            " WHERE players.id = ? AND players.deleted IS NULL AND tables.id = ? ON CONFLICT DO NOTHING"
        )
        back = f"DELETE FROM put_away WHERE player_id IN {SAME_PERSON} AND table_id = ?"

        def job(db: Database) -> None:
            for table_id in tables:
                if away:
                    db.execute(keep, (now, player_id, table_id))
                else:
                    db.execute(back, (player_id, player_id, table_id))

        self.write(job)

    def put_away_by(self, player_id: str) -> list[str]:
        """The tables that a player has put away."""
        rows = self._asked(
            f"SELECT DISTINCT table_id, at FROM put_away WHERE player_id IN {SAME_PERSON} ORDER BY at DESC, table_id",
            player_id,
            player_id,
        )
        return list(dict.fromkeys(row[0] for row in rows))


def unlink(db: Database, player_id: str) -> None:
    """Take a deleted player out of all results, and delete what they chose for their profile."""
    for change in (
        f"UPDATE game_results SET player_id = '' WHERE player_id IN {SAME_PERSON}",
        f"DELETE FROM put_away WHERE player_id IN {SAME_PERSON}",
        f"DELETE FROM profile_sheets WHERE player_id IN {SAME_PERSON}",
    ):
        db.execute(change, (player_id, player_id))


def _by_owner(summary: GameSummary) -> list[SeatResult]:
    """The seats of players, in the order in which their rows are locked."""
    return sorted((seat for seat in summary.seats if seat.player_id), key=lambda seat: seat.player_id)


def _still_here(db: Database, dialect: Dialect, player_id: str) -> str:
    """The player, unless they were deleted; nobody else deletes them until the transaction ends."""
    row = db.execute(f"SELECT deleted FROM players WHERE id = ?{dialect.lock}", (player_id,)).fetchone()
    return player_id if row is not None and row[0] is None else ""


def _listed(player_id: str, title: str, company: Company, hidden: bool) -> tuple[str, list[object]]:
    """The condition for a list of a player's games, and its parameters."""
    where = f"player_id IN {SAME_PERSON} AND {'' if hidden else 'NOT '}{_HIDDEN}{_WITH[company]}"
    parameters: list[object] = [player_id] * 4
    if title:
        where += " AND title = ?"
        parameters.append(title)
    return where, parameters


def _played(row: Sequence[Any], hidden: bool) -> PlayedGame:
    table_id, title, kind, players, people, public, ended, seat, place, score, lead, away, gave_up, reviewed = row
    return PlayedGame(
        table_id, title, kind, players, people, bool(public), ended, seat, place, score, lead,
        bool(away), bool(gave_up), bool(reviewed), hidden,
    )  # fmt: skip
