"""Answers about an account: tickets and one-time codes."""

from typing import Annotated

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody


class NewTicket(ResponseBody):
    """A token and a ticket, both told only now: write the ticket down."""

    name: str
    token: Annotated[str, Meta(description="Your token from now on")]
    ticket: Annotated[str, Meta(description="The way back if all tokens are lost; it is good for one use")]


class OneTimeCode(ResponseBody):
    """A code by which another device or program signs in, once."""

    code: str
    seconds: Annotated[int, Meta(description="For how long it is good")]
