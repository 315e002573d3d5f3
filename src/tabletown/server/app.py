"""The app: builds the site from the store, the tables, the bots, the pages and the API."""

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
from tabletown.server.errors import BROKEN_TABLE, STORE_UNAVAILABLE, NotFound, NotReady, Refused
from tabletown.server.html.templates import FOLDER, Templates
from tabletown.server.play.absence import Absence
from tabletown.server.play.advice import Advise, Advisers
from tabletown.server.play.bot_choices import USUAL_BOT
from tabletown.server.play.bot_players import BotPlayers, BotTiming, FindBot, bot_by_name
from tabletown.server.play.bot_threads import BotThreads
from tabletown.server.play.housekeeping import Housekeeping
from tabletown.server.play.imports import Imports
from tabletown.server.play.privacy import Privacy
from tabletown.server.play.rate_limit import RateLimit
from tabletown.server.play.seating import Seating
from tabletown.server.play.speaking import Speaking
from tabletown.server.play.tables import TABLE_MEMORY, Tables
from tabletown.server.play.timeouts import Timeouts
from tabletown.server.preparing import Preparation
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.opening import open_store
from tabletown.server.store.protocol import CommitUnknown, Store, StoreError, Unavailable
from tabletown.server.view.live import LOBBY, POLL_S, Hub, Streams
from tabletown.server.view.lobby import Lobby
from tabletown.server.view.replays import Replays
from tabletown.server.web.absence import AbsenceForms
from tabletown.server.web.advice import AdviceForm
from tabletown.server.web.chat import Chat
from tabletown.server.web.exports import ExportPages
from tabletown.server.web.guard import Guard, is_api
from tabletown.server.web.imports import ImportPages
from tabletown.server.web.lesson import LessonForm
from tabletown.server.web.lobby import LobbyPages
from tabletown.server.web.pages import Pages
from tabletown.server.web.privacy import PrivacyPages
from tabletown.server.web.replays import ReplayPages
from tabletown.server.web.seats import SeatForms
from tabletown.server.web.sessions import BrowserSessions
from tabletown.server.web.sign_out import SignOut
from tabletown.server.web.tables import TablePages
from tabletown.server.web.takebacks import TakeBackForms

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
)  # paths whose responses a browser may reload with GET
_COMMIT_UNKNOWN = (
    "The records went out of reach in the very moment of writing. Please look whether it was done; if you send the form"
    " again, it is done once."
)
_STATUS_WORDS = {404: str(NotFound()), 405: "This page cannot be used like that."}


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a site; the defaults are made for people.

    `find_bot` gives the bot of a name, and `bot_timing` says how long bots take. `advise` computes advice for
    `advice_seconds`. Players may replace another player for whom the table has waited `absence` seconds. `now` is the
    clock, which tests may set. Changes by other servers on the same database are polled every `poll` seconds, unless a
    notice comes before. Tables stay in memory up to `table_memory` bytes.
    """

    bot_timing: BotTiming = field(default_factory=BotTiming)
    find_bot: FindBot = bot_by_name
    advise: Advise = bots.advise
    advice_seconds: float = 1.0
    absence: float = 120.0
    now: Callable[[], float] = time.time
    poll: float = POLL_S
    table_memory: int = TABLE_MEMORY
    table_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=30, seconds=20))
    chat_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=10, seconds=3))
    name_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=10, seconds=60))
    advice_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=10, seconds=5))
    import_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=20, seconds=15))
    export_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=10, seconds=30))
    data_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=10, seconds=30))
    player_rate: RateLimit = field(default_factory=lambda: RateLimit(burst=30, seconds=20))


class Site:
    """The parts of a running site."""

    def __init__(self, store: Store, settings: Settings, preparation: Preparation) -> None:
        self.store = store
        self.preparation = preparation
        # play
        self.hub = Hub(store, self._versions, poll=settings.poll)
        self.tables = Tables(store, self._changed, preparation.is_ready, settings.now, settings.table_memory)
        self.sessions = BrowserSessions(store)
        self.timeouts = Timeouts(self.tables, USUAL_BOT)
        threads = BotThreads()
        self.bot_players = BotPlayers(self.tables, threads, settings.bot_timing, settings.find_bot)
        self.advisers = Advisers(
            self.tables,
            threads,
            advise=settings.advise,
            seconds=settings.advice_seconds,
            rate=settings.advice_rate,
        )
        self.seating = Seating(self.tables, settings.table_rate)
        self.absence = Absence(self.tables, settings.absence)
        self.speaking = Speaking(self.tables, settings.chat_rate)
        self.imports = Imports(store, preparation.is_ready, settings.import_rate)
        self.privacy = Privacy(self.tables, USUAL_BOT, settings.data_rate)
        self.housekeeping = Housekeeping(self.tables, self.sessions, self.privacy)
        # view
        self.streams = Streams(self.tables, self.sessions, self.hub)
        self.lobby = Lobby(self.tables, self.hub, preparation.coming, settings.poll)
        self.replays = Replays(self.tables)
        # api and web
        self.api = Api(self, settings.player_rate, settings.name_rate)
        self.web = Web(self, settings)
        preparation.when_ready(self.bot_players.resume)
        store.listen(self._heard)

    def _versions(self, table_id: str, readers: Collection[str]) -> dict[str, int]:
        if table_id == LOBBY:
            return dict.fromkeys(readers, self.lobby.version)
        players = {reader: self.sessions.holder(reader) for reader in readers}
        return self.tables.versions(table_id, players)

    def _heard(self, table_id: str, version: int) -> None:
        """A table was changed, by this or another server."""
        self.hub.publish(table_id, version)
        self.lobby.changed()

    def _changed(self, table_id: str, version: int) -> None:
        self._heard(table_id, version)
        if self.tables.may_await_bots(table_id):
            self.bot_players.wake(table_id)  # the process that made the last move plays the bots' next ones


class Web:
    """The pages and forms of a site."""

    def __init__(self, site: Site, settings: Settings) -> None:
        templates = Templates(site.hub.watchers)
        sessions, tables, ready = site.sessions, site.tables, site.preparation.is_ready
        self.lobby = LobbyPages(site.lobby, sessions, templates, settings.name_rate)
        preparation = site.preparation
        self.pages = Pages(site.store, templates, preparation.stage, preparation.ask_for, self.lobby, site.api.text)
        self.tables = TablePages(tables, sessions, site.streams, templates)
        self.seats = SeatForms(tables, site.seating, sessions, self.tables)
        self.lesson = LessonForm(tables, sessions, self.tables)
        self.chat = Chat(tables, site.speaking, sessions, templates)
        self.absence = AbsenceForms(site.absence, sessions, self.tables)
        self.take_backs = TakeBackForms(self.tables)
        self.advice = AdviceForm(site.advisers, sessions, self.tables)
        self.replays = ReplayPages(tables, site.replays, sessions, templates)
        self.imports = ImportPages(site.imports, templates)
        self.exports = ExportPages(tables, templates, ready, settings.export_rate)
        self.sign_out = SignOut(site.store, sessions, templates)
        self.privacy = PrivacyPages(site.privacy, sessions, templates)


def create_app(
    store: Store | str | Path,
    settings: Settings | None = None,
    *,
    preparation: Preparation | None = None,
    origins: frozenset[str] = frozenset(),
) -> Starlette:
    """The ASGI app of the site.

    `store` is a store, or the path or URL of one (see store/opening.py), which the app opens and closes. The titles of
    `preparation` are compiled while the app runs; without it, all count as ready. `origins` are further origins from
    which forms are accepted, for a proxy that changes the host name.
    """
    own = isinstance(store, str | Path)
    opened = open_store(store) if isinstance(store, str | Path) else store
    preparation = preparation or Preparation([])
    site = Site(opened, settings or Settings(), preparation)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        watching = [
            asyncio.create_task(part.watch()) for part in (site.hub, site.lobby, site.timeouts, site.housekeeping)
        ]
        await site.bot_players.start()
        preparation.start()
        yield
        site.hub.drain()
        await run_in_threadpool(preparation.stop)
        await site.bot_players.stop()
        for task in watching:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        with suppress(StoreError):
            await run_in_threadpool(site.housekeeping.write_used_sessions)
        if own:
            opened.close()

    pages = site.web.pages

    def refused(request: Request, error: Exception) -> Response:
        status = error.status if isinstance(error, Refused) else 500
        return pages.error(request, status, str(error))

    def not_ready(request: Request, error: Exception) -> Response:
        assert isinstance(error, NotReady)
        return pages.wait(request, error.title)

    def failed(request: Request, error: Exception) -> Response:
        log.error("the store is unavailable: %s", error)
        return pages.error(request, 503, _COMMIT_UNKNOWN if isinstance(error, CommitUnknown) else STORE_UNAVAILABLE)

    def broken(request: Request, error: Exception) -> Response:
        log.error("a table cannot be shown: %s", error)
        return pages.error(request, 500, BROKEN_TABLE)

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
            # level 1 is half the work of level 5, for a fifth more bytes
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=1),
        ],
        exception_handlers={
            Refused: refused,
            NotReady: not_ready,
            BrokenLog: broken,
            Unavailable: failed,
            HTTPException: no_route,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.site = site
    return app


class _Static(StaticFiles):
    """Static files: browsers cache them, but revalidate, so that a new release is seen at once."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _pieces_css(_: Request) -> Response:
    return Response(page_css(), media_type="text/css", headers={"Cache-Control": "max-age=300"})


def _routes(site: Site) -> list[Route | Mount]:
    web = site.web
    pages, seats, tables = web.pages, web.seats, web.tables
    return [
        # routes are tried in order, so the most frequent ones come first
        Route("/tables/{table}/moves", tables.move, methods=["POST"]),
        Route("/tables/{table}/board", tables.board),
        Route("/tables/{table}/events", tables.events),
        Route("/", pages.home),
        Route("/health", pages.health),
        Route("/theme", pages.theme, methods=["POST"]),
        Route("/logout", web.sign_out.ask),
        Route("/logout", web.sign_out.leave, methods=["POST"]),
        Route("/games/{title}", pages.game),
        Route("/games/{title}/rules", pages.rules),
        Route("/games/{title}/cards", pages.cards),
        Route("/games/{title}/learn", pages.learn),
        Route("/games/{title}/learn", seats.learn, methods=["POST"]),
        Route("/replays", web.imports.form),
        Route("/replays", web.imports.take, methods=["POST"]),
        Route("/export", web.exports.about),
        Route("/export/games.jsonl", web.exports.games),
        Route("/lobby", web.lobby.page),
        Route("/you", web.lobby.you),
        Route("/you", web.lobby.rename, methods=["POST"]),
        Route("/you/data", web.privacy.page),
        Route("/you/data.json", web.privacy.download),
        Route("/you/delete", web.privacy.ask),
        Route("/you/delete", web.privacy.delete, methods=["POST"]),
        Route("/quick/{title}", seats.quick, methods=["POST"]),
        Route("/events", tables.events),
        Route("/tables", seats.create, methods=["POST"]),
        Route("/tables/{table}", tables.table),
        Route("/tables/{table}/record", tables.record),
        Route("/tables/{table}/replay", web.replays.replay),
        Route("/tables/{table}/replay/step", web.replays.step),
        Route("/tables/{table}/check", web.replays.check),
        Route("/tables/{table}/undo", tables.undo, methods=["POST"]),
        Route("/tables/{table}/restart", web.take_backs.restart, methods=["POST"]),
        Route("/tables/{table}/ask", web.take_backs.ask, methods=["POST"]),
        Route("/tables/{table}/answer", web.take_backs.answer, methods=["POST"]),
        Route("/tables/{table}/advice", web.advice.ask, methods=["POST"]),
        Route("/tables/{table}/away", web.absence.away, methods=["POST"]),
        Route("/tables/{table}/back", web.absence.back, methods=["POST"]),
        Route("/tables/{table}/lesson", web.lesson.leave, methods=["POST"]),
        Route("/tables/{table}/chat", web.chat.page),
        Route("/tables/{table}/chat", web.chat.say, methods=["POST"]),
        Route("/tables/{table}/rematch", seats.rematch, methods=["POST"]),
        Route("/tables/{table}/seats", seats.sit, methods=["POST"]),
        *(Route(f"/tables/{{table}}/{form}", tables.back_to_table) for form in _FORMS),
        Route("/api", pages.api),
        *site.api.routes(),
        Route("/static/pieces.css", _pieces_css),
        Mount("/static", _Static(directory=FOLDER / "static")),
    ]
