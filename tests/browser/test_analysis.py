"""The analysis board in a browser: plies by clicks, a tree that stays, walked by keys, and what axe says."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tabletown.engine.position_text import write_position

from ..server.finished import keep, random_game, recorded
from ..server.visitors import Running
from .axe import check_look
from .conftest import Open
from .test_phone import PHONE
from .test_phone import check as fits

OTHERS = {
    "penny_lane": "penny_lane/5-jobs",
    "paper_skylines": "paper_skylines/2-greedy",
    "milton_keynes": "milton_keynes/3-hasty",
}
LINE = "line => (new URLSearchParams(location.search).get('line') ?? '') === line"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A site at which a game of every title was played."""
    running = Running(tmp_path_factory.mktemp("analyses") / "site.sqlite3")
    keep(running.site.store, "uptown", random_game(5))
    for title, name in OTHERS.items():
        keep(running.site.store, title, recorded(name))
    yield running
    running.stop()


def opened(page: Page, played: Running, query: str, title: str = "uptown") -> None:
    """Open an analysis, and wait until the mind has spoken."""
    page.goto(f"{played.origin}/tables/{title}/analysis?{query}")
    told(page)


def told(page: Page) -> None:
    page.wait_for_selector("#mind:not([inert]) .tower")


def line(page: Page) -> str:
    return page.locator("#moves input[name=line]").input_value()


def try_something(page: Page) -> str:
    """Click the last choice there is, which is not what the game did; returns the line after it."""
    before, choices = line(page), page.locator("#moves button[name=move]:visible")
    choices.last.click()
    page.wait_for_function("before => document.querySelector('#moves input[name=line]').value !== before", arg=before)
    told(page)
    return line(page)


def at_line(page: Page, wanted: str) -> None:
    page.wait_for_function(LINE, arg=wanted)


def test_plies_by_clicks_and_a_tree_by_keys(people: Open, played: Running) -> None:
    page = people().new_page()
    page.goto(f"{played.origin}/tables/uptown/replay?ply=13")
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_url("**/analysis?ply=13")
    told(page)
    first = try_something(page)
    second = try_something(page)
    assert second.startswith(f"{first};")
    rows = page.locator("#tried-tree .node")
    expect(rows).to_have_count(3)
    expect(page.locator("#tried-tree [aria-current]")).to_contain_text("here")

    page.keyboard.press("ArrowLeft")
    at_line(page, first)
    page.keyboard.press("ArrowLeft")
    at_line(page, "")
    page.keyboard.press("ArrowRight")  # to what was tried there, not along the game
    at_line(page, first)
    page.reload()
    told(page)
    expect(rows).to_have_count(3)
    page.keyboard.press("ArrowRight")
    at_line(page, second)

    page.get_by_role("link", name="Another way").click()
    page.wait_for_function("line => new URLSearchParams(location.search).get('line') !== line", arg=second)
    told(page)
    page.locator(".best li a").first.click()
    page.wait_for_function("() => document.querySelectorAll('#tried-tree .node').length > 3")
    told(page)
    branched = page.url
    page.keyboard.press("ArrowUp")
    page.wait_for_function("url => location.href !== url", arg=branched)
    page.go_back()
    page.wait_for_function("url => location.href === url", arg=branched)
    told(page)
    many = rows.count()
    page.keyboard.press("Delete")
    page.wait_for_function("many => document.querySelectorAll('#tried-tree .node').length < many", arg=many)
    page.goto(f"{played.origin}/tables/uptown/analysis?ply=13")
    told(page)
    page.keyboard.press("Delete")  # never the game's
    expect(page.locator("#tried-tree .tag.game").first).to_be_visible()


def test_looks_and_a_phone(people: Open, played: Running) -> None:
    page = people().new_page()
    opened(page, played, "ply=13")
    try_something(page)
    check_look(page, "light")
    check_look(page, "dark")
    phone = people(**PHONE).new_page()
    opened(phone, played, "ply=13")
    fits(phone)


@pytest.mark.parametrize("title", OTHERS)
def test_every_title_fits(people: Open, played: Running, title: str) -> None:
    page = people().new_page()
    opened(page, played, "ply=40", title)
    check_look(page, "light")
    page.goto(f"{played.origin}/tables/{title}/analysis?ply=40&eyes=open")
    told(page)
    check_look(page, "dark")


def test_without_scripts(people: Open, played: Running) -> None:
    page = people(java_script_enabled=False).new_page()
    page.goto(f"{played.origin}/tables/uptown/analysis?ply=13")
    page.get_by_role("link", name="Ask the mind").click()
    expect(page.locator(".tower")).to_have_count(3)
    page.locator("#moves button[name=move]").last.click()
    expect(page.locator("#tried-tree .tag.here")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    expect(page.locator("#tried-tree .tag.here")).to_have_count(0)


def test_a_position_written_by_hand(people: Open, played: Running) -> None:
    page = people().new_page()
    page.goto(f"{played.origin}/replays")
    page.get_by_role("link", name="Analyse a position").click()
    page.get_by_label("Its text").fill(write_position(random_game(5).at(12)))
    page.get_by_role("button", name="Analyse it").click()
    page.wait_for_url("**/analysis/*")
    check_look(page, "light")
    page.locator("#moves button[name=move]").first.click()
    page.wait_for_function("() => new URLSearchParams(location.search).get('line')")
    expect(page.locator("#tried-tree .node")).to_have_count(2)
    expect(page.locator("#tried-tree")).not_to_contain_text("Ply")
    expect(page.locator(".tower")).to_have_count(3)
