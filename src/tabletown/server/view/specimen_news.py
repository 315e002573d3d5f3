"""A specimen of what is told about a turn: a moment of a title's sample game, as if the reader sat at its first seat.

It is made like all news, from the view of that seat. The others are called by their colours.
"""

from functools import cache

from tabletown.engine.game import Game
from tabletown.engine.record import read_record
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games import get as get_title
from tabletown.server.play.clock_presets import BY_DAYS
from tabletown.server.play.log import recap
from tabletown.server.play.table import Table
from tabletown.server.store.events import Moved
from tabletown.server.store.protocol import LoggedEvent, SeatRow, TableRow
from tabletown.server.view.showcase import sample_text
from tabletown.server.view.turn_news import TableNews, news_of

TABLE_ID = "example"
_READER = "reader"
_LINES = range(2, 13)  # so much has happened since the last turn: enough to see how it is told, and not more than is
_THOUGHT_S = 0.5 * 86_400.0  # so long ago


@cache
def specimen_news(name: str) -> TableNews | None:
    """News of a turn in a title, which must be compiled; None if its sample game has no moment that shows enough.

    Raises NotFound if the title has no sample game.
    """
    title = get_title(name)
    game = read_record(sample_text(title), get_title).game
    table = Table(_row(game))
    for number, ply in enumerate(game.history, 1):
        table.catch_up([LoggedEvent(number, Moved(ply.seat, number, "", ply.action), 0.0)])
        if 3 * number > game.ply and _shows_enough(table):
            return news_of(table, [0], 0, TABLE_ID, _THOUGHT_S)
    return None


def _shows_enough(table: Table) -> bool:
    """Whether it is the turn of the first seat since a moment, and it has something to hear about."""
    game = table.game
    if game.is_game_over() or tuple(game.waiting) != (0,) or game.history[-1].seat == 0:
        return False
    return len(recap(table, 0, [0])) in _LINES


def _row(game: Game) -> TableRow:
    """The table of a game, with days for each move."""
    assert game.seed is not None
    people = [SeatRow("human", colour, owner=colour) for colour in SEAT_NAMES[1 : game.players]]
    return TableRow(
        id=TABLE_ID,
        title=game.title.name,
        rules=game.rules,
        options=dict.fromkeys(game.title.options_names(int(game.states["options"][0])), True),
        seed=game.seed,
        salt="",
        commitment="",
        created=0.0,
        seats=(SeatRow("human", SEAT_NAMES[0], owner=_READER), *people),
        clock=BY_DAYS["day-3"],
    )
