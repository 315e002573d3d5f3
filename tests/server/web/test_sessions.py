"""Whoever sits down gets a token that nobody can have known before, once."""

import re
from concurrent.futures import ThreadPoolExecutor

import httpx

from ..seating import TOKEN, keys_of, seat_at, seats
from ..visitors import StartSite, Visitor, read_form


def test_sitting_down_changes_the_token(start: StartSite) -> None:
    """Whoever planted a token before does not sit at the table, nor anywhere else with it."""
    running = start()
    host, guest, planter = running.visitor(), running.visitor(), running.visitor()
    planter.sit_down()
    old, elsewhere = planter.http.cookies[TOKEN], planter.table
    host.sit_down(players="3", bot="open")
    guest.http.cookies.set(TOKEN, old, domain="127.0.0.1")
    seat_at(host, guest, 1)
    assert guest.http.cookies[TOKEN] != old
    planter.http.cookies.clear()
    planter.http.cookies.set(TOKEN, old)
    for table in (host.table, elsewhere):
        planter.table = table
        assert "seat" not in read_form(planter.page()).fields
    guest.table = elsewhere
    assert read_form(guest.page()).fields["seat"] == "0"  # the player is the same, the token is not


def test_a_token_of_somebodys_own_making_is_not_taken_over(host: Visitor, guest: Visitor) -> None:
    guest.http.cookies.set(TOKEN, "a-token-i-made-up", domain="127.0.0.1")
    seat_at(host, guest, 1)
    assert guest.http.cookies[TOKEN] != "a-token-i-made-up"
    owners = {row.owner for row in seats(host) if row.owner}
    assert len(owners) == 2


def test_a_refused_claim_changes_no_token(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    seat_at(host, guest, 1)
    stranger.sit_down()
    token = stranger.http.cookies[TOKEN]
    answer = stranger.post(f"/tables/{host.table}/seats", {"seat": "1"})
    assert answer.status_code == 409
    assert stranger.http.cookies[TOKEN] == token
    assert read_form(stranger.page()).fields["seat"] == "0"


def test_a_double_click_seats_one_person(host: Visitor, guest: Visitor) -> None:
    (key,) = keys_of(guest.page())
    form = {"seat": "1", "name": "Bob", "key": key}

    def click(_: int) -> tuple[int, str]:
        answer = httpx.post(
            f"{guest.origin}/tables/{host.table}/seats", data=form, headers={"Origin": guest.origin}, trust_env=False
        )
        return answer.status_code, answer.cookies[TOKEN]

    with ThreadPoolExecutor(4) as pool:
        answers = set(pool.map(click, range(4)))
    assert {code for code, _ in answers} == {303}
    assert [entry.event.kind for entry in host.log()] == ["sit"]
    for _, token in answers:  # a browser keeps one of them, and any is good
        guest.http.cookies.set(TOKEN, token, domain="127.0.0.1")
        assert read_form(guest.page()).fields["seat"] == "1"


# Signing out


def test_whoever_signs_out_is_not_known_any_more(visitor: Visitor, stranger: Visitor) -> None:
    """Neither in this browser nor with a copy of the token, and no old form brings them back."""
    key = key_of_setup(visitor)
    form = {"title": "uptown", "players": "2", "bot": "open", "key": key}
    visitor.table = visitor.post("/tables", form).headers["location"].removeprefix("/tables/")
    token = visitor.http.cookies[TOKEN]
    assert read_form(visitor.page()).fields["seat"] == "0"
    assert "one table" in visitor.http.get("/logout").text
    assert visitor.http.cookies[TOKEN] == token  # to look at the page does nothing
    answer = visitor.post("/logout")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert TOKEN not in visitor.http.cookies
    stranger.table = visitor.table
    stranger.http.cookies.set(TOKEN, token, domain="127.0.0.1")
    assert "seat" not in read_form(stranger.page()).fields
    assert "set-cookie" not in visitor.post("/tables", form).headers
    assert "does not know you" in visitor.http.get("/logout").text
    assert visitor.post("/logout").status_code == 303


def test_nobody_else_is_signed_out(host: Visitor, guest: Visitor) -> None:
    seat_at(host, guest, 1)
    assert host.post("/logout").status_code == 303
    assert read_form(guest.page()).fields["seat"] == "1"


def test_nobody_is_signed_out_by_another_site(host: Visitor) -> None:
    assert host.post("/logout", Origin="https://elsewhere.example").status_code == 403
    assert read_form(host.page()).fields["seat"] == "0"


def key_of_setup(visitor: Visitor) -> str:
    found = re.search(r'name="key" value="(\w+)"', visitor.http.get("/games/uptown").text)
    assert found
    return found[1]


def test_two_pages_never_share_a_key(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    """Friends behind one address see the same page; a form of one must never be answered with the other's token."""
    stranger.table = host.table
    keys = keys_of(guest.page()) + keys_of(stranger.page()) + keys_of(guest.page())
    assert len(set(keys)) == len(keys) == 3


def test_two_windows_that_sit_down_at_once_keep_the_session(host: Visitor) -> None:
    """Both send the same token, which one of them ends: the other is told so, and nobody loses a seat."""
    token = host.http.cookies[TOKEN]

    def claim(seat: int) -> tuple[int, str]:
        answer = host.post(f"/tables/{host.table}/seats", {"seat": str(seat)}, Cookie=f"{TOKEN}={token}")
        return answer.status_code, answer.cookies.get(TOKEN) or ""

    with ThreadPoolExecutor(2) as pool:
        answers = dict(pool.map(claim, (1, 2)))
    owners = {row.owner for row in seats(host) if row.owner}
    assert 303 in answers
    if len(answers) == 2:
        assert set(answers) == {303, 409}
        assert len(owners) == 1
    host.http.cookies.clear()
    host.http.cookies.set(TOKEN, answers[303])
    assert "seat" in read_form(host.page()).fields


def test_who_sits_already_may_send_the_form_again(host: Visitor, guest: Visitor) -> None:
    seat_at(host, guest, 1)
    token, log = guest.http.cookies[TOKEN], host.log()
    seat_at(host, guest, 1)
    assert guest.http.cookies[TOKEN] == token
    assert host.log() == log
