"""The schema of the SQLite file, as numbered migrations: a file is migrated when it is opened.

A released migration is never edited; a change is a new one at the end. `PRAGMA user_version` counts the migrations
done.
"""

import sqlite3

from tabletown.server.store.protocol import Unavailable

_FIRST = """
CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created REAL NOT NULL
) WITHOUT ROWID;

CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY,  -- SHA-256: a stolen file signs nobody in
    player_id TEXT NOT NULL REFERENCES players (id),
    created REAL NOT NULL
) WITHOUT ROWID;

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    rules TEXT NOT NULL,
    options TEXT NOT NULL,  -- JSON
    seed TEXT NOT NULL,  -- secret until the end, like salt
    salt TEXT NOT NULL,
    commitment TEXT NOT NULL,
    created REAL NOT NULL,
    version INTEGER NOT NULL,  -- of the last event; kept in the same transaction
    awaits TEXT NOT NULL CHECK (awaits IN ('players', 'bots', 'nobody'))
) WITHOUT ROWID;
CREATE INDEX tables_awaiting_bots ON tables (awaits) WHERE awaits = 'bots';

CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('human', 'bot')),
    name TEXT NOT NULL,
    bot TEXT,
    owner TEXT REFERENCES players (id),
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX seats_by_owner ON seats (owner) WHERE owner IS NOT NULL;

CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    version INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('move', 'undo', 'note')),
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    action INTEGER,
    digest TEXT NOT NULL,
    text TEXT,
    key_seat INTEGER,
    key TEXT,
    body TEXT,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;
CREATE UNIQUE INDEX events_by_key ON events (table_id, key_seat, key) WHERE key IS NOT NULL;

CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""

# Seats may be open; who sits down later, and the table of a rematch, are part of the log. SQLite cannot change a
# CHECK, so both tables are copied.
_OPEN_SEATS = """
CREATE TABLE new_seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('human', 'bot', 'open')),
    name TEXT NOT NULL,
    bot TEXT,
    owner TEXT REFERENCES players (id),
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
INSERT INTO new_seats SELECT table_id, seat, kind, name, bot, owner FROM seats;
DROP TABLE seats;
ALTER TABLE new_seats RENAME TO seats;
CREATE INDEX seats_by_owner ON seats (owner) WHERE owner IS NOT NULL;

CREATE TABLE new_events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    version INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('move', 'undo', 'note', 'sit', 'again')),
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    action INTEGER,
    digest TEXT NOT NULL,
    text TEXT,
    bot TEXT,
    owner TEXT REFERENCES players (id),
    key_seat INTEGER,
    key TEXT,
    body TEXT,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;
INSERT INTO new_events (table_id, version, kind, seat, ply, action, digest, text, key_seat, key, body, at)
    SELECT table_id, version, kind, seat, ply, action, digest, text, key_seat, key, body, at FROM events;
DROP TABLE events;
ALTER TABLE new_events RENAME TO events;
CREATE UNIQUE INDEX events_by_key ON events (table_id, key_seat, key) WHERE key IS NOT NULL;
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""

# A bot may play for an absent player, until they come back.
_STAND_INS = """
CREATE TABLE new_events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    version INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('move', 'undo', 'note', 'sit', 'again', 'away', 'back')),
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    action INTEGER,
    digest TEXT NOT NULL,
    text TEXT,
    bot TEXT,
    owner TEXT REFERENCES players (id),
    key_seat INTEGER,
    key TEXT,
    body TEXT,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;
INSERT INTO new_events SELECT * FROM events;
DROP TABLE events;
ALTER TABLE new_events RENAME TO events;
CREATE UNIQUE INDEX events_by_key ON events (table_id, key_seat, key) WHERE key IS NOT NULL;
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""

# For the lobby, the archive and the clocks: tables that are public, have open seats, are finished, or are past their
# deadline. The kinds of events are no longer listed in a CHECK: each new kind would copy the whole log.
_COMPANY = """
ALTER TABLE tables ADD COLUMN public INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN clock TEXT;  -- JSON, or NULL for as long as one likes
ALTER TABLE tables ADD COLUMN open_seats INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN finished REAL;  -- when it was over
ALTER TABLE tables ADD COLUMN deadline REAL;  -- when the clock of somebody who is waited for runs out
UPDATE tables SET
    open_seats = (SELECT count(*) FROM seats WHERE table_id = id AND kind = 'open')
        - (SELECT count(*) FROM events WHERE table_id = id AND kind = 'sit'),
    finished = CASE WHEN awaits = 'nobody'
        THEN coalesce((SELECT max(at) FROM events WHERE table_id = id AND kind = 'move'), created) END;
CREATE INDEX tables_in_lobby ON tables (created) WHERE public = 1 AND open_seats > 0 AND finished IS NULL;
CREATE INDEX tables_finished ON tables (finished) WHERE finished IS NOT NULL;
CREATE INDEX tables_due ON tables (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE new_events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    version INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    action INTEGER,
    digest TEXT NOT NULL,
    text TEXT,
    bot TEXT,
    owner TEXT REFERENCES players (id),
    key_seat INTEGER,
    key TEXT,
    body TEXT,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;
INSERT INTO new_events SELECT * FROM events;
DROP TABLE events;
ALTER TABLE new_events RENAME TO events;
CREATE UNIQUE INDEX events_by_key ON events (table_id, key_seat, key) WHERE key IS NOT NULL;
CREATE INDEX events_sitting ON events (owner) WHERE kind = 'sit';
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""

# A form makes one table, however often and wherever it is sent. Signing out ends all sessions of a player.
_KEYS = """
ALTER TABLE tables ADD COLUMN key TEXT;  -- of the form that made it
CREATE UNIQUE INDEX tables_by_key ON tables (key);
CREATE INDEX sessions_by_player ON sessions (player_id);
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
CREATE TRIGGER tables_over BEFORE UPDATE ON tables
WHEN OLD.finished IS NOT NULL
    AND (NEW.finished IS NOT OLD.finished OR NEW.awaits <> 'nobody' OR NEW.deadline IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the game is over'); END;
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
) WITHOUT ROWID;
INSERT INTO written SELECT table_id, version, text FROM events WHERE kind IN ('sit', 'say') AND text IS NOT NULL;
DROP TRIGGER events_stay;
UPDATE events SET text = NULL WHERE kind IN ('sit', 'say');
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
DROP INDEX events_sitting;
CREATE INDEX events_by_owner ON events (owner) WHERE owner IS NOT NULL;

ALTER TABLE players ADD COLUMN deleted REAL;  -- when the player was deleted
ALTER TABLE players ADD COLUMN departed INTEGER NOT NULL DEFAULT 0;  -- 1 when all tables know that
CREATE INDEX players_departing ON players (deleted) WHERE deleted IS NOT NULL AND departed = 0;
ALTER TABLE sessions ADD COLUMN used REAL;  -- NULL until it is known
"""

# The time at which the monotonic clock of the machine was zero, see host_clock.py. It is not part of a backup.
_HOST_CLOCK = """
CREATE TABLE host_clock (boot TEXT NOT NULL, zero REAL NOT NULL);
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
) WITHOUT ROWID;
CREATE TABLE positions (
    id TEXT PRIMARY KEY,
    text TEXT NOT NULL
) WITHOUT ROWID;
"""

MIGRATIONS: tuple[str, ...] = (
    _FIRST,
    _OPEN_SEATS,
    _STAND_INS,
    _COMPANY,
    _KEYS,
    _IN_PLAY,
    _LESSONS,
    _OVER,
    _SENDERS,
    _WRITTEN,
    _HOST_CLOCK,
    _FORCED_PLIES,
    _STUDY,
)


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate the file, all steps or none, also when two servers open it at once."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (done,) = connection.execute("PRAGMA user_version").fetchone()
        if done > len(MIGRATIONS):
            raise Unavailable("this database was written by a newer Tabletown: please update")
        for script in MIGRATIONS[done:]:
            for statement in _statements(script):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _statements(script: str) -> list[str]:
    """The statements of a script, one by one: `executescript` would commit the transaction first."""
    found: list[str] = []
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            found.append(pending)
            pending = ""
    return found
