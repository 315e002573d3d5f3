"""The card file: the permits, people and town of the canon, what the loader refuses, and other card sets."""

import copy
import tomllib
from typing import Any

import pytest

import tabletown as tt
from tabletown.engine.errors import CardError
from tabletown.engine.state import record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet, read_cards

from .helpers import TITLE, cash, default, do, numbers

TABLE: dict[str, Any] = tomllib.loads((TITLE.folder / "cards.toml").read_text(encoding="utf-8"))
CARDS: CardSet = TITLE.cards

# section 5: permit, count, what it builds
PERMITS = """
inquiry 3 estate
lobby 5 estate
demolish 4 estate
redevelop 4 estate
commons 2 commons
dump 2 dump
allotments 1 allotments
sewage 2 sewage
nature 3 nature
air-base 3 air
extension 3 -
"""


@pytest.mark.rules("MK-4", "MK-43")
def test_the_permits_are_those_of_the_canon() -> None:
    rows = [line.split() for line in PERMITS.split("\n")[1:-1]]
    assert [[p.id, str(p.count), p.builds or "-"] for p in CARDS.permits] == rows
    assert sum(permit.count for permit in CARDS.permits) == s.PERMITS
    assert sum(permit.count for permit in CARDS.permits if permit.builds == "estate") == 16


@pytest.mark.rules("MK-3")
def test_six_characters_need_twenty_three_permits() -> None:
    assert [character.slug for character in CARDS.characters] == [
        "scarlet",
        "orange",
        "gray",
        "yellow",
        "blue",
        "green",
    ]
    assert [len(character.permits) for character in CARDS.characters] == [4, 4, 4, 4, 3, 4]
    for kind, permit in enumerate(CARDS.permits):
        assert sum(character.permits.count(kind) for character in CARDS.characters) <= permit.count


@pytest.mark.rules("MK-42")
def test_building_types_and_their_limits() -> None:
    found = {building.id: building.plots for building in CARDS.buildings}
    assert found == {"estate": 6, "nature": 6, "air": 6, "sewage": 6, "commons": 1, "dump": 3, "allotments": 6}


@pytest.mark.rules("MK-1")
def test_seventy_building_blocks_are_enough_for_all_land_and_two_river_plots() -> None:
    data = record(CARDS.data)
    land = int(((data.ground == s.LAND) & (data.dots > 0)).sum())
    assert (land, int((data.ground == s.WATER).sum()), int((data.ground == s.SWAMP).sum())) == (68, 10, 2)
    assert land + CARDS.permits[s.SEWAGE_PERMIT].count == 70
    assert [int((data.dots == players).sum()) for players in (2, 3, 4, 5)] == [56, 8, 7, 9]


@pytest.mark.rules("MK-5", "MK-14", "MK-27", "MK-34")
def test_numbers() -> None:
    data = record(CARDS.data)
    names = ("cash", "income", "grant", "top", "step", "price", "compensation", "deeds", "offers")
    assert [int(data[name]) for name in names] == [190, 10, 20, 50, 5, 5, 10, 3, 2]


# --- What the loader refuses ----------------------------------------------------------------------------------------


def changed(path: str, value: Any) -> dict[str, Any]:
    """The card table with one thing changed: "lobby.count", "town.map", "numbers.cash"; None removes it."""
    table = copy.deepcopy(TABLE)
    card, _, key = path.partition(".")
    rows: dict[str, Any] = {row["id"]: row for row in table["permit"]}
    rows |= {f"{row['id']} building": row for row in table["building"]}
    rows |= {row["name"]: row for row in table["character"]}
    row: dict[str, Any] = table if not key else rows[card] if card in rows else table[card]
    key = key or card
    if value is None:
        del row[key]
    else:
        row[key] = value
    return table


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("lobby.count", 4, "permit 'lobby', count: 4, but the characters need 5"),
        ("lobby.count", -1, "permit 'lobby', count: must be a whole number from 0 to 32, not -1"),
        ("lobby.count", True, "permit 'lobby', count: must be a whole number"),
        ("lobby.count", "5", "permit 'lobby', count: must be a whole number"),
        ("lobby.count", 6, "permit count: 33 permits in all; there must be 20 to 32"),
        ("extension.count", 4, "permit"),
        ("lobby.builds", "dump", "permit 'lobby', builds: must be 'estate', not 'dump'"),
        ("lobby.name", " ", "permit 'lobby', name: must be a text"),
        ("lobby.text", 3, "permit 'lobby', text: must be a text, not 3"),
        ("lobby.cost", 3, "unknown field 'cost' in permit 'lobby'"),
        ("lobby.id", "lobbies", "permit id: must be inquiry, lobby, demolish, redevelop, commons, dump, allotments"),
        ("dump building.plots", 0, "building 'dump', plots: must be a whole number from 1 to 6, not 0"),
        ("dump building.plots", 7, "building 'dump', plots: must be"),
        ("dump building.inside", 3, "building 'dump', inside: must be a whole number from 0 to 2"),
        ("dump building.river", None, "building 'dump', river: must be"),
        ("dump building.beside", [0, 0], "building 'dump', beside: must be 7 entries"),
        ("dump building.beside", [0, 0, 0, 0, 0, 0, "x"], "building 'dump', beside: must be 7 entries"),
        ("dump building.beside", "n", "building 'dump', beside: must be 7 entries"),
        ("dump building.id", "tip", "building id: must be estate, nature"),
        ("Scarlet.permits", ["inquiry", "castle"], "character 'Scarlet', permits: must be a list of words out of"),
        ("Scarlet.permits", "inquiry", "character 'Scarlet', permits: must be a list of words out of"),
        ("Scarlet.name", "Old Mr. Orange", "character 'Mr. Orange', name: 'orange'"),
        ("Scarlet.age", 40, "unknown field 'age' in character 'Scarlet'"),
        ("town.map", ["."], "town, map: must be 9 rows of 9 signs"),
        ("town.map", [". . . . . . . . ?"] * 9, "town, map: must be 9 rows of 9 signs"),
        ("town.map", 9, "town, map: must be 9 rows of 9 signs"),
        ("town.map", [". . . . . . . . ."] * 9, "town, map: 81 land plots are more than the deed deck can hold"),
        ("town.size", {"2": [7, 8]}, "town, size.3: must be rows and columns, and is missing"),
        ("town.size", {"2": [7, 8], "3": [6, 8], "4": [8, 9], "5": [9, 9]}, "town, size.3: [6, 8] is smaller than for"),
        ("town.size", {"2": [7, 8], "3": 3, "4": [8, 9], "5": [9, 9]}, "town, size.3: must be rows and columns"),
        ("town.size", {"2": [7, 8], "3": [8, 8], "4": [8, 9], "5": [10, 9]}, "town, size.5: [10, 9] is smaller than"),
        ("town.rock", 1, "unknown field 'rock' in town"),
        ("numbers.cash", 191, "numbers, cash: must be a whole number from 1 to 190, not 191"),
        ("numbers.step", 0, "numbers, step: must be a whole number from 1"),
        ("numbers.price", None, "numbers, price: must be"),
        ("numbers.rent", 1, "unknown field 'rent' in numbers"),
        ("numbers", 3, "numbers: must be a table"),
        ("town", None, "town: must be a table"),
        ("permit", [], "permit id: must be inquiry, lobby, demolish, redevelop, commons, dump, allotments, sewage,"),
        ("character", "x", "character: must be 6 tables"),
        ("building", [1], "building: must be a list of tables"),
        ("deeds", {}, "unknown field 'deeds' in the card file"),
    ],
)
def test_the_loader_names_card_and_field(path: str, value: Any, message: str) -> None:
    with pytest.raises(CardError) as caught:
        read_cards(changed(path, value))
    assert str(caught.value).startswith(message)


def test_six_characters_and_the_permits_in_order() -> None:
    with pytest.raises(CardError, match=r"^character: must be 6 tables, each begun by \[\[character\]\], not 5"):
        read_cards(TABLE | {"character": TABLE["character"][:5]})
    with pytest.raises(CardError, match="permit id: must be inquiry, lobby"):
        read_cards(TABLE | {"permit": TABLE["permit"][::-1]})


# --- Other card sets ------------------------------------------------------------------------------------------------


@pytest.mark.rules("MK-14", "MK-16")
def test_another_bank_and_another_grant_can_be_played_with() -> None:
    table = changed("numbers.cash", 60)
    table["numbers"]["grant"] = 5
    cards = read_cards(table)
    game = tt.new("milton_keynes", players=5, seed=1, cards=cards)
    do(game, "character scarlet, character orange, character gray, character yellow, character green")
    while game.state.phase == s.NEW_YEAR:
        default(game)
    assert (cash(game), int(game.state.crunch)) == ([10] * 5, 1)
    while not game.is_game_over():
        default(game)
        assert TITLE.positions.audit(game.state, record(cards.data)) == ""
    assert sum(cash(game)) <= 60


@pytest.mark.rules("MK-1", "MK-2")
def test_another_map_needs_no_new_code() -> None:
    rows = [". " * 8 + "."] * 9
    rows[0] = "~ ~ . . . . . . ."
    rows[8] = "% % . . . . . . #"
    cards = read_cards(changed("town.map", rows))
    game = tt.new("milton_keynes", players=5, seed=1, cards=cards)
    assert (int(game.state.deck_left), numbers(game, "deeds_held")) == (76 - 15, [3] * 5)
