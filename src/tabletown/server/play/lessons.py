"""A guided first game: a table whose deal is known, on which everybody follows a script for the first few choices.

The script is the `lesson.toml` beside a title's rules: how many play, the seed, and the choices in their order, each
with what to say about it. The learner makes real moves on a real table; the bots make theirs by the script, and play as
they like when it is over. Stored are only that the table is for a lesson and, if the learner leaves it, one event: how
far a lesson is follows from the moves that were made, so it survives a restart, and taking a move back goes back in the
lesson as well.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from tabletown.engine.errors import TabletownError
from tabletown.engine.game import Game
from tabletown.engine.title import Title
from tabletown.games import get as get_title
from tabletown.render.scene import Button, Entry
from tabletown.server.errors import NotAllowed
from tabletown.server.play.moves import BETWEEN, NUMBER
from tabletown.server.play.table import Table
from tabletown.server.store.protocol import TableRow

LEFT = "goes on without the lesson."
_ANOTHER_TIME = (
    "The rules allow that, and in your next game it may be a fine idea. "
    "Here the lesson has something else in mind: look for the mark."
)


class BrokenLesson(Exception):
    """A script that cannot be played; the text says where it fails."""


@dataclass(frozen=True, slots=True)
class Step:
    """One choice of a script, which may be several plies that are made together (`a; b`).

    What is said about it is empty for most choices of bots, which speak for themselves.
    """

    seat: int
    actions: tuple[int, ...]
    moves: tuple[str, ...]  # their texts
    say: tuple[str, ...] = ()  # paragraphs
    title: str = ""  # the matter in two or three words
    but: str = ""  # what is answered to another move


@dataclass(frozen=True, slots=True)
class Lesson:
    """The first game of a title. The learner has the first seat."""

    name: str  # of the title
    players: int
    seed: int
    about: str  # what one learns, for those who think about it
    steps: tuple[Step, ...]
    end: tuple[str, ...]  # said when the script is over

    def of(self, seat: int) -> list[Step]:
        """The part of a seat."""
        return [step for step in self.steps if step.seat == seat]

    def actions_of(self, seat: int) -> list[int]:
        """The same, ply by ply."""
        return [action for step in self.of(seat) for action in step.actions]


@dataclass(frozen=True, slots=True)
class Now:
    """Where a lesson is, for the page: the choice to be made, or the last words if `over`."""

    number: int
    total: int
    title: str
    say: tuple[str, ...]
    action: int = -1
    move: str = ""  # all that is left of the choice, as text
    over: bool = False
    waiting: bool = False


def lesson_of(title: Title) -> Lesson | None:
    """The lesson of a title, if it has one. Raises BrokenLesson."""
    return _read(title.name)


@cache
def _read(name: str) -> Lesson | None:
    title = get_title(name)
    path = title.folder / "lesson.toml"
    return read_lesson(title, path.read_text(encoding="utf-8")) if path.is_file() else None


def read_lesson(title: Title, text: str) -> Lesson:
    """A lesson from its text, played through: every choice is a legal move of whoever is to make it."""
    table = tomllib.loads(text)
    game = Game.new(title, table["players"], table["seed"])
    steps = []
    for number, row in enumerate(table["step"], 1):
        seat, first = int(row.get("seat", 0)), len(game.history)
        moves = []
        for move in row["move"].split(BETWEEN):
            try:
                view = game.view(seat)
                action = view.parse(move, seat)
                game.push_action(action, seat)
            except TabletownError as error:
                raise BrokenLesson(f"step {number} of {title.name}: {error}") from error
            moves.append(view.say(action, seat))
        actions = tuple(ply.action for ply in game.history[first:])
        say = _paragraphs(row.get("say", ""))
        steps.append(Step(seat, actions, tuple(moves), say, row.get("title", ""), row.get("but", "")))
    return Lesson(title.name, table["players"], table["seed"], table["about"], tuple(steps), _paragraphs(table["end"]))


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


# --- A lesson at a table ---------------------------------------------------------------------------------------------


def lesson_at(table: Table) -> Lesson | None:
    """The lesson that is still going on at a table: everybody has followed the script as far as they have come.

    Each seat is looked at by itself, because where all decide at once nobody knows who is first.
    """
    lesson = _meant(table.row)
    if lesson is None or table.lesson_left:
        return None
    return lesson if all(_follows(table.game, lesson, seat) for seat in range(lesson.players)) else None


def _meant(row: TableRow) -> Lesson | None:
    """The lesson for which a table was set up; none if this release has another one."""
    if not row.lesson:
        return None
    lesson = _read(row.title)
    return lesson if lesson and (lesson.seed, lesson.players) == (row.seed, len(row.seats)) else None


def _made(game: Game, seat: int) -> list[int]:
    return [ply.action for ply in game.history if ply.seat == seat]


def _follows(game: Game, lesson: Lesson, seat: int) -> bool:
    """Whether a seat has made the choices of the script so far, and at the end any others."""
    return all(made == wanted for made, wanted in zip(_made(game, seat), lesson.actions_of(seat), strict=False))


def _here(game: Game, lesson: Lesson, seat: int) -> tuple[int, Step, int] | None:
    """Which choice of the script is next for a seat: its number, the choice, and how many plies of it are made."""
    left = len(_made(game, seat))
    for number, step in enumerate(lesson.of(seat), 1):
        if left < len(step.actions):
            return number, step, left
        left -= len(step.actions)
    return None


def scripted(table: Table, seat: int) -> int | None:
    """The action that the script wants of a seat next, if a lesson goes on and has anything for it."""
    lesson = lesson_at(table)
    here = _here(table.game, lesson, seat) if lesson else None
    return here[1].actions[here[2]] if here else None


def must_follow(table: Table, trial: Game, seat: int) -> None:
    """Refuse kindly, if a move would leave the script of a lesson that goes on at a table."""
    lesson = lesson_at(table)
    if lesson is None or _follows(trial, lesson, seat):
        return
    here = _here(table.game, lesson, seat)
    raise NotAllowed((here[1].but if here else "") or _ANOTHER_TIME)


def now_at(table: Table, own: Sequence[int]) -> Now | None:
    """What the page of a learner says about their next choice."""
    lesson = lesson_at(table)
    if lesson is None or 0 not in own or table.game.is_over():
        return None
    total, here = len(lesson.of(0)), _here(table.game, lesson, 0)
    if here is None:
        begun = len(_made(table.game, 0)) > len(lesson.actions_of(0))  # who has moved on has read the last words
        return None if begun else Now(total, total, "That was the lesson", lesson.end, over=True)
    number, step, made = here
    if 0 not in table.game.waiting:
        return Now(number, total, "The others move", (), waiting=True)
    return Now(number, total, step.title, step.say, step.actions[made], f"{BETWEEN} ".join(step.moves[made:]))


def marked(now: Now | None, buttons: Mapping[int, Button]) -> Mapping[int, Button]:
    """The choices of a seat, and the one that a lesson wants is marked."""
    if now is None or now.action not in buttons:
        return buttons
    return {**buttons, now.action: replace(buttons[now.action], wanted=True)}


def filled_in(now: Now | None, asked: Sequence[Entry]) -> tuple[Entry, ...]:
    """Numbers to type, with the one that a lesson wants written down already."""
    return tuple(_filled_in(entry, now.move) for entry in asked) if now and now.move else tuple(asked)


def _filled_in(entry: Entry, move: str) -> Entry:
    before, _, after = entry.move.partition(NUMBER)
    number = move.removeprefix(before).removesuffix(after)
    fits = move.startswith(before) and move.endswith(after) and number.isdecimal()
    return replace(entry, value=int(number), wanted=True) if fits else entry
