"""Everything that a mouse may click lies open: no other piece covers it, whatever the position."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.record import read_record
from tabletown.server.store import Append, Event

from ..server.visitors import Running, Visitor
from .conftest import Open

RECORDS = Path(__file__).parents[1] / "records"
LOOKS = 8  # positions of a record that are looked at
COVERED = """() => [...document.querySelectorAll("main button.piece[name]")].filter((button) => {
  button.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = button.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return hit?.closest("button") !== button;
}).map((button) => button.value)"""


def glances(title: str) -> Iterator[Game]:
    """Positions from the game with the most seats among the records of a title."""
    path = max(RECORDS.glob(f"{title}/[2-5]-greedy.txt"))
    game = read_record(path.read_text(), games.get).game
    for look in range(LOOKS):
        past = game.copy()
        while past.ply > game.ply * look // LOOKS:
            past.pop()
        yield past


def lay_out(visitor: Visitor, game: Game) -> None:
    """A table at which the visitor plays all seats of a game that has come so far."""
    store = visitor.site.store
    visitor.sit_down(title=game.title.name, players=str(game.players), bot="here")
    row = store.table(visitor.table)
    assert row is not None
    assert game.seed is not None
    visitor.table = f"{row.id}-{game.ply}"
    store.create_table(replace(row, id=visitor.table, seed=game.seed), "players")
    again = Game.new(game.title, game.players, game.seed)
    events = []
    for ply in game.history:
        again.push_action(ply.action, ply.seat)
        events.append(Event("move", ply.seat, again.ply, again.digest(), ply.action))
    if events:
        store.append(Append(visitor.table, 0, events, "players"))


def covered(page: Page, visitor: Visitor) -> list[str]:
    """The moves of pieces that another piece covers; the mouse rests on the ground, which must not rise by that."""
    page.goto(f"{visitor.origin}/tables/{visitor.table}")
    for ground in page.locator(".is-backdrop:visible").all()[:1]:
        ground.hover(force=True, position={"x": 2, "y": 2})
    found: list[str] = page.evaluate(COVERED)
    return found


@pytest.mark.parametrize("title", games.names())
def test_no_piece_hides_another(people: Open, site: Running, title: str) -> None:
    visitor = site.visitor()
    pages: list[Page] = []
    for game in glances(title):
        lay_out(visitor, game)
        if not pages:
            token = {"name": "tabletown", "value": visitor.http.cookies["tabletown"], "url": visitor.origin}
            for size in ((1440, 900), (390, 844)):
                context = people(reduced_motion="reduce", viewport={"width": size[0], "height": size[1]})
                context.add_cookies([token])  # type: ignore[list-item]
                pages.append(context.new_page())
        assert [covered(page, visitor) for page in pages] == [[], []], f"at ply {game.ply}"
