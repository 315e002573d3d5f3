"""The API put together: all operations, their routes, their description."""

from typing import Protocol

import msgspec
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tabletown.server.api.catalogue import Catalogue
from tabletown.server.api.endpoint import Resource
from tabletown.server.api.openapi import openapi
from tabletown.server.api.operations import BASE, JSON, Call, Operation, by_path
from tabletown.server.api.page import describe
from tabletown.server.api.play import Playing
from tabletown.server.api.players import Players
from tabletown.server.api.problems import refusal
from tabletown.server.api.replays import Studying
from tabletown.server.api.table_answers import Seen
from tabletown.server.api.tables import Setting
from tabletown.server.errors import NotFound
from tabletown.server.play.absence import Absence
from tabletown.server.play.advice import Advisers
from tabletown.server.play.imports import Imports
from tabletown.server.play.rate_limit import RateLimit
from tabletown.server.play.seating import Seating
from tabletown.server.play.sessions import Sessions
from tabletown.server.play.speaking import Speaking
from tabletown.server.play.tables import Tables
from tabletown.server.preparing import Preparation
from tabletown.server.view.live import Streams
from tabletown.server.view.lobby import Lobby
from tabletown.server.view.replays import Replays


class Parts(Protocol):
    """What the API needs of a site."""

    tables: Tables
    seating: Seating
    absence: Absence
    advisers: Advisers
    speaking: Speaking
    imports: Imports
    streams: Streams
    lobby: Lobby
    replays: Replays
    preparation: Preparation

    @property
    def sessions(self) -> Sessions:
        """Tokens and their players."""


class Api:
    """All operations on the parts of a site. New players are counted by `player_rate`, their names by `name_rate`."""

    def __init__(self, site: Parts, player_rate: RateLimit, name_rate: RateLimit) -> None:
        seen = Seen(site.tables)
        self.operations = [
            Operation("GET", "/openapi.json", self.get_description, "About", media=JSON, who="nobody"),
            *Catalogue(site.preparation.is_ready).operations(),
            *Players(site.sessions, player_rate, name_rate).operations(),
            *Setting(site.tables, seen, site.seating, site.absence, site.lobby).operations(),
            *Playing(site.tables, seen, site.advisers, site.speaking, site.streams).operations(),
            *Studying(site.replays, site.imports).operations(),
        ]
        self._sessions = site.sessions
        self._seen = seen
        self._document = msgspec.json.format(msgspec.json.encode(openapi(self.operations)), indent=1)

    def routes(self) -> list[Route]:
        """A route for every path, and one for all that are none."""
        resources = [
            Route(BASE + path, Resource(methods, self._sessions, self._seen.shown))
            for path, methods in by_path(self.operations).items()
        ]
        return [*resources, Route("/api/{rest:path}", Nothing())]

    def text(self) -> str:
        """The description of all operations as Markdown, for the page /api."""
        return describe(self.operations)

    def get_description(self, call: Call) -> Response:
        """Read this description as an OpenAPI document."""
        return Response(self._document, media_type=JSON, headers={"Cache-Control": "max-age=300"})


class Nothing:
    """The answer to whatever is no path of the API."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say so."""
        await refusal(NotFound.status, str(NotFound()))(scope, receive, send)


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, message: str) -> None:
    """What the gate in front of the site says to a request for the API."""
    await refusal(status, message)(scope, receive, send)
