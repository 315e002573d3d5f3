"""Computer opponents: get a bot by name, list them from weakest to strongest, ask one for advice."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from tabletown.bots.advice import Advice, advise
from tabletown.bots.bot import Bot, Budget
from tabletown.bots.fallback import Careful, Mishap
from tabletown.bots.ladder import LADDER
from tabletown.bots.minds.master import Master
from tabletown.bots.minds.mind import CARD, WEIGHTS, mind_of, read_mind
from tabletown.bots.minds.reflex import Reflex
from tabletown.bots.mixed import Mixed
from tabletown.bots.policy import POLICY_FILE, PolicyError, from_policy
from tabletown.bots.search import Search
from tabletown.bots.uniform import Uniform
from tabletown.engine.errors import TabletownError
from tabletown.engine.game import Game
from tabletown.engine.title import Title

__all__ = [
    "LADDER", "POLICY_FILE", "Advice", "Bot", "Budget", "Careful", "Master", "Mishap", "Mixed", "PolicyError",
    "Reflex", "Search", "UnknownBot", "advise", "for_game", "from_policy", "get", "mind_of", "names", "warm_up",
]  # fmt: skip

_BOTS: dict[str, Bot] = {bot.name: bot for bot in (Uniform(), *LADDER)}


class UnknownBot(TabletownError):
    """There is no bot of this name."""


def names() -> list[str]:
    """The names of all bots, weakest first: `uniform` (random moves, a baseline), then the ladder of opponents."""
    return list(_BOTS)


def warm_up(title: Title, chosen: Iterable[str] | None = None) -> None:
    """Compile the kernels that bots need for a title, or load them from the cache, so that no move waits for that.

    `chosen` are names of bots, by default all of them; raises UnknownBot for another name.
    """
    game = Game.new(title, seed=0)
    while len(actions := game.legal_actions()) == 1:  # bots do not think where there is nothing to choose
        game.push_action(actions[0])
    assert game.turn is not None
    for name in names() if chosen is None else chosen:
        get(name).choose(game.view(game.turn), Budget(seconds=0.0))


def get(name: str) -> Bot:
    """The bot with this name; raises UnknownBot. It keeps nothing between two calls, so games may share it.

    The path of a policy file (`.npz`) is a name as well: see `from_policy`, which raises PolicyError.
    """
    if name.endswith(POLICY_FILE):
        return _policy_file(name)
    if name not in _BOTS:
        raise UnknownBot(
            f"there is no bot {name!r}; there are: {', '.join(_BOTS)}, and files of policies ({POLICY_FILE})"
        )
    return _BOTS[name]


@lru_cache(maxsize=8)
def _policy_file(path: str) -> Bot:
    file = Path(path)
    is_mind = file.name == WEIGHTS and file.with_name(CARD).is_file()
    return Reflex(read_mind(file.parent), name=path) if is_mind else from_policy(path)


def for_game(bot: Bot) -> Bot:
    """The bot to use for one seat of one game: a search then reuses its tree from one ply to the next.

    Bots that keep nothing between plies are returned as they are.
    """
    make_player = getattr(bot, "for_game", None)
    return make_player() if make_player else bot
