"""Turns of any title: a seat's turn lasts until the table waits for another seat or something is revealed.

Where several seats decide at once, that is one turn of each of them.
"""

from collections.abc import Iterator, Sequence

Situations = Sequence[tuple[int, int]]
"""For each state of a game, from the first: the seats that may act, as bits, and the reveal count (`Game.asked`)."""


def since_reveal(situations: Situations, end: int | None = None) -> int:
    """The first situation since the last reveal, of all or of the first `end`."""
    first = (len(situations) if end is None else end) - 1
    while first and situations[first - 1][1] == situations[first][1]:
        first -= 1
    return first


def is_shared(waiting: int) -> bool:
    """Whether several seats are to act at once.

    >>> is_shared(0b100), is_shared(0b101)
    (False, True)
    """
    return waiting & waiting - 1 != 0


def turn_starts(situations: Situations) -> Iterator[int]:
    """The situations in which a turn began, the last one first. In none of them is a secret decision pending."""
    end = len(situations)
    while end:
        first = since_reveal(situations, end)
        if not is_shared(situations[first][0]):
            for index in range(end - 1, first, -1):
                if situations[index][0] != situations[index - 1][0]:
                    yield index
        yield first
        end = first
