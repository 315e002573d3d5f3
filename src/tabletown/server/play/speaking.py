"""Chat: every player who has the link of a table may send remarks, within a rate limit."""

from tabletown.server.errors import TooMany
from tabletown.server.play.commands import Say
from tabletown.server.play.rate_limit import RateLimit
from tabletown.server.play.remarks import clean_remark
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player, Receipt, Session


class Speaking:
    """Adds remarks to the log of a table."""

    def __init__(self, tables: Tables, rate: RateLimit) -> None:
        self._tables = tables
        self._rate = rate

    def check_rate(self, who: str) -> None:
        """Count a remark of a player or address. Raises TooMany."""
        if not self._rate.allows(who):
            raise TooMany("That was a lot to say in a short time. Please wait a moment.")

    def say(self, table_id: str, player: Player, text: str, key: str, session: Session | None = None) -> Receipt:
        """Add a remark to a table, once for every `key`; a new player's `session` begins with it. Raises Refused."""
        return self._tables.submit(table_id, Say(player, clean_remark(text)), key=key, session=session)
