"""Decisions: whole actions, also where seats decide at once and their plies stand between each other."""

from functools import cache
from itertools import chain

import pytest

from tabletown.bots.minds.mind import mind_of
from tabletown.engine.game import Game, Ply
from tabletown.server.play.analysis import analyse_game
from tabletown.study.decisions import Decision, decided, decisions_of
from tabletown.study.judge import Judge
from tabletown.study.kept_review import read_review, write_review
from tabletown.study.review import Reviewing

from ..server.finished import recorded

TOGETHER = 160  # plies, after which three seats fill their pouches at once
ORANGE, SKY, GREEN = range(3)
POUCHES = {
    GREEN: "start redevelop, add e6, add e7, add f6, close, seal",
    SKY: "start sewage, add h5, close, start air-base, add d2, close, seal",
    ORANGE: "start lobby, add e3, add f3, close, seal",
}


@cache
def mixed() -> Game:
    """A game in which this happened dozens of times, from just before the first one on."""
    game = recorded("milton_keynes/3-greedy")
    later = Game.from_position(game.at(TOGETHER))
    later.replay(game.history[TOGETHER:])
    return later


def moves(game: Game, decision: Decision) -> str:
    return ", ".join(
        game.at(ply).say(action, decision.seat) for ply, action in zip(decision.plies, decision.actions, strict=True)
    )


def test_seats_that_decide_at_once_do_not_break_each_others_decisions() -> None:
    game = mixed()
    found = list(decisions_of(game))
    assert [(each.seat, moves(game, each)) for each in found[:3]] == list(POUCHES.items())
    assert [(each.first, each.last) for each in found[:3]] == [(161, 172), (160, 175), (170, 178)]
    assert found[1].plies == (160, 163, 164, 165, 168, 172, 174)
    assert not any(decision.forced for decision in found[:3])
    pouches = [moves(game, each) for each in found if moves(game, each).startswith(("start", "extend"))]
    assert len(pouches) == 20
    assert all(pouch.endswith("seal") for pouch in pouches)


def test_every_ply_belongs_to_one_decision_of_its_seat() -> None:
    game = mixed()
    found = list(decisions_of(game))
    plies = sorted(chain.from_iterable(decision.plies for decision in found))
    assert plies == list(range(game.first_ply, game.ply))
    for decision in found:
        made = [game.history[ply - game.first_ply] for ply in decision.plies]
        assert made == [Ply(decision.seat, action) for action in decision.actions]


def test_decisions_one_after_the_other_are_the_same_game() -> None:
    game = mixed()
    position, done = game.root(), 0
    for decision in decisions_of(game):
        for action in decision.actions:
            assert action in position.legal_actions_of(decision.seat)
            position = position.after(decision.seat, action)
        done += len(decision.actions)
        if decision.last - game.first_ply == done:  # nothing of others has begun
            assert position.states.tobytes() == game.at(decision.last).states.tobytes()
    assert position.states.tobytes() == game.at(game.ply).states.tobytes()


def test_the_order_among_seats_that_decide_at_once_does_not_matter() -> None:
    """A small game: the same three pouches, mixed and one after the other, are the same decisions."""
    whole = list(decisions_of(mixed()))[:3]
    apart = Game.from_position(mixed().root())
    apart.replay([Ply(decision.seat, action) for decision in whole for action in decision.actions])
    found = list(decisions_of(apart))
    assert [(each.seat, each.actions) for each in found] == [(each.seat, each.actions) for each in whole]
    assert all(each.plies == tuple(range(each.first, each.last)) for each in found)
    small = Game.from_position(mixed().root())
    small.replay(mixed().history[: whole[2].last - TOGETHER - 1])  # it is cut off before the last seal
    assert [(each.seat, each.actions) for each in decisions_of(small)] == [
        *((each.seat, each.actions) for each in whole[:2]),
        (ORANGE, whole[2].actions[:-1]),
    ]


@pytest.mark.parametrize(
    ("ply", "seat", "expected"),
    [
        (160, SKY, POUCHES[SKY]),
        (160, ORANGE, POUCHES[ORANGE]),
        (168, GREEN, "close, seal"),
        (175, GREEN, ""),  # the pouches are opened before it decides again
    ],
)
def test_what_a_seat_decided_from_a_ply_on(ply: int, seat: int, expected: str) -> None:
    game = mixed()
    actions, position, said = decided(game, ply, seat), game.at(ply), []
    for action in actions:
        said.append(position.say(action, seat))
        position = position.after(seat, action)
    assert ", ".join(said) == expected


def test_the_analysis_knows_the_whole_move_of_the_game() -> None:
    """Orange is the seat to act in these positions, and its plies come between those of the others."""
    whole = next(each for each in decisions_of(mixed()) if each.seat == ORANGE)
    assert [analyse_game(mixed(), ply, []).played() for ply in (160, 168, 170)] == [whole.actions] * 3
    assert analyse_game(mixed(), 171, []).played() == whole.actions[1:]


def test_a_review_judges_them_whole() -> None:
    """Each from its first ply; what others put into their pouches meanwhile is neither its luck nor its choice."""
    game, mind = mixed(), mind_of(mixed().title)
    assert mind is not None
    judge, reviewing = Judge(mind), Reviewing(game, looks=16)
    position, expected = game.root(), [judge.chances(game.root())]
    for decision in list(decisions_of(game))[:3]:
        assert reviewing.judge_next()
        for action in decision.actions:
            position = position.after(decision.seat, action)
        expected.append(judge.chances(position))
        for account in reviewing.so_far().accounts:
            assert account.start + account.own + account.others + account.luck == pytest.approx(account.end, abs=1e-9)
    review = reviewing.so_far()
    assert [(ply, chances.tolist()) for ply, chances in review.chances] == [
        (ply, chances.tolist()) for ply, chances in zip((160, 172, 175, 178), expected, strict=True)
    ]
    assert reviewing.done == 18
    assert [choice.decision.first for choice in review.choices] == [160, 161, 170]
    assert {choice.seat: choice.played.move.replace(";", ",") for choice in review.choices} == POUCHES
    kept = read_review(game, write_review(review))
    assert [choice.decision for choice in kept.choices] == [choice.decision for choice in review.choices]
