"""Finding opponents in real browsers: two people find each other and play; without scripts, too."""

import pytest
from playwright.sync_api import Page, expect

from tabletown.server.play.searching.searching import SearchTiming

from ..server.visitors import UNHURRIED, StartSite, Visitor
from .axe import PHONE, SIDEWAYS, check_themes
from .conftest import Open
from .player import Player

PATIENT = SearchTiming(found=3600, away=3600, gone=3600, bots=0, tick=0.05)


def look(page: Page, origin: str, rated: bool = False) -> None:
    page.goto(f"{origin}/find")
    for title in page.locator(".titles input:checked").all():
        page.locator(f"label[for={title.get_attribute('id')}]").click()
    page.locator("label[for=title-uptown]").click()
    page.locator("label[for=size-3]").click()  # which leaves two
    page.get_by_label("Rated").set_checked(rated)
    page.get_by_role("button", name="Look for opponents").click()
    page.wait_for_url("**/find")


def test_two_find_each_other_and_make_their_first_moves(start: StartSite, people: Open) -> None:
    site = start(pace=UNHURRIED, searching=SearchTiming(found=1, away=3600, gone=3600, tick=0.05))
    desk, phone = people().new_page(), people(viewport=PHONE).new_page()
    look(desk, site.origin)
    expect(desk.get_by_role("heading", name="Nobody else is looking")).to_be_visible()
    look(phone, site.origin)
    desk.wait_for_url("**/tables/*")  # each page goes there by itself
    phone.wait_for_url("**/tables/*")
    assert desk.url == phone.url
    desk.wait_for_selector(".prompt.yours, .prompt.waiting")
    first, second = (desk, phone) if desk.locator(".prompt.yours").count() else (phone, desk)
    for page in (first, second):
        Player(page).move()
        while page.locator(".prompt.yours").count():  # a turn may have several parts
            Player(page).move()


@pytest.mark.parametrize("scripts", [True, False])
def test_not_now(start: StartSite, people: Open, scripts: bool) -> None:
    site = start(searching=PATIENT)
    page = people(viewport=PHONE, java_script_enabled=scripts).new_page()
    look(page, site.origin)
    other = Visitor(site)
    other.post("/find", {"title-uptown": "on", "size-2": "on", "pace": "live-15"})
    expect(page.get_by_role("button", name="Not now")).to_be_visible()  # without scripts the page reloads itself
    expect(page).to_have_title("● Table found · Tabletown" if scripts else "● Table found · Find opponents · Tabletown")
    page.get_by_role("button", name="Not now").click()
    expect(page.get_by_role("button", name="Look for opponents")).to_be_visible()
    expect(page.get_by_role("heading", name="1 person is looking")).to_be_visible()
    other.http.close()


def test_the_page_fits_and_is_accessible(start: StartSite, people: Open) -> None:
    site = start(searching=PATIENT)
    host = Visitor(site)
    host.sit_down(bot="open", public="everybody", name="Ada", note="W" * 120)
    page = people().new_page()
    look(page, site.origin)
    expect(page.get_by_role("button", name="Begin with bots")).to_be_visible()
    page.get_by_text("Pin up your own").click()
    check_themes(page, phone=True)
    page.set_viewport_size({"width": 390, "height": 844})
    assert not page.evaluate(SIDEWAYS)
    small = "elements => elements.filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 44).length"
    assert page.locator("main :is(.btn, .field)").evaluate_all(small) == 0
    host.http.close()


def test_a_note_that_is_pinned_up_is_seen_at_once(start: StartSite, people: Open) -> None:
    site = start(searching=PATIENT)
    watcher, host = people().new_page(), people().new_page()
    watcher.goto(f"{site.origin}/find")
    expect(watcher.locator("#board")).to_contain_text("The board is empty")
    host.goto(f"{site.origin}/find")
    host.get_by_text("Pin up your own").click()
    host.get_by_label("Note").fill("Tea at hand")
    host.get_by_role("button", name="Pin it up").click()
    host.wait_for_url("**/tables/*")
    expect(watcher.locator("#board")).to_contain_text("Tea at hand")
    host.goto(f"{site.origin}/find")
    host.get_by_role("button", name="Take down").click()
    host.wait_for_url("**/tables/*")
    expect(watcher.locator("#board")).to_contain_text("The board is empty")
