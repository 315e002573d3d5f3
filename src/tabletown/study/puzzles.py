"""Puzzles: positions of strong games in which one move is clearly best, and is not what comes to mind first.

A decision becomes a puzzle if

- the mind's tree search finds a best move that is better than the next ones, and finds the same with other seeds;
- `greedy` plays something else;
- the position is neither won nor lost;
- in 400 games that are played on from there, the best move wins at least 8 points of chance more than any of the next
  ones and what `greedy` plays, and with 95 % certainty more than 3.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tabletown import bots, games
from tabletown.bots.advice import Advice, advise
from tabletown.bots.bot import Bot, Budget
from tabletown.bots.minds.mind import mind_of
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.position_text import read_position, write_position
from tabletown.study.decisions import decisions_of, goes_on
from tabletown.study.errors import StudyError
from tabletown.study.judge import Judge

LOOKS = 400  # of the mind, to find candidates
OPEN = 0.1  # chances nearer than this to 0 or 1 are decided
FIRST_MARGIN = 0.05  # of chance, between the best and the next move, to be looked at more closely
SEEDS = 3  # with which the search must agree, with twice as many looks
RIVALS = 2  # so many of the next moves are compared
PLAYOUTS, MARGIN, SURE_MARGIN = 400, 0.08, 0.03
SURE = 1.96  # standard errors
SOLVERS = ("shopkeeper", "builder", "search", "reflex")  # the fewer of them find it, the harder a puzzle is
SEARCHED = 300  # iterations of those that search
MOST_PLIES = 30  # of a move


@dataclass(frozen=True)
class Puzzle:
    """A position as one seat sees it, and the move that is best there."""

    id: str
    title: str
    players: int
    seat: int
    position: str  # the seat's view as text
    best: tuple[str, ...]  # the moves of its plies
    rivals: tuple[tuple[str, ...], ...]  # the next best ones
    tempting: tuple[str, ...]  # what `greedy` plays
    chance: float  # to win with the best move, in games that were played on
    rival_chances: tuple[float, ...]
    tempting_chance: float
    difficulty: int  # from 1 to 5
    theme: str  # what it is about, in the title's words

    def view(self) -> Position:
        """The position."""
        return read_position(self.position, games.get)

    def line(self) -> tuple[int, ...]:
        """The best move as actions; raises TabletownError if the rules do not allow it."""
        return actions_of(self.view(), self.best)

    def as_data(self) -> dict[str, Any]:
        """The puzzle as plain data, which `from_data` reads back."""
        return asdict(self)


def from_data(data: dict[str, Any]) -> Puzzle:
    """Read a puzzle; raises StudyError if it is not one."""
    try:
        rivals = tuple(tuple(line) for line in data["rivals"])
        tuples = {name: tuple(data[name]) for name in ("best", "tempting", "rival_chances")}
        return Puzzle(**(data | tuples | {"rivals": rivals}))
    except (TypeError, KeyError):
        text = "this is no puzzle of this release: a field is missing or unknown; `tabletown puzzles` makes new ones"
        raise StudyError(text) from None


def find_puzzles(game: Game, seed: int = 0) -> Iterator[Puzzle]:
    """The puzzles in a game, in its order. The same game, mind and seed give the same.

    Raises StudyError if the title has no mind that knows the rules of the game.
    """
    mind = mind_of(game.title)
    if mind is None or mind.card.rules != int(game.states["rules"][0]):
        raise StudyError(f"{game.title.meta.title} has no mind that knows these rules, so no puzzles can be made")
    judge = Judge(mind)
    for decision in decisions_of(game):
        view = game.at(decision.first).view(decision.seat)
        alone = len(view.waiting) == 1  # where seats decide at once, no move is best by itself
        if alone and not decision.forced and len(view.sensible_actions_of(decision.seat)) > 1:
            puzzle = _puzzle(judge, view, seed + decision.first)
            if puzzle is not None:
                yield puzzle


def whole_move(bot: Bot, view: Position, budget: Budget) -> tuple[int, ...]:
    """What a bot does in one piece, from what its seat sees."""
    seat, actions = view.seat, []
    assert seat is not None
    for _ in range(MOST_PLIES):
        action = bot.choose(view, budget)
        actions.append(action)
        after = view.after(seat, action)
        if not goes_on(view, seat, action, after):
            break
        view = after
    return tuple(actions)


def moves_of(view: Position, actions: tuple[int, ...]) -> tuple[str, ...]:
    """Plies of the seat whose view this is, as text."""
    moves, seat = [], view.seat
    assert seat is not None
    for action in actions:
        moves.append(view.say(action, seat))
        view = view.after(seat, action)
    return tuple(moves)


def actions_of(view: Position, moves: tuple[str, ...]) -> tuple[int, ...]:
    """Plies that are given as text; raises TabletownError if one is not legal."""
    actions, seat = [], view.seat
    assert seat is not None
    for move in moves:
        actions.append(view.parse(move, seat))
        view = view.after(seat, actions[-1])
    return tuple(actions)


def theme_of(view: Position, actions: tuple[int, ...]) -> str:
    """What a move is about: what the title's words say of it, by its verb, else the verb itself."""
    words = view.title.words
    of_move = getattr(words, "theme", None)
    if of_move is not None:
        found: str = of_move(view, view.seat, actions)
        return found
    verb, _ = view.title.actions.decode(actions[0])
    return str(getattr(words, "THEMES", {}).get(verb, verb.replace("_", " ")))


def _puzzle(judge: Judge, view: Position, seed: int) -> Puzzle | None:
    """The puzzle that a view is, or None. What takes long comes last."""
    advice = advise(view, Budget(iterations=LOOKS, seed=seed))
    if len(advice) < 2 or not _stands_out(advice):
        return None
    best = advice[0].actions
    tempting = whole_move(bots.get("greedy"), view, Budget(seed=seed))
    if tempting == best:
        return None
    for n in range(1, SEEDS + 1):
        if advise(view, Budget(iterations=2 * LOOKS, seed=seed + n * 1_000_003))[0].actions != best:
            return None
    rivals = [line.actions for line in advice[1 : 1 + RIVALS]]
    assert view.seat is not None
    won = judge.playouts(view, [best, *rivals, tempting], PLAYOUTS, seed)[:, :, view.seat]
    ahead = won[0] - won[1:]
    margins, errors = ahead.mean(axis=1), ahead.std(axis=1) / np.sqrt(PLAYOUTS)
    if margins.min() < MARGIN or (margins - SURE * errors).min() < SURE_MARGIN:
        return None
    chances = won.mean(axis=1)
    position, moves = write_position(view), moves_of(view, best)
    name = hashlib.sha256(f"{position}\n{moves}".encode()).hexdigest()[:10]
    return Puzzle(
        name, view.title.name, view.players, view.seat, position, moves,
        tuple(moves_of(view, line) for line in rivals), moves_of(view, tempting), round(float(chances[0]), 3),
        tuple(round(float(chance), 3) for chance in chances[1:-1]), round(float(chances[-1]), 3),
        _difficulty(view, best, seed), theme_of(view, best),
    )  # fmt: skip


def _stands_out(advice: list[Advice]) -> bool:
    """Whether the best move is ahead of the next, in a game that is still open."""
    best, second = advice[0].chance, advice[1].chance
    return best - second >= FIRST_MARGIN and best > OPEN and second < 1 - OPEN


def _difficulty(view: Position, best: tuple[int, ...], seed: int) -> int:
    """From 1 to 5: one more for every bot that does not find the best move."""
    budget = Budget(iterations=SEARCHED, seed=seed)
    return 1 + sum(whole_move(bots.get(name), view, budget) != best for name in SOLVERS)
