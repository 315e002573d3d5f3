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

# Players who keep their games (play/accounts/): keys, tickets to come back with, and what is valid for minutes only. Of
# every secret there is only a hash. `joined_to` is the player to whom the games of a browser were joined.
_ACCOUNTS = """
CREATE TABLE accounts (
    player_id TEXT PRIMARY KEY REFERENCES players (id),
    created DOUBLE PRECISION NOT NULL
);
CREATE TABLE keys (
    id TEXT PRIMARY KEY,  -- of the credential, in base64url like the public key
    player_id TEXT NOT NULL REFERENCES players (id),
    public_key TEXT NOT NULL,
    sign_count BIGINT NOT NULL,
    name TEXT NOT NULL,
    created DOUBLE PRECISION NOT NULL,
    used DOUBLE PRECISION
);
CREATE INDEX keys_by_player ON keys (player_id);
CREATE TABLE tickets (
    hash TEXT PRIMARY KEY,
    player_id TEXT NOT NULL REFERENCES players (id),
    made DOUBLE PRECISION NOT NULL,
    confirmed DOUBLE PRECISION,  -- when the player said that it is on paper
    ended DOUBLE PRECISION,
    ended_by TEXT  -- 'use' or 'another'
);
CREATE INDEX tickets_by_player ON tickets (player_id);
CREATE TABLE one_time_codes (
    hash TEXT PRIMARY KEY,
    player_id TEXT NOT NULL REFERENCES players (id),
    expires DOUBLE PRECISION NOT NULL,
    used DOUBLE PRECISION
);
CREATE INDEX one_time_codes_by_player ON one_time_codes (player_id);
CREATE TABLE challenges (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    asker TEXT NOT NULL,  -- the hash of a cookie of the browser that asked
    expires DOUBLE PRECISION NOT NULL
);
ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN proved DOUBLE PRECISION;  -- when a key or a ticket was shown last
ALTER TABLE players ADD COLUMN joined_to TEXT;
ALTER TABLE players ADD COLUMN joined_everywhere INTEGER NOT NULL DEFAULT 0;  -- 1 when all tables know that
CREATE INDEX players_joined ON players (joined_to) WHERE joined_to IS NOT NULL;
"""

# Rated tables, and tables that a tournament laid: whether a table is strict (play/fair_play.py) is known from its row.
_RATED = """
ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN tournament TEXT NOT NULL DEFAULT '';  -- the id of the tournament that laid the table
"""

# Ratings (play/ratings/): the rated games that were counted, what each did to whom, and where everybody stands now. All
# of it can be made again from the log. A rated `entity` is a player's id, or "bot:" and the name of a bot.
_RATINGS = """
CREATE TABLE rated_games (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    title TEXT NOT NULL,
    ended DOUBLE PRECISION NOT NULL,
    why TEXT NOT NULL  -- it does not count; empty if it does
);
CREATE INDEX rated_games_in_order ON rated_games (title, ended, table_id);
CREATE TABLE rated_seats (
    table_id TEXT NOT NULL REFERENCES rated_games (table_id),
    seat INTEGER NOT NULL,
    title TEXT NOT NULL,
    ended DOUBLE PRECISION NOT NULL,
    entity TEXT NOT NULL,
    place INTEGER NOT NULL,
    away INTEGER NOT NULL,  -- 1: the player left, so it counts as the last place
    weight DOUBLE PRECISION NOT NULL,
    mu_before DOUBLE PRECISION NOT NULL,
    sigma_before DOUBLE PRECISION NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX rated_seats_of_entity ON rated_seats (entity, title, ended);
CREATE TABLE ratings (
    title TEXT NOT NULL,
    entity TEXT NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (title, entity)
);
CREATE INDEX ratings_of_entity ON ratings (entity);
CREATE TABLE rating_versions (
    title TEXT PRIMARY KEY,
    version INTEGER NOT NULL  -- counts the changes, so that of two servers that count at once one looks again
);
CREATE INDEX tables_rated ON tables (finished, id) WHERE rated = 1 AND finished IS NOT NULL;
ALTER TABLE accounts ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;  -- 1: named in lists of ratings
"""

# Tournaments: what was agreed and how far it is, who takes part, and the tables of every round.
_TOURNAMENTS = """
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,  -- empty when its organiser was deleted
    title TEXT NOT NULL,
    edition TEXT NOT NULL,
    options TEXT NOT NULL,
    kind TEXT NOT NULL,  -- 'swiss' or 'round robin'
    at_table INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    pace TEXT NOT NULL,
    rated INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    fill TEXT NOT NULL,
    round_days INTEGER NOT NULL,
    organiser TEXT,
    seed TEXT NOT NULL,
    created DOUBLE PRECISION NOT NULL,
    state TEXT NOT NULL,  -- 'open', 'running', 'finished' or 'called off'
    round INTEGER NOT NULL,  -- the last one that was laid
    deadline DOUBLE PRECISION,
    started DOUBLE PRECISION,
    ended DOUBLE PRECISION,
    key TEXT UNIQUE
);
CREATE INDEX tournaments_by_state ON tournaments (state, listed);
CREATE INDEX tournaments_by_organiser ON tournaments (organiser) WHERE organiser IS NOT NULL;
CREATE TABLE tournament_entries (
    tournament_id TEXT NOT NULL REFERENCES tournaments (id),
    number INTEGER NOT NULL,
    name TEXT NOT NULL,  -- empty when the player was deleted
    player_id TEXT,
    bot TEXT,
    joined DOUBLE PRECISION NOT NULL,
    left_after INTEGER,  -- the last round in which they play
    rests_in INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament_id, number)
);
CREATE UNIQUE INDEX tournament_entries_by_player ON tournament_entries (player_id, tournament_id);
CREATE TABLE tournament_tables (
    tournament_id TEXT NOT NULL REFERENCES tournaments (id),
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,  -- from 1; 0 holds those who rest
    seats TEXT NOT NULL,  -- the numbers of entries, as JSON
    table_id TEXT,
    result TEXT,  -- places, scores and who was away, as JSON
    PRIMARY KEY (tournament_id, round, number)
);
"""

# Friends by mutual consent, who is not to meet whom, and what the host is told (people_protocol.py). Of two friends
# there are two rows. A request that was declined stays, so that it is neither told nor asked again.
_COMPANY_KEPT = """
CREATE TABLE friends (
    player_id TEXT NOT NULL,
    friend_id TEXT NOT NULL,
    since DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player_id, friend_id)
);
CREATE TABLE friend_asks (
    asker TEXT NOT NULL,
    asked TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    declined DOUBLE PRECISION,
    withdrawn DOUBLE PRECISION,
    PRIMARY KEY (asker, asked)
);
CREATE INDEX friend_asks_by_asked ON friend_asks (asked);
CREATE TABLE invitations (
    table_id TEXT NOT NULL,
    player_id TEXT NOT NULL,
    invited_by TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    declined DOUBLE PRECISION,
    PRIMARY KEY (table_id, player_id)
);
CREATE INDEX invitations_by_player ON invitations (player_id);
CREATE TABLE blocks (
    player_id TEXT NOT NULL,
    blocked TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player_id, blocked)
);
CREATE INDEX blocks_by_blocked ON blocks (blocked);
CREATE TABLE mutes (
    player_id TEXT NOT NULL,
    muted TEXT NOT NULL,
    table_id TEXT NOT NULL,  -- empty: every table
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player_id, muted, table_id)
);
CREATE INDEX mutes_by_muted ON mutes (muted);
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    reporter TEXT NOT NULL,
    about TEXT NOT NULL,
    kind TEXT NOT NULL,
    table_id TEXT NOT NULL,  -- empty without a table
    remark INTEGER NOT NULL,  -- its number at the table, or 0
    name TEXT NOT NULL,  -- that was reported
    text TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    closed DOUBLE PRECISION,
    key TEXT NOT NULL UNIQUE  -- of the form that made it
);
CREATE INDEX reports_by_reporter ON reports (reporter);
CREATE INDEX reports_by_about ON reports (about);
CREATE TABLE suspensions (
    player_id TEXT PRIMARY KEY,
    since DOUBLE PRECISION NOT NULL,
    until DOUBLE PRECISION NOT NULL,
    reason TEXT NOT NULL
);
ALTER TABLE players ADD COLUMN seen_by_friends INTEGER NOT NULL DEFAULT 0;
"""

# Summaries of finished games, made once when a game ends, and again from the log if they are lost (`summed`): what
# profiles and statistics are made from. Who may see the sheets of a profile, and games that players have put away.
_PROFILES = """
ALTER TABLE tables ADD COLUMN summed INTEGER NOT NULL DEFAULT 0;  -- 1: has a summary, 2: cannot be read
CREATE INDEX tables_unsummed ON tables (finished, id) WHERE finished IS NOT NULL AND summed = 0;
CREATE TABLE game_summaries (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    title TEXT NOT NULL,
    edition TEXT NOT NULL,
    options TEXT NOT NULL,  -- names, with spaces between them
    players INTEGER NOT NULL,
    people INTEGER NOT NULL,  -- seats of persons
    kind TEXT NOT NULL,
    public INTEGER NOT NULL,
    began DOUBLE PRECISION NOT NULL,
    ended DOUBLE PRECISION NOT NULL,
    plies INTEGER NOT NULL
);
CREATE INDEX game_summaries_by_title ON game_summaries (title, kind, ended);
CREATE TABLE game_results (
    table_id TEXT NOT NULL REFERENCES game_summaries (table_id),
    seat INTEGER NOT NULL,
    title TEXT NOT NULL,  -- this and the next ones as in the summary, so that a player's games are one index
    kind TEXT NOT NULL,
    edition TEXT NOT NULL,
    players INTEGER NOT NULL,
    people INTEGER NOT NULL,
    public INTEGER NOT NULL,
    ended DOUBLE PRECISION NOT NULL,
    player_id TEXT NOT NULL,  -- empty for bots and for players who were deleted
    bot TEXT NOT NULL,
    turn INTEGER NOT NULL,
    place INTEGER NOT NULL,
    score INTEGER NOT NULL,
    lead INTEGER NOT NULL,
    away INTEGER NOT NULL,
    gave_up INTEGER NOT NULL,
    beat TEXT NOT NULL,
    accuracy DOUBLE PRECISION,  -- from a review, like the next ones
    luck DOUBLE PRECISION,
    choices INTEGER,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX game_results_by_player ON game_results (player_id, ended);
CREATE TABLE profile_sheets (
    player_id TEXT NOT NULL,
    sheet TEXT NOT NULL,
    seen_by TEXT NOT NULL,
    PRIMARY KEY (player_id, sheet)
);
CREATE TABLE put_away (
    player_id TEXT NOT NULL REFERENCES players (id),
    table_id TEXT NOT NULL REFERENCES tables (id),
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player_id, table_id)
);
"""

# Players who look for opponents (play/searching/), one row each: titles and sizes are JSON lists, `pace` names a clock,
# those with one `meeting` have found each other. A table that waits for players may have a note, and may be withdrawn.
_SEARCHES = """
CREATE TABLE searches (
    player_id TEXT PRIMARY KEY REFERENCES players (id),
    id TEXT NOT NULL,
    titles TEXT NOT NULL,
    pace TEXT NOT NULL,
    sizes TEXT NOT NULL,
    rated INTEGER NOT NULL,
    began DOUBLE PRECISION NOT NULL,
    seen DOUBLE PRECISION NOT NULL,
    meeting TEXT NOT NULL,
    title TEXT NOT NULL,  -- of the meeting
    due DOUBLE PRECISION NOT NULL,  -- when the table of the meeting is laid
    table_id TEXT NOT NULL
);
CREATE INDEX searches_by_meeting ON searches (meeting) WHERE meeting <> '';
CREATE TABLE table_notes (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    player_id TEXT NOT NULL,
    text TEXT NOT NULL
);
ALTER TABLE tables ADD COLUMN withdrawn DOUBLE PRECISION;  -- when its waiting room was closed
"""

# Mail (play/mail/): the address of an account, links that were sent (as hashes), what is to be said to whom, and what a
# player was told about a table. `folded` is the address as it is compared.
_MAIL = """
CREATE TABLE mail_addresses (
    player_id TEXT PRIMARY KEY REFERENCES players (id),
    address TEXT NOT NULL DEFAULT '',
    folded TEXT NOT NULL DEFAULT '',
    confirmed DOUBLE PRECISION,
    wanted TEXT NOT NULL DEFAULT '',  -- an address that waits to be confirmed
    wanted_since DOUBLE PRECISION,
    turns TEXT NOT NULL DEFAULT 'off',
    turns_since DOUBLE PRECISION NOT NULL DEFAULT 0,
    stop_id TEXT NOT NULL DEFAULT '',
    stop_secret TEXT NOT NULL DEFAULT '',
    refused DOUBLE PRECISION
);
CREATE UNIQUE INDEX mail_addresses_by_address ON mail_addresses (folded) WHERE confirmed IS NOT NULL;
CREATE INDEX mail_addresses_to_stop ON mail_addresses (stop_id);
CREATE TABLE mail_links (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL,  -- 'confirm' or 'sign in'
    player_id TEXT NOT NULL REFERENCES players (id),
    address TEXT NOT NULL,
    expires DOUBLE PRECISION NOT NULL,
    used DOUBLE PRECISION,
    table_id TEXT NOT NULL DEFAULT ''
);
CREATE INDEX mail_links_by_player ON mail_links (player_id);
CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    about TEXT NOT NULL UNIQUE,  -- so that nothing is to be said twice
    kind TEXT NOT NULL,  -- 'confirm', 'sign in' or 'turn'
    player_id TEXT REFERENCES players (id),
    address TEXT NOT NULL,
    table_id TEXT NOT NULL DEFAULT '',
    made DOUBLE PRECISION NOT NULL,
    due DOUBLE PRECISION NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    claim TEXT,  -- of the process that sends it just now
    claimed_until DOUBLE PRECISION
);
CREATE INDEX outbox_by_due ON outbox (due);
CREATE TABLE mail_tables (
    player_id TEXT NOT NULL REFERENCES players (id),
    table_id TEXT NOT NULL REFERENCES tables (id),
    looked INTEGER,  -- the version of the table at which there was nothing (more) to tell
    told DOUBLE PRECISION,
    decision TEXT NOT NULL DEFAULT '',  -- which one the player was told about
    seen DOUBLE PRECISION,  -- when the player last had a page of the table open
    muted INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (player_id, table_id)
);
CREATE INDEX mail_tables_by_table ON mail_tables (table_id);
"""

# Players' own bots (own_bot_protocol.py): players with an account whose only session is the token that the owner was
# given. `name` is the name alone; the one in `players` also says that it is a bot, and whose.
_OWN_BOTS = """
CREATE TABLE own_bots (
    player_id TEXT PRIMARY KEY REFERENCES players (id),
    owner TEXT NOT NULL REFERENCES players (id),
    name TEXT NOT NULL,
    made DOUBLE PRECISION NOT NULL
);
CREATE INDEX own_bots_by_owner ON own_bots (owner);
"""

# Who looks for opponents may ask for people about as strong (play/searching/strength.py).
_STRENGTH = """
ALTER TABLE searches ADD COLUMN about_my_strength INTEGER NOT NULL DEFAULT 0;
"""

# When a position that was written was last opened; it is not known of those that are older than this.
_OPENED = """
ALTER TABLE positions ADD COLUMN opened DOUBLE PRECISION;
"""

# Whose bot a player is, or was: unlike the row in `own_bots` it stays when they are deleted, because ratings that are
# computed again must be the same. `counting` is the way in which a game was counted (rating_protocol.py).
_BOT_OF = """
ALTER TABLE players ADD COLUMN bot_of TEXT;
UPDATE players SET bot_of = (SELECT owner FROM own_bots WHERE own_bots.player_id = players.id);
ALTER TABLE rated_games ADD COLUMN counting INTEGER NOT NULL DEFAULT 1;
"""

MIGRATIONS: tuple[str, ...] = (
    _FIRST,
    _IN_PLAY,
    _LESSONS,
    _OVER,
    _SENDERS,
    _WRITTEN,
    _FORCED_PLIES,
    _STUDY,
    _ACCOUNTS,
    _RATED,
    _RATINGS,
    _TOURNAMENTS,
    _COMPANY_KEPT,
    _PROFILES,
    _SEARCHES,
    _MAIL,
    _OWN_BOTS,
    _STRENGTH,
    _OPENED,
    _BOT_OF,
)
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
