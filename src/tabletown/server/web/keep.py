"""Keep my games: the page of an account, its three steps (name, key, ticket), and its keys."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.errors import Malformed, NotAllowed, Outdated, Refused, TooMany
from tabletown.server.html.specimen_mail import SpecimenMails
from tabletown.server.play.checked_text import clean_name
from tabletown.server.play.people.own_bots import OwnBots
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.web.account_answers import AccountParts, NotSignedIn, device_of
from tabletown.server.web.cookies import ASKED, reader_set_aside
from tabletown.server.web.guard import read_form
from tabletown.server.web.key_questions import key_question
from tabletown.server.web.sessions import reader_of, set_token

Fields = dict[str, str]


class KeepPages:
    """Endpoints of `/keep`, `/keep/key`, `/keep/ticket` and `/keep/keys`. `naming` limits changes of names."""

    def __init__(self, parts: AccountParts, naming: RateLimit, bots: OwnBots, specimens: SpecimenMails) -> None:
        self._parts = parts
        self._bots = bots
        self._specimens = specimens
        self._naming = naming

    def page(self, request: Request) -> Response:
        """The page of the account; for a player without one, how to get it."""
        return self._page(request)

    def _page(self, request: Request, error: Refused | None = None) -> Response:
        parts = self._parts
        player, reader = parts.sessions.player(request), reader_of(request)
        account = parts.accounts.of(player, reader) if player else None
        waiting = parts.joining.waiting(player, reader_set_aside(request)) if player and account else None
        return parts.page(
            request,
            "keep.html",
            error,
            known_as=player.name if player else "",
            account=account,
            sessions=parts.accounts.sessions(player, reader) if player and account else [],
            why_no_keys=parts.public_url.why_no_keys(request),
            mail=parts.mailing.of(player) if player and account else None,
            mail_offered=parts.mailing.offered,
            specimen=self._specimens.of(player) if player and account and parts.mailing.offered else None,
            waiting=waiting[1] if waiting else 0,
            bots=self._bots.of(player) if player and account else [],
            most_bots=self._bots.most,
            now=parts.sessions.now(),
        )

    def back(self, request: Request) -> Response:
        """Lead back from the address of a form, which a browser may reload."""
        return RedirectResponse("/keep", 303)

    # The steps

    async def name(self, request: Request) -> Response:
        """The first step: a name. A stranger becomes a player with it."""
        fields = await read_form(request)
        return await run_in_threadpool(self._name, request, fields)

    def _name(self, request: Request, fields: Fields) -> Response:
        name = clean_name(fields.get("name", ""))
        if not name:
            return self._page(request, Malformed("Please give a name: by it you know your key and your ticket again."))
        player = self._parts.sessions.player(request)
        response = RedirectResponse("/keep", 303)
        if player is not None and player.name == name:
            return response
        try:
            self._naming.check(player.id if player else "", "That was a lot of names in a short time.")
        except TooMany as error:
            return self._page(request, error)
        if player is not None:
            self._parts.sessions.rename(reader_of(request), player, name)
        else:
            set_token(response, request, self._parts.sessions.begin_new(name)[0])
        return response

    async def ask_for_key(self, request: Request) -> Response:
        """What the browser is to make a key for, as JSON for the script of the page."""
        await read_form(request)
        return await run_in_threadpool(
            key_question,
            request,
            lambda: self._parts.accounts.ask_for_new_key(
                self._parts.party(request), self._parts.player(request), device_of(request)
            ),
        )

    async def add_key(self, request: Request) -> Response:
        """The second step, or a further key: the browser has made it."""
        fields = await read_form(request)
        return await run_in_threadpool(self._add_key, request, fields)

    def _add_key(self, request: Request, fields: Fields) -> Response:
        parts = self._parts
        try:
            player, party = parts.player(request), parts.party(request)
            answer, asker = fields.get("credential", ""), ASKED.get(request)
            made = parts.accounts.add_key(party, player, device_of(request), answer, asker)
        except (NotAllowed, NotSignedIn, Outdated) as error:
            return self._refused(request, error)
        return parts.changed(request, made)

    async def ticket(self, request: Request) -> Response:
        """The third step, or a new ticket: it is shown in the answer, and never again."""
        await read_form(request)
        return await run_in_threadpool(self._ticket, request)

    def _ticket(self, request: Request) -> Response:
        parts = self._parts
        try:
            player = parts.player(request)
            made = parts.accounts.make_ticket(player, device_of(request))
        except (NotAllowed, NotSignedIn, Outdated, TooMany) as error:
            return self._refused(request, error)
        assert made.ticket is not None
        response = parts.ticket_page(request, made.ticket, player, "/keep")
        set_token(response, request, made.token)
        return response

    async def ticket_kept(self, request: Request) -> Response:
        """The player says that the ticket is on paper."""
        fields = await read_form(request)
        return await run_in_threadpool(self._ticket_kept, request, fields)

    def _ticket_kept(self, request: Request, fields: Fields) -> Response:
        try:
            self._parts.accounts.confirm_ticket(self._parts.player(request))
        except (Outdated, NotSignedIn) as error:
            return self._refused(request, error)
        to = fields.get("to", "")
        return RedirectResponse(to if to in ("/keep/join", "/you") else "/keep", 303)

    # Keys

    async def rename_key(self, request: Request) -> Response:
        """Rename a key."""
        fields = await read_form(request)
        return await run_in_threadpool(self._rename_key, request, fields)

    def _rename_key(self, request: Request, fields: Fields) -> Response:
        try:
            player = self._parts.player(request)
            self._parts.accounts.rename_key(player, fields.get("id", ""), fields.get("name", ""))
        except (Malformed, NotSignedIn, TooMany) as error:
            return self._refused(request, error)
        return RedirectResponse("/keep#keys", 303)

    async def remove_key(self, request: Request) -> Response:
        """Remove a key."""
        fields = await read_form(request)
        return await run_in_threadpool(self._remove_key, request, fields)

    def _remove_key(self, request: Request, fields: Fields) -> Response:
        parts = self._parts
        try:
            removed = parts.accounts.remove_key(parts.player(request), device_of(request), fields.get("id", ""))
        except (NotAllowed, NotSignedIn, Outdated, TooMany) as error:
            return self._refused(request, error)
        return parts.changed(request, removed, "/keep#keys")

    def _refused(self, request: Request, error: Refused) -> Response:
        """A refusal is said at the page where the button was, or leads to where it can be done."""
        try:
            return self._parts.refused(request, error)
        except Refused:
            return self._page(request, error)
