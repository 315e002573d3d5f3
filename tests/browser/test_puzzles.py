"""Puzzles in a browser: solved by keyboard alone, with a rating and days that stay, on a phone, and what axe says."""

import re

import pytest
from playwright.sync_api import Page, expect

from tabletown.study.puzzle_shelf import puzzles_of
from tabletown.study.puzzles import Puzzle

from ..server.visitors import Running
from .axe import check_themes
from .conftest import MOTION, Open
from .test_phone import PHONE
from .test_phone import check as fits

MOST_STOPS = 150  # of the Tab key on a page
FOCUSED = "() => ({ name: document.activeElement.name, value: document.activeElement.value })"
KEPT = "() => JSON.parse(localStorage.getItem('puzzles'))"
SMALL = {"width": 390, "height": 844}


def in_two_steps(number: int = 0, title: str = "uptown") -> Puzzle:
    return [puzzle for puzzle in puzzles_of(title) if len(puzzle.best) == len(puzzle.tempting) == 2][number]


def press_by_keyboard(page: Page, move: str) -> None:
    """Go to the button of a move with Tab, and press Enter."""
    for _ in range(MOST_STOPS):
        focused = page.evaluate(FOCUSED)
        if focused["name"] in ("move", "instead") and focused["value"] == move:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {move}")


def play(page: Page, moves: tuple[str, ...]) -> None:
    for number, move in enumerate(moves, 1):
        press_by_keyboard(page, move)
        if number < len(moves):
            expect(page.locator("#moves [name=line]")).to_have_value(";".join(moves[:number]))


def in_state(page: Page, state: str) -> None:
    expect(page.locator("#prompt")).to_have_attribute("data-state", state)


def rating(page: Page) -> int:
    shown = page.locator("[data-rating] dd b").inner_text()
    kept = page.evaluate(KEPT)
    assert kept is None or kept["rating"] == int(shown)
    return int(shown)


def test_by_keyboard_alone_with_a_wrong_move_first(people: Open, site: Running) -> None:
    puzzle = in_two_steps()
    page = people().new_page()
    page.goto(f"{site.origin}/puzzles/{puzzle.id}")
    assert rating(page) == 1200
    expect(page.locator("figcaption")).to_have_text("0 days in a row")

    play(page, puzzle.tempting)
    in_state(page, "wrong")
    assert "line=" in page.url
    expect(page.locator("#prompt [role=status]")).to_contain_text("Not the best move")
    lost = rating(page)
    assert lost < 1200
    expect(page.locator(".moves .again")).to_be_focused()
    page.keyboard.press("u")
    in_state(page, "open")

    press_by_keyboard(page, puzzle.best[0])
    expect(page.locator("[data-key=u]")).to_be_visible()
    page.keyboard.press("u")  # take back
    expect(page.locator("#moves [name=line]")).to_have_value("")
    play(page, puzzle.best)
    in_state(page, "solved")
    expect(page.locator("#prompt [role=status]")).to_contain_text("Solved. You")
    expect(page.locator("[data-result]")).to_have_text("Solved. The first try was another move.")
    expect(page.locator("figcaption")).to_have_text("1 day in a row")
    expect(page.locator(".moves .next")).to_be_focused()
    assert rating(page) == lost  # the first try counts

    page.reload()
    in_state(page, "solved")
    assert rating(page) == lost
    expect(page.locator("figcaption")).to_have_text("1 day in a row")
    page.keyboard.press("n")
    page.wait_for_url(lambda url: puzzle.id not in url)
    in_state(page, "open")

    page.goto(f"{site.origin}/puzzles")
    expect(page.locator("[data-days]")).to_have_text("1 day in a row")
    expect(page.locator(".rating")).to_have_text(str(lost))
    expect(page.locator("[data-count]").filter(has_text="1 of").first).to_be_visible()
    page.goto(f"{site.origin}/puzzles/of/uptown")
    expect(page.locator(f"[data-solved='{puzzle.id}']")).to_be_visible()
    assert page.locator("[data-solved]:visible").count() == 1


def test_the_first_try_raises_the_rating_and_hints_cost(people: Open, site: Running) -> None:
    gains = []
    for hints in (0, 2):
        page = people().new_page()  # somebody new each time
        puzzle = in_two_steps(1)
        page.goto(f"{site.origin}/puzzles/{puzzle.id}")
        for number in range(1, hints + 1):
            page.keyboard.press("h")
            expect(page.locator(".hints li")).to_have_count(number)
        play(page, puzzle.best)
        in_state(page, "solved")
        gains.append(rating(page) - 1200)
    assert gains[0] > gains[1] > 0
    assert abs(gains[0] / 3 - gains[1]) <= 1


def test_show_me_ends_the_puzzle_and_keeps_the_days(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(f"{site.origin}/puzzles/{in_two_steps(2).id}")
    page.get_by_role("link", name="Show me").click()
    in_state(page, "shown")
    expect(page.locator("figcaption")).to_have_text("0 days in a row")
    assert rating(page) < 1200
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")


def test_a_curve_begins_after_three(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(f"{site.origin}/puzzles")
    expect(page.get_by_text("Solve three and your curve begins")).to_be_visible()
    for number in range(3):
        puzzle = in_two_steps(number)
        page.goto(f"{site.origin}/puzzles/{puzzle.id}?line={';'.join(puzzle.best)}")
        in_state(page, "solved")
    page.goto(f"{site.origin}/puzzles")
    expect(page.locator("[data-curve] svg")).to_be_visible()
    expect(page.get_by_text("Solve three and your curve begins")).to_be_hidden()


def test_days_in_a_row_are_counted(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(f"{site.origin}/puzzles")
    days = "(back) => back.map((n) => new Date(Date.now() - n * 86400000).toISOString().slice(0, 10))"
    for back, expected in (([3, 2, 1], "3 days"), ([2, 1, 0], "3 days"), ([3, 2], "0 days"), ([3, 1, 0], "2 days")):
        dates = page.evaluate(days, back)
        page.evaluate("(days) => localStorage.setItem('puzzles', JSON.stringify({ days }))", dates)
        page.reload()
        expect(page.locator("[data-days]")).to_have_text(re.compile(rf"^{expected} in a row"))


def test_mixed_leads_to_a_puzzle_at_my_strength(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(f"{site.origin}/puzzles")
    page.locator("a[data-next=uptown]").click()
    page.wait_for_selector("main[data-puzzle]")
    id = page.url.rpartition("/")[2]
    puzzle = next(each for each in puzzles_of("uptown") if each.id == id)
    nearest = min(abs(750 + 250 * each.difficulty - 1200) for each in puzzles_of("uptown"))
    assert abs(750 + 250 * puzzle.difficulty - 1200) == nearest


def test_pieces_glide_and_nothing_is_played_twice(people: Open, site: Running) -> None:
    puzzle = in_two_steps()
    page = people(**MOTION).new_page()
    page.goto(f"{site.origin}/puzzles/{puzzle.id}")
    page.locator(f"button[name=move][value='{puzzle.best[0]}']:visible").first.dblclick()
    expect(page.locator("#moves [name=line]")).to_have_value(puzzle.best[0])
    in_state(page, "open")


@pytest.mark.parametrize("title", ["uptown", pytest.param("penny_lane", marks=pytest.mark.exhaustive)])
def test_axe_and_a_phone(people: Open, site: Running, title: str) -> None:
    puzzle = in_two_steps(0, title)
    page = people().new_page()
    for query in (
        "",
        f"?line={puzzle.best[0]}&hints=3",
        f"?line={';'.join(puzzle.tempting)}",
        f"?line={';'.join(puzzle.best)}",
    ):
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(f"{site.origin}/puzzles/{puzzle.id}{query}")
        check_themes(page, phone=True)
    wide = {"width": 1440, "height": 900}
    for path in ("/puzzles", f"/puzzles/of/{title}"):
        page.set_viewport_size(wide)  # type: ignore[arg-type]
        page.goto(f"{site.origin}{path}")
        check_themes(page, phone=True)


def test_thumbs_reach_all_on_a_phone(people: Open, site: Running) -> None:
    page = people(**PHONE).new_page()
    puzzle = in_two_steps()
    paths = [
        "/puzzles",
        "/puzzles/of/uptown",
        f"/puzzles/{puzzle.id}",
        f"/puzzles/{puzzle.id}?line={';'.join(puzzle.best)}",
    ]
    for path in paths:
        page.goto(f"{site.origin}{path}")
        fits(page)


def test_without_scripts(people: Open, site: Running) -> None:
    puzzle = in_two_steps()
    page = people(java_script_enabled=False).new_page()
    page.goto(f"{site.origin}/puzzles/{puzzle.id}")
    for move in puzzle.best:
        page.locator(f"button[name=move][value='{move}']:visible").first.click()
    expect(page.locator("#prompt")).to_have_attribute("data-state", "solved")
    expect(page.locator("[data-rating]")).to_be_hidden()
    page.goto(f"{site.origin}/puzzles")
    expect(page.get_by_text("Solve three and your curve begins")).to_be_visible()
