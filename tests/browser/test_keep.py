"""Keep my games in a real browser: a key of Chromium's virtual authenticator, a ticket, a code, and everything lost."""

import re

from playwright.sync_api import BrowserContext, Page, expect

from ..server.visitors import Running
from .axe import check_themes
from .conftest import Open
from .player import Player, sit_down

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Device:
    """The authenticator of one page."""

    def __init__(self, page: Page) -> None:
        self._cdp = page.context.new_cdp_session(page)
        self._cdp.send("WebAuthn.enable")
        self._id = self._cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]

    def give_to(self, other: "Device") -> None:
        """Copy the keys to another device, as systems do that share them."""
        held = self._cdp.send("WebAuthn.getCredentials", {"authenticatorId": self._id})["credentials"]
        for key in held:
            other._cdp.send("WebAuthn.addCredential", {"authenticatorId": other._id, "credential": key})

    def refuse(self) -> None:
        """Recognise nobody from now on: neither finger nor PIN is right."""
        self._cdp.send("WebAuthn.setUserVerified", {"authenticatorId": self._id, "isUserVerified": False})

    def lose(self) -> None:
        """Lose the device with all its keys."""
        self._cdp.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": self._id})


def local(site: Running) -> str:
    """The site at the name under which browsers allow keys without https."""
    return f"http://localhost:{site.port}"


def keep(page: Page, origin: str, name: str = "Ada") -> str:
    """Go through the three steps; returns the ticket."""
    page.goto(f"{origin}/keep")
    if page.locator("#name").count():
        page.fill("#name", name)
        page.get_by_role("button", name="Take it").click()
    page.get_by_role("button", name="Make the key").click()
    page.get_by_role("button", name="Show the ticket").click()
    ticket = " ".join(page.locator(".ticket .code span").all_inner_texts())
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".ticket")).to_be_visible()  # not before it is on paper
    page.get_by_label("I have it on paper").check()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("heading", name="Where you are signed in")).to_be_visible()
    return ticket


def has_game(page: Page, origin: str, table: str) -> None:
    """See that a table is among one's own, and that its seat can be played."""
    page.goto(f"{origin}/you")
    expect(page.locator(f"a[href='/tables/{table}']").first).to_be_visible()
    page.goto(f"{origin}/tables/{table}")
    expect(page.locator("form#moves input[name=seat]").first).to_be_attached()


def sign_in_with_key(context: BrowserContext, origin: str, keys: Device) -> Page:
    page = context.new_page()
    keys.give_to(Device(page))
    page.goto(f"{origin}/keep/sign-in")
    page.get_by_role("button", name="Use a key").click()
    page.wait_for_url("**/you")
    return page


def test_games_follow_their_player_and_survive_the_loss_of_every_key(people: Open, site: Running) -> None:
    origin = local(site)
    first = people(expected="status of 422")
    player = sit_down(first, origin, players=2)
    table, page = player.table, player.page
    device = Device(page)
    ticket = keep(page, origin)
    second = sign_in_with_key(people(), origin, device)
    has_game(second, origin, table)
    Player(second).move()
    # everything is lost: the devices, and with them all keys and cookies
    device.lose()
    first.clear_cookies()
    second.context.clear_cookies()
    page.goto(f"{origin}/keep/sign-in")
    page.get_by_label("The code on your ticket").fill(ticket.lower())
    page.get_by_role("button", name="Come back").click()
    expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
    following = " ".join(page.locator(".ticket .code span").all_inner_texts())
    assert following != ticket
    page.get_by_label("I have it on paper").check()
    page.get_by_role("button", name="Done").click()
    has_game(page, origin, table)
    # the ticket worked once
    page.goto(f"{origin}/keep/sign-in")
    page.get_by_label("The code on your ticket").fill(ticket)
    page.get_by_role("button", name="Come back").click()
    expect(page.get_by_role("alert").first).to_contain_text("This ticket was used on")


def test_a_code_works_without_scripts_and_brings_the_games_of_the_browser(people: Open, site: Running) -> None:
    """At an address without a name, as at most hosts among friends: no keys, but ticket, QR code and code."""
    page = people().new_page()
    page.goto(f"{site.origin}/keep")
    page.fill("#name", "Ada")
    page.get_by_role("button", name="Take it").click()
    expect(page.get_by_text("Browsers make keys only on sites with https and a name")).to_be_visible()
    page.get_by_role("button", name="Show the ticket").click()
    page.get_by_label("I have it on paper").check()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Show code").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    code = "".join(page.locator(".carry .code span").all_inner_texts())
    phone = people(java_script_enabled=False, viewport={"width": 390, "height": 844})
    other = sit_down(phone, site.origin, players=2)
    table = other.table
    other.page.goto(f"{site.origin}/keep/code/{code}")
    other.page.get_by_role("button", name="Sign in here").click()
    expect(other.page.get_by_role("heading", name="Were these yours?")).to_be_visible()
    other.page.get_by_role("button", name="Yes, bring them along").click()
    has_game(page, site.origin, table)
    page.goto(f"{site.origin}/keep")
    page.get_by_role("button", name="Sign out everywhere else").click()
    other.page.goto(f"{site.origin}/keep")
    expect(other.page.get_by_role("heading", name="Where you are signed in")).to_have_count(0)


def test_a_browser_that_makes_no_key_says_what_to_do(people: Open, site: Running) -> None:
    page = people().new_page()
    Device(page).refuse()
    page.goto(f"{local(site)}/keep")
    page.fill("#name", "Ada")
    page.get_by_role("button", name="Take it").click()
    page.get_by_role("button", name="Make the key").click()
    expect(page.get_by_text("This device did not make a key. Try again, or go on with the ticket.")).to_be_visible()
    expect(page.get_by_role("button", name="Go on with the ticket alone")).to_be_visible()


def test_the_pages_of_an_account_are_accessible(people: Open, site: Running) -> None:
    origin = local(site)
    page = people(expected="status of 4").new_page()
    Device(page)
    page.goto(f"{origin}/keep")
    check_themes(page, phone=True)
    page.fill("#name", "Ada")
    page.get_by_role("button", name="Take it").click()
    page.get_by_role("button", name="Make the key").click()
    page.get_by_role("button", name="Show the ticket").click()
    check_themes(page, phone=True)
    page.get_by_label("I have it on paper").check()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("heading", name="Your keys")).to_be_visible()
    page.get_by_label("Name of a new bot").fill("Robo")
    page.get_by_role("button", name="Make a bot").click()
    expect(page.get_by_label("Token", exact=True)).to_have_value(re.compile(r"bot_[\w-]{40,}"))
    check_themes(page, phone=True)
    page.get_by_role("link", name="I have kept it").click()
    page.locator("#bots summary").click()
    expect(page.get_by_role("button", name="Yes, delete Robo")).to_be_visible()
    check_themes(page, phone=True)
    page.get_by_role("button", name="Show code").click()
    check_themes(page, phone=True)
    for path in ("/keep/sign-in", "/keep/prove", "/you/delete", "/logout"):
        page.goto(f"{origin}{path}")
        check_themes(page, phone=True)
