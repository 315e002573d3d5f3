"""The words of a title that has only a few of its own: `say` and `read` are needed, all others have a default here."""

from typing import Any

from tabletown.engine.english import capital
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.render.scene import Button


class _Endings:
    """Why a game ended, where the title does not say it."""

    def __getitem__(self, number: int) -> str:
        return "the game is over"


class PlainWords:
    """A title's module of words, with defaults for what it leaves out."""

    def __init__(self, *modules: Any) -> None:
        self._modules = modules

    def __getattr__(self, name: str) -> Any:
        """What the first of the modules has that has it; only what none of them nor this class has is missing."""
        if name.startswith("__") or name == "_modules":  # asked for by copy and pickle
            raise AttributeError(name)
        for module in self._modules:
            if hasattr(module, name):
                return getattr(module, name)
        raise AttributeError(name)


class _Defaults:
    """Defaults for the functions of a title's words; `words` is what the title and these have together."""

    ENDINGS = _Endings()

    def __init__(self, words: PlainWords) -> None:
        self._words = words

    def why_not(self, position: Position, seat: int, action: int) -> tuple[str, str]:
        """Why an action is not legal, and the number of the rule."""
        return f"{self._words.say(position, seat, action)!r} is not possible now", ""

    def explain(self, position: Position, seat: int, action: int) -> str:
        """A move as a sentence without its subject."""
        return f"chooses: {self._words.say(position, seat, action)}"

    def partial(self, position: Position, action: int) -> bool:
        """No ply is part of a move."""
        return False

    def touches(self, position: Position, seat: int, action: int) -> list[str]:
        """No piece is marked when a move is told."""
        return []

    def button(self, position: Position, seat: int, action: int) -> Button:
        """A move as a button with its text on it."""
        move = self._words.say(position, seat, action)
        return Button(move, capital(self._words.explain(position, seat, action)), capital(move))

    def status(self, position: Position) -> str:
        """How far the game is."""
        return "Over" if position.is_game_over() else f"Move {position.ply + 1}"

    def prompt(self, position: Position, seat: int) -> tuple[str, str]:
        """Who is to act."""
        if position.is_game_over():
            return "", "The game is over"
        if seat in position.waiting:
            return "", "Choose a move"
        return "", f"{' and '.join(SEAT_NAMES[one] for one in position.waiting)} to act"

    def rule(self, position: Position) -> str:
        """No rule is shown."""
        return ""

    def board(self, position: Position) -> str:
        """The points of every seat."""
        points = (f"{SEAT_NAMES[seat]} {points}" for seat, points in enumerate(position.scores()))
        return f"{position.title.meta.title}, {self._words.status(position)}: {', '.join(points)}"


DEFAULTS = (
    "ENDINGS", "why_not", "explain", "partial", "touches", "button", "status", "prompt", "rule", "board",
)  # fmt: skip


def with_defaults(*modules: Any) -> Any:
    """A title's module of words, as it is if it has all that others ask for, else with what it lacks.

    Of several modules, what the first of them has comes first.
    """
    words = PlainWords(*modules) if len(modules) > 1 else modules[0]
    missing = [name for name in DEFAULTS if not hasattr(words, name)]
    if not missing:
        return words
    words = PlainWords(*modules)
    defaults = _Defaults(words)
    for name in missing:
        setattr(words, name, getattr(defaults, name))
    return words
