"""Operations on players: create, rename and delete one, read what is kept about it, its token and its sessions."""

from collections.abc import Iterator

import msgspec
from starlette.responses import Response

from tabletown.server.api import requests, responses
from tabletown.server.api.operations import Call, Operation
from tabletown.server.api.problems import Unauthorized
from tabletown.server.errors import NotAllowed, NotFound, NotYours, TooMany
from tabletown.server.play import checked_text
from tabletown.server.play.accounts.accounts import Accounts, ListedSession, ProofNeeded
from tabletown.server.play.mail.mailing import Mailing
from tabletown.server.play.people.privacy import Privacy
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.sessions import Sessions
from tabletown.server.store.protocol import Player, SessionOver


class PlayerOperations:
    """Operations on tokens, names and data. `creations` and `naming` limit how often."""

    def __init__(
        self,
        sessions: Sessions,
        accounts: Accounts,
        privacy: Privacy,
        mailing: Mailing,
        creations: RateLimit,
        naming: RateLimit,
    ) -> None:
        self._sessions = sessions
        self._accounts = accounts
        self._privacy = privacy
        self._mailing = mailing
        self._creations = creations
        self._naming = naming

    def operations(self) -> Iterator[Operation]:
        """The operations on players."""
        tag, token = "Players", "/players/me/token"
        yield Operation(
            "POST", "/players", self.create_player, tag, responses.players.Token,
            status=201, auth="none", body=requests.NewPlayer, errors=(TooMany,),
        )  # fmt: skip
        yield Operation("GET", "/players/me", self.get_player, tag, responses.players.Player)
        yield Operation(
            "POST", "/players/me", self.rename_player, tag, responses.players.Player,
            body=requests.NewPlayer, errors=(TooMany,),
        )  # fmt: skip
        yield Operation(
            "POST", "/players/me/forced", self.set_forced_by_default, tag, responses.players.Player,
            body=requests.SetForcedByDefault, errors=(TooMany,),
        )  # fmt: skip
        yield Operation("GET", "/players/me/mail", self.get_mail_wishes, tag, responses.players.MailWishes)
        yield Operation(
            "POST", "/players/me/mail", self.set_mail_turns, tag, responses.players.MailWishes,
            body=requests.SetMailTurns, errors=(NotAllowed, TooMany),
        )  # fmt: skip
        yield Operation("DELETE", "/players/me", self.delete_player, tag, status=204, errors=(NotYours,))
        yield Operation(
            "GET", "/players/me/data", self.get_player_data, tag, responses.kept_data.PlayerData, errors=(TooMany,)
        )
        yield Operation("POST", token, self.renew_token, tag, responses.players.Token, status=201)
        yield Operation("DELETE", token, self.revoke_token, tag, status=204)
        sessions = "/players/me/sessions"
        yield Operation("GET", sessions, self.get_sessions, tag, responses.players.OpenSessions)
        yield Operation("DELETE", sessions, self.end_other_sessions, tag, status=204, errors=(TooMany,))
        yield Operation(
            "DELETE", f"{sessions}/{{session}}", self.end_session, tag, status=204, errors=(NotFound, TooMany)
        )

    def create_player(self, call: Call) -> responses.players.Token:
        """Become a player, without an account: the holder of the token is this player.

        The token is told only now; the site keeps no more than its SHA-256. It is for this API alone, and never sent
        in an address.
        """
        self._creations.check("", "One player is enough for any number of tables.")
        token, player = self._sessions.begin_new(checked_text.clean_name(call.body.name))
        return responses.players.Token(name=player.name, token=token)

    def get_player(self, call: Call) -> responses.players.Player:
        """Ask who you are."""
        return self._described(call.caller, call.caller.name, call.caller.play_forced)

    def _described(self, player: Player, name: str, play_forced: bool) -> responses.players.Player:
        return responses.players.Player(
            id=player.id, name=name, play_forced=play_forced, kept=self._sessions.is_kept(player)
        )

    def rename_player(self, call: Call) -> responses.players.Player:
        """Say how you want to be called at the next table; those where you sit keep the name they know."""
        name = checked_text.clean_name(call.body.name)
        if name != call.caller.name:
            self._naming.check(call.caller.id, "That was a lot of names in a short time.")
            self._sessions.rename(call.reader, call.caller, name)
        return self._described(call.caller, name, call.caller.play_forced)

    def set_forced_by_default(self, call: Call) -> responses.players.Player:
        """Choose whether moves without a choice play themselves, on the seats that you will take."""
        self._naming.check(call.caller.id, "That was a lot of changes in a short time.")
        self._sessions.set_play_forced(call.caller, call.body.on)
        return self._described(call.caller, call.caller.name, call.body.on)

    def get_mail_wishes(self, call: Call) -> responses.players.MailWishes:
        """Ask whether mails tell you that it is your turn, and where they go."""
        box = self._mailing.of(call.caller)
        address, turns = (box.address, box.turns) if box else ("", "off")
        return responses.players.MailWishes(offered=self._mailing.offered, address=address, turns=turns)

    def set_mail_turns(self, call: Call) -> responses.players.MailWishes:
        """Choose for which games mails tell you that it is your turn.

        The address is given and confirmed on the site, at /keep, because it is a way to sign in.
        """
        self._naming.check(call.caller.id, "That was a lot of changes in a short time.")
        self._mailing.set_turns(call.caller, call.body.turns)
        return self.get_mail_wishes(call)

    def get_player_data(self, call: Call) -> responses.kept_data.PlayerData:
        """Read everything that the site keeps about you: name, sessions, tables, remarks, and what you did there."""
        return msgspec.convert(self._privacy.data(call.caller), responses.kept_data.PlayerData, from_attributes=True)

    def delete_player(self, call: Call) -> Response:
        """Delete yourself for good: your name, your remarks, and all your tokens, this one among them.

        Games stay, with "A former player" at your seat. Where others play on, a bot takes your seat. If you keep your
        games, show a ticket within ten minutes before (`POST /players/me/proof`), or do it on the site with a key.
        """
        try:
            self._accounts.must_be_proved(call.caller, call.reader)
        except ProofNeeded:
            raise NotYours(
                "Please show first that it is you: with your ticket (POST /players/me/proof), or on the site, at"
                " /you/delete."
            ) from None
        self._privacy.delete(call.caller)
        return Response(status_code=204)

    def renew_token(self, call: Call) -> responses.players.Token:
        """Get another token for the same player; the one that you sent is worth nothing from now on."""
        try:
            token = self._sessions.renew(call.reader, call.caller)
        except SessionOver:
            raise Unauthorized("This token is worth nothing here.") from None
        return responses.players.Token(name=call.caller.name, token=token)

    def revoke_token(self, call: Call) -> Response:
        """Sign out. All tokens of this player are worth nothing from now on; their seats stay theirs."""
        self._sessions.end(call.reader)
        return Response(status_code=204)

    def get_sessions(self, call: Call) -> responses.players.OpenSessions:
        """List where you are signed in: the sessions of your browsers and programs."""
        found = self._accounts.sessions(call.caller, call.reader)
        return responses.players.OpenSessions(sessions=[_open_session(one) for one in found])

    def end_session(self, call: Call) -> Response:
        """Sign out one of your sessions, by the id in the list."""
        self._accounts.end_session(call.caller, call.request.path_params["session"])
        return Response(status_code=204)

    def end_other_sessions(self, call: Call) -> Response:
        """Sign out everywhere else: all your sessions end, except the one of this token."""
        self._accounts.end_other_sessions(call.caller, call.reader)
        return Response(status_code=204)


def _open_session(one: ListedSession) -> responses.players.OpenSession:
    return responses.players.OpenSession(
        began=one.began, used=one.used, browser=one.browser, id=one.id, is_this=one.is_this
    )
