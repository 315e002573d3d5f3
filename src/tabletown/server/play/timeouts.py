"""Timeouts: when a seat runs out of time, a bot takes it over or the clock decides, as the table was set up.

Where bots alone would be left, and a late player has as many tables of bots as allowed, the clock decides instead.
Every process of the site looks for tables whose deadline has passed. The first one writes the timeout, the others find
that nothing is left to do.
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
from tabletown.engine.takebacks import is_sealed
from tabletown.server.errors import NotReady, OtherRelease
from tabletown.server.play.bots.tables_of_bots import TablesOfBots
from tabletown.server.play.commands import Change, Command
from tabletown.server.play.fair_play import STAND_IN, is_strict
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import CLOCK, AnyEvent, LeftToBot, Moved, TimeRanOut
from tabletown.server.store.protocol import StoreError

log = logging.getLogger(__name__)

POLL_S = 1.0
PASSIVE_VERBS = ("pass", "decline", "stand", "leave", "stop", "skip", "end", "seal", "cancel")
"""Verbs of moves that do as little as possible, the most passive first."""

_MAX_PLIES = 60  # of one decision


class Timeouts:
    """Watches the clocks of all tables. `bot` plays on seats that run out of time, if the table is set up so."""

    def __init__(self, tables: Tables, bot: str, poll: float = POLL_S) -> None:
        self._tables = tables
        self._tables_of_bots = TablesOfBots(tables)
        self._bot = bot
        self._poll = poll
        self._broken: set[str] = set()  # tables with an error, which is logged once

    async def watch(self) -> None:
        """Check all clocks regularly, for as long as the server runs."""
        while True:
            with suppress(StoreError):  # the database may be back next time
                await run_sync(self.check_all)
            await asyncio.sleep(self._poll)

    def check_all(self) -> None:
        """Check all tables whose deadline has passed."""
        for table_id in self._tables.store.past_deadline(self._tables.now()):
            if table_id in self._broken:
                continue
            try:
                self.check(table_id)
            except (StoreError, NotReady, OtherRelease):
                continue
            except Exception:
                self._broken.add(table_id)
                log.exception("the clocks of a table cannot be kept")

    def check(self, table_id: str) -> None:
        """Write the timeout of a table, if its time is over; once, however many servers try."""
        with self._tables.at(table_id) as table:
            late = table.late(self._tables.now())
            stay = [row for seat, row in enumerate(table.seats) if seat not in late]
            owners = () if not late or table.has_people(stay) else {table.seats[seat].owner for seat in late}
        full = any(self._tables_of_bots.has_most(owner, but=table_id) for owner in owners)
        self._tables.submit(table_id, RunOutOfTime("" if full else self._bot))


@dataclass(frozen=True, slots=True)
class RunOutOfTime(Command):
    """The timeout of all late seats: a bot takes them over or the clock decides, as the table was set up.

    Without a `bot` the clock decides.
    """

    bot: str
    made_by = "clock"

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """All late seats together, so that no reader learns which of them decided in secret."""
        late = table.late(now)
        if not late:
            return None
        game, seats = table.game.copy(), list(table.seats)
        events: list[AnyEvent] = []
        for seat in late:
            if self.bot and _by_bot(table):
                ply, digest = game.ply, game.digest()
                bot = STAND_IN if is_strict(table.row) else self.bot
                events += [TimeRanOut(seat, ply, digest, bot), LeftToBot(seat, ply, digest, bot)]
                seats[seat] = replace(seats[seat], bot=bot)
            else:
                events += decide(game, seat)
        return Change(events, game, seats)


def _by_bot(table: Table) -> bool:
    return table.row.clock is not None and table.row.clock.on_flag == "bot"


def decide(game: Game, seat: int) -> list[AnyEvent]:
    """Make a whole decision for a seat, as passive as possible, but nothing that depends on what it reveals."""
    events: list[AnyEvent] = [TimeRanOut(seat, game.ply, game.digest(), CLOCK)]
    sealed, revealed = is_sealed(game), game.states["reveals"][0]
    while seat in game.waiting and game.states["reveals"][0] == revealed and len(events) <= _MAX_PLIES:
        view = game.view(seat)
        action = passive_action(view, seat)
        half = sealed or game.title.words.partial(view, action)
        game.push_action(action, seat)
        events.append(Moved(seat, game.ply, game.digest(), action, by=CLOCK))
        if not half:
            break
    return events


def passive_action(view: Position, seat: int) -> int:
    """The most passive action of a seat; if all of them do something, the one that Greedy chooses."""
    actions = view.legal_actions_of(seat)
    verbs = {view.title.actions.decode(action)[0]: action for action in reversed(actions)}
    for verb in PASSIVE_VERBS:
        if verb in verbs:
            return verbs[verb]
    return actions[0] if len(actions) == 1 else Greedy().choose(view, Budget(seconds=0.0, seed=view.ply))
