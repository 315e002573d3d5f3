"""axe finds nothing to complain about: every page, every state of a table, light and dark.

Every kind of page and every state of a table is looked at with one title and in one of two looks, light on a wide
screen or dark on a phone; with all titles and in both looks by the exhaustive tests. Axe takes seconds for each.
"""

from collections.abc import Iterator

import pytest

from tabletown import games
from tabletown.engine.game import Game

from ..server.laying import lay_out, recorded
from ..server.visitors import Running, Visitor, read_form
from .axe import LOOKS, check_look, check_themes, in_looks
from .conftest import Open
from .test_sealed import at_table

PAGES = [
    "/",
    "/api",
    "/nothing",
    "/logout",
    *(f"/games/{name}{page}" for name in games.names() for page in ("", "/rules", "/cards", "/learn")),
]
STATES = {"start": ".yours", "slots": "button.is-slot", "waiting": ".waiting", "finished": ".finish"}
TABLES = [f"{state} {title}" for title in games.names() for state in STATES]
QUICK = {
    *("/", "/api", "/nothing", "/logout"),
    *("/games/milton_keynes", "/games/penny_lane/rules", "/games/paper_skylines/cards", "/games/uptown/learn"),
    *("start milton_keynes", "slots penny_lane", "waiting paper_skylines", "finished uptown"),
}
"""What `make test` looks at: every kind of page and every state of a table once, every title twice."""
PLACES = ("site", "at", "over", "left", "right", "lot", "add")


@pytest.mark.parametrize(("path", "look"), in_looks(*PAGES, quick=QUICK))
def test_pages(people: Open, site: Running, path: str, look: str) -> None:
    page = people(expected="status of 404").new_page()
    page.goto(f"{site.origin}{path}")
    check_look(page, look)


@pytest.mark.parametrize(("path", "look"), in_looks("/you/data", "/you/delete", quick={"/you/data"}))
def test_pages_about_a_player(people: Open, site: Running, path: str, look: str) -> None:
    page = people().new_page()
    page.goto(f"{site.origin}/you")
    page.fill("#name", "Ada")
    page.get_by_role("button", name="Keep").click()
    page.goto(f"{site.origin}{path}")
    check_look(page, look)


def test_a_page_changes_with_the_theme(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(f"{site.origin}/logout")
    check_themes(page)


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A site whose bots never move."""
    running = Running(tmp_path_factory.mktemp("slow") / "site.sqlite3", pace={"least": 3600.0})
    yield running
    running.stop()


def table_in(state: str, title: str, site: Running, slow: Running) -> Visitor:
    """A table of a title in a state: who sits there."""
    visitor = (slow if state == "waiting" else site).visitor()
    if state in ("slots", "finished"):
        lay_out(visitor, recorded(title) if state == "finished" else _with_places(title))
        return visitor
    visitor.sit_down(title=title, players="3", bot="greedy")
    if state == "waiting":
        while moves := _moves(visitor):  # whatever the others do meanwhile
            visitor.move(read_form(visitor.page()), "pass" if "pass" in moves else moves[0])
    return visitor


def _moves(visitor: Visitor) -> list[str]:
    """What the visitor may do, numbers that would be typed included."""
    with visitor.site.tables.at(visitor.table) as table:
        view = table.game.view(0)
        return [view.say(action, 0) for action in view.legal_actions_of(0)]


def _with_places(title: str) -> Game:
    """A recorded game, as far as the last choice of a place in it."""
    game = recorded(title)
    while not any(move.startswith(PLACES) for move in game.legal_moves):
        game.pop()
    return game


@pytest.mark.parametrize(("table", "look"), in_looks(*TABLES, quick=QUICK))
def test_a_table(people: Open, site: Running, slow: Running, table: str, look: str) -> None:
    state, title = table.split()
    page = at_table(people, table_in(state, title, site, slow)).page
    page.wait_for_selector(STATES[state])
    check_look(page, look)


@pytest.mark.parametrize(
    ("title", "look"),
    [
        pytest.param(title, look, marks=() if (title, look) == ("uptown", "dark") else pytest.mark.exhaustive)
        for title in games.names()
        for look in LOOKS
    ],
)
def test_the_rules_over_a_table(people: Open, site: Running, slow: Running, title: str, look: str) -> None:
    """The text is that of the rules' own page, which `test_pages` looks at in every title."""
    page = at_table(people, table_in("slots", title, site, slow)).page
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] .is-now")
    check_look(page, look, within="dialog[open]")  # nothing else can be reached now
