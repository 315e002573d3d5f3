"""The past of a table as one reader knows it: steps that are numbered, each with what it brought.

The steps of a finished game are its plies, whoever looks, so that a number means the same moment from every seat. While
a game goes on, the number of plies would tell how often others have decided in secret: its steps are those that the
reader saw, and each is shown as the reader's seat saw it then.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from tabletown.engine.game import Game
from tabletown.engine.log_sentences import tell as tell_ply
from tabletown.engine.position import Position
from tabletown.server.play.log import plies_told
from tabletown.server.play.table import Line, Table

_FAR = 80  # steps that are looked at in search of a turn's end; telling one takes half a millisecond

Said = tuple[Line, ...] | None
"""What a step says: nothing if it is half a move that the next one tells, None if it was hidden."""


class History(Protocol):
    """Steps 1 to `last`; 0 is the deal."""

    last: int

    def at(self, step: int) -> Position:
        """The situation after a step, with all that is hidden: show a view of it."""

    def said(self, step: int) -> Said:
        """What a step from 1 on says."""

    def half(self, step: int) -> Line | None:
        """Half a move in words, if it may be told by itself."""

    def round(self, step: int) -> str:
        """In which part of the game a step from 1 on was made: "Round 6"."""


class FinishedHistory:
    """Of a game that is over, told as a seat saw it (-1: a spectator), or (None) as whoever acted saw it.

    Sentences are made when somebody asks for them, because long games have thousands, and kept.
    """

    def __init__(self, game: Game, reader: int | None, rounds: list[str]) -> None:
        self.last = game.ply
        self._game = game
        self._reader = reader
        self._rounds = rounds
        self._said: dict[int, Said] = {}

    def at(self, step: int) -> Position:
        """The situation after a ply."""
        return self._game.at(step)

    def said(self, step: int) -> Said:
        """What a ply says."""
        if step not in self._said:
            ply = self._game.history[step - 1]
            before, after = (self._game.at(number).view(self._eyes(step)) for number in (step - 1, step))
            said = tell_ply(before, after, ply)
            lines = (Line(one.seat, one.text, one.pieces, self.round(step)) for one in said or ())
            self._said[step] = None if said is None else tuple(lines)
        return self._said[step]

    def half(self, step: int) -> Line | None:
        """What half a move is, now that everything is known."""
        ply = self._game.history[step - 1]
        before = self._game.at(step - 1).view(self._eyes(step))
        text = before.title.words.explain(before, ply.seat, ply.action)
        return Line(ply.seat, text, (), self.round(step)) if text else None

    def round(self, step: int) -> str:
        """In which part of the game a ply was made."""
        return self._rounds[step - 1]

    def _eyes(self, step: int) -> int:
        return self._game.history[step - 1].seat if self._reader is None else self._reader


class RunningHistory:
    """Of a game that goes on, or any other, as far as a seat (-1: a spectator) saw it."""

    def __init__(self, table: Table, reader: int) -> None:
        self._game = table.game
        self._told = plies_told(table, reader)
        self._plies = [0, *(ply + 1 for ply, said in enumerate(self._told) if said is not None)]
        self.last = len(self._plies) - 1
        self._rounds: list[str] = []
        for step in range(1, self.last + 1):
            said = self.said(step)
            # half a move belongs to the round of what was said before
            self._rounds.append(said[0].round if said else self._rounds[-1] if self._rounds else "")

    def at(self, step: int) -> Position:
        """The situation after a step; what followed unseen left the reader's view as it was."""
        return self._game.at(self._plies[step])

    def said(self, step: int) -> Said:
        """What a step says."""
        return self._told[self._plies[step] - 1]

    def half(self, step: int) -> Line | None:
        """Nothing: what half a move of somebody else means is not known before it is whole."""
        return None

    def round(self, step: int) -> str:
        """The round of the last sentence up to a step."""
        return self._rounds[step - 1]


def rounds_of(game: Game) -> list[str]:
    """By ply, in which part of the game it was made: for games that are over, because it is read from the state."""
    return [game.title.words.status(game.at(ply)) for ply in range(game.ply)]


# Ways through the history: to the next step that can be seen, to the end of a turn, to the beginning of a round


@dataclass(frozen=True, slots=True)
class Ways:
    """Where one can go from a step; None where there is nothing further that way."""

    back: int | None
    turn_back: int | None
    on: int | None
    turn_on: int | None


def ways(past: History, step: int) -> Ways:
    """All of them. A turn is what one seat does until another one does something; its end is where one stops."""
    back, on = next(_seen(past, step, -1), None), next(_seen(past, step, 1), None)
    return Ways(
        back=0 if back is None and step > 0 else back,
        turn_back=_turn_back(past, step) if step > 0 else None,
        on=on,
        turn_on=None if on is None else _turn_on(past, step),
    )


def _seen(past: History, step: int, way: int) -> Iterator[int]:
    """The steps before or after one that the reader saw, from near to far."""
    number = step + way
    while 1 <= number <= past.last:
        if past.said(number) is not None:
            yield number
        number += way


def _told(past: History, step: int, way: int) -> Iterator[tuple[int, int]]:
    """Those that say something, with the seat that it is said of."""
    for number in _seen(past, step, way):
        said = past.said(number)
        if said:
            yield number, said[0].seat
        if abs(number - step) > _FAR:
            return


def _turn_on(past: History, step: int) -> int:
    end, whose = step, None
    for number, seat in _told(past, step, 1):
        if whose is not None and seat != whose:
            return end
        end, whose = number, seat
    return end if end - step > _FAR else past.last


def _turn_back(past: History, step: int) -> int:
    following = next((seat for _, seat in _told(past, step - 1, 1)), None)
    number = 0
    for number, seat in _told(past, step, -1):
        if seat != following:
            return number
    return number if step - number > _FAR else 0


def rounds(past: History) -> list[tuple[str, int]]:
    """The parts of the game with the step at which each begins, before anything was done in it."""
    found: list[tuple[str, int]] = []
    for number in range(1, past.last + 1):
        name = part(past.round(number))
        if name and (not found or name != found[-1][0]):
            found.append((name, number - 1))
    return found


def part(status: str) -> str:
    """The part of the game that a status names, without what it says beside: "Level 2 (round end shown)"."""
    return status.partition(" (")[0]
