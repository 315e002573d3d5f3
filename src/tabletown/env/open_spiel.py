"""All titles as games of OpenSpiel: importing this module registers `tabletown_uptown` and the others.

    import pyspiel, tabletown.env.open_spiel
    game = pyspiel.load_game("tabletown_uptown(players=3)")

Parameters: `players`; `options`, names of optional rules joined by `+`; `seed`, a fixed deal, or -1 (as by default) to
let OpenSpiel's chance deal.

*Chance.* A title draws all chance of a game from one seed. So a game begins with four chance nodes of 256 equally
likely outcomes each: together they are the seed, one of 2**32 deals, and everything that is drawn later follows from
it. Players learn it no sooner than the rules say, and no information state tells it. But a state knows its future: a
search that clones states and plays on (OpenSpiel's MCTS) sees cards that nobody can know. Information-set MCTS does
not: `resample_from_infostate` imagines a world that agrees with the player's view, with a future of its own.

*Turns.* Seats that decide at once are asked in seat order; none learns what another has chosen before the reveal.

*Returns.* At the end the winners share 1, the others get 0.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.title import Meta, Title
from tabletown.env.infostate_hash import Memory
from tabletown.env.observer import Observer
from tabletown.env.results import rewards
from tabletown.extras import extra

with extra("env"):
    import pyspiel

DIGITS, SIDES = 4, 256
"""Chance nodes at the beginning of a game, and the outcomes of each."""
LONGEST = 1 << 16
"""OpenSpiel asks for a limit of decisions. It is far away: the longest of 42,000 random games took 4,626."""


def names() -> list[str]:
    """What the titles are called in OpenSpiel."""
    return [f"tabletown_{name}" for name in games.names()]


def game_type(name: str, dealt: bool = False) -> Any:
    """What OpenSpiel is told about a title; a title whose deal is fixed knows no chance."""
    meta, kind = Meta.read(games.FOLDER / name / "meta.toml"), pyspiel.GameType
    return kind(
        short_name=f"tabletown_{name}",
        long_name=meta.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC if dealt else kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=meta.players[1],
        min_num_players=meta.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": meta.players[0], "seed": -1, "options": ""},
    )


class TabletownGame(pyspiel.Game):  # type: ignore[misc]
    """A title with a number of players and options; every title has a class of its own, which says its name."""

    name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.players = int(params.get("players", self.title.meta.players[0]))
        self.options = dict.fromkeys(filter(None, str(params.get("options", "")).split("+")), True)
        seed = int(params.get("seed", -1))
        self.seed = None if seed < 0 else seed
        self.title.check_players(self.players)
        self.title.options_mask(self.options)
        dealt = self.seed is not None
        info = pyspiel.GameInfo(
            num_distinct_actions=self.title.actions.count,
            max_chance_outcomes=0 if dealt else SIDES,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.name, dealt), info, params)

    @property
    def title(self) -> Title:
        """The title; no attribute, because OpenSpiel copies those."""
        return games.get(self.name)

    def new_initial_state(self) -> "TabletownState":
        """The start: to be dealt by chance, or dealt from the seed."""
        return TabletownState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Seen | Remembered":
        """What a player sees now, or (with perfect recall) has seen so far."""
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return Remembered()
        return Seen(Observer(self.title, self.players))

    def max_chance_nodes_in_history(self) -> int:
        """The nodes that deal."""
        return DIGITS if self.seed is None else 0


class Course:
    """What OpenSpiel copies when it clones a state and pickles when it saves one: the game, and what seats remember."""

    def __init__(self, game: Game | None = None, memories: Mapping[int, Memory] | None = None) -> None:
        self.game = game
        self.digits: list[int] = []
        self.memories = dict(memories or {})

    def __deepcopy__(self, memo: Any) -> "Course":
        other = Course(self.game.copy() if self.game else None)
        other.digits = list(self.digits)
        other.memories = {seat: replace(memory) for seat, memory in self.memories.items()}
        return other

    def __getstate__(self) -> dict[str, Any]:
        kept = vars(self).copy()
        if (game := self.game) is not None:
            start = game.at(game.ply - len(game.history)).states
            kept["game"] = game.title.name, start, game.seed, game.history
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        if self.game is not None:
            name, start, seed, history = kept["game"]
            title = games.get(name)
            self.game = Game(title, title.cards, start, seed=seed)
            self.game.replay(history)

    @property
    def dealt(self) -> Game:
        """The game; players are asked nothing before it is dealt."""
        assert self.game is not None
        return self.game

    def imagine(self, seat: int, sampler: Callable[[], float]) -> Game:
        """A game that agrees with a seat's view, with the same seat to act.

        Where several decide at once, a view does not say who has. Those who are asked first have: they are given some
        decision.
        """
        view, turn = self.dealt.view(seat), self.dealt.turn
        world = Game(view.title, view.cards, view.imagine(int(sampler() * (1 << 62))).states, seed=None)
        while turn is not None and world.turn is not None and world.turn < turn:
            actions = world.legal_actions()
            world.push_action(actions[int(sampler() * len(actions))])
        return Game(view.title, view.cards, world.states, seed=None)

    def recall(self, seat: int) -> str:
        """What a seat has lived through, as a hash."""
        return self.memories.setdefault(seat, Memory(seat)).recall(self.dealt)


class TabletownState(pyspiel.State):  # type: ignore[misc]
    """A game in progress, as OpenSpiel steps it."""

    def __init__(self, game: TabletownGame) -> None:
        super().__init__(game)
        self.course = Course()
        if game.seed is not None:
            self._deal(game.seed)

    def _deal(self, seed: int) -> None:
        game = self.get_game()
        self.course.game = Game.new(game.title, game.players, seed, game.options)

    def current_player(self) -> int:
        """The seat to act, chance, or that the game is over."""
        if self.course.game is None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.course.game.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of the seed: all are equally likely."""
        return [(outcome, 1 / SIDES) for outcome in range(SIDES)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.course.dealt.legal_actions(player))

    def _apply_action(self, action: int) -> None:
        if self.course.game is not None:
            self.course.game.push_action(action)
            return
        self.course.digits.append(action)
        if len(self.course.digits) == DIGITS:
            self._deal(int.from_bytes(self.course.digits, "big"))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        if self.course.game is None or action not in self.course.game.legal_actions(player):
            verb, numbers = self.get_game().title.actions.decode(action)
            return " ".join([verb, *map(str, numbers)])  # what it would say depends on the situation
        return self.course.game.say(action, player)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.course.game is not None and self.course.game.is_over()

    def returns(self) -> list[float]:
        """What every player has won so far: nothing before the end."""
        outcome = self.course.game.outcome() if self.course.game else None
        return [0.0] * self.num_players() if outcome is None else rewards(outcome)

    def resample_from_infostate(self, player: int, sampler: Any) -> "TabletownState":
        """A state that the player cannot tell from this one, chosen at random; `sampler` draws from 0 to 1."""
        other: TabletownState = self.clone()
        if self.course.game is None or self.is_terminal():
            return other
        self.course.recall(player)
        world = self.course.imagine(player, sampler)
        # the player remembers what it has lived through; how many decisions others made in secret it does not know
        other.course = Course(world, {player: replace(self.course.memories[player], ply=world.ply)})
        return other

    def __str__(self) -> str:
        return f"to be dealt: {self.course.digits}" if self.course.game is None else str(self.course.game)


class Seen:
    """What a player can see now: its view as JSON, or as the numbers of an `Observer`."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self.tensor = np.zeros(observer.size, np.float32)
        self.dict = observer.split(self.tensor)

    def set_from(self, state: TabletownState, player: int) -> None:
        """Write what the player sees into `tensor`; nothing before the game is dealt."""
        game = state.course.game
        self.tensor[:] = 0 if game is None else self._observer.flat(game.view(player))

    def string_from(self, state: TabletownState, player: int) -> str:
        """The view as text; two states that the player cannot tell apart give the same."""
        game = state.course.game
        return "" if game is None else json.dumps(game.view(player).table(), sort_keys=True)


class Remembered:
    """An information state: the view, and a hash of all that the player has seen and done. It has no numbers."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: TabletownState, player: int) -> None:
        """There is nothing to write."""

    def string_from(self, state: TabletownState, player: int) -> str:
        """The view as text, with the hash; two states that the player cannot tell apart give the same."""
        course = state.course
        if course.game is None:
            return ""
        return json.dumps(course.game.view(player).table() | {"recall": course.recall(player)}, sort_keys=True)


def register() -> None:
    """Tell OpenSpiel about all titles.

    What it is given must be classes: it keeps them longer than Python runs, and lets go of them without Python's lock.
    """
    for name in games.names():
        pyspiel.register_game(game_type(name), type(name, (TabletownGame,), {"name": name}))


register()
