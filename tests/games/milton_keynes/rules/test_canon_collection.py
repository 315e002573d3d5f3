"""Cash collection and the action cards (MK-8 to 17): EX-8, 9, 15, 19, 22, 30, 31, and a test for every other rule."""

from typing import Any

import pytest

from tabletown.games.milton_keynes import state as s

from ...shared import refusal
from ..helpers import (
    GREEN,
    ORANGE,
    SKY,
    all_do,
    building_of,
    cash,
    deck,
    deeds,
    do,
    moves,
    names,
    numbers,
    options,
    permit_deck,
    permits,
    table,
    town,
)

LOBBY = {"permits": ["lobby"]}  # who holds a permit is asked


@pytest.mark.rules("MK-8")
def test_the_window_stays_open_until_all_pass_in_a_row() -> None:
    seats = [{"permits": ["inquiry", "inquiry"]}, {"permits": ["inquiry"]}, {"permits": ["lobby"]}]
    game = table(*seats, phase="new-year", year=2)
    do(game, "orange: pass, sky: inquiry, green: pass, orange: inquiry, green: pass, orange: inquiry, green: pass")
    assert game.state.phase == s.BRIBE  # Orange and Sky hold no permit any more, so they pass by themselves
    assert cash(game) == [20, 15, 10]


@pytest.mark.rules("MK-8", "MK-6")
def test_everybody_with_a_permit_is_asked_playable_or_not() -> None:
    game = table(LOBBY, {}, LOBBY, phase="new-year", year=2)
    assert (game.turn, moves(game)) == (ORANGE, ["pass"])
    game.push("pass")
    assert (game.turn, moves(game)) == (GREEN, ["pass"])


@pytest.mark.rules("MK-9")
def test_inquiry_pushes_the_marker_without_a_briefcase() -> None:
    game = table({"permits": ["inquiry"], "marker": 18, "cash": 3}, LOBBY, phase="new-year", year=2)
    do(game, "inquiry")
    assert (numbers(game, "marker")[0], numbers(game, "floor")[0], cash(game)[0]) == (23, 20, 3)
    assert (permits(game), permit_deck(game)[-1]) == ([], "inquiry")


@pytest.mark.rules("MK-9")
@pytest.mark.parametrize(("marker", "after"), [(44, 49), (46, 50), (49, 50)])
def test_inquiry_ends_at_fifty(marker: int, after: int) -> None:
    game = table({"permits": ["inquiry"], "marker": marker}, LOBBY, phase="new-year", year=2)
    do(game, "inquiry")
    assert numbers(game, "marker")[0] == after
    full = table({"permits": ["inquiry"], "marker": 50}, phase="new-year", year=2)
    assert moves(full) == ["pass"]
    assert refusal(full, "inquiry").rule == "MK-9"


TARGETS = [
    ("a1 a2 b1 b2", ""),
    ("a1 a2 b1 b2 b3", "b3"),
    ("a1 a2 a3", "a1 a3"),
    ("a1 a2 a3 b2", "a1 a3 b2"),
    ("a5 a6 a7 b5 b7", "b5 b7"),
    ("c4", "c4"),
]


@pytest.mark.rules("MK-10")
@pytest.mark.parametrize("kind", ["estate", "allotments"])
@pytest.mark.parametrize(("building", "targets"), TARGETS)
def test_ex_30_demolish_targets(building: str, targets: str, kind: str) -> None:
    """Internal walls are adjacency, so they count in allotments too, where they earn nothing."""
    seats = {"buildings": [f"{kind} {building}"]}, {"permits": ["demolish"]}
    game = table(*seats, phase="new-year", year=2, turn="sky", players=2)
    assert options(game, "demolish") == targets.split()


@pytest.mark.rules("MK-10", "MK-13")
def test_ex_8_demolish_in_a_sewage_reprocessor() -> None:
    rows = [
        {"buildings": ["sewage f6 f8 g7 + f7"]}, {"buildings": ["estate e7"]}, {"buildings": ["estate g8 h8"]},
        {"permits": ["demolish"]}, {},
    ]  # fmt: skip
    game = table(*rows, phase="new-year", year=2, turn="vermilion")
    assert game.scores()[:3] == [12, 1, 1]
    assert [plot for plot in options(game, "demolish") if plot[0] in "fg" and plot != "g8"] == ["f6", "f8", "g7"]
    do(game, "demolish f8")
    assert game.scores()[:3] == [7, 1, 2]
    assert building_of(game, "f7") == "f6 f7 g7"


@pytest.mark.rules("MK-12", "S-5")
def test_ex_9_a_demolished_river_plot() -> None:
    rows: list[dict[str, Any]] = [
        {"buildings": ["sewage g7 + f7"]},
        {"buildings": ["estate e7"], "permits": ["demolish", "lobby"], "cash": 50},
    ]
    game = table(*rows, {}, {}, {}, phase="new-year", year=2, turn="sky")
    assert game.scores()[:2] == [3, 2]
    do(game, "demolish f7")
    assert game.scores()[:2] == [2, 2]
    assert "f7" in names(game.state.river)
    assert game.state.phase == s.NEW_YEAR  # there is no deed to buy
    everywhere = [*deck(game), *(plot for seat in range(5) for plot in deeds(game, seat).split())]
    assert "f7" not in everywhere
    assert building_of(game, "g7") == "g7"


@pytest.mark.rules("MK-12", "MK-45")
def test_a_river_plot_can_be_requisitioned_again() -> None:
    rows = [{"buildings": ["sewage g7 + f7"]}, {"permits": ["demolish"]}]
    game = table(*rows, phase="new-year", year=2, turn="sky")
    do(game, "demolish f7")
    again = table({"permits": ["sewage"], "deeds": ["f8"], "buildings": ["sewage g7"]}, {})
    do(again, "start sewage, add f8, close, seal, sky: seal")
    assert options(again, "nominate") == ["e8", "f7"]
    do(again, "nominate f7")
    assert building_of(again, "f7") == "f7 f8"


@pytest.mark.rules("MK-10", "MK-12")
def test_a_building_of_one_plot_disappears_and_a_river_plot_may_remain() -> None:
    rows = [{"buildings": ["sewage g7 + f7", "estate a1"]}, {"permits": ["demolish", "demolish", "demolish"]}]
    game = table(*rows, phase="new-year", year=2, turn="sky")
    do(game, "demolish a1, leave, sky: demolish g7, leave")
    assert building_of(game, "a1") == ""
    assert building_of(game, "f7") == "f7"
    assert deeds(game) == "a1 g7"
    do(game, "sky: demolish f7")
    assert not game.state.built.any()


@pytest.mark.rules("MK-11")
def test_ex_31_buying_the_deed_of_a_demolished_plot() -> None:
    rows = [{"permits": ["demolish", "lobby"], "cash": 12}, {"buildings": ["estate b4 b5"], "cash": 7}]
    game = table(*rows, phase="new-year", year=2)
    do(game, "demolish b4, buy-deed")
    assert (cash(game), deeds(game), deeds(game, SKY)) == ([2, 17], "b4", "")
    poor = table({**rows[0], "cash": 9}, rows[1], phase="new-year", year=2)
    do(poor, "demolish b4")
    assert moves(poor) == ["leave"]
    do(poor, "leave")
    assert (cash(poor), deeds(poor), deeds(poor, SKY)) == ([9, 7], "", "b4")


@pytest.mark.rules("MK-11")
def test_demolishing_an_own_plot_returns_the_deed_for_nothing() -> None:
    game = table({"permits": ["demolish", "lobby"], "buildings": ["estate b4 b5"]}, LOBBY, phase="new-year", year=2)
    do(game, "demolish b4")
    assert (deeds(game), building_of(game, "b5"), game.turn) == ("b4", "b5", SKY)


@pytest.mark.rules("MK-13")
def test_blocks_change_at_once_and_markers_do_not() -> None:
    rows: list[dict[str, Any]] = [{"buildings": ["estate a1 a2 a3"], "marker": 12}, {"permits": ["demolish", "lobby"]}]
    game = table(*rows, phase="new-year", year=2, turn="sky")
    assert game.scores() == [2, 0]
    do(game, "demolish a1, leave")
    assert (game.scores(), numbers(game, "marker")) == ([1, 0], [12, 10])


@pytest.mark.rules("MK-14", "MK-19")
def test_ex_19_the_first_year() -> None:
    rows = [{"permits": ["inquiry"] * n} for n in (0, 1, 0, 0, 0)]
    game = table(*rows, phase="new-year", year=1)
    do(game, "inquiry")
    assert cash(game) == [30, 35, 30, 30, 30]
    three = table({"permits": ["inquiry"] * 3}, {}, {}, {}, {}, phase="new-year", year=1)
    all_do(three, "inquiry")
    while three.state.phase == s.NEW_YEAR:
        do(three, "inquiry")
    assert (numbers(three, "marker")[0], numbers(three, "floor")[0]) == (25, 25)
    assert cash(three) == [45, 30, 30, 30, 30]
    assert 190 - sum(cash(three)) == 25


@pytest.mark.rules("MK-14")
def test_later_years_pay_the_marker() -> None:
    game = table({"marker": 23, **LOBBY}, {"marker": 10}, phase="new-year", year=2)
    do(game, "pass")
    assert cash(game) == [23, 10]


@pytest.mark.rules("MK-15", "MK-16")
@pytest.mark.parametrize(
    ("held", "owed", "after", "k"),
    [
        ([20] * 5, [25] * 5, [35] * 5, 2),
        ([100, 0, 30, 10], [20, 10, 30, 25], [110, 0, 50, 25], 2),
        ([95, 75], [10, 10], [105, 85], 0),
        ([97, 75], [10, 10], [102, 80], 1),
        ([180, 0, 3], [10, 10, 10], [180, 0, 3], 2),
    ],
)
def test_ex_22_the_credit_crunch(held: list[int], owed: list[int], after: list[int], k: int) -> None:
    rows = [{"cash": c, "marker": m, **LOBBY} for c, m in zip(held, owed, strict=True)]
    game = table(*rows, phase="new-year", year=2)
    all_do(game, "pass")
    while game.state.phase == s.NEW_YEAR:
        do(game, "pass")
    assert (cash(game), int(game.state.crunch)) == (after, k)
    assert sum(after) <= 190


@pytest.mark.rules("MK-17", "MK-13")
def test_ex_15_redevelop_allotments() -> None:
    rows = [
        {"buildings": ["estate a3 a4", "estate b6 c6", "allotments b3 b4 b5 c3 c4 c5"], "permits": ["redevelop"]},
        {"buildings": ["estate d5"]},
    ]
    game = table(*rows, {}, {}, {}, phase="after-collection", year=2)
    assert game.scores()[:2] == [10, 2]
    markers = numbers(game, "marker")
    assert options(game, "redevelop") == ["a3", "b3", "b6"]
    do(game, "redevelop b3")
    assert game.scores()[:2] == [2, 0]
    assert deeds(game) == "b3 b4 b5 c3 c4 c5"
    assert numbers(game, "marker") == markers
    assert (permits(game), permit_deck(game)[-1]) == ([], "redevelop")


@pytest.mark.rules("MK-17", "S-5")
def test_redevelop_gives_a_river_plot_back_to_the_river() -> None:
    row = {"buildings": ["sewage f6 f8 g7 + f7", "air b5 b6 b7"], "permits": ["redevelop", "redevelop"]}
    game = table(row, phase="after-collection", year=2)
    do(game, "redevelop f6")
    assert deeds(game) == "f6 f8 g7"
    assert game.scores() == [2, 0]
    do(game, "redevelop b5")  # the plot that was requisitioned comes along
    assert deeds(game) == "b5 b6 b7 f6 f8 g7"


@pytest.mark.rules("MK-17", "MK-6")
def test_only_who_has_a_building_is_asked_after_the_collection() -> None:
    rows = [{"permits": ["redevelop"]}, {"permits": ["lobby"], "buildings": ["estate a1"]}]
    game = table(*rows, phase="after-collection", year=2)
    assert (game.turn, moves(game)) == (SKY, ["pass"])


@pytest.mark.rules("MK-17")
def test_nobody_can_redevelop_a_rivals_building() -> None:
    rows = [{"permits": ["redevelop"], "buildings": ["estate a1"]}, {"buildings": ["estate c4"]}]
    game = table(*rows, phase="after-collection", year=2)
    assert options(game, "redevelop") == ["a1"]
    assert refusal(game, "redevelop c4").rule == "MK-17"


def test_a_town_without_permits_asks_nobody_and_collects_at_once() -> None:
    game = town("estate a1 a2", players=2, phase="new-year", year=2)
    assert (game.state.phase, cash(game)) == (s.BRIBE, [11, 10])
