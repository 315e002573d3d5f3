"""What the pages of an account have in common: who asks, from which device, and how a change or refusal is answered."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.errors import Refused, retry_headers
from tabletown.server.html.templates import Templates
from tabletown.server.play.accounts.accounts import Accounts, Device, ProofNeeded, SignedIn
from tabletown.server.play.accounts.browsers import browser_name
from tabletown.server.play.accounts.codes import Code, groups
from tabletown.server.play.accounts.joining import Joining
from tabletown.server.play.accounts.keys import RelyingParty
from tabletown.server.play.mail.mailing import Mailing, is_table_id
from tabletown.server.public_url import PublicUrl
from tabletown.server.store.protocol import Player
from tabletown.server.web.cookies import ASKED, SET_ASIDE, TOKEN, reader_set_aside
from tabletown.server.web.sessions import BrowserSessions, reader_of, set_token

SIGN_IN = "/keep/sign-in"
JOIN = "/keep/join"
NO_KEYS_HERE = "Keys cannot be used at this address."


class NotSignedIn(Refused):
    """Nobody is known by this browser; the answer leads to the page where one signs in."""

    status = 403


def device_of(request: Request) -> Device:
    """The device from which a request comes."""
    return Device(reader_of(request), browser_name(request.headers.get("user-agent", "")))


@dataclass(frozen=True, slots=True)
class AccountParts:
    """The parts of a site that the pages of an account need."""

    accounts: Accounts
    joining: Joining
    sessions: BrowserSessions
    templates: Templates
    public_url: PublicUrl
    mailing: Mailing

    def player(self, request: Request) -> Player:
        """The player of a request. Raises NotSignedIn."""
        player = self.sessions.player(request)
        if player is None:
            raise NotSignedIn("Nobody is signed in here. Sign in first, or play a game.")
        return player

    def party(self, request: Request) -> RelyingParty:
        """The relying party for keys. Raises NotSignedIn where there are none."""
        party = self.public_url.party(request)
        if party is None:
            raise NotSignedIn(self.public_url.why_no_keys(request) or NO_KEYS_HERE)
        return party

    def changed(self, request: Request, signed_in: SignedIn, to: str = "/keep") -> Response:
        """The answer to a change: the session has a new token."""
        response = RedirectResponse(to, 303)
        set_token(response, request, signed_in.token)
        ASKED.drop(response, request)
        return response

    def entered(self, request: Request, signed_in: SignedIn, to: str = "/you") -> Response:
        """The answer to somebody who has signed in, and wants to go `to` this page.

        Who played here before is set aside, and their games are asked about, if there are any.
        """
        before = reader_of(request)
        other = self.sessions.holder(before)
        is_waiting = self.joining.waiting(signed_in.player, before) is not None
        to = JOIN if is_waiting else to
        if signed_in.ticket is not None:
            response = self.ticket_page(request, signed_in.ticket, signed_in.player, to, back=True)
            set_token(response, request, signed_in.token)
        else:
            response = self.changed(request, signed_in, to)
        if is_waiting:
            SET_ASIDE.set(response, request, TOKEN.get(request))
        elif other is not None and other.id != signed_in.player.id:
            self.accounts.end_here(before)  # nothing is lost with it
        return response

    def ticket_page(self, request: Request, ticket: Code, player: Player, to: str, back: bool = False) -> Response:
        """The page that shows a ticket, once. `back` if another one was used for it."""
        return self.templates.page(
            request,
            "keep_ticket.html",
            ticket=ticket,
            groups=groups(ticket),
            known_as=player.name,
            now=self.sessions.now(),
            link=self.templates.link_base(request),
            to=to,
            back=back,
        )

    def prove_page(self, request: Request, error: Refused | None = None) -> Response:
        """The page that asks for a key or a ticket of the player who is signed in."""
        player = self.player(request)
        account = self.accounts.of(player, reader_of(request))
        has_keys, why = bool(account and account.keys), self.public_url.why_no_keys(request)
        return self.page(request, "keep_prove.html", error, has_keys=has_keys, why_no_keys=why, known_as=player.name)

    def page(self, request: Request, name: str, error: Refused | None = None, **context: Any) -> Response:
        """A page, perhaps with the sentence of a refusal."""
        status = error.status if error else 200
        response = self.templates.page(request, name, status, error=str(error or ""), **context)
        if error is not None:
            response.headers.update(retry_headers(error))
        return response

    def sign_in_page(
        self,
        request: Request,
        error: Refused | None = None,
        code: str = "",
        typed: str = "",
        mail: str = "",
        table: str = "",
    ) -> Response:
        """The page with the ways to sign in; what was typed is not lost."""
        return self.page(
            request,
            "keep_sign_in.html",
            error,
            why_no_keys=self.public_url.why_no_keys(request),
            one_time_code=code,
            typed=typed,
            mail=mail,
            mail_offered=self.mailing.offered,
            to_table=table if is_table_id(table) else "",
        )

    def refused(self, request: Request, error: Refused) -> Response:
        """The answer to a change that was refused."""
        if isinstance(error, ProofNeeded):
            return self.prove_page(request, error)
        if isinstance(error, NotSignedIn):
            return self.sign_in_page(request, error)
        raise error

    def restore_before(self, response: Response, request: Request) -> None:
        """Give the browser back to the player who was set aside; without one it knows nobody."""
        if self.sessions.holder(reader_set_aside(request)) is not None:
            set_token(response, request, SET_ASIDE.get(request))
        else:
            TOKEN.drop(response, request)
        SET_ASIDE.drop(response, request)
