"""check_game passes for every title, and finds what is broken."""

import json
import os
import sys

import pytest

from tabletown import bots, games
from tabletown.bots import Budget
from tabletown.engine.position import Position
from tabletown.testing import check_game
from tabletown.testing import processes as fresh
from tabletown.testing.bots import check_bots
from tabletown.testing.options import Options, option_sets, tables

from ..marks import fewest, quick_if

LONG = 60  # minutes


def player_counts(name: str) -> list[int]:
    """All of them; of a long game the fewest and the most."""
    low, high = games.get(name).meta.players
    return [low, high] if games.get(name).meta.minutes > LONG else list(range(low, high + 1))


def extremes(name: str) -> list[Options]:
    """No option of a title, and all of them."""
    return [option_sets(games.get(name))[0], option_sets(games.get(name))[-1]]


ALL = [(name, players, options) for name in games.names() for players, options in tables(games.get(name))]
TABLES = [
    (name, players, options)
    for name, players, options in ALL
    if players in player_counts(name) and (fewest(name, players) or options in extremes(name))
]
"""Every number of players without options and with all of them; the fewest also with each."""


def plain(name: str, players: int, options: Options) -> bool:
    """Whether a table has as few players as can be and no options."""
    return fewest(name, players) and not options


def fullest(name: str, players: int, options: Options) -> bool:
    """Whether a table has as many players and options as can be."""
    return players == games.get(name).meta.players[1] and options == option_sets(games.get(name))[-1]


@pytest.mark.parametrize(("name", "players", "options"), quick_if(plain, TABLES))
def test_every_title_keeps_the_contract(name: str, players: int, options: Options) -> None:
    check_game(name, games=1, processes=False, players=players, options=options)
    if plain(name, players, options) or fullest(name, players, options):  # rules that are interpreted are slow
        fresh.check_compiled_equals_interpreted(name, players, seed=1, options=games.get(name).options_mask(options))


@pytest.mark.parametrize(("name", "players", "options"), quick_if(fullest, ALL))
def test_every_bot_plays_every_title(name: str, players: int, options: Options) -> None:
    check_bots(games.get(name), players, 2, options)


@pytest.mark.parametrize("name", quick_if(lambda name: name == "uptown", games.names()))
def test_every_title_plays_the_same_on_a_device(name: str) -> None:
    """With the fewest players, as check_game has it; the rules at every number are those interpreted above."""
    fresh.check_device_equals_host(name, games.get(name).meta.players[0], seed=1)


@pytest.mark.exhaustive
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", games.names())
def test_no_title_leaves_its_arrays(name: str) -> None:
    """With every option. A title is compiled once more for that, with checks of every index: a long one takes minutes.

    A long game is played by as many as can be: an array that is large enough for them is large enough for fewer.
    """
    for players in player_counts(name)[-1:] if games.get(name).meta.minutes > LONG else player_counts(name):
        fresh.check_within_bounds(name, players=players)


# --- What is broken is found ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def complaints() -> dict[str, str]:
    """What the checks say of each broken title; from one process of their own, where nothing has to be compiled."""
    code = "import json; from tests.testing import broken; print(json.dumps(broken.complaints()))"
    found: dict[str, str] = json.loads(
        fresh.run_python(code, fresh.UNCOMPILED | {"PYTHONPATH": os.pathsep.join(sys.path)})
    )
    return found


def test_a_title_that_hides_nothing_is_found(complaints: dict[str, str]) -> None:
    assert "nothing to imagine" in complaints["hides_nothing"]


def test_a_resample_that_forgets_is_found(complaints: dict[str, str]) -> None:
    assert "nothing to imagine" in complaints["forgets_to_resample"]


def test_a_title_that_hides_nothing_may_say_so(complaints: dict[str, str]) -> None:
    assert complaints["hides_nothing_and_says_so"] == ""
    assert "something to imagine" in complaints["hides_though_it_says_not"]
    assert "hidden from seat -1" in complaints["wipes_though_it_says_not"]


def test_playing_on_with_unknown_cards_is_found(complaints: dict[str, str]) -> None:
    assert "still has unknown cards" in complaints["plays_on_with_unknown_cards"]


def test_a_world_with_too_much_in_it_is_found(complaints: dict[str, str]) -> None:
    assert "advanced, seed 1, ply 0: an imagined world contradicts" in complaints["imagines_what_is_not_there"]


def test_a_write_beyond_an_array_is_found(complaints: dict[str, str]) -> None:
    assert "advanced, seed 1, ply 0: index 76 is out of bounds" in complaints["imagines_beyond_an_array"]


def test_a_decision_that_is_not_sealed_is_found(complaints: dict[str, str]) -> None:
    assert "sees what is decided in secret" in complaints["shows_decisions"]
    assert "depend on their order" in complaints["remembers_the_order"]


def test_choices_that_are_narrowed_wrongly_are_found(complaints: dict[str, str]) -> None:
    assert "is worth considering" in complaints["considers_nothing"]
    assert "are not some of the legal ones" in complaints["considers_what_is_illegal"]
    assert "depends on hidden things" in complaints["considers_what_is_hidden"]


def test_taking_back_after_the_end_is_found(complaints: dict[str, str]) -> None:
    assert "offered to take back a ply after the end" in complaints["offers_to_take_back_after_the_end"]
    assert "took back a ply after the end" in complaints["takes_back_after_the_end"]


def test_a_view_without_a_picture_is_found(complaints: dict[str, str]) -> None:
    assert "has no picture" in complaints["draws_nothing"]


def test_what_is_whole_gets_no_complaint(complaints: dict[str, str]) -> None:
    assert complaints["whole"] == ""


class Wrong:
    """A bot that chooses what is not legal, or fails."""

    name, blurb = "wrong", "chooses what nobody can"

    def __init__(self, fails: bool) -> None:
        self.fails = fails

    def choose(self, view: Position, budget: Budget) -> int:
        return [][0] if self.fails else view.title.actions.count


@pytest.mark.parametrize(("fails", "said"), [(False, "wrong chose 38 for seat"), (True, "wrong cannot choose for")])
def test_a_bot_that_cannot_play_is_found(fails: bool, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_BOTS", {"wrong": Wrong(fails)})
    with pytest.raises(AssertionError, match=rf"uptown, 2 players, seed 1, ply \d+: {said}"):
        check_bots(games.get("uptown"), 2, seed=1)


def test_check_game_plays_with_each_option_and_with_all() -> None:
    assert option_sets(games.get("uptown")) == [{}]
    assert option_sets(games.get("milton_keynes")) == [{}, {"advanced": True}]
    one, other = {"seat_handicap": True}, {"whole_game_turns": True}
    assert option_sets(games.get("paper_skylines")) == [{}, one, other, one | other]
    assert [players for players, _ in tables(games.get("paper_skylines"))] == [2] * 4 + [3] * 4 + [4] * 4
    assert list(tables(games.get("paper_skylines"), 3, one)) == [(3, one)]


# --- Bounds ---------------------------------------------------------------------------------------------------------

INDEXING = """
import numpy as np
from tabletown.engine.kernel import kernel
from tabletown.engine.state import blank, state_dtype

def put(states, index):
    states[0].deck[index] = 7

put = kernel(put)
for index in (3, 4, -1):
    states = blank(state_dtype([("deck", np.uint8, 4), ("deck_left", np.uint8)]))
    try:
        put(states, index)
        print(states[0]["deck"].tolist(), states[0]["deck_left"])
    except IndexError as error:
        print(error)
"""


def test_bounds_checks_find_what_compiled_code_passes_over() -> None:
    """An index beyond an array, which writes to the next field; and a negative one, which counts from the end."""
    unnoticed = fresh.run_python(INDEXING, {"NUMBA_BOUNDSCHECK": "0"})
    assert unnoticed.splitlines() == ["[0, 0, 0, 7] 0", "[0, 0, 0, 0] 7", "[0, 0, 0, 7] 0"]
    found = fresh.run_python(INDEXING, fresh.BOUNDED)
    assert found.splitlines() == ["[0, 0, 0, 7] 0", "index is out of bounds", "index is out of bounds"]


def test_what_the_other_process_finds_is_said_here() -> None:
    with pytest.raises(AssertionError, match="UpTown has no option 'advanced'"):
        fresh.check_within_bounds("uptown", options={"advanced": True})
