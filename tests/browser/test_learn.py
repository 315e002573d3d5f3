"""Learning in a real browser: a lesson by mouse, by keyboard, on a phone and without scripts; plates; the gallery."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tabletown import games
from tabletown.server.play.lessons import lesson_of
from tabletown.server.serve import warm_up

from ..marks import quick_if
from ..server.play.test_lessons import real_choices
from ..server.visitors import Running
from .axe import PHONE, check
from .conftest import Open
from .player import STEADY, VERSION


def begin(page: Page, site: Running, title: str) -> None:
    page.goto(f"{site.origin}/games/{title}")
    page.get_by_role("link", name="Your first game").click()
    page.get_by_role("button", name="Sit down and learn").click()
    page.wait_for_url("**/tables/*")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A site at which what plays itself does so at once."""
    warm_up()
    running = Running(tmp_path_factory.mktemp("learn") / "site.sqlite3")
    yield running
    running.stop()


WAITED = """() => document.querySelector("main:has(.prompt.yours) #lesson") && (
    document.querySelector("#wanted") ? "wanted"
    : document.querySelector("#lesson .leave")?.textContent === "Close" ? "over" : "")"""


def wait(page: Page) -> bool:
    """Wait until the lesson wants something (a ply that plays itself does not count); False if it is over."""
    return bool(page.wait_for_function(WAITED).json_value() == "wanted")


def version(page: Page) -> int:
    return int(page.locator("main").get_attribute("data-version") or -1)


def press(page: Page, *, keyboard: bool = False) -> None:
    """Make the marked move and see that the page has it."""
    before = version(page)
    field = page.locator("#wanted > input:is([type=checkbox], [type=radio])")
    while field.count():  # a part of what is put together; in the end the button is marked
        field.press("Space") if keyboard else field.click()
    button = page.locator("button#wanted, #wanted button")
    if keyboard:
        button.focus()
        page.keyboard.press("Enter")
    else:
        button.click()
    page.wait_for_function(VERSION, arg=before)
    page.wait_for_function(STEADY)


@pytest.mark.parametrize("title", quick_if(lambda title: title in ("penny_lane", "uptown"), games.names()))
def test_a_whole_lesson(people: Open, site: Running, title: str) -> None:
    lesson = lesson_of(games.get(title))
    assert lesson is not None
    keyboard = title in ("paper_skylines", "uptown")
    page = people(color_scheme="dark" if keyboard else "light").new_page()
    begin(page, site, title)
    for number, step in enumerate(lesson.of(0), 1):
        if number not in real_choices(title):
            continue  # it plays itself
        assert wait(page)
        expect(page.locator("#lesson")).to_contain_text(f"step {number} of {len(lesson.of(0))}")
        expect(page.locator("#lesson")).to_contain_text(step.title)
        expect(page.locator("#wanted")).to_have_attribute("aria-current", "step")
        if number == 1:
            check(page, within="#lesson, #wanted")  # the table around them is as ever
        press(page, keyboard=keyboard)
    expect(page.locator("#lesson")).to_contain_text("play on!")  # perhaps after a ply that plays itself
    assert not wait(page)
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#lesson")).to_have_count(0)


def test_another_move_is_answered_with_a_hint_and_the_place_is_kept(people: Open, site: Running) -> None:
    page = people(expected="status of 422").new_page()
    begin(page, site, "uptown")
    assert wait(page)
    page.get_by_role("button", name="Discard the card").click()
    expect(page.get_by_role("alert")).to_contain_text("Start with the Boutique Hotel")
    press(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "wanted"
    page.get_by_role("button", name="Play on without the lesson").click()
    expect(page.locator("#lesson")).to_have_count(0)
    expect(page.locator("#wanted")).to_have_count(0)


def test_on_a_phone_the_words_leave_room_and_lead_to_the_place(people: Open, site: Running) -> None:
    page = people(viewport=PHONE, color_scheme="dark").new_page()
    begin(page, site, "uptown")
    assert wait(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    heights = [page.locator(part).bounding_box()["height"] for part in (".prompt", ".notes")]  # type: ignore[index]
    assert sum(heights) < 0.62 * PHONE["height"]
    page.get_by_role("link", name="Show me").click()
    assert page.evaluate(
        """() => {
            const wanted = document.querySelector("#wanted").getBoundingClientRect();
            return wanted.top >= 0 && wanted.bottom <= document.querySelector(".notes").getBoundingClientRect().top;
        }"""
    )
    check(page)
    press(page)


def test_without_scripts(people: Open, site: Running) -> None:
    page = people(java_script_enabled=False).new_page()
    begin(page, site, "uptown")
    *chosen, following = real_choices("uptown")[:4]
    for number in chosen:
        expect(page.locator("#lesson")).to_contain_text(f"step {number} of")
        page.locator("button#wanted").click()
    page.wait_for_selector(f"text=step {following} of")  # the page looks again by itself until the bot has moved


@pytest.mark.parametrize("title", games.names())
def test_plates_scroll_within_their_frames(people: Open, site: Running, title: str) -> None:
    page = people(viewport=PHONE).new_page()
    page.goto(f"{site.origin}/games/{title}/rules")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    frames = page.locator(".plate-frame")
    assert frames.count() >= 4
    for frame in frames.all():
        box = frame.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]


def test_the_gallery_filters_while_one_types(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(f"{site.origin}/games/penny_lane/cards")
    cards, found = page.locator("#cards li:visible"), page.locator("[data-found]")
    total = cards.count()
    page.get_by_label("Find a card").fill("luthier")
    expect(found).to_have_text(f"1 of {total} cards")
    expect(cards).to_have_count(1)
    assert page.url.endswith("?q=luthier")
    page.get_by_label("Among").select_option("Housing")
    expect(page.get_by_text("No card fits that")).to_be_visible()
    check(page)
    page.goto(f"{site.origin}/games/penny_lane/cards?q=luthier#card-bakery")  # a link beats a search
    expect(page.locator("#card-bakery")).to_be_visible()
    expect(found).to_have_text(f"{total} cards")


def test_the_gallery_without_scripts(people: Open, site: Running) -> None:
    page = people(java_script_enabled=False).new_page()
    page.goto(f"{site.origin}/games/penny_lane/cards")
    page.get_by_label("Find a card").fill("luthier")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#cards li:visible")).to_have_count(1)
