"""Bots that fail are replaced, and somebody is told."""

import logging
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import tabletown as tt
from tabletown.bots import Bot, Budget, Careful, Mishap
from tabletown.bots.uniform import Uniform
from tabletown.engine.position import Position


@dataclass
class Broken:
    """Answers by a function that does something wrong."""

    answer: Any
    name: str = "broken"
    blurb: str = "is broken"

    def choose(self, view: Position, budget: Budget) -> int:
        """Whatever the function says."""
        answer: int = self.answer(view)
        return answer


def crash(_: Position) -> int:
    raise RuntimeError("gearbox")


def leave(_: Position) -> int:
    raise SystemExit(3)


def cheat(view: Position) -> int:
    return next(action for action in range(view.title.actions.count) if action not in view.legal_actions)


def babble(_: Position) -> str:
    return "buy everything"


def agree(_: Position) -> bool:
    return True


class Nameless:
    """An answer that cannot even be looked at."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        raise RuntimeError("no")


def mask(_: Position) -> Any:
    return Nameless()


def hang(_: Position) -> int:
    threading.Event().wait(3)
    return 0


@pytest.fixture
def view() -> Position:
    game = tt.new("uptown", players=2, seed=7)
    assert game.turn is not None
    return game.view(game.turn)


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (crash, "crashed: RuntimeError"),
        (leave, "crashed: SystemExit"),
        (cheat, "answered illegally"),
        (babble, "answered illegally: 'buy everything'"),
        (agree, "answered illegally: True"),
        (mask, "answered illegally: a Nameless"),
        (hang, "hung"),
    ],
)
def test_a_stand_in_answers(view: Position, answer: Any, what: str) -> None:
    told: list[Mishap] = []
    bot = Careful(Broken(answer), (Uniform(),), patience=0.2 if answer is hang else 30.0, tell=told.append)
    assert (bot.name, bot.blurb) == ("broken", "is broken")
    assert bot.choose(view, Budget(seconds=0.05)) in view.legal_actions
    assert len(told) == 1
    assert told[0].what.startswith(what)
    assert (told[0].bot, told[0].replaced_by, told[0].ply) == ("broken", "uniform", view.ply)
    assert "gearbox" not in str(told[0])


def test_stand_ins_are_asked_in_turn_and_chance_is_the_last(view: Position) -> None:
    told: list[Mishap] = []
    chain: tuple[Bot, ...] = (Broken(babble, "second"), Broken(crash, "third"))
    bot = Careful(Broken(crash, "first"), chain, tell=told.append)
    assert bot.choose(view, Budget()) in view.legal_actions
    assert [(mishap.bot, mishap.replaced_by) for mishap in told] == [
        ("first", "second"),
        ("second", "third"),
        ("third", "chance"),
    ]


def test_any_seed_that_a_budget_takes_is_answered(view: Position) -> None:
    told: list[Mishap] = []
    action = Careful(Broken(crash), tell=told.append).choose(view, Budget(seed=np.int64(3)))  # type: ignore[arg-type]
    assert action in view.legal_actions
    assert [mishap.replaced_by for mishap in told] == ["greedy"]


def test_a_good_bot_is_left_alone(view: Position) -> None:
    told: list[Mishap] = []
    assert Careful(Uniform(), tell=told.append).choose(view, Budget(seed=4)) == Uniform().choose(view, Budget(seed=4))
    assert told == []


def test_without_a_listener_the_log_hears_of_it(view: Position, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        Careful(Broken(crash), patience=30.0).choose(view, Budget())
    assert caplog.messages == ["broken crashed: RuntimeError at ply 0; greedy answers instead"]


def test_the_wrong_seat_is_the_callers_mistake() -> None:
    game = tt.new("uptown", players=2, seed=7)
    with pytest.raises(ValueError, match="view"):
        Careful(Uniform()).choose(game, Budget())
