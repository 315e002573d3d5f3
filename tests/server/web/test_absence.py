"""People who leave and come back: a bot plays for them, once and openly, and gets up when they return."""

import threading

import pytest

from tabletown.bots import Budget
from tabletown.engine.position import Position

from ..seating import seat_at, seats
from ..stage import TITLE, advance, company, everything, first_secret, set_stage
from ..visitors import FRAGMENT, Running, StartSite, Visitor, first_legal, read_form, wait_until

pytestmark = pytest.mark.usefixtures("every_ply")


def kinds(visitor: Visitor) -> list[str]:
    return [entry.event.kind for entry in visitor.log() if entry.event.kind in ("away", "back")]


def leave(visitor: Visitor, seat: int = 0, **fields: str) -> int:
    return visitor.post(f"/tables/{visitor.table}/away", {"seat": str(seat), **fields}).status_code


def come_back(visitor: Visitor, seat: int = 0) -> int:
    return visitor.post(f"/tables/{visitor.table}/back", {"seat": str(seat)}).status_code


def to_move(people: list[Visitor]) -> int:
    """The seat whose turn it is, at a table of people."""
    with people[0].site.tables.at(people[0].table) as table:
        assert table.game.turn is not None
        return table.game.turn


@pytest.fixture
def two(running: Running) -> list[Visitor]:
    """Two people at a table, and nobody else."""
    return couple(running)


def couple(running: Running) -> list[Visitor]:
    host, guest = running.visitor(), running.visitor()
    host.sit_down(players="2", bot="open", name="Ada")
    seat_at(host, guest, 1, name="Bob")
    return [host, guest]


def test_a_bot_plays_for_somebody_until_they_come_back(two: list[Visitor]) -> None:
    seat = to_move(two)
    leaver, other = two[seat], two[1 - seat]
    form = leaver.form()
    assert leave(leaver, seat, bot="tenant") == 303
    leaver.wait_for_turn()
    assert leaver.log()[-1].event.seat == seat  # it has moved, and the other is to act
    assert to_move(two) == 1 - seat
    for page, is_played in ((leaver.page(), "are played"), (other.page(), "is played")):
        assert f"{is_played} by a bot (tenant) from now on." in page
        assert "bot: </span>tenant" in page
    assert not read_form(leaver.page()).moves
    before = leaver.log()
    assert leaver.move(form, form.moves[0]).status_code == 409
    assert leaver.log() == before

    assert come_back(leaver, seat) == 303
    assert "is back." in other.page()
    with leaver.site.tables.at(leaver.table) as table:
        assert [row.bot for row in table.seats] == ["", ""]
    while to_move(two) != seat:
        form = other.form()
        assert other.move(form, form.moves[0]).status_code == 303
    assert read_form(leaver.page()).moves
    assert kinds(leaver) == ["away", "back"]


def test_who_asks_twice_is_answered_twice_and_heard_once(two: list[Visitor]) -> None:
    seat = 1 - to_move(two)
    assert [leave(two[seat], seat) for _ in range(2)] == [303, 303]
    assert leave(two[1 - seat], seat) == 303  # somebody else has the same wish
    assert kinds(two[0]) == ["away"]
    assert [come_back(two[seat], seat) for _ in range(2)] == [303, 303]
    assert kinds(two[0]) == ["away", "back"]


def test_a_script_gets_the_board(two: list[Visitor]) -> None:
    seat = 1 - to_move(two)
    answer = two[seat].post(f"/tables/{two[0].table}/away", {"seat": str(seat)}, **FRAGMENT)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert "I am back" in answer.text


def test_others_wait_for_a_while_first(two: list[Visitor]) -> None:
    seat = to_move(two)
    other = two[1 - seat]
    answer = other.post(f"/tables/{other.table}/away", {"seat": str(seat)})
    assert answer.status_code == 409
    assert f"{seats(other)[seat].name} may still be thinking" in answer.text
    assert kinds(other) == []


def test_then_they_may_go_on_with_a_bot(start: StartSite) -> None:
    two = couple(start(absence=0.0))
    seat = to_move(two)
    assert leave(two[1 - seat], seat) == 303
    assert kinds(two[0]) == ["away"]
    assert come_back(two[1 - seat], seat) == 403  # that is for its owner to decide
    assert come_back(two[seat], seat) == 303


def test_nobody_is_replaced_for_whom_nobody_waits(start: StartSite) -> None:
    two = couple(start(absence=0.0))
    seat = to_move(two)
    answer = two[seat].post(f"/tables/{two[0].table}/away", {"seat": str(1 - seat)})
    assert answer.status_code == 409
    assert "does not wait for" in answer.text
    assert kinds(two[0]) == []


def test_strangers_decide_nothing(start: StartSite) -> None:
    running = start(absence=0.0)
    two, stranger = couple(running), running.visitor()
    stranger.table = two[0].table
    assert [leave(stranger, seat) for seat in (0, 1)] == [403, 403]
    assert leave(two[0], 0) == 303
    assert come_back(stranger, 0) == 403
    assert kinds(two[0]) == ["away"]


@pytest.mark.parametrize(
    "fields", [{"seat": "1"}, {"seat": "7"}, {"seat": "-1"}, {}, {"seat": "0", "bot": "oracle"}], ids=str
)
def test_a_wish_that_makes_no_sense(visitor: Visitor, fields: dict[str, str]) -> None:
    """Seat 1 is a bot's, which cannot leave."""
    visitor.sit_down()
    assert visitor.post(f"/tables/{visitor.table}/away", fields).status_code == 400
    assert kinds(visitor) == []


def test_it_lasts_over_a_restart(start: StartSite) -> None:
    first = start(pace={"least": 3600.0})
    two = couple(first)
    seat = to_move(two)
    assert leave(two[seat], seat) == 303
    cookies, table = two[seat].http.cookies, two[0].table
    first.stop()
    again = start().visitor()
    again.http.cookies, again.table = cookies, table
    again.wait_for_turn()
    assert again.log()[-1].event.kind == "move"  # the bot has gone on
    assert again.log()[-1].event.seat == seat
    assert come_back(again, seat) == 303


def test_a_bot_that_was_still_thinking_is_not_heard_any_more(start: StartSite) -> None:
    asked, answer = threading.Event(), threading.Event()

    def slow(name: str, view: Position, budget: Budget) -> int:
        asked.set()
        answer.wait(20)
        return first_legal(name, view, budget)

    two = couple(start(choose=slow, pace={"patience": 30.0}))
    seat = to_move(two)
    assert leave(two[seat], seat) == 303
    assert asked.wait(20)
    assert come_back(two[seat], seat) == 303
    answer.set()
    two[0].wait_for_turn()
    bot_players = two[0].site.bot_players
    wait_until(lambda: not bot_players._playing)
    assert [entry.event.kind for entry in two[0].log()] == ["sit", "away", "back"]
    form = two[seat].form()
    assert two[seat].move(form, form.moves[0]).status_code == 303


def test_on_one_screen_each_seat_for_itself(visitor: Visitor) -> None:
    visitor.sit_down(**{"players": "2", "bot-1": "here"})
    assert [row.owner for row in seats(visitor)] == [seats(visitor)[0].owner] * 2
    assert leave(visitor, 1) == 303
    for _ in range(6):
        form = visitor.form()
        assert form.fields["seat"] == "0"
        assert visitor.move(form, form.moves[0]).status_code == 303
    visitor.wait_for_turn()
    assert {entry.event.seat for entry in visitor.log() if entry.event.kind == "move"} == {0, 1}


def test_a_rematch_keeps_whoever_is_away(two: list[Visitor]) -> None:
    assert leave(two[1], 1) == 303
    answer = two[0].post(f"/tables/{two[0].table}/rematch")
    two[0].table = answer.headers["location"].removeprefix("/tables/")
    assert [bool(row.bot) for row in seats(two[0])] == [True, False]


# Secret decisions


def test_whether_somebody_has_decided_is_not_told(start: StartSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three decide at once. Whoever asks to replace another hears the same, whether that one has decided or not."""
    set_stage(monkeypatch)
    running = start(absence=0.0)
    shown = []
    for decides in (False, True):
        people = company(running)
        advance(running.site, people[0].table, first_secret)
        if decides:
            assert people[1].move(read_form(people[1].page()), "bribe 0").status_code == 303
        answer = people[0].post(f"/tables/{people[0].table}/away", {"seat": "1"})
        assert answer.status_code == 303
        people[0].wait_for_turn()
        shown.append([answer[:2] for answer in everything(people[0])])
        with running.site.tables.at(people[0].table) as table:
            assert table.title.name == TITLE
            assert table.game.waiting == (0, 2)  # the bot has decided where it had to
    assert shown[0] == shown[1]
