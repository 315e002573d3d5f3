"""Talk at a table: heard by everybody, once, as text; beside the game and never in its way."""

import re
import threading
import time

import pytest

from tabletown.server.limits import Rate
from tabletown.server.play.remarks import MAX_REMARK, Remark, clean_remark, read_remark, remark_event
from tabletown.server.store.events import Joined, Said
from tabletown.server.store.protocol import Append

from .. import stage
from ..seating import TOKEN, seat_at
from ..visitors import FRAGMENT, Running, StartSite, Visitor, read_form

KEY = "0123456789abcdef"


def say(visitor: Visitor, text: str, key: str = "", name: str | None = None, **headers: str) -> int:
    """Say something, by a form of its own; returns the status."""
    say.count += 1  # type: ignore[attr-defined]
    fields = {"text": text, "key": key or f"remark-{say.count:06}"}  # type: ignore[attr-defined]
    if name is not None:
        fields["name"] = name
    return visitor.post(f"/tables/{visitor.table}/chat", fields, **headers).status_code


say.count = 0  # type: ignore[attr-defined]


def heard(visitor: Visitor) -> list[str]:
    """What the page of the table shows of what was said, oldest first, as names and remarks."""
    items = re.findall(r'<li id="remark-\d+".*?</li>', visitor.page(), re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", item).split()) for item in reversed(items)]


# Talking


def test_everybody_hears_what_a_player_says(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    stranger.table = host.table
    seat_at(host, guest, 1, name="Bob")
    assert say(host, "Good luck!") == 303
    assert say(guest, "And to you") == 303
    for who in (host, guest, stranger):
        assert heard(who) == ["Ada Good luck!", "Bob And to you"]


def test_remarks_follow_who_they_are_of(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    """A name that is taken away goes from what was said, and what a second browser said becomes the player's own."""
    seat_at(host, guest, 1, name="Bob")
    assert say(guest, "Good luck!") == 303
    assert heard(host) == ["Bob Good luck!"]
    store = host.site.store
    stranger.sit_down()  # at another table
    again = owner_of(stranger, 0)
    assert store.take_name(owner_of(host, 1))
    assert heard(host) == ["Sky Good luck!"]
    joined = Joined(1, 0, "", owner=again, before=owner_of(host, 1))
    with host.site.tables.at(host.table) as table:
        version = table.version
    store.append(Append(host.table, version, [joined], "players"))
    assert heard(host) == ["Sky Good luck!"]
    assert owner_of(host, 1) == again
    with host.site.tables.at(host.table) as table:
        assert [remark.owner for remark in table.remarks] == [again]


def owner_of(visitor: Visitor, seat: int) -> str:
    """The player at a seat of a visitor's table."""
    with visitor.site.tables.at(visitor.table) as table:
        return table.seats[seat].owner


def test_who_watches_may_talk_and_is_marked(host: Visitor, stranger: Visitor) -> None:
    stranger.table = host.table
    assert say(stranger, "Nice table", name="Eve") == 303
    assert heard(host) == ["Eve watching Nice table"]
    assert 'class="by-watcher"' in host.page()
    assert say(stranger, "I come back", name="Mallory") == 303  # a name is asked for once
    assert heard(host)[1] == "Eve watching I come back"
    assert [entry.event.seat for entry in host.log()] == [-1, -1]
    assert not read_form(stranger.page()).moves


def test_who_has_no_name_is_somebody(host: Visitor, stranger: Visitor) -> None:
    stranger.table = host.table
    say(stranger, "Hello")
    assert heard(host) == ["Somebody watching Hello"]


def test_a_spectator_who_sits_down_keeps_the_name(host: Visitor, guest: Visitor) -> None:
    say(guest, "May I?", name="Bob")
    seat_at(host, guest, 1)
    say(guest, "Thanks")
    assert heard(host) == ["Bob watching May I?", "Bob Thanks"]


def test_the_talk_is_told_to_open_pages(host: Visitor, guest: Visitor) -> None:
    before = host.http.get(f"/tables/{host.table}/board").headers["x-table-version"]
    answer = guest.post(f"/tables/{host.table}/chat", {"text": "Hi", "key": KEY}, **FRAGMENT)
    assert answer.status_code == 204
    assert int(answer.headers["x-table-version"]) == int(before) + 1
    with host.http.stream("GET", f"/tables/{host.table}/events") as stream:
        told = next(line for line in stream.iter_lines() if line.startswith("data:"))
    assert told == f"data: {host.table} {int(before) + 1}"


def test_a_page_of_its_own_needs_no_scripts(host: Visitor) -> None:
    answer = host.post(f"/tables/{host.table}/chat", {"text": "Hello", "key": KEY})
    assert answer.headers["location"] == f"/tables/{host.table}/chat"
    page = host.http.get(answer.headers["location"]).text
    assert '<bdi dir="auto">Hello</bdi>' in page
    assert "http-equiv" not in page  # who is typing is not interrupted
    assert f'action="/tables/{host.table}/chat"' in page


def test_it_is_all_there_after_a_restart(start: StartSite) -> None:
    first = start()
    host = first.visitor()
    host.sit_down(players="2", bot="open", name="Ada")
    say(host, "Still here?")
    token = host.http.cookies[TOKEN]
    table = host.table
    first.stop()
    again = start().visitor()
    again.http.cookies.set(TOKEN, token)
    again.table = table
    assert heard(again) == ["Ada Still here?"]


def test_talk_goes_on_when_the_game_is_over(running: Running) -> None:
    host, _ = stage.company(running, 2, title="uptown")
    stage.advance(running.site, host.table, lambda game: game.is_game_over())
    assert say(host, "Well played") == 303
    assert heard(host) == ["Ada Well played"]
    assert running.site.store.finished(public=False)[0][0] == host.table


# Once


def test_a_form_that_is_sent_twice_is_said_once(host: Visitor) -> None:
    assert [say(host, "Hello", KEY) for _ in range(2)] == [303, 303]
    assert heard(host) == ["Ada Hello"]


def test_the_same_key_with_other_words_is_refused_and_the_words_are_kept(host: Visitor) -> None:
    say(host, "Hello", KEY)
    answer = host.post(f"/tables/{host.table}/chat", {"text": "Goodbye", "key": KEY})
    assert answer.status_code == 409
    assert 'value="Goodbye"' in answer.text
    assert heard(host) == ["Ada Hello"]


def speakers(visitor: Visitor) -> set[str]:
    return {entry.event.owner for entry in visitor.log() if isinstance(entry.event, Said)}


def test_a_form_that_is_sent_twice_at_once_makes_one_speaker(host: Visitor, guest: Visitor) -> None:
    statuses = []
    threads = [threading.Thread(target=lambda: statuses.append(say(guest, "Hi", KEY))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(statuses) == {303}
    assert heard(host) == ["Somebody watching Hi"]
    owners = speakers(host)
    say(guest, "It is still me")
    assert speakers(host) == owners


def test_a_form_of_before_a_restart_is_known(start: StartSite) -> None:
    first = start()
    host = first.visitor()
    host.sit_down(players="2", bot="open", name="Ada")
    say(host, "Hello", KEY)
    token, table = host.http.cookies[TOKEN], host.table
    first.stop()
    again = start().visitor()
    again.http.cookies.set(TOKEN, token)
    again.table = table
    assert say(again, "Hello", KEY) == 303
    assert heard(again) == ["Ada Hello"]


# Beside the game


def test_no_move_is_outdated_by_talk(visitor: Visitor, stranger: Visitor) -> None:
    visitor.sit_down()
    form = visitor.form()
    stranger.table = visitor.table
    say(stranger, "Take the first one!")
    say(visitor, "No")
    assert visitor.move(form, form.moves[0]).status_code == 303
    assert [entry.event.kind for entry in visitor.log()].count("say") == 2


def test_the_key_of_a_move_is_the_same_after_talk(visitor: Visitor) -> None:
    """So a form that was drawn before is recognised when it comes again."""
    visitor.sit_down()
    before = visitor.form()
    say(visitor, "Hm")
    after = visitor.form()
    assert before.fields["key"] == after.fields["key"]
    assert int(after.fields["version"]) == int(before.fields["version"]) + 1


def test_talk_is_not_taken_back(visitor: Visitor) -> None:
    visitor.sit_down(bot="here")
    while not (form := visitor.form()).undo:
        visitor.move(form, form.moves[0])
    say(visitor, "Or rather not")
    form = visitor.form()
    assert form.undo, "talk does not end one's turn"
    assert visitor.post(form.undo, {**form.fields, "undo": form.fields["seat"]}).status_code == 303
    assert heard(visitor) == ["Orange Or rather not"]
    assert "Or rather not" not in "".join(re.findall(r'<ol class="lines.*?</ol>', visitor.page(), re.DOTALL))


def test_talk_does_not_tell_who_has_decided(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Versions grow by one for every remark, however much was decided in secret between them."""
    stage.set_stage(monkeypatch)
    ada, bob, cyd = stage.company(running)
    stage.advance(running.site, ada.table, stage.first_secret)
    shown = []
    for decides in (False, True):
        if decides:
            form = bob.form()
            assert bob.move(form, form.moves[0].replace("#", "0")).status_code == 303
        say(ada, "Take your time")
        shown.append(int(re.findall(r'data-version="(\d+)"', cyd.page())[0]))
    assert shown[1] == shown[0] + 1


def test_waiting_for_somebody_is_not_begun_again_by_talk(start: StartSite) -> None:
    running = start(absence=60.0)
    host, _ = stage.company(running, 2, title="uptown")
    with running.site.tables.at(host.table) as table:
        before = table.visibility.last_seen((0,))
    say(host, "Are you there?")
    with running.site.tables.at(host.table) as table:
        assert table.visibility.last_seen((0,)) == before
        assert table.visibility.version((0,)) == before + 1


def test_talk_costs_nobody_time_and_gains_none(running: Running) -> None:
    host, _ = stage.company(running, 2, title="uptown", clock="live-5")
    with running.site.tables.at(host.table) as table:
        deadline = table.deadline([], time.time())
    assert deadline is not None
    say(host, "I am thinking")
    with running.site.tables.at(host.table) as table:
        assert table.deadline([], time.time()) == pytest.approx(deadline)
    assert host.table not in running.site.store.past_deadline(deadline - 0.1)
    assert host.table in running.site.store.past_deadline(deadline + 0.1)


def test_who_plays_two_seats_talks_from_the_first(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one to act would tell the others which seat has decided."""
    stage.set_stage(monkeypatch)
    ada, _ = stage.company(running, 2, players="3", **{"bot-2": "here"})
    stage.advance(running.site, ada.table, stage.first_secret)
    for _ in range(2):
        say(ada, "Hm")
        form = ada.form()
        if form.moves:
            ada.move(form, form.moves[0].replace("#", "0"))
    assert heard(ada) == ["Ada Hm", "Ada Hm"]


# As text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('<b onclick="x">&amp;</b>', "&lt;b onclick=&#34;x&#34;&gt;&amp;amp;&lt;/b&gt;"),
        ("one\r\ntwo\x00\x1b[31m", "one two[31m"),
        ("\u202eevil\u2066\u200f", "evil"),
        ("שלום", "שלום"),
        ("{{ seed }}", "{{ seed }}"),
        ("خانه\u200cها", "خانه\u200cها"),
    ],
)
def test_remarks_are_text(host: Visitor, text: str, shown: str) -> None:
    assert say(host, text) == 303
    for page in (host.page(), host.http.get(f"/tables/{host.table}/chat").text):
        assert f'<bdi dir="auto">{shown}</bdi>' in page


def test_names_of_spectators_are_text(host: Visitor, guest: Visitor) -> None:
    say(guest, "Hi", name="<i>\nx\u202ey</i>")
    assert "<bdi>&lt;i&gt; xy&lt;/i&gt;</bdi>" in host.page()


def test_a_remark_is_read_back_from_its_event() -> None:
    seats = ["Ada", "Bob"]
    for seat, name in ((1, "Bob"), (-1, "Eve"), (-1, "")):
        event = remark_event(seat, name, "Eve: hello", "id", 3, "digest")
        assert read_remark(7, event, seats) == Remark(7, seat, name, "Eve: hello", owner="id")
    assert read_remark(1, Said(-1, 0, "", "plain", ""), seats) == Remark(1, -1, "", "plain")
    assert clean_remark("a" * MAX_REMARK) == "a" * MAX_REMARK


# Refusals


@pytest.mark.parametrize("text", ["", "   ", "\u200d\u200c", "\u202e\n", "a" * (MAX_REMARK + 1)])
def test_nothing_and_too_much_are_refused(host: Visitor, text: str) -> None:
    assert say(host, text) == 400
    assert say(host, text, **FRAGMENT) == 400
    assert not host.log()


def test_a_script_is_told_why(host: Visitor) -> None:
    answer = host.post(f"/tables/{host.table}/chat", {"text": "a" * 301, "key": KEY}, **FRAGMENT)
    assert (answer.status_code, answer.text) == (400, "A remark has at most 300 characters.")
    assert answer.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with space"])
def test_a_form_without_a_key_is_refused(host: Visitor, key: str) -> None:
    assert host.post(f"/tables/{host.table}/chat", {"text": "Hello", "key": key}).status_code == 400
    assert not host.log()


def test_talk_has_a_limit_for_everybody(start: StartSite) -> None:
    running = start(chat_rate=Rate(burst=2, seconds=3600))
    host, guest = running.visitor(), running.visitor()
    guest.table = host.sit_down(players="2", bot="open", name="Ada")
    assert [say(host, "Hello") for _ in range(3)] == [303, 303, 429]
    assert [say(guest, "Hello") for _ in range(2)] == [303, 303]  # the first one by an address, then by a player
    assert len(host.log()) == 4
    answer = host.post(f"/tables/{host.table}/chat", {"text": "Once more", "key": KEY})
    assert 'value="Once more"' in answer.text, "what was written is not lost"


def test_a_table_does_not_fill_up_with_talk(start: StartSite) -> None:
    host = start(remarks=2).visitor()
    host.sit_down(players="2", bot="open", name="Ada")
    assert [say(host, "Hello") for _ in range(3)] == [303, 303, 422]
    assert len(host.log()) == 2


def test_a_table_that_is_not_there_sounds_like_any_other_place(host: Visitor) -> None:
    for method in ("get", "post"):
        answers = []
        for path in ("/tables/nothing/chat", "/nothing"):
            if method == "get":
                answers.append(host.http.get(path))
            else:
                answers.append(host.post(path, {"text": "Hello", "key": KEY}))
        assert {answer.status_code for answer in answers} == {404}
        assert answers[0].text == answers[1].text


def test_other_sites_cannot_make_anybody_talk(host: Visitor) -> None:
    fields = {"text": "Hello", "key": KEY}
    for origin in ("https://elsewhere.example", "null", ""):
        assert host.post(f"/tables/{host.table}/chat", fields, Origin=origin).status_code == 403
    assert host.http.get(f"/tables/{host.table}/chat?text=Hello&key={KEY}").status_code == 200
    assert not host.log()


# Watching


def test_who_watches_is_told_so_and_counted(running: Running, host: Visitor, guest: Visitor) -> None:
    assert "You are watching" in guest.page()
    assert "You are watching" not in host.page()
    assert not re.search(r"\d watching", host.page())
    with guest.http.stream("GET", f"/tables/{host.table}/events") as watching:
        watched = watching.iter_lines()  # held: a stream ends with its reader
        next(watched)
        assert running.site.hub.watchers(host.table) == 1
        assert "1 watching" in host.page()
        with host.http.stream("GET", f"/tables/{host.table}/events") as playing:
            played = playing.iter_lines()
            next(played)
            assert running.site.hub.streams == 2
            assert running.site.hub.watchers(host.table) == 1


def test_a_spectator_stays_one_through_every_reconnect(host: Visitor, guest: Visitor) -> None:
    say(guest, "I only watch", name="Eve")  # now known by a token, but still without a seat
    for headers in ({}, {"Last-Event-ID": "999"}):
        with guest.http.stream("GET", f"/tables/{host.table}/events", headers=headers) as stream:
            told = next(line for line in stream.iter_lines() if line.startswith("data:"))
        assert told == f"data: {host.table} 1"
        assert not read_form(guest.page()).moves
        assert "You are watching" in guest.page()
    before = len(host.log())
    form = read_form(host.page())
    answer = guest.post(f"/tables/{host.table}/moves", {**form.fields, "move": (form.moves or ["pass"])[0]})
    assert answer.status_code == 403
    assert len(host.log()) == before
