"""The store protocol: the rows that the server keeps, and the methods that read and write them.

A game is its log: a table row holds how the table was set up, and the events hold, in order, what happened. Nothing
else is stored about a game; its state is computed by replay. `Store` is the whole interface between the site and a
database, so supporting another database takes one class.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from tabletown.server.store.account_protocol import AccountStore
from tabletown.server.store.events import AnyEvent
from tabletown.server.store.mail_protocol import MailStore
from tabletown.server.store.own_bot_protocol import OwnBotStore
from tabletown.server.store.people_protocol import PeopleStore
from tabletown.server.store.profile_protocol import ProfileStore
from tabletown.server.store.rating_protocol import RatingStore
from tabletown.server.store.search_protocol import SearchStore
from tabletown.server.store.tournament_protocol import TournamentStore

Awaits = Literal["players", "bots", "nobody"]
"""Whom a table waits for: players, at least one bot, or nobody because the game is over."""

Operation = Literal["read", "write", "commit"]


class Took(Protocol):
    """Hears how long an operation of the database took, and whether it failed."""

    def __call__(self, operation: Operation, seconds: float, failed: bool = False, /) -> None:
        """Hear of one operation."""


FORMER_PLAYER = "A former player"
"""The name at a seat whose player was deleted."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and its player: a human seat has an owner, a bot seat the name of its bot, an open seat neither.

    A human seat with a bot is one whose owner is away: the bot plays until the owner comes back. With `play_forced`,
    a ply that is the only one possible plays itself.
    """

    kind: Literal["human", "bot", "open"]
    name: str  # as shown
    bot: str = ""
    owner: str = ""  # a player's id
    play_forced: bool = True


@dataclass(frozen=True, slots=True)
class Clock:
    """The time control of a table.

    With `per_move`, a seat has `seconds` for every decision. Without, it has `seconds` for the whole game and gets
    `increment` back with each move. `on_flag` says what happens to a seat that runs out of time: a bot takes it over,
    or the most passive move is made for it.
    """

    seconds: float
    increment: float = 0.0
    per_move: bool = False
    on_flag: Literal["bot", "pass"] = "bot"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it was set up. `seed` and `salt` are secret until the game is over; `commitment` is published.

    A `public` table is listed in the lobby; any other is found by its link only. A table for a `lesson` has the deal of
    that lesson, which is no secret. A `rated` table was marked as rated when it was laid; `tournament` is the id of the
    tournament that laid it, empty if none did. `note` is what its first player wrote for those who may join.
    """

    id: str
    title: str
    rules: str  # "uptown/1"
    options: Mapping[str, bool]
    seed: int
    salt: str
    commitment: str
    created: float
    seats: tuple[SeatRow, ...]
    public: bool = False
    clock: Clock | None = None
    lesson: bool = False
    rated: bool = False
    tournament: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event with its version: the versions of a table count 1, 2, 3, ... without gaps."""

    version: int
    event: AnyEvent
    at: float


@dataclass(frozen=True, slots=True)
class Request:
    """The idempotency key of a request: who sent it, the key, and a hash of the request's text (`body`).

    A key is one request of one player at a table, whichever seat it was for. `player` is empty for a form that is sent
    before its player is known; then the key itself must be a secret. `seat` is the seat that acts (-1: none). If the
    request `names_seat`, the same key for another seat is another request.
    """

    player: str
    key: str
    body: str
    seat: int = -1
    names_seat: bool = False


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a request: the version it led to, and when the store wrote it.

    `repeated` if the request had been carried out before; then the time is not known.
    """

    version: int
    repeated: bool = False
    at: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Player:
    """A player, with the name that they chose, which may be empty.

    `play_forced` is the setting of the seats that they will take (see SeatRow).
    """

    id: str
    name: str = ""
    play_forced: bool = True


@dataclass(frozen=True, slots=True)
class Session:
    """A session to begin: the holder of the token with this hash is this player, who may be new.

    The session of the token that it `replaces` ends. With `beside`, the player must have another session that goes on.
    """

    token_hash: str
    player: Player
    replaces: str = ""
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Append:
    """Events to append after version `after`, and a session to begin, in one transaction.

    `deadline` is when the seats that the table waits for run out of time, if a clock runs.
    """

    table: str
    after: int
    events: Sequence[AnyEvent]
    awaits: Awaits
    request: Request | None = field(default=None)
    session: Session | None = field(default=None)
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class SessionTimes:
    """When a session began and, if that is known, when it was last used, and in which browser."""

    began: float
    used: float | None
    browser: str = ""


class StoreError(Exception):
    """The database did not carry out a request. Nothing was changed, except perhaps after `CommitUnknown`."""


class Unavailable(StoreError):
    """The database cannot be used now: locked, read-only, full or gone."""


class CommitUnknown(Unavailable):
    """The connection was lost during the commit: the write may or may not be done. It is safe to send it again."""


class VersionConflict(StoreError):
    """The table is not at the expected version; `version` is where it is."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the table is at version {version}")
        self.version = version


class KeyReused(StoreError):
    """The idempotency key was used before, for another request."""


class SessionOver(StoreError):
    """The session to be replaced has ended, the player has no other session for one `beside` it, or was deleted."""


class Store(
    AccountStore,
    MailStore,
    OwnBotStore,
    PeopleStore,
    ProfileStore,
    RatingStore,
    SearchStore,
    TournamentStore,
    Protocol,
):
    """What every database offers. When a writing method returns, the write is durable."""

    def create_table(self, table: TableRow, awaits: Awaits, *, key: str = "", session: Session | None = None) -> str:
        """Store a new table and begin a session, in one transaction. Returns the table's id.

        A `key` makes one table: if it has made one before, nothing is written, and the id of that table is returned.
        """

    def seat_meeting(self, meeting_id: str, players: Sequence[str], table: TableRow, awaits: Awaits) -> bool:
        """Lay the table of a meeting; False if it is laid, or if the meeting is not of these players any more."""

    def table_by_key(self, key: str) -> str:
        """The id of the table that was created with this key; empty if there is none."""

    def table(self, table_id: str) -> TableRow | None:
        """A table as it was set up, or None."""

    def events(self, table_id: str, after: int = 0) -> list[LoggedEvent]:
        """The events of a table after version `after`."""

    def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """The version of each of these tables that exists."""

    def awaiting_bots(self) -> list[str]:
        """The tables at which a bot is to move."""

    def lobby(self, limit: int = 50) -> list[str]:
        """Public tables that are not over and have open seats, newest first."""

    def waiting_rooms(self, before: float, limit: int = 100) -> list[str]:
        """Tables with open seats at which nothing has happened since this time, oldest first."""

    def rooms_of(self, player_id: str) -> list[tuple[str, str, float]]:
        """The tables for which a player has written a note: their ids, the notes, and when they were laid."""

    def in_play(self, limit: int = 500) -> list[tuple[str, float]]:
        """Public tables that are not over and have no open seats, newest first, with the time of their last event.

        That event may have been a secret decision: show readers neither this time nor an order that depends on it.
        """

    def finished(self, public: bool = True, after: float = 0.0, limit: int = 100) -> list[tuple[str, float]]:
        """Finished tables and when they ended, from the first that ended later than `after`.

        There are more than `limit` if several ended at the same time as the last one, so that a caller who goes on
        after that time misses none.
        """

    def tables_of(self, player_id: str, limit: int = 50, listed: bool = False) -> list[str]:
        """The tables at which a player sits or sat: those in play first, newest first.

        If only those that are `listed` are wanted, without the ones that the player has put away.
        """

    def past_deadline(self, now: float) -> list[str]:
        """The tables whose deadline has passed: the seats they wait for are out of time."""

    def append(self, append: Append) -> Receipt:
        """Append events; if the same request was carried out before, return its receipt instead.

        A table that has awaited nobody is over: after that, nothing can be appended that awaits anybody (StoreError).

        Raises KeyReused if the key was used for another request, VersionConflict if the table is not at version
        `after`, and SessionOver if the session to be replaced has ended or a player in the events was deleted.
        """

    def find_receipt(self, table_id: str, request: Request) -> Receipt | None:
        """The receipt of this request if it was carried out before. Raises KeyReused like `append`."""

    def begin(self, session: Session) -> None:
        """Begin a session. Raises SessionOver like `append`."""

    def end(self, token_hash: str) -> None:
        """End a session and all others of the same player; their tokens are no longer valid."""

    def session(self, token_hash: str) -> Player | None:
        """The player of a session, or None."""

    def sessions(self, token_hashes: Iterable[str]) -> dict[str, Player]:
        """The players of those of these sessions that exist."""

    def player(self, player_id: str) -> Player | None:
        """A player who has or had a session, or None."""

    def set_play_forced(self, player_id: str, on: bool) -> None:
        """Set whether forced plies play themselves at the seats that a player takes from now on."""

    def review(self, table_id: str, judged_by: str) -> str | None:
        """The review of a finished game that was kept for this way of judging, or None."""

    def keep_review(self, table_id: str, judged_by: str, text: str) -> None:
        """Keep the review of a finished game; if there is one already, that one stays."""

    def position(self, position_id: str) -> str | None:
        """The text of a position that was kept, or None."""

    def keep_position(self, position_id: str, text: str, at: float) -> None:
        """Keep the text of a position, opened at this time; if there is one of this id, its text stays."""

    def touch_positions(self, position_ids: Iterable[str], at: float) -> None:
        """Note that these positions were opened at this time."""

    def drop_positions(self, before: float, now: float) -> int:
        """Drop all positions that were last opened before this time; returns how many.

        A position of which that is not known counts as opened `now`.
        """

    def now(self) -> float:
        """The time, in seconds since 1970, by the clock that all servers on this database share."""

    # What is kept about a player

    def sessions_of(self, player_id: str) -> list[SessionTimes]:
        """The sessions of a player, oldest first."""

    def joined(self, player_id: str) -> float | None:
        """When a player came here first, or None."""

    def traces_of(self, player_id: str) -> list[str]:
        """All tables at which a player ever had a seat or said something, oldest first."""

    def keys_of(self, table_id: str, player_id: str) -> list[str]:
        """The idempotency keys that a player sent to a table, in order."""

    def delete_player(self, player_id: str) -> None:
        """Delete the name of a player, here and at all seats, and their remarks and sessions; the log stays as it is.

        The player's own bots are deleted in the same transaction. Deleting twice changes nothing more. Each is among
        `departing` until `departed` is called.
        """

    def departing(self) -> list[str]:
        """The deleted players whose tables have not all been told."""

    def departed(self, player_id: str) -> None:
        """Note that all tables of a deleted player were told."""

    def touch(self, token_hashes: Iterable[str], at: float) -> None:
        """Note that these sessions were used at this time."""

    def expire(self, before: float, now: float) -> int:
        """End all sessions that were last used before this time; returns how many.

        A session whose last use is not known counts as used `now`. Players who came before that time and left no trace
        are removed.
        """

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Call `heard` with a table and its version when another process may have changed it.

        It is a hint, called on any thread, and may come late, twice or never: callers have to poll as well.
        """

    def measure(self, took: Took) -> None:
        """Call `took` with how long every read, write and commit takes, on the thread that does it."""

    def close(self) -> None:
        """Finish running writes and close the database."""
