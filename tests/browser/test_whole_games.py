"""Whole games against two bots: by mouse, by keyboard alone, and without scripts. By touch: see `test_phone`."""

import json
import random

import pytest
from playwright.sync_api import expect

from tabletown import games

from ..server.laying import before_the_end, lay_out
from ..server.visitors import Running, StartSite, wait_until
from .conftest import MOTION, Open
from .player import HASTY, LONG, MOVES, Player, in_a_hurry, sit_down, titles
from .test_sealed import at_table

OFFERED = f"() => [...document.querySelectorAll({json.dumps(MOVES)})].map((button) => button.value)"
FOCUS = "() => { const it = document.activeElement; return ['move', 'compose'].includes(it?.name) ? it.value : ''; }"
SUGGESTED = "() => document.activeElement.value || document.activeElement.min"
LOST = "() => document.activeElement === null || document.activeElement === document.body"
# The focus goes to the first link. The page remembers which moves have it from then on, and when the link has it again:
# it need not be asked after every key.
FROM_THE_TOP = """() => {
  if (!window.focused) addEventListener("focusin", ({ target }) => {
    if (["move", "compose"].includes(target.name)) window.focused.push(target.value);
    if (target.matches(".skip")) window.around = true;
  });
  document.querySelector(".skip").focus();
  window.focused = [];
  window.around = false;
}"""
MOST_TABS, TABS = 1500, 10  # on the way through a page, and at once
LOOKS_AROUND = 60  # turns in which the whole page is looked at now and then
BEGINNING, END = 12, 8  # turns and plies of a long game that are played by hand
PLAIN = 6  # turns at the beginning, and plies at the end, that are played without scripts
FEWEST = 5  # decisions in a game; it cannot end before its third round, though bots bring that about


def check_the_end(player: Player) -> None:
    """The ranking is there, and the game can be played again."""
    page = player.page
    expect(page.locator("#h-finish")).to_be_visible()
    expect(page.locator(".bars li")).to_have_count(3)
    assert player.moves.count() == 0
    before = page.url
    page.get_by_role("button", name="Play again").press("Enter")
    page.wait_for_url(lambda url: url != before)
    expect(page.locator(".chip")).to_have_count(3)


@pytest.mark.parametrize("title", titles("mouse", *(name for name in games.names() if name not in LONG)))
def test_by_mouse(people: Open, site: Running, title: str) -> None:
    """Pieces on the board are clicked wherever a move has one; friends play the long titles so."""
    choose = random.Random(1)
    player = sit_down(people(), site.origin, title=title)
    player.page.evaluate("window.stayed = true")
    clicked = {"board": 0, "prompt": 0}
    while player.my_turn():
        pieces, hasty = player.page.locator(f"{MOVES}.piece"), player.hasty_moves
        buttons = pieces if pieces.count() else player.moves
        if hasty.count() and in_a_hurry(choose, sum(clicked.values()), patience=60):
            buttons = hasty
        where = "board" if buttons is pieces else "prompt"
        clicked[where] += player.clicks(buttons.nth(choose.randrange(buttons.count())))
    assert clicked["board"] >= FEWEST
    assert player.page.evaluate("window.stayed") is True  # never a reload
    check_the_end(player)


def tab_to(player: Player, wanted: str, key: str) -> None:
    """Press a key until the focus is on a move."""
    keyboard = player.page.keyboard
    for _ in range(MOST_TABS):
        if player.page.evaluate(FOCUS) == wanted:
            return
        keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {wanted}")


def tab_around(player: Player) -> set[str]:
    """Every move that Tab comes by on its way through the whole page."""
    page = player.page
    page.evaluate(FROM_THE_TOP)
    for _ in range(0, MOST_TABS, TABS):
        for _ in range(TABS):
            page.keyboard.press("Tab")
        if page.evaluate("() => window.around || document.activeElement === document.body"):
            return set(page.evaluate("() => window.focused"))
    raise AssertionError(f"the page has no end: Tab came by {page.evaluate('() => window.focused')}")


@pytest.mark.parametrize("title", titles("keyboard", "milton_keynes", "penny_lane", "uptown"))
def test_by_keyboard(people: Open, site: Running, title: str) -> None:
    """Tab reaches every move, Enter plays it, and afterwards the focus is somewhere useful."""
    player = sit_down(people(), site.origin, title=title)
    turns = keys_alone(player, BEGINNING if title in LONG else None)
    assert turns >= FEWEST
    if title in LONG:
        assert turns == BEGINNING
        visitor = site.visitor()
        lay_out(visitor, before_the_end(title, "3", END))
        player = at_table(people, visitor)
        assert keys_alone(player, None)
    assert not player.page.evaluate(LOST)
    check_the_end(player)


def keys_alone(player: Player, most: int | None) -> int:
    """Play by keyboard, to the end of the game or so many turns; returns how many it were."""
    choose, page, turn = random.Random(2), player.page, 0
    while turn != most and player.my_turn():
        offered = page.evaluate(OFFERED)
        if turn % 5 == 0 and turn < LOOKS_AROUND:
            assert tab_around(player) >= set(offered)
        hasty = [move for move in offered if move in HASTY and in_a_hurry(choose, turn, patience=30)]
        wanted = choose.choice(hasty or offered)
        tab_to(player, wanted, choose.choice(["Tab", "Shift+Tab"]))
        before = player.version
        if "#" in wanted:  # its number stands before it
            page.keyboard.press("Shift+Tab")
            page.keyboard.type(page.evaluate(SUGGESTED))
        page.keyboard.press("Enter")
        player.passed(before)
        assert not page.evaluate(LOST)
        turn += 1
    return turn


def test_u_takes_back_and_a_question_mark_opens_the_rules(people: Open, site: Running) -> None:
    player = sit_down(people(**MOTION), site.origin)
    page = player.page
    halves = player.until_offered("play", "buy", "public")
    before, offered = player.version, page.evaluate(OFFERED)
    halves.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("button.is-slot")
    player.passed(before)
    assert player.version == before + 1
    page.keyboard.press("u")
    player.passed(before + 1)
    expect(page.locator("button.is-slot")).to_have_count(0)
    assert page.evaluate(OFFERED) == offered
    assert not page.evaluate(LOST)
    page.keyboard.press("?")
    expect(page.locator("dialog[open] .is-now")).to_be_in_viewport()
    twice = "() => [...document.querySelectorAll('[id]')].map((e) => e.id).filter((id, n, all) => all.indexOf(id) < n)"
    assert page.evaluate(twice) == []  # the rules lie on the page of the table now
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert not page.evaluate(LOST)


@pytest.mark.parametrize("title", titles("plain", "paper_skylines"))
def test_without_scripts(people: Open, site: Running, title: str) -> None:
    """The beginning and the end; of UpTown the exhaustive tests also play what lies between them."""
    player = sit_down(people(java_script_enabled=False), site.origin, title=title)
    assert without_scripts(site, player, PLAIN) == PLAIN
    visitor = site.visitor()
    lay_out(visitor, before_the_end(title, "3", PLAIN))
    player = at_table(people, visitor, java_script_enabled=False)
    assert without_scripts(site, player, None) >= FEWEST
    check_the_end(player)


@pytest.mark.exhaustive
def test_a_whole_game_without_scripts(people: Open, site: Running) -> None:
    player = sit_down(people(java_script_enabled=False), site.origin)
    assert without_scripts(site, player, None) >= FEWEST
    check_the_end(player)


def without_scripts(site: Running, player: Player, most: int | None) -> int:
    """Play without scripts, to the end of the game or so many turns; returns how many it were."""
    choose, turns = random.Random(3), 0
    while turns != most:
        if not player.moves.count():  # as the page would do by itself, a little later
            wait_until(lambda: player.table not in site.site.store.awaiting_bots())
            player.look_again()
        if not player.my_turn():
            break
        if offered := player.moves.count():  # none, if a ply has just played itself
            player.press(choose.randrange(offered))
            turns += 1
    return turns


def test_without_scripts_the_page_looks_again_until_it_is_ones_turn(people: Open, start: StartSite) -> None:
    player = sit_down(people(java_script_enabled=False), start(pace={"least": 0.2}).origin, players=2)
    assert player.my_turn()
    while player.moves.count():  # to the end of the turn
        player.press()
    expect(player.page.get_by_role("link", name="Look again")).to_be_visible()
    assert player.my_turn()
