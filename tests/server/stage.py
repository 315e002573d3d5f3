"""A game with sealed decisions on a bare stage: Milton Keynes with one text for a board, and people who play it.

The page shows everything that a view holds as text, so whatever a view gave away would be in its bytes.
"""

import dataclasses
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.position_text import write_position
from tabletown.games.milton_keynes.state import BID
from tabletown.games.milton_keynes.text import words
from tabletown.games.milton_keynes.text.known_owners import KnownOwners
from tabletown.render.scene import Button, Piece, Scene, Seat, Shape, Zone
from tabletown.server.errors import Outdated
from tabletown.server.play.commands import Move
from tabletown.server.site import Site

from .visitors import Running, Visitor

TITLE = "milton_keynes"
SEED = 7


def draw(view: Position, seat: int, buttons: Mapping[int, Button], memory: KnownOwners | None = None) -> Scene:
    """All that a view holds, and what the seat knows from earlier ones, as text."""
    text = Piece(Shape(0, 0, 100, 100, ""), f"{view} {write_position(view)} {memory and memory.owners()}")
    zone = Zone("all", "Everything", 100, 100, (text,), "own", max(seat, 0))
    step, prompt = words.prompt(view, seat)
    seats = (Seat(),) * view.players
    return Scene((zone,), seats, words.status(view), step, prompt, tuple(buttons.values()), words.rule(view))


def set_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the site play Milton Keynes by text, always from the same seed."""
    drawing: Any = SimpleNamespace(draw=draw, cover=lambda: Shape(0, 0, 40, 20, ""))
    title = games.get(TITLE)
    bare = dataclasses.replace(title, load_drawing=lambda: drawing)

    def find(name: str) -> Any:
        return bare if name == TITLE else games.get(name)

    for module in ("tables", "titles"):
        monkeypatch.setattr(f"tabletown.server.play.{module}.get_title", find)
    monkeypatch.setattr("tabletown.server.play.tables.secrets.randbelow", lambda _: SEED)


def company(running: Running, people: int = 3, **fields: str) -> list[Visitor]:
    """People at one table; other seats can be given to bots by `fields`."""
    host, *guests = (running.visitor() for _ in range(people))
    host.sit_down(**{"title": TITLE, "players": str(people), "bot": "open", "name": "Ada", **fields})
    for seat, guest in enumerate(guests, 1):
        guest.table = host.table
        answer = guest.post(f"/tables/{host.table}/seats", {"seat": str(seat), "name": ("Bob", "Cyd", "Dot")[seat - 1]})
        assert answer.status_code == 303
    return [host, *guests]


def phase(site: Site, table_id: str) -> int:
    """What is asked at a table."""
    with site.tables.at(table_id) as table:
        return int(table.game.state.phase)


def advance(site: Site, table_id: str, until: Callable[[Game], bool]) -> None:
    """Let everybody pass, or do the first thing that is possible, until the game is where it is wanted."""
    while True:
        with site.tables.at(table_id) as table:
            game = table.game
            if until(game):
                return
            seat = game.turn
            assert seat is not None
            move = game.say(easiest(game, seat), seat)
            version = table.visibility.version(table.seats_of_same_owner(seat))
        with suppress(Outdated):  # it had no choice, and was made by the clock of the bots meanwhile
            site.tables.submit(table_id, Move(seat, move), version, f"advance-{game.ply:08}")


def easiest(game: Game, seat: int) -> int:
    """To pass, or else the first thing that is possible."""
    actions = game.legal_actions_of(seat)
    return next((action for action in actions if game.say(action, seat) == "pass"), actions[0])


def bidding(game: Game) -> bool:
    """Everybody is to bid, and nobody has."""
    return int(game.state.phase) == BID


def first_secret(game: Game) -> bool:
    """Several seats are asked at once, and none has decided."""
    return len(game.waiting) > 1


def everything(visitor: Visitor) -> list[tuple[int, str, dict[str, str]]]:
    """All that a visitor can ask for: status, body and headers of every page, without what no two tables share."""
    shown = []
    for path in ("", "/board", "/record", "/moves"):
        answer = visitor.http.get(f"/tables/{visitor.table}{path}")
        headers = {name: value for name, value in answer.headers.items() if name not in ("date", "location")}
        shown.append((answer.status_code, unkeyed(answer.text, visitor), headers))
    return shown


def texts(visitor: Visitor) -> list[tuple[int, str, str | None]]:
    """The same with no headers but the version: how well random keys can be compressed is chance."""
    return [(status, page, headers.get("x-table-version")) for status, page, headers in everything(visitor)]


def unkeyed(page: str, visitor: Visitor) -> str:
    """A page as it would be at any table and at any time: without ids and random keys."""
    page = page.replace(visitor.table, "TABLE").replace(visitor.origin, "SITE")
    page = re.sub(r'name="key" value="\w+"', 'name="key" value="KEY"', page)
    return re.sub(r"\b[0-9a-f]{64}\b", "FINGERPRINT", page)
