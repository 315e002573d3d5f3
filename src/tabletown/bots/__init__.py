"""Bots, by name and in the order of their strength."""

from collections.abc import Iterable

from tabletown.bots.advice import Advice, advise
from tabletown.bots.bot import Bot, Budget
from tabletown.bots.fallback import Careful, Mishap
from tabletown.bots.ladder import LADDER
from tabletown.bots.search import Search
from tabletown.bots.uniform import Uniform
from tabletown.engine.errors import TabletownError
from tabletown.engine.game import Game
from tabletown.engine.title import Title

__all__ = [
    "LADDER", "Advice", "Bot", "Budget", "Careful", "Mishap", "Search", "UnknownBot", "advise", "for_game", "get",
    "names", "warm_up",
]  # fmt: skip

_BOTS: dict[str, Bot] = {bot.name: bot for bot in (Uniform(), *LADDER)}


class UnknownBot(TabletownError):
    """There is no bot of this name."""


def names() -> list[str]:
    """The bots, weakest first: `uniform`, which is no opponent but a measure, then the ladder."""
    return list(_BOTS)


def warm_up(title: Title, chosen: Iterable[str] | None = None) -> None:
    """Compile or load what bots (by default all) need to think about a title, so that no move has to wait for it."""
    game = Game.new(title, seed=0)
    while len(actions := game.legal_actions()) == 1:  # bots do not think where there is nothing to choose
        game.push_action(actions[0])
    assert game.turn is not None
    for name in names() if chosen is None else chosen:
        get(name).choose(game.view(game.turn), Budget(seconds=0.0))


def get(name: str) -> Bot:
    """A bot by its name; raises UnknownBot. It keeps nothing between two calls and may be shared."""
    if name not in _BOTS:
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(_BOTS)}")
    return _BOTS[name]


def for_game(bot: Bot) -> Bot:
    """A bot for one seat of one game: one that can go on from what it thought at the ply before will do so."""
    remember = getattr(bot, "for_game", None)
    return remember() if remember else bot
