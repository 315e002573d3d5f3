"""The answer about a search for opponents."""

from typing import Annotated

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody


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
