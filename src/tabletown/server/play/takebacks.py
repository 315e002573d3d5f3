"""Going back further than anybody may alone: somebody asks, and if all others agree the game is taken back.

- One asks for the beginning of a turn (see turns.py), so there are no decisions in secret that stand half.
- Every other person at the table has to agree. Bots agree, and so do those for whom a bot plays just now.
- Whoever does not agree says so, or moves: anything that happens at the table where everybody sees it is an answer.
  A decision in secret is none, or it would tell that it was made. Bots wait for an answer.
- Chance is part of the state, so the same cards come again: going back teaches what lies on a deck to all alike, and
  that is what they agree to. Once a game is over its shuffle is open, and nobody goes back.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, islice

from tabletown.engine.game import Game
from tabletown.server.errors import NotAllowed, Outdated
from tabletown.server.play.log import plies_told
from tabletown.server.play.table import SPECTATOR, Line, Question, Table
from tabletown.server.play.turns import beginnings
from tabletown.server.store.events import Agreed, AnyEvent, AskedToGoBack, Declined, WentBack

_OFFERED = 8
_SETTLED = "That question is settled. Here is the table as it stands now."


@dataclass(frozen=True, slots=True)
class Choice:
    """A turn that one may ask to go back to: `value` in a form, and what was done then."""

    value: int
    line: Line


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a reader sees it."""

    id: str
    seat: int
    line: Line | None  # what was done first in the turn to go back to; None if the reader did not see it
    is_yours: bool
    answer_as: int | None  # the reader's seat that may answer, or withdraw the question
    missing: tuple[int, ...]  # the seats that have not answered


# What can be asked


def choices(table: Table, reader: int) -> list[Choice]:
    """The last turns that a reader may ask to go back to, newest first."""
    if reader == SPECTATOR or table.game.is_over() or table.question is not None:
        return []
    return [Choice(value, line) for value, (_, line) in _turns(table, reader).items()][: -_OFFERED - 1 : -1]


def _turns(table: Table, reader: int) -> dict[int, tuple[int, Line]]:
    """Turns by number, as a reader can count: the plies that they saw before it. With its ply and its first line."""
    told = plies_told(table, reader)
    seen = list(accumulate((lines is not None for lines in told), initial=0))
    found: dict[int, tuple[int, Line]] = {}
    for ply in beginnings(table.game.asked()):
        line = _first_line(told, ply)
        if line is not None:
            found.setdefault(seen[ply], (ply, line))
    return found


def _first_line(told: Sequence[tuple[Line, ...] | None], ply: int) -> Line | None:
    return next((lines[0] for lines in islice(told, ply, None) if lines), None)


def asked(table: Table, reader: int, own: Sequence[int]) -> Asked | None:
    """The question at a table as the owner of these seats sees it, who looks from one of them."""
    question = table.question
    if question is None:
        return None
    missing = _missing(table, question)
    may_answer = (seat for seat in (*missing, question.seat) if seat in own)
    return Asked(
        id=_id(table, question),
        seat=question.seat,
        line=_first_line(plies_told(table, reader), question.ply),
        is_yours=question.seat in own,
        answer_as=next(may_answer, None),
        missing=missing,
    )


def _missing(table: Table, question: Question) -> tuple[int, ...]:
    return tuple(
        seat
        for seat, row in enumerate(table.seats)
        if row.kind == "human" and not row.bot and seat not in question.agreed
    )


def _id(table: Table, question: Question) -> str:
    """A name for a question. The place in the log would tell how much is hidden, so the salt seals it."""
    return hashlib.sha256(f"{table.row.salt} question {question.version}".encode()).hexdigest()[:16]


# Asking and answering


def ask(table: Table, game: Game, seat: int, turn: int) -> list[AnyEvent]:
    """Ask to go back to a turn; if there is nobody to ask, go back. Raises NotAllowed."""
    if game.is_over():
        raise NotAllowed("The game is over.")
    if table.question is not None:
        raise Outdated("There is a question already. Here is the table as it stands now.")
    found = _turns(table, seat).get(turn)
    if found is None:
        raise NotAllowed("There is no such turn to go back to.")
    ply, _ = found
    asked = AskedToGoBack(seat, game.ply, game.digest(), ply)
    question = Question(seat, ply, 0, frozenset(table.seats_beside(seat)))
    return [asked] if _missing(table, question) else [asked, _go_back(game, question)]


def answer(table: Table, game: Game, seat: int, name: str, agrees: bool) -> list[AnyEvent]:
    """Answer a question; with the last consent the game goes back. Raises Outdated."""
    question = table.question
    if question is None or _id(table, question) != name:
        raise Outdated(_SETTLED)
    if not agrees:
        return [Declined(seat, game.ply, game.digest())]
    missing = _missing(table, question)
    if seat not in missing:
        raise Outdated("You have agreed already.")
    events: list[AnyEvent] = [Agreed(seat, game.ply, game.digest())]
    if set(missing) <= set(table.seats_beside(seat)):
        events.append(_go_back(game, question))
    return events


def _go_back(game: Game, question: Question) -> WentBack:
    while len(game.history) > question.ply:
        game.pop()
    return WentBack(question.seat, game.ply, game.digest())
