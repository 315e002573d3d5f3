"""Positions: a situation of a game, with everything known or as one seat sees it. Nothing here changes it."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np

from tabletown.engine.errors import AmbiguousMove, IllegalMove, InvalidMove, OptionError, PositionError, WrongType
from tabletown.engine.integers import integer, shown
from tabletown.engine.memory import ENDED, PLAYERS, SEATS_OF, TURN_OF, WAITING, Memory, memory_of, ply_of
from tabletown.engine.memory import states_in as states_in_memory
from tabletown.engine.seat_marks import in_words
from tabletown.engine.state import MAX_SEATS, NOBODY, Records, record
from tabletown.engine.title import Title

MOST_CHARACTERS = 200
"""Longer texts are no moves of any title."""
MOST_SEED = 2**64 - 1
MOST_PIXELS = 20_000
Theme: TypeAlias = Literal["light", "dark"]
_NO_LIST = np.zeros(0, np.int32)  # no room for legal actions: the kernel lists none


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

    Positions are compared and hashed by their content: title, cards, seat and all that is known. They can be copied and
    pickled; a pickled view has no more in it than the view.
    """

    def __init__(self, title: Title, cards: Any, states: Records, seat: int | None = None) -> None:
        self.title = title
        self.cards = cards
        self.states = states
        self.seat = seat

    @classmethod
    def _of_bytes(cls, title: Title, cards: Any, state: bytes | Memory, seat: int | None = None) -> "Position":
        """A position of its own in the state that these bytes are."""
        memory = bytearray(state)
        position = Position(title, cards, states_in_memory(memory, title.dtype), seat)
        position._memory = memory
        return position

    @cached_property
    def _memory(self) -> Memory:
        """The bytes of `states`: what is written there changes the state."""
        return memory_of(self.states)

    @cached_property
    def state(self) -> Any:
        """The state with its fields as attributes: a window on `states`, whose memory never moves."""
        return record(self.states)

    # --- Copies and comparisons ---

    def __copy__(self) -> "Position":
        return self._of_bytes(self.title, self.cards, self._memory, self.seat)

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.__copy__()  # a title and its cards never change, so copies share them

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.title, self._pickled_cards(), self.title.layout, bytes(self._memory), self.seat)

    def _pickled_cards(self) -> Any:
        """The cards, or None for those of the title, which every process has."""
        return None if self.title.is_own(self.cards, *self.title.rules_in(self._memory)) else self.cards

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Position) or type(self) is not type(other):
            return NotImplemented
        if self.cards is not other.cards and self.cards.data.tobytes() != other.cards.data.tobytes():
            return False
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def _content(self) -> tuple[Any, ...]:
        """What makes two positions equal, besides their cards."""
        return self.title.name, self.seat, bytes(self._memory)

    # --- Where the game stands ---

    @property
    def rules(self) -> str:
        """The rules by which it is played, as records name them: "uptown/1", or "uptown/1/balanced" with an edition."""
        return self.title.rules_name(*self.title.rules_in(self._memory))

    @property
    def edition(self) -> str:
        """The name of the edition of its cards; empty for the printed ones."""
        return self.title.rules_in(self._memory)[1]

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self._memory[PLAYERS]

    @property
    def ply(self) -> int:
        """How many decisions have been made."""
        return ply_of(self._memory)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now, in seat order."""
        return SEATS_OF[self._memory[WAITING]]

    @property
    def turn(self) -> int | None:
        """The seat to act (the first one, where several may), or None when the game is over."""
        return TURN_OF[self._memory[WAITING]]

    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        return self._memory[ENDED] != 0

    # --- What may be done ---

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions of the seat to act, in ascending order; empty once the game is over.

        In a view they are those of its own seat: those of others may depend on what it cannot see.
        """
        actor = self._chooser()
        return [] if actor is None else self.legal_actions_of(actor)

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves of the seat to act as text, in the order of `legal_actions`."""
        actor = self._chooser()
        return [] if actor is None else self.legal_moves_of(actor)

    @property
    def sensible_actions(self) -> list[int]:
        """Those of `legal_actions` that bots choose among: all of them, unless the title narrows some decisions."""
        actor = self._chooser()
        return [] if actor is None else self.sensible_actions_of(actor)

    def _chooser(self) -> int | None:
        """The seat whose choices are listed: in a view its own, even while it seems that others are asked first."""
        return self.turn if self.seat is None else self.seat

    def legal_actions_of(self, seat: int) -> list[int]:
        """The legal actions of a seat, where several may act; empty if it is not its turn."""
        return self._listed(self.title.loops.moves, seat)

    def legal_moves_of(self, seat: int) -> list[str]:
        """The legal moves of a seat as text, where several may act; empty if it is not its turn."""
        return [self.say(action, seat) for action in self.legal_actions_of(seat)]

    def sensible_actions_of(self, seat: int) -> list[int]:
        """Those of `legal_actions_of` that bots choose among. They depend only on what the seat may know."""
        return self._listed(self.title.loops.sensible_moves, seat)

    def _listed(self, kernel: Callable[..., int], seat: int) -> list[int]:
        """The actions that a kernel lists for a seat; none if the seat is not to act, or its choices are unknown."""
        seat = integer(seat, "a seat")
        if seat not in self.waiting or self.seat not in (None, seat):
            return []
        out = self.title.scratch()
        n = kernel(self.states, 0, self.cards.data, seat, out)
        actions: list[int] = out[:n].tolist()
        return actions

    def is_legal(self, move: str | int, seat: int | None = None) -> bool:
        """Whether a seat, by default the one to act, may make a move now; it is given as text or as an action."""
        if not isinstance(move, str):
            actor = self._actor(seat)
            return integer(move, "a move that is not a text") in self.legal_actions_of(actor)
        try:
            self.parse(move, seat)
        except (IllegalMove, InvalidMove, AmbiguousMove):
            return False
        return True

    def say(self, action: int, seat: int | None = None) -> str:
        """An action as move text: `buy cinema`."""
        text: str = self.title.words.say(self, self._actor(seat), integer(action, "an action"))
        return text

    def explain(self, action: int, seat: int | None = None) -> str:
        """An action as a sentence without its subject: "buys the Cinema from Sky's deck for $5 ..."."""
        actor = self._actor(seat)
        return in_words(self.title.words.explain(self, actor, integer(action, "an action")), actor)

    def parse(self, text: str, seat: int | None = None) -> int:
        """The legal action that a move text means; raises InvalidMove, IllegalMove or AmbiguousMove."""
        if not isinstance(text, str):
            example = next(iter(self.legal_moves), "pass")
            raise WrongType(f"a move is a text, like {example!r}, not {shown(text)}; actions are for push_action")
        seat = self._actor(seat)
        if self.is_game_over():
            raise IllegalMove("the game is over, nothing can be moved")
        if seat not in self.waiting:
            raise IllegalMove(f"seat {seat} is not to act now; waiting for {', '.join(map(str, self.waiting))}")
        if self.seat not in (None, seat):
            raise IllegalMove(f"this is what seat {self.seat} sees; what seat {seat} may do is not known in it")
        if len(text) > MOST_CHARACTERS:
            raise InvalidMove(f"a move has at most {MOST_CHARACTERS} characters, not {len(text)}")
        action: int = self.title.words.read(self, seat, " ".join(text.lower().split()))
        if action not in self.legal_actions_of(seat):
            raise IllegalMove(*self.title.words.why_not(self, seat, action))
        return action

    def _actor(self, seat: int | None) -> int:
        if seat is not None:
            return integer(seat, "a seat")
        if self.seat is not None and self.seat in self.waiting:
            return self.seat
        turn = self.turn
        return 0 if turn is None else turn

    # --- Points ---

    def _points(self) -> tuple[list[int], list[int]]:
        points, places = np.zeros(MAX_SEATS, np.int32), np.zeros(MAX_SEATS, np.int32)
        self.title.loops.points(self.states, 0, self.cards.data, points, places)
        players = self.players
        return points[:players].tolist(), places[:players].tolist()

    def scores(self) -> list[int]:
        """Every seat's points as they stand."""
        return self._points()[0]

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if not self.is_game_over():
            return None
        points, places = self._points()
        reason = self.title.words.ENDINGS[self._memory[ENDED]]
        return Outcome(reason, tuple(points), tuple(places))

    # --- Other positions ---

    def view(self, seat: int) -> "Position":
        """What a seat (-1: a spectator) may know, as a position of its own."""
        seat = integer(seat, "a seat")
        if not NOBODY <= seat < self.players:
            raise IndexError(f"seat {seat} is not at this table; seats are 0 to {self.players - 1}, -1 is a spectator")
        view = self._of_bytes(self.title, self.cards, self._memory, seat)
        self.title.loops.view(view.states, 0, self.cards.data, seat)
        return view

    def after(self, seat: int, action: int) -> "Position":
        """The position that a legal action of a seat leads to, as a position of its own; this one stays as it is.

        From a view it is still that seat's view: what the move would reveal stays unknown in it. Whether the action is
        legal is not checked.
        """
        seat, action = integer(seat, "a seat"), integer(action, "an action")
        after = self._of_bytes(self.title, self.cards, self._memory, self.seat)
        self.title.turn_loops.play(after.states, self.cards.data, seat, action, _NO_LIST)
        return after

    def imagine(self, seed: int) -> "Position":
        """A whole world that agrees with this view, chosen at random by `seed`."""
        seed = integer(seed, "a seed")
        if not 0 <= seed <= MOST_SEED:
            raise OptionError(f"a seed is a whole number from 0 to {MOST_SEED}, not {seed}")
        world = self._of_bytes(self.title, self.cards, self._memory)
        seat = NOBODY if self.seat is None else self.seat
        self.title.loops.imagine(world.states, 0, self.cards.data, seat, np.uint64(seed))
        return world

    # --- Text and pictures ---

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

    def svg(self, theme: Theme = "light") -> str:
        """The table as a stand-alone SVG picture, in the colours of a theme: "light" or "dark".

        A view shows what its seat may know; a game or a whole position shows everything.
        """
        return self.title.picture(self, _checked_theme(theme))

    def png(self, width: int | None = None, theme: Theme = "light") -> bytes:
        """The same picture as a PNG file, `width` pixels wide, by default as wide as the SVG says.

        Needs `pip install "tabletown[cli]"`, else it raises MissingExtra.
        """
        pixels = None if width is None else integer(width, "the width of a picture")
        if pixels is not None and not 0 < pixels <= MOST_PIXELS:
            raise OptionError(f"the width of a picture is from 1 to {MOST_PIXELS} pixels, not {pixels}")
        return self.title.bitmap(self, pixels, _checked_theme(theme))

    def _repr_svg_(self) -> str:
        """The table as a picture, for notebooks."""
        return self.svg()

    def __repr__(self) -> str:
        whose = "" if self.seat is None else f", seat {self.seat}'s view" if self.seat >= 0 else ", spectator's view"
        return f"<{self.title.meta.title} for {self.players}, ply {self.ply}{whose}>"


def _checked_theme(theme: Theme) -> Theme:
    if theme not in ("light", "dark"):
        raise OptionError(f"the theme of a picture is 'light' or 'dark', not {shown(theme)}")
    return theme


def check_layout(title: Title, layout: str) -> None:
    """Raise PositionError unless a pickle was made by a release whose states look like those of this one."""
    if layout != title.layout:
        raise PositionError(
            f"this was pickled by another release of Tabletown, whose {title.meta.title} is laid out differently; "
            "records and position texts can be read by every release"
        )


def _unpickle(title: Title, cards: Any, layout: str, state: bytes, seat: int | None) -> Position:
    check_layout(title, layout)
    return Position._of_bytes(title, cards or title.cards_for(*title.rules_in(state)), state, seat)
