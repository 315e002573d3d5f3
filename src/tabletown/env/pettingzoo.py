"""The titles as environments of PettingZoo, one seat after another (AEC) or all in every step (Parallel).

    from tabletown.env import uptown_v2
    env = uptown_v2.env(players=3)

An observation is a dict: `observation`, what the seat sees, and `action_mask`, what it may do now. Actions are those of
the title (`game.say(action)` tells them). Rewards come with the end: the winners share 1, the others get 0, unless
`reward` says otherwise; the last infos tell every seat's `score` and `place`. An illegal action raises `IllegalMove`
and changes nothing.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tabletown.engine.errors import IllegalMove
from tabletown.env.table import RENDER_MODES, Table
from tabletown.extras import extra

with extra("env"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

Observation = dict[str, Any]


def env(title: str, **arguments: Any) -> Any:
    """The environment in which seats act one after another, guarded against calls in the wrong order."""
    return Guarded(raw_env(title, **arguments))


def raw_env(title: str, **arguments: Any) -> "TurnsEnv":
    """The environment in which seats act one after another; the arguments are those of `Table`."""
    return TurnsEnv(title, **arguments)


def parallel_env(title: str, **arguments: Any) -> "TogetherEnv":
    """The environment in which all seats act in every step; the arguments are those of `Table`."""
    return TogetherEnv(title, **arguments)


class Guarded(OrderEnforcingWrapper):  # type: ignore[misc]
    """Guards an environment against calls in the wrong order.

    PettingZoo's wrapper looks up every attribute of the environment by its name, a dozen of them at every ply. Here
    what loops ask at every ply is passed on directly. Before the first `reset` the wrapper refuses, as always.
    """

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent to act sees, its reward so far, whether its game has ended or was cut off, and its info."""
        return self.env.last(observe) if self._has_reset else super().last(observe)  # type: ignore[no-any-return]

    @property
    def agents(self) -> list[str]:
        """The agents whose game goes on."""
        if not self._has_reset:
            self.__getattr__("agents")  # raises
        return self.env.agents  # type: ignore[no-any-return]

    @property
    def agent_selection(self) -> str:
        """The agent to act."""
        if not self._has_reset:
            self.__getattr__("agent_selection")  # raises
        return self.env.agent_selection  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return str(self.env)


class Seats:
    """What both environments are made of: agents with their spaces, and results."""

    def _sit_down(self, table: Table, actions: int) -> None:
        self.table = table
        self.metadata = {
            "name": f"{table.title.name}_v{table.observer.version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,  # by the conversions of PettingZoo, which know no masks
        }
        self.render_mode = table.render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(table.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        parts = {"observation": table.space(), "action_mask": spaces.Box(0, 1, (actions,), np.int8)}
        self._observation_spaces = {agent: spaces.Dict(parts) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations; always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions; always the same object."""
        return self._action_spaces[agent]

    def seat(self, agent: str) -> int:
        """The seat at which an agent sits."""
        return self._seats[agent]

    def render(self) -> Any:
        """The table as text or as an array of pixels; None where no render_mode was chosen."""
        return self.table.picture()

    def close(self) -> None:
        """Nothing has to be given back."""

    def _results(self) -> tuple[dict[str, float], dict[str, dict[str, Any]]]:
        """Every agent's reward and info: nothing before the end."""
        outcome = self.table.game.outcome()
        if outcome is None:
            return dict.fromkeys(self.possible_agents, 0.0), {agent: {} for agent in self.possible_agents}
        told = zip(self.possible_agents, outcome.scores, outcome.places, strict=True)
        infos = {agent: {"score": score, "place": place} for agent, score, place in told}
        earned = self.table.rewards() or []
        return dict(zip(self.possible_agents, earned, strict=True)), infos


class TurnsEnv(Seats, AECEnv):  # type: ignore[misc]
    """Seats act one after another, in the order of the game; those that decide at once are asked in seat order.

    A seat that is not to act has an empty mask.
    """

    def __init__(self, title: str, **arguments: Any) -> None:
        table = Table(title, **arguments)
        self._sit_down(table, table.title.actions.count)

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Deal a game; the same seed deals the game that `tabletown.new` deals. `options` are not used."""
        self.table.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards, self.infos = self._results()
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def _ask(self) -> None:
        turn = self.table.game.turn
        if turn is not None:
            self.agent_selection = self.possible_agents[turn]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and may do if it is its turn."""
        seat, table = self.seat(agent), self.table
        mask = table.mask(seat) if agent == self.agent_selection else table.empty_mask()
        return {"observation": table.see(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of the agent to act; None takes leave of an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove(f"{agent} is to act; None is for agents whose game is over")
        seat, chosen = self.seat(agent), int(action)
        self.table.check(seat, chosen)
        self.table.game.push_action(chosen, seat)
        if self.table.game.is_game_over():  # until then all rewards are 0, and there is nothing to tell
            self._cumulative_rewards[agent] = 0.0
            self.rewards, self.infos = self._results()
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        self._ask()


class TogetherEnv(Seats, ParallelEnv):  # type: ignore[misc]
    """All seats act in every step.

    Those that are not asked have one action, `wait`, whose number follows the title's last one; nobody else may wait.
    Seats that decide at once do so in the same step, and none sees what another has chosen.
    """

    def __init__(self, title: str, **arguments: Any) -> None:
        table = Table(title, **arguments)
        self.wait = table.title.actions.count
        self._sit_down(table, self.wait + 1)

    def reset(
        self, seed: int | None = None, options: Any = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a game; the same seed deals the game that `tabletown.new` deals. `options` are not used."""
        self.table.deal(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), self._results()[1]

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observe(self.seat(agent)) for agent in self.agents}

    def _observe(self, seat: int) -> Observation:
        mask = self.table.mask(seat, self.wait + 1)
        mask[self.wait] = seat not in self.table.game.waiting
        return {"observation": self.table.see(seat), "action_mask": mask}

    def step(self, actions: Mapping[str, int]) -> Any:
        """Make everybody's move at once; if one is illegal none is made, and IllegalMove names it."""
        game = self.table.game
        moves = [self._move(agent, actions) for agent in self.agents]
        for seat in game.waiting:
            game.push_action(moves[seat], seat)
        over = game.is_game_over()
        gains, infos = self._results()
        observations = self._observations()
        ended, cut = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        return observations, gains, ended, cut, infos

    def _move(self, agent: str, actions: Mapping[str, int]) -> int:
        if agent not in actions:
            raise IllegalMove(f"{agent} has chosen nothing; whoever is not asked waits: action {self.wait}")
        action, seat = int(actions[agent]), self.seat(agent)
        if seat not in self.table.game.waiting:
            if action != self.wait:
                raise IllegalMove(f"{agent} is not asked and has to wait: action {self.wait}, not {action}")
        elif action not in self.table.allowed(seat):
            raise IllegalMove(f"action {action} is not legal for {agent} now; its action_mask says what is")
        return action
