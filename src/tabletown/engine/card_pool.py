"""Cards of a position: placed by name, each only once, and dealt at random where the position leaves them open."""

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.engine.chance import below
from tabletown.engine.errors import PositionError


class CardPool:
    """Cards of one kind that have no place yet."""

    def __init__(self, kind: str, names: Mapping[str, Sequence[int]], known: str, any_case: bool = False) -> None:
        """`names` gives the numbers of the cards that a name can mean; `known` tells of good names in an error.

        With `any_case` names may be written in capitals, while those given are in lower case.
        """
        self.kind = kind
        self.names = names
        self.known = known
        self.any_case = any_case
        self.unused = sorted({number for numbers in names.values() for number in numbers})

    def find(self, name: Any, where: str) -> Sequence[int]:
        """The numbers of the cards that a name can mean, wherever they lie."""
        numbers = self.names.get(name.lower() if self.any_case else name) if isinstance(name, str) else None
        if numbers is None:
            raise PositionError(f"unknown {self.kind} {name!r} in {where}; {self.known}")
        return numbers

    def use(self, name: Any, where: str) -> int:
        """Put a card into a place."""
        free = [number for number in self.find(name, where) if number in self.unused]
        if not free:
            raise PositionError(f"{self.kind} {name} lies in two places (again in {where})")
        self.unused.remove(free[0])
        return free[0]

    def deal(self, state: Any, among: Sequence[int] | None = None) -> int:
        """Put a card into a place by chance: any, or one among some."""
        cards = self.unused if among is None else among
        number = cards[int(below(state, len(cards)))]
        self.unused.remove(number)
        return number

    def fill(self, state: Any, places: Any, unknown: int) -> None:
        """Deal a card into every place in which there is an unknown one."""
        for i, number in enumerate(places):
            if number == unknown:
                places[i] = self.deal(state)
