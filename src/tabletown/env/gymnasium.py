"""Gymnasium environments, one seat against bots: importing this module registers `tabletown/UpTown-v2` and so on.

    import gymnasium, tabletown.env.gymnasium
    env = gymnasium.make("tabletown/UpTown-v2", opponents="greedy")

`gymnasium.make("tabletown.env.gymnasium:tabletown/UpTown-v2")` imports this module and makes the environment.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tabletown import bots, games
from tabletown.bots.fallback import to_log
from tabletown.engine.edition import PRINTED
from tabletown.engine.errors import IllegalMove
from tabletown.engine.observer import NEWEST
from tabletown.env.errors import EnvError
from tabletown.env.narrowing import Moves
from tabletown.env.results import Reward
from tabletown.env.table import RENDER_MODES, Mask, Observations, RenderMode, Table
from tabletown.env.version import VERSION, VERSIONS
from tabletown.extras import extra

with extra("env"):
    import gymnasium
    from gymnasium import spaces

Opponents = str | bots.Bot | list[str | bots.Bot] | tuple[str | bots.Bot, ...]
BUDGET = bots.Budget(iterations=100)
"""How long opponents think by default: a count, not a time, so that the same seed gives the same game."""


def names(version: int = VERSION) -> dict[str, str]:
    """Every title with its id in Gymnasium."""
    metas = {name: games.meta(name) for name in games.names()}
    return {name: f"tabletown/{meta.title.replace(' ', '')}-v{version}" for name, meta in metas.items()}


class LegalActions(spaces.Discrete):
    """The action space of a title; `sample()` picks an action that is legal now."""

    def __init__(self, env: "SeatEnv", n: int) -> None:
        super().__init__(n)
        self._env = env

    def sample(self, mask: NDArray[np.int8] | None = None, probability: Any = None) -> np.int64:
        """A random action: among those that are legal now, unless `mask` or `probability` is given."""
        if mask is None and probability is None:
            mask = self._env.mask()
        return super().sample(mask, probability)

    def __reduce__(self) -> Any:
        """Copies, as in vector environments and other processes, are plain `Discrete` spaces: they have no game."""
        return spaces.Discrete, (self.n,)


class SeatEnv(gymnasium.Env[Any, np.int64]):
    """A single-agent environment: the agent plays one seat of a title, bots play the others from their own views.

    A step makes a move and lets the bots play until the agent has to decide again, or the game is over. The observation
    is the seat's view; `info["action_mask"]` is 1 for every legal action, and the last info has `score` and `place`.
    The reward comes at the end: 1 for a victory, divided if several seats win, else 0, or by `reward`.

    - `opponents`: a bot by name (`module:Class` for one of your own) or as an object, for all other seats, or one for
      each of them in seat order. If one of your own fails, a simpler bot answers, and `info["mishaps"]` says so.
    - `seat`: the seat of the agent; None draws a new one for every game.
    - `budget`: how long bots think. With `iterations` games can be repeated.
    - `illegal`: "raise" raises IllegalMove and changes nothing; "lose" ends the game with a reward of -1, for agents
      that cannot use masks.
    - `players`, `options`, `cards`, `edition`, `observations`, `render_mode`, `moves`, `version`, `reward`: see
      `Table`.
    """

    def __init__(
        self,
        title: str,
        opponents: Opponents = "uniform",
        players: int | None = None,
        seat: int | None = None,
        budget: bots.Budget = BUDGET,
        illegal: Literal["raise", "lose"] = "raise",
        options: Mapping[str, bool] | None = None,
        cards: Any = None,
        observations: Observations = "flat",
        render_mode: RenderMode | None = None,
        moves: Moves = "legal",
        version: int = NEWEST,
        reward: Reward = "win",
        edition: str = PRINTED,
    ) -> None:
        self.table = Table(title, players, options, cards, observations, render_mode, moves, version, reward, edition)
        players = self.table.players
        if seat is not None and seat not in range(players):
            raise EnvError(f"seat {seat} is not at this table; seats are 0 to {players - 1}")
        if illegal not in ("raise", "lose"):
            raise EnvError(f"what happens after an illegal action is 'raise' or 'lose', not {illegal!r}")
        self.opponents = opponent_bots(opponents, players - 1)
        self.budget, self.illegal, self.render_mode = budget, illegal, render_mode
        self._wanted, self.seat = seat, seat or 0
        self._lost, self._mishaps = False, list[str]()
        self.observation_space = self.table.space()
        self.action_space = LegalActions(self, self.table.title.actions.count)

    def mask(self) -> Mask:
        """1 for every action that is legal now, else 0."""
        return self.table.mask(self.seat)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a game and let the bots play until the agent has to decide. The same seed gives the same game."""
        super().reset(seed=seed)
        self.table.deal(int(self.np_random.integers(1 << 63)))
        self.seat = int(self.np_random.integers(self.table.players)) if self._wanted is None else self._wanted
        others = [self._player(bot) for bot in self.opponents]
        self._mishaps.clear()
        self._players = [*others[: self.seat], None, *others[self.seat :]]
        self._lost = False
        self._play_opponents()
        return self.table.see(self.seat), {"action_mask": self.mask()} | self._told()

    def step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move and let the bots answer; raises IllegalMove for an illegal action or after the end."""
        game = self.table.game
        if game.is_game_over() or self._lost:
            raise IllegalMove("the game is over: call reset()")
        if self.illegal == "lose" and not self.mask()[action]:
            self._lost = True
            return self.table.see(self.seat), -1.0, True, False, {"action_mask": self.mask()}
        self.table.check(self.seat, int(action))
        game.push_action(int(action), self.seat)
        self._mishaps.clear()
        self._play_opponents()
        reward, info = 0.0, dict[str, Any](action_mask=self.mask()) | self._told()
        if (outcome := game.outcome()) is not None:
            reward = (self.table.rewards() or [])[self.seat]
            info |= {"score": outcome.scores[self.seat], "place": outcome.places[self.seat]}
        return self.table.see(self.seat), reward, game.is_game_over(), False, info

    def _player(self, bot: bots.Bot) -> bots.Bot:
        """The bot for a seat of one game; one of others is replaced where it fails."""
        player = bots.for_game(bot)
        return player if bots.is_own(bot) else bots.Careful(player, tell=self._mishap)

    def _mishap(self, mishap: bots.Mishap) -> None:
        to_log(mishap)
        self._mishaps.append(str(mishap))

    def _told(self) -> dict[str, Any]:
        """What opponents did wrong since the last step, if they did."""
        return {"mishaps": list(self._mishaps)} if self._mishaps else {}

    def _play_opponents(self) -> None:
        """Let bots play until the agent has to decide. Where seats decide at once, the agent does not wait for them."""
        game = self.table.game
        while game.waiting and self.seat not in game.waiting:
            seat = game.waiting[0]
            bot = self._players[seat]
            assert bot is not None
            budget = replace(self.budget, seed=int(self.np_random.integers(1 << 31)))
            game.push_action(bot.choose(game.view(seat), budget), seat)

    def render(self) -> Any:
        """The table as text or as an array of pixels; None without a render_mode."""
        return self.table.picture()

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 (as Gymnasium wants it)


def opponent_bots(opponents: Opponents, number: int) -> list[bots.Bot]:
    """A bot for every other seat; raises EnvError for a wrong number of them, UnknownBot for a wrong name."""
    several = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * number
    if len(several) != number:
        raise EnvError(f"there are {number} other seats and {len(several)} opponents for them")
    return [bots.get(bot) if isinstance(bot, str) else bot for bot in several]


def register() -> None:
    """Register all titles with Gymnasium, with observations of every version."""
    for version in VERSIONS:
        for title, name in names(version).items():
            chosen = {"title": title, "version": version}
            gymnasium.register(
                name,
                entry_point=f"{__name__}:SeatEnv",
                vector_entry_point=f"{__name__}_vector:SeatVectorEnv",
                kwargs=chosen,
            )


register()
