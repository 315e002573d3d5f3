"""Making and taking back moves on a game. They are checked on the view of the seat, so a refusal tells no more."""

import re
from collections.abc import Mapping, Sequence
from itertools import islice, takewhile

from tabletown.engine.errors import TabletownError
from tabletown.engine.forced import choices_back, was_forced
from tabletown.engine.game import Game
from tabletown.engine.log_sentences import entries
from tabletown.engine.position import Position
from tabletown.engine.takebacks import last_ply
from tabletown.engine.takebacks import take_back as take_back_ply
from tabletown.server.errors import NotAllowed
from tabletown.server.play.digests import digest_of
from tabletown.server.play.table import Table
from tabletown.server.store.events import Moved, TookBack

SEPARATOR = ";"
"""Separates moves that are made together in one text."""

NUMBER_SIGN = "#"
"""Stands for the number in a move whose number the player types."""

_PART = re.compile(r"(?P<kind>part|maybe)-(?P<order>[0-9]{1,4})", re.ASCII)
_WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)
BY_THE_CLOCK = "There was no time left, so the clock decided this. It can be taken back if all agree."
NO_CHOICE = "There is nothing to take back: nothing else was possible."
_ONE_BY_ONE = "These moves can only be made one by one."


def fill_in(text: str, amount: str) -> str:
    """The text of a move with the typed number filled in. Raises NotAllowed."""
    if NUMBER_SIGN not in text:
        return text
    if not _WHOLE.fullmatch(amount.strip()):
        raise NotAllowed("Please type a whole number.")
    return text.replace(NUMBER_SIGN, str(int(amount)))


def put_together(fields: Mapping[str, str]) -> str:
    """The moves of a form that puts them together (`render/composer_html.py`), in the order of their numbers.

    A field `part-N` is a move, perhaps with a # for the number in `amount-N`. A field `maybe-N` is one that is left out
    if this number is empty or 0. Raises NotAllowed.
    """
    parts = []
    for name, text in fields.items():
        found = _PART.fullmatch(name)
        if found is None:
            continue
        amount = fields.get(f"amount-{found['order']}", "").strip()
        if found["kind"] == "part" or amount.strip("0"):
            parts.append((int(found["order"]), fill_in(text, amount)))
    return f"{SEPARATOR} ".join(text for _, text in sorted(parts))


def make_moves(game: Game, seat: int, text: str, note: str = "") -> list[Moved]:
    """Make the moves of a text on a game; returns an event for each. Raises NotAllowed: then discard the game."""
    events = []
    for action in _parse_moves(game.view(seat), seat, text):
        try:
            game.push_action(action, seat)
        except TabletownError:
            raise NotAllowed(_ONE_BY_ONE) from None
        events.append(Moved(seat, game.ply, digest_of(game), action, note))
    return events


def _parse_moves(view: Position, seat: int, text: str) -> list[int]:
    """The actions of a text, each parsed on the view after the actions before it. Raises NotAllowed.

    Only the last one may reveal anything. Otherwise a player could send two moves and learn from the refusal of the
    second what the first would reveal, without having made either.
    """
    actions: list[int] = []
    ahead = Game(view.title, view.cards, view.states.copy(), seed=None)
    for part in text.split(SEPARATOR):
        if actions:
            ahead.push_action(actions[-1], seat)
            if ahead.states["reveals"][0] != view.states["reveals"][0]:
                raise NotAllowed(_ONE_BY_ONE)
        seen = ahead.view(seat)
        try:
            actions.append(seen.parse(part, seat))
        except TabletownError as error:
            raise NotAllowed(_range(seen, seat, part) or _sentence(str(error))) from None
    return actions


def take_back(game: Game, seat: int, table: Table) -> list[TookBack]:
    """Take back a seat's last choice, with the forced plies that followed it; an event each. Raises NotAllowed.

    `game` is a copy of the table's game.
    """
    choices = choices_to_take_back(table, seat, 1)
    if not choices:
        raise NotAllowed(_why_not(table, seat))
    return _take_back(game, choices[0])


def restart_turn(game: Game, seat: int, table: Table) -> list[TookBack]:
    """Take back all that a seat has chosen itself in its turn. Raises NotAllowed if there is nothing."""
    choices = choices_to_take_back(table, seat)
    if not choices:
        raise NotAllowed(_why_not(table, seat))
    return [event for choice in choices for event in _take_back(game, choice)]


def _take_back(game: Game, seats: Sequence[int]) -> list[TookBack]:
    events = []
    for seat in seats:
        take_back_ply(game, seat)
        events.append(TookBack(seat, game.ply, digest_of(game)))
    return events


def choices_to_take_back(table: Table, seat: int, most: int | None = None) -> list[tuple[int, ...]]:
    """The choices of its turn that a seat can take back, the last one first, and at most so many.

    Each is given as the seats whose last plies have to go for it, in this order (see `engine.forced.choices_back`). A
    choice that the clock made stays, and what was chosen before it.
    """
    choices = choices_back(table.game, seat, lambda index: _goes_along(table, seat, index))
    own = takewhile(lambda choice: table.timeline.plies[choice.index].made_by != "clock", choices)
    return [choice.seats for choice in islice(own, most)]


def _goes_along(table: Table, seat: int, index: int) -> bool:
    """Whether a seat's ply, or another seat's, was forced, as the seat may know."""
    timed = table.timeline.plies[index]
    if timed.seat != seat:
        return timed.made_by == "forced" and timed.is_open
    # a player may have made a forced ply; if it were taken back alone, it would play itself at once
    return timed.made_by == "forced" or (table.seats[seat].play_forced and was_forced(table.game, index))


def _why_not(table: Table, seat: int) -> str:
    """Why a seat can take nothing back."""
    last = last_ply(table.game, seat)
    if last is not None and table.timeline.plies[last].made_by == "clock":
        return BY_THE_CLOCK
    try:
        take_back_ply(table.game.copy(), seat)
    except TabletownError as error:
        return _sentence(str(error))
    return NO_CHOICE


def _range(view: Position, seat: int, text: str) -> str:
    """The numbers that are allowed, if a text is a typed move with a number out of range; else empty."""
    for entry in entries(view, seat):
        if re.fullmatch(
            re.escape(entry.move).replace(re.escape(NUMBER_SIGN), "[0-9]+"), " ".join(text.lower().split())
        ):
            but = f", but not {entry.without}" if entry.low <= entry.without <= entry.high else ""
            return f"{entry.label}: choose a number from {entry.low} to {entry.high}{but}."
    return ""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
