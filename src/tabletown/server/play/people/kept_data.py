"""What is kept about a player, as plain data to take along: one class for each kind of thing.

Times are in seconds since 1970. The API gives the same fields (server/api/kept_data.py).
"""

from dataclasses import dataclass

from tabletown.server.store.protocol import SessionTimes


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """Something that a player did: when, what kind of event, for which seat (-1: none), with which action."""

    at: float
    kind: str
    seat: int
    action: int | None = None


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat of a player and the name there."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class KeptRemark:
    """A remark of a player."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class KeptTable:
    """What a table holds about a player. `keys` are the marks by which repeated requests are recognised."""

    id: str
    title: str
    created: float
    public: bool
    seats: tuple[KeptSeat, ...]
    remarks: tuple[KeptRemark, ...]
    events: tuple[KeptEvent, ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptKey:
    """A key of a player: its name, when it was made, and when it was last used to sign in."""

    name: str
    made: float
    used: float | None


@dataclass(frozen=True, slots=True)
class KeptTicket:
    """A ticket of a player: when it was made, was said to be on paper, and ended, by its use or by another one."""

    made: float
    confirmed: float | None
    ended: float | None
    ended_by: str | None


@dataclass(frozen=True, slots=True)
class KeptAccount:
    """The account of a player: since when, the ways back in, and how many browsers were joined to it."""

    since: float
    keys: tuple[KeptKey, ...]
    tickets: tuple[KeptTicket, ...]
    joined_browsers: int
    listed: bool  # whether lists of ratings show the name


@dataclass(frozen=True, slots=True)
class KeptRatedGame:
    """What a rated game did to the rating of a player: how much it counted, and the rating after it."""

    table: str
    title: str
    ended: float
    place: int
    left: bool
    weight: float
    mean: int
    range: int
    games: int


@dataclass(frozen=True, slots=True)
class KeptTournament:
    """A tournament that a player organises or takes part in; `written` is the name of one that they organise.

    `number` is 0 for an organiser who does not play.
    """

    id: str
    title: str
    created: float
    organiser: bool
    written: str
    number: int
    name: str
    joined: float | None
    left_after: int | None
    rests_in: int


@dataclass(frozen=True, slots=True)
class KeptPerson:
    """Somebody whom a player has as a friend, has asked or has blocked, and since when."""

    player: str
    name: str
    at: float


@dataclass(frozen=True, slots=True)
class KeptMute:
    """Somebody whose remarks a player has hidden, at a table or (empty) everywhere."""

    player: str
    name: str
    at: float
    table: str


@dataclass(frozen=True, slots=True)
class KeptInvitation:
    """A table to which a player is invited."""

    table: str
    at: float


@dataclass(frozen=True, slots=True)
class KeptReport:
    """A report that a player made. It is about a name, a remark of this number at a table, or behaviour there."""

    id: str
    about: str
    kind: str
    table: str
    remark: int
    name: str
    text: str
    at: float
    closed: float | None


@dataclass(frozen=True, slots=True)
class KeptSuspension:
    """Until when the host has suspended a player, and why."""

    until: float
    reason: str


@dataclass(frozen=True, slots=True)
class KeptCompany:
    """What is kept about a player and others."""

    seen_by_friends: bool
    friends: tuple[KeptPerson, ...]
    asked: tuple[KeptPerson, ...]
    blocked: tuple[KeptPerson, ...]
    muted: tuple[KeptMute, ...]
    invitations: tuple[KeptInvitation, ...]
    reports: tuple[KeptReport, ...]
    suspension: KeptSuspension | None


@dataclass(frozen=True, slots=True)
class KeptResult:
    """How a finished game came out for a player: computed from its log, for their profile."""

    table: str
    seat: int
    place: int
    score: int
    gave_up: bool


@dataclass(frozen=True, slots=True)
class KeptProfile:
    """What a player's profile is made of: by whom the sheets may be seen, games put away, results."""

    seen_by: dict[str, str]
    put_away: tuple[str, ...]
    results: tuple[KeptResult, ...]


@dataclass(frozen=True, slots=True)
class KeptSearch:
    """The search of a player for opponents."""

    titles: tuple[str, ...]
    pace: str
    players: tuple[int, ...]
    rated: bool
    about_my_strength: bool
    began: float
    seen: float
    found: bool
    table: str


@dataclass(frozen=True, slots=True)
class KeptNote:
    """A note of a player at a table that waits or waited for others."""

    table: str
    text: str
    written: float


@dataclass(frozen=True, slots=True)
class KeptTableMail:
    """What is kept of mails about a table: when one was sent last, when its page was last open, whether it is muted."""

    table: str
    told: float | None
    seen: float | None
    muted: bool


@dataclass(frozen=True, slots=True)
class KeptMail:
    """The mail address of a player, for which games they want mails, and what is about to be sent."""

    address: str
    confirmed: float | None
    wanted: str
    wanted_since: float | None
    turns: str
    refused: float | None
    waiting: tuple[str, ...]  # kinds of mails in the outbox
    tables: tuple[KeptTableMail, ...]


@dataclass(frozen=True, slots=True)
class KeptBot:
    """A bot of a player: its name, when it was made, got its token and last used it, its tables and rated games."""

    id: str
    name: str
    made: float
    token_made: float | None
    used: float | None
    tables: tuple[KeptTable, ...]
    rated_games: tuple[KeptRatedGame, ...]


@dataclass(frozen=True, slots=True)
class PlayerData:
    """Everything that is kept about a player. Times are in seconds since 1970."""

    name: str
    play_forced: bool  # the setting for the seats that they will take
    joined: float
    sessions: tuple[SessionTimes, ...]
    account: KeptAccount | None
    rated_games: tuple[KeptRatedGame, ...]
    company: KeptCompany
    mail: KeptMail | None
    tables: tuple[KeptTable, ...]
    tournaments: tuple[KeptTournament, ...]
    profile: KeptProfile
    search: KeptSearch | None
    notes: tuple[KeptNote, ...]
    bots: tuple[KeptBot, ...]

    @property
    def remarks(self) -> int:
        """How many remarks the player has made."""
        return sum(len(table.remarks) for table in self.tables)
