"""Position texts: what a view's text gives back, and what is played on from it."""

import pytest

import tabletown as tt
from tabletown import games
from tabletown.engine.errors import PositionError, RecordError
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.position_text import read_position, write_position
from tabletown.engine.record import read_record
from tabletown.games.uptown.state import UNKNOWN


@pytest.fixture
def view() -> Position:
    return tt.new("uptown", players=2, seed=7).view(0)


def test_a_view_reads_back_as_that_view(view: Position) -> None:
    for again in (read_position(write_position(view), games.get), tt.loads(tt.position_text(view))):
        assert again.seat == 0
        assert again == view
        assert again.digest() == view.digest()
        assert again.legal_actions_of(1) == []  # it does not know the choices of others


def test_a_view_is_played_on_in_a_world_without_holes(view: Position) -> None:
    assert UNKNOWN in view.state.deck
    game = Game.from_position(tt.loads(tt.position_text(view)))
    assert game.seat is None
    assert UNKNOWN not in game.state.deck[:, : int(game.state.deck_left[0])]
    assert game.view(0) == view


def test_the_seed_chooses_the_world(view: Position) -> None:
    one, again, other = (Game.from_position(view, seed).states.tobytes() for seed in (1, 1, 2))
    assert one == again
    assert one != other


@pytest.mark.parametrize(("seat", "message"), [("2", "seats of this position are 0 to 1"), ("5", "number of a seat")])
def test_the_view_of_nobody_at_the_table_is_refused(view: Position, seat: str, message: str) -> None:
    text = write_position(view)
    assert "view = 0" in text
    with pytest.raises(PositionError, match=message):
        read_position(text.replace("view = 0", f"view = {seat}"), games.get)


def test_a_record_does_not_start_from_a_view(view: Position) -> None:
    record = tt.dumps(Game.from_position(tt.loads(tt.position_text(view))))
    assert read_record(record, games.get).game.seat is None
    start = record.index("chance = ")
    from_view = record[:start] + "view = 0" + record[record.index("\n", start) :]
    with pytest.raises(RecordError, match="starts from a whole position"):
        read_record(from_view, games.get)
