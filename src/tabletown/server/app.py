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
from tabletown.server.html.letters import SiteLetters
from tabletown.server.html.specimen_mail import SpecimenMails
from tabletown.server.html.templates import FOLDER, Templates
from tabletown.server.limits import DEFAULTS, Limits
from tabletown.server.metrics import Metrics
from tabletown.server.play.absence import Absence
from tabletown.server.play.accounts.accounts import Accounts
from tabletown.server.play.accounts.joining import Joining
from tabletown.server.play.analysis import AnalysisMind
from tabletown.server.play.bots.advice import Advise, Advisers
from tabletown.server.play.bots.choices import USUAL_BOT
from tabletown.server.play.bots.players import BotPlayers, BotTiming, FindBot, bot_by_name
from tabletown.server.play.bots.threads import BotThreads
from tabletown.server.play.imports import Imports
from tabletown.server.play.mail.mail_server import read_mail_url
from tabletown.server.play.mail.mailing import Mailing
from tabletown.server.play.mail.postman import Postman
from tabletown.server.play.own_mistakes import MistakeFinder
from tabletown.server.play.people.friends import Friends
from tabletown.server.play.people.housekeeping import Housekeeping
from tabletown.server.play.people.own_bots import OwnBots
from tabletown.server.play.people.peace import Peace
from tabletown.server.play.people.privacy import Privacy
from tabletown.server.play.people.profiles import Profiles
from tabletown.server.play.positions import Positions
from tabletown.server.play.puzzle_answers import PuzzleAnswers
from tabletown.server.play.ratings.ratings import Ratings
from tabletown.server.play.resigning import Resigning
from tabletown.server.play.reviews import Reviews
from tabletown.server.play.searching.matchmaker import Matchmaker
from tabletown.server.play.searching.searching import Searching, SearchTiming
from tabletown.server.play.searching.strength import rated_bots, rated_strengths
from tabletown.server.play.seating import Seating
from tabletown.server.play.siblings import Alone, Siblings
from tabletown.server.play.speaking import Speaking
from tabletown.server.play.summaries import Summaries
from tabletown.server.play.table import SeenVersions
from tabletown.server.play.tables import TABLE_MEMORY, Tables
from tabletown.server.play.timeouts import Timeouts
from tabletown.server.play.tournaments.rounds import Rounds
from tabletown.server.play.tournaments.tournaments import Tournaments
from tabletown.server.play.waiting_rooms import WaitingRooms
from tabletown.server.preparing import Preparation, TitleStages
from tabletown.server.public_url import PublicUrl
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.opening import open_store
from tabletown.server.store.protocol import CommitUnknown, Player, Store, StoreError, Unavailable
from tabletown.server.store.pulse import Pulse
from tabletown.server.view.live import LOBBY, POLL_S, Hub, Streams
from tabletown.server.view.lobby import Lobby
from tabletown.server.view.people_view import PeopleViews
from tabletown.server.view.profile import ProfileViews, shown_ratings
from tabletown.server.view.replays import Replays
from tabletown.server.view.title_statistics import Statistics
from tabletown.server.view.tournament_view import TournamentViews
from tabletown.server.view.turn_news import TurnNews, TurnPace
from tabletown.server.web.absence import AbsenceForms
from tabletown.server.web.account_answers import AccountParts
from tabletown.server.web.advice import AdviceForm
from tabletown.server.web.analysis import AnalysisPages
from tabletown.server.web.app_files import AppFiles
from tabletown.server.web.chat import Chat
from tabletown.server.web.compression import Compression
from tabletown.server.web.devices import DevicePages
from tabletown.server.web.exports import ExportPages
from tabletown.server.web.find import FindPages
from tabletown.server.web.friends import FriendPages
from tabletown.server.web.guard import Guard, is_api
from tabletown.server.web.home import HomePage
from tabletown.server.web.hosts import Hosts
from tabletown.server.web.imports import ImportPages
from tabletown.server.web.keep import KeepPages
from tabletown.server.web.learning import LearningPages
from tabletown.server.web.lesson import LessonForm
from tabletown.server.web.lobby import LobbyPages
from tabletown.server.web.mail import STOP, MailPages
from tabletown.server.web.own_bots import OwnBotPages
from tabletown.server.web.pages import Pages
from tabletown.server.web.people import PeoplePages
from tabletown.server.web.privacy import PrivacyPages
from tabletown.server.web.profiles import ProfilePages
from tabletown.server.web.puzzle_page import PuzzlePage
from tabletown.server.web.puzzles import PuzzlePages
from tabletown.server.web.ratings import RatingPages
from tabletown.server.web.replays import ReplayPages
from tabletown.server.web.reviews import ReviewPages
from tabletown.server.web.seats import SeatForms
from tabletown.server.web.sessions import BrowserSessions, reader_of
from tabletown.server.web.settings import SettingForms
from tabletown.server.web.sign_in import SignInPages
from tabletown.server.web.sign_out import SignOut
from tabletown.server.web.static_files import StaticFiles
from tabletown.server.web.tables import TablePages
from tabletown.server.web.takebacks import TakeBackForms
from tabletown.server.web.tournaments import TournamentPages
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
_PEOPLE_FORMS = ("ask", "decline", "end", "challenge", "block", "unblock", "mute", "unmute", "report")
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
    `limits` are those of limits.py. `public_url` is what links begin with and keys are made for (see public_url.py).
    `searching` says how long those who look for opponents wait.
    `mail` is the URL of the host's mail server (see play/mail/mail_server.py), which needs a public URL. `turn_pace`
    says how soon and how often turns are told by mail; the outbox is looked into every `mail_poll` seconds.
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
    public_url: str = ""
    searching: SearchTiming = field(default_factory=SearchTiming)
    mail: str = field(default="", repr=False)  # with a password
    turn_pace: TurnPace = field(default_factory=TurnPace)
    mail_poll: float = 5.0


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
        self.mistakes = MistakeFinder(self.tables, self.reviews, self.tables.rate_limit("mistakes_rate"))
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
        self.peace = Peace(
            store, self.tables.rate_limit("peace_rate"), self.tables.rate_limit("report_rate"), settings.limits
        )
        self.friends = Friends(self.tables, self.seating, self.peace, self.tables.rate_limit("friend_rate"))
        self.imports = Imports(store, preparation.is_ready, self.tables.rate_limit("import_rate"))
        changes = self.tables.rate_limit("account_rate")
        self.public_url = PublicUrl(settings.public_url)
        self.accounts = Accounts(store, self.tables.rate_limit("sign_in_rate"), changes)
        server = read_mail_url(settings.mail) if settings.mail and self.public_url.origin else None
        asking = self.tables.rate_limit("mail_rate")
        self.mailing = Mailing(store, self.accounts, asking, server is not None)
        self.joining = Joining(self.tables, changes)
        self.privacy = Privacy(self.tables, self.joining, USUAL_BOT, self.tables.rate_limit("data_rate"))
        self.own_bots = OwnBots(store, self.privacy, changes, limits.own_bots)
        self.ratings = Ratings(self.tables)
        self.tables.rated_game_over = self.ratings.game_over
        self.rooms = WaitingRooms(self.tables)
        searches = self.tables.rate_limit("search_rate")
        self.searching = Searching(
            self.tables,
            self.seating,
            searches,
            settings.searching,
            rated_strengths(self.ratings),
            rated_bots(self.ratings),
        )
        self.matchmaker = Matchmaker(self.tables, self.searching, self.peace.may_meet)
        self.summaries = Summaries(self.tables)
        self.resigning = Resigning(self.tables, USUAL_BOT)
        self.profiles = Profiles(self.tables, self.peace.are_friends, self.tables.rate_limit("profile_rate"))
        self.housekeeping = Housekeeping(
            self.tables, self.sessions, self.joining, self.privacy, self.ratings, self.rooms
        )
        self.rounds = Rounds(self.tables, settings.poll)
        self.tournaments = Tournaments(self.tables, self.rounds.wake)
        # view
        self.streams = Streams(self.tables, self.sessions, self.hub)
        self.lobby = Lobby(self.tables, self.hub, preparation.coming, settings.poll)
        self.replays = Replays(self.tables)
        self.tournament_views = TournamentViews(self.tables, self.ratings, self.profiles)
        self.people = PeopleViews(self.tables, self.peace, self.friends, self.hub.is_here)
        self.profile_views = ProfileViews(self.tables, self.profiles, shown_ratings(self.ratings))
        self.statistics = Statistics(store)
        self.turn_news = TurnNews(self.tables, self.hub, siblings, settings.turn_pace, on=server is not None)
        letters = SiteLetters(Templates(), self.public_url.origin, self.turn_news.of)
        self.specimens = SpecimenMails(letters, server.sender.display_name if server else "", preparation.is_ready)
        self.postman = Postman(store, server, letters, sent=metrics.mailed, poll=settings.mail_poll)
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
        self.summaries.changed(table_id)
        if self.tables.may_await_bots(table_id):
            self.bot_players.wake(table_id)  # the process that made the last move plays the bots' next ones


class Web:
    """The pages and forms of a site."""

    def __init__(self, site: Site) -> None:
        templates = Templates(site.hub.watchers, lambda connection: bool(reader_of(connection)), site.public_url)
        sessions, tables, ready = site.sessions, site.tables, site.preparation.is_ready
        self.lobby = LobbyPages(site.lobby, sessions, templates, site.naming)
        self.profiles = ProfilePages(
            site.profile_views, site.profiles, site.resigning, site.statistics, site.lobby, sessions, templates,
            site.mailing.offered,
        )  # fmt: skip
        preparation = site.preparation
        made = {"pieces.css": page_css(), "fonts.css": fonts_css(), "chart.css": chart_css()}
        self.ratings = RatingPages(site.ratings, sessions, templates, site.naming)
        self.static = StaticFiles(FOLDER / "static", made)
        self.pages = Pages(site.pulse, templates, preparation.stage, preparation.ask_for, self.lobby, site.api.text)
        self.tables = TablePages(tables, sessions, site.streams, templates, site.ratings)
        self.home = HomePage(
            tables, site.lobby, site.imports, sessions, templates, preparation.stage, site.people.invitations
        )
        self.seats = SeatForms(tables, site.seating, sessions, self.tables)
        self.lesson = LessonForm(tables, sessions, self.tables)
        self.chat = Chat(tables, site.speaking, sessions, templates)
        self.find = FindPages(site.searching, site.rooms, site.lobby, sessions, templates, ready, preparation.coming)
        self.absence = AbsenceForms(site.absence, sessions, self.tables)
        self.settings = SettingForms(tables, sessions, self.tables, site.naming)
        self.take_backs = TakeBackForms(self.tables)
        self.advice = AdviceForm(site.advisers, sessions, self.tables)
        self.replays = ReplayPages(tables, site.replays, sessions, templates)
        self.reviews = ReviewPages(tables, site.reviews, site.replays, sessions, templates)
        puzzle_page = PuzzlePage(site.puzzle_answers, sessions, templates, preparation.stage)
        self.puzzles = PuzzlePages(puzzle_page, templates, preparation.stage)
        self.learning = LearningPages(puzzle_page, tables, site.mistakes, sessions, templates)
        self.analysis = AnalysisPages(tables, site.positions, site.analysis_mind, sessions, templates)
        self.imports = ImportPages(site.imports, templates)
        self.exports = ExportPages(tables, templates, ready, tables.rate_limit("export_rate"))
        account = AccountParts(site.accounts, site.joining, sessions, templates, site.public_url, site.mailing)
        self.mail = MailPages(account)
        self.app_files = AppFiles(FOLDER / "static", templates)
        self.keep = KeepPages(account, site.naming, site.own_bots, site.specimens)
        self.own_bots = OwnBotPages(account, site.own_bots)
        self.sign_in = SignInPages(account)
        self.devices = DevicePages(account, site.lobby)
        self.sign_out = SignOut(site.store, account)
        self.privacy = PrivacyPages(site.privacy, account)
        self.tournaments = TournamentPages(
            site.store, site.tournaments, site.tournament_views, sessions, templates, tables.limits
        )
        self.people = PeoplePages(tables, site.peace, site.friends, site.people, sessions, templates)
        self.friends = FriendPages(site.friends, site.people, sessions, templates)


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
    public = site.public_url

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        parts = (
            site.hub, site.lobby, site.timeouts, site.matchmaker, site.rounds, site.housekeeping, site.summaries,
            site.pulse, site.turn_news, site.postman,
        )  # fmt: skip
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
                hosts=Hosts([*names, public.host] if public.host else names),
                origins=origins | {public.origin} if public.origin else origins,
                uploads=frozenset({"/replays", f"{BASE}/records"}),
                limits=site.tables.limits,
                metrics=site.metrics,
                from_anywhere=(STOP,),
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
        Route("/learn/{title}", web.learning.path),
        Route("/learn/{title}/{lesson}", web.learning.lesson),
        Route("/learn/{title}/{lesson}/board", web.learning.board),
        Route("/showcase/{title}", web.home.sample_step),
        Route("/games/{title}", pages.game),
        Route("/games/{title}/rules", pages.rules),
        Route("/games/{title}/cards", pages.cards),
        Route("/games/{title}/statistics", web.profiles.statistics),
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
        Route("/ratings", web.ratings.all_titles),
        Route("/ratings/named", web.ratings.back),
        Route("/ratings/named", web.ratings.set_named, methods=["POST"]),
        Route("/ratings/{title}", web.ratings.of_title),
        Route("/people/{player}", web.profiles.person),
        Route("/you", web.profiles.you),
        Route("/find", web.find.page),
        Route("/find", web.find.begin, methods=["POST"]),
        Route("/find/state", web.find.state),
        Route("/find/challenges", web.find.challenges),
        Route("/find/stop", web.find.stop, methods=["POST"]),
        Route("/find/bots", web.find.bots, methods=["POST"]),
        Route("/find/{form}", web.find.back),
        Route("/you", web.lobby.rename, methods=["POST"]),
        Route("/you/mistakes", web.learning.mistakes),
        Route("/you/forced", web.settings.player, methods=["POST"]),
        Route("/you/sheets", web.profiles.let_see, methods=["POST"]),
        Route("/you/tables", web.profiles.put_away, methods=["POST"]),
        Route("/you/data", web.privacy.page),
        Route("/you/data.json", web.privacy.download),
        Route("/you/delete", web.privacy.ask),
        Route("/you/delete", web.privacy.delete, methods=["POST"]),
        Route("/keep", web.keep.page),
        Route("/keep/name", web.keep.name, methods=["POST"]),
        Route("/keep/key/ask", web.keep.ask_for_key, methods=["POST"]),
        Route("/keep/key", web.keep.add_key, methods=["POST"]),
        Route("/keep/ticket", web.keep.ticket, methods=["POST"]),
        Route("/keep/ticket/kept", web.keep.ticket_kept, methods=["POST"]),
        Route("/keep/keys/rename", web.keep.rename_key, methods=["POST"]),
        Route("/keep/keys/remove", web.keep.remove_key, methods=["POST"]),
        Route("/keep/sign-in", web.sign_in.page),
        Route("/keep/sign-in/ask", web.sign_in.ask, methods=["POST"]),
        Route("/keep/sign-in/key", web.sign_in.with_key, methods=["POST"]),
        Route("/keep/sign-in/ticket", web.sign_in.with_ticket, methods=["POST"]),
        Route("/keep/sign-in/code", web.sign_in.with_code, methods=["POST"]),
        Route("/keep/code", web.devices.show_code, methods=["POST"]),
        Route("/keep/code/{code}", web.sign_in.link),
        Route("/keep/prove", web.sign_in.prove),
        Route("/keep/prove/ask", web.sign_in.ask_again, methods=["POST"]),
        Route("/keep/prove/key", web.sign_in.prove_with_key, methods=["POST"]),
        Route("/keep/prove/ticket", web.sign_in.prove_with_ticket, methods=["POST"]),
        Route("/keep/sessions/end", web.devices.end_session, methods=["POST"]),
        Route("/keep/join", web.devices.ask_to_join),
        Route("/keep/join", web.devices.join, methods=["POST"]),
        Route("/keep/sign-in/mail", web.mail.ask_to_sign_in, methods=["POST"]),
        Route("/keep/bots", web.own_bots.make, methods=["POST"]),
        Route("/keep/bots/rename", web.own_bots.rename, methods=["POST"]),
        Route("/keep/bots/token", web.own_bots.replace_token, methods=["POST"]),
        Route("/keep/bots/delete", web.own_bots.delete, methods=["POST"]),
        Route("/keep/mail/address", web.mail.address, methods=["POST"]),
        Route("/keep/mail/not-wanted", web.mail.not_wanted, methods=["POST"]),
        Route("/keep/mail/remove", web.mail.remove, methods=["POST"]),
        Route("/keep/mail/turns", web.mail.turns, methods=["POST"]),
        Route("/keep/mail/confirm/{secret}", web.mail.ask_to_confirm),
        Route("/keep/mail/confirm/{secret}", web.mail.confirm, methods=["POST"]),
        Route("/keep/mail/sign-in/{secret}", web.mail.sign_in_link),
        Route("/keep/mail/sign-in/{secret}", web.mail.sign_in, methods=["POST"]),
        Route("/mail/stop/{who}/{table}/{signature}", web.mail.ask_to_stop),
        Route("/mail/stop/{who}/{table}/{signature}", web.mail.stop, methods=["POST"]),
        Route("/keep/{form:path}", web.keep.back),
        Route("/friends", web.friends.page),
        Route("/friends/seen", web.friends.seen, methods=["POST"]),
        Route("/friends/invitations/decline", web.friends.decline, methods=["POST"]),
        Route("/friends/{form:path}", web.friends.back),
        Route("/conduct", web.people.conduct),
        Route("/people/{player}/sheet", web.people.sheet),
        Route("/people/{player}/ask", web.people.ask, methods=["POST"]),
        Route("/people/{player}/decline", web.people.decline, methods=["POST"]),
        Route("/people/{player}/end", web.people.end, methods=["POST"]),
        Route("/people/{player}/challenge", web.people.challenge, methods=["POST"]),
        Route("/people/{player}/block", web.people.block, methods=["POST"]),
        Route("/people/{player}/unblock", web.people.unblock, methods=["POST"]),
        Route("/people/{player}/mute", web.people.mute, methods=["POST"]),
        Route("/people/{player}/unmute", web.people.unmute, methods=["POST"]),
        Route("/people/{player}/report", web.people.report, methods=["POST"]),
        *(Route(f"/people/{{player}}/{form}", web.people.back) for form in _PEOPLE_FORMS),
        Route("/quick/{title}", seats.quick, methods=["POST"]),
        Route("/events", tables.events),
        Route("/tables", seats.create, methods=["POST"]),
        Route("/tables/{table}", tables.table),
        Route("/tables/{table}/people/{seat}", web.people.at_seat),
        Route("/tables/{table}/remarks/{remark}", web.people.at_remark),
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
        Route("/tables/{table}/resign", web.profiles.ask_to_resign),
        Route("/tables/{table}/resign", web.profiles.resign, methods=["POST"]),
        Route("/tables/{table}/forced", web.settings.seat, methods=["POST"]),
        Route("/tables/{table}/back", web.absence.back, methods=["POST"]),
        Route("/tables/{table}/lesson", web.lesson.leave, methods=["POST"]),
        Route("/tables/{table}/chat", web.chat.page),
        Route("/tables/{table}/chat", web.chat.say, methods=["POST"]),
        Route("/tables/{table}/rematch", seats.rematch, methods=["POST"]),
        Route("/tables/{table}/withdraw", web.find.withdraw, methods=["POST"]),
        Route("/tables/{table}/play-on", seats.play_on, methods=["POST"]),
        Route("/tables/{table}/seats", seats.sit, methods=["POST"]),
        *(Route(f"/tables/{{table}}/{form}", tables.back_to_table) for form in _FORMS),
        Route("/tournaments", web.tournaments.list),
        Route("/tournaments", web.tournaments.create, methods=["POST"]),
        Route("/tournaments/new", web.tournaments.new),
        Route("/tournaments/{tournament}.json", web.tournaments.export),
        Route("/tournaments/{tournament}", web.tournaments.page),
        Route("/tournaments/{tournament}/join", web.tournaments.join, methods=["POST"]),
        Route("/tournaments/{tournament}/leave", web.tournaments.leave, methods=["POST"]),
        Route("/tournaments/{tournament}/sit-out", web.tournaments.sit_out, methods=["POST"]),
        Route("/tournaments/{tournament}/start", web.tournaments.start, methods=["POST"]),
        Route("/tournaments/{tournament}/call-off", web.tournaments.call_off, methods=["POST"]),
        Route("/tournaments/{tournament}/bots", web.tournaments.add_bots, methods=["POST"]),
        Route("/tournaments/{tournament}/remove", web.tournaments.remove, methods=["POST"]),
        Route("/tournaments/{tournament}/{form}", web.tournaments.back),
        Route("/api", pages.api),
        *site.api.routes(),
        Route(f"{FONTS_PATH}{{name}}", web.static.font),
        Route("/app.webmanifest", web.app_files.manifest),
        Route("/sw.js", web.app_files.worker),
        Route("/offline", web.app_files.offline),
        Route("/icons/{name}", web.app_files.icon),
        Route("/static/{path:path}", web.static.get),
    ]
