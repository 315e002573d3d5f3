"""When time is over: a bot takes the seat, or the clock decides, as was agreed when the table was set.

Every process of the site looks for tables whose deadline has passed. Which of them writes it down first does not
matter: the others find that the table has moved on.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace

from starlette.concurrency import run_in_threadpool

from tabletown.bots import Budget
from tabletown.bots.greedy import Greedy
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.server.errors import NotReady
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.play.timeline import CLOCK
from tabletown.server.store.protocol import Behind, Event, StoreError

log = logging.getLogger(__name__)

POLL_S = 1.0
GENTLE = ("pass", "decline", "stand", "leave", "stop", "skip", "end", "seal", "cancel")
"""Verbs by which one lets a chance go by, the gentlest first."""

_MOST_PLIES = 60  # of one decision


class Flags:
    """Watches the clocks of all tables. Those who run out of time are played by `bot`, if the table wants a bot."""

    def __init__(self, tables: Tables, bot: str, poll: float = POLL_S) -> None:
        self._tables = tables
        self._bot = bot
        self._poll = poll
        self._broken: set[str] = set()  # somebody has to look at these; said once

    async def watch(self) -> None:
        """Look at the clocks for as long as the server runs."""
        while True:
            with suppress(StoreError):  # the next look may find the database back
                await run_in_threadpool(self.look)
            await asyncio.sleep(self._poll)

    def look(self) -> None:
        """Let all flags fall that are due."""
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
        """Let the flag of a table fall if its time is over; once, however many look at it."""
        while True:
            with self._tables.at(table_id) as table:
                late = table.late(self._tables.now())
                if not late:
                    return
                game, seats = table.game.copy(), list(table.seats)
                events = []
                for seat in late:
                    if _by_bot(table):
                        events += self._leave(game, seat)
                        seats[seat] = replace(seats[seat], bot=self._bot)
                    else:
                        events += decide(game, seat)
                try:
                    receipt = self._tables.write(table, events, game=game, seats=seats)
                except Behind:
                    continue
            self._tables.announce(table_id, receipt.version)
            return

    def _leave(self, game: Game, seat: int) -> list[Event]:
        ply, digest = game.ply, game.digest()
        return [Event("flag", seat, ply, digest, bot=self._bot), Event("away", seat, ply, digest, bot=self._bot)]


def _by_bot(table: Table) -> bool:
    return table.row.clock is not None and table.row.clock.on_flag == "bot"


def decide(game: Game, seat: int) -> list[Event]:
    """Decide for a seat as gently as possible: a whole decision, but nothing that follows from what it reveals."""
    events = [Event("flag", seat, game.ply, game.digest(), bot=CLOCK)]
    sealed, revealed = game.sealed, game.states["reveals"][0]
    while seat in game.waiting and game.states["reveals"][0] == revealed and len(events) <= _MOST_PLIES:
        view = game.view(seat)
        action = gentlest(view, seat)
        half = sealed or game.title.words.partial(view, action)
        game.push_action(action, seat)
        events.append(Event("move", seat, game.ply, game.digest(), action, bot=CLOCK))
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
