"""A phone: 390 by 844, held in one hand. Nothing runs off the side, everything is large enough for a thumb."""

import pytest
from playwright.sync_api import Page

from tabletown import games

from ..server.visitors import Running
from .conftest import Open
from .player import MOVES, sit_down, titles

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DOUBLE_TAP_MS = 500  # what is tapped sooner than this is taken for the second half of a double tap
PAGES = ["/", "/api", "/games/uptown", "/games/uptown/rules", "/games/uptown/cards", "/nothing"]

# What can be tapped outside of boards (whose pieces are as large as the board allows) and outside of running text.
SMALL = """() => [...document.querySelectorAll('a[href], button, summary, select, input:not([type=hidden]), label')]
    .filter((it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((it) => !it.closest('.board, .skip, [aria-hidden=true], .rules-text :is(p, li, td)'))
    .filter((it) => it.nodeName !== 'LABEL' || it.control?.type === 'radio')
    .map((it) => [it.getBoundingClientRect(), it])
    .filter(([box]) => box.width < 44 || box.height < 44)
    .map(([box, it]) => `${it.outerHTML.slice(0, 80)}: ${box.width} x ${box.height}`)"""
SIDEWAYS = "() => document.scrollingElement.scrollWidth - innerWidth"

# What stands in the bar of a table, and what of it is not wholly in it or lies upon something else.
CROWDED = """() => {
    const bar = document.querySelector('.bar').getBoundingClientRect().height;
    const found = [...document.querySelectorAll('.bar :is(a, button), .strip :is(h1, .status, a, summary)')]
        .filter((it) => it.checkVisibility({ visibilityProperty: true })).map((it) => [it.getBoundingClientRect(), it]);
    const before = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
    const apart = (a, b) => before(a, b) || before(b, a);
    return found.filter(([box], i) => box.bottom > bar + 1 || found.some(([other], j) => i < j && !apart(box, other)))
        .map(([box, it]) => `${it.outerHTML.slice(0, 80)}: ${box.left} to ${box.right}, ${box.top} to ${box.bottom}`);
}"""

# What pieces of the common boards say of themselves, opened one by one by a tap, as far as the window, the bar or the
# ribbon cuts it off.
CUT_OFF = """() => [...document.querySelectorAll('.across .piece:not(button):has(> .bubble)')].filter((piece) => {
    piece.scrollIntoView({ block: 'center', behavior: 'instant' });
    for (const type of ['pointerdown', 'pointerup'])
        piece.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch' }));
    const said = document.querySelector('.tip').getBoundingClientRect();
    const [top, bottom] = ['.bar', '.prompt'].map((bar) => document.querySelector(bar).getBoundingClientRect());
    const cut = said.top < top.bottom || said.bottom > bottom.top || said.left < 0 || said.right > innerWidth;
    return said.width > 0 && cut;
}).map((piece) => piece.getAttribute('aria-label'))"""


def check(page: Page) -> None:
    """Nothing sticks out to the side, and nothing is too small for a thumb."""
    assert page.evaluate(SIDEWAYS) <= 0, f"something sticks out to the side of {page.url}, {page.viewport_size}"
    assert page.evaluate(SMALL) == [], f"too small on {page.url}, {page.viewport_size}"


def test_pages_fit(people: Open, site: Running) -> None:
    page = people(expected="status of 404", **PHONE).new_page()
    for path in PAGES:
        page.goto(f"{site.origin}{path}")
        for width in (390, 360):
            page.set_viewport_size({"width": width, "height": 844})
            check(page)


@pytest.mark.parametrize("title", titles("touch", "uptown"))
def test_a_whole_game_by_touch(people: Open, site: Running, title: str) -> None:
    """Every state of the table fits, with the most players there can be."""
    player = sit_down(people(**PHONE), site.origin, players=4, title=title)
    page = player.page
    taps = 0
    while player.my_turn():
        check(page)
        page.wait_for_timeout(DOUBLE_TAP_MS)
        before = player.version
        on_board = page.locator(f"{MOVES}.piece")
        (on_board if on_board.count() else player.moves).last.tap()
        player.passed(before)
        taps += 1
    assert taps >= 5
    check(page)


def test_the_bar_of_a_table_has_room_for_everything(people: Open, site: Running) -> None:
    """Also for the longest title with the longest status, beside the bell that appears once a page may make sounds."""
    page = sit_down(people(**PHONE), site.origin, players=2).page
    page.locator(".bell").wait_for()
    for title, status in (("UpTown", "Round 8, the last one"), ("Paper Skylines", "Level 3 (round end shown)")):
        page.locator(".strip h1").evaluate("(it, words) => it.textContent = words", title)
        page.locator(".strip .status").evaluate("(it, words) => it.textContent = words", status)
        for width in (390, 360, 768, 1024):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate(CROWDED) == []


@pytest.mark.parametrize("title", games.names())
def test_nothing_is_cut_off_what_a_piece_says(people: Open, site: Running, title: str) -> None:
    page = sit_down(people(**PHONE), site.origin, title=title).page
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(SIDEWAYS) <= 0


def test_a_long_press_explains_and_is_no_move(people: Open, site: Running) -> None:
    player = sit_down(people(**PHONE), site.origin)
    piece = player.until_offered("play", "buy", "public").locator("visible=true").first
    before = player.version
    piece.scroll_into_view_if_needed()
    box = piece.bounding_box()
    assert box is not None
    finger = player.page.context.new_cdp_session(player.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    player.page.wait_for_selector(".tip:visible")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    player.page.wait_for_timeout(300)
    assert player.version == before
    piece.tap()
    player.passed(before)
