"""A title of others, with declared fields alone, in the arena, the lab and `tabletown.simulate`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import tabletown as tt
from tabletown import bots, games
from tabletown.engine.title import Title
from tabletown.lab.arena import Match, play
from tabletown.lab.card_sets import CardSource
from tabletown.lab.findings import find
from tabletown.lab.folder import Folder
from tabletown.lab.plan import Plan
from tabletown.lab.report import page

from ..others import MODEST_PLANS, only_here
from .test_arena import Here

WITH_A_MIND = {"reflex", "master"}
FAIR = 0.03  # of all wins, to either side
SIMULATED = 6000


@pytest.fixture(scope="module", autouse=True)
def title() -> Iterator[Title]:
    with only_here():
        yield games.add(MODEST_PLANS)


@pytest.mark.parametrize("name", [name for name in bots.own_names() if name not in WITH_A_MIND])
def test_every_rung_plays(title: Title, name: str) -> None:
    other = "greedy" if name == "uniform" else "uniform"
    result = play(Match(title.name, (name, other), games=2, players=2, iterations=16), Here())
    assert [game.mishaps for game in result.played] == [(), ()]


def test_search_beats_random_play_clearly(title: Title) -> None:
    result = play(Match(title.name, ("search", "uniform"), games=12, players=2, iterations=60), Here())
    assert {row.name: row.wins for row in result.bots}["search"] >= 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_seat_is_better(title: Title, players: int) -> None:
    """By more than a few games in a hundred; who is first among equals changes from meeting to meeting."""
    played = tt.simulate(title.name, SIMULATED, players=players)
    shares = (played.places == 1).mean(axis=0) / (played.places == 1).mean(axis=0).sum()
    assert abs(shares - 1 / players).max() < FAIR
    assert (played.plies == players * 2 * 8).all()


def test_the_lab_tells_what_cards_are_worth(title: Title, tmp_path: Path) -> None:
    """A mill for nothing is worth less than a mill for its points."""
    sets = (CardSource("default"), CardSource("worthless", None, {"building.mill.points": 0}))
    folder = Folder.begin(tmp_path, Plan(title.name, games=400, sets=sets))
    with ThreadPoolExecutor(1) as pool:
        folder.play(pool)
    found = find(folder)
    assert {card.id for card in found.collection} >= {"mill", "town-hall"}
    before, after = (summary.score.value for summary in found.summaries)
    assert after < before
    assert "Town Hall" in page(found)
