"""A rated game in two real browsers: laid, joined, played to its end, and both see what it did to their ratings."""

from playwright.sync_api import BrowserContext, Page, expect

from ..server.rated import account_of, finish, give_account, play
from ..server.stage import advance
from ..server.visitors import Running
from .axe import check_themes
from .conftest import Open


def keeper(context: BrowserContext, site: Running, name: str) -> Page:
    """Somebody with a name and an account."""
    page = context.new_page()
    page.goto(f"{site.origin}/you")
    page.locator("#name").fill(name)
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.locator("#name")).to_have_value(name)
    token = next(cookie["value"] for cookie in context.cookies() if cookie["name"] == "tabletown")
    account_of(site.site.store, token)
    return page


def test_two_people_play_a_rated_game(people: Open, site: Running) -> None:
    ada, bob = keeper(people(), site, "Ada"), keeper(people(viewport={"width": 390, "height": 844}), site, "Bob")
    ada.goto(f"{site.origin}/games/uptown")
    ada.locator("label[for=players-2]").click()
    ada.locator("#bot-1").select_option("open")
    ada.get_by_label("The result changes ratings").check()
    check_themes(ada)
    ada.get_by_role("button", name="Sit down").click()
    ada.wait_for_url("**/tables/*")
    table = ada.url.rpartition("/")[2]
    bob.goto(ada.url)
    bob.get_by_role("button", name="Sit down as Sky").click()
    expect(bob.locator(".chip.you")).to_have_count(1)
    expect(ada.locator(".status")).to_contain_text("rated")
    expect(ada.get_by_role("button", name="Advice")).to_have_count(0)
    advance(site.site, table, lambda game: game.ply > 6)
    finish(site.site, table)
    for page in (ada, bob):
        changes = page.locator(".rating-changes")
        expect(changes).to_contain_text("provisional")
        expect(changes.locator(".rating")).to_have_count(2)
        check_themes(page)
    own = site.site.ratings.history(site.site.store.table(table).seats[0].owner, "uptown")[-1]  # type: ignore[union-attr]
    expect(ada.locator(".rating-changes li").first).to_contain_text(f"{own.rating.low}–{own.rating.high}")
    ada.get_by_role("link", name="All ratings").click()
    expect(ada.locator("h1")).to_have_text("Ratings of UpTown")
    expect(ada.locator(".mine")).to_contain_text("14 more games")


def test_the_lists_can_be_read(people: Open, site: Running) -> None:
    names = ("wren", "nell", "otto")
    give_account(site.site.store, *names)  # type: ignore[arg-type]
    for number in range(18):
        who = [names[number % 3], names[(number + 1) % 3], ("bot:greedy", "bot:tenant")[number % 2]]
        play(site.site.store, f"list-{number}", who, 1e6 + number * 86_400, number)  # type: ignore[arg-type]
    site.site.ratings.count_all()
    for size in ({"width": 1440, "height": 900}, {"width": 390, "height": 844}):
        page = keeper(people(viewport=size), site, "Kesi")
        for path in ("/ratings", "/ratings/uptown"):
            page.goto(site.origin + path)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            check_themes(page)
    expect(page.locator("tbody tr")).to_have_count(5)
    expect(page.locator("tbody tr .tag", has_text="bot")).to_have_count(2)
