"""The analysis of a finished game: the board after what was tried, whose eyes see what, and what the mind says."""

import re
from html import unescape

import pytest

import tabletown
from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.position_text import read_position, write_position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.limits import Rate
from tabletown.server.play.analysis import MOST_PLIES, analyse_game
from tabletown.server.view.analysis_view import Place, view_analysis, whole_percents

from ..finished import keep, random_game, recorded
from ..visitors import Form, Running, StartSite, Visitor, read_form

OTHERS = ("milton_keynes/3-hasty", "paper_skylines/2-greedy", "penny_lane/5-jobs")
CHANCE = re.compile(r'data-chance="(\d+)"')


@pytest.fixture(scope="module")
def game() -> Game:
    return random_game(5)


@pytest.fixture(scope="module")
def played(shared: Running, game: Game) -> Running:
    """A site with a finished game, and one that is not."""
    keep(shared.site.store, "analysed", game)
    keep(shared.site.store, "in-play", random_game(6, plies=20))
    return shared


@pytest.fixture
def visitor(played: Running) -> Visitor:
    return played.visitor()


def look(visitor: Visitor, table: str = "analysed", **asked: str | int) -> Form:
    answer = visitor.http.get(f"/tables/{table}/analysis", params=asked)
    assert answer.status_code == 200, answer.text
    return read_form(answer.text)


def another_move(position: Position, ply: int, game: Game) -> str:
    """A move of the seat to act that was not played."""
    assert position.turn is not None
    return next(position.say(a) for a in position.legal_actions if a != game.history[ply].action)


def test_the_board_after_a_line(visitor: Visitor, game: Game) -> None:
    position, ply = game.at(12), 12
    form = look(visitor, ply=ply)
    assert sorted(form.moves) == sorted(position.legal_moves)
    first = another_move(position, ply, game)
    after = position.after(position.turn or 0, position.parse(first))
    form = look(visitor, **form.fields, move=first)
    assert form.fields == {"ply": "12", "line": first}
    assert sorted(form.moves) == sorted(after.legal_moves)
    second = after.legal_moves[0]
    last = after.after(after.turn or 0, after.parse(second))
    form = look(visitor, **form.fields, move=second)
    assert form.fields["line"] == f"{first};{second}"
    assert sorted(form.moves) == sorted(last.legal_moves)
    page = visitor.http.get("/tables/analysed/analysis", params=form.fields).text
    assert "then 2 tried" in page
    assert "play-on" not in page
    assert f"line={first}".replace(" ", "+") in page  # the way back


def test_moves_of_the_game_lead_along_the_game(visitor: Visitor, game: Game) -> None:
    moves = [game.at(ply).say(game.history[ply].action) for ply in (12, 13)]
    form = look(visitor, ply=12, line=";".join(moves))
    assert form.fields == {"ply": "14", "line": ""}
    page = visitor.http.get("/tables/analysed/analysis", params={"ply": 14}).text
    assert 'action="/tables/analysed/play-on"' in page
    assert "?ply=13" in page
    assert "?ply=15" in page


def test_eyes_say_who_sees_and_who_chooses(visitor: Visitor, game: Game) -> None:
    turn = game.at(12).turn
    for seat in range(3):
        assert bool(look(visitor, ply=12, eyes=seat).moves) == (seat == turn)
    assert look(visitor, ply=12, eyes="open").moves
    end = look(visitor, ply=game.ply)
    assert end.moves == []


@pytest.mark.parametrize("name", OTHERS)
def test_a_seat_sees_nothing_that_it_could_not_know(name: str) -> None:
    """In a world that is dealt anew behind the back of a seat, all that it is shown is the same.

    Except whose turn it is among seats that decide at the same time: the plies of an analysis have an order.
    """
    game, compared = recorded(name), 0
    for ply in range(game.ply // 5, game.ply, game.ply // 5):
        for seat in range(game.players):
            place = Place("/t", SEAT_NAMES[: game.players], table="t")
            shown = view_analysis(analyse_game(game, ply, []), place, str(seat))
            twin = Game(game.title, game.cards, game.at(ply).view(seat).imagine(7).states, seed=None)
            other = view_analysis(analyse_game(twin, twin.ply, []), place, str(seat))
            assert shown.seats == other.seats
            if shown.turn == other.turn:
                compared += 1
                assert shown.scene == other.scene
                assert shown.prompt == other.prompt
    assert compared > game.players


def test_a_game_that_goes_on_is_not_analysed(visitor: Visitor) -> None:
    for part in ("", "/board", "/mind"):
        answer = visitor.http.get(f"/tables/in-play/analysis{part}")
        assert answer.status_code == 422
        assert "The game is not over" in answer.text
        assert visitor.http.get(f"/tables/nowhere/analysis{part}").status_code == 404
    assert "/tables/in-play/analysis" not in visitor.http.get("/tables/in-play/replay").text


def test_nonsense_is_refused_with_a_way_out(visitor: Visitor, game: Game) -> None:
    many = ";".join(["x"] * (MOST_PLIES + 1))
    nonsense = ({"ply": "x"}, {"ply": "-1"}, {"ply": "99999"}, {"line": "sing"}, {"eyes": "9"}, {"eyes": "x"})
    for asked in (*nonsense, {"line": many}, {"move": "bid #", "amount": "x"}, {"ply": str(game.ply), "line": "x"}):
        for part in ("", "/board", "/mind"):
            answer = visitor.http.get(f"/tables/analysed/analysis{part}", params=asked)
            assert answer.status_code == 400, asked
            assert 'href="/tables/analysed/analysis"' in answer.text
    too_long = visitor.http.get("/tables/analysed/analysis", params={"line": "x" * 3000})
    assert too_long.status_code == 414


def test_the_mind_says_the_same_to_everybody(played: Running, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    move = another_move(game.at(12), 12, game)
    for asked in ("ply=12", "ply=12&eyes=open", f"ply=12&line={move}", f"ply={game.ply}"):
        one, other = (played.visitor().http.get("/tables/analysed/analysis/mind", params=asked) for _ in range(2))
        assert one.status_code == 200
        assert one.text == other.text
        chances = [int(found) for found in CHANCE.findall(one.text)]
        assert len(chances) == 3
        assert 99 <= sum(chances) <= 101
    monkeypatch.setattr(played.site.analysis_mind._kept, "find", lambda _: None)
    again = played.visitor().http.get("/tables/analysed/analysis/mind", params=asked)
    assert again.text == other.text  # it was not only kept


def test_the_moves_of_the_mind_can_be_played(visitor: Visitor, game: Game) -> None:
    said = visitor.http.get("/tables/analysed/analysis/mind", params={"ply": 13}).text
    assert said.count("played in the game") == 1
    links = re.findall(r'href="(/tables/analysed/analysis\?[^"]*)" data-pieces', said)
    assert 1 <= len(links) <= 5
    for link in links:
        assert visitor.http.get(link.replace("&amp;", "&")).status_code == 200
    turn = game.at(13).turn
    other = visitor.http.get("/tables/analysed/analysis/mind", params={"ply": 13, "eyes": ((turn or 0) + 1) % 3}).text
    assert "data-pieces" not in other
    assert CHANCE.search(other)


def test_a_page_has_the_mind_only_if_it_is_asked(visitor: Visitor) -> None:
    page = visitor.http.get("/tables/analysed/analysis?ply=12").text
    assert not CHANCE.search(page)
    assert "mind=1" in page
    assert CHANCE.search(visitor.http.get("/tables/analysed/analysis?ply=12&mind=1").text)


def test_many_questions_in_a_short_time(start: StartSite, game: Game) -> None:
    running = start(analysis_rate=Rate(burst=1, seconds=3600))
    keep(running.site.store, "analysed", game)
    visitor = running.visitor()
    visitor.sit_down()
    assert CHANCE.search(visitor.http.get("/tables/analysed/analysis/mind?ply=3").text)
    refused = visitor.http.get("/tables/analysed/analysis/mind?ply=4")
    assert refused.status_code == 200
    assert "a lot of positions" in refused.text
    assert CHANCE.search(visitor.http.get("/tables/analysed/analysis/mind?ply=3").text)  # that was kept


def test_a_title_without_a_mind(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.server.play.analysis.mind_of", lambda title: None)
    page = visitor.http.get("/tables/analysed/analysis?ply=12").text
    assert "has no mind yet" in page
    assert read_form(page).moves
    assert "has no mind yet" in visitor.http.get("/tables/analysed/analysis/mind?ply=12").text


@pytest.mark.parametrize("name", OTHERS)
def test_every_title_has_a_board(played: Running, visitor: Visitor, name: str) -> None:
    game, table = recorded(name), f"an-{name.replace('/', '-')}"
    keep(played.site.store, table, game)
    for ply in (0, game.ply // 2):
        for eyes in ("", "open"):
            page = visitor.http.get(f"/tables/{table}/analysis?ply={ply}&eyes={eyes}")
            assert page.status_code == 200


def test_every_step_of_the_replay_leads_here(visitor: Visitor) -> None:
    assert "/tables/analysed/analysis?ply=7" in visitor.http.get("/tables/analysed/replay?ply=7").text


def test_percents_add_up() -> None:
    assert whole_percents([1 / 3] * 3) == [34, 33, 33]
    assert whole_percents([0.5, 0.0, 0.5]) == [50, 0, 50]
    assert sum(whole_percents([0.145, 0.145, 0.145, 0.145, 0.42])) == 100


def test_scripts_learn_no_secrets_of_others() -> None:
    """Of a ply that a seat could not see, the tree of the browser is given what everybody knows."""
    game, hidden, place = recorded("milton_keynes/3-hasty"), 0, Place("/t", SEAT_NAMES[:3], table="t")
    for ply in range(1, game.ply, 7):
        seat = game.history[ply - 1].seat
        shown = view_analysis(analyse_game(game, ply, []), place, str((seat + 1) % 3))
        assert "words" not in shown.plain_start
        hidden += "in secret" in shown.came_public
    assert hidden


# A position that was written


def bring(visitor: Visitor, text: str) -> str:
    """Write a position; returns the address of its analysis."""
    answer = visitor.post("/analysis", {"position": text})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_position_that_nobody_opens_is_dropped(start: StartSite, monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    """To open it is enough to keep it; who comes too late is told why it is gone."""
    site, day = (running := start(position_days=30)).site, 86_400.0
    visitor, begun, later = running.visitor(), site.store.now(), 0.0
    monkeypatch.setattr(site.store, "now", lambda: begun + later)
    addresses = [bring(visitor, write_position(game.at(ply))) for ply in (12, 13)]

    def statuses() -> list[int]:
        site.housekeeping.tidy_up()
        return [visitor.http.get(f"{address}/board").status_code for address in addresses]

    later = 20 * day
    assert visitor.http.get(addresses[0]).status_code == 200
    site.housekeeping.write_used()
    later = 40 * day
    assert statuses() == [200, 404]
    gone = visitor.http.get(addresses[1])
    assert gone.status_code == 404
    assert "nobody opens for 30 days are dropped" in gone.text
    assert bring(visitor, write_position(game.at(13))) == addresses[1]
    site.housekeeping.write_used()
    later = 80 * day
    assert statuses() == [404, 404]


def test_a_position_is_written_and_has_a_link(visitor: Visitor, game: Game, played: Running) -> None:
    assert "Analyse it" in visitor.http.get("/analysis").text
    position = game.at(12)
    address = bring(visitor, write_position(position))
    assert bring(visitor, write_position(position)) == address
    form = read_form(played.visitor().http.get(address).text)
    assert sorted(form.moves) == sorted(position.legal_moves)
    move = position.legal_moves[0]
    after = position.after(position.turn or 0, position.parse(move))
    page = visitor.http.get(address, params={**form.fields, "move": move}).text
    assert sorted(read_form(page).moves) == sorted(after.legal_moves)
    assert "/tables/" not in page
    says = visitor.http.get(f"{address}/mind").text
    assert 99 <= sum(map(int, CHANCE.findall(says))) <= 101


@pytest.mark.parametrize("name", games.names())
def test_every_title_has_a_text_to_begin_with(visitor: Visitor, name: str) -> None:
    few, most = games.get(name).meta.players
    page = visitor.http.get("/analysis").text
    for players in range(few, most + 1):
        assert f'href="/analysis?title={name}&amp;players={players}#position"' in page
        filled = visitor.http.get("/analysis", params={"title": name, "players": players}).text
        text = unescape(filled.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0]).strip()
        position = read_position(text, games.get)
        assert position.seat == position.turn
        assert position == tabletown.new(name, players=players, seed=1).view(position.turn or 0)
        assert read_form(visitor.http.get(bring(visitor, text)).text).moves
    for nonsense in (str(most + 1), "", "x"):
        assert visitor.http.get("/analysis", params={"title": name, "players": nonsense}).status_code == 400
    assert visitor.http.get("/analysis", params={"title": "chess", "players": 2}).status_code == 404


def test_the_view_of_a_seat_is_seen_with_its_eyes(visitor: Visitor, game: Game) -> None:
    position = game.at(12)
    seat = position.turn or 0
    for reader in (seat, (seat + 1) % 3, -1):
        address = bring(visitor, write_position(position.view(reader)))
        page = visitor.http.get(address)
        assert page.status_code == 200
        offered = read_form(page.text).moves
        assert (sorted(offered) == sorted(position.legal_moves)) == (reader != (seat + 1) % 3)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing to read"),
        ("hello", "cannot be used"),
        ('title = "chess"', "chess"),
        ('title = "uptown"\nplayers = 99', "cannot be used"),
        ("x" * 40_000, "longer than"),
    ],
)
def test_what_is_no_position_is_refused(visitor: Visitor, text: str, said: str) -> None:
    answer = visitor.post("/analysis", {"position": text})
    assert answer.status_code == 422
    assert said in answer.text
    assert 'role="alert"' in answer.text


def test_a_position_that_nobody_wrote_is_not_found(visitor: Visitor) -> None:
    assert visitor.http.get("/analysis/0123456789abcdef01234567").status_code == 404


@pytest.mark.parametrize("name", OTHERS)
def test_positions_of_every_title(visitor: Visitor, name: str) -> None:
    over = recorded(name)
    address = bring(visitor, write_position(over.at(over.ply // 2)))
    assert read_form(visitor.http.get(address).text).moves
