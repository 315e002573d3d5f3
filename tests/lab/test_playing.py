"""Playing batches: the same games whatever plays them, and nobody looks at what is hidden."""

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tabletown import games
from tabletown.bots.minds import reflex_policy
from tabletown.bots.minds.network import POWERS
from tabletown.bots.native import NATIVE, PLIES
from tabletown.engine import chance
from tabletown.engine.cuda_device import require_cuda
from tabletown.engine.errors import NoDevice
from tabletown.engine.game import Game
from tabletown.engine.state import blank
from tabletown.lab import native, playing
from tabletown.lab.card_sets import CardSource
from tabletown.lab.errors import LabError
from tabletown.lab.native import kernels
from tabletown.lab.plan import Plan, Seating
from tabletown.lab.playing import play_natively, play_with_bots
from tabletown.lab.snapshots import GameStats

from ..marks import quick_if

UPTOWN = games.get("uptown")


def seatings(plan: Plan) -> list[Seating]:
    return [plan.seating(number) for number in range(plan.games)]


def natively(plan: Plan) -> GameStats:
    title = games.get(plan.title)
    return play_natively(title, plan.sets[0].cards(title), plan.players, seatings(plan))


def same(one: GameStats, other: GameStats) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(vars(one).values(), vars(other).values(), strict=True))


def test_random_play_is_the_engine_s() -> None:
    plan = Plan("uptown", ("uniform",), games=20, players=3, seed=5)
    stats, states = natively(plan), blank(UPTOWN.dtype, 20)
    for n, seating in enumerate(seatings(plan)):
        UPTOWN.loops.random_games(
            states[n : n + 1], UPTOWN.cards.data, UPTOWN.blank, seating.seed, 1, 3, 0, UPTOWN.scratch()
        )
    assert stats.plies.tolist() == states["ply"].tolist()
    assert stats.first.tolist() == states["start"].tolist()


def test_a_game_depends_on_its_seed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan("uptown", ("quick", "uniform"), games=12, players=2)
    together = natively(plan)
    monkeypatch.setattr(native, "SNAPSHOT_BYTES", 0)
    monkeypatch.setattr(native, "LEAST_SNAPSHOTS", 100)  # room for a game or two at a time
    assert same(natively(plan), together)


@pytest.mark.parametrize(
    ("strong", "weak", "number"),
    [("quick", "uniform", 100), pytest.param("keen", "quick", 400, marks=pytest.mark.exhaustive)],
)
def test_quick_beats_random_play_and_keen_beats_quick(strong: str, weak: str, number: int) -> None:
    plan = Plan("penny_lane", (strong, weak), games=number)
    stats = natively(plan)
    sat = np.array([[name == strong for name in seating.names] for seating in seatings(plan)])
    assert (stats.places[sat] == 1).mean() > 0.52


def test_a_game_that_finds_no_room_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "SNAPSHOT_BYTES", 0)
    monkeypatch.setattr(native, "LEAST_SNAPSHOTS", 3)
    with pytest.raises(LabError, match="longer than 3 turns"):
        natively(Plan("uptown", games=1))


@pytest.mark.parametrize("name", ["uptown", "penny_lane"])
def test_a_quick_move_depends_on_what_the_seat_sees_alone(name: str) -> None:
    """In worlds that the seat cannot tell apart the same noise leads to the same plies, up to what they reveal."""
    title = games.get(name)
    native = kernels(title)
    world, lists = blank(title.dtype, 5), (title.scratch(), title.scratch())
    compared = 0
    for seed in range(12):
        game = Game.new(title, 2, seed)
        for _ in range(3 * seed):
            if (seat := game.turn) is not None:
                game.push_action(game.legal_actions_of(seat)[-1], seat)
        if (seat := game.turn) is None:
            continue
        plies = set()
        for other in range(4):
            imagined = game.view(seat).imagine(other)
            world[0] = imagined.states[0]
            native.make_move(world, title.cards.data[0], seat, NATIVE["quick"], PLIES, *lists, 12345)
            plies.add(_trace(title, imagined, world, seat))
        compared += len(title.cards.data)
        assert len(plies) == 1
    assert compared > 5


def _trace(title: Any, before: Any, after: Any, seat: int) -> tuple[int, ...]:
    """Which of the actions open to the seat was taken: seen from how long the move was and what is public after it."""
    state = after.view(np.recarray)[0]
    public = [int(state.ply)]
    for field in ("height", "account", "pennies", "length", "column", "used"):
        if field in title.dtype.names:
            public += np.asarray(state[field]).ravel().tolist()
    return tuple(public)


def test_bots_that_think_and_native_policies_share_a_table() -> None:
    plan = Plan("uptown", ("quick", "builder", "uniform"), games=3, players=3, iterations=8).checked()
    stats, mishaps = play_with_bots(plan, UPTOWN, UPTOWN.cards, seatings(plan))
    again, _ = play_with_bots(plan, UPTOWN, UPTOWN.cards, seatings(plan))
    assert same(stats, again)
    assert mishaps == []
    assert stats.leads is not None
    assert stats.taken is not None
    assert stats.owned.sum() > 0
    assert (stats.taken >= stats.owned).all()


@pytest.mark.parametrize(
    ("name", "players", "number"),
    [("uptown", 3, 6), ("penny_lane", 2, 6), pytest.param("paper_skylines", 2, 3, marks=pytest.mark.exhaustive)],
)
def test_the_mind_plays_natively_as_reflex_does(name: str, players: int, number: int) -> None:
    """The same games to the last point, where nobody decides in secret."""
    title, plan = games.get(name), Plan(name, ("reflex",), games=number, players=players, seed=3).checked()
    assert plan.native
    assert plan.mind
    stats, mishaps = play_with_bots(plan, title, title.cards, seatings(plan))
    assert mishaps == []
    assert same(natively(plan), stats)


def test_the_mind_shares_a_table_with_native_policies() -> None:
    plan = Plan("milton_keynes", ("reflex", "uniform"), games=6, players=3).checked()
    stats = natively(plan)
    assert same(natively(plan), stats)  # draws where seats decide in secret follow from the seed
    sat = np.array([[name == "reflex" for name in seating.names] for seating in seatings(plan)])
    assert (stats.places[sat] == 1).mean() > 0.6


def test_a_secret_choice_is_drawn_by_its_odds() -> None:
    logits, x, drawn = np.array([0, 1024, 500, -4000]), 12345, np.zeros(4)
    for _ in range(4000):
        x = chance.noise(x)
        drawn[reflex_policy.drawn(logits, 4, POWERS, x)] += 1
    odds = np.exp((logits - 1024) / 1024) * (logits >= 0)  # less than about a third as likely as the best: never
    np.testing.assert_allclose(drawn / drawn.sum(), odds / odds.sum(), atol=0.03)


def test_a_plan_knows_its_mind() -> None:
    """Another mind plays other games, so what was begun with one is not gone on with another."""
    plan = Plan("uptown", ("reflex",)).checked()
    other = replace(plan, mind="0123456789abcdef")
    assert plan.difference(other) == f"mind {plan.mind!r} instead of '0123456789abcdef'"
    assert not Plan("uptown", ("quick",)).checked().mind
    with pytest.raises(LabError, match="on a GPU only uniform and quick and keen play, not reflex"):
        Plan("uptown", ("reflex",), device="cuda").checked()


def test_other_cards_compile_nothing() -> None:
    """Cards are arguments: the compiled games play any set of them."""
    natively(Plan("uptown", games=2))
    native = kernels(UPTOWN)
    compiled = {name: len(f.signatures) for name, f in vars(native).items() if hasattr(f, "signatures")}
    assert compiled["play_games"] == 1
    dear = CardSource("dear", None, {"project_card.P01.cost": 9, "project_card.P02.a.prestige": 1})
    natively(Plan("uptown", games=2, sets=(dear,)))
    assert {name: len(f.signatures) for name, f in vars(native).items() if hasattr(f, "signatures")} == compiled


def final_digest(name: str, bot: str) -> str:
    """What the device makes of a few games, as a hash; run in Numba's simulator."""
    title, plan = games.get(name), Plan(name, (bot,), games=2)
    seats = seatings(plan)
    keys = np.array([seating.seed for seating in seats], np.uint64)
    states = playing.final_states_on_device(title, title.cards, 2, keys, playing.tries_by_seat(title, seats))
    return hashlib.sha256(states.tobytes()).hexdigest()


@pytest.mark.parametrize("bot", quick_if(lambda bot: bot == "uniform", ["uniform", "quick"]))
def test_a_device_plays_the_same_games(bot: str) -> None:
    simulated = {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}
    code = f"from tests.lab.test_playing import final_digest; print(final_digest('uptown', {bot!r}))"
    ran = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | simulated, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    plan = Plan("uptown", (bot,), games=2)
    finals, keys = blank(UPTOWN.dtype, 2), np.array([seating.seed for seating in seatings(plan)], np.uint64)
    snapshots, points = blank(UPTOWN.dtype, 500), np.zeros((500, 5), np.int32)
    actors, ends = np.zeros(500, np.int8), np.zeros(2, np.int64)
    kernels(UPTOWN).play_games(
        blank(UPTOWN.dtype, 5), UPTOWN.cards.data, UPTOWN.blank, keys, 2, 0,
        playing.tries_by_seat(UPTOWN, seatings(plan)), PLIES, UPTOWN.scratch(), UPTOWN.scratch(), snapshots, points,
        actors, ends,
    )  # fmt: skip
    finals[:] = snapshots[ends - 1]
    assert ran.stdout.strip() == hashlib.sha256(finals.tobytes()).hexdigest()


def test_without_a_device_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import cuda

    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(NoDevice, match="no CUDA device"):
        require_cuda()
