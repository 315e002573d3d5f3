"""Chat: every player who has the link of a table may send remarks, within a rate limit."""

from tabletown.server.play.commands import Say
from tabletown.server.play.people.suspensions import must_not_be_suspended
from tabletown.server.play.remarks import clean_remark
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player, Receipt, Session


class Speaking:
    """Adds remarks to the log of a table."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def say(self, table_id: str, player: Player, text: str, key: str, session: Session | None = None) -> Receipt:
        """Add a remark to a table, once for every `key`; a new player's `session` begins with it. Raises Refused."""
        must_not_be_suspended(self._tables.store, player)
        return self._tables.submit(table_id, Say(player, clean_remark(text)), key=key, session=session)
