"""What axe says of a page: in either theme, wide and on a phone, without opening the page anew for each."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
GROUND = "() => getComputedStyle(document.documentElement).backgroundColor"
SIDEWAYS = "() => document.documentElement.scrollWidth > innerWidth"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


def check(page: Page, within: str | None = None) -> None:
    """Fail with all that axe has found, on the whole page or within the element that a selector finds."""
    found = Axe().run(page, within)
    assert found.violations_count == 0, found.generate_report()


def check_themes(page: Page, within: str | None = None, phone: bool = False) -> None:
    """Check a page in light and in dark, where it is also as wide as a phone if that is wanted; it never runs off.

    The page must have been opened with reduced motion: colours that glide from one theme to the other are neither's.
    """
    grounds = set()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        if phone:
            page.set_viewport_size(PHONE if theme == "dark" else WIDE)  # type: ignore[arg-type]
        page.evaluate(DRAWN)
        grounds.add(page.evaluate(GROUND))
        assert not page.evaluate(SIDEWAYS), "something sticks out to the side"
        check(page, within)
    assert len(grounds) == 2, "the page has not changed with the theme"
