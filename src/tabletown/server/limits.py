"""The limits of a site: every number that keeps one player or address from using up what others need.

docs/operating.md lists them all. Rates are counted for the player and for the address of the request; an address, which
several players may share, is allowed `players_per_address` times as much. All processes of a server (`--workers`) count
together; several servers on one database count each for itself.
"""

from dataclasses import dataclass
from typing import NamedTuple


class Rate(NamedTuple):
    """How often: `burst` times at once, then once every `seconds`."""

    burst: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Limits:
    """All limits. Each one is documented below its default."""

    players_per_address: int = 4
    """How many times as much an address may do as one player."""

    # How often

    table_rate: Rate = Rate(burst=30, seconds=20)
    """Tables that are set up, lessons and rematches included."""

    seat_rate: Rate = Rate(burst=30, seconds=10)
    """Open seats that are taken or given to a bot."""

    undo_rate: Rate = Rate(burst=120, seconds=2)
    """Moves that are taken back, chosen anew or asked to be taken back: each of them makes a log longer."""

    absence_rate: Rate = Rate(burst=10, seconds=10)
    """Seats that are left to a bot or taken back from it."""

    search_rate: Rate = Rate(burst=20, seconds=10)
    """Searches for opponents that are begun."""

    chat_rate: Rate = Rate(burst=10, seconds=3)
    """Remarks in the chat."""

    name_rate: Rate = Rate(burst=10, seconds=60)
    """Changes of a player's name."""

    advice_rate: Rate = Rate(burst=10, seconds=5)
    """Hints."""

    puzzle_rate: Rate = Rate(burst=60, seconds=2)
    """Moves tried in puzzles, as far as nobody has tried the same lately."""

    analysis_rate: Rate = Rate(burst=120, seconds=2)
    """Positions of analyses that a mind judges, as far as nobody has asked for the same lately."""

    review_rate: Rate = Rate(burst=10, seconds=60)
    """Reviews of finished games that are begun."""

    mistakes_rate: Rate = Rate(burst=60, seconds=2)
    """Times that a player's reviewed games are looked through for usual mistakes."""

    import_rate: Rate = Rate(burst=20, seconds=15)
    """Records that are imported."""

    position_rate: Rate = Rate(burst=20, seconds=15)
    """Positions that are written to be analysed."""

    export_rate: Rate = Rate(burst=10, seconds=30)
    """Downloads of all finished games."""

    data_rate: Rate = Rate(burst=10, seconds=30)
    """Downloads of all that is kept about a player."""

    profile_rate: Rate = Rate(burst=40, seconds=5)
    """Changes of a profile: who may see its sheets, games that are put away or back."""

    player_rate: Rate = Rate(burst=30, seconds=20)
    """New players of programs, for each address."""

    sign_in_rate: Rate = Rate(burst=10, seconds=30)
    """Attempts to sign in, with a key, a ticket or a code: for each address, and for the account once it is known."""

    account_rate: Rate = Rate(burst=20, seconds=30)
    """Changes of an account: keys, tickets and codes that are made, sessions that are ended, games that are joined."""

    tournament_rate: Rate = Rate(burst=60, seconds=10)
    """What players do with tournaments: setting one up, joining, leaving, giving bots a place, starting."""

    friend_rate: Rate = Rate(burst=20, seconds=30)
    """Requests to be friends, answers to them, friendships that are ended, challenges and settings of friends."""

    peace_rate: Rate = Rate(burst=30, seconds=10)
    """Players who are blocked or muted, or no longer."""

    report_rate: Rate = Rate(burst=5, seconds=120)
    """Reports to the host."""

    mail_rate: Rate = Rate(burst=5, seconds=300)
    """Mails that are asked for: links to sign in, for each mail address, and links to confirm one, for each player."""

    # How many at the same time

    tournaments: int = 5
    """Tournaments of an organiser that are not over."""

    tournament_players: int = 64
    """Players and bots in a tournament."""

    tournament_rounds: int = 31
    """Rounds of a tournament."""

    tournament_round_days: int = 60
    """Days that a round of a tournament may take, where they are limited."""

    tables_of_bots: int = 3
    """Running tables of a player at which only bots play, because the players left their seats to them."""

    tournament_tables_of_bots: int = 3
    """Tables of a tournament in play at which only bots take part; the others of the round are laid when these end."""

    public_tables: int = 5
    """Public tables of a player that wait for other players."""

    keys: int = 20
    """Keys of an account."""

    own_bots: int = 3
    """Bots of a player, which play over the API with tokens of their own."""

    searches: int = 2_000
    """Players who look for opponents at the same time."""

    listed_tables: int = 3
    """Tables of one player that a list of the lobby shows."""

    stream_tables: int = 20
    """Tables in one live stream."""

    reviews: int = 20
    """Reviews of finished games that are being made or wait for it."""

    friends: int = 300
    """Friends of a player, together with requests of theirs that nobody has said yes to."""

    blocks: int = 500
    """Players whom one player has blocked, and as many whose remarks are hidden."""

    reports: int = 20
    """Reports of a player that the host has not closed."""

    streams: int = 20_000
    """Open live streams."""

    streams_per_address: int = 200
    """Open live streams of an address."""

    # How much: lengths of texts are part of the description of the API or of texts that are kept, so they, and all that
    # is read before a site begins, are the same on every site

    log_events: int = 20_000
    """Events in the log of a table; from then on players move, but take nothing back and do not leave or return."""

    remarks: int = 2_000
    """Remarks at a table."""

    remark_length: int = 300
    """Characters of a remark."""

    report_length: int = 500
    """Characters of the text of a report."""
    note_length: int = 120
    """Characters of the note at a table that waits for players."""

    name_length: int = 30
    """Characters of a name."""

    bot_name_length: int = 16
    """Characters of the name of a player's own bot, without what it says of its owner."""

    move_length: int = 1000
    """Characters of a move, or of several that are made together, such as an offer of many cards."""

    tournament_name_length: int = 60
    """Characters of the name of a tournament."""

    position_length: int = 32_000
    """Characters of a position that is written to be analysed."""

    position_days: int = 400
    """Days after which a position that was written is dropped, if nobody has opened it since."""

    analysis_plies: int = 400
    """Plies that are tried one after the other in an analysis."""

    record_plies: int = 10_000
    """Lines with plies of a record that is imported: four times the longest game that bots have played."""

    body_bytes: int = 64 * 1024
    """Bytes of a request."""

    upload_bytes: int = 1024 * 1024
    """Bytes of a request with a record."""

    form_fields: int = 40
    """Fields of a form."""

    url_bytes: int = 2048
    """Bytes of a URL."""

    head_bytes: int = 32 * 1024
    """Bytes of the head of a request: its URL and headers."""

    head_seconds: float = 10.0
    """Seconds until the head of a request must have arrived."""

    body_seconds: float = 10.0
    """Seconds until the body of a request must have arrived."""

    # How long a request waits for the database

    database_seconds: float = 5.0
    """Seconds that a request waits for a connection to the database, and for another process that writes."""

    database_answer_seconds: float = 7.0
    """Seconds that a request waits for an answer of PostgreSQL: longer than PostgreSQL waits for another process."""

    database_silence_seconds: float = 2.0
    """Seconds for which a PostgreSQL that has not answered is left alone, before one request tries again."""


DEFAULTS = Limits()
"""The limits of a site that was given no others."""
