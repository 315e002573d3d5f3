"""Lessons: a guided first game with a fixed deal, in which all seats follow a script for the first moves.

The script is the file `lesson.toml` of a title: the number of players, the seed, and the moves in order, each with a
text. The learner makes real moves on a real table; the bots follow the script, and play freely when it is over. The
database stores only that the table is for a lesson and, if the learner leaves it, one event. The progress follows from
the moves that were made, so it survives a restart, and taking a move back goes back in the lesson as well.

A script names every ply, also forced ones. Where those play themselves, the learner gets their text with the next step.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tabletown.engine.errors import TabletownError
from tabletown.engine.game import Game
from tabletown.engine.title import Title
from tabletown.engine.value import replace
from tabletown.games import get as get_title
from tabletown.render.scene import Amount, Button, Composition, Entry
from tabletown.server.errors import NotAllowed
from tabletown.server.play.moves import NUMBER_SIGN, SEPARATOR
from tabletown.server.play.table import Table
from tabletown.server.store.protocol import TableRow

LEFT_LESSON = "goes on without the lesson."
_NOT_IN_LESSON = (
    "The rules allow that, and in your next game it may be a fine idea. "
    "Here the lesson has something else in mind: look for the mark."
)


class BrokenLesson(Exception):
    """A script contains a move that is not legal; the text says which."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a script, perhaps of several plies that are made together (`a; b`).

    Most moves of bots have no text.
    """

    seat: int
    actions: tuple[int, ...]
    moves: tuple[str, ...]  # the actions as text
    say: tuple[str, ...] = ()  # paragraphs
    title: str = ""  # the heading of the text
    but: str = ""  # the message to a learner who makes another move


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of a title. The learner has seat 0."""

    name: str  # of the title
    rules: str  # those that it teaches: the newest when it was read
    players: int
    seed: int
    about: str  # what the learner will learn, for the page that offers the lesson
    steps: tuple[Step, ...]
    end: tuple[str, ...]  # paragraphs for the end of the script

    def of(self, seat: int) -> list[Step]:
        """The steps of a seat."""
        return [step for step in self.steps if step.seat == seat]

    def actions_of(self, seat: int) -> list[int]:
        """The actions of a seat, ply by ply."""
        return [action for step in self.of(seat) for action in step.actions]


@dataclass(frozen=True, slots=True)
class LessonStatus:
    """The state of a lesson for the page: the step to be made, or the closing text if `over`."""

    number: int
    total: int
    title: str
    say: tuple[str, ...]
    action: int = -1
    move: str = ""  # the rest of the step, as text
    over: bool = False
    waiting: bool = False


def lesson_of(title: Title) -> Lesson | None:
    """The lesson of a title, if it has one. Raises BrokenLesson."""
    return _lesson(title.name, title.rules)


@cache
def _lesson(name: str, rules: str) -> Lesson | None:
    title = get_title(name)
    path = title.folder / "lesson.toml"
    return read_lesson(title, path.read_text(encoding="utf-8")) if path.is_file() else None


def read_lesson(title: Title, text: str) -> Lesson:
    """Read a lesson and play it through: every move must be legal for its seat. Raises BrokenLesson."""
    table = tomllib.loads(text)
    game = Game.new(title, table["players"], table["seed"])
    steps = []
    for number, row in enumerate(table["step"], 1):
        seat, first = int(row.get("seat", 0)), len(game.history)
        moves = []
        for move in row["move"].split(SEPARATOR):
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
    return Lesson(
        name=title.name,
        rules=game.rules,
        players=table["players"],
        seed=table["seed"],
        about=table["about"],
        steps=tuple(steps),
        end=_paragraphs(table["end"]),
    )


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


# --- A lesson at a table ---------------------------------------------------------------------------------------------


def lesson_at(table: Table) -> Lesson | None:
    """The lesson that is still going on at a table: all seats have followed the script so far.

    Each seat is compared on its own, because seats that decide at once may do so in any order.
    """
    lesson = _lesson_of_row(table.row)
    if lesson is None or table.lesson_left:
        return None
    return lesson if all(_follows(table.game, lesson, seat) for seat in range(lesson.players)) else None


def _lesson_of_row(row: TableRow) -> Lesson | None:
    """The lesson for which a table was set up; None if this release has another one, or one for newer rules."""
    if not row.lesson:
        return None
    lesson = _lesson(row.title, get_title(row.title).rules)
    made_for = row.rules, row.seed, len(row.seats)
    return lesson if lesson and (lesson.rules, lesson.seed, lesson.players) == made_for else None


def _actions_made(game: Game, seat: int) -> list[int]:
    return [ply.action for ply in game.history if ply.seat == seat]


def _follows(game: Game, lesson: Lesson, seat: int) -> bool:
    """Whether a seat has followed the script, as far as both go."""
    return all(made == wanted for made, wanted in zip(_actions_made(game, seat), lesson.actions_of(seat), strict=False))


def _next_step(game: Game, lesson: Lesson, seat: int) -> tuple[int, Step, int] | None:
    """The next step of a seat: its number, the step, and how many plies of it are made."""
    left = len(_actions_made(game, seat))
    for number, step in enumerate(lesson.of(seat), 1):
        if left < len(step.actions):
            return number, step, left
        left -= len(step.actions)
    return None


def scripted_actions(table: Table, seat: int) -> tuple[int, ...]:
    """The rest of a seat's next step by the script; empty if no lesson goes on or the script is over for the seat."""
    lesson = lesson_at(table)
    here = _next_step(table.game, lesson, seat) if lesson else None
    return here[1].actions[here[2] :] if here else ()


def check_follows_script(table: Table, trial: Game, seat: int) -> None:
    """Raise NotAllowed if the game after a move (`trial`) departs from the script of a lesson that goes on."""
    lesson = lesson_at(table)
    if lesson is None or _follows(trial, lesson, seat):
        return
    here = _next_step(table.game, lesson, seat)
    raise NotAllowed((here[1].but if here else "") or _NOT_IN_LESSON)


def lesson_status(table: Table, own: Sequence[int]) -> LessonStatus | None:
    """The state of the lesson for the owner of these seats; None if there is nothing to show."""
    lesson = lesson_at(table)
    if lesson is None or 0 not in own or table.game.is_game_over():
        return None
    total, here = len(lesson.of(0)), _next_step(table.game, lesson, 0)
    skipped = _said_of_forced(table, lesson, total + 1 if here is None else here[0])
    if here is None:
        # a learner who has chosen something since has read the last words
        moved_on = not all(_were_forced(table, 0)[len(lesson.actions_of(0)) :])
        said = (*skipped, *lesson.end)
        return None if moved_on else LessonStatus(total, total, "That was the lesson", said, over=True)
    number, step, made = here
    if 0 not in table.game.waiting:
        return LessonStatus(number, total, "The others move", (), waiting=True)
    return LessonStatus(
        number, total, step.title, (*skipped, *step.say), step.actions[made], f"{SEPARATOR} ".join(step.moves[made:])
    )


def has_finished_lesson(table: Table) -> bool:
    """Whether the learner at a table made all moves of the script, or played the game to its end."""
    lesson = _lesson_of_row(table.row)
    return table.game.is_game_over() or (lesson is not None and _next_step(table.game, lesson, 0) is None)


def _were_forced(table: Table, seat: int) -> list[bool]:
    """Whether each ply of a seat played itself."""
    return [ply.made_by == "forced" for ply in table.timeline.plies if ply.seat == seat]


def _said_of_forced(table: Table, lesson: Lesson, number: int) -> tuple[str, ...]:
    """The texts of the learner's steps just before a step whose plies were forced, so that nobody has read them."""
    forced, said = _were_forced(table, 0), tuple[str, ...]()
    steps = lesson.of(0)[: number - 1]
    until = sum(len(step.actions) for step in steps)
    for step in reversed(steps):
        since = until - len(step.actions)
        if not all(forced[since:until]):
            break
        said, until = (*step.say, *said), since
    return said


def mark_wanted(status: LessonStatus | None, buttons: Mapping[int, Button]) -> Mapping[int, Button]:
    """The buttons of a seat, with the one of the lesson marked."""
    if status is None or status.action not in buttons:
        return buttons
    return {**buttons, status.action: replace(buttons[status.action], wanted=True)}


def fill_in_wanted(status: LessonStatus | None, fields: Sequence[Entry]) -> tuple[Entry, ...]:
    """The number fields of a seat, with the number of the lesson filled in."""
    return tuple(_fill_in_wanted(entry, status.move) for entry in fields) if status and status.move else tuple(fields)


def _fill_in_wanted(entry: Entry, move: str) -> Entry:
    before, _, after = entry.move.partition(NUMBER_SIGN)
    number = move.removeprefix(before).removesuffix(after)
    fits = move.startswith(before) and move.endswith(after) and number.isdecimal()
    return replace(entry, value=int(number), wanted=True) if fits else entry


def fill_in_composition(status: LessonStatus | None, composed: Composition) -> Composition:
    """What a seat puts together, with the numbers of the lesson filled in and its moves to point at."""
    if status is None or not status.move:
        return composed
    moves = [move.strip() for move in status.move.split(SEPARATOR)]
    sides = tuple(replace(side, amounts=_fill_in_amounts(side.amounts, moves)) for side in composed.sides)
    is_step = moves[-1] == composed.last if composed.last else len(moves) == sum(len(side.amounts) for side in sides)
    return replace(composed, sides=sides, wanted=status.move) if is_step else composed


def _fill_in_amounts(amounts: Sequence[Amount], moves: Sequence[str]) -> tuple[Amount, ...]:
    """The numbers that the moves of a step name, in the order of the fields: two bids are named alike."""
    left, filled = list(moves), []
    for amount in amounts:
        *before, typed = (move.strip() for move in amount.move.split(SEPARATOR))
        word = typed.removesuffix(NUMBER_SIGN)
        found = next(
            (n for n, move in enumerate(left) if move.startswith(word) and left[n - len(before) : n] == before), None
        )
        if found is not None:
            amount = replace(amount, value=int(left.pop(found).removeprefix(word)))
        filled.append(amount)
    return tuple(filled)
