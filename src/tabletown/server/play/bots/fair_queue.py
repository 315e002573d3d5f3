"""A fair queue: addresses take turns, and the players of an address take turns within it.

So however much one player or address has in the queue, the work of another one waits for one turn of each, not for all
of it. Work that a person waits for comes before all work that nobody waits for.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom work is done: the address and id of a player (either may be empty), and whether a person waits for it.

    `is_waiting` is asked whenever a turn is given, because a person may come or go while the work is in the queue.
    """

    address: str = ""
    player: str = ""
    is_waiting: Callable[[], bool] = _always


class FairQueue(Generic[T]):
    """A queue of work. `pop` gives what is next.

    >>> queue = FairQueue[str]()
    >>> for name in ("ada 1", "ada 2", "ada 3", "bob 1"):
    ...     queue.push(Asker(player=name.split()[0]), name)
    >>> [queue.pop() for _ in range(len(queue))]
    ['ada 1', 'bob 1', 'ada 2', 'ada 3']
    """

    def __init__(self) -> None:
        # by address and player; the one whose turn is next is first
        self._groups: OrderedDict[str, OrderedDict[str, deque[tuple[Asker, T]]]] = OrderedDict()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def push(self, asker: Asker, work: T) -> None:
        """Add work at the end of what this player has in the queue."""
        players = self._groups.setdefault(asker.address, OrderedDict())
        players.setdefault(asker.player, deque()).append((asker, work))
        self._size += 1

    def pop(self) -> T:
        """Take out the next work. Raises IndexError if there is none."""
        entry = next((entry for entry in self._in_turn() if entry[0].is_waiting()), None)
        if entry is None:
            entry = next(self._in_turn(), None)
        if entry is None:
            raise IndexError("the queue is empty")
        self._take(*entry)
        return entry[1]

    def discard(self, asker: Asker, work: T) -> None:
        """Take work out that is not wanted any more, if it is still there. Nobody loses a turn by that."""
        players = self._groups.get(asker.address)
        if players and any(entry[1] is work for entry in players.get(asker.player, ())):
            self._remove(asker, work)

    def _in_turn(self) -> Iterator[tuple[Asker, T]]:
        """All work, by whose turn is next: of each address and player in turn, the oldest first."""
        for players in self._groups.values():
            for waiting in players.values():
                yield from waiting

    def _take(self, asker: Asker, work: T) -> None:
        """Remove an entry; its player and address had their turn."""
        self._remove(asker, work)
        if asker.address in self._groups:
            self._groups.move_to_end(asker.address)
            if asker.player in self._groups[asker.address]:
                self._groups[asker.address].move_to_end(asker.player)

    def _remove(self, asker: Asker, work: T) -> None:
        players = self._groups[asker.address]
        players[asker.player].remove((asker, work))
        self._size -= 1
        if not players[asker.player]:
            del players[asker.player]
        if not players:
            del self._groups[asker.address]
