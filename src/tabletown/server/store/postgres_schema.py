"""The schema of a PostgreSQL database, as numbered migrations: a database is migrated when it is opened.

Tables and columns are those of SQLite (sqlite_schema.py), so that both understand the same statements and the same
backups. A released migration is never edited; a change is a new one at the end, here and there.
"""

from typing import Any

from psycopg import Connection

from tabletown.server.store.protocol import Unavailable

_LOCK = 0x7AB1E70  # the advisory lock that keeps two servers from migrating at once

_FIRST = """
CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created DOUBLE PRECISION NOT NULL
);

CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY,  -- SHA-256: a stolen database signs nobody in
    player_id TEXT NOT NULL REFERENCES players (id),
    created DOUBLE PRECISION NOT NULL
);
CREATE INDEX sessions_by_player ON sessions (player_id);

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    rules TEXT NOT NULL,
    options TEXT NOT NULL,  -- JSON
    seed TEXT NOT NULL,  -- secret until the end, like salt
    salt TEXT NOT NULL,
    commitment TEXT NOT NULL,
    created DOUBLE PRECISION NOT NULL,
    version INTEGER NOT NULL,  -- of the last event; kept in the same transaction
    awaits TEXT NOT NULL CHECK (awaits IN ('players', 'bots', 'nobody')),
    public INTEGER NOT NULL DEFAULT 0,
    clock TEXT,  -- JSON, or NULL for as long as one likes
    open_seats INTEGER NOT NULL DEFAULT 0,
    finished DOUBLE PRECISION,  -- when it was over
    deadline DOUBLE PRECISION,  -- when the clock of somebody who is waited for runs out
    key TEXT UNIQUE  -- of the form that made it
) WITH (fillfactor = 80);  -- a row is written anew with every move: room for that in its own page
CREATE INDEX tables_awaiting_bots ON tables (awaits) WHERE awaits = 'bots';
CREATE INDEX tables_in_lobby ON tables (created) WHERE public = 1 AND open_seats > 0 AND finished IS NULL;
CREATE INDEX tables_finished ON tables (finished) WHERE finished IS NOT NULL;
CREATE INDEX tables_due ON tables (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('human', 'bot', 'open')),
    name TEXT NOT NULL,
    bot TEXT,
    owner TEXT REFERENCES players (id),
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX seats_by_owner ON seats (owner) WHERE owner IS NOT NULL;

CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    version INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    action BIGINT,
    digest TEXT NOT NULL,
    text TEXT,
    bot TEXT,
    owner TEXT REFERENCES players (id),
    key_seat INTEGER,
    key TEXT,
    body TEXT,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, version)
);
CREATE UNIQUE INDEX events_by_key ON events (table_id, key_seat, key) WHERE key IS NOT NULL;
CREATE INDEX events_sitting ON events (owner) WHERE kind = 'sit';

CREATE FUNCTION events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION events_stay();
CREATE TRIGGER events_remain BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION events_stay();
"""

# For the list of public games in play.
_IN_PLAY = """
CREATE INDEX tables_in_play ON tables (created) WHERE public = 1 AND open_seats = 0 AND finished IS NULL;
"""

# A table for a lesson is marked by a column. Before, its salt began with a word, as the salt of a record may, too.
_LESSONS = """
ALTER TABLE tables ADD COLUMN lesson INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET lesson = 1 WHERE salt LIKE 'lesson-%' AND id NOT LIKE 'import-%';
"""

# The end of a game is final. Before, a game could go on after it: such a table counts as over now.
_OVER = """
UPDATE tables SET awaits = 'nobody', deadline = NULL WHERE finished IS NOT NULL;
CREATE FUNCTION tables_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the game is over' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER tables_over BEFORE UPDATE ON tables FOR EACH ROW
WHEN (OLD.finished IS NOT NULL
    AND (NEW.finished IS DISTINCT FROM OLD.finished OR NEW.awaits <> 'nobody' OR NEW.deadline IS NOT NULL))
EXECUTE FUNCTION tables_over();
"""

# A key belongs to the player who sent it, not to a seat: a player may own several seats. Older events do not say who
# sent them, and some of them have one key on several seats, so they keep the index that they have had.
_SENDERS = """
ALTER TABLE events ADD COLUMN sender TEXT;  -- a player's id; empty for a form that was sent before there was one
DROP INDEX events_by_key;
CREATE UNIQUE INDEX events_by_key ON events (table_id, sender, key) WHERE sender IS NOT NULL;
CREATE UNIQUE INDEX events_by_seat_and_key ON events (table_id, key_seat, key) WHERE sender IS NULL AND key IS NOT NULL;
"""

# What people wrote, names and remarks, stands beside the log, so that it can be deleted and the log is never rewritten.
# A player may be deleted; sessions tell when they were last used, so that old ones can be ended.
_WRITTEN = """
CREATE TABLE written (
    table_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, version),
    FOREIGN KEY (table_id, version) REFERENCES events (table_id, version)
);
INSERT INTO written SELECT table_id, version, text FROM events WHERE kind IN ('sit', 'say') AND text IS NOT NULL;
ALTER TABLE events DISABLE TRIGGER events_stay;
UPDATE events SET text = NULL WHERE kind IN ('sit', 'say');
ALTER TABLE events ENABLE TRIGGER events_stay;
DROP INDEX events_sitting;
CREATE INDEX events_by_owner ON events (owner) WHERE owner IS NOT NULL;

ALTER TABLE players ADD COLUMN deleted DOUBLE PRECISION;  -- when the player was deleted
ALTER TABLE players ADD COLUMN departed INTEGER NOT NULL DEFAULT 0;  -- 1 when all tables know that
CREATE INDEX players_departing ON players (deleted) WHERE deleted IS NOT NULL AND departed = 0;
ALTER TABLE sessions ADD COLUMN used DOUBLE PRECISION;  -- NULL until it is known
"""

# Whether a ply that is the only one possible plays itself: for the seats that a player will take, and for a seat as it
# was set up.
_FORCED_PLIES = """
ALTER TABLE players ADD COLUMN play_forced INTEGER NOT NULL DEFAULT 1;
ALTER TABLE seats ADD COLUMN play_forced INTEGER NOT NULL DEFAULT 1;
"""

# Reviews of finished games, one for each way of judging (`judged_by`: the mind); they can be made again from the log.
# Positions that people wrote to study them, by a hash of their text.
_STUDY = """
CREATE TABLE reviews (
    table_id TEXT NOT NULL REFERENCES tables (id),
    judged_by TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, judged_by)
);
CREATE TABLE positions (
    id TEXT PRIMARY KEY,
    text TEXT NOT NULL
);
"""

MIGRATIONS: tuple[str, ...] = (_FIRST, _IN_PLAY, _LESSONS, _OVER, _SENDERS, _WRITTEN, _FORCED_PLIES, _STUDY)
COUNTED_IN = "migrations"
"""The table that holds the number of migrations done."""


def migrate(connection: Connection[Any]) -> None:
    """Migrate the database, all steps or none, also when two servers open it at once."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        connection.execute(f"CREATE TABLE IF NOT EXISTS {COUNTED_IN} (done INTEGER NOT NULL)")
        row = connection.execute(f"SELECT done FROM {COUNTED_IN}").fetchone()
        done = row[0] if row else 0
        if done > len(MIGRATIONS):
            raise Unavailable("this database was written by a newer Tabletown: please update")
        for script in MIGRATIONS[done:]:
            connection.execute(script)
        connection.execute(f"DELETE FROM {COUNTED_IN}")
        connection.execute(f"INSERT INTO {COUNTED_IN} VALUES (%s)", (len(MIGRATIONS),))
