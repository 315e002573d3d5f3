"""People who sit down at tables, and what the site knows of them."""

import re

from tabletown.server.play.moves import make_moves
from tabletown.server.store.protocol import Append, SeatRow

from .visitors import Browser, Visitor

TOKEN = "tabletown"


def seat_at(host: Browser, guest: Browser, seat: int = 1, **fields: str) -> None:
    """Let somebody sit down at the host's table."""
    guest.table = host.table
    answer = guest.post(f"/tables/{host.table}/seats", {"seat": str(seat), **fields})
    assert answer.status_code == 303, answer.text


def begin_early(host: Visitor) -> None:
    """Begin the game of a table with open seats, as an older release let its host do."""
    while True:
        with host.site.tables.at(host.table) as table:
            game = table.game.copy()
            if game.turn == 0:  # who begins is dealt
                break
            kinds = ["open" if seat.kind == "open" else seat.bot for seat in table.seats[1:]]
        host.sit_down(players=str(len(kinds) + 1), **{f"bot-{n}": kind for n, kind in enumerate(kinds, 1)})
    move_early(host)


def move_early(visitor: Visitor) -> None:
    """Make the first move of a table with open seats, as an older release let players do."""
    with visitor.site.tables.at(visitor.table) as table:
        game = table.game.copy()
        assert game.turn is not None
        events = make_moves(game, game.turn, game.say(game.legal_actions[0]))
        visitor.site.store.append(Append(visitor.table, table.version, events, "players"))


def seats(visitor: Visitor) -> list[SeatRow]:
    """Who sits where now."""
    with visitor.site.tables.at(visitor.table) as table:
        return list(table.seats)


def keys_of(page: str) -> list[str]:
    """The keys of the forms by which one sits down."""
    forms = re.findall(r'<form class="live.*?</form>', page, re.DOTALL)
    return [key for form in forms for key in re.findall(r'name="key" value="(\w+)"', form)]


def turn(visitor: Visitor) -> int:
    """Whose turn it is, once no bot is to move; -1 when the game is over."""
    visitor.wait_for_turn()
    with visitor.site.tables.at(visitor.table) as table:
        return -1 if table.game.turn is None else table.game.turn
