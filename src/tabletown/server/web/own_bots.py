"""The bots of a player on the page of the account: made, renamed, given another token, deleted."""

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.errors import Malformed, NotAllowed, NotFound, Outdated, Refused, TooMany
from tabletown.server.play.people.own_bots import OwnBots
from tabletown.server.store.own_bot_protocol import OwnBot
from tabletown.server.store.protocol import Player
from tabletown.server.web.account_answers import AccountParts, NotSignedIn
from tabletown.server.web.guard import read_form

_BACK = "/keep#bots"
_REFUSALS = (Malformed, NotAllowed, NotFound, Outdated, TooMany)
Fields = dict[str, str]


class OwnBotPages:
    """Endpoints of `/keep/bots`. A token is in one answer, and never again."""

    def __init__(self, parts: AccountParts, bots: OwnBots) -> None:
        self._parts = parts
        self._bots = bots

    async def make(self, request: Request) -> Response:
        """Make a bot; the answer shows its token."""
        return await self._answer(request, lambda player, fields: self._bots.make(player, fields.get("name", "")))

    async def replace_token(self, request: Request) -> Response:
        """Give a bot another token; the answer shows it."""
        return await self._answer(
            request, lambda player, fields: self._bots.replace_token(player, fields.get("id", ""))
        )

    async def rename(self, request: Request) -> Response:
        """Rename a bot."""
        return await self._answer(
            request, lambda player, fields: self._bots.rename(player, fields.get("id", ""), fields.get("name", ""))
        )

    async def delete(self, request: Request) -> Response:
        """Delete a bot."""
        return await self._answer(request, lambda player, fields: self._bots.delete(player, fields.get("id", "")))

    async def _answer(self, request: Request, do: Callable[[Player, Fields], object]) -> Response:
        fields = await read_form(request)
        return await run_in_threadpool(self._do, request, do, fields)

    def _do(self, request: Request, do: Callable[[Player, Fields], object], fields: Fields) -> Response:
        try:
            done = do(self._parts.player(request), fields)
        except NotSignedIn as error:
            return self._parts.refused(request, error)
        except _REFUSALS as error:
            return self._page(request, error=error)
        match done:
            case (OwnBot() as bot, str(token)):
                return self._page(request, bot, token)
            case _:
                return RedirectResponse(_BACK, 303)

    def _page(
        self, request: Request, bot: OwnBot | None = None, token: str = "", error: Refused | None = None
    ) -> Response:
        base = self._parts.templates.link_base(request)
        return self._parts.page(request, "keep_bot.html", error, bot=bot, token=token, base=base)
