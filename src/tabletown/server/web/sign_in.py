"""Signing in with a key, a ticket or a code, and proving once more who one is.

To open a page or a link changes nothing: a button signs in. Where there are no keys, or no scripts, ticket and code are
plain forms.
"""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.errors import NotAllowed, Outdated, TooMany
from tabletown.server.play.accounts.codes import groups, read_code
from tabletown.server.web.account_answers import AccountParts, NotSignedIn, device_of
from tabletown.server.web.cookies import ASKED
from tabletown.server.web.guard import read_form
from tabletown.server.web.key_questions import key_question
from tabletown.server.web.sessions import set_token

Fields = dict[str, str]


class SignInPages:
    """Endpoints of `/keep/sign-in`, `/keep/code/CODE` and `/keep/prove`."""

    def __init__(self, parts: AccountParts) -> None:
        self._parts = parts

    def page(self, request: Request) -> Response:
        """The page with all ways to sign in."""
        return self._parts.sign_in_page(request, table=request.query_params.get("table", ""))

    def link(self, request: Request) -> Response:
        """The page that a QR code leads to: it fills in the code, and waits for a button. Nothing is looked up."""
        code = read_code(request.path_params["code"])
        return self._parts.sign_in_page(request, code="-".join(groups(code)) if code else "")

    async def ask(self, request: Request) -> Response:
        """What the browser is to answer with a key."""
        await read_form(request)
        return await run_in_threadpool(
            key_question, request, lambda: self._parts.accounts.ask_for_key(self._parts.party(request))
        )

    async def with_key(self, request: Request) -> Response:
        """Sign in with the answer of a key."""
        fields = await read_form(request)
        return await run_in_threadpool(self._with_key, request, fields)

    def _with_key(self, request: Request, fields: Fields) -> Response:
        parts = self._parts
        try:
            signed_in = parts.accounts.sign_in_with_key(
                parts.party(request), device_of(request), fields.get("credential", ""), ASKED.get(request)
            )
        except (NotAllowed, NotSignedIn, Outdated, TooMany) as error:
            return parts.sign_in_page(request, error)
        return parts.entered(request, signed_in)

    async def with_ticket(self, request: Request) -> Response:
        """Sign in with a ticket; the answer shows the next one."""
        fields = await read_form(request)
        return await run_in_threadpool(self._with_ticket, request, fields)

    def _with_ticket(self, request: Request, fields: Fields) -> Response:
        typed = fields.get("ticket", "")
        try:
            signed_in = self._parts.accounts.sign_in_with_ticket(device_of(request), typed)
        except (NotAllowed, Outdated, TooMany) as error:
            return self._parts.sign_in_page(request, error, typed=typed)
        return self._parts.entered(request, signed_in)

    async def with_code(self, request: Request) -> Response:
        """Sign in with a code that another device shows."""
        fields = await read_form(request)
        return await run_in_threadpool(self._with_code, request, fields)

    def _with_code(self, request: Request, fields: Fields) -> Response:
        typed = fields.get("code", "")
        try:
            signed_in = self._parts.accounts.sign_in_with_code(device_of(request), typed)
        except (NotAllowed, Outdated, TooMany) as error:
            return self._parts.sign_in_page(request, error, code=typed)
        return self._parts.entered(request, signed_in)

    # Proving once more

    def prove(self, request: Request) -> Response:
        """The page that asks for a key or a ticket before an account is changed."""
        if self._parts.sessions.player(request) is None:
            return RedirectResponse("/keep/sign-in", 303)
        return self._parts.prove_page(request)

    async def ask_again(self, request: Request) -> Response:
        """What the browser is to answer with a key of the player who is signed in."""
        await read_form(request)
        return await run_in_threadpool(
            key_question,
            request,
            lambda: self._parts.accounts.ask_for_key(self._parts.party(request), self._parts.player(request)),
        )

    async def prove_with_key(self, request: Request) -> Response:
        """Prove with the answer of a key."""
        fields = await read_form(request)
        return await run_in_threadpool(self._prove_with_key, request, fields)

    def _prove_with_key(self, request: Request, fields: Fields) -> Response:
        parts = self._parts
        try:
            player, party = parts.player(request), parts.party(request)
            answer, asker = fields.get("credential", ""), ASKED.get(request)
            proved = parts.accounts.sign_in_with_key(party, device_of(request), answer, asker, prove=player)
        except NotSignedIn as error:
            return parts.sign_in_page(request, error)
        except (NotAllowed, Outdated, TooMany) as error:
            return parts.prove_page(request, error)
        return parts.changed(request, proved)

    async def prove_with_ticket(self, request: Request) -> Response:
        """Prove with a ticket; the answer shows the next one."""
        fields = await read_form(request)
        return await run_in_threadpool(self._prove_with_ticket, request, fields)

    def _prove_with_ticket(self, request: Request, fields: Fields) -> Response:
        parts = self._parts
        try:
            player = parts.player(request)
            proved = parts.accounts.sign_in_with_ticket(device_of(request), fields.get("ticket", ""), prove=player)
        except NotSignedIn as error:
            return parts.sign_in_page(request, error)
        except (NotAllowed, Outdated, TooMany) as error:
            return parts.prove_page(request, error)
        assert proved.ticket is not None
        response = parts.ticket_page(request, proved.ticket, player, "/keep", back=True)
        set_token(response, request, proved.token)
        return response
