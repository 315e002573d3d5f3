"""Tabletown: city-building board games with their rules as a Python library.

>>> import tabletown as tt
>>> game = tt.new("uptown", players=2, seed=7)
>>> game.legal_moves
['discard', 'play city-park']
>>> game.push("play city-park")
3
"""

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletown import games
from tabletown import games as _games  # under another name as well: `simulate` has an argument `games`
from tabletown.engine import errors
from tabletown.engine.game import Game, Ply
from tabletown.engine.integers import shown
from tabletown.engine.position import Outcome, Position
from tabletown.engine.position_text import read_position, write_position
from tabletown.engine.record import read_record, write_record

if TYPE_CHECKING:
    from tabletown.bots import Budget
    from tabletown.lab.simulation import Policy, Simulation

__version__ = "0.1.0"
__all__ = [
    "Game", "Outcome", "Ply", "Position", "dumps", "errors", "games", "load", "loads", "new", "position_text", "save",
    "simulate",
]  # fmt: skip


def new(
    title: str,
    players: int | None = None,
    seed: int | None = None,
    options: Mapping[str, bool] | None = None,
    cards: Any = None,
    rules: int | None = None,
    edition: str = "",
) -> Game:
    """Deal a new game of a title and return it.

    - `title`: "uptown", "penny_lane", "milton_keynes" or "paper_skylines"; `games.names()` lists them.
    - `players`: how many play; by default as few as the title allows. NumPy's integers serve like Python's, here and
      wherever an integer is taken.
    - `seed`: an integer from 0 to 2**63 - 1. The same seed always deals the same game; by default a random one.
    - `options`: optional rules to switch on, by name: `{"name": True}`.
    - `cards`: another card set than the title's own: the path of a card file, or what the title's `read_cards` returns.
    - `rules`: the number of an older version of the rules; by default the newest is played.
    - `edition`: the name of an edition of the cards, like "balanced"; by default they are as printed.

    Raises errors.UnknownTitle, errors.UnknownRules, errors.OptionError for a number of players, an option, a seed or an
    edition that is not allowed, errors.WrongType for what is of a wrong type, and for a card file OSError or
    errors.CardError.
    """
    return Game.new(games.get(title), players, seed, options, cards, rules, edition)


def loads(text: str) -> Game | Any:
    """Read a game from text: a record, which is replayed and checked, or a position, from which a new game begins.

    The text of a view gives that view again, a `Position` in which the same things are unknown; `Game.from_position`
    plays on from it in a world that agrees with it. (For type checkers the result is a game, and may be something
    else.)

    Raises errors.WrongType for what is no text, errors.RecordError for a record, errors.PositionError for a position
    that cannot be read or does not agree with the rules, or another errors.TabletownError, such as errors.UnknownTitle.
    The message is one sentence.
    """
    if not isinstance(text, str):
        raise errors.WrongType(f"the text of a record or a position is wanted, not {shown(text)}; load takes a path")
    if "\n---\n" in text:
        return read_record(text, games.get).game
    position = read_position(text, games.get)
    return Game.from_position(position) if position.seat is None else position


def load(path: str | PathLike[str]) -> Game | Any:
    """Read a game from a file: what `loads` reads from its text.

    Raises OSError if the file cannot be read, and what `loads` raises for its text.
    """
    return loads(Path(path).read_text(encoding="utf-8"))


def dumps(game: Game, **facts: Any) -> str:
    """The text of a game's record, which `loads` reads back.

    `facts` become fields of the header, like `date="2026-01-31"`; `names=[...]` are the players' names by seat.
    """
    if not isinstance(game, Game):
        raise errors.WrongType(f"a record is of a game, not of {shown(game)}; position_text writes positions and views")
    return write_record(game, **facts)


def save(game: Game, path: str | PathLike[str], **facts: Any) -> None:
    """Write the record of a game to a file, which `load` reads back. `facts` are those of `dumps`.

    An existing file is overwritten; raises OSError if the file cannot be written.
    """
    Path(path).write_text(dumps(game, **facts), encoding="utf-8")


def simulate(
    title: str,
    games: int,
    policy: "Policy | Sequence[Policy]" = "random",
    *,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, bool] | None = None,
    cards: Any = None,
    rules: int | None = None,
    edition: str = "",
    budget: "Budget | None" = None,
) -> "Simulation":
    """Play many games of a title to their ends and return their results as arrays.

    >>> import tabletown as tt
    >>> played = tt.simulate("uptown", 1000)
    >>> played.scores.shape, played.places[0].tolist(), int(played.plies[0])
    ((1000, 2), [1, 2], 57)
    >>> tt.simulate("uptown", 10, ["greedy", lambda view: view.legal_actions[0]]).wins.mean(axis=0).tolist()
    [1.0, 0.0]

    - `policy`: who plays, for all seats or, as a list, for every seat. "random" plays any legal move; "quick" and
      "keen" try a few moves and keep the best, "reflex" asks the title's mind. These play whole games in native code.
      The name of another bot (`bots.names()`), a bot, or a function is asked ply by ply: a function is given the view
      of the seat to act, and returns an action or a move as text.
    - `seed`: that of the first game; the next games have the next numbers. With the same arguments the same games are
      played, unless a bot thinks by the clock.
    - `budget`: how long bots may think (`bots.Budget`); its seed is the beginning of all their chance.
    - `players`, `options`, `cards`, `rules`, `edition`: as for `new`.

    The result has `seeds`, `scores`, `places`, `plies` and `wins`, one row for every game. Raises what `new` raises,
    bots.UnknownBot for another name, and what a policy raises; errors.IllegalMove if it chooses what is not legal.
    """
    from tabletown.lab.simulation import simulate as play  # brings the bots, which playing alone does not need

    return play(
        _games.get(title), games, policy, players=players, seed=seed, options=options, cards=cards, rules=rules,
        edition=edition, budget=budget,
    )  # fmt: skip


def position_text(position: Position) -> str:
    """The TOML text of a position, which `loads` reads back. The text of a view has only what its seat may know."""
    if not isinstance(position, Position):
        raise errors.WrongType(f"a position, a view or a game is wanted, not {shown(position)}")
    return write_position(position)
