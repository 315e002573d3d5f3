"""Answers about a table, with what the caller's seat can see and nothing else; and advice for that seat."""

from typing import Annotated, Literal

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody
from tabletown.server.api.responses.ratings import GameRatings


class Clock(ResponseBody):
    """How long the seats of a table may think."""

    seconds: float
    increment: float
    per_move: bool
    on_flag: Literal["bot", "pass"]


class Stat(ResponseBody):
    """Something that a seat has, visible to all."""

    label: str
    value: str


class TimeLeft(ResponseBody):
    """The clock of a seat."""

    seconds: Annotated[float, Meta(description="How much is left")]
    runs: bool


class Seat(ResponseBody):
    """A seat and who sits there."""

    index: int
    name: str
    colour: str
    kind: Literal["human", "bot", "open"]
    bot: Annotated[str | None, Meta(description="The bot that plays there, perhaps only while the owner is away")]
    you: bool
    away: Annotated[bool, Meta(description="Whether a bot plays for its owner")]
    turn: Annotated[bool, Meta(description="Whether the table waits for it, as far as you can know")]
    time: Annotated[TimeLeft | None, Meta(description="Its clock, as far as you can know")]
    play_forced: Annotated[
        bool | None, Meta(description="For a seat of yours: whether moves without a choice play themselves")
    ]
    score: int
    stats: list[Stat]


class Gain(ResponseBody):
    """What a move would change at once."""

    label: str
    amount: int


class Move(ResponseBody):
    """Something that you may do now."""

    move: Annotated[str, Meta(description="What to send")]
    sentence: Annotated[str, Meta(description="What it does")]
    gains: list[Gain]
    notes: list[str]


class Entry(ResponseBody):
    """A choice of a number: every one of them is among the moves as well."""

    move: Annotated[str, Meta(description="What to send, with the number in place of #")]
    label: str
    low: int
    high: int
    without: Annotated[int | None, Meta(description="A number between them that is not allowed")]
    note: str


class Line(ResponseBody):
    """One sentence of the log; its subject is the seat, if it has one."""

    seat: int | None
    text: str
    round: str
    rules: Annotated[list[str], Meta(description="The numbers of the rules that it applies")]
    forced: Annotated[bool, Meta(description="Whether the seat had no other choice, as far as you can know")]


class Turn(ResponseBody):
    """A turn to which you may ask the others to go back, and what was done first in it."""

    turn: int
    line: Line


class Question(ResponseBody):
    """A seat asks all others to go back."""

    id: Annotated[str, Meta(description="To be named in the answer")]
    seat: Annotated[int, Meta(description="Who asks")]
    line: Annotated[Line | None, Meta(description="What was done first in the turn to go back to, if you saw it")]
    answer_as: Annotated[int | None, Meta(description="Your seat that may answer, or withdraw the question")]
    missing: Annotated[list[int], Meta(description="The seats that have not answered")]


class Remark(ResponseBody):
    """A chat message."""

    number: int
    seat: Annotated[int | None, Meta(description="From which seat; none for somebody who watches")]
    name: str
    text: str


class Part(ResponseBody):
    """Points from one source."""

    label: str
    points: int


class Rank(ResponseBody):
    """A line of the final ranking."""

    seat: int
    place: int
    name: str
    total: int
    parts: list[Part]


class Outcome(ResponseBody):
    """How it ended, best place first."""

    reason: str
    ranking: list[Rank]


class Table(ResponseBody):
    """A table as you see it."""

    id: Annotated[str, Meta(description="Whoever knows it may watch, and sit down on an open seat")]
    url: Annotated[str, Meta(description="The page for people")]
    title: str
    rules: str
    edition: Annotated[str, Meta(description="The name of the edition of its cards; empty: as printed")]
    options: dict[str, bool]
    public: bool
    rated: Annotated[bool, Meta(description="Whether the result changes ratings")]
    tournament: Annotated[str | None, Meta(description="The id of the tournament that laid it, if one did")]
    clock: Clock | None
    waiting_for_players: Annotated[
        bool, Meta(description="Whether seats are open and the game has not begun: until then nobody sees the deal")
    ]
    version: Annotated[int, Meta(description="Counts what you have seen happen; moves answer it")]
    you: Annotated[int | None, Meta(description="The seat that you look from; none if you watch")]
    yours: Annotated[list[int], Meta(description="All your seats")]
    seats: list[Seat]
    status: Annotated[str, Meta(description="How far the game is")]
    step: str
    prompt: Annotated[str, Meta(description="What is to be decided")]
    rule: Annotated[str, Meta(description="The number of the rule that applies")]
    moves: Annotated[list[Move], Meta(description="All that you may do now")]
    entries: list[Entry]
    instead: Annotated[list[Move], Meta(description="What you may do instead of your last choice")]
    undo: Annotated[int | None, Meta(description="Your seat that can take its last choice back")]
    restart: Annotated[int | None, Meta(description="Your seat that can begin its turn again")]
    back: Annotated[list[Turn], Meta(description="Turns to which you may ask the others to go back, newest first")]
    question: Question | None
    recap: Annotated[list[Line], Meta(description="The log since your last turn")]
    log: list[Line]
    talk: Annotated[list[Remark], Meta(description="What was said at the table: the last remarks")]
    position: Annotated[
        str, Meta(description="All that you see, as TOML; unknown cards are ?. Empty before the game has begun")
    ]
    outcome: Outcome | None
    ratings: Annotated[
        GameRatings | None, Meta(description="What a rated game did to the ratings of all, when it is over")
    ]
    commitment: Annotated[str, Meta(description="SHA-256 of rules, seed and salt, known before the first move")]
    seed: Annotated[str | None, Meta(description="From which everything was shuffled: when the game is over")]
    salt: str | None
    next: Annotated[str | None, Meta(description="The id of the table at which the company plays again")]
    note: Annotated[str, Meta(description="What its host wrote for those who may sit down, while it waits")]
    withdrawn: Annotated[bool, Meta(description="Whether it waits no longer, and nobody can sit down")]


class Hint(ResponseBody):
    """A whole action on the list of the adviser."""

    move: Annotated[str, Meta(description="Its first move")]
    whole: Annotated[str, Meta(description="All its moves, to be sent as one")]
    sentence: str
    percent: Annotated[int, Meta(description="How often it wins in a hundred games")]
    why: str


class Advice(ResponseBody):
    """The best moves, as far as the adviser can tell from what your seat sees."""

    version: int
    hints: list[Hint]
