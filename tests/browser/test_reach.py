"""Everything that a mouse may click lies open: no other piece covers it, whatever the position."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tabletown import games
from tabletown.engine.game import Game

from ..server.laying import lay_out, recorded
from ..server.visitors import Running
from .axe import DRAWN, PHONE, WIDE
from .conftest import Open

LOOKS = 5  # positions of a record that are looked at: from the first one on, all as far from each other
COVERED = """() => [...document.querySelectorAll("main button.piece[name]")].filter((button) => {
  button.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = button.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return hit?.closest("button") !== button;
}).map((button) => button.value)"""


def glances(title: str, looks: tuple[int, ...]) -> Iterator[Game]:
    """Positions from a recorded game of a title: some of so many."""
    game = recorded(title)
    for look in looks:
        past = game.copy()
        while past.ply > game.ply * look // LOOKS:
            past.pop()
        yield past


def covered(page: Page, size: dict[str, int]) -> list[str]:
    """The moves of pieces that another piece covers; the mouse rests on the ground, which must not rise by that."""
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.evaluate(DRAWN)
    for ground in page.locator(".is-backdrop:visible").all()[:1]:
        ground.hover(force=True, position={"x": 2, "y": 2})
    found: list[str] = page.evaluate(COVERED)
    return found


@pytest.mark.parametrize("looks", [(2,), pytest.param((0, 1, 3, 4), marks=pytest.mark.exhaustive)], ids=["one", "more"])
@pytest.mark.parametrize("title", games.names())
def test_no_piece_hides_another(people: Open, site: Running, title: str, looks: tuple[int, ...]) -> None:
    visitor, page = site.visitor(), people().new_page()
    for game in glances(title, looks):
        lay_out(visitor, game)
        token = {"name": "tabletown", "value": visitor.http.cookies["tabletown"], "url": visitor.origin}
        page.context.add_cookies([token])  # type: ignore[list-item]
        page.goto(f"{visitor.origin}/tables/{visitor.table}")
        assert [covered(page, size) for size in (WIDE, PHONE)] == [[], []], f"at ply {game.ply}"
