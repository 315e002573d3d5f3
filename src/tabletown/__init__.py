"""Tabletown: city-building board games with their rules as a Python library.

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
    rules: int | None = None,
) -> Game:
    """Deal a new game of a title and return it.

    - `title`: "uptown", "penny_lane", "milton_keynes" or "paper_skylines"; `games.names()` lists them.
    - `players`: how many play; by default as few as the title allows.
    - `seed`: an integer from 0 to 2**63 - 1. The same seed always deals the same game; by default a random one.
    - `options`: optional rules to switch on, by name: `{"name": True}`.
    - `cards`: another card set than the title's own, as its `read_cards` returns it.
    - `rules`: the number of an older version of the rules; by default the newest is played.

    Raises errors.UnknownTitle, errors.UnknownRules, or errors.OptionError for a number of players, an option or a seed
    that is not allowed.
    """
    return Game.new(games.get(title), players, seed, options, cards, rules)


def loads(text: str) -> Game:
    """Read a game from text: a record, which is replayed and checked, or a position, from which a new game begins.

    Raises errors.RecordError for a record, errors.PositionError for a position that cannot be read or does not agree
    with the rules, or another errors.TabletownError, such as errors.UnknownTitle. The message is one sentence.
    """
    if "\n---\n" in text:
        return read_record(text, games.get).game
    return Game.from_position(read_position(text, games.get))


def load(path: str | PathLike[str]) -> Game:
    """Read a game from a file: a record, which is replayed and checked, or a position, from which a new game begins.

    Raises OSError if the file cannot be read, and what `loads` raises for its text.
    """
    return loads(Path(path).read_text(encoding="utf-8"))


def dumps(game: Game, **facts: Any) -> str:
    """The text of a game's record, which `loads` reads back.

    `facts` become fields of the header, like `date="2026-01-31"`; `names=[...]` are the players' names by seat.
    """
    return write_record(game, **facts)


def save(game: Game, path: str | PathLike[str], **facts: Any) -> None:
    """Write the record of a game to a file, which `load` reads back. `facts` are those of `dumps`.

    An existing file is overwritten; raises OSError if the file cannot be written.
    """
    Path(path).write_text(dumps(game, **facts), encoding="utf-8")


def position_text(position: Position) -> str:
    """The TOML text of a position, which `loads` reads back. The text of a view has only what its seat may know."""
    return write_position(position)
