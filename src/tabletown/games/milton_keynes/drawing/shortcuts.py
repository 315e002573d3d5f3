"""Shortcuts: a card is asked for in two plies, which may be sent together."""

from collections.abc import Mapping
from functools import lru_cache

from tabletown.engine.position import Position
from tabletown.engine.value import Value, replace
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.text.words import fixed_button
from tabletown.games.plain_state import plain
from tabletown.render.scene import Button


class Shortcuts(Value, frozen=True):
    """Cards of one kind that may be asked for: plots of deeds, or kinds of permits."""

    first: str  # the verb of the first ply: "ask_deed"
    then: str  # that of the second: "deed"
    wished: tuple[int, ...] = ()

    def button(self, cards: CardSet, wish: int) -> Button:
        """The button that sends both plies."""
        return _button(cards, self.first, self.then, wish)


@lru_cache(maxsize=1024)
def _button(cards: CardSet, first: str, then: str, wish: int) -> Button:
    button = fixed_button(cards, then, wish)
    return replace(button, move=f"{fixed_button(cards, first).move}; {button.move}")


def shortcuts_of(position: Position, seat: int, buttons: Mapping[int, Button], first: str, then: str) -> Shortcuts:
    """What a seat may ask for now, if `buttons`, the moves on offer, allow to begin with the verb `first`."""
    ask = s.ACTIONS.start[first]
    button = buttons.get(ask)
    if button is None or button.instead or plain(position).phase != s.OFFER:
        return Shortcuts(first, then)
    start = s.ACTIONS.start[then]
    wishes = (action - start for action in position.after(seat, ask).legal_actions_of(seat))
    return Shortcuts(first, then, tuple(wish for wish in wishes if 0 <= wish < s.ACTIONS.verbs[then][0]))
