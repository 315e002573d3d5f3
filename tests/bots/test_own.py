"""Bots of others: found by `module:Class` everywhere, listed by their own names, and replaced where they misbehave."""

import logging
import os
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots
from tabletown.bots import BadBot, Budget, UnknownBot, own
from tabletown.engine.position import Position
from tabletown.lab.arena import Match, play
from tabletown.lab.plan import Plan

from ..others import BOTS, only_here


@dataclass
class Fixed:
    """Answers always the same."""

    answer: object
    name: str = "fixed"
    blurb: str = "always says the same"

    def choose(self, view: Position, budget: Budget) -> int:
        return self.answer  # type: ignore[return-value]


class Numpy(Fixed):
    """Answers as NumPy does."""

    def __init__(self) -> None:
        super().__init__(0, "numpy", "takes the first choice")

    def choose(self, view: Position, budget: Budget) -> int:
        return np.int64(view.legal_actions[0])  # type: ignore[return-value]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots_of_others.py").write_text(BOTS)
    with only_here():
        before = dict(bots._added)
        yield
        bots._added.clear()
        bots._added.update(before)


@pytest.fixture
def view() -> Position:
    game = tt.new("uptown", players=2, seed=7)
    return game.view(game.turn or 0)


def test_a_bot_by_module_and_class(view: Position) -> None:
    bot = bots.get("bots_of_others:Bold")
    assert bot is bots.get("bots_of_others:Bold")
    assert (bot.name, bot.choose(view, Budget())) == ("bold", view.legal_actions[-1])
    assert "bold" not in bots.names()  # it was asked for, not offered


def test_a_bot_is_listed_by_its_own_name() -> None:
    bots.add("bots_of_others:Bold")
    assert bots.names() == [*bots.own_names(), "bold"]
    assert bots.get("bold") is bots.get("bots_of_others:Bold")
    assert os.environ[own.OFFERED] == "bots_of_others:Bold"  # so processes that this one starts list it, too
    bots.add("bots_of_others:Bold")
    assert bots.names() == [*bots.own_names(), "bold"]
    with pytest.raises(BadBot, match="calls itself 'bold', as another bot here does"):
        bots.add("bots_of_others:Twin")


def test_an_object_is_added() -> None:
    bot = Fixed(0)
    assert bots.add(bot) is bot is bots.get("fixed")
    assert not bots.is_own(bot)
    assert bots.is_own(bots.get("greedy"))
    with pytest.raises(BadBot, match="Fixed calls itself 'search', as a bot of Tabletown does"):
        bots.add(Fixed(0, "search"))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("no_such_module:Bold", "there is no module no_such_module, neither here nor installed"),
        ("bots_of_others:Brave", "bots_of_others has no Brave"),
        ("bots_of_others:Forger", "bots_of_others:Forger calls itself 'greedy', as a bot of Tabletown does"),
        ("bots_of_others:Mute", "bots_of_others:Mute is no bot: it has no blurb"),
        ("bots_of_others:Needy", r"Needy\(\) fails: TypeError: .*; a bot is made without arguments"),
        ("bots_of_others.py:Bold", "there is no module bots_of_others.py"),
        ("os:path", "os:path is no bot: it has no name"),
        ("broken_bots:Bold", "broken_bots cannot be imported: ZeroDivisionError"),
        (":", "':' is no bot: one of your own is named as module:Class"),
    ],
)
def test_what_is_no_bot(name: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "broken_bots.py").write_text("1 / 0\n")
    with pytest.raises(BadBot, match=says):
        bots.get(name)


def test_an_unknown_name_tells_all_ways() -> None:
    with pytest.raises(UnknownBot, match=r"there is no bot 'stockfish'; .*\(\.npz\), and your own as module:Class"):
        bots.get("stockfish")


def test_the_arena_replaces_and_names_what_misbehaves() -> None:
    match = Match("uptown", ("bots_of_others:Liar", "bots_of_others:Crash", "greedy"), games=3, players=3, seconds=0.0)
    with ThreadPoolExecutor(1) as pool:
        result = play(match, pool)
    said = {text for game in result.played for text in game.mishaps}
    assert any(text.startswith("liar answered illegally: 9999 at ply") for text in said)
    assert any(text.startswith("crash crashed: RuntimeError at ply") for text in said)
    assert all(text.endswith("greedy answers instead") for text in said)
    assert [row.name for row in result.bots] == list(match.bots)


def test_the_arena_takes_objects_also_in_other_processes() -> None:
    match = pickle.loads(pickle.dumps(Match("uptown", (Numpy(), "uniform"), games=2, seconds=0.0)))  # type: ignore[arg-type]
    with ThreadPoolExecutor(1) as pool:
        result = play(match, pool)
    assert [row.name for row in result.bots] == ["numpy", "uniform"]
    assert not any(game.mishaps for game in result.played)
    with pytest.raises(BadBot, match="Fixed calls itself 'greedy'"):
        Match("uptown", (Fixed(0, "greedy"),))  # type: ignore[arg-type]


def test_the_lab_notices_a_changed_bot(tmp_path: Path) -> None:
    plan = Plan("uptown", ("bots_of_others:Bold", "greedy"), games=2).checked()
    assert plan.own
    (tmp_path / "bots_of_others.py").write_text(BOTS + "\n")
    assert plan.checked().difference(plan).startswith("own ")
    assert Plan.from_json(plan.as_json()) == plan
    assert Plan("uptown", ("greedy",), games=2).checked().own == ""


def test_an_opponent_that_misbehaves_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("gymnasium")
    from tabletown.env.gymnasium import SeatEnv

    env = SeatEnv("uptown", opponents="bots_of_others:Liar", seat=1)
    with caplog.at_level(logging.WARNING):
        _, info = env.reset(seed=1)
        for _ in range(6):
            if "mishaps" in info:
                break
            _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert info["mishaps"][0].startswith("liar answered illegally: 9999")
    assert "liar answered illegally" in caplog.text


def test_a_bot_that_makes_no_player_plays_itself(caplog: pytest.LogCaptureFixture) -> None:
    bot = Numpy()
    bot.for_game = lambda: None  # type: ignore[attr-defined]
    assert bots.for_game(bot) is bot
    assert "numpy" in caplog.text
