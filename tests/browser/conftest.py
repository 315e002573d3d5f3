"""One Chromium and one site for all browser tests; every person in it has a browser profile of their own."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, expect, sync_playwright

from tabletown.server.serve import warm_up

from ..server.visitors import UNHURRIED, Running, StartSite

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
FLAGS += ["--disable-background-networking", "--disable-component-update"]
# Pages of Chromium's own that wait behind the address bar cost as much as the page under test, for every person anew.
FLAGS += ["--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup"]
NAMES = ("chromium", "chromium-browser", "google-chrome")
LAUNCHER = Path(__file__).with_name("chromium.sh")  # it adds these features to those that Playwright disables

PATIENCE_MS = 60_000  # a machine may be busy: what never comes is found out all the same
MOTION = {"reduced_motion": "no-preference"}
Open = Callable[..., BrowserContext]


# Not for the whole session: while Playwright runs, its event loop is the one of this thread, and tests of other folders
# that bring a loop of their own could not start it.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(f"there is no browser on this machine: none of {', '.join(NAMES)} is in the PATH")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as engine:
        environment: dict[str, str | float | bool] = {**os.environ, "CHROMIUM": program}
        browser = engine.chromium.launch(executable_path=LAUNCHER, headless=True, args=FLAGS, env=environment)
        yield browser
        browser.close()


@pytest.fixture
def people(browser: Browser) -> Iterator[Open]:
    """Open a browser profile; whatever its console says fails the test, unless it fits the pattern `expected`.

    Pieces jump unless a test wants `MOTION`: to wait for them to glide takes longer than all that a move does.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def person(expected: str = "(?!)", **options: Any) -> BrowserContext:
        def hear(message: ConsoleMessage) -> None:
            if not re.search(expected, message.text):
                complaints.append(f"{message.type}: {message.text}")

        usual: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **options})
        context.set_default_timeout(PATIENCE_MS)
        context.on("console", hear)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        contexts.append(context)
        return context

    yield person
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A site whose bots move at once, shared by all tests that need nothing special."""
    warm_up()
    running = Running(tmp_path_factory.mktemp("site") / "site.sqlite3", pace=UNHURRIED)
    yield running
    running.stop()


@pytest.fixture
def start(tmp_path: Path, browser: Browser) -> Iterator[StartSite]:
    """Start a site of one's own, again and again on the same database."""
    warm_up()
    running: list[Running] = []

    def start_site(port: int = 0, **options: Any) -> Running:
        running.append(Running(tmp_path / "site.sqlite3", port, **options))
        return running[-1]

    yield start_site
    for context in browser.contexts:  # a page that is still open would complain that nobody answers
        context.close()
    for one in running:
        one.stop()
