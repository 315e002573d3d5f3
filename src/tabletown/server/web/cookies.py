"""Cookies that scripts cannot read: the session, who played here before somebody signed in, who asked for a key.

On a shared computer the games of one person must not become those of another. So the token of a player without an
account is set aside when somebody signs in, and comes back when they sign out.
"""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tabletown.server.play.accounts.keys import CHALLENGE_S
from tabletown.server.play.people.sessions import token_hash

_YEAR_S = 365 * 24 * 3600


def _is_https(connection: HTTPConnection) -> bool:
    return bool(connection.scope["scheme"] == "https")  # `connection.url` would be built and parsed for it


class SecretCookie:
    """A cookie that scripts cannot read, and that goes to this site alone."""

    def __init__(self, name: str, seconds: int) -> None:
        self._name = name
        self._seconds = seconds

    def _full_name(self, connection: HTTPConnection) -> str:
        # a __Host- cookie cannot be set by another subdomain; browsers accept it over https only
        return f"__Host-{self._name}" if _is_https(connection) else self._name

    def get(self, connection: HTTPConnection) -> str:
        """What the cookie holds; empty without one."""
        return connection.cookies.get(self._full_name(connection), "")

    def set(self, response: Response, connection: HTTPConnection, value: str) -> None:
        """Set the cookie."""
        response.set_cookie(
            self._full_name(connection),
            value,
            max_age=self._seconds,
            path="/",
            httponly=True,
            samesite="lax",
            secure=_is_https(connection),
        )

    def drop(self, response: Response, connection: HTTPConnection) -> None:
        """Delete the cookie."""
        response.delete_cookie(
            self._full_name(connection), path="/", httponly=True, samesite="lax", secure=_is_https(connection)
        )


TOKEN = SecretCookie("tabletown", _YEAR_S)
"""The token of the session."""

SET_ASIDE = SecretCookie("tabletown-before", _YEAR_S)
"""The token of the player without an account who played here before somebody signed in."""

ASKED = SecretCookie("tabletown-asked", int(CHALLENGE_S))
"""Which browser has asked for a key: its answer is not accepted from another one."""


def reader_set_aside(connection: HTTPConnection) -> str:
    """The hash of the token that was set aside; empty without one."""
    return token_hash(SET_ASIDE.get(connection))
