"""Standings: points, who is away, byes, and what decides between equals."""

from fractions import Fraction

from tabletown.server.play.tournaments.standings import draw, points_of, standings
from tabletown.server.store.tournament_protocol import EntryRow, LaidTable, TableResult


def entries(count: int) -> list[EntryRow]:
    return [EntryRow(number, f"Player {number}", f"p{number}") for number in range(1, count + 1)]


def table(round_number: int, number: int, seats: tuple[int, ...], places: tuple[int, ...], *away: int) -> LaidTable:
    scores = tuple(10 * (len(seats) - place) for place in places)
    gone = tuple(seat in away for seat in range(len(seats)))
    return LaidTable(round_number, number, seats, f"t{round_number}-{number}", TableResult(places, scores, gone))


def test_points_are_for_those_behind_and_equals_share() -> None:
    laid = [table(1, 1, (1, 2, 3, 4), (1, 2, 2, 4))]
    assert points_of([1, 2, 3, 4], laid, 4) == {1: 3, 2: Fraction(3, 2), 3: Fraction(3, 2), 4: 0}


def test_who_is_away_is_last() -> None:
    laid = [table(1, 1, (1, 2, 3, 4), (1, 2, 3, 4), 0)]
    assert points_of([1, 2, 3, 4], laid, 4) == {1: 0, 2: 3, 3: 2, 4: 1}


def test_a_bye_brings_half_a_first_place() -> None:
    laid = [LaidTable(1, 0, (5,)), table(1, 1, (1, 2, 3, 4), (1, 2, 3, 4))]
    assert points_of(range(1, 6), laid, 4)[5] == 2


def test_a_round_counts_when_all_its_tables_are_over() -> None:
    laid = [table(1, 1, (1, 2), (1, 2)), table(1, 2, (3, 4), (1, 2)), table(2, 1, (1, 3), (1, 2)),
            LaidTable(2, 2, (2, 4), "running")]  # fmt: skip
    assert [line.points for line in standings(entries(4), laid, 2, "s")] == [1, 1, 0, 0]


def test_the_one_who_met_stronger_opponents_stands_higher() -> None:
    laid = [table(1, 1, (1, 2), (1, 2)), table(1, 2, (3, 4), (1, 2)), table(2, 1, (1, 3), (1, 2)),
            table(2, 2, (2, 4), (1, 2))]  # fmt: skip
    lines = standings(entries(4), laid, 2, "s")
    assert lines[0].number == 1
    assert [line.points for line in lines] == [2, 1, 1, 0]
    two, three = (next(line for line in lines if line.number == n) for n in (2, 3))
    assert two.opponents == three.opponents == 2
    assert two.share != three.share or two.rank < three.rank or draw("s", 3) < draw("s", 2)
    assert lines[0].decided_by == lines[3].decided_by == ()
    assert two.decided_by == three.decided_by != ()


def test_wins_then_share_then_the_draw_decide() -> None:
    level = [table(1, 1, (1, 2), (1, 1)), table(1, 2, (3, 4), (1, 1))]
    lines = standings(entries(4), level, 2, "s")
    assert {line.decided_by for line in lines} == {("draw",)}
    assert [line.number for line in lines] == sorted(range(1, 5), key=lambda number: draw("s", number))
    assert [line.rank for line in lines] == [1, 2, 3, 4]
    scored = [LaidTable(1, 1, (1, 2), "a", TableResult((1, 2), (30, 10), (False, False))),
              LaidTable(1, 2, (3, 4), "b", TableResult((1, 2), (30, 20), (False, False)))]  # fmt: skip
    lines = standings(entries(4), scored, 2, "s")
    assert [line.number for line in lines] == [1, 3, 4, 2]
    assert {line.decided_by for line in lines} == {("share",)}


def test_negative_scores_are_no_share() -> None:
    laid = [LaidTable(1, 1, (1, 2), "a", TableResult((1, 2), (-3, -8), (False, False)))]
    assert [line.share for line in standings(entries(2), laid, 2, "s")] == [0, 0]
