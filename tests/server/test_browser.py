"""The site in a real browser: what the scripts add, and that nothing is missing without them."""

import shutil
from collections.abc import Callable, Iterator

import pytest

playwright = pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright  # noqa: E402

from .visitors import Running, StartSite, first_legal, wait_until  # noqa: E402

CHROMIUM = shutil.which("chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
FLAGS += ["--disable-background-networking", "--disable-component-update"]
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

Open = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def people(browser: Browser) -> Iterator[Open]:
    """Open a browser of one's own; whatever it complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def person(**options: object) -> BrowserContext:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(20_000)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on("console", lambda line: complaints.append(line.text) if "Content Security" in line.text else None)
        contexts.append(context)
        return context

    yield person
    for context in contexts:
        context.close()
    assert complaints == []


def sit_down(context: BrowserContext, running: Running) -> Page:
    """Start a table with one click and wait for one's turn."""
    page = context.new_page()
    page.goto(f"{running.origin}/games/uptown")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/tables/*")
    return page


def version(page: Page) -> int:
    return int(page.locator("main").get_attribute("data-version") or -1)


def my_turn(page: Page) -> None:
    page.wait_for_selector(".prompt.yours")


def move(page: Page) -> None:
    """Make the first move on offer, and see that the page has it."""
    my_turn(page)
    before = version(page)
    page.locator("main button[name=move]").first.click()
    page.wait_for_function("v => Number(document.querySelector('main').dataset.version) > v", arg=before)


def test_moves_are_made_without_a_reload(people: Open, start: StartSite) -> None:
    page = sit_down(people(), start(choose=first_legal))
    page.evaluate("window.stayed = true")
    for _ in range(6):
        move(page)
    my_turn(page)
    assert page.evaluate("window.stayed") is True
    expect(page.locator(".lines li:not(.round)").first).to_be_visible()
    assert page.title().startswith("Your turn")


@pytest.mark.parametrize("reduced", ["reduce", "no-preference"])
def test_the_keyboard_keeps_its_place(people: Open, start: StartSite, reduced: str) -> None:
    page = sit_down(people(reduced_motion=reduced), start(choose=first_legal))
    for _ in range(8):
        my_turn(page)
        page.locator("main button[name=move]").first.focus()
        before = version(page)
        page.keyboard.press("Enter")
        page.wait_for_function("v => Number(document.querySelector('main').dataset.version) > v", arg=before)
        my_turn(page)
        page.wait_for_selector("main:not([aria-busy])")
        assert page.evaluate("document.activeElement !== document.body")


def test_u_takes_back_and_a_question_mark_opens_the_rules(people: Open, start: StartSite) -> None:
    page = sit_down(people(), start(choose=first_legal))
    while True:
        my_turn(page)
        halves = page.locator("main :is(button[value^=play], button[value^=buy], button[value^=public])")
        if halves.count():
            break
        move(page)
    before, offered = version(page), halves.count()
    halves.first.click()
    page.wait_for_selector("button.is-slot")
    assert version(page) == before + 1
    page.keyboard.press("u")
    page.wait_for_function("v => Number(document.querySelector('main').dataset.version) > v", arg=before + 1)
    expect(page.locator("button.is-slot")).to_have_count(0)
    expect(halves).to_have_count(offered)
    page.keyboard.press("?")
    expect(page.locator("dialog[open] .is-now")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_everybody_follows_and_a_browser_opens_one_stream(people: Open, start: StartSite) -> None:
    """Eight tabs of one browser share a stream: six connections are all a browser has for a host."""
    running = start(choose=first_legal)
    person, stranger = people(), people()
    page = sit_down(person, running)
    my_turn(page)
    tabs = [person.new_page() for _ in range(7)]
    watcher = stranger.new_page()
    for tab in [*tabs, watcher]:
        tab.goto(page.url)
    wait_until(lambda: running.site.hub.streams == 2)
    move(page)
    my_turn(page)
    for tab in [*tabs, watcher]:
        tab.wait_for_function("v => Number(document.querySelector('main').dataset.version) >= v", arg=version(page))
    assert watcher.locator("main button[name=move]").count() == 0
    page.close()  # it held the stream; another tab takes over
    wait_until(lambda: running.site.hub.streams == 2)
    move(tabs[0])
    tabs[1].wait_for_function("v => Number(document.querySelector('main').dataset.version) >= v", arg=version(tabs[0]))


def test_two_tabs_and_a_double_click_make_one_move(people: Open, start: StartSite) -> None:
    running = start(bot_pace=3600.0)
    person = people()
    page = sit_down(person, running)
    for _ in range(20):  # who begins is dealt
        if page.locator(".prompt.yours").count():
            break
        page = sit_down(person, running)
    table = page.url.rpartition("/")[2]
    page.locator("main button[name=move]").first.dblclick()
    page.wait_for_selector("main:not([data-version='0'])")
    page.wait_for_timeout(500)
    plies = [entry.event.kind for entry in running.site.store.events(table)]
    assert plies[0] == "move"
    assert len({entry.event.ply for entry in running.site.store.events(table)}) == len(plies)


def test_a_page_survives_a_restart_of_the_server(people: Open, start: StartSite) -> None:
    first = start(choose=first_legal)
    page = sit_down(people(), first)
    move(page)
    my_turn(page)
    first.stop()
    start(choose=first_legal, port=first.port)
    page.evaluate("window.stayed = true")
    move(page)
    my_turn(page)
    assert page.evaluate("window.stayed") is True


def test_a_refused_move_says_why(people: Open, start: StartSite) -> None:
    page = sit_down(people(), start(choose=first_legal))
    my_turn(page)
    page.locator("main button[name=move]").first.evaluate("button => { button.value = 'site 9'; button.click(); }")
    expect(page.get_by_role("alert")).to_contain_text("not")
    move(page)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_whole_game_without_scripts(people: Open, start: StartSite) -> None:
    running = start(choose=first_legal)
    page = sit_down(people(java_script_enabled=False), running)
    table = page.url.rpartition("/")[2]
    for _ in range(400):
        wait_until(lambda: table not in running.site.store.awaiting_bots())
        page.goto(f"{running.origin}/tables/{table}")
        buttons = page.locator("main button[name=move]")
        if not buttons.count():
            break
        buttons.first.press("Enter")
    expect(page.locator("#h-finish")).to_be_visible()
    page.get_by_role("button", name="Play again").press("Enter")
    page.wait_for_url(lambda url: table not in url)


@pytest.mark.parametrize("scripts", [True, False])
def test_the_theme_is_kept(people: Open, running: Running, scripts: bool) -> None:
    page = people(java_script_enabled=scripts).new_page()
    page.goto(f"{running.origin}/games/uptown")
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_class("dark")
    assert page.url == f"{running.origin}/games/uptown"
    page.goto(running.origin)
    expect(page.locator("html")).to_have_class("dark")


def test_cards_can_be_found(people: Open, running: Running) -> None:
    page = people().new_page()
    page.goto(f"{running.origin}/games/uptown/cards")
    page.get_by_label("Find a card").fill("twin flats")
    expect(page.locator("#cards li:visible")).to_have_count(1)
