"""Tables in play: found, made and moved.

The store is the truth. A `Table` is a cache of one log: before every use it reads what it has not seen, so moves of
other processes are no special case.
"""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from tabletown.engine.game import MAX_SEED
from tabletown.games import get as get_title
from tabletown.server.errors import NotFound, NotReady, Outdated, Refused
from tabletown.server.play.commands import Change, Command, StartClocks
from tabletown.server.play.lessons import Lesson
from tabletown.server.play.table import Table, commitment
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.protocol import (
    Append,
    Behind,
    Clock,
    KeyReused,
    Player,
    Receipt,
    Request,
    SeatRow,
    Session,
    SessionOver,
    Store,
    TableRow,
)

ROOM = 256 * 2**20  # bytes of tables in memory, thousands of short games; a forgotten one costs a replay
TWICE = "You have just done something in another window. Please look at the table and try again."


class Tables:
    """Finds, makes and moves tables. `changed` is told of every table that has a new version.

    What `is_ready` says of a title's name decides whether its tables can be used now; whoever asks for one that cannot
    is told at once (NotReady) instead of waiting for a compiler. Tables stay in memory as long as they fit into `room`
    bytes.
    """

    def __init__(
        self,
        store: Store,
        changed: Callable[[str, int], None],
        is_ready: Callable[[str], bool] = lambda _: True,
        now: Callable[[], float] = time.time,
        room: int = ROOM,
    ) -> None:
        self.store = store
        self.now = now
        self._room = room
        self._changed = changed
        self._is_ready = is_ready
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    def create(
        self,
        title: str,
        seats: Sequence[SeatRow],
        options: Mapping[str, bool] | None = None,
        *,
        public: bool = False,
        clock: Clock | None = None,
        lesson: Lesson | None = None,
        key: str = "",
        session: Session | None = None,
    ) -> str:
        """Set up a table with a secret seed, and return its unguessable id. Raises UnknownTitle and OptionError.

        A table for a `lesson` has the deal that the lesson wants. A session may begin together with the table. If the
        `key` has made a table before, that one's id is returned and nothing is done.
        """
        self.must_be_ready(title)
        rules = get_title(title).rules
        seed, salt = lesson.seed if lesson else secrets.randbelow(MAX_SEED), secrets.token_hex(16)
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
        )
        made = self.store.create_table(row, Table(row).awaits(), key=key, session=session)
        # with open seats they start when the last guest sits down
        starts = clock is not None and all(seat.kind != "open" for seat in seats)
        version = self.submit(made, StartClocks(), announce=False).version if starts else 0
        self.announce(made, version)
        return made

    @contextmanager
    def at(self, table_id: str) -> Iterator[Table]:
        """The table as it is now, for as long as nobody else in this process may touch it.

        Raises NotFound and NotReady.
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
            table = Table(row)
            with self._lock:
                table = self._kept.setdefault(table_id, table)
                self._forget()
        with table.lock:
            was_current = table.is_current  # whoever holds it asks once, and again after writing
            if not was_current:
                try:
                    table.catch_up(self.store.events(table_id, table.version))
                except BaseException:
                    with self._lock:  # half caught up is worth nothing
                        self._kept.pop(table_id, None)
                    raise
            table.is_current = True
            try:
                yield table
            finally:
                table.is_current &= was_current

    def _forget(self) -> None:
        """Let go of the tables that nobody has used for longest, until the others fit in."""
        weight = sum(table.weight for table in self._kept.values())
        while weight > self._room and len(self._kept) > 1:
            weight -= self._kept.popitem(last=False)[1].weight

    def may_await_bots(self, table_id: str) -> bool:
        """Whether a bot may be to move, as far as it can be told without looking at the store."""
        with self._lock:
            table = self._kept.get(table_id)
        return table is None or table.awaited in (None, "bots")

    def must_be_ready(self, title: str) -> None:
        """Raises NotReady while a title is being set up."""
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
        """Carry out a command at a table; durable when it returns. This is the one way in which a table changes.

        `version` is the one that the command answers, as its player counts (see visibility.py); it matters only to
        decisions of a seat. A request with the same `key` and text is carried out once, however often it is sent, and
        gets the first answer. A `session` begins together with the change. Raises Refused, and NotFound and NotReady
        like `at`.
        """
        while True:
            with self.at(table_id) as table:
                request = command.request(table, version, key) if key else None
                try:
                    change = self._change(table, command, version, request)
                    if isinstance(change, Receipt):
                        return change
                    receipt = self._write(table, change, request, session)
                except Behind:  # another process was faster: perhaps it is possible all the same
                    continue
                except KeyReused:
                    raise Outdated(command.used_key) from None
                except SessionOver:
                    raise Outdated(TWICE) from None
            if announce:
                self.announce(table_id, receipt.version)
            return receipt

    def _change(self, table: Table, command: Command, version: int, request: Request | None) -> Change | Receipt:
        """What a command does to a table; or the answer, if it has been carried out before."""
        try:
            change = command.change(table, version, self.now())
        except Refused:
            # a request that is sent again gets its first answer, whatever would be said to it now
            if request is not None and (receipt := self.store.answered(table.row.id, request)):
                return receipt
            raise
        return Receipt(table.version) if change is None else change

    def _write(self, table: Table, change: Change, request: Request | None, session: Session | None) -> Receipt:
        """Add a change to the log, with all that the store has to know about what it leads to."""
        events, game, seats = change.events, change.game, change.seats
        awaits, deadline = table.awaits(game, seats), table.deadline(events, self.now(), game, seats)
        table.is_current, table.awaited = False, awaits
        return self.store.append(Append(table.row.id, table.version, events, awaits, request, session, deadline))

    def versions(self, table_id: str, players: Mapping[str, Player | None]) -> dict[str, int]:
        """Where a table is for each of these players, as each of them counts. Raises NotFound."""
        with self.at(table_id) as table:
            return {name: table.visibility.version(table.seats_of(player)) for name, player in players.items()}

    def watched(self, player: Player | None, table_ids: Iterable[str]) -> list[str]:
        """Those of some tables at which a player does not sit."""
        found = []
        for table_id in table_ids:
            with suppress(NotFound, NotReady, BrokenLog), self.at(table_id) as table:
                if not table.seats_of(player):
                    found.append(table_id)
        return found

    def announce(self, table_id: str, version: int) -> None:
        """Tell everybody who can see it of a version of the store."""
        self._changed(table_id, version)
