"""The answer that says all that is kept about a player, to take along."""

from typing import Annotated

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody
from tabletown.server.api.responses.people import KeptReport
from tabletown.server.api.responses.players import KeptSession


class KeptKey(ResponseBody):
    """A key (passkey) of yours; the site knows its public part."""

    name: str
    made: float
    used: float | None


class KeptTicket(ResponseBody):
    """A ticket (recovery code) of yours; the site knows its hash."""

    made: float
    confirmed: Annotated[float | None, Meta(description="When you said that it is on paper")]
    ended: float | None
    ended_by: Annotated[str | None, Meta(description="`use`, or `another` that replaced it")]


class KeptAccount(ResponseBody):
    """Your account, if you keep your games."""

    since: float
    keys: list[KeptKey]
    tickets: list[KeptTicket]
    joined_browsers: Annotated[int, Meta(description="How many browsers brought their games along")]
    listed: Annotated[bool, Meta(description="Whether lists of ratings show your name")]


class KeptTableMail(ResponseBody):
    """What is kept of mails about a table."""

    table: str
    told: Annotated[float | None, Meta(description="When a mail about it was last sent")]
    seen: Annotated[float | None, Meta(description="When you last had its page open")]
    muted: Annotated[bool, Meta(description="Whether you want no mails about it")]


class KeptMail(ResponseBody):
    """Your mail address, and what is kept of mails."""

    address: Annotated[str, Meta(description="Empty while none is confirmed")]
    confirmed: float | None
    wanted: Annotated[str, Meta(description="An address that waits to be confirmed")]
    wanted_since: float | None
    turns: Annotated[str, Meta(description="For which games you get mails: `off`, `days` or `all`")]
    refused: Annotated[float | None, Meta(description="When its mail server refused a mail for good")]
    waiting: Annotated[list[str], Meta(description="Kinds of mails that are about to be sent")]
    tables: list[KeptTableMail]


class KeptSeat(ResponseBody):
    """A seat of yours, and the name there."""

    seat: int
    name: str


class KeptRemark(ResponseBody):
    """Something that you said."""

    at: float
    text: str


class KeptEvent(ResponseBody):
    """Something that you did at a table, or that was done for your seat."""

    at: float
    kind: str
    seat: Annotated[int, Meta(description="-1 without a seat")]
    action: Annotated[int | None, Meta(description="Of a move: its number, as in `tabletown.engine.actions`")]


class KeptTable(ResponseBody):
    """What a table holds about you."""

    id: str
    title: str
    created: float
    public: bool
    seats: list[KeptSeat]
    remarks: list[KeptRemark]
    events: list[KeptEvent]
    keys: Annotated[list[str], Meta(description="The keys that you sent with requests")]


class KeptRatedGame(ResponseBody):
    """What a rated game did to your rating."""

    table: str
    title: str
    ended: float
    place: int
    left: Annotated[bool, Meta(description="Whether you had left, which is the last place")]
    weight: Annotated[float, Meta(description="How much it counted: less, the more often you met the same opponents")]
    mean: Annotated[int, Meta(description="Your rating after it")]
    range: Annotated[int, Meta(description="So much more or less is likely")]
    games: int


class KeptTournament(ResponseBody):
    """What a tournament holds about you."""

    id: str
    title: str
    created: float
    organiser: Annotated[bool, Meta(description="Whether you set it up")]
    written: Annotated[str, Meta(description="The name that you gave it, if you set it up")]
    number: Annotated[int, Meta(description="Your number in it; 0 if you do not play")]
    name: str
    joined: float | None
    left_after: int | None
    rests_in: int


class KeptPerson(ResponseBody):
    """A friend of yours, or somebody whom you have asked or blocked."""

    player: str
    name: str
    at: float


class KeptMute(ResponseBody):
    """Somebody whose remarks are hidden from you."""

    player: str
    name: str
    at: float
    table: Annotated[str, Meta(description="Empty: at every table")]


class KeptInvitation(ResponseBody):
    """A table to which you are invited."""

    table: str
    at: float


class KeptSuspension(ResponseBody):
    """A suspension by the host."""

    until: float
    reason: str


class KeptCompany(ResponseBody):
    """What is kept about you and others."""

    seen_by_friends: bool
    friends: list[KeptPerson]
    asked: list[KeptPerson]
    blocked: list[KeptPerson]
    muted: list[KeptMute]
    invitations: list[KeptInvitation]
    reports: list[KeptReport]
    suspension: KeptSuspension | None


class KeptResult(ResponseBody):
    """How a finished game came out for you, computed from its log for your profile."""

    table: str
    seat: int
    place: int
    score: int
    gave_up: bool


class KeptProfile(ResponseBody):
    """What your profile is made of."""

    seen_by: Annotated[dict[str, str], Meta(description="What you chose: who may see which part")]
    put_away: Annotated[list[str], Meta(description="The tables that you have put away")]
    results: list[KeptResult]


class KeptSearch(ResponseBody):
    """Your search for opponents."""

    titles: list[str]
    pace: str
    players: list[int]
    rated: bool
    about_my_strength: bool
    began: float
    seen: Annotated[float, Meta(description="When you were last seen looking")]
    found: bool
    table: str


class KeptNote(ResponseBody):
    """A note of yours at a table that waits or waited for players."""

    table: str
    text: str
    written: float


class KeptBot(ResponseBody):
    """A bot of yours, and what is kept about it."""

    id: str
    name: str
    made: float
    token_made: Annotated[float | None, Meta(description="When you got its token; of the token there is only a hash")]
    used: Annotated[float | None, Meta(description="When the token was used last")]
    tables: list[KeptTable]
    rated_games: list[KeptRatedGame]


class PlayerData(ResponseBody):
    """Everything that the site keeps about you."""

    name: str
    play_forced: bool
    joined: float
    sessions: list[KeptSession]
    account: KeptAccount | None
    rated_games: list[KeptRatedGame]
    company: KeptCompany
    mail: Annotated[KeptMail | None, Meta(description="Your mail address, if you gave one")]
    tables: list[KeptTable]
    tournaments: list[KeptTournament]
    profile: KeptProfile
    search: KeptSearch | None
    notes: list[KeptNote]
    bots: Annotated[list[KeptBot], Meta(description="Your own bots")]
