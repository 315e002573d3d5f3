"""Calibration: temperatures are found, and the minds of the package tell chances that come true."""

from pathlib import Path

import numpy as np
import pytest

from tabletown import games
from tabletown.bots.minds.mind import FOLDER, read_mind, write_mind
from tabletown.engine.errors import OptionError
from tabletown.lab.training.calibration import (
    Sample,
    agreement,
    best_temperatures,
    calibrated,
    main,
    sample_games,
    shares,
    table,
    thirds,
    usual_length,
)

from ..bots.minds import card, random_mind
from ..marks import quick_if

TITLES = games.names()


def made_up(players: int, number: int, temperatures: list[float]) -> Sample:
    """Decisions whose results follow the logits at known temperatures."""
    rng = np.random.default_rng(5)
    logits, plies = rng.normal(0, 1.5, (number, players)), rng.integers(0, 90, number)
    warmth = np.array(temperatures)[np.minimum(plies // 30, 2)][:, None]
    odds = shares(logits, warmth).cumsum(axis=1)
    winner = (rng.random(number)[:, None] > odds).sum(axis=1).clip(max=players - 1)
    return Sample(players, logits, np.eye(players)[winner], plies, np.full(number, 90))


def test_temperatures_are_found_again() -> None:
    sample = made_up(3, 30_000, [0.7, 1.0, 2.0])
    assert best_temperatures(sample) == pytest.approx([0.7, 1.0, 2.0], rel=0.1)
    assert usual_length(sample) == 90
    assert set(thirds(sample).tolist()) == {0, 1, 2}
    for found in agreement(sample, [0.7, 1.0, 2.0]):
        assert found.number < 500 or abs(found.happened - found.foreseen) < 0.02
    card_after = calibrated(card("uptown"), [sample])
    assert card_after.plies == {"3": 90}


def test_a_sample_has_one_decision_of_every_game() -> None:
    sample = sample_games(random_mind("uptown"), 3, 40, threads=2)
    assert sample.foreseen.shape == sample.results.shape == (40, 3)
    assert np.allclose(sample.results.sum(axis=1), 1)
    assert (sample.plies < sample.lengths).all()
    assert len(set(sample.plies.tolist())) > 15
    again = sample_games(random_mind("uptown"), 3, 40, threads=1)
    assert np.array_equal(sample.foreseen, again.foreseen)


def test_other_seeds_are_other_games_and_unknown_options_are_refused() -> None:
    mind = random_mind("uptown")
    usual, again, other = (sample_games(mind, 2, 20, seed=seed) for seed in (0, 0, 1))
    assert np.array_equal(usual.foreseen, again.foreseen)
    assert not np.array_equal(usual.foreseen, other.foreseen)
    with pytest.raises(OptionError, match="nonsense"):
        sample_games(mind, 2, 20, options={"nonsense": True})


@pytest.mark.exhaustive
def test_options_are_other_games() -> None:
    mind = random_mind("paper_skylines")
    usual, other = (sample_games(mind, 2, 6, options=options) for options in (None, {"whole_game_turns": True}))
    assert not np.array_equal(usual.lengths, other.lengths)


def test_the_command_tells_of_other_games_than_those_that_chose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mind = random_mind("uptown")
    write_mind(tmp_path, mind.network, card("uptown"))
    chose, checked = (sample_games(mind, 3, 60, seed=seed) for seed in (10, 11))
    temperatures = best_temperatures(chose)

    main([str(tmp_path), "--games", "60", "--players", "3", "--seed", "5"])
    told = capsys.readouterr().out
    assert table(checked, temperatures) in told
    assert table(chose, temperatures) not in told
    after = read_mind(tmp_path).card
    assert after.temperatures == {"3": temperatures}

    main([str(tmp_path), "--games", "60", "--players", "3", "--seed", "5", "--check"])
    assert capsys.readouterr().out == told  # from the temperatures of the card, which stays as it is
    assert read_mind(tmp_path).card == after


@pytest.mark.parametrize("title", quick_if(lambda title: title == "uptown", TITLES))
def test_chances_come_true(title: str) -> None:
    """With few games only roughly: docs/minds.md has the measurement of 20,000."""
    mind = read_mind(games.get(title).folder / FOLDER)
    fewest, most = games.get(title).meta.players
    for players in (fewest, most):
        sample = sample_games(mind, players, 1500, threads=2)
        for found in agreement(sample, mind.card.temperatures[str(players)]):
            if found.number >= 150:
                error = (found.foreseen * (1 - found.foreseen) / found.number) ** 0.5
                assert abs(found.happened - found.foreseen) < 0.02 + 4 * error
