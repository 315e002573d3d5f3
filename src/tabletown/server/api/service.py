"""The API put together: all operations, their routes, their description."""

from typing import Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tabletown.server.absence import Absence
from tabletown.server.advice import Advisers
from tabletown.server.api.catalogue import Catalogue
from tabletown.server.api.openapi import openapi
from tabletown.server.api.operations import BASE, JSON, Call, Operation, by_path
from tabletown.server.api.page import describe
from tabletown.server.api.players import Players
from tabletown.server.api.playing import Playing
from tabletown.server.api.refusals import refusal
from tabletown.server.api.resource import Resource
from tabletown.server.api.seen import Seen
from tabletown.server.api.setting import Setting
from tabletown.server.api.studying import Studying
from tabletown.server.chat import Chat
from tabletown.server.errors import NotFound
from tabletown.server.going_back import GoingBack
from tabletown.server.import_pages import ImportPages
from tabletown.server.limits import RateLimit
from tabletown.server.live import Hub
from tabletown.server.lobby import Lobby
from tabletown.server.preparing import Preparation
from tabletown.server.replay_pages import ReplayPages
from tabletown.server.rules_page import rules_page
from tabletown.server.sessions import Sessions
from tabletown.server.sitting import Sitting
from tabletown.server.store import Store
from tabletown.server.table_pages import TablePages
from tabletown.server.tables import Tables
from tabletown.server.templating import Templates


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
