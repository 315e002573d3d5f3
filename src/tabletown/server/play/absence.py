"""Absence: a bot plays on the seat of a player who has to leave, until they come back.

The owner of a seat may hand it to a bot at any time. Another player of the table may do so once the table has waited
for that seat long enough, as far as that player can see: where several seats decide in secret, the answer must not tell
which of them have decided. A player who ran out of time (see clocks.py) gets the seat back once the bot has made the
late decision.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from tabletown.server.errors import Malformed, NotAllowed, NotYours, Outdated, TooMany
from tabletown.server.play.bots.tables_of_bots import TablesOfBots
from tabletown.server.play.commands import Change, Command, RateName
from tabletown.server.play.durations import in_words
from tabletown.server.play.fair_play import ONLY_STAND_IN, STAND_IN, is_strict, sentence
from tabletown.server.play.people.request_address import request_address
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import CameBack, LeftToBot
from tabletown.server.store.protocol import Player

GAVE_UP = "This game was given up, and that is final. The bot plays it to its end."
_A_GAME_S = 300.0  # about how long a game between bots takes
_TOO_MANY_OF_BOTS = (
    "Bots play for you alone at several tables already. Please try again in 5 minutes, when one of those games may be"
    " over, or come back to one of them."
)


class Absence:
    """Lets bots play for absent players. Other players must wait `patience` seconds before they may ask for that."""

    def __init__(self, tables: Tables, patience: float) -> None:
        self._tables = tables
        self._tables_of_bots = TablesOfBots(tables)
        self._patience = patience

    def change(self, table_id: str, player: Player | None, seat: int, bot: str) -> int:
        """Let a bot play on a seat, or (with an empty name) its owner again. Raises Refused.

        `player` is the player who asks. Returns the version of the store after the change.
        """
        if bot and player is not None:
            self._check_tables_of_bots(table_id, player, seat)
        return self._tables.submit(table_id, StandIn(seat, bot, player, self._patience)).version

    def _check_tables_of_bots(self, table_id: str, player: Player, seat: int) -> None:
        """Raise TooMany if the player, or the address, would leave too many running games to bots alone."""
        with self._tables.at(table_id) as table:
            rest = table.seats_with(seat, replace(table.seats[seat], bot="away")) if seat < len(table.seats) else []
            if table.seats_of(player) == () or not table.has_people() or table.has_people(rest):
                return
        if self._tables_of_bots.has_most(player.id, request_address.get(), but=table_id):
            self._tables.metrics.refused("tables_of_bots")
            raise TooMany(_TOO_MANY_OF_BOTS, _A_GAME_S)


@dataclass(frozen=True, slots=True)
class StandIn(Command):
    """Let a bot play on a player's seat, or (with an empty name) its owner again. Asked twice, it is done once."""

    seat: int
    bot: str
    asker: Player | None
    patience: float = 0.0
    rate: ClassVar[RateName] = "absence_rate"

    def player(self, table: Table) -> str:
        """The player who asks."""
        return self.asker.id if self.asker else ""

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """The bot comes or goes, if `asker` may decide that."""
        seat, bot = self.seat, self.bot
        if not 0 <= seat < len(table.seats) or table.seats[seat].kind != "human":
            raise Malformed("Nobody sits there who could leave or come back.")
        self._must_be_allowed(table, now)
        if bot not in ("", STAND_IN) and is_strict(table.row):
            raise NotAllowed(sentence(ONLY_STAND_IN, table.row))
        table.must_have_begun()
        if not bot and seat in table.gave_up:
            raise NotAllowed(GAVE_UP)
        if bool(table.seats[seat].bot) == bool(bot) or table.game.is_game_over():
            return None
        table.must_have_room()
        ply, digest = table.game.ply, table.game.digest()
        event = LeftToBot(seat, ply, digest, bot) if bot else CameBack(seat, ply, digest)
        return Change([event], seats=table.seats_with(seat, replace(table.seats[seat], bot=bot)))

    def _must_be_allowed(self, table: Table, now: float) -> None:
        own = table.seats_of(self.asker)
        if self.seat in own:
            if not self.bot and self.seat in table.timeline.undecided:
                raise Outdated(f"The time of {table.names[self.seat]} was over. The bot decides this once.")
            return
        if not own or not self.bot:
            raise NotYours("Only those who sit at this table decide who plays there.")
        if not table.seats[self.seat].bot:  # asking twice is not refused
            self._must_have_waited(table, own, now)

    def _must_have_waited(self, table: Table, own: tuple[int, ...], now: float) -> None:
        """Raise Outdated unless the table has waited long enough for the seat, as the owner of `own` sees it."""
        table.must_have_begun()  # or the answer would tell who begins
        name = table.names[self.seat]
        if self.seat not in table.game.view(table.viewpoint(own)).waiting:
            raise Outdated(f"The table does not wait for {name}.")
        left = self.patience - (now - table.times[table.visibility.last_seen(own)])
        if left > 0:
            raise Outdated(f"{name} may still be thinking. If nothing happens, a bot can take over {in_words(left)}.")
