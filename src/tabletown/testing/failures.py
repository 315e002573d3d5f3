"""Where a check failed: the title, the table, the seed and the ply, so that the game can be played again."""

from collections.abc import Iterator
from contextlib import contextmanager

from tabletown.engine.game import Game
from tabletown.testing.options import options_of


@contextmanager
def located(game: Game) -> Iterator[None]:
    """Turn a failed check, or an index beyond an array, into an AssertionError that says where in the game it was."""
    try:
        yield
    except (AssertionError, IndexError) as error:
        chosen = "".join(f", {name}" for name in options_of(game))
        table = f"{game.title.name}, {game.players} players{chosen}, seed {game.seed}, ply {game.ply}"
        raise AssertionError(f"{table}: {error}") from error
