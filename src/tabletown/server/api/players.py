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
from tabletown.server.store import SessionOver, Store


class Players:
    """Tokens and names. Nobody needs more than one, so `creations` may be rare, and so may `naming`."""

    def __init__(self, store: Store, sessions: Sessions, creations: RateLimit, naming: RateLimit) -> None:
        self._store = store
        self._sessions = sessions
        self._creations = creations
        self._naming = naming

    def operations(self) -> Iterator[Operation]:
        """What can be asked for."""
        tag, token = "Players", "/players/me/token"
        yield Operation(
            "POST", "/players", self.create_player, tag, told.Token,
            status=201, who="nobody", body=asked.NewPlayer, refusals=(TooMany,),
        )  # fmt: skip
        yield Operation("GET", "/players/me", self.get_player, tag, told.Player)
        yield Operation(
            "POST", "/players/me", self.rename_player, tag, told.Player, body=asked.NewPlayer, refusals=(TooMany,)
        )
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
        token, session = self._sessions.new(fields.name(call.body.name))
        self._store.begin(session)
        return told.Token(name=session.player.name, token=token)

    def get_player(self, call: Call) -> told.Player:
        """Ask who you are."""
        return told.Player(name=call.asker.name)

    def rename_player(self, call: Call) -> told.Player:
        """Say how you want to be called at the next table; those where you sit keep the name they know."""
        name = fields.name(call.body.name)
        if name != call.asker.name:
            if not self._naming.allows(call.asker.id):
                raise TooMany("That was a lot of names in a short time. Please wait a moment.")
            self._sessions.call(call.reader, call.asker, name)
        return told.Player(name=name)

    def renew_token(self, call: Call) -> told.Token:
        """Get another token for the same player; the one that you sent is worth nothing from now on."""
        try:
            token = self._sessions.renew(call.reader, call.asker)
        except SessionOver:
            raise NotKnown("This token is worth nothing here.") from None
        return told.Token(name=call.asker.name, token=token)

    def revoke_token(self, call: Call) -> Response:
        """Sign out. All tokens of this player are worth nothing from now on; their seats stay theirs."""
        self._store.end(call.reader)
        return Response(status_code=204)
