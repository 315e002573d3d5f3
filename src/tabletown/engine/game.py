"""A game in progress: a position that can be moved on, taken back, copied and saved."""

import secrets
from array import array
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from tabletown.engine.edition import PRINTED
from tabletown.engine.errors import IllegalMove, OptionError, WrongType
from tabletown.engine.integers import as_integer, integer, shown
from tabletown.engine.memory import TURN_OF, WAITING, memory_of, reveals_of, states_in
from tabletown.engine.position import Position, check_layout
from tabletown.engine.state import Records, blank
from tabletown.engine.title import Title

MAX_SEED = 2**63 - 1
SEAT_BITS = 3
"""A ply is kept as one number: the action, and in the lowest bits the seat."""
_SEATS = (1 << SEAT_BITS) - 1


class Ply(NamedTuple):
    """One decision: who made it, and the action."""

    seat: int
    action: int


class Game(Position):
    """A game in progress.

    Two games are equal if they began alike, the same plies were made, and they stand alike. The hash of a game changes
    with every ply: to keep games in a set or as keys, use `game.copy()`, or `game.at(game.ply)` for the position alone.

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
        self._past: list[bytes] = []  # the states before each ply
        self._lists: list[list[int] | None] = []  # what was legal in each of them, as far as somebody asked
        self._plies = array("i")
        self._told: list[Ply] = []  # the first of them as `history` tells them; made when somebody asks
        self._asked: list[tuple[int, int]] = []  # of the first states: whom they wait for, and what was revealed
        self._play, self._data = title.turn_loops.play, cards.data
        self._own_memory(memory_of(states))
        self._listed_in = b""  # the state for which `_legal` lists the actions of the seat to act
        self._legal: list[int] | None = None  # None: the first `_count` in `_out`, and nobody has asked for them yet
        self._count = 0

    def _own_memory(self, memory: memoryview) -> None:
        """Set what must not be shared with a copy: the memory of the state, and where kernels write lists."""
        self._memory = memory
        self._now = memory.tobytes  # a function: the state as it is, whoever may have written to `states`
        self._out = self.title.scratch()
        self._written = self._out.data  # the same memory; a list is made of it in half the time

    @classmethod
    def new(
        cls,
        title: Title,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, bool] | None = None,
        cards: Any = None,
        rules: int | None = None,
        edition: str = PRINTED,
    ) -> "Game":
        """Deal a new game. Without a seed, a secret one is drawn; the same seed always deals the same game.

        `rules` is the number of the rules, by default the newest. `cards` is a card set or the path of a card file, by
        default the title's own for these rules and the `edition`. Raises OptionError, UnknownRules, WrongType, and for
        a card file OSError or CardError.
        """
        players = title.check_players(title.meta.players[0] if players is None else players)
        number = secrets.randbelow(MAX_SEED) if seed is None else as_integer(seed)
        if number is None or not 0 <= number <= MAX_SEED:
            raise OptionError(f"a seed is a whole number from 0 to {MAX_SEED}, not {shown(seed)}")
        version = title.meta.rules if rules is None else integer(rules, "the number of the rules")
        begun = title.blank_for(version, edition)
        cards = title.choose_cards(cards, version, edition)
        states = blank(title.dtype)
        mask = title.options_mask(options)
        title.loops.begin(states, 0, cards.data, begun, np.uint64(number), players, mask)
        return cls(title, cards, states, seed=number)

    @classmethod
    def from_position(cls, position: Position, seed: int | None = None) -> "Game":
        """Play on from a position; from a view, in a world that agrees with it, imagined by `seed` (else at random)."""
        if not isinstance(position, Position):
            raise WrongType(f"a game begins from a position, not from {shown(position)}")
        seed = secrets.randbelow(MAX_SEED) if seed is None else seed
        world = position if position.seat is None else position.imagine(seed)
        states = world.states.copy()
        return cls(position.title, position.cards, states, seed=None, start=states.copy())

    # --- Moving on ---

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions of the seat to act, in ascending order; empty once the game is over."""
        return self._legal_in(self._now()).copy()

    def legal_actions_of(self, seat: int) -> list[int]:
        """The legal actions of a seat, where several may act; empty if it is not its turn."""
        seat = integer(seat, "a seat")
        return self.legal_actions if seat == self.turn else super().legal_actions_of(seat)

    def _legal_in(self, now: bytes) -> list[int]:
        """The legal actions of the seat to act, where `now` is the state as it is; listed once for every state."""
        if now != self._listed_in:
            turn = TURN_OF[now[WAITING]]
            moves = self.title.loops.moves
            self._count = 0 if turn is None else moves(self.states, 0, self._data, turn, self._out)
            self._legal, self._listed_in = None, now
        if self._legal is None:
            self._legal = self._written[: self._count].tolist()
        return self._legal

    def push(self, move: str, seat: int | None = None) -> int:
        """Make a move given as text; returns its action. A refused move changes nothing."""
        action = self.parse(move, seat)
        self._push(self._now(), self._actor(seat), action)
        return action

    def push_action(self, action: int, seat: int | None = None) -> None:
        """Make a move given as an action; raises IllegalMove. A refused move changes nothing."""
        if type(action) is not int:
            action = integer(action, "an action", "; moves as text are for push")
        now = self._now()
        turn = TURN_OF[now[WAITING]]
        actor = turn if seat is None else integer(seat, "a seat")
        if actor is None or action not in (self._legal_in(now) if actor == turn else self.legal_actions_of(actor)):
            raise IllegalMove(self._refusal(action, actor))
        self._push(now, actor, action)

    def _refusal(self, action: int, seat: int | None) -> str:
        if seat is None or self.is_game_over():
            return "the game is over, nothing can be moved"
        if seat not in self.waiting:
            return f"seat {seat} is not to act now; waiting for {', '.join(map(str, self.waiting))}"
        return f"action {action} is not legal for seat {seat} at ply {self.ply}; legal_actions_of({seat}) lists what is"

    def _push(self, now: bytes, seat: int, action: int) -> None:
        """Make a legal ply in the state `now`, and list the next legal actions in the same call."""
        self._lists.append(self._legal if now == self._listed_in else None)
        self._count = self._play(self.states, self._data, seat, action, self._out)
        self._past.append(now)
        self._plies.append(action << SEAT_BITS | seat)
        self._legal, self._listed_in = None, self._now()

    def pop(self) -> Ply:
        """Take back the last ply and return it; raises IndexError at the start."""
        if not self._past:
            raise IndexError("there is no ply to take back")
        self._memory[:] = before = self._past.pop()
        if (listed := self._lists.pop()) is not None:
            self._legal, self._listed_in = listed, before
        ply = _ply(self._plies.pop())
        del self._told[len(self._plies) :], self._asked[len(self._past) :]
        return ply

    def replay(self, plies: Iterable[Ply | tuple[int, int]]) -> None:
        """Make these plies, pairs of seat and action; if one is illegal none is made, and IllegalMove names it."""
        made = [_checked_ply(ply) for ply in plies]
        seats = np.array([ply.seat for ply in made], np.int32)
        actions = np.array([ply.action for ply in made], np.int32)
        trial = states_in(bytearray(self._memory), self.title.dtype)
        done = self.title.loops.replay(trial, 0, self.cards.data, seats, actions, self.title.scratch())
        if done < len(made):
            bad = made[done]
            raise IllegalMove(f"ply {self.ply + done + 1}: action {bad.action} is not legal for seat {bad.seat}")
        for ply in made:
            self._push(self._now(), ply.seat, ply.action)

    # --- The past ---

    @property
    def history(self) -> list[Ply]:
        """All plies of this game, the first one first, as a list of the caller's own: changing it changes no game."""
        self._told.extend(map(_ply, self._plies[len(self._told) :]))
        return self._told.copy()

    @property
    def first_ply(self) -> int:
        """How many plies had been made where this game began: 0, unless it began from a position."""
        return self.ply - len(self._plies)

    def peek(self) -> Ply:
        """The last ply, which `pop` would take back; raises IndexError at the start."""
        if not self._plies:
            raise IndexError("no ply has been made yet")
        return _ply(self._plies[-1])

    def root(self) -> Position:
        """The position in which this game began."""
        return self.at(self.first_ply)

    def at(self, ply: int) -> Position:
        """The position as it was after so many plies of this game's history."""
        ply, first = integer(ply, "a ply"), self.first_ply
        if not first <= ply <= self.ply:
            raise IndexError(f"ply {ply} is not in {first}..{self.ply}")
        state = self._memory if ply == self.ply else self._past[ply - first]
        return Position._of_bytes(self.title, self.cards, state)

    def asked(self) -> list[tuple[int, int]]:
        """Whom the game waited for (as bits) and how much had been revealed: at the start, and after every ply."""
        self._asked.extend((state[WAITING], reveals_of(state)) for state in self._past[len(self._asked) :])
        now = self._now()
        return [*self._asked, (now[WAITING], reveals_of(now))]

    def snapshots(self) -> list[bytes]:
        """The states of this game as bytes: at its start, and after every ply."""
        return [*self._past, self._now()]

    # --- Copies and comparisons ---

    def copy(self) -> "Game":
        """An independent copy, history included."""
        now = self._now()
        self._legal_in(now)  # the copy has the list, but not the memory in which it would lie
        other = object.__new__(Game)
        vars(other).update(vars(self))
        vars(other).pop("state", None)  # a window on the memory of this game
        memory = bytearray(now)
        other.states = states_in(memory, self.title.dtype)
        other._own_memory(memoryview(memory))
        other._past, other._lists = self._past.copy(), self._lists.copy()
        other._plies, other._told, other._asked = self._plies[:], self._told.copy(), self._asked.copy()
        return other

    def __copy__(self) -> "Game":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles carry how the game began and its plies; the states in between are found again by replaying."""
        start = None if self.start is None else self.start.tobytes()
        began, now = self.snapshots()[0], self._now()
        kept = self._pickled_cards(), self.title.layout, began, self._plies.tolist(), now, self.seed, start
        return _unpickle, (self.title, *kept)

    def _content(self) -> tuple[Any, ...]:
        """What makes two games equal, besides their cards."""
        return *super()._content(), self.seed, *self._past[:1], self._plies.tobytes()


def _ply(code: int) -> Ply:
    return Ply(code & _SEATS, code >> SEAT_BITS)


def _checked_ply(ply: Any) -> Ply:
    if not isinstance(ply, tuple) or len(ply) != 2:
        raise WrongType(f"a ply is a seat and an action, like Ply(0, 3), not {shown(ply)}")
    seat, action = integer(ply[0], "a seat"), integer(ply[1], "an action")
    return Ply(seat, action)


def _unpickle(
    title: Title,
    cards: Any,
    layout: str,
    began: bytes,
    plies: list[int],
    now: bytes,
    seed: int | None,
    start: bytes | None,
) -> Game:
    check_layout(title, layout)

    def states(state: bytes) -> Records:
        return states_in(bytearray(state), title.dtype)

    cards = cards or title.cards_for(*title.rules_in(began))
    game = Game(title, cards, states(began), seed=seed, start=None if start is None else states(start))
    game.replay(map(_ply, plies))
    game._memory[:] = now
    return game
