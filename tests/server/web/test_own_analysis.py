"""Analysis of games that go on: one's own with one's own eyes, and nothing that helps at a strict table."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tabletown.engine.game import Game
from tabletown.engine.position_text import write_position
from tabletown.server.play.own_analysis import OWN_EYES
from tabletown.server.store.protocol import SeatRow

from ..finished import keep, random_game, recorded
from ..visitors import Running, Visitor, read_form
from .test_analysis import CHANCE, bring

PARTS = ("", "/board", "/mind")


def cut(name: str, plies: int) -> Game:
    """A game of the collection, as it stood after so many plies."""
    game = recorded(name)
    while game.ply > plies:
        game.pop()
    return game


GAMES = {  # each with a seat that has something to decide, and something that it cannot know
    "uptown": (random_game(6, plies=20), random_game(6, plies=20).turn or 0),
    "milton": (cut("milton_keynes/3-greedy", 168), 2),  # all fill their pouches at once
    "lanes": (cut("penny_lane/5-jobs", 30), cut("penny_lane/5-jobs", 30).turn or 0),
}


@pytest.fixture(scope="module")
def player(shared: Running) -> Visitor:
    """Somebody who sits at running games: at one of each title, and at a rated one."""
    visitor = shared.visitor()
    visitor.sit_down()
    owner = owner_of(shared, visitor)
    for name, (game, seat) in GAMES.items():
        sit(shared, f"own-{name}", game, seat, owner)
        sit(shared, f"rated-{name}", game, seat, owner, rated=True)
    return visitor


def owner_of(running: Running, visitor: Visitor) -> str:
    row = running.site.store.table(visitor.table)
    assert row is not None
    return next(seat.owner for seat in row.seats if seat.owner)


def sit(running: Running, table: str, game: Game, seat: int, owner: str, rated: bool = False) -> None:
    """A game that goes on, with this player at a seat."""
    rows = tuple(SeatRow("human", f"P{n}", owner=owner if n == seat else "") for n in range(game.players))
    keep(running.site.store, table, game, rows=rows, rated=rated)


@contextmanager
def other_world(running: Running, table_id: str, game: Game) -> Iterator[None]:
    """A table of which the real cards are others."""
    with running.site.tables.at(table_id) as table:
        kept, table.game = table.game, game
    yield
    with running.site.tables.at(table_id) as table:
        table.game = kept


@pytest.mark.parametrize("name", GAMES)
def test_one_tries_moves_in_ones_own_game(player: Visitor, name: str) -> None:
    game, seat = GAMES[name]
    address = f"/tables/own-{name}/analysis"
    page = player.http.get(address)
    assert page.status_code == 200
    form = read_form(page.text)
    assert sorted(form.moves) == sorted(game.say(action, seat) for action in game.legal_actions_of(seat))
    move = form.moves[0]
    after = player.http.get(address, params={"line": move})
    assert "then 1 tried" in after.text
    assert len(CHANCE.findall(player.http.get(f"{address}/mind", params={"line": move}).text)) == game.players
    best = player.http.get(f"{address}/mind").text
    assert "data-pieces" in best
    for text in (page.text, after.text, best):  # neither other eyes nor what belongs to games that are over
        assert set(re.findall(r'\beyes="?(\w+)', text)) <= {str(seat)}
        for word in ("play-on", "/replay", "/review"):
            assert f"/tables/own-{name}/{word}" not in text
    assert f'href="{address}"' in player.http.get(f"/tables/own-{name}").text


@pytest.mark.parametrize("name", GAMES)
def test_answers_are_the_same_in_all_worlds_that_the_seat_cannot_tell_apart(
    shared: Running, player: Visitor, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seat = GAMES[name]
    monkeypatch.setattr(shared.site.analysis_mind._kept, "find", lambda _: None)  # all is computed anew
    move = game.say(game.legal_actions_of(seat)[0], seat)
    asked = [(part, {"line": line}) for part in PARTS for line in ("", move)]

    def answers() -> list[bytes]:
        found = [player.http.get(f"/tables/own-{name}/analysis{part}", params=params) for part, params in asked]
        assert {answer.status_code for answer in found} == {200}
        return [re.sub(rb'nonce="[^"]*"', b"", answer.content) for answer in found]

    real = answers()
    for number in (7, 8):
        twin = Game.from_position(game.view(seat).imagine(number))
        assert twin.states.tobytes() != game.states.tobytes()
        assert twin.view(seat).states.tobytes() == game.view(seat).states.tobytes()
        with other_world(shared, f"own-{name}", twin):
            assert answers() == real


def test_nobody_else_may(shared: Running, player: Visitor) -> None:
    game, seat = GAMES["uptown"]
    strangers = shared.visitor(), shared.visitor()
    strangers[1].sit_down()
    for part in PARTS:
        for stranger in strangers:
            answer = stranger.http.get(f"/tables/own-uptown/analysis{part}")
            assert (answer.status_code, "The game is not over" in answer.text) == (422, True)
        for eyes in ("open", str((seat + 1) % game.players), "x", "-1"):
            answer = player.http.get(f"/tables/own-uptown/analysis{part}", params={"eyes": eyes})
            assert (answer.status_code, OWN_EYES[:20] in answer.text) == (422, True), eyes
    assert "/analysis" not in strangers[1].http.get("/tables/own-uptown").text
    assert player.post("/tables/own-uptown/play-on", {"ply": "3", "seat": str(seat)}).status_code == 422


def test_not_at_strict_tables_nor_in_lessons(player: Visitor) -> None:
    for part in PARTS:
        answer = player.http.get(f"/tables/rated-uptown/analysis{part}")
        assert (answer.status_code, "This table is rated" in answer.text) == (422, True)
    assert "/analysis" not in player.http.get("/tables/rated-uptown").text
    lesson = player.post("/games/uptown/learn").headers["location"]
    assert "/analysis" not in player.http.get(lesson).text
    answer = player.http.get(f"{lesson}/analysis")
    assert (answer.status_code, "The game is not over" in answer.text) == (422, True)


# Positions that were written


@pytest.mark.parametrize("name", GAMES)
def test_no_mind_for_positions_of_ones_own_strict_game(shared: Running, player: Visitor, name: str) -> None:
    """Neither as the seat sees it, nor as a spectator does, nor whole, nor an earlier one that is played on."""
    game, seat = GAMES[name]
    stranger = shared.visitor()
    stranger.sit_down()
    earlier = game.at(game.ply - 1)
    for position in (game.view(seat), game.view(-1), game.at(game.ply), game.view(seat).imagine(3), earlier.view(seat)):
        address = bring(player, write_position(position))
        said = player.http.get(f"{address}/mind").text
        assert not CHANCE.search(said)
        assert "a game of yours that is rated and goes on" in said
        assert not CHANCE.search(player.http.get(address, params={"mind": "1"}).text)
        moves = read_form(player.http.get(address).text).moves
        if moves:
            assert not CHANCE.search(player.http.get(f"{address}/mind", params={"line": moves[0]}).text)
        assert CHANCE.search(stranger.http.get(f"{address}/mind").text)


def test_other_positions_have_a_mind(player: Visitor) -> None:
    address = bring(player, write_position(random_game(9, plies=12).view(0)))
    assert CHANCE.search(player.http.get(f"{address}/mind").text)
