"""A game in progress: a position that can be moved on, taken back, copied and saved."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletown.engine.errors import IllegalMove, OptionError
from tabletown.engine.position import Position, duplicate
from tabletown.engine.state import Records, blank
from tabletown.engine.title import Title

MAX_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Ply:
    """One decision: who made it, and the action."""

    seat: int
    action: int


class Game(Position):
    """A game in progress.

    >>> import tabletown
    >>> game = tabletown.new("uptown", players=2, seed=7)
    >>> game.push(game.legal_moves[0])
    2
    >>> game.ply, game.pop()
    (1, Ply(seat=1, action=2))
    """

    def __init__(self, title: Title, cards: Any, states: Records, *, seed: int | None, start: Records | None = None):
        super().__init__(title, cards, states)
        self.seed = seed
        self.start = start  # the position it began from, if it was not dealt from the seed
        self.history: list[Ply] = []
        self._past: list[Records] = []
        self._asked: list[tuple[int, int]] = []  # what `asked` returns, for states of the past

    @classmethod
    def new(
        cls,
        title: Title,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, bool] | None = None,
        cards: Any = None,
        rules: int | None = None,
    ) -> "Game":
        """Deal a new game. Without a seed, a secret one is drawn; the same seed always deals the same game.

        `rules` is the number of the rules, by default the newest; the cards are by default those of that number.
        Raises OptionError and UnknownRules.
        """
        players = title.meta.players[0] if players is None else players
        title.check_players(players)
        seed = secrets.randbelow(MAX_SEED) if seed is None else seed
        if type(seed) is not int or not 0 <= seed <= MAX_SEED:
            raise OptionError(f"a seed is a whole number from 0 to {MAX_SEED}, not {seed!r}")
        number = title.meta.rules if rules is None else rules
        begun = title.blank_for(number)
        cards = cards or title.cards_for(number)
        states = blank(title.dtype)
        mask = title.options_mask(options)
        title.loops.begin(states, 0, cards.data, begun, np.uint64(seed), players, mask)
        return cls(title, cards, states, seed=seed)

    @classmethod
    def from_position(cls, position: Position, seed: int | None = None) -> "Game":
        """Play on from a position; from a view, in a world that agrees with it, imagined by `seed` (else at random)."""
        seed = secrets.randbelow(MAX_SEED) if seed is None else seed
        world = position if position.seat is None else position.imagine(seed)
        states = world.states.copy()
        return cls(position.title, position.cards, states, seed=None, start=states.copy())

    def push(self, move: str, seat: int | None = None) -> int:
        """Make a move given as text; returns its action. A refused move changes nothing."""
        action = self.parse(move, seat)
        self._push(action, self._actor(seat))
        return action

    def push_action(self, action: int, seat: int | None = None) -> None:
        """Make a move given as an action; raises IllegalMove."""
        actor = self._actor(seat)
        if action not in self.legal_actions(actor):
            raise IllegalMove(f"action {action} is not legal for seat {actor} at ply {self.ply}")
        self._push(action, actor)

    def _push(self, action: int, seat: int) -> None:
        self._past.append(duplicate(self.states))
        self._asked.append(_asked(self.states))
        self.history.append(Ply(seat, action))
        self.title.loops.step(self.states, 0, self.cards.data, seat, action)

    def pop(self) -> Ply:
        """Take back the last ply and return it; raises IndexError at the start."""
        if not self.history:
            raise IndexError("there is no ply to take back")
        self.states[:] = self._past.pop()
        self._asked.pop()
        return self.history.pop()

    @property
    def sealed(self) -> bool:
        """Whether seats decide independently of each other now: several were asked when anything was last revealed."""
        waiting, now = _asked(self.states)
        for before, revealed in reversed(self._asked):
            if revealed != now:
                break
            waiting = before
        return waiting.bit_count() > 1

    def asked(self) -> list[tuple[int, int]]:
        """Whom the table waited for (as bits) and how much had been revealed: at the start, and after every ply."""
        return [*self._asked, _asked(self.states)]

    def last_ply(self, seat: int) -> int | None:
        """Where in the history the ply stands that a seat may take back by itself; None if there is none.

        It is the seat's last one, as long as nobody learned anything since. Other seats may have decided after it only
        where they do so independently (see `sealed`). Once the game is over there is none.
        """
        if self.is_over():
            return None
        sealed, revealed = self.sealed, int(self.states["reveals"][0])
        for index in range(len(self.history) - 1, -1, -1):
            if self._asked[index][1] != revealed:
                return None
            if self.history[index].seat == seat:
                return index
            if not sealed:
                return None
        return None

    def can_take_back(self, seat: int) -> bool:
        """Whether `take_back` would do something."""
        return self.last_ply(seat) is not None

    def take_back(self, seat: int) -> Ply:
        """Undo the last ply of a seat and return it; what other seats decided since stays. Raises IllegalMove.

        A game that is over stays over: no seat can take back the ply that ended it. `pop` has no such limit, so a
        program can explore from there.
        """
        if self.is_over():
            raise IllegalMove("the game is over, nothing can be taken back")
        index = self.last_ply(seat)
        if index is None:
            raise IllegalMove("there is nothing to take back: somebody has learned something since, or moved")
        ply, later = self.history[index], self.history[index + 1 :]
        trial = self.copy()
        while len(trial.history) > index:
            trial.pop()
        trial.replay(later)
        self.states[:] = trial.states
        self.history, self._past, self._asked = trial.history, trial._past, trial._asked
        return ply

    def replay(self, plies: Sequence[Ply]) -> None:
        """Make all these plies; if one is illegal none is made, and IllegalMove names it."""
        trial = self.copy()
        seats = np.array([p.seat for p in plies], np.int32)
        actions = np.array([p.action for p in plies], np.int32)
        done = self.title.loops.replay(trial.states, 0, self.cards.data, seats, actions, self.title.scratch())
        if done < len(plies):
            bad = plies[done]
            raise IllegalMove(f"ply {self.ply + done + 1}: action {bad.action} is not legal for seat {bad.seat}")
        for ply in plies:
            self._push(ply.action, ply.seat)

    def at(self, ply: int) -> Position:
        """The position as it was after so many plies of this game's history."""
        first = self.ply - len(self.history)
        if not first <= ply <= self.ply:
            raise IndexError(f"ply {ply} is not in {first}..{self.ply}")
        states = self.states if ply == self.ply else self._past[ply - first]
        return Position(self.title, self.cards, duplicate(states))

    def copy(self) -> "Game":
        """An independent copy, history included."""
        other = Game(self.title, self.cards, duplicate(self.states), seed=self.seed, start=self.start)
        other.history, other._past, other._asked = list(self.history), list(self._past), list(self._asked)
        return other


def _asked(states: Records) -> tuple[int, int]:
    """Whom the table waits for, as bits, and how much was revealed."""
    return int(states["waiting"][0]), int(states["reveals"][0])
