"""Turns, as any title has them: a seat's turn lasts until the table waits for somebody else or something was revealed.

Where several seats decide at once, all of it is one turn of each of them.
"""

from collections.abc import Sequence

from tabletown.engine.game import Game

Asked = Sequence[tuple[int, int]]
"""By situation, the first one first: the seats that may act, as bits, and how much had been revealed (`Game.asked`)."""


def since_reveal(asked: Asked) -> int:
    """The first situation in which as much had been revealed as in the last one."""
    first = len(asked) - 1
    while first and asked[first - 1][1] == asked[first][1]:
        first -= 1
    return first


def is_shared(waiting: int) -> bool:
    """Whether several seats are asked at once.

    >>> is_shared(0b100), is_shared(0b101)
    (False, True)
    """
    return waiting & waiting - 1 != 0


def beginnings(asked: Asked) -> list[int]:
    """The situations in which a turn began. In none of them has anybody decided in secret."""
    found, shared = [0], is_shared(asked[0][0])
    for index in range(1, len(asked)):
        (waited, known), (waiting, revealed) = asked[index - 1], asked[index]
        if revealed != known:
            shared = is_shared(waiting)
        if revealed != known or (waiting != waited and not shared):
            found.append(index)
    return found


def to_take_back(game: Game, seat: int) -> int:
    """How many plies of a seat can be taken back one after another by itself: those of its turn so far."""
    if game.last_ply(seat) is None:
        return 0
    asked = game.asked()
    first = since_reveal(asked)
    count = 0
    for ply in reversed(game.history[first:]):
        if ply.seat == seat:
            count += 1
        elif not is_shared(asked[first][0]):
            break
    return count
