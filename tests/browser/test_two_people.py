"""Two people find each other, play a rated game to its end, and one of them goes on with the next one on a phone."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tabletown.server.play.searching.searching import SearchTiming

from ..server.mailers import HOUR, MailSite, opened, started
from ..server.post_office import PostOffice, links_of
from ..server.visitors import UNHURRIED, StartSite, read_form, wait_until
from .axe import PHONE, SIDEWAYS
from .conftest import Open
from .player import Player
from .test_find import look
from .test_keep import Device, has_game, keep, sign_in_with_key

SEARCHING = SearchTiming(found=1, away=3600, gone=3600, tick=0.05)


@pytest.fixture
def office() -> Iterator[PostOffice]:
    yield from opened()


def give_address(mail: MailSite, page: Page, address: str) -> None:
    """Give a mail address on the page of the account, confirm it, and ask for mails in games by days."""
    page.get_by_label("Mail address").fill(address)
    page.get_by_role("button", name="Send a link there").click()
    expect(page.get_by_text(f"We have written to {address}")).to_be_visible()
    page.goto(links_of(mail.deliver()[0])[0])
    page.get_by_role("button", name="Yes, confirm it").click()
    page.get_by_label("In games by days").check()
    page.get_by_role("button", name="Keep it so").click()
    expect(page.get_by_label("In games by days")).to_be_checked()


def post(context: BrowserContext, origin: str, path: str, fields: dict[str, Any]) -> str:
    """Send a form with the session of a browser, without its page; returns where it leads."""
    answer = context.request.post(f"{origin}{path}", form=fields, headers={"Origin": origin})
    assert answer.ok, answer.text()
    return answer.url


def seat_of(page: Page) -> int:
    """The seat at which one plays here."""
    return int(page.locator("form#moves input[name=seat]").first.get_attribute("value") or -1)


def has_finished(page: Page, table: str) -> None:
    """See that a finished game is among one's own."""
    page.goto(f"{page.url.partition('/you')[0]}/you")
    expect(page.locator(f"#games a[href^='/tables/{table}']").first).to_be_attached()


def laid_by_days(mail: MailSite, origin: str, host: Page, guest: Page) -> str:
    """A table with three days for a move, laid by one and joined by the other, at which it is the host's turn."""
    fields = {"title": "uptown", "players": "2", "bot": "open", "clock": "day-3"}
    table = post(host.context, origin, "/tables", fields).rpartition("/")[2]
    post(guest.context, origin, f"/tables/{table}/seats", {"seat": "1"})
    while True:
        with mail.site.tables.at(table) as now:
            if now.game.turn == 0:
                return table
        form = read_form(guest.context.request.get(f"{origin}/tables/{table}").text())
        post(guest.context, origin, f"/tables/{table}/moves", {**form.fields, "move": form.moves[0]})


def quickly(mail: MailSite, table: str, players: dict[int, BrowserContext], origin: str) -> None:
    """Play on by forms that each player's own session sends, until the next move may be the last one."""
    while True:
        with mail.site.tables.at(table) as now:
            game = now.game.copy()
        assert game.turn is not None
        context = players[game.turn]
        move = game.say(game.legal_actions[0])
        game.push_action(game.legal_actions[0])
        while not game.is_game_over() and len(game.legal_actions) == 1:  # such a move may play itself
            game.push_action(game.legal_actions[0])
        if game.is_game_over():
            return
        form = read_form(context.request.get(f"{origin}/tables/{table}").text())
        assert move in form.moves
        post(context, origin, f"/tables/{table}/moves", {**form.fields, "move": move})


def finish_by_hand(*pages: Page) -> None:
    """Click whatever is offered to whoever is to move, until the game is over."""
    for page in pages:
        page.reload()
    while not pages[0].locator(".finish").count():
        for page in pages:
            page.wait_for_selector(".prompt.yours, .prompt.waiting, .finish")
            if page.locator(".prompt.yours").count():
                Player(page).move()


def test_two_people_meet_and_one_goes_on_by_phone(people: Open, start: StartSite, office: PostOffice) -> None:
    mail = started(start, office, pace=UNHURRIED, searching=SEARCHING)
    origin = f"http://localhost:{mail.running.port}"
    ada, bob = people().new_page(), people().new_page()
    keys = Device(ada)
    Device(bob)
    for page, name in ((ada, "Ada"), (bob, "Bob")):
        keep(page, origin, name)
    give_address(mail, ada, "ada@home.example")

    # they find each other
    for page in (ada, bob):
        look(page, origin, rated=True)
    for page in (ada, bob):
        page.wait_for_url("**/tables/*")
        page.wait_for_selector(".prompt.yours, .prompt.waiting")
        expect(page.locator(".status")).to_contain_text("rated")
    assert ada.url == bob.url
    table = Player(ada).table

    # the game: the first turns and the last move by hand
    seats = {0: ada, 1: bob} if seat_of(ada) == 0 else {0: bob, 1: ada}
    first, second = (ada, bob) if ada.locator(".prompt.yours").count() else (bob, ada)
    for page in (first, second):
        Player(page).move()
        while page.locator(".prompt.yours").count():  # a turn may have several parts
            Player(page).move()
    quickly(mail, table, {seat: page.context for seat, page in seats.items()}, origin)
    finish_by_hand(ada, bob)
    for page in (ada, bob):
        expect(page.locator(".finish")).to_be_attached()
        changes = page.locator(".rating-changes")
        expect(changes).to_contain_text("Ada")
        expect(changes).to_contain_text("Bob")
        expect(changes.locator(".rating")).to_have_count(2)

    # each sees the rating on their own profile, and it is theirs
    with mail.site.tables.at(table) as now:
        outcome = now.game.outcome()
    assert outcome is not None
    assert sorted(outcome.places) == [1, 2]
    for seat, page in seats.items():
        page.goto(f"{origin}/you")
        shown = page.locator("#ratings .rating")
        expect(shown).to_have_count(1)
        assert (float(shown.locator(".now b").inner_text()) > 1500) == (outcome.places[seat] == 1)
        changed = page.locator(f"#games tr:has(a[href^='/tables/{table}']) .c")
        expect(changed).to_contain_text("+" if outcome.places[seat] == 1 else "−")
        has_finished(page, table)

    # the next game, by days, in which it is Ada's turn
    by_days = laid_by_days(mail, origin, ada, bob)
    ada.goto("about:blank")
    (arrived,) = mail.deliver(HOUR)
    assert arrived["To"] == "ada@home.example"
    to_table = next(link for link in links_of(arrived) if link.endswith("#moves"))
    assert f"/tables/{by_days}#" in to_table

    # and Ada goes on by phone, with the key that her devices share
    phone = sign_in_with_key(people(viewport=PHONE, has_touch=True), origin, keys)
    has_finished(phone, table)
    phone.goto(to_table)
    button = phone.locator("form#moves button[name=move]").first
    expect(button).to_be_visible()
    assert not phone.evaluate(SIDEWAYS)
    Player(phone).move()
    wait_until(lambda: mail.site.store.versions([by_days])[by_days] > 1)
    has_game(phone, origin, by_days)
