"""What a deletion, a join and housekeeping do with friends, blocks and reports, inside their own transactions."""

from tabletown.server.store.database import Database

_PAIRS = (("friends", "player_id", "friend_id"), ("friend_asks", "asker", "asked"), ("blocks", "player_id", "blocked"))


def delete_company(db: Database, player_id: str) -> None:
    """Delete what is kept about a player and others, on both sides: for the deletion of a player."""
    for table, one, other in (
        *_PAIRS,
        ("mutes", "player_id", "muted"),
        ("invitations", "player_id", "invited_by"),
        ("reports", "reporter", "about"),
        ("suspensions", "player_id", "player_id"),
    ):
        db.execute(f"DELETE FROM {table} WHERE {one} = ? OR {other} = ?", (player_id, player_id))
    db.execute("UPDATE players SET seen_by_friends = 0 WHERE id = ?", (player_id,))


def join_company(db: Database, player_id: str, into: str) -> None:
    """Let what is kept about a player and others be that of another player, who is the same person."""
    for table, one, other, rest in (
        ("friends", "player_id", "friend_id", "since"),
        ("friend_asks", "asker", "asked", "at, declined, withdrawn"),
        ("blocks", "player_id", "blocked", "at"),
        ("mutes", "player_id", "muted", "table_id, at"),
    ):
        for mine, theirs in ((one, other), (other, one)):
            db.execute(
                f"INSERT INTO {table} ({mine}, {theirs}, {rest}) SELECT ?, {theirs}, {rest} FROM {table}"
                f" WHERE {mine} = ? AND {theirs} <> ? ON CONFLICT DO NOTHING",
                (into, player_id, into),
            )
        db.execute(f"DELETE FROM {table} WHERE {one} = ? OR {other} = ?", (player_id, player_id))
    db.execute(
        "INSERT INTO invitations (table_id, player_id, invited_by, at, declined) SELECT table_id, ?, invited_by, at,"
        " declined FROM invitations WHERE player_id = ? ON CONFLICT DO NOTHING",
        (into, player_id),
    )
    db.execute("DELETE FROM invitations WHERE player_id = ?", (player_id,))
    db.execute("UPDATE invitations SET invited_by = ? WHERE invited_by = ?", (into, player_id))
    db.execute("UPDATE reports SET reporter = ? WHERE reporter = ?", (into, player_id))
    db.execute("UPDATE reports SET about = ? WHERE about = ?", (into, player_id))
    db.execute(
        "INSERT INTO suspensions (player_id, since, until, reason) SELECT ?, since, until, reason FROM suspensions"
        " WHERE player_id = ? ON CONFLICT (player_id) DO UPDATE SET until = excluded.until, reason = excluded.reason"
        " WHERE excluded.until > suspensions.until",
        (into, player_id),
    )
    db.execute("DELETE FROM suspensions WHERE player_id = ?", (player_id,))


def expire_company(db: Database, before: float, now: float) -> None:
    """Delete invitations and suspensions that are long over."""
    db.execute("DELETE FROM invitations WHERE at < ?", (before,))
    db.execute("DELETE FROM suspensions WHERE until < ?", (now,))
