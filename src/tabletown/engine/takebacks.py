"""Taking back at a table: which of its plies a seat may take back by itself, without asking the others.

`Game.pop` takes back anything and is for programs. People may take back only as long as nobody has learned anything
since, and only what they decided themselves.
"""

from tabletown.engine.errors import IllegalMove
from tabletown.engine.game import Game, Ply


def is_sealed(game: Game) -> bool:
    """Whether seats decide independently of each other now: several were asked when anything was last revealed."""
    asked = game.asked()
    waiting, now = asked[-1]
    for before, revealed in reversed(asked):
        if revealed != now:
            break
        waiting = before
    return waiting.bit_count() > 1


def last_ply(game: Game, seat: int) -> int | None:
    """Where in the history the ply stands that a seat may take back by itself; None if there is none.

    It is the seat's last one, as long as nobody learned anything since. Other seats may have decided after it only
    where they do so independently (see `is_sealed`). Once the game is over there is none.
    """
    if game.is_game_over():
        return None
    history, asked, sealed = game.history, game.asked(), is_sealed(game)
    for index in range(len(history) - 1, -1, -1):
        if asked[index][1] != asked[-1][1]:
            return None
        if history[index].seat == seat:
            return index
        if not sealed:
            return None
    return None


def can_take_back(game: Game, seat: int) -> bool:
    """Whether `take_back` would do something."""
    return last_ply(game, seat) is not None


def take_back(game: Game, seat: int) -> Ply:
    """Undo the last ply of a seat and return it; what other seats decided since stays. Raises IllegalMove.

    A game that is over stays over: no seat can take back the ply that ended it. `Game.pop` has no such limit, so a
    program can explore from there.
    """
    if game.is_game_over():
        raise IllegalMove("the game is over, nothing can be taken back")
    index = last_ply(game, seat)
    if index is None:
        raise IllegalMove("there is nothing to take back: somebody has learned something since, or moved")
    history = game.history
    _go_on_from(game.copy(), index, history[index + 1 :])  # raises, before anything has changed
    _go_on_from(game, index, history[index + 1 :])
    return history[index]


def _go_on_from(game: Game, index: int, plies: list[Ply]) -> None:
    for _ in range(len(game.history) - index):
        game.pop()
    game.replay(plies)
