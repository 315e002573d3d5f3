"""The titles as games of OpenSpiel: its own simulation, and what its algorithms rely on."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest

from tabletown import games
from tabletown.engine.errors import OptionError
from tabletown.engine.game import Game
from tabletown.env import Observer, open_spiel


def dealt(name: str, deal: bytes = bytes(4)) -> Any:
    state = pyspiel.load_game(name).new_initial_state()
    for digit in deal:
        assert state.is_chance_node()
        state.apply_action(digit)
    return state


def play(state: Any, plies: int, seed: int = 0) -> None:
    choice = random.Random(seed)
    for _ in range(plies):
        if not state.is_terminal():
            state.apply_action(choice.choice(state.legal_actions()))


@pytest.mark.parametrize("name", open_spiel.names())
def test_random_simulation(name: str) -> None:
    """OpenSpiel's own test of a game: legal actions, masks, observations, clones, returns, at every step."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def test_random_simulation_of_a_fixed_deal_that_is_saved_at_every_step() -> None:
    game = pyspiel.load_game("tabletown_uptown(players=3,seed=7)")
    assert not game.new_initial_state().is_chance_node()
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", open_spiel.names())
def test_a_saved_state_is_read_back(name: str) -> None:
    state = dealt(name)
    play(state, 40)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert str(again) == str(state)
    assert again.history() == state.history()
    play(state, 10_000, seed=1)
    play(again, 10_000, seed=1)
    assert again.returns() == state.returns()
    assert sum(state.returns()) == 1.0


@pytest.mark.parametrize("name", open_spiel.names())
def test_imagined_worlds_are_those_that_the_player_cannot_tell_apart(name: str) -> None:
    state, sampler = dealt(name), random.Random(3)
    differ = 0
    for ply in range(30):
        player = state.current_player()
        world = state.resample_from_infostate(player, sampler.random)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_string(player) == state.observation_string(player)
        assert (world.current_player(), world.legal_actions()) == (player, state.legal_actions())
        differ += world.data.game.digest() != state.data.game.digest()
        play(world, 1, seed=ply)
        assert world.information_state_string(player) != state.information_state_string(player)
        play(state, 1, seed=ply)
    assert differ > 20


def test_players_remember_what_they_can_see_no_more() -> None:
    """Two ways to the same view: an observation cannot tell them apart, an information state does."""
    state = dealt("tabletown_uptown")
    play(state, 12)
    player, other = state.current_player(), state.clone()
    world = other.data.game.view(player).imagine(5)
    other.data = open_spiel.StateData(Game(world.title, world.cards, world.states, seed=None))
    assert other.observation_string(player) == state.observation_string(player)
    assert other.information_state_string(player) != state.information_state_string(player)


def test_the_deal_is_in_no_information_state() -> None:
    """Deals whose first difference is covered look the same to everybody until it is turned up."""
    game = dealt("tabletown_uptown", b"\x01\x02\x03\x04")
    text = game.information_state_string(0)
    assert str(0x01020304) not in text
    assert '"chance"' not in text


def test_observations_are_those_of_the_observer() -> None:
    state = dealt("tabletown_uptown(players=3)")
    play(state, 9)
    observer = Observer(games.get("uptown"), 3)
    for player in range(3):
        expected = observer.flat(state.data.game.view(player))
        assert np.array_equal(np.array(state.observation_tensor(player), np.float32), expected)
    assert state.get_game().observation_tensor_size() == observer.size


def test_clones_are_independent() -> None:
    state = dealt("tabletown_uptown")
    other = state.clone()
    before = str(state), state.information_state_string(0)
    play(other, 5)
    assert (str(state), state.information_state_string(0)) == before
    assert str(other) != str(state)


def test_a_search_of_open_spiel_plays() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    state = dealt("tabletown_uptown")
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=state.get_game(), uct_c=1.5, max_simulations=8, evaluator=rollouts, random_state=np.random.RandomState(2)
    )
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_moves_have_their_text() -> None:
    state = dealt("tabletown_uptown(players=3,seed=7)", b"")
    moves = [state.action_to_string(action) for action in state.legal_actions()]
    assert moves == ["discard", "play city-park"]
    assert state.action_to_string(0, 26) == "site 1 3"  # no move now: the verb and its numbers


@pytest.mark.parametrize(
    ("parameters", "error"),
    [("players=9", "is for 2 to 4 players, not 9"), ("options=rain", "has no option 'rain'")],
)
def test_what_a_title_does_not_have_is_refused(parameters: str, error: str) -> None:
    with pytest.raises(OptionError, match=error):
        pyspiel.load_game(f"tabletown_uptown({parameters})")


def test_options_reach_the_game() -> None:
    for name in games.names():
        title = games.get(name)
        if title.meta.options:
            options = "+".join(title.meta.options)
            state = dealt(f"tabletown_{name}(options={options},seed=1)", b"")
            assert title.options_names(int(state.data.game.state.options)) == list(title.meta.options)


def test_the_floats_of_an_information_state_remember() -> None:
    """The view as an observer sees it, then the hash: the same for what a player cannot tell apart, else another."""
    state = dealt("tabletown_uptown", bytes([1, 2, 3, 4]))
    size = Observer("uptown", 2).size
    assert state.get_game().information_state_tensor_shape() == [size + open_spiel.RECALL_BITS]
    seen: list[tuple[str, bytes]] = []
    while not state.is_terminal() and len(seen) < 12:
        for player in range(2):
            floats = np.array(state.information_state_tensor(player), np.float32)
            assert np.array_equal(floats[:size], np.array(state.observation_tensor(player), np.float32))
            seen.append((state.information_state_string(player), floats.tobytes()))
        world = state.resample_from_infostate(0, random.Random(len(seen)).random)
        assert world.information_state_tensor(0) == state.information_state_tensor(0)
        state.apply_action(state.legal_actions()[0])
    assert len(seen) == len({text for text, _ in seen}) == len({floats for _, floats in seen})


def test_neural_fictitious_self_play_runs() -> None:
    """OpenSpiel's NFSP learns from the floats of information states; a few games are enough to see that it does."""
    rl_environment = pytest.importorskip("open_spiel.python.rl_environment")
    nfsp = pytest.importorskip("open_spiel.python.pytorch.nfsp")
    environment = rl_environment.Environment(
        pyspiel.load_game("tabletown_uptown(players=2,seed=3)"),
        observation_type=rl_environment.ObservationType.INFORMATION_STATE,
    )
    size = environment.observation_spec()["info_state"][0]
    agents = [
        nfsp.NFSP(
            player,
            size,
            environment.action_spec()["num_actions"],
            [16],
            reservoir_buffer_capacity=200,
            anticipatory_param=0.5,
            batch_size=8,
            min_buffer_size_to_learn=8,
            learn_every=8,
        )
        for player in range(2)
    ]
    for _ in range(3):
        now = environment.reset()
        while not now.last():
            now = environment.step([agents[now.observations["current_player"]].step(now).action])
        for agent in agents:
            agent.step(now)
        assert sum(now.rewards) == 1
    assert all(agent.loss[0] is not None or agent.loss[1] is not None for agent in agents)
