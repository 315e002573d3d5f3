"""The history of a table for one reader: numbered steps, each with its position and its lines of the log.

The steps of a finished game are its plies, so a number means the same for every reader. While a game goes on, the
number of plies would tell how often others have decided in secret: then the steps are the plies that the reader saw.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from tabletown.engine.forced import was_forced
from tabletown.engine.game import Game
from tabletown.engine.log_sentences import tell as tell_ply
from tabletown.engine.position import Position
from tabletown.engine.rounds import round_name
from tabletown.server.play.log import known_as_forced, lines_by_ply
from tabletown.server.play.table import Line, Table

_MAX_STEPS = 80  # to search for the end of a turn: the lines of a step take half a millisecond

StepLines = tuple[Line, ...] | None
"""The lines of a step: empty for a partial move that the next step completes, None if it was hidden."""


class History(Protocol):
    """The steps 1 to `last`; 0 is the deal."""

    last: int

    def at(self, step: int) -> Position:
        """The position after a step, with all hidden information: show only a view of it."""

    def lines(self, step: int) -> StepLines:
        """The lines of a step, from 1 on."""

    def partial_move(self, step: int) -> Line | None:
        """The line of a partial move, if the reader may know it."""

    def round(self, step: int) -> str:
        """The round of a step, from 1 on, in the words of the title: "Round 6"."""

    def move(self, step: int) -> int:
        """The number of the whole move to which a step belongs, from 1 on, with the forced plies that follow it."""


class FinishedHistory:
    """The history of a finished game, as a seat (-1: a spectator) saw it, or (None) as the acting seat saw it.

    Lines are made on demand, because long games have thousands, and kept.
    """

    def __init__(self, game: Game, reader: int | None, rounds: list[str], ends: list[int]) -> None:
        self.last = game.ply
        self._ends = ends
        self._game = game
        self._reader = reader
        self._rounds = rounds
        self._lines: dict[int, StepLines] = {}

    def at(self, step: int) -> Position:
        """The position after a ply."""
        return self._game.at(step)

    def lines(self, step: int) -> StepLines:
        """The lines of a ply."""
        if step not in self._lines:
            ply = self._game.history[step - 1]
            whole = self._game.at(step - 1)
            before, after = (position.view(self._reader_at(step)) for position in (whole, self._game.at(step)))
            sentences = tell_ply(before, after, ply, whole)
            forced = was_forced(self._game, step - 1)
            lines = (
                Line(
                    one.seat,
                    one.text,
                    one.pieces,
                    one.heading or self.round(step),
                    one.rules,
                    forced and one.seat == ply.seat,
                )
                for one in sentences or ()
            )
            self._lines[step] = None if sentences is None else tuple(lines)
        return self._lines[step]

    def partial_move(self, step: int) -> Line | None:
        """The line of a partial move; in a finished game all of them may be known."""
        ply = self._game.history[step - 1]
        before = self._game.at(step - 1).view(self._reader_at(step))
        text = before.title.words.explain(before, ply.seat, ply.action)
        return Line(ply.seat, text, (), self.round(step)) if text else None

    def round(self, step: int) -> str:
        """The round of a ply."""
        return self._rounds[step - 1]

    def move(self, step: int) -> int:
        """The number of the move of a ply."""
        return bisect_left(self._ends, step) + 1

    def _reader_at(self, step: int) -> int:
        return self._game.history[step - 1].seat if self._reader is None else self._reader


class RunningHistory:
    """The history of a game that goes on (or of any other), as far as a seat (-1: a spectator) saw it."""

    def __init__(self, table: Table, reader: int) -> None:
        self._game = table.game
        self._by_ply = lines_by_ply(table, reader)
        self._plies = [0, *(ply + 1 for ply, lines in enumerate(self._by_ply) if lines is not None)]
        self.last = len(self._plies) - 1
        self._rounds: list[str] = []
        for step in range(1, self.last + 1):
            lines = self.lines(step)
            # a partial move belongs to the round of the line before it
            self._rounds.append(lines[0].round if lines else self._rounds[-1] if self._rounds else "")
        self._moves: list[int] = []
        for step in range(1, self.last + 1):
            partial = step > 1 and not self.lines(step - 1)
            follows = partial or known_as_forced(table, reader, self._plies[step] - 1)
            self._moves.append(1 if not self._moves else self._moves[-1] + (not follows))

    def at(self, step: int) -> Position:
        """The position after a step. Hidden plies that followed did not change the reader's view."""
        return self._game.at(self._plies[step])

    def lines(self, step: int) -> StepLines:
        """The lines of a step."""
        return self._by_ply[self._plies[step] - 1]

    def partial_move(self, step: int) -> Line | None:
        """None: the partial move of another seat is not known before it is complete."""
        return None

    def round(self, step: int) -> str:
        """The round of the last line up to a step."""
        return self._rounds[step - 1]

    def move(self, step: int) -> int:
        """The number of the move of a step, by what the reader knows: a partial move belongs to the next step."""
        return self._moves[step - 1]


# Navigation: to the next step that the reader saw, to the end of a turn, to the beginning of a round


@dataclass(frozen=True, slots=True)
class StepLinks:
    """The steps to which a replay can go from a step; None where there is none in that direction.

    Single steps, whole moves (see engine/steps.py) and turns.
    """

    previous: int | None
    previous_move: int | None
    previous_turn: int | None
    next_step: int | None
    next_move: int | None
    next_turn: int | None


def step_links(history: History, step: int) -> StepLinks:
    """The links from a step. They lead to the end of a move, or of a turn: what one seat does until another acts."""
    previous, next_step = next(_seen(history, step, -1), None), next(_seen(history, step, 1), None)
    return StepLinks(
        previous=0 if previous is None and step > 0 else previous,
        previous_move=_previous_move(history, step) if step > 0 else None,
        previous_turn=_previous_turn(history, step) if step > 0 else None,
        next_step=next_step,
        next_move=None if next_step is None else _next_move(history, next_step),
        next_turn=None if next_step is None else _next_turn(history, step),
    )


def _seen(history: History, step: int, way: int) -> Iterator[int]:
    """The steps that the reader saw, before (`way` -1) or after (1) a step, from near to far."""
    number = step + way
    while 1 <= number <= history.last:
        if history.lines(number) is not None:
            yield number
        number += way


def _next_move(history: History, first: int) -> int:
    """The last step that the reader saw of the move that goes on with this one."""
    end = first
    for number in _seen(history, first, 1):
        if history.move(number) != history.move(first):
            break
        end = number
    return end


def _previous_move(history: History, step: int) -> int:
    return next((number for number in _seen(history, step, -1) if history.move(number) != history.move(step)), 0)


def move_start(history: History, step: int) -> int:
    """The first step of the move to which a step belongs."""
    first = step
    while first > 1 and history.move(first - 1) == history.move(step):
        first -= 1
    return first


def _with_lines(history: History, step: int, way: int) -> Iterator[tuple[int, int]]:
    """Of those steps, the ones that have lines, with the seat of the first line."""
    for number in _seen(history, step, way):
        lines = history.lines(number)
        if lines:
            yield number, lines[0].seat
        if abs(number - step) > _MAX_STEPS:
            return


def _next_turn(history: History, step: int) -> int:
    end, whose = step, None
    for number, seat in _with_lines(history, step, 1):
        if whose is not None and seat != whose:
            return end
        end, whose = number, seat
    return end if end - step > _MAX_STEPS else history.last


def _previous_turn(history: History, step: int) -> int:
    following = next((seat for _, seat in _with_lines(history, step - 1, 1)), None)
    number = 0
    for number, seat in _with_lines(history, step, -1):
        if seat != following:
            return number
    return number if step - number > _MAX_STEPS else 0


def rounds(history: History) -> list[tuple[str, int]]:
    """The rounds of the game, each with the step before its first one."""
    found: list[tuple[str, int]] = []
    for number in range(1, history.last + 1):
        name = round_name(history.round(number))
        if name and (not found or name != found[-1][0]):
            found.append((name, number - 1))
    return found
