"""What the server keeps, and the few verbs by which it keeps it.

A game is its log: a table row says what was set up, and the events say, in order, what happened. Nothing else is
stored about a game; a state is always made again by replay. `Store` is the whole interface between the site and a
database, so that another database is another class and nothing more.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from tabletown.server.store.events import AnyEvent

Awaits = Literal["players", "bots", "nobody"]
"""Whom a table waits for: people, at least one bot, or nobody because the game is over."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where: a human seat has an owner, a bot seat the name of its bot, an open seat waits for somebody.

    A human seat with a bot is one whose owner is away: the bot plays until they come back.
    """

    kind: Literal["human", "bot", "open"]
    name: str  # as shown
    bot: str = ""
    owner: str = ""  # a player's id


@dataclass(frozen=True, slots=True)
class Clock:
    """How long the seats of a table may think.

    `per_move` is `seconds` anew for every decision; otherwise every seat has `seconds` for the whole game, and gets
    `increment` back with each move. When the time is over, `on_flag` says whether a bot takes the seat over or the
    gentlest move is made for it.
    """

    seconds: float
    increment: float = 0.0
    per_move: bool = False
    on_flag: Literal["bot", "pass"] = "bot"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it was set up. `seed` and `salt` stay secret until the game is over, `commitment` never is.

    A `public` table is shown to everybody; others are found by those who were given their link. A table for a `lesson`
    has the deal that the lesson wants, which is no secret.
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


@dataclass(frozen=True, slots=True)
class Logged:
    """An event in its place: versions of a table count 1, 2, 3, ... without gaps and never go back."""

    version: int
    event: AnyEvent
    at: float


@dataclass(frozen=True, slots=True)
class Request:
    """What makes a retry recognisable: the seat's own key, and a hash of all that was asked with it."""

    seat: int
    key: str
    body: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a request: the version it led to, and whether this is the first time it is given."""

    version: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who holds a session. Anonymous players are known by a name they chose, or by none."""

    id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """Whoever holds the token with this hash is this player (who may be new). The token it `replaces` is dead.

    One that begins `beside` others needs another one of this player that goes on.
    """

    token_hash: str
    player: Player
    replaces: str = ""
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Append:
    """Events to be added after version `after`, and a session to begin with them: all of it or nothing.

    `deadline` is when the clock of somebody who is waited for runs out, if one runs.
    """

    table: str
    after: int
    events: Sequence[AnyEvent]
    awaits: Awaits
    request: Request | None = field(default=None)
    session: Session | None = field(default=None)
    deadline: float | None = None


class StoreError(Exception):
    """The database did not do what was asked, and (but for `Unsure`) nothing was changed."""


class Unavailable(StoreError):
    """The database cannot be used now: locked, read-only, full or gone."""


class Unsure(Unavailable):
    """The database was lost in the very moment of writing: it may have been done. Asked again, it is done once."""


class Behind(StoreError):
    """The table has moved on; `version` is where it is."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the table is at version {version}")
        self.version = version


class KeyReused(StoreError):
    """The key was used before, for another request."""


class SessionOver(StoreError):
    """The session that was to be replaced, or to go on beside another one, has ended."""


class Store(Protocol):
    """Whatever returns from a writing verb is durable."""

    def create_table(self, table: TableRow, awaits: Awaits, *, key: str = "", session: Session | None = None) -> str:
        """Keep a new table, and begin a session with it: all of it or nothing. Returns the table's id.

        A `key` stands for one table for ever: if it has made one before, nothing is done, and that one's id returned.
        """

    def made_by(self, key: str) -> str:
        """The id of the table that a key has made; empty if it has made none."""

    def table(self, table_id: str) -> TableRow | None:
        """A table as it was set up."""

    def events(self, table_id: str, after: int = 0) -> list[Logged]:
        """The log of a table, from the event that follows version `after`."""

    def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """Where these tables are, for those that exist."""

    def awaiting_bots(self) -> list[str]:
        """The tables on which a bot is to move."""

    def lobby(self, limit: int = 50) -> list[str]:
        """Public tables that are not over and have open seats, newest first."""

    def in_play(self, limit: int = 500) -> list[tuple[str, float]]:
        """Public tables that are not over and have no open seats, newest first, and when something happened there.

        That may have been a secret: nobody may learn this time, nor an order that depends on it.
        """

    def finished(self, public: bool = True, after: float = 0.0, limit: int = 100) -> list[tuple[str, float]]:
        """Tables whose game is over and when it was, from the first one that ended later than `after`.

        More than `limit` if some ended at the very same time as the last of those: whoever goes on after its time
        misses none.
        """

    def tables_of(self, player_id: str, limit: int = 50) -> list[str]:
        """The tables at which somebody sits or sat: those in play first, newest first."""

    def due(self, now: float) -> list[str]:
        """The tables on which somebody's time is over."""

    def append(self, append: Append) -> Receipt:
        """Add events; or find that the same request was answered before, and give that answer again.

        Raises KeyReused if the key stands for another request, Behind if the table is not at version `after`, and
        SessionOver if the session to be replaced has ended.
        """

    def answered(self, table_id: str, request: Request) -> Receipt | None:
        """The answer that this request was given before, if it was. Raises KeyReused like `append`."""

    def begin(self, session: Session) -> None:
        """Let the holder of a token be a player. Raises SessionOver like `append`."""

    def end(self, token_hash: str) -> None:
        """End a session and all others of the same player: nobody is known by their tokens from now on."""

    def session(self, token_hash: str) -> Player | None:
        """Whose session this is."""

    def player(self, player_id: str) -> Player | None:
        """Somebody who has had a session."""

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Have `heard` called with a table and its version when another process may have changed it.

        It is a hint, on any thread, and may come late, twice or never: look for yourself now and then.
        """

    def close(self) -> None:
        """Finish what is being written, and let go of the database."""
