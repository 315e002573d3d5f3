"""What a form asks for, made on a game: judged by what the seat itself can see, so that a refusal tells no more."""

import re

from tabletown.engine.errors import TabletownError
from tabletown.engine.game import Game
from tabletown.engine.log_sentences import entries
from tabletown.engine.position import Position
from tabletown.server.errors import NotAllowed
from tabletown.server.play.digests import digest_of
from tabletown.server.play.timeline import Timeline
from tabletown.server.play.turns import to_take_back
from tabletown.server.store.events import Moved, TookBack

BETWEEN = ";"
"""Separates the moves of a text that are made together."""

NUMBER = "#"
"""Stands for the number in the text of a move that is typed."""

_WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)
BY_THE_CLOCK = "There was no time left, so the clock decided this. It can be taken back if all agree."
_ONE_BY_ONE = "These moves can only be made one by one."


def fill_in(text: str, amount: str) -> str:
    """The text of a typed move with its number. Raises NotAllowed."""
    if NUMBER not in text:
        return text
    if not _WHOLE.fullmatch(amount.strip()):
        raise NotAllowed("Please type a whole number.")
    return text.replace(NUMBER, str(int(amount)))


def make(game: Game, seat: int, text: str, note: str = "") -> list[Moved]:
    """Make the moves of a text on a game, an event each: all of them, or NotAllowed and none counts."""
    events = []
    for action in _judge(game.view(seat), seat, text):
        try:
            game.push_action(action, seat)
        except TabletownError:
            raise NotAllowed(_ONE_BY_ONE) from None
        events.append(Moved(seat, game.ply, digest_of(game), action, note))
    return events


def _judge(view: Position, seat: int, text: str) -> list[int]:
    """The actions of a text, each judged by what the view tells of the situation after those before it.

    Only the last one may reveal anything. Otherwise one could ask for two moves, see from the answer whether the second
    is possible after what the first one shows, and have made none.
    """
    actions: list[int] = []
    ahead = Game(view.title, view.cards, view.states.copy(), seed=None)
    for part in text.split(BETWEEN):
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
    for hand in [*timeline.hands(seat), "own"][:plies]:  # who has made none hears from the game that there is none
        if hand == "clock":
            raise NotAllowed(BY_THE_CLOCK)
        try:
            game.take_back(seat)
        except TabletownError as error:
            raise NotAllowed(_sentence(str(error))) from None
        events.append(TookBack(seat, game.ply, digest_of(game)))
    return events


def restart(game: Game, seat: int, timeline: Timeline) -> list[TookBack]:
    """Take back all that a seat did in its turn by its own hand; at least one ply, or NotAllowed is raised."""
    return take_back(game, seat, timeline, max(1, own_plies(game, seat, timeline)))


def own_plies(game: Game, seat: int, timeline: Timeline) -> int:
    """How many plies of its turn a seat can take back."""
    hands = timeline.hands(seat)[: to_take_back(game, seat)]
    return hands.index("clock") if "clock" in hands else len(hands)


def _range(view: Position, seat: int, text: str) -> str:
    """What to type instead, if a text is a typed move with a number that is not possible."""
    for entry in entries(view, seat):
        if re.fullmatch(re.escape(entry.move).replace(re.escape(NUMBER), "[0-9]+"), " ".join(text.lower().split())):
            but = f", but not {entry.without}" if entry.low <= entry.without <= entry.high else ""
            return f"{entry.label}: choose a number from {entry.low} to {entry.high}{but}."
    return ""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
