"""Rated tables on the site: who may lay one, what is refused there, and what everybody sees when it is over."""

import re
from html import unescape

import pytest

from tabletown.server.play.fair_play import (
    NEEDS_ACCOUNT,
    NO_ADVICE,
    NO_WAY_BACK,
    ONE_SEAT,
    RATED_BOTS,
    RATED_SEATS,
    STAND_IN,
)
from tabletown.server.play.people.privacy import Depart
from tabletown.server.play.ratings.scale import PROVISIONAL_GAMES
from tabletown.server.store.events import LeftToBot
from tabletown.server.store.protocol import Clock, Player, SeatRow
from tabletown.server.store.sql import SqlStore

from ..rated import DAY, finish, give_account, keeps, play
from ..seating import seat_at
from ..stage import advance
from ..visitors import Running, StartSite, Visitor

RATED = {"rated": "on"}


@pytest.fixture
def ada(running: Running) -> Visitor:
    visitor = running.visitor()
    visitor.player = keeps(visitor, "Ada")  # type: ignore[attr-defined]
    return visitor


@pytest.fixture
def bob(running: Running) -> Visitor:
    visitor = running.visitor()
    visitor.player = keeps(visitor, "Bob")  # type: ignore[attr-defined]
    return visitor


def player(visitor: Visitor) -> Player:
    return Player(visitor.player)  # type: ignore[attr-defined]


def lay(visitor: Visitor, **fields: str) -> str:
    """A rated table; returns its page."""
    visitor.sit_down(**{"bot": "open", **RATED, **fields})
    return visitor.page()


def refused(visitor: Visitor, path: str, fields: dict[str, str]) -> str:
    """What is said when a form is refused at the table, and nothing is done."""
    before = len(visitor.log())
    answer = visitor.post(f"/tables/{visitor.table}/{path}", fields)
    assert answer.status_code == 422, answer.text
    assert len(visitor.log()) == before
    return unescape(answer.text)


# Who may lay one


def test_the_form_says_who_may(ada: Visitor, visitor: Visitor) -> None:
    assert 'name="rated"' in ada.http.get("/games/uptown").text
    page = visitor.http.get("/games/uptown").text
    assert 'name="rated"' not in page
    assert "Rated tables are for players who keep their games" in page


def test_a_rated_table_is_marked_everywhere(ada: Visitor, visitor: Visitor) -> None:
    page = lay(ada, public="everybody")
    row = ada.site.store.table(ada.table)
    assert row is not None
    assert row.rated
    assert "This table is rated" in page
    rows = re.search(rf'<li id="open-{ada.table}">.*?</li>', visitor.http.get("/lobby").text, re.DOTALL)
    assert rows is not None
    assert re.search(r", rated, with <a [^>]*><bdi>Ada</bdi></a></small>", rows.group())


@pytest.mark.parametrize(
    ("fields", "why"), [({"bot": "here"}, RATED_SEATS), ({"bot": "uniform"}, RATED_BOTS), ({"bot": "greedy"}, "")]
)
def test_its_seats_are_for_one_person_each_and_for_rated_bots(ada: Visitor, fields: dict[str, str], why: str) -> None:
    answer = ada.post("/tables", {"title": "uptown", "players": "2", **RATED, **fields})
    assert answer.status_code == (422 if why else 303)
    assert why in unescape(answer.text)


def test_who_has_no_account_neither_lays_one_nor_sits_there(ada: Visitor, visitor: Visitor) -> None:
    answer = visitor.post("/tables", {"title": "uptown", "players": "2", "bot": "greedy", "name": "Eve", **RATED})
    assert answer.status_code == 422
    assert NEEDS_ACCOUNT in unescape(answer.text)
    assert not visitor.http.cookies
    lay(ada)
    visitor.table = ada.table
    assert NEEDS_ACCOUNT in refused(visitor, "seats", {"seat": "1", "name": "Eve"})


def test_nobody_sits_there_twice(ada: Visitor) -> None:
    lay(ada)
    assert ONE_SEAT.format(kind="rated") in refused(ada, "seats", {"seat": "1"})
    assert RATED_BOTS in refused(ada, "seats", {"seat": "1", "bot": "uniform"})
    assert ada.post(f"/tables/{ada.table}/seats", {"seat": "1", "bot": "greedy"}).status_code == 303


# What is refused there


def test_advice_is_refused(ada: Visitor) -> None:
    lay(ada, bot="greedy")
    form = ada.form()
    assert "data-ask" not in ada.page()
    assert NO_ADVICE.format(kind="rated") in refused(ada, "advice", form.fields)


def test_the_running_game_is_not_analysed(ada: Visitor) -> None:
    lay(ada, bot="greedy")
    for way in ("analysis", "review"):
        assert ada.http.get(f"/tables/{ada.table}/{way}").status_code == 422
    assert ada.post(f"/tables/{ada.table}/play-on", {"ply": "0", "seat": "0"}).status_code == 422


def test_the_game_does_not_go_back_to_earlier_turns(ada: Visitor, bob: Visitor) -> None:
    lay(ada)
    seat_at(ada, bob)
    people = [ada, bob]
    for _ in range(3):
        with ada.site.tables.at(ada.table) as table:
            turn = table.game.turn
        assert turn is not None
        form = people[turn].form()
        people[turn].move(form, form.moves[0])
    assert 'id="back-to"' not in ada.page() + bob.page()
    form = ada.form()
    said = refused(ada, "ask", {**form.fields, "turn": "0"})
    assert NO_WAY_BACK.format(kind="rated") in said


def test_only_the_weakest_bot_stands_in(ada: Visitor, bob: Visitor) -> None:
    lay(ada)
    seat_at(ada, bob)
    assert f"The bot {STAND_IN} can finish the game" in refused(ada, "away", {"seat": "0", "bot": "master"})
    assert f'name="bot" value="{STAND_IN}"' in ada.page()
    assert ada.post(f"/tables/{ada.table}/away", {"seat": "0", "bot": STAND_IN}).status_code == 303
    assert ada.post(f"/tables/{ada.table}/back", {"seat": "0"}).status_code == 303


def test_a_tournament_is_strict_as_well(ada: Visitor) -> None:
    seats = [SeatRow("human", "Ada", owner=player(ada).id), SeatRow("bot", "Sky", bot="greedy")]
    ada.table = ada.site.tables.create("uptown", seats, tournament="autumn")
    assert NO_ADVICE.format(kind="part of a tournament") in refused(ada, "advice", ada.form().fields)


def test_the_weakest_bot_takes_over_when_time_is_over_or_a_player_goes(ada: Visitor, bob: Visitor) -> None:
    seats = [SeatRow("human", who, owner=player(one).id) for who, one in (("Ada", ada), ("Bob", bob))]
    tables = ada.site.tables
    table = tables.create("uptown", seats, clock=Clock(60.0), rated=True)
    tables.submit(table, Depart(player(bob).id, "greedy"))
    assert [e.event.bot for e in tables.store.events(table) if isinstance(e.event, LeftToBot)] == [STAND_IN]


# When it is over


def test_the_end_says_what_it_did_to_the_ratings(ada: Visitor, bob: Visitor) -> None:
    lay(ada, public="everybody")
    seat_at(ada, bob)
    finish(ada.site, ada.table)
    page = ada.page()
    assert page.count('class="rating provisional"') == 2
    own = ada.site.ratings.of(player(ada).id)["uptown"]
    assert f"<b>{own.mean}</b>" in page
    assert f"{own.low}–{own.high}" in page
    mine = ada.http.get("/ratings").text
    assert f"{own.low}–{own.high}" in mine
    assert "14 more games and the number will say something." in mine
    data = ada.http.get("/you/data.json").json()
    assert [game["table"] for game in data["rated_games"]] == [ada.table]
    assert data["account"]["listed"] is True
    assert "What one rated game did to yours" in ada.http.get("/you/data").text
    # a rematch is rated, too
    assert ada.post(f"/tables/{ada.table}/rematch", {}).status_code == 303
    again = ada.site.store.table(ada.http.get(f"/tables/{ada.table}").text.split('btn go big" href="/tables/')[1][:16])
    assert again is not None
    assert again.rated


def test_a_server_that_stopped_before_it_counted_is_made_up_for(ada: Visitor) -> None:
    lay(ada, bot="greedy")
    tables = ada.site.tables
    ada_counts, tables.rated_game_over = tables.rated_game_over, lambda _: None
    advance(ada.site, ada.table, lambda game: game.is_game_over())
    tables.rated_game_over = ada_counts
    assert ada.site.ratings.of(player(ada).id) == {}
    ada.site.housekeeping.tidy_up()
    assert ada.site.ratings.of(player(ada).id)["uptown"].games == 1


def test_lists_show_ranges_and_mark_what_is_provisional(start: StartSite) -> None:
    running = start()
    store, visitor = running.site.store, running.visitor()
    assert isinstance(store, SqlStore)
    give_account(store, "wren", "nell")
    for number in range(PROVISIONAL_GAMES):
        play(store, f"list-{number}", ["wren", "nell"], 1e6 + number * DAY, number)
        running.site.ratings.count_all()
        if number < PROVISIONAL_GAMES - 2:
            continue
        is_provisional = number < PROVISIONAL_GAMES - 1
        first, second = running.site.ratings.best("uptown")
        every, of_title = visitor.http.get("/ratings").text, visitor.http.get("/ratings/uptown").text
        assert f"({first.rating.low}–{first.rating.high}{', provisional' * is_provisional})" in every
        for line in (first, second):
            assert f"{line.rating.low}–{line.rating.high}</span>" in of_title
        for mark in ('class="rating provisional"', '<span class="tag">provisional</span>'):
            assert of_title.count(mark) == 2 * is_provisional


def test_a_player_decides_whether_lists_show_the_name(ada: Visitor, visitor: Visitor) -> None:
    for _ in range(5):
        lay(ada, bot="greedy")
        finish(ada.site, ada.table)
    page = visitor.http.get("/ratings/uptown").text
    sheet = f"/people/{player(ada).id}/sheet"
    assert f'<a class="name" href="{sheet}" data-person><bdi>Ada</bdi></a>' in page
    assert visitor.http.get(sheet).status_code == 200
    assert re.search(r'greedy\s*<span class="tag">bot</span>', page)
    assert ada.post("/ratings/named", {"on": "0"}).status_code == 303
    page = visitor.http.get("/ratings/uptown").text
    assert "Ada" not in page
    assert player(ada).id not in page
    assert "A player" in page
    assert "<small>you</small>" in ada.http.get("/ratings/uptown").text
    assert ada.post("/ratings/named", {"on": "perhaps"}).status_code == 400
    assert visitor.post("/ratings/named", {"on": "1"}).status_code == 422
    assert visitor.http.get("/ratings/named").headers["location"] == "/ratings"
    assert visitor.http.get("/ratings/nothing").status_code == 404
