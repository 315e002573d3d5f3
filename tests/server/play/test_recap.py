"""Since your last turn: what the reader's own log says between two turns by their own hand."""

import re
from html import unescape

import pytest

from tabletown.server.play.log import log_lines, recap
from tabletown.server.view.table_view import view_table

from ..stage import advance, bidding, company, first_secret, set_stage
from ..timing import sit_together, to_move
from ..visitors import Running, Visitor, read_form

pytestmark = pytest.mark.usefixtures("every_ply")


def lines(visitor: Visitor) -> list[str]:
    """What the recap on somebody's page says; nothing if there is none."""
    found = re.search(r'<details class="recap".*?</details>', visitor.page(), re.DOTALL)
    if found is None:
        return []
    told = re.findall(r"<li[^>]*>(.*?)</li>", found.group(), re.DOTALL)
    return [unescape(" ".join(re.sub(r"<[^>]+>", " ", line).split())) for line in told]


def seen(visitor: Visitor, seat: int) -> list[str]:
    with visitor.site.tables.at(visitor.table) as table:
        return [line.text for line in recap(table, seat, [seat] if seat >= 0 else [])]


def whole_turn(people: list[Visitor]) -> int:
    seat = to_move(people[0])
    while to_move(people[0]) == seat:
        form = read_form(people[seat].page())
        assert people[seat].move(form, form.moves[0]).status_code == 303
    return seat


@pytest.fixture
def two(running: Running) -> list[Visitor]:
    return sit_together(running, None)


def test_it_tells_what_the_others_did(two: list[Visitor]) -> None:
    first = to_move(two[0])
    assert lines(two[first]) == []  # nobody has moved
    whole_turn(two)
    assert lines(two[1 - first]) == []  # they had no turn yet
    assert lines(two[first]) == []  # it is not their turn
    whole_turn(two)
    assert lines(two[first])
    with two[0].site.tables.at(two[0].table) as table:
        log = [line.text for line in log_lines(table, first)]
    assert seen(two[0], first) == log[-len(seen(two[0], first)) :]  # up to now, as they have not moved yet
    assert all(line.startswith(("Ada", "Bob")[1 - first]) for line in lines(two[first]))


def test_it_stays_while_one_moves(two: list[Visitor]) -> None:
    whole_turn(two)
    whole_turn(two)
    seat = to_move(two[0])
    before = lines(two[seat])
    assert before
    form = read_form(two[seat].page())
    assert two[seat].move(form, form.moves[0]).status_code == 303
    assert to_move(two[0]) == seat
    assert lines(two[seat]) == before


def test_what_a_bot_did_meanwhile_is_news(two: list[Visitor]) -> None:
    seat = to_move(two[0])
    whole_turn(two)
    assert two[seat].post(f"/tables/{two[0].table}/away", {"seat": str(seat), "bot": "uniform"}).status_code == 303
    whole_turn(two)
    two[0].wait_for_turn()
    assert two[seat].post(f"/tables/{two[0].table}/back", {"seat": str(seat)}).status_code == 303
    whole_turn(two)
    assert to_move(two[0]) == seat
    told = " ".join(lines(two[seat]))
    other = ("Ada", "Bob")[1 - seat]
    assert "You are played by a bot (uniform) from now on." in told
    assert "You are back." in told
    assert told.count(f"{other} ") >= 2
    with two[0].site.tables.at(two[0].table) as table:
        made = [ply.made_by for ply in table.timeline.plies if ply.seat == seat]
    assert next(by for by in reversed(made) if by != "forced") == "bot"


def test_spectators_have_no_last_turn(two: list[Visitor], stranger: Visitor) -> None:
    whole_turn(two)
    stranger.table = two[0].table
    assert lines(stranger) == []
    assert seen(stranger, -1) == []


def test_it_holds_nothing_that_the_log_does_not(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    set_stage(monkeypatch)
    people = company(running)
    advance(running.site, people[0].table, first_secret)
    before = [seen(people[0], seat) for seat in (0, 2)]
    assert people[1].move(read_form(people[1].page()), "bribe 0").status_code == 303
    assert [seen(people[0], seat) for seat in (0, 2)] == before
    for seat, bribe in ((0, "bribe 3"), (2, "bribe 5")):
        assert people[seat].move(read_form(people[seat].page()), bribe).status_code == 303
    with running.site.tables.at(people[0].table) as table:
        for seat in range(3):
            told = view_table(table, [seat], 0.0)
            assert set(told.recap) <= set(told.log)


def test_what_others_do_in_secret_does_not_show_in_it(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bids each: who has made one of them sees the same, whether others have bid before, after or not at all."""
    set_stage(monkeypatch)
    shown = []
    for before, after in ((False, False), (True, False), (False, True)):
        people = company(running)
        advance(running.site, people[0].table, bidding)
        assert people[2].post(f"/tables/{people[0].table}/away", {"seat": "2"}).status_code == 303  # a note
        if before:
            assert people[1].move(read_form(people[1].page()), "bid 1; bid 2").status_code == 303
        assert people[0].move(read_form(people[0].page()), "bid 1").status_code == 303
        if after:
            assert people[1].move(read_form(people[1].page()), "bid 1; bid 2").status_code == 303
        shown.append(lines(people[0]))
    assert shown[0]
    assert shown[1:] == shown[:1] * 2
