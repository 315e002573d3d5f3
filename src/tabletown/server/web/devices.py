"""The devices of a player: a code for another one, the list of sessions, and the games of this browser to join."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.errors import NotFound, Outdated, TooMany
from tabletown.server.html.qr_code import qr_svg
from tabletown.server.play.accounts.codes import groups
from tabletown.server.view.lobby import Lobby
from tabletown.server.web.account_answers import AccountParts, NotSignedIn, device_of
from tabletown.server.web.cookies import SET_ASIDE, reader_set_aside
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import reader_of, set_token

Fields = dict[str, str]
_SHOWN_GAMES = 5


class DevicePages:
    """Endpoints of `/keep/code`, `/keep/sessions` and `/keep/join`."""

    def __init__(self, parts: AccountParts, lobby: Lobby) -> None:
        self._parts = parts
        self._lobby = lobby

    async def show_code(self, request: Request) -> Response:
        """A code, and its QR code, by which another device signs in."""
        await read_form(request)
        return await run_in_threadpool(self._show_code, request)

    def _show_code(self, request: Request) -> Response:
        parts = self._parts
        try:
            code = parts.accounts.show_code(parts.player(request))
        except NotSignedIn as error:
            return parts.sign_in_page(request, error)
        base = parts.templates.link_base(request)
        link = f"{base}/keep/code/{code}"
        picture = qr_svg(link, "QR code of the address with the code")
        return parts.page(request, "keep_code.html", groups=groups(code), picture=picture, base=base)

    async def end_session(self, request: Request) -> Response:
        """Sign out one session, or all others."""
        fields = await read_form(request)
        return await run_in_threadpool(self._end_session, request, fields)

    def _end_session(self, request: Request, fields: Fields) -> Response:
        parts, reader = self._parts, reader_of(request)
        try:
            player = parts.player(request)
            if "others" in fields:
                parts.accounts.end_other_sessions(player, reader)
            else:
                parts.accounts.end_session(player, fields.get("id", ""))
        except NotSignedIn as error:
            return parts.sign_in_page(request, error)
        except NotFound:
            pass  # it has ended already, which is what was wanted
        return RedirectResponse("/keep#devices", 303)

    # The games of this browser

    def ask_to_join(self, request: Request) -> Response:
        """Whether what was played in this browser before was played by the same person."""
        player = self._parts.sessions.player(request)
        waiting = self._parts.joining.waiting(player, reader_set_aside(request)) if player else None
        if waiting is None:
            return RedirectResponse("/you", 303)
        other, count = waiting
        games = self._lobby.own_tables(other)[:_SHOWN_GAMES]
        return self._parts.page(request, "keep_join.html", games=games, count=count, before=other.name)

    async def join(self, request: Request) -> Response:
        """The answer to that."""
        fields = await read_form(request)
        return await run_in_threadpool(self._join, request, fields)

    def _join(self, request: Request, fields: Fields) -> Response:
        parts = self._parts
        response = RedirectResponse("/you", 303)
        if fields.get("answer") != "mine":
            return response  # they stay set aside, and come back when this person signs out
        try:
            token = parts.joining.join(parts.player(request), device_of(request), reader_set_aside(request))
        except NotSignedIn as error:
            return parts.sign_in_page(request, error)
        except (Outdated, TooMany) as error:
            return parts.page(request, "keep_join.html", error, games=[], count=0, before="")
        set_token(response, request, token)
        SET_ASIDE.drop(response, request)
        return response
