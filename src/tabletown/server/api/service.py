"""The API put together: all operations, their routes, their description."""

from typing import Protocol

import msgspec
from starlette.requests import Request
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
from tabletown.server.html.rules import rules_page
from tabletown.server.html.templates import Templates
from tabletown.server.play.tables import Tables
from tabletown.server.preparing import Preparation
from tabletown.server.store.protocol import Store
from tabletown.server.web.absence import Absence
from tabletown.server.web.advice import Advisers
from tabletown.server.web.chat import Chat
from tabletown.server.web.imports import ImportPages
from tabletown.server.web.live import Hub
from tabletown.server.web.lobby import Lobby
from tabletown.server.web.rate_limit import RateLimit
from tabletown.server.web.replays import ReplayPages
from tabletown.server.web.seats import Sitting
from tabletown.server.web.sessions import Sessions
from tabletown.server.web.tables import TablePages
from tabletown.server.web.takebacks import GoingBack


class Parts(Protocol):
    """What the API needs of a site."""

    tables: Tables
    sessions: Sessions
    hub: Hub
    sitting: Sitting
    absence: Absence
    advisers: Advisers
    chat: Chat
    going_back: GoingBack
    lobby: Lobby
    store: Store
    table_pages: TablePages
    replay_pages: ReplayPages
    import_pages: ImportPages
    preparation: Preparation


class Api:
    """All operations on the parts of a site. New players are counted by `player_rate`, their names by `name_rate`."""

    def __init__(self, site: Parts, templates: Templates, player_rate: RateLimit, name_rate: RateLimit) -> None:
        seen = Seen(site.tables)
        self.operations = [
            Operation("GET", "/openapi.json", self.get_description, "About", media=JSON, who="nobody"),
            *Catalogue(site.preparation.is_ready).operations(),
            *Players(site.store, site.sessions, player_rate, name_rate).operations(),
            *Setting(site.tables, seen, site.sitting, site.absence, site.lobby).operations(),
            *Playing(
                site.tables, seen, site.going_back, site.advisers, site.chat, site.hub, site.table_pages
            ).operations(),
            *Studying(site.replay_pages, site.import_pages).operations(),
        ]
        self._sessions = site.sessions
        self._seen = seen
        self._templates = templates
        self._document = msgspec.json.format(msgspec.json.encode(openapi(self.operations)), indent=1)

    def routes(self) -> list[Route]:
        """A route for every path, and one for all that are none."""
        resources = [
            Route(BASE + path, Resource(methods, self._sessions, self._seen.shown))
            for path, methods in by_path(self.operations).items()
        ]
        return [
            Route("/api", self._page),
            *resources,
            Route("/api/{rest:path}", Nothing()),
        ]

    def get_description(self, call: Call) -> Response:
        """Read this description as an OpenAPI document."""
        return Response(self._document, media_type=JSON, headers={"Cache-Control": "max-age=300"})

    def _page(self, request: Request) -> Response:
        page = rules_page(describe(self.operations))
        return self._templates.page(request, "api.html", html=page.html, toc=page.toc)


class Nothing:
    """The answer to whatever is no path of the API."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say so."""
        await refusal(NotFound.status, str(NotFound()))(scope, receive, send)


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, message: str) -> None:
    """What the gate in front of the site says to a request for the API."""
    await refusal(status, message)(scope, receive, send)
