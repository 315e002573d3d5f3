"""Ratings: they find the odds that made the results, and say how sure they are."""

import random

import pytest

from tabletown.lab.ratings import Table, rate, wilson


def duels(share: float, games: int, a: str = "a", b: str = "b") -> list[Table]:
    won = round(share * games)
    return [Table((a, b), (1, 2) if i < won else (2, 1), i // 2) for i in range(games)]


def test_odds_of_ten_to_one_are_400_points() -> None:
    rating = rate(duels(10 / 11, 11_000), ["a", "b"])
    assert rating["a"].points - rating["b"].points == pytest.approx(400, abs=1)
    assert rating["a"].points + rating["b"].points == pytest.approx(3000)


def test_who_always_wins_has_a_finite_rating() -> None:
    rating = rate(duels(1.0, 40), ["a", "b"])
    assert 600 < rating["a"].points - rating["b"].points < 1000


def test_shared_places_count_half() -> None:
    rating = rate([Table(("a", "b"), (1, 1), i) for i in range(50)], ["a", "b"])
    assert rating["a"].points == pytest.approx(rating["b"].points)


def test_ratings_reach_beyond_direct_games() -> None:
    rating = rate([*duels(0.75, 400), *duels(0.75, 400, "b", "c")], ["a", "b", "c"])
    assert rating["a"].points - rating["c"].points == pytest.approx(2 * 190.8, abs=15)


def test_larger_tables_and_one_name_on_several_seats() -> None:
    dice = random.Random(1)
    tables = []
    for deal in range(300):
        names = ["a", "b", "b", "b"]
        dice.shuffle(names)
        strengths = [dice.random() ** (1 / 3 if name == "a" else 1) for name in names]
        places = tuple(1 + sum(other > own for other in strengths) for own in strengths)
        tables.append(Table(tuple(names), places, deal))
    rating = rate(tables, ["a", "b"])
    assert 120 < rating["a"].points - rating["b"].points < 270  # odds of three to one are 191


def test_the_interval_shrinks_with_games_and_holds_the_rating() -> None:
    few, many = rate(duels(0.6, 40), ["a", "b"])["a"], rate(duels(0.6, 4000), ["a", "b"])["a"]
    for rating in (few, many):
        assert rating.low < rating.points < rating.high
    assert many.high - many.low < 0.3 * (few.high - few.low)


def test_nobody_has_played() -> None:
    assert rate([], ["a"])["a"].points == 1500


def test_the_interval_of_a_share() -> None:
    low, high = wilson(80, 100)
    assert low == pytest.approx(0.711, abs=0.001)
    assert high == pytest.approx(0.867, abs=0.001)
    assert wilson(20, 20)[1] == pytest.approx(1.0)
    assert wilson(20, 20)[0] < 0.9
    assert wilson(0, 0) == (0.0, 1.0)
