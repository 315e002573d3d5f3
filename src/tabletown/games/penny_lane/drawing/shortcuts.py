"""Shortcuts: a citizen leaves, or a building is swapped, by a click on the lane that uses the Gazette or the Tower.

The first click takes a citizen or a building, the second one says where to: what is one gesture at a real table.
"""

from collections.abc import Iterator, Mapping

from tabletown.engine.position import Position
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.text import words
from tabletown.games.plain_state import plain
from tabletown.render.scene import Button

Chip = tuple[int, str, Button]
"""A building or the board, what the chip does ("leave" or "swap"), and its button."""


def chips(position: Position, seat: int, buttons: Mapping[int, Button]) -> tuple[Chip, ...]:
    """What a seat can take from its lane at once, if the moves on offer allow to use the Gazette or the Tower."""
    if plain(position).phase != s.TURN:
        return ()
    return (*_chips(position, seat, buttons, "gazette", "leave"), *_chips(position, seat, buttons, "tower", "swap"))


def _chips(position: Position, seat: int, buttons: Mapping[int, Button], verb: str, kind: str) -> Iterator[Chip]:
    action = s.ACTIONS.encode(verb, 0)
    first = buttons.get(action)
    if first is None or first.instead:
        return
    after = position.after(seat, action)
    for then in after.legal_actions_of(seat):
        place = s.ACTIONS.decode(then)[1]
        if not place:  # stop
            continue
        sentence = f"{first.sentence}: {words.explain(after, seat, then)}"
        yield place[0], kind, Button(f"{first.move}; {words.say(after, seat, then)}", sentence, gains=first.gains)
