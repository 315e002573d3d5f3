"""Browser sessions: the token is in a cookie that scripts cannot read."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tabletown.server.play.people.own_bots import is_bot_token
from tabletown.server.play.people.sessions import Sessions, token_hash
from tabletown.server.store.protocol import Player, SessionOver
from tabletown.server.web.cookies import TOKEN

_REPEAT_TOKEN_S = 600.0  # for how long a new token is given for a repeated form


def reader_of(connection: HTTPConnection) -> str:
    """The hash of the token in the cookie of a request; empty without one, and for the token of a bot."""
    token = TOKEN.get(connection)
    return "" if is_bot_token(token) else token_hash(token)


def host_of(connection: HTTPConnection) -> str:
    """The address that a request comes from."""
    return connection.client.host if connection.client else ""


class BrowserSessions(Sessions):
    """Sessions found by the cookie of a request."""

    def player(self, connection: HTTPConnection) -> Player | None:
        """The player of a request; None for a stranger."""
        return self.holder(reader_of(connection))

    def token_again(self, connection: HTTPConnection, player_id: str, at: float) -> tuple[str, Player | None]:
        """Another token for the player of a form that was carried out at this time and is sent again.

        The first response, and with it the token, may have been lost. There is none if the request has a token, or if
        that was too long ago.
        """
        player = self.player(connection)
        if player is not None or self._store.now() - at > _REPEAT_TOKEN_S:
            return "", player
        try:
            return self.repeated(player_id)
        except SessionOver:
            return "", None


def set_token(response: Response, connection: HTTPConnection, token: str) -> None:
    """Set the cookie with the token."""
    TOKEN.set(response, connection, token)


def drop_token(response: Response, connection: HTTPConnection) -> None:
    """Delete the cookie with the token."""
    TOKEN.drop(response, connection)
