"""Somebody at a table, with eyes and hands: what the page shows, and what can be done with it."""

import random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Locator, Page, TimeoutError

LEADS = (":not([value^='offer '])", ":not([value=counter])")
"""Buttons that a script takes to the sheet on which the rest is put together (`static/compose.js`)."""
MOVES = f"main :is(button[name=move]{''.join(LEADS)}, button[name=compose]:enabled)"
VERSION = "v => Number(document.querySelector('main').dataset.version) > v"
HASTY = ("pass", "seal", "cancel", "decline", "leave", "stand", "end")
PLAYED = {"milton_keynes": "friends", "penny_lane": "keyboard", "paper_skylines": "plain", "uptown": "touch"}
"""How `make test` plays each title from its beginning to its end: every title once, every way once.

By friends with a mouse each (they decide at once in that title), by keyboard alone, plain (without scripts), by touch.
"""
LONG = ("milton_keynes",)
"""Titles of which the beginning and the end are played by hand: what lies between them repeats itself, year by year."""
OVERTAKEN = ("interrupted by another navigation", "net::ERR_ABORTED")
STEADY = "() => !document.querySelector('main[aria-busy]')"


def in_a_hurry(choose: random.Random, made: int, patience: int) -> bool:
    """Whether to get on with it: the more decisions were made, the more often, so that long games end."""
    return choose.random() < min(made / patience, 0.99)


def titles(way: str, *names: str) -> list[Any]:
    """Titles that are played in a way: exhaustive are all but the one that `make test` plays so."""
    return [pytest.param(name, marks=() if PLAYED[name] == way else pytest.mark.exhaustive) for name in names]


class Player:
    """A player in one tab."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def table(self) -> str:
        """The id of the table."""
        return self.page.url.rpartition("/")[2]

    @property
    def version(self) -> int:
        """The version that the page shows."""
        return int(self.page.locator("main").get_attribute("data-version") or -1)

    @property
    def moves(self) -> Locator:
        """All buttons that make a move."""
        return self.page.locator(MOVES)

    @property
    def hasty_moves(self) -> Locator:
        """Those of the buttons that get one on quickly."""
        return self.page.locator(", ".join(f"{MOVES}[value={move}]" for move in HASTY))

    def my_turn(self) -> bool:
        """Wait for one's turn; False if the game is over instead."""
        self.page.wait_for_selector(".prompt.yours, .finish")
        return self.page.locator(".finish").count() == 0

    def passed(self, version: int) -> None:
        """Wait until the page shows a later version, and the answer to one's own move."""
        self.page.wait_for_function(VERSION, arg=version)
        self.page.wait_for_function(STEADY)

    def look_again(self) -> None:
        """Load the page anew. Without scripts it does so by itself while others are to move, perhaps just now."""
        try:
            self.page.goto(self.page.url)
        except Error as error:
            if not any(reason in error.message for reason in OVERTAKEN):
                raise
            self.page.wait_for_load_state()

    def press(self, number: int = 0) -> None:
        """Make a move on offer by keyboard on a page without scripts, and wait for the page that follows."""
        with self.page.expect_navigation():  # only one of the two may wait: both together can wait for ever
            self.moves.nth(number).press("Enter", no_wait_after=True)

    def fill_in(self) -> None:
        """Type a number wherever the page suggests none."""
        for field in self.page.locator(".entry input").all():
            if not field.input_value():
                field.fill(field.get_attribute("min") or "")

    def move(self, button: Locator | None = None) -> None:
        """Click a move on offer (the first), and see that the page has it."""
        for _ in range(3):
            assert self.my_turn()
            if self.clicks(button or self.moves.first):
                return
        raise AssertionError("no click makes a move")

    def clicks(self, button: Locator) -> bool:
        """Click a move, and see that the page has it. False if the board was replaced meanwhile."""
        before = self.version
        try:
            button.click(timeout=20_000)
            self.page.wait_for_function(VERSION, arg=before, timeout=20_000)
        except TimeoutError:
            return False
        self.passed(before)
        return True

    def until_offered(self, *verbs: str) -> Locator:
        """Make moves until there is one of these verbs; returns the buttons."""
        found = self.page.locator(", ".join(f"{MOVES}[value^='{verb}']" for verb in verbs))
        while self.my_turn() and not found.count():
            self.move()
        assert found.count(), f"the game ended without {verbs}"
        return found


def sit_down(context: BrowserContext, origin: str, players: int = 3, title: str = "uptown") -> Player:
    """Set a table with the form of the game's page."""
    page = context.new_page()
    page.goto(f"{origin}/games/{title}")
    page.locator(f"label[for=players-{players}]").click()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/tables/*")
    return Player(page)
