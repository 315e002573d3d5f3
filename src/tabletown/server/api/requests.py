"""The bodies and queries of requests, as structs.

Decoding is strict: a field that is unknown, of another type or out of range is refused before anything happens (400).
What depends on the title or the table is checked later, and refused with another status (422).
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from tabletown import bots
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games import names as title_names
from tabletown.server.limits import DEFAULTS
from tabletown.server.play.bots.choices import USUAL_BOT
from tabletown.server.play.checked_text import MAX_NAME, MAX_NOTE
from tabletown.server.play.people.own_bots import MAX_BOT_NAME
from tabletown.server.play.remarks import MAX_REMARK
from tabletown.server.play.searching.wishes import PACES as SEARCH_PACES
from tabletown.server.play.searching.wishes import USUAL_PACE
from tabletown.server.play.tournaments.tournaments import PACES, TITLE_LENGTH

MAX_MOVE = DEFAULTS.move_length
MAX_REPORT = DEFAULTS.report_length
MAX_VERSION = 999_999_999
MAX_LOG = 10_000
MAX_RECORD = 1_000_000
MAX_STREAM_TABLES = DEFAULTS.stream_tables
_DAY_S = 86_400

Key = Annotated[
    str,
    Meta(
        min_length=8,
        max_length=64,
        pattern="^[A-Za-z0-9_-]+$",
        description="Your own mark for this request, new for each: sent again, it is answered again, not done again",
        examples=["move-0001-9f2c"],
    ),
]
Version = Annotated[
    int, Meta(ge=0, le=MAX_VERSION, description="The version of the table that you answer", examples=[12])
]
Seat = Annotated[int, Meta(ge=0, le=len(SEAT_NAMES) - 1, description="The number of a seat, from 0", examples=[1])]
OwnSeat = Annotated[
    Annotated[int, Meta(ge=0, le=len(SEAT_NAMES) - 1)] | None,
    Meta(description="For which of your seats, if you have several; otherwise the one that you look from"),
]
Name = Annotated[str, Meta(max_length=MAX_NAME, description="A name as others see it", examples=["Ada"])]
Bot = Annotated[
    str,
    Meta(description="The name of a bot", extra_json_schema={"enum": bots.names()}, examples=[USUAL_BOT]),
]
TitleName = Annotated[
    str,
    Meta(description="The name of a title", extra_json_schema={"enum": title_names()}, examples=["uptown"]),
]
Moves = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_MOVE,
        description="A move as the table lists it, or several that are made together: `a; b`",
        examples=["card 1"],
    ),
]


class RequestFields(Struct, forbid_unknown_fields=True):
    """Base of all bodies and queries."""


PlayForced = Annotated[
    bool | UnsetType,
    Meta(description="Whether a move without a choice plays itself there; otherwise as you have set it for yourself"),
]


class NewPlayer(RequestFields):
    """A player to be created or renamed."""

    name: Name = ""


class TypedTicket(RequestFields):
    """A ticket."""

    ticket: Annotated[
        str,
        Meta(max_length=100, description="The 28 signs of a ticket; case, spaces and dashes do not matter"),
    ]


class TypedCode(RequestFields):
    """A one-time code."""

    code: Annotated[
        str, Meta(max_length=100, description="The 8 signs of a code; case, spaces and dashes do not matter")
    ]


class OtherToken(RequestFields):
    """The token of another player who is you."""

    token: Annotated[str, Meta(min_length=1, max_length=200, description="A token of a player without an account")]


class NameOfBot(RequestFields):
    """The name of a bot."""

    name: Annotated[
        str, Meta(min_length=1, max_length=MAX_BOT_NAME, description="Without your own name", examples=["Robo"])
    ]


class NewSeat(RequestFields):
    """A seat of a new table: for you (also several times), for a bot, or open."""

    who: Annotated[Literal["me", "open", "bot"], Meta(description="Who sits there")]
    name: Annotated[str, Meta(max_length=MAX_NAME, description="For a seat of yours: a name other than yours")] = ""
    bot: Annotated[Bot, Meta(description="For a bot's seat: which one")] = USUAL_BOT
    play_forced: PlayForced = UNSET


class NewClock(RequestFields):
    """How long the seats of a new table may think."""

    seconds: Annotated[float, Meta(ge=10, le=30 * _DAY_S, description="For the whole game, or for every move")]
    increment: Annotated[float, Meta(ge=0, le=3600, description="What comes back with every move, in seconds")] = 0.0
    per_move: Annotated[bool, Meta(description="Whether every move has all the seconds anew")] = False
    on_flag: Annotated[
        Literal["bot", "pass"], Meta(description="When time is over: a bot takes the seat, or a move is made for it")
    ] = "bot"


class NewTable(RequestFields):
    """A table to be set."""

    title: TitleName
    seats: Annotated[
        list[NewSeat],
        Meta(min_length=2, max_length=len(SEAT_NAMES), description="Who sits where; one of them is you"),
    ]
    options: Annotated[
        dict[str, bool], Meta(max_length=20, description="Options of the title by name, if any are to be changed")
    ] = {}
    edition: Annotated[
        str, Meta(max_length=50, description="The name of an edition of the cards; by default they are as printed")
    ] = ""
    public: Annotated[bool, Meta(description="Whether everybody finds it in the lobby and may read its record")] = False
    clock: Annotated[NewClock | None, Meta(description="Without one, everybody may think as long as they like")] = None
    rated: Annotated[
        bool, Meta(description="Whether the result changes ratings: for players who keep their games, one seat each")
    ] = False
    note: Annotated[str, Meta(max_length=MAX_NOTE, description="For those who may sit down, while seats are open")] = ""
    key: Annotated[Key | None, Meta(description="Your own mark for this table: sent again, it sets no other")] = None


class NewSearch(RequestFields):
    """What to play with whoever would play the same."""

    titles: Annotated[list[TitleName], Meta(min_length=1, max_length=20, description="One or several games")]
    players: Annotated[
        list[Annotated[int, Meta(ge=2, le=len(SEAT_NAMES))]],
        Meta(min_length=1, max_length=10, description="How many at the table: one or several numbers"),
    ]
    pace: Annotated[
        str, Meta(description="How fast: the name of a clock", extra_json_schema={"enum": list(SEARCH_PACES)})
    ] = USUAL_PACE
    rated: Annotated[bool, Meta(description="Whether the game is to be rated")] = False
    about_my_strength: Annotated[
        bool,
        Meta(
            description="Only with people about as strong at the game: ratings at most 200 points apart, or ranges that"
            " meet. Who has no rating counts as 1500, give or take 500. The others may ask for it, too"
        ),
    ] = False


class BotsInstead(RequestFields):
    """A table with bots instead of people."""

    key: Annotated[Key | None, Meta(description="Your own mark for this table: sent again, it sets no other")] = None


class RatingQuery(RequestFields):
    """Whose ratings, and how many of them."""

    title: TitleName
    limit: Annotated[int, Meta(ge=1, le=100, description="How many at most")] = 100


class SetNamed(RequestFields):
    """Whether lists of ratings show your name."""

    on: Annotated[bool, Meta(description="Whether they do; otherwise you are `a player` there")]


class SetForced(RequestFields):
    """Whether moves without a choice play themselves, on a seat of yours."""

    seat: Seat
    on: Annotated[bool, Meta(description="Whether they do; otherwise you make each of them")]


class SetForcedByDefault(RequestFields):
    """Whether moves without a choice play themselves, on the seats that you will take."""

    on: Annotated[bool, Meta(description="Whether they do; otherwise you make each of them")]


class SetMailTurns(RequestFields):
    """For which games mails tell you that it is your turn."""

    turns: Annotated[Literal["off", "days", "all"], Meta(description="`days`: those with days for a move")]


class Sit(RequestFields):
    """Sit down on an open seat, or let a bot sit there."""

    seat: Seat
    name: Annotated[str, Meta(max_length=MAX_NAME, description="What to be called there; otherwise your name")] = ""
    bot: Annotated[Bot | None, Meta(description="A bot instead of you; for those who sit at the table")] = None
    play_forced: PlayForced = UNSET
    key: Annotated[Key | None, Meta(description="Your own mark for this request: sent again, it is done once")] = None


class MakeMove(RequestFields):
    """A move, in answer to a version of the table."""

    move: Moves
    version: Version
    key: Key
    seat: OwnSeat = None


class Undo(RequestFields):
    """Taking something back, in answer to a version of the table."""

    version: Version
    key: Key
    seat: OwnSeat = None


class AskBack(RequestFields):
    """A question to all others, in answer to a version of the table."""

    turn: Annotated[int, Meta(ge=0, le=MAX_VERSION, description="One of those that the table lists as `back`")]
    version: Version
    key: Key
    seat: OwnSeat = None


class AnswerBack(RequestFields):
    """The answer to such a question, in answer to a version of the table."""

    question: Annotated[str, Meta(min_length=1, max_length=64, description="The id of the question")]
    agree: Annotated[bool, Meta(description="Whether you agree")]
    version: Version
    key: Key
    seat: OwnSeat = None


class Say(RequestFields):
    """A remark, for all who can see the table."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_REMARK, description="What to say, in one line")]
    key: Key


PlayerId = Annotated[
    str,
    Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$", description="The id of a player, as tables tell it"),
]
TableId = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")]


class SeenByFriends(RequestFields):
    """Whether friends see that you are here."""

    on: Annotated[bool, Meta(description="Whether they do; at first they do not")]


class Challenge(RequestFields):
    """A challenge to a friend: a table with a seat for them."""

    title: TitleName
    clock: Annotated[NewClock | None, Meta(description="Without one, both may think as long as they like")] = None
    key: Annotated[Key | None, Meta(description="Your own mark for this challenge: sent again, it lays no other")] = (
        None
    )


class Mute(RequestFields):
    """Remarks to be hidden from you."""

    table: Annotated[TableId, Meta(description="At this table only; empty for every table")] = ""


class MuteQuery(RequestFields):
    """Where remarks are to be shown again."""

    table: Annotated[TableId, Meta(description="At this table only; empty for every table")] = ""


class NewReport(RequestFields):
    """Something that the host should know."""

    player: PlayerId
    kind: Annotated[Literal["remark", "name", "behaviour"], Meta(description="What it is about")]
    key: Key
    text: Annotated[str, Meta(max_length=MAX_REPORT, description="What happened, in a few words")] = ""
    table: Annotated[TableId, Meta(description="At which table; a remark needs one")] = ""
    remark: Annotated[int, Meta(ge=0, le=MAX_VERSION, description="The number of the remark at the table")] = 0


class Consult(RequestFields):
    """A question to the adviser."""

    seat: OwnSeat = None


class Away(RequestFields):
    """A seat that a bot is to play for its owner."""

    seat: Seat
    bot: Bot = USUAL_BOT


class Back(RequestFields):
    """A seat whose owner is back."""

    seat: Seat


class TableQuery(RequestFields):
    """How much of a table to send."""

    log: Annotated[int, Meta(ge=0, le=MAX_LOG, description="How many lines of the log, from its end")] = 100


class RematchQuery(TableQuery):
    """With whom to play again, and how much of the table to send."""

    people: Annotated[bool, Meta(description="Whether the bots' seats are open to everybody this time")] = False


class ListQuery(RequestFields):
    """How much of a list to send."""

    limit: Annotated[int, Meta(ge=1, le=50, description="How many at most")] = 50


class PuzzleQuery(RequestFields):
    """Which puzzles to list."""

    title: TitleName


class LessonQuery(RequestFields):
    """Which short lessons to list."""

    title: TitleName


class FinishedQuery(RequestFields):
    """Where to go on in the list of finished games."""

    after: Annotated[
        float, Meta(ge=0, le=1e12, description="Only games that ended later: `ended` of the last one you know")
    ] = 0.0
    limit: Annotated[
        int, Meta(ge=1, le=100, description="How many; more if some ended at the very same time as the last")
    ] = 100


class ReplayQuery(RequestFields):
    """Which ply of the past, and from which viewpoint."""

    ply: Annotated[int, Meta(ge=0, le=MAX_VERSION, description="How many plies after the beginning")] = 0
    seat: Annotated[
        Literal["open", "spectator", "0", "1", "2", "3", "4"] | UnsetType,
        Meta(description="A seat, a spectator, or all cards open; otherwise what the page of the replay shows first"),
    ] = UNSET


class Record(RequestFields):
    """The record of a finished game."""

    record: Annotated[str, Meta(min_length=1, max_length=MAX_RECORD, description="The text of the file")]


class StreamQuery(RequestFields):
    """How long to listen to a table."""

    seconds: Annotated[
        Annotated[int, Meta(ge=0, le=3600)] | UnsetType,
        Meta(description="End the stream after so many seconds; otherwise it stays open"),
    ] = UNSET


class StreamsQuery(StreamQuery, kw_only=True):
    """To which tables to listen, and how long."""

    table: Annotated[
        list[Annotated[str, Meta(max_length=64)]],
        Meta(
            min_length=1,
            max_length=MAX_STREAM_TABLES,
            description="Ids of tables, once for each; `lobby` tells when the lobby has changed",
        ),
    ]


class NewTournament(RequestFields):
    """A tournament to be set up."""

    name: Annotated[
        str, Meta(min_length=1, max_length=TITLE_LENGTH, description="What it is called", examples=["November"])
    ]
    title: TitleName
    kind: Annotated[Literal["swiss", "round robin"], Meta(description="How opponents are found")] = "swiss"
    at_table: Annotated[int, Meta(ge=2, le=5, description="How many sit at a table")] = 2
    rounds: Annotated[
        int,
        Meta(ge=1, le=100, description="How many rounds; a round robin at tables of two has as many as it needs"),
    ] = 5
    pace: Annotated[
        str, Meta(description="The clock of its tables", extra_json_schema={"enum": list(PACES)}, examples=["live-15"])
    ] = "live-15"
    edition: Annotated[str, Meta(max_length=50, description="The name of an edition of the cards")] = ""
    options: Annotated[dict[str, bool], Meta(max_length=20, description="Options of the title by name")] = {}
    rated: Annotated[bool, Meta(description="Whether its games count for ratings")] = False
    listed: Annotated[bool, Meta(description="Whether everybody finds it, or those with its link only")] = False
    fill: Annotated[str, Meta(max_length=50, description="A bot that fills the last table; else players rest")] = ""
    round_days: Annotated[int, Meta(ge=0, le=60, description="After how many days a round ends at the latest")] = 0
    bots: Annotated[list[Bot], Meta(max_length=DEFAULTS.tournament_players, description="Bots that take part")] = []
    join: Annotated[bool, Meta(description="Whether you take part yourself")] = False
    key: Annotated[Key | None, Meta(description="Your own mark: sent again, it sets up no other")] = None


class JoinTournament(RequestFields):
    """How to take part."""

    name: Annotated[str, Meta(max_length=MAX_NAME, description="A name in the standings; otherwise yours")] = ""


class SitOut(RequestFields):
    """Which round to sit out."""

    round: Annotated[int, Meta(ge=0, le=100, description="The next round; 0 to play in it after all", examples=[2])]


class TournamentBot(RequestFields):
    """Which bot takes part."""

    bot: Bot


class TournamentNumber(RequestFields):
    """Whom to remove."""

    number: Annotated[int, Meta(ge=1, le=1_000_000, description="Their number in the standings", examples=[3])]


class ProfileQuery(RequestFields):
    """As whom to look at your own profile."""

    seen_as: Annotated[
        Literal["me", "friends", "everyone"],
        Meta(description="Your own profile as a friend or anybody else sees it; for that of others it says nothing"),
    ] = "me"


class GamesQuery(RequestFields):
    """Which finished games of a player to list."""

    title: Annotated[
        Literal["", *title_names()],  # type: ignore[valid-type]
        Meta(description="Only games of this title; empty: of all"),
    ] = ""
    company: Annotated[
        Literal["", "people", "bots"],
        Meta(description="Only games with other people, or with bots alone; empty: all"),
    ] = ""
    put_away: Annotated[bool, Meta(description="Only those that you have put away, instead of all others")] = False
    page: Annotated[int, Meta(ge=1, le=1000, description="The page, from 1")] = 1
    limit: Annotated[int, Meta(ge=1, le=50, description="How many to a page")] = 20


class LetSee(RequestFields):
    """Who may see a part of your profile."""

    sheet: Annotated[
        Literal["ratings", "rungs", "games", "streak", "reviews"], Meta(description="The part of your profile")
    ]
    seen_by: Annotated[Literal["everyone", "friends", "me"], Meta(description="By whom it may be seen")]


class PutAwayTables(RequestFields):
    """Tables to put away, or back."""

    tables: Annotated[
        list[Annotated[str, Meta(max_length=100)]],
        Meta(min_length=1, max_length=50, description="The ids of tables where you sit or sat"),
    ]
    away: Annotated[bool, Meta(description="Whether to put them away; otherwise they are put back")] = True
