"""Mail: the forms for an address, the links in mails, and the link that ends them.

To open a link changes nothing, because programs that look through mails open it, too: a button does. The button that
ends mails works without a cookie and from anywhere, as RFC 8058 wants it: mail programs press it for the reader.
"""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.errors import Malformed, NotAllowed, NotFound, Outdated, Refused, TooMany
from tabletown.server.play.accounts.accounts import ProofNeeded
from tabletown.server.play.mail.links import EVERYTHING
from tabletown.server.play.mail.mailing import SIGN_IN_S, is_table_id
from tabletown.server.web.account_answers import AccountParts, NotSignedIn, device_of
from tabletown.server.web.guard import read_form

Fields = dict[str, str]
STOP = "/mail/stop/"
"""What the paths of links that end mails begin with: there forms are accepted from anywhere."""

_BACK = "/keep#mail"


class MailPages:
    """Endpoints of `/keep/mail`, `/keep/sign-in/mail` and `/mail/stop`."""

    def __init__(self, parts: AccountParts) -> None:
        self._parts = parts
        self._mailing = parts.mailing

    # The address of an account

    async def address(self, request: Request) -> Response:
        """Ask for an address to be confirmed: a mail goes there."""
        fields = await read_form(request)
        return await run_in_threadpool(self._address, request, fields.get("address", ""))

    def _address(self, request: Request, typed: str) -> Response:
        try:
            self._mailing.want_address(self._parts.player(request), device_of(request), typed)
        except (Malformed, NotAllowed, NotSignedIn, Outdated, TooMany) as error:
            return self._refused(request, error, typed)
        return RedirectResponse(_BACK, 303)

    async def not_wanted(self, request: Request) -> Response:
        """Forget the address that waits to be confirmed."""
        await read_form(request)
        return await run_in_threadpool(self._not_wanted, request)

    def _not_wanted(self, request: Request) -> Response:
        try:
            self._mailing.forget_wanted(self._parts.player(request))
        except NotSignedIn as error:
            return self._refused(request, error)
        return RedirectResponse(_BACK, 303)

    async def remove(self, request: Request) -> Response:
        """Forget the address."""
        await read_form(request)
        return await run_in_threadpool(self._remove, request)

    def _remove(self, request: Request) -> Response:
        try:
            self._mailing.forget_address(self._parts.player(request), device_of(request))
        except (NotAllowed, NotSignedIn) as error:
            return self._refused(request, error)
        return RedirectResponse(_BACK, 303)

    async def turns(self, request: Request) -> Response:
        """Choose for which games there are mails."""
        fields = await read_form(request)
        return await run_in_threadpool(self._turns, request, fields.get("turns", ""))

    def _turns(self, request: Request, turns: str) -> Response:
        try:
            self._mailing.set_turns(self._parts.player(request), turns)
        except (Malformed, NotAllowed, NotSignedIn) as error:
            return self._refused(request, error)
        return RedirectResponse(_BACK, 303)

    def _refused(self, request: Request, error: Refused, typed: str = "") -> Response:
        """A refusal is said at the page of the account, or leads to where it can be done."""
        if isinstance(error, ProofNeeded | NotSignedIn):
            return self._parts.refused(request, error)
        return self._parts.page(request, "keep_mail.html", error, typed=typed)

    # Confirming

    def ask_to_confirm(self, request: Request) -> Response:
        """The page with the button that confirms an address."""
        try:
            link = self._mailing.link(request.path_params["secret"])
        except (NotAllowed, NotFound) as error:
            return self._no_link(request, error)
        who = self._mailing.player_of(link).name
        return self._parts.page(request, "keep_mail_confirm.html", address=link.address, who=who)

    async def confirm(self, request: Request) -> Response:
        """Confirm an address."""
        await read_form(request)
        return await run_in_threadpool(self._confirm, request)

    def _confirm(self, request: Request) -> Response:
        try:
            box = self._mailing.confirm(request.path_params["secret"])
        except (NotAllowed, NotFound, Outdated) as error:
            return self._no_link(request, error)
        player = self._parts.sessions.player(request)
        if player is not None and player.id == box.player_id:
            return RedirectResponse(_BACK, 303)
        return self._say(request, "Your address is confirmed", f"Mails for you go to {box.address} from now on.")

    # Signing in

    async def ask_to_sign_in(self, request: Request) -> Response:
        """Ask for a link to sign in. The answer is the same whether the address is known or not."""
        fields = await read_form(request)
        return await run_in_threadpool(self._ask_to_sign_in, request, fields)

    def _ask_to_sign_in(self, request: Request, fields: Fields) -> Response:
        typed, table = fields.get("address", ""), fields.get("table", "")
        try:
            self._mailing.ask_to_sign_in(typed, table)
        except (Malformed, NotAllowed, TooMany) as error:
            return self._parts.sign_in_page(request, error, mail=typed, table=table)
        return self._say(
            request,
            "Look into your mail",
            f"If {typed.strip()} belongs to an account here, a link is on its way. Open it on the device where you want"
            f" to play. It works once, within {SIGN_IN_S / 60:.0f} minutes.",
        )

    def sign_in_link(self, request: Request) -> Response:
        """The page with the button that signs in. Nothing is looked up."""
        return self._parts.page(request, "keep_mail_sign_in.html")

    async def sign_in(self, request: Request) -> Response:
        """Sign in with a link."""
        await read_form(request)
        return await run_in_threadpool(self._sign_in, request)

    def _sign_in(self, request: Request) -> Response:
        try:
            entered = self._mailing.sign_in(device_of(request), request.path_params["secret"])
        except (NotAllowed, NotFound, Outdated) as error:
            return self._no_link(request, error)
        except TooMany as error:
            return self._parts.sign_in_page(request, error)
        to = f"/tables/{entered.table}" if is_table_id(entered.table) else "/you"
        return self._parts.entered(request, entered.signed_in, to)

    def _no_link(self, request: Request, error: Refused) -> Response:
        return self._parts.page(request, "keep_mail_link.html", error)

    # No more mails

    def ask_to_stop(self, request: Request) -> Response:
        """The page with the button that ends mails about a table, or all."""
        asked = request.path_params
        self._mailing.must_be_stop_link(asked["who"], asked["table"], asked["signature"])
        return self._parts.page(request, "mail_stop.html", everything=asked["table"] == EVERYTHING)

    async def stop(self, request: Request) -> Response:
        """End mails about a table, or all. What was sent along does not matter."""
        return await run_in_threadpool(self._stop, request)

    def _stop(self, request: Request) -> Response:
        asked = request.path_params
        self._mailing.stop(asked["who"], asked["table"], asked["signature"])
        if asked["table"] == EVERYTHING:
            words = "No more mails about your turns come from this site. You can have them again under Keep my games."
        else:
            words = "No more mails about this table come from this site. Those about other tables go on."
        return self._say(request, "No more mails", words)

    def _say(self, request: Request, heading: str, words: str) -> Response:
        return self._parts.page(request, "keep_mail_said.html", heading=heading, words=words)
