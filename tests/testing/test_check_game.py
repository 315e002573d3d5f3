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

LONG = 60  # minutes


def player_counts(name: str) -> list[int]:
    """All of them; of a long game the fewest and the most."""
    low, high = games.get(name).meta.players
    return [low, high] if games.get(name).meta.minutes > LONG else list(range(low, high + 1))


TABLES = [(name, players) for name in games.names() for players in player_counts(name)]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_title_keeps_the_contract(name: str, players: int) -> None:
    check_game(name, games=1 if games.get(name).meta.minutes >= LONG else 2, players=players)


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


def test_a_decision_that_is_not_sealed_is_found() -> None:
    title = broken("paper_skylines", apply=choose_city_badly)
    for option, complaint in ((False, "sees what is decided in secret"), (True, "depend on their order")):
        game = Game.new(title, 3, seed=1, options={"seat_handicap": option})
        for seat in (2, 0, 1):
            game.push_action(game.legal_actions(seat)[0], seat)
        with pytest.raises(AssertionError, match=complaint):
            check.check_sealed(game)
