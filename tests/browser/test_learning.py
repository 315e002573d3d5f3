"""The learning path in a browser: a lesson by keyboard alone, ticks that stay, a phone, and what axe says."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tabletown import games
from tabletown.study.short_lessons import ShortLesson, short_lessons_of

from ..server.visitors import Running
from .axe import check_themes
from .conftest import Open
from .test_phone import PHONE
from .test_phone import check as fits
from .test_puzzles import in_state, play

WIDE = {"width": 1440, "height": 900}
AXED = ("uptown",)
"""The title whose pages `make test` shows to axe; the others are the same templates, and exhaustive."""


def address(site: Running, lesson: ShortLesson, **asked: str) -> str:
    return f"{site.origin}/learn/{lesson.title}/{lesson.id}?{urlencode(asked)}"


@pytest.mark.parametrize("title", games.names())
def test_a_lesson_by_keyboard_alone(people: Open, site: Running, title: str) -> None:
    lesson, following, *_ = short_lessons_of(title)
    page = people().new_page()
    page.goto(f"{site.origin}/learn/{title}")
    assert page.locator("a[data-lesson] .done:visible").count() == 0
    page.locator(f"a[data-lesson='{lesson.id}']").press("Enter")
    page.wait_for_selector("main[data-puzzle]")
    page.wait_for_load_state()  # only then do keys do something
    expect(page.locator("#h-idea")).to_have_text(lesson.name)
    page.keyboard.press("h")
    expect(page.locator(".hints li")).to_have_text([f"1{lesson.hints[0]}"])

    play(page, lesson.puzzle.tempting)
    in_state(page, "wrong")
    expect(page.locator("#happens li").first).to_be_visible()
    expect(page.locator("[data-done]")).to_be_hidden()
    page.keyboard.press("u")
    in_state(page, "open")
    play(page, lesson.puzzle.best)
    in_state(page, "solved")
    expect(page.locator("#about")).to_contain_text(lesson.why)
    expect(page.locator("[data-done]")).to_be_visible()
    expect(page.locator(".moves .next")).to_be_focused()
    page.keyboard.press("n")
    page.wait_for_url(f"**/{following.id}")

    page.goto(f"{site.origin}/learn/{title}")
    expect(page.locator(f"a[data-lesson='{lesson.id}'] .done")).to_be_visible()
    assert page.locator("a[data-lesson] .done:visible").count() == 1
    expect(page.locator("[data-lessons]")).to_have_text(f"1 of {len(short_lessons_of(title))} done")
    assert page.evaluate("localStorage.getItem('puzzles')") is None  # lessons do not touch the rating


@pytest.mark.parametrize(
    "title",
    [pytest.param(title, marks=() if title in AXED else pytest.mark.exhaustive) for title in games.names()],
)
def test_axe_light_and_dark(people: Open, site: Running, title: str) -> None:
    lesson, page = short_lessons_of(title)[0], people().new_page()
    moves = lesson.puzzle.best, lesson.puzzle.tempting
    for path in (
        f"{site.origin}/learn/{title}",
        f"{site.origin}/you/mistakes",
        address(site, lesson, hints="3"),
        *(address(site, lesson, line=";".join(line)) for line in moves),
    ):
        page.set_viewport_size(WIDE)  # type: ignore[arg-type]
        page.goto(path)
        check_themes(page, phone=True)


@pytest.mark.parametrize("title", games.names())
def test_thumbs_reach_all_on_a_phone(people: Open, site: Running, title: str) -> None:
    page, lessons = people(**PHONE).new_page(), short_lessons_of(title)
    page.goto(f"{site.origin}/learn/{title}")
    fits(page)
    page.goto(f"{site.origin}/you/mistakes")
    fits(page)
    page.goto(address(site, lessons[0]))
    fits(page)
    page.goto(address(site, lessons[1], line=";".join(lessons[1].puzzle.best)))
    fits(page)
