"""Moves that are put together on a page arrive in one form: all of them are made, or none."""

import pytest

from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.text.names import slug, squares
from tabletown.server.errors import NotAllowed
from tabletown.server.play.moves import put_together

from ..stage import advance, bidding, company, everything, set_stage
from ..visitors import FRAGMENT, Running, Visitor, read_form


def test_parts_are_joined_in_their_order() -> None:
    fields = {
        "version": "3",
        "part-9999": "send",
        "maybe-400": "give-cash; cash #",
        "amount-400": "7",
        "maybe-700": "ask-cash; cash #",
        "amount-700": "00",
        "part-1": "offer sky",
        "part-1x": "pass",
    }
    assert put_together(fields) == "offer sky; give-cash; cash 7; send"
    assert (
        put_together({"part-801": "bid #", "amount-801": "0", "part-800": "bid #", "amount-800": "4"}) == "bid 4; bid 0"
    )


@pytest.mark.parametrize("amount", ["", "x", "-1", "1.5", "1e3", "\u0663"])
def test_a_number_that_is_none(amount: str) -> None:
    with pytest.raises(NotAllowed, match="whole number"):
        put_together({"part-800": "bid #", "amount-800": amount})


@pytest.fixture
def people(running: Running, monkeypatch: pytest.MonkeyPatch) -> list[Visitor]:
    set_stage(monkeypatch)
    return company(running)


def compose(visitor: Visitor, **parts: str) -> int:
    """Send the form of a composition, with its fields named like part_1; returns the status."""
    form = read_form(visitor.page())
    fields = {name: form.fields[name] for name in ("version", "key", "seat")}
    sent = {name.replace("_", "-"): value for name, value in parts.items()}
    return visitor.post(f"/tables/{visitor.table}/moves", {**fields, "compose": "1", **sent}, **FRAGMENT).status_code


def at_trading(running: Running, people: list[Visitor]) -> tuple[Visitor, list[Visitor], str, str]:
    """The player to make an offer, the others, a deed of the player's, and the seat of the first of the others."""
    advance(running.site, people[0].table, lambda game: int(game.state.phase) == s.TRADE)
    with running.site.tables.at(people[0].table) as table:
        seat = table.game.turn
        assert seat is not None
        view = table.game.view(seat)
    maker, others = people[seat], [one for n, one in enumerate(people) if n != seat]
    partner = ("orange", "sky", "green")[0 if seat else 1]
    return maker, others, slug(squares(view.state.hand[seat])[0]), partner


def test_an_offer_reaches_others_in_one_piece(running: Running, people: list[Visitor]) -> None:
    maker, others, deed, partner = at_trading(running, people)
    versions = [int(other.form().fields["version"]) for other in others]
    parts = {
        "part_1": f"offer {partner}",
        "part_100": f"give {deed}",
        "maybe_700": "ask-cash; cash #",
        "amount_700": "3",
    }
    assert compose(maker, **parts, maybe_400="give-cash; cash #", amount_400="", part_9999="send") == 200
    assert [int(read_form(other.page()).fields["version"]) for other in others] == [n + 1 for n in versions]
    with running.site.tables.at(maker.table) as table:
        assert int(table.game.state.phase) == s.REPLY


@pytest.mark.parametrize("bad", ["give i9", "give-cash; cash 999", "pass", "give a1; give a1", "nonsense", ""])
def test_a_bad_part_refuses_the_whole_and_changes_nothing(running: Running, people: list[Visitor], bad: str) -> None:
    maker, _, deed, partner = at_trading(running, people)
    before = len(maker.log()), [everything(other) for other in people]
    parts = {"part_1": f"offer {partner}", "part_100": f"give {deed}", "part_200": bad, "part_700": "ask-cash; cash 3"}
    assert compose(maker, **parts, part_9999="send") == 422
    assert (len(maker.log()), [everything(other) for other in people]) == before


def test_an_offer_of_nothing_is_refused(running: Running, people: list[Visitor]) -> None:
    maker, _, deed, partner = at_trading(running, people)
    before = len(maker.log())
    assert compose(maker, part_1=f"offer {partner}", part_9999="send") == 422
    assert compose(maker, part_1=f"offer {partner}", part_100=f"give {deed}", part_9999="send") == 422
    assert compose(maker) == 422
    assert compose(maker, move="pass") == 400
    assert len(maker.log()) == before


def test_both_bids_in_one_form(running: Running, people: list[Visitor]) -> None:
    advance(running.site, people[0].table, bidding)
    page = people[0].page()
    assert "Seal both bids" in page
    assert 'id="amount-800"' in page
    assert 'class="entry"' not in page
    before = len(people[0].log()), [everything(other) for other in people[1:]]
    bids = {"part_800": "bid #", "part_801": "bid #"}
    assert compose(people[0], **bids, amount_800="2", amount_801="999") == 422
    assert (len(people[0].log()), [everything(other) for other in people[1:]]) == before
    assert compose(people[0], **bids, amount_800="2", amount_801="1") == 200
    assert [everything(other) for other in people[1:]] == before[1]
    assert len(people[0].log()) == before[0] + 2
    with running.site.tables.at(people[0].table) as table:
        assert table.game.state.bid[0].tolist() == [2, 1]
