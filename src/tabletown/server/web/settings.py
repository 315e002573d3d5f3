"""Settings: the forms by which a player chooses whether forced plies play themselves (see play/forced.py)."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.errors import Malformed, NotAllowed, Outdated, TooMany
from tabletown.server.play.checked_text import parse_number
from tabletown.server.play.forced import SetForced
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.tables import Tables
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import BrowserSessions, set_token
from tabletown.server.web.tables import TablePages


class SettingForms:
    """Endpoints of the setting for one seat, and for the seats that a player takes from now on."""

    def __init__(self, tables: Tables, sessions: BrowserSessions, pages: TablePages, naming: RateLimit) -> None:
        self._tables = tables
        self._sessions = sessions
        self._pages = pages
        self._naming = naming

    async def seat(self, request: Request) -> Response:
        """Set it for a seat of the player at a table."""
        fields = await read_form(request)
        seat, on = parse_number(fields.get("seat", ""), "seat"), _on(fields.get("on", ""))
        return await run_in_threadpool(self._set_seat, request, seat, on)

    def _set_seat(self, request: Request, seat: int, on: bool) -> Response:
        command = SetForced(seat, on, self._sessions.player(request))
        try:
            receipt = self._tables.submit(request.path_params["table"], command)
        except (NotAllowed, Outdated, TooMany) as refusal:
            return self._pages.after_refusal(request, refusal)
        return self._pages.after_change(request, receipt.version)

    async def player(self, request: Request) -> Response:
        """Set it for the seats that the player takes from now on."""
        on = _on((await read_form(request)).get("on", ""))
        token = await run_in_threadpool(self._set_player, request, on)
        response = RedirectResponse("/you", 303)
        if token:
            set_token(response, request, token)
        return response

    def _set_player(self, request: Request, on: bool) -> str:
        """Set it; returns the token of a player who is new here."""
        player, token = self._sessions.player(request), ""
        if player is not None and player.play_forced == on:
            return ""
        self._naming.check(player.id if player else "", "That was a lot of changes in a short time.")
        if player is None:
            token, player = self._sessions.begin_new("")
        self._sessions.set_play_forced(player, on)
        return token


def _on(text: str) -> bool:
    if text not in ("0", "1"):
        raise Malformed("This setting is on (1) or off (0).")
    return text == "1"
