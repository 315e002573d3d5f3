"""`tabletown train`: a tiny run on the CPU, and what it refuses."""

from pathlib import Path

from .conftest import Run

TINY = ("--device", "cpu", "--games", 64, "--decisions", 1500, "--imitation", 0, "--hidden", "16,8", "--checkpoints", 2)


def test_a_tiny_run_can_be_repeated_and_go_on(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    ran = run("train", "uptown", *TINY, "-o", folder, "--exam", 2)
    assert ran.code == 0, ran.err
    assert "the mind is in" in ran.out
    assert {path.name for path in folder.iterdir()} >= {"mind", "curves.svg", "log.jsonl", "state.pt", "checkpoints"}
    again = run("train", "uptown", *TINY, "-o", folder)  # all decisions are made
    assert again.code == 0
    assert again.out.split(";")[0] == ran.out.split(";")[0]
    begun = run("train", "uptown", *TINY, "-o", tmp_path / "other", "--begin", folder / "mind")
    assert begun.code == 0


def test_what_it_refuses(run: Run, tmp_path: Path) -> None:
    for arguments, words in (
        (("--hidden", "wide"), "like 512,256,256, not 'wide'"),
        (("--players", "2,7"), "2 to 4 players, not 7"),
        (("--steps", 20), "steps that 16 minibatches divide evenly"),
        (("--league", 0.8, "--native", 0.4), "leave some for itself"),
        (("--begin", tmp_path), "no weights.npz"),
    ):
        ran = run("train", "uptown", *TINY, "-o", tmp_path / "run", *arguments)
        assert ran.code == 2
        assert words in ran.err
    ran = run("train", "uptown", "--device", "cuda", "-o", tmp_path / "run")
    assert ran.code == 2
    assert "no CUDA device" in ran.err
