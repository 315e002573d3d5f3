"""Titles that are broken on purpose, and what `check_game`'s parts say of them; for a process that does not compile."""

import dataclasses
from collections.abc import Callable
from typing import Any

from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.kernel import COMPILED, kernel
from tabletown.engine.title import Title
from tabletown.games.paper_skylines.rules.turn import apply as choose_city
from tabletown.testing import check

assert not COMPILED, "this would compile a title anew for every way in which it can be broken"


@kernel
def hide_nothing(state: Any, cards: Any, seat: int) -> None:
    pass


@kernel
def choose_city_badly(state: Any, cards: Any, seat: int, action: int) -> None:
    """A sealed choice that others see in the seat's score; or, with an option, one that remembers who came first."""
    choose_city(state, cards, seat, action)
    if state.options:
        state.box[0] = 4 * state.box[0] + seat
    else:
        state.score[seat] += 1


def broken(name: str, **kernels: Any) -> Title:
    title = games.get(name)
    return dataclasses.replace(title, name=f"broken_{name}_{'_'.join(kernels)}", kernels={**title.kernels, **kernels})


def heard(check_one: Callable[[Game], None], game: Game) -> str:
    """What a check has to complain about; empty if nothing."""
    try:
        check_one(game)
    except AssertionError as error:
        return str(error)
    return ""


def hides_nothing() -> str:
    return heard(check.check_something_is_hidden, Game.new(broken("uptown", hide=hide_nothing), 2, seed=1))


def forgets_to_resample() -> str:
    return heard(check.check_something_is_hidden, Game.new(broken("uptown", resample=hide_nothing), 2, seed=1))


def shows_decisions() -> str:
    return _sealed(broken("paper_skylines", apply=choose_city_badly))


def remembers_the_order() -> str:
    return _sealed(broken("paper_skylines", apply=choose_city_badly), seat_handicap=True)


def whole() -> str:
    """The same checks of titles as they are."""
    hidden = heard(check.check_something_is_hidden, Game.new(games.get("uptown"), 2, seed=1))
    return hidden + _sealed(games.get("paper_skylines")) + _sealed(games.get("paper_skylines"), seat_handicap=True)


def _sealed(title: Title, seat_handicap: bool = False) -> str:
    game = Game.new(title, 3, seed=1, options={"seat_handicap": seat_handicap})
    for seat in (2, 0, 1):
        game.push_action(game.legal_actions(seat)[0], seat)
    return heard(check.check_sealed, game)
