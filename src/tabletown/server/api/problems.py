"""Errors of the API: every one is JSON with a name for programs and a sentence for people."""

from typing import NamedTuple

import msgspec
from starlette.responses import Response

from tabletown.server.api import responses
from tabletown.server.errors import (
    Malformed,
    NotAllowed,
    NotFound,
    NotYours,
    OtherRelease,
    Outdated,
    Refused,
    TooMany,
    retry_headers,
)


class BadField(Malformed):
    """A field of the request is missing, or has the wrong type or range."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


class Impossible(NotAllowed):
    """A field is valid in general, but not for this title or table."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


class Unauthorized(Refused):
    """The request has no token, or one that is not valid."""

    status = 401


class UnsupportedMedia(Refused):
    """The Content-Type of the body is not JSON."""

    status = 415


class Problem(NamedTuple):
    """A kind of error: its name for programs, and when it happens."""

    error: str
    when: str


PROBLEMS = {
    Malformed.status: Problem("malformed", "The request makes no sense; `field` names what is wrong with it"),
    Unauthorized.status: Problem("not_known", "There is no token, or it is worth nothing"),
    NotYours.status: Problem("not_yours", "Somebody else plays there"),
    NotFound.status: Problem("not_found", "There is no such thing, or it is not for you to see"),
    405: Problem("method", "There is no such operation here; the header Allow lists those that there are"),
    408: Problem("too_slow", "The request took too long to arrive"),
    Outdated.status: Problem(
        "outdated", "The table has moved on, or the key was used before; `table` is how it stands"
    ),
    413: Problem("too_large", "The request is larger than 64 kB"),
    414: Problem("too_long", "The address is too long"),
    UnsupportedMedia.status: Problem("not_json", "The body must be application/json"),
    421: Problem("wrong_host", "The site is not known by the name in the header Host"),
    NotAllowed.status: Problem("not_allowed", "The rules, the title or the table do not allow it; `message` says why"),
    TooMany.status: Problem("too_many", "Too often or too many; the header Retry-After says when to ask again"),
    500: Problem("broken", "Something broke on our side; nothing of the game is lost"),
    OtherRelease.status: Problem(
        "other_release", "The table is played by rules that this release does not know; nothing of it is lost"
    ),
    503: Problem("not_ready", "The title is being set up, or the records cannot be reached just now: ask again soon"),
}


def error_response(
    status: int,
    message: str,
    field: str | None = None,
    table: responses.tables.Table | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    """The response for an error of this status."""
    kind = PROBLEMS.get(status, PROBLEMS[Malformed.status])
    body = responses.errors.Error(error=kind.error, message=message, field=field, table=table)
    return json_response(body, status, headers)


def refusal_response(error: Refused, table: responses.tables.Table | None = None) -> Response:
    """The response for a Refused error, perhaps with the table as it is."""
    headers = retry_headers(error)
    if isinstance(error, Unauthorized):
        headers["WWW-Authenticate"] = "Bearer"
    return error_response(error.status, str(error), getattr(error, "field", None), table, headers)


def json_response(body: msgspec.Struct, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A struct as a JSON response."""
    return Response(msgspec.json.encode(body), status, headers, media_type="application/json")
