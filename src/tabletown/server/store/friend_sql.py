"""Friends, requests and invitations in SQL that SQLite and PostgreSQL share: behind people_protocol.py."""

import json
from collections.abc import Collection

from tabletown.server.store.database import Database
from tabletown.server.store.people_protocol import Asked, FriendRow, Invitation
from tabletown.server.store.people_rows import PERSON, PeopleRows, end_friendship, person_of
from tabletown.server.store.writing import must_be_here


class FriendSql(PeopleRows):
    """The methods of `PeopleStore` about friends."""

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
            end_friendship(db, player_id, other)
            db.execute("DELETE FROM friend_asks WHERE asker = ? AND asked = ? AND declined IS NULL", (player_id, other))
            db.execute(
                "UPDATE friend_asks SET withdrawn = coalesce(withdrawn, ?) WHERE asker = ? AND asked = ?",
                (now, player_id, other),
            )

        self.write(job)

    def friends_of(self, player_id: str) -> list[FriendRow]:
        """The friends of a player, by name."""
        rows = self._found(
            f"SELECT friends.since, {PERSON} FROM friends JOIN players ON players.id = friends.friend_id"
            " WHERE friends.player_id = ? ORDER BY players.name, players.id",
            player_id,
        )
        return [FriendRow(person_of(person), since) for since, *person in rows]

    def asked_by(self, player_id: str) -> list[FriendRow]:
        """Whom a player has asked."""
        rows = self._found(
            f"SELECT friend_asks.at, {PERSON} FROM friend_asks JOIN players ON players.id = friend_asks.asked"
            " WHERE friend_asks.asker = ? AND friend_asks.withdrawn IS NULL ORDER BY friend_asks.at DESC, players.id",
            player_id,
        )
        return [FriendRow(person_of(person), at) for at, *person in rows]

    def asking(self, player_id: str) -> list[FriendRow]:
        """Who asks a player."""
        rows = self._found(
            f"SELECT friend_asks.at, {PERSON} FROM friend_asks JOIN players ON players.id = friend_asks.asker"
            " WHERE friend_asks.asked = ? AND friend_asks.withdrawn IS NULL AND friend_asks.declined IS NULL"
            " ORDER BY friend_asks.at DESC, players.id",
            player_id,
        )
        return [FriendRow(person_of(person), at) for at, *person in rows]

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
            f"SELECT invitations.table_id, invitations.at, {PERSON} FROM invitations"
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
        return [Invitation(table_id, person_of(person), at) for table_id, at, *person in rows]

    def decline_invitation(self, table_id: str, player_id: str) -> None:
        """Decline an invitation."""
        change = "UPDATE invitations SET declined = coalesce(declined, ?) WHERE table_id = ? AND player_id = ?"
        self._do(change, self.now(), table_id, player_id)


def _friends_and_asks(db: Database, player_id: str) -> int:
    count = (
        "SELECT (SELECT count(*) FROM friends WHERE player_id = ?)"
        " + (SELECT count(*) FROM friend_asks WHERE asker = ? AND withdrawn IS NULL)"
    )
    return int(db.execute(count, (player_id, player_id)).fetchone()[0])


def _forget_asks(db: Database, player_id: str, other: str) -> None:
    db.execute(
        "DELETE FROM friend_asks WHERE (asker = ? AND asked = ?) OR (asker = ? AND asked = ?)",
        (player_id, other, other, player_id),
    )
