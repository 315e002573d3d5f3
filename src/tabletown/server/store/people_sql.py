"""Friends, blocks, reports and suspensions in SQL that SQLite and PostgreSQL share: behind people_protocol.py."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import Any, TypeVar

from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.store.database import SAME_PERSON, Database, Dialect
from tabletown.server.store.people_protocol import (
    Asked,
    FriendRow,
    Invitation,
    Person,
    Report,
    Silenced,
    Suspension,
)
from tabletown.server.store.writing import must_be_here, name_bots

T = TypeVar("T")
_REPORT = "id, reporter, about, kind, table_id, remark, name, text, at, closed"
_PERSON = (
    "players.id, players.name, EXISTS (SELECT 1 FROM accounts WHERE accounts.player_id = players.id),"
    " players.seen_by_friends"
)


class PeopleSql(ABC):
    """The methods of `PeopleStore`. `SqlStore` adds how to run them."""

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

    def person(self, player_id: str) -> Person | None:
        """A player as others find them, or None."""
        if "\0" in player_id:  # PostgreSQL refuses it
            return None
        rows = self._found(
            f"SELECT {_PERSON} FROM players WHERE deleted IS NULL AND id ="
            " (SELECT coalesce(before.joined_to, before.id) FROM players AS before WHERE before.id = ?)",
            player_id,
        )
        return _person(rows[0]) if rows else None

    # Friends

    def ask_friend(self, player_id: str, other: str, *, silently: bool, most: int) -> Asked | None:
        """Ask a player to be friends, or say yes to them."""
        now = self.now()

        def job(db: Database) -> Asked | None:
            must_be_here(db, self.dialect, [player_id, other])  # locks both: of two requests that cross, one is later
            if db.execute("SELECT 1 FROM friends WHERE player_id = ? AND friend_id = ?", (player_id, other)).fetchone():
                return "friends"
            known = db.execute("SELECT 1 FROM friend_asks WHERE asker = ? AND asked = ?", (player_id, other)).fetchone()
            if not known and _friends_and_asks(db, player_id) >= most:
                return None
            wish = "SELECT 1 FROM friend_asks WHERE asker = ? AND asked = ? AND withdrawn IS NULL"
            if not silently and db.execute(wish, (other, player_id)).fetchone():
                _forget_asks(db, player_id, other)
                add = "INSERT INTO friends (player_id, friend_id, since) VALUES (?, ?, ?)"
                db.executemany(add, [(player_id, other, now), (other, player_id, now)])
                return "friends"
            db.execute(
                "INSERT INTO friend_asks (asker, asked, at, declined) VALUES (?, ?, ?, ?) ON CONFLICT (asker, asked)"
                " DO UPDATE SET withdrawn = NULL, declined = coalesce(friend_asks.declined, excluded.declined)",
                (player_id, other, now, now if silently else None),
            )
            return "asked"

        return self.write(job)

    def decline_friend(self, player_id: str, asker: str) -> None:
        """Decline a request, without telling."""
        change = "UPDATE friend_asks SET declined = coalesce(declined, ?) WHERE asker = ? AND asked = ?"
        self._do(change, self.now(), asker, player_id)

    def end_friend(self, player_id: str, other: str) -> None:
        """End a friendship, and take back a request; one that was declined is remembered, so that it stays so."""
        now = self.now()

        def job(db: Database) -> None:
            must_be_here(db, self.dialect, [player_id])
            _end_friendship(db, player_id, other)
            db.execute("DELETE FROM friend_asks WHERE asker = ? AND asked = ? AND declined IS NULL", (player_id, other))
            db.execute(
                "UPDATE friend_asks SET withdrawn = coalesce(withdrawn, ?) WHERE asker = ? AND asked = ?",
                (now, player_id, other),
            )

        self.write(job)

    def friends_of(self, player_id: str) -> list[FriendRow]:
        """The friends of a player, by name."""
        rows = self._found(
            f"SELECT friends.since, {_PERSON} FROM friends JOIN players ON players.id = friends.friend_id"
            " WHERE friends.player_id = ? ORDER BY players.name, players.id",
            player_id,
        )
        return [FriendRow(_person(person), since) for since, *person in rows]

    def asked_by(self, player_id: str) -> list[FriendRow]:
        """Whom a player has asked."""
        rows = self._found(
            f"SELECT friend_asks.at, {_PERSON} FROM friend_asks JOIN players ON players.id = friend_asks.asked"
            " WHERE friend_asks.asker = ? AND friend_asks.withdrawn IS NULL ORDER BY friend_asks.at DESC, players.id",
            player_id,
        )
        return [FriendRow(_person(person), at) for at, *person in rows]

    def asking(self, player_id: str) -> list[FriendRow]:
        """Who asks a player."""
        rows = self._found(
            f"SELECT friend_asks.at, {_PERSON} FROM friend_asks JOIN players ON players.id = friend_asks.asker"
            " WHERE friend_asks.asked = ? AND friend_asks.withdrawn IS NULL AND friend_asks.declined IS NULL"
            " ORDER BY friend_asks.at DESC, players.id",
            player_id,
        )
        return [FriendRow(_person(person), at) for at, *person in rows]

    def are_friends(self, player_id: str, other: str) -> bool:
        """Whether both have said yes."""
        return bool(self._found("SELECT 1 FROM friends WHERE player_id = ? AND friend_id = ?", player_id, other))

    def public_games_of(self, player_ids: Collection[str], limit: int = 100) -> list[tuple[str, str]]:
        """Players and public games in play at which they sit."""
        sitting = (
            "SELECT table_id, owner FROM seats WHERE owner IS NOT NULL"
            " UNION SELECT table_id, owner FROM events WHERE owner IS NOT NULL AND kind = 'sit'"
        )
        rows = self._found(
            f"SELECT coalesce(players.joined_to, players.id), tables.id FROM tables JOIN ({sitting}) AS sitting"
            " ON sitting.table_id = tables.id JOIN players ON players.id = sitting.owner"
            " WHERE tables.public = 1 AND tables.open_seats = 0 AND tables.finished IS NULL"
            " AND coalesce(players.joined_to, players.id) IN"
            f" (SELECT value FROM {self.dialect.items}(?)) ORDER BY tables.created DESC, tables.id LIMIT ?",
            json.dumps(sorted(player_ids)),
            limit,
        )
        return [(player_id, table_id) for player_id, table_id in rows]

    def set_seen_by_friends(self, player_id: str, on: bool) -> None:
        """Set whether friends see that a player is here."""
        self._do("UPDATE players SET seen_by_friends = ? WHERE id = ?", int(on), player_id)

    # Invitations

    def invite(self, table_id: str, player_id: str, by: str) -> None:
        """Invite a player to an open seat."""
        now = self.now()

        def job(db: Database) -> None:
            must_be_here(db, self.dialect, [player_id, by])
            db.execute(
                "INSERT INTO invitations (table_id, player_id, invited_by, at) VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (table_id, player_id, by, now),
            )

        self.write(job)

    def invitations(self, player_id: str, since: float) -> list[Invitation]:
        """Invitations to seats that are still open."""
        rows = self._found(
            f"SELECT invitations.table_id, invitations.at, {_PERSON} FROM invitations"
            " JOIN tables ON tables.id = invitations.table_id AND tables.open_seats > 0 AND tables.finished IS NULL"
            " JOIN friends ON friends.player_id = invitations.player_id AND friends.friend_id = invitations.invited_by"
            " JOIN players ON players.id = invitations.invited_by"
            " WHERE invitations.player_id = ? AND invitations.declined IS NULL AND invitations.at > ?"
            " AND NOT EXISTS (SELECT 1 FROM events WHERE events.table_id = tables.id"
            " AND events.owner = invitations.player_id AND events.kind = 'sit')"
            " ORDER BY invitations.at DESC, tables.id",
            player_id,
            since,
        )
        return [Invitation(table_id, _person(person), at) for table_id, at, *person in rows]

    def decline_invitation(self, table_id: str, player_id: str) -> None:
        """Decline an invitation."""
        change = "UPDATE invitations SET declined = coalesce(declined, ?) WHERE table_id = ? AND player_id = ?"
        self._do(change, self.now(), table_id, player_id)

    # Peace

    def block(self, player_id: str, other: str, most: int) -> bool:
        """Block a player. A request of theirs counts as declined, so that it does not come back after the block."""
        now = self.now()

        def job(db: Database) -> bool:
            must_be_here(db, self.dialect, [player_id, other])
            if not _has_room(db, "blocks", player_id, most):
                return False
            db.execute(
                "INSERT INTO blocks (player_id, blocked, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (player_id, other, now),
            )
            _end_friendship(db, player_id, other)
            db.execute("DELETE FROM friend_asks WHERE asker = ? AND asked = ?", (player_id, other))
            db.execute(
                "UPDATE friend_asks SET declined = coalesce(declined, ?) WHERE asker = ? AND asked = ?",
                (now, other, player_id),
            )
            return True

        return self.write(job)

    def unblock(self, player_id: str, other: str) -> None:
        """End a block."""
        self._do("DELETE FROM blocks WHERE player_id = ? AND blocked = ?", player_id, other)

    def mute(self, player_id: str, other: str, table_id: str, most: int) -> bool:
        """Hide the remarks of a player."""
        now = self.now()

        def job(db: Database) -> bool:
            must_be_here(db, self.dialect, [player_id, other])
            if not _has_room(db, "mutes", player_id, most):
                return False
            db.execute(
                "INSERT INTO mutes (player_id, muted, table_id, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (player_id, other, table_id, now),
            )
            return True

        return self.write(job)

    def unmute(self, player_id: str, other: str, table_id: str) -> None:
        """Show the remarks of a player again."""
        self._do(
            "DELETE FROM mutes WHERE player_id = ? AND muted = ? AND (table_id = ? OR ? = '')",
            player_id,
            other,
            table_id,
            table_id,
        )

    def blocked_by(self, player_id: str) -> list[Silenced]:
        """Whom a player has blocked."""
        rows = self._found(
            f"SELECT blocks.at, {_PERSON} FROM blocks JOIN players ON players.id = blocks.blocked"
            " WHERE blocks.player_id = ? ORDER BY blocks.at DESC, players.id",
            player_id,
        )
        return [Silenced(_person(person), at) for at, *person in rows]

    def bots_of_blocked(self, player_id: str) -> list[tuple[str, Person]]:
        """The bots of those whom a player has blocked."""
        rows = self._found(
            f"SELECT own_bots.owner, {_PERSON} FROM blocks JOIN own_bots ON own_bots.owner = blocks.blocked"
            " JOIN players ON players.id = own_bots.player_id WHERE blocks.player_id = ?"
            " ORDER BY players.name, players.id",
            player_id,
        )
        return [(owner, _person(person)) for owner, *person in rows]

    def muted_by(self, player_id: str) -> list[Silenced]:
        """Whose remarks a player has hidden."""
        rows = self._found(
            f"SELECT mutes.at, mutes.table_id, {_PERSON} FROM mutes JOIN players ON players.id = mutes.muted"
            " WHERE mutes.player_id = ? ORDER BY mutes.at DESC, players.id, mutes.table_id",
            player_id,
        )
        return [Silenced(_person(person), at, table_id) for at, table_id, *person in rows]

    def blocks_with(self, player_id: str) -> tuple[frozenset[str], frozenset[str]]:
        """Whom a player has blocked, and who has blocked the player."""
        behind = "(SELECT ? UNION SELECT owner FROM own_bots WHERE player_id = ?)"  # a bot is met like its owner
        rows = self._found(
            f"SELECT 1, blocked FROM blocks WHERE player_id IN {behind} UNION ALL"
            " SELECT 1, own_bots.player_id FROM blocks JOIN own_bots ON owner = blocked"
            f" WHERE blocks.player_id IN {behind} UNION ALL"
            f" SELECT 0, player_id FROM blocks WHERE blocked IN {behind} UNION ALL"
            " SELECT 0, own_bots.player_id FROM blocks JOIN own_bots ON owner = blocks.player_id"
            f" WHERE blocked IN {behind}",
            *(player_id,) * 8,
        )
        own = frozenset(other for by_me, other in rows if by_me)
        return own, frozenset(other for by_me, other in rows if not by_me)

    def silenced_for(self, player_id: str, table_id: str) -> frozenset[str]:
        """Whose remarks a player does not see at a table."""
        rows = self._found(
            "SELECT blocked FROM blocks WHERE player_id = ? UNION ALL SELECT own_bots.player_id"
            " FROM blocks JOIN own_bots ON owner = blocked WHERE blocks.player_id = ? UNION ALL"
            " SELECT muted FROM mutes WHERE player_id = ? AND table_id IN ('', ?)",
            player_id,
            player_id,
            player_id,
            table_id,
        )
        return frozenset(row[0] for row in rows)

    # Reports

    def report(self, report: Report, key: str, most: int) -> bool:
        """Keep a report, once for every key."""
        now = self.now()

        def job(db: Database) -> bool:
            must_be_here(db, self.dialect, [report.reporter, report.about])
            if db.execute("SELECT 1 FROM reports WHERE key = ?", (key,)).fetchone():
                return True
            count = "SELECT count(*) FROM reports WHERE reporter = ? AND closed IS NULL"
            if db.execute(count, (report.reporter,)).fetchone()[0] >= most:
                return False
            db.execute(
                "INSERT INTO reports (id, reporter, about, kind, table_id, remark, name, text, at, key)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    report.id, report.reporter, report.about, report.kind, report.table, report.remark, report.name,
                    report.text, now, key,
                ),
            )  # fmt: skip
            return True

        return self.write(job)

    def reports_by(self, player_id: str) -> list[Report]:
        """The reports that a player made."""
        found = f"SELECT {_REPORT} FROM reports WHERE reporter = ? ORDER BY at DESC, id"
        return [Report(*row) for row in self._found(found, player_id)]

    def open_reports(self) -> list[Report]:
        """All reports that the host has not closed."""
        return [Report(*row) for row in self._found(f"SELECT {_REPORT} FROM reports WHERE closed IS NULL ORDER BY at")]

    def close_report(self, report_id: str) -> bool:
        """Close a report."""
        return self._do("UPDATE reports SET closed = ? WHERE id = ? AND closed IS NULL", self.now(), report_id) == 1

    # The host

    def remove_remark(self, table_id: str, number: int) -> bool:
        """Remove the text of a remark, and tell the table."""
        now = self.now()

        def job(db: Database) -> bool:
            _lock_table(db, self.dialect, table_id)
            said = "SELECT version FROM events WHERE table_id = ? AND kind = 'say' ORDER BY version LIMIT 1 OFFSET ?"
            row = db.execute(said, (table_id, number - 1)).fetchone() if number > 0 else None
            if row is None:
                return False
            gone = "DELETE FROM written WHERE table_id = ? AND version = ?"
            if db.execute(gone, (table_id, row[0])).rowcount:
                _tell_table(db, table_id, "hush", now, action=number)
            return True

        done = self.write(job)
        if done:
            self.told([table_id])
        return done

    def take_name(self, player_id: str) -> bool:
        """Take the name of a player away: at their seats they are called by the colour."""
        now = self.now()

        def job(db: Database) -> list[str] | None:
            must_be_here(db, self.dialect, [player_id])
            if db.execute("UPDATE players SET name = '' WHERE id = ?", (player_id,)).rowcount != 1:
                return None
            db.execute("UPDATE own_bots SET name = '' WHERE player_id = ?", (player_id,))
            for row in db.execute("SELECT owner FROM own_bots WHERE player_id = ?", (player_id,)).fetchall():
                name_bots(db, row[0])
            own = (player_id, player_id)
            tables = [
                row[0]
                for row in db.execute(
                    f"SELECT table_id FROM seats WHERE owner IN {SAME_PERSON}"
                    f" UNION SELECT table_id FROM events WHERE owner IN {SAME_PERSON} ORDER BY 1",
                    own * 2,
                ).fetchall()
            ]
            for table_id in tables:
                _lock_table(db, self.dialect, table_id)
            colours = [(colour, seat, *own) for seat, colour in enumerate(SEAT_NAMES)]
            db.executemany(f"UPDATE seats SET name = ? WHERE seat = ? AND owner IN {SAME_PERSON}", colours)
            db.executemany(
                "UPDATE written SET text = ? WHERE (table_id, version) IN (SELECT table_id, version FROM events"
                f" WHERE kind = 'sit' AND seat = ? AND owner IN {SAME_PERSON})",
                colours,
            )
            # a remark of somebody who watches has their name in its first line, see play/remarks.py
            spoken = db.execute(
                "SELECT written.text, written.table_id, written.version FROM written JOIN events"
                " ON events.table_id = written.table_id AND events.version = written.version"
                f" WHERE events.kind = 'say' AND events.seat < 0 AND events.owner IN {SAME_PERSON}",
                own,
            ).fetchall()
            nameless = [("\n" + text.rpartition("\n")[2], table_id, version) for text, table_id, version in spoken]
            db.executemany("UPDATE written SET text = ? WHERE table_id = ? AND version = ?", nameless)
            for table_id in tables:
                _tell_table(db, table_id, "unnamed", now, owner=player_id)
            return tables

        tables = self.write(job)
        self.told(tables or [])
        for (bot,) in self._found("SELECT player_id FROM own_bots WHERE owner = ?", player_id):
            self.take_name(bot)  # it says whose bot it is
        return tables is not None

    def told(self, table_ids: Collection[str]) -> None:
        """Hear that these tables have a new event; a database that can notify other servers does so."""
        return

    def suspend(self, player_id: str, until: float, reason: str) -> bool:
        """Suspend a player."""
        now = self.now()

        def job(db: Database) -> bool:
            must_be_here(db, self.dialect, [player_id])
            if not db.execute("SELECT 1 FROM players WHERE id = ?", (player_id,)).fetchone():
                return False
            db.execute(
                "INSERT INTO suspensions (player_id, since, until, reason) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (player_id) DO UPDATE SET until = excluded.until, reason = excluded.reason",
                (player_id, now, until, reason),
            )
            return True

        return self.write(job)

    def unsuspend(self, player_id: str) -> bool:
        """End a suspension."""
        return self._do("DELETE FROM suspensions WHERE player_id = ?", player_id) == 1

    def suspension(self, player_id: str) -> Suspension | None:
        """The suspension of a player, or of the owner of a bot, that is in force, or None."""
        rows = self._found(
            "SELECT player_id, until, reason FROM suspensions WHERE until > ? AND (player_id = ?"
            " OR player_id = (SELECT owner FROM own_bots WHERE own_bots.player_id = ?)) ORDER BY until DESC",
            self.now(),
            player_id,
            player_id,
        )
        return Suspension(*rows[0]) if rows else None

    def suspended(self, player_ids: Collection[str]) -> frozenset[str]:
        """Those of these players who are suspended now."""
        wanted = f"(SELECT value FROM {self.dialect.items}(?))"
        now, ids = self.now(), json.dumps(sorted(player_ids))
        rows = self._found(
            f"SELECT player_id FROM suspensions WHERE until > ? AND player_id IN {wanted} UNION"
            " SELECT own_bots.player_id FROM own_bots JOIN suspensions ON suspensions.player_id = owner"
            f" WHERE until > ? AND own_bots.player_id IN {wanted}",
            now,
            ids,
            now,
            ids,
        )
        return frozenset(row[0] for row in rows)


def _person(row: Any) -> Person:
    player_id, name, kept, seen = row
    return Person(player_id, name, bool(kept), bool(seen))


def _friends_and_asks(db: Database, player_id: str) -> int:
    count = (
        "SELECT (SELECT count(*) FROM friends WHERE player_id = ?)"
        " + (SELECT count(*) FROM friend_asks WHERE asker = ? AND withdrawn IS NULL)"
    )
    return int(db.execute(count, (player_id, player_id)).fetchone()[0])


def _has_room(db: Database, table: str, player_id: str, most: int) -> bool:
    return bool(db.execute(f"SELECT count(*) FROM {table} WHERE player_id = ?", (player_id,)).fetchone()[0] < most)


def _end_friendship(db: Database, player_id: str, other: str) -> None:
    db.execute(
        "DELETE FROM friends WHERE (player_id = ? AND friend_id = ?) OR (player_id = ? AND friend_id = ?)",
        (player_id, other, other, player_id),
    )


def _forget_asks(db: Database, player_id: str, other: str) -> None:
    db.execute(
        "DELETE FROM friend_asks WHERE (asker = ? AND asked = ?) OR (asker = ? AND asked = ?)",
        (player_id, other, other, player_id),
    )


def _lock_table(db: Database, dialect: Dialect, table_id: str) -> None:
    db.execute(f"SELECT version FROM tables WHERE id = ?{dialect.lock}", (table_id,)).fetchone()


def _tell_table(
    db: Database, table_id: str, kind: str, now: float, *, action: int | None = None, owner: str | None = None
) -> None:
    """Append an event that changes no game: it leads to the state to which the last event led.

    Before the first event there is none to name; then its digest is empty.
    """
    last = "SELECT version, ply, digest FROM events WHERE table_id = ? ORDER BY version DESC LIMIT 1"
    version, ply, digest = db.execute(last, (table_id,)).fetchone() or (0, 0, "")
    db.execute(
        "INSERT INTO events (table_id, version, kind, seat, ply, digest, action, owner, at)"
        " VALUES (?, ?, ?, -1, ?, ?, ?, ?, ?)",
        (table_id, version + 1, kind, ply, digest, action, owner, now),
    )
    db.execute("UPDATE tables SET version = ? WHERE id = ?", (version + 1, table_id))
