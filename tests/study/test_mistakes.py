"""Usual mistakes: costly choices of a player, grouped by what the better move was about."""

import pytest

from tabletown.study.mistakes import EXAMPLES, Mistake, mistakes_in, usual_mistakes
from tabletown.study.puzzles import theme_of
from tabletown.study.review import COSTLY, Review

from .test_review import LIGHT, reviewed


@pytest.fixture(scope="module")
def review() -> Review:
    return reviewed(LIGHT, 3)


def mistake(theme: str, cost: float, game: str = "one", title: str = "uptown") -> Mistake:
    return Mistake(game, title, theme, 0, 7, cost, "You pass.", "Take the roof.")


def test_only_costly_choices_of_the_player_are_mistakes(review: Review) -> None:
    costly = [choice for choice in review.choices if choice.cost > COSTLY]
    assert costly
    seat = costly[0].seat
    found = mistakes_in(review, "one", lambda choice: choice.seat == seat)
    expected = [choice for choice in costly if choice.seat == seat]
    assert [(each.ply, each.cost) for each in found] == [(each.decision.first, each.cost) for each in expected]
    for each, choice in zip(found, expected, strict=True):
        view = review.game.at(each.ply).view(seat)
        assert each.theme == theme_of(view, choice.best.actions)
        assert each.played.startswith("You ")
        assert each.better
        assert (each.game, each.title, each.seat) == ("one", review.game.title.name, seat)
    assert mistakes_in(review, "one", lambda _: False) == ()


def test_what_cost_most_in_all_comes_first() -> None:
    small = [mistake("a gift", 0.05, game) for game in ("one", "one", "two", "three")]
    usual = usual_mistakes([*small, mistake("a roof", 0.1), mistake("a gift", 0.15, title="other")])
    assert [(each.title, each.theme) for each in usual] == [
        ("uptown", "a gift"),
        ("other", "a gift"),
        ("uptown", "a roof"),
    ]
    first = usual[0]
    assert (first.times, first.games) == (4, 3)
    assert first.cost == pytest.approx(0.2)
    assert first.average == pytest.approx(0.05)
    assert len(first.examples) == EXAMPLES
    assert usual_mistakes([]) == []


def test_the_costliest_is_the_first_example() -> None:
    usual = usual_mistakes([mistake("a gift", cost) for cost in (0.04, 0.3, 0.1, 0.2)])
    assert [each.cost for each in usual[0].examples] == [0.3, 0.2, 0.1]
