"""Positions: a situation of a game, with everything known or as one seat sees it. Nothing here changes it."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tabletown.engine.errors import IllegalMove, InvalidMove
from tabletown.engine.seat_marks import in_words
from tabletown.engine.state import MAX_SEATS, NOBODY, Records, record
from tabletown.engine.title import Title

MOST_CHARACTERS = 200
"""Longer texts are no moves of any title."""
SEATS_OF = tuple(tuple(seat for seat in range(MAX_SEATS) if mask >> seat & 1) for mask in range(1 << MAX_SEATS))
"""The seats of every bit mask; looked up, because everybody asks for them all the time."""


def duplicate(states: Records) -> Records:
    """A copy of some states, as bytes: NumPy copies records field by field, which takes several times as long."""
    copy = np.empty_like(states)
    copy.view(np.uint8)[:] = states.view(np.uint8)
    return copy


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    reason: str
    scores: tuple[int, ...]
    places: tuple[int, ...]  # per seat, 1 for the winners

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; more than one share the victory."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Position:
    """A situation of a game.

    `seat` says whose view it is: None where everything is known, a seat's number, or -1 for a spectator. In a view the
    fields that the seat may not know are wiped, so it can be drawn, scored and thought about without leaking.
    """

    def __init__(self, title: Title, cards: Any, states: Records, seat: int | None = None) -> None:
        self.title = title
        self.cards = cards
        self.states = states
        self.seat = seat

    @cached_property
    def state(self) -> Any:
        """The state with its fields as attributes: a window on `states`, whose memory never moves."""
        return record(self.states)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "state"}  # it would be a copy, no window

    @property
    def rules(self) -> str:
        """The rules by which it is played, as records name them: "uptown/1"."""
        return self.title.rules_name(int(self.states["rules"][0]))

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.states["players"][0])

    @property
    def ply(self) -> int:
        """How many decisions have been made."""
        return int(self.states["ply"][0])

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now, in seat order."""
        return SEATS_OF[self.states["waiting"][0]]

    @property
    def turn(self) -> int | None:
        """The seat to act (the first one, where several may), or None when the game is over."""
        waiting = self.waiting
        return waiting[0] if waiting else None

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.states["ended"][0])

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """The legal actions of a seat, by default of the seat to act; empty if it is not its turn.

        A view knows the choices of its own seat only: those of others may depend on what it cannot see.
        """
        return self._listed(self.title.loops.moves, seat)

    def sensible_actions(self, seat: int | None = None) -> list[int]:
        """Those of the legal actions that bots choose among: all of them, unless the title narrows some decisions.

        Like `legal_actions`, they depend only on what the seat may know.
        """
        return self._listed(self.title.loops.sensible_moves, seat)

    def _listed(self, kernel: Callable[..., int], seat: int | None) -> list[int]:
        """The actions that a kernel lists for a seat; none if the seat is not to act, or its choices are unknown."""
        seat = self.turn if seat is None else seat
        if seat is None or seat not in self.waiting or self.seat not in (None, seat):
            return []
        out = self.title.scratch()
        n = kernel(self.states, 0, self.cards.data, seat, out)
        actions: list[int] = out[:n].tolist()
        return actions

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves of the seat to act, as text."""
        return [self.say(action) for action in self.legal_actions()]

    def say(self, action: int, seat: int | None = None) -> str:
        """An action as move text: `buy cinema`."""
        text: str = self.title.words.say(self, self._actor(seat), action)
        return text

    def explain(self, action: int, seat: int | None = None) -> str:
        """An action as a sentence without its subject: "buys the Cinema from Sky's deck for $5 ..."."""
        actor = self._actor(seat)
        return in_words(self.title.words.explain(self, actor, action), actor)

    def parse(self, text: str, seat: int | None = None) -> int:
        """The legal action that a move text means; raises InvalidMove, IllegalMove or AmbiguousMove."""
        seat = self._actor(seat)
        if self.is_over():
            raise IllegalMove("the game is over, nothing can be moved")
        if seat not in self.waiting:
            raise IllegalMove(f"seat {seat} is not to act now; waiting for {', '.join(map(str, self.waiting))}")
        if self.seat not in (None, seat):
            raise IllegalMove(f"this is what seat {self.seat} sees; what seat {seat} may do is not known in it")
        if len(text) > MOST_CHARACTERS:
            raise InvalidMove(f"a move has at most {MOST_CHARACTERS} characters, not {len(text)}")
        action: int = self.title.words.read(self, seat, " ".join(text.lower().split()))
        if action not in self.legal_actions(seat):
            raise IllegalMove(*self.title.words.why_not(self, seat, action))
        return action

    def _actor(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        turn = self.turn
        return 0 if turn is None else turn

    def _points(self) -> tuple[list[int], list[int]]:
        points, places = np.zeros(MAX_SEATS, np.int32), np.zeros(MAX_SEATS, np.int32)
        self.title.loops.points(self.states, 0, self.cards.data, points, places)
        return [int(x) for x in points[: self.players]], [int(x) for x in places[: self.players]]

    def scores(self) -> list[int]:
        """Every seat's points as they stand."""
        return self._points()[0]

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if not self.is_over():
            return None
        points, places = self._points()
        reason = self.title.words.ENDINGS[int(self.states["ended"][0])]
        return Outcome(reason, tuple(points), tuple(places))

    def view(self, seat: int) -> "Position":
        """What a seat (-1: a spectator) may know, as a position of its own."""
        if not NOBODY <= seat < self.players:
            raise IndexError(f"seat {seat} is not at this table; seats are 0 to {self.players - 1}, -1 is a spectator")
        states = duplicate(self.states)
        self.title.loops.view(states, 0, self.cards.data, seat)
        return Position(self.title, self.cards, states, seat)

    def after(self, seat: int, action: int) -> "Position":
        """The position that a legal action of a seat leads to, as a position of its own; this one stays as it is.

        From a view it is still that seat's view: what the move would reveal stays unknown in it. Whether the action is
        legal is not checked.
        """
        states = duplicate(self.states)
        self.title.loops.step(states, 0, self.cards.data, seat, action)
        return Position(self.title, self.cards, states, self.seat)

    def imagine(self, seed: int) -> "Position":
        """A whole world that agrees with this view, chosen at random by `seed`."""
        states = duplicate(self.states)
        seat = NOBODY if self.seat is None else self.seat
        self.title.loops.imagine(states, 0, self.cards.data, seat, np.uint64(seed))
        return Position(self.title, self.cards, states)

    def table(self) -> dict[str, Any]:
        """The position as plain data: what its text says."""
        state, title = self.state, self.title
        table: dict[str, Any] = {"title": title.name, "rules": self.rules, "ply": self.ply}
        table["reveals"] = int(state.reveals)
        if state.options:
            table["options"] = title.options_names(int(state.options))
        if self.seat is None:
            table["chance"] = [str(word) for word in state.rng]  # as text: TOML's integers are signed
        else:
            table["view"] = self.seat
        body: dict[str, Any] = title.positions.write(self)
        return table | body

    def digest(self) -> str:
        """SHA-256 of `table` as JSON: equal for equal situations, whatever the state's layout in memory."""
        text = json.dumps(self.table(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def __str__(self) -> str:
        board: str = self.title.words.board(self)
        return board

    def _repr_svg_(self) -> str:
        """The table as a picture, for notebooks."""
        return self.title.picture(self)

    def __repr__(self) -> str:
        whose = "" if self.seat is None else f", seat {self.seat}'s view" if self.seat >= 0 else ", spectator's view"
        return f"<{self.title.meta.title} for {self.players}, ply {self.ply}{whose}>"
