"""Analysis of games that go on: of one's own from what one's seat sees, and of strict ones not at all.

What a player tries at a table that is not strict begins from the view of their seat. The rest is imagined from that
view by a fixed seed (`positions.as_world`), so nothing that the seat could not know has a part in any answer.

Of strict tables the positions are known to those who sit there, who could write them on the page for positions. So the
mind says nothing of a position that a strict game of the reader has shown to everybody. It cannot know readers who are
not signed in, nor positions that were changed a little.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from tabletown.engine.position import Position
from tabletown.server.errors import NotAllowed, NotFound, NotReady, OtherRelease
from tabletown.server.play.fair_play import NO_ANALYSIS, NO_MIND, is_strict, sentence
from tabletown.server.play.table import SPECTATOR, Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.protocol import Player, TableRow

NOT_OVER = "The game is not over; it can be analysed when it is."
OWN_EYES = "While a game goes on, it is analysed with the eyes of one's own seat."
TABLES = 50  # of a reader that are looked at; those in play come first in the store's list


def can_analyse(table: Table, own: Sequence[int]) -> bool:
    """Whether the owner of these seats may analyse the game of a table while it goes on."""
    return (
        bool(own)
        and table.begun
        and not table.game.is_game_over()
        and not table.row.lesson
        and not is_strict(table.row)
    )


def own_view(table: Table, own: Sequence[int], eyes: str) -> Position:
    """What the owner of these seats may analyse of a game that goes on: what one of them sees.

    `eyes` names it, by default the one to act. Call it under the table's lock. Raises NotAllowed.
    """
    table.must_have_begun()
    if is_strict(table.row):
        raise NotAllowed(sentence(NO_ANALYSIS, table.row))
    if not can_analyse(table, own):
        raise NotAllowed(NOT_OVER)
    if eyes not in ("", *map(str, own)):
        raise NotAllowed(OWN_EYES)
    seat = int(eyes) if eyes else next((seat for seat in own if seat in table.game.waiting), own[0])
    return table.game.view(seat)


def why_fair_play_forbids(tables: Tables, player: Player | None, positions: Sequence[Position]) -> str:
    """Why nothing is said of positions that were written: a strict game of this player was in one of them.

    Empty if none was. Positions are the same here if a spectator could not tell them apart.
    """
    if player is None:
        return ""
    name, players = positions[0].title.name, positions[0].players
    seen = {_public(position) for position in positions}
    for row in _strict_rows(tables, player, name, players):
        with suppress(NotFound, NotReady, OtherRelease, BrokenLog), tables.at(row.id) as table:
            game = table.game
            if table.seats_of(player) and table.begun and not game.is_game_over():
                shown = (_public(game.at(ply)) for ply in range(game.first_ply, game.ply + 1))
                if any(state in seen for state in shown):
                    return sentence(NO_MIND, row)
    return ""


def _strict_rows(tables: Tables, player: Player, title: str, players: int) -> Iterator[TableRow]:
    for table_id in tables.store.tables_of(player.id, TABLES):
        row = tables.store.table(table_id)
        if row is not None and is_strict(row) and row.title == title and len(row.seats) == players:
            yield row


def _public(position: Position) -> bytes:
    """What a spectator sees of a position."""
    return bytes(position.view(SPECTATOR).states.tobytes())
