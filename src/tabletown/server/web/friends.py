"""The page of a player's friends: who is here, who asks, where one is invited, and whom one would rather not meet."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tabletown.server.errors import Malformed, NotYours
from tabletown.server.html.templates import Templates
from tabletown.server.play.people.friends import Friends
from tabletown.server.view.people_view import PeopleViews
from tabletown.server.web.guard import read_form
from tabletown.server.web.people import STRANGER
from tabletown.server.web.sessions import BrowserSessions
from tabletown.server.web.tables import FRAGMENT


class FriendPages:
    """Endpoints of `/friends`."""

    def __init__(self, friends: Friends, views: PeopleViews, sessions: BrowserSessions, templates: Templates) -> None:
        self._friends = friends
        self._views = views
        self._sessions = sessions
        self._templates = templates

    def page(self, request: Request) -> Response:
        """The page; a script gets its lists only."""
        view = self._views.friends(self._sessions.player(request))
        if request.headers.get("accept") == FRAGMENT:
            return HTMLResponse(self._templates.render("_friends.html", people=view))
        return self._templates.page(request, "friends.html", people=view)

    async def seen(self, request: Request) -> Response:
        """Set whether friends see that the reader is here."""
        on = (await read_form(request)).get("on", "")
        if on not in ("0", "1"):
            raise Malformed("This setting is on (1) or off (0).")
        return await run_in_threadpool(self._set_seen, request, on == "1")

    def _set_seen(self, request: Request, on: bool) -> Response:
        player = self._sessions.player(request)
        if player is None:
            raise NotYours(STRANGER)
        self._friends.set_seen(player, on)
        return RedirectResponse("/friends", 303)

    async def decline(self, request: Request) -> Response:
        """Decline an invitation to a table."""
        table = (await read_form(request)).get("table", "")
        return await run_in_threadpool(self._decline, request, table)

    def _decline(self, request: Request, table: str) -> Response:
        player = self._sessions.player(request)
        if player is None:
            raise NotYours(STRANGER)
        if "\0" not in table:  # which no database takes for text
            self._friends.decline_invitation(player, table)
        return RedirectResponse("/friends", 303)

    def back(self, request: Request) -> Response:
        """Lead back from the address of a form, which a browser may reload."""
        return RedirectResponse("/friends", 303)
