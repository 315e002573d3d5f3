"""The home page: for newcomers the games, for those who come back their own games; and the game that it shows."""

from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tabletown.server.errors import NotReady
from tabletown.server.html.templates import Templates
from tabletown.server.play.checked_text import parse_number
from tabletown.server.play.imports import Imports
from tabletown.server.play.tables import Tables
from tabletown.server.play.titles import find_title
from tabletown.server.preparing import Stage
from tabletown.server.store.protocol import Player
from tabletown.server.view.lobby import FEW, Lobby
from tabletown.server.view.own_games import last_bots, own_games
from tabletown.server.view.people_view import InvitationEntry
from tabletown.server.view.puzzle_hub import DailyPuzzle, daily_puzzle, today
from tabletown.server.view.showcase import Showcase, has_sample, sample_of, sample_text, show_table
from tabletown.server.view.table_summary import TableSummary
from tabletown.server.web.guard import read_form
from tabletown.server.web.pages import games_by_length
from tabletown.server.web.sessions import BrowserSessions

BOARDS = 3
"""How many of the reader's own games the home page shows as boards."""

_OPENING = 0.6  # a replay begins where there is something to see
_SAMPLE_HEADERS = {"Cache-Control": "public, max-age=3600"}  # the same for all readers


class HomePage:
    """The home page, and the parts of it that a script fetches."""

    def __init__(
        self,
        tables: Tables,
        lobby: Lobby,
        imports: Imports,
        sessions: BrowserSessions,
        templates: Templates,
        stage: Callable[[str], Stage],
        invitations: Callable[[Player | None], list[InvitationEntry]],
    ) -> None:
        self._tables = tables
        self._lobby = lobby
        self._imports = imports
        self._sessions = sessions
        self._templates = templates
        self._stage = stage
        self._invitations = invitations

    def page(self, request: Request) -> Response:
        """The home page."""
        player = self._sessions.player(request)
        games = [{**game, "stage": self._stage(game["name"])} for game in games_by_length()]
        mine = self._lobby.own_tables(player)
        return self._templates.page(
            request,
            "home.html",
            games=games,
            known_as=player.name if player else "",
            **self._own(player, mine),
            tables=self._lobby.open_tables(player, FEW),
            version=self._lobby.version,
            finished=self._lobby.finished(player, 3),
            showcase=self._showcase(player),
            daily=self._daily(),
            invitations=self._invitations(player),
        )

    def _own(self, player: Player | None, mine: list[TableSummary]) -> dict[str, Any]:
        """What a reader who comes back finds."""
        running = [table for table in mine if not table.over]
        bots = last_bots(sorted(mine, key=lambda table: -table.last_public_event))
        return {
            "yours": own_games(self._tables, player, running[:BOARDS]) if player else [],
            "running": len(running),
            "due": sum(table.your_turn for table in running),
            "over": [table for table in mine if table.over][:BOARDS],
            "last_bots": bots,
        }

    def _showcase(self, player: Player | None) -> Showcase | None:
        """A table in play, else a replay; None while no title that has one is compiled."""
        for table in self._lobby.live(player, 1):
            return show_table(self._tables, table.id)
        names = self._samples()
        if not names:
            return None
        sample = sample_of(names[0])
        return sample.show(int(sample.last * _OPENING))

    def _daily(self) -> DailyPuzzle | None:
        """The puzzle of the day; None if there is none, or its title is not compiled."""
        daily = daily_puzzle(today(), lambda name: self._stage(name).ready)
        return daily if daily and daily.scene else None

    def _samples(self) -> list[str]:
        """The titles that can be replayed now."""
        names = [game["name"] for game in games_by_length()]
        return [name for name in names if self._stage(name).ready and has_sample(find_title(name))]

    # Parts for scripts

    def sample_step(self, request: Request) -> Response:
        """A step of the replay of a title's sample game, as a fragment. After the last one comes another title."""
        title = find_title(request.path_params["title"])
        if not self._stage(title.name).ready:
            raise NotReady(title.name)
        step = parse_number(request.query_params.get("step") or "0", "step")
        shown = sample_of(title.name).show(step)
        names = self._samples()
        following = names[(names.index(title.name) + 1) % len(names)]
        page = self._templates.render("_showcase.html", showcase=shown, following=following)
        return HTMLResponse(page, headers=_SAMPLE_HEADERS)

    def live_table(self, request: Request) -> Response:
        """A public table in play, as a fragment."""
        shown = show_table(self._tables, request.path_params["table"])
        return HTMLResponse(self._templates.render("_showcase.html", showcase=shown, following=""))

    async def replay_sample(self, request: Request) -> Response:
        """Keep the sample game of a title as a table, which it is once for all readers, and go to its replay."""
        await read_form(request)
        title = find_title(request.path_params["title"])
        table = await run_in_threadpool(self._imports.import_record, sample_text(title))
        return RedirectResponse(f"/tables/{table}/replay", 303)
