"""Take-backs by consent: a player asks to go back further than allowed alone, and goes back if all others agree.

- The game goes back to the beginning of a turn (see turns.py), so that no secret decision is left half made.
- Every other player at the table has to agree. Bots agree, and so do players for whom a bot plays just now.
- A player declines, or simply moves: any other event that all readers see ends the question. A secret decision does
  not, or it would tell that it was made. Bots wait for the answers.
- Chance is part of the state, so the same cards come again: after going back, all players know them, and that is what
  they agree to. When the game is over its seed is public, and there is no way back.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from tabletown.engine.game import Game
from tabletown.engine.value import Value
from tabletown.server.errors import NotAllowed, Outdated
from tabletown.server.play.fair_play import NO_WAY_BACK, is_strict, sentence
from tabletown.server.play.log import lines_by_ply
from tabletown.server.play.table import SPECTATOR, Line, Table, TakeBackQuestion
from tabletown.server.play.turns import turn_starts
from tabletown.server.store.events import Agreed, AnyEvent, AskedToGoBack, Declined, WentBack

_MAX_OFFERED = 8
_SETTLED = "That question is settled. Here is the table as it stands now."


class TurnChoice(Value, frozen=True):
    """A turn that a player may ask to go back to: its `value` in a form, and the first line of its log."""

    value: int
    line: Line


@dataclass(frozen=True, slots=True)
class QuestionView:
    """The question of a table as a reader sees it."""

    id: str
    seat: int
    line: Line | None  # the first line of the turn to go back to; None if the reader did not see it
    is_yours: bool
    answer_as: int | None  # the reader's seat that may answer, or withdraw the question
    missing: tuple[int, ...]  # the seats that have not answered


# What a reader sees


def turns_to_offer(table: Table, reader: int) -> list[TurnChoice]:
    """The turns that a reader may ask to go back to, newest first."""
    if is_strict(table.row) or reader == SPECTATOR or table.game.is_game_over() or table.question is not None:
        return []
    return [TurnChoice(value, line) for value, (_, line) in _turns(table, reader, _MAX_OFFERED).items()]


def _turns(table: Table, reader: int, most: int | None = None) -> dict[int, tuple[int, Line]]:
    """The ply and the first line of the last turns (by default all), newest first.

    Their numbers tell how many plies the reader saw before each; of turns with the same number only the first counts.
    """
    by_ply = lines_by_ply(table, reader)
    seen, end, line = len(by_ply) - by_ply.count(None), len(by_ply), None
    found: dict[int, tuple[int, Line]] = {}
    for start in turn_starts(table.game.asked()):
        for lines in by_ply[start:end][::-1]:
            seen -= lines is not None
            line = lines[0] if lines else line
        if line is not None and not _all_forced(table, start, end):
            if seen not in found and len(found) == most:
                break
            found[seen] = start, line
        end = start
    return found


def _all_forced(table: Table, since: int, until: int) -> bool:
    """Whether these plies were forced, as everybody knows: back at the first one, they would play themselves again."""
    plies = table.timeline.plies[since:until]
    return bool(plies) and all(ply.made_by == "forced" and ply.is_open for ply in plies)


def _first_line(by_ply: Sequence[tuple[Line, ...] | None], ply: int) -> Line | None:
    return next((lines[0] for lines in islice(by_ply, ply, None) if lines), None)


def question_view(table: Table, reader: int, own: Sequence[int]) -> QuestionView | None:
    """The question of a table as the owner of the seats `own` sees it from the seat `reader`; None without one."""
    question = table.question
    if question is None:
        return None
    missing = _seats_to_ask(table, question)
    may_answer = (seat for seat in (*missing, question.seat) if seat in own)
    return QuestionView(
        id=_id(table, question),
        seat=question.seat,
        line=_first_line(lines_by_ply(table, reader), question.ply),
        is_yours=question.seat in own,
        answer_as=next(may_answer, None),
        missing=missing,
    )


def _seats_to_ask(table: Table, question: TakeBackQuestion) -> tuple[int, ...]:
    return tuple(
        seat
        for seat, row in enumerate(table.seats)
        if row.kind == "human" and not row.bot and seat not in question.agreed
    )


def _id(table: Table, question: TakeBackQuestion) -> str:
    """The id of a question: made from the events that all readers saw, with the salt, so that it is hard to guess."""
    asked = table.visibility.version((), question.version)
    return hashlib.sha256(f"{table.row.salt} question {asked}".encode()).hexdigest()[:16]


# Asking and answering


def ask(table: Table, game: Game, seat: int, turn: int) -> list[AnyEvent]:
    """Ask to go back to a turn; if no other player has to agree, go back. Raises NotAllowed and Outdated."""
    if is_strict(table.row):
        raise NotAllowed(sentence(NO_WAY_BACK, table.row))
    if table.question is not None:
        raise Outdated("There is a question already. Here is the table as it stands now.")
    found = _turns(table, seat).get(turn)
    if found is None:
        raise NotAllowed("There is no such turn to go back to.")
    ply, _ = found
    event = AskedToGoBack(seat, game.ply, game.digest(), ply)
    question = TakeBackQuestion(seat, ply, 0, frozenset(table.seats_of_same_owner(seat)))
    return [event] if _seats_to_ask(table, question) else [event, _go_back(game, question)]


def answer(table: Table, game: Game, seat: int, name: str, agrees: bool) -> list[AnyEvent]:
    """Answer a question; when the last player agrees, the game goes back. Raises Outdated."""
    question = table.question
    if question is None or _id(table, question) != name:
        raise Outdated(_SETTLED)
    if not agrees:
        return [Declined(seat, game.ply, game.digest())]
    missing = _seats_to_ask(table, question)
    if seat not in missing:
        raise Outdated("You have agreed already.")
    events: list[AnyEvent] = [Agreed(seat, game.ply, game.digest())]
    if set(missing) <= set(table.seats_of_same_owner(seat)):
        events.append(_go_back(game, question))
    return events


def _go_back(game: Game, question: TakeBackQuestion) -> WentBack:
    while len(game.history) > question.ply:
        game.pop()
    return WentBack(question.seat, game.ply, game.digest())
