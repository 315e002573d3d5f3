"""A profile in a real browser: its switches, games put away, the street, and axe on every page of it."""

import pytest
from playwright.sync_api import expect

from tabletown.server.store.profile_protocol import SeatAccount
from tabletown.server.store.protocol import SeatRow

from ..server.finished import keep, random_game
from ..server.keepers import Keeper, player_of
from ..server.seating import TOKEN
from ..server.visitors import Running
from .axe import check_themes
from .conftest import Open


@pytest.mark.parametrize("scripts", [True, False])
def test_a_player_shows_what_they_want(people: Open, site: Running, scripts: bool) -> None:
    ada = Keeper(site)
    ada.keep("Ada")
    me = player_of(ada)
    ids = [f"seen-{scripts}-{n}" for n in range(3)]
    for n, table_id in enumerate(ids):
        rows = (SeatRow("human", "Ada", owner=me), SeatRow("human", "Bob"), SeatRow("bot", "Green", "tourist"))
        keep(site.site.store, table_id, random_game(n), rows=rows, public=n > 0)
    site.site.summaries.catch_up()
    site.site.store.keep_accounts(ids[0], [SeatAccount(0, 0.7, 0.1, 9)])
    context = people(java_script_enabled=scripts)
    context.add_cookies([{"name": TOKEN, "value": ada.token, "url": ada.origin}])
    page, other = context.new_page(), people().new_page()
    other.goto(f"{site.origin}/people/{me}")
    expect(other.get_by_role("heading", name="Best rung beaten")).to_be_visible()
    expect(other.get_by_role("heading", name="Games", exact=True)).to_have_count(0)

    page.goto(f"{ada.origin}/you")
    expect(page.locator(".games tbody tr")).to_have_count(3)
    page.locator("#games .vis").get_by_role("button", name="Everyone").click()
    expect(page.locator("#games .vis [aria-pressed=true]")).to_have_text("Everyone")
    other.reload()
    expect(other.locator(".games tbody tr")).to_have_count(3)
    expect(other.get_by_role("link", name="Replay", exact=True)).to_have_count(2)

    page.get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Put the chosen away").click()
    expect(page.locator(".games tbody tr")).to_have_count(2)
    page.get_by_role("link", name="1 game put away").click()
    expect(page.locator(".games tbody tr")).to_have_count(1)
    page.get_by_role("link", name="Everyone").click()
    expect(page.get_by_text("Not shown to them")).to_have_count(2)
    if scripts:
        page.goto(f"{ada.origin}/you")
        check_themes(page, phone=True)
        page.goto(f"{ada.origin}/games/uptown/statistics")
        check_themes(page, phone=True)
