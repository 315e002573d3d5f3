"""What walls earn (section 7, S-1 to 6): EX-2 to 7, 10 to 14, 16 to 18."""

import pytest

from tabletown.games.milton_keynes.cards import BUILDING_IDS
from tabletown.games.milton_keynes.rules import blocks as walls

from ..helpers import CARDS, blocks, do, table, town


@pytest.mark.rules("S-5")
def test_ex_2_river_walls() -> None:
    assert blocks("estate g7") == [2]


@pytest.mark.rules("S-1", "S-6")
def test_ex_3_by_size() -> None:
    assert blocks("estate g7", "estate h6 h7") == [3, 3]


@pytest.mark.rules("S-1")
def test_ex_4_marsh_is_worth_nothing_to_an_estate() -> None:
    assert blocks("estate h2") == [0]
    assert blocks("estate h2", "estate g3 h3 h4") == [0, 4]


@pytest.mark.rules("S-4")
def test_ex_5_own_neighbours_earn_nothing() -> None:
    assert blocks("estate b5", "estate b6 b7") == [1, 2]
    assert blocks("estate b5, estate c5 c6", "estate b6 b7") == [3, 3]


@pytest.mark.rules("MK-44", "S-6")
def test_ex_6_an_extension_rescores_the_map() -> None:
    rows = [
        {"buildings": ["estate a5 a6 a7 b5 b7"], "permits": ["extension"], "deeds": ["b6"]},
        {"buildings": ["estate c5 c6 c7 c8"], "permits": ["lobby"]},
    ]
    game = table(*rows, {}, {}, {}, phase="pouch", year=2)
    assert game.scores()[:2] == [6, 5]
    do(game, "extend a5, add b6, close, seal, sky: seal, green: seal, vermilion: seal, purple: seal")
    assert game.scores()[:2] == [13, 3]


@pytest.mark.rules("MK-45", "S-5")
def test_ex_7_sewage_takes_a_river_plot() -> None:
    assert blocks("", "estate e7", "estate g8 h8") == [0, 2, 1]
    rows = [
        {"permits": ["sewage", "lobby"], "deeds": ["f6", "f8", "g7"]},
        {"buildings": ["estate e7"]},
        {"buildings": ["estate g8 h8"]},
    ]
    game = table(*rows, {}, {}, phase="pouch", year=2)
    do(game, "start sewage, add f6, add f8, add g7, close, seal, sky: seal, green: seal, vermilion: seal, purple: seal")
    do(game, "nominate f7")
    assert game.scores()[:3] == [12, 1, 1]


@pytest.mark.rules("MK-45")
def test_ex_10_air_base() -> None:
    assert blocks("air b5 b7 + b6") == [2]


@pytest.mark.rules("S-1")
def test_ex_11_nature_reserve() -> None:
    assert blocks("", "estate i1 i2 i3 h3") == [0, 3]
    assert blocks("nature e1 f1 f2 g1 h1 h2", "estate i1 i2 i3 h3") == [19, 3]


@pytest.mark.rules("S-1", "S-3")
def test_ex_12_commons() -> None:
    others = ["estate a5", "estate b3 b4", "estate b6 b7 b8", "estate c5 d5"]
    assert blocks("", *others) == [0, 0, 1, 2, 1]
    assert blocks("commons b5", *others) == [8, 0, 1, 2, 1]


@pytest.mark.rules("S-2")
def test_ex_13_dump() -> None:
    green, blue = "estate a4, estate c4 c5 c6 c7 c8", "estate a6"
    assert blocks("dump b4 b5 b6", green, blue) == [6, 4, 0]
    assert blocks("estate b4 b5 b6", green, blue)[1] == 10


@pytest.mark.rules("S-4")
def test_ex_14_allotments() -> None:
    assert blocks("estate a3 a4, estate b6 c6", "estate d5") == [2, 0]
    assert blocks("estate a3 a4, estate b6 c6, allotments b3 b4 b5 c3 c4 c5", "estate d5") == [10, 2]


WALLS = [
    ("estate 2", "estate 1", 1, 1),
    ("estate 3", "estate 1", 2, 0),
    ("commons 1", "estate 4", 2, 0),
    ("commons 1", "commons 1", 1, 1),
    ("commons 1", "dump 2", 0, 1),
    ("commons 1", "dump 3", 0, 2),
    ("dump 1", "dump 3", 0, 0),
    ("dump 1", "estate 3", 0, 0),
    ("dump 3", "estate 2", 1, 0),
    ("allotments 4", "estate 1", 0, 2),
    ("allotments 1", "commons 1", 0, 2),
    ("allotments 2", "dump 1", 0, 2),
    ("allotments 1", "allotments 1", 1, 1),
]


def earned(one: str, other: str, own: bool) -> tuple[int, int]:
    """What two buildings of these types and sizes earn on a wall between them."""
    kinds = [(BUILDING_IDS.index(text.split()[0]), int(text.split()[1])) for text in (one, other)]
    (a, a_size), (b, b_size) = kinds
    there = walls.beside(CARDS, a, a_size, own, b, b_size)
    back = walls.beside(CARDS, b, b_size, own, a, a_size)
    return int(there), int(back)


@pytest.mark.rules("S-1", "S-2", "S-3", "S-4")
@pytest.mark.parametrize(("one", "other", "first", "second"), WALLS)
def test_ex_16_single_walls(one: str, other: str, first: int, second: int) -> None:
    assert earned(one, other, own=False) == (first, second)
    allotments = one.startswith("allotments")
    assert earned(one, other, own=True) == ((first, second) if allotments else (0, 0))


MATRIX = {
    "estate": "NNNN002",
    "nature": "NNNN002",
    "air": "NNNN002",
    "sewage": "NNNN002",
    "commons": "2222102",
    "dump": "NNNNN02",
    "allotments": "0000001",
}


@pytest.mark.rules("S-1", "S-2", "S-3")
@pytest.mark.parametrize("row", MATRIX)
def test_the_whole_table_of_walls(row: str) -> None:
    for column, entry in zip(BUILDING_IDS, MATRIX[row], strict=True):
        for size, other in ((1, 1), (3, 1), (1, 3), (2, 3), (6, 1)):
            by_size = 2 if size >= other + 2 else 0 if other >= size + 2 else 1
            expected = by_size if entry == "N" else int(entry)
            assert earned(f"{row} {size}", f"{column} {other}", own=False)[0] == expected


@pytest.mark.rules("MK-44", "S-1")
def test_ex_17_nature_reserve_extended() -> None:
    assert blocks("nature e1 e2 d2") == [8]
    assert blocks("nature e1 e2 d2 f2") == [11]


@pytest.mark.rules("MK-44", "S-2", "S-3")
def test_ex_18_a_dump_extended() -> None:
    assert blocks("dump a6 a7", "estate a5", "commons b7") == [3, 0, 0]
    assert blocks("dump a6 a7 a8", "estate a5", "commons b7") == [6, 0, 0]


@pytest.mark.rules("MK-1", "S-5")
def test_squares_outside_the_map_are_no_river() -> None:
    assert blocks("estate d8", players=3) == [1]  # E8
    assert blocks("estate d8", players=4) == [2]  # E8 and D9


@pytest.mark.rules("S-6")
def test_the_sheet_says_where_blocks_come_from() -> None:
    game = town("nature e1 e2 d2", "estate f2")
    sheet = dict(game.title.scoring.sheet(game))
    assert [sheet[name][0] for name in ("Inside buildings", "River", "Marsh", "Neighbours")] == [2, 2, 4, 2]
    assert sheet["Neighbours"][1] == 0
    assert [sum(row[seat] for row in sheet.values()) for seat in range(5)] == game.scores()
