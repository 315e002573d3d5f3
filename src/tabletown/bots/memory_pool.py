"""A pool of search memories: their arrays are large, and allocating new ones costs more than a short search."""

import threading
from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar


class Memory(Protocol):
    """What a pool needs of a memory: what kind it is, and that it can be emptied."""

    @property
    def kind(self) -> Hashable:
        """Memories of one kind can stand for each other."""
        ...

    def clear(self) -> None:
        """Empty it."""
        ...


M = TypeVar("M", bound=Memory)


class MemoryPool:
    """Unused memories by kind. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._unused: dict[Hashable, list[Memory]] = defaultdict(list)

    def take(self, kind: Hashable, make: Callable[[], M]) -> M:
        """An empty memory of a kind: an unused one, or a new one that `make` makes."""
        with self._lock:
            unused = self._unused[kind]
            memory = unused.pop() if unused else None
        if memory is None:
            return make()
        memory.clear()
        return memory  # type: ignore[return-value]  # of this kind, hence of this type

    def give_back(self, memory: Memory) -> None:
        """Make a memory available to the next search."""
        with self._lock:
            self._unused[memory.kind].append(memory)


POOL = MemoryPool()
"""The pool of all searches of this process."""
