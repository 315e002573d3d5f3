"""Card sets: numbers by their paths, sweeps, and what is refused."""

from pathlib import Path
from typing import Any

import pytest

from tabletown import games
from tabletown.engine.card_paths import number_at, put_number
from tabletown.engine.errors import CardError
from tabletown.lab.card_sets import CardSource, read_source, sweep
from tabletown.lab.errors import LabError


@pytest.fixture
def table() -> dict[str, Any]:
    return {
        "numbers": {"price": 5},
        "building": [{"id": "inn", "cost": 3, "gains": [0, 2], "action": "+1 g-2 +1A.site", "ok": True}],
        "people": [{"name": "Scarlet", "age": 30}],
    }


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("numbers.price", 5),
        ("building.inn.cost", 3),
        ("building.inn.gains[1]", 2),
        ("building.inn.action", 1),
        ("building.inn.action[1]", -2),
        ("people.Scarlet.age", 30),
        ("building.inn.stars", None),
    ],
)
def test_a_path_finds_its_number(table: dict[str, Any], path: str, value: int | None) -> None:
    assert number_at(table, path) == value
    put_number(table, path, 4)
    assert number_at(table, path) == 4


def test_numbers_in_texts_keep_the_rest(table: dict[str, Any]) -> None:
    put_number(table, "building.inn.action[1]", 3)
    assert table["building"][0]["action"] == "+1 g+3 +1A.site"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("building.tavern.cost", "there is no building.tavern"),
        ("building.inn.gains", "say which of the 2 entries"),
        ("building.inn.gains[7]", "say which of the 2 entries"),
        ("building.inn.cost[0]", "not a list"),
        ("building.inn.action[9]", "no such number"),
        ("building.inn.ok", "no number"),
        ("building.inn.cost.more", "cost is no table"),
        ("price", "a table, a row and a field"),
    ],
)
def test_paths_that_lead_nowhere(table: dict[str, Any], path: str, words: str) -> None:
    with pytest.raises(CardError) as error:
        put_number(table, path, 1)
    assert words in str(error.value)


def test_a_sweep_is_one_set_per_value() -> None:
    title = games.get("penny_lane")
    sets = sweep("building.museum.cost=4..6", CardSource("default"), title)
    assert [source.name for source in sets] == [f"building.museum.cost={n}" for n in (4, 5, 6)]
    assert sets[1].digest(title) == CardSource("default").digest(title)
    museum = next(b.index for b in title.cards.buildings if b.id == "museum")
    assert [int(source.cards(title).data["cost"][0, museum]) for source in sets] == [4, 5, 6]


@pytest.mark.parametrize("spec", ["building.museum.cost", "building.museum.cost=6..4", "a.b=1..900", "=1..2"])
def test_sweeps_that_make_no_sense(spec: str) -> None:
    with pytest.raises(LabError, match="a sweep"):
        sweep(spec, CardSource("default"), games.get("penny_lane"))


def test_errors_name_the_set_the_card_and_the_field() -> None:
    with pytest.raises(CardError, match=r"building\.museum\.cost=21: building 'museum', cost: must be"):
        sweep("building.museum.cost=19..21", CardSource("default"), games.get("penny_lane"))


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text((games.get("uptown").folder / "cards.toml").read_text())
    source = read_source(str(path), games.get("uptown"))
    assert source.name == "mine"
    assert source.digest(games.get("uptown")) == CardSource("default").digest(games.get("uptown"))
    with pytest.raises(LabError, match="cannot be read"):
        read_source(str(tmp_path / "none.toml"), games.get("uptown"))
    with pytest.raises(CardError, match="not valid TOML"):
        CardSource("broken", "[[").cards(games.get("uptown"))
