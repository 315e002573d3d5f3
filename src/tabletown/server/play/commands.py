"""Commands: what players and bots can do at a table, one small class each.

`Tables.submit` carries a command out: it computes the `change` on the table as it is now, writes it, and computes it
again if another process was faster. A command decides by what its own seat may know, so that a refusal tells no more.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from tabletown.engine.game import Game
from tabletown.server.errors import Full, Malformed, NotAllowed, NotYours, Outdated
from tabletown.server.metrics import MovedBy
from tabletown.server.play import takebacks
from tabletown.server.play.fair_play import ONE_SEAT, ONE_SEAT_WITH_BOTS, is_strict, sentence
from tabletown.server.play.lessons import LEFT_LESSON, check_follows_script, lesson_at
from tabletown.server.play.moves import make_moves, restart_turn, take_back
from tabletown.server.play.remarks import remark_event
from tabletown.server.play.table import SPECTATOR, WITHDRAWN, Table
from tabletown.server.store.events import AnyEvent, ClocksStarted, ForcedPlies, LeftLesson, Rematch, SatDown, TookBack
from tabletown.server.store.protocol import Player, Request, SeatRow

MOVED_ON = "The table has moved on since this page was drawn. Here it is as it stands now."
TAKEN = "Somebody else was faster: this seat is taken. Here is the table as it stands now."
BLOCKED_HERE = "Somebody whom you have blocked sits at this table. End the block first, or choose another table."
STOOD_IN = "A bot plays here just now, so nothing was done. Take the seat back to play on yourself."
USED_KEY = "This form was sent before, with another move. Here is the table as it stands now."
SAID_BEFORE = "This form was sent before, with another remark. Please send it once more."
TOO_LONG_AGO = "The time since then would count as yours, and you have less than that left. So it stays as it is."


@dataclass(frozen=True, slots=True)
class Change:
    """Events for the log, and the game and seats that they lead to, if they change those."""

    events: Sequence[AnyEvent]
    game: Game | None = None
    seats: Sequence[SeatRow] | None = None


RateName = Literal["undo_rate", "seat_rate", "absence_rate", "chat_rate"]


class Command(ABC):
    """Base of all commands; `Tables.submit` carries them out."""

    __slots__ = ()
    used_key: ClassVar[str] = USED_KEY
    """The message for a request whose key was used before, with other text."""

    rate: ClassVar[RateName | None] = None
    """The limit (limits.py) on how often a player may do this."""

    made_by: ClassVar[MovedBy] = "player"
    """Who makes the moves of this command, for the metrics."""

    by_player: ClassVar[bool] = True
    """Whether only people who play at the table, or join it, do this."""

    @abstractmethod
    def change(self, table: Table, version: int, now: float) -> Change | None:
        """The change of the table as it is now; None if there is nothing to do. Raises Refused."""

    def request(self, table: Table, version: int, key: str) -> Request | None:
        """The idempotency key of the command; None for a command that is harmless to repeat."""
        return None

    def player(self, table: Table) -> str:
        """The id of the player who does this; empty if it is not known."""
        return ""


def hash_of(*parts: object) -> str:
    """The hash of a request's text, by which a repeated one is recognised. It is stored in logs: never change it."""
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()


# Decisions of a seat, made in answer to a version that its player sees


@dataclass(frozen=True, slots=True)
class SeatCommand(Command):
    """A decision of one seat. It is outdated if the seat's choices have changed since `version`.

    `named` is whether the request names the seat. Otherwise the site has chosen it, and may choose another one when the
    same request is sent again.
    """

    seat: int
    named: bool = field(default=True, kw_only=True)
    verb: ClassVar[str]

    @abstractmethod
    def do(self, table: Table, game: Game) -> Sequence[AnyEvent]:
        """The events of this decision, made on a copy of the table's game. Raises Refused."""

    @property
    def text(self) -> str:
        """The text of the request, besides the verb."""
        return ""

    @property
    def by(self) -> str:
        """The name of the bot that must be playing on the seat; empty for its owner."""
        return ""

    def player(self, table: Table) -> str:
        """The owner of the seat."""
        return table.seats[self.seat].owner

    @property
    def body(self) -> tuple[object, ...]:
        """What a repeated request is recognised by, besides the version."""
        return (self.verb, self.text)

    def request(self, table: Table, version: int, key: str) -> Request | None:
        """Recognised by the owner of the seat and by verb, text and version."""
        if not 0 <= self.seat < len(table.seats):
            return None
        return Request(table.seats[self.seat].owner, key, hash_of(*self.body, version), self.seat, self.named)

    def change(self, table: Table, version: int, now: float) -> Change:
        """The decision made on a copy of the game. Raises Refused."""
        seat = self.seat
        if not 0 <= seat < len(table.seats):
            raise NotYours("Only those who sit at this table can move.")
        if table.seats[seat].bot != self.by:  # a bot has come or gone in the meantime
            raise Outdated(STOOD_IN)
        table.must_have_begun()
        own = table.seats_of_same_owner(seat)
        # a player who sits down, or a secret decision of another seat, does not make this outdated
        if not table.visibility.choices_since(own, seat) <= version <= table.visibility.version(own):
            raise Outdated(MOVED_ON)
        game = table.game.copy()
        events = self.do(table, game)
        check_follows_script(table, game, seat)
        takes_back = any(isinstance(event, TookBack) for event in events)
        if takes_back or isinstance(self, AskToGoBack):
            table.must_have_room()
        if takes_back and table.runs_out(seat, events, game, now):
            raise NotAllowed(TOO_LONG_AGO)
        return Change(events, game)


@dataclass(frozen=True, slots=True)
class Move(SeatCommand):
    """Make a move, or several that belong together (`a; b`): all of them or none."""

    move: str
    verb: ClassVar[str] = "move"

    @property
    def text(self) -> str:
        """The move."""
        return self.move

    def do(self, table: Table, game: Game) -> Sequence[AnyEvent]:
        """Make the moves."""
        return make_moves(game, self.seat, self.move)


@dataclass(frozen=True, slots=True)
class MoveInstead(Move):
    """Take back the seat's last choice and make another: all or nothing."""

    verb: ClassVar[str] = "instead"
    rate = "undo_rate"

    def do(self, table: Table, game: Game) -> Sequence[AnyEvent]:
        """Take back, then make the moves."""
        return [*take_back(game, self.seat, table), *make_moves(game, self.seat, self.move)]


@dataclass(frozen=True, slots=True)
class BotMove(Move):
    """The move of a bot on its seat, perhaps with a note for the log.

    Bots do not move while players are asked whether to go back.
    """

    bot: str
    note: str = ""
    made_by = "bot"

    @property
    def by(self) -> str:
        """The bot."""
        return self.bot

    def do(self, table: Table, game: Game) -> Sequence[AnyEvent]:
        """Make the move."""
        if table.question is not None:
            raise Outdated(MOVED_ON)
        return make_moves(game, self.seat, self.move, self.note)


@dataclass(frozen=True, slots=True)
class TakeBack(SeatCommand):
    """Take back the seat's last choice, if nobody learned anything from it."""

    verb: ClassVar[str] = "undo"
    rate = "undo_rate"

    def do(self, table: Table, game: Game) -> Sequence[AnyEvent]:
        """Take the choice back."""
        return take_back(game, self.seat, table)


@dataclass(frozen=True, slots=True)
class RestartTurn(SeatCommand):
    """Take back all that the seat has chosen in its turn, as far as nobody learned anything from it."""

    verb: ClassVar[str] = "restart"
    rate = "undo_rate"

    def do(self, table: Table, game: Game) -> Sequence[AnyEvent]:
        """Take the seat's plies back."""
        return restart_turn(game, self.seat, table)


@dataclass(frozen=True, slots=True)
class AskToGoBack(SeatCommand):
    """Ask all others to take the game back to the beginning of a turn (see takebacks.py)."""

    turn: int
    verb: ClassVar[str] = "ask"
    rate = "undo_rate"

    @property
    def text(self) -> str:
        """The turn."""
        return str(self.turn)

    def do(self, table: Table, game: Game) -> Sequence[AnyEvent]:
        """Ask; if no other player has to agree, go back at once."""
        return takebacks.ask(table, game, self.seat, self.turn)


@dataclass(frozen=True, slots=True)
class AnswerToGoBack(SeatCommand):
    """Agree to take the game back, or decline."""

    question: str
    agrees: bool
    verb: ClassVar[str] = "answer"

    @property
    def body(self) -> tuple[object, ...]:
        """The answer and the question."""
        return ("agree" if self.agrees else "decline", self.question)

    def do(self, table: Table, game: Game) -> Sequence[AnyEvent]:
        """Answer; when the last player agrees, the game goes back."""
        return takebacks.answer(table, game, self.seat, self.question, self.agrees)


# Commands that do not depend on a version


@dataclass(frozen=True, slots=True)
class SitDown(Command):
    """Give an open seat to a player or a bot. A player without a name is called like the seat."""

    seat: int
    who: SeatRow
    unwelcome: frozenset[str] = frozenset()  # players beside whom the seat counts as taken: they blocked this one
    avoids: frozenset[str] = frozenset()  # players whom this one has blocked
    one_person: frozenset[str] = frozenset()  # who counts as one with this player: their bots, or a bot's owner
    used_key: ClassVar[str] = TAKEN
    rate = "seat_rate"

    def player(self, table: Table) -> str:
        """The player who sits down."""
        return self.who.owner

    def request(self, table: Table, version: int, key: str) -> Request:
        """Recognised by the key alone: it is made from the whole form, and its player may be new."""
        return Request("", key, key, self.seat)

    def change(self, table: Table, version: int, now: float) -> Change:
        """The seat goes to the first player or bot that asks for it."""
        if not 0 <= self.seat < len(table.seats):
            raise Malformed("There is no such seat at this table.")
        if table.withdrawn:
            raise NotAllowed(WITHDRAWN)
        if not table.is_open(self.seat):
            raise Outdated(TAKEN)
        if is_strict(table.row) and self.who.owner and table.seats_of(Player(self.who.owner)):
            raise NotAllowed(sentence(ONE_SEAT, table.row))
        if is_strict(table.row) and any(row.owner in self.one_person for row in table.seats):
            raise NotAllowed(sentence(ONE_SEAT_WITH_BOTS, table.row))
        here = {row.owner for row in table.seats}
        if self.who.owner in here:  # they share this table already
            here = set()
        if here & self.unwelcome:
            raise Outdated(TAKEN)
        if here & self.avoids:
            raise NotAllowed(BLOCKED_HERE)
        game, name = table.game, self.who.name or table.seats[self.seat].name
        ply, digest = game.ply, game.digest()
        events: list[AnyEvent] = [SatDown(self.seat, ply, digest, name, self.who.bot, self.who.owner)]
        if not self.who.play_forced:
            events.append(ForcedPlies(self.seat, ply, digest, 0))
        return Change(events, seats=table.seats_with(self.seat, self.who))


@dataclass(frozen=True, slots=True)
class Say(Command):
    """Send a chat message to a table, from a seat or as a spectator."""

    speaker: Player
    text: str
    used_key: ClassVar[str] = SAID_BEFORE
    rate = "chat_rate"
    by_player = False

    def player(self, table: Table) -> str:
        """The speaker."""
        return self.speaker.id

    def _seat(self, table: Table) -> int:
        own = table.seats_of(self.speaker)
        # of several seats the first, not the one to act, which would tell which of them has decided in secret
        return own[0] if own else SPECTATOR

    def request(self, table: Table, version: int, key: str) -> Request:
        """Recognised by the speaker and the text of the message."""
        return Request(self.speaker.id, key, hash_of("say", self.text), self._seat(table))

    def change(self, table: Table, version: int, now: float) -> Change:
        """A remark at the end of the log. Raises NotAllowed."""
        if len(table.remarks) >= table.limits.remarks:
            raise Full("So much has been said at this table that no more fits in.", "remarks")
        game = table.game
        event = remark_event(self._seat(table), self.speaker.name, self.text, self.speaker.id, game.ply, game.digest())
        return Change([event])


@dataclass(frozen=True, slots=True)
class PlayAgain(Command):
    """Lead the players of a table to another one, unless it has a next table already."""

    seat: int
    other: str

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """The first request decides the next table."""
        if table.next:
            return None
        return Change([Rematch(self.seat, table.game.ply, table.game.digest(), self.other)])


@dataclass(frozen=True, slots=True)
class LeaveLesson(Command):
    """Leave the lesson; the game goes on without it."""

    seat: int

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """The lesson ends for good."""
        if lesson_at(table) is None:
            return None
        return Change([LeftLesson(self.seat, table.game.ply, table.game.digest(), LEFT_LESSON)])


@dataclass(frozen=True, slots=True)
class StartClocks(Command):
    """Start the clocks of a new table. Any other event starts them as well."""

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """The first event of a table without open seats."""
        return Change([ClocksStarted(SPECTATOR, 0, table.game.digest())]) if table.version == 0 else None
