"""Game end and final scoring (PS-73 to 80, V-2): EX-37 to EX-39."""

from collections.abc import Iterator
from typing import Any

import pytest

import tabletown as tt
from tabletown.games.paper_skylines import state as s

from ...shared import play
from ..helpers import BUILDINGS, TITLE, A, B, C, seat, table, turn

CHIPS = [1, 2, 3, 1, 1, 1, 2, 2]  # on the achievements in their order
OWNED = {1: "five-districts", 2: "zoning-champion", 3: "grand-tour"}


def skyline(home: str, tallest: int, buildings: int, cards: Iterator[str]) -> str:
    """A city whose home building is the tallest."""
    floors = [home, *(next(cards) for _ in range(tallest - 1))]
    return " ".join([f"[{' < '.join(floors)}*]", *(f"[{next(cards)}]" for _ in range(buildings - 1))])


def last_turn(*players: dict[str, Any], **header: Any) -> tt.Game:
    """The last turn of a game whose first player took the first turn of level 4; chips by value, heights, buildings."""
    cards = iter(BUILDINGS)
    rows = []
    homes = ("Philadelphia", "Houston", "New York", "Los Angeles")
    for home, player in zip(homes, players, strict=False):
        slots = skyline(home, player.get("tallest", 1), player.get("buildings", 1), cards)
        chips = [OWNED[value] for value in player.get("chips", ())]
        rows.append(seat(slots, score=player.get("score", 0), claims=chips, chips=chips))
    last = ("orange", "sky", "green", "vermilion")[len(players) - 1]
    return table(*rows, **{"level": 4, "marked": [1, 2, 3, 4], "turn": last, "chips": CHIPS} | header)


@pytest.mark.rules("PS-75", "PS-76", "PS-77", "PS-78")
def test_ex_37_from_the_leader_backwards() -> None:
    game = last_turn(
        {"score": 20, "chips": [1], "tallest": 4, "buildings": 5},
        {"score": 19, "chips": [2], "tallest": 4, "buildings": 5},
        {"score": 17, "chips": [3], "tallest": 5, "buildings": 3},
    )
    game.push("end")
    outcome = game.outcome()
    assert outcome is not None
    assert (list(outcome.scores), outcome.places) == ([21, 22, 25], (3, 2, 1))
    sheet = dict(TITLE.scoring.sheet(game))
    assert (sheet["Awards"], sheet["Chips"]) == ([0, 0, 3], [1, 2, 3])


@pytest.mark.rules("PS-75", "PS-76", "PS-77")
def test_ex_38_the_order_is_not_changed_by_end_points() -> None:
    game = last_turn({"score": 7}, {"score": 6, "chips": [1]}, {"score": 5, "chips": [2]})
    game.push("end")
    assert game.scores() == [7, 8, 9]
    assert game.outcome().winners == (C,)  # type: ignore[union-attr]


@pytest.mark.rules("PS-75", "PS-79", "PS-80")
def test_ex_39_a_tie_at_nothing() -> None:
    game = last_turn(
        {"tallest": 5, "buildings": 2}, {"tallest": 5, "buildings": 3}, {"tallest": 4, "buildings": 3}
    )  # fmt: skip
    game.push("end")
    outcome = game.outcome()
    assert outcome is not None
    assert (list(outcome.scores), outcome.places, outcome.winners) == ([0, 0, 0], (2, 1, 3), (B,))


@pytest.mark.rules("PS-79")
def test_still_tied_is_a_shared_win() -> None:
    game = last_turn({"tallest": 2, "buildings": 2}, {"tallest": 2, "buildings": 2}, {"tallest": 2, "buildings": 1})
    game.push("end")
    assert game.outcome().places == (1, 1, 3)  # type: ignore[union-attr]


@pytest.mark.rules("PS-75", "PS-76")
def test_one_player_may_win_both_awards_and_equal_scores_go_in_turn_order() -> None:
    """All at 0: the first player scores first, and the others hop over that marker."""
    game = last_turn(
        {"chips": [3]}, {"chips": [2]}, {"chips": [1], "tallest": 2, "buildings": 2},
        first="sky", opener="sky", turn="orange",
    )  # fmt: skip
    game.push("end")
    # Sky: 2. Green: 3 + 3 + 1 = 7 steps over 2: 8. Orange: 1, 3, 4.
    assert game.scores() == [4, 2, 8]
    assert game.state.points[C, s.BY_AWARDS] == 6


@pytest.mark.rules("PS-73", "PS-74")
@pytest.mark.parametrize("opener", [A, B, C])
def test_all_have_as_many_turns_of_level_4(opener: int) -> None:
    names = ("orange", "sky", "green")
    game = table(seat(), seat(), seat(), level=3, marked=[1, 2, 3, 4], turn=names[opener - 1],
                 deck={3: "", 4: "Hydro Dam"}, row="Zoo, -, -")  # fmt: skip
    game.push("end")  # levels 3 and 4 are both marked: level 4 begins, the game does not end
    assert (turn(game)[:2], int(game.state.opener), game.is_game_over()) == ((4, opener), opener, False)
    for i in range(3):
        assert (game.turn, game.is_game_over()) == ((opener + i) % 3, False)
        game.push("end")
    assert game.is_game_over()


@pytest.mark.rules("PS-73")
@pytest.mark.parametrize(("opener", "turns"), [("orange", 1), ("sky", 2)])
def test_level_4_goes_on_until_it_is_marked_and_the_circle_is_complete(opener: str, turns: int) -> None:
    """Sky finds the round-end card: the last of the circle if Orange opened it, the first if Sky did."""
    game = table(seat(), seat(), level=4, opener=opener, row="Hydro Dam, -, -", deck={4: "Round end 4, State Capitol"})
    play(game, "end, end, end, draw, deck")
    assert game.turn == B
    for _ in range(turns):
        assert not game.is_game_over()
        game.push("end")
    assert game.is_game_over()


@pytest.mark.rules("V-2")
@pytest.mark.parametrize(("options", "turns"), [(["whole_game_turns"], 1), ([], 2)])
def test_whole_game_turns_end_before_the_first_player(options: list[str], turns: int) -> None:
    """Orange began the game, Sky opened level 4, and Green is at turn."""
    game = table(
        seat(), seat(), seat(), level=4, marked=[1, 2, 3, 4], first="orange", opener="sky", turn="green",
        options=options,
    )  # fmt: skip
    for _ in range(turns):
        assert not game.is_game_over()
        game.push("end")
    assert game.is_game_over()


@pytest.mark.rules("PS-78")
def test_the_game_is_over_and_says_why() -> None:
    game = last_turn({"score": 3}, {"score": 5})
    game.push("end")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((B,), TITLE.words.ENDINGS[s.LAST_LEVEL])
    assert (game.legal_moves, game.turn) == ([], None)
    assert turn(game)[0] == 4
