"""Reviews: decisions are whole, the parts add up, a blunder is found, and the same game gives the same review."""

from functools import cache

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots, games
from tabletown.bots.minds.mind import mind_of
from tabletown.engine.game import Game
from tabletown.engine.seat_marks import Names
from tabletown.study.decisions import decisions_of
from tabletown.study.errors import StudyError
from tabletown.study.judge import Judge
from tabletown.study.report import as_data, cost_sentence, points, verdict
from tabletown.study.review import COSTLY, Review, review_game

LIGHT = "uptown"
HEAVY = [(title, players) for title in games.names() if title != LIGHT for players in games.get(title).meta.players]
GAMES = [(LIGHT, 2), (LIGHT, 3), *(pytest.param(*game, marks=pytest.mark.exhaustive) for game in HEAVY)]


@cache
def reflex_game(title: str, players: int, seed: int = 5) -> Game:
    """A whole game of minds."""
    game = tt.new(title, players=players, seed=seed)
    while (seat := game.turn) is not None:
        game.push_action(bots.get("reflex").choose(game.view(seat), bots.Budget(seed=game.ply)), seat)
    return game


@cache
def reviewed(title: str, players: int) -> Review:
    return review_game(reflex_game(title, players), looks=64)


def test_decisions_are_whole_actions() -> None:
    game = reflex_game(LIGHT, 3)
    found = list(decisions_of(game))
    assert [action for decision in found for action in decision.actions] == [ply.action for ply in game.history]
    assert found[0].first == 0
    assert found[-1].last == game.ply
    for decision in found:
        assert {game.history[n].seat for n in range(decision.first, decision.last)} == {decision.seat}
        before = game.at(decision.first)
        moves = [game.at(n).say(game.history[n].action) for n in range(decision.first, decision.last)]
        assert not moves[0].startswith("site") or len(before.legal_actions) == 1, moves
    assert any(len(decision.actions) == 2 and not decision.forced for decision in found)


@pytest.mark.parametrize(("title", "players"), GAMES)
def test_luck_and_choices_add_up(title: str, players: int) -> None:
    """From an even start to the share of the victory; over the table nobody gains what nobody loses."""
    review = reviewed(title, players)
    outcome = review.game.outcome()
    assert outcome
    for seat, account in enumerate(review.accounts):
        assert account.start == pytest.approx(1 / players)
        assert account.end == ((1 / len(outcome.winners)) if seat in outcome.winners else 0.0)
        assert account.start + account.own + account.others + account.luck == pytest.approx(account.end, abs=1e-9)
        assert account.own <= 0
        assert account.choices == sum(choice.seat == seat for choice in review.choices) > 5
        assert account.own == pytest.approx(-sum(choice.cost for choice in review.choices if choice.seat == seat))
    assert sum(account.luck for account in review.accounts) == pytest.approx(0, abs=1e-9)
    for _, chances in review.chances:
        assert chances.sum() == pytest.approx(1)
        assert (chances >= 0).all()
    assert [ply for ply, _ in review.chances][-1] == review.game.ply
    assert all(choice.cost >= 0 for choice in review.choices)


def test_a_planted_blunder_comes_first() -> None:
    """Where the mind's own game has a choice with a move that throws the game away, that move is named first."""
    game = reflex_game(LIGHT, 2)
    judge = Judge(mind_of(game.title))  # type: ignore[arg-type]
    worst: tuple[float, int, tuple[int, ...]] = (0.0, 0, ())
    for decision in decisions_of(game):
        view = game.at(decision.first).view(decision.seat)
        if decision.forced or decision.first < 10:
            continue
        lines = [decision.actions]
        for action in view.legal_actions_of(decision.seat):
            after = view.after(decision.seat, action)
            lines += [(action, more) for more in after.legal_actions_of(decision.seat)[:4]] if after.waiting else []
        judged = judge.after(view, lines, seed=1)
        costs = [judged.after[0][decision.seat] - chances[decision.seat] for chances in judged.after]
        k = int(np.argmax(costs))
        worst = max(worst, (float(costs[k]), decision.first, lines[k]))
    cost, first, line = worst
    assert cost > 0.3, "this game has no blunder of 30 points to plant"
    planted = tt.new(LIGHT, players=2, seed=5)
    planted.replay(game.history[:first])
    blunderer = planted.turn
    assert blunderer is not None
    for action in line:
        planted.push_action(action)
    while (seat := planted.turn) is not None:
        planted.push_action(bots.get("reflex").choose(planted.view(seat), bots.Budget(seed=planted.ply)), seat)
    review = review_game(planted, looks=64)
    costliest = review.costliest(blunderer)[0]
    assert costliest.decision.first == first
    assert costliest.cost > 0.25
    assert costliest in review.turning_points()
    said = cost_sentence(costliest, Names(("Ann", "Bob")))
    assert said.startswith(("Ann ", "Bob "))
    assert "Better: " in said
    assert f"That cost {round(100 * costliest.cost)} points of chance" in said


def test_reviews_repeat() -> None:
    again = review_game(reflex_game(LIGHT, 2), looks=64)
    assert as_data(again) == as_data(reviewed(LIGHT, 2))


def test_a_judge_sees_no_more_than_the_seats() -> None:
    """A decision is judged the same in every world that its seat cannot tell from this one."""
    game = reflex_game(LIGHT, 3)
    position = game.at(20)
    seat = position.turn
    assert seat is not None
    judge = Judge(mind_of(game.title))  # type: ignore[arg-type]
    lines = [(action,) for action in position.legal_actions_of(seat)]
    expected = judge.after(position.view(seat), lines, seed=3)
    for seed in range(4):
        other = position.view(seat).imagine(seed)
        found = judge.after(other.view(seat), lines, seed=3)
        assert np.array_equal(found.after, expected.after)


def test_only_costly_choices_are_shown_and_the_verdict_names_the_winner() -> None:
    review = reviewed(LIGHT, 2)
    assert all(choice.cost > COSTLY for seat in range(2) for choice in review.costliest(seat))
    assert verdict(review, Names(("Ann", "Bob"))).split()[0] in ("Ann", "Bob")
    assert [points(share) for share in (0.124, -0.03, 0.001)] == ["+12", "-3", "0"]


def test_what_cannot_be_reviewed_is_refused() -> None:
    game = tt.new(LIGHT, players=2, seed=1)
    with pytest.raises(StudyError, match="not over"):
        review_game(game)
