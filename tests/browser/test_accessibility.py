"""axe finds nothing to complain about: every page, every state of a table, light and dark."""

from collections.abc import Iterator

import pytest

from tabletown import games
from tabletown.engine.game import Game

from ..server.visitors import Running, Visitor, read_form
from .axe import check_themes
from .conftest import Open
from .laying import lay_out, recorded

PAGES = [
    "/",
    "/api",
    "/nothing",
    "/logout",
    *(f"/games/{name}{page}" for name in games.names() for page in ("", "/rules", "/cards", "/learn")),
]
STATES = ["start", "slots", "waiting", "finished"]
PLACES = ("site", "at", "over", "left", "right", "lot", "add")


@pytest.mark.parametrize("path", PAGES)
def test_pages(people: Open, site: Running, path: str) -> None:
    page = people(expected="status of 404", reduced_motion="reduce").new_page()
    page.goto(f"{site.origin}{path}")
    check_themes(page)


@pytest.fixture(scope="module", params=games.names())
def tables(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Visitor]]:
    """A table of each title in every state, and who sits there."""
    folder = tmp_path_factory.mktemp("states")
    quick, slow = Running(folder / "quick.sqlite3"), Running(folder / "slow.sqlite3", pace={"least": 3600.0})
    found = {state: (slow if state == "waiting" else quick).visitor() for state in STATES}
    for state, visitor in found.items():
        if state in ("slots", "finished"):
            lay_out(visitor, recorded(request.param) if state == "finished" else _with_places(request.param))
            continue
        visitor.sit_down(title=request.param, players="3", bot="greedy")
        if state == "waiting":
            while moves := _moves(visitor):  # whatever the others do meanwhile
                visitor.move(read_form(visitor.page()), "pass" if "pass" in moves else moves[0])
    yield found
    quick.stop()
    slow.stop()


def _moves(visitor: Visitor) -> list[str]:
    """What the visitor may do, numbers that would be typed included."""
    with visitor.site.tables.at(visitor.table) as table:
        view = table.game.view(0)
        return [view.say(action, 0) for action in view.legal_actions(0)]


def _with_places(title: str) -> Game:
    """A recorded game, as far as the last choice of a place in it."""
    game = recorded(title)
    while not any(move.startswith(PLACES) for move in game.legal_moves):
        game.pop()
    return game


@pytest.mark.parametrize("state", STATES)
def test_a_table(people: Open, tables: dict[str, Visitor], state: str) -> None:
    visitor = tables[state]
    person = people(reduced_motion="reduce")
    token = {"name": "tabletown", "value": visitor.http.cookies["tabletown"], "url": visitor.origin}
    person.add_cookies([token])  # type: ignore[list-item]
    page = person.new_page()
    page.goto(f"{visitor.origin}/tables/{visitor.table}")
    expected = {"start": ".yours", "slots": "button.is-slot", "waiting": ".waiting", "finished": ".finish"}
    page.wait_for_selector(expected[state])
    check_themes(page, phone=True)
    if state == "slots":
        page.keyboard.press("?")
        page.wait_for_selector("dialog[open] .is-now")
        check_themes(page, within="dialog[open]", phone=True)  # nothing else can be reached now
