"""The parts of a running site, from the store to the API, each given the parts that it stands on."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

from starlette.concurrency import run_in_threadpool

from tabletown.games import names as title_names
from tabletown.server.api.service import Api
from tabletown.server.html.letters import SiteLetters
from tabletown.server.html.specimen_mail import SpecimenMails
from tabletown.server.html.templates import Templates
from tabletown.server.metrics import Metrics
from tabletown.server.play.absence import Absence
from tabletown.server.play.accounts.accounts import Accounts
from tabletown.server.play.accounts.joining import Joining
from tabletown.server.play.analysis import AnalysisMind
from tabletown.server.play.bots.advice import Advisers
from tabletown.server.play.bots.choices import USUAL_BOT
from tabletown.server.play.bots.players import BotPlayers
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
from tabletown.server.play.searching.searching import Searching
from tabletown.server.play.searching.strength import rated_bots, rated_strengths
from tabletown.server.play.seating import Seating
from tabletown.server.play.siblings import Siblings
from tabletown.server.play.speaking import Speaking
from tabletown.server.play.summaries import Summaries
from tabletown.server.play.table import SeenVersions
from tabletown.server.play.tables import Tables
from tabletown.server.play.timeouts import Timeouts
from tabletown.server.play.tournaments.rounds import Rounds
from tabletown.server.play.tournaments.tournaments import Tournaments
from tabletown.server.play.waiting_rooms import WaitingRooms
from tabletown.server.preparing import TitleStages
from tabletown.server.public_url import PublicUrl
from tabletown.server.settings import Settings
from tabletown.server.store.protocol import Player, Store, StoreError
from tabletown.server.store.pulse import Pulse
from tabletown.server.view.live import LOBBY, Hub, Streams
from tabletown.server.view.lobby import Lobby
from tabletown.server.view.people_view import PeopleViews
from tabletown.server.view.profile import ProfileViews, shown_ratings
from tabletown.server.view.replays import Replays
from tabletown.server.view.title_statistics import Statistics
from tabletown.server.view.tournament_view import TournamentViews
from tabletown.server.view.turn_news import TurnNews
from tabletown.server.web.sessions import BrowserSessions


class Site:
    """The parts of a running site."""

    def __init__(self, store: Store, settings: Settings, preparation: TitleStages, siblings: Siblings) -> None:
        self.store = store
        self.siblings = siblings
        self.metrics = Metrics()
        self.pulse = Pulse(store, stopped_answering=self.metrics.database_outages.inc)
        self.preparation = preparation
        limits, metrics, bots_ready = settings.limits, self.metrics, preparation.bots_ready
        # tables, and who follows them
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
        rate = self.tables.rate_limit
        self.timeouts = Timeouts(self.tables, USUAL_BOT)
        self.rooms = WaitingRooms(self.tables)
        self.summaries = Summaries(self.tables)
        # bots, and what else is thought about
        self.bot_threads = BotThreads(settings.bot_threads, metrics)
        self.bot_players = BotPlayers(
            self.tables,
            self.bot_threads,
            settings.bot_timing,
            settings.find_bot,
            self.tables.addresses.of,
            self._is_present,
            bots_ready,
        )
        self.advisers = Advisers(
            self.tables,
            self.bot_threads,
            advise=settings.advise,
            bots_ready=bots_ready,
            seconds=settings.advice_seconds,
            rate=rate("advice_rate"),
        )
        self.reviews = Reviews(self.tables, self.bot_threads, bots_ready, rate("review_rate"))
        self.mistakes = MistakeFinder(self.tables, self.reviews, rate("mistakes_rate"))
        self.puzzle_answers = PuzzleAnswers(self.bot_threads, bots_ready, rate("puzzle_rate"))
        self.positions = Positions(store, preparation.is_ready, rate("position_rate"), limits.position_days)
        self.analysis_mind = AnalysisMind(self.bot_threads, bots_ready, rate("analysis_rate"))
        # what people do at tables
        self.seating = Seating(self.tables)
        self.absence = Absence(self.tables, settings.absence)
        self.resigning = Resigning(self.tables, USUAL_BOT)
        self.speaking = Speaking(self.tables)
        self.imports = Imports(store, preparation.is_ready, rate("import_rate"))
        # people
        self.peace = Peace(store, rate("peace_rate"), rate("report_rate"), limits)
        self.friends = Friends(self.tables, self.seating, self.peace, rate("friend_rate"))
        self.profiles = Profiles(self.tables, self.peace.are_friends, rate("profile_rate"))
        # accounts and mail
        changes = rate("account_rate")
        self.public_url = PublicUrl(settings.public_url)
        self.accounts = Accounts(store, rate("sign_in_rate"), changes)
        server = read_mail_url(settings.mail) if settings.mail and self.public_url.origin else None
        self.mailing = Mailing(store, self.accounts, rate("mail_rate"), server is not None)
        self.joining = Joining(self.tables, changes)
        self.privacy = Privacy(self.tables, self.joining, USUAL_BOT, rate("data_rate"))
        self.own_bots = OwnBots(store, self.privacy, changes, limits.own_bots)
        # ratings, opponents, tournaments
        self.ratings = Ratings(self.tables)
        self.tables.rated_game_over = self.ratings.game_over
        self.searching = Searching(
            self.tables,
            self.seating,
            rate("search_rate"),
            settings.searching,
            rated_strengths(self.ratings),
            rated_bots(self.ratings),
        )
        self.matchmaker = Matchmaker(self.tables, self.searching, self.peace.may_meet)
        self.rounds = Rounds(self.tables, settings.poll)
        self.tournaments = Tournaments(self.tables, self.rounds.wake)
        self.housekeeping = Housekeeping(
            self.tables, self.sessions, self.joining, self.privacy, self.ratings, self.rooms, self.positions
        )
        # what readers see
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
        # what programs are answered
        self.naming = rate("name_rate")
        self.api = Api(self, rate("player_rate"), self.naming)
        preparation.when_ready(self.bot_players.resume)
        store.listen(self._heard)
        siblings.listen("changed", self._heard)
        store.measure(metrics.database_took)
        self._show_gauges()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Do all that goes on between requests (bots, clocks, housekeeping, mails), and stop it at the end."""
        parts = (
            self.hub, self.lobby, self.timeouts, self.matchmaker, self.rounds, self.housekeeping, self.summaries,
            self.pulse, self.turn_news, self.postman,
        )  # fmt: skip
        watching = [asyncio.create_task(part.watch()) for part in parts]
        await self.bot_players.start()
        self.preparation.start()
        yield
        self.hub.drain()
        await run_in_threadpool(self.preparation.stop)
        await self.bot_players.stop()
        await self.reviews.stop()
        for task in watching:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        with suppress(StoreError):
            await run_in_threadpool(self.housekeeping.write_used)

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
