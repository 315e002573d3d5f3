"""Speaking at a table: every player who has its link may, from a seat or as a spectator, but not too often."""

from tabletown.server.errors import TooMany
from tabletown.server.play.commands import Say
from tabletown.server.play.rate_limit import RateLimit
from tabletown.server.play.remarks import plain
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player, Receipt, Session


class Speaking:
    """Adds remarks to the log of a table."""

    def __init__(self, tables: Tables, rate: RateLimit) -> None:
        self._tables = tables
        self._rate = rate

    def count(self, who: str) -> None:
        """Raise TooMany if a player or address speaks too often."""
        if not self._rate.allows(who):
            raise TooMany("That was a lot to say in a short time. Please wait a moment.")

    def speak(self, table_id: str, player: Player, text: str, key: str, session: Session | None = None) -> Receipt:
        """Say something at a table, once for every `key`; a new speaker's session begins with it. Raises Refused."""
        return self._tables.submit(table_id, Say(player, plain(text)), key=key, session=session)
