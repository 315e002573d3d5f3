"""The site, put together: one store, one hub, the tables, the bots, and the pages over them."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from tabletown import bots
from tabletown.render import page_css
from tabletown.server.api.operations import BASE
from tabletown.server.api.service import Api
from tabletown.server.api.service import refuse as refuse_program
from tabletown.server.errors import NotFound, NotReady, Refused
from tabletown.server.html.templates import FOLDER, USUAL_BOT, Templates
from tabletown.server.play.bot_players import FindBot, Opponents, Pace, house_bot
from tabletown.server.play.bot_threads import Thinking
from tabletown.server.play.tables import ROOM, Tables
from tabletown.server.play.timeouts import Flags
from tabletown.server.preparing import Preparation
from tabletown.server.store.opening import open_store
from tabletown.server.store.protocol import Store, Unavailable, Unsure
from tabletown.server.web.absence import Absence
from tabletown.server.web.advice import Advise, Advisers
from tabletown.server.web.chat import Chat
from tabletown.server.web.exports import ExportPages
from tabletown.server.web.guard import Guard, is_api
from tabletown.server.web.imports import ImportPages
from tabletown.server.web.lesson import Learning
from tabletown.server.web.live import LOBBY, POLL_S, Hub
from tabletown.server.web.lobby import Lobby
from tabletown.server.web.pages import Pages
from tabletown.server.web.rate_limit import RateLimit
from tabletown.server.web.replays import ReplayPages
from tabletown.server.web.seats import Sitting
from tabletown.server.web.sessions import Sessions
from tabletown.server.web.sign_out import Leaving
from tabletown.server.web.tables import TablePages
from tabletown.server.web.takebacks import GoingBack

log = logging.getLogger(__name__)

_FORMS = (
    "seats",
    "moves",
    "undo",
    "restart",
    "ask",
    "answer",
    "advice",
    "away",
    "back",
    "lesson",
)  # whose answers may be reloaded
_CLOSED = "The records cannot be reached just now, so nothing was changed. Please try again in a moment."
_UNSURE = (
    "The records went out of reach in the very moment of writing. Please look whether it was done; if you send the form"
    " again, it is done once."
)
_STATUS_WORDS = {404: str(NotFound()), 405: "This page cannot be used like that."}


@dataclass(frozen=True, slots=True)
class Settings:
    """How a site behaves; the defaults are made for people.

    `find_bot` gives the bot of a name, which thinks and answers at its `pace`. `advise` is asked for hints, for
    `advice_seconds`. Other players may replace somebody for whom the table has waited `absence` seconds. `now` is the
    time, which tests may set. What other servers on the same database did is looked for every `poll` seconds, if nobody
    tells before. Tables that were used stay in memory up to `room` bytes.
    """

    pace: Pace = field(default_factory=Pace)
    find_bot: FindBot = house_bot
    advise: Advise = bots.advise
    advice_seconds: float = 1.0
    absence: float = 120.0
    now: Callable[[], float] = time.time
    poll: float = POLL_S
    room: int = ROOM
    table_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=30, seconds=20))
    chat_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=10, seconds=3))
    name_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=10, seconds=60))
    advice_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=10, seconds=5))
    import_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=20, seconds=15))
    export_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=10, seconds=30))
    player_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=30, seconds=20))


class Site:
    """The parts of a running site, for those who start it and for tests."""

    def __init__(self, store: Store, settings: Settings, preparation: Preparation) -> None:
        self.store = store
        self.preparation = preparation
        self.hub = Hub(store, self._versions, poll=settings.poll)
        self.tables = Tables(store, self._changed, preparation.is_ready, settings.now, settings.room)
        self.flags = Flags(self.tables, USUAL_BOT)
        thinking = Thinking()
        self.opponents = Opponents(self.tables, thinking, settings.pace, settings.find_bot)
        templates = Templates(self.hub.watchers)
        self.sessions = Sessions(store)
        self.leaving = Leaving(store, self.sessions, templates)
        self.lobby = Lobby(
            self.tables, self.sessions, self.hub, templates, preparation.coming, settings.name_rate, settings.poll
        )
        self.pages = Pages(store, templates, preparation.stage, preparation.ask_for, self.lobby)
        self.table_pages = TablePages(self.tables, self.sessions, self.hub, templates)
        self.sitting = Sitting(self.tables, self.sessions, self.table_pages, settings.table_rate)
        self.learning = Learning(self.tables, self.sessions, self.table_pages)
        self.replay_pages = ReplayPages(self.tables, self.sessions, templates)
        self.import_pages = ImportPages(store, templates, preparation.is_ready, settings.import_rate)
        self.export_pages = ExportPages(store, templates, preparation.is_ready, settings.export_rate)
        self.chat = Chat(self.tables, self.sessions, templates, settings.chat_rate)
        self.absence = Absence(self.tables, self.sessions, self.table_pages, settings.absence)
        self.going_back = GoingBack(self.tables, self.table_pages)
        self.advisers = Advisers(
            self.tables,
            self.sessions,
            self.table_pages,
            thinking,
            advise=settings.advise,
            seconds=settings.advice_seconds,
            rate=settings.advice_rate,
        )
        self.api = Api(self, templates, settings.player_rate, settings.name_rate)
        preparation.when_ready(self.opponents.resume)
        store.listen(self._heard)

    def _versions(self, table_id: str, readers: Collection[str]) -> dict[str, int]:
        if table_id == LOBBY:
            return dict.fromkeys(readers, self.lobby.version)
        players = {reader: self.sessions.holder(reader) for reader in readers}
        return self.tables.versions(table_id, players)

    def _heard(self, table_id: str, version: int) -> None:
        """A table has changed, here or at another server."""
        self.hub.publish(table_id, version)
        self.lobby.changed()

    def _changed(self, table_id: str, version: int) -> None:
        self._heard(table_id, version)
        if self.tables.may_await_bots(table_id):
            self.opponents.nudge(table_id)  # whose move it is now is played where the last one was made


def create_app(
    store: Store | str | Path,
    settings: Settings | None = None,
    *,
    preparation: Preparation | None = None,
    origins: frozenset[str] = frozenset(),
) -> Starlette:
    """The ASGI app of the site.

    `store` is a store, or the path or URL of one (see store/opening.py), which the app then closes at its end. Titles
    that `preparation` knows are set up while the app runs; without it, all are taken to be ready. `origins` are further
    origins from which forms are accepted, for a proxy that changes the host name.
    """
    own = isinstance(store, str | Path)
    opened = open_store(store) if isinstance(store, str | Path) else store
    preparation = preparation or Preparation([])
    site = Site(opened, settings or Settings(), preparation)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        watching = [asyncio.create_task(part.watch()) for part in (site.hub, site.lobby, site.flags)]
        await site.opponents.start()
        preparation.start()
        yield
        site.hub.drain()
        await run_in_threadpool(preparation.stop)
        await site.opponents.stop()
        for task in watching:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if own:
            opened.close()

    pages = site.pages

    def refused(request: Request, error: Exception) -> Response:
        status = error.status if isinstance(error, Refused) else 500
        return pages.error(request, status, str(error))

    def not_ready(request: Request, error: Exception) -> Response:
        assert isinstance(error, NotReady)
        return pages.wait(request, error.title)

    def failed(request: Request, error: Exception) -> Response:
        log.error("the store is unavailable: %s", error)
        return pages.error(request, 503, _UNSURE if isinstance(error, Unsure) else _CLOSED)

    def no_route(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return pages.error(request, status, _STATUS_WORDS.get(status, "That did not work."))

    async def refuse(scope: Scope, receive: Receive, send: Send, status: int, message: str) -> None:
        say = refuse_program if is_api(scope) else pages.refuse
        await say(scope, receive, send, status, message)

    app = Starlette(
        routes=_routes(site),
        middleware=[
            Middleware(Guard, refuse=refuse, origins=origins, uploads=frozenset({"/replays", f"{BASE}/records"})),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=1),  # half the work of 5, for a fifth more
        ],
        exception_handlers={Refused: refused, NotReady: not_ready, Unavailable: failed, HTTPException: no_route},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.site = site
    return app


class _Static(StaticFiles):
    """Files that belong to the program: kept by browsers, but asked for again after every release."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _pieces_css(_: Request) -> Response:
    return Response(page_css(), media_type="text/css", headers={"Cache-Control": "max-age=300"})


def _routes(site: Site) -> list[Route | Mount]:
    pages, sitting, tables = site.pages, site.sitting, site.table_pages
    return [
        # routes are tried one after the other, so those come first to which most requests go
        Route("/tables/{table}/moves", tables.move, methods=["POST"]),
        Route("/tables/{table}/board", tables.board),
        Route("/tables/{table}/events", tables.events),
        Route("/", pages.home),
        Route("/health", pages.health),
        Route("/theme", pages.theme, methods=["POST"]),
        Route("/logout", site.leaving.ask),
        Route("/logout", site.leaving.leave, methods=["POST"]),
        Route("/games/{title}", pages.game),
        Route("/games/{title}/rules", pages.rules),
        Route("/games/{title}/cards", pages.cards),
        Route("/games/{title}/learn", pages.learn),
        Route("/games/{title}/learn", sitting.learn, methods=["POST"]),
        Route("/replays", site.import_pages.form),
        Route("/replays", site.import_pages.take, methods=["POST"]),
        Route("/export", site.export_pages.about),
        Route("/export/games.jsonl", site.export_pages.games),
        Route("/lobby", site.lobby.page),
        Route("/you", site.lobby.you),
        Route("/you", site.lobby.rename, methods=["POST"]),
        Route("/quick/{title}", sitting.quick, methods=["POST"]),
        Route("/events", tables.events),
        Route("/tables", sitting.create, methods=["POST"]),
        Route("/tables/{table}", tables.table),
        Route("/tables/{table}/record", tables.record),
        Route("/tables/{table}/replay", site.replay_pages.replay),
        Route("/tables/{table}/replay/step", site.replay_pages.step),
        Route("/tables/{table}/check", site.replay_pages.check),
        Route("/tables/{table}/undo", tables.undo, methods=["POST"]),
        Route("/tables/{table}/restart", site.going_back.restart, methods=["POST"]),
        Route("/tables/{table}/ask", site.going_back.ask, methods=["POST"]),
        Route("/tables/{table}/answer", site.going_back.answer, methods=["POST"]),
        Route("/tables/{table}/advice", site.advisers.ask, methods=["POST"]),
        Route("/tables/{table}/away", site.absence.away, methods=["POST"]),
        Route("/tables/{table}/back", site.absence.back, methods=["POST"]),
        Route("/tables/{table}/lesson", site.learning.leave, methods=["POST"]),
        Route("/tables/{table}/chat", site.chat.page),
        Route("/tables/{table}/chat", site.chat.say, methods=["POST"]),
        Route("/tables/{table}/rematch", sitting.rematch, methods=["POST"]),
        Route("/tables/{table}/seats", sitting.sit, methods=["POST"]),
        *(Route(f"/tables/{{table}}/{form}", tables.back_to_table) for form in _FORMS),
        *site.api.routes(),
        Route("/static/pieces.css", _pieces_css),
        Mount("/static", _Static(directory=FOLDER / "static")),
    ]
