"""A tournament in the browser: two people join, play a round, and see it without loading the page."""

from playwright.sync_api import expect

from ..server.keepers import Keeper
from ..server.play.tournaments.people import set_up
from ..server.seating import TOKEN
from ..server.visitors import Running, wait_until
from .axe import check_look
from .conftest import Open


def test_an_evening(people: Open, site: Running) -> None:
    """The organiser sets one up by the form; a guest joins by the link; the page follows by itself."""
    keeper = Keeper(site)
    keeper.keep("Olga")
    context = people()
    context.add_cookies([{"name": TOKEN, "value": keeper.token, "url": site.origin}])
    olga = context.new_page()
    olga.goto(f"{site.origin}/tournaments")
    check_look(olga, "light")
    olga.get_by_role("link", name="Set one up").click()
    olga.get_by_role("link", name="UpTown").first.click()
    olga.get_by_label("What it is called").fill("November")
    olga.get_by_text("2", exact=True).first.click()
    check_look(olga, "dark")
    olga.get_by_role("button", name="Set it up").click()
    expect(olga.get_by_role("heading", name="November")).to_be_visible()
    check_look(olga, "light")
    guest = people().new_page()
    guest.goto(olga.url)
    guest.get_by_label("Your name in the standings").fill("Gus")
    guest.get_by_role("button", name="Join", exact=True).click()
    expect(guest.locator(".players .you")).to_contain_text("Gus")
    expect(olga.locator(".players")).to_contain_text("Gus")  # by itself
    olga.get_by_role("button", name="Start with 2").click()
    expect(guest.get_by_role("link", name="Go to my table").first).to_be_visible()
    check_look(guest, "dark")
    guest.get_by_role("link", name="Go to my table").first.click()
    expect(guest.get_by_role("region", name="What to do")).to_be_visible()  # whose turn it is, the deal decides


def test_a_finished_tournament(people: Open, site: Running) -> None:
    tournament, organiser = set_up(site.site, ["uniform"] * 5, rounds=2, at_table=2)
    site.site.tournaments.start(tournament, organiser)
    wait_until(lambda: site.site.tournaments.row(tournament).state == "finished")
    page = people().new_page()
    page.goto(f"{site.origin}/tournaments/{tournament}")
    expect(page.locator(".stand tbody tr")).to_have_count(5)
    expect(page.get_by_role("columnheader", name="Rating")).to_have_count(0)  # nobody there has one
    for look in ("light", "dark"):
        check_look(page, look)
