"""Numbers that are typed: a labelled field and a button, which work as a plain form; nonsense changes nothing."""

import re

import pytest

from tabletown.render.html import entry_html
from tabletown.render.scene import Entry
from tabletown.server.errors import NotAllowed
from tabletown.server.play.moves import fill_in

from ..stage import advance, company, first_secret, set_stage
from ..visitors import Form, Running, Visitor, read_form


@pytest.fixture
def briber(running: Running, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    """Somebody who is to name a bribe."""
    set_stage(monkeypatch)
    people = company(running)
    advance(running.site, people[0].table, first_secret)
    return people[1]


def entry_form(page: str) -> Form:
    """What the form of the number holds."""
    (fields,) = re.findall(
        r'<form class="live" id="entry-\w+" method="post" action="[^"]*/moves">(.*?)</form>', page, re.S
    )
    return Form(dict(re.findall(r'name="(\w+)" value="([^"]*)"', fields)))


def lasting(page: str) -> str:
    """A page without what is drawn anew each time: the key of the form by which one speaks."""
    return re.sub(r'name="key" value="[0-9a-f]{32}"', "", page)


def test_a_page_asks_for_a_number_instead_of_offering_all(briber: Visitor) -> None:
    page = briber.page()
    assert not [move for move in read_form(page).moves if move.startswith("bribe") and "#" not in move]
    with briber.site.tables.at(briber.table) as table:
        cash = int(table.game.state.cash[1])
    assert f'min="0" max="{cash}" step="1" required' in page
    (form,) = set(re.findall(r'form="(entry-\w+)"', page))
    assert f'<form class="live" id="{form}"' in page
    assert entry_form(page).fields == read_form(page).fields


def test_the_number_is_put_into_the_move(briber: Visitor) -> None:
    form = entry_form(briber.page())
    answer = briber.post(f"/tables/{briber.table}/moves", {**form.fields, "move": "bribe #", "amount": "7"})
    assert answer.status_code == 303
    again = briber.post(f"/tables/{briber.table}/moves", {**form.fields, "move": "bribe #", "amount": " 07 "})
    assert again.status_code == 303  # the same form, sent twice
    other = briber.post(f"/tables/{briber.table}/moves", {**form.fields, "move": "bribe #", "amount": "8"})
    assert other.status_code == 409
    with briber.site.tables.at(briber.table) as table:
        assert table.game.state.bribe[1] == 7
        assert table.game.history[-1].seat == 1
    assert 'type="number"' not in briber.page()


@pytest.mark.parametrize("amount", [None, "", "x", "-1", "1.5", "1e3", "\u0661", "9" * 10, "7; pass"])
def test_what_is_no_number_changes_nothing(briber: Visitor, amount: str | None) -> None:
    page, log = briber.page(), briber.log()
    fields = {**entry_form(page).fields, "move": "bribe #"} | ({} if amount is None else {"amount": amount})
    answer = briber.post(f"/tables/{briber.table}/moves", fields)
    assert answer.status_code == 422
    assert "Please type a whole number." in answer.text
    assert 'type="number"' in answer.text
    assert (lasting(briber.page()), briber.log()) == (lasting(page), log)


def test_a_number_out_of_range_is_told_the_range(briber: Visitor) -> None:
    log = briber.log()
    with briber.site.tables.at(briber.table) as table:
        cash = int(table.game.state.cash[1])
    for amount in (cash + 1, 999, 123456789):
        fields = {**entry_form(briber.page()).fields, "move": "bribe #", "amount": str(amount)}
        answer = briber.post(f"/tables/{briber.table}/moves", fields)
        assert answer.status_code == 422
        assert f"Your bribe: choose a number from 0 to {cash}." in answer.text
    assert briber.log() == log


def test_filling_in() -> None:
    assert fill_in("pass", "") == "pass"
    assert fill_in("give-cash; cash #", "12") == "give-cash; cash 12"
    with pytest.raises(NotAllowed, match="whole number"):
        fill_in("cash #", "#")


def test_an_entry_as_markup() -> None:
    entry = Entry("bid #", "Your <bid>", 2, 9, 'bids $# for "it"', without=4, value=3, note="you have $9")
    html = str(entry_html(entry))
    assert "Your &lt;bid&gt;" in html
    assert 'value="bid #"' in html
    assert 'value="3"' in html
    assert "2 to 9, not 4; you have $9" in html
    assert "bids $\u2026 for &#34;it&#34;" in html
    assert "not" not in str(entry_html(Entry("bid #", "Your bid", 2, 9, "bids $#", without=1)))


def test_another_question_is_another_form() -> None:
    """A number typed for one question must not stay in the field of the next."""
    ids = {re.findall(r'form="(entry-\w+)"', str(entry_html(Entry(f"{word} #", "", 0, 9, ""))))[0] for word in "abc"}
    assert len(ids) == 3
