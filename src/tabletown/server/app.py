"""The app: builds the site from the store, the tables, the bots, the pages and the API."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tabletown import bots
from tabletown.games import names as title_names
from tabletown.render import page_css
from tabletown.server.api.operations import BASE
from tabletown.server.api.service import Api
from tabletown.server.api.service import refuse as refuse_program
from tabletown.server.errors import BROKEN_TABLE, STORE_UNAVAILABLE, NotFound, NotReady, Refused, retry_headers
from tabletown.server.html.fonts import PATH as FONTS_PATH
from tabletown.server.html.fonts import fonts_css
from tabletown.server.html.templates import FOLDER, Templates
from tabletown.server.limits import DEFAULTS, Limits
from tabletown.server.metrics import Metrics
from tabletown.server.play.absence import Absence
from tabletown.server.play.analysis import AnalysisMind
from tabletown.server.play.bots.advice import Advise, Advisers
from tabletown.server.play.bots.choices import USUAL_BOT
from tabletown.server.play.bots.players import BotPlayers, BotTiming, FindBot, bot_by_name
from tabletown.server.play.bots.threads import BotThreads
from tabletown.server.play.imports import Imports
from tabletown.server.play.people.housekeeping import Housekeeping
from tabletown.server.play.people.privacy import Privacy
from tabletown.server.play.positions import Positions
from tabletown.server.play.puzzle_answers import PuzzleAnswers
from tabletown.server.play.reviews import Reviews
from tabletown.server.play.seating import Seating
from tabletown.server.play.siblings import Alone, Siblings
from tabletown.server.play.speaking import Speaking
from tabletown.server.play.table import SeenVersions
from tabletown.server.play.tables import TABLE_MEMORY, Tables
from tabletown.server.play.timeouts import Timeouts
from tabletown.server.preparing import Preparation, TitleStages
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.opening import open_store
from tabletown.server.store.protocol import CommitUnknown, Player, Store, StoreError, Unavailable
from tabletown.server.store.pulse import Pulse
from tabletown.server.view.live import LOBBY, POLL_S, Hub, Streams
from tabletown.server.view.lobby import Lobby
from tabletown.server.view.replays import Replays
from tabletown.server.web.absence import AbsenceForms
from tabletown.server.web.advice import AdviceForm
from tabletown.server.web.analysis import AnalysisPages
from tabletown.server.web.chat import Chat
from tabletown.server.web.compression import Compression
from tabletown.server.web.exports import ExportPages
from tabletown.server.web.guard import Guard, is_api
from tabletown.server.web.home import HomePage
from tabletown.server.web.hosts import Hosts
from tabletown.server.web.imports import ImportPages
from tabletown.server.web.lesson import LessonForm
from tabletown.server.web.lobby import LobbyPages
from tabletown.server.web.pages import Pages
from tabletown.server.web.privacy import PrivacyPages
from tabletown.server.web.puzzles import PuzzlePages
from tabletown.server.web.replays import ReplayPages
from tabletown.server.web.reviews import ReviewPages
from tabletown.server.web.seats import SeatForms
from tabletown.server.web.sessions import BrowserSessions, reader_of
from tabletown.server.web.settings import SettingForms
from tabletown.server.web.sign_out import SignOut
from tabletown.server.web.static_files import StaticFiles
from tabletown.server.web.tables import TablePages
from tabletown.server.web.takebacks import TakeBackForms
from tabletown.study.chart import chart_css

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
    `advice_seconds`. Players may replace another player for whom the table has waited `absence` seconds. Changes by
    other servers on the same database are polled every `poll` seconds, unless a notice comes before. Tables stay in
    memory up to `table_memory` bytes. Bots think in `bot_threads` threads, by default one for each core but one.
    `limits` are those of limits.py.
    """

    bot_timing: BotTiming = field(default_factory=BotTiming)
    find_bot: FindBot = bot_by_name
    advise: Advise = bots.advise
    advice_seconds: float = 1.0
    absence: float = 120.0
    poll: float = POLL_S
    table_memory: int = TABLE_MEMORY
    bot_threads: int | None = None
    limits: Limits = DEFAULTS


class Site:
    """The parts of a running site."""

    def __init__(self, store: Store, settings: Settings, preparation: TitleStages, siblings: Siblings) -> None:
        self.store = store
        self.siblings = siblings
        self.metrics = Metrics()
        self.pulse = Pulse(store, stopped_answering=self.metrics.database_outages.inc)
        self.preparation = preparation
        # play
        limits, metrics = settings.limits, self.metrics
        self.sessions = BrowserSessions(store)
        self.hub = Hub(
            store,
            self._versions,
            self.sessions.holders,
            poll=settings.poll,
            limits=limits,
            siblings=siblings,
            refused=metrics.refused,
        )
        self.tables = Tables(
            store, self._changed, preparation.is_ready, settings.table_memory, limits, siblings, metrics
        )
        self.timeouts = Timeouts(self.tables, USUAL_BOT)
        self.bot_threads = BotThreads(settings.bot_threads, metrics)
        self.bot_players = BotPlayers(
            self.tables,
            self.bot_threads,
            settings.bot_timing,
            settings.find_bot,
            self.tables.addresses.of,
            self._is_present,
            preparation.bots_ready,
        )
        self.advisers = Advisers(
            self.tables,
            self.bot_threads,
            advise=settings.advise,
            bots_ready=preparation.bots_ready,
            seconds=settings.advice_seconds,
            rate=self.tables.rate_limit("advice_rate"),
        )
        self.reviews = Reviews(
            self.tables, self.bot_threads, preparation.bots_ready, self.tables.rate_limit("review_rate")
        )
        self.puzzle_answers = PuzzleAnswers(
            self.bot_threads, preparation.bots_ready, self.tables.rate_limit("puzzle_rate")
        )
        self.positions = Positions(store, preparation.is_ready, self.tables.rate_limit("position_rate"))
        self.analysis_mind = AnalysisMind(
            self.bot_threads, preparation.bots_ready, self.tables.rate_limit("analysis_rate")
        )
        self.seating = Seating(self.tables)
        self.absence = Absence(self.tables, settings.absence)
        self.speaking = Speaking(self.tables)
        self.imports = Imports(store, preparation.is_ready, self.tables.rate_limit("import_rate"))
        self.privacy = Privacy(self.tables, USUAL_BOT, self.tables.rate_limit("data_rate"))
        self.housekeeping = Housekeeping(self.tables, self.sessions, self.privacy)
        # view
        self.streams = Streams(self.tables, self.sessions, self.hub)
        self.lobby = Lobby(self.tables, self.hub, preparation.coming, settings.poll)
        self.replays = Replays(self.tables)
        # api and web
        self.naming = self.tables.rate_limit("name_rate")
        self.api = Api(self, self.tables.rate_limit("player_rate"), self.naming)
        self.web = Web(self)
        preparation.when_ready(self.bot_players.resume)
        store.listen(self._heard)
        siblings.listen("changed", self._heard)
        store.measure(metrics.database_took)
        self._show_gauges()

    def _show_gauges(self) -> None:
        """Say where the metrics find what there is now."""
        metrics = self.metrics
        metrics.database_up.set_function(lambda: self.pulse.is_steady)
        metrics.bot_queue.set_function(lambda: self.bot_threads.waiting)
        metrics.bot_threads.set_function(lambda: self.bot_threads.busy)
        metrics.streams.set_function(lambda: self.hub.streams)
        metrics.tables_in_memory.set_function(lambda: self.tables.in_memory)
        metrics.titles_ready.set_function(lambda: sum(map(self.preparation.is_ready, title_names())))

    def _versions(self, table_id: str, players: Mapping[str, Player | None]) -> dict[str, int]:
        if table_id == LOBBY:
            return dict.fromkeys(players, self.lobby.version)
        return self.tables.versions(table_id, players)

    def _heard(self, table_id: str, version: int, seen: SeenVersions | None = None) -> None:
        """A table was changed, by this or another process of the site."""
        self.hub.publish(table_id, version, seen)
        self.lobby.changed()

    def _is_present(self, table_id: str) -> bool:
        return self.hub.has_players(table_id) or self.tables.addresses.is_lively(table_id)

    def _changed(self, table_id: str, version: int, seen: SeenVersions | None) -> None:
        self._heard(table_id, version, seen)
        self.siblings.tell("changed", table_id, version, seen)
        if self.tables.may_await_bots(table_id):
            self.bot_players.wake(table_id)  # the process that made the last move plays the bots' next ones


class Web:
    """The pages and forms of a site."""

    def __init__(self, site: Site) -> None:
        templates = Templates(site.hub.watchers, lambda connection: bool(reader_of(connection)))
        sessions, tables, ready = site.sessions, site.tables, site.preparation.is_ready
        self.lobby = LobbyPages(site.lobby, sessions, templates, site.naming)
        preparation = site.preparation
        made = {"pieces.css": page_css(), "fonts.css": fonts_css(), "chart.css": chart_css()}
        self.static = StaticFiles(FOLDER / "static", made)
        self.pages = Pages(site.pulse, templates, preparation.stage, preparation.ask_for, self.lobby, site.api.text)
        self.home = HomePage(tables, site.lobby, site.imports, sessions, templates, preparation.stage)
        self.tables = TablePages(tables, sessions, site.streams, templates)
        self.seats = SeatForms(tables, site.seating, sessions, self.tables)
        self.lesson = LessonForm(tables, sessions, self.tables)
        self.chat = Chat(tables, site.speaking, sessions, templates)
        self.absence = AbsenceForms(site.absence, sessions, self.tables)
        self.settings = SettingForms(tables, sessions, self.tables, site.naming)
        self.take_backs = TakeBackForms(self.tables)
        self.advice = AdviceForm(site.advisers, sessions, self.tables)
        self.replays = ReplayPages(tables, site.replays, sessions, templates)
        self.reviews = ReviewPages(tables, site.reviews, site.replays, sessions, templates)
        self.puzzles = PuzzlePages(site.puzzle_answers, sessions, templates, preparation.stage)
        self.analysis = AnalysisPages(tables, site.positions, site.analysis_mind, sessions, templates)
        self.imports = ImportPages(site.imports, templates)
        self.exports = ExportPages(tables, templates, ready, tables.rate_limit("export_rate"))
        self.sign_out = SignOut(site.store, sessions, templates)
        self.privacy = PrivacyPages(site.privacy, sessions, templates)


def create_app(
    store: Store | str | Path,
    settings: Settings | None = None,
    *,
    preparation: TitleStages | None = None,
    siblings: Siblings | None = None,
    names: Iterable[str] = (),
    origins: frozenset[str] = frozenset(),
) -> Starlette:
    """The ASGI app of the site.

    `store` is a store, or the path or URL of one (see store/opening.py), which the app opens and closes. The titles of
    `preparation` are compiled while the app runs; without it, all count as ready. `siblings` are the other processes
    that serve the same address. `names` are the names under which visitors ask for the site, besides its address (see
    web/hosts.py). `origins` are further origins from which forms are accepted, for a proxy that changes the host name.
    """
    own = isinstance(store, str | Path)
    opened = open_store(store) if isinstance(store, str | Path) else store
    preparation = preparation or Preparation([])
    site = Site(opened, settings or Settings(), preparation, siblings or Alone())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        parts = (site.hub, site.lobby, site.timeouts, site.housekeeping, site.pulse)
        watching = [asyncio.create_task(part.watch()) for part in parts]
        await site.bot_players.start()
        preparation.start()
        yield
        site.hub.drain()
        await run_in_threadpool(preparation.stop)
        await site.bot_players.stop()
        await site.reviews.stop()
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
        response = pages.error(request, status, str(error))
        response.headers.update(retry_headers(error))
        return response

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
            Middleware(
                Guard,
                refuse=refuse,
                hosts=Hosts(names),
                origins=origins,
                uploads=frozenset({"/replays", f"{BASE}/records"}),
                limits=site.tables.limits,
                metrics=site.metrics,
            ),
            Middleware(Compression),
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


def _routes(site: Site) -> list[Route]:
    web = site.web
    pages, seats, tables = web.pages, web.seats, web.tables
    return [
        # routes are tried in order, so the most frequent ones come first
        Route("/tables/{table}/moves", tables.move, methods=["POST"]),
        Route("/tables/{table}/board", tables.board),
        Route("/tables/{table}/events", tables.events),
        Route("/", web.home.page),
        Route("/health", pages.health),
        Route("/theme", pages.theme, methods=["POST"]),
        Route("/logout", web.sign_out.ask),
        Route("/logout", web.sign_out.leave, methods=["POST"]),
        Route("/learn", pages.lessons),
        Route("/showcase/{title}", web.home.sample_step),
        Route("/games/{title}", pages.game),
        Route("/games/{title}/rules", pages.rules),
        Route("/games/{title}/cards", pages.cards),
        Route("/games/{title}/learn", pages.learn),
        Route("/games/{title}/learn", seats.learn, methods=["POST"]),
        Route("/games/{title}/sample", web.home.replay_sample, methods=["POST"]),
        Route("/puzzles", web.puzzles.hub),
        Route("/puzzles/of/{title}", web.puzzles.shelf),
        Route("/puzzles/{puzzle}", web.puzzles.puzzle),
        Route("/puzzles/{puzzle}/board", web.puzzles.board),
        Route("/replays", web.imports.form),
        Route("/replays", web.imports.take, methods=["POST"]),
        Route("/export", web.exports.about),
        Route("/export/games.jsonl", web.exports.games),
        Route("/lobby", web.lobby.page),
        Route("/you", web.lobby.you),
        Route("/you", web.lobby.rename, methods=["POST"]),
        Route("/you/forced", web.settings.player, methods=["POST"]),
        Route("/you/data", web.privacy.page),
        Route("/you/data.json", web.privacy.download),
        Route("/you/delete", web.privacy.ask),
        Route("/you/delete", web.privacy.delete, methods=["POST"]),
        Route("/quick/{title}", seats.quick, methods=["POST"]),
        Route("/events", tables.events),
        Route("/tables", seats.create, methods=["POST"]),
        Route("/tables/{table}", tables.table),
        Route("/tables/{table}/showcase", web.home.live_table),
        Route("/tables/{table}/record", tables.record),
        Route("/tables/{table}/replay", web.replays.replay),
        Route("/tables/{table}/replay/step", web.replays.step),
        Route("/tables/{table}/review", web.reviews.page),
        Route("/tables/{table}/review", web.reviews.begin, methods=["POST"]),
        Route("/tables/{table}/review/part", web.reviews.part),
        Route("/tables/{table}/analysis", web.analysis.page),
        Route("/tables/{table}/analysis/board", web.analysis.board),
        Route("/tables/{table}/analysis/mind", web.analysis.mind),
        Route("/tables/{table}/check", web.replays.check),
        Route("/analysis", web.analysis.form),
        Route("/analysis", web.analysis.take, methods=["POST"]),
        Route("/analysis/{position}", web.analysis.page),
        Route("/analysis/{position}/board", web.analysis.board),
        Route("/analysis/{position}/mind", web.analysis.mind),
        Route("/tables/{table}/undo", tables.undo, methods=["POST"]),
        Route("/tables/{table}/restart", web.take_backs.restart, methods=["POST"]),
        Route("/tables/{table}/ask", web.take_backs.ask, methods=["POST"]),
        Route("/tables/{table}/answer", web.take_backs.answer, methods=["POST"]),
        Route("/tables/{table}/advice", web.advice.ask, methods=["POST"]),
        Route("/tables/{table}/away", web.absence.away, methods=["POST"]),
        Route("/tables/{table}/forced", web.settings.seat, methods=["POST"]),
        Route("/tables/{table}/back", web.absence.back, methods=["POST"]),
        Route("/tables/{table}/lesson", web.lesson.leave, methods=["POST"]),
        Route("/tables/{table}/chat", web.chat.page),
        Route("/tables/{table}/chat", web.chat.say, methods=["POST"]),
        Route("/tables/{table}/rematch", seats.rematch, methods=["POST"]),
        Route("/tables/{table}/play-on", seats.play_on, methods=["POST"]),
        Route("/tables/{table}/seats", seats.sit, methods=["POST"]),
        *(Route(f"/tables/{{table}}/{form}", tables.back_to_table) for form in _FORMS),
        Route("/api", pages.api),
        *site.api.routes(),
        Route(f"{FONTS_PATH}{{name}}", web.static.font),
        Route("/static/{path:path}", web.static.get),
    ]
