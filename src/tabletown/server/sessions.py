"""Who is asking: a player is whoever holds a token, in a cookie that scripts cannot read.

The database knows only the SHA-256 of a token, so a copy of the file lets nobody in; a token that is not in the
database is worth nothing, so nobody can be talked into using a session that somebody else prepared. Looking never
makes a session: it begins with the first thing a visitor does.
"""

import hashlib
import secrets
from contextlib import suppress

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tabletown.server.store import Player, Session, SessionOver, Store

_YEAR_S = 365 * 24 * 3600


def _cookie_name(connection: HTTPConnection) -> str:
    # a __Host- cookie cannot be set by a neighbouring subdomain; browsers take it on https only
    return "__Host-tabletown" if connection.url.scheme == "https" else "tabletown"


def token_hash(token: str) -> str:
    """By what the holder of a token is known here."""
    return hashlib.sha256(token.encode()).hexdigest()


def reader_of(connection: HTTPConnection) -> str:
    """By what the holder of a token is known here: its hash; nothing without a token."""
    token = connection.cookies.get(_cookie_name(connection), "")
    return token_hash(token) if token else ""


class Sessions:
    """Reads and makes sessions in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def player(self, connection: HTTPConnection) -> Player | None:
        """The player who asks, if the cookie is one of ours."""
        return self.holder(reader_of(connection))

    def holder(self, reader: str) -> Player | None:
        """The player whose token has this hash, for as long as it is worth anything."""
        return self._store.session(reader) if reader else None

    def begin(self, name: str) -> tuple[str, Player]:
        """A new player, who may have said what they want to be called, and the token that proves it is them."""
        token, session = _new_session(Player(secrets.token_hex(16), name))
        self._store.begin(session)
        return token, session.player

    def renew(self, reader: str, player: Player) -> str:
        """A fresh token for a player, instead of the one with this hash. Raises SessionOver."""
        token, session = _new_session(player, reader)
        self._store.begin(session)
        return token

    def end(self, reader: str, player: Player) -> None:
        """From now on the token with this hash is worth nothing: it is replaced by one that nobody holds."""
        with suppress(SessionOver):
            self.renew(reader, player)

    def renewed(self, connection: HTTPConnection, name: str) -> tuple[str, Session]:
        """A fresh token for whoever asks, known or new, and the session to begin in one step with what it is good for.

        The token that came with the request ends with that step: whoever else may hold it gains nothing.
        """
        player = self.player(connection)
        if player is None:
            return _new_session(Player(secrets.token_hex(16), name))
        return _new_session(Player(player.id, name or player.name), reader_of(connection))


def _new_session(player: Player, replaces: str = "") -> tuple[str, Session]:
    token = secrets.token_urlsafe(32)
    return token, Session(token_hash(token), player, replaces)


def set_token(response: Response, connection: HTTPConnection, token: str) -> None:
    """Hand the token to the browser."""
    response.set_cookie(
        _cookie_name(connection),
        token,
        max_age=_YEAR_S,
        path="/",
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme == "https",
    )
