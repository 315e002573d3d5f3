"""Offers and bids are put together on the page, by mouse, keyboard and touch: few clicks, and sent in one piece."""

import pytest
from playwright.sync_api import Page, expect

from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.text.names import label, squares

from ..server.stage import SEED, advance, bidding, company, everything
from ..server.visitors import Running, StartSite, Visitor
from .axe import check
from .conftest import Open
from .fit import faults
from .test_phone import PHONE
from .test_sealed import at_table

OUT_OF_SIGHT = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const [bar, ribbon] = ['.bar', '.prompt'].map((it) => document.querySelector(it).getBoundingClientRect());
  return box.bottom < bar.bottom + 150 || box.top > ribbon.top - 150;
}"""


@pytest.fixture
def running(start: StartSite, monkeypatch: pytest.MonkeyPatch) -> Running:
    monkeypatch.setattr("tabletown.server.play.tables.secrets.randbelow", lambda _: SEED)
    return start()


class Deal:
    """A table of three at which it is somebody's turn to make an offer, and what can be traded there."""

    def __init__(self, running: Running) -> None:
        self.site = running.site
        people = company(running)
        self.table = people[0].table
        advance(running.site, self.table, lambda game: int(game.state.phase) == s.TRADE)
        with running.site.tables.at(self.table) as table:
            seat = table.game.turn
            assert seat is not None
            self.seat, self.partner = seat, (seat + 1) % 3
            state = table.game.state
            self.deed = label(squares(state.hand[seat])[0])
            self.kind = next(kind for kind, n in enumerate(state.permits[self.partner]) if n)
            self.permit = table.game.cards.permits[self.kind].name
        self.maker, self.other = people[seat], people[self.partner]
        self.third = people[(seat + 2) % 3]
        self.name = ("Ada", "Bob", "Cyd")[self.partner]

    def done(self) -> bool:
        """Whether the deed and the permit have changed hands, and nothing else."""
        with self.site.tables.at(self.table) as table:
            state = table.game.state
            moved = self.deed in [label(square) for square in squares(state.hand[self.partner])]
            return moved and len(squares(state.hand[self.seat])) == 2

    def cash(self) -> list[int]:
        """The cash of the maker and of the partner."""
        with self.site.tables.at(self.table) as table:
            return [int(table.game.state.cash[seat]) for seat in (self.seat, self.partner)]


def summary(page: Page) -> str:
    """What the ribbon tells."""
    return page.locator("[data-summary]").inner_text()


def test_an_offer_by_mouse_arrives_in_one_piece(people: Open, running: Running) -> None:
    deal = Deal(running)
    maker, other = at_table(people, deal.maker), at_table(people, deal.other)
    page, clicks = maker.page, 0
    seen = [everything(who) for who in (deal.other, deal.third)]
    before, cash = maker.version, deal.cash()
    send, why = page.get_by_role("button", name="Send the offer"), page.locator("#compose-why")
    expect(send).to_be_disabled()
    expect(why).to_have_text("Choose what you give")
    for place in (
        page.locator("button.piece", has_text="Make an offer").first,
        page.get_by_role("checkbox", name=f"Give {deal.deed}"),
        page.locator(".choices .pill").filter(has_text=deal.permit),
        page.get_by_role("spinbutton", name="Cash").last,
    ):
        place.click()
        clicks += 1
    page.keyboard.type("3")
    assert summary(page).startswith(f"You give {deal.deed} for 3 cash and ")
    assert summary(page).endswith(deal.permit)
    expect(why).to_be_empty()
    assert faults(page, (1280, 720)) == []
    assert faults(page, (1440, 900)) == []
    check(page, within="#common")
    assert [everything(who) for who in (deal.other, deal.third)] == seen  # nothing of it has left the page
    assert maker.version == before
    others = other.version
    send.click()
    assert clicks + 1 <= 5
    maker.passed(before)
    other.passed(others)
    assert other.version == others + 1
    expect(other.page.locator(".prompt")).to_contain_text(f"{deal.deed} for 3 cash")
    other.page.get_by_role("button", name="Accept").click()
    other.passed(others + 1)
    assert deal.done()
    assert deal.cash() == [cash[0] + 3, cash[1] - 3]


def test_what_cannot_be_sent_says_why_and_clear_begins_anew(people: Open, running: Running) -> None:
    deal = Deal(running)
    page = at_table(people, deal.maker).page
    send, why = page.get_by_role("button", name="Send the offer"), page.locator("#compose-why")
    field = page.get_by_role("spinbutton", name="Cash").first
    page.locator(f"label.is-choice[for=choice-{100 + plot(deal.deed)}]").click()  # the plot on the map
    expect(page.get_by_role("checkbox", name=f"Give {deal.deed}")).to_be_checked()
    expect(why).to_have_text("Choose what you ask for")
    page.locator(".choices .pill").first.click()
    expect(why).to_have_text("Choose who gets the offer")
    page.locator(".alternatives .pill").first.click()
    expect(send).to_be_enabled()
    field.fill("999")
    expect(why).to_have_text(f"Cash: 0 to {field.get_attribute('max')}")
    expect(send).to_be_disabled()
    field.fill("1")
    expect(send).to_be_enabled()
    page.locator(".tray .chosen").filter(has_text=deal.deed).click()  # taken out again
    expect(page.get_by_role("checkbox", name=f"Give {deal.deed}")).not_to_be_checked()
    page.get_by_role("button", name="Clear").click()
    expect(why).to_have_text("Choose what you give")
    assert page.locator("input:checked:not([form=''])").count() == 0
    assert summary(page).startswith("Make somebody an offer")


def plot(name: str) -> int:
    """The number of a plot by its label."""
    return "ABCDEFGHI".index(name[0]) * s.COLUMNS + int(name[1]) - 1


def test_a_remark_of_another_leaves_the_offer_as_it_is(people: Open, running: Running) -> None:
    deal = Deal(running)
    page = at_table(people, deal.maker).page
    page.get_by_role("checkbox", name=f"Give {deal.deed}").check()
    told = summary(page)
    deal.third.post(f"/tables/{deal.table}/chat", {"text": "hurry", "key": "a-key-of-a-remark-1"})
    expect(page.locator("#chat")).to_contain_text("hurry")
    expect(page.get_by_role("checkbox", name=f"Give {deal.deed}")).to_be_checked()
    assert summary(page) == told


def test_an_offer_that_cannot_be_accepted_says_why_and_is_answered_by_another(people: Open, running: Running) -> None:
    deal = Deal(running)
    more = f"ask-cash; cash {deal.cash()[1] + 1}"
    offer = f"offer {('orange', 'sky', 'green')[deal.partner]}; give {deal.deed.lower()}; {more}; send"
    assert deal.maker.move(deal.maker.form(), offer).status_code == 303
    other = at_table(people, deal.other)
    page = other.page
    refused = page.locator(".refusal")
    expect(refused.get_by_role("button", name="Accept")).to_be_disabled()
    expect(refused).to_contain_text("you have")
    page.get_by_role("button", name="Counter").click()
    ask = page.get_by_role("checkbox", name=f"Ask for {deal.deed}")
    expect(ask).to_be_checked()  # the offer turned round, less what the seat cannot give
    assert faults(page, (1280, 720)) == []
    before = other.version
    page.get_by_role("button", name="Send counter-offer").click()
    other.passed(before)
    with running.site.tables.at(deal.table) as table:
        assert int(table.game.state.phase) == s.ANSWER


def test_an_offer_by_keyboard_alone(people: Open, running: Running) -> None:
    deal = Deal(running)
    player = at_table(people, deal.maker)
    page = player.page

    def reach(name: str) -> None:
        for _ in range(150):
            if (
                page.evaluate("() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.id")
                == name
            ):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {name}")

    reach(f"Give {deal.deed}")
    page.keyboard.press("Space")
    reach("An offer to " + page.locator(".alternatives label").first.inner_text())
    page.keyboard.press("Space")
    reach("amount-700")
    page.keyboard.type("2")
    before = player.version
    page.keyboard.press("Enter")
    player.passed(before)
    with running.site.tables.at(deal.table) as table:
        assert int(table.game.state.phase) == s.REPLY
        assert int(table.game.state.asks_cash[0]) == 2


def test_an_offer_on_a_phone_keeps_the_map_in_sight(people: Open, running: Running) -> None:
    deal = Deal(running)
    player = at_table(people, deal.maker, **PHONE)
    page = player.page
    page.get_by_role("checkbox", name=f"Give {deal.deed}").tap()
    asked = page.locator("#zone-town div.is-choice > input").first
    box = asked.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 40
    asked.tap()
    page.locator(".alternatives .pill").first.tap()
    assert not page.evaluate(OUT_OF_SIGHT, "#zone-town")
    page.locator(".step-by[data-for=amount-700][data-by='1']").tap()
    assert not page.evaluate(OUT_OF_SIGHT, "#zone-town")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    before = player.version
    page.get_by_role("button", name="Send the offer").tap()
    player.passed(before)
    with running.site.tables.at(deal.table) as table:
        assert int(table.game.state.asks_cash[0]) == 1


def bidders(running: Running) -> list[Visitor]:
    people_ = company(running)
    advance(running.site, people_[0].table, bidding)
    return people_


@pytest.mark.parametrize("scripts", [True, False])
def test_both_bids_on_one_form(people: Open, running: Running, scripts: bool) -> None:
    visitors = bidders(running)
    player = at_table(people, visitors[0], java_script_enabled=scripts)
    page: Page = player.page
    left, right = page.locator(".composer input[type=number]").all()
    seen = [everything(who) for who in visitors[1:]]
    before, most = player.version, int(left.get_attribute("max") or 0)
    if scripts:
        assert faults(page, (1280, 720)) == []
        left.fill(str(most))
        right.fill("1")
        expect(page.locator("#compose-why")).to_have_text(f"You have {most} cash for this")
        expect(page.get_by_role("button", name="Seal both bids")).to_be_disabled()
    left.fill("2")
    right.fill("1")
    if scripts:
        assert f"{most - 3} of your {most} cash left" in summary(page)
    page.get_by_role("button", name="Seal both bids").click()
    page.wait_for_selector("text=You have decided")
    assert player.version == before + 2
    assert [everything(who) for who in visitors[1:]] == seen
    with running.site.tables.at(visitors[0].table) as table:
        assert table.game.state.bid[0].tolist() == [2, 1]


def test_an_offer_without_scripts(people: Open, running: Running) -> None:
    """The sheet is a plain form; card by card works as ever."""
    deal = Deal(running)
    page = at_table(people, deal.maker, java_script_enabled=False).page
    page.get_by_role("checkbox", name=f"Give {deal.deed}").check(force=True)
    page.locator(".alternatives input").first.check(force=True)
    page.get_by_role("spinbutton", name="Cash").last.fill("2")
    page.get_by_role("button", name="Send the offer").click()
    page.wait_for_selector(".prompt.waiting")
    with running.site.tables.at(deal.table) as table:
        assert int(table.game.state.phase) == s.REPLY
    again = Deal(running)
    page = at_table(people, again.maker, java_script_enabled=False).page
    page.locator("button.piece", has_text="Make an offer").first.click()
    page.get_by_role("button", name=f"Offers the deed of {again.deed}").first.click()
    expect(page.locator(".prompt")).to_contain_text(f"{again.deed} for nothing yet")
