"""People: the sheet behind a name, and its forms: friends, challenges, mutes, blocks, reports.

A sheet is a page of its own, and without its frame what a script shows over another page. Its forms lead back to it.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tabletown.games import get as get_title
from tabletown.games import names as title_names
from tabletown.server.errors import NotFound, NotReady, NotYours, Refused, retry_headers
from tabletown.server.html.templates import Templates
from tabletown.server.play import clock_presets
from tabletown.server.play.checked_text import form_key, parse_number
from tabletown.server.play.people.friends import Friends
from tabletown.server.play.people.peace import Peace
from tabletown.server.play.tables import Tables
from tabletown.server.play.titles import find_title
from tabletown.server.store.protocol import Player
from tabletown.server.view.people_view import PeopleViews, PersonSheet
from tabletown.server.web.guard import read_form, whole_form_key
from tabletown.server.web.sessions import BrowserSessions
from tabletown.server.web.tables import FRAGMENT

STRANGER = "Nobody knows you here yet. Tell your name, or sit down at a table, and try again."
FRIENDS = "/friends"
DONE = {
    "asked": "You have asked. They find it among their friends; a no is not told.",
    "friends": "You are friends.",
    "declined": "Declined. They are not told.",
    "ended": "That is over. They are not told, but no longer find you among their friends.",
    "back": "Your request is taken back.",
    "blocked": "Blocked. They are not told.",
    "unblocked": "The block is over.",
    "muted": "Their remarks are hidden from you. They are not told.",
    "unmuted": "Their remarks are shown again.",
    "reported": "Thank you. The host will look at it; they are not told who reported it.",
}
"""What is said after a form, by the word that stands in the address."""

Fields = Mapping[str, str]
Deed = Callable[[Request, Player, str, Fields], str]
"""Does what a form asks of a player; returns a word of DONE, or an address that begins with a slash."""


class PeoplePages:
    """Endpoints of `/people/{player}/...`, of names at tables, and of `/conduct`."""

    def __init__(
        self,
        tables: Tables,
        peace: Peace,
        friends: Friends,
        views: PeopleViews,
        sessions: BrowserSessions,
        templates: Templates,
    ) -> None:
        self._tables = tables
        self._peace = peace
        self._friends = friends
        self._views = views
        self._sessions = sessions
        self._templates = templates

    def conduct(self, request: Request) -> Response:
        """The rules of conduct."""
        return self._templates.page(request, "conduct.html")

    # The sheet

    def sheet(self, request: Request) -> Response:
        """The sheet of a player."""
        return self._show(request, self._found(request, request.query_params))

    def at_seat(self, request: Request) -> Response:
        """The sheet of the player who sits on a seat of a table."""
        seat = parse_number(request.path_params["seat"], "seat")
        player = self._sessions.player(request)
        return self._show(request, self._views.at_seat(player, request.path_params["table"], seat))

    def at_remark(self, request: Request) -> Response:
        """The sheet of the player who made a remark at a table."""
        remark = parse_number(request.path_params["remark"], "remark")
        player = self._sessions.player(request)
        return self._show(request, self._views.at_remark(player, request.path_params["table"], remark))

    def back(self, request: Request) -> Response:
        """Lead from the address of a form, which a browser may reload, to the sheet."""
        return RedirectResponse(f"/people/{request.path_params['player']}/sheet", 303)

    def _found(self, request: Request, fields: Fields) -> PersonSheet:
        """The sheet of the player in the path, at the place that the fields name."""
        player, remark = self._sessions.player(request), fields.get("remark") or "0"
        table_id = fields.get("table", "")
        return self._views.sheet(player, request.path_params["player"], table_id, parse_number(remark, "remark"))

    def _show(
        self, request: Request, sheet: PersonSheet, error: Refused | None = None, typed: str = "", done: str = ""
    ) -> Response:
        said = DONE.get(done or request.query_params.get("done", ""), "")
        context = {"person": sheet, "error": str(error or ""), "said": said, "typed": typed, **_choices()}
        status = error.status if error else 200
        if request.headers.get("accept") == FRAGMENT:
            text = self._templates.render("_person.html", level=2, **context)
            response: Response = HTMLResponse(text, status)
        else:
            response = self._templates.page(request, "person.html", status, level=1, **context)
        if error is not None:
            response.headers.update(retry_headers(error))
        return response

    # Forms

    async def ask(self, request: Request) -> Response:
        """Ask to be friends, or say yes."""
        return await self._do(request, lambda _, player, other, fields: self._friends.ask(player, other))

    async def decline(self, request: Request) -> Response:
        """Say no to a request."""

        def deed(_: Request, player: Player, other: str, fields: Fields) -> str:
            self._friends.decline(player, other)
            return "declined"

        return await self._do(request, deed)

    async def end(self, request: Request) -> Response:
        """End a friendship, or take a request back."""

        def deed(_: Request, player: Player, other: str, fields: Fields) -> str:
            were_friends = self._peace.are_friends(player.id, other)
            self._friends.end(player, other)
            return "ended" if were_friends else "back"

        return await self._do(request, deed)

    async def block(self, request: Request) -> Response:
        """Block a player."""

        def deed(_: Request, player: Player, other: str, fields: Fields) -> str:
            self._peace.block(player, other)
            return "blocked"

        return await self._do(request, deed)

    async def unblock(self, request: Request) -> Response:
        """End a block."""

        def deed(_: Request, player: Player, other: str, fields: Fields) -> str:
            self._peace.unblock(player, other)
            return "unblocked"

        return await self._do(request, deed)

    async def mute(self, request: Request) -> Response:
        """Hide the remarks of a player: at the table `where`, or everywhere."""

        def deed(_: Request, player: Player, other: str, fields: Fields) -> str:
            self._peace.mute(player, other, fields.get("where", ""))
            return "muted"

        return await self._do(request, deed)

    async def unmute(self, request: Request) -> Response:
        """Show the remarks of a player again: at the table `where`, or everywhere."""

        def deed(_: Request, player: Player, other: str, fields: Fields) -> str:
            self._peace.unmute(player, other, fields.get("where", ""))
            return "unmuted"

        return await self._do(request, deed)

    async def report(self, request: Request) -> Response:
        """Report a remark, a name or behaviour to the host."""

        def deed(_: Request, player: Player, other: str, fields: Fields) -> str:
            key, remark = form_key(fields), parse_number(fields.get("remark") or "0", "remark")
            kind, text, table_id = fields.get("kind", ""), fields.get("text", ""), fields.get("table", "")
            if not table_id:
                self._peace.report(player, other, kind, text, key)
                return "reported"
            with self._tables.at(table_id) as table:
                self._peace.report(player, other, kind, text, key, table, remark)
            return "reported"

        return await self._do(request, deed)

    async def challenge(self, request: Request) -> Response:
        """Lay a table with a seat for a friend."""

        def deed(request: Request, player: Player, other: str, fields: Fields) -> str:
            title = find_title(fields.get("title", ""))
            clock = clock_presets.clock_from_form(fields.get("clock", clock_presets.NO_CLOCK), "bot")
            key = whole_form_key(request, fields)
            return f"/tables/{self._friends.challenge(player, other, title, clock, key)}"

        return await self._do(request, deed)

    async def _do(self, request: Request, deed: Deed) -> Response:
        fields = await read_form(request)
        return await run_in_threadpool(self._carry_out, request, deed, fields)

    def _carry_out(self, request: Request, deed: Deed, fields: Fields) -> Response:
        player, other = self._sessions.player(request), request.path_params["player"]
        try:
            if player is None:
                raise NotYours(STRANGER)
            done = deed(request, player, other, fields)
        except (NotFound, NotReady):
            raise
        except Refused as refusal:
            return self._show(request, self._found(request, _place_of(fields)), refusal, fields.get("text", ""))
        if done.startswith("/"):
            return RedirectResponse(done, 303)
        if fields.get("to") == FRIENDS:
            return RedirectResponse(FRIENDS, 303)
        if request.headers.get("accept") == FRAGMENT:
            return self._show(request, self._found(request, fields), done=done)
        query = urlencode({name: fields[name] for name in ("table", "remark") if fields.get(name)} | {"done": done})
        return RedirectResponse(f"/people/{other}/sheet?{query}", 303)


@cache
def _choices() -> dict[str, Any]:
    """What a challenge offers: titles and clocks, by name and in words."""
    clocks = {**clock_presets.LIVE, **clock_presets.BY_DAYS}
    return {
        "titles": [(name, get_title(name).meta.title) for name in title_names()],
        "clocks": [
            (clock_presets.NO_CLOCK, "as long as it takes"),
            *((name, clock_presets.describe_clock(clock)) for name, clock in clocks.items()),
        ],
    }


def _place_of(fields: Fields) -> Fields:
    """The place that a form names, as far as it makes sense: a refusal is shown all the same."""
    remark = fields.get("remark", "")
    return {"table": fields.get("table", ""), "remark": remark if remark.isdecimal() and len(remark) < 10 else "0"}
