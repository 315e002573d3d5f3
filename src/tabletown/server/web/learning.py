"""Learning: the path of a title, its short lessons, and the reader's usual mistakes."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tabletown.server.errors import NotFound
from tabletown.server.html.templates import Templates
from tabletown.server.play.own_mistakes import MistakeFinder
from tabletown.server.play.tables import Tables
from tabletown.server.play.titles import find_title
from tabletown.server.view.learning_path import first_game, lesson_links, mistakes_by_title
from tabletown.server.view.puzzle_hub import theme_shelves
from tabletown.server.web.pages import about_game, games_by_length
from tabletown.server.web.puzzle_page import PAGE, PART, PuzzlePage
from tabletown.server.web.sessions import BrowserSessions
from tabletown.study.short_lessons import find_short_lesson

NO_SHORT_LESSON = "There is no such lesson. Perhaps the address was cut off, or a newer release has others."


class LearningPages:
    """Endpoints that only read. Which lessons are done, only the browser knows."""

    def __init__(
        self,
        page: PuzzlePage,
        tables: Tables,
        mistakes: MistakeFinder,
        sessions: BrowserSessions,
        templates: Templates,
    ) -> None:
        self._page = page
        self._tables = tables
        self._mistakes = mistakes
        self._sessions = sessions
        self._templates = templates

    def path(self, request: Request) -> Response:
        """The learning path of a title."""
        title = find_title(request.path_params["title"])
        player = self._sessions.player(request)
        return self._templates.page(
            request,
            "learning_path.html",
            game=about_game(title.name),
            first=first_game(self._tables, player, title.name),
            lessons=lesson_links(title.name),
            shelves=theme_shelves(title.name),
            mistakes=mistakes_by_title(self._mistakes.of(player), [title.name])[0],
        )

    def mistakes(self, request: Request) -> Response:
        """The reader's usual mistakes, in all titles."""
        own = self._mistakes.of(self._sessions.player(request))
        games = {game["name"]: game for game in games_by_length()}
        found = [(games[each.name], each) for each in mistakes_by_title(own, list(games)) if each.reviewed]
        waiting = own.not_reviewed[0][0] if own.not_reviewed else ""
        return self._templates.page(request, "mistakes.html", found=found, waiting=waiting)

    async def lesson(self, request: Request) -> Response:
        """The page of a short lesson; it works like that of a puzzle."""
        return await self._answer(request, PAGE)

    async def board(self, request: Request) -> Response:
        """The part of that page that changes with a move."""
        return await self._answer(request, PART)

    async def _answer(self, request: Request, template: str) -> Response:
        title = find_title(request.path_params["title"])
        lesson = await run_in_threadpool(find_short_lesson, title.name, request.path_params["lesson"])
        if lesson is None:
            raise NotFound(NO_SHORT_LESSON)
        return await self._page.answer(request, template, lesson.puzzle, lesson)
