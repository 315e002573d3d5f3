"""The home page and the frame of every page in real browsers: fonts, sounds, places on a phone, the game that runs."""

import re

import pytest
from playwright.sync_api import expect

from ..server.visitors import Running
from .axe import PHONE
from .conftest import MOTION, Open

FAMILIES = ("Tabletown Serif", "Tabletown Sans")
NAMES = ("Penny Lane", "UpTown", "Paper Skylines", "Milton Keynes")


def test_pages_use_our_fonts_and_ask_nobody_else(people: Open, site: Running) -> None:
    page = people().new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site.origin)
    page.evaluate("document.fonts.ready.then(() => true)")
    for family in FAMILIES:
        assert page.evaluate(f"document.fonts.check('700 16px \"{family}\"')")
    assert page.locator("h1").evaluate("each => getComputedStyle(each).fontFamily").startswith('"Tabletown Serif"')
    assert page.locator("body").evaluate("each => getComputedStyle(each).fontFamily").startswith('"Tabletown Sans"')
    assert {url for url in asked if not url.startswith((site.origin, "data:"))} == set()
    assert [url for url in asked if url.endswith(".woff")]


def test_every_game_can_be_started_without_scrolling(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(site.origin)
    expect(page.get_by_role("button", name="Play now: Penny Lane, against bots")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="New here? First game")).to_be_in_viewport(ratio=1)
    for width, height in ((1440, 900), (1920, 1080), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        for name in NAMES:
            button = page.get_by_role("button", name=f"Play now {name} against bots", exact=True)
            expect(button).to_be_in_viewport(ratio=1)


def test_how_strong_the_bots_are_is_chosen_without_scripts(people: Open, site: Running) -> None:
    page = people(java_script_enabled=False).new_page()
    for button in ("Play now UpTown against bots", "Play now: Penny Lane, against bots"):
        page.goto(site.origin)
        page.get_by_text("strong", exact=True).click()
        page.get_by_role("button", name=button, exact=True).click()
        page.wait_for_url("**/tables/*")
        with site.site.tables.at(page.url.rpartition("/")[2]) as table:
            assert table.title.meta.title in button
            assert [seat.bot for seat in table.seats] == ["", "master", "master"]
        page.context.clear_cookies()  # who has games in play is shown those first


def test_the_replay_runs_unless_motion_is_unwanted(people: Open, site: Running) -> None:
    moving, still = people(**MOTION).new_page(), people().new_page()
    for page in (still, moving):
        page.goto(site.origin)
        page.locator("#watch").scroll_into_view_if_needed()
    first = moving.locator("#watch .shot").get_attribute("data-next")
    expect(moving.locator("#watch .shot")).not_to_have_attribute("data-next", first or "")
    expect(still.locator("#watch .shot")).to_have_attribute("data-next", first or "")


def test_sounds_are_off_until_they_are_wanted(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(site.origin)
    switch = page.locator(".foot [data-sounds]")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.goto(f"{site.origin}/lobby")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("path", ["/", "/lobby", "/you", "/learn", "/games/uptown", "/games/uptown/rules", "/replays"])
def test_on_a_phone_every_place_is_a_tap_away(people: Open, site: Running, path: str) -> None:
    page = people(viewport=PHONE, has_touch=True).new_page()
    page.goto(f"{site.origin}{path}")
    places = page.get_by_role("navigation", name="Places")
    expect(places).to_be_in_viewport(ratio=1)
    assert places.get_by_role("link").all_inner_texts() == ["Home", "Find", "Puzzles", "Learn", "Your games"]
    places.get_by_role("button", name="Menu").tap()
    menu = page.locator("#menu")
    expect(menu).to_be_in_viewport(ratio=1)
    menu.get_by_role("link", name="Replays").tap()
    page.wait_for_url("**/replays")


def test_at_a_table_the_places_are_in_the_menu(people: Open, site: Running) -> None:
    page = people(viewport=PHONE, has_touch=True).new_page()
    page.goto(site.origin)
    page.get_by_role("button", name="Play now UpTown against bots").tap()
    page.wait_for_url("**/tables/*")
    expect(page.get_by_role("navigation", name="Places")).to_have_count(0)
    page.locator(".bar").get_by_role("button", name="Menu").tap()
    menu = page.locator("#menu")
    expect(menu).to_be_in_viewport(ratio=1)
    expect(menu.get_by_role("link", name="Sign out")).to_be_visible()
    menu.get_by_role("button", name="Dark").tap()
    expect(page.locator("html")).to_have_class(re.compile("dark"))
    menu.get_by_role("link", name="Your games").tap()
    expect(page.get_by_role("link", name="UpTown").first).to_be_visible()
