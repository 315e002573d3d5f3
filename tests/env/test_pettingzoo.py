"""The titles as environments of PettingZoo: its own tests, whole games, and what nobody may see or do."""

import importlib
import random
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test

import tabletown as tt
from tabletown.engine.errors import IllegalMove, OptionError
from tabletown.env import EnvError, uptown_v2

MODULES = [f"tabletown.env.{name}_v2" for name in tt.games.names()]

# An observation with a mask is a dict, as in PettingZoo's own classics; its tests know those by name, and warn of ours.
# A seat that is not asked, or whose game is over, has no legal action.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


@pytest.fixture(params=MODULES)
def module(request: pytest.FixtureRequest) -> Any:
    return importlib.import_module(request.param)


@pytest.mark.parametrize("observations", ["flat", "dict"])
def test_the_api_as_pettingzoo_tests_it(module: Any, observations: str) -> None:
    api_test(module.env(observations=observations), num_cycles=150)


@pytest.mark.parametrize("observations", ["flat", "dict"])
def test_the_parallel_api_as_pettingzoo_tests_it(module: Any, observations: str) -> None:
    parallel_api_test(module.parallel_env(players=3, observations=observations), num_cycles=100)


def test_seeds_as_pettingzoo_tests_them(module: Any) -> None:
    seed_test(lambda: module.env(players=3), num_cycles=60)


def test_saving_observations_as_pettingzoo_tests_it(
    module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where it would save pictures; ours are none
    save_obs_test(module.env())


def pick(choice: random.Random, mask: Any) -> int:
    return int(choice.choice(np.flatnonzero(mask).tolist()))


def test_a_whole_game_is_the_game_of_that_seed(module: Any) -> None:
    env, choice = module.env(players=3), random.Random(1)
    env.reset(seed=11)
    name = env.metadata["name"].removesuffix("_v2")
    game = tt.new(name, players=3, seed=11)
    for agent in env.agent_iter():
        observation, _, ended, _, _ = env.last()
        if ended:
            break
        seat = env.unwrapped.seat(agent)
        assert seat == game.turn
        assert np.flatnonzero(observation["action_mask"]).tolist() == sorted(game.legal_actions)
        action = pick(choice, observation["action_mask"])
        game.push_action(action)
        env.step(action)
    outcome = game.outcome()
    assert outcome is not None
    assert sum(env.rewards.values()) == pytest.approx(1.0)
    for seat, agent in enumerate(env.possible_agents):
        assert (env.rewards[agent] > 0) == (seat in outcome.winners)
        assert env.infos[agent] == {"score": outcome.scores[seat], "place": outcome.places[seat]}
    while env.agents:
        env.step(None)


def test_in_the_parallel_environment_those_who_decide_at_once_do_so_in_one_step(module: Any) -> None:
    env, choice = module.parallel_env(players=2), random.Random(2)
    observations, _ = env.reset(seed=3)
    steps = together = 0
    while env.agents:
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        asked = [agent for agent, mask in masks.items() if not mask[env.wait]]
        assert [env.seat(agent) for agent in asked] == list(env.table.game.waiting)
        assert all(mask.sum() == 1 for agent, mask in masks.items() if agent not in asked)
        together += len(asked) > 1
        observations, gains, ended, _, infos = env.step({agent: pick(choice, mask) for agent, mask in masks.items()})
        steps += 1
    assert env.table.game.ply == steps + together
    assert set(ended.values()) == {True}
    assert sum(gains.values()) == pytest.approx(1.0)
    assert all("place" in info for info in infos.values())


def test_seats_that_decide_at_once_see_nothing_of_it() -> None:
    from tabletown.env import milton_keynes_v2

    env = milton_keynes_v2.env(players=3)
    env.reset(seed=1)
    choice = random.Random(4)
    while len(env.unwrapped.table.game.waiting) < 3:
        env.step(pick(choice, env.last()[0]["action_mask"]))
    first, waiting = env.agent_selection, env.unwrapped.table.game.waiting
    others = [f"player_{seat}" for seat in waiting if f"player_{seat}" != first]
    before = [env.observe(agent)["observation"] for agent in others]
    while env.agent_selection == first:
        env.step(pick(choice, env.last()[0]["action_mask"]))
    assert all(np.array_equal(a, env.observe(b)["observation"]) for a, b in zip(before, others, strict=True))


def test_an_illegal_action_says_so_and_changes_nothing() -> None:
    env = uptown_v2.env()
    env.reset(seed=7)
    mask = env.last()[0]["action_mask"]
    with pytest.raises(IllegalMove, match="is not legal for seat 1 at ply 0"):
        env.step(int(mask.argmin()))
    with pytest.raises(IllegalMove, match="player_1 is to act"):
        env.step(None)
    assert env.unwrapped.table.game.ply == 0


def test_an_illegal_step_of_all_seats_says_whose_it_is_and_changes_nothing() -> None:
    env = uptown_v2.parallel_env()
    observations, _ = env.reset(seed=7)
    legal, illegal = (int(f(observations["player_1"]["action_mask"])) for f in (np.argmax, np.argmin))
    for actions, error in [
        ({"player_0": env.wait, "player_1": illegal}, f"action {illegal} is not legal for player_1 now"),
        ({"player_0": 0, "player_1": legal}, f"player_0 is not asked and has to wait: action {env.wait}, not 0"),
        ({"player_1": legal}, "player_0 has chosen nothing"),
    ]:
        with pytest.raises(IllegalMove, match=error):
            env.step(actions)
    assert env.table.game.ply == 0


def test_games_without_a_seed_follow_from_the_last_one() -> None:
    digests = []
    for _ in range(2):
        env = uptown_v2.env()
        env.reset(seed=5)
        env.reset()
        digests.append(env.unwrapped.table.game.digest())
    assert digests[0] == digests[1] != tt.new("uptown", players=2, seed=5).digest()


def test_a_seed_that_cannot_be() -> None:
    with pytest.raises(OptionError, match="a seed is a whole number"):
        uptown_v2.env().reset(seed=-1)


def test_pictures() -> None:
    env = uptown_v2.env(render_mode="ansi")
    env.reset(seed=7)
    assert env.render().startswith("UpTown, Round 1")
    env = uptown_v2.env(render_mode="rgb_array")
    env.reset(seed=7)
    picture = env.render()
    assert (picture.dtype, picture.shape[1:]) == (np.uint8, (1000, 3))
    assert picture.std() > 10
    assert uptown_v2.parallel_env().render() is None


def test_other_cards_reach_the_game() -> None:
    title = tt.games.get("uptown")
    table = tomllib.loads((title.folder / "cards.toml").read_text(encoding="utf-8"))
    for row in table["project_card"]:
        row["cost"] //= 2
    cards = title.read_cards(table)
    env = uptown_v2.env(cards=cards)
    env.reset(seed=7)
    assert env.unwrapped.table.game.cards is cards


@pytest.mark.parametrize(
    ("arguments", "kind", "error"),
    [
        ({"players": 7}, OptionError, "is for 2 to 4 players, not 7"),
        ({"options": {"rain": True}}, OptionError, "has no option 'rain'"),
        ({"observations": "smell"}, EnvError, "observations are 'flat' or 'dict', not 'smell'"),
        ({"render_mode": "human"}, EnvError, "render_mode is None, 'ansi' or 'rgb_array', not 'human'"),
    ],
)
def test_arguments_that_cannot_be(arguments: Any, kind: type[Exception], error: str) -> None:
    with pytest.raises(kind, match=error):
        uptown_v2.env(**arguments)


def test_nothing_is_played_before_it_is_dealt() -> None:
    with pytest.raises(EnvError, match=r"call reset\(\) first"):
        uptown_v2.raw_env(render_mode="ansi").render()


def test_the_first_version_remains() -> None:
    """An agent that has learned from observations of version 1 can go on."""
    from tabletown.env import uptown_v1

    env = uptown_v1.env(players=2)
    env.reset(seed=7)
    assert env.metadata["name"] == "uptown_v1"
    assert env.last()[0]["observation"].shape == (2302,)


def test_every_title_has_its_module() -> None:
    module = importlib.import_module("tabletown.env.penny_lane_v2")
    assert {"env", "raw_env", "parallel_env"} <= set(dir(module))
    with pytest.raises(AttributeError, match="but no vector_env"):
        _ = module.vector_env
    with pytest.raises(ImportError):
        importlib.import_module("tabletown.env.chess_v2")
