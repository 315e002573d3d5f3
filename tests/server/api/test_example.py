"""The example bot takes a seat on a running site and plays to the end, whatever happens to its connection."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import tabletown
from tabletown.bots import Budget, from_policy

from ...bots.policies import saved
from ..visitors import OFTEN, PATIENCE_S, StartSite, wait_until
from .conftest import Join
from .programs import Program


@contextmanager
def start_bot(link: str, *options: str) -> Iterator[subprocess.Popen[str]]:
    """The example bot in a process of its own, which ends with the test."""
    environment = {**os.environ, "PYTHONPATH": str(Path(tabletown.__file__).parents[1])}
    command = [sys.executable, "-m", "tabletown.examples.site_bot", link, *options]
    with subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        try:
            yield child
        finally:
            child.kill()


def link_of(program: Program) -> str:
    return f"{program.http.base_url.copy_with(path='')}/tables/{program.table}".replace("//tables", "/tables")


def play_until_over(program: Program) -> None:
    """Make the first move whenever it is our turn."""
    seen = program.look()
    while seen["outcome"] is None:
        if seen["moves"]:
            program.move(seen)
        else:
            program.wait(seen)
        seen = program.look()


def test_it_plays_to_the_end(ada: Program) -> None:
    ada.set_table("me", "open")
    with start_bot(link_of(ada), "--bot", "greedy", "--name", "Robo") as child:
        play_until_over(ada)
        out, err = child.communicate(timeout=PATIENCE_S)
    assert child.returncode == 0, err
    assert re.fullmatch(r"(?:\d\. (?:Ada|Robo) +-?\d+\n){2}", out)


def test_a_policy_plays_a_seat(ada: Program, tmp_path: Path) -> None:
    """The file that training leaves sits down over the API, and every move of its seat is the policy's."""
    agent = saved(tmp_path / "agent.npz")
    ada.set_table("me", "open")
    with start_bot(link_of(ada), "--bot", str(agent), "--name", "Agent") as child:
        play_until_over(ada)
        out, err = child.communicate(timeout=PATIENCE_S)
    assert child.returncode == 0, err
    assert "Agent" in out
    game, policy = tabletown.loads(ada.get(f"/tables/{ada.table}/record").text), from_policy(agent)
    decisions = 0
    for ply, made in enumerate(game.history):
        before = game.at(ply)
        if made.seat == 1 and len(before.legal_actions_of(1)) > 1:
            decisions += 1
            assert made.action == policy.choose(before.view(1), Budget())
    assert decisions > 5


@pytest.mark.exhaustive
def test_it_comes_back(start: StartSite, join: Join, tmp_path: Path) -> None:
    """The site stops and starts again, and so does the bot: it finds its seat."""
    site = start(player_rate=OFTEN)
    ada = join("Ada", site)
    ada.set_table("me", "open")
    token = tmp_path / "token"
    with start_bot(link_of(ada), "--bot", "random", "--keep", str(token)) as child:
        wait_until(lambda: ada.look()["seats"][1]["kind"] == "human")
        site.stop()
        again = start(port=site.port, player_rate=OFTEN)
        back = join(None, again)
        back.token, back.table = ada.token, ada.table
        wait_until(lambda: bool(back.look()["moves"]) or back.digest()[0] > 3)
        child.terminate()
    with start_bot(link_of(back), "--bot", "random", "--keep", str(token)) as child:
        play_until_over(back)
        out, err = child.communicate(timeout=PATIENCE_S)
    assert child.returncode == 0, err
    assert "Ada" in out
    assert token.stat().st_mode & 0o077 == 0


def test_a_table_without_an_open_seat(ada: Program) -> None:
    ada.set_table("me", "me")
    with start_bot(link_of(ada), "--bot", "random") as child:
        _, err = child.communicate(timeout=PATIENCE_S)
    assert child.returncode == 1
    assert "There is no open seat" in err
