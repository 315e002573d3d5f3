"""Sessions: a player is known by a secret token, of which the database keeps only the SHA-256.

A copy of the database lets nobody in, and a token that is not in the database is worth nothing. Looking never makes a
session: it begins with the first thing a visitor does. How a token travels is not decided here: browsers keep it in a
cookie (web/sessions.py), programs send it in a header (api/endpoint.py).
"""

import hashlib
import secrets
from contextlib import suppress
from dataclasses import replace

from tabletown.server.store.protocol import Player, Session, SessionOver, Store


def token_hash(token: str) -> str:
    """The hash of a token, by which its holder is known here; empty without a token."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


class Sessions:
    """Finds and makes sessions in a store. `reader` is always the hash of a token."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def holder(self, reader: str) -> Player | None:
        """The player whose token has this hash, as long as the session lasts."""
        return self._store.session(reader) if reader else None

    def new(self, name: str) -> tuple[str, Session]:
        """A token for a new player with this name, which may be empty, and the session to begin."""
        return _new_session(Player(secrets.token_hex(16), name))

    def begin_new(self, name: str) -> tuple[str, Player]:
        """The same, begun at once."""
        token, session = self.new(name)
        self._store.begin(session)
        return token, session.player

    def repeated(self, player_id: str) -> tuple[str, Player]:
        """Another token for a player whose first one may have been lost on its way. Raises SessionOver.

        Only for players who have a session: after signing out, an old form brings nobody back.
        """
        token, session = _new_session(self._store.player(player_id) or Player(player_id))
        self._store.begin(replace(session, beside=True))
        return token, session.player

    def end(self, reader: str) -> None:
        """Sign out: end all sessions of the player who holds this token."""
        if reader:
            self._store.end(reader)

    def rename(self, reader: str, player: Player, name: str) -> Player:
        """Give a player another name; the session goes on. Tables keep the name they know."""
        named = Player(player.id, name)
        with suppress(SessionOver):  # replaced in another window just now: what was said there counts
            self._store.begin(Session(reader, named, replaces=reader))
        return named

    def renew(self, reader: str, player: Player) -> str:
        """A fresh token for a player, instead of the one with this hash. Raises SessionOver."""
        token, session = _new_session(player, reader)
        self._store.begin(session)
        return token

    def renewed(self, reader: str, name: str) -> tuple[str, Session]:
        """A fresh token for the holder of this one, or for a new player, and the session to begin with the next change.

        The old token ends in the same step, so a copy of it is worth nothing afterwards.
        """
        player = self.holder(reader)
        if player is None:
            return self.new(name)
        return _new_session(Player(player.id, name or player.name), reader)


def _new_session(player: Player, replaces: str = "") -> tuple[str, Session]:
    token = secrets.token_urlsafe(32)
    return token, Session(token_hash(token), player, replaces)
