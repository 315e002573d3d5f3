"""The browser that the tests run in: what Playwright switches off in it is off, and so is what the tests switch off."""

import re
import shutil

import pytest
from playwright.sync_api import Browser, Error

from .conftest import FLAGS, Open


def disabled(command_line: str) -> set[str]:
    """The features that a command line switches off: Chromium heeds only the last list."""
    return set(re.findall(r"--disable-features=(\S+)", command_line)[-1].split(","))


def test_features_that_playwright_disables_stay_disabled(browser: Browser, people: Open) -> None:
    no_browser = shutil.which("false")
    assert no_browser is not None
    with pytest.raises(Error, match="<launching>") as failed:  # Playwright says with which arguments it has tried
        browser.browser_type.launch(executable_path=no_browser, headless=True)
    by_playwright, by_tests = disabled(failed.value.message), disabled(" ".join(FLAGS))
    assert by_playwright.isdisjoint(by_tests)
    page = people().new_page()
    page.goto("chrome://version")
    assert disabled(page.locator("#command_line").inner_text()) >= by_playwright | by_tests
