"""Playing the games of a batch: natively, on a CUDA device, or ply by ply with bots."""

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from tabletown import bots, games
from tabletown.bots import playout
from tabletown.bots.native import NATIVE, PLIES, native_policies
from tabletown.engine.cuda_device import require_cuda
from tabletown.engine.game import Game
from tabletown.engine.state import MAX_SEATS, Records, blank
from tabletown.engine.title import Title
from tabletown.engine.warm_up import compile_title
from tabletown.lab.native import kernels, play_keys
from tabletown.lab.plan import Plan, Seating
from tabletown.lab.snapshots import GameStats, Snapshots, from_ends, from_snapshots

DEVICE_TEMPLATE = Path(__file__).with_name("device_loops.py")

_compiling = Lock()  # two threads must not compile the same for the first time at once


@cache
def warm_up(name: str, names: tuple[str, ...]) -> None:
    """Compile what the bots need, or load it from the cache, once in every process, so that no move waits for it."""
    title = games.get(name)
    kernels(title)
    with _compiling:
        compile_title(title)
        bots.warm_up(title, [bot for bot in names if bot not in NATIVE])


def tries_by_seat(title: Title, seatings: Sequence[Seating]) -> Any:
    """How many moves each seat of each game tries, as kernels read it (see `native_policies`)."""
    tries, policies = np.zeros((len(seatings), MAX_SEATS), np.int32), native_policies(title)
    for row, seating in zip(tries, seatings, strict=True):
        row[: len(seating.names)] = [policies[name] for name in seating.names]
    return tries


# --- Natively -------------------------------------------------------------------------------------------------------


def play_natively(title: Title, cards: Any, players: int, seatings: Sequence[Seating]) -> GameStats:
    """Play games of native policies on the CPU, mostly without the GIL; returns their statistics."""
    keys, tries = np.array([seating.seed for seating in seatings], np.uint64), tries_by_seat(title, seatings)
    parts = play_keys(title, cards, title.blank, players, 0, keys, tries)
    return GameStats.concatenate([from_snapshots(title, cards, players, part) for part in parts])


# --- On a device ----------------------------------------------------------------------------------------------------


def play_on_device(title: Title, cards: Any, players: int, seatings: Sequence[Seating]) -> GameStats:
    """Play games of native policies on a CUDA device: the same games, but without statistics of their course."""
    keys = np.array([seating.seed for seating in seatings], np.uint64)
    finals = final_states_on_device(title, cards, players, keys, tries_by_seat(title, seatings))
    openings, out = blank(title.dtype, len(keys)), title.scratch()
    seats, masks = np.zeros(len(keys), np.int8), np.zeros((len(keys), title.actions.count), np.uint8)
    title.loops.begin_all(openings, cards.data, title.blank, keys, players, 0, seats, masks, out)
    return from_ends(title, cards, players, finals, openings)


def final_states_on_device(title: Title, cards: Any, players: int, keys: Any, tries: Any) -> Records:
    """The final states of games of native policies with the seeds `keys`, played on the device."""
    require_cuda()
    from tabletown.engine.gpu import Gpu

    steady = np.array_equal(keys, keys[0] + np.arange(len(keys), dtype=np.uint64))
    if steady and not tries.any():  # the engine's own kernel is the fastest for random play
        return Gpu(title, cards).final_states(len(keys), int(keys[0]), players).view(type(title.blank))
    from numba import cuda

    from tabletown.engine.kernel import COMPILED

    state = title.dtype if COMPILED else np.dtype((np.record, title.dtype))
    native = kernels(title)
    names = {"begin": title.loops.begin, "make_move": native.make_move, "STATE": state, "MAX_LEGAL": title.max_legal}
    play = title.bind(DEVICE_TEMPLATE, **names).play
    states = cuda.to_device(np.zeros(len(keys), title.dtype))
    threads = min(64, len(keys))
    play[-(-len(keys) // threads), threads](
        states, cuda.to_device(cards.data), cuda.to_device(title.blank), cuda.to_device(keys), players,
        cuda.to_device(tries), PLIES,
    )  # fmt: skip
    finals: Records = states.copy_to_host().view(type(title.blank))
    return finals


# --- Ply by ply -----------------------------------------------------------------------------------------------------


def play_with_bots(plan: Plan, title: Title, cards: Any, seatings: Sequence[Seating]) -> tuple[GameStats, list[str]]:
    """Play games ply by ply with bots, among which may be native policies.

    Returns their statistics, and a sentence for every mishap of a bot.
    """
    stats, mishaps = [], []
    for seating in seatings:
        snapshots, wrong = _play_one(plan, title, cards, seating)
        stats.append(from_snapshots(title, cards, plan.players, snapshots))
        mishaps += [f"game {seating.number}: {text}" for text in wrong]
    return GameStats.concatenate(stats), mishaps


def _play_one(plan: Plan, title: Title, cards: Any, seating: Seating) -> tuple[Snapshots, list[str]]:
    mishaps: list[str] = []
    game = Game.new(title, plan.players, seating.seed, cards=cards)
    players = [_player(name, mishaps) for name in seating.names]
    noise = random.Random(f"{seating.seed} {seating.number}")
    world, lists, native = blank(title.dtype, playout.STATES), (title.scratch(), title.scratch()), kernels(title)
    kept, actors, before = [], [], (-1, -1)
    while (seat := game.turn) is not None:
        if (now := (seat, int(game.states["reveals"][0]))) != before:
            kept.append(game.states.copy())
            actors.append(seat)
            before = now
        player, budget = players[seat], bots.Budget(plan.seconds, noise.getrandbits(32), plan.iterations)
        if player is None:
            world[0] = game.states[0]
            tries = NATIVE[seating.names[seat]]
            native.make_move(world[0:], cards.data[0], seat, tries, PLIES, *lists, budget.seed | 1)
            game.states[0] = world[0]
        else:
            game.push_action(player.choose(game.view(seat), budget), seat)
    states = np.concatenate([*kept, game.states]).view(type(title.blank))
    points, places = np.zeros((len(states), MAX_SEATS), np.int32), np.zeros(MAX_SEATS, np.int32)
    for i in range(len(states)):
        title.loops.points(states, i, cards.data, points[i], places)
    return Snapshots(states, points, np.array([*actors, -1], np.int8), np.array([len(states)])), mishaps


def _player(name: str, mishaps: list[str]) -> bots.Bot | None:
    """A bot for one seat of one game, or None for a native policy."""
    if name in NATIVE:
        return None
    return bots.Careful(bots.for_game(bots.get(name)), tell=lambda mishap: mishaps.append(str(mishap)))
