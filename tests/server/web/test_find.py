"""Finding opponents on the page: who looks, who is found, and the board of open tables."""

import re

import pytest

from tabletown.server.limits import Rate
from tabletown.server.play.fair_play import NEEDS_ACCOUNT
from tabletown.server.play.people.sessions import token_hash
from tabletown.server.play.searching.searching import SearchTiming
from tabletown.server.store.search_protocol import Search
from tabletown.server.store.sql import SqlStore

from ..rated import keeps
from ..seating import TOKEN
from ..visitors import FRAGMENT, Running, StartSite, Visitor, wait_until

QUICK = SearchTiming(found=0.0, away=3600, gone=3600, tick=0.02)
PATIENT = SearchTiming(found=3600, away=3600, gone=3600, bots=0, tick=0.02)
TWO = {"title-uptown": "on", "size-2": "on", "pace": "live-15"}


def look(visitor: Visitor, **fields: str) -> None:
    answer = visitor.post("/find", {**TWO, **fields})
    assert answer.status_code == 303, answer.text


def state(visitor: Visitor) -> str:
    page = visitor.http.get("/find/state", headers=FRAGMENT).text
    found = re.search(r'data-state="(\w+)"', page)
    assert found
    return found[1]


def seated(visitor: Visitor) -> str:
    """The table to which a search has led; empty before."""
    page = visitor.http.get("/find/state", headers=FRAGMENT).text
    found = re.search(r'data-goto="/tables/([\w-]+)"', page)
    return found[1] if found else ""


@pytest.fixture
def quick(start: StartSite) -> Running:
    return start(searching=QUICK)


@pytest.fixture
def patient(start: StartSite) -> Running:
    """Those who are found have an hour to say no; bots are offered at once."""
    return start(searching=PATIENT)


@pytest.fixture
def pair(patient: Running) -> tuple[Visitor, Visitor]:
    """Two who have found each other."""
    ada, bob = patient.visitor(), patient.visitor()
    look(ada)
    look(bob)
    wait_until(lambda: state(ada) == state(bob) == "found")
    return ada, bob


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_who_would_play_the_same_sit_down_together(quick: Running, players: int) -> None:
    people = [quick.visitor() for _ in range(players)]
    for number, visitor in enumerate(people):
        look(visitor, **{"title-uptown": "on", "name": f"P{number}"} | {f"size-{players}": "on"}) if players == 2 else (
            visitor.post(
                "/find", {"title-uptown": "on", f"size-{players}": "on", "pace": "live-15", "name": f"P{number}"}
            )
        )
    wait_until(lambda: all(map(seated, people)))
    (table,) = {seated(visitor) for visitor in people}
    with quick.site.tables.at(table) as found:
        assert {row.name for row in found.seats} == {f"P{number}" for number in range(players)}
        assert found.begun
        assert found.row.public
        assert found.row.clock is not None
        assert found.row.clock.seconds == 900
        assert found.deadline((), quick.site.store.now()) is not None  # the clock runs
    assert "<title>● Your turn" in "".join(v.http.get(f"/tables/{table}").text for v in people)


def test_those_who_would_play_something_else_go_on_looking(quick: Running) -> None:
    ada, bob, cyd = (quick.visitor() for _ in range(3))
    look(ada)
    look(bob, pace="day-1")
    keeps(cyd, "Cyd")
    look(cyd, rated="on")
    for _ in range(3):
        quick.site.matchmaker.look()
    assert [state(visitor) for visitor in (ada, bob, cyd)] == ["looking"] * 3
    page = ada.http.get("/find").text
    assert "<b>2 others</b> are looking" in page
    assert "None of them would play what you chose" in page


def rate(visitor: Visitor, mean: float) -> None:
    """Give somebody who looks a rating in UpTown, with a range of 50 points to each side."""
    store, page = visitor.site.store, visitor.http.get("/you/data.json").json()
    assert isinstance(store, SqlStore)
    (search,) = [one for one in store.searches() if one.began == page["search"]["began"]]
    row = ("uptown", search.player_id, 25 + (mean - 1500) / 30, 50 / 60, 20)
    insert = "INSERT INTO ratings (title, entity, mu, sigma, games) VALUES (?, ?, ?, ?, ?)"
    store.write(lambda db: db.execute(insert, row).rowcount)


def test_who_asks_for_people_about_as_strong_meets_no_others(start: StartSite) -> None:
    running = start(searching=SearchTiming(found=3600, away=3600, gone=3600, tick=3600))
    ada, bob, cyd = (running.visitor() for _ in range(3))
    for visitor, mean, fields in ((ada, 1500, {"strength": "on"}), (bob, 1800, {}), (cyd, 1600, {})):
        look(visitor, **fields)
        rate(visitor, mean)
        running.site.matchmaker.look()
        if visitor is bob:
            assert state(ada) == state(bob) == "looking"
            for one in (ada, bob):
                assert "None of them would play what you chose" in one.http.get("/find").text
    assert [state(visitor) for visitor in (ada, bob, cyd)] == ["found", "looking", "found"]
    page = ada.http.get("/find").text
    assert 'name="strength" aria-describedby="about-strength" checked' in page
    assert "at most 200 points" in page
    assert ada.http.get("/you/data.json").json()["search"]["about_my_strength"] is True
    assert 'name="strength" aria-describedby="about-strength">' in bob.http.get("/find").text


def test_not_now_lets_the_others_go_on(pair: tuple[Visitor, Visitor]) -> None:
    ada, bob = pair
    page = ada.http.get("/find").text
    assert "Table in <b data-count>5</b>" in page
    assert page.count(">Not now<") == 1
    assert '<noscript><meta http-equiv="refresh" content="3; url=/find"></noscript>' in page
    assert ada.post("/find/stop").headers["location"] == "/find"
    assert (state(ada), state(bob)) == ("idle", "looking")
    assert ada.site.store.search_of(ada.site.store.searches()[0].player_id) is not None
    cyd = ada.site.store.searches()
    assert len(cyd) == 1


def test_a_player_has_one_search_in_all_windows(patient: Running) -> None:
    ada, tab = patient.visitor(), patient.visitor()
    look(ada)
    tab.http.cookies = ada.http.cookies
    assert state(tab) == "looking"
    look(tab, pace="day-3")
    (search,) = patient.site.store.searches()
    assert search.pace == "day-3"
    tab.post("/find/stop")
    assert state(ada) == "idle"


def test_a_form_that_is_sent_twice_makes_one_player(patient: Running) -> None:
    ada, again = patient.visitor(), patient.visitor()
    look(ada, key="a-key-of-the-form")
    look(again, key="a-key-of-the-form")
    assert len(patient.site.store.searches()) == 1
    assert state(ada) == state(again) == "looking"


def test_bots_are_offered_after_a_while_and_people_may_join_the_next_game(patient: Running) -> None:
    ada = patient.visitor()
    look(ada, **{"size-3": "on"})
    page = ada.http.get("/find").text
    assert ">Begin with bots<" in page
    assert "You have no rating in the first of your games yet, so it is the usual bot." in page
    assert "from here is not rated" not in page
    key = {"key": "bots-form-1"}
    table = ada.post("/find/bots", key).headers["location"].removeprefix("/tables/")
    assert ada.post("/find/bots", key).headers["location"] == f"/tables/{table}"
    assert state(ada) == "idle"
    with patient.site.tables.at(table) as found:
        assert [row.kind for row in found.seats] == ["human", "bot"]
    answer = ada.post(f"/tables/{table}/rematch", {"with": "people"})
    following = answer.headers["location"].removeprefix("/tables/")
    with patient.site.tables.at(following) as found:
        assert sorted(row.kind for row in found.seats) == ["human", "open"]
        assert found.row.public
    assert f"/tables/{following}/seats" in patient.visitor().http.get("/find").text


@pytest.mark.usefixtures("alone")
def test_what_kind_of_game_with_bots_it_will_be_is_said(patient: Running) -> None:
    ada = patient.visitor()
    keeps(ada, "Ada")
    look(ada, rated="on")
    rate(ada, 1700)
    page = ada.http.get("/find").text
    assert ">Begin with bots of your strength<" in page
    assert "the usual bot" not in page
    assert "A game with bots from here is not rated." in page
    table = ada.post("/find/bots", {"key": "bots-form-2"}).headers["location"].removeprefix("/tables/")
    with patient.site.tables.at(table) as found:
        assert not found.row.rated


def test_before_that_bots_are_not_offered(quick: Running) -> None:
    ada = quick.visitor()
    look(ada)
    assert "Begin with bots" not in ada.http.get("/find").text


@pytest.mark.parametrize("way", ["/logout", "/you/delete"])
def test_who_signs_out_or_is_deleted_looks_no_longer(pair: tuple[Visitor, Visitor], way: str) -> None:
    ada, bob = pair
    assert ada.post(way).status_code == 303
    assert len(ada.site.store.searches()) == 1
    assert state(bob) == "looking"


def test_what_is_kept_is_in_the_data_of_the_player(patient: Running) -> None:
    ada = patient.visitor()
    look(ada)
    ada.sit_down(bot="open", note="Tea at hand")
    data = ada.http.get("/you/data.json").json()
    assert data["search"]["titles"] == ["uptown"]
    assert [note["text"] for note in data["notes"]] == ["Tea at hand"]
    ada.post("/you/delete")
    assert patient.site.store.searches() == []
    row = patient.site.store.table(ada.table)
    assert row is not None
    assert row.note == ""


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"size-2": "on", "pace": "live-15"}, "Choose at least one game."),
        ({"title-uptown": "on", "pace": "live-15"}, "Choose how many sit at the table."),
        ({"title-uptown": "on", "size-2": "on", "pace": "soon"}, "Choose how fast"),
        ({"title-uptown": "on", "size-5": "on", "pace": "live-5"}, "UpTown is for 2 to 4 players."),
    ],
)
def test_wishes_that_cannot_come_true_are_refused(patient: Running, fields: dict[str, str], why: str) -> None:
    visitor = patient.visitor()
    answer = visitor.post("/find", fields)
    assert answer.status_code in (400, 422)
    assert why in answer.text
    assert patient.site.store.searches() == []
    assert "set-cookie" not in answer.headers


def test_rated_games_are_for_players_who_keep_their_games(patient: Running) -> None:
    stranger, known, kept = (patient.visitor() for _ in range(3))
    known.post("/you", {"name": "Bob"})
    for visitor in (stranger, known):
        answer = visitor.post("/find", {**TWO, "rated": "on"})
        assert answer.status_code == 422
        assert NEEDS_ACCOUNT in answer.text
        assert 'name="rated" aria-describedby="about-rated" checked' in answer.text  # what was chosen stays chosen
        assert "set-cookie" not in answer.headers
        assert "Rated games are for players who keep their games" in visitor.http.get("/find").text
    assert patient.site.store.searches() == []
    keeps(kept, "Ada")
    look(kept, rated="on")
    assert state(kept) == "looking"
    assert "Rated games are for players" not in kept.http.get("/find").text


def test_who_may_not_play_rated_when_the_table_is_laid_looks_no_longer(quick: Running) -> None:
    """A rated search of somebody without an account, however it came there, leads to no rated table."""
    ada, bob, store = quick.visitor(), quick.visitor(), quick.site.store
    keeps(ada, "Ada")
    bob.post("/you", {"name": "Bob"})
    (player,) = store.sessions([token_hash(bob.http.cookies[TOKEN])]).values()
    now = store.now()
    store.keep_search(Search("a-search", player.id, ("uptown",), "live-15", (2,), True, now, now))
    look(ada, rated="on")
    wait_until(lambda: store.search_of(player.id) is None)
    assert state(ada) == "looking"
    (left,) = store.searches()
    assert (left.meeting, left.table) == ("", "")


def test_whoever_is_suspended_does_not_look(patient: Running) -> None:
    ada = patient.visitor()
    look(ada)
    (search,) = patient.site.store.searches()
    ada.post("/find/stop")
    patient.site.store.suspend(search.player_id, patient.site.store.now() + 60, "Insults")
    answer = ada.post("/find", TWO)
    assert answer.status_code == 422
    assert "has suspended you until" in answer.text
    assert patient.site.store.searches() == []


def test_nobody_learns_who_looks(patient: Running) -> None:
    ada, stranger = patient.visitor(), patient.visitor()
    look(ada, name="Secretive")
    (search,) = patient.site.store.searches()
    seen = stranger.http.get("/find").text + stranger.http.get("/find/state", headers=FRAGMENT).text
    seen += stranger.http.get("/api/v1/search").text + stranger.http.get("/lobby").text
    assert "1 person" in seen
    for secret in ("Secretive", search.player_id, search.id):
        assert secret not in seen


def test_reading_writes_nothing(patient: Running) -> None:
    ada = patient.visitor()
    before = patient.site.store.joined("x"), len(patient.site.store.searches())
    for path in ("/find", "/find/state", "/find/challenges", "/find/stop", "/find/bots"):
        assert ada.http.get(path).status_code in (200, 303)
    assert (patient.site.store.joined("x"), len(patient.site.store.searches())) == before
    assert "set-cookie" not in ada.http.get("/find").headers


def test_too_many_searches_are_refused(start: StartSite) -> None:
    running = start(searching=PATIENT, search_rate=Rate(burst=2, seconds=3600), searches=2)
    people = [running.visitor() for _ in range(3)]
    for number, visitor in enumerate(people):
        visitor.http.headers["X-Forwarded-For"] = f"10.0.0.{number}"
        answer = visitor.post("/find", {**TWO, "pace": f"live-{(5, 15, 30)[number]}"})
        assert answer.status_code == (303 if number < 2 else 429)
    answers = [people[0].post("/find", TWO).status_code for _ in range(3)]
    assert answers[-1] == 429


def test_the_board_shows_open_tables_and_they_can_be_withdrawn(patient: Running) -> None:
    host, guest = patient.visitor(), patient.visitor()
    host.sit_down(bot="open", public="everybody", name="Ada", note="Tea <at> hand", clock="day-3")
    board = guest.http.get("/find/challenges", headers=FRAGMENT).text
    assert "Tea &lt;at&gt; hand" in board
    assert "Ada" in board
    nothing = guest.http.get("/find/challenges", params={"fast": "live"}, headers=FRAGMENT).text
    assert "The board is empty" in nothing
    assert "Tea" in guest.http.get("/find/challenges", params={"game": "uptown", "fast": "days"}, headers=FRAGMENT).text
    assert "Tea" in guest.http.get(f"/tables/{host.table}").text
    assert guest.post(f"/tables/{host.table}/withdraw").status_code == 403
    assert host.post(f"/tables/{host.table}/withdraw").status_code == 303
    assert host.post(f"/tables/{host.table}/withdraw").status_code == 303  # twice is once
    assert "The board is empty" in guest.http.get("/find/challenges", headers=FRAGMENT).text
    answer = guest.post(f"/tables/{host.table}/seats", {"seat": "1"})
    assert "withdrawn" in answer.text
    page = host.http.get(f"/tables/{host.table}").text
    assert "This table was withdrawn" in page
    assert host.table not in host.http.get("/you").text


def test_a_game_that_has_begun_is_not_withdrawn(patient: Running) -> None:
    host = patient.visitor()
    host.sit_down()
    answer = host.post(f"/tables/{host.table}/withdraw")
    assert answer.status_code == 422
    assert "has begun" in answer.text
