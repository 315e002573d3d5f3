"""`tabletown review`: a finished game, in words and as JSON, and what it refuses."""

from pathlib import Path

import tabletown as tt
from tabletown import bots

from .conftest import Run


def test_a_game_is_reviewed(run: Run, tmp_path: Path) -> None:
    game = tt.new("uptown", players=2, seed=5)
    while (seat := game.turn) is not None:
        game.push_action(bots.get("greedy").choose(game.view(seat), bots.Budget(seed=game.ply)), seat)
    path = tmp_path / "game.txt"
    tt.save(game, path, names=["Ann", "Bob"])
    shown = run("review", path)
    assert shown.code == 0, shown.err
    assert "own choices" in shown.out
    assert "Better: " in shown.out  # greedy always finds something to regret
    told = run("review", path, "--json").json
    assert told["players"] == ["Ann", "Bob"]
    assert len(told["choices"]) == sum(account["choices"] for account in told["accounts"])
    assert told["verdict"] in " ".join(shown.out.split())
    page = tmp_path / "review.html"
    assert run("review", path, "-o", page).code == 0
    assert "Ann" in page.read_text()
    run("review", path, "-o", tmp_path / "nowhere" / "page.html").refused("nowhere")


def test_what_it_refuses(run: Run, tmp_path: Path) -> None:
    game = tt.new("uptown", players=2, seed=5)
    running, position = tmp_path / "running.txt", tmp_path / "position.toml"
    tt.save(game, running)
    run("review", running).refused("not over")
    position.write_text(tt.position_text(game), encoding="utf-8")
    run("review", position).refused("single position")
