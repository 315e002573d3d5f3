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


class Edition(ResponseBody):
    """An edition of a game's cards beside the printed one."""

    name: Annotated[str, Meta(description="By which a new table asks for it")]
    title: str
    about: str
    changes: Annotated[list[str], Meta(description="What is different, a sentence for each card")]


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
    editions: Annotated[list[Edition], Meta(description="Other numbers on its cards, which a table may choose")]
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


class ShortLesson(ResponseBody):
    """What strong players do: an idea, and a position in which it is the best move. It tells the answer, too."""

    id: str
    name: str
    idea: str
    question: str
    hints: list[str]
    why: Annotated[str, Meta(description="The answer is right, and what the tempting move loses")]
    players: int
    seat: Annotated[int, Meta(description="Who is to move, and whose view the position is")]
    position: Annotated[str, Meta(description="As text, which `tabletown.loads` reads")]
    theme: Annotated[str, Meta(description="What it is about, in the words of the game")]
    best: PuzzleMove
    tempting: PuzzleMove


class ShortLessons(ResponseBody):
    """The short lessons of a game, in the order in which they are best taken."""

    lessons: list[ShortLesson]


class Mistake(ResponseBody):
    """A decision of yours that cost more than three points of chance."""

    table: str
    seat: int
    ply: Annotated[int, Meta(description="How many plies came before it; the review of the table shows it there")]
    cost: Annotated[float, Meta(description="How much chance to win was lost against the better move")]
    played: Annotated[str, Meta(description="What you did, in words")]
    better: Annotated[str, Meta(description="What would have been better, in words")]


class UsualMistake(ResponseBody):
    """Mistakes of yours in one game that are about the same."""

    title: str
    theme: Annotated[str, Meta(description="What the better moves were about, in the words of the game")]
    times: int
    games: Annotated[int, Meta(description="In how many games")]
    cost: Annotated[float, Meta(description="All of them together")]
    examples: Annotated[list[Mistake], Meta(description="The costliest, three at most")]


class UsualMistakes(ResponseBody):
    """Your usual mistakes: what cost most in all comes first."""

    reviewed: Annotated[int, Meta(description="How many of your finished games have a review; only they count")]
    mistakes: list[UsualMistake]


class Player(ResponseBody):
    """The player of a token."""

    id: Annotated[str, Meta(description="By which others name you, in `/players/ID/profile`; it gives no rights")]
    name: str
    play_forced: Annotated[bool, Meta(description="Whether moves without a choice play themselves on your next seats")]
    kept: Annotated[bool, Meta(description="Whether you keep your games: there is a way back if all tokens are lost")]


class KeptSession(ResponseBody):
    """A session of yours: a browser or a token."""

    began: Annotated[float, Meta(description="In seconds since 1970, like all times")]
    used: Annotated[float | None, Meta(description="When it was last used, if that is known")]
    browser: Annotated[str, Meta(description="Its browser, if you keep your games; empty for a program")]


class OpenSession(KeptSession):
    """A session of yours in a list."""

    id: Annotated[str, Meta(description="By which it is ended; it signs nobody in")]
    is_this: Annotated[bool, Meta(description="Whether it is the one of the token that you sent")]


class OpenSessions(ResponseBody):
    """Where you are signed in: this session first, then the one that was used last."""

    sessions: list[OpenSession]


class MailWishes(ResponseBody):
    """Whether mails tell you that it is your turn."""

    offered: Annotated[bool, Meta(description="Whether this site sends mails")]
    address: Annotated[str, Meta(description="Where they go; empty without a confirmed address")]
    turns: Annotated[str, Meta(description="For which games: `off`, `days` (with days for a move) or `all`")]


class KeptReport(ResponseBody):
    """A report that you made."""

    id: str
    about: str
    kind: Annotated[str, Meta(description="`remark`, `name` or `behaviour`")]
    table: str
    remark: Annotated[int, Meta(description="The number of the remark at the table; 0 without one")]
    name: Annotated[str, Meta(description="The name, if the report is about it")]
    text: str
    at: float
    closed: Annotated[float | None, Meta(description="When the host closed it")]


class Token(ResponseBody):
    """A player and the only proof of it: keep the token to yourself."""

    name: str
    token: Annotated[str, Meta(description="Send it as `Authorization: Bearer TOKEN`")]


class Rating(ResponseBody):
    """How strong somebody is in a game: the true strength is within the range nineteen times in twenty."""

    title: str
    mean: int
    low: Annotated[int, Meta(description="The lower end of the range")]
    high: Annotated[int, Meta(description="The upper end of the range")]
    games: Annotated[int, Meta(description="Rated games that counted")]
    provisional: Annotated[bool, Meta(description="Whether there are fewer than fifteen games")]


class RatedGame(ResponseBody):
    """A rated game of yours."""

    table: str
    ended: Annotated[float, Meta(description="In seconds since 1970")]
    rating: Annotated[Rating, Meta(description="After the game")]
    change: int
    place: Annotated[int, Meta(description="From 1")]
    players: int


class TitleRatings(ResponseBody):
    """Your rating in a game, and how it came about."""

    rating: Rating
    history: Annotated[list[RatedGame], Meta(description="Oldest first")]


class OwnRatings(ResponseBody):
    """Your ratings, for each game in which you have one."""

    named: Annotated[bool, Meta(description="Whether lists of ratings show your name")]
    titles: list[TitleRatings]


class RankedPlayer(ResponseBody):
    """A line of a list of ratings."""

    rank: int
    name: Annotated[str | None, Meta(description="Null for a bot, and for a player who does not want to be named")]
    bot: Annotated[str | None, Meta(description="The name of the bot, if it is one")]
    you: bool
    rating: Rating


class Leaderboard(ResponseBody):
    """The players and bots of a game with at least five rated games, by the lower end of the range."""

    players: list[RankedPlayer]


class SeatRating(ResponseBody):
    """What a rated game did to whoever sat at a seat."""

    seat: int
    rating: Annotated[Rating, Meta(description="After the game")]
    change: int
    left: Annotated[bool, Meta(description="Whether they had left, which is the last place")]


class GameRatings(ResponseBody):
    """What a rated game did to the ratings of all."""

    why_not: Annotated[str, Meta(description="If it does not count, or not yet: why; else empty")]
    seats: list[SeatRating]


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
    rated: bool
    clock: Annotated[str, Meta(description="How long people may think, in words")]
    status: Annotated[str, Meta(description="How far the game is")]
    seats: list[SeatSummary]
    over: bool
    your_turn: bool
    note: Annotated[str, Meta(description="What its host wrote for those who may sit down")]


class PersonAt(ResponseBody):
    """Somebody at a table: at a seat, or somebody who has said something."""

    player: Annotated[str, Meta(description="Their id, for friends, blocks and reports; it gives no rights")]
    name: str
    seats: list[int]
    remarks: Annotated[list[int], Meta(description="The numbers of what they said, as the table lists it")]


class PeopleAt(ResponseBody):
    """The people at a table, without bots."""

    people: list[PersonAt]


class Person(ResponseBody):
    """A player as others find them."""

    player: str
    name: str
    kept: Annotated[bool, Meta(description="Whether they keep their games: only then they can be asked")]
    you: bool
    relation: Annotated[
        Literal["none", "asked", "asking", "friends"],
        Meta(description="You have asked; they ask; or both have said yes. A no is not told"),
    ]
    blocked: Annotated[bool, Meta(description="Whether you have blocked them")]
    muted: Annotated[bool, Meta(description="Whether their remarks are hidden from you everywhere")]


class Friend(ResponseBody):
    """A friend of yours."""

    player: str
    name: str
    since: float
    here: Annotated[bool, Meta(description="Whether they are here now, if they want it seen")]
    games: Annotated[list[str], Meta(description="Public games of theirs that you can watch, by id")]


class FriendAsk(ResponseBody):
    """Somebody who asks you, or whom you have asked."""

    player: str
    name: str
    at: float


class FriendInvitation(ResponseBody):
    """A friend's invitation to a table with an open seat."""

    player: str
    name: str
    at: float
    table: str
    title: str
    seat: Annotated[int, Meta(description="The first seat that is open")]


class FriendList(ResponseBody):
    """Your friends, who asks, whom you have asked, where you are invited, and whether friends see you here."""

    friends: list[Friend]
    asking: list[FriendAsk]
    asked: list[FriendAsk]
    invitations: list[FriendInvitation]
    seen_by_friends: bool


class Silenced(ResponseBody):
    """Somebody whom you have blocked, or whose remarks are hidden from you."""

    player: str
    name: str
    table: Annotated[str, Meta(description="For hidden remarks: at which table; empty for all")]


class SilencedPlayers(ResponseBody):
    """Whom you have blocked, and whose remarks are hidden from you."""

    blocked: list[Silenced]
    muted: list[Silenced]


class OwnReports(ResponseBody):
    """The reports that you made, the newest first."""

    reports: list[KeptReport]


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


class FoundOpponents(ResponseBody):
    """Others who would play the same."""

    title: str
    players: Annotated[int, Meta(description="How many you are together")]
    seconds: Annotated[int, Meta(description="How soon the table is laid; shown from 5 on")]


class Lookers(ResponseBody):
    """How many others look for a game."""

    title: str
    pace: str
    people: int


class Search(ResponseBody):
    """Your search for opponents, and how many others look for what."""

    looking: bool
    titles: list[str]
    pace: str | None
    players: list[int]
    rated: bool
    about_my_strength: Annotated[bool, Meta(description="Whether only people about as strong are looked for")]
    waited: Annotated[int, Meta(description="Seconds since you began to look")]
    found: Annotated[FoundOpponents | None, Meta(description="Stop looking, if you cannot play now")]
    table: Annotated[str | None, Meta(description="The id of the table that was laid for you a moment ago")]
    bots: Annotated[bool, Meta(description="Whether it has lasted so long that bots are offered")]
    others: Annotated[int, Meta(description="How many others look for opponents; nobody learns who")]
    by_title: list[Lookers]


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


TournamentKind = Literal["swiss", "round robin"]
TournamentState = Literal["open", "running", "finished", "called off"]


class ListedTournament(ResponseBody):
    """A tournament in a list."""

    id: str
    name: str
    title: str
    kind: TournamentKind
    at_table: Annotated[int, Meta(description="How many sit at a table")]
    rounds: Annotated[int, Meta(description="How many rounds; 0 if that follows from the number of players")]
    pace: str
    rated: bool
    state: TournamentState
    round: Annotated[int, Meta(description="The last round that was laid; 0 before the first")]
    players: int


class Tournaments(ResponseBody):
    """Tournaments, newest first."""

    mine: Annotated[list[ListedTournament], Meta(description="Those that you organise or play in")]
    open: Annotated[list[ListedTournament], Meta(description="Those that everybody can join")]
    running: list[ListedTournament]
    finished: list[ListedTournament]


class TournamentLine(ResponseBody):
    """Somebody in the standings, after the rounds whose tables are all over."""

    rank: int
    number: Annotated[int, Meta(description="By which the tables name them")]
    name: str
    bot: Annotated[str, Meta(description="The bot that it is; empty for a person")]
    you: bool
    left: Annotated[bool, Meta(description="Whether they play in no further round")]
    points: Annotated[str, Meta(description="As people write them: 2½")]
    opponents: Annotated[str, Meta(description="The points of all they have sat with")]
    wins: int
    share: Annotated[str, Meta(description="Their part of all that was scored at their tables")]
    decided_by: Annotated[list[str], Meta(description="The tie-breaks that set them apart from a neighbour")]
    rating: Annotated[Rating | None, Meta(description="At this game, as it is now, if there is one and you may see it")]


class TournamentTable(ResponseBody):
    """A table of a round."""

    round: int
    number: int
    table: Annotated[str, Meta(description="Its id; empty until it is laid")]
    players: Annotated[list[int], Meta(description="Numbers from the standings, by seat")]
    places: Annotated[list[int], Meta(description="By seat; empty while the game goes on. Who was away is last")]
    scores: list[int]
    away: Annotated[list[bool], Meta(description="By seat, whether a bot finished the game for them")]
    counts: Annotated[bool, Meta(description="Whether all tables of its round are over")]


class TournamentByes(ResponseBody):
    """Who rested in a round."""

    round: int
    players: list[int]


class Tournament(ResponseBody):
    """A tournament: what was agreed, the standings, and the tables of every round."""

    format: str
    id: str
    name: str
    title: str
    edition: str
    options: dict[str, bool]
    kind: TournamentKind
    at_table: int
    rounds: int
    pace: str
    rated: bool
    listed: bool
    fill: Annotated[str, Meta(description="The bot that fills the last table at the start; empty if players rest")]
    round_days: Annotated[int, Meta(description="After how many days a round ends at the latest; 0: when it is done")]
    state: TournamentState
    round: int
    created: float
    started: float | None
    ended: float | None
    seed: Annotated[str, Meta(description="From which all rounds follow; told when the tournament is over")]
    tie_breaks: Annotated[list[str], Meta(description="In the order in which they decide")]
    standings: list[TournamentLine]
    tables: list[TournamentTable]
    byes: list[TournamentByes]


class Sheets(ResponseBody):
    """By whom each part of a profile may be seen: `everyone`, `friends`, or the player alone (`me`)."""

    ratings: str
    rungs: str
    games: str
    streak: str
    reviews: str


class TitlePlayed(ResponseBody):
    """How many games of a title a player has finished."""

    title: str
    games: int
    won: int


class ProfileRating(ResponseBody):
    """A rating and its range, which holds the true strength nineteen times in twenty."""

    title: str
    games: int
    rating: float
    low: float
    high: float
    provisional: Annotated[bool, Meta(description="Whether there are too few games yet")]


class ProfileReviews(ResponseBody):
    """What reviews say of a player."""

    games: Annotated[int, Meta(description="How many games were reviewed")]
    accuracy: Annotated[
        dict[str, float | None], Meta(description="By title, the share of choices that cost next to nothing")
    ]
    luck: Annotated[float, Meta(description="How much of a victory luck brought to a game, on average")]
    luck_low: float
    luck_high: float


class PlayerProfile(ResponseBody):
    """A player who keeps their games, as far as you may see them. Parts that you may not see are null."""

    id: str
    name: str
    is_you: bool
    seen_by: Annotated[Sheets | None, Meta(description="For yourself: who may see which part")]
    games: Annotated[int | None, Meta(description="How many games are finished")]
    titles: Annotated[list[TitlePlayed] | None, Meta(description="The title that was played most comes first")]
    ratings: list[ProfileRating] | None
    rungs: Annotated[dict[str, str] | None, Meta(description="The strongest bot that was beaten, by title")]
    last_results: Annotated[list[bool] | None, Meta(description="The last games, oldest first, true if won")]
    reviews: ProfileReviews | None


class PlayedSeat(ResponseBody):
    """A seat of a finished game."""

    name: str
    bot: bool
    player: Annotated[str | None, Meta(description="The id of a player who has a profile")]


class PlayedGame(ResponseBody):
    """A finished game of a player."""

    id: Annotated[str | None, Meta(description="Of the table; null if it is not public and you did not sit there")]
    title: str
    kind: Annotated[str, Meta(description="game, lesson, or continued from another game")]
    ended: float
    players: int
    seat: int | None
    place: int
    score: int
    lead: Annotated[int, Meta(description="Points ahead of the best other seat, or behind, below 0")]
    gave_up: bool
    reviewed: bool
    seats: Annotated[list[PlayedSeat], Meta(description="Empty if the table is not shown to you")]


class PlayedGames(ResponseBody):
    """A page of finished games."""

    games: list[PlayedGame]
    total: int
    page: int
    pages: int


class PutAway(ResponseBody):
    """The tables that were put away, or back."""

    tables: list[str]
    away: bool


class TurnStatistics(ResponseBody):
    """How often a seat won, counted from the one that began (1)."""

    turn: int
    games: int
    won: int


class SizeStatistics(ResponseBody):
    """Games with one number of players. Scores count seats by their points; lengths are those of the middle game."""

    players: int
    games: int
    turns: list[TurnStatistics]
    scores: dict[str, int]
    winning_scores: dict[str, int]
    middle_plies: int
    middle_minutes: int


class GameShare(ResponseBody):
    """So many games of a kind."""

    name: str
    games: int


class WinShare(ResponseBody):
    """How often a bot, or people (null), won."""

    bot: str | None
    seats: int
    won: int


class Statistics(ResponseBody):
    """The finished games of a title on this site, the newest 20,000 of them."""

    title: str
    games: int
    since: Annotated[float | None, Meta(description="When the oldest of them ended")]
    by_players: list[SizeStatistics]
    company: Annotated[list[GameShare], Meta(description="People alone, bots alone, or both")]
    setups: Annotated[list[GameShare], Meta(description="By edition and options")]
    winners: list[WinShare]
