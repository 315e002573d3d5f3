"""Tables in play: found, made and moved.

The store is the truth. A `Table` is a cache of one log: before every use it reads what it has not seen, so moves of
other processes are no special case.
"""

import hashlib
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from tabletown.engine.game import MAX_SEED, Game
from tabletown.games import get as get_title
from tabletown.server.errors import Malformed, NotAllowed, NotFound, NotReady, NotYours, Outdated, Refused, TooMany
from tabletown.server.play.lessons import LEFT, MARK, Lesson, lesson_at, must_follow
from tabletown.server.play.moves import make, restart, take_back
from tabletown.server.play.remarks import said
from tabletown.server.play.table import SPECTATOR, Table, commitment
from tabletown.server.store.protocol import (
    Append,
    Behind,
    Clock,
    Event,
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
MAX_TALK = 2000  # remarks at a table: a log is replayed as a whole
MOVED_ON = "The table has moved on since this page was drawn. Here it is as it stands now."
TAKEN = "Somebody else was faster: this seat is taken. Here is the table as it stands now."
TWICE = "You have just sat down in another window. Here is the table as it stands now."
STOOD_IN = "A bot plays here just now, so nothing was done. Take the seat back to play on yourself."
USED_KEY = "This form was sent before, with another move. Here is the table as it stands now."
TOO_LONG_AGO = "The time since then would count as yours, and you have less than that left. So it stays as it is."

Do = Callable[[Table, Game], list[Event]]
"""What a seat does at a table, tried on a copy of its game, which it leads on; raises Refused."""


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

        A table for a `lesson` is dealt as that one wants it, and its salt says so. A session may begin with it. If the
        `key` has made a table before, that one's id is returned and nothing done.
        """
        self.must_be_ready(title)
        rules = get_title(title).rules
        seed, salt = secrets.randbelow(MAX_SEED), secrets.token_hex(16)
        if lesson:
            seed, salt = lesson.seed, MARK + salt
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
        )
        made = self.store.create_table(row, Table(row).awaits(), key=key, session=session)
        # with open seats they start when the last guest sits down
        starts = clock is not None and all(seat.kind != "open" for seat in seats)
        self._changed(made, self._start_clocks(made) if starts else 0)
        return made

    def _start_clocks(self, table_id: str) -> int:
        """Let the clocks of a new table run; returns its version. Any other event starts them as well."""
        with self.at(table_id) as table:
            if table.version == 0:
                with suppress(Behind):
                    return self.write(table, [Event("start", SPECTATOR, 0, table.game.digest())]).version
            return table.version

    def write(
        self,
        table: Table,
        events: Sequence[Event],
        *,
        game: Game | None = None,
        seats: Sequence[SeatRow] | None = None,
        request: Request | None = None,
        session: Session | None = None,
    ) -> Receipt:
        """Add events to the log of a table, with all that the store has to know about what they lead to.

        They lead to this game and these people, by default to those who are there. Raises what `Store.append` does, and
        announces nothing.
        """
        awaits, deadline = table.awaits(game, seats), table.deadline(events, self.now(), game, seats)
        table.is_current, table.awaited = False, awaits
        return self.store.append(Append(table.row.id, table.version, events, awaits, request, session, deadline))

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

    def play(self, table_id: str, seat: int, move: str, version: int, key: str) -> Receipt:
        """Make a move for a seat, or several (`a; b`), as an answer to a version; durable when it returns.

        The version is the one that the seat's player sees (visibility.py). All moves are made or none: Refused.
        """
        return self.act(table_id, seat, ("move", move), version, key, lambda _, game: make(game, seat, move))

    def instead(self, table_id: str, seat: int, move: str, version: int, key: str) -> Receipt:
        """Take back the seat's last choice and make others: all or nothing."""

        def do(table: Table, game: Game) -> list[Event]:
            return [*take_back(game, seat, table.course), *make(game, seat, move)]

        return self.act(table_id, seat, ("instead", move), version, key, do)

    def undo(self, table_id: str, seat: int, version: int, key: str) -> Receipt:
        """Take back the seat's last choice, if nobody learned anything from it."""

        def do(table: Table, game: Game) -> list[Event]:
            return take_back(game, seat, table.course)

        return self.act(table_id, seat, ("undo", ""), version, key, do)

    def restart(self, table_id: str, seat: int, version: int, key: str) -> Receipt:
        """Take back all that the seat has chosen in its turn, as far as nobody learned anything from it."""

        def do(table: Table, game: Game) -> list[Event]:
            return restart(game, seat, table.course)

        return self.act(table_id, seat, ("restart", ""), version, key, do)

    def substitute(self, table_id: str, seat: int, bot: str, move: str, version: int, note: str = "") -> Receipt:
        """Make the move of a bot that plays on a seat, with a note on how it came about.

        Bots do not go on while somebody is asked whether to go back.
        """

        def do(table: Table, game: Game) -> list[Event]:
            if table.question is not None:
                raise Outdated(MOVED_ON)
            return make(game, seat, move, note)

        return self.act(table_id, seat, ("move", move), version, "", do, bot)

    def sit(self, table_id: str, seat: int, who: SeatRow, session: Session | None = None, key: str = "") -> Receipt:
        """Give an open seat to a player, whose session begins with it, or to a bot; durable when it returns.

        A `key` that has done so before does it no more: the receipt says so, and no session begins. Who brings no name
        is called like the seat. Whatever else happens at the table meanwhile, the first one gets the seat; raises
        Refused. It is not announced, so that whoever sits down holds their new token before their other windows hear
        of it: see `announce`.
        """
        request = Request(seat, key, key) if key else None
        while True:
            with self.at(table_id) as table:
                if not 0 <= seat < len(table.seats):
                    raise Malformed("There is no such seat at this table.")
                if request is not None and (receipt := self.store.answered(table_id, request)):
                    return receipt
                if not table.is_open(seat):
                    raise Outdated(TAKEN)
                game, name = table.game, who.name or table.seats[seat].name
                sits = Event("sit", seat, game.ply, game.digest(), text=name, bot=who.bot, owner=who.owner)
                then = [*table.seats[:seat], who, *table.seats[seat + 1 :]]
                try:
                    return self.write(table, [sits], seats=then, request=request, session=session)
                except Behind:  # somebody moved, or took this seat or another one: look again
                    continue
                except SessionOver:
                    raise Outdated(TWICE) from None

    def stand_in(self, table_id: str, seat: int, bot: str, may: Callable[[Table], None] = lambda _: None) -> int:
        """Let a bot play on somebody's seat, or (without a name) nobody but its owner; durable when it returns.

        `may` is asked under the lock and raises Refused if it must not be. What is so already is not done again.
        Returns the version of the store at which it is so.
        """
        while True:
            with self.at(table_id) as table:
                if not 0 <= seat < len(table.seats) or table.seats[seat].kind != "human":
                    raise Malformed("Nobody sits there who could leave or come back.")
                may(table)
                if bool(table.seats[seat].bot) == bool(bot) or table.game.is_over():
                    return table.version
                game, who = table.game, replace(table.seats[seat], bot=bot)
                event = Event("away" if bot else "back", seat, game.ply, game.digest(), bot=bot)
                then = [*table.seats[:seat], who, *table.seats[seat + 1 :]]
                try:
                    receipt = self.write(table, [event], seats=then)
                except Behind:
                    continue
            self._changed(table_id, receipt.version)
            return receipt.version

    def again(self, table_id: str, seat: int, other: str) -> str:
        """Lead the company of a table to another one; returns where it goes, which somebody may have said before."""
        while True:
            with self.at(table_id) as table:
                if table.next:
                    return table.next
                event = Event("again", seat, table.game.ply, table.game.digest(), text=other)
                try:
                    receipt = self.write(table, [event])
                except Behind:
                    continue
            self._changed(table_id, receipt.version)
            return other

    def leave_lesson(self, table_id: str, seat: int) -> int:
        """Let somebody go on without the lesson that was begun; returns the version of the store at which it is so."""
        while True:
            with self.at(table_id) as table:
                if lesson_at(table) is None:
                    return table.version
                event = Event("lesson", seat, table.game.ply, table.game.digest(), text=LEFT)
                try:
                    receipt = self.write(table, [event])
                except Behind:
                    continue
            self._changed(table_id, receipt.version)
            return receipt.version

    def say(self, table_id: str, speaker: Player, text: str, key: str, session: Session | None = None) -> Receipt:
        """Say something at a table, from a seat or while watching; a new speaker's session begins with it.

        Raises Refused, and KeyReused and SessionOver like the store.
        """
        while True:
            with self.at(table_id) as table:
                own, game = table.seats_of(speaker), table.game
                if len(table.talk) >= MAX_TALK:
                    raise TooMany("So much has been said at this table that no more fits in.")
                # of several seats the first, not the one to act: that would tell which of them has decided in secret
                seat = own[0] if own else SPECTATOR
                event = said(seat, speaker.name, text, speaker.id, game.ply, game.digest())
                request = Request(seat, key, _hash("say", text))
                try:
                    receipt = self.write(table, [event], request=request, session=session)
                except Behind:
                    continue
            self._changed(table_id, receipt.version)
            return receipt

    def versions(self, table_id: str, players: Mapping[str, Player | None]) -> dict[str, int]:
        """Where a table is for each of these players, as each of them counts. Raises NotFound."""
        with self.at(table_id) as table:
            return {name: table.sight.version(table.seats_of(player)) for name, player in players.items()}

    def announce(self, table_id: str, version: int) -> None:
        """Tell everybody who can see it of a version of the store."""
        self._changed(table_id, version)

    def act(
        self, table_id: str, seat: int, asked: tuple[str, str], version: int, key: str, do: Do, bot: str = ""
    ) -> Receipt:
        """Do something for a seat as an answer to a version, once however often it is asked for with the same key.

        `asked` is the verb and its text, by which a repeated request is known. Raises Refused.
        """
        request = Request(seat, key, _hash(*asked, version)) if key else None
        while True:
            with self.at(table_id) as table:
                if not 0 <= seat < len(table.seats):
                    raise NotYours("Only those who sit at this table can move.")
                try:
                    try:
                        trial, events = self._tried(table, seat, version, do, bot)
                    except Refused:
                        # what was sent again is told what it did the first time, whatever is said to it now
                        if request is not None and (receipt := self.store.answered(table_id, request)):
                            return receipt
                        raise
                    receipt = self.write(table, events, game=trial, request=request)
                except Behind:  # another process was faster: perhaps the move is possible all the same
                    continue
                except KeyReused:
                    raise Outdated(USED_KEY) from None
            self._changed(table_id, receipt.version)
            return receipt

    def _tried(self, table: Table, seat: int, version: int, do: Do, bot: str) -> tuple[Game, list[Event]]:
        """What a seat wants to do, done on a copy of the game. Raises Refused."""
        if table.seats[seat].bot != bot:  # it came, or went, while this one was thinking
            raise Outdated(STOOD_IN)
        own = table.seats_beside(seat)
        # who sits down, or decides in secret, is in nobody's way
        if not table.sight.moved(own, seat) <= version <= table.sight.version(own):
            raise Outdated(MOVED_ON)
        trial = table.game.copy()
        events = do(table, trial)
        must_follow(table, trial, seat)
        takes_back = any(event.kind == "undo" for event in events)
        if takes_back and table.runs_out(seat, events, trial, self.now()):
            raise NotAllowed(TOO_LONG_AGO)
        return trial, events


def _hash(*parts: object) -> str:
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()
