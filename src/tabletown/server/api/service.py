"""The API as a whole: all operations, their routes, their description."""

from typing import Protocol

import msgspec
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tabletown.server.api.catalogue import TitleOperations
from tabletown.server.api.endpoint import Endpoint
from tabletown.server.api.openapi import openapi
from tabletown.server.api.operations import BASE, JSON, Call, Operation, by_path
from tabletown.server.api.page import describe
from tabletown.server.api.play import PlayOperations
from tabletown.server.api.players import PlayerOperations
from tabletown.server.api.problems import error_response
from tabletown.server.api.puzzles import PuzzleOperations
from tabletown.server.api.replays import ReplayOperations
from tabletown.server.api.table_answers import TableAnswers
from tabletown.server.api.tables import TableOperations
from tabletown.server.errors import NotFound
from tabletown.server.play.absence import Absence
from tabletown.server.play.bots.advice import Advisers
from tabletown.server.play.imports import Imports
from tabletown.server.play.people.privacy import Privacy
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.sessions import Sessions
from tabletown.server.play.seating import Seating
from tabletown.server.play.speaking import Speaking
from tabletown.server.play.tables import Tables
from tabletown.server.preparing import TitleStages
from tabletown.server.view.live import Streams
from tabletown.server.view.lobby import Lobby
from tabletown.server.view.replays import Replays


class SiteParts(Protocol):
    """The parts of a site that the API needs."""

    tables: Tables
    seating: Seating
    absence: Absence
    advisers: Advisers
    speaking: Speaking
    imports: Imports
    privacy: Privacy
    streams: Streams
    lobby: Lobby
    replays: Replays
    preparation: TitleStages

    @property
    def sessions(self) -> Sessions:
        """The sessions of the site."""


class Api:
    """All operations. `player_rate` limits new players, `name_rate` changes of names."""

    def __init__(self, site: SiteParts, player_rate: RateLimit, name_rate: RateLimit) -> None:
        answers = TableAnswers(site.tables)
        self.operations = [
            Operation("GET", "/openapi.json", self.get_description, "About", media=JSON, auth="none"),
            *TitleOperations(site.preparation.is_ready).operations(),
            *PuzzleOperations().operations(),
            *PlayerOperations(site.sessions, site.privacy, player_rate, name_rate).operations(),
            *TableOperations(site.tables, answers, site.seating, site.absence, site.lobby).operations(),
            *PlayOperations(site.tables, answers, site.advisers, site.speaking, site.streams).operations(),
            *ReplayOperations(site.replays, site.imports).operations(),
        ]
        self._sessions = site.sessions
        self._answers = answers
        self._document = msgspec.json.format(msgspec.json.encode(openapi(self.operations)), indent=1)

    def routes(self) -> list[Route]:
        """A route for every path, and one for unknown paths."""
        resources = [
            Route(BASE + path, Endpoint(methods, self._sessions, self._answers.current))
            for path, methods in by_path(self.operations).items()
        ]
        return [*resources, Route("/api/{rest:path}", UnknownPath())]

    def text(self) -> str:
        """The description of all operations as Markdown, for the page /api."""
        return describe(self.operations)

    def get_description(self, call: Call) -> Response:
        """Read this description as an OpenAPI document."""
        return Response(self._document, media_type=JSON, headers={"Cache-Control": "max-age=300"})


class UnknownPath:
    """The endpoint for unknown paths below /api."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with 404."""
        await error_response(NotFound.status, str(NotFound()))(scope, receive, send)


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, message: str) -> None:
    """Send the refusal of the guard (web/guard.py) to a request for the API."""
    await error_response(status, message)(scope, receive, send)
