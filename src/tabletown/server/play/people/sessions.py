"""Sessions: a player is identified by a secret token, of which the database keeps only the SHA-256.

So a copy of the database does not let anybody sign in. Reading pages never begins a session; it begins with the first
thing a visitor does. Browsers keep the token in a cookie (web/sessions.py), programs send it in a header
(api/endpoint.py).
"""

import hashlib
import secrets
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace

from tabletown.server.store.protocol import Player, Session, SessionOver, Store


def token_hash(token: str) -> str:
    """The hash of a token, which identifies its session; empty for an empty token."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


class Sessions:
    """Finds, begins and ends sessions in a store. `reader` is always the hash of a token."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._used: set[str] = set()  # see housekeeping.py

    def holder(self, reader: str) -> Player | None:
        """The player whose token has this hash; None if the session has ended."""
        player = self._store.session(reader) if reader else None
        if player is not None:
            self._used.add(reader)
        return player

    def holders(self, readers: Collection[str]) -> dict[str, Player | None]:
        """The player whose token has each of these hashes; None for sessions that have ended and for strangers."""
        found = self._store.sessions(reader for reader in readers if reader)
        self._used.update(found)
        return {reader: found.get(reader) for reader in readers}

    def now(self) -> float:
        """The time by the clock that all servers share."""
        return self._store.now()

    def take_used(self) -> set[str]:
        """The hashes of the tokens that were used since the last call."""
        used, self._used = self._used, set()
        return used

    def new(self, name: str, form: str = "") -> tuple[str, Session]:
        """A token for a new player with this name (or none), and the session that the caller has to begin.

        With the key of a whole `form`, which must be a secret, the player has the same id whenever the form is sent.
        """
        player_id = hashlib.sha256(f"player {form}".encode()).hexdigest()[:32] if form else secrets.token_hex(16)
        return _new_session(Player(player_id, name))

    def begin_new(self, name: str) -> tuple[str, Player]:
        """Begin a session for a new player; returns the token."""
        token, session = self.new(name)
        self._store.begin(session)
        return token, session.player

    def begin_player(self, name: str, form: str) -> tuple[str, Player]:
        """Begin a session for the new player of a whole form, who is the same whenever it is sent; see `new`.

        Raises SessionOver if that player was deleted.
        """
        token, session = self.new(name, form)
        if self._store.joined(session.player.id) is not None:
            return self.repeated(session.player.id)
        self._store.begin(session)
        return token, session.player

    def repeated(self, player_id: str) -> tuple[str, Player]:
        """Begin another session for a player whose token may have been lost with the response. Raises SessionOver.

        The player must have a session: after signing out, an old form must not sign in again.
        """
        token, session = _new_session(self._store.player(player_id) or Player(player_id))
        self._store.begin(replace(session, beside=True))
        return token, session.player

    def end(self, reader: str) -> None:
        """Sign out: end all sessions of the player who holds this token."""
        if reader:
            self._store.end(reader)

    def rename(self, reader: str, player: Player, name: str) -> Player:
        """Rename a player; the session goes on. The name at their tables does not change."""
        named = replace(player, name=name)
        with suppress(SessionOver):  # replaced in another window just now: the name given there counts
            self._store.begin(Session(reader, named, replaces=reader))
        return named

    def is_kept(self, player: Player) -> bool:
        """Whether a player has an account (see accounts/): a way back if this session ends."""
        return self._store.account_since(player.id) is not None

    def set_play_forced(self, player: Player, on: bool) -> None:
        """Set whether forced plies play themselves at the seats that a player takes from now on."""
        self._store.set_play_forced(player.id, on)

    def renew(self, reader: str, player: Player) -> str:
        """Replace the token with this hash by a new one for the same player. Raises SessionOver."""
        token, session = _new_session(player, reader)
        self._store.begin(session)
        return token

    def renewed(self, reader: str, name: str) -> tuple[str, Session]:
        """A new token for the holder of this one, or for a new player, and the session that the caller has to begin.

        Beginning it ends the old session, so a copy of the old token is invalid afterwards.
        """
        player = self.holder(reader)
        if player is None:
            return self.new(name)
        return _new_session(replace(player, name=name or player.name), reader)


def _new_session(player: Player, replaces: str = "") -> tuple[str, Session]:
    token = secrets.token_urlsafe(32)
    return token, Session(token_hash(token), player, replaces)
