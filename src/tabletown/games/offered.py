"""What the drawings of all titles do alike: put the moves on offer on their pieces, and the rest beside the board."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from tabletown.engine.actions import Actions
from tabletown.engine.position import Position
from tabletown.engine.value import replace
from tabletown.render.scene import Button, Counts, Scene, Seat, Symbols, Zone


class Offered:
    """The buttons that are still to be put on a piece.

    A title that draws gains its own way says so by `tokens`: the icon of a gain, and the one to show instead.
    """

    def __init__(
        self, actions: Actions, buttons: Mapping[int, Button], tokens: Mapping[str, str] | None = None
    ) -> None:
        self.actions = actions
        self.left = dict(buttons)
        if tokens:
            shown = tuple(tokens.items())
            self.left = {action: _with_tokens(button, shown) for action, button in buttons.items()}

    def take(self, verb: str, *args: int) -> Button | None:
        """The button of a move, which then lies on a piece."""
        return self.left.pop(_encoded(self.actions, verb, args), None) if self.left else None

    def all(self, verb: str, *args: int) -> dict[int, Button]:
        """Every button of a verb, by its last argument."""
        if not self.left:
            return {}
        first = _encoded(self.actions, verb, (*args, 0))  # the last argument counts up from there
        size = self.actions.verbs[verb][-1]
        found = sorted(action for action in self.left if first <= action < first + size)
        return {action - first: self.left.pop(action) for action in found}


@lru_cache(maxsize=8192)  # drawings ask for the same few hundred moves again and again
def _encoded(actions: Actions, verb: str, args: tuple[int, ...]) -> int:
    return actions.encode(verb, *args)


@lru_cache(maxsize=4096)
def _with_tokens(button: Button, tokens: tuple[tuple[str, str], ...]) -> Button:
    icons = dict(tokens)
    gains = tuple(replace(gain, icon=icons.get(gain.icon, gain.icon)) for gain in button.gains)
    return replace(button, gains=gains) if gains else button


def rivals_of(position: Position, seat: int) -> list[int]:
    """The other seats in the order of play; those of seat 0 for a spectator."""
    front = max(seat, 0)
    return [(front + n) % position.players for n in range(1, position.players)]


def scene(
    position: Position,
    seat: int,
    zones: Iterable[Zone],
    seats: Iterable[Seat],
    offered: Offered,
    symbol: Symbols,
    counts: Counts = (),
) -> Scene:
    """A table with its prompt; what was not taken from `offered` stands beside the board."""
    words = position.title.words
    step, prompt = words.prompt(position, seat)
    return Scene(
        zones=tuple(zones),
        seats=tuple(seats),
        status=words.status(position),
        step=step,
        prompt=prompt,
        buttons=tuple(offered.left[action] for action in sorted(offered.left)),
        rule=words.rule(position),
        symbol=symbol,
        accent=position.title.meta.accent,
        counts=counts,
    )
