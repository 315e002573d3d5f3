"""Clocks that tick, news of one's turn, what happened meanwhile, and going back, in a browser.

Time is set, not waited for.
"""

from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tabletown.server.store.protocol import Clock

from ..server.timing import sit_together, to_move
from ..server.visitors import Running, Visitor, read_form
from .axe import PHONE, WIDE, check, check_themes
from .conftest import Open
from .player import Player
from .test_sealed import at_table

CLOCK = Clock(300.0, increment=5.0)
LOOK_AWAY = """() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => window.away });
    document.hasFocus = () => !window.away;
    window.away = true;
}"""
LOOK_BACK = "() => { window.away = false; window.dispatchEvent(new Event('focus')); }"
COUNT_TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
"""
SIZES = {"wide": WIDE, "phone": PHONE}


def sizes(usual: str) -> list[Any]:
    """Both sizes of a screen; all but the usual one are exhaustive."""
    return [
        pytest.param(size, id=name, marks=() if name == usual else pytest.mark.exhaustive)
        for name, size in SIZES.items()
    ]


@pytest.fixture
def friends(site: Running) -> list[Visitor]:
    """Two people with a clock; the first in the list is to move."""
    two = sit_together(site, CLOCK)
    return two if to_move(two[0]) == 0 else two[::-1]


def whole_turn(visitor: Visitor) -> None:
    """Make moves until it is somebody else's turn."""
    while (form := read_form(visitor.page())).moves:
        assert visitor.move(form, form.moves[0]).status_code == 303


def time_of(page: Page, whose: str) -> str:
    return page.locator(f".chip{whose} .clock .time").inner_text()


def seconds(text: str) -> int:
    minutes, rest = text.split(":")
    return 60 * int(minutes) + int(rest)


def test_a_clock_ticks_and_says_when_little_is_left(people: Open, friends: list[Visitor]) -> None:
    context = people()
    context.clock.install()
    player = at_table(context_of(context), friends[0])
    page = player.page
    own, other = ".you", ":not(.you)"
    before = seconds(time_of(page, own))
    assert 290 <= before <= 300
    assert time_of(page, other) == "5:00"
    context.clock.fast_forward(60_000)
    assert before - 61 <= seconds(time_of(page, own)) <= before - 60
    assert time_of(page, other) == "5:00"
    clock = page.locator(".chip.you .clock")
    expect(clock).not_to_have_class("clock runs low")
    assert page.locator("p[role=status]", has_text="left").count() == 0
    context.clock.fast_forward(215_000)
    expect(clock).to_have_class("clock runs low")
    assert page.locator("p[role=status]", has_text="left").count() == 1  # said once, not with every second
    context.clock.fast_forward(600_000)
    assert time_of(page, own) == "0:00"


def context_of(context: object) -> Open:
    """A way to open browsers that gives one that is open already."""
    return lambda **_: context  # type: ignore[return-value]


def test_a_move_winds_the_clocks_anew(people: Open, friends: list[Visitor]) -> None:
    player = at_table(people, friends[1])
    expect(player.page.locator(".chip:not(.you) .clock.runs")).to_have_count(1)
    whole_turn(friends[0])
    expect(player.page.locator(".chip.you .clock.runs")).to_have_count(1)
    expect(player.page.locator(".chip:not(.you) .clock.runs")).to_have_count(0)
    assert seconds(time_of(player.page, ":not(.you)")) > 300 - 60  # with its increment


def test_without_scripts_a_clock_is_a_text(people: Open, friends: list[Visitor]) -> None:
    player = at_table(people, friends[0], java_script_enabled=False)
    assert 200 < seconds(time_of(player.page, ".you")) <= 300
    assert player.page.locator(".bell").is_hidden()


def test_one_who_looks_elsewhere_is_told(people: Open, friends: list[Visitor]) -> None:
    context = people()
    context.add_init_script(COUNT_TONES)
    player = at_table(context_of(context), friends[1])
    page = player.page
    icon = page.locator("link[rel=icon]")
    plain = icon.get_attribute("href")
    assert not page.title().startswith("\u25cf")
    bell = page.get_by_role("button", name="A sound when it is your turn")
    expect(bell).to_have_attribute("aria-pressed", "false")
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "true")
    tried = page.evaluate("window.tones")
    assert tried > 0
    page.evaluate(LOOK_AWAY)
    whole_turn(friends[0])
    expect(page).to_have_title("\u25cf Your turn \u00b7 UpTown")
    expect(icon).not_to_have_attribute("href", plain or "")
    assert page.evaluate("window.tones") >= 2 * tried
    page.evaluate(LOOK_BACK)
    expect(icon).to_have_attribute("href", plain or "")
    page.reload()
    expect(bell).to_have_attribute("aria-pressed", "true")  # the choice is remembered
    assert page.evaluate("window.tones") == 0
    expect(icon).to_have_attribute("href", plain or "")


def test_one_who_looks_on_hears_it_and_needs_no_mark(people: Open, friends: list[Visitor]) -> None:
    context = people()
    context.add_init_script(COUNT_TONES)
    player = at_table(context_of(context), friends[1])
    page = player.page
    page.bring_to_front()
    page.get_by_role("button", name="A sound when it is your turn").click()
    tried = page.evaluate("window.tones")
    page.evaluate(LOOK_AWAY)
    page.evaluate(LOOK_BACK)
    plain = page.locator("link[rel=icon]").get_attribute("href")
    whole_turn(friends[0])
    expect(page).to_have_title("\u25cf Your turn \u00b7 UpTown")
    assert page.evaluate("window.tones") > tried
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", plain or "")


@pytest.mark.parametrize("viewport", sizes("phone"))
def test_the_recap_opens_over_the_table(people: Open, friends: list[Visitor], viewport: dict[str, int]) -> None:
    whole_turn(friends[0])
    whole_turn(friends[1])
    player = at_table(people, friends[0], viewport=viewport)
    page = player.page
    panel = page.locator(".recap ol")
    expect(panel).to_be_hidden()
    page.locator(".recap summary").press("Enter")
    expect(panel).to_be_visible()
    other = page.locator(".rival h2").inner_text()
    expect(panel.locator("li b").first).to_have_text(other)
    box = panel.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= viewport["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    check_themes(page, within=".recap")


@pytest.mark.parametrize("viewport", sizes("wide"))
def test_two_agree_to_go_back(people: Open, friends: list[Visitor], viewport: dict[str, int]) -> None:
    whole_turn(friends[0])
    whole_turn(friends[1])
    asker, other = at_table(people, friends[0], viewport=viewport), at_table(people, friends[1], viewport=viewport)
    asker.page.get_by_text("Take back more, if all agree?").click()
    check(asker.page, within="#go-back")
    turns = asker.page.get_by_label("To the turn in which")
    turns.select_option(index=turns.locator("option").count() - 1)  # the first turn in which anybody had a choice
    asker.page.get_by_role("button", name="Ask the others").click()
    question = other.page.get_by_role("region", name="asks to take the game back")
    expect(question).to_be_visible()
    check(other.page, within="#question")
    assert other.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    question.get_by_role("button", name="Agree").press("Enter")
    expect(question).to_have_count(0)
    expect(asker.page.locator(".lines").get_by_text("All agree, and the game is taken back.")).to_be_attached()
    expect(asker.page.locator(".prompt.yours")).to_have_count(1)


def test_they_agree_without_scripts(people: Open, friends: list[Visitor]) -> None:
    whole_turn(friends[0])
    asker = at_table(people, friends[0], java_script_enabled=False)
    other = at_table(people, friends[1], java_script_enabled=False)
    more, ask = asker.page.get_by_text("Take back more, if all agree?"), asker.page.get_by_text("Ask the others")
    asked = asker.page.get_by_role("heading", name="You ask to take the game back")
    while not asked.is_visible():
        with suppress(TimeoutError):  # the page loads itself anew from time to time, and is folded then
            (ask if ask.is_visible() else more).click(timeout=2000)
    other.look_again()
    other.page.get_by_role("button", name="Rather not").click()
    asker.look_again()
    expect(asker.page.locator(".lines").get_by_text("would rather go on.")).to_be_attached()


def test_a_turn_is_begun_again(people: Open, site: Running) -> None:
    """In Paper Skylines a building takes several steps, none of which tells anybody anything."""
    two = sit_together(site, None, title="paper_skylines")
    for visitor in two:
        form = read_form(visitor.page())
        assert visitor.move(form, form.moves[0]).status_code == 303
    mover = two[to_move(two[0])]
    player = at_table(people, mover)
    restart = player.page.get_by_role("button", name="Restart turn")
    moves = player.page.locator("main button[name=move]")
    for _ in range(6):
        before = player.version
        moves.first.click()
        player.passed(before)
        if restart.count():
            break
    expect(restart).to_be_visible()
    before = Player(player.page).version
    restart.click()
    player.passed(before)
    expect(restart).to_have_count(0)
    assert [entry.event.kind for entry in mover.log()[-2:]] == ["undo", "undo"]
