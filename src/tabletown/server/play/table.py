"""One table in play: a game, the version it is at, and who sits there, made by replaying its log.

Nothing is believed of a log that does not replay to the digests it carries.
"""

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from tabletown.engine.errors import TabletownError
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.games import get as get_title
from tabletown.server.errors import NotYours
from tabletown.server.play import clocks
from tabletown.server.play.digests import digest_of
from tabletown.server.play.remarks import Remark, remark
from tabletown.server.play.timeline import Timeline
from tabletown.server.play.visibility import Visibility
from tabletown.server.store.events import (
    CLOCK,
    Agreed,
    AnyEvent,
    AskedToGoBack,
    BrokenLog,
    CameBack,
    ClocksStarted,
    Declined,
    LeftLesson,
    LeftToBot,
    Moved,
    Noted,
    Rematch,
    Said,
    SatDown,
    TimeRanOut,
    TookBack,
    WentBack,
)
from tabletown.server.store.protocol import Awaits, Logged, Player, SeatRow, TableRow

SPECTATOR = -1
_SHOWN = 6  # characters of a table's id that may be written down


def commitment(rules: str, seed: int, salt: str) -> str:
    """What is published of a seed before the first move: anybody can compute it again when the game is over."""
    return hashlib.sha256(f"{rules} {seed} {salt}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of the log in words; its subject is the seat."""

    seat: int
    text: str
    pieces: tuple[str, ...]  # ids of the pieces it touched
    round: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened beside the game, after so many plies of it; or that is said of the ply that follows."""

    ply: int
    seat: int
    text: str
    of_ply: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """Somebody asks all others to take the game back to a ply."""

    seat: int
    ply: int
    version: int  # at which it was asked
    agreed: frozenset[int] = frozenset()  # seats


_KEEP_QUESTION = (
    AskedToGoBack | Agreed | Noted | Said | ClocksStarted
)  # all else that everybody sees is an answer to it


class Table:
    """One table: hold `lock` while reading or changing it."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.seats = list(row.seats)  # as they are now; the row says how they were set up
        self.next = ""  # the table at which the company goes on
        self.lesson_left = False  # see lessons.py
        self.title = get_title(row.title)
        if self.title.rules != row.rules:
            raise BrokenLog(f"{self} was played by the rules {row.rules}; here are {self.title.rules}")
        self.lock = threading.RLock()
        self.version = 0  # the store's: each reader has their own, see visibility.py
        self.is_current = False  # nothing was written since it caught up, and somebody has held the lock all the time
        self.awaited: Awaits | None = None  # whom it waited for when it was last written here
        self.times = [row.created]  # by version, when it came about
        self.game = Game.new(self.title, len(row.seats), row.seed, row.options)
        self.visibility = Visibility(self.game)
        self.timeline = Timeline.begin(row.seats)
        self.question: Question | None = None  # see takebacks.py
        self.notes: list[Note] = []
        self.talk: list[Remark] = []
        self.told: dict[int, list[tuple[Line, ...] | None]] = {}  # by reader and ply, see log.py

    def __str__(self) -> str:
        """For messages that end up in a file: whoever knows the whole id could sit down."""
        return f"table {self.row.id[:_SHOWN]}..."

    @property
    def weight(self) -> int:
        """About how many bytes of memory it takes: a state for every ply, and what is told of it."""
        return 20_000 + len(self.game.history) * (self.game.states.nbytes + 1_000)

    def catch_up(self, logged: Sequence[Logged]) -> None:
        """Replay the events that follow this version. The last digest answers for all that led to it."""
        for entry in logged:
            if entry.version != self.version + 1:
                raise BrokenLog(f"{self}: version {entry.version} follows {self.version}")
            self._set_clocks(self.timeline, entry.event, entry.at)
            self._replay(entry)
            self.timeline.record(entry.event, entry.at, self.seats)
            self.visibility.record(entry.event)
            if not isinstance(entry.event, _KEEP_QUESTION) and self.visibility.is_public():
                self.question = None
            self.version = entry.version
            self.times.append(entry.at)
        if logged and digest_of(self.game) != logged[-1].event.digest:
            raise BrokenLog(f"{self}: version {self.version} does not replay to its digest")

    def _replay(self, entry: Logged) -> None:
        event = entry.event
        match event:
            case Moved():
                self._move(event)
            case TookBack():
                self._take_back(event)
            case WentBack():
                self._go_back(event)
            case AskedToGoBack() | Agreed() | Declined():
                self._consent(event, entry.version)
            case SatDown():
                self._seat(event)
            case LeftToBot() | CameBack():
                self._stand_in(event)
            case Said():
                self.talk.append(remark(len(self.talk) + 1, event, [row.name for row in self.seats]))
            case Rematch():
                self.next = event.table
                self._note(event, "sets the table for another game.")
            case ClocksStarted():
                self.notes.append(Note(event.ply, SPECTATOR, "The clocks run."))
            case TimeRanOut(by=by):
                self._note(event, "has no time left, so the clock decides." if by == CLOCK else "has no time left.")
            case LeftLesson():
                self.lesson_left = True
                self._note(event, event.text)
            case Noted():
                self._note(event, event.text)
            case _:
                assert_never(event)

    def _note(self, event: AnyEvent, text: str) -> None:
        self.notes.append(Note(event.ply, event.seat, text))

    def _move(self, event: Moved) -> None:
        try:
            self.game.push_action(event.action, event.seat)
        except TabletownError as error:
            raise BrokenLog(f"{self}: {error}") from error
        if event.note:
            self.notes.append(Note(event.ply - 1, event.seat, event.note, of_ply=True))

    def _take_back(self, event: TookBack) -> None:
        gone = self.game.last_ply(event.seat)
        if gone is None:
            raise BrokenLog(f"{self}: there is nothing that seat {event.seat} could take back")
        self.game.take_back(event.seat)
        for lines in self.told.values():
            del lines[gone:]
        kept = [note for note in self.notes if not (note.of_ply and note.ply == gone)]
        self.notes = [replace(note, ply=note.ply - (note.ply > gone)) for note in kept]

    def _go_back(self, event: WentBack) -> None:
        if self.question is None or not 0 <= event.ply <= len(self.game.history):
            raise BrokenLog(f"{self}: nobody asked to go back to ply {event.ply}")
        while len(self.game.history) > event.ply:
            self.game.pop()
        for lines in self.told.values():
            del lines[event.ply :]
        kept = [note for note in self.notes if not (note.of_ply and note.ply >= event.ply)]
        self.notes = [replace(note, ply=min(note.ply, event.ply)) for note in kept]
        self.notes.append(Note(event.ply, SPECTATOR, "All agree, and the game is taken back."))

    def _consent(self, event: AskedToGoBack | Agreed | Declined, version: int) -> None:
        question = self.question
        if isinstance(event, AskedToGoBack):
            agreed = frozenset(self.seats_beside(event.seat))
            self.question = Question(event.seat, event.to, version, agreed)
            said = "asks all to take the game back."
        elif question is None:
            raise BrokenLog(f"{self}: seat {event.seat} answers a question that nobody asked")
        elif isinstance(event, Agreed):
            self.question = replace(question, agreed=question.agreed.union(self.seats_beside(event.seat)))
            said = "agrees."
        else:
            said = "would rather go on." if event.seat not in self.seats_beside(question.seat) else "plays on."
        self._note(event, said)

    def _seat(self, event: SatDown) -> None:
        if not self.is_open(event.seat):
            raise BrokenLog(f"{self}: somebody sits down on a seat that is not open")
        colour = self.seats[event.seat].name
        self.seats[event.seat] = SeatRow("bot" if event.bot else "human", event.name, event.bot, event.owner)
        if event.bot:
            said = f"is played by a bot ({event.bot}) from now on."
        else:
            said = "sits down." if event.name == colour else f"sits down as {colour}."
        self._note(event, said)

    def _stand_in(self, event: LeftToBot | CameBack) -> None:
        bot = event.bot if isinstance(event, LeftToBot) else ""
        if self.seats[event.seat].kind != "human" or bool(self.seats[event.seat].bot) == bool(bot):
            raise BrokenLog(f"{self}: a bot cannot come or go at seat {event.seat}")
        self.seats[event.seat] = replace(self.seats[event.seat], bot=bot)
        self._note(event, f"is played by a bot ({bot}) from now on." if bot else "is back.")

    # Time

    def _set_clocks(self, timeline: Timeline, event: AnyEvent, at: float) -> None:
        """Set the clocks that an event sets, before it changes the game.

        After a flag there is a fair rest of time. Time that all agree to take back was spent all the same.
        """
        clock = self.row.clock
        if clock is not None and isinstance(event, TimeRanOut):
            timeline.set(at, {event.seat: clocks.fair_rest(clock)})
        elif clock is not None and isinstance(event, WentBack):
            timeline.set(at, dict(enumerate(clocks.left(clock, self.timeline, self.game.asked(), at))))

    def deadline(
        self, events: Sequence[AnyEvent], now: float, game: Game | None = None, seats: Sequence[SeatRow] | None = None
    ) -> float | None:
        """When the time of those will be over whom the table waits for after these events, if a clock runs then.

        The events lead to this game (or leave it as it is) and to these people (or those who sit there).
        """
        if self.row.clock is None:
            return None
        timeline = self._after(events, now, seats)
        return clocks.deadline(self.row.clock, timeline, (game or self.game).asked(), now)

    def runs_out(self, seat: int, events: Sequence[AnyEvent], game: Game, now: float) -> bool:
        """Whether these events, which lead to this game, would leave a seat without time to think."""
        if self.row.clock is None:
            return False
        timeline, asked = self._after(events, now), game.asked()
        thinks = seat in clocks.thinking(timeline, asked[-1][0])
        return thinks and clocks.left(self.row.clock, timeline, asked, now)[seat] <= 0

    def _after(self, events: Sequence[AnyEvent], now: float, seats: Sequence[SeatRow] | None = None) -> Timeline:
        timeline = self.timeline.copy()
        for event in events:
            self._set_clocks(timeline, event, now)
            timeline.record(event, now, seats or self.seats)
        return timeline

    def late(self, now: float) -> list[int]:
        """The seats whose time is over."""
        return clocks.late(self.row.clock, self.timeline, self.game.asked(), now) if self.row.clock else []

    def faces(self, own: Sequence[int], now: float) -> list[clocks.Face | None]:
        """The clocks of all seats as the owner of some sees them."""
        if self.row.clock is None:
            return [None] * len(self.seats)
        return clocks.faces(self.row.clock, self.timeline, self.game.asked(), own, now)

    # People

    def is_open(self, seat: int) -> bool:
        """Whether anybody may sit down there."""
        return 0 <= seat < len(self.seats) and self.seats[seat].kind == "open"

    def seats_with(self, seat: int, who: SeatRow) -> list[SeatRow]:
        """The seats as they would be with this player or bot on one of them."""
        return [*self.seats[:seat], who, *self.seats[seat + 1 :]]

    def seats_of(self, player: Player | None) -> tuple[int, ...]:
        """Where a player sits; nowhere for a spectator, and several people may share one screen."""
        if player is None:
            return ()
        return tuple(seat for seat, row in enumerate(self.seats) if row.owner == player.id)

    def seat_for(self, player: Player | None, named: int | None) -> int:
        """The seat that a player acts for: the one they name, else the one they look from; SPECTATOR for none.

        A form names its seat, because after a move its owner may look from another one. Raises NotYours.
        """
        own = self.seats_of(player)
        if not own or named is None:
            return self.viewpoint(own)
        if named not in own:
            raise NotYours("Somebody else plays there.")
        return named

    def seats_beside(self, seat: int) -> tuple[int, ...]:
        """All seats of whoever plays this one."""
        owner = self.seats[seat].owner
        return tuple(n for n, row in enumerate(self.seats) if row.owner == owner) if owner else (seat,)

    def viewpoint(self, own: Sequence[int]) -> int:
        """From which of their own seats somebody looks: the one to act, or the one that acted last, or the first."""
        waiting = [seat for seat in self.game.waiting if seat in own and not self.seats[seat].bot]
        acted = [ply.seat for ply in self.game.history if ply.seat in own]
        return next(iter([*waiting, *acted[-1:], *own]), SPECTATOR)

    def awaits(self, position: Position | None = None, seats: Sequence[SeatRow] | None = None) -> Awaits:
        """Whom the table waits for in this position (now), with these people (those who sit there)."""
        waiting = (position or self.game).waiting
        if not waiting:
            return "nobody"
        return "bots" if any((seats or self.seats)[seat].bot for seat in waiting) else "players"

    def as_of(self, version: int, logged: Sequence[Logged]) -> "Table":
        """The table as it was at a version, from its whole log."""
        then = Table(self.row)
        then.catch_up(logged[:version])
        return then
