"""Several people at one table: each acts for their own seat and sees what it sees."""

import logging
import random
import re
from pathlib import Path

import pytest
import uvicorn

from tabletown.server import serve

from ..seating import begin_early, seat_at, seats, turn
from ..twins import twin
from ..visitors import Form, StartSite, Visitor, read_form, without_secrets
from .test_secrets import hidden_names, named

# Acting


def test_everybody_acts_for_their_own_seat_only(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    seat_at(host, guest, 1)
    seat_at(host, stranger, 2)
    people = [host, guest, stranger]
    rng = random.Random(4)
    for _ in range(12):
        seat = turn(host)
        if seat < 0:
            break
        form = read_form(people[seat].page())
        log = host.log()
        for other in people:
            if other is people[seat]:
                continue
            assert not read_form(other.page()).moves
            assert other.move(form, form.moves[0]).status_code == 403
            assert other.post(f"/tables/{host.table}/undo", {**form.fields, "undo": str(seat)}).status_code == 403
            own = Form({key: value for key, value in form.fields.items() if key != "seat"})
            assert other.move(own, form.moves[0]).status_code in (409, 422)
        assert host.log() == log
        assert people[seat].move(form, rng.choice(form.moves)).status_code == 303


def test_three_people_play_to_the_end_by_plain_forms(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    seat_at(host, guest, 1, name="Bob")
    seat_at(host, stranger, 2, name="Cyd")
    people, rng = [host, guest, stranger], random.Random(5)
    while (seat := turn(host)) >= 0:
        form = read_form(people[seat].page())
        assert people[seat].move(form, rng.choice(form.moves)).status_code == 303
    headlines = [re.findall(r'id="h-finish">(.*?)</h2>', who.page(), re.DOTALL)[0] for who in people]
    record = [who.http.get(f"/tables/{host.table}/record").text for who in people]
    assert len(set(record)) == 1
    assert '["Ada", "Bob", "Cyd"]' in record[0]
    assert headlines.count("You win") <= 1


def test_on_one_screen_the_seat_to_act_looks(host: Visitor) -> None:
    """Somebody plays two seats: the page turns to whoever is to act, and each acts for itself."""
    assert host.post(f"/tables/{host.table}/seats", {"seat": "1", "name": "Bob"}).status_code == 303
    assert host.post(f"/tables/{host.table}/seats", {"seat": "2", "bot": "uniform"}).status_code == 303
    acted, rng = set(), random.Random(2)
    while (seat := turn(host)) >= 0:
        form = read_form(host.page())
        assert form.fields["seat"] == str(seat)
        acted.add(seat)
        first = host.move(form, rng.choice(form.moves))
        assert first.status_code == 303
    assert acted == {0, 1}
    page = host.page()
    assert "You win" not in page
    assert page.count("<small>you</small>") >= 2


@pytest.mark.usefixtures("every_ply")
def test_on_one_screen_a_repeated_form_is_known_and_the_last_choice_is_taken_back(host: Visitor) -> None:
    for seat in (1, 2):
        host.post(f"/tables/{host.table}/seats", {"seat": str(seat)})
    rng = random.Random(6)
    changed = undone = 0
    while turn(host) >= 0 and not (changed and undone):
        form = read_form(host.page())
        move = rng.choice(form.moves)
        assert host.move(form, move).status_code == 303
        log = host.log()
        assert host.move(form, move).status_code == 303
        assert host.log() == log
        after = read_form(host.page())
        if after.fields["seat"] != form.fields["seat"]:
            changed += 1
        elif after.undo and not undone:
            again = {**after.fields, "undo": form.fields["seat"]}
            assert host.post(after.undo, again).status_code == 303
            assert host.log()[-1].event.kind == "undo"
            undone += 1
    assert changed
    assert undone


# Secrets


def test_pages_do_not_depend_on_what_is_hidden_from_each_of_them(start: StartSite) -> None:
    """Two players, and somebody who watches and then sits down."""
    running = start()
    people = [running.visitor() for _ in range(3)]
    host, rng = people[0], random.Random(8)
    host.sit_down(players="3", bot="open", name="Ada")
    begin_early(host)
    seat_at(host, people[1], 1, name="Bob")
    for n in range(24):
        seat = turn(host)
        if seat < 0:
            break
        if n % 6 == 5:
            company = seats(host)
            for index, who in enumerate(people):
                other = twin(host, index if company[index].owner else -1, 100 * n + index + 1)
                kept = host.site.tables._kept[other]
                kept.seats, kept.begun = company, True
                for part in ("", "/board", "/record"):
                    pages = [who.http.get(f"/tables/{name}{part}").text for name in (host.table, other)]
                    assert without_secrets(pages[0]) == without_secrets(pages[1])
        if seat == 2 and seats(host)[2].kind == "open":
            seat_at(host, people[2], 2, name="Cyd")
        form = read_form(people[seat].page())
        assert people[seat].move(form, rng.choice(form.moves)).status_code == 303


def test_no_hidden_card_is_named_to_anybody(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    seat_at(host, guest, 1)
    seat_at(host, stranger, 2)
    people, rng = [host, guest, stranger], random.Random(9)
    for _ in range(12):
        seat = turn(host)
        names = hidden_names(host)
        for who in people:
            assert not named(names, who.page())
        form = read_form(people[seat].page())
        people[seat].move(form, rng.choice(form.moves))


def test_a_spectator_stays_one_until_sitting_down(host: Visitor, guest: Visitor) -> None:
    for _ in range(2):
        assert guest.http.get(f"/tables/{host.table}/board").headers["etag"].endswith('.-1"')
        assert "set-cookie" not in guest.http.get(f"/tables/{host.table}").headers
    seat_at(host, guest, 1)
    assert guest.http.get(f"/tables/{host.table}/board").headers["etag"].endswith('.1"')


def test_the_address_of_a_table_is_in_no_log(
    host: Visitor, guest: Visitor, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("uvicorn"), "propagate", True)
    with caplog.at_level(logging.WARNING):
        seat_at(host, guest, 1, name="Bob")
        host.page()
        with host.site.tables.at(host.table) as table:
            monkeypatch.setattr(table, "viewpoint", lambda own: 1 / 0)
        assert host.http.get(f"/tables/{host.table}?{host.table}").status_code == 500
        with host.site.tables.at(host.table) as table:
            table.version += 1
            with pytest.raises(Exception, match="follows"):
                table.catch_up(host.log())
    assert "a request failed" in caplog.text
    assert host.table not in caplog.text


def test_the_server_writes_no_list_of_requests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    configs: list[uvicorn.Config] = []

    class Still(serve.Server):
        def run(self, sockets: object = None) -> None:
            configs.append(self.config)
            self._app.state.site.store.close()

    monkeypatch.setattr(serve, "Server", Still)
    serve.run(db=tmp_path / "site.sqlite3")
    assert [config.access_log for config in configs] == [False]


def test_pages_name_no_address_to_other_sites(host: Visitor, guest: Visitor) -> None:
    for who in (host, guest):
        assert who.http.get(f"/tables/{host.table}").headers["referrer-policy"] == "same-origin"
