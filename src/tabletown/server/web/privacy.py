"""Privacy: the pages on which a player sees, takes along and deletes what is kept about them."""

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.errors import NotFound
from tabletown.server.html.templates import Templates
from tabletown.server.play.people.housekeeping import SESSION_DAYS
from tabletown.server.play.people.privacy import Privacy
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import BrowserSessions, drop_token


class PrivacyPages:
    """Endpoints of `/you/data` and `/you/delete`. A page asks before anything is deleted."""

    def __init__(self, privacy: Privacy, sessions: BrowserSessions, templates: Templates) -> None:
        self._privacy = privacy
        self._sessions = sessions
        self._templates = templates

    def page(self, request: Request) -> Response:
        """The page that lists what is kept about the reader."""
        player = self._sessions.player(request)
        data = self._privacy.data(player) if player else None
        return self._templates.page(request, "you_data.html", data=data, session_days=SESSION_DAYS)

    def download(self, request: Request) -> Response:
        """Everything that is kept about the reader, as a JSON file. Raises NotFound for a stranger."""
        player = self._sessions.player(request)
        if player is None:
            raise NotFound("Nothing is kept about you in this browser.")
        text = msgspec.json.format(msgspec.json.encode(self._privacy.data(player)), indent=1)
        headers = {"Content-Disposition": 'attachment; filename="tabletown-my-data.json"'}
        return Response(text, media_type="application/json", headers=headers)

    def ask(self, request: Request) -> Response:
        """The page with the question and the button."""
        return self._templates.page(request, "you_delete.html", known=self._sessions.player(request) is not None)

    async def delete(self, request: Request) -> Response:
        """Delete the player and the cookie. Sent again, it changes nothing more."""
        await read_form(request)
        player = await run_in_threadpool(self._sessions.player, request)
        if player is not None:
            await run_in_threadpool(self._privacy.delete, player)
        response = RedirectResponse("/you/data", 303)
        drop_token(response, request)
        return response
