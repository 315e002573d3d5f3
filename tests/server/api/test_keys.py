"""One key is one request of one player, whichever seat it was for and however often it is sent."""

from typing import Any

import httpx
import pytest

from tabletown.server.play.people.sessions import token_hash
from tabletown.server.store.protocol import CommitUnknown

from .. import stage
from ..seating import TOKEN, seats
from ..visitors import Running, Visitor
from .conftest import Join
from .programs import Program, fresh_key

pytestmark = pytest.mark.usefixtures("every_ply")


def bidding(ada: Program) -> tuple[dict[str, Any], str]:
    """Ada, who plays all three seats, before a sealed decision; and a move that every seat may make."""
    ada.set_table("me", "me", "me", title=stage.TITLE)
    stage.advance(ada.site, ada.table, stage.bidding)
    with ada.site.tables.at(ada.table) as table:
        choices = [{table.game.say(a, seat) for a in table.game.legal_actions_of(seat)} for seat in range(3)]
    return ada.look(), sorted(set.intersection(*choices))[0]


def bids(ada: Program) -> list[int]:
    """The seats that have decided since the bidding began."""
    return [entry.event.seat for entry in ada.site.store.events(ada.table) if entry.event.kind == "move"]


def test_the_same_request_three_times_is_one_move_of_one_seat(ada: Program) -> None:
    seen, move = bidding(ada)
    before = bids(ada)
    body = {"move": move, "version": seen["version"], "key": fresh_key()}
    answers = [ada.act("moves", **body) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert len({answer.text for answer in answers}) == 1
    assert len(bids(ada)) == len(before) + 1


def test_a_key_is_not_used_for_another_seat(ada: Program) -> None:
    seen, move = bidding(ada)
    before = bids(ada)
    body = {"move": move, "version": seen["version"], "key": fresh_key()}
    answers = [ada.act("moves", seat=seat, **body).status_code for seat in (2, 0, 2)]
    assert answers == [200, 409, 200]
    assert bids(ada) == [*before, 2]


def test_a_retry_after_the_turn_has_passed_gets_its_first_answer(ada: Program, bob: Program) -> None:
    ada.set_table("me", "open")
    assert bob.post(f"/tables/{ada.table}/seats", {"seat": 1}).status_code == 200
    bob.table = ada.table
    acts, waits = (ada, bob) if ada.look()["moves"] else (bob, ada)
    seen = acts.look()
    body = {"move": seen["moves"][0]["move"], "version": seen["version"], "key": fresh_key()}
    first = acts.act("moves", **body)
    for _ in range(12):
        for one in (acts, waits):
            if (now := one.look())["moves"]:
                assert one.move(now).status_code == 200
    again = acts.act("moves", **body)
    assert (again.status_code, again.text) == (200, first.text)
    assert waits.act("moves", **body).status_code == 409, "the key of another player tells nothing"


def test_a_bot_is_seated_once(ada: Program) -> None:
    ada.set_table("me", "open", "open", key=fresh_key())
    body = {"seat": 1, "bot": "greedy", "key": fresh_key()}
    answers = [ada.post(f"/tables/{ada.table}/seats", body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [entry.event.kind for entry in ada.site.store.events(ada.table)].count("sit") == 1


# Before there is a player: forms of strangers


@pytest.fixture
def people(running: Running) -> tuple[Visitor, Visitor]:
    """A player at a table with an open seat, and a browser that knows it."""
    host, guest = running.visitor(), running.visitor()
    guest.table = host.sit_down(players="2", bot="open", name="Ada")
    return host, guest


@pytest.mark.parametrize("known", [False, True])
def test_a_seat_is_taken_once_also_from_another_network(
    running: Running, people: tuple[Visitor, Visitor], known: bool
) -> None:
    """The answer was lost, and with it the new token; the old one is worth nothing any more."""
    host, guest = people
    if known:
        assert guest.post("/you", {"name": "Bob"}).status_code == 303
    path, form = f"/tables/{host.table}/seats", {"seat": "1", "key": "0123456789abcdef"}
    cookies = dict(guest.http.cookies)
    assert guest.post(path, form).status_code == 303
    again = running.visitor()
    again.http = httpx.Client(base_url=again.origin, transport=httpx.HTTPTransport(local_address="127.0.0.2"))
    again.table = host.table
    again.http.cookies.update(cookies)
    assert again.post(path, form).status_code == 303
    assert [entry.event.kind for entry in host.log()] == ["sit"]
    player = running.site.sessions.holder(_reader(again))
    assert player is not None
    assert seats(host)[1].owner == player.id


def test_a_remark_of_a_stranger_is_made_once(running: Running, people: tuple[Visitor, Visitor]) -> None:
    host, guest = people
    path, form = f"/tables/{host.table}/chat", {"text": "Hello", "name": "Cyd", "key": "0123456789abcdef"}
    others = [guest, running.visitor(), guest]  # lost, sent again without a cookie, sent again with one
    assert [one.post(path, form).status_code for one in others] == [303] * 3
    assert [entry.event.kind for entry in host.log()] == ["say"]
    holders = [running.site.sessions.holder(_reader(one)) for one in others]
    assert len({holder and holder.id for holder in holders}) == 1
    another = running.visitor()
    assert another.post(path, {**form, "text": "Hi"}).status_code == 303
    assert len({getattr(entry.event, "owner", "") for entry in host.log()}) == 2, "another form is another player"


def _reader(visitor: Visitor) -> str:
    """The hash of the newest token in a browser."""
    return token_hash(visitor.http.cookies.get(TOKEN, domain="127.0.0.1") or "")


def test_a_program_is_told_when_the_result_is_unknown(join: Join, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = join("Ada")
    seen = ada.set_table("me", "open")

    def lose(*_: object) -> None:
        raise CommitUnknown("gone")

    with monkeypatch.context() as patched:
        patched.setattr(ada.site.store, "append", lose)
        body = {"text": "Hello", "key": fresh_key()}
        answer = ada.act("chat", **body)
    assert answer.status_code == 503
    message = answer.json()["message"]
    assert "may or may not" in message
    assert "same key" in message
    assert "nothing was changed" not in message
    assert ada.act("chat", **body).status_code == 200
    assert ada.look()["version"] == seen["version"] + 1
