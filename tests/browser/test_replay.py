"""Replays in a browser: by keys, slider, links, by itself, without scripts, on a phone, and what axe says of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tabletown.engine.steps import next_end, step_ends

from ..server.finished import keep, random_game, recorded, sealed_record
from ..server.visitors import OFTEN, Running
from .axe import check_look, in_looks
from .conftest import MOTION, Open
from .test_phone import PHONE
from .test_phone import check as fits

ADDRESS = "ply => new URLSearchParams(location.search).get('ply') === ply"


@pytest.fixture(scope="module")
def replays(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A site at which some games were played."""
    running = Running(tmp_path_factory.mktemp("replays") / "site.sqlite3", import_rate=OFTEN)
    keep(running.site.store, "short", random_game(5))
    keep(running.site.store, "long", recorded("milton_keynes/3-hasty"))
    keep(running.site.store, "cards", recorded("paper_skylines/2-greedy"))
    keep(running.site.store, "lanes", recorded("penny_lane/5-jobs"))
    yield running
    running.stop()


def at(page: Page, ply: int) -> None:
    """The page shows a ply, and so do its address and its slider."""
    page.wait_for_selector(f"#prompt[data-step='{ply}']")
    page.wait_for_function(ADDRESS, arg=str(ply))
    assert page.locator("#scrub").input_value() == str(ply)


def test_by_keys(people: Open, replays: Running) -> None:
    page = people().new_page()
    page.goto(f"{replays.origin}/tables/short/replay?ply=10&seat=open")
    last = int(page.locator("#prompt").get_attribute("data-last") or 0)
    for key, ply in [("ArrowRight", 11), ("ArrowRight", 12), ("ArrowLeft", 11)]:
        page.keyboard.press(f"Shift+{key}")
        at(page, ply)
    with replays.site.tables.at("short") as table:
        ends = step_ends(table.game)
    move = next_end(ends, 11)
    assert move is not None
    further = next_end(ends, move)
    assert further is not None
    for key, ply in [("ArrowRight", move), ("ArrowRight", further), ("ArrowLeft", move), ("End", last), ("Home", 0)]:
        page.keyboard.press(key)
        at(page, ply)
    page.get_by_role("link", name="Every ply").click()
    page.wait_for_selector("a.every:text('Whole moves')")
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.get_by_role("link", name="Whole moves").click()
    page.wait_for_selector("a.every:text('Every ply')")
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("PageDown")
    page.wait_for_function("() => document.querySelector('#prompt').dataset.step > 1")
    turn = int(page.locator("#prompt").get_attribute("data-step") or 0)
    page.keyboard.press("ArrowRight")
    at(page, turn + 1)
    page.keyboard.press("PageUp")
    at(page, turn)
    expect(page.locator(".lines .here .ply")).to_have_text(f"Ply {turn}")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.reload()
    at(page, turn)


def test_it_plays_by_itself_until_somebody_stops_it(people: Open, replays: Running) -> None:
    page = people(**MOTION).new_page()
    page.goto(f"{replays.origin}/tables/short/replay?ply=3&seat=open")
    page.keyboard.press(" ")
    expect(page.locator("[data-play]")).to_have_attribute("aria-pressed", "true")
    page.wait_for_selector("#prompt[data-step='5']")
    page.locator("[data-play]").press("Enter")  # on a busy machine pieces glide all the time, and a click has to wait
    expect(page.locator("[data-play]")).to_have_attribute("aria-pressed", "false")
    stopped = int(page.locator("#prompt").get_attribute("data-step") or 0)
    page.wait_for_timeout(1600)
    at(page, stopped)
    page.goto(f"{replays.origin}/tables/short/replay?ply=9999&seat=open")
    last = int(page.locator("#prompt").get_attribute("data-last") or 0)
    page.keyboard.press("Shift+ArrowLeft")
    at(page, last - 1)
    page.keyboard.press(" ")
    at(page, last)
    expect(page.locator("[data-play]")).to_have_attribute("aria-pressed", "false")  # at the end it stops


def test_slider_links_and_eyes(people: Open, replays: Running) -> None:
    page = people().new_page()
    page.goto(f"{replays.origin}/tables/long/replay?ply=100&seat=open")
    page.evaluate("document.querySelector('main').dataset.same = 'yes'")
    scrub = page.locator("#scrub")
    for value in range(101, 140):  # faster than any server answers
        scrub.evaluate(f"it => {{ it.value = {value}; it.dispatchEvent(new Event('input', {{ bubbles: true }})) }}")
    at(page, 139)
    page.locator(".eyes a", has_text="Bob").click()
    expect(page.locator(".eyes a[aria-current]")).to_have_text("Bob")
    at(page, 139)
    page.locator(".chapters a", has_text="Year 2").click()
    expect(page.locator(".status")).to_have_text("Year 2")
    page.locator("#ply").fill("60")
    page.locator("#ply").press("Enter")
    at(page, 60)
    page.locator(".lines .ply").first.click()
    page.wait_for_selector("#prompt:not([data-step='60'])")
    assert page.evaluate("document.querySelector('main').dataset.same") == "yes"  # all of it without a reload
    link = page.locator("#link").input_value()
    assert link == page.url
    page.locator("[data-copy]").click()
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    page.goto(link)
    at(page, int(link.split("ply=")[1].split("&")[0]))


def test_focus_stays_where_it_was(people: Open, replays: Running) -> None:
    page = people().new_page()
    page.goto(f"{replays.origin}/tables/short/replay?ply=5&seat=0&plies=1")
    focused = "() => document.activeElement.id"
    page.locator("#way-on").focus()
    page.keyboard.press("Enter")
    at(page, 6)
    assert page.evaluate(focused) == "way-on"
    last = page.locator("#prompt").get_attribute("data-last")
    page.locator("#way-last").focus()
    page.keyboard.press("Enter")
    at(page, int(last or 0))
    assert page.evaluate(focused) == "replay"  # the way to the end is no way any more
    page.keyboard.press("ArrowLeft")
    at(page, int(last or 0) - 1)


def test_without_scripts(people: Open, replays: Running) -> None:
    page = people(java_script_enabled=False).new_page()
    page.goto(f"{replays.origin}/tables/short")
    page.locator(".after a", has_text="Replay").click()
    expect(page.locator(".count b")).to_have_text("0")
    page.get_by_role("link", name="Every ply").click()
    page.locator("#way-on").click()
    expect(page.locator(".count b")).to_have_text("1")
    expect(page.locator("#scrub, [data-play]").first).to_be_hidden()
    page.locator("#ply").fill("30")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.locator(".count b")).to_have_text("30")
    page.locator(".eyes a", has_text="Cyd").click()
    expect(page.locator(".eyes a[aria-current]")).to_have_text("Cyd")
    expect(page.locator(".count b")).to_have_text("30")
    page.locator(".eyes a", has_text="Check the shuffle").click()
    expect(page.locator("h1")).to_have_text("An honest game")


@pytest.mark.parametrize("scripts", [True, False])
def test_bring_a_record(people: Open, replays: Running, tmp_path: Path, scripts: bool) -> None:
    page = people(java_script_enabled=scripts, expected="status of 422").new_page()
    page.goto(replays.origin)
    page.locator(".foot a", has_text="Replays").click()
    page.get_by_label("or its text").fill(sealed_record().replace("site 1", "site 9", 1))
    page.get_by_role("button", name="Replay it").click()
    expect(page.locator("[role=alert]")).to_contain_text("Line ")
    expect(page.get_by_label("or its text")).to_contain_text("site 9")
    (tmp_path / "game.txt").write_text(sealed_record())
    page.get_by_label("A file").set_input_files(tmp_path / "game.txt")
    page.get_by_role("button", name="Replay it").click()
    page.wait_for_url("**/tables/import-*/replay")
    expect(page.locator(".eyes")).to_contain_text("it was not played here")


PAGES = ["/tables/short/check", "/replays", "/export"]
TABLES = ["short", "long", "cards", "lanes"]


def replay(table: str) -> str:
    """A replay with open cards, far on in the game."""
    return f"/tables/{table}/replay?ply=200&seat=open"


@pytest.mark.parametrize(
    ("path", "look"),
    in_looks(*(replay(table) for table in TABLES), *PAGES, quick={replay("short"), replay("cards"), *PAGES}),
)
def test_axe_finds_nothing(people: Open, replays: Running, path: str, look: str) -> None:
    page = people().new_page()
    page.goto(f"{replays.origin}{path}")
    check_look(page, look)


def test_a_phone(people: Open, replays: Running) -> None:
    page = people(**PHONE).new_page()
    open_cards = "/tables/short/replay?ply=20&seat=open"
    for path in (open_cards, *PAGES, *(f"/tables/{table}/replay?ply=150&seat=1" for table in TABLES)):
        page.goto(f"{replays.origin}{path}")
        fits(page)
