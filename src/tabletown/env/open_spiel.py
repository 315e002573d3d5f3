"""OpenSpiel games: importing this module registers all titles, as `tabletown_uptown` and so on.

    import pyspiel, tabletown.env.open_spiel
    game = pyspiel.load_game("tabletown_uptown(players=3)")

Parameters: `players`; `options`, names of optional rules joined by `+`; `edition`, the name of an edition of the cards;
`seed`, a fixed deal, or -1 (the default) to let OpenSpiel's chance nodes deal.

*Chance.* A title takes all chance of a game from one seed. So a game begins with four chance nodes of 256 equally
likely outcomes each. Together they are the seed, one of 2**32 deals, and everything that is drawn later follows from
it. No information state contains anything that the player does not know yet. But a state contains its future: a search
that clones states and plays on (OpenSpiel's MCTS) sees cards that no player can know. Information-set MCTS does not:
`resample_from_infostate` draws a random world that agrees with the player's view, with another future.

*Turns.* Seats that decide at the same time are asked in seat order; none learns what another has chosen before the
reveal.

*Returns.* At the end the winners share 1, the others get 0.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from tabletown import games
from tabletown.engine.edition import PRINTED
from tabletown.engine.game import Game
from tabletown.engine.title import Title
from tabletown.env.infostate_hash import InfostateHash
from tabletown.env.observer import Observer
from tabletown.env.results import rewards
from tabletown.extras import extra

with extra("env"):
    import pyspiel

DIGITS, SIDES = 4, 256
"""Chance nodes at the beginning of a game, and the outcomes of each."""
RECALL_BITS = 64
"""Bits of the hash in the tensor of an information state."""
LONGEST = 1 << 16
"""The limit of decisions that OpenSpiel requires. The longest of 42,000 random games took 4,626."""


def names() -> list[str]:
    """The names of all titles in OpenSpiel."""
    return [f"tabletown_{name}" for name in games.names()]


def game_type(name: str, dealt: bool = False) -> Any:
    """The `pyspiel.GameType` of a title; if it is `dealt` from a fixed seed, it has no chance nodes."""
    meta, kind = games.meta(name), pyspiel.GameType
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
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": meta.players[0], "seed": -1, "options": "", "edition": PRINTED},
    )


class TabletownGame(pyspiel.Game):  # type: ignore[misc]
    """A title with a number of players and options; `register` makes a subclass with the `name` of each title."""

    name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.players = int(params.get("players", self.title.meta.players[0]))
        self.options = dict.fromkeys(filter(None, str(params.get("options", "")).split("+")), True)
        seed = int(params.get("seed", -1))
        self.seed = None if seed < 0 else seed
        self.title.check_players(self.players)
        self.title.options_mask(self.options)
        self.edition = str(params.get("edition", PRINTED))
        self.title.edition_number(self.edition)
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
        """The title; a property, because OpenSpiel copies attributes."""
        return games.get(self.name)

    def new_initial_state(self) -> "TabletownState":
        """The initial state: before the chance nodes that deal, or dealt from the seed."""
        return TabletownState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "ViewObserver | InfostateObserver":
        """An observer of what a player sees now or, with perfect recall, of its information state."""
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return InfostateObserver(Observer(self.title, self.players))
        return ViewObserver(Observer(self.title, self.players))

    def max_chance_nodes_in_history(self) -> int:
        """The number of chance nodes that deal."""
        return DIGITS if self.seed is None else 0


class StateData:
    """The contents of a state: the game and the information states of seats. OpenSpiel copies and pickles it."""

    def __init__(self, game: Game | None = None, infostates: Mapping[int, InfostateHash] | None = None) -> None:
        self.game = game
        self.digits: list[int] = []
        self.infostates = dict(infostates or {})

    def __deepcopy__(self, memo: Any) -> "StateData":
        other = StateData(self.game.copy() if self.game else None)
        other.digits = list(self.digits)
        other.infostates = {seat: replace(infostate) for seat, infostate in self.infostates.items()}
        return other

    @property
    def dealt(self) -> Game:
        """The game, which must be dealt."""
        assert self.game is not None
        return self.game

    def imagine(self, seat: int, sampler: Callable[[], float]) -> Game:
        """A random game that agrees with a seat's view, with the same seat to act.

        Where seats decide at the same time, a view does not contain the decisions of others. Seats that were asked
        before make random ones.
        """
        view, turn = self.dealt.view(seat), self.dealt.turn
        world = Game(view.title, view.cards, view.imagine(int(sampler() * (1 << 62))).states, seed=None)
        while turn is not None and world.turn is not None and world.turn < turn:
            actions = world.legal_actions
            world.push_action(actions[int(sampler() * len(actions))])
        return Game(view.title, view.cards, world.states, seed=None)

    def infostate_hash(self, seat: int) -> str:
        """The hash of a seat's information state."""
        return self.infostates.setdefault(seat, InfostateHash(seat)).update(self.dealt)


class TabletownState(pyspiel.State):  # type: ignore[misc]
    """An OpenSpiel state: a game in progress, or one that is still being dealt."""

    def __init__(self, game: TabletownGame) -> None:
        super().__init__(game)
        self.data = StateData()
        if game.seed is not None:
            self._deal(game.seed)

    def _deal(self, seed: int) -> None:
        game = self.get_game()
        self.data.game = Game.new(game.title, game.players, seed, game.options, edition=game.edition)

    def current_player(self) -> int:
        """The seat to act, `PlayerId.CHANCE`, or `PlayerId.TERMINAL`."""
        if self.data.game is None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.data.game.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of the seed: all are equally likely."""
        return [(outcome, 1 / SIDES) for outcome in range(SIDES)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.data.dealt.legal_actions_of(player))

    def _apply_action(self, action: int) -> None:
        if self.data.game is not None:
            self.data.game.push_action(action)
            return
        self.data.digits.append(action)
        if len(self.data.digits) == DIGITS:
            self._deal(int.from_bytes(self.data.digits, "big"))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        if self.data.game is None or action not in self.data.game.legal_actions_of(player):
            verb, numbers = self.get_game().title.actions.decode(action)
            return " ".join([verb, *map(str, numbers)])  # the text of a move depends on the situation
        return self.data.game.say(action, player)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.data.game is not None and self.data.game.is_game_over()

    def returns(self) -> list[float]:
        """The result of every player; all 0 before the end."""
        outcome = self.data.game.outcome() if self.data.game else None
        return [0.0] * self.num_players() if outcome is None else rewards(outcome)

    def resample_from_infostate(self, player: int, sampler: Any) -> "TabletownState":
        """A random state that the player cannot tell from this one; `sampler()` returns a number from 0 to 1."""
        other: TabletownState = self.clone()
        if self.data.game is None or self.is_terminal():
            return other
        self.data.infostate_hash(player)
        world = self.data.imagine(player, sampler)
        # the player keeps its information state, but not the number of plies that others made in secret
        other.data = StateData(world, {player: replace(self.data.infostates[player], ply=world.ply)})
        return other

    def __str__(self) -> str:
        return f"to be dealt: {self.data.digits}" if self.data.game is None else str(self.data.game)


class ViewObserver:
    """Observes what a player sees now: its view as JSON, or as the floats of an `Observer`."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self.tensor = np.zeros(observer.size, np.float32)
        self.dict = observer.split(self.tensor)

    def set_from(self, state: TabletownState, player: int) -> None:
        """Write what the player sees to `tensor`; all 0 before the game is dealt."""
        game = state.data.game
        self.tensor[:] = 0 if game is None else self._observer.flat(game.view(player))

    def string_from(self, state: TabletownState, player: int) -> str:
        """The view as text; equal for states in which the player sees the same."""
        game = state.data.game
        return "" if game is None else json.dumps(game.view(player).table(), sort_keys=True)


class InfostateObserver:
    """Observes information states, the view and a hash of all that the player has seen and done: as text and as floats.

    The floats are those of an `Observer`, then the first bits of the hash, each 0 or 1. So two states that the player
    can tell apart differ, and a network can learn from the view, as it would without perfect recall.
    """

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self.tensor = np.zeros(observer.size + RECALL_BITS, np.float32)
        self.dict = observer.split(self.tensor[: observer.size]) | {"recall": self.tensor[observer.size :]}

    def set_from(self, state: TabletownState, player: int) -> None:
        """Write the information state to `tensor`; all 0 before the game is dealt."""
        data = state.data
        if data.game is None:
            self.tensor[:] = 0
            return
        self.tensor[: self._observer.size] = self._observer.flat(data.game.view(player))
        recall = np.frombuffer(bytes.fromhex(data.infostate_hash(player)), np.uint8)[: RECALL_BITS // 8]
        self.tensor[self._observer.size :] = np.unpackbits(recall)

    def string_from(self, state: TabletownState, player: int) -> str:
        """The view as text, with the hash; equal for states that the player cannot tell apart."""
        data = state.data
        if data.game is None:
            return ""
        return json.dumps(data.game.view(player).table() | {"recall": data.infostate_hash(player)}, sort_keys=True)


def register() -> None:
    """Register all titles with OpenSpiel.

    It must be given classes, not functions: it keeps them until after Python has ended, and releases them without the
    GIL.
    """
    for name in games.names():
        pyspiel.register_game(game_type(name), type(name, (TabletownGame,), {"name": name}))


register()
