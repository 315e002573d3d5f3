"""Operations on players: become one, and stop being one. A player is whoever holds the token."""

from collections.abc import Iterator

from starlette.responses import Response

from tabletown.server import fields
from tabletown.server.api import asked, told
from tabletown.server.api.operations import Call, Operation
from tabletown.server.api.refusals import NotKnown
from tabletown.server.errors import TooMany
from tabletown.server.limits import RateLimit
from tabletown.server.sessions import Sessions
from tabletown.server.store import SessionOver


class Players:
    """Tokens. Nobody needs more than one, so `creations` may be rare."""

    def __init__(self, sessions: Sessions, creations: RateLimit) -> None:
        self._sessions = sessions
        self._creations = creations

    def operations(self) -> Iterator[Operation]:
        """What can be asked for."""
        tag, token = "Players", "/players/me/token"
        yield Operation(
            "POST", "/players", self.create_player, tag, told.Token,
            status=201, who="nobody", body=asked.NewPlayer, refusals=(TooMany,),
        )  # fmt: skip
        yield Operation("GET", "/players/me", self.get_player, tag, told.Player)
        yield Operation("POST", token, self.renew_token, tag, told.Token, status=201)
        yield Operation("DELETE", token, self.revoke_token, tag, status=204)

    def create_player(self, call: Call) -> told.Token:
        """Become a player, without an account: whoever holds the token is this player.

        The token is told only now; the site keeps no more than its SHA-256. It is for this API alone, and never sent
        in an address.
        """
        host = call.request.client.host if call.request.client else ""
        if not self._creations.allows(host):
            raise TooMany("That was a lot of players in a short time. One of them is enough for any number of tables.")
        token, player = self._sessions.begin(fields.name(call.body.name))
        return told.Token(name=player.name, token=token)

    def get_player(self, call: Call) -> told.Player:
        """Ask who you are."""
        return told.Player(name=call.asker.name)

    def renew_token(self, call: Call) -> told.Token:
        """Get another token for the same player; the one that you sent is worth nothing from now on."""
        try:
            token = self._sessions.renew(call.reader, call.asker)
        except SessionOver:
            raise NotKnown("This token is worth nothing here.") from None
        return told.Token(name=call.asker.name, token=token)

    def revoke_token(self, call: Call) -> Response:
        """Give up your token. Nobody can act for this player again; their seats stay theirs."""
        self._sessions.end(call.reader, call.asker)
        return Response(status_code=204)
