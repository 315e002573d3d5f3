"""Bots in the browser: choosing how strong they are, asking for advice, leaving a seat to one of them."""

import re

import pytest
from playwright.sync_api import expect

from ..server.visitors import Running, StartSite, wait_until
from .conftest import Open
from .player import sit_down


def test_choosing_strengths(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(f"{site.origin}/games/uptown")
    page.locator("label[for=players-3]").click()
    expect(page.get_by_label("Sky")).to_have_value("greedy")
    page.get_by_label("Sky").select_option("tourist")
    page.get_by_label("Green").select_option(label="Builder: thinks a few moves ahead")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/tables/*")
    expect(page.get_by_role("heading", name="Sky bot")).to_contain_text("bot: tourist")
    expect(page.get_by_role("heading", name="Green bot")).to_contain_text("bot: builder")


def test_a_game_against_the_bot_that_was_clicked(people: Open, site: Running) -> None:
    page = people().new_page()
    page.goto(site.origin)
    page.locator(".folk").get_by_role("button", name="Tenant").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("small.bot").first).to_have_text("bot: tenant")


@pytest.mark.parametrize("scripts", [True, False])
def test_advice_is_asked_for_and_followed(people: Open, site: Running, scripts: bool) -> None:
    person = people(java_script_enabled=scripts)
    player = sit_down(person, site.origin, players=2)
    page = player.page
    wait_until(lambda: player.table not in site.site.store.awaiting_bots())
    if not scripts and not player.moves.count():  # it would look again by itself, slowly
        player.look_again()
    assert player.my_turn()
    assert page.locator(".advice").count() == 0
    page.get_by_role("button", name="Advice").click()
    advice = page.locator(".advice")
    expect(advice).to_be_in_viewport()
    expect(advice.locator("li").first).to_contain_text(re.compile("It wins|nothing else to do"))
    moves = advice.locator("button[name=move]")
    assert 1 <= moves.count() <= 3
    before = player.version
    moves.first.click()
    page.wait_for_selector(f"main:not([data-version='{before}'])")
    expect(page.locator(".advice")).to_have_count(0)


def test_leaving_a_seat_and_coming_back(people: Open, start: StartSite) -> None:
    player = sit_down(people(), start(pace={"least": 0.5}).origin, players=2)
    page = player.page
    player.my_turn()
    page.get_by_text("Does somebody have to leave?").click()
    page.get_by_role("button", name="Let a bot play").first.click()
    expect(page.locator(".lines")).to_contain_text("You are played by a bot (greedy) from now on.")
    expect(page.locator(".prompt.yours")).to_have_count(0)
    page.get_by_role("button", name="I am back").click()
    expect(page.locator(".lines")).to_contain_text("You are back.")
    expect(page.get_by_role("button", name="I am back")).to_have_count(0)
