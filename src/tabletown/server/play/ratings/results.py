"""The result of a rated game, read from its log: who played, and who has which place.

Nothing else about a game counts: not the points, not the time. Who left has the last place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tabletown.server.play.table import Table
from tabletown.server.store.events import (
    CameBack,
    GaveUp,
    Joined,
    LeftToBot,
    Moved,
    SatDown,
    TimeRanOut,
)
from tabletown.server.store.protocol import LoggedEvent, TableRow
from tabletown.server.store.rating_protocol import Ended

BOT = "bot:"
"""What the id of a rated bot begins with; then comes its name."""

SAME_PERSON = "One person held two seats here, so the game does not count."
UNREADABLE = "The log of this game cannot be read, so it does not count."


@dataclass(frozen=True, slots=True)
class SeatResult:
    """Who played at a seat, the place (from 1), and whether they had left, which makes it the last place.

    A player's own bot has an `owner`, and counts as one person with them.
    """

    entity: str
    place: int
    away: bool = False
    owner: str = ""

    @property
    def person(self) -> str:
        """Who it is for others: of an owner and their bots they play against one person."""
        return self.owner or self.entity


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a rated game. If `why` is not empty, it says why the game does not count."""

    game: Ended
    seats: tuple[SeatResult, ...]
    why: str = ""


def read_result(
    game: Ended,
    row: TableRow,
    logged: Sequence[LoggedEvent],
    joined: Mapping[str, str],
    owners_of_bots: Mapping[str, str],
) -> Result:
    """The result of a finished rated game. `joined` names who is who among players that were joined to others.

    Raises BrokenLog, and OtherRelease for rules that only another release knows.
    """
    table = Table(row)
    table.catch_up(logged)
    outcome = table.game.outcome()
    owners = _owners(row, logged)
    people = [owners_of_bots.get(owner) or joined.get(owner, owner) for owner in owners if owner]
    if outcome is None or len(people) != len(set(people)):
        return Result(game, (), SAME_PERSON if outcome else UNREADABLE)
    away = who_left(row, logged)
    staying = [place for seat, place in enumerate(outcome.places) if seat not in away]
    seats = tuple(
        SeatResult(
            joined.get(owner, owner) or BOT + table.seats[seat].bot,
            len(staying) + 1 if seat in away else 1 + sum(other < outcome.places[seat] for other in staying),
            seat in away,
            owners_of_bots.get(owner, ""),
        )
        for seat, owner in enumerate(owners)
    )
    return Result(game, seats)


def _owners(row: TableRow, logged: Sequence[LoggedEvent]) -> list[str]:
    """The players at the seats, also those who were deleted since; empty for a bot."""
    owners = [seat.owner for seat in row.seats]
    for entry in logged:
        match entry.event:
            case SatDown(seat=seat, owner=owner):
                owners[seat] = owner
            case Joined(owner=owner, before=before):
                owners = [owner if one == before else one for one in owners]
            case _:
                pass
    return owners


def who_left(row: TableRow, logged: Sequence[LoggedEvent]) -> set[int]:
    """The seats that a bot played for their players in the end, or that ran out of time and did not move again."""
    left, late = {number for number, seat in enumerate(row.seats) if seat.kind == "human" and seat.bot}, set[int]()
    for entry in logged:
        match entry.event:
            case LeftToBot(seat=seat) | GaveUp(seat=seat):
                left.add(seat)
            case CameBack(seat=seat):
                left.discard(seat)
                late.discard(seat)
            case TimeRanOut(seat=seat):
                late.add(seat)
            case Moved(seat=seat, by="") if seat not in left:
                late.discard(seat)
            case _:
                pass
    return left | late
