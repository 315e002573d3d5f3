"""Two people at a table become friends, each in a browser of their own; one challenges, the other is blocked."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ..server.keepers import Keeper, player_of
from ..server.visitors import Running
from .axe import check_look
from .conftest import Open
from .test_phone import PHONE, check


def keeper(site: Running, name: str) -> Keeper:
    """Somebody with an account."""
    one = site.welcome(Keeper(site))
    one.keep(name)
    return one


def page_of(context: BrowserContext, one: Keeper, site: Running) -> Page:
    """A page of theirs. Whoever sits down gets another token, so it comes after that."""
    token = {"name": "tabletown", "value": one.token, "url": site.origin}
    context.add_cookies([token])  # type: ignore[list-item]
    return context.new_page()


def shared_table(ada: Keeper, bob: Keeper) -> str:
    table = ada.sit_down(bot="open")
    assert bob.post(f"/tables/{table}/seats", {"seat": "1", "key": f"sit-at-{table}"[:60]}).status_code == 303
    bob.post(f"/tables/{table}/chat", {"text": "Well met", "key": f"say-at-{table}"[:60]})
    return f"/tables/{table}"


@pytest.mark.parametrize("scripts", [True, False])
def test_two_become_friends(people: Open, site: Running, scripts: bool) -> None:
    ada, bob = keeper(site, "Ada"), keeper(site, "Bob")
    table = shared_table(ada, bob)
    hers, his = (page_of(people(java_script_enabled=scripts), one, site) for one in (ada, bob))
    hers.goto(f"{site.origin}{table}" + ("" if scripts else "/chat"))
    hers.locator(".talk").get_by_role("link", name="Bob").click()
    sheet = hers.get_by_role("dialog") if scripts else hers.locator("main")
    sheet.get_by_role("button", name="Ask to be friends").click()
    expect(sheet.get_by_role("status")).to_contain_text("You have asked")
    if scripts:
        hers.keyboard.press("Escape")
        expect(hers.locator("dialog[open]")).to_have_count(0)
    his.goto(f"{site.origin}/friends")
    his.get_by_role("button", name="Yes").click()
    expect(his.get_by_role("region", name="Your friends")).to_contain_text("Ada")
    hers.goto(f"{site.origin}/friends")
    hers.get_by_role("link", name="Challenge Bob").click()
    sheet.get_by_role("button", name="Challenge Bob").click()
    hers.wait_for_url("**/tables/*")
    expect(hers.locator("#prompt")).to_contain_text("Waiting for one more player")
    his.goto(site.origin)
    his.get_by_role("region", name="You are invited").get_by_role("button", name="Take the seat").click()
    his.wait_for_url("**/tables/*")
    expect(his.locator(".chip")).to_have_count(2)
    expect(his.locator(".chip.vacant")).to_have_count(0)


def test_remarks_are_hidden_at_once(people: Open, site: Running) -> None:
    ada, bob = keeper(site, "Ada"), keeper(site, "Bob")
    table = shared_table(ada, bob)
    page = page_of(people(), ada, site)
    page.goto(f"{site.origin}{table}")
    expect(page.locator(".talk")).to_contain_text("Well met")
    page.locator(".people-here").get_by_role("link", name="Bob").click()
    page.get_by_role("dialog").get_by_role("button", name="Block").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("They are not told")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".talk")).not_to_contain_text("Well met")


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_pages_are_accessible(people: Open, site: Running, look: str) -> None:
    """On a wide screen or a phone: the friends, a sheet, the rules; and nothing is too small for a thumb."""
    ada, bob = keeper(site, "Ada"), keeper(site, "Bob")
    table = shared_table(ada, bob)
    bob.post(f"/people/{player_of(ada)}/ask")
    page = page_of(people(**(PHONE if look == "dark" else {})), ada, site)
    for path in ("/friends", f"{table}/people/1", f"{table}/remarks/1", "/conduct"):
        page.goto(f"{site.origin}{path}")
        for summary in page.locator("main summary").all():
            summary.click()
        check_look(page, look)
        if look == "dark":
            check(page)
