"""check_game passes for every title, and finds what is broken."""

import dataclasses
from typing import Any

import pytest

from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.kernel import kernel
from tabletown.engine.title import Title
from tabletown.testing import check, check_game


@pytest.mark.parametrize("name", games.names())
def test_every_title_keeps_the_contract(name: str) -> None:
    check_game(name)


@kernel
def hide_nothing(state: Any, cards: Any, seat: int) -> None:
    pass


def broken(**kernels: Any) -> Title:
    title = games.get("uptown")
    return dataclasses.replace(title, name=f"broken_{'_'.join(kernels)}", kernels={**title.kernels, **kernels})


def test_a_title_that_hides_nothing_is_found() -> None:
    game = Game.new(broken(hide=hide_nothing), 2, seed=1)
    with pytest.raises(AssertionError, match="nothing to imagine"):
        check.check_something_is_hidden(game)


def test_a_resample_that_forgets_is_found() -> None:
    game = Game.new(broken(resample=hide_nothing), 2, seed=1)
    with pytest.raises(AssertionError):
        check.check_something_is_hidden(game)
