"""Mail in a real browser: an address is given, a phone is signed in by a link, and the table opens at the decision."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tabletown.server.play.searching.searching import SearchTiming

from ..server.keepers import Keeper
from ..server.mailers import HOUR, opened, started
from ..server.play.tournaments.people import set_up
from ..server.post_office import PostOffice, links_of
from ..server.seating import seat_at
from ..server.visitors import UNHURRIED, Running, StartSite, wait_until
from .axe import check_themes
from .conftest import Open
from .test_keep import Device, keep

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def office() -> Iterator[PostOffice]:
    yield from opened()


def test_a_phone_is_signed_in_by_mail_and_opens_the_table(people: Open, start: StartSite, office: PostOffice) -> None:
    mail = started(start, office)
    origin = f"http://localhost:{mail.running.port}"
    page = people().new_page()
    Device(page)
    keep(page, origin, "Ada")
    expect(page.get_by_text("What such a mail looks like")).to_be_visible()
    specimen = page.locator(".mail-body")
    expect(specimen).to_contain_text("Your turn, Ada")
    paper = "element => getComputedStyle(element.querySelector('td')).color"
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        assert specimen.evaluate(paper) == "rgb(34, 48, 60)", "ink on paper in both themes"
    assert specimen.evaluate("element => element.closest('[inert]') === element"), "its links lead nowhere"
    check_themes(page)
    page.get_by_label("Mail address").fill("ada@home.example")
    page.get_by_role("button", name="Send a link there").click()
    expect(page.get_by_text("We have written to ada@home.example")).to_be_visible()
    page.goto(links_of(mail.deliver()[0])[0])
    page.get_by_role("button", name="Yes, confirm it").click()
    page.get_by_label("In games by days").check()
    page.get_by_role("button", name="Keep it so").click()
    expect(page.get_by_label("In games by days")).to_be_checked()
    check_themes(page)
    # a table by days at which it is Ada's turn
    bob = Keeper(mail.running)
    bob.http.cookies.clear()
    box = mail.site.store.mailbox_of_address("ada@home.example")
    assert box is not None
    table = ""
    for _ in range(8):
        page.goto(f"{origin}/games/uptown")
        table = page.evaluate(
            """async () => (await fetch("/tables", { method: "POST", body: new URLSearchParams(
            { title: "uptown", players: "2", bot: "open", clock: "day-3" }) })).url"""
        ).rpartition("/")[2]
        bob.table = table
        seat_at(bob, bob)
        with bob.site.tables.at(table) as now:
            if now.game.turn == 0:
                break
    page.goto("about:blank")
    (arrived,) = mail.deliver(HOUR)
    links = links_of(arrived)
    # on the phone
    phone = people(**PHONE).new_page()
    phone.goto(next(link for link in links if "/keep/sign-in" in link))
    check_themes(phone)
    phone.get_by_label("Your mail address").fill("ada@home.example")
    phone.get_by_role("button", name="Send me a link").click()
    expect(phone.get_by_role("heading", name="Look into your mail")).to_be_visible()
    (link,) = mail.deliver()
    phone.goto(next(one for one in links_of(link) if "/keep/mail/sign-in/" in one))
    check_themes(phone)
    phone.get_by_role("button", name="Sign in here").click()
    phone.wait_for_url("**/tables/**")
    expect(phone.locator("form#moves button[name=move]").first).to_be_visible()
    assert phone.url.endswith(next(one for one in links if "#moves" in one).rpartition("/")[2].partition("#")[0])
    # and it ends with one click
    phone.goto(next(one for one in links if "/mail/stop/" in one and "/all/" in one))
    phone.get_by_role("button", name="No more mails").click()
    expect(phone.get_by_role("heading", name="No more mails")).to_be_visible()
    after = mail.site.store.mailbox(box.player_id)
    assert after is not None
    assert after.turns == "off"


def test_the_site_is_an_app_and_has_a_page_for_no_network(people: Open, start: StartSite, tmp_path: Path) -> None:
    running = start()
    context = people(expected="ERR_INTERNET_DISCONNECTED")
    page = context.new_page()
    page.goto(f"{running.origin}/you")
    manifest = page.evaluate("async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()")
    for icon in manifest["icons"]:
        size = page.evaluate(
            "async (src) => { const icon = new Image(); icon.src = src; await icon.decode(); return icon.width; }",
            icon["src"],
        )
        assert f"{size}x{size}" == icon["sizes"]
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map((each) => new URL(each.url).pathname)))).flat()"""
    )
    assert sorted(kept) == ["/offline", "/static/fonts.css", "/static/pieces.css", "/static/site.css"]
    page.reload()
    context.set_offline(True)
    page.goto(f"{running.origin}/lobby")
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()


OUT_OF_SIGHT = """
    const told = () => JSON.parse(sessionStorage.getItem("told") ?? "[]");
    const away = () => sessionStorage.getItem("away") === "yes";
    window.Notification = class {
      constructor(title, how) {
        sessionStorage.setItem("told", JSON.stringify([...told(), [title, how.body, how.tag]]));
      }
      static permission = "granted"; static requestPermission = async () => "granted"; close() {} };
    Object.defineProperty(document, "hidden", { get: away });
    document.hasFocus = () => !away();
    Object.defineProperty(navigator, "serviceWorker", { get: () => undefined });
"""
"""A page that can be put out of sight, and keeps what notifications have said, also when it goes to another address."""


def notified(people: Open, running: Running) -> Page:
    """A page of somebody who has switched notifications on."""
    context = people()
    context.grant_permissions(["notifications"], origin=running.origin)
    page = context.new_page()
    page.add_init_script(OUT_OF_SIGHT)
    page.goto(f"{running.origin}/you")
    button = page.get_by_role("button", name="By this browser")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    return page


def look_away(page: Page) -> None:
    """Put a page out of sight."""
    page.evaluate("sessionStorage.setItem('away', 'yes'); document.dispatchEvent(new Event('visibilitychange'))")


def said(page: Page) -> list[list[str]]:
    """The notifications: title, text, and the page that they are about."""
    found: list[list[str]] = page.evaluate("JSON.parse(sessionStorage.getItem('told') ?? '[]')")
    return found


def test_found_opponents_are_told_out_of_sight_and_so_is_the_first_turn(people: Open, start: StartSite) -> None:
    """The page of the search leads to the table by itself: who is to move there hears it, too."""
    running = start(pace=UNHURRIED, searching=SearchTiming(found=8, away=3600, gone=3600, tick=0.05))
    pages = [notified(people, running), notified(people, running)]
    for page in pages:
        page.goto(f"{running.origin}/find")
        for title in page.locator(".titles input:checked").all():
            page.locator(f"label[for={title.get_attribute('id')}]").click()
        page.locator("label[for=title-uptown]").click()
        page.locator("label[for=size-3]").click()  # which leaves two
        page.get_by_role("button", name="Look for opponents").click()
        page.wait_for_url("**/find")
        look_away(page)
    for page in pages:
        page.wait_for_url("**/tables/*")
        page.wait_for_selector(".prompt.yours, .prompt.waiting")
    found = ["Table found", "It is laid in a few seconds.", "/find"]
    turn = ["Your turn", "UpTown", pages[0].url.removeprefix(running.origin)]
    wait_until(lambda: sorted(map(said, pages)) == [[found], [found, turn]])


def test_a_round_that_begins_is_told_out_of_sight(people: Open, start: StartSite) -> None:
    running = start()
    tournament, organiser = set_up(running.site, join=True)
    page = notified(people, running)
    page.clock.install()
    page.goto(f"{running.origin}/tournaments/{tournament}")
    page.get_by_label("Your name in the standings").fill("Gus")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator(".players .you")).to_contain_text("Gus")
    look_away(page)
    running.site.tournaments.start(tournament, organiser)
    wait_until(lambda: any(laid.table for laid in running.site.store.laid_tables(tournament)))
    page.clock.fast_forward(20_000)
    expect(page).to_have_title("● Your table is laid · Tabletown")
    assert said(page) == [["Your table is laid", "November", f"/tournaments/{tournament}"]]
    page.clock.fast_forward(20_000)
    expect(page.get_by_role("link", name="Go to my table").first).to_be_visible()
    assert len(said(page)) == 1  # once


def test_a_notification_tells_the_own_turn_only_while_nobody_looks(people: Open, start: StartSite) -> None:
    running = start()
    page = notified(people, running)
    page.evaluate(
        """async () => { location.href = (await fetch("/tables", { method: "POST", body: new URLSearchParams(
        { title: "uptown", players: "2", bot: "open" }) })).url; }"""
    )
    page.wait_for_url("**/tables/**")
    table = page.url.rpartition("/")[2].partition("#")[0]
    bob = running.visitor()
    bob.table = table
    look_away(page)
    seat_at(bob, bob)
    while True:
        with running.site.tables.at(table) as now:
            turn = now.game.turn
        if turn == 0:
            break
        form = bob.form()
        bob.move(form, form.moves[0])
    wait_until(lambda: bool(said(page)))
    assert said(page) == [["Your turn", "UpTown", f"/tables/{table}"]]
