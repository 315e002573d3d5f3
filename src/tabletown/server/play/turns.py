"""Turns of any title: a seat's turn lasts until the table waits for another seat or something is revealed.

Where several seats decide at once, that is one turn of each of them.
"""

from collections.abc import Sequence

Situations = Sequence[tuple[int, int]]
"""For each state of a game, from the first: the seats that may act, as bits, and the reveal count (`Game.asked`)."""


def since_reveal(situations: Situations) -> int:
    """The first situation since the last reveal."""
    first = len(situations) - 1
    while first and situations[first - 1][1] == situations[first][1]:
        first -= 1
    return first


def is_shared(waiting: int) -> bool:
    """Whether several seats are to act at once.

    >>> is_shared(0b100), is_shared(0b101)
    (False, True)
    """
    return waiting & waiting - 1 != 0


def turn_starts(situations: Situations) -> list[int]:
    """The situations in which a turn began. In none of them is a secret decision pending."""
    found, shared = [0], is_shared(situations[0][0])
    for index in range(1, len(situations)):
        (waited, known), (waiting, revealed) = situations[index - 1], situations[index]
        if revealed != known:
            shared = is_shared(waiting)
        if revealed != known or (waiting != waited and not shared):
            found.append(index)
    return found
