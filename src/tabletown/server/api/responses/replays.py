"""Answers about games that were played: a moment of the past, the check of the shuffle, an imported record."""

from typing import Annotated

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody
from tabletown.server.api.responses.tables import Line


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
