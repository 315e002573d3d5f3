"""Titles that are broken on purpose, and what `check_game`'s parts say of them; for a process that does not compile."""

import dataclasses
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.kernel import COMPILED, kernel
from tabletown.engine.title import Title
from tabletown.games.milton_keynes.rules.hidden import resample as imagine_town
from tabletown.games.paper_skylines.rules.turn import apply as choose_city
from tabletown.testing import check, views
from tabletown.testing.failures import located

assert not COMPILED, "this would compile a title anew for every way in which it can be broken"


@kernel
def nothing(state: Any, cards: Any, seat: int) -> None:
    """Hides nothing, or imagines nothing."""


@kernel
def choose_city_badly(state: Any, cards: Any, seat: int, action: int) -> None:
    """A sealed choice that others read in the score; or, with an option, one that remembers who came first."""
    choose_city(state, cards, seat, action)
    if state.options:
        state.box[0] = 4 * state.box[0] + seat
    else:
        state.score[seat] += 1 + action


@kernel
def imagine_too_much(state: Any, cards: Any, seat: int) -> None:
    """Imagines a deck of deeds also where there is none yet, as in the advanced set-up."""
    imagine_town(state, cards, seat)
    if state.deck_left == 0:
        state.deck[0] = 7


@kernel
def imagine_beyond(state: Any, cards: Any, seat: int) -> None:
    """Writes beyond the end of the deck."""
    imagine_town(state, cards, seat)
    state.deck[len(state.deck)] = 7


def broken(name: str, hidden: bool = True, **kernels: Any) -> Title:
    title = games.get(name)
    return dataclasses.replace(
        title,
        name=f"broken_{name}_{'_'.join(f'{part}_{kernel.__name__}' for part, kernel in kernels.items())}",
        meta=dataclasses.replace(title.meta, hidden=hidden),
        kernels={**title.kernels, **kernels},
    )


def heard(check_one: Callable[..., None], game: Game, *args: object) -> str:
    """What a check has to complain about; empty if nothing."""
    try:
        with located(game):
            check_one(game, *args)
    except AssertionError as error:
        return str(error)
    return ""


# --- Hidden things --------------------------------------------------------------------------------------------------


def _hidden(title: Title) -> str:
    game = Game.new(title, 2, seed=1)
    return heard(views.check_hidden, game, views.leaves_something_open(game))


def hides_nothing() -> str:
    return _hidden(broken("uptown", hide=nothing))


def forgets_to_resample() -> str:
    return _hidden(broken("uptown", resample=nothing))


def hides_though_it_says_not() -> str:
    return _hidden(broken("uptown", hidden=False))


def wipes_though_it_says_not() -> str:
    """What is wiped is not imagined either, so all worlds are the same; only the view shows it."""
    return heard(views.check_all_is_open, Game.new(broken("uptown", hidden=False, resample=nothing), 2, seed=1))


def hides_nothing_and_says_so() -> str:
    """A game of perfect information: all checks of views pass."""
    title = broken("uptown", hidden=False, hide=nothing, resample=nothing)
    game = Game.new(title, 2, seed=1)
    return (
        _hidden(title)
        + heard(views.check_all_is_open, game)
        + heard(views.check_views, game, 1)
        + heard(views.check_position_text, game, 1)
    )


# --- Views that are played on from ----------------------------------------------------------------------------------


def plays_on_with_unknown_cards() -> str:
    return heard(views.check_position_text, Game.new(broken("uptown", resample=nothing), 2, seed=1), 1)


def imagines_what_is_not_there() -> str:
    """Only with an option, at the very start: as the advanced set-up of Milton Keynes once did."""
    title = broken("milton_keynes", resample=imagine_too_much)
    return heard(views.check_views, Game.new(title, 2, seed=1, options={"advanced": True}), 1)


def imagines_beyond_an_array() -> str:
    title = broken("milton_keynes", resample=imagine_beyond)
    return heard(views.check_views, Game.new(title, 2, seed=1, options={"advanced": True}), 1)


# --- Sealed decisions -----------------------------------------------------------------------------------------------


def shows_decisions() -> str:
    return _sealed(broken("paper_skylines", apply=choose_city_badly))


def remembers_the_order() -> str:
    return _sealed(broken("paper_skylines", apply=choose_city_badly), seat_handicap=True)


def _sealed(title: Title, seat_handicap: bool = False) -> str:
    game = Game.new(title, 3, seed=1, options={"seat_handicap": seat_handicap})
    for seat in (2, 0, 1):
        game.push_action(game.legal_actions_of(seat)[0], seat)
    return heard(views.check_sealed, game)


# --- Choices worth considering --------------------------------------------------------------------------------------


@kernel
def no_choice(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """Considers nothing."""
    return 0


@kernel
def another_choice(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """Considers an action that is not legal, instead of the last one."""
    out[n - 1] += 1
    return n


@kernel
def by_hidden_cards(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """Considers everything, unless the deck, which the seat may not see, begins with a low card."""
    return 1 if state.deck[0, 0] < 255 else n


def considers_nothing() -> str:
    return heard(check.check_legal_list, Game.new(broken("uptown", sensible=no_choice), 2, seed=1))


def considers_what_is_illegal() -> str:
    return heard(check.check_legal_list, Game.new(broken("uptown", sensible=another_choice), 2, seed=1))


def considers_what_is_hidden() -> str:
    return heard(views.check_views, Game.new(broken("uptown", sensible=by_hidden_cards), 2, seed=1), 1)


# --- After the end --------------------------------------------------------------------------------------------------


def offers_to_take_back_after_the_end() -> str:
    with patch.object(check, "can_take_back", lambda game, seat: True):
        return heard(check.check_over_is_final, _finished())


def takes_back_after_the_end() -> str:
    with patch.object(check, "take_back", lambda game, seat: game.pop()):
        return heard(check.check_over_is_final, _finished())


def _finished() -> Game:
    game = Game.new(games.get("uptown"), 2, seed=1)
    while not game.is_game_over():
        game.push_action(game.legal_actions[0])
    return game


# --- Pictures -------------------------------------------------------------------------------------------------------


def draws_nothing() -> str:
    title = dataclasses.replace(games.get("uptown"), picture=lambda _: "")
    return heard(check.check_drawing, Game.new(title, 2, seed=1))


# --- What is whole --------------------------------------------------------------------------------------------------


def whole() -> str:
    """The same checks of titles as they are."""
    uptown, town = games.get("uptown"), games.get("milton_keynes")
    game = Game.new(town, 5, seed=1, options={"advanced": True})
    return (
        _hidden(uptown)
        + heard(views.check_position_text, Game.new(uptown, 2, seed=1), 1)
        + heard(views.check_views, game, 1)
        + heard(check.check_drawing, Game.new(uptown, 2, seed=1))
        + heard(check.check_over_is_final, _finished())
        + _sealed(games.get("paper_skylines"))
        + _sealed(games.get("paper_skylines"), seat_handicap=True)
    )


def complaints() -> dict[str, str]:
    """What is said of each of them, by the name of its function."""
    found = (
        hides_nothing, forgets_to_resample, hides_though_it_says_not, wipes_though_it_says_not,
        hides_nothing_and_says_so, plays_on_with_unknown_cards, imagines_what_is_not_there, imagines_beyond_an_array,
        shows_decisions, remembers_the_order, considers_nothing, considers_what_is_illegal,
        considers_what_is_hidden, offers_to_take_back_after_the_end, takes_back_after_the_end, draws_nothing, whole,
    )  # fmt: skip
    return {function.__name__: function() for function in found}
