"""Talk at a table in real browsers: it arrives by itself, and disturbs nobody who is typing or choosing."""

import pytest
from playwright.sync_api import Page, expect

from tabletown.server.limits import Rate

from ..server.visitors import Running, StartSite
from .axe import PHONE, check_themes
from .conftest import MOTION, Open
from .player import Player, sit_down
from .test_friends import set_table, take_seat, visit


def say(page: Page, text: str) -> None:
    """Say something, by keyboard, and see that it is said."""
    field = page.get_by_label("Say something")
    field.fill(text)
    field.press("Enter")
    expect(page.locator(".talk")).to_contain_text(text)
    expect(field).to_have_value("")
    expect(field).to_be_focused()


def has(page: Page, text: str) -> None:
    """Wait until a remark has arrived."""
    expect(page.locator(".talk")).to_contain_text(text)


def test_players_and_spectators_talk_while_somebody_types(people: Open, site: Running) -> None:
    ada = set_table(people(**MOTION), site.origin, players=2)
    bob, eve = (visit(people(), ada.page.url) for _ in range(2))
    take_seat(bob, "Sky", "Bob")
    draft = ada.page.get_by_label("Say something")
    draft.fill("I am still wri")
    draft.press("ArrowLeft")
    eve.page.get_by_label("Who you are").fill("Eve <i>")
    say(eve.page, "Hello <b>all</b>")
    has(ada.page, "Hello <b>all</b>")
    assert ada.page.locator(".talk i, .talk li b b").count() == 0
    expect(ada.page.locator(".by-watcher bdi").first).to_have_text("Eve <i>")
    if (mover := bob if bob.page.locator(".prompt.yours").count() else ada) is bob:
        mover.move()
    say(bob.page, "Your turn soon")
    has(ada.page, "Your turn soon")
    has(eve.page, "Your turn soon")
    expect(draft).to_have_value("I am still wri")
    expect(draft).to_be_focused()
    draft.type("X")  # where the caret was
    expect(draft).to_have_value("I am still wrXi")
    assert eve.moves.count() == 0
    expect(eve.page.locator(".watching")).to_be_visible()
    expect(eve.page.get_by_label("Who you are")).to_have_count(0)  # known by now


def test_what_is_typed_survives_whatever_else_changes(people: Open, site: Running) -> None:
    """A message that goes, a seat that is taken, a prompt that comes: the field stays the same element."""
    ada = set_table(people(**MOTION), site.origin, players=3)
    field = ada.page.get_by_label("Say something")
    field.fill("half a sent")
    field.evaluate("element => { window.typed = element; }")
    for colour in ("Sky", "Green"):
        guest = visit(people(), ada.page.url)
        take_seat(guest, colour)
        expect(ada.page.locator(".lines")).to_contain_text(f"{colour} sits down.")
    expect(ada.page.locator(".invite")).to_have_count(0)
    assert field.evaluate("element => element === window.typed && document.activeElement === element")
    expect(field).to_have_value("half a sent")


def test_a_half_made_move_survives_talk(people: Open, site: Running) -> None:
    ada = sit_down(people(**MOTION), site.origin)
    ada.until_offered("play", "buy", "public").first.click()
    slots = ada.page.locator("button.is-slot")
    slots.first.wait_for()
    ada.page.wait_for_function("() => !document.querySelector('main[aria-busy]')")
    slots.first.focus()
    value, offered = slots.first.get_attribute("value"), slots.count()
    eve = visit(people(), ada.page.url)
    say(eve.page, "Not there!")
    ada.page.locator("#remark-1").wait_for(state="attached")
    assert slots.count() == offered
    assert ada.page.evaluate("() => document.activeElement.value") == value
    before = ada.version
    ada.page.keyboard.press("Enter")
    ada.passed(before)


def test_a_number_that_is_being_typed_survives_talk(people: Open, site: Running) -> None:
    ada = sit_down(people(), site.origin, title="milton_keynes")
    entry = ada.page.locator(".entry input").first
    while ada.my_turn() and not entry.count():
        ada.move(ada.hasty_moves.first if ada.hasty_moves.count() else None)
    entry.fill("")
    entry.type("1")
    eve = visit(people(), ada.page.url)
    say(eve.page, "More!")
    ada.page.locator("#remark-1").wait_for(state="attached")
    expect(entry).to_have_value("1")
    expect(entry).to_be_focused()


def test_talk_that_was_closed_stays_closed(people: Open, site: Running) -> None:
    ada = set_table(people(), site.origin, players=2)
    eve = visit(people(), ada.page.url)
    ada.page.locator(".chat summary").click()
    expect(ada.page.get_by_label("Say something")).to_be_hidden()
    say(eve.page, "Anybody here?")
    expect(ada.page.locator(".chat summary small")).to_have_text("1")
    expect(ada.page.get_by_label("Say something")).to_be_hidden()


def test_with_bots_alone_talk_is_out_of_the_way(people: Open, site: Running) -> None:
    ada = sit_down(people(), site.origin)
    expect(ada.page.get_by_label("Say something")).to_be_hidden()
    ada.page.locator(".chat summary").focus()
    ada.page.keyboard.press("Enter")
    say(ada.page, "To myself")


def test_who_talks_too_much_keeps_the_words(start: StartSite, people: Open) -> None:
    site = start(chat_rate=Rate(burst=1, seconds=3600))
    ada = set_table(people(expected="status of 429"), site.origin, players=2)
    say(ada.page, "One")
    field = ada.page.get_by_label("Say something")
    field.fill("Two")
    field.press("Enter")
    expect(ada.page.locator(".say-error")).to_contain_text("Please try again in")
    expect(field).to_have_value("Two")


def test_without_scripts_there_is_a_page_to_talk(people: Open, site: Running) -> None:
    ada = set_table(people(), site.origin, players=2)
    page = people(java_script_enabled=False).new_page()
    page.goto(ada.page.url)
    expect(page.get_by_label("Say something")).to_be_hidden()
    page.get_by_role("link", name="Say something").click()
    page.get_by_label("Who you are").fill("Bob")
    page.get_by_label("Say something").fill("Slowly, but here")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".talk")).to_contain_text("Slowly, but here")
    has(ada.page, "Slowly, but here")
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator(".watching")).to_be_visible()


@pytest.mark.exhaustive
def test_axe_and_small_screens(people: Open, site: Running) -> None:
    ada = set_table(people(viewport=PHONE), site.origin, players=2)
    eve = visit(people(), ada.page.url)
    eve.page.get_by_label("Who you are").fill("Eve")
    say(eve.page, "W" * 300)
    say(eve.page, "שלום, " + "long " * 20)
    has(ada.page, "long long")
    say(ada.page, "Well")
    lonely = Player(people(viewport=PHONE).new_page())
    lonely.page.goto(f"{eve.page.url}/chat")
    for page in (ada.page, eve.page):
        check_themes(page, within=".chat")  # the table around it is as ever
    check_themes(lonely.page)
