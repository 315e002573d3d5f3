"""Simulation: many games of a title, played by one policy or one for every seat, with their results as arrays."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tabletown import bots
from tabletown.bots.native import NATIVE, native_policies
from tabletown.engine.edition import PRINTED
from tabletown.engine.errors import OptionError, TabletownError, WrongType
from tabletown.engine.game import MAX_SEED, Game
from tabletown.engine.integers import as_integer, shown
from tabletown.engine.position import Position
from tabletown.engine.state import MAX_SEATS, Records, blank
from tabletown.engine.title import Title
from tabletown.lab.native import play_keys

RANDOM = "random"
UNIFORM = "uniform"  # the bot that plays at random as well
AT_A_TIME = 1024  # games whose final states are kept together

Policy: TypeAlias = str | bots.Bot | Callable[[Position], int | str]
"""The name of a bot or of a native policy, a bot, or a function from a seat's view to an action or a move."""


@dataclass(frozen=True, eq=False, repr=False)
class Simulation:
    """The results of simulated games: row g of every array belongs to game g, its columns to the seats.

    `tabletown.new` with a game's seed, and the same players, options and cards, deals it again.
    """

    title: str
    players: int
    seeds: NDArray[np.int64]
    scores: NDArray[np.int32]  # games by seats
    places: NDArray[np.int32]  # games by seats, 1 for the winners
    plies: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def wins(self) -> NDArray[np.float64]:
        """What every seat has won, games by seats: winners share 1, the others have 0."""
        won = self.places == 1
        share: NDArray[np.float64] = won / won.sum(axis=1, keepdims=True)
        return share

    def __repr__(self) -> str:
        rates = ", ".join(f"{rate:.1%}" for rate in self.wins.mean(axis=0)) if len(self) else "none"
        return f"<{len(self)} games of {self.title} for {self.players}, wins by seat: {rates}>"


@dataclass(frozen=True)
class _Deal:
    """How every game is dealt, apart from its seed."""

    title: Title
    players: int
    options: Mapping[str, bool] | None
    cards: Any
    rules: int
    edition: str


def simulate(
    title: Title,
    games: int,
    policy: Policy | Sequence[Policy] = RANDOM,
    *,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, bool] | None = None,
    cards: Any = None,
    rules: int | None = None,
    edition: str = PRINTED,
    budget: bots.Budget | None = None,
) -> Simulation:
    """Play games with the seeds seed, seed + 1, ... to their ends; `tabletown.simulate` explains the arguments."""
    number, first = as_integer(games), as_integer(seed)
    if number is None or number < 0:
        raise OptionError(f"the number of games is a whole number from 0 on, not {shown(games)}")
    if first is None or not 0 <= first <= MAX_SEED - number:
        raise OptionError(f"the seeds of {number} games begin from 0 to {MAX_SEED - number}, not {shown(seed)}")
    count = title.check_players(title.meta.players[0] if players is None else players)
    version = title.meta.rules if rules is None else rules
    title.check_rules(version)
    deal = _Deal(title, count, options, title.choose_cards(cards, version, edition), int(version), edition)
    policies = _by_seat(policy, count)
    seeds = np.arange(first, first + number, dtype=np.int64)
    empty = np.zeros((number, count), np.int32)
    found = Simulation(title.name, count, seeds, empty, empty.copy(), np.zeros(number, np.int32))
    native = native_policies(title)
    tries = [native[name] for name in policies if isinstance(name, str) and name in native]
    if len(tries) == count and not any(tries):
        _play_at_random(deal, found)
    elif len(tries) == count:
        _play_natively(deal, tries, found)
    else:
        _play_by_ply(deal, policies, budget or bots.Budget(), found)
    return found


def _by_seat(policy: Policy | Sequence[Policy], players: int) -> list[Policy]:
    """A policy for every seat."""
    several = isinstance(policy, Sequence) and not isinstance(policy, str)
    given: list[Any] = list(policy) if several else [policy] * players  # type: ignore[arg-type]
    if len(given) != players:
        raise OptionError(f"{len(given)} policies for {players} seats; give one for every seat, or one for all")
    for one in given:
        if isinstance(one, str) and one != RANDOM and one not in NATIVE:
            bots.get(one)  # raises UnknownBot
        elif not isinstance(one, str) and not callable(one) and not hasattr(one, "choose"):
            raise WrongType(f"a policy is 'random', the name of a bot, a bot or a function, not {shown(one)}")
    return [UNIFORM if one == RANDOM else one for one in given]


def _play_at_random(deal: _Deal, found: Simulation) -> None:
    title, out, begun = deal.title, deal.title.scratch(), deal.title.blank_for(deal.rules, deal.edition)
    mask = title.options_mask(deal.options)
    for start in range(0, len(found), AT_A_TIME):
        part = slice(start, min(start + AT_A_TIME, len(found)))
        states = blank(title.dtype, part.stop - start)
        first = int(found.seeds[start])
        title.loops.random_games(states, deal.cards.data, begun, first, len(states), deal.players, mask, out)
        _write(deal, states, found, start)


def _play_natively(deal: _Deal, tries: list[int], found: Simulation) -> None:
    rows = np.zeros((len(found), MAX_SEATS), np.int32)
    rows[:, : deal.players] = tries
    begun, mask, done = deal.title.blank_for(deal.rules, deal.edition), deal.title.options_mask(deal.options), 0
    keys = found.seeds.astype(np.uint64)
    for part in play_keys(deal.title, deal.cards, begun, deal.players, mask, keys, rows):
        states = part.states[part.ends - 1]
        _write(deal, states.view(type(begun)), found, done)
        done += len(states)


def _write(deal: _Deal, states: Records, found: Simulation, start: int) -> None:
    """Write the results of the games that ended in these states, from row `start` on."""
    points, places = np.zeros(MAX_SEATS, np.int32), np.zeros(MAX_SEATS, np.int32)
    for i in range(len(states)):
        deal.title.loops.points(states, i, deal.cards.data, points, places)
        found.scores[start + i], found.places[start + i] = points[: deal.players], places[: deal.players]
    found.plies[start : start + len(states)] = states["ply"]


def _play_by_ply(deal: _Deal, policies: list[Policy], budget: bots.Budget, found: Simulation) -> None:
    if others := {name for name in policies if isinstance(name, str) and NATIVE.get(name, 0) > 0}:
        names = " and ".join(sorted(map(str, others)))
        raise OptionError(f"{names} can play only against {', '.join(NATIVE)}; greedy is as good at other tables")
    for row, seed in enumerate(found.seeds.tolist()):
        game = Game.new(deal.title, deal.players, seed, deal.options, deal.cards, deal.rules, deal.edition)
        try:
            _play_out(game, [_chooser(policy, budget, seed, seat) for seat, policy in enumerate(policies)])
        except TabletownError as error:
            error.add_note(f"in the game with the seed {seed}, at ply {game.ply}")
            raise
        outcome = game.outcome()
        assert outcome is not None
        found.scores[row], found.places[row], found.plies[row] = outcome.scores, outcome.places, game.ply


def _play_out(game: Game, choose: Sequence[Callable[[Position], Any]]) -> None:
    while (seat := game.turn) is not None:
        chosen = choose[seat](game.view(seat))
        if isinstance(chosen, str):
            game.push(chosen, seat)
        else:
            game.push_action(chosen, seat)


def _chooser(policy: Policy, budget: bots.Budget, seed: int, seat: int) -> Callable[[Position], Any]:
    """How a seat chooses in one game; the same game is played again by the same seed."""
    named: Any = bots.get(policy) if isinstance(policy, str) else policy
    if not hasattr(named, "choose"):
        function: Callable[[Position], Any] = named
        return function
    bot = bots.for_game(named)
    noise = random.Random(f"{budget.seed} {seed} {seat}")

    def choose(view: Position) -> int:
        thinking = bots.Budget(budget.seconds, noise.getrandbits(32), budget.iterations, budget.threads)
        return bot.choose(view, thinking)

    return choose
