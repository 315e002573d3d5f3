"""Operations of the API, each described once for its route, the OpenAPI document and the page /api."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from starlette.requests import Request

from tabletown.server.api.requests import RequestFields
from tabletown.server.api.responses.body import ResponseBody
from tabletown.server.errors import NotAllowed, NotFound, NotYours, OtherRelease, Outdated, Refused, TooMany
from tabletown.server.store.protocol import Player

BASE = "/api/v1"

Auth = Literal["none", "optional", "required"]
"""Whether an operation ignores tokens, uses one if it is sent, or requires one."""

FOR_BOTS = ("Tables", "Playing")
"""The tags of operations by which a player's own bot may change something; it may read all that it is shown."""

JSON = "application/json"
TEXT = "text/plain"
EVENTS = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Call:
    """A decoded request: its player, query and body."""

    request: Request
    player: Player | None
    reader: str  # the hash of the token; empty without one
    query: Any = None
    body: Any = None

    @property
    def table(self) -> str:
        """The id of the table in the path."""
        return str(self.request.path_params["table"])

    @property
    def address(self) -> str:
        """The address that the request comes from."""
        return self.request.client.host if self.request.client else ""

    @property
    def caller(self) -> Player:
        """The player, in an operation that requires a token."""
        assert self.player is not None
        return self.player


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation. `do` is called with a Call; its docstring is the public description.

    It returns a struct of the type `answer`, or a Response. `errors` are those that it may raise, besides the ones that
    follow from its other fields. At a table, Outdated and NotAllowed are answered with the table as it is.
    """

    method: str
    path: str  # below BASE
    do: Callable[[Call], Any]
    tag: str
    answer: type[ResponseBody] | None = None
    media: str = JSON
    status: int = 200
    auth: Auth = "required"
    query: type[RequestFields] | None = None
    body: type[RequestFields] | None = None
    errors: tuple[type[Refused], ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)  # operation ids for OpenAPI links, by the name of the link

    @property
    def id(self) -> str:
        """The operation id in OpenAPI: the name of the function in camel case."""
        first, *rest = self.do.__name__.split("_")
        return first + "".join(word.title() for word in rest)

    @property
    def name(self) -> str:
        """The name for people."""
        return self.do.__name__.replace("_", " ").capitalize()

    @property
    def text(self) -> str:
        """The description."""
        return inspect.cleandoc(self.do.__doc__ or "")

    @property
    def is_for_bots(self) -> bool:
        """Whether a player's own bot may do this, with its token."""
        return self.method == "GET" or self.tag in FOR_BOTS

    @property
    def statuses(self) -> tuple[int, ...]:
        """The error statuses of this operation, without those that every operation may have."""
        found = {refusal.status for refusal in self.errors}
        found |= {400} if self.query or self.body else set()
        found |= {401} if self.auth != "none" else set()
        found |= set() if self.is_for_bots or self.auth == "none" else {NotYours.status}
        found |= {415} if self.body else set()
        found |= {404} if "{" in self.path else set()
        found |= {OtherRelease.status} if "{table}" in self.path else set()
        return tuple(sorted(found))


TABLE_ERRORS: tuple[type[Refused], ...] = (NotYours, NotFound, Outdated, NotAllowed, TooMany)
"""The errors of operations on a table."""

START_ERRORS: tuple[type[Refused], ...] = (NotAllowed, TooMany)
"""The errors of operations that create something."""


def by_path(operations: Iterable[Operation]) -> dict[str, dict[str, Operation]]:
    """Operations by path and method."""
    found: dict[str, dict[str, Operation]] = {}
    for operation in operations:
        assert operation.method not in found.setdefault(operation.path, {}), f"{operation.path} is described twice"
        found[operation.path][operation.method] = operation
    return found
