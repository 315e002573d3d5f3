"""One seat against bots, as environments of Gymnasium: importing this module registers `tabletown/UpTown-v1` and so on.

    import gymnasium, tabletown.env.gymnasium
    env = gymnasium.make("tabletown/UpTown-v1", opponents="greedy")

`gymnasium.make("tabletown.env.gymnasium:tabletown/UpTown-v1")` does both at once.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tabletown import bots, games
from tabletown.engine.errors import IllegalMove
from tabletown.engine.title import Meta
from tabletown.env.errors import EnvError
from tabletown.env.results import rewards
from tabletown.env.table import RENDER_MODES, Mask, Observations, RenderMode, Table
from tabletown.env.versions import VERSION
from tabletown.extras import extra

with extra("env"):
    import gymnasium
    from gymnasium import spaces

Opponents = str | bots.Bot | list[str | bots.Bot] | tuple[str | bots.Bot, ...]
BUDGET = bots.Budget(iterations=100)
"""How long opponents think, if nothing else is said; counted, not timed, so that the same seed gives the same game."""


def names() -> dict[str, str]:
    """The titles and what they are called in Gymnasium."""
    metas = {name: Meta.read(games.FOLDER / name / "meta.toml") for name in games.names()}
    return {name: f"tabletown/{meta.title.replace(' ', '')}-v{VERSION}" for name, meta in metas.items()}


class LegalActions(spaces.Discrete):
    """The actions of a title; `sample()` picks one that is legal now."""

    def __init__(self, env: "SeatEnv", n: int) -> None:
        super().__init__(n)
        self._env = env

    def sample(self, mask: NDArray[np.int8] | None = None, probability: Any = None) -> np.int64:
        """A random action, by default of those that are legal now."""
        if mask is None and probability is None:
            mask = self._env.mask()
        return super().sample(mask, probability)

    def __reduce__(self) -> Any:
        """A copy, in a vector environment or in another process, is a plain space: it has no game to look at."""
        return spaces.Discrete, (self.n,)


class SeatEnv(gymnasium.Env[Any, np.int64]):
    """One seat of a title; bots sit at the others and see no more than their views.

    A step makes a move and lets the bots play until the seat has to decide again, or the game is over. The observation
    is what the seat sees; `info["action_mask"]` says what it may do, and the last info its `score` and `place`. The
    reward comes with the end: 1 for a victory, shared if it is, else 0.

    - `opponents`: a bot by name or as an object, for all other seats, or one for each of them in seat order.
    - `seat`: where the learner sits; None for a seat drawn anew for every game.
    - `budget`: how long bots think. One with `iterations` keeps games repeatable.
    - `illegal`: "raise" raises IllegalMove and changes nothing; "lose" ends the game with a reward of -1, for learners
      that cannot use masks.
    - `players`, `options`, `cards`, `observations`, `render_mode`: those of `Table`.
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
    ) -> None:
        self.table = Table(title, players, options, cards, observations, render_mode)
        players = self.table.players
        if seat is not None and seat not in range(players):
            raise EnvError(f"seat {seat} is not at this table; seats are 0 to {players - 1}")
        if illegal not in ("raise", "lose"):
            raise EnvError(f"what happens after an illegal action is 'raise' or 'lose', not {illegal!r}")
        self.opponents = chosen(opponents, players - 1)
        self.budget, self.illegal, self.render_mode = budget, illegal, render_mode
        self._wanted, self.seat = seat, seat or 0
        self._lost = False
        self.observation_space = self.table.space()
        self.action_space = LegalActions(self, self.table.title.actions.count)

    def mask(self) -> Mask:
        """1 for every action that is legal now, else 0."""
        return self.table.mask(self.seat)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a game and let the bots play until the seat has to decide. The same seed gives the same game."""
        super().reset(seed=seed)
        self.table.deal(int(self.np_random.integers(1 << 63)))
        self.seat = int(self.np_random.integers(self.table.players)) if self._wanted is None else self._wanted
        others = [bots.for_game(bot) for bot in self.opponents]
        self._players = [*others[: self.seat], None, *others[self.seat :]]
        self._lost = False
        self._let_them_play()
        return self.table.see(self.seat), {"action_mask": self.mask()}

    def step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move and let the bots answer."""
        game = self.table.game
        if game.is_over() or self._lost:
            raise IllegalMove("the game is over: call reset()")
        if self.illegal == "lose" and not self.mask()[action]:
            self._lost = True
            return self.table.see(self.seat), -1.0, True, False, {"action_mask": self.mask()}
        game.push_action(int(action), self.seat)
        self._let_them_play()
        reward, info = 0.0, dict[str, Any](action_mask=self.mask())
        if (outcome := game.outcome()) is not None:
            reward = rewards(outcome)[self.seat]
            info |= {"score": outcome.scores[self.seat], "place": outcome.places[self.seat]}
        return self.table.see(self.seat), reward, game.is_over(), False, info

    def _let_them_play(self) -> None:
        """Let bots decide until the seat is asked. Where several are, it need not wait for them."""
        game = self.table.game
        while game.waiting and self.seat not in game.waiting:
            seat = game.waiting[0]
            bot = self._players[seat]
            assert bot is not None
            budget = replace(self.budget, seed=int(self.np_random.integers(1 << 31)))
            game.push_action(bot.choose(game.view(seat), budget), seat)

    def render(self) -> Any:
        """The table as text or as an array of pixels; None where no render_mode was chosen."""
        return self.table.picture()

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 (as Gymnasium wants it)


def chosen(opponents: Opponents, number: int) -> list[bots.Bot]:
    """A bot for every other seat."""
    several = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * number
    if len(several) != number:
        raise EnvError(f"there are {number} other seats and {len(several)} opponents for them")
    return [bots.get(bot) if isinstance(bot, str) else bot for bot in several]


def register() -> None:
    """Tell Gymnasium about all titles."""
    for title, name in names().items():
        gymnasium.register(name, entry_point=f"{__name__}:SeatEnv", kwargs={"title": title})


register()
