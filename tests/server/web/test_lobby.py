"""The lobby, the home page, one's own games: who finds which table, by what name one sits down, with what clock."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from tabletown.bots.minds.mind import mind_of
from tabletown.games import get as get_title
from tabletown.games import names as title_names
from tabletown.server.limits import Rate
from tabletown.server.play.clock_presets import BY_DAYS, LIVE
from tabletown.server.store.protocol import Clock, TableRow
from tabletown.server.view.live import LOBBY

from .. import stage
from ..databases import Place
from ..seating import TOKEN, seat_at, seats
from ..visitors import FRAGMENT, Running, StartSite, Visitor, read_form, wait_until

pytestmark = pytest.mark.usefixtures("alone")  # lists show what others do


def public(visitor: Visitor, **fields: str) -> str:
    """Set a table for everybody with a free seat; returns its id."""
    return visitor.sit_down(**{"players": "2", "bot": "open", "public": "everybody", "name": "Ada", **fields})


def row(visitor: Visitor) -> TableRow:
    """What was set up."""
    found = visitor.site.store.table(visitor.table)
    assert found is not None
    return found


def tables_on(page: str, part: str = "main") -> list[str]:
    """The tables that a page, or the section of it with an id, links to or has forms for."""
    if part != "main":
        page = re.split(rf'<section[^>]*id="{part}"', page)[-1].partition("</section>")[0]
    return list(dict.fromkeys(re.findall(r"/tables/([\w-]{16})", page)))


# Setting a table


@pytest.mark.parametrize(
    ("fields", "clock"),
    [
        ({}, None),
        ({"clock": "none", "on_flag": "pass"}, None),
        ({"clock": "live-5"}, Clock(300.0, 5.0)),
        ({"clock": "live-30", "on_flag": "pass"}, Clock(1800.0, 15.0, on_flag="pass")),
        ({"clock": "day-3"}, Clock(3 * 86400.0, per_move=True)),
    ],
)
def test_a_table_has_the_clock_that_was_chosen(visitor: Visitor, fields: dict[str, str], clock: Clock | None) -> None:
    visitor.sit_down(**fields)
    assert row(visitor).clock == clock


@pytest.mark.parametrize(
    "fields",
    [
        {"clock": "live-0"},
        {"clock": ""},
        {"clock": "day-1", "on_flag": "cry"},
        {"public": "yes"},
        {"upto": "many"},
        {"edition": "x"},
    ],
)
def test_other_choices_are_refused(visitor: Visitor, fields: dict[str, str]) -> None:
    answer = visitor.post("/tables", {"title": "uptown", "players": "2", "bot": "open", **fields})
    assert answer.status_code == 400
    assert TOKEN not in visitor.http.cookies


def test_the_form_of_a_game_offers_every_clock(visitor: Visitor) -> None:
    page = visitor.http.get("/games/penny_lane").text
    choices = re.findall(r'<select[^>]*name="clock">(.*?)</select>', page, re.DOTALL)[0]
    assert re.findall(r'value="([\w-]+)"', choices) == ["none", *LIVE, *BY_DAYS]
    assert re.findall(r'name="on_flag"[^>]*value="(\w+)"', page) == ["bot", "pass"]
    assert re.findall(r'name="public"[^>]*value="(\w+)"', page) == ["link", "everybody"]


def test_the_form_of_a_game_offers_its_editions(visitor: Visitor) -> None:
    page = visitor.http.get("/games/paper_skylines").text
    assert re.findall(r'name="edition" value="(\w*)"', page) == ["", "balanced_2"]
    assert "<li>New Orleans: bonus 2 instead of 3</li>" in page
    assert 'name="edition"' not in visitor.http.get("/games/penny_lane").text
    fields = {"title": "paper_skylines", "players": "2", "bot": "uniform", "edition": "balanced_2"}
    visitor.table = visitor.post("/tables", fields).headers["location"].removeprefix("/tables/")
    assert row(visitor).rules == "paper_skylines/1/balanced_2"
    assert "Balanced cards: " in visitor.http.get(f"/tables/{visitor.table}").text


@pytest.mark.parametrize(("wanted", "players"), [("2", 2), ("5", 4), ("0", 2)])
def test_the_short_form_takes_as_many_as_the_game_has_seats_for(visitor: Visitor, wanted: str, players: int) -> None:
    answer = visitor.post("/tables", {"title": "uptown", "upto": wanted, "bot": "open"})
    visitor.table = answer.headers["location"].removeprefix("/tables/")
    assert len(row(visitor).seats) == players


def test_a_rematch_keeps_options_clock_and_company(running: Running) -> None:
    host, _ = stage.company(
        running,
        2,
        title="paper_skylines",
        public="everybody",
        clock="day-1",
        on_flag="pass",
        edition="balanced_2",
        **{"option-seat_handicap": "on"},
    )
    stage.advance(running.site, host.table, lambda game: game.is_game_over())
    before = row(host)
    host.table = host.post(f"/tables/{host.table}/rematch").headers["location"].removeprefix("/tables/")
    after = row(host)
    assert (after.options, after.clock, after.public) == (before.options, before.clock, True)
    assert after.options["seat_handicap"]
    assert after.rules == before.rules == "paper_skylines/1/balanced_2"
    assert after.clock == Clock(86400.0, per_move=True, on_flag="pass")


def test_tables_cannot_be_set_without_end(start: StartSite) -> None:
    visitor = start(table_rate=Rate(burst=2, seconds=3600)).visitor()
    fields = {"title": "uptown", "upto": "3", "bot": "open", "public": "everybody"}
    answers = [visitor.post("/tables", fields).status_code for _ in range(4)]
    # the first one counts for an address, the others for a player
    assert answers == [303, 303, 303, 429]
    assert len(visitor.site.store.lobby()) == 3


# Finding one


def test_only_public_tables_are_in_the_lobby(visitor: Visitor, stranger: Visitor) -> None:
    hidden = visitor.sit_down(players="2", bot="open")
    shown = public(visitor)
    for path in ("/lobby", "/"):
        page = stranger.http.get(path).text
        assert shown in tables_on(page)
        assert hidden not in page
    mine = visitor.http.get("/").text
    assert {shown, hidden} <= set(tables_on(mine, "mine"))


def test_one_sits_down_straight_from_the_lobby(visitor: Visitor, stranger: Visitor) -> None:
    table = public(visitor)
    page = stranger.http.get("/lobby").text
    form = re.findall(rf'<form method="post" action="/tables/{table}/seats">.*?</form>', page, re.DOTALL)[0]
    fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', form))
    answer = stranger.post(f"/tables/{table}/seats", fields)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{table}")
    stranger.table = table
    assert seats(stranger)[1].kind == "human"
    assert "You are watching" not in stranger.page()
    assert tables_on(visitor.http.get("/lobby").text.partition("In play")[0]) == [], "it is full"


def test_the_host_finds_the_way_back_to_the_table(visitor: Visitor) -> None:
    table = public(visitor)
    assert f'href="/tables/{table}">Your table' in visitor.http.get("/lobby").text
    assert f'action="/tables/{table}/seats"' not in visitor.http.get("/lobby").text


def test_a_table_that_fills_up_can_be_watched(visitor: Visitor, stranger: Visitor, running: Running) -> None:
    table = public(visitor)
    guest = running.visitor()
    seat_at(visitor, guest, 1, name="Bob")
    for path in ("/lobby", "/"):
        page = stranger.http.get(path).text
        assert re.search(rf'href="/tables/{table}">.*?Watch', page)
    assert "You are watching <bdi>Ada</bdi> and <bdi>Bob</bdi>." in stranger.http.get(f"/tables/{table}").text


def test_games_at_another_server_and_before_a_restart_can_be_watched(start: StartSite) -> None:
    one, two = start(), start()
    host = one.visitor()
    table = public(host)
    seat_at(host, one.visitor(), 1, name="Bob")
    for path in ("/lobby", "/"):
        assert re.search(rf'href="/tables/{table}">.*?Watch', two.visitor().http.get(path).text)


def test_private_tables_are_not_to_be_watched(visitor: Visitor, stranger: Visitor) -> None:
    visitor.sit_down()
    visitor.move(visitor.form(), visitor.form().moves[0])
    for path in ("/lobby", "/"):
        assert visitor.table not in stranger.http.get(path).text


def test_what_just_finished_is_shown_if_it_was_public(running: Running, stranger: Visitor) -> None:
    shown, _ = stage.company(running, 2, title="uptown", public="everybody")
    hidden, _ = stage.company(running, 2, title="uptown")
    for host in (shown, hidden):
        stage.advance(running.site, host.table, lambda game: game.is_game_over())
    for path in ("/lobby", "/"):
        page = stranger.http.get(path).text
        assert shown.table in tables_on(page)
        assert hidden.table not in page
    with running.site.tables.at(shown.table) as table:
        outcome = table.game.outcome()
    assert outcome is not None
    scores = re.findall(r'<ol class="rank".*?</ol>', page, re.DOTALL)[0]
    assert [int(score) for score in re.findall(r"<b>(\d+)</b>", scores)] == sorted(outcome.scores, reverse=True)


def test_a_table_that_cannot_be_read_spoils_no_list(visitor: Visitor, stranger: Visitor, running: Running) -> None:
    good = public(visitor)
    find = running.site.store.table

    def other_rules(table_id: str) -> TableRow | None:
        found = find(table_id)
        return found if found is None or table_id == good else replace(found, rules="uptown/0")

    # from before the second table is made: the bots look at every new one in their own time, and keep what they read
    running.site.store.table = other_rules  # type: ignore[method-assign]
    broken = running.site.tables.create("uptown", row(visitor).seats, public=True)
    page = stranger.http.get("/lobby")
    assert page.status_code == 200
    assert tables_on(page.text) == [good]
    del running.site.store.table
    assert broken in tables_on(stranger.http.get("/lobby").text)


# Hearing of changes


@contextmanager
def told(visitor: Visitor) -> Iterator[Callable[[], int]]:
    """A stream of the lobby: a function that waits for the next version it tells."""
    with visitor.http.stream("GET", f"/events?table={LOBBY}") as stream:
        lines = stream.iter_lines()
        yield lambda: int(next(line for line in lines if line.startswith(f"data: {LOBBY} ")).split()[2])


def test_an_open_lobby_hears_of_new_and_filled_tables(running: Running, visitor: Visitor, stranger: Visitor) -> None:
    page = stranger.http.get("/lobby").text
    drawn = int(re.findall(r'data-version="(\d+)"', page)[0])
    with told(stranger) as version:
        assert version() == drawn, "nothing has happened since the page was drawn"
        table = public(visitor)
        assert version() > drawn
        part = visitor.http.get("/lobby", headers=FRAGMENT)
        assert table in part.text
        assert "<html" not in part.text
        seat_at(visitor, running.visitor(), 1)
        assert version() > drawn + 1
    assert table not in stranger.http.get("/lobby", headers=FRAGMENT).text


@pytest.fixture
def servers(place: Place) -> Iterator[tuple[Running, Running]]:
    """Two servers on one database, of every kind in turn."""
    found = Running(place.url), Running(place.url)
    yield found
    for server in found:
        server.stop()


def test_servers_share_the_lobby_names_and_talk(servers: tuple[Running, Running]) -> None:
    here, there = servers
    watcher, host = here.visitor(), there.visitor()
    watcher.post("/you", {"name": "Eve"})
    watcher.post("/you", {"name": "Eva"})
    watcher.http.get("/lobby")
    with told(watcher) as version:
        before = version()
        watcher.table = public(host)
        assert version() > before
    assert host.table in watcher.http.get("/lobby").text
    assert watcher.post(f"/tables/{host.table}/chat", {"text": "Is it free?", "key": "0123456789abcdef"}).is_redirect
    watcher.post(f"/tables/{host.table}/seats", {"seat": "1"})
    assert seats(host)[1].name == "Eva"
    assert "Is it free?" in host.page()
    assert tables_on(here.visitor().http.get("/lobby").text.partition("In play")[0]) == []


def test_one_stream_is_for_tables_and_the_lobby(visitor: Visitor) -> None:
    table = public(visitor)
    with visitor.http.stream("GET", f"/events?table={table}&table={LOBBY}") as stream:
        lines = stream.iter_lines()
        heard = {next(line for line in lines if line.startswith("data:")).split()[1] for _ in range(2)}
    assert heard == {table, LOBBY}


def test_without_scripts_the_lobby_looks_again(visitor: Visitor) -> None:
    assert '<noscript><meta http-equiv="refresh" content="15"></noscript>' in visitor.http.get("/lobby").text


# One's own games


def test_my_games_say_whose_turn_it_is(running: Running) -> None:
    host, guest = stage.company(running, 2, title="uptown")
    with running.site.tables.at(host.table) as table:
        turn = table.game.turn
    acts, waits = (host, guest) if turn == 0 else (guest, host)
    assert re.search(rf'href="/tables/{host.table}">Your turn', acts.http.get("/you").text)
    page = waits.http.get("/you").text
    assert re.search(rf'href="/tables/{host.table}">Open', page)
    assert "waiting for" in page
    assert "Your turn" not in page
    assert ">Your turn<" in acts.http.get("/").text
    page = waits.http.get("/").text
    assert host.table in tables_on(page, "mine")
    assert " to move<" in page
    assert "Your turn" not in page


def test_the_game_that_has_waited_longest_comes_first(running: Running) -> None:
    visitor = running.visitor()
    tables = [visitor.sit_down(players="2", bot="here") for _ in range(4)]
    page = visitor.http.get("/").text
    assert tables_on(page, "mine") == tables[:3]
    assert "All 4" in page
    assert "4 tables wait for you" in page


def test_a_new_game_is_against_the_bots_of_last_time(running: Running) -> None:
    visitor = running.visitor()
    visitor.sit_down(title="uptown", players="3", **{"bot-1": "tourist", "bot-2": "tenant"})
    page = visitor.http.get("/").text
    forms = re.findall(r'<form method="post" action="/tables">.*?</form>', page, re.DOTALL)
    (form,) = (form for form in forms if 'value="uptown"' in form)
    fields = dict(re.findall(r'name="([\w-]+)" value="(\w+)"', form))
    answer = visitor.post("/tables", fields)
    visitor.table = answer.headers["location"].removeprefix("/tables/")
    assert [seat.bot or "" for seat in row(visitor).seats] == ["", "tourist", "tenant"]
    assert row(visitor).title == "uptown"


def test_lists_name_people_and_bots_instead_of_seats(visitor: Visitor, stranger: Visitor) -> None:
    public(visitor, players="3", bot="", **{"bot-1": "tourist", "bot-2": "open"})
    page = stranger.http.get("/lobby").text
    assert re.search(r"with <a [^>]*data-person><bdi>Ada</bdi></a>", page)
    public(visitor, bot="tourist")
    rows = stranger.http.get("/lobby").text.partition("In play")[2]
    assert re.search("waiting for (<a [^>]*>)?<bdi>(Ada|Tourist)</bdi>", rows)


# The game that the home page shows


def test_a_newcomer_is_shown_a_replay_that_goes_on(stranger: Visitor) -> None:
    page = stranger.http.get("/").text
    watch = page.partition('id="watch"')[2].partition('id="create"')[0]
    assert ">replay<" in watch
    seen, address = set(), re.findall(r'data-next="([^"]+)"', watch)[0]
    for _ in range(200):
        step = stranger.http.get(address)
        assert step.status_code == 200
        assert "max-age" in step.headers["cache-control"]
        seen.add(address.split("?")[0])
        if len(seen) == len(title_names()):
            break
        last = re.findall(r'data-next="([^"]+)"', step.text)[0]
        assert last != address
        address = last
        if not address.endswith("step=0"):  # on to the next title
            address = f"{address.split('=')[0]}=100000"
    assert seen == {f"/showcase/{name}" for name in title_names()}


def test_the_replay_that_is_shown_can_be_replayed_from_the_start(stranger: Visitor) -> None:
    again = [stranger.post("/games/uptown/sample").headers["location"] for _ in range(2)]
    assert again[0] == again[1]
    page = stranger.http.get(again[0]).text
    assert "Search" in page
    assert stranger.http.get("/games/uptown/sample").status_code == 405
    assert stranger.http.get("/showcase/nothing").status_code == 404


def test_a_public_game_in_play_is_shown_live_to_others(visitor: Visitor, stranger: Visitor, running: Running) -> None:
    table = public(visitor)
    seat_at(visitor, running.visitor(), 1, name="Bob")
    page = stranger.http.get("/").text
    watch = page.partition('id="watch"')[2].partition('id="create"')[0]
    assert f'data-showcase="/tables/{table}/showcase"' in watch
    assert "live" in watch
    assert "Ada" in watch
    assert "Bob" in watch
    assert stranger.http.get(f"/tables/{table}/showcase").status_code == 200


def test_only_public_games_in_play_are_shown(visitor: Visitor, stranger: Visitor) -> None:
    hidden = visitor.sit_down(players="2", bot="here")
    waiting = public(visitor)
    for table in (hidden, waiting, "nosuch"):
        assert stranger.http.get(f"/tables/{table}/showcase").status_code == 404
    assert hidden not in stranger.http.get("/").text


def test_my_games_keep_what_was_decided_in_secret(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all decide at once, nobody's list tells who has."""
    stage.set_stage(monkeypatch)
    ada, bob, cyd = stage.company(running, public="everybody")
    stage.advance(running.site, ada.table, stage.first_secret)
    readers = [cyd, running.visitor()]
    paths = ("/", "/you", "/lobby")

    def shown() -> list[str]:
        return [re.sub(r'value="\w{32}"', "", who.http.get(path).text) for who in readers for path in paths]

    before = shown()
    form = bob.form()
    assert bob.move(form, form.moves[0].replace("#", "0")).status_code == 303
    assert shown() == before
    assert "Your turn" in cyd.http.get("/you").text


def test_the_lobby_does_not_hear_of_moves(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of them are made in secret, and the time at which one is made would be known."""
    stage.set_stage(monkeypatch)
    ada, bob, _ = stage.company(running, 3, public="everybody")
    stage.advance(running.site, ada.table, stage.first_secret)
    stranger = running.visitor()
    before = re.sub(r'value="\w{32}"', "", stranger.http.get("/lobby").text)
    assert ada.table in before
    form = bob.form()
    assert bob.move(form, form.moves[0].replace("#", "0")).status_code == 303
    assert re.sub(r'value="\w{32}"', "", stranger.http.get("/lobby").text) == before


def test_games_that_wait_for_me_come_first_and_finished_ones_last(running: Running) -> None:
    host, _ = stage.company(running, 2, title="uptown")
    over = host.table
    stage.advance(running.site, over, lambda game: game.is_game_over())
    mine = host.sit_down(bot="here")
    waits = host.sit_down(title="uptown", players="2", bot="open", seat="0")
    found = tables_on(host.http.get("/you").text)
    assert found[-1] == over
    assert found[:2] == [mine, waits]  # the other one waits for players
    assert re.search(r"<b>(1st|2nd)</b> of 2", host.http.get("/you").text)


def test_nobody_sees_the_games_of_others(visitor: Visitor, stranger: Visitor) -> None:
    visitor.sit_down(name="Ada")
    for path in ("/", "/you"):
        page = stranger.http.get(path).text
        assert visitor.table not in page
        assert "Ada" not in page
    assert "Ada" in visitor.http.get("/you").text


# Play now


def test_play_now_is_against_bots_as_strong_as_one_likes(visitor: Visitor) -> None:
    """One choice for all games; it needs no script. The strongest bot is a mind."""
    home = visitor.http.get("/").text
    form = home.partition('<form id="quick"')[2].partition("</form>")[0]
    offered = re.findall(r'name="strength"[^>]* value="(\w+)"( checked)?', form)
    assert offered == [("gentle", ""), ("fair", " checked"), ("strong", "")]
    for name in ("uptown", "penny_lane"):
        assert f'form="quick" formaction="/quick/{name}"' in home
    assert 'form="quick"' in home.partition('id="games"')[0]  # the large button at the top belongs to it, too
    for strength, bot in (("gentle", "tenant"), ("fair", "greedy"), ("strong", "master")):
        answer = visitor.post("/quick/uptown", {"strength": strength})
        visitor.table = answer.headers["location"].removeprefix("/tables/")
        assert [seat.bot for seat in seats(visitor)[1:]] == [bot, bot]
    assert mind_of(get_title("uptown")) is not None
    assert visitor.post("/quick/uptown", {"strength": "divine"}).status_code == 400


# Names


def test_a_name_is_remembered_for_the_next_table(visitor: Visitor, stranger: Visitor) -> None:
    visitor.sit_down(name="Ada")
    assert 'value="Ada"' in visitor.http.get("/games/penny_lane").text
    visitor.table = visitor.post("/quick/uptown").headers["location"].removeprefix("/tables/")
    assert seats(visitor)[0].name == "Ada"
    stranger.table = public(stranger, name="Bob")
    assert 'value="Ada"' in visitor.http.get(f"/tables/{stranger.table}").text
    visitor.post(f"/tables/{stranger.table}/seats", {"seat": "1"})
    assert seats(stranger)[1].name == "Ada"


def test_a_new_name_is_for_the_next_table(visitor: Visitor) -> None:
    visitor.sit_down(name="Ada")
    old, token = visitor.table, visitor.http.cookies[TOKEN]
    assert visitor.post("/you", {"name": "  Countess\n "}).headers["location"] == "/you"
    assert visitor.http.cookies[TOKEN] == token, "other windows go on"
    assert seats(visitor)[0].name == "Ada"
    visitor.table = visitor.post("/quick/uptown").headers["location"].removeprefix("/tables/")
    assert seats(visitor)[0].name == "Countess"
    assert {old, visitor.table} <= set(tables_on(visitor.http.get("/you").text))


def test_a_name_at_a_table_is_the_new_name(visitor: Visitor) -> None:
    visitor.sit_down(name="Ada")
    visitor.sit_down(name="Bea")
    assert 'value="Bea"' in visitor.http.get("/you").text


def test_no_name_is_a_choice(visitor: Visitor) -> None:
    visitor.sit_down(name="Ada")
    visitor.sit_down(name="")
    assert seats(visitor)[0].name == "Orange"
    assert 'value="Ada"' in visitor.http.get("/you").text


def test_who_has_no_session_can_tell_a_name(visitor: Visitor) -> None:
    assert visitor.post("/you", {"name": ""}).status_code == 303
    assert TOKEN not in visitor.http.cookies, "nothing to remember"
    visitor.post("/you", {"name": "Ada"})
    assert "Ada" in visitor.http.get("/lobby").text


def test_names_have_a_limit(start: StartSite) -> None:
    visitor = start(name_rate=Rate(burst=2, seconds=3600)).visitor()
    answers = [visitor.post("/you", {"name": f"Name {n}"}).status_code for n in range(5)]
    assert answers == [303, 303, 303, 429, 429]
    assert visitor.post("/you", {"name": "Name 2"}).status_code == 303, "what is so already is not counted"


@pytest.mark.parametrize("path", ["/lobby", "/you", "/", "/games/uptown"])
def test_names_are_text_wherever_they_stand(visitor: Visitor, path: str) -> None:
    public(visitor, name="<i>\u202eAda\n</i>&")
    page = visitor.http.get(path).text
    assert "&lt;i&gt;Ada &lt;/i&gt;&amp;" in page
    assert "<i>Ada" not in page
    assert "\u202e" not in page


# Safety


def test_looking_leaves_no_session(visitor: Visitor) -> None:
    for path in ("/", "/lobby", "/you", *(f"/games/{name}" for name in title_names())):
        assert visitor.http.get(path).status_code == 200
    assert not visitor.http.cookies


def test_other_sites_cannot_rename_anybody(visitor: Visitor) -> None:
    visitor.sit_down(name="Ada")
    for origin in ("https://elsewhere.example", "null", ""):
        assert visitor.post("/you", {"name": "Mallory"}, Origin=origin).status_code == 403
    visitor.http.get("/you?name=Mallory")
    assert 'value="Ada"' in visitor.http.get("/you").text


def test_a_spectator_of_a_public_table_sees_no_more_than_one_with_the_link(
    visitor: Visitor, stranger: Visitor, running: Running
) -> None:
    table = public(visitor)
    seat_at(visitor, running.visitor(), 1)
    wait_until(lambda: table not in running.site.store.lobby())
    page = stranger.http.get(f"/tables/{table}").text
    assert not read_form(page).moves
    assert row(visitor).salt not in page
    assert str(row(visitor).seed) not in page
