"""A table in memory: its game, version, seats, clocks and remarks, made by replaying its log.

The game is played by the rules that it began with, also when the title has newer ones. A log that does not replay to
its digests raises BrokenLog.
"""

import hashlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from tabletown.engine import value
from tabletown.engine.errors import TabletownError, UnknownRules, UnknownTitle
from tabletown.engine.forced import only_action
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.takebacks import last_ply, take_back
from tabletown.engine.title import Title
from tabletown.engine.value import Value
from tabletown.games import get as get_title
from tabletown.server.errors import Full, NotAllowed, NotYours, OtherRelease
from tabletown.server.limits import DEFAULTS, Limits
from tabletown.server.play import clocks
from tabletown.server.play.digests import digest_of
from tabletown.server.play.memory import Remembered
from tabletown.server.play.people.names import known_as_bot, told_apart
from tabletown.server.play.remarks import Remark, read_remark
from tabletown.server.play.timeline import Timeline
from tabletown.server.play.visibility import Visibility
from tabletown.server.store.events import (
    AFTER_END,
    CLOCK,
    Agreed,
    AnyEvent,
    AskedToGoBack,
    BrokenLog,
    CameBack,
    ClocksStarted,
    Declined,
    Departed,
    ForcedPlies,
    GaveUp,
    Joined,
    LeftLesson,
    LeftToBot,
    Moved,
    NameTaken,
    Noted,
    RemarkRemoved,
    Rematch,
    Said,
    SatDown,
    TimeRanOut,
    TookBack,
    WentBack,
    Withdrawn,
)
from tabletown.server.store.protocol import FORMER_PLAYER, Awaits, LoggedEvent, Player, SeatRow, TableRow

SPECTATOR = -1
NOT_BEGUN = "The game begins when the last seat is taken; until then nobody sees the deal."
_ID_SHOWN = 6  # characters of a table's id that may appear in log files


def commitment(rules: str, seed: int, salt: str) -> str:
    """The hash of a seed that is published before the first move, and can be checked when the game is over."""
    return hashlib.sha256(f"{rules} {seed} {salt}".encode()).hexdigest()


def title_and_rules(row: TableRow) -> tuple[Title, int, str]:
    """The title of a table, the number of the rules by which it is played, and its edition. Raises OtherRelease."""
    try:
        title = get_title(row.title)
        return title, *title.rules_of(row.rules)
    except (UnknownTitle, UnknownRules):
        raise OtherRelease(
            f"This game is played by the rules {row.rules}, which this release of Tabletown does not know. "
            "Nothing of it is lost: a release that knows them can open it."
        ) from None


def is_known(row: TableRow) -> bool:
    """Whether this release knows the title and the rules of a table."""
    try:
        title_and_rules(row)
    except OtherRelease:
        return False
    return True


SeenVersions = Mapping[str, int]
"""The version of a table as each reader counts: by the id of a player who has seats, and under "" for all others."""


class Line(Value, frozen=True):
    """A sentence of the log; its subject is the seat (-1: none). The text holds marks for seats, see seat_marks.py."""

    seat: int
    text: str
    pieces: tuple[str, ...]  # ids of the pieces that it is about
    round: str  # the heading under which it stands: a round, or a year and its phase
    rules: tuple[str, ...] = ()  # the numbers of the rules that it applies
    forced: bool = False  # as the reader knows, the seat had no other choice


@dataclass(frozen=True, slots=True)
class Note:
    """A log entry that is not a move: after so many plies, or (`of_ply`) about the ply that follows."""

    ply: int
    seat: int
    text: str
    of_ply: bool = False


@dataclass(frozen=True, slots=True)
class TakeBackQuestion:
    """A question of a seat to all others: may the game be taken back to a ply? See takebacks.py."""

    seat: int
    ply: int
    version: int  # of the store, at which it was asked
    agreed: frozenset[int] = frozenset()  # seats


WITHDRAWN = "This table was withdrawn before the game began, so nobody can sit down here any more."
_CLOSED = "Nobody came for a long time, so this table is closed."
_WENT_ON = "What was done at this table after the game had ended does not count."
_NO_ANSWER = (  # other public events answer it
    AskedToGoBack | Agreed | Noted | Said | ClocksStarted | ForcedPlies | RemarkRemoved | NameTaken
)


class Table:
    """A table in memory. Hold `lock` while reading or changing it.

    Raises OtherRelease for a title, or rules of it, that this release does not know.
    """

    def __init__(self, row: TableRow, limits: Limits = DEFAULTS) -> None:
        self.row = row
        self.limits = limits
        self.seats = list(row.seats)  # as they are now; the row has them as they were set up
        # before it has begun, nobody sees the deal; older releases let tables with open seats begin by a move
        self.begun = not self.has_open_seats()
        self.next = ""  # the id of the table of the rematch
        self.withdrawn = False  # see waiting_rooms.py
        self.lesson_left = False  # see lessons.py
        self.gave_up: set[int] = set()  # the seats whose players resigned (see resigning.py)
        self.title, rules, edition = title_and_rules(row)
        self.lock = threading.RLock()
        self.version = 0  # of the store; each reader counts their own, see visibility.py
        self.is_current = False  # the lock was held since it caught up
        self.awaited: Awaits | None = None  # whom it waited for when this process last wrote it
        self.peopled = self.has_people()  # when this process last read or wrote it
        self.times = [row.created]  # by version, when it was written
        try:
            self.game = Game.new(
                self.title, len(row.seats), row.seed, row.options, rules=rules, edition=edition
            )  # fmt: skip
        except TabletownError as error:
            raise BrokenLog(f"{self}: {error}") from error
        self.visibility = Visibility(self.game)
        self.timeline = Timeline.begin(row.seats)
        self.question: TakeBackQuestion | None = None  # see takebacks.py
        self.notes: list[Note] = []
        self.remarks: list[Remark] = []
        self._said = 0  # remarks, with those that were deleted
        self.departed: set[str] = set()  # the ids of players who were deleted
        self.went_on = False  # an older release let the game go on after its end
        self.memories: dict[int, Remembered] = {}  # by seat, see memory.py
        self.lines_by_reader: dict[int, list[tuple[Line, ...] | None]] = {}  # by reader and ply, see log.py

    def __str__(self) -> str:
        """For log files: shortened, because anybody who knows the whole id could sit down."""
        return f"table {self.row.id[:_ID_SHOWN]}..."

    @property
    def memory_size(self) -> int:
        """About how many bytes of memory it takes: a state and some log lines for every ply."""
        return 20_000 + len(self.game.history) * (self.game.states.nbytes + 1_000)

    def catch_up(self, logged: Sequence[LoggedEvent]) -> None:
        """Replay the events that follow this version. Only the last digest is checked. Raises BrokenLog.

        The end of a game is final. Older releases let a game go on after it; such events are counted as versions, but
        they change nothing, and their digests are those of a game that does not count.
        """
        digest: str | None = None
        for entry in logged:
            if entry.version != self.version + 1:
                raise BrokenLog(f"{self}: version {entry.version} follows {self.version}")
            try:
                self._count(entry)
            except (LookupError, ValueError) as error:  # among them all errors of the engine
                raise BrokenLog(f"{self}: version {entry.version} cannot be replayed: {error}") from error
            if not self.went_on:
                digest = entry.event.digest or digest  # empty: before the first move, see store/people_sql.py
        self.peopled = self.has_people()
        if digest is not None and digest_of(self.game) != digest:
            raise BrokenLog(f"{self}: version {self.version} does not replay to its digest")

    def _count(self, entry: LoggedEvent) -> None:
        """Replay an event and count it as a version."""
        if self.game.is_game_over() and not isinstance(entry.event, AFTER_END):
            self._go_on_after_end()
        else:
            self._set_clocks(self.timeline, entry.event, entry.at)
            self._replay(entry)
            self.timeline.record(entry.event, entry.at, self.seats)
        self.visibility.record(entry.event)
        answers = not isinstance(entry.event, _NO_ANSWER) and self.visibility.is_public()
        if answers or self.game.is_game_over():
            self.question = None
        self.version = entry.version
        self.times.append(entry.at)

    def _replay(self, entry: LoggedEvent) -> None:
        event = entry.event
        match event:
            case Moved():
                self._move(event)
                self.begun = True
            case TookBack():
                self._take_back(event)
            case WentBack():
                self._go_back(event)
            case AskedToGoBack() | Agreed() | Declined():
                self._ask_or_answer(event, entry.version)
            case SatDown():
                self._seat(event)
            case LeftToBot() | CameBack():
                self._stand_in(event)
            case GaveUp():
                self._give_up(event)
            case Said():
                self._said += 1
                if event.text:  # else the speaker was deleted
                    self.remarks.append(read_remark(self._said, event, [row.name for row in self.seats]))
            case Departed():
                self._depart(event)
            case Joined():
                self._join(event)
            case RemarkRemoved(number=number):
                self.remarks = [remark for remark in self.remarks if remark.number != number]
            case NameTaken():
                self._take_name(event)
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
            case ForcedPlies(seat=seat, on=on):
                self.seats[seat] = replace(self.seats[seat], play_forced=bool(on))
            case Noted():
                self._note(event, event.text)
            case Withdrawn():
                self.withdrawn = True
                self._note(event, "withdraws this table." if event.seat >= 0 else _CLOSED)
            case _:
                assert_never(event)

    def _note(self, event: AnyEvent, text: str) -> None:
        self.notes.append(Note(event.ply, event.seat, text))

    def _go_on_after_end(self) -> None:
        if not self.went_on:
            self.went_on = True
            self.notes.append(Note(self.game.ply, SPECTATOR, _WENT_ON))

    def _move(self, event: Moved) -> None:
        self.game.push_action(event.action, event.seat)
        if event.note:
            self.notes.append(Note(event.ply - 1, event.seat, event.note, of_ply=True))

    def _take_back(self, event: TookBack) -> None:
        gone = last_ply(self.game, event.seat)
        if gone is None:
            raise BrokenLog(f"{self}: there is nothing that seat {event.seat} could take back")
        take_back(self.game, event.seat)
        for lines in self.lines_by_reader.values():
            del lines[gone:]
        kept = [note for note in self.notes if not (note.of_ply and note.ply == gone)]
        self.notes = [replace(note, ply=note.ply - (note.ply > gone)) for note in kept]

    def _go_back(self, event: WentBack) -> None:
        if self.question is None or not 0 <= event.ply <= len(self.game.history):
            raise BrokenLog(f"{self}: nobody asked to go back to ply {event.ply}")
        while len(self.game.history) > event.ply:
            self.game.pop()
        for lines in self.lines_by_reader.values():
            del lines[event.ply :]
        kept = [note for note in self.notes if not (note.of_ply and note.ply >= event.ply)]
        self.notes = [replace(note, ply=min(note.ply, event.ply)) for note in kept]
        self.notes.append(Note(event.ply, SPECTATOR, "All agree, and the game is taken back."))

    def _ask_or_answer(self, event: AskedToGoBack | Agreed | Declined, version: int) -> None:
        question = self.question
        if isinstance(event, AskedToGoBack):
            agreed = frozenset(self.seats_of_same_owner(event.seat))
            self.question = TakeBackQuestion(event.seat, event.to, version, agreed)
            said = "asks all to take the game back."
        elif question is None:
            raise BrokenLog(f"{self}: seat {event.seat} answers a question that nobody asked")
        elif isinstance(event, Agreed):
            self.question = replace(question, agreed=question.agreed.union(self.seats_of_same_owner(event.seat)))
            said = "agrees."
        else:
            said = "would rather go on." if event.seat not in self.seats_of_same_owner(question.seat) else "plays on."
        self._note(event, said)

    def _seat(self, event: SatDown) -> None:
        if not self.is_open(event.seat):
            raise BrokenLog(f"{self}: somebody sits down on a seat that is not open")
        colour = self.seats[event.seat].name
        name = event.name or FORMER_PLAYER
        self.seats[event.seat] = SeatRow("bot" if event.bot else "human", name, event.bot, event.owner)
        if event.bot:
            said = f"is played by a bot ({event.bot}) from now on."
        else:
            said = "sits down." if event.name == colour else f"sits down as {colour}."
        self._note(event, said)
        self.begun = self.begun or not self.has_open_seats()

    def _stand_in(self, event: LeftToBot | CameBack) -> None:
        bot = event.bot if isinstance(event, LeftToBot) else ""
        if self.seats[event.seat].kind != "human" or bool(self.seats[event.seat].bot) == bool(bot):
            raise BrokenLog(f"{self}: a bot cannot come or go at seat {event.seat}")
        self.seats[event.seat] = replace(self.seats[event.seat], bot=bot)
        self._note(event, f"is played by a bot ({bot}) from now on." if bot else "is back.")

    def _give_up(self, event: GaveUp) -> None:
        if self.seats[event.seat].kind != "human":
            raise BrokenLog(f"{self}: nobody can give up at seat {event.seat}")
        self.seats[event.seat] = replace(self.seats[event.seat], bot=event.bot)
        self.gave_up.add(event.seat)
        self._note(event, f"gives the game up; a bot ({event.bot}) plays on.")

    def _depart(self, event: Departed) -> None:
        """The name and the remarks of a deleted player go, also from what was in memory before."""
        owner = event.owner
        self.departed.add(owner)
        own = [row.owner == owner for row in self.row.seats]
        if self.owner == owner:
            self.row = replace(self.row, note="")
        rows = zip(self.row.seats, own, strict=True)
        self.row = replace(self.row, seats=tuple(replace(r, name=FORMER_PLAYER) if o else r for r, o in rows))
        self.seats = [replace(row, name=FORMER_PLAYER, owner="") if row.owner == owner else row for row in self.seats]
        self.remarks = [remark for remark in self.remarks if remark.owner != owner]
        if event.seat >= 0:
            self._note(event, "has left for good; the name and all remarks are deleted.")

    def _join(self, event: Joined) -> None:
        """What belonged to one player belongs to another, who is the same person. Others need not know."""
        before, owner = event.before, event.owner
        self.row = replace(
            self.row, seats=tuple(replace(r, owner=owner) if r.owner == before else r for r in self.row.seats)
        )
        self.seats = [replace(row, owner=owner) if row.owner == before else row for row in self.seats]
        self.remarks = [value.replace(said, owner=owner) if said.owner == before else said for said in self.remarks]

    def _take_name(self, event: NameTaken) -> None:
        """The name goes, also from what was in memory before; nobody else need be told."""
        owner = event.owner
        set_up = zip(self.row.seats, SEAT_NAMES, strict=False)
        self.row = replace(
            self.row, seats=tuple(replace(r, name=colour) if r.owner == owner else r for r, colour in set_up)
        )
        seats = zip(self.seats, SEAT_NAMES, strict=False)
        self.seats = [replace(row, name=colour) if row.owner == owner else row for row, colour in seats]
        self.remarks = [
            value.replace(said, name=self.seats[said.seat].name if said.seat >= 0 else "")
            if said.owner == owner
            else said
            for said in self.remarks
        ]

    def must_have_room(self) -> None:
        """Raise NotAllowed if the log is so long that it only takes what a game needs to come to its end."""
        if self.version >= self.limits.log_events:
            raise Full("The log of this table is full, so only moves are possible now.", "log_events")

    # Time

    def _set_clocks(self, timeline: Timeline, event: AnyEvent, at: float) -> None:
        """Set the clocks that an event sets, before it changes the game.

        A timeout gives the seat some time again. Going back in the game does not give time back.
        """
        clock = self.row.clock
        if clock is not None and isinstance(event, TimeRanOut):
            timeline.set_clocks(at, {event.seat: clocks.time_after_timeout(clock)})
        elif clock is not None and isinstance(event, WentBack):
            left = clocks.seconds_left(clock, self.timeline, self.game.asked(), at)
            timeline.set_clocks(at, dict(enumerate(left)))

    def deadline(
        self, events: Sequence[AnyEvent], now: float, game: Game | None = None, seats: Sequence[SeatRow] | None = None
    ) -> float | None:
        """When the seats that the table waits for after these events will be out of time; None if no clock runs.

        The events lead to `game` and `seats`; without those, game and seats stay as they are.
        """
        if self.row.clock is None:
            return None
        timeline = self._after(events, now, seats)
        return clocks.deadline(self.row.clock, timeline, (game or self.game).asked(), now)

    def runs_out(self, seat: int, events: Sequence[AnyEvent], game: Game, now: float) -> bool:
        """Whether these events, which lead to `game`, would leave a seat that is to move without time."""
        if self.row.clock is None:
            return False
        timeline, situations = self._after(events, now), game.asked()
        thinks = seat in clocks.thinking_seats(timeline, situations[-1][0])
        return thinks and clocks.seconds_left(self.row.clock, timeline, situations, now)[seat] <= 0

    def _after(self, events: Sequence[AnyEvent], now: float, seats: Sequence[SeatRow] | None = None) -> Timeline:
        timeline = self.timeline.copy()
        for event in events:
            self._set_clocks(timeline, event, now)
            timeline.record(event, now, seats or self.seats)
        return timeline

    def late(self, now: float) -> list[int]:
        """The seats that are out of time now."""
        return clocks.late(self.row.clock, self.timeline, self.game.asked(), now) if self.row.clock else []

    def shown_clocks(self, own: Sequence[int], now: float) -> list[clocks.ShownClock | None]:
        """The clocks of all seats as the owner of the seats `own` sees them; None for a seat that shows none."""
        if self.row.clock is None:
            return [None] * len(self.seats)
        return clocks.shown_clocks(self.row.clock, self.timeline, self.game.asked(), own, now)

    # Seats

    def is_open(self, seat: int) -> bool:
        """Whether a seat is free to take."""
        return 0 <= seat < len(self.seats) and self.seats[seat].kind == "open"

    def has_open_seats(self, seats: Sequence[SeatRow] | None = None) -> bool:
        """Whether a seat (of `seats`, by default as they are now) is free to take."""
        return any(row.kind == "open" for row in (self.seats if seats is None else seats))

    def must_have_begun(self) -> None:
        """Raise NotAllowed as long as the table waits for players."""
        if not self.begun:
            raise NotAllowed(NOT_BEGUN)

    def seats_with(self, seat: int, who: SeatRow) -> list[SeatRow]:
        """A copy of the seats with this player or bot on one of them."""
        return [*self.seats[:seat], who, *self.seats[seat + 1 :]]

    @property
    def owner(self) -> str:
        """The id of the player whose table it is: the owner of the first seat that has one; empty without any."""
        return next((row.owner for row in self.seats if row.owner), "")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all seats as they are shown: see names.py."""
        return told_apart(tuple(known_as_bot(row.name, row.owner) for row in self.seats))

    def has_people(self, seats: Sequence[SeatRow] | None = None) -> bool:
        """Whether a seat (of `seats`, by default as they are now) is played by its owner, and not by bots alone."""
        return any(row.kind == "human" and not row.bot for row in (self.seats if seats is None else seats))

    def seats_of(self, player: Player | None) -> tuple[int, ...]:
        """The seats of a player: none for a spectator, several for people who share one screen."""
        if player is None:
            return ()
        return tuple(seat for seat, row in enumerate(self.seats) if row.owner == player.id)

    def versions_by_owner(self) -> SeenVersions:
        """The version of this table as each of its readers counts."""
        owners = {row.owner: self.seats_of(Player(row.owner)) for row in self.seats if row.owner}
        return {owner: self.visibility.version(own) for owner, own in {"": (), **owners}.items()}

    def seat_for(self, player: Player | None, named: int | None) -> int:
        """The seat that a player acts for: `named`, or by default their viewpoint; SPECTATOR without a seat.

        A form names its seat, because after a move the viewpoint of its owner may change. Raises NotYours.
        """
        own = self.seats_of(player)
        if not own or named is None:
            return self.viewpoint(own)
        if named not in own:
            raise NotYours("Somebody else plays there.")
        return named

    def seats_of_same_owner(self, seat: int) -> tuple[int, ...]:
        """All seats of the owner of this one."""
        owner = self.seats[seat].owner
        return tuple(n for n, row in enumerate(self.seats) if row.owner == owner) if owner else (seat,)

    def viewpoint(self, own: Sequence[int]) -> int:
        """From which of their seats an owner sees the table: the one to act, else the last to act, else the first."""
        to_act = self.game.waiting if self.begun else ()  # who begins is part of the deal
        waiting = [seat for seat in to_act if seat in own and not self.seats[seat].bot]
        acted = [ply.seat for ply in self.game.history if ply.seat in own]
        return next(iter([*waiting, *acted[-1:], *own]), SPECTATOR)

    def forced_seats(self, position: Position | None = None, seats: Sequence[SeatRow] | None = None) -> list[int]:
        """The seats of people that have one choice. If it was not made at once, it is after a delay (see forced.py)."""
        position, seats = position or self.game, seats or self.seats
        people = (seat for seat in position.waiting if seats[seat].kind == "human" and not seats[seat].bot)
        return [seat for seat in people if seats[seat].play_forced and only_action(position, seat) is not None]

    def awaits(self, position: Position | None = None, seats: Sequence[SeatRow] | None = None) -> Awaits:
        """Whom the table waits for, in `position` and with `seats` (by default: now).

        A forced ply that is made after a delay is made by the bots' clock, so it counts as one of a bot.
        """
        waiting = (position or self.game).waiting
        if not waiting:
            return "nobody"
        if not self.begun and self.has_open_seats(seats):
            return "players"
        if any((seats or self.seats)[seat].bot for seat in waiting):
            return "bots"
        return "bots" if self.forced_seats(position, seats) else "players"

    def as_of(self, version: int, logged: Sequence[LoggedEvent]) -> "Table":
        """The table as it was at a version, from its whole log."""
        then = Table(self.row, self.limits)
        then.catch_up(logged[:version])
        return then
