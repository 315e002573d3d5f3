"""Operations: what can be asked for, each described once for routes, the OpenAPI document and the page."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from starlette.requests import Request

from tabletown.server.api.requests import Asked
from tabletown.server.api.responses import Told
from tabletown.server.errors import NotAllowed, NotFound, NotYours, Outdated, Refused, TooMany
from tabletown.server.store.protocol import Player

BASE = "/api/v1"

Who = Literal["nobody", "anybody", "player"]
"""Whether an operation does not care who asks, tells more to those who bring a token, or needs one."""

JSON = "application/json"
TEXT = "text/plain"
EVENTS = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Call:
    """A request that has been understood: who asks, what for, and with which query and body."""

    request: Request
    player: Player | None
    reader: str  # the hash of the token, by which the hub knows a stream
    query: Any = None
    body: Any = None

    @property
    def table(self) -> str:
        """The id of the table in the path."""
        return str(self.request.path_params["table"])

    @property
    def asker(self) -> Player:
        """Who asks, where only players may."""
        assert self.player is not None
        return self.player


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked for. `do` is called with a Call; its docstring is the description.

    It returns a struct of the type `answer`, or a response of its own. Where `refusals` hold Outdated or NotAllowed,
    the answer to those shows the table.
    """

    method: str
    path: str  # below BASE
    do: Callable[[Call], Any]
    tag: str
    answer: type[Told] | None = None
    media: str = JSON
    status: int = 200
    who: Who = "player"
    query: type[Asked] | None = None
    body: type[Asked] | None = None
    refusals: tuple[type[Refused], ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)  # operations that can follow, by what they are good for

    @property
    def id(self) -> str:
        """Its name: that of the function, in the spelling of OpenAPI."""
        first, *rest = self.do.__name__.split("_")
        return first + "".join(word.title() for word in rest)

    @property
    def name(self) -> str:
        """The same for people."""
        return self.do.__name__.replace("_", " ").capitalize()

    @property
    def text(self) -> str:
        """What it does."""
        return inspect.cleandoc(self.do.__doc__ or "")

    @property
    def statuses(self) -> tuple[int, ...]:
        """The statuses of its refusals, but for those that any operation can have."""
        found = {refusal.status for refusal in self.refusals}
        found |= {400} if self.query or self.body else set()
        found |= {401} if self.who != "nobody" else set()
        found |= {415} if self.body else set()
        found |= {404} if "{" in self.path else set()
        return tuple(sorted(found))


ACTS: tuple[type[Refused], ...] = (NotYours, NotFound, Outdated, NotAllowed)
"""How an operation on a table can be refused."""

STARTS: tuple[type[Refused], ...] = (NotAllowed, TooMany)
"""How an operation that starts something can be refused."""


def by_path(operations: Iterable[Operation]) -> dict[str, dict[str, Operation]]:
    """Operations by path and method."""
    found: dict[str, dict[str, Operation]] = {}
    for operation in operations:
        assert operation.method not in found.setdefault(operation.path, {}), f"{operation.path} is described twice"
        found[operation.path][operation.method] = operation
    return found
