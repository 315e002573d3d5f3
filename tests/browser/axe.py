"""What axe says of a page: in either theme, wide and on a phone, without opening the page anew for each."""

from collections.abc import Collection
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
LOOKS = {"light": WIDE, "dark": PHONE}
"""Both themes and both sizes, in two looks: a theme changes colours alone, a size all but them."""
GROUND = "() => getComputedStyle(document.documentElement).backgroundColor"
SIDEWAYS = "() => document.documentElement.scrollWidth > innerWidth"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
COLOURS = ("color-contrast", "link-in-text-block")
"""What axe says of colours, which are all that a theme changes."""


def check(page: Page, within: str | None = None, rules: tuple[str, ...] = ()) -> None:
    """Fail with all that axe has found, on the whole page or within the elements that a selector finds.

    All of its usual rules are asked, or only those named.
    """
    engine = Axe("0") if page.evaluate("'axe' in window") else Axe()  # the page may have it already
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = rules
    found = engine.run(page, within, options)
    assert found.violations_count == 0, f"{page.url}, {page.viewport_size}\n{found.generate_report()}"


def _show(page: Page, theme: str, size: dict[str, int] | None) -> str:
    """Show a page in a theme, and in a size if one is given; returns the colour of the ground."""
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    if size:
        page.set_viewport_size(size)  # type: ignore[arg-type]
    page.evaluate(DRAWN)
    assert not page.evaluate(SIDEWAYS), f"{page.url}, {page.viewport_size}: something sticks out to the side"
    ground: str = page.evaluate(GROUND)
    return ground


def check_look(page: Page, look: str, within: str | None = None) -> None:
    """Check a page in one of the `LOOKS`; it never runs off to the side.

    The page must have been opened without `MOTION`: colours that glide from one theme to the other are neither's.
    """
    _show(page, look, LOOKS[look])
    check(page, within)


def check_themes(page: Page, within: str | None = None, phone: bool = False) -> None:
    """Check a page in both `LOOKS`, or in either theme as wide as it is; see `check_look`."""
    grounds = set()
    for theme, size in LOOKS.items():
        grounds.add(_show(page, theme, size if phone else None))
        check(page, within, rules=() if phone or theme == "light" else COLOURS)
    assert len(grounds) == 2, f"{page.url} has not changed with the theme"


def in_looks(*things: str, quick: Collection[str]) -> list[Any]:
    """Each thing in either look. All are exhaustive but the `quick` ones, and those in one look, by turns."""
    cases = []
    turn = 0
    for thing in things:
        turn += thing in quick
        for number, look in enumerate(LOOKS):
            is_quick = thing in quick and turn % 2 == number
            cases.append(pytest.param(thing, look, marks=() if is_quick else pytest.mark.exhaustive))
    return cases
