"""Answers about tournaments: lists, and one with its standings and the tables of every round."""

from typing import Annotated, Literal

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody
from tabletown.server.api.responses.ratings import Rating

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
