"""Which projects stand where, and which were to be had."""

import pytest

import tabletown as tt
from tabletown.games.uptown.text import words

from .. import ownership
from .helpers import TITLE, streets


def slowly(game: tt.Game) -> ownership.Counts:
    return {(street, id): 1 for street, sites in enumerate(streets(game)) for floors in sites for id in floors}


def choices(game: tt.Game, seat: int) -> set[str]:
    found = (words.project_of(game, seat, action) for action in game.legal_actions_of(seat))
    return {choice[1].id for choice in found if choice}


def test_the_collection() -> None:
    cards = ownership.check_collection("uptown")
    assert len(cards) == len(TITLE.cards.projects) == 184
    assert {card.group for card in cards} == {"floor", "roof", "gift"}
    park = next(card for card in cards if card.name == "City Park")
    assert (park.piece, park.group, park.pool) == ("P02", "roof", "decks")
    assert [number.path for number in park.numbers] == ["project_card.P02.a.prestige", "project_card.P02.cost"]
    assert [number.better for number in park.numbers] == [1, -1]
    gifts = [card for card in cards if card.group == "gift"]
    assert {number.better for card in gifts for number in card.numbers} == {-1}, "one gives what harms"


@pytest.mark.parametrize("players", [2, 4])
def test_streets_and_offers(players: int) -> None:
    ownership.check_owned("uptown", players, 3, slowly)
    ownership.check_offers("uptown", players, 3, choices)


def test_who_begins() -> None:
    game = tt.new("uptown", players=4, seed=2)
    assert TITLE.ownership.first(game.states).tolist() == [game.turn]
