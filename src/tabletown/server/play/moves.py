"""Making and taking back moves on a game. They are checked on the view of the seat, so a refusal tells no more."""

import re

from tabletown.engine.errors import TabletownError
from tabletown.engine.game import Game
from tabletown.engine.log_sentences import entries
from tabletown.engine.position import Position
from tabletown.server.errors import NotAllowed
from tabletown.server.play.digests import digest_of
from tabletown.server.play.timeline import Timeline
from tabletown.server.play.turns import plies_of_turn
from tabletown.server.store.events import Moved, TookBack

SEPARATOR = ";"
"""Separates moves that are made together in one text."""

NUMBER_SIGN = "#"
"""Stands for the number in a move whose number the player types."""

_WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)
BY_THE_CLOCK = "There was no time left, so the clock decided this. It can be taken back if all agree."
_ONE_BY_ONE = "These moves can only be made one by one."


def fill_in(text: str, amount: str) -> str:
    """The text of a move with the typed number filled in. Raises NotAllowed."""
    if NUMBER_SIGN not in text:
        return text
    if not _WHOLE.fullmatch(amount.strip()):
        raise NotAllowed("Please type a whole number.")
    return text.replace(NUMBER_SIGN, str(int(amount)))


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


def take_back(game: Game, seat: int, timeline: Timeline, plies: int = 1) -> list[TookBack]:
    """Take back a seat's last ply, or several, an event each. Raises NotAllowed."""
    events = []
    for made_by in [*timeline.made_by(seat), "own"][:plies]:  # with no plies at all, the game raises the error
        if made_by == "clock":
            raise NotAllowed(BY_THE_CLOCK)
        try:
            game.take_back(seat)
        except TabletownError as error:
            raise NotAllowed(_sentence(str(error))) from None
        events.append(TookBack(seat, game.ply, digest_of(game)))
    return events


def restart_turn(game: Game, seat: int, timeline: Timeline) -> list[TookBack]:
    """Take back all plies that a seat made itself in its turn. Raises NotAllowed if there is none."""
    return take_back(game, seat, timeline, max(1, plies_to_take_back(game, seat, timeline)))


def plies_to_take_back(game: Game, seat: int, timeline: Timeline) -> int:
    """How many plies of its turn a seat can take back: those since the last one that the clock made.

    None when the game is over.
    """
    if game.is_over():
        return 0
    made_by = timeline.made_by(seat)[: plies_of_turn(game, seat)]
    return made_by.index("clock") if "clock" in made_by else len(made_by)


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
