"""The bodies of responses, as structs. Those about a table hold only what the caller's seat can see."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct


class ResponseBody(Struct):
    """Base of all answers."""


class Bot(ResponseBody):
    """A bot to play against."""

    name: str
    blurb: Annotated[str, Meta(description="How it plays")]


class Bots(ResponseBody):
    """All bots, weakest first."""

    bots: list[Bot]


class Option(ResponseBody):
    """A choice when a table is set."""

    name: str
    text: Annotated[str, Meta(description="What it changes")]


class Title(ResponseBody):
    """A game that can be played here."""

    name: Annotated[str, Meta(description="By which it is asked for: uptown")]
    title: Annotated[str, Meta(description="As people write it: UpTown")]
    rules: Annotated[str, Meta(description="The rules number that tables and records carry")]
    least_players: int
    most_players: int
    minutes: int
    weight: str
    blurb: str
    makers: dict[str, str]
    options: list[Option]
    ready: Annotated[bool, Meta(description="Whether it can be played now; the first start takes a minute")]


class Titles(ResponseBody):
    """All games."""

    titles: list[Title]


class CardGroup(ResponseBody):
    """Cards that belong together, a sentence for each."""

    name: str
    cards: list[str]


class Cards(ResponseBody):
    """Everything that is printed on the cards of a game."""

    groups: list[CardGroup]
    data: Annotated[dict[str, Any], Meta(description="The same as tables; positions name cards as they do")]


class PuzzleSummary(ResponseBody):
    """A puzzle in a list."""

    id: str
    title: str
    players: int
    theme: Annotated[str, Meta(description="What it is about, in the words of the game")]
    difficulty: Annotated[int, Meta(description="From 1 to 5: one more for each of four bots that does not find it")]


class Puzzles(ResponseBody):
    """The puzzles of a game."""

    puzzles: list[PuzzleSummary]


class PuzzleMove(ResponseBody):
    """A move of a puzzle."""

    moves: Annotated[list[str], Meta(description="Its parts, in their order")]
    chance: Annotated[float, Meta(description="To win with it, in games that were played on")]


class Puzzle(ResponseBody):
    """A position as one seat sees it, in which one move is clearly best. It tells the solution, too."""

    id: str
    title: str
    players: int
    seat: Annotated[int, Meta(description="Who is to move, and whose view the position is")]
    position: Annotated[str, Meta(description="As text, which `tabletown.loads` reads")]
    theme: Annotated[str, Meta(description="What it is about, in the words of the game")]
    difficulty: Annotated[int, Meta(description="From 1 to 5: one more for each of four bots that does not find it")]
    best: PuzzleMove
    tempting: Annotated[PuzzleMove, Meta(description="What the bot `greedy` plays")]
    rivals: Annotated[list[PuzzleMove], Meta(description="The next best moves")]


class Player(ResponseBody):
    """The player of a token."""

    name: str
    play_forced: Annotated[bool, Meta(description="Whether moves without a choice play themselves on your next seats")]


class KeptSession(ResponseBody):
    """A session of yours: a browser or a token."""

    began: Annotated[float, Meta(description="In seconds since 1970, like all times")]
    used: Annotated[float | None, Meta(description="When it was last used, if that is known")]


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


class PlayerData(ResponseBody):
    """Everything that the site keeps about you."""

    name: str
    play_forced: bool
    joined: float
    sessions: list[KeptSession]
    tables: list[KeptTable]


class Token(ResponseBody):
    """A player and the only proof of it: keep the token to yourself."""

    name: str
    token: Annotated[str, Meta(description="Send it as `Authorization: Bearer TOKEN`")]


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
    options: dict[str, bool]
    public: bool
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
    commitment: Annotated[str, Meta(description="SHA-256 of rules, seed and salt, known before the first move")]
    seed: Annotated[str | None, Meta(description="From which everything was shuffled: when the game is over")]
    salt: str | None
    next: Annotated[str | None, Meta(description="The id of the table at which the company plays again")]


class SeatSummary(ResponseBody):
    """A seat in a list of tables."""

    name: str
    kind: Literal["human", "bot", "open"]
    you: bool
    turn: bool


class Summary(ResponseBody):
    """A table in a list."""

    id: str
    url: str
    title: str
    public: bool
    clock: Annotated[str, Meta(description="How long people may think, in words")]
    status: Annotated[str, Meta(description="How far the game is")]
    seats: list[SeatSummary]
    over: bool
    your_turn: bool


class Summaries(ResponseBody):
    """A list of tables."""

    tables: list[Summary]


class Lobby(ResponseBody):
    """What goes on at public tables."""

    tables: Annotated[list[Summary], Meta(description="Those that wait for players, newest first")]
    live: Annotated[list[Summary], Meta(description="Games to watch, at which something happened lately")]


class Finished(ResponseBody):
    """A public game that is over."""

    id: str
    title: str
    rules: str
    players: int
    ended: Annotated[float, Meta(description="When, in seconds since 1970")]
    record: Annotated[str, Meta(description="Where its record is")]


class FinishedGames(ResponseBody):
    """Public games that are over, in the order in which they ended."""

    games: list[Finished]


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


class Moment(ResponseBody):
    """A ply of a table's past, from one viewpoint."""

    ply: int
    last: Annotated[int, Meta(description="The last ply that can be looked at")]
    seat: Annotated[str, Meta(description="Through whose eyes this is seen")]
    seats: Annotated[list[str], Meta(description="Through whose eyes you may look")]
    status: Annotated[str, Meta(description="How far the game was")]
    said: Annotated[list[Line], Meta(description="What this ply did, in words")]
    scores: list[int]
    position: Annotated[str, Meta(description="All that could be known, as the text of a position")]
    over: Annotated[bool, Meta(description="Whether the game is over, not only this moment of it")]


class Finding(ResponseBody):
    """One part of the check."""

    what: str
    holds: bool
    found: str


class Check(ResponseBody):
    """Whether a game was dealt and played as it claims."""

    passed: bool
    findings: list[Finding]


class Brought(ResponseBody):
    """The table of an imported record."""

    id: Annotated[str, Meta(description="Of its table")]
    url: Annotated[str, Meta(description="The page of its replay")]


class Error(ResponseBody):
    """Why nothing was done."""

    error: Annotated[str, Meta(description="What kind of refusal it is, for programs", examples=["outdated"])]
    message: Annotated[str, Meta(description="The same for people")]
    field: Annotated[str | None, Meta(description="The field of the request that it is about")] = None
    table: Annotated[Table | None, Meta(description="The table as it stands, if a move was refused")] = None
