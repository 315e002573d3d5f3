"""Compile the kernels of titles, of their bots and of reviews: `python -m tabletown.study.compiling [TITLE ...]`."""

import sys

from tabletown import games
from tabletown.bots import compiling
from tabletown.bots.minds.mind import mind_of
from tabletown.engine.game import Game
from tabletown.study.judge import Judge


def compile_study(name: str) -> None:
    """Compile or load what reviews and puzzles of a title need besides its bots; nothing if it has no mind."""
    title = games.get(name)
    mind = mind_of(title)
    if mind is None:
        return
    game, judge = Game.new(title, title.meta.players[0], 1), Judge(mind, worlds=1)
    seat = game.turn
    assert seat is not None
    view = game.view(seat)
    line = (view.legal_actions_of(seat)[0],)
    judge.chances(game)
    judge.after(view, [line], seed=1)
    judge.playouts(view, [line], 1, seed=1)


def compile_thinking(name: str) -> None:
    """Compile or load what bots, reviews and puzzles of a title need besides its rules."""
    compiling.compile_bots(name)
    compile_study(name)


def main(names: list[str]) -> None:
    """Compile all that there is of these titles, or of all."""
    for name in names or games.names():
        compiling.main([name])
        compile_study(name)


if __name__ == "__main__":
    main(sys.argv[1:])
