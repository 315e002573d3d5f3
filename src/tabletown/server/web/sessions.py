"""Sessions of browsers: the token is in a cookie that scripts cannot read."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tabletown.server.play.sessions import Sessions, token_hash
from tabletown.server.store.protocol import Player

_YEAR_S = 365 * 24 * 3600


def _is_https(connection: HTTPConnection) -> bool:
    return bool(connection.scope["scheme"] == "https")  # `connection.url` would be put together and taken apart for it


def _cookie_name(connection: HTTPConnection) -> str:
    # a __Host- cookie cannot be set by a neighbouring subdomain; browsers take it on https only
    return "__Host-tabletown" if _is_https(connection) else "tabletown"


def reader_of(connection: HTTPConnection) -> str:
    """The hash of the token in a request's cookie; empty without one."""
    return token_hash(connection.cookies.get(_cookie_name(connection), ""))


def host_of(connection: HTTPConnection) -> str:
    """The address that a request comes from."""
    return connection.client.host if connection.client else ""


class BrowserSessions(Sessions):
    """Sessions found by the cookie of a request."""

    def player(self, connection: HTTPConnection) -> Player | None:
        """The player whose browser asks, if its cookie is one of ours."""
        return self.holder(reader_of(connection))


def set_token(response: Response, connection: HTTPConnection, token: str) -> None:
    """Hand the token to the browser."""
    response.set_cookie(
        _cookie_name(connection),
        token,
        max_age=_YEAR_S,
        path="/",
        httponly=True,
        samesite="lax",
        secure=_is_https(connection),
    )


def drop_token(response: Response, connection: HTTPConnection) -> None:
    """Take the token away from the browser."""
    response.delete_cookie(
        _cookie_name(connection), path="/", httponly=True, samesite="lax", secure=_is_https(connection)
    )
