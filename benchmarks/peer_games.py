"""How to play one random game, or a stretch of many, in every library that `peers.py` compares."""

import importlib
import pickle
import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.state import blank
from tabletown.engine.title import Title
from tabletown.env import Observer, VectorEnv

SINGLE, SPIEL, ZOO = "from Python", "through OpenSpiel", "through PettingZoo"  # one game, one decision after another
TRIED = "push and pop, from Python"
VECTOR, UNSEEN, LOOP = "many games at once", "many games at once, nobody looks", "native loop"
CPU_SIZES = (128, 1024)  # games side by side: the best number counts, for everybody
CUDA_SIZES = (1 << 14, 1 << 16, 1 << 18)
SCAN = 64  # steps of pgx that run on the device between two looks at the clock


@dataclass
class Tally:
    """What some random play amounted to. `choices` is None where nobody counted the legal actions."""

    decisions: int = 0
    games: int = 0
    choices: int | None = 0
    seconds: float = 0.0

    def add(self, other: "Tally") -> None:
        self.decisions += other.decisions
        self.games += other.games
        self.choices = None if self.choices is None or other.choices is None else self.choices + other.choices


@dataclass(frozen=True)
class Runner:
    """A game that is ready: `play` plays some of it (a whole game, or a number of steps of many)."""

    play: Callable[[], Tally]
    state_bytes: str = "-"


@dataclass(frozen=True)
class Entry:
    """A row to be: whose game it is, how it is stepped, and what a step brings besides the rules."""

    library: str
    name: str
    kind: str
    includes: str
    make: Callable[[], Runner]
    package: str  # whose version to print


def pick(actions: Any) -> Any:
    """One of a list at random, in the same way for everybody."""
    return actions[int(random.random() * len(actions))]


def pickled(thing: Any) -> str:
    """The size of a state that is made of Python objects: what it weighs when saved."""
    return f"{len(pickle.dumps(thing))} pickled"


# --- Ours ----------------------------------------------------------------------------------------------------------


def ours_single(title: Title) -> Runner:
    """`Game.legal_actions` and `Game.push_action`: the library as a Python programmer meets it."""

    def play() -> Tally:
        game, tally = Game.new(title, seed=random.getrandbits(32)), Tally(games=1)
        while actions := game.legal_actions:
            tally.choices += len(actions)
            tally.decisions += 1
            game.push_action(pick(actions))
        return tally

    return Runner(play, str(title.dtype.itemsize))


def ours_tried(title: Title) -> Runner:
    """`Game.push_action` and `Game.pop`: every legal action is tried and taken back before one of them is made."""

    def play() -> Tally:
        game, tally = Game.new(title, seed=random.getrandbits(32)), Tally(choices=None)
        while actions := game.legal_actions:
            for action in actions:
                game.push_action(action)
                game.pop()
            tally.decisions += len(actions)
            game.push_action(pick(actions))
        return tally

    return Runner(play, str(title.dtype.itemsize))


def ours_loop(title: Title) -> Runner:
    """`title.loops.random_games` on one thread."""
    states, out, number = blank(title.dtype), title.scratch(), 100

    def play() -> Tally:
        seed = random.getrandbits(32)
        players = title.meta.players[0]
        plies = title.loops.random_games(states, title.cards.data, title.blank, seed, number, players, 0, out)
        return Tally(int(plies), number, None)

    return Runner(play, str(title.dtype.itemsize))


def ours_cuda(title: Title) -> Runner:
    """`engine.gpu.Gpu`: one thread of the device plays one game after another."""
    from tabletown.engine.gpu import Gpu

    gpu, players = Gpu(title), title.meta.players[0]

    def play(size: int) -> Tally:
        plies = gpu.random_games(size, random.getrandbits(32), players, games=4)[1]
        return Tally(int(plies.copy_to_host().sum()), 4 * size, None)

    return Runner(best_size(play, CUDA_SIZES), str(title.dtype.itemsize))


def ours_vector(title: Title, device: str, observe: bool) -> Runner:
    """`VectorEnv`: a step of all games is one call; masks and observations are ready for a learner."""
    envs: dict[int, Any] = {}

    def play(size: int) -> Tally:
        if size not in envs:
            envs[size] = VectorEnv(title, size, title.meta.players[0], threads=1, device=device, observe=observe)
            envs[size].reset(random.getrandbits(32))
        env, steps = envs[size], 16
        for _ in range(steps):
            env.step(env.random_actions(), check=False)
        if device == "cuda":
            env.seats.copy_to_host()  # waits for the device
        return Tally(steps * size, 0, None)

    return Runner(best_size(play, CUDA_SIZES if device == "cuda" else CPU_SIZES), str(title.dtype.itemsize))


def ours(device: str) -> Iterator[Entry]:
    for name in games.names():
        title = games.get(name)
        label = f"{title.meta.title}, {title.meta.players[0]} players"

        def entry(kind: str, includes: str, make: Callable[[], Runner], label: str = label) -> Entry:
            return Entry("tabletown", label, kind, includes, make, "tabletown")

        floats = Observer(title, title.meta.players[0]).size
        includes = f"mask, observation ({floats} floats), auto-reset; native rules"
        yield entry(VECTOR, includes, lambda t=title: ours_vector(t, device, observe=True))
        yield entry(UNSEEN, "mask, auto-reset; native rules", lambda t=title: ours_vector(t, device, observe=False))
        if device == "cuda":
            yield entry(LOOP, "legal list; all native", lambda t=title: ours_cuda(t))
            continue
        yield entry(LOOP, "legal list; all native", lambda t=title: ours_loop(t))
        yield entry(SINGLE, "legal list twice, history; native rules", lambda t=title: ours_single(t))
        yield entry(TRIED, "made and taken back, legal list, history; native rules", lambda t=title: ours_tried(t))
        includes = "legal list, history; native rules"
        yield entry(SPIEL, includes, lambda n=name: open_spiel(f"tabletown_{n}"))
        includes = "mask, observation, checks; native rules"
        yield entry(ZOO, includes, lambda n=name: petting_zoo(f"tabletown.env.{n}_v2"))


# --- OpenSpiel -----------------------------------------------------------------------------------------------------


def open_spiel(name: str) -> Runner:
    import pyspiel

    if name.startswith("python_"):
        importlib.import_module("open_spiel.python.games")
    if name.startswith("tabletown_"):
        importlib.import_module("tabletown.env.open_spiel")
    game = pyspiel.load_game(name)

    def play() -> Tally:
        state, tally = game.new_initial_state(), Tally(games=1)
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
                continue
            actions = state.legal_actions()
            tally.choices += len(actions)
            tally.decisions += 1
            state.apply_action(pick(actions))
        return tally

    return Runner(play)


# --- PettingZoo and RLCard -----------------------------------------------------------------------------------------


def petting_zoo(module: str) -> Runner:
    env = importlib.import_module(module).env()

    def play() -> Tally:
        env.reset(seed=random.getrandbits(31))
        tally = Tally(games=1)
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            actions = np.flatnonzero(observation["action_mask"])
            tally.choices += len(actions)
            tally.decisions += 1
            env.step(int(pick(actions)))
        return tally

    return Runner(play)


def rlcard(name: str) -> Runner:
    env = importlib.import_module("rlcard").make(name)

    def play() -> Tally:
        state, _ = env.reset()
        tally = Tally(games=1)
        while not env.is_over():
            actions = list(state["legal_actions"])
            tally.choices += len(actions)
            tally.decisions += 1
            state, _ = env.step(pick(actions))
        return tally

    env.reset()
    return Runner(play, pickled(env.game))


# --- Catanatron ----------------------------------------------------------------------------------------------------


def catanatron(players: int) -> Runner:
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan
    from catanatron.game import TURNS_LIMIT

    def new() -> Any:
        return Catan([RandomPlayer(color) for color in list(Color)[:players]], seed=1 + random.getrandbits(32))

    def play() -> Tally:
        game, tally = new(), Tally(games=1)
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            actions = game.state.playable_actions
            tally.choices += len(actions)
            tally.decisions += 1
            game.execute(pick(actions))
        return tally

    return Runner(play, pickled(new().state))


# --- pgx -----------------------------------------------------------------------------------------------------------


def pgx(name: str, device: str) -> Runner:
    """Whole stretches of steps in one compiled call (`lax.scan` over `vmap`): the most favourable way to run it."""
    import jax
    import jax.numpy as jnp
    from pgx.experimental import auto_reset

    if device == "cuda" and jax.default_backend() != "gpu":
        raise ImportError(f"JAX has no GPU here, it runs on the {jax.default_backend()}")
    env = importlib.import_module("pgx").make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def advance(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choice, deal = jax.random.split(key, 3)
        mask = state.legal_action_mask
        action = jax.random.categorical(choice, jnp.log(mask.astype(jnp.float32)), axis=-1)
        state = step(state, action, jax.random.split(deal, mask.shape[0]))
        return (state, key), (mask.sum(), (state.terminated | state.truncated).sum())

    stretch = jax.jit(lambda carry: jax.lax.scan(advance, carry, None, length=SCAN))
    begin = jax.jit(jax.vmap(env.init))
    carries: dict[int, Any] = {}

    def play(size: int) -> Tally:
        key = jax.random.PRNGKey(random.getrandbits(31))
        if size not in carries:
            carries[size] = (begin(jax.random.split(key, size)), key)
        carries[size], (choices, ends) = stretch(carries[size])
        return Tally(size * SCAN, int(ends.sum()), int(choices.astype(jnp.float32).sum()))

    one = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), 1))
    size = sum(leaf.nbytes for leaf in jax.tree_util.tree_leaves(one))
    return Runner(best_size(play, CUDA_SIZES if device == "cuda" else CPU_SIZES), f"{size} with mask and observation")


def best_size(play: Callable[[int], Tally], sizes: Iterable[int]) -> Callable[[], Tally]:
    """Play with the number of games at once that gives the best rate; found out at the first call."""
    chosen: list[int] = []

    def rate(size: int) -> float:
        play(size)  # compiles
        start = time.perf_counter()
        return play(size).decisions / (time.perf_counter() - start)

    def best() -> Tally:
        if not chosen:
            chosen.append(max(sizes, key=rate))
        return play(chosen[0])

    return best


def others(device: str) -> Iterator[Entry]:
    for name in ("connect_four", "backgammon", "sparrow_mahjong"):
        includes = "mask, observation, auto-reset; all compiled by JAX"
        yield Entry("pgx", name, VECTOR, includes, lambda n=name: pgx(n, device), "pgx")
    if device == "cuda":
        return
    for name in ("connect_four", "backgammon", "gin_rummy", "hanabi"):
        includes = "legal list; C++ rules, Python loop"
        yield Entry("OpenSpiel", name, SPIEL, includes, lambda n=name: open_spiel(n), "open_spiel")
    for name in ("python_tic_tac_toe", "python_liars_poker"):
        includes = "legal list; Python rules under C++"
        yield Entry("OpenSpiel", name, SPIEL, includes, lambda n=name: open_spiel(n), "open_spiel")
    for name in ("connect_four_v3", "leduc_holdem_v4", "chess_v6"):
        includes, module = "mask, observation, checks; Python rules", f"pettingzoo.classic.{name}"
        yield Entry("PettingZoo", name, ZOO, includes, lambda m=module: petting_zoo(m), "pettingzoo")
    for name in ("leduc-holdem", "uno", "gin-rummy"):
        includes = "legal list, observation; Python rules"
        yield Entry("RLCard", name, SINGLE, includes, lambda n=name: rlcard(n), "rlcard")
    includes = "legal list, its own check; Python rules"
    yield Entry("Catanatron", "Catan, 2 players", SINGLE, includes, lambda: catanatron(2), "catanatron")
