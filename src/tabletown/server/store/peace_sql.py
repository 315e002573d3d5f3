"""Blocks, hidden remarks and reports in SQL that SQLite and PostgreSQL share: behind people_protocol.py."""

from tabletown.server.store.database import Database
from tabletown.server.store.people_protocol import Person, Report, Silenced
from tabletown.server.store.people_rows import PERSON, PeopleRows, end_friendship, person_of
from tabletown.server.store.writing import must_be_here

_REPORT = "id, reporter, about, kind, table_id, remark, name, text, at, closed"


class PeaceSql(PeopleRows):
    """The methods of `PeopleStore` about blocks, mutes and reports."""

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
            end_friendship(db, player_id, other)
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
            f"SELECT blocks.at, {PERSON} FROM blocks JOIN players ON players.id = blocks.blocked"
            " WHERE blocks.player_id = ? ORDER BY blocks.at DESC, players.id",
            player_id,
        )
        return [Silenced(person_of(person), at) for at, *person in rows]

    def bots_of_blocked(self, player_id: str) -> list[tuple[str, Person]]:
        """The bots of those whom a player has blocked."""
        rows = self._found(
            f"SELECT own_bots.owner, {PERSON} FROM blocks JOIN own_bots ON own_bots.owner = blocks.blocked"
            " JOIN players ON players.id = own_bots.player_id WHERE blocks.player_id = ?"
            " ORDER BY players.name, players.id",
            player_id,
        )
        return [(owner, person_of(person)) for owner, *person in rows]

    def muted_by(self, player_id: str) -> list[Silenced]:
        """Whose remarks a player has hidden."""
        rows = self._found(
            f"SELECT mutes.at, mutes.table_id, {PERSON} FROM mutes JOIN players ON players.id = mutes.muted"
            " WHERE mutes.player_id = ? ORDER BY mutes.at DESC, players.id, mutes.table_id",
            player_id,
        )
        return [Silenced(person_of(person), at, table_id) for at, table_id, *person in rows]

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


def _has_room(db: Database, table: str, player_id: str, most: int) -> bool:
    return bool(db.execute(f"SELECT count(*) FROM {table} WHERE player_id = ?", (player_id,)).fetchone()[0] < most)
