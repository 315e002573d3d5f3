"""Positions as text: short ones written by hand, every phase there and back, and impossible ones refused."""

from functools import cache
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletown as tt
from tabletown.engine.errors import PositionError
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.positions.table import PHASES

from ...shared import (
    TESTS,
    audit,
    audited,
    damaged,
    misfits,
    one_per_phase,
    play,
    position_error,
    there_and_back,
    try_position,
)
from ..helpers import deck, everything_but, lane_of, pennies, score, seat, supply, table, walk


@cache
def one_of_each_phase() -> dict[int, tt.Game]:
    walks = (walk(players, seed) for players in (3, 5) for seed in range(8))
    return one_per_phase(chain.from_iterable(walks), len(PHASES))


@pytest.mark.parametrize("phase", range(11), ids=PHASES)
def test_every_phase_reads_back_byte_for_byte(phase: int) -> None:
    there_and_back(one_of_each_phase()[phase])


def test_a_citizen_on_the_way_from_the_board_reads_back() -> None:
    game = table(seat("[board 1, bonus 1] T+1 Museum, B+1 Cottage", pennies=9))
    play(game, "gazette 2, from board")
    assert 'leaving = "board"' in tt.position_text(game)
    there_and_back(game)
    play(game, "to barracks, lane sky, from cottage")
    assert 'moved_to = "barracks"' in tt.position_text(game)
    there_and_back(game)


# --- Written by hand ------------------------------------------------------------------------------------------------


def test_the_shortest_position() -> None:
    """Two seats are enough: everything else is as at the start, and unknown cards are dealt."""
    game = tt.loads('title = "penny_lane"\n[[seat]]\n[[seat]]\n')
    assert (game.players, game.turn, pennies(game)) == (2, 0, [3, 3])
    assert (len(supply(game)), len(deck(game)), int(game.state.rounds)) == (5, 30, 1)
    assert game.state.board[:2].tolist() == [0, 1]
    assert game.scores() == [0, 0]


def test_saved_examples() -> None:
    game = tt.load(TESTS / "positions" / "penny_lane" / "w01-luthier.toml")
    assert score(game) == 4
    game = tt.load(TESTS / "positions" / "penny_lane" / "w16-upkeep.toml")
    assert score(game) == 4
    game = tt.load(TESTS / "positions" / "penny_lane" / "w21-second-citizen.toml")
    assert game.legal_moves == ["from cottage", "from board", "stop"]


def test_what_is_left_out_is_filled_in() -> None:
    game = table(seat("T+1 Tailor(2), B+1 Row House"), deck="museum loft", supply="garage")
    assert lane_of(game) == {"T+1": ("tailor", 2), "B+1": ("row_house", 2)}  # houses as they are built
    assert (len(supply(game)), len(deck(game)), deck(game)[:2]) == (5, 28, ["museum", "loft"])
    assert "garage" in supply(game)
    game = table(seat(board=3), seat(), seat(board=1))
    assert game.state.board[:3].tolist() == [2, 1, 0]
    assert table(seat(), seat(), mayor="sky").turn == 1


def test_copies_may_be_told_apart_or_not() -> None:
    by_number = table({"lane": ["b+1 cottage#2 1", "b+2 cottage 0"]})
    by_order = table({"lane": ["b+1 cottage 1", "b+2 cottage 0"]})
    assert lane_of(by_number) == lane_of(by_order)
    assert by_number.state.lane[0].tolist() == by_order.state.lane[0].tolist()


def test_the_seed_deals_what_is_left_open() -> None:
    assert table(seat(), seed=1).digest() == table(seat(), seed=1).digest()
    assert table(seat(), seed=1).digest() != table(seat(), seed=2).digest()


def test_question_marks_are_dealt_and_the_rest_stays() -> None:
    game = table(seat(), deck="? museum ? loft", supply="garage")
    found = deck(game)
    assert (found[1], found[3], len(set(found[:4]))) == ("museum", "loft", 4)


def test_a_supply_may_be_short_only_with_an_empty_deck() -> None:
    left = "loft manor mansion cottage"
    game = table(seat(everything_but(left)), seat(), supply=left, deck_left=0)
    assert (len(supply(game)), deck(game)) == (4, [])


@pytest.mark.parametrize(
    ("lane", "header", "moves"),
    [
        ("T+1 Bakery", {"doing": {"phase": "cell", "adding": "museum", "guild": 1}, "used": {"masons_guild": 1}},
         ["at t-1", "at t+2"]),
        ("T+1 Bakery", {"doing": {"phase": "cell", "adding": "loft"}, "used": {"black_market": 1}},
         ["at b-1", "at b+1"]),
        ("T+1 Garage, T+2 Museum, B+1 Cottage", {"doing": {"phase": "garage", "adding": "museum", "guild": 1},
         "used": {"masons_guild": 1}}, ["from cottage", "stop"]),
        ("T+1 Dark Alley", {"doing": {"phase": "keep", "drawn": ["museum", "loft"]}, "used": {"black_market": 1}},
         ["keep museum", "keep loft"]),
        ("T+1 Bakery, B+1 Cottage", {"doing": {"phase": "source", "moves_left": 1}, "used": {"gazette": 1}},
         ["from cottage"]),
        ("T+1 Bakery, B+1 Cottage", {"doing": {"phase": "destination", "moves_left": 1, "leaving": "cottage"},
         "used": {"gazette": 1, "temple": 1}}, ["to bakery", "to barracks"]),
        ("T+1 Bakery, B+1 Cottage(0)", {"doing": {"phase": "lane", "moves_left": 1, "leaving": "cottage",
         "moved_to": "temple", "job": "temple"}, "used": {"gazette": 1, "temple": 1}}, ["lane orange", "lane sky"]),
        ("T+1 Bakery, T+2 Museum", {"doing": {"phase": "swap", "moves_left": 3}, "used": {"tower": 1}},
         ["swap bakery", "swap museum"]),
        ("T+1 Bakery, T+2 Museum", {"doing": {"phase": "swap_with", "moves_left": 3, "leaving": "museum"},
         "used": {"tower": 1}}, ["swap bakery"]),
    ],
)  # fmt: skip
def test_work_in_progress_can_be_written(lane: str, header: dict[str, Any], moves: list[str]) -> None:
    game = table(seat(lane), **header)
    assert game.legal_moves == moves
    while game.turn == 0:
        game.push_action(game.legal_actions[0])
    assert audit(game) == ""


def test_gifts_in_progress_can_be_written() -> None:
    coop = seat("T+1 Farmer's Co-Op(2)", gifts=2)
    game = table(seat(), coop, seat(), turn="sky", doing={"phase": "recipient"})
    assert game.legal_moves == ["name orange", "name green"]
    play(game, "name orange, name orange")
    assert (pennies(game)[0], game.turn, int(game.state.rounds)) == (5, 0, 2)


# --- What is refused ------------------------------------------------------------------------------------------------

TWO = "[[seat]]\n[[seat]]\n"


def lane(*cells: str) -> str:
    return f"[[seat]]\nlane = {list(cells)}\n[[seat]]\n"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (f"mayor = 'purple'\n{TWO}", "mayor must be one of orange, sky, not 'purple'"),
        (f"mayor = 1\n{TWO}", "mayor must be one of orange, sky, not 1"),
        (f"turn = 'green'\n{TWO}", "turn must be one of orange, sky, not 'green'"),
        (f"round = 0\n{TWO}", "round must be a whole number from 1 to 30, not 0"),
        (f"round = 31\n{TWO}", "round must be a whole number from 1 to 30, not 31"),
        (f"passes = 2\n{TWO}", "passes must be a whole number from 0 to 1, not 2"),
        (f"passes = true\n{TWO}", "passes must be a whole number"),
        (f"used = 3\n{TWO}", "used must be a table like { bank = 1 }, not 3"),
        (f"used = {{ casino = 1 }}\n{TWO}", "unknown field 'casino' in used; known are bank"),
        (f"used = {{ bank = 4 }}\n{TWO}", "used.bank must be a whole number from 0 to 3, not 4"),
        (f"used = {{ temple = 2 }}\n{TWO}", "used.temple must be a whole number from 0 to 1"),
        (f"used = {{ bank = 'x' }}\n{TWO}", "used.bank must be a whole number"),
        (f"supply = 'bakery'\n{TWO}", "supply must be a list of at most 35 buildings"),
        (f"supply = ['castle']\n{TWO}", "unknown building 'castle' in the supply; write an id like bakery"),
        (f"supply = [3]\n{TWO}", "unknown building 3 in the supply"),
        (f"supply = ['loft', 'loft']\n{TWO}", "building loft lies in two places (again in the supply)"),
        (f"supply = {['bakery', 'bakery', 'loft', 'manor', 'mansion', 'tailor']}\n{TWO}", "the supply holds at most 5"),
        (f"deck = 5\n{TWO}", "deck must be a list of at most 35 buildings"),
        (f"deck = {['?'] * 36}\n{TWO}", "deck must be a list of at most 35 buildings"),
        (f"deck = ['loft', 'loft']\n{TWO}", "building loft lies in two places (again in the deck)"),
        (f"supply = ['loft']\ndeck = ['loft']\n{TWO}", "building loft lies in two places"),
        (f"deck = ['loft', 'manor']\ndeck_left = 1\n{TWO}", "deck_left must be a whole number from 2 to 35, not 1"),
        (f"deck_left = 36\n{TWO}", "deck_left must be a whole number from 0 to 35, not 36"),
        (f"deck_left = 31\n{TWO}", "the supply is filled up to five as long as the deck has cards"),
        (f"deck_left = 29\n{TWO}", "1 buildings lie nowhere: deck_left should be 30"),
        (f"deck = {['?'] * 35}\nsupply = ['loft']\n{TWO}", "the deck needs 1 more cards than are left"),
        (f"known_bottom = 31\n{TWO}", "known_bottom must be a whole number from 0 to 30"),
        (f"known_bottom = 1\n{TWO}", "known_bottom counts cards that the owner of Dark Alley put there"),
        ("[[seat]]\npennies = -1\n[[seat]]\n", "Orange's pennies must be a whole number"),
        ("[[seat]]\n[[seat]]\nbonus = 2\n", "Sky's bonus must be a whole number from 0 to 1"),
        ("[[seat]]\ngifts = 'x'\n[[seat]]\n", "Orange's gifts must be a whole number"),
        ("[[seat]]\nboard = 0\n[[seat]]\n", "Orange's board must be a whole number from 1 to 5"),
        ("[[seat]]\nboard = 2\n[[seat]]\nboard = 2\n", "board 2 lies in two places"),
        ("[[seat]]\nlane = 'bakery'\n[[seat]]\n", "Orange's lane must be a list of at most 35 buildings"),
        ("[[seat]]\nlane = [3]\n[[seat]]\n", "3 in Orange's lane should look like 't+1 luthier 2'"),
        (lane("bakery"), "'bakery' in Orange's lane should look like"),
        (lane("t+0 bakery"), "'t+0 bakery' in Orange's lane should look like"),
        (lane("t+34 bakery"), "'t+34 bakery' in Orange's lane should look like"),
        (lane("t+1 bakery 4"), "'t+1 bakery 4' in Orange's lane should look like"),
        (lane("t+1 bakery 2"), "Bakery holds at most 1 citizens, not 2"),
        (lane("t+1 garage 1"), "Garage holds at most 0 citizens, not 1"),
        (lane("t+1 castle"), "unknown building 'castle' in Orange's lane"),
        (lane("b+1 bakery"), "Bakery stands in the upper row of a lane"),
        (lane("t+1 loft"), "Loft stands in the lower row of a lane"),
        (lane("t+1 bakery", "t+1 museum"), "two buildings at t+1 of Orange's lane"),
        (lane("t+1 museum", "t+2 museum"), "building museum lies in two places (again in Orange's lane)"),
        (lane("t+2 museum"), "Orange's lane is not in one piece with its board"),
        (lane("t+1 museum", "b+2 loft"), "Orange's lane is not in one piece with its board"),
        (f"doing = 3\n{TWO}", 'doing must be a table like { phase = "garage" }, not 3'),
        (f"doing = {{ phase = 'dance' }}\n{TWO}", "doing.phase must be one of keep, cell"),
        (f"doing = {{ phase = 'turn' }}\n{TWO}", "doing.phase must be one of keep, cell"),
        (f"doing = {{ step = 1 }}\n{TWO}", "unknown field 'step' in doing"),
        (f"doing = {{ phase = 'cell', guild = 2 }}\n{TWO}", "doing.guild must be a whole number from 0 to 1"),
        (f"doing = {{ phase = 'cell', paid = -1 }}\n{TWO}", "doing.paid must be a whole number"),
        (f"doing = {{ phase = 'swap', moves_left = 33 }}\n{TWO}", "doing.moves_left must be a whole number from 0 to"),
        (f"doing = {{ phase = 'cell', adding = 'castle' }}\n{TWO}", "unknown building 'castle' in doing.adding"),
        (f"doing = {{ phase = 'garage', adding = 'castle' }}\n{TWO}", "doing.adding must be a building"),
        (f"doing = {{ phase = 'source', leaving = 'castle' }}\n{TWO}", "doing.leaving must be a building, board"),
        (f"doing = {{ phase = 'source', moved_to = 3 }}\n{TWO}", "doing.moved_to must be a building, board"),
        (f"doing = {{ phase = 'lane', job = 'bank' }}\n{TWO}", "doing.job must be barracks or temple, not 'bank'"),
        (f"doing = {{ phase = 'keep' }}\n{TWO}", "doing.drawn must be the two cards"),
        (f"doing = {{ phase = 'cell', drawn = ['loft', 'manor'] }}\n{TWO}", "doing.drawn must be the two cards"),
        (f"over = true\n{TWO}", "the game cannot be over for this reason"),
        (f"over = 'stars'\n{TWO}", "the game cannot be over for this reason"),
        (f"over = 'boredom'\n{TWO}", "over must be true, or why: stars, supply, rounds, not 'boredom'"),
        (f"over = 5\n{TWO}", "over must be true, or why"),
        (f"round = 30\nover = 'stars'\n{TWO}", "the game cannot be over for this reason"),
    ],
)
def test_what_is_refused(body: str, message: str) -> None:
    assert message in position_error("penny_lane", body)


USED = {"masons_guild": 1, "black_market": 1, "gazette": 1, "tower": 1}
HOME = "T+1 Bakery(0), T+2 Museum(1), B+1 Cottage(1)"
ALLEY = f"{HOME}, T+3 Garage, T+4 Dark Alley"


@pytest.mark.parametrize(
    ("lane", "doing"),
    [
        (HOME, {"phase": "cell", "guild": 1}),
        (HOME, {"phase": "cell"}),
        (HOME, {"phase": "garage", "adding": "bakery"}),
        (ALLEY, {"phase": "garage", "adding": "tailor"}),
        (ALLEY, {"phase": "garage", "adding": "museum"}),
        (ALLEY, {"phase": "garage", "adding": "garage"}),
        (HOME, {"phase": "keep", "drawn": ["tailor", "manor"]}),
        (ALLEY, {"phase": "keep", "drawn": ["tailor", "manor"], "adding": "mansion"}),
        (HOME, {"phase": "source"}),
        (HOME, {"phase": "source", "moves_left": 3}),
        (HOME, {"phase": "source", "moves_left": 2, "moved_to": "museum"}),
        (HOME, {"phase": "source", "moves_left": 1, "moved_to": "florist"}),
        (HOME, {"phase": "source", "moves_left": 1, "adding": "tailor"}),
        (HOME, {"phase": "destination", "moves_left": 1}),
        (HOME, {"phase": "destination", "moves_left": 1, "leaving": "bakery"}),
        (HOME, {"phase": "destination", "moves_left": 1, "leaving": "board"}),
        (HOME, {"phase": "destination", "moves_left": 1, "leaving": "loft"}),
        (HOME, {"phase": "destination", "moves_left": 1, "leaving": "tailor"}),
        (HOME, {"phase": "lane", "moves_left": 1, "leaving": "cottage", "moved_to": "temple"}),
        (HOME, {"phase": "lane", "moves_left": 1, "job": "temple", "leaving": "cottage", "moved_to": "temple"}),
        (HOME, {"phase": "swap"}),
        (HOME, {"phase": "swap", "moves_left": 1, "adding": "tailor"}),
        ("T+1 Bakery", {"phase": "swap", "moves_left": 1}),
        (HOME, {"phase": "swap_with", "moves_left": 1}),
        (HOME, {"phase": "swap_with", "moves_left": 1, "leaving": "florist"}),
        (HOME, {"phase": "swap_with", "moves_left": 1, "leaving": "board"}),
        (HOME, {"phase": "recipient"}),
    ],
)
def test_work_that_no_move_can_have_left_behind(lane: str, doing: dict[str, Any]) -> None:
    """Sky has a Florist and an inhabited Loft, which are none of Orange's business."""
    with pytest.raises(PositionError):
        table(seat(lane), seat("T+1 Florist(0), B+1 Loft(1)"), seat(), used=USED, doing=doing)


@pytest.mark.parametrize(
    ("lane", "doing"),
    [
        (HOME, {"phase": "cell", "adding": "tailor", "guild": 1}),
        (HOME, {"phase": "cell", "adding": "tailor"}),
        (ALLEY, {"phase": "keep", "drawn": ["tailor", "manor"]}),
        (HOME, {"phase": "source", "moves_left": 1}),
        (HOME, {"phase": "destination", "moves_left": 1, "leaving": "cottage"}),
        (HOME, {"phase": "swap", "moves_left": 1}),
        (HOME, {"phase": "swap_with", "moves_left": 1, "leaving": "bakery"}),
    ],
)
def test_work_needs_the_space_that_was_paid_for(lane: str, doing: dict[str, Any]) -> None:
    assert table(seat(lane), used=USED, doing=doing).legal_moves
    with pytest.raises(PositionError, match="nobody could be doing this"):
        table(seat(lane), doing=doing)


@pytest.mark.parametrize(
    ("seats", "header"),
    [
        ([seat(gifts=1), seat(), seat()], {"doing": {"phase": "recipient"}}),
        ([seat("T+1 Farmer's Co-Op(1)", gifts=2), seat(), seat()], {"doing": {"phase": "recipient"}}),
        ([seat("T+1 Farmer's Co-Op(1)", gifts=1), seat()], {"doing": {"phase": "recipient"}}),
        ([seat("T+1 Farmer's Co-Op(1)", gifts=1), seat(), seat()], {"doing": {"phase": "recipient"}, "turn": "sky"}),
        ([seat("T+1 Farmer's Co-Op(1)", gifts=1), seat(), seat()], {"doing": {"phase": "recipient"}, "passes": 1}),
        ([seat("T+1 Farmer's Co-Op(1)", gifts=1), seat(), seat()], {}),
    ],
)
def test_gifts_that_nobody_owes(seats: list[dict[str, Any]], header: dict[str, Any]) -> None:
    with pytest.raises(PositionError, match="nobody could be doing this"):
        table(*seats, **header)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("pennies", -1, "Orange has an impossible number of pennies or citizens"),
        ("bonus", 2, "Orange has an impossible number of pennies or citizens"),
        ("types", 3, "Orange's buildings are counted wrongly"),
        ("supply_left", 4, "34 buildings lie about, there are 35"),
        ("deck", 99, "a building lies in two places"),
        ("supply", 0, "a building lies in two places"),
    ],
)
def test_the_audit_sees_what_cannot_be(field: str, value: int, problem: str) -> None:
    game = table(seat("T+1 Bakery(1), B+1 Row House"), supply="museum fountain manor loft tailor")
    assert audited(game, field, value) == problem


@pytest.mark.parametrize("used", ["{ temple = 1 }", "{ barracks = 1 }"])
def test_nobody_works_on_main_street_without_the_gazette(used: str) -> None:
    with pytest.raises(PositionError, match="more citizens work at Barracks and Temple than the Gazette has sent"):
        tt.loads(f"title = 'penny_lane'\nused = {used}\n{TWO}")
    both = tt.loads(f"title = 'penny_lane'\nused = {{ temple = 1, barracks = 1, gazette = 1 }}\n{TWO}")
    assert both.legal_moves, "the first user of a round may have moved two"


def test_the_audit_sees_disorder_and_crowds() -> None:
    game = table(seat("T+1 Bakery(1), B+1 Row House"))
    bakery, problem = int(game.state.lane[0, 0]), "a building of Orange's lane is in no cell, or has too many citizens"
    game.state.citizens[bakery] = 2
    assert audit(game) == problem
    game.state.citizens[bakery], game.state.column[bakery] = 1, 0
    assert audit(game) == problem
    game.state.column[bakery] = 1
    game.state.lane[0, :2] = game.state.lane[0, :2][::-1].copy()
    assert audit(game) == "Orange's lane is not in order"
    game.state.lane[0, :2] = game.state.lane[0, :2][::-1].copy()
    game.state.supply[:5] = game.state.supply[:5][::-1].copy()
    assert audit(game) == "the supply is not in order"


# --- Any text at all ------------------------------------------------------------------------------------------------


@cache
def good_texts() -> list[str]:
    return [tt.position_text(game) for phase, game in sorted(one_of_each_phase().items()) if phase != s.OVER]


VALUES = [
    "0", "-1", "99", "'x'", "true", "1.5", "['loft']", "['?']", "[]", "''", "{}", "1979-05-27", "['t+1 bakery 1']",
]  # fmt: skip
FIELDS = ["ply", "reveals", "chance", "players", "mayor", "turn", "round", "passes", "supply", "deck", "deck_left"]
SEAT_FIELDS = ["pennies", "board", "bonus", "gifts", "lane"]
DOING = {
    "phase": PHASES[2:],
    "adding": ["museum", "bakery", "loft", "garage"],
    "leaving": ["museum", "bakery", "cottage", "board", "temple"],
    "moved_to": ["bakery", "museum", "barracks"],
    "job": ["temple", "barracks"],
    "guild": [0, 1],
    "moves_left": [0, 1, 2, 32],
    "drawn": [["manor", "mansion"], ["?", "?"]],
}


@given(st.data())
def test_no_damage_does_harm(data: st.DataObject) -> None:
    """Whatever is cut out of or typed into a good position: it is refused in a sentence, or it is a position."""
    try_position(data.draw(damaged(good_texts(), "t+1?'\"[], =\n")))


@given(misfits("penny_lane", VALUES, FIELDS, SEAT_FIELDS))
def test_no_wrong_value_does_harm(text: str) -> None:
    try_position(text)


@given(doing=st.fixed_dictionaries({"phase": st.sampled_from(DOING["phase"])}, optional={
    name: st.sampled_from(values) for name, values in DOING.items() if name != "phase"
}))  # fmt: skip
def test_no_work_in_progress_does_harm(doing: dict[str, Any]) -> None:
    """Any mixture of fields: refused, or such that playing on keeps every card and citizen."""
    lane = ["t+1 bakery 0", "t+2 museum 1", "b+1 cottage 1", "t+3 garage", "t+4 dark_alley", "b+2 cottage 0"]
    inside = ", ".join(f"{name} = {value!r}" for name, value in doing.items())
    used = "{ masons_guild = 1, black_market = 1, gazette = 1, tower = 1, temple = 1 }"
    seats = f"[[seat]]\nbonus = 1\nlane = {lane}\n[[seat]]\nlane = ['t+1 florist 0', 'b+1 loft 1']\n[[seat]]\n"
    try_position(f'title = "penny_lane"\nused = {used}\ndoing = {{ {inside} }}\n{seats}')
