"""Gymnasium's vector environments: one seat of many games against native bots, all stepped together.

    import gymnasium, tabletown.env.gymnasium
    envs = gymnasium.make_vec("tabletown/UpTown-v2", num_envs=256, opponents="reflex")

`make_vec` makes the class below; `vectorization_mode="sync"` makes copies of the single environment, with any bot.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown import games
from tabletown.bots.native import native_policies
from tabletown.engine.edition import PRINTED
from tabletown.engine.integers import integer
from tabletown.engine.observer import NEWEST
from tabletown.env.errors import EnvError
from tabletown.env.narrowing import Moves
from tabletown.env.results import Reward
from tabletown.env.vector import VectorEnv
from tabletown.extras import extra

with extra("env"):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space

Info = dict[str, Any]


class SeatVectorEnv(GymnasiumVectorEnv[Any, Any, Any]):
    """Many single-agent environments: in each the agent plays one seat of a title, native bots play the others.

    A step makes the agent's moves and lets the bots play until it has to decide again in every game. Observations are
    the views of the agent's seats; `infos["action_mask"]` has a row of legal actions for each game, from which
    `random_actions()` draws. When a game ends, the next one is dealt in the same step (`AutoresetMode.SAME_STEP`):
    `infos["final_obs"]` then has what the agent saw at the end, `infos["final_info"]` its `score` and `place`.

    - `opponents`: a native bot (`VectorEnv.bot_actions` lists them) for all other seats, or one for each of them.
    - `seat`: the seat of the agent; None draws a new one for every game.
    - `reward`: "win" (1 for a victory, divided if several win), "place" or "points", at the end of a game.
    - `players`, `options`, `cards`, `edition`, `moves`, `version`, `threads`: see `VectorEnv`.

    An illegal action raises IllegalMove, and nothing is changed. The same seed and actions give the same games.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 (as Gymnasium wants it)

    def __init__(
        self,
        title: str,
        num_envs: int = 1,
        opponents: str | Sequence[str] = "uniform",
        players: int | None = None,
        seat: int | None = None,
        options: Mapping[str, bool] | None = None,
        cards: Any = None,
        moves: Moves = "legal",
        reward: Reward = "win",
        version: int = NEWEST,
        threads: int | None = None,
        render_mode: None = None,
        edition: str = PRINTED,
    ) -> None:
        found = games.get(title)
        self.players = found.check_players(found.meta.players[0] if players is None else players)
        if seat is not None and seat not in range(self.players):
            raise EnvError(f"seat {seat} is not at this table; seats are 0 to {self.players - 1}")
        if render_mode is not None:
            raise EnvError("many games at once are not drawn: make one environment with a render_mode")
        self._names = _opponents(found, opponents, self.players - 1)
        self._env = VectorEnv(
            found, num_envs, self.players, options, cards, threads, moves=moves, version=version, reward=reward,
            keep_ends=True, edition=edition,
        )  # fmt: skip
        observer = self._env.observer
        assert observer is not None
        self.num_envs, self._wanted = num_envs, seat
        self.seats = np.zeros(num_envs, np.int64)
        self.single_observation_space = spaces.Box(observer.least, 1.0, (observer.size,), np.float32)
        self.single_action_space = spaces.Discrete(found.actions.count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | list[int | None] | None = None, options: Info | None = None) -> tuple[Any, Info]:
        """Deal a game in every slot and let the bots play until the agent has to decide. `options` are not used.

        One seed decides all games. Without a seed they follow from the last one. Raises WrongType for a list of seeds:
        the games of the slots cannot be chosen one by one.
        """
        super().reset(seed=None if seed is None else integer(seed, "the seed", ": it decides the games of all slots"))
        self._env.reset(int(self.np_random.integers(1 << 62)))
        self._draw_seats(np.arange(self.num_envs))
        self._play_others(lambda: None)
        return self._env.observations.copy(), {"action_mask": self.masks()}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Info]:
        """Make a move in every game and let the bots answer."""
        rewards, over = np.zeros(self.num_envs, np.float64), np.zeros(self.num_envs, np.bool_)
        final: dict[int, Info] = {}
        last = np.zeros_like(self._env.observations)

        def note() -> None:
            """Take down what ended, and sit down anew there."""
            env, ended = self._env, np.flatnonzero(self._env.dones)
            for slot in ended.tolist():
                seat = int(self.seats[slot])
                rewards[slot] += env.rewards[slot, seat]
                final[slot] = {"score": int(env.final_scores[slot, seat]), "place": int(env.final_places[slot, seat])}
            if len(ended):
                last[ended] = env.final_observations(self.seats)[ended]
                over[ended] = True
                self._draw_seats(ended)

        chosen = np.asarray(actions)
        self._env.step(chosen)
        note()
        self._play_others(note)
        infos: Info = {"action_mask": self.masks()}
        if final:
            told = {name: np.zeros(self.num_envs, np.int64) for name in ("score", "place")}
            for slot, info in final.items():
                for name, value in info.items():
                    told[name][slot] = value
            infos |= {"final_obs": last, "_final_obs": over.copy(), "final_info": told, "_final_info": over.copy()}
        return self._env.observations.copy(), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def masks(self) -> NDArray[np.int8]:
        """1 for every action that is legal now, in every game."""
        masks: NDArray[np.int8] = self._env.masks.astype(np.int8)
        return masks

    def random_actions(self) -> NDArray[np.int32]:
        """A random legal action for every game."""
        drawn: NDArray[np.int32] = self._env.random_actions().copy()
        return drawn

    def _draw_seats(self, slots: NDArray[Any]) -> None:
        """Sit down in some games."""
        if self._wanted is not None:
            self.seats[slots] = self._wanted
        else:
            self.seats[slots] = self.np_random.integers(self.players, size=len(slots))

    def _play_others(self, note: Any) -> None:
        """Let the bots play until the agent has to decide in every game."""
        env = self._env
        while (others := env.seats != self.seats).any():
            actions = np.full(self.num_envs, -1, np.int32)
            which = (env.seats.astype(np.int64) - self.seats) % self.players - 1  # of the other seats, in seat order
            for bot in dict.fromkeys(self._names):
                plays = np.isin(which, [k for k, name in enumerate(self._names) if name == bot]) & others
                if plays.any():
                    np.maximum(actions, env.bot_actions(bot, plays), out=actions)
            env.step(actions, check=False)
            note()


def _opponents(title: Any, opponents: str | Sequence[str], number: int) -> list[str]:
    """A native bot for every other seat, beginning with the next one."""
    names = [opponents] * number if isinstance(opponents, str) else list(opponents)
    if len(names) != number:
        raise EnvError(f"there are {number} other seats and {len(names)} opponents for them")
    known = native_policies(title)
    for name in names:
        if name not in known:
            raise EnvError(
                f"bots that play many games at once in {title.meta.title} are {', '.join(known)}, not {name!r}; use "
                'vectorization_mode="sync" for others'
            )
    return names
