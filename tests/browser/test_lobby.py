"""Sitting down in real browsers: from the home page and the lobby, live, by keyboard, without scripts.

A site of its own is asked for before its people, so that they leave before it stops.
"""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ..server.visitors import Running, StartSite
from .axe import check_look, in_looks
from .conftest import Open


def lay_table(context: BrowserContext, origin: str, *, title: str = "UpTown", seats: int = 2) -> Page:
    """Create a table for everybody from the home page."""
    page = context.new_page()
    page.goto(origin)
    form = page.locator("#create")
    form.get_by_text(title, exact=True).click()
    form.locator(f"label[for=upto-{seats}]").click()
    form.get_by_text("everybody", exact=True).click()
    form.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/tables/*")
    return page


def open_rows(page: Page) -> int:
    """How many tables a list of open tables shows."""
    return page.locator("[data-lobby] .rows > li").count()


def test_a_table_appears_in_open_lobbies_and_goes_when_it_is_full(start: StartSite, people: Open) -> None:
    site = start()
    guest, watcher = people().new_page(), people().new_page()
    guest.goto(f"{site.origin}/lobby")
    watcher.goto(site.origin)
    expect(guest.locator("[data-lobby]")).to_contain_text("No table waits")
    host = lay_table(people(), site.origin)
    take = guest.get_by_role("button", name="Take a seat at UpTown")
    expect(take).to_be_visible()
    expect(watcher.locator("[data-lobby]")).to_contain_text("UpTown")
    take.focus()
    guest.keyboard.press("Enter")
    guest.wait_for_url(host.url)
    expect(guest.locator(".chip.you")).to_have_count(1)
    expect(host.locator(".lines")).to_contain_text("sits down")
    expect(watcher.locator("[data-lobby]")).to_contain_text("No table waits")
    watcher.reload()
    watcher.get_by_role("link", name="Watch UpTown").click()
    expect(watcher.locator(".watching")).to_contain_text("You are watching")
    assert watcher.locator("main button[name=move]").count() == 0


def test_other_rows_keep_the_keyboards_place(start: StartSite, people: Open) -> None:
    site = start()
    lay_table(people(), site.origin, title="Penny Lane")
    page = people().new_page()
    page.goto(f"{site.origin}/lobby")
    page.get_by_role("button", name="Take a seat at Penny Lane").focus()
    lay_table(people(), site.origin)
    expect(page.get_by_role("button", name="Take a seat at UpTown")).to_be_visible()
    assert open_rows(page) == 2
    expect(page.get_by_role("button", name="Take a seat at Penny Lane")).to_be_focused()


def test_a_quick_game_is_one_click_away(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(site.origin)
    page.get_by_role("button", name=re.compile("Play now.*UpTown")).click()
    page.wait_for_url("**/tables/*")
    page.locator(".prompt.yours").wait_for()
    page.goto(site.origin)
    page.locator("#mine").get_by_role("link", name=re.compile("UpTown.*Your turn")).click()
    page.locator(".prompt.yours").wait_for()


def test_a_table_with_a_clock_for_friends(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(f"{site.origin}/games/uptown")
    flag = page.get_by_text("the turn passes")
    expect(flag).to_be_hidden()
    page.get_by_label("Clock").select_option("day-3")
    flag.click()
    page.locator("label[for=players-2]").click()
    page.locator("#bot-1").select_option("open")
    page.get_by_text("Everybody", exact=True).click()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/tables/*")
    row = site.site.store.table(page.url.rpartition("/")[2])
    assert row is not None
    assert row.public
    assert row.clock is not None
    assert (row.clock.seconds, row.clock.per_move, row.clock.on_flag) == (3 * 86400.0, True, "pass")
    page.goto(f"{site.origin}/lobby")
    expect(page.locator("[data-lobby]")).to_contain_text("3 days a move")


def test_the_name_is_kept_and_can_be_changed(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(f"{site.origin}/lobby")
    page.get_by_role("link", name="Tell your name").click()
    page.get_by_label("How you are called").fill("Ada")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_label("How you are called")).to_have_value("Ada")
    page.goto(f"{site.origin}/games/uptown")
    expect(page.get_by_placeholder("Your name")).to_have_value("Ada")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#h-mine")).to_contain_text("Ada")


def test_without_scripts_one_sits_down_from_the_lobby(start: StartSite, people: Open) -> None:
    site = start()
    host = lay_table(people(java_script_enabled=False), site.origin)
    guest = people(java_script_enabled=False).new_page()
    guest.goto(f"{site.origin}/lobby")
    guest.get_by_role("button", name="Take a seat at UpTown").click()
    assert guest.url == host.url
    expect(guest.locator(".chip.you")).to_have_count(1)


HOSTS, STRANGERS = [f"host {path}" for path in ("/", "/lobby", "/you")], ["stranger /lobby", "stranger /you"]


@pytest.mark.parametrize(("path", "look"), in_looks(*HOSTS, *STRANGERS, quick=("host /", "host /lobby", "host /you")))
def test_axe_finds_nothing(people: Open, site: Running, path: str, look: str) -> None:
    """Without company, the home page and the games' own are looked at in `test_accessibility`."""
    host, stranger = (people() for _ in range(2))
    lay_table(host, site.origin)
    page = (host if path in HOSTS else stranger).new_page()
    page.goto(f"{site.origin}{path.split()[1]}")
    check_look(page, look)
