"""Bots, by name and in the order of their strength."""

from tabletown.bots.bot import Bot, Budget
from tabletown.bots.greedy import Greedy
from tabletown.bots.uniform import Uniform
from tabletown.engine.errors import TabletownError
from tabletown.engine.game import Game
from tabletown.engine.title import Title

__all__ = ["Bot", "Budget", "UnknownBot", "get", "names", "warm_up"]

_BOTS: dict[str, Bot] = {bot.name: bot for bot in (Uniform(), Greedy())}


class UnknownBot(TabletownError):
    """There is no bot of this name."""


def names() -> list[str]:
    """The bots, weakest first."""
    return list(_BOTS)


def warm_up(title: Title) -> None:
    """Compile or load what the bots need to think about a title, so that the first move need not wait for it."""
    game = Game.new(title, seed=0)
    for bot in _BOTS.values():
        seat = game.turn
        assert seat is not None
        game.push_action(bot.choose(game.view(seat), Budget(seconds=0.0)), seat)


def get(name: str) -> Bot:
    """A bot by its name; raises UnknownBot."""
    if name not in _BOTS:
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(_BOTS)}")
    return _BOTS[name]
