"""Cards of a position: each is placed once, by name or by chance."""

import pytest

import tabletown as tt
from tabletown.engine.card_pool import CardPool
from tabletown.engine.errors import PositionError


def pool(any_case: bool = False) -> CardPool:
    return CardPool("building", {"loft": [0], "cottage": [1, 2], "cottage#2": [2]}, "write an id like loft", any_case)


def test_a_card_is_used_once_and_copies_in_their_order() -> None:
    cards = pool()
    assert [cards.use("cottage", "the deck"), cards.use("cottage", "the deck"), cards.unused] == [1, 2, [0]]
    with pytest.raises(PositionError, match=r"^building cottage lies in two places \(again in the supply\)$"):
        cards.use("cottage", "the supply")
    assert cards.find("cottage#2", "the supply") == [2]


def test_a_copy_that_is_taken_is_passed_over() -> None:
    cards = pool()
    assert [cards.use("cottage#2", "the deck"), cards.use("cottage", "the deck")] == [2, 1]


@pytest.mark.parametrize("name", ["castle", "LOFT", 3, ["loft"], None])
def test_names_that_are_not_known(name: object) -> None:
    with pytest.raises(PositionError, match=r"^unknown building .* in the deck; write an id like loft$"):
        pool().use(name, "the deck")


def test_capitals_where_they_may_be_written() -> None:
    assert pool(any_case=True).use("LOFT", "the deck") == 0


def test_open_places_are_dealt_by_chance() -> None:
    state = tt.new("uptown", players=2, seed=1).state
    cards, places = pool(), [9, 7, 9]
    cards.fill(state, places, unknown=9)
    assert places[1] == 7
    assert {places[0], places[2], *cards.unused} == {0, 1, 2}
    assert cards.deal(state, cards.unused[:1]) in (0, 1, 2)
    assert cards.unused == []
