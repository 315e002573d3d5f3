"""Privacy: the pages on which a player sees, takes along and deletes what is kept about them."""

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.errors import Malformed, NotFound, Refused
from tabletown.server.play.accounts.accounts import ProofNeeded
from tabletown.server.play.people.housekeeping import SESSION_DAYS
from tabletown.server.play.people.privacy import Privacy
from tabletown.server.web.account_answers import AccountParts
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import reader_of


class PrivacyPages:
    """Endpoints of `/you/data` and `/you/delete`. A page asks before anything is deleted."""

    def __init__(self, privacy: Privacy, parts: AccountParts) -> None:
        self._privacy = privacy
        self._parts = parts
        self._sessions = parts.sessions
        self._templates = parts.templates

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
        return self._ask(request)

    def _ask(self, request: Request, error: Refused | None = None) -> Response:
        player = self._sessions.player(request)
        kept = player is not None and self._sessions.is_kept(player)
        wanted = (player.name if player else "") or "delete"
        return self._parts.page(request, "you_delete.html", error, known=player is not None, kept=kept, wanted=wanted)

    async def delete(self, request: Request) -> Response:
        """Delete the player and the cookie. Sent again, it changes nothing more.

        A player with an account types their name, and shows a key or a ticket before.
        """
        fields = await read_form(request)
        return await run_in_threadpool(self._delete, request, fields.get("name", ""))

    def _delete(self, request: Request, typed: str) -> Response:
        player = self._sessions.player(request)
        if player is not None:
            try:
                if self._sessions.is_kept(player):
                    self._parts.accounts.must_be_proved(player, reader_of(request))
                    self._parts.accounts.must_be_named(player, typed)
            except ProofNeeded as error:
                return self._parts.prove_page(request, error)
            except Malformed as error:
                return self._ask(request, error)
            self._privacy.delete(player)
        response = RedirectResponse("/you/data", 303)
        self._parts.restore_before(response, request)
        return response
