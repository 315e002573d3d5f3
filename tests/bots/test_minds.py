"""Minds: the forward pass, what fits and what is refused, and the bots that play with them."""

import logging
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots, games
from tabletown.bots import Budget, Master, Reflex
from tabletown.bots.minds import mind as minds
from tabletown.bots.minds.mind import Mind, mind_of, read_mind, write_mind
from tabletown.bots.minds.network import MindError, Network, rounded
from tabletown.bots.minds.network_kernel import MOST, ONE
from tabletown.engine.observer import TitleObserver

from ..marks import quick_if
from .minds import card, random_mind, random_network

ROOT = Path(__file__).parents[2]
TITLES = games.names()
MEGABYTE = 1_000_000


# --- The forward pass -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
def test_a_look_is_what_the_network_of_floats_says(title: str) -> None:
    """Within the rounding of inputs, weights and activations, for any number of players."""
    network, layers = random_network(title)
    mind, rng = Mind(network, card(title)), random.Random(title)
    *hidden, policy, chances = layers
    for players in {games.get(title).meta.players[0], games.get(title).meta.players[1]}:
        game, observer = tt.new(title, players=players, seed=4), TitleObserver(games.get(title), players)
        for _ in range(40):
            seat = game.turn
            if seat is None:
                break
            view, actions = game.view(seat), game.legal_actions_of(seat)
            values = observer.flat(view).astype(np.float64)
            for weights, bias in hidden:
                values = np.clip(values @ weights + bias, 0, MOST / ONE)
            look = mind.look(view)
            expected = (policy[0] @ values + policy[1])[actions]
            assert np.abs(look.logits(actions) / 1024 - expected).max() < 0.05
            foreseen = np.exp((chances[0] @ values + chances[1])[:players])
            foreseen = np.roll(foreseen / foreseen.sum(), seat)
            assert np.abs(np.array(look.chances()) - foreseen).max() < 0.02
            assert abs(sum(look.chances()) - 1) < 1e-12
            game.push_action(rng.choice(actions), seat)


LOOKS = """
import tabletown as tt
from tabletown.bots import Budget, Master
from tests.bots.minds import random_mind

mind, game = random_mind("uptown", (12, 8)), tt.new("uptown", players=3, seed=2)
for _ in range(3):
    view = game.view(game.turn)
    look = mind.look(view)
    print(look.logits(game.legal_actions).tolist(), look.chances())
    game.push_action(Master(mind).choose(view, Budget(iterations=12, seed=game.ply)))
print(game.digest())
"""


def test_compiled_or_not_a_mind_sees_the_same() -> None:
    printed = []
    for interpreted in ("0", "1"):
        ran = subprocess.run(
            [sys.executable, "-c", LOOKS], cwd=ROOT, env=os.environ | {"NUMBA_DISABLE_JIT": interpreted},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        printed.append(ran.stdout)
    assert printed[0] == printed[1]


def test_a_layer_keeps_as_many_bits_as_its_sums_allow() -> None:
    weights = np.array([[0.5, -1.0], [0.25, 2.0]])
    exact = rounded(weights, np.zeros(2), ONE, head=False)
    assert exact.bits == 14 - 1  # 2.0 needs one bit before the point
    assert np.array_equal(exact.floats[0], weights)
    heavy = rounded(np.full((4096, 1), 1.9), np.zeros(1), MOST, head=False)
    assert heavy.bits < exact.bits
    with pytest.raises(MindError, match="too large"):
        rounded(np.full((2, 1), 1e5), np.zeros(1), ONE, head=False)


# --- What fits and what is refused ----------------------------------------------------------------------------------


def test_a_mind_is_written_and_read(tmp_path: Path) -> None:
    mind = random_mind("uptown")
    told = replace(mind.card, plies={"2": 50}, temperatures={"2": [1.0, 2.0, 0.5]}, training={"decisions": 7})
    write_mind(tmp_path / "mind", mind.network, told)
    again = read_mind(tmp_path / "mind")
    assert again.card == told
    assert np.array_equal(mind.network.weights, again.network.weights)
    assert np.array_equal(mind.network.biases, again.network.biases)
    assert again.lengths[2] == 50
    assert again.temperatures[2].tolist() == [1024, 512, 2048]
    game = tt.new("uptown", players=2, seed=1)
    assert game.turn is not None
    warm, cool = again.look(game.view(game.turn)).chances(), mind.look(game.view(game.turn)).chances()
    assert warm == cool  # the first third has the temperature 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": 9}, r"learned the rules uptown/9, and these are uptown/1"),
        ({"observations": 7}, r"takes observations of version 7; this release has 1 and 2"),
        ({"features": "0"}, "trained with other observations"),
        ({"observations": 1}, "trained with other observations"),
        ({"title": "penny_lane"}, "trained with other observations"),
        ({"title": "downtown"}, "downtown"),
    ],
)
def test_a_mind_that_does_not_fit_is_refused_in_words(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    network, _ = random_network("uptown")
    write_mind(tmp_path, network, replace(card("uptown"), **changes))  # type: ignore[arg-type]
    with pytest.raises(MindError, match=message):
        read_mind(tmp_path)
    with pytest.raises(MindError, match="cannot be used"):
        bots.get(str(tmp_path / minds.WEIGHTS))
    with pytest.raises(bots.PolicyError, match="there is no file"):
        bots.get(str(tmp_path / "other.npz"))  # what else lies beside a card is no mind


def test_damaged_files_are_refused_in_words(tmp_path: Path) -> None:
    network, _ = random_network("uptown")
    write_mind(tmp_path, network, card("uptown"))
    arrays = network.arrays()
    for change, message in (
        ({"policy": arrays["policy"][:, :5]}, "do not fit together"),
        ({"policy": arrays["policy"].astype(float)}, "no 'policy' of the right kind"),
        ({"hidden_1": np.full_like(arrays["hidden_1"], 32767)}, "too large"),
        ({"hidden_1_bits": np.array(60)}, "not whole"),
    ):
        np.savez(tmp_path / minds.WEIGHTS, **(arrays | change))  # type: ignore[arg-type]
        with pytest.raises(MindError, match=message):
            read_mind(tmp_path)
    (tmp_path / minds.WEIGHTS).write_text("no numbers")
    with pytest.raises(MindError, match="damaged"):
        read_mind(tmp_path)
    (tmp_path / minds.CARD).write_text("title = 'uptown'")
    np.savez(tmp_path / minds.WEIGHTS, **arrays)  # type: ignore[arg-type]
    with pytest.raises(MindError, match="does not say title, rules"):
        read_mind(tmp_path)
    (tmp_path / minds.CARD).unlink()
    with pytest.raises(MindError, match=r"no card\.toml"):
        read_mind(tmp_path)
    (tmp_path / minds.WEIGHTS).unlink()
    with pytest.raises(MindError, match=r"no weights\.npz"):
        read_mind(tmp_path)


def test_for_a_mind_that_does_not_fit_search_plays_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    newer = replace(games.get("uptown"), folder=tmp_path)
    network, _ = random_network("uptown")
    write_mind(tmp_path / minds.FOLDER, network, replace(card("uptown"), rules=2))
    game = tt.Game.new(newer, 2, 1, cards=games.get("uptown").cards)
    assert game.turn is not None
    view, budget = game.view(game.turn), Budget(iterations=60, seed=3)
    with caplog.at_level(logging.WARNING):
        choices = {bots.get(name).choose(view, budget) for name in ("reflex", "master", "search")}
    assert len(choices) == 1
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 1
    assert "learned the rules uptown/2, and these are uptown/1" in said[0]
    assert said[0].endswith("search plays in its place")


def test_without_a_mind_search_plays(caplog: pytest.LogCaptureFixture) -> None:
    bare = replace(games.get("uptown"), folder=ROOT / "tests")
    game = tt.Game.new(bare, 2, 1, cards=games.get("uptown").cards)
    assert game.turn is not None
    assert mind_of(bare) is None
    view, budget = game.view(game.turn), Budget(iterations=60, seed=3)
    assert len({bots.get(name).choose(view, budget) for name in ("reflex", "master", "search")}) == 1
    assert not caplog.records


@pytest.mark.parametrize("title", TITLES)
def test_the_minds_of_the_package_fit_and_are_small(title: str) -> None:
    folder = games.get(title).folder / minds.FOLDER
    mind = read_mind(folder)
    assert mind is not None
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 8 * MEGABYTE
    fewest, most = games.get(title).meta.players
    for players in range(fewest, most + 1):
        assert mind.card.plies[str(players)] > 20
        assert all(0.4 < warmth < 2.5 for warmth in mind.card.temperatures[str(players)])
    assert mind.card.training["decisions"] > 0
    assert mind.card.strength


# --- The bots -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", quick_if(lambda title: title in ("uptown", "penny_lane"), TITLES))
def test_reflex_beats_greedy(title: str) -> None:
    """At least 48 of 60 games, each deal from both seats; the docs say more than that."""
    won = 0.0
    for number in range(60):
        game, own = tt.new(title, players=2, seed=500 + number // 2), number % 2
        while (seat := game.turn) is not None:
            bot = bots.get("reflex" if seat == own else "greedy")
            game.push_action(bot.choose(game.view(seat), Budget(seed=game.ply)), seat)
        outcome = game.outcome()
        assert outcome is not None
        won += (own in outcome.winners) / len(outcome.winners)
    assert won >= 45, f"reflex won {won} of 60"


@pytest.mark.parametrize("title", quick_if(lambda title: title != "milton_keynes", TITLES))
def test_master_repeats_itself_and_compares_what_the_mind_likes(title: str) -> None:
    master, rng = Master(random_mind(title)), random.Random(2)
    game = tt.new(title, players=3, seed=6)
    for _ in range(30):
        seat = game.turn
        if seat is None:
            break
        view = game.view(seat)
        actions = view.sensible_actions_of(seat)
        rated = master.rated_actions(view, Budget(iterations=64, seed=5))
        assert rated == master.rated_actions(view, Budget(iterations=64, seed=5))
        assert {option.action for option in rated} <= set(actions)
        assert all(0 <= option.chance <= 1 for option in rated)
        if len(actions) > 1:
            assert 60 <= sum(option.visits for option in rated) <= 64 + 12 * 4
        game.push_action(rng.choice(actions), seat)


def test_where_seats_decide_in_secret_minds_draw() -> None:
    """The same view leads to different choices with different seeds, and only to likely ones."""
    title = "paper_skylines"
    mind, game = random_mind(title), tt.new(title, players=3, seed=3)
    assert len(game.waiting) > 1
    view = game.view(game.waiting[0])
    for bot in (Reflex(mind), Master(mind)):
        chosen = {bot.choose(view, Budget(iterations=20, seed=seed)) for seed in range(40)}
        assert len(chosen) > 1
        assert chosen <= set(view.legal_actions_of(game.waiting[0]))


def test_a_mixed_bot_has_good_and_bad_days() -> None:
    game = tt.new("uptown", players=2, seed=3)
    assert game.turn is not None
    first = bots.from_policy(lambda _, mask: int(np.flatnonzero(mask)[0]))
    last = bots.from_policy(lambda _, mask: int(np.flatnonzero(mask)[-1]))
    mixed = bots.Mixed("mixed", "now this, now that", first, last, share=0.25)
    legal, view = game.legal_actions, game.view(game.turn)
    chosen = [mixed.choose(view, Budget(seed=seed)) for seed in range(400)]
    assert set(chosen) == {legal[0], legal[-1]}
    assert 0.15 < chosen.count(legal[-1]) / 400 < 0.35
    with pytest.raises(ValueError, match="from 0 to 1, not 2"):
        bots.Mixed("mixed", "", first, last, share=2)


def test_networks_know_their_shape() -> None:
    network, _ = random_network("uptown", (16, 8))
    assert network.shape[1:] == (16, 8)
    assert Network.from_arrays(network.arrays()).shape == network.shape
