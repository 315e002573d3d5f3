"""Vector environments: they play the same games as anybody else, report how they end, and refuse as a whole."""

import os
import random
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

import tabletown as tt
from tabletown import games
from tabletown.engine.errors import IllegalMove, NoDevice, OptionError
from tabletown.env import EnvError, Observer, VectorEnv
from tabletown.testing.processes import SIMULATED
from tests.env.played import ARRAYS, contents, played, seen_by_last_seats
from tests.marks import quick_if

ROOT = Path(__file__).parents[2]
SHORT = quick_if(lambda title: title in ("uptown", "penny_lane"), games.names())
"""Titles whose loops are compiled quickly; the others are exhaustive."""


@pytest.mark.parametrize("title", SHORT)
def test_several_numbers_of_players_share_an_environment(title: str) -> None:
    """Slots play each number in turn, as they would in an environment of their own number."""
    fewest, most = games.get(title).meta.players
    numbers = tuple(range(fewest, most + 1))
    env = VectorEnv(title, size=2 * len(numbers), players=numbers, threads=2)
    env.reset(seed=6)
    assert env.player_counts.tolist() == [*numbers, *numbers]
    assert env.states["players"].tolist() == [*numbers, *numbers]
    assert env.rewards.shape[1] == env.final_scores.shape[1] == most
    alone = [
        tt.new(title, players=int(players), seed=int(seed))
        for players, seed in zip(env.player_counts, env.seeds, strict=True)
    ]
    for _ in range(40):
        for i, game in enumerate(alone):
            if not game.is_game_over():
                assert env.states[i].tobytes() == game.states[0].tobytes()
                expected = Observer(env.title, game.players).flat(game.view(env.seats[i]))
                assert np.array_equal(env.observations[i], expected)
        actions = env.random_actions().copy()
        env.step(actions)
        for i, game in enumerate(alone):
            if not game.is_game_over():
                game.push_action(int(actions[i]))
                assert env.dones[i] == game.is_game_over()
                assert not env.rewards[i, game.players :].any()
    with pytest.raises(EnvError, match="several numbers of players need version 2"):
        VectorEnv(title, size=4, players=numbers, version=1)
    with pytest.raises(EnvError, match="needs a number of players"):
        VectorEnv(title, size=4, players=())
    with pytest.raises(OptionError, match="players, not 9"):
        VectorEnv(title, size=4, players=(fewest, 9))


@pytest.mark.parametrize("title", SHORT)
def test_any_seat_can_be_observed(title: str) -> None:
    """What seats see that are not to act is what an observer makes of their views."""
    fewest, most = games.get(title).meta.players
    env = VectorEnv(title, size=5, players=(most, fewest), threads=2)
    env.reset(seed=8)
    others = 0
    for _ in range(30):
        seen = seen_by_last_seats(env)
        for slot in range(1, 5):
            players = int(env.player_counts[slot])
            position = tt.Position(env.title, env.cards, env.states[slot : slot + 1].copy())
            expected = Observer(title, players).flat(position.view(players - 1))
            assert np.array_equal(seen[slot - 1], expected)
            others += env.seats[slot] != players - 1
        env.step(env.random_actions())
    assert others > 10


def test_seats_to_observe_must_fit() -> None:
    env = VectorEnv("uptown", 3, 2)
    size = Observer("uptown", 2).size
    with pytest.raises(EnvError, match="reset"):
        env.observe(np.zeros(3, int), np.zeros((3, size), np.float32))
    env.reset(1)
    with pytest.raises(EnvError, match="has the shape"):
        env.observe(np.zeros(3, int), np.zeros((2, size), np.float32))
    with pytest.raises(EnvError, match="slots from 0 to 2"):
        env.observe(np.zeros(3, int), np.zeros((3, size), np.float32), first=1)
    with pytest.raises(EnvError, match="not at its table"):
        env.observe(np.array([0, 1, 2]), np.zeros((3, size), np.float32))
    blind = VectorEnv("uptown", 3, 2, observe=False)
    blind.reset(1)
    with pytest.raises(EnvError, match="observe=False"):
        blind.observe(np.zeros(3, int), np.zeros((3, size), np.float32))


@pytest.mark.parametrize("title", SHORT)
def test_slots_are_games(title: str) -> None:
    """A slot's seed deals the same game alone; both offer the same choices, and the slot what the seat then sees."""
    most = games.get(title).meta.players[1]
    env = VectorEnv(title, size=3, players=most, threads=2)
    env.reset(seed=4)
    assert set(env.states["rules"].tolist()) == {env.title.meta.rules}
    observer = Observer(env.title, most)
    older = VectorEnv(title, size=1, players=most, threads=1, version=1)
    assert older.observations.shape == (1, Observer(env.title, most, 1).size)
    alone = [tt.new(title, players=most, seed=int(seed)) for seed in env.seeds]
    ended = 0
    for _ in range(600):
        if ended >= 2:
            break
        for i, game in enumerate(alone):
            seat = game.turn
            assert seat == env.seats[i]
            listed = game.legal_actions
            assert np.flatnonzero(env.masks[i]).tolist() == listed == env.choices[i, : env.counts[i]].tolist()
            assert np.array_equal(env.observations[i], observer.flat(game.view(env.seats[i])))
            assert env.states[i].tobytes() == game.states[0].tobytes()
        actions = env.random_actions().copy()
        env.step(actions)
        for i, game in enumerate(alone):
            game.push_action(int(actions[i]))
            outcome = game.outcome()
            assert env.dones[i] == (outcome is not None)
            assert env.rewards[i].sum() == pytest.approx(1 if outcome else 0)
            if outcome:
                ended += 1
                assert tuple(env.final_scores[i]) == outcome.scores
                assert tuple(env.final_places[i]) == outcome.places
                assert np.flatnonzero(env.rewards[i]).tolist() == list(outcome.winners)
                alone[i] = tt.new(title, players=most, seed=int(env.seeds[i]))
    assert ended or title == "milton_keynes", "no game ended, so nothing of that was tested"


@pytest.mark.parametrize("title", SHORT)
def test_games_end_and_begin_again(title: str) -> None:
    env = VectorEnv(title, size=32, players=2, observe=False)
    env.reset(seed=1)
    first = env.seeds.copy()
    ended = np.zeros(32, int)
    points = np.zeros(2)
    for _ in range(20_000):
        env.step(env.random_actions(), check=False)
        ended += env.dones
        points += env.rewards.sum(axis=0)
        assert env.rewards[~env.dones].sum() == 0
        if ended.min() > 0:
            break
    assert ended.min() > 0
    assert points.sum() == pytest.approx(ended.sum())
    assert not np.isin(env.seeds, first).any()
    assert env.observations.shape == (32, 0)


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_do_not_change_anything(threads: int) -> None:
    one, several = (VectorEnv("uptown", 40, 3, threads=n) for n in (1, threads))
    for env in (one, several):
        env.reset(seed=7)
        for _ in range(120):
            env.step(env.random_actions())
    for (name, array), other in zip(contents(one).items(), contents(several).values(), strict=True):
        assert array.tobytes() == other.tobytes(), name


def test_seeds_decide() -> None:
    env = VectorEnv("penny_lane", 8, 2)
    found = []
    for seed in (1, 2, 1):
        env.reset(seed)
        for _ in range(30):
            env.step(env.random_actions())
        found.append(env.states.tobytes())
    assert found[0] == found[2] != found[1]
    assert len(set(env.seeds.tolist())) == 8


def test_arrays_stay_where_they_are() -> None:
    env = VectorEnv("uptown", 4, 2)
    before = {name: getattr(env, name).__array_interface__["data"] for name in ARRAYS}
    env.reset(1)
    env.step(env.random_actions())
    assert before == {name: getattr(env, name).__array_interface__["data"] for name in ARRAYS}
    assert env.random_actions() is env.random_actions()


def test_random_actions_are_uniform_and_repeatable() -> None:
    env = VectorEnv("uptown", 6000, 2, observe=False)
    env.reset(3)
    first = env.random_actions(seed=5).copy()
    assert np.array_equal(env.random_actions(seed=5), first)
    assert not np.array_equal(env.random_actions(), first)
    for count in range(2, 5):
        slots = np.flatnonzero(env.counts == count)
        if len(slots) > 1000:
            places = (env.choices[slots, :count] == first[slots, np.newaxis]).argmax(axis=1)
            shares = np.bincount(places, minlength=count) / len(slots)
            assert shares == pytest.approx(np.full(count, 1 / count), abs=5 / np.sqrt(len(slots)))
            return
    raise AssertionError("no choice is frequent enough to be tested")


def test_an_illegal_action_stops_the_whole_step() -> None:
    env = VectorEnv("uptown", 4, 2, threads=2)
    env.reset(1)
    actions = env.random_actions().copy()
    actions[2] = env.title.actions.encode("pass")
    with pytest.raises(IllegalMove, match=f"slot 2: action {actions[2]} is not legal for seat"):
        env.step(actions)
    assert not env.states["ply"].any()
    actions[2] = -5
    env.step(actions, check=False)
    assert env.states["ply"].tolist() == [1, 1, 0, 1]
    assert env.masks[2].any()


def test_options_and_cards_reach_the_games() -> None:
    title = games.get("milton_keynes")
    env = VectorEnv(title, 2, 3, options={"advanced": True}, observe=False)
    env.reset(1)
    assert env.states["options"].tolist() == [1, 1]
    text = (title.folder / "cards.toml").read_text()
    richer = title.read_cards(tomllib.loads(text.replace("income = 10 ", "income = 15 ")))
    for cards, income in ((None, 10), (richer, 15)):
        other = VectorEnv(title, 2, 3, cards=cards, observe=False)
        other.reset(1)
        assert not other.states["options"].any()
        assert other.states["marker"][:, :3].tolist() == [[income] * 3] * 2


def test_several_options_and_numbers_of_players_come_in_turn() -> None:
    options: tuple[dict[str, bool], ...] = (
        {},
        {"whole_game_turns": True},
        {"seat_handicap": True, "whole_game_turns": True},
    )
    env = VectorEnv("paper_skylines", 8, (2, 4), options=options, observe=False)
    env.reset(1)
    assert env.player_counts.tolist() == [2, 4] * 4
    assert env.option_masks.tolist() == env.states["options"].tolist() == [0, 0, 2, 2, 3, 3, 0, 0]
    while not env.dones[4]:
        env.step(env.random_actions())
    assert env.states["options"].tolist() == env.option_masks.tolist()  # the next games have the same


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(EnvError, match="several options are at least one"):
        VectorEnv("uptown", 4, 2, options=[])
    with pytest.raises(EnvError, match="at least one thread"):
        VectorEnv("uptown", 4, 2, threads=0)
    with pytest.raises(EnvError, match="from 1 to"):
        VectorEnv("uptown", 0, 2)
    with pytest.raises(EnvError, match="cpu or cuda, not 'tpu'"):
        VectorEnv("uptown", 4, 2, device="tpu")
    with pytest.raises(OptionError, match="2 to 4 players"):
        VectorEnv("uptown", 4, 5)
    env = VectorEnv("uptown", 4, 2)
    with pytest.raises(EnvError, match="reset"):
        env.step([0, 0, 0, 0])
    with pytest.raises(EnvError, match="reset"):
        env.random_actions()
    with pytest.raises(EnvError, match="seed is a whole number"):
        env.reset(-1)
    env.reset(1)
    with pytest.raises(EnvError, match=r"4 slots need as many actions, not an array of shape \(3,\)"):
        env.step([0, 0, 0])
    with pytest.raises(EnvError, match="whole numbers, not float64"):
        env.step(env.masks.argmax(axis=1) * 1.0)
    with pytest.raises(IllegalMove, match="slot 0"):
        env.step(env.masks.argmax(axis=1) + 2**32)  # wrapped around, these would be legal
    env.step(env.masks.argmax(axis=1))
    assert len(env) == 4


def test_without_a_device_it_says_so() -> None:
    from numba import cuda

    if cuda.is_available():
        pytest.skip("there is one")
    with pytest.raises(NoDevice, match="no CUDA device"):
        VectorEnv("uptown", 4, 2, device="cuda")


def simulated(code: str) -> str:
    """What code prints in a fresh process, where Numba's simulator stands for a device."""
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=os.environ | SIMULATED, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@pytest.mark.parametrize(
    ("title", "steps"), quick_if(lambda title, _: title == "uptown", [(name, 20) for name in games.names()])
)
def test_the_device_plays_the_same_games(title: str, steps: int) -> None:
    """The CUDA kernels, in Numba's simulator, leave the same bytes in every array as the compiled host."""
    seed = random.Random(title).randrange(1000)
    arguments = title, 3, (2, 3), seed, steps
    there = simulated(f"from tests.env.played import played; print(played(*{arguments!r}, 'cuda'))")
    assert there == played(*arguments, "cpu")


def test_the_device_refuses_as_a_whole() -> None:
    lines = simulated(DEVICE_STEPS).splitlines()
    assert lines[0].startswith("slot 1: action 17 is not legal for seat ")
    assert lines[1] == "3 slots need as many actions, not an array of shape (2,)"
    assert lines[2] == "actions are whole numbers, not float64"
    assert lines[3].startswith("slot 0: action -1 is not legal")


DEVICE_STEPS = """
import numpy as np
from tabletown.engine.errors import IllegalMove
from tabletown.env import EnvError, VectorEnv

env = VectorEnv("uptown", 3, 2, device="cuda", observe=False)
env.reset(1)
actions = env.random_actions().copy_to_host().astype(np.int64)
wrong = actions.copy()
wrong[1] = env.title.actions.encode("pass")
refused = (wrong, IllegalMove), (actions[:2], EnvError), (actions * 1.0, EnvError), (actions + 2**32, IllegalMove)
for given, error in refused:
    try:
        env.step(given)
    except error as refusal:
        print(refusal)
    else:
        raise AssertionError("not refused")
assert not env.states.copy_to_host()["ply"].any()
env.step(wrong, check=False)
assert env.states.copy_to_host()["ply"].tolist() == [1, 0, 1]
env.step(env.random_actions())
assert env.states.copy_to_host()["ply"].tolist() == [2, 1, 2]
"""
