"""Answers that list tables: the caller's own, those of the lobby, public games that are over."""

from typing import Annotated, Literal

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody


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
