"""Forced plies: a seat that has exactly one legal action has nothing to decide, so the ply can play itself.

That a seat has one choice may be a secret: it can depend on cards and money that only the seat knows. Then a ply that
comes at once tells the others that it was forced. `notice` says what they would notice.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from tabletown.engine.game import Game
from tabletown.engine.log_sentences import view_changed
from tabletown.engine.position import Position
from tabletown.engine.state import NOBODY
from tabletown.engine.takebacks import is_sealed

MAX_CHAIN = 500
"""How many forced plies may follow one another before a person decides again; no title comes near it."""

Notice = Literal["known", "unnoticed", "telling"]

_WORLDS = 16  # imagined, to find out whether everybody knows that a ply is forced


def only_action(position: Position, seat: int) -> int | None:
    """The action of a seat that has no other one; None if it has several, or is not to act."""
    actions = position.legal_actions_of(seat)
    return actions[0] if len(actions) == 1 else None


def was_forced(game: Game, index: int) -> bool:
    """Whether a ply of a game's history was the only one that its seat could make."""
    first = game.first_ply
    return only_action(game.at(first + index), game.history[index].seat) is not None


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a seat that can be taken back: where it stands in the history, and the seats whose last plies go.

    They go in this order: first those of the forced plies that followed, at last the seat itself.
    """

    index: int
    seats: tuple[int, ...]


def choices_back(game: Game, seat: int, is_forced: Callable[[int], bool]) -> Iterator[Choice]:
    """The choices that a seat has made in its turn and may take back by itself, the last one first.

    `is_forced` says of a ply, by its index in the history, whether it counts as forced. Such plies go back with the
    choice before them, also those of other seats: nobody has chosen anything since. Otherwise the rules are those of
    `takebacks.take_back`.
    """
    asked, sealed, history = game.asked(), is_sealed(game), game.history
    going: list[int] = []
    chosen = False
    for index in range(len(history) - 1, -1, -1):
        actor = history[index].seat
        if game.is_game_over() or asked[index][1] != asked[-1][1]:
            return
        if actor != seat and sealed:
            continue  # it was decided independently, and stays
        if actor != seat and chosen:
            return  # this is where the turn began
        going.append(actor)
        if is_forced(index):
            continue
        if actor != seat:
            return
        yield Choice(index, tuple(going))
        going, chosen = [], True


def notice(game: Game, seat: int, action: int) -> Notice:
    """What other readers would notice if a forced ply came at once.

    - "known": everybody knows that it is forced. In each of several worlds that agree with what a spectator sees, the
      seat has this action only.
    - "unnoticed": nobody can tell that it is forced. It continues a secret decision that the seat has begun with a
      choice of its own, so it comes at a time that its player chose; or no other reader sees a difference, and the
      seat is still to act.
    - "telling": others would learn that the seat had no choice, which they cannot know.
    """
    if _known_to_all(game, seat, action):
        return "known"
    begun = is_sealed(game) and _has_begun_to_decide(game, seat)
    return "unnoticed" if begun or _unseen(game, seat, action) else "telling"


def _known_to_all(game: Game, seat: int, action: int) -> bool:
    seen = game.view(NOBODY)
    return all(seen.imagine(seed).legal_actions_of(seat) == [action] for seed in range(_WORLDS))


def _has_begun_to_decide(game: Game, seat: int) -> bool:
    """Whether a seat has made a choice of its own since anything was last revealed."""
    asked, history = game.asked(), game.history
    revealed = asked[-1][1]
    for index in range(len(history) - 1, -1, -1):
        if asked[index][1] != revealed:
            return False
        if history[index].seat == seat and not was_forced(game, index):
            return True
    return False


def _unseen(game: Game, seat: int, action: int) -> bool:
    after = game.after(seat, action)
    if seat not in after.waiting:
        return False
    others = (reader for reader in range(NOBODY, game.players) if reader != seat)
    return not any(view_changed(game.view(reader), after.view(reader)) for reader in others)
