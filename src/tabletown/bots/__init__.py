"""Computer opponents: get a bot by name, list them from weakest to strongest, ask one for advice."""

import logging
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from tabletown.bots import own
from tabletown.bots.advice import Advice, advise
from tabletown.bots.bot import Bot, Budget
from tabletown.bots.fallback import Careful, Mishap
from tabletown.bots.ladder import LADDER
from tabletown.bots.minds.master import Master
from tabletown.bots.minds.mind import CARD, WEIGHTS, mind_of, read_mind
from tabletown.bots.minds.reflex import Reflex
from tabletown.bots.mixed import Mixed
from tabletown.bots.own import BadBot
from tabletown.bots.policy import POLICY_FILE, PolicyError, from_policy
from tabletown.bots.search import Search
from tabletown.bots.uniform import Uniform
from tabletown.engine.errors import TabletownError, WrongType
from tabletown.engine.game import Game
from tabletown.engine.integers import shown
from tabletown.engine.title import Title

__all__ = [
    "LADDER", "POLICY_FILE", "Advice", "BadBot", "Bot", "Budget", "Careful", "Master", "Mishap", "Mixed",
    "PolicyError", "Reflex", "Search", "UnknownBot", "add", "advise", "for_game", "from_policy", "get", "is_own",
    "mind_of", "names", "others", "own_names", "warm_up",
]  # fmt: skip

log = logging.getLogger(__name__)
_BOTS: dict[str, Bot] = {bot.name: bot for bot in (Uniform(), *LADDER)}


class UnknownBot(TabletownError):
    """There is no bot of this name."""


_added: dict[str, Bot] = {}  # bots of others that this process added, by their own names


def names() -> list[str]:
    """The names of all bots, weakest first: `uniform` (random moves, a baseline), then the ladder of opponents.

    After them come the bots of others that were added, by their own names.
    """
    return [*_BOTS, *(bot.name for bot in others())]


def own_names() -> list[str]:
    """The names of the bots of this package, weakest first."""
    return list(_BOTS)


def others() -> list[Bot]:
    """The bots of others that were added here, or that `TABLETOWN_BOTS` names. Raises BadBot."""
    found = dict(_added)
    for reference in own.offered():
        bot = own.find(reference, _BOTS)
        if found.setdefault(bot.name, bot) is not bot:
            raise BadBot(f"{reference} calls itself {bot.name!r}, as another bot here does: give it another name")
    return list(found.values())


def add(bot: Bot | str) -> Bot:
    """Add a bot of your own, so that it is found and listed by its own name. Returns it.

    An object is known in this process. `module:Class` is known in the processes that it starts as well. Raises BadBot
    for what is no bot, and for a name that is taken.
    """
    if isinstance(bot, str):
        found = own.find(bot, _BOTS)
        known = next((other for other in others() if other.name == found.name), found)
        if known is not found:
            raise BadBot(f"{bot} calls itself {found.name!r}, as another bot here does: give it another name")
        own.offer(bot)
        return found
    _added[own.checked(bot, type(bot).__name__, _BOTS).name] = bot
    return bot


def is_own(bot: Bot) -> bool:
    """Whether a bot is one of this package, by its name: those of others may misbehave."""
    return _BOTS.get(bot.name) is bot


def warm_up(title: Title, chosen: Iterable[str] | None = None) -> None:
    """Compile the kernels that bots need for a title, or load them from the cache, so that no move waits for that.

    `chosen` are names of bots, by default all of this package; raises UnknownBot for another name.
    """
    game = Game.new(title, seed=0)
    while len(actions := game.legal_actions) == 1:  # bots do not think where there is nothing to choose
        game.push_action(actions[0])
    assert game.turn is not None
    for name in own_names() if chosen is None else chosen:
        bot = get(name)
        if is_own(bot):
            bot.choose(game.view(game.turn), Budget(seconds=0.0))
        else:  # one that fails here will fail again in the game, where it is told
            Careful(bot, tell=lambda _: None).choose(game.view(game.turn), Budget(seconds=0.0))


def get(name: str) -> Bot:
    """The bot with this name. It keeps nothing between two calls, so games may share it.

    Names, too, are the path of a policy file (`.npz`, see `from_policy`, which raises PolicyError) and `module:Class`,
    a bot of your own (`Bot` says what it has; raises BadBot). Raises UnknownBot, and WrongType for what is no name.
    """
    if not isinstance(name, str):
        raise WrongType(f"a bot is found by its name, like 'greedy', not by {shown(name)}")
    if name in _BOTS:
        return _BOTS[name]
    if name.endswith(POLICY_FILE):
        return _policy_file(name)
    if own.is_reference(name):
        return own.find(name, _BOTS)
    for bot in others():
        if bot.name == name:
            return bot
    raise UnknownBot(
        f"there is no bot {name!r}; there are: {', '.join(names())}, files of policies ({POLICY_FILE}), and your own as"
        " module:Class"
    )


@lru_cache(maxsize=8)
def _policy_file(path: str) -> Bot:
    file = Path(path)
    is_mind = file.name == WEIGHTS and file.with_name(CARD).is_file()
    return Reflex(read_mind(file.parent), name=path) if is_mind else from_policy(path)


def for_game(bot: Bot) -> Bot:
    """The bot to use for one seat of one game: a search then reuses its tree from one ply to the next.

    Bots that keep nothing between plies are returned as they are, and so are those of others that make no bot of it.
    """
    make_player = getattr(bot, "for_game", None)
    if make_player is None or is_own(bot):
        return make_player() if make_player else bot
    try:
        return own.checked(make_player(), f"what for_game of {bot.name} returns", ())
    except Exception as error:
        log.warning("%s for_game: %s; it plays all games as one", bot.name, error)
        return bot
