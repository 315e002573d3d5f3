"""Somebody has to leave: a bot plays on their seat until they come back.

The owner of a seat decides that at any time. Another player of the table may do it for them once the table has waited
for that seat long enough. Whether it does, and since when, is judged by what the asker sees: where several decide in
secret, the answer must not tell who has. Whose time was over (see play/clocks.py) gets the seat back once the bot
has made the decision that was late.
"""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tabletown import bots
from tabletown.server.errors import Malformed, NotYours, Outdated
from tabletown.server.html.templates import USUAL_BOT
from tabletown.server.play.checked_text import number
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import Sessions
from tabletown.server.web.tables import TablePages


class Absence:
    """Endpoints for those who leave and come back. `patience` is how long others wait for somebody, in seconds."""

    def __init__(
        self,
        tables: Tables,
        sessions: Sessions,
        pages: TablePages,
        patience: float,
    ) -> None:
        self._tables = tables
        self._sessions = sessions
        self._pages = pages
        self._patience = patience

    async def away(self, request: Request) -> Response:
        """Let a bot play for somebody."""
        fields = await read_form(request)
        bot = fields.get("bot") or USUAL_BOT
        if bot not in bots.names():
            raise Malformed("There is no such bot here.")
        return await run_in_threadpool(self._change, request, number(fields.get("seat", ""), "seat"), bot)

    async def back(self, request: Request) -> Response:
        """Take one's seat back from the bot."""
        fields = await read_form(request)
        return await run_in_threadpool(self._change, request, number(fields.get("seat", ""), "seat"), "")

    def _change(self, request: Request, seat: int, bot: str) -> Response:
        try:
            version = self.change(request.path_params["table"], self._sessions.player(request), seat, bot)
        except Outdated as refusal:
            return self._pages.refused(request, refusal)
        return self._pages.done(request, version)

    def change(self, table_id: str, player: Player | None, seat: int, bot: str) -> int:
        """Let a bot play on a seat, or (without a name) its owner again, as a player wishes; raises Refused.

        Returns the version of the store at which it is so.
        """

        def may(table: Table) -> None:
            own = table.seats_of(player)
            if seat in own:
                if not bot and seat in table.course.undecided:
                    raise Outdated(f"The time of {table.seats[seat].name} was over. The bot decides this once.")
                return
            if not own or not bot:
                raise NotYours("Only those who sit at this table decide who plays there.")
            if not table.seats[seat].bot:  # who asks twice is not refused
                self._waited(table, own, seat)

        return self._tables.stand_in(table_id, seat, bot, may)

    def _waited(self, table: Table, own: tuple[int, ...], seat: int) -> None:
        """Raise Outdated unless the owner of some seats has seen the table wait for another one long enough."""
        name = table.seats[seat].name
        if seat not in table.game.view(table.viewpoint(own)).waiting:
            raise Outdated(f"The table does not wait for {name}.")
        left = self._patience - (self._tables.now() - table.times[table.sight.last(own)])
        if left > 0:
            raise Outdated(f"{name} may still be thinking. If nothing happens, a bot can take over {_in(left)}.")


def _in(seconds: float) -> str:
    """A while, in words.

    >>> _in(3.2), _in(70.0)
    ('in 4 seconds', 'in 2 minutes')
    """
    if seconds > 60:
        return f"in {int(-(-seconds // 60))} minutes"
    return f"in {int(-(-seconds // 1))} seconds"
