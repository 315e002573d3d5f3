"""The pages and forms of a site, each given the parts of the site that it shows and changes."""

from tabletown.render import page_css
from tabletown.server.html.fonts import fonts_css
from tabletown.server.html.templates import FOLDER, Templates
from tabletown.server.site import Site
from tabletown.server.web.absence import AbsenceForms
from tabletown.server.web.account_answers import AccountParts
from tabletown.server.web.advice import AdviceForm
from tabletown.server.web.analysis import AnalysisPages
from tabletown.server.web.app_files import AppFiles
from tabletown.server.web.chat import Chat
from tabletown.server.web.devices import DevicePages
from tabletown.server.web.error_pages import ErrorPages
from tabletown.server.web.exports import ExportPages
from tabletown.server.web.find import FindPages
from tabletown.server.web.friends import FriendPages
from tabletown.server.web.home import HomePage
from tabletown.server.web.imports import ImportPages
from tabletown.server.web.keep import KeepPages
from tabletown.server.web.learning import LearningPages
from tabletown.server.web.lesson import LessonForm
from tabletown.server.web.lobby import LobbyPages
from tabletown.server.web.mail import MailPages
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
from tabletown.server.web.sessions import reader_of
from tabletown.server.web.settings import SettingForms
from tabletown.server.web.sign_in import SignInPages
from tabletown.server.web.sign_out import SignOut
from tabletown.server.web.static_files import StaticFiles
from tabletown.server.web.tables import TablePages
from tabletown.server.web.takebacks import TakeBackForms
from tabletown.server.web.tournaments import TournamentPages
from tabletown.study.chart import chart_css


class SitePages:
    """The pages and forms of a site."""

    def __init__(self, site: Site) -> None:
        templates = Templates(site.hub.watchers, lambda connection: bool(reader_of(connection)), site.public_url)
        sessions, tables, preparation = site.sessions, site.tables, site.preparation
        stage, ready = preparation.stage, preparation.is_ready
        # the site itself
        made = {"pieces.css": page_css(), "fonts.css": fonts_css(), "chart.css": chart_css()}
        self.static = StaticFiles(FOLDER / "static", made)
        self.app_files = AppFiles(FOLDER / "static", templates)
        self.errors = ErrorPages(templates, preparation.ask_for)
        self.lobby = LobbyPages(site.lobby, sessions, templates, site.naming)
        self.home = HomePage(tables, site.lobby, site.imports, sessions, templates, stage, site.people.invitations)
        self.pages = Pages(site.pulse, templates, stage, preparation.ask_for, self.lobby, site.api.text)
        # a table
        self.tables = TablePages(tables, sessions, site.streams, templates, site.ratings)
        self.seats = SeatForms(tables, site.seating, sessions, self.tables)
        self.lesson = LessonForm(tables, sessions, self.tables)
        self.chat = Chat(tables, site.speaking, sessions, templates)
        self.absence = AbsenceForms(site.absence, sessions, self.tables)
        self.settings = SettingForms(tables, sessions, self.tables, site.naming)
        self.take_backs = TakeBackForms(self.tables)
        self.advice = AdviceForm(site.advisers, sessions, self.tables)
        # games that were played, and what is learned from them
        self.replays = ReplayPages(tables, site.replays, sessions, templates)
        self.reviews = ReviewPages(tables, site.reviews, site.replays, sessions, templates)
        self.analysis = AnalysisPages(tables, site.positions, site.analysis_mind, sessions, templates)
        self.imports = ImportPages(site.imports, templates)
        self.exports = ExportPages(tables, templates, ready, tables.rate_limit("export_rate"))
        puzzle_page = PuzzlePage(site.puzzle_answers, sessions, templates, stage)
        self.puzzles = PuzzlePages(puzzle_page, templates, stage)
        self.learning = LearningPages(puzzle_page, tables, site.mistakes, sessions, templates)
        # people
        self.profiles = ProfilePages(
            site.profile_views, site.profiles, site.resigning, site.statistics, site.lobby, sessions, templates,
            site.mailing.offered,
        )  # fmt: skip
        self.ratings = RatingPages(site.ratings, sessions, templates, site.naming)
        self.people = PeoplePages(tables, site.peace, site.friends, site.people, sessions, templates)
        self.friends = FriendPages(site.friends, site.people, sessions, templates)
        self.find = FindPages(site.searching, site.rooms, site.lobby, sessions, templates, ready, preparation.coming)
        self.tournaments = TournamentPages(
            site.store, site.tournaments, site.tournament_views, sessions, templates, tables.limits
        )
        # the reader's own account
        account = AccountParts(site.accounts, site.joining, sessions, templates, site.public_url, site.mailing)
        self.keep = KeepPages(account, site.naming, site.own_bots, site.specimens)
        self.own_bots = OwnBotPages(account, site.own_bots)
        self.mail = MailPages(account)
        self.sign_in = SignInPages(account)
        self.devices = DevicePages(account, site.lobby)
        self.sign_out = SignOut(site.store, account)
        self.privacy = PrivacyPages(site.privacy, account)
