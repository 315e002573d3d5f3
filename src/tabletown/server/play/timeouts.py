"""When time is over: a bot takes the seat, or the clock decides, as was agreed when the table was set.

Every process of the site looks for tables whose deadline has passed. Which of them writes it down first does not
matter: the others find that the table has moved on.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, replace

from anyio.to_thread import run_sync

from tabletown.bots import Budget
from tabletown.bots.greedy import Greedy
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.server.errors import NotReady
from tabletown.server.play.commands import Change, Command
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import CLOCK, AnyEvent, LeftToBot, Moved, TimeRanOut
from tabletown.server.store.protocol import StoreError

log = logging.getLogger(__name__)

POLL_S = 1.0
GENTLE = ("pass", "decline", "stand", "leave", "stop", "skip", "end", "seal", "cancel")
"""Verbs by which one lets a chance go by, the gentlest first."""

_MOST_PLIES = 60  # of one decision


class Timeouts:
    """Watches the clocks of all tables. Seats without time are played by `bot`, if the table wants one."""

    def __init__(self, tables: Tables, bot: str, poll: float = POLL_S) -> None:
        self._tables = tables
        self._bot = bot
        self._poll = poll
        self._broken: set[str] = set()  # somebody has to look at these; said once

    async def watch(self) -> None:
        """Look at the clocks for as long as the server runs."""
        while True:
            with suppress(StoreError):  # the next look may find the database back
                await run_sync(self.look)
            await asyncio.sleep(self._poll)

    def look(self) -> None:
        """Look at the tables on which the time of a seat is over."""
        for table_id in self._tables.store.due(self._tables.now()):
            if table_id in self._broken:
                continue
            try:
                self.call(table_id)
            except (StoreError, NotReady):
                continue
            except Exception:
                self._broken.add(table_id)
                log.exception("the clocks of a table cannot be kept")

    def call(self, table_id: str) -> None:
        """Let the seats of a table run out of time, if it is over; once, however many servers look at it."""
        self._tables.submit(table_id, RunOutOfTime(self._bot))


@dataclass(frozen=True, slots=True)
class RunOutOfTime(Command):
    """What happens to the seats whose time is over: a bot plays on, or the clock decides, as the table was set up."""

    bot: str

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """All seats that are late at once, so that nobody learns who of them decided in secret."""
        late = table.late(now)
        if not late:
            return None
        game, seats = table.game.copy(), list(table.seats)
        events: list[AnyEvent] = []
        for seat in late:
            if _by_bot(table):
                ply, digest = game.ply, game.digest()
                events += [TimeRanOut(seat, ply, digest, self.bot), LeftToBot(seat, ply, digest, self.bot)]
                seats[seat] = replace(seats[seat], bot=self.bot)
            else:
                events += decide(game, seat)
        return Change(events, game, seats)


def _by_bot(table: Table) -> bool:
    return table.row.clock is not None and table.row.clock.on_flag == "bot"


def decide(game: Game, seat: int) -> list[AnyEvent]:
    """Decide for a seat as gently as possible: a whole decision, but nothing that follows from what it reveals."""
    events: list[AnyEvent] = [TimeRanOut(seat, game.ply, game.digest(), CLOCK)]
    sealed, revealed = game.sealed, game.states["reveals"][0]
    while seat in game.waiting and game.states["reveals"][0] == revealed and len(events) <= _MOST_PLIES:
        view = game.view(seat)
        action = gentlest(view, seat)
        half = sealed or game.title.words.partial(view, action)
        game.push_action(action, seat)
        events.append(Moved(seat, game.ply, game.digest(), action, by=CLOCK))
        if not half:
            break
    return events


def gentlest(view: Position, seat: int) -> int:
    """What a seat does if it wants nothing: it lets the chance go by, or else does what looks best at a glance."""
    actions = view.legal_actions(seat)
    verbs = {view.title.actions.decode(action)[0]: action for action in reversed(actions)}
    for verb in GENTLE:
        if verb in verbs:
            return verbs[verb]
    return actions[0] if len(actions) == 1 else Greedy().choose(view, Budget(seconds=0.0, seed=view.ply))
