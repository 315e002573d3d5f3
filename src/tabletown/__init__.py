"""Tabletown: the home of city-building board games.

>>> import tabletown as tt
>>> game = tt.new("uptown", players=2, seed=7)
>>> game.legal_moves
['discard', 'play city-park']
>>> game.push("play city-park")
3
"""

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from tabletown import games
from tabletown.engine import errors
from tabletown.engine.game import Game
from tabletown.engine.position import Outcome, Position
from tabletown.engine.position_text import read_position, write_position
from tabletown.engine.record import read_record, write_record

__version__ = "0.1.0"
__all__ = ["Game", "Outcome", "Position", "dumps", "errors", "games", "load", "loads", "new", "position_text", "save"]


def new(
    title: str,
    players: int | None = None,
    seed: int | None = None,
    options: Mapping[str, bool] | None = None,
    cards: Any = None,
) -> Game:
    """Deal a new game of a title; the same seed always deals the same game.

    Raises errors.UnknownTitle, or errors.OptionError for a number of players or an option that it does not have.
    """
    return Game.new(games.get(title), players, seed, options, cards)


def loads(text: str) -> Game:
    """A game from the text of a record, replayed and checked, or of a position, to be played on from."""
    if "\n---\n" in text:
        return read_record(text, games.get).game
    return Game.from_position(read_position(text, games.get))


def load(path: str | PathLike[str]) -> Game:
    """A game from a file: a record, replayed and checked, or a position, to be played on from.

    Raises errors.RecordError or errors.PositionError in one sentence that says what is wrong.
    """
    return loads(Path(path).read_text(encoding="utf-8"))


def dumps(game: Game, **facts: Any) -> str:
    """A game as the text of a record; `facts` become header fields."""
    return write_record(game, **facts)


def save(game: Game, path: str | PathLike[str], **facts: Any) -> None:
    """Write a game to a file as a record that `load` reads back."""
    Path(path).write_text(dumps(game, **facts), encoding="utf-8")


def position_text(position: Position) -> str:
    """A position as TOML that `loads` reads back: everything, or what a view may know."""
    return write_position(position)
