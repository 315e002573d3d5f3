"""A table in the browser: several tabs, double clicks, reloads, a server that dies, and no motion if one prefers."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tabletown.server.play.commands import Move

from ..server.process import Nursery, Process
from ..server.visitors import Running, StartSite, first_legal, wait_until
from .conftest import MOTION, Open
from .player import Player, sit_down

NO_SERVER = "Failed to load resource: net::ERR_"  # what a browser itself says of a server that is gone

TEXTS = """zones => {
  // a page that goes on and one that is loaded may have attributes in another order
  const text = (node) => node.nodeType === Node.TEXT_NODE ? node.data : [
    node.nodeName, ...[...node.attributes].map((a) => `${a.name}=${a.value}`).sort(), ...[...node.childNodes].map(text),
  ].join("\\n");
  return zones.map(text);
}"""


def show(player: Player, version: int) -> None:
    """Wait until a page shows at least this version."""
    player.page.wait_for_function("v => Number(document.querySelector('main').dataset.version) >= v", arg=version)


def test_moves_are_told_and_counted_without_a_reload(people: Open, site: Running) -> None:
    player = sit_down(people(**MOTION), site.origin)
    player.page.evaluate("window.stayed = true")
    for _ in range(3):
        player.move()
    assert player.my_turn()
    assert player.page.evaluate("window.stayed") is True
    expect(player.page.locator(".lines li:not(.round)").first).to_be_visible()
    assert player.page.title().startswith("\u25cf Your turn")


def test_take_back_with_the_mouse(people: Open, site: Running) -> None:
    player = sit_down(people(**MOTION), site.origin)
    halves = player.until_offered("play", "buy", "public")
    offered = halves.evaluate_all("buttons => buttons.map((button) => button.value)")
    player.move(halves.first)
    before = player.version
    player.page.get_by_role("button", name="Take back").click()
    player.passed(before)
    assert halves.evaluate_all("buttons => buttons.map((button) => button.value)") == offered
    assert player.page.locator("button.is-slot").count() == 0


def test_everybody_follows_and_a_browser_opens_one_stream(people: Open, start: StartSite) -> None:
    """Eight tabs of one browser share a stream: six connections are all a browser has for a host."""
    running = start(choose=first_legal)
    person, stranger = people(), people()
    player = sit_down(person, running.origin)
    player.my_turn()
    tabs = [Player(person.new_page()) for _ in range(7)]
    watcher = Player(stranger.new_page())
    for tab in [*tabs, watcher]:
        tab.page.goto(player.page.url)
    wait_until(lambda: running.site.hub.streams == 2)
    player.move()
    player.my_turn()
    for tab in [*tabs, watcher]:
        show(tab, player.version)
    assert watcher.moves.count() == 0
    player.page.close()  # it held the stream; another tab takes over
    wait_until(lambda: running.site.hub.streams == 2)
    tabs[0].move()
    show(tabs[1], tabs[0].version)


def test_two_tabs_stay_in_step(people: Open, site: Running) -> None:
    """Moves and take-backs of either tab show in the other, which can go on from there."""
    person = people()  # without motion: a tab in the background paints too rarely to wait for its transitions
    first = sit_down(person, site.origin)
    second = Player(person.new_page())
    second.page.goto(first.page.url)
    for one, two in ((first, second), (second, first)):
        halves = one.until_offered("play", "buy", "public")
        one.move(halves.first)
        show(two, one.version)
        before = two.version
        two.page.get_by_role("button", name="Take back").click()
        two.passed(before)
        show(one, two.version)
        one.move()
        show(two, one.version)
    first.my_turn()
    show(second, first.version)
    assert first.page.locator(".lines").inner_text() == second.page.locator(".lines").inner_text()


def test_a_double_click_makes_one_move(people: Open, start: StartSite) -> None:
    running = start(pace={"least": 3600.0})
    person = people(**MOTION)
    player = sit_down(person, running.origin)
    while not player.page.locator(".prompt.yours").count():  # who begins is dealt
        player = sit_down(person, running.origin)
    player.moves.first.dblclick()
    player.page.wait_for_selector("main:not([data-version='0'])")
    player.page.wait_for_timeout(500)
    events = [entry.event for entry in running.site.store.events(player.table)]
    assert events[0].kind == "move"
    assert len({event.ply for event in events}) == len(events)


def test_a_click_is_for_what_was_there_when_it_began(people: Open, site: Running) -> None:
    """A page that changes between the two clicks of a double click, or under a pressed button, gets no move by that."""
    player = sit_down(people(), site.origin, players=2, title="penny_lane")
    page, mouse = player.page, player.page.mouse
    page.evaluate("window.sent = 0; addEventListener('submit', () => { window.sent += 1; })")

    def point() -> int:
        """Point at the first move; returns the version."""
        assert player.my_turn()
        player.moves.first.hover()
        return player.version

    first = point()
    mouse.down()
    mouse.up()
    player.passed(first)
    second = point()
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    assert page.evaluate("window.sent") == 1
    mouse.down()
    with site.site.tables.at(player.table) as table:
        move = table.game.say(table.game.legal_actions_of(0)[0], 0)
    site.site.tables.submit(player.table, Move(0, move), second)
    player.passed(second)
    third = player.my_turn() and player.version
    mouse.up()
    assert page.evaluate("window.sent") == 1
    assert player.version == third
    player.move()  # a click that means it


@pytest.mark.parametrize(("path", "name"), [("/", "Play now"), ("/games/uptown", "Sit down")])
def test_a_double_click_sets_one_table(people: Open, start: StartSite, path: str, name: str) -> None:
    """Somebody new, whose first click was not answered before the second one: one table, and a seat at it."""
    running = start(pace={"least": 3600.0})
    page = people().new_page()
    page.goto(f"{running.origin}{path}")
    page.get_by_role("button", name=name).first.dblclick()
    # not by waiting for a navigation: that of the first click is broken off by the second one
    expect(page.locator(".chip.you")).to_have_count(1, timeout=60_000)
    database = running.site.store
    with database._reading() as rows:  # type: ignore[attr-defined]
        assert rows.execute("SELECT count(*) FROM tables").fetchone() == (1,)
        assert rows.execute("SELECT count(*) FROM players").fetchone() == (1,)


def test_a_refused_move_says_why(people: Open, site: Running) -> None:
    player = sit_down(people(expected="status of 422"), site.origin)
    player.my_turn()
    player.moves.first.evaluate(
        "button => { const move = button.value; button.value = 'site 9'; button.click(); button.value = move; }"
    )
    expect(player.page.get_by_role("alert")).to_contain_text("not")
    player.move()
    expect(player.page.get_by_role("alert")).to_have_count(0)


def test_what_is_shown_is_not_sent_again(people: Open, site: Running) -> None:
    player = sit_down(people(), site.origin)
    player.my_turn()
    page = player.page
    with page.expect_response("**/moves") as sent:
        player.move()
    assert sent.value.text().count("data-same") > 5
    player.my_turn()
    version, shown = player.version, page.locator("main section.zone").evaluate_all(TEXTS)
    assert page.locator("[data-same]").count() == 0
    page.reload()
    assert (player.version, page.locator("main section.zone").evaluate_all(TEXTS)) == (version, shown)


def test_what_is_not_shown_any_more_is_asked_for(people: Open, site: Running) -> None:
    """Another view came in between: the page asks for the whole board."""
    player = sit_down(people(), site.origin)
    player.my_turn()

    def forget(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('data-same="', 'data-same="0', 1))

    player.page.route("**/moves", forget)
    with player.page.expect_response("**/board") as whole:
        player.move()
    assert "data-same" not in whole.value.text()
    assert player.page.locator("[data-same]").count() == 0


SHOWN = """() => {
  const drawings = document.querySelector("#drawings")  // all that were ever sent, also of cards that lie there no more
  drawings.style.display = "none"
  const text = document.querySelector("main").innerText
  drawings.style.display = ""
  return text
}"""
"""What a table says."""


def test_a_reload_shows_the_same_table(people: Open, site: Running) -> None:
    player = sit_down(people(**MOTION), site.origin)
    player.move(player.until_offered("play", "buy", "public").first)  # half a move
    page = player.page
    before = page.evaluate(SHOWN), player.version
    page.reload()
    assert (page.evaluate(SHOWN), player.version) == before
    player.move()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    nursery = Nursery()
    process = Process(nursery, tmp_path / "site.sqlite3")
    yield process
    process.remove()
    nursery.close()


def test_a_killed_server_comes_back_under_an_open_page(people: Open, process: Process) -> None:
    """kill -9 with half a move made: the page plays on where it was, without a reload, and says so when it cannot."""
    player = sit_down(people(expected=NO_SERVER), process.origin)
    page = player.page
    page.evaluate("window.stayed = true")
    player.move(player.until_offered("play", "buy", "public").first)
    before = player.version
    process.end(signal.SIGKILL)
    player.moves.first.click()
    expect(page.get_by_role("alert")).to_contain_text("no connection")
    process.start()
    player.moves.first.click()
    player.passed(before)
    expect(page.get_by_role("alert")).to_have_count(0)
    player.move()
    assert player.my_turn()  # the stream is back as well: bots have moved
    assert page.evaluate("window.stayed") is True
    page.reload()
    player.move()


COUNT_GLIDES = """
window.glides = 0;
const start = document.startViewTransition.bind(document);
document.startViewTransition = (change) => { window.glides += 1; return start(change); };
"""


@pytest.mark.parametrize(("motion", "glides"), [("no-preference", True), ("reduce", False)])
def test_pieces_glide_unless_motion_is_reduced(people: Open, site: Running, motion: str, glides: bool) -> None:
    context = people(reduced_motion=motion)
    context.add_init_script(COUNT_GLIDES)
    player = sit_down(context, site.origin)
    for _ in range(2):
        player.move()
    player.my_turn()
    assert (player.page.evaluate("window.glides") > 0) is glides
    moving = "() => document.getAnimations().filter((it) => it.playState === 'running').length"
    if not glides:
        assert player.page.evaluate(moving) == 0
        player.moves.first.hover()
        assert player.page.evaluate(moving) == 0
