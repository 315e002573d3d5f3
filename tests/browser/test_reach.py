"""Everything that a mouse may click lies open: no other piece covers it, whatever the position."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tabletown import games
from tabletown.engine.game import Game

from ..server.visitors import Running, Visitor
from .conftest import Open
from .laying import lay_out, recorded

LOOKS = 5  # positions of a record that are looked at
COVERED = """() => [...document.querySelectorAll("main button.piece[name]")].filter((button) => {
  button.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = button.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return hit?.closest("button") !== button;
}).map((button) => button.value)"""


def glances(title: str) -> Iterator[Game]:
    """Positions from a recorded game of a title."""
    game = recorded(title)
    for look in range(LOOKS):
        past = game.copy()
        while past.ply > game.ply * look // LOOKS:
            past.pop()
        yield past


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
