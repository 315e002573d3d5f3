"""Names in moves: whole or begun, never guessed."""

import pytest

from tabletown.engine.errors import AmbiguousMove, InvalidMove
from tabletown.engine.lookup import meant, seat_meant

NAMES = ("park", "park-lane", "pier", "zoo")


@pytest.mark.parametrize(
    ("name", "found"),
    [("zoo", "zoo"), ("z", "zoo"), ("pi", "pier"), ("park", "park"), ("park-", "park-lane"), ("oo", None), ("x", None)],
)
def test_a_whole_name_or_the_beginning_of_only_one(name: str, found: str | None) -> None:
    assert meant(name, NAMES) == found


def test_the_beginning_of_several_is_refused_with_all_of_them() -> None:
    with pytest.raises(AmbiguousMove, match="'p' could be park or park-lane or pier"):
        meant("p", NAMES)


def test_two_cards_of_one_name_are_one_name() -> None:
    assert meant("zo", ["zoo", "zoo"]) == "zoo"


def test_seats() -> None:
    assert seat_meant("Sky", 2) == 1
    with pytest.raises(InvalidMove, match="'green' is not a seat; seats here are orange, sky"):
        seat_meant("green", 2)
