"""A puzzle as its page shows it: the question, the board after what was tried, hints, and at last the solution.

A short lesson is a puzzle with words of its own: an idea before it, and its own question, hints and reasons.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tabletown.bots.advice import gains
from tabletown.engine.english import many, sentence
from tabletown.engine.log_sentences import entries
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import Names, in_words, with_names
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.title import Meta
from tabletown.engine.value import replace
from tabletown.render.names import named_scene
from tabletown.render.scene import Button, Scene
from tabletown.server.play.moves import SEPARATOR
from tabletown.server.play.puzzle_answers import Consequence, known_chances, seed_of
from tabletown.server.play.table import Line
from tabletown.server.view.table_view import SeatFacts
from tabletown.server.view.tableless import buttons_of, seats_of
from tabletown.study.attempts import Attempt, try_moves
from tabletown.study.continuation import Continuation, after_move
from tabletown.study.puzzle_shelf import following
from tabletown.study.puzzles import Puzzle
from tabletown.study.short_lessons import ShortLesson, lesson_after, short_lessons_of

State = Literal["open", "solved", "wrong", "shown"]
HINTS = 3
_WINS, _TURNS = 0.95, 0.3  # the chance of a move that wins, and how much more one gives that turns the game


@dataclass(frozen=True, slots=True)
class Happening:
    """A line of what happens after a move, with the reader's points and the most that another seat has."""

    line: Line
    own: int
    other: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that the puzzle knows, with its chance in percent."""

    line: Line
    percent: int
    best: bool
    tempting: bool
    tried: bool


@dataclass(frozen=True, slots=True)
class Solution:
    """What is told when a puzzle is solved or shown."""

    tempting_percent: int
    best_percent: int
    why: tuple[str, ...]
    tempting: Line
    happenings: tuple[Happening, ...]  # after the tempting move
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class LessonFacts:
    """What a lesson has that other puzzles have not; `is_last` if none comes after it."""

    name: str
    idea: str
    number: int
    total: int
    is_last: bool


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """Everything that the page of a puzzle shows."""

    id: str
    path: str  # of its page
    next_path: str
    lesson: LessonFacts | None  # None if it is no lesson
    name: str  # of the title
    meta: Meta
    state: State
    players: int
    seat: int
    difficulty: int
    theme: str  # empty as long as it would give something away
    question: str
    line: str  # the plies tried so far, as the address has them
    undo: str | None  # the line without its last ply; None if there is nothing to take back
    hints: tuple[str, ...]
    hint_pieces: tuple[str, ...]  # ids of the pieces that the last hint is about
    scene: Scene
    seats: tuple[SeatFacts, ...]
    names: Names
    tried: Line | None  # the whole move
    percent: int | None  # the chance after it
    as_good: bool  # another move than the best one, and as good
    happenings: tuple[Happening, ...]  # after a wrong move
    solution: Solution | None


def names_in(puzzle: Puzzle) -> Names:
    """The seats of a puzzle by their colours; the reader is the one to move."""
    return Names(tuple(SEAT_NAMES[: puzzle.players]), puzzle.seat)


def question_of(puzzle: Puzzle) -> str:
    """The question in one line: who you are, how you stand, what to find.

    It is made from the points of the view and from how much the best move changes.
    """
    scores, seat = puzzle.view().scores(), puzzle.seat
    most = max(points for other, points in enumerate(scores) if other != seat)
    ahead, point = scores[seat] - most, getattr(puzzle.view().title.words, "POINT", "point")
    if ahead:
        stands = f"{many(abs(ahead), point)} {'ahead' if ahead > 0 else 'behind'}"
    else:
        leader = next(SEAT_NAMES[other] for other, points in enumerate(scores) if other != seat and points == most)
        stands = f"level with {leader}"
    if puzzle.chance >= _WINS:
        find = "Find the move that wins."
    elif puzzle.chance - puzzle.tempting_chance >= _TURNS:
        find = "Find the move that turns the game."
    else:
        find = "Find the best move."
    return f"You are {SEAT_NAMES[seat]}, {stands}. {find}"


def view_puzzle(
    puzzle: Puzzle,
    attempt: Attempt,
    hints: int,
    shown: bool,
    tried: Consequence | None,
    tempting: Consequence | None,
    lesson: ShortLesson | None = None,
) -> PuzzleView:
    """The puzzle after an attempt; `lesson` is the one that it belongs to, if it is no puzzle by itself.

    `tried` is what a whole move leads to, and `tempting` the same of the tempting move; None where nobody knows.
    """
    as_good = attempt.whole and not attempt.found and tried is not None and tried.as_good
    state = _state(attempt, shown, as_good)
    names = names_in(puzzle)
    out = state in ("solved", "shown")
    played = try_moves(puzzle, puzzle.best) if state == "shown" else attempt
    view = _seen(puzzle, played)
    scene = _scene(view, played, names)
    moves = tuple(before.say(action, puzzle.seat) for before, action in attempt.plies)
    told, pieces = _hints(puzzle, lesson, min(hints, HINTS)) if not out else ((), ())
    return PuzzleView(
        id=puzzle.id,
        path=path_of(lesson) if lesson else f"/puzzles/{puzzle.id}",
        next_path=_path_after(lesson) if lesson else f"/puzzles/{following(puzzle).id}",
        lesson=_lesson_facts(lesson) if lesson else None,
        name=puzzle.title,
        meta=view.title.meta,
        state=state,
        players=puzzle.players,
        seat=puzzle.seat,
        difficulty=puzzle.difficulty,
        theme=puzzle.theme if out or hints else "",
        question=lesson.question if lesson else question_of(puzzle),
        line=f"{SEPARATOR}".join(moves),
        undo=f"{SEPARATOR}".join(moves[:-1]) if moves and state == "open" else None,
        hints=told,
        hint_pieces=pieces,
        scene=scene,
        seats=seats_of(view, scene, names),
        names=names,
        tried=line_of(played) if played.whole else None,
        percent=_percent(tried.chance) if tried else None,
        as_good=as_good,
        happenings=_happenings(tried.continuation, puzzle.seat) if tried and state == "wrong" else (),
        solution=_solution(puzzle, lesson, tempting, attempt, names) if out else None,
    )


def path_of(lesson: ShortLesson) -> str:
    """The address of a lesson."""
    return f"/learn/{lesson.title}/{lesson.id}"


def _path_after(lesson: ShortLesson) -> str:
    """Where it goes on after a lesson: with the next one, at last with the learning path."""
    following = lesson_after(lesson)
    return path_of(following) if following else f"/learn/{lesson.title}"


def _lesson_facts(lesson: ShortLesson) -> LessonFacts:
    lessons = short_lessons_of(lesson.title)
    number = lessons.index(lesson) + 1
    return LessonFacts(lesson.name, lesson.idea, number, len(lessons), number == len(lessons))


def line_of(attempt: Attempt) -> Line:
    """A whole move in words."""
    before, action = attempt.plies[-1]
    return Line(attempt.puzzle.seat, before.title.words.explain(before, attempt.puzzle.seat, action), (), "")


def puzzle_scene(puzzle: Puzzle) -> Scene:
    """The position of a puzzle to look at, without moves."""
    view = puzzle.view()
    scene: Scene = view.title.drawing.draw(view, puzzle.seat, {})
    return scene


def _state(attempt: Attempt, shown: bool, as_good: bool) -> State:
    if attempt.whole:
        return "solved" if attempt.found or as_good else "wrong"
    return "shown" if shown else "open"


def _seen(puzzle: Puzzle, played: Attempt) -> Position:
    """What the seat sees. A whole move may turn something over, which is imagined then."""
    return after_move(puzzle.view(), played.actions, seed_of(puzzle)) if played.whole else played.view


def _scene(view: Position, played: Attempt, names: Names) -> Scene:
    """The table, with the seat's choices as long as the move is not whole."""
    seat = played.puzzle.seat
    if played.whole:
        drawn: Scene = view.title.drawing.draw(view, seat, {})
        return named_scene(replace(drawn, buttons=(), entries=()), names)
    buttons = {**_other_choices(played), **buttons_of(view, seat)}
    drawn = view.title.drawing.draw(view, seat, buttons)
    return named_scene(replace(drawn, entries=entries(view, seat), composition=None), names)


def _other_choices(played: Attempt) -> dict[int, Button]:
    """What could be chosen instead of the last ply."""
    if not played.plies:
        return {}
    before, chosen = played.plies[-1]
    others = buttons_of(before, played.puzzle.seat)
    others.pop(chosen, None)
    return {action: replace(button, instead=True) for action, button in others.items()}


def _hints(puzzle: Puzzle, lesson: ShortLesson | None, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The first hints in words, and the pieces that the last of them is about, which is the first ply."""
    view, names = puzzle.view(), names_in(puzzle)
    first, words = puzzle.line()[0], view.title.words
    verb, _ = view.title.actions.decode(first)
    kind = verb.replace("_", " ")
    steps = "It is done in one step" if len(puzzle.best) == 1 else f"It has {len(puzzle.best)} steps"
    begins = in_words(words.explain(view, puzzle.seat, first), puzzle.seat, names)
    written = lesson.hints if lesson else (f"It is about {puzzle.theme}.", f"{steps}, and begins with “{kind}”.")
    told = (*written, sentence(f"First you {begins}"))
    pieces = tuple(words.touches(view, puzzle.seat, first)) if number >= HINTS else ()
    return told[:number], pieces


def _solution(
    puzzle: Puzzle, lesson: ShortLesson | None, tempting: Consequence | None, attempt: Attempt, names: Names
) -> Solution:
    tempted = try_moves(puzzle, puzzle.tempting)
    happenings = _happenings(tempting.continuation, puzzle.seat) if tempting else ()
    tried = tuple(before.say(action, puzzle.seat) for before, action in attempt.plies)
    candidates = tuple(
        Candidate(
            line_of(try_moves(puzzle, moves)),
            _percent(chance),
            moves == puzzle.best,
            moves == puzzle.tempting,
            moves == tried,
        )
        for moves, chance in known_chances(puzzle).items()
    )
    return Solution(
        tempting_percent=_percent(puzzle.tempting_chance),
        best_percent=_percent(puzzle.chance),
        why=(lesson.why,) if lesson else _why(puzzle, tempted, happenings, names),
        tempting=line_of(tempted),
        happenings=happenings,
        candidates=candidates,
    )


def _why(puzzle: Puzzle, tempted: Attempt, happenings: Sequence[Happening], names: Names) -> tuple[str, ...]:
    """Up to three sentences: what both moves bring at once, and what the others do after the tempting one."""
    brings, tempts = gains(try_moves(puzzle, puzzle.best).plies), gains(tempted.plies)
    said = []
    if brings and brings == tempts:
        said.append(f"Both moves bring {brings} at once.")
    elif brings and tempts:
        said.append(f"The best move brings {brings}, the tempting one {tempts}.")
    elif brings:
        said.append(f"The best move brings {brings}, the tempting one nothing at once.")
    elif tempts:
        said.append(f"The tempting move brings {tempts}, but not for long.")
    reply = next((one for one in happenings if one.line.seat not in (puzzle.seat, -1)), None)
    if reply:
        text = in_words(reply.line.text, reply.line.seat, names)
        said.append(f"After the tempting move {names.subject(reply.line.seat)} {text}.")
    won, lost = round(100 * puzzle.chance), round(100 * puzzle.tempting_chance)
    said.append(f"Of a hundred games that are played on, the best move wins {won}, the tempting one {lost}.")
    return tuple(with_names(one, names).replace(" -", " −") for one in said)


def _happenings(continuation: Continuation, seat: int) -> tuple[Happening, ...]:
    """What happens after the move itself, with the points of the reader and of the best of the others."""
    return tuple(
        Happening(
            Line(step.sentence.seat, step.sentence.text, (), ""),
            step.scores[seat],
            max(points for other, points in enumerate(step.scores) if other != seat),
        )
        for step in continuation.steps[continuation.own :]
    )


def _percent(chance: float) -> int:
    return round(100 * chance)
