"""The test title Bazaar, whose declaration has a field of every kind and moves with arguments of every kind, holds.

How it is drawn is tested in test_table_drawing.py.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown import games
from tabletown.engine.declared import Amount, ASeat, Cards, CardType, Count, Declared, OneOf
from tabletown.engine.declared import DeclaredField as AnyField
from tabletown.engine.title import Title
from tabletown.testing import check_game

from ..others import only_here

BAZAAR = Path(__file__).parents[1] / "titles" / "bazaar"


@pytest.fixture(scope="module")
def bazaar() -> Iterator[Title]:
    with only_here():
        yield games.add(BAZAAR)


def test_it_holds(bazaar: Title) -> None:
    """What must hold for any title: texts read back, views tell no secret, imagined worlds agree, bots answer."""
    check_game(bazaar.name, games=1, players=2, processes=False)


@pytest.mark.exhaustive
def test_it_holds_everywhere(bazaar: Title) -> None:
    """For every number of players, interpreted, on the device that Numba simulates, and within all bounds."""
    check_game(bazaar.name, games=1, bounds=True)


def test_it_has_a_field_and_an_argument_of_every_kind(bazaar: Title) -> None:
    declared: Declared = bazaar.drawing._declared
    kinds = {type(one) for one in declared.fields}
    assert kinds == set(AnyField.__args__)
    assert {one.form for one in declared.fields if isinstance(one, Cards)} == {"pile", "row", "counts"}
    assert {one.seen for one in declared.fields} == {"all", "owner", "nobody", "top"}
    assert {one.each for one in declared.fields if isinstance(one, Count)} == {True, False}
    arguments = {type(argument) for move in declared.moves.values() for argument in move.arguments}
    assert arguments == {CardType, Amount, ASeat, OneOf}
