"""The games that the home page replays while nobody plays."""

import pytest

from tabletown import bots, games
from tabletown.server.errors import NotFound
from tabletown.server.play.imports import MAX_PLIES
from tabletown.server.view.showcase import has_sample, sample_of, sample_text


@pytest.mark.parametrize("name", games.names())
def test_every_title_has_a_good_game_to_show(name: str) -> None:
    title = games.get(name)
    assert has_sample(title)
    assert sample_text(title).count("\n") < MAX_PLIES
    sample = sample_of(name)
    assert {player.lower() for player in sample.names} <= set(bots.names())
    assert sample.last >= 10
    first, last = sample.show(0), sample.show(10**6)
    assert (first.step, last.step) == (0, sample.last)
    assert first.scene != last.scene
    assert last.seats[0].score == max(seat.score for seat in last.seats), "its area is the one that is shown"
    assert all(sample.show(step).line for step in range(0, sample.last, 7))


def test_a_title_without_one_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.server.view.showcase.SAMPLE", "nothing.txt")
    assert not has_sample(games.get("uptown"))
    with pytest.raises(NotFound):
        sample_text(games.get("uptown"))
