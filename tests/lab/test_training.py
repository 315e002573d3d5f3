"""Training: a small run on the CPU, what it learns from, and that it can go on."""

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import tabletown as tt
from tabletown import bots, games
from tabletown.bots.minds.mind import read_mind
from tabletown.engine.errors import OptionError
from tabletown.lab.errors import LabError
from tabletown.lab.training.curves import draw_curves, read_log
from tabletown.lab.training.duel import Duels
from tabletown.lab.training.leads import Leads
from tabletown.lab.training.learner import Learner
from tabletown.lab.training.learning import advantages, results
from tabletown.lab.training.rating import Examiner
from tabletown.lab.training.rollout import Batch, Onlookers, by_observer, by_seat
from tabletown.lab.training.run import Report, Run, read_settings
from tabletown.lab.training.settings import TrainingSettings
from tabletown.lab.training.stage import all_options

SMALL = TrainingSettings(
    "uptown", decisions=20_000, games=128, steps=16, minibatches=4, hidden=(32, 16), imitation=4_000, checkpoints=2,
    device="cpu",
)  # fmt: skip


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Report]]:
    """The folder and the reports of a small run."""
    folder, reports = tmp_path_factory.mktemp("run"), list[Report]()
    Run(SMALL, folder).train(reports.append)
    return folder, reports


def test_a_small_run_leaves_a_mind_that_plays(trained: tuple[Path, list[Report]]) -> None:
    folder, reports = trained
    mind = read_mind(folder / "mind")
    assert mind.network.shape[1:] == (32, 16)
    assert mind.card.training["decisions"] >= SMALL.decisions
    assert mind.card.training["imitated"] >= SMALL.imitation
    assert reports[-1].decisions == mind.card.training["decisions"]
    made_with = mind.card.training["settings"]
    again = TrainingSettings(
        "uptown", **{**made_with, "players": tuple(made_with["players"])}, hidden=(32, 16),
        seed=mind.card.training["seed"], device=mind.card.training["device"],
    )  # fmt: skip
    assert again == SMALL  # the card tells all that repeats the run
    assert reports[-1].games > 100
    game = tt.new("uptown", players=4, seed=2)
    bot = bots.get(str(folder / "checkpoints" / "0002" / "weights.npz"))
    while (seat := game.turn) is not None:
        game.push_action(bot.choose(game.view(seat), bots.Budget()), seat)
    assert game.is_game_over()


def test_checkpoints_are_compared_and_the_curves_are_drawn(trained: tuple[Path, list[Report]]) -> None:
    folder, reports = trained
    rated = {name: result for report in reports for name, result in (report.rated or {}).items()}
    assert set(rated) == {"0002 against 0001"}
    assert rated["0002 against 0001"]["games"] == 2 * SMALL.games
    assert len(read_log(folder)) == len(reports)
    picture = draw_curves(folder).read_text()
    assert picture.count("<svg") == 1
    assert "victories of checkpoints" in picture
    with pytest.raises(LabError, match="no log of a training run"):
        draw_curves(folder / "mind")


def test_a_run_may_play_some_numbers_of_players_more_than_others(tmp_path: Path) -> None:
    settings = replace(SMALL, decisions=2_000, imitation=0, players=(2, 3, 3))
    run = Run(settings, tmp_path)
    run.train()
    assert torch.bincount(run.rollouts.players).tolist() == [0, 0, 43, 85]
    assert read_settings(tmp_path) == settings
    with pytest.raises(OptionError, match="2 to 4 players, not 5"):
        replace(SMALL, players=(5,)).check(run.title)


def test_games_with_options_are_played_as_often_as_games_without() -> None:
    ways = [games.get("paper_skylines").options_mask(way) for way in all_options(games.get("paper_skylines"))]
    assert sorted(ways) == [0, 0, 0, 1, 2, 3]
    assert all_options(games.get("uptown")) == [{}]


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    short = replace(SMALL, decisions=6_000, imitation=0, native=0.5, league=0.4)
    first = Run(short, tmp_path)
    first.train()
    before = {name: value.clone() for name, value in first.learner.state_dict().items()}
    longer = replace(short, decisions=12_000)
    second = Run(longer, tmp_path)
    assert second.decisions == first.decisions
    assert all(torch.equal(value, before[name]) for name, value in second.learner.state_dict().items())
    second.train()
    assert second.decisions >= 12_000
    assert second.seconds > first.seconds
    assert any(not torch.equal(value, before[name]) for name, value in second.learner.state_dict().items())
    assert read_settings(tmp_path) == longer
    with pytest.raises(LabError, match="another shape"):
        Run(replace(short, hidden=(8, 8)), tmp_path)
    with pytest.raises(LabError, match="no training run"):
        read_settings(tmp_path / "mind")
    (tmp_path / "state.pt").write_text("half a file")
    with pytest.raises(LabError, match=r"state\.pt is damaged; delete it"):
        Run(longer, tmp_path)


def test_the_same_seed_gives_the_same_network(tmp_path: Path) -> None:
    settings = replace(SMALL, decisions=3_000, imitation=0)
    weights = []
    for name in ("one", "two"):
        Run(settings, tmp_path / name).train()
        weights.append(read_mind(tmp_path / name / "mind").network.weights)
    assert np.array_equal(weights[0], weights[1])


def test_imitation_teaches_what_the_native_policy_does(tmp_path: Path) -> None:
    run = Run(replace(SMALL, imitation=10**9, games=256), tmp_path)
    losses = [run._update().policy for _ in range(40)]
    assert sum(losses[-3:]) < 0.92 * sum(losses[:3])
    assert run.decisions == 0


def test_a_run_can_begin_with_another_mind(trained: tuple[Path, list[Report]], tmp_path: Path) -> None:
    mind = read_mind(trained[0] / "mind")
    run = Run(replace(SMALL, imitation=10**9), tmp_path)  # it has learned already: nothing is imitated first
    run.begin_as(mind)
    assert np.array_equal(run.learner.rounded().weights, mind.network.weights)
    run._update()
    assert run.decisions > 0
    run.write_mind(tmp_path / "mind")
    learned = read_mind(tmp_path / "mind").card.training
    assert learned["decisions"] == mind.card.training["decisions"] + run.decisions
    assert learned["imitated"] == mind.card.training["imitated"]


def test_a_run_of_an_older_release_goes_on(tmp_path: Path) -> None:
    settings = replace(SMALL, imitation=0)
    run = Run(settings, tmp_path)
    run._update()
    run.save()
    state = torch.load(tmp_path / "state.pt", weights_only=True)
    del state["before"]  # it was not kept then
    torch.save(state, tmp_path / "state.pt")
    assert Run(settings, tmp_path).decisions == run.decisions > 0


def test_a_learner_and_its_rounded_network_agree() -> None:
    torch.manual_seed(1)
    one, other = (Learner(100, (32, 16), 38, 4) for _ in range(2))
    with torch.no_grad():
        for parameter in one.parameters():
            parameter.normal_(0, 0.2)
    other.take(one.rounded())
    seen = torch.rand(50, one.width)
    seen[:, one.inputs :] = 0
    for expected, found in list(zip(one(seen), other(seen), strict=True))[:2]:
        assert (expected - found).abs().max() < 0.02
    assert not other(seen)[2].any()  # leads are nothing that a mind knows


def test_an_examiner_plays_checkpoints_against_a_bot(trained: tuple[Path, list[Report]]) -> None:
    with Examiner("uptown", opponent="uniform", number=4, workers=1) as examiner:
        examiner.examine(trained[0] / "checkpoints" / "0001", 7)
        found = examiner.results(wait=True)
        assert examiner.results() == {}
    (result,) = found.values()
    assert result["decisions"] == 7
    assert result["games"] == 4
    assert 0 <= result["won"] <= 4


def test_a_duel_is_fair_to_both() -> None:
    torch.manual_seed(2)
    title = games.get("uptown")
    inputs = bots.minds.mind.TitleObserver(title, 4).size  # type: ignore[attr-defined]
    one, other = (Learner(inputs, (16,), title.actions.count, 4) for _ in range(2))
    duels = Duels(title, 20, "cpu")
    won, played = duels.play(one, other, seed=3)
    lost, _ = duels.play(other, one, seed=3)
    assert played == 40
    assert won + lost == 40
    assert duels.play(one, one, seed=3) == (20.0, 40)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 8}, "at least 64 games"),
        ({"steps": 15}, "divide evenly"),
        ({"hidden": ()}, "needs a hidden layer"),
        ({"league": 0.7, "native": 0.3}, "leave some for itself"),
        ({"device": "tpu"}, "cpu or cuda"),
        ({"lead": 1.5}, "from 0 to 1"),
    ],
)
def test_settings_that_make_no_sense_are_refused(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    with pytest.raises(LabError, match=message):
        Run(replace(SMALL, **changes), tmp_path)  # type: ignore[arg-type]


# --- What is learned from -------------------------------------------------------------------------------------------


def slow_advantages(batch: Batch, chances: torch.Tensor, trace: float) -> list[list[float]]:
    """The same, one game and one seat at a time."""
    steps, size = batch.values.shape
    better = [[0.0] * size for _ in range(steps)]
    for g in range(size):
        for seat in range(int(batch.players[g])):
            following, gain = float(chances[g, seat]), 0.0
            for t in reversed(range(steps)):
                if batch.dones[t, g]:
                    following, gain = float(batch.rewards[t, g, seat]), 0.0
                if batch.seats[t, g] == seat:
                    gain = following - float(batch.values[t, g]) + trace * gain
                    following = float(batch.values[t, g])
                    better[t][g] = gain
    return better


def test_advantages_are_those_of_each_seats_own_decisions() -> None:
    rng = random.Random(3)
    steps, size, most, parts = 12, 9, 4, 3
    size_of_part = size // parts
    players = torch.tensor([2 + g % 3 for g in range(size)])
    seats = torch.tensor([[rng.randrange(int(players[g])) for g in range(size)] for _ in range(steps)])
    dones = torch.tensor([[rng.random() < 0.2 for _ in range(size)] for _ in range(steps)])
    rewards = torch.zeros(steps, size, most)
    for t in range(steps):
        for g in range(size):
            if dones[t, g]:
                rewards[t, g, rng.randrange(int(players[g]))] = 1.0
    values, none = torch.rand(steps, size), torch.zeros(0)
    chances = torch.rand(size, most)
    watching = torch.tensor(
        [[rng.randrange(int(players[t % parts * size_of_part + g])) for g in range(size_of_part)] for t in range(steps)]
    )
    onlookers = Onlookers(parts, none, watching, none)
    batch = Batch(none, none, none, none, values, seats, none, none, dones, rewards, rewards, players, onlookers)
    better, (found, watched) = advantages(batch, rewards, chances, 0.9), results(batch, rewards, chances)
    assert np.allclose(better.numpy(), slow_advantages(batch, chances, 0.9), atol=1e-5)
    for g in range(size):
        ends = [t for t in range(steps) if dones[t, g]]
        for t in range(steps):
            end = next((e for e in ends if e >= t), None)
            result = chances[g] if end is None else rewards[end, g]
            for r in range(int(players[g])):
                assert found[t, g, r] == result[(int(seats[t, g]) + r) % int(players[g])]
                if g // size_of_part == t % parts:
                    onlooker = int(watching[t, g % size_of_part])
                    assert watched[t, g % size_of_part, r] == result[(onlooker + r) % int(players[g])]


def test_leads_are_measured_by_the_usual_distance() -> None:
    players = torch.tensor([2, 3, 3])
    absent = torch.arange(3)[None] >= players[:, None]
    leads = Leads(players, absent)
    points = torch.tensor([[12, 8, 99], [10, 10, 10], [0, 0, 0]])  # the last one has not ended; nobody has the 99
    found = leads.of(points, torch.tensor([True, True, False]))
    assert float(leads.spread) == pytest.approx(8 / 5)
    assert found[0, 0] == pytest.approx(1 - float(found[0, 1]))
    assert found[0, 0] == pytest.approx(1 / (1 + np.exp(-4 / 1.6)))
    assert found[1].tolist() == [0.5] * 3
    leads.of(points * 10, torch.tensor([True, False, False]))
    assert float(leads.spread) == pytest.approx(88 / 7)


def test_chances_turn_round_and_back() -> None:
    players, seats = torch.tensor([2, 3, 4, 4]), torch.tensor([1, 2, 0, 3])
    shares = torch.rand(4, 4)
    shares[torch.arange(4)[None] >= players[:, None]] = 0
    assert torch.equal(by_observer(by_seat(shares, seats, players), seats, players), shares)
    assert by_seat(shares, seats, players)[0, 1] == shares[0, 0]


def test_settings_are_kept_as_text(trained: tuple[Path, list[Report]]) -> None:
    table = json.loads((trained[0] / "settings.json").read_text())
    assert table["title"] == "uptown"
    assert table["hidden"] == [32, 16]
