"""Schemas: what is right is declared, and what is wrong is said in a sentence that names the place and the field."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, field

from tabletown.engine.card_file import Text, check_cards, check_unique
from tabletown.engine.errors import CardError
from tabletown.engine.schema import Table


class Prices(Table):
    low: Annotated[int, Meta(ge=0)] = 0
    high: Annotated[int, Meta(ge=0, le=9)] = 9


class Card(Table):
    id: Text
    cost: Annotated[int, Meta(ge=1, le=20)]
    kind: Literal["shop", "house", "park"] = "shop"
    side: Literal["left", "right"] = "left"
    fast: bool = False
    tags: tuple[Literal["red", "blue"], ...] = ()
    walls: Annotated[tuple[Literal[0, 1, "n"], ...], Meta(min_length=2, max_length=2)] = (0, 0)
    steps: Annotated[tuple[int, ...], Meta(min_length=1, max_length=3)] = (1,)
    pair: tuple[int, int] = (0, 0)
    rows: tuple[tuple[int, ...], ...] = ()
    cards: Annotated[int, Meta(ge=0, le=9)] | tuple[str, ...] = 0
    code: Annotated[str, Meta(pattern=r"^[a-z]+\Z", description="lower-case letters")] = "a"
    prices: Prices | None = None
    quoted: int = field(name="2nd", default=0)


class File(Table):
    card: tuple[Card, ...]
    town: Prices = field(default_factory=Prices)


GOOD = {"id": "mill", "cost": 3}


def refusal(table: dict[str, Any]) -> str:
    with pytest.raises(CardError) as caught:
        check_cards(table, File)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cost": 0}, "card 'mill', cost: must be a whole number from 1 to 20, not 0"),
        ({"cost": True}, "card 'mill', cost: must be a whole number from 1 to 20, not True"),
        ({"cost": 3.0}, "card 'mill', cost: must be a whole number from 1 to 20, not 3.0"),
        ({"cost": 10**30}, f"card 'mill', cost: must be a whole number from 1 to 20, not {10**30}"),
        ({"id": " "}, "card ' ', id: must be a text, not ' '"),
        ({"kind": "zoo"}, "card 'mill', kind: must be one of house, park, shop, not 'zoo'"),
        ({"side": ["left"]}, "card 'mill', side: must be left or right, not ['left']"),
        ({"fast": 1}, "card 'mill', fast: must be true or false, not 1"),
        (
            {"tags": ["red", "green"]},
            "card 'mill', tags: must be a list of words out of blue, red, not ['red', 'green']",
        ),
        ({"walls": [0, 2]}, "card 'mill', walls: must be 2 entries out of 0, 1, n, not [0, 2]"),
        ({"steps": []}, "card 'mill', steps: must be 1 to 3 whole numbers, not []"),
        ({"pair": [1, "x"]}, "card 'mill', pair: must be 2 whole numbers, not [1, 'x']"),
        ({"rows": [1]}, "card 'mill', rows: must be a list of lists, not [1]"),
        ({"rows": [["x"]]}, "card 'mill', rows: must be a list of lists, not [['x']]"),
        ({"cards": 10}, "card 'mill', cards: must be a whole number from 0 to 9 or a list of texts, not 10"),
        ({"cards": [3]}, "card 'mill', cards: must be a whole number from 0 to 9 or a list of texts, not [3]"),
        ({"code": "A"}, "card 'mill', code: must be lower-case letters, not 'A'"),
        ({"prices": {"low": -1}}, "card 'mill', prices.low: must be a whole number from 0 up, not -1"),
        ({"prices": {"mid": 1}}, "unknown field 'mid' in card 'mill', prices; known are high, low"),
        ({"prices": 3}, "card 'mill', prices: must be a table [prices], not 3"),
        ({"2nd": "x"}, "card 'mill', 2nd: must be a whole number, not 'x'"),
        ({"quoted": 1}, "unknown field 'quoted' in card 'mill'; known are 2nd, cards,"),
        ({"x` - at `$.card[0].cost": 1}, "unknown field"),
        ({"a\nb": 1}, "unknown field 'a\\nb' in card 'mill'"),
        ({"code": "A" * 200}, f"card 'mill', code: must be lower-case letters, not '{'A' * 76}..."),
    ],
)
def test_what_is_wrong_with_a_card(change: dict[str, Any], message: str) -> None:
    assert refusal({"card": [GOOD, GOOD | change]}).startswith(message)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({}, "card: must be a list of tables, each begun by [[card]], and is missing"),
        ({"card": 3}, "card: must be a list of tables, each begun by [[card]], not 3"),
        ({"card": [GOOD, 3]}, "card: must be a list of tables, each begun by [[card]], not [{"),
        ({"card": [{"id": "mill"}]}, "card 'mill', cost: must be a whole number from 1 to 20, and is missing"),
        ({"card": [{"cost": 3}]}, "card 1, id: must be a text, and is missing"),
        ({"card": [], "cars": []}, "unknown field 'cars' in the card file; known are card, town"),
        ({"card": [], "town": 3}, "town: must be a table [town], not 3"),
        ({"card": [], "town": {"high": 10}}, "town, high: must be a whole number from 0 to 9, not 10"),
    ],
)
def test_what_is_wrong_with_a_file(table: dict[str, Any], message: str) -> None:
    assert refusal(table).startswith(message)


def test_what_is_left_out_has_its_default() -> None:
    file = check_cards({"card": [GOOD | {"cards": ["a"], "prices": {}}]}, File)
    assert (file.card[0].cards, file.card[0].prices, file.town.high) == (("a",), Prices(), 9)


def test_names_are_unique() -> None:
    check_unique([("card 'a', id", "a"), ("card 'b', id", "b")])
    with pytest.raises(CardError, match=r"^card 'c', name: 'a' occurs twice$"):
        check_unique([("card 'a', id", "a"), ("card 'c', name", "a")])
