"""The seats of a table, grouped as its page needs them."""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletown.engine.seat_marks import Names
from tabletown.engine.state import NOBODY
from tabletown.engine.value import Value
from tabletown.server.view.table_view import SeatFacts


class OwnSeat(Value, frozen=True):
    """What the settings of a seat show."""

    index: int
    name: str
    play_forced: bool


class HeldSeat(Value, frozen=True):
    """What is shown of a seat that a bot may take."""

    index: int
    name: str
    is_you: bool
    is_away: bool


@dataclass(frozen=True, slots=True)
class People:
    """The seats of a table in groups."""

    names: Names  # of the seats; a reader with one seat is "you"
    to_move: list[SeatFacts]
    vacant: list[SeatFacts]  # open seats
    others: list[SeatFacts]  # human seats of other players; a bot may stand in for them

    here: tuple[tuple[int, str], ...]  # the other people, with their seats: those whom a bot stands in for come last
    own: tuple[OwnSeat, ...]  # of the reader
    can_leave: tuple[HeldSeat, ...]  # those of people that a bot may take, or give back: the own, and those waited for

    @property
    def no_one_to_talk_to(self) -> bool:
        """Whether all other seats belong to bots, so that there is no other player to chat with."""
        return not (self.others or self.vacant)

    @property
    def someone_to_ask(self) -> bool:
        """Whether another player is present who can answer a question."""
        return any(not seat.is_bot for seat in self.others)


def people_at(seats: Sequence[SeatFacts]) -> People:
    """Group the seats of a table."""
    own = [seat.index for seat in seats if seat.is_you]
    others = [seat for seat in seats if seat.kind == "human" and not seat.is_you]
    return People(
        names=Names(tuple(seat.name for seat in seats), own[0] if len(own) == 1 else NOBODY),
        to_move=[seat for seat in seats if seat.turn],
        vacant=[seat for seat in seats if seat.is_open],
        others=others,
        here=(
            *((seat.index, seat.name) for seat in others if not seat.is_bot),
            *((seat.index, seat.name) for seat in others if seat.is_away),
        ),
        own=tuple(OwnSeat(seat.index, seat.name, seat.play_forced) for seat in seats if seat.is_you),
        can_leave=tuple(
            HeldSeat(seat.index, seat.name, seat.is_you, seat.is_away)
            for seat in seats
            if seat.kind == "human" and (seat.is_you or (seat.turn and not seat.is_away))
        ),
    )
