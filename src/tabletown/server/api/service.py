"""The API as a whole: all operations, their routes, their description."""

from typing import Protocol

import msgspec
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tabletown.server.api.accounts import AccountOperations
from tabletown.server.api.catalogue import TitleOperations
from tabletown.server.api.endpoint import Endpoint
from tabletown.server.api.friends import FriendOperations
from tabletown.server.api.learning import LearningOperations
from tabletown.server.api.openapi import openapi
from tabletown.server.api.operations import BASE, JSON, Call, Operation, by_path
from tabletown.server.api.own_bots import OwnBotOperations
from tabletown.server.api.page import describe
from tabletown.server.api.peace import PeaceOperations
from tabletown.server.api.people import PeopleOperations
from tabletown.server.api.play import PlayOperations
from tabletown.server.api.players import PlayerOperations
from tabletown.server.api.problems import error_response
from tabletown.server.api.puzzles import PuzzleOperations
from tabletown.server.api.ratings import RatingOperations
from tabletown.server.api.replays import ReplayOperations
from tabletown.server.api.search import SearchOperations
from tabletown.server.api.table_answers import TableAnswers
from tabletown.server.api.tables import TableOperations
from tabletown.server.api.tournaments import TournamentOperations
from tabletown.server.errors import NotFound
from tabletown.server.play.absence import Absence
from tabletown.server.play.accounts.accounts import Accounts
from tabletown.server.play.accounts.joining import Joining
from tabletown.server.play.bots.advice import Advisers
from tabletown.server.play.imports import Imports
from tabletown.server.play.mail.mailing import Mailing
from tabletown.server.play.own_mistakes import MistakeFinder
from tabletown.server.play.people.friends import Friends
from tabletown.server.play.people.own_bots import OwnBots
from tabletown.server.play.people.peace import Peace
from tabletown.server.play.people.privacy import Privacy
from tabletown.server.play.people.profiles import Profiles
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.sessions import Sessions
from tabletown.server.play.ratings.ratings import Ratings
from tabletown.server.play.resigning import Resigning
from tabletown.server.play.searching.searching import Searching
from tabletown.server.play.seating import Seating
from tabletown.server.play.speaking import Speaking
from tabletown.server.play.tables import Tables
from tabletown.server.play.tournaments.tournaments import Tournaments
from tabletown.server.play.waiting_rooms import WaitingRooms
from tabletown.server.preparing import TitleStages
from tabletown.server.view.live import Streams
from tabletown.server.view.lobby import Lobby
from tabletown.server.view.people_view import PeopleViews
from tabletown.server.view.profile import ProfileViews
from tabletown.server.view.replays import Replays
from tabletown.server.view.title_statistics import Statistics
from tabletown.server.view.tournament_view import TournamentViews


class SiteParts(Protocol):
    """The parts of a site that the API needs."""

    tables: Tables
    seating: Seating
    absence: Absence
    advisers: Advisers
    speaking: Speaking
    imports: Imports
    accounts: Accounts
    joining: Joining
    mailing: Mailing
    privacy: Privacy
    own_bots: OwnBots
    ratings: Ratings
    peace: Peace
    friends: Friends
    people: PeopleViews
    mistakes: MistakeFinder
    streams: Streams
    lobby: Lobby
    profiles: Profiles
    profile_views: ProfileViews
    resigning: Resigning
    statistics: Statistics
    rooms: WaitingRooms
    searching: Searching
    replays: Replays
    tournaments: Tournaments
    tournament_views: TournamentViews
    preparation: TitleStages

    @property
    def sessions(self) -> Sessions:
        """The sessions of the site."""


class Api:
    """All operations. `player_rate` limits new players, `name_rate` changes of names."""

    def __init__(self, site: SiteParts, player_rate: RateLimit, name_rate: RateLimit) -> None:
        answers = TableAnswers(site.tables, site.ratings)
        self.operations = [
            Operation("GET", "/openapi.json", self.get_description, "About", media=JSON, auth="none"),
            *TitleOperations(site.preparation.is_ready).operations(),
            *PuzzleOperations().operations(),
            *LearningOperations(site.mistakes).operations(),
            *PeopleOperations(site.profile_views, site.profiles, site.resigning, site.statistics, answers).operations(),
            *PlayerOperations(
                site.sessions, site.accounts, site.privacy, site.mailing, player_rate, name_rate
            ).operations(),
            *AccountOperations(site.accounts, site.joining).operations(),
            *OwnBotOperations(site.own_bots).operations(),
            *TableOperations(site.tables, answers, site.seating, site.absence, site.lobby, site.rooms).operations(),
            *SearchOperations(site.searching, answers).operations(),
            *PlayOperations(site.tables, answers, site.advisers, site.speaking, site.streams).operations(),
            *RatingOperations(site.ratings, site.sessions, name_rate).operations(),
            *FriendOperations(site.friends, site.people, site.tables, answers).operations(),
            *PeaceOperations(site.peace, site.people, site.tables).operations(),
            *ReplayOperations(site.replays, site.imports).operations(),
            *TournamentOperations(site.tournaments, site.tournament_views).operations(),
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
