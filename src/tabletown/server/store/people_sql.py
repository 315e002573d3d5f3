"""People, and what the host does about them, in SQL that SQLite and PostgreSQL share: behind people_protocol.py.

The host removes remarks, takes names away and suspends players.
"""

import json
from collections.abc import Collection

from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.store.database import SAME_PERSON, Database, Dialect
from tabletown.server.store.people_protocol import Person, Suspension
from tabletown.server.store.people_rows import PERSON, PeopleRows, person_of
from tabletown.server.store.writing import must_be_here, name_bots


class PeopleSql(PeopleRows):
    """The methods of `PeopleStore` about a person, and about the host's deeds."""

    def person(self, player_id: str) -> Person | None:
        """A player as others find them, or None."""
        if "\0" in player_id:  # PostgreSQL refuses it
            return None
        rows = self._found(
            f"SELECT {PERSON} FROM players WHERE deleted IS NULL AND id ="
            " (SELECT coalesce(before.joined_to, before.id) FROM players AS before WHERE before.id = ?)",
            player_id,
        )
        return person_of(rows[0]) if rows else None

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
            db.execute(f"UPDATE tournament_entries SET name = '' WHERE player_id IN {SAME_PERSON}", own)
            db.execute(f"UPDATE tournaments SET name = '' WHERE organiser IN {SAME_PERSON}", own)
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
