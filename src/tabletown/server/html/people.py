"""Who is at a table, sorted as its page speaks of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletown.server.view.table_view import SeatFacts


@dataclass(frozen=True, slots=True)
class Company:
    """The people of a table, and those it waits for."""

    names: list[str]  # by seat
    busy: list[SeatFacts]  # who is to move
    vacant: list[SeatFacts]  # where somebody may sit down
    others: list[SeatFacts]  # other people than the reader, a bot may play for them

    @property
    def alone(self) -> bool:
        """Whether nobody but bots is there, or may come, to talk with."""
        return not (self.others or self.vacant)

    @property
    def to_ask(self) -> bool:
        """Whether anybody else is there who can be asked."""
        return any(not seat.is_bot for seat in self.others)


def company(seats: Sequence[SeatFacts]) -> Company:
    """Sort the seats of a table."""
    return Company(
        names=[seat.name for seat in seats],
        busy=[seat for seat in seats if seat.turn],
        vacant=[seat for seat in seats if seat.is_open],
        others=[seat for seat in seats if seat.kind == "human" and not seat.is_you],
    )
