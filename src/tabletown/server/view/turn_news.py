"""What is told to players by mail: tables that wait for them while they look elsewhere, and games that are over.

It is made from the player's own view, like the page of the table, and sent for the player's own decisions alone. So
where several decide in secret, a mail tells nobody what others have done, nor whether they have. A decision is told
once, a table at most once an hour, and nothing is told of tables at which nobody else plays. What comes soon after a
mail waits for others to go along with, unless a clock is short.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from anyio.to_thread import run_sync

from tabletown.engine.seat_marks import Names, with_names
from tabletown.server.errors import NotFound, NotReady, OtherRelease
from tabletown.server.play.clocks import format_time
from tabletown.server.play.log import recap
from tabletown.server.play.siblings import Siblings
from tabletown.server.play.table import Line, Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.mail_protocol import MailBox, TableNote
from tabletown.server.store.protocol import Player, StoreError
from tabletown.server.view.live import LOBBY, Hub

POLL_S = 15.0
GRACE_S = 120.0
"""How long a table has waited before it is told, and how long its player has been away."""

EACH_S = 3600.0
"""Each table is told at most once in so many seconds."""

BETWEEN_S = 1800.0
"""After a mail nothing is told to the player for so many seconds, unless a clock is short."""

SHORT_S = 3600.0
"""With less time than this for a decision a clock is short."""

_DAY_S = 86_400.0
_RECENT_S = 3 * _DAY_S  # games that ended before are not told
_LINES = 12  # of what happened
_OVER = "over"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SeatNews:
    """A seat in a mail: its name, its shape, its points, and (once the game is over) its place."""

    index: int
    name: str
    is_you: bool
    points: int
    place: int = 0


@dataclass(frozen=True, slots=True)
class TableNews:
    """What is told of a table: whose turn it is, or how the game ended; what happened since the player's last turn."""

    id: str
    title: str
    decision: str
    over: bool
    status: str
    time_left: str
    seats: tuple[SeatNews, ...]
    lines: tuple[Line, ...]
    names: Names
    unheard: int = 0  # lines that were left out

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the others."""
        return tuple(seat.name for seat in self.seats if not seat.is_you)

    @property
    def place(self) -> int:
        """The best place of the player, once the game is over."""
        return min((seat.place for seat in self.seats if seat.is_you), default=0)


@dataclass(frozen=True, slots=True)
class _Look:
    """What a look at a table has found: news for now, or when to look again (None: when it has changed)."""

    news: TableNews | None = None
    again: float | None = None


@dataclass(frozen=True, slots=True)
class TurnPace:
    """How soon and how often turns are told by mail."""

    grace: float = GRACE_S
    each: float = EACH_S
    between: float = BETWEEN_S
    poll: float = POLL_S


class TurnNews:
    """Finds what there is to tell to players. Mails are asked for here, and written when they are sent."""

    def __init__(self, tables: Tables, hub: Hub, siblings: Siblings, pace: TurnPace, *, on: bool) -> None:
        self._tables = tables
        self._hub = hub
        self._siblings = siblings
        self._pace = pace
        self._on = on
        self._claimed = False
        self._again: dict[tuple[str, str, int], float] = {}  # player, table, version: when to look

    async def watch(self) -> None:
        """Look regularly, for as long as the server runs."""
        while self._on:
            with suppress(StoreError):  # the database may be back next time
                await run_sync(self.look)
            await asyncio.sleep(self._pace.poll)

    def look(self) -> None:
        """Note who is here, and ask for mails to those who are not and should be."""
        store = self._tables.store
        here = {(player, table) for player, table in self._hub.present() if table != LOBBY}
        if here:
            wanting = store.with_mail({player for player, _ in here})
            store.saw_tables([pair for pair in here if pair[0] in wanting], store.now())
        # one process of a server looks at tables; of several servers, the first one to send is enough
        self._claimed = self._claimed or self._siblings.claim("mail about turns")
        if self._claimed:
            self._ask_for_mails()

    def _ask_for_mails(self) -> None:
        store = self._tables.store
        now = store.now()
        changed = store.tables_to_tell(now - _RECENT_S)
        self._again = {one: self._again[one] for one in changed if one in self._again}
        for one in changed:
            if self._again.get(one, 0.0) > now:
                continue
            player_id, table_id, version = one
            box, player = store.mailbox(player_id), store.player(player_id)
            if box is None or player is None:
                continue
            notes = store.notes_of(player_id)
            free = max((note.told or 0.0 for note in notes.values()), default=0.0) + self._pace.between
            found = self._look(player, box, notes.get(table_id, TableNote()), table_id, now, free)
            if found.news is not None:
                store.put_in_outbox("turn", player_id)
                self._again[one] = now + self._pace.grace
            elif found.again is not None:
                self._again[one] = found.again
            else:
                store.looked_at(player_id, table_id, version)

    def of(self, player: Player, box: MailBox) -> list[TableNews]:
        """All that there is to tell a player just now, once a mail is sent anyway."""
        store = self._tables.store
        now, notes = store.now(), store.notes_of(player.id)
        own = {table_id for owner, table_id, _ in store.tables_to_tell(now - _RECENT_S) if owner == player.id}
        found = (self._look(player, box, notes.get(one, TableNote()), one, now).news for one in sorted(own))
        return sorted((news for news in found if news is not None), key=lambda news: (news.over, news.title, news.id))

    def _look(
        self, player: Player, box: MailBox, note: TableNote, table_id: str, now: float, free: float = 0.0
    ) -> _Look:
        """Look at a table of a player, to whom only what has no time is told before the time `free`."""
        if note.muted:
            return _Look()
        try:
            with self._tables.at(table_id) as table:
                return self._look_at(table, player, box, note, now, free)
        except NotReady:
            return _Look(again=now)
        except (NotFound, OtherRelease):
            return _Look()
        except BrokenLog as error:
            self._tables.broken.report(table_id, error)
            return _Look()

    def _look_at(self, table: Table, player: Player, box: MailBox, note: TableNote, now: float, free: float) -> _Look:
        own = table.seats_of(player)
        if not own or not table.begun or (box.turns == "days" and not is_by_days(table)):
            return _Look()
        if all(row.owner in ("", player.id) for row in table.seats):
            return _Look()  # nobody else waits
        waits_for = _waits_for(table, own)
        over = table.game.is_game_over()
        if not waits_for and (not over or _ended_by(table) in own):
            return _Look()
        decision = _OVER if over else str(max(table.visibility.choices_since(own, seat) for seat in waits_for))
        if decision == note.decision:
            return _Look()
        since = table.times[table.visibility.last_seen(own)]
        if over and note.seen is not None and note.seen >= since:
            return _Look()
        if (player.id, table.row.id) in self._hub.present():
            return _Look(again=now)
        due = max(since + self._pace.grace, (note.seen or 0.0) + self._pace.grace)
        if note.told is not None and not over:
            due = max(due, note.told + self._pace.each)
        if not _is_short(table, own, waits_for, now):
            due = max(due, free)
        if due > now:
            return _Look(again=due)
        you = waits_for[0] if waits_for else table.viewpoint(own)
        return _Look(news_of(table, own, you, decision, now))


def is_by_days(table: Table) -> bool:
    """Whether the players of a table have days for each move."""
    clock = table.row.clock
    return clock is not None and clock.per_move and clock.seconds >= _DAY_S


def _waits_for(table: Table, own: Sequence[int]) -> list[int]:
    """The seats of a player that are to decide, and that no bot plays for them."""
    if table.game.is_game_over():
        return []
    return [seat for seat in own if seat in table.game.waiting and not table.seats[seat].bot]


def _is_short(table: Table, own: Sequence[int], waits_for: Sequence[int], now: float) -> bool:
    """Whether a player has little time left for one of these decisions."""
    clocks = [clock for seat, clock in enumerate(table.shown_clocks(own, now)) if seat in waits_for]
    return any(clock is not None and clock.seconds_left < SHORT_S for clock in clocks)


def _ended_by(table: Table) -> int:
    plies = table.game.history
    return plies[-1].seat if plies else -1


def news_of(table: Table, own: Sequence[int], you: int, decision: str, now: float) -> TableNews:
    """The news of a table, from the view of one of the player's seats."""
    view = table.visibility.view(you)
    outcome, scores = view.outcome(), view.scores()
    names = Names(tuple(table.names), you=you if len(own) == 1 else -1)
    clock = table.shown_clocks(own, now)[you] if outcome is None else None
    lines = () if outcome else recap(table, you, own)
    seats = tuple(
        SeatNews(
            index=seat,
            name=name,
            is_you=seat in own,
            points=outcome.scores[seat] if outcome else scores[seat],
            place=outcome.places[seat] if outcome else 0,
        )
        for seat, name in enumerate(table.names)
    )
    return TableNews(
        id=table.row.id,
        title=table.title.meta.title,
        decision=decision,
        over=outcome is not None,
        status=with_names(str(table.title.words.status(view)), names),
        time_left=format_time(clock.seconds_left) if clock else "",
        seats=seats,
        lines=lines[-_LINES:],
        names=names,
        unheard=max(0, len(lines) - _LINES),
    )
