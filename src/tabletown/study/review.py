"""Review: where a finished game was won. Every decision is judged by what its seat could know, luck apart from skill.

A seat's chance to win goes from an even start to its share of the victory. Each decision changes it, and the change has
three parts, which add up to it.

- *Own choices*: how much less the seat's choice was worth than the best move, as far as the seat could know. Never
  above 0.
- *Luck*: how much better it came than was to be expected: what actually happened less the mean over imagined worlds
  that the seat which decided could not tell from this one. The deal at the start is luck, too.
- *Others' choices*: the rest.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tabletown.bots.advice import advise, gains
from tabletown.bots.bot import Budget
from tabletown.bots.minds.mind import Mind, mind_of
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.study.decisions import Decision, decisions_of
from tabletown.study.errors import StudyError
from tabletown.study.judge import Chances, Judge

LOOKS = 300  # of the mind, to find the best move of a decision
LINES = 3  # so many of the best moves are compared with the one that was played
GOOD = 0.02  # a choice that costs no more counts as accurate
COSTLY = 0.03  # a choice that costs more is worth showing
COSTLIEST = 3  # so many are shown of a player,
TURNING_POINTS = 5  # and so many of all

Progress = Callable[[int, int], None]
"""Hears how many plies are judged, of how many."""


@dataclass(frozen=True)
class Line:
    """A way to decide: its plies, the same as text, and every seat's chance after it, as far as its seat can know."""

    actions: tuple[int, ...]
    move: str
    does: str  # a sentence without its subject, with marks for seats
    brings: str  # at once, likewise; empty if it is nothing
    chances: Chances


@dataclass(frozen=True)
class Choice:
    """A decision with alternatives: what was played, what was best, and what the difference cost."""

    decision: Decision
    played: Line
    best: Line

    @property
    def seat(self) -> int:
        """The seat that decided."""
        return self.decision.seat

    @property
    def cost(self) -> float:
        """How much chance was lost against the best move; 0 if it was played."""
        return float(self.best.chances[self.seat] - self.played.chances[self.seat])


@dataclass(frozen=True)
class Account:
    """Why a seat's chance changed from an even start to its share of the victory."""

    start: float
    own: float  # never above 0
    others: float
    luck: float
    end: float
    choices: int  # how many it had
    accuracy: float | None  # the share of them that cost little; None if there were none


@dataclass(frozen=True)
class Review:
    """A game with all its decisions judged."""

    game: Game
    chances: list[tuple[int, Chances]]  # after so many plies, at the start and after every decision
    choices: list[Choice]  # in the order in which they began
    accounts: list[Account]  # by seat

    def costliest(self, seat: int) -> list[Choice]:
        """The choices of a seat that cost most, three at most; empty if none cost more than three points."""
        costly = [choice for choice in self.choices if choice.seat == seat and choice.cost > COSTLY]
        return sorted(costly, key=lambda choice: (-choice.cost, choice.decision.first))[:COSTLIEST]

    def turning_points(self) -> list[Choice]:
        """The choices of all seats that cost most, in the order of the game: five at most."""
        costly = sorted(self.choices, key=lambda choice: -choice.cost)[:TURNING_POINTS]
        return sorted((c for c in costly if c.cost > COSTLY), key=lambda choice: choice.decision.first)

    def at(self, ply: int) -> Chances:
        """Every seat's chance after so many plies: as it was after the last decision until then."""
        return [chances for plies, chances in self.chances if plies <= ply][-1]


def review_game(game: Game, on_progress: Progress = lambda *_: None, *, looks: int = LOOKS, seed: int = 0) -> Review:
    """Review a finished game. The same game, mind and seed give the same review.

    Raises StudyError if the game is not over, or if the mind of the title does not know its rules.
    """
    reviewing = Reviewing(game, looks=looks, seed=seed)
    while reviewing.judge_next():
        on_progress(reviewing.done, reviewing.total)
    return reviewing.so_far()


def reviewer_of(game: Game) -> Mind:
    """The mind that can review a game. Raises StudyError if there is none, or if the game is not over."""
    mind = mind_of(game.title)
    if mind is None:
        raise StudyError(f"{game.title.meta.title} has no mind yet, so its games cannot be reviewed")
    if int(game.states["rules"][0]) != mind.card.rules:
        raise StudyError(f"the mind of {game.title.meta.title} learned other rules than those of this game")
    if not game.is_game_over():
        raise StudyError("the game is not over; it can be reviewed when it is")
    return mind


class Reviewing:
    """A review in the making: every call of `judge_next` judges one decision, so that the work can be done in pieces.

    Where seats decide at once, their plies stand between each other in the game. They are made here one decision after
    the other, so that what changes with one is its own.

    `done` plies of `total` are judged. `own`, `others` and `luck` add up what changed every seat's chance. Raises
    StudyError like `review_game`.
    """

    def __init__(self, game: Game, *, looks: int = LOOKS, seed: int = 0) -> None:
        self.game, self.judge, self.looks, self.seed = game, Judge(reviewer_of(game)), looks, seed
        self.own, self.others, self.luck = np.zeros((3, game.players))
        self.choices: list[Choice] = []
        self.done, self.total = 0, len(game.history)
        self._decisions = decisions_of(game)
        self._position = game.root()
        self._now = self.judge.chances(self._position)
        self.chances = [(game.first_ply, self._now)]
        self.luck += self._now - 1.0 / game.players

    def judge_next(self) -> bool:
        """Judge the next decision; False if all were judged before."""
        decision = next(self._decisions, None)
        if decision is None:
            return False
        for action in decision.actions:
            self._position = self._position.after(decision.seat, action)
        after = self.judge.chances(self._position)
        self._account(decision, after - self._now)
        self._now = after
        self.chances.append((max(decision.last, self.chances[-1][0]), after))
        self.done += len(decision.actions)
        return True

    def so_far(self) -> Review:
        """The review of all that is judged."""
        accounts = [self._of_seat(seat) for seat in range(self.game.players)]
        choices = sorted(self.choices, key=lambda choice: choice.decision.first)
        return Review(self.game, list(self.chances), choices, accounts)

    def _account(self, decision: Decision, change: Chances) -> None:
        """Divide the change of all seats' chances by a decision into its three parts."""
        seat = decision.seat
        view = self.game.at(decision.first).view(seat)
        lines = [decision.actions]
        if not decision.forced:
            budget = Budget(iterations=self.looks, seed=self.seed + decision.first)
            advice = advise(view, budget)[:LINES]
            lines += [line.actions for line in advice if line.actions != decision.actions]
        judged = self.judge.after(view, lines, (self.seed + 1) * 1_000_003 + decision.first * 101)
        expected = judged.after[0] - judged.before
        self.luck += change - expected
        best = max(range(len(lines)), key=lambda n: (judged.after[n][seat], -n))
        cost = judged.after[best][seat] - judged.after[0][seat]
        self.own[seat] -= cost
        self.others += expected
        self.others[seat] += cost
        if not decision.forced:
            played, better = (_line(view, lines[n], judged.after[n]) for n in (0, best))
            self.choices.append(Choice(decision, played, better))

    def _of_seat(self, seat: int) -> Account:
        costs = [choice.cost for choice in self.choices if choice.seat == seat]
        accuracy = sum(cost <= GOOD for cost in costs) / len(costs) if costs else None
        own, others, luck = (float(part[seat]) for part in (self.own, self.others, self.luck))
        return Account(1.0 / self.game.players, own, others, luck, float(self._now[seat]), len(costs), accuracy)


def _line(view: Position, actions: Sequence[int], chances: Chances) -> Line:
    """A line in words; `view` is what its seat sees before it."""
    seat, plies = view.seat, []
    assert seat is not None
    for action in actions:
        plies.append((view, action))
        view = view.after(seat, action)
    move = "; ".join(before.say(action, seat) for before, action in plies)
    last, action = plies[-1]
    return Line(tuple(actions), move, last.title.words.explain(last, seat, action), gains(plies), chances)
