"""Who is asking: a player is whoever holds a token, in a cookie that scripts cannot read.

The database knows only the SHA-256 of a token, so a copy of the file lets nobody in; a token that is not in the
database is worth nothing, so nobody can be talked into using a session that somebody else prepared. Looking never
makes a session: it begins with the first thing a visitor does.
"""

import hashlib
import secrets
from contextlib import suppress
from dataclasses import replace

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tabletown.server.store.protocol import Player, Session, SessionOver, Store

_YEAR_S = 365 * 24 * 3600


def _is_https(connection: HTTPConnection) -> bool:
    return bool(connection.scope["scheme"] == "https")  # `connection.url` would be put together and taken apart for it


def _cookie_name(connection: HTTPConnection) -> str:
    # a __Host- cookie cannot be set by a neighbouring subdomain; browsers take it on https only
    return "__Host-tabletown" if _is_https(connection) else "tabletown"


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

    def new(self, name: str) -> tuple[str, Session]:
        """A token for a new player, who may have said what they want to be called, and the session to begin."""
        return _new_session(Player(secrets.token_hex(16), name))

    def repeated(self, player_id: str) -> tuple[str, Player]:
        """Another token for somebody whose first one may have been lost on its way. Raises SessionOver.

        That is only for those who have a session: whoever has signed out is not brought back by an old form.
        """
        token, session = _new_session(self._store.player(player_id) or Player(player_id))
        self._store.begin(replace(session, beside=True))
        return token, session.player

    def end(self, connection: HTTPConnection) -> None:
        """End the sessions of whoever asks: their tokens are worth nothing from now on, wherever they are."""
        if reader := reader_of(connection):
            self._store.end(reader)

    def rename(self, connection: HTTPConnection, player: Player, name: str) -> Player:
        """Another name for whoever asks; their session goes on as it is. Tables keep the name they know."""
        return self.call(reader_of(connection), player, name)

    def call(self, reader: str, player: Player, name: str) -> Player:
        """The same for a player who is known by a hash."""
        named = Player(player.id, name)
        with suppress(SessionOver):  # replaced in another window just now: whatever was said there counts
            self._store.begin(Session(reader, named, replaces=reader))
        return named

    def renew(self, reader: str, player: Player) -> str:
        """A fresh token for a player, instead of the one with this hash. Raises SessionOver."""
        token, session = _new_session(player, reader)
        self._store.begin(session)
        return token

    def renewed(self, connection: HTTPConnection, name: str) -> tuple[str, Session]:
        """A fresh token for whoever asks, known or new, and the session to begin in one step with what it is good for.

        The token that came with the request ends with that step: whoever else may hold it gains nothing.
        """
        player = self.player(connection)
        if player is None:
            return self.new(name)
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
        secure=_is_https(connection),
    )


def drop_token(response: Response, connection: HTTPConnection) -> None:
    """Take the token away from the browser."""
    response.delete_cookie(
        _cookie_name(connection), path="/", httponly=True, samesite="lax", secure=_is_https(connection)
    )
