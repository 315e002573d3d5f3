"""Decisions in secret, in browsers: numbers are typed, and nobody's page moves before all have decided."""

import re

import pytest
from playwright.sync_api import expect

from ..server.stage import advance, company, first_secret, set_stage
from ..server.visitors import Running, StartSite, Visitor, read_form
from .axe import check
from .conftest import Open
from .player import Player
from .test_friends import take_seat

BRIBES = re.compile("The bribes: .+ 3, .+ 4 and .+ 5")


@pytest.fixture
def running(start: StartSite, monkeypatch: pytest.MonkeyPatch) -> Running:
    set_stage(monkeypatch)
    return start()


def at_table(people: Open, visitor: Visitor, **options: object) -> Player:
    """A browser for somebody who has sat down already."""
    context = people(**options)
    context.add_cookies([{"name": "tabletown", "value": visitor.http.cookies["tabletown"], "url": visitor.origin}])
    page = context.new_page()
    page.goto(f"{visitor.origin}/tables/{visitor.table}")
    return Player(page)


def test_three_people_name_a_number_each(people: Open, running: Running) -> None:
    company_ = company(running)
    advance(running.site, company_[0].table, first_secret)
    players = [at_table(people, who) for who in company_[:2]]
    players.append(at_table(people, company_[2], java_script_enabled=False))
    before = [player.version for player in players]
    field, last, plain = (player.page.get_by_role("spinbutton", name="Your bribe") for player in players)
    for element in (field, players[0].page.locator(".entry button")):
        box = element.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    check(players[0].page)
    field.fill("999")
    field.press("Enter")  # the browser itself says no
    assert players[0].version == before[0]
    field.fill("1")
    field.press("Enter")
    players[0].passed(before[0])
    players[0].page.get_by_role("button", name="Take back").click()
    players[0].passed(before[0] + 1)
    expect(field).to_have_value("0")
    field.fill("3")
    players[0].page.locator(".entry button").click()
    players[0].passed(before[0] + 2)
    plain.fill("5")
    players[2].page.locator(".entry button").click()
    expect(plain).to_have_count(0)
    assert players[1].version == before[1]
    assert [player.page.get_by_text(BRIBES).count() for player in players] == [0, 0, 0]
    last.fill("4")
    last.press("Enter")
    players[1].passed(before[1])
    players[0].passed(before[0] + 3)
    players[2].look_again()
    for player in players:
        expect(player.page.get_by_text(BRIBES).first).to_be_attached()


def test_whoever_sits_down_hears_from_then_on_what_their_seat_sees(people: Open, running: Running) -> None:
    """A stream that began as a spectator's counts less than the seat has seen, so it would miss the reveal."""
    friends = company(running, 2, players="3")
    page = people().new_page()
    page.goto(f"{running.origin}/tables/{friends[0].table}")
    take_seat(Player(page), "Green", "Cyd")
    advance(running.site, friends[0].table, first_secret)
    page.get_by_role("spinbutton", name="Your bribe").fill("5")
    page.get_by_role("spinbutton", name="Your bribe").press("Enter")
    expect(page.get_by_text("You have decided").first).to_be_visible()
    for friend, bribe in zip(friends, ("bribe 3", "bribe 4"), strict=True):
        assert friend.move(read_form(friend.page()), bribe).status_code == 303
    expect(page.get_by_text(BRIBES).first).to_be_attached()
