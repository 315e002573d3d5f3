"""Operations on players: create, rename and delete one, read what is kept about it, renew and revoke its token."""

from collections.abc import Iterator

import msgspec
from starlette.responses import Response

from tabletown.server.api import requests, responses
from tabletown.server.api.operations import Call, Operation
from tabletown.server.api.problems import Unauthorized
from tabletown.server.errors import TooMany
from tabletown.server.play import checked_text
from tabletown.server.play.people.privacy import Privacy
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.sessions import Sessions
from tabletown.server.store.protocol import SessionOver


class PlayerOperations:
    """Operations on tokens, names and data. `creations` and `naming` limit how often."""

    def __init__(self, sessions: Sessions, privacy: Privacy, creations: RateLimit, naming: RateLimit) -> None:
        self._sessions = sessions
        self._privacy = privacy
        self._creations = creations
        self._naming = naming

    def operations(self) -> Iterator[Operation]:
        """The operations on players."""
        tag, token = "Players", "/players/me/token"
        yield Operation(
            "POST", "/players", self.create_player, tag, responses.Token,
            status=201, auth="none", body=requests.NewPlayer, errors=(TooMany,),
        )  # fmt: skip
        yield Operation("GET", "/players/me", self.get_player, tag, responses.Player)
        yield Operation(
            "POST",
            "/players/me",
            self.rename_player,
            tag,
            responses.Player,
            body=requests.NewPlayer,
            errors=(TooMany,),
        )
        yield Operation(
            "POST", "/players/me/forced", self.set_forced_by_default, tag, responses.Player,
            body=requests.SetForcedByDefault, errors=(TooMany,),
        )  # fmt: skip
        yield Operation("DELETE", "/players/me", self.delete_player, tag, status=204)
        yield Operation("GET", "/players/me/data", self.get_player_data, tag, responses.PlayerData, errors=(TooMany,))
        yield Operation("POST", token, self.renew_token, tag, responses.Token, status=201)
        yield Operation("DELETE", token, self.revoke_token, tag, status=204)

    def create_player(self, call: Call) -> responses.Token:
        """Become a player, without an account: the holder of the token is this player.

        The token is told only now; the site keeps no more than its SHA-256. It is for this API alone, and never sent
        in an address.
        """
        self._creations.check("", "One player is enough for any number of tables.")
        token, player = self._sessions.begin_new(checked_text.clean_name(call.body.name))
        return responses.Token(name=player.name, token=token)

    def get_player(self, call: Call) -> responses.Player:
        """Ask who you are."""
        return responses.Player(name=call.caller.name, play_forced=call.caller.play_forced)

    def rename_player(self, call: Call) -> responses.Player:
        """Say how you want to be called at the next table; those where you sit keep the name they know."""
        name = checked_text.clean_name(call.body.name)
        if name != call.caller.name:
            self._naming.check(call.caller.id, "That was a lot of names in a short time.")
            self._sessions.rename(call.reader, call.caller, name)
        return responses.Player(name=name, play_forced=call.caller.play_forced)

    def set_forced_by_default(self, call: Call) -> responses.Player:
        """Choose whether moves without a choice play themselves, on the seats that you will take."""
        self._naming.check(call.caller.id, "That was a lot of changes in a short time.")
        self._sessions.set_play_forced(call.caller, call.body.on)
        return responses.Player(name=call.caller.name, play_forced=call.body.on)

    def get_player_data(self, call: Call) -> responses.PlayerData:
        """Read everything that the site keeps about you: name, sessions, tables, remarks, and what you did there."""
        return msgspec.convert(self._privacy.data(call.caller), responses.PlayerData, from_attributes=True)

    def delete_player(self, call: Call) -> Response:
        """Delete yourself for good: your name, your remarks, and all your tokens, this one among them.

        Games stay, with "A former player" at your seat. Where others play on, a bot takes your seat.
        """
        self._privacy.delete(call.caller)
        return Response(status_code=204)

    def renew_token(self, call: Call) -> responses.Token:
        """Get another token for the same player; the one that you sent is worth nothing from now on."""
        try:
            token = self._sessions.renew(call.reader, call.caller)
        except SessionOver:
            raise Unauthorized("This token is worth nothing here.") from None
        return responses.Token(name=call.caller.name, token=token)

    def revoke_token(self, call: Call) -> Response:
        """Sign out. All tokens of this player are worth nothing from now on; their seats stay theirs."""
        self._sessions.end(call.reader)
        return Response(status_code=204)
