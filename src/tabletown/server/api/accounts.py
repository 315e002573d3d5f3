"""Operations on accounts: keep your games by a ticket, come back with it or with a one-time code, join what you played.

Keys need a browser, and a mail address is a way to sign in that is confirmed by a page: both are made on the site.
"""

from collections.abc import Iterator

from starlette.responses import Response

from tabletown.server.api import requests, responses
from tabletown.server.api.operations import Call, Operation
from tabletown.server.errors import NotAllowed, NotFound, Outdated, TooMany
from tabletown.server.play.accounts.accounts import CODE_S, Accounts, Device, ProofNeeded, SignedIn
from tabletown.server.play.accounts.codes import Code, groups
from tabletown.server.play.accounts.joining import Joining
from tabletown.server.play.people.sessions import token_hash


class AccountOperations:
    """Operations on the account of a player."""

    def __init__(self, accounts: Accounts, joining: Joining) -> None:
        self._accounts = accounts
        self._joining = joining

    def operations(self) -> Iterator[Operation]:
        """The operations on accounts."""
        tag, me = "Keeping your games", "/players/me"
        yield Operation(
            "POST", f"{me}/ticket", self.make_ticket, tag, responses.accounts.NewTicket,
            status=201, errors=(ProofNeeded, Outdated, TooMany),
        )  # fmt: skip
        yield Operation("POST", f"{me}/ticket/kept", self.keep_ticket, tag, status=204, errors=(Outdated,))
        yield Operation(
            "POST", f"{me}/proof", self.prove_with_ticket, tag, responses.accounts.NewTicket,
            body=requests.TypedTicket, errors=(NotAllowed, Outdated, TooMany),
        )  # fmt: skip
        yield Operation(
            "POST", f"{me}/code", self.show_code, tag, responses.accounts.OneTimeCode,
            status=201, errors=(NotFound, TooMany),
        )  # fmt: skip
        yield Operation(
            "POST", f"{me}/joined", self.join_games, tag, responses.players.Token,
            body=requests.OtherToken, errors=(NotAllowed, Outdated, TooMany),
        )  # fmt: skip
        yield Operation(
            "POST", "/sign-in/ticket", self.sign_in_with_ticket, tag, responses.accounts.NewTicket,
            status=201, auth="none", body=requests.TypedTicket, errors=(NotAllowed, Outdated, TooMany),
        )  # fmt: skip
        yield Operation(
            "POST", "/sign-in/code", self.sign_in_with_code, tag, responses.players.Token,
            status=201, auth="none", body=requests.TypedCode, errors=(NotAllowed, Outdated, TooMany),
        )  # fmt: skip

    def make_ticket(self, call: Call) -> responses.accounts.NewTicket:
        """Make a ticket, by which you come back when all tokens are lost: with the first one you keep your games.

        It replaces the ticket before. Once you have said that a ticket is kept, another one needs a proof
        (`POST /players/me/proof`). Your token changes with it; the one that you sent is worth nothing from now on.
        """
        return _new_ticket(self._accounts.make_ticket(call.caller, Device(call.reader, "")))

    def keep_ticket(self, call: Call) -> Response:
        """Say that the ticket is written down. From now on the account is changed only by who has shown it lately."""
        self._accounts.confirm_ticket(call.caller)
        return Response(status_code=204)

    def prove_with_ticket(self, call: Call) -> responses.accounts.NewTicket:
        """Prove with your ticket that it is still you: for ten minutes you may change and delete the account.

        The ticket is used up, and the answer holds the next one, with another token. All other sessions end.
        """
        device = Device(call.reader, "")
        return _new_ticket(self._accounts.sign_in_with_ticket(device, call.body.ticket, prove=call.caller))

    def show_code(self, call: Call) -> responses.accounts.OneTimeCode:
        """Get a code by which another device or program signs in as you, once. It replaces the code before."""
        code = self._accounts.show_code(call.caller)
        return responses.accounts.OneTimeCode(code=_typed(code), seconds=int(CODE_S))

    def join_games(self, call: Call) -> responses.players.Token:
        """Join what you played under another token, without an account, to your account. It cannot be undone.

        You keep your games, and the other player does not. Your token changes; both that you sent are worth nothing
        from now on.
        """
        token = self._joining.join(call.caller, Device(call.reader, ""), token_hash(call.body.token))
        return responses.players.Token(name=call.caller.name, token=token)

    def sign_in_with_ticket(self, call: Call) -> responses.accounts.NewTicket:
        """Come back with your ticket. It is used up, and the answer holds the next one. All other sessions end."""
        return _new_ticket(self._accounts.sign_in_with_ticket(Device("", ""), call.body.ticket))

    def sign_in_with_code(self, call: Call) -> responses.players.Token:
        """Sign in with a code that another device or program of yours shows. It is no proof."""
        made = self._accounts.sign_in_with_code(Device("", ""), call.body.code)
        return responses.players.Token(name=made.player.name, token=made.token)


def _new_ticket(made: SignedIn) -> responses.accounts.NewTicket:
    assert made.ticket is not None
    return responses.accounts.NewTicket(name=made.player.name, token=made.token, ticket=_typed(made.ticket))


def _typed(code: Code) -> str:
    """A ticket or code as people write it."""
    return " ".join(groups(code))
