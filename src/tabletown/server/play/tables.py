"""All tables: create one, find one, carry out commands.

The store is the truth. A `Table` is a cache of one log: before every use it reads the events that it has not seen, so
moves of other processes need no special case.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import get_args

from tabletown.engine.edition import PRINTED
from tabletown.engine.game import MAX_SEED
from tabletown.games import get as get_title
from tabletown.server.errors import Full, NotAllowed, NotFound, NotReady, OtherRelease, Outdated, Refused
from tabletown.server.limits import DEFAULTS, Limits
from tabletown.server.metrics import Metrics, MovedBy
from tabletown.server.play.bots.addresses import TableAddresses
from tabletown.server.play.broken_tables import BrokenTables
from tabletown.server.play.commands import Change, Command, RateName, StartClocks
from tabletown.server.play.forced import PlayForced, with_forced_plies
from tabletown.server.play.lessons import Lesson
from tabletown.server.play.openings import Opening
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.request_address import request_address
from tabletown.server.play.siblings import Alone, Siblings
from tabletown.server.play.table import SeenVersions, Table, commitment
from tabletown.server.store.events import AFTER_END, BrokenLog, Moved
from tabletown.server.store.protocol import (
    Append,
    Awaits,
    Clock,
    KeyReused,
    LoggedEvent,
    Player,
    Receipt,
    Request,
    SeatRow,
    Session,
    SessionOver,
    Store,
    TableRow,
    VersionConflict,
)

TABLE_MEMORY = 256 * 2**20  # bytes, for thousands of short games; a table that is dropped costs a replay later
OVER = "The game is over, and that is final: its seed is public."
_TOO_OFTEN: dict[RateName, str] = {
    "undo_rate": "That was a lot to take back in a short time.",
    "seat_rate": "That was a lot of seats in a short time.",
    "absence_rate": "That was a lot of changes at your seat in a short time.",
    "chat_rate": "That was a lot to say in a short time.",
}
DONE_ELSEWHERE = "You have just done something in another window. Please look at the table and try again."


class Tables:
    """Creates and finds tables and carries out commands. `changed` is called with every new version of a table.

    It also gets the version as each reader of the table counts, if that is known without reading the store.

    `is_ready` says whether a title is compiled; the tables of one that is not raise NotReady instead of waiting for the
    compiler. Tables stay in memory as long as they fit into `memory` bytes. `siblings` are the other processes of
    the site.
    """

    def __init__(
        self,
        store: Store,
        changed: Callable[[str, int, SeenVersions | None], None],
        is_ready: Callable[[str], bool] = lambda _: True,
        memory: int = TABLE_MEMORY,
        limits: Limits = DEFAULTS,
        siblings: Siblings | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self.store = store
        self.siblings = siblings or Alone()
        self.metrics = metrics or Metrics()
        self.now = store.now
        self.broken = BrokenTables()
        self.limits = limits
        self.addresses = TableAddresses(self.siblings)
        self.rated_game_over: Callable[[str], None] = lambda _: None  # called with the title
        self._rates = {name: self.rate_limit(name) for name in get_args(RateName)}
        self._memory = memory
        self._changed = changed
        self._is_ready = is_ready
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    def rate_limit(self, name: str) -> RateLimit:
        """The rate limit with the numbers of this name. To be called once for each name."""
        refused = partial(self.metrics.refused, name)
        return self.siblings.rate_limit(name, getattr(self.limits, name), self.limits.players_per_address, refused)

    def create(
        self,
        title: str,
        seats: Sequence[SeatRow],
        options: Mapping[str, bool] | None = None,
        *,
        edition: str = PRINTED,
        public: bool = False,
        clock: Clock | None = None,
        lesson: Lesson | None = None,
        opening: Opening | None = None,
        rated: bool = False,
        tournament: str = "",
        note: str = "",
        lay: Callable[[TableRow, Awaits], bool] | None = None,
        key: str = "",
        session: Session | None = None,
    ) -> str:
        """Set up a table with a secret seed, and return its unguessable id.

        It is played by the newest rules of its title, with the cards of the `edition`. A table for a `lesson` has the
        deal of that lesson, and one with an `opening` goes on with another game, by the rules of that one. A `rated`
        table, and one of a `tournament` (its id), is strict (see fair_play.py). A `session` begins together with the
        table. If the `key` has created a table before, nothing is done and the id of that table is returned. Raises
        UnknownTitle, OptionError and Outdated.

        The `note` is for those who may join. With `lay`, that function stores the table, and the id is empty if it
        refuses to.
        """
        self.must_be_ready(title)
        found, known = get_title(title), lesson or opening
        rules = opening.rules if opening else found.rules_name(found.meta.rules, edition)
        seed, salt = known.seed if known else secrets.randbelow(MAX_SEED), secrets.token_hex(16)
        row = TableRow(
            id=secrets.token_urlsafe(12),
            title=title,
            rules=rules,
            options=dict(options or {}),
            seed=seed,
            salt=salt,
            commitment=commitment(rules, seed, salt),
            created=self.now(),
            seats=tuple(seats),
            public=public,
            clock=clock,
            lesson=lesson is not None,
            rated=rated,
            tournament=tournament,
            note=note,
        )
        try:
            # bots leave a table alone that has not got its opening yet
            awaits = "players" if opening else Table(row).awaits()
            if lay is None:
                made = self.store.create_table(row, awaits, key=key, session=session)
            elif lay(row, awaits):
                made = row.id
            else:
                return ""
        except SessionOver:
            raise Outdated(DONE_ELSEWHERE) from None
        # with open seats, clocks start when the last seat is taken
        begins = all(seat.kind != "open" for seat in seats)
        first = opening.command() if opening else StartClocks() if clock is not None else PlayForced()
        version = self.submit(made, first, announce=False).version if begins else 0
        self.addresses.acted(made, request_address.get())
        self.announce(made, version)
        return made

    @contextmanager
    def at(self, table_id: str) -> Iterator[Table]:
        """The table as it is now, locked for the other threads of this process.

        Raises NotFound, NotReady, OtherRelease and BrokenLog.
        """
        with self._lock:
            table = self._kept.get(table_id)
            if table is not None:
                self._kept.move_to_end(table_id)
        if table is None:
            row = self.store.table(table_id)
            if row is None:
                raise NotFound
            self.must_be_ready(row.title)
            table = Table(row, self.limits)
            with self._lock:
                table = self._kept.setdefault(table_id, table)
                self._forget()
        with table.lock:
            was_current = table.is_current  # a thread that has the lock already reads once
            if not was_current:
                self._catch_up(table, lambda: self.store.events(table_id, table.version))
            table.is_current = True
            try:
                yield table
            finally:
                table.is_current &= was_current

    def _catch_up(self, table: Table, logged: Callable[[], Sequence[LoggedEvent]]) -> None:
        try:
            table.catch_up(logged())
        except BaseException:
            with self._lock:  # it has replayed a part only
                self._kept.pop(table.row.id, None)
            raise

    def _forget(self) -> None:
        """Drop the least recently used tables, until the others fit into memory."""
        used = sum(table.memory_size for table in self._kept.values())
        while used > self._memory and len(self._kept) > 1:
            used -= self._kept.popitem(last=False)[1].memory_size

    def may_await_bots(self, table_id: str) -> bool:
        """Whether a bot may be to move, as far as is known without reading the store."""
        with self._lock:
            table = self._kept.get(table_id)
        return table is None or table.awaited in (None, "bots")

    def may_have_people(self, table_id: str) -> bool:
        """Whether a seat is played by its owner, as far as is known without reading the store."""
        with self._lock:
            table = self._kept.get(table_id)
        return table is None or table.peopled

    def may_be_over(self, table_id: str) -> bool:
        """Whether the game of a table may be over, as far as is known without reading the store."""
        with self._lock:
            table = self._kept.get(table_id)
        return table is not None and table.awaited == "nobody"

    @property
    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._kept)

    def must_be_ready(self, title: str) -> None:
        """Raise NotReady while a title is being compiled."""
        if not self._is_ready(title):
            raise NotReady(title)

    def submit(
        self,
        table_id: str,
        command: Command,
        version: int = 0,
        key: str = "",
        *,
        session: Session | None = None,
        announce: bool = True,
    ) -> Receipt:
        """Carry out a command at a table; durable when it returns. Tables change in no other way.

        `version` is the one that the command answers, as its player counts (see visibility.py); only decisions of a
        seat need it. A request with the same `key` and text is carried out once, however often it is sent, and gets
        the same receipt. A `session` begins together with the change. Raises Refused, and the errors of `at`.
        """
        counted = False
        while True:
            with self.at(table_id) as table:
                request = command.request(table, version, key) if key else None
                try:
                    change = self._change(table, command, version, request)
                    if isinstance(change, Receipt):
                        return change
                    if not counted and command.rate is not None:
                        self._rates[command.rate].check(command.player(table), _TOO_OFTEN[command.rate])
                        counted = True
                    receipt = self._write(table, change, request, session)
                    seen = table.versions_by_owner() if table.version == receipt.version else None
                except VersionConflict:  # another process was faster: try again on the new version
                    continue
                except KeyReused:
                    raise Outdated(command.used_key) from None
                except SessionOver:
                    raise Outdated(DONE_ELSEWHERE) from None
            if not receipt.repeated:
                self._count_moves(table.row.title, change, command.made_by)
                if table.row.rated and change.game is not None and change.game.is_game_over():
                    self.rated_game_over(table.row.title)
            if command.by_player:
                self.addresses.acted(table_id, request_address.get())
            if announce:
                self.announce(table_id, receipt.version, seen)
            return receipt

    def _change(self, table: Table, command: Command, version: int, request: Request | None) -> Change | Receipt:
        """The change of a command; or its receipt, if there is nothing to do or it was carried out before."""
        try:
            change = command.change(table, version, self.now())
            _must_not_change_the_end(table, change)
        except Refused as refusal:
            # a repeated request gets its first receipt, even if it would be refused now
            if request is not None and (receipt := self.store.find_receipt(table.row.id, request)):
                return receipt
            if isinstance(refusal, Full):
                self.metrics.refused(refusal.limit)
            raise
        return Receipt(table.version) if change is None else with_forced_plies(table, change)

    def _count_moves(self, title: str, change: Change, by: MovedBy) -> None:
        if moves := sum(isinstance(event, Moved) for event in change.events):
            self.metrics.moved(title, by, moves)

    def _write(self, table: Table, change: Change, request: Request | None, session: Session | None) -> Receipt:
        """Append a change to the log, with whom the table waits for then and until when; the table has it, too."""
        events, game, seats = change.events, change.game, change.seats
        awaits, deadline = table.awaits(game, seats), table.deadline(events, self.now(), game, seats)
        table.is_current, table.awaited, table.peopled = False, awaits, table.has_people(seats)
        receipt = self.store.append(Append(table.row.id, table.version, events, awaits, request, session, deadline))
        if not receipt.repeated:  # what was written need not be read
            written = enumerate(events, table.version + 1)
            self._catch_up(table, lambda: [LoggedEvent(version, event, receipt.at) for version, event in written])
            table.is_current = True
        return receipt

    def versions(self, table_id: str, players: Mapping[str, Player | None]) -> dict[str, int]:
        """The version of a table for each of these players, as each of them counts. Raises the errors of `at`."""
        with self.at(table_id) as table:
            return {name: table.visibility.version(table.seats_of(player)) for name, player in players.items()}

    def watched(self, player: Player | None, table_ids: Iterable[str]) -> list[str]:
        """Of these tables, those at which the player does not sit."""
        found = []
        for table_id in table_ids:
            with suppress(NotFound, NotReady, OtherRelease, BrokenLog), self.at(table_id) as table:
                if not table.seats_of(player):
                    found.append(table_id)
        return found

    def announce(self, table_id: str, version: int, seen: SeenVersions | None = None) -> None:
        """Call `changed` with a new version of a table, and with the version as each reader counts, if known."""
        self._changed(table_id, version, seen)


def _must_not_change_the_end(table: Table, change: Change | None) -> None:
    """Raise NotAllowed if a change would add to a finished game. This is the one rule for all commands."""
    events = change.events if change is not None and table.game.is_game_over() else ()
    if not all(isinstance(event, AFTER_END) for event in events):
        raise NotAllowed(OVER)
