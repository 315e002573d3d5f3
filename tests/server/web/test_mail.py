"""Mail: an address is confirmed, a link signs in once, and a game by days is played through mails alone."""

import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage

import pytest
from markupsafe import escape

from tabletown.server.limits import Rate
from tabletown.server.play.mail.links import link_hash, stop_path
from tabletown.server.play.mail.mail_server import read_mail_url
from tabletown.server.play.mail.mailing import CONFIRM_S, SIGN_IN_S
from tabletown.server.play.mail.postman import Postman
from tabletown.server.play.people.sessions import token_hash
from tabletown.server.store.protocol import Player
from tabletown.server.view.turn_news import BETWEEN_S, EACH_S, GRACE_S

from ..keepers import Keeper
from ..mailers import HOUR, Addressee, MailSite, by_days, opened, started
from ..post_office import Elements, PostOffice, html_of, links_of, path_of, plain_of
from ..seating import seat_at, turn
from ..visitors import StartSite, read_form, wait_until

DAY = 86_400.0


@pytest.fixture
def office() -> Iterator[PostOffice]:
    yield from opened()


@pytest.fixture
def mail(start: StartSite, office: PostOffice) -> MailSite:
    return started(start, office, mail_rate=Rate(1000, 0.001), name_rate=Rate(1000, 0.001))


@pytest.fixture
def ada(mail: MailSite) -> Addressee:
    return mail.keeper("Ada")


@pytest.fixture
def bob(mail: MailSite) -> Addressee:
    return mail.keeper("Bob")


# The address


def test_an_address_is_confirmed_by_a_button(mail: MailSite) -> None:
    ada = Addressee(mail)
    ada.keep()
    assert ada.want("Ada@Home.Example").status_code == 303
    (arrived,) = mail.deliver()
    assert arrived["To"] == "Ada@home.example"
    assert arrived["From"] == "Tabletown <games@games.example>"
    path = path_of(arrived, "/keep/mail/confirm/")
    stranger = Keeper(mail.running)
    for _ in range(3):  # programs that look through mails open links
        assert "Is this your address?" in stranger.http.get(path).text
    assert not ada.box.confirmed
    assert "We have written to" in ada.http.get("/keep").text
    assert "Your address is confirmed" in stranger.post(path).text
    assert ada.box.address == "Ada@home.example"
    again = stranger.post(path)
    assert again.status_code == 422
    assert "This link was used already" in again.text
    assert "When it is my turn, write to" in ada.http.get("/keep").text


def test_a_link_to_confirm_is_good_for_a_day(mail: MailSite) -> None:
    ada = Addressee(mail)
    ada.keep()
    ada.want("ada@home.example")
    path = path_of(mail.deliver()[0], "/keep/mail/confirm/")
    mail.ahead += CONFIRM_S + 1
    assert "was good for a day" in ada.post(path).text
    assert not ada.box.confirmed


def test_only_who_proves_gives_or_removes_an_address(mail: MailSite, ada: Addressee) -> None:
    mail.ahead += 700.0
    for path in ("/keep/mail/address", "/keep/mail/remove"):
        answer = ada.post(path, {"address": "eve@home.example"})
        assert answer.status_code == 403
        assert "Is it you" in answer.text
    assert mail.deliver() == []
    ada.use_key(way="prove")
    assert ada.post("/keep/mail/remove").status_code == 303
    assert mail.site.store.mailbox(ada.id) is None


def test_what_is_no_address_is_refused_in_words(mail: MailSite, ada: Addressee) -> None:
    for typed in ("", "ada", "a@b@c", "ada@home.example\nBcc: eve@home.example", "<x>@home.example", "é@home.example"):
        answer = ada.want(typed)
        assert answer.status_code == 400, typed
        assert "This is not a mail address" in answer.text
    assert Keeper(mail.running).post("/keep/mail/address", {"address": "a@home.example"}).status_code == 403
    assert mail.deliver() == []


def test_an_address_belongs_to_one_account(mail: MailSite, ada: Addressee) -> None:
    eve = Addressee(mail)
    eve.keep("Eve")
    eve.want("ADA@home.example")
    answer = eve.post(path_of(mail.deliver()[0], "/keep/mail/confirm/"))
    assert answer.status_code == 422
    assert "belongs to another account" in answer.text
    assert ada.box.address == "ada@home.example"
    assert eve.box.confirmed is None


def test_a_changed_mind_ends_the_link(mail: MailSite) -> None:
    ada = Addressee(mail)
    ada.keep()
    ada.want("wrong@home.example")
    path = path_of(mail.deliver()[0], "/keep/mail/confirm/")
    ada.want("ada@home.example")
    assert ada.post(path).status_code == 404
    ada.post("/keep/mail/not-wanted")
    assert mail.deliver() == []
    assert mail.site.store.mailbox(ada.id) is None


def test_without_a_mail_server_there_is_none(start: StartSite) -> None:
    ada = Keeper(start())
    ada.keep()
    assert "by mail" not in ada.http.get("/keep").text
    assert "by mail" not in ada.http.get("/keep/sign-in").text
    assert ada.post("/keep/sign-in/mail", {"address": "a@home.example"}).status_code == 422
    assert ada.post("/keep/mail/turns", {"turns": "all"}).status_code == 422


def test_the_page_shows_what_a_mail_looks_like(mail: MailSite) -> None:
    """It is the letter that the site would send: both of its parts, and nothing is taken from elsewhere."""
    ada = Addressee(mail)
    ada.keep("A<b>da")
    page = ada.http.get("/keep").text
    specimen = page.partition('class="letters"')[2].partition("</section>")[0]
    shown = mail.site.specimens.of(Player("", "A<b>da"))
    assert shown is not None
    assert shown.html in specimen
    assert str(escape(shown.plain)) in specimen
    assert f"<bdi>{shown.sender}</bdi>" in specimen
    assert "<dd><bdi>A&lt;b&gt;da</bdi></dd>" in specimen
    assert f"<b>{escape(shown.subject)}</b>" in specimen
    assert "A<b>da" not in specimen
    assert "Your turn, A&lt;b&gt;da" in shown.html
    assert shown.html.count("data:image/png;base64,") == shown.html.count("<img") > 0
    assert "cid:" not in shown.html
    for tag in ("<html", "<body", "<head", "<style"):
        assert tag not in shown.html
    assert '<details class="after specimen" open>' in page
    ada.give_address("ada@home.example")
    assert '<details class="after specimen">' in ada.http.get("/keep").text
    assert mail.deliver() == [], "nothing was sent"


def test_the_specimen_is_made_like_a_mail(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    """Whatever stands in a mail that was sent, with its styles, stands in the specimen."""
    by_days(ada, bob)
    (arrived,) = mail.deliver(GRACE_S + 1)
    shown = mail.site.specimens.of(Player("", "Ada"))
    assert shown is not None
    sent, specimen = (
        {(tag, attributes.get("style")) for tag, attributes in Elements(html).found}
        for html in (html_of(arrived), shown.html)
    )
    assert {tag for tag, _ in sent - specimen} == {"html", "head", "meta", "title", "body"}
    assert {line.strip() for line in plain_of(arrived).splitlines() if line.endswith((":", "?"))} < {
        line.strip() for line in shown.plain.splitlines()
    }


# Signing in


def test_a_link_signs_in_once(mail: MailSite, ada: Addressee) -> None:
    phone = Keeper(mail.running)
    assert phone.post("/keep/sign-in/mail", {"address": "ADA@home.example"}).status_code == 200
    (arrived,) = mail.deliver()
    assert arrived["To"] == "ada@home.example"
    path = path_of(arrived, "/keep/mail/sign-in/")
    secret = path.rpartition("/")[2]
    assert mail.site.store.mail_link(link_hash(secret)) is not None
    dump = repr(mail.rows("SELECT * FROM mail_links"))
    assert secret not in dump
    assert "Sign in here" in phone.http.get(path).text
    assert not phone.is_known()
    answer = phone.post(path)
    assert (answer.status_code, answer.headers["location"]) == (303, "/you")
    assert phone.is_known()
    assert phone.token != ada.token
    assert phone.post("/keep/key/ask").status_code == 403  # it is no proof
    late = Keeper(mail.running)
    assert "This link was used already" in late.post(path).text
    assert not late.is_known()


def test_a_link_gives_a_new_token_to_who_is_signed_in(mail: MailSite, ada: Addressee) -> None:
    before = ada.token
    ada.post("/keep/sign-in/mail", {"address": ada.address})
    ada.post(path_of(mail.deliver()[0], "/keep/mail/sign-in/"))
    assert ada.token != before
    assert mail.site.store.session(token_hash(before)) is None
    assert ada.is_known()


def test_a_link_to_sign_in_is_good_for_fifteen_minutes(mail: MailSite, ada: Addressee) -> None:
    phone = Keeper(mail.running)
    phone.post("/keep/sign-in/mail", {"address": ada.address})
    path = path_of(mail.deliver()[0], "/keep/mail/sign-in/")
    mail.ahead += SIGN_IN_S + 1
    assert "good for fifteen minutes" in phone.post(path).text
    assert not phone.is_known()


def test_two_devices_that_use_a_link_at_once(mail: MailSite, ada: Addressee) -> None:
    phones = [Keeper(mail.running) for _ in range(2)]
    phones[0].post("/keep/sign-in/mail", {"address": ada.address})
    path = path_of(mail.deliver()[0], "/keep/mail/sign-in/")
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda phone: phone.post(path).status_code, phones))
    assert sorted(answers) == [303, 422]
    assert sorted(phone.is_known() for phone in phones) == [False, True]


def test_nobody_learns_which_addresses_are_known(mail: MailSite, ada: Addressee) -> None:
    stranger = Keeper(mail.running)
    known, unknown = (
        stranger.post("/keep/sign-in/mail", {"address": address}) for address in (ada.address, "eve@home.example")
    )
    assert known.status_code == unknown.status_code == 200
    assert known.text.replace(ada.address, "X") == unknown.text.replace("eve@home.example", "X")
    same = {name: value for name, value in known.headers.items() if name not in ("date", "content-length")}
    assert same == {n: v for n, v in unknown.headers.items() if n not in ("date", "content-length")}
    assert [one["To"] for one in mail.deliver()] == [ada.address]
    assert mail.rows("SELECT * FROM outbox") == []


def test_links_die_with_signing_out_everywhere_and_with_the_address(mail: MailSite, ada: Addressee) -> None:
    phone = Keeper(mail.running)
    for end in ("/keep/sessions/end", "/keep/mail/remove"):
        phone.post("/keep/sign-in/mail", {"address": ada.address})
        path = path_of(mail.deliver()[0], "/keep/mail/sign-in/")
        assert ada.post(end, {"others": "all"}).status_code == 303
        assert phone.post(path).status_code == 404
    assert not phone.is_known()


def test_mails_that_are_asked_for_are_limited(start: StartSite, office: PostOffice) -> None:
    mail = started(start, office, mail_rate=Rate(2, 600))
    stranger = Keeper(mail.running)
    ask = {"address": "ada@home.example"}
    assert [stranger.post("/keep/sign-in/mail", ask).status_code for _ in range(3)] == [200, 200, 429]


# Your turn


def test_a_turn_is_told_when_nobody_is_there(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    table = by_days(ada, bob)
    first, second = (ada, bob) if turn(ada) == 0 else (bob, ada)
    assert mail.deliver() == []  # not at once
    (arrived,) = mail.deliver(GRACE_S + 1)
    assert arrived["To"] == first.address
    name = "Bob" if first is ada else "Ada"
    assert arrived["Subject"] == f"Your turn in UpTown, with {name}"
    assert f"http://localhost:{mail.running.port}/tables/{table}#moves" in links_of(arrived)
    assert mail.deliver(DAY) == []  # once for a decision
    form = first.form()
    assert first.move(form, form.moves[0]).status_code == 303
    while turn(first) == (0 if first is ada else 1):
        form = first.form()
        first.move(form, form.moves[0])
    (arrived,) = mail.deliver(GRACE_S + 1)
    assert arrived["To"] == second.address
    words = plain_of(arrived)
    assert "Since your last turn" not in words  # this is the first one
    assert "Points: you" in words
    assert "left." in words  # of the clock


def test_the_mail_holds_everything_twice_and_nothing_from_elsewhere(
    mail: MailSite, ada: Addressee, bob: Addressee
) -> None:
    by_days(ada, bob)
    (arrived,) = mail.deliver(GRACE_S + 1)
    html, words = html_of(arrived), plain_of(arrived)
    for tag, attributes in Elements(html).found:
        assert tag not in ("script", "link", "iframe", "form")
        assert attributes.get("src", "cid:").startswith("cid:")
    cids = {part["Content-ID"].strip("<>") for part in arrived.walk() if part["Content-ID"]}
    assert {f"cid:{cid}" for cid in cids} == set(re.findall(r'src="([^"]+)"', html))
    for link in re.findall(r'href="([^"]+)"', html):
        assert link in words
    assert all(len(line) <= 80 or "http" in line for line in words.splitlines())


def test_names_are_text(mail: MailSite, bob: Addressee) -> None:
    eve = Addressee(mail)
    nasty = '<b onclick="x">&\u202eme</b>'
    eve.keep(nasty)
    eve.sit_down(players="2", bot="open", clock="day-1", name=nasty)
    seat_at(eve, bob, name="Bob")
    while turn(bob) == 0:
        form = eve.form()
        eve.move(form, form.moves[0])
    (arrived,) = mail.deliver(GRACE_S + 1)
    assert arrived["Subject"] == 'Your turn in UpTown, with <b onclick="x">&me</b>'
    html = html_of(arrived)
    assert "<b onclick" not in html
    assert "&lt;b onclick" in html
    assert '<b onclick="x">&me</b>' in plain_of(arrived)


def test_several_tables_are_one_mail_and_each_once_an_hour(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    tables = [by_days(*pair) for pair in ((ada, bob), (ada, bob), (bob, ada), (bob, ada))]
    sent = mail.deliver(GRACE_S + 1)
    assert len(sent) == len({one["To"] for one in sent})  # one for each
    assert sum(link.count("#moves") for one in sent for link in links_of(one)) == len(tables)
    table = tables[0]
    for player in (ada, bob):
        player.table = table
    for _ in range(2):  # both have moved, within the hour
        mover = (ada, bob)[turn(ada)]
        seat = turn(ada)
        while turn(ada) == seat:
            form = mover.form()
            mover.move(form, form.moves[0])
    mover = (ada, bob)[turn(ada)]
    assert not [one for one in mail.deliver(GRACE_S + 1) if one["To"] == mover.address]
    again = [one for one in mail.deliver(EACH_S) if one["To"] == mover.address]
    assert len(again) == 1
    assert f"/tables/{table}" in plain_of(again[0])


def hand_over(one: Addressee, other: Addressee, table: str) -> Addressee:
    """Let whoever is to move at a table that `one` has laid do so; returns who is to move then."""
    one.table = other.table = table
    seat = turn(one)
    mover, waits = ((one, other), (other, one))[seat]
    while turn(one) == seat:
        form = mover.form()
        mover.move(form, form.moves[0])
    return waits


def test_tables_that_become_due_one_after_the_other_are_one_mail(
    mail: MailSite, ada: Addressee, bob: Addressee
) -> None:
    """What comes ten minutes after a mail waits until half an hour after it."""
    tables = [by_days(ada, bob) for _ in range(3)]
    mail.deliver(EACH_S)
    mail.deliver(EACH_S)  # so far all is told
    counts = []
    waits = hand_over(ada, bob, tables[0])
    counts.append(sent_to(waits, mail.deliver(GRACE_S + 1)))
    for table in tables[1:]:
        while hand_over(ada, bob, table) is not waits:
            pass
        counts.append(sent_to(waits, mail.deliver(600.0)))
    assert [len(mails) for mails in counts] == [1, 0, 0]
    (digest,) = sent_to(waits, mail.deliver(BETWEEN_S))
    assert all(f"/tables/{table}" in plain_of(digest) for table in tables[1:])
    assert f"/tables/{tables[0]}" not in plain_of(digest)


def test_a_short_clock_does_not_wait(mail: MailSite) -> None:
    ada, bob = mail.keeper("Ada", "all"), mail.keeper("Bob", "all")
    slow, live = by_days(ada, bob), by_days(ada, bob, clock="live-30")
    mail.deliver(EACH_S)
    mail.deliver(EACH_S)
    waits = hand_over(ada, bob, slow)
    assert len(sent_to(waits, mail.deliver(GRACE_S + 1))) == 1
    while hand_over(ada, bob, live) is not waits:
        pass
    (quick,) = sent_to(waits, mail.deliver(GRACE_S + 1))
    assert f"/tables/{live}" in plain_of(quick)


def sent_to(player: Addressee, mails: list[EmailMessage]) -> list[EmailMessage]:
    """Those of these mails that went to a player."""
    return [one for one in mails if one["To"] == player.address]


def test_who_is_there_gets_no_mail(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    table = by_days(ada, bob)
    first = (ada, bob)[turn(ada)]
    with first.http.stream("GET", f"/tables/{table}/events"):
        wait_until(lambda: (first.id, table) in mail.site.hub.present())
        assert mail.deliver(GRACE_S + 1) == []
        assert mail.deliver(HOUR) == []
    wait_until(lambda: mail.site.hub.streams == 0)
    assert mail.deliver() == []  # has just left
    assert [one["To"] for one in mail.deliver(GRACE_S + 1)] == [first.address]


def test_who_is_there_at_another_server_gets_no_mail(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    table = by_days(ada, bob)
    first = (ada, bob)[turn(ada)]
    mail.ahead += HOUR
    mail.site.store.saw_tables([(first.id, table)], mail.site.store.now())
    assert mail.deliver() == []
    assert [one["To"] for one in mail.deliver(GRACE_S + 1)] == [first.address]


def test_only_the_games_that_were_chosen(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    by_days(ada, bob, clock="live-30")
    assert mail.deliver(HOUR / 4) == []
    for player in (ada, bob):
        player.post("/keep/mail/turns", {"turns": "all"})
    assert len(mail.deliver(GRACE_S + 1)) == 1
    assert ada.post("/keep/mail/turns", {"turns": "often"}).status_code == 400


def test_nothing_is_told_of_games_against_bots(mail: MailSite, ada: Addressee) -> None:
    ada.post("/keep/mail/turns", {"turns": "all"})
    ada.sit_down(players="2", clock="day-1")
    ada.wait_for_turn()
    assert mail.deliver(HOUR) == []


def test_a_whole_game_is_played_through_mails_alone(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    table = by_days(ada, bob)
    people = {one.address: one for one in (ada, bob)}
    moved = 0
    while not ada.is_game_over():
        sent = mail.deliver(HOUR)
        assert sent, "somebody is not called"
        for one in sent:
            mover = people[one["To"]]
            page = mover.http.get(path_of(one, f"/tables/{table}#").partition("#")[0])
            form = read_form(page.text)
            assert form.moves
            answer = mover.move(form, form.moves[-1])
            assert answer.status_code == 303
            seat = int(form.fields["seat"])
            while not ada.is_game_over() and turn(ada) == seat:
                form = mover.form()
                mover.move(form, form.moves[-1])
            moved += 1
    assert moved > 10
    over = [one for one in mail.deliver(HOUR) if " is over: you are " in one["Subject"]]
    assert len(over) == 1  # who made the last move knows
    assert "You are" in plain_of(over[0])
    assert mail.deliver(DAY) == []


def test_sealed_decisions_are_told_to_nobody(mail: MailSite) -> None:
    people = [mail.keeper(name) for name in ("Ada", "Bob", "Cyd")]
    ada = people[0]
    ada.sit_down(title="paper_skylines", players="3", bot="open", clock="day-3")
    for seat, guest in enumerate(people[1:], 1):
        seat_at(ada, guest, seat)
    mail.ahead += GRACE_S + 1

    def told(player: Addressee) -> str:
        return repr(mail.site.turn_news.of(Player(player.id), player.box))

    before = told(people[1])
    form = ada.form()
    assert ada.move(form, form.moves[0]).status_code == 303
    assert re.sub(r"time_left='[^']*'", "", told(people[1])) == re.sub(r"time_left='[^']*'", "", before)
    assert {one["To"] for one in mail.deliver()} == {one.address for one in people[1:]}
    form = people[1].form()
    people[1].move(form, form.moves[0])
    assert mail.deliver(HOUR) == []  # Cyd was told before, and does not hear that Bob has decided
    assert told(ada) == "[]"


# No more mails


def test_mails_end_with_one_click(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    by_days(ada, bob)
    (arrived,) = mail.deliver(GRACE_S + 1)
    first, second = (ada, bob) if arrived["To"] == ada.address else (bob, ada)
    assert arrived["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = arrived["List-Unsubscribe"].strip("<>")
    assert link in links_of(arrived)
    path = "/" + link.split("/", 3)[3]
    program = Keeper(mail.running)
    assert "No more mails?" in program.http.get(path).text
    assert first.box.turns == "days"  # to look changes nothing
    answer = program.http.post(path, files={"List-Unsubscribe": (None, "One-Click")})  # no origin, no cookie
    assert answer.status_code == 200
    assert str(first.box.turns) == "off"
    assert second.box.turns == "days"
    elsewhere = program.post(path, {"List-Unsubscribe": "One-Click"}, Origin="https://mail.example")
    assert elsewhere.status_code == 200  # asked twice, it is done once
    assert not program.http.cookies


def test_the_link_of_the_click_is_sent_as_it_is(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    """In one line and in no encoding: programs look for an address in angle brackets, and read nothing else."""
    by_days(ada, bob)
    (arrived,) = mail.deliver(GRACE_S + 1)
    box = ada.box if arrived["To"] == ada.address else bob.box
    link = f"http://localhost:{mail.running.port}{stop_path(box)}"
    assert len(link) > 78  # so long that it would be broken, or encoded
    lines = mail.office.sent[-1].split(b"\r\n\r\n")[0].split(b"\r\n")
    assert f"List-Unsubscribe: <{link}>".encode() in lines
    assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines


def test_mails_about_one_table_end(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    tables = [by_days(ada, bob) for _ in range(2)]
    box = ada.box
    assert ada.post(stop_path(box, tables[0])).status_code == 200
    mail.deliver(GRACE_S + 1)
    assert tables[0] not in "".join(plain_of(one) for one in mail.office.to(ada.address))
    assert ada.box.turns == "days"


def test_a_link_that_ends_mails_cannot_be_made_up(mail: MailSite, ada: Addressee) -> None:
    box = ada.box
    good = stop_path(box)
    for path in (good[:-1] + ("0" if good[-1] != "0" else "1"), f"/mail/stop/{box.stop_id}/other/{good[-32:]}"):
        assert ada.http.get(path).status_code == 404
        assert ada.post(path).status_code == 404
    ada.give_address("ada@work.example")
    assert ada.post(good).status_code == 404  # it was for the address before
    assert ada.box.turns == "days"


# The mail server is away


def test_a_mail_server_that_is_away_delays_mails_only(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    by_days(ada, bob)
    first = (ada, bob)[turn(ada)]
    mail.office.close()
    assert mail.deliver(GRACE_S + 1) == []
    assert [one.kind for one in mail.site.store.outbox_of(first.id)] == ["turn"]
    pauses = []
    for _ in range(6):
        ((due,),) = mail.rows("SELECT due FROM outbox")
        pauses.append(due - mail.site.store.now())
        mail.deliver(pauses[-1] + 1)
    assert pauses == sorted(pauses)
    assert pauses[-1] > 3600
    assert pauses[0] < 61
    form = first.form()
    assert first.move(form, form.moves[0]).status_code == 303  # no move waits for it
    mail.office.open()
    sent = mail.deliver(3 * 3600)
    assert [one["To"] for one in sent] == [(ada, bob)[turn(ada)].address]  # it says who is to move now


def test_a_mail_is_given_up_after_days(mail: MailSite, ada: Addressee) -> None:
    mail.office.close()
    ada.want("ada@work.example")
    Keeper(mail.running).post("/keep/sign-in/mail", {"address": ada.address})
    for _ in range(60):
        mail.deliver(2 * 3600 + 1)
    mail.office.open()
    assert mail.deliver() == []
    assert mail.site.store.outbox_of(ada.id) == []


def test_an_address_that_is_refused_for_good_gets_no_more(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    by_days(ada, bob)
    first = (ada, bob)[turn(ada)]
    mail.office.refuses[first.address] = "550 nobody here"
    assert mail.deliver(GRACE_S + 1) == []
    assert first.box.turns == "off"
    assert "refused a mail for good" in first.http.get("/keep").text
    assert mail.site.store.outbox_of(first.id) == []


def test_several_servers_send_a_mail_once(mail: MailSite) -> None:
    site = mail.site
    people = [mail.keeper(f"P{number} x", turns="off") for number in range(8)]
    for number, keeper in enumerate(people):
        site.store.put_in_outbox("sign in", "", keeper.address)
        site.store.put_in_outbox("sign in", "", f"eve-{number}@home.example")
    before = len(mail.office.mails)
    server = read_mail_url(mail.office.url)
    postmen = [Postman(site.store, server, site.postman._letters) for _ in range(4)]
    together = threading.Barrier(len(postmen))

    def send(postman: Postman) -> None:
        together.wait()
        postman.send_due()

    with ThreadPoolExecutor(len(postmen)) as pool:
        list(pool.map(send, postmen))
    receivers = [one["To"] for one in mail.office.mails[before:]]
    assert sorted(receivers) == [f"p{number}@home.example" for number in range(8)]
    assert mail.rows("SELECT * FROM outbox") == []


# What is kept


def test_what_is_kept_of_mails_is_seen_and_deleted(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    table = by_days(ada, bob)
    first = (ada, bob)[turn(ada)]
    mail.deliver(GRACE_S + 1)
    kept = first.http.get("/you/data.json").json()["mail"]
    assert kept["address"] == first.address
    assert kept["turns"] == "days"
    assert [one["table"] for one in kept["tables"]] == [table]
    assert kept["tables"][0]["told"] > 0
    assert first.address in first.http.get("/you/data").text
    mail.site.store.put_in_outbox("sign in", "", first.address)
    first.use_key(way="prove")
    name = "Ada" if first is ada else "Bob"
    assert first.post("/you/delete", {"name": name}).status_code == 303
    for kind in ("mail_addresses", "mail_links", "mail_tables", "outbox"):
        assert first.address not in repr(mail.rows(f"SELECT * FROM {kind}"))
    mail.deliver(HOUR)
    assert not [one for one in mail.office.mails[-1:] if one["To"] == first.address and "Sign in" in one["Subject"]]


def test_the_table_opens_after_signing_in_by_mail(mail: MailSite, ada: Addressee, bob: Addressee) -> None:
    table = by_days(ada, bob)
    (arrived,) = mail.deliver(GRACE_S + 1)
    phone = Keeper(mail.running)
    page = phone.http.get(path_of(arrived, "/keep/sign-in")).text
    assert f'name="table" value="{table}"' in page
    phone.post("/keep/sign-in/mail", {"address": arrived["To"], "table": table})
    (link,) = mail.deliver()
    answer = phone.post(path_of(link, "/keep/mail/sign-in/"))
    assert answer.headers["location"] == f"/tables/{table}"
    phone.table = table
    assert read_form(phone.page()).moves
    for table in ("//evil.example", "../x", "a/b", "x" * 100):
        phone.post("/keep/sign-in/mail", {"address": arrived["To"], "table": table})
        answer = phone.post(path_of(mail.deliver()[-1], "/keep/mail/sign-in/"))
        assert answer.headers["location"] == "/you"
