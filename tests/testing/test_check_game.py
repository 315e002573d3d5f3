"""check_game passes for every title, and finds what is broken."""

import dataclasses
from typing import Any

import pytest

from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.kernel import kernel
from tabletown.engine.title import Title
from tabletown.games.paper_skylines.rules import apply as choose_city
from tabletown.testing import check, check_game


@pytest.mark.parametrize("name", games.names())
def test_every_title_keeps_the_contract(name: str) -> None:
    check_game(name)


@kernel
def hide_nothing(state: Any, cards: Any, seat: int) -> None:
    pass


@kernel
def choose_city_aloud(state: Any, cards: Any, seat: int, action: int) -> None:
    """A sealed choice that others see: the seat's score changes with it."""
    choose_city(state, cards, seat, action)
    state.score[seat] += 1


@kernel
def first_come_first_served(state: Any, cards: Any, seat: int, action: int) -> None:
    """A sealed choice that depends on the order: the state remembers who came last."""
    choose_city(state, cards, seat, action)
    state.current = seat


def broken(name: str = "uptown", **kernels: Any) -> Title:
    title = games.get(name)
    return dataclasses.replace(title, name=f"broken_{name}_{'_'.join(kernels)}", kernels={**title.kernels, **kernels})


def test_a_title_that_hides_nothing_is_found() -> None:
    game = Game.new(broken(hide=hide_nothing), 2, seed=1)
    with pytest.raises(AssertionError, match="nothing to imagine"):
        check.check_something_is_hidden(game)


def test_a_resample_that_forgets_is_found() -> None:
    game = Game.new(broken(resample=hide_nothing), 2, seed=1)
    with pytest.raises(AssertionError):
        check.check_something_is_hidden(game)


@pytest.mark.parametrize(
    ("apply", "complaint"),
    [(choose_city_aloud, "sees what is decided in secret"), (first_come_first_served, "depend on their order")],
)
def test_a_decision_that_is_not_sealed_is_found(apply: Any, complaint: str) -> None:
    game = Game.new(broken("paper_skylines", apply=apply), 3, seed=1)
    for seat in (2, 0, 1):
        game.push_action(game.legal_actions(seat)[0], seat)
    with pytest.raises(AssertionError, match=complaint):
        check.check_sealed(game)
