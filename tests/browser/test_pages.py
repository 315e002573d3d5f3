"""The pages around the tables: the theme that is kept, cards that can be found."""

import pytest
from playwright.sync_api import expect

from ..server.visitors import Running
from .conftest import Open
from .player import sit_down


@pytest.mark.parametrize("scripts", [True, False])
def test_the_theme_is_kept(people: Open, site: Running, scripts: bool) -> None:
    page = people(java_script_enabled=scripts, color_scheme="light").new_page()
    page.goto(f"{site.origin}/games/uptown")
    background = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(background) if scripts else ""
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_class("dark")
    assert page.url == f"{site.origin}/games/uptown"
    if scripts:
        assert page.evaluate(background) != light
    page.goto(site.origin)
    expect(page.locator("html")).to_have_class("dark")
    page.get_by_role("button", name="Follow the system").click()
    expect(page.locator("html")).not_to_have_class("dark")


def test_the_theme_at_a_table(people: Open, site: Running) -> None:
    """On a phone it is in the menu; the game goes on as if nothing had happened."""
    player = sit_down(people(viewport={"width": 390, "height": 844}), site.origin)

    def choose(theme: str) -> None:
        player.page.locator(".bar").get_by_role("button", name="Menu").click()
        player.page.locator("#menu").get_by_role("button", name=theme).click()

    for theme in ("light", "dark"):
        choose(theme.capitalize())
        expect(player.page.locator("html")).to_contain_class(theme)
        player.page.keyboard.press("Escape")  # the menu may lie over the move
        player.move()
        expect(player.page.locator("html")).to_contain_class(theme)
    choose("Follow the system")
    for theme in ("light", "dark"):
        expect(player.page.locator("html")).not_to_contain_class(theme)


def test_cards_can_be_found(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(f"{site.origin}/games/uptown/cards")
    page.get_by_label("Find a card").fill("twin flats")
    expect(page.locator("#cards li:visible")).to_have_count(1)
