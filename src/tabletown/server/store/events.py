"""Events: the entries of a table's log, one class for each kind.

A row of the database has the same columns for all kinds; every class says which of them it uses and what they mean
there. `from_columns` reads a row, `to_columns` writes one. Code that handles events matches on the class.
"""

from collections.abc import Sequence
from typing import Any, get_args

import msgspec

CLOCK = "clock"
"""Stands where a bot's name would: the clock decided for a seat that ran out of time."""

FORCED = "forced"
"""Stands where a bot's name would: the ply was the only one possible, as everybody knew, and played itself."""

FORCED_IN_SECRET = "forced in secret"
"""The same for a ply of which only its seat knew that it was the only one possible."""


class BrokenLog(Exception):
    """A stored log cannot be read, or does not replay to its digests. Nothing is repaired automatically."""


class Event(msgspec.Struct, frozen=True, tag_field="kind"):
    """Base of all events: the seat that caused it (-1: none), and the ply and digest of the state that it leads to."""

    seat: int
    ply: int
    digest: str

    @property
    def kind(self) -> str:
        """The value of the column `kind`."""
        return str(self.__struct_config__.tag)


class Moved(Event, frozen=True, tag="move"):
    """The seat made a move, which leads to `ply`. `note` may say how a bot chose it."""

    action: int
    note: str = msgspec.field(default="", name="text")
    by: str = msgspec.field(default="", name="bot")  # CLOCK, if the clock decided; FORCED, FORCED_IN_SECRET


class TookBack(Event, frozen=True, tag="undo"):
    """The seat took back its last ply, which leads back to `ply`."""


class Noted(Event, frozen=True, tag="note"):
    """A sentence about the seat for the log; the game does not change."""

    text: str


class SatDown(Event, frozen=True, tag="sit"):
    """A player (`owner`) or a bot took the open seat. The name is empty if the player was deleted since."""

    name: str = msgspec.field(default="", name="text")
    bot: str = ""
    owner: str = ""


class Rematch(Event, frozen=True, tag="again"):
    """The players of this table play again at another one."""

    table: str = msgspec.field(name="text")


class LeftToBot(Event, frozen=True, tag="away"):
    """A bot plays on the seat until its owner comes back."""

    bot: str


class GaveUp(Event, frozen=True, tag="resign"):
    """The player of the seat gave the game up for good: a bot plays on, and the seat counts as the last one."""

    bot: str


class CameBack(Event, frozen=True, tag="back"):
    """The owner of the seat plays again."""


class Said(Event, frozen=True, tag="say"):
    """A chat message, from a seat or from a spectator (see play/remarks.py for the text).

    The text is empty if the speaker was deleted since.
    """

    text: str = ""
    owner: str = ""


class Departed(Event, frozen=True, tag="gone"):
    """The player `owner` was deleted, and with them their name and remarks. The seat is their first one here."""

    owner: str


class Joined(Event, frozen=True, tag="joined"):
    """What the player `before` did here belongs to the player `owner` from now on: they are one person."""

    owner: str
    before: str = msgspec.field(name="text")


class RemarkRemoved(Event, frozen=True, tag="hush"):
    """The host removed the text of a remark, which is not in the log (see store/people_sql.py)."""

    number: int = msgspec.field(name="action")


class NameTaken(Event, frozen=True, tag="unnamed"):
    """The host took the name of the player `owner` away; they are called by the colour of their seat."""

    owner: str


class ClocksStarted(Event, frozen=True, tag="start"):
    """The clocks of the table started."""


class TimeRanOut(Event, frozen=True, tag="flag"):
    """The seat ran out of time; a bot, or the clock (CLOCK), decides for it."""

    by: str = msgspec.field(name="bot")


class AskedToGoBack(Event, frozen=True, tag="ask"):
    """The seat asked all others to take the game back to the ply `to`."""

    to: int = msgspec.field(name="text")


class Agreed(Event, frozen=True, tag="agree"):
    """The seat agreed to take the game back."""


class Declined(Event, frozen=True, tag="decline"):
    """The seat declined, or withdrew its own question."""


class WentBack(Event, frozen=True, tag="rewind"):
    """All agreed, and the game was taken back to `ply`."""


class ForcedPlies(Event, frozen=True, tag="forced"):
    """From now on forced plies of the seat play themselves (1), or its player makes each of them (0)."""

    on: int = msgspec.field(name="action")


class LeftLesson(Event, frozen=True, tag="lesson"):
    """The learner left the lesson; the game goes on without it."""

    text: str


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    """The waiting room was closed before the last seat was taken, by the seat or (-1) because nobody came for long."""


AnyEvent = (
    Moved
    | TookBack
    | Noted
    | SatDown
    | Rematch
    | LeftToBot
    | CameBack
    | GaveUp
    | Said
    | Departed
    | Joined
    | RemarkRemoved
    | NameTaken
    | ClocksStarted
    | TimeRanOut
    | AskedToGoBack
    | Agreed
    | Declined
    | WentBack
    | LeftLesson
    | ForcedPlies
    | Withdrawn
)

AFTER_END = Said | Rematch | Departed | Joined | RemarkRemoved | NameTaken
"""What can still happen at a table whose game is over. Nothing else is written then; if an older release did write
something else, it does not count."""

COLUMNS = ("kind", "seat", "ply", "digest", "action", "text", "bot", "owner")
"""The columns of a row that make up an event, in the order of `to_columns` and `from_columns`."""


WRITTEN_BY_PEOPLE = ("sit", "say")
"""The kinds whose `text` people wrote. It is stored beside the log (the table `written`), where it can be deleted."""

_OPTIONAL = ("text", "bot", "owner")  # columns that are NULL instead of empty
_KINDS: dict[str, type[AnyEvent]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyEvent)}


def to_columns(event: AnyEvent) -> tuple[Any, ...]:
    """An event as the values of COLUMNS."""
    fields = msgspec.to_builtins(event)
    for column in _OPTIONAL:
        value = fields.get(column)
        fields[column] = str(value) if value not in (None, "") else None
    return tuple(fields.get(column) for column in COLUMNS)


def from_columns(values: Sequence[Any]) -> AnyEvent:
    """The event in a row of COLUMNS. Raises BrokenLog."""
    fields = {column: value for column, value in zip(COLUMNS, values, strict=True) if value is not None}
    try:
        # not strict: the ply of an AskedToGoBack is stored as text. By kind: converting to the union is slower.
        return msgspec.convert(fields, _KINDS[fields["kind"]], strict=False)
    except (KeyError, msgspec.ValidationError) as error:
        raise BrokenLog(f"an event of kind {values[0]!r} cannot be read: {error}") from None
