"""Friends at one table, each with a browser of their own: they sit down by a link, play, and see the same game end."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tabletown.engine.game import Game

from ..server.stage import advance, easiest
from ..server.visitors import Running, StartSite
from .axe import check_themes
from .conftest import Open
from .player import LONG, MOVES, Player, in_a_hurry

# Events from the beginning and plies before the end that are played by hand; the years between them repeat themselves.
SHORT, LONGER = (21, 8), (75, 20)
REACHED = (
    "v => Number(document.querySelector('main').dataset.version) >= v && !document.querySelector('main[aria-busy]')"
)
# the log may speak of cards that have gone face down since
WITHOUT_LOG = """() => {
  const page = document.documentElement.cloneNode(true);
  page.querySelector(".lines")?.remove();
  return page.outerHTML;
}"""
RESULT = (
    "() => [document.querySelector('.reason').innerText, document.querySelector('.finish table').innerText].join('\\n')"
)


def set_table(context: BrowserContext, origin: str, title: str = "uptown", players: int = 3) -> Player:
    """Set a table whose other seats are open."""
    page = context.new_page()
    page.goto(f"{origin}/games/{title}")
    page.locator(f"label[for=players-{players}]").click()
    page.get_by_placeholder("Your name").fill("Ada")
    for seat in range(1, players):
        page.locator(f"#bot-{seat}").select_option("open")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/tables/*")
    return Player(page)


def visit(context: BrowserContext, link: str) -> Player:
    """Open a link somebody sent."""
    page = context.new_page()
    page.goto(link)
    return Player(page)


def take_seat(player: Player, colour: str, name: str = "") -> None:
    """Sit down at the table of the page."""
    player.page.get_by_label("Your name").fill(name)
    player.page.get_by_role("button", name=f"Sit down as {colour}").click()
    expect(player.page.locator(".chip.you")).to_have_count(1)
    player.page.wait_for_function("() => !document.querySelector('main[aria-busy]')")


def converge(site: Running, players: list[Player], events: int) -> int:
    """Wait until every page shows all that its reader can see of so many events or more, and see that none shows more.

    Returns how many there are: some clicks are two moves.
    """
    with site.site.tables.at(players[0].table) as table:
        happened = table.version
        assert happened >= events
        versions = [
            table.visibility.version((seat,) if table.seats[seat].owner else ()) for seat in range(len(players))
        ]
    for player, version in zip(players, versions, strict=True):
        player.page.wait_for_function(REACHED, arg=version)
    assert [player.version for player in players] == versions
    return happened


def words(data: Any) -> set[str]:
    """Every text in plain data."""
    if isinstance(data, str):
        return {data}
    values = data.values() if isinstance(data, dict) else data if isinstance(data, list | tuple) else ()
    return set().union(*map(words, values))


def keeps_secrets(running: Running, table_id: str, pages: list[Page]) -> int:
    """Look for cards on each page that its seat may not know; returns how many cards were in sight."""
    seen = 0
    for seat, page in enumerate(pages):
        with running.site.tables.at(table_id) as table:
            hidden = words(table.game.table()) - words(table.game.view(seat).table())
        secret = {"card-" + re.sub("[_#]", "-", card) for card in hidden}
        shown = set(re.findall(r"card-[\w-]+", page.evaluate(WITHOUT_LOG)))
        assert not shown & secret, f"seat {seat} sees {sorted(shown & secret)}"
        seen += len(shown)
    return seen


def by_mouse(site: Running, players: list[Player], most: int | None = None) -> tuple[int, int]:
    """Friends play to the end, or until so many things have happened, and each sees no more than they may.

    Returns how many cards were in sight, and how often somebody clicked on the board.
    """
    choose, table_id, pages = random.Random(1), players[0].table, [player.page for player in players]
    version = converge(site, players, 0)
    in_sight = on_board = 0
    while True:
        with site.site.tables.at(table_id) as table:
            waiting = table.game.waiting
        if version % 3 == 0 or not waiting:  # it takes longer than a move
            in_sight += keeps_secrets(site, table_id, pages)
        if not waiting or (most is not None and version >= most):
            return in_sight, on_board
        for seat, player in enumerate(players):
            assert bool(player.moves.count()) is (seat in waiting)
        mover = players[choose.choice(waiting)]
        pieces = mover.page.locator(f"{MOVES}.piece")
        buttons = pieces if pieces.count() else mover.moves
        if mover.hasty_moves.count() and in_a_hurry(choose, version, patience=40):
            buttons = mover.hasty_moves
        on_board += buttons is pieces
        mover.fill_in()
        buttons.nth(choose.randrange(buttons.count())).click()
        mover.page.wait_for_function("() => !document.querySelector('main[aria-busy]')")
        version = converge(site, players, version + 1)


def shortly_before_the_end(site: Running, table_id: str, left: int) -> Callable[[Game], bool]:
    """Whether a game has come so far that so many plies are left, if all go on as `advance` lets them."""
    with site.site.tables.at(table_id) as table:
        ahead = table.game.copy()
    while (seat := ahead.turn) is not None:
        ahead.push_action(easiest(ahead, seat), seat)
    last = ahead.ply
    return lambda game: game.ply >= last - left


@pytest.mark.parametrize(
    ("beginning", "end"), [SHORT, pytest.param(*LONGER, marks=pytest.mark.exhaustive)], ids=["short", "longer"]
)
@pytest.mark.parametrize("title", LONG)
def test_three_friends_play_by_mouse(people: Open, site: Running, title: str, beginning: int, end: int) -> None:
    contexts = [people() for _ in range(3)]
    host = set_table(contexts[0], site.origin, title)
    link = host.page.get_by_label("Link to this table").input_value()
    players = [host, visit(contexts[1], link), visit(contexts[2], link)]
    for player in players:
        player.page.evaluate("window.stayed = true")
    take_seat(players[2], "Green", "Cyd")
    converge(site, players, 1)
    expect(players[1].page.get_by_role("button", name="Sit down as")).to_have_count(1)
    take_seat(players[1], "Sky", "Bob")
    converge(site, players, 2)
    for player in players:
        expect(player.page.locator(".invite")).to_have_count(0)
        line = "You sit" if player is players[2] else "Cyd sits"
        expect(player.page.locator(".lines")).to_contain_text(f"{line} down as Green.")
    pages = [player.page for player in players]
    in_sight, on_board = by_mouse(site, players, beginning)
    assert in_sight > beginning // 2
    assert on_board > beginning // 15
    assert [page.evaluate("window.stayed") for page in pages] == [True] * 3  # never a reload
    table_id = host.table
    for page in pages:  # nobody looks on while years go by
        page.goto("about:blank")
    advance(site.site, table_id, shortly_before_the_end(site, table_id, end))
    for page in pages:
        page.goto(link)
        page.evaluate("window.stayed = true")
    in_sight, _ = by_mouse(site, players)
    assert in_sight > 5
    results = {page.evaluate(RESULT) for page in pages}
    assert len(results) == 1
    assert all(name in next(iter(results)) for name in ("Ada", "Bob", "Cyd"))
    assert [page.evaluate("window.stayed") for page in pages] == [True] * 3
    headlines = [page.locator("#h-finish").inner_text() for page in pages]
    assert len({"You win" if "win" in line else line for line in headlines}) == 1
    players[1].page.get_by_role("button", name="Play again").click()
    players[1].page.wait_for_url(lambda url: url != link)
    host.page.get_by_role("link", name="To the next game").click()
    host.page.wait_for_url(players[1].page.url)
    expect(host.page.locator(".chip.you")).to_have_count(1)


def test_a_waiting_room_invites_friends_and_bots(people: Open, start: StartSite) -> None:
    running = start()
    context = people(permissions=["clipboard-read", "clipboard-write"])
    host = set_table(context, running.origin)
    page = host.page
    expect(page.locator(".prompt")).to_contain_text("Waiting for 2 more players")
    expect(page.locator(".room li.vacant")).to_have_count(2)
    expect(page.locator(".board")).to_have_count(0)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    for left in (1, 0):
        page.get_by_role("button", name="Let a bot play").first.click()
        expect(page.locator(".room li.vacant")).to_have_count(left)
    expect(page.locator(".invite, .room")).to_have_count(0)
    assert host.my_turn()


def test_two_on_one_screen(people: Open, start: StartSite) -> None:
    host = set_table(people(), start().origin, players=2)
    page = host.page
    page.get_by_role("button", name="on this screen").click()
    expect(page.locator(".chip.you")).to_have_count(2)
    seats: set[str] = set()
    while len(seats) < 2:
        assert host.my_turn()
        seats.add(page.locator("form.table input[name=seat]").input_value())
        expect(page.locator(".prompt")).to_contain_text(re.compile("(Ada|Sky): "))
        host.move()


def test_without_scripts(people: Open, start: StartSite) -> None:
    running = start()
    host = set_table(people(java_script_enabled=False), running.origin, players=2)
    expect(host.page.get_by_role("button", name="Copy")).to_have_count(0)
    link = host.page.get_by_label("Link to this table").input_value()
    guest = visit(people(java_script_enabled=False), link)
    guest.page.get_by_label("Your name").fill("Bob")
    guest.page.get_by_role("button", name="Sit down as Sky").click()
    expect(guest.page.locator(".chip.you")).to_have_count(1)
    first, second = (guest, host) if guest.moves.count() else (host, guest)
    first.look_again()
    assert first.moves.count()
    while first.moves.count():  # to the end of the turn
        first.press()
    second.look_again()
    assert second.moves.count()
    second.press()
    with running.site.tables.at(host.table) as table:
        assert {ply.seat for ply in table.game.history} == {0, 1}


@pytest.mark.exhaustive
def test_open_seats_are_accessible(people: Open, site: Running) -> None:
    host = set_table(people(), site.origin)
    guest = visit(people(), host.page.url)
    check_themes(host.page, phone=True)
    check_themes(guest.page, phone=True)
