"""How the API says no: every refusal as JSON with a name for programs and a sentence for people."""

from typing import NamedTuple

import msgspec
from starlette.responses import Response

from tabletown.server.api import responses
from tabletown.server.errors import (
    Malformed,
    NotAllowed,
    NotFound,
    NotReady,
    NotYours,
    Outdated,
    Refused,
    TooMany,
)

AGAIN_S = 3  # after so long it makes sense to ask again for what is not ready


class BadField(Malformed):
    """A field of the request is missing, or of another type or range than it must be."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


class Impossible(NotAllowed):
    """The request makes sense, but not for this title or table."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


class NotKnown(Refused):
    """The request brings no token, or one that is worth nothing."""

    status = 401


class NotJson(Refused):
    """The body is said to be something else."""

    status = 415


class Kind(NamedTuple):
    """A kind of refusal: its name for programs, and when it happens."""

    error: str
    when: str


KINDS = {
    Malformed.status: Kind("malformed", "The request makes no sense; `field` names what is wrong with it"),
    NotKnown.status: Kind("not_known", "There is no token, or it is worth nothing"),
    NotYours.status: Kind("not_yours", "Somebody else plays there"),
    NotFound.status: Kind("not_found", "There is no such thing, or it is not for you to see"),
    405: Kind("method", "There is no such operation here; the header Allow lists those that there are"),
    408: Kind("too_slow", "The request took too long to arrive"),
    Outdated.status: Kind("outdated", "The table has moved on, or the key was used before; `table` is how it stands"),
    413: Kind("too_large", "The request is larger than 64 kB"),
    414: Kind("too_long", "The address is too long"),
    NotJson.status: Kind("not_json", "The body must be application/json"),
    NotAllowed.status: Kind("not_allowed", "The rules, the title or the table do not allow it; `message` says why"),
    TooMany.status: Kind("too_many", "Too often in a short time"),
    500: Kind("broken", "Something broke on our side; nothing of the game is lost"),
    503: Kind("not_ready", "The title is being set up, or the records cannot be reached just now: ask again soon"),
}


def refusal(
    status: int,
    message: str,
    field: str | None = None,
    table: responses.Table | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    """The answer that nothing was done."""
    kind = KINDS.get(status, KINDS[Malformed.status])
    body = responses.Error(error=kind.error, message=message, field=field, table=table)
    return json_response(body, status, headers)


def refused(error: Refused, table: responses.Table | None = None) -> Response:
    """The same for one of our ways to say no."""
    headers = {}
    if isinstance(error, NotKnown):
        headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, NotReady):
        headers["Retry-After"] = str(AGAIN_S)
    return refusal(error.status, str(error), getattr(error, "field", None), table, headers)


def json_response(body: msgspec.Struct, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer."""
    return Response(msgspec.json.encode(body), status, headers, media_type="application/json")
