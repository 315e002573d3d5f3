"""The pages of puzzles: hub, lists, the puzzle with hints, wrong moves and the solution; all of it without scripts."""

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from urllib.parse import urlencode

import pytest
from httpx import Response

from tabletown.server.limits import Rate
from tabletown.server.play.puzzle_answers import find_consequence
from tabletown.server.preparing import Preparation
from tabletown.server.view.puzzle_hub import title_shelves, today
from tabletown.server.view.puzzle_view import question_of
from tabletown.study.attempts import try_moves
from tabletown.study.puzzle_shelf import find_puzzle, puzzle_of_the_day, puzzles_of, themes_of
from tabletown.study.puzzles import Puzzle

from ..visitors import Running, StartSite, Visitor, read_form


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    site = Running(tmp_path_factory.mktemp("site") / "site.sqlite3")
    yield site
    site.stop()


@pytest.fixture
def visitor(running: Running) -> Visitor:
    return running.visitor()


def in_two_steps() -> Puzzle:
    return next(puzzle for puzzle in puzzles_of("uptown") if len(puzzle.best) == len(puzzle.tempting) == 2)


def get(visitor: Visitor, puzzle: Puzzle, **asked: str) -> Response:
    return visitor.http.get(f"/puzzles/{puzzle.id}?{urlencode(asked)}")


def line(moves: tuple[str, ...]) -> str:
    return ";".join(moves)


def state(page: str) -> str:
    return str(re.findall(r'data-state="(\w+)"', page)[0])


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_the_hub_shows_the_puzzle_of_the_day_and_all_themes(visitor: Visitor) -> None:
    page = visitor.http.get("/puzzles").text
    daily, before = puzzle_of_the_day(today()), puzzle_of_the_day(today() - timedelta(days=1))
    assert daily is not None
    assert before is not None
    assert f'href="/puzzles/{daily.id}">Solve it' in page
    assert f'href="/puzzles/{before.id}">Yesterday' in page
    assert question_of(daily) in unescape(page)
    assert 'class="peek"' in page
    for shelf in title_shelves():
        for theme in shelf.themes:
            assert f'data-count="{" ".join(theme.ids)}"' in page
    assert "Solve three and your curve begins" in page


def test_a_list_is_chosen_by_theme_and_difficulty(visitor: Visitor) -> None:
    theme, found = next(iter(themes_of("uptown").items()))
    level = found[0].difficulty

    def listed(**asked: object) -> set[str]:
        page = visitor.http.get(f"/puzzles/of/uptown?{urlencode(asked)}")
        assert page.status_code == 200
        return set(re.findall(r'<a class="sheet" href="/puzzles/(\w+)"', page.text))

    assert listed() == {puzzle.id for puzzle in puzzles_of("uptown")}
    assert listed(theme=theme) == {puzzle.id for puzzle in found}
    assert listed(theme=theme, level=level) == {puzzle.id for puzzle in found if puzzle.difficulty == level}
    assert listed(theme="nothing") == set()
    assert visitor.http.get("/puzzles/of/nothing").status_code == 404


def test_home_learn_and_the_page_of_a_game_lead_to_puzzles(visitor: Visitor) -> None:
    daily = puzzle_of_the_day(today())
    assert daily is not None
    home = visitor.http.get("/").text
    assert f'href="/puzzles/{daily.id}">Solve it' in home
    assert '<a href="/puzzles"' in home
    for path in ("/learn", "/games/uptown"):
        assert 'href="/puzzles/of/uptown"' in visitor.http.get(path).text


def test_the_question_offers_all_moves_and_tells_nothing(visitor: Visitor) -> None:
    puzzle = in_two_steps()
    page = get(visitor, puzzle).text
    view = puzzle.view()
    assert state(page) == "open"
    assert set(read_form(page).moves) == set(view.legal_moves)
    assert question_of(puzzle) in unescape(page)
    assert f"{round(100 * puzzle.chance)} %" not in page
    assert "told by the first hint" in page
    assert "Take back" not in page


def test_it_is_solved_by_its_form_alone(visitor: Visitor) -> None:
    puzzle = in_two_steps()
    fields: dict[str, str] = {}
    for number, move in enumerate(puzzle.best):
        page = get(visitor, puzzle, **fields).text
        form = read_form(page)
        assert move in form.moves
        assert ("Take back" in page) == bool(number)
        assert bool(form.instead) == bool(number)
        fields = {**form.fields, "move": move}
    page = get(visitor, puzzle, **fields).text
    assert state(page) == "solved"
    said = words(page)
    assert "Solved. You" in said
    assert f"{round(100 * puzzle.tempting_chance)} % → to {round(100 * puzzle.chance)} %" in said
    assert "Why it works" in said
    assert "The tempting move" in said
    assert len(re.findall(r'<ol class="then" id="tempts">.*?</ol>', page, re.DOTALL)[0].split("<li>")) > 2
    assert 'name="move"' not in page
    assert re.search(r'data-next="uptown"[^>]* href="/puzzles/\w+"', page)


def test_another_choice_takes_the_last_one_back(visitor: Visitor) -> None:
    puzzle = in_two_steps()
    form = read_form(get(visitor, puzzle, line=puzzle.best[0]).text)
    other = form.instead[0]
    page = get(visitor, puzzle, line=puzzle.best[0], instead=other).text
    assert read_form(page).fields["line"] == other
    undone = re.findall(r'class="undo"[^>]* href="([^"]+)"', page)
    assert read_form(visitor.http.get(unescape(undone[0])).text).fields["line"] == ""


def test_a_wrong_move_says_what_it_leads_to(visitor: Visitor) -> None:
    puzzle = in_two_steps()
    page = get(visitor, puzzle, line=line(puzzle.tempting)).text
    assert state(page) == "wrong"
    said = words(page)
    assert f"it wins {round(100 * puzzle.tempting_chance)} games in a hundred" in said
    assert "Then " in said
    assert "So it may go on:" in said
    assert "Why it works" not in said
    again = re.findall(r'class="again"[^>]* href="([^"]+)"', page)
    assert state(visitor.http.get(unescape(again[0])).text) == "open"


def test_a_move_that_the_puzzle_does_not_know_is_played_on(visitor: Visitor) -> None:
    puzzle = in_two_steps()
    known = {puzzle.best, puzzle.tempting, *puzzle.rivals}
    view = puzzle.view()
    unknown = next(
        (first, second)
        for first in view.legal_moves
        for second in view.after(puzzle.seat, view.parse(first, puzzle.seat)).legal_moves
        if (first, second) not in known and not try_moves(puzzle, [first]).whole
    )
    found = find_consequence(puzzle, try_moves(puzzle, unknown).actions)
    assert 0 <= found.chance <= 1
    page = get(visitor, puzzle, line=line(unknown)).text
    assert state(page) == ("solved" if found.as_good else "wrong")
    if not found.as_good:
        assert f"it wins {round(100 * found.chance)} games in a hundred" in words(page)


def test_hints_come_one_by_one(visitor: Visitor) -> None:
    puzzle = in_two_steps()
    page = get(visitor, puzzle).text
    for number in range(1, 4):
        link = re.findall(r'data-key="h"[^>]* href="([^"]+)"', page)
        page = visitor.http.get(unescape(link[0])).text
        assert page.count('<li><b aria-hidden="true">') == number
        assert f'data-hints="{number}"' in page
    said = words(page)
    assert f"It is about {puzzle.theme}." in said
    assert "It has 2 steps" in said
    assert "First you " in said
    assert 'data-key="h"' not in page
    assert 'name="hints" value="3"' in page  # they stay while plies are made


def test_the_solution_can_be_shown(visitor: Visitor) -> None:
    puzzle = in_two_steps()
    page = get(visitor, puzzle, show="1").text
    assert state(page) == "shown"
    assert "The best move: you " in words(page)
    assert "Solved" not in words(page)


def test_a_script_gets_the_board_alone(visitor: Visitor) -> None:
    puzzle = in_two_steps()
    board = visitor.http.get(f"/puzzles/{puzzle.id}/board?{urlencode({'line': puzzle.best[0]})}")
    assert board.status_code == 200
    assert "<html" not in board.text
    assert state(board.text) == "open"


@pytest.mark.parametrize(
    "tried", ["dance", "site 1", ";;;;x", "\ue000", "pass;" * 60, "x" * 900, "<script>alert(1)</script>"]
)
def test_what_is_no_move_is_refused_with_a_way_back(visitor: Visitor, tried: str) -> None:
    puzzle = in_two_steps()
    answer = get(visitor, puzzle, line=tried)
    assert answer.status_code == 400
    assert f'href="/puzzles/{puzzle.id}">Begin the puzzle again' in answer.text
    assert "This move is not possible here" in answer.text
    assert "<script>alert" not in answer.text


def test_more_plies_than_a_move_has_are_refused(visitor: Visitor) -> None:
    puzzle = in_two_steps()
    answer = get(visitor, puzzle, line=line((*puzzle.best, "pass")))
    assert answer.status_code == 400
    assert "the move is complete" in words(answer.text)


def test_odd_numbers_of_hints_are_none(visitor: Visitor) -> None:
    for hints in ("-1", "99", "x", "²"):
        page = get(visitor, in_two_steps(), hints=hints)
        assert page.status_code == 200
        assert 'data-hints="0"' in page.text


def test_a_puzzle_that_is_not_there(visitor: Visitor) -> None:
    assert find_puzzle("0000000000") is None
    for path in ("/puzzles/0000000000", "/puzzles/0000000000/board", "/puzzles/%00"):
        answer = visitor.http.get(path)
        assert answer.status_code == 404
        assert "There is no such puzzle" in answer.text


def test_who_tries_too_often_is_told_no_chance(start: StartSite) -> None:
    visitor = start(puzzle_rate=Rate(burst=1, seconds=3600)).visitor()
    puzzle = in_two_steps()
    assert "games in a hundred" in get(visitor, puzzle, line=line(puzzle.tempting)).text
    page = get(visitor, puzzle, line=line(next(one for one in puzzle.rivals if one != puzzle.tempting)))
    assert page.status_code == 200
    assert state(page.text) == "wrong"
    assert "games in a hundred" not in page.text
    assert "Please try again in" in page.text
    again = get(visitor, puzzle, line=line(puzzle.tempting)).text  # what was found is kept
    assert "games in a hundred" in again


def test_a_title_that_is_set_up_waits(start: StartSite) -> None:
    preparation = Preparation(
        ["uptown"], load_rules=lambda _: None, is_cached=lambda _: False, child=lambda _: ["sleep", "60"]
    )
    visitor = start(preparation=preparation).visitor()
    puzzle = in_two_steps()
    answer = get(visitor, puzzle)
    assert answer.status_code == 503
    assert "UpTown is being set up" in answer.text
    assert f"/puzzles/{puzzle.id}" in answer.text
    hub = visitor.http.get("/puzzles")
    assert hub.status_code == 200


def test_programs_read_puzzles(visitor: Visitor) -> None:
    listed = visitor.http.get("/api/v1/puzzles?title=uptown").json()["puzzles"]
    assert [each["id"] for each in listed] == [puzzle.id for puzzle in puzzles_of("uptown")]
    puzzle = puzzles_of("uptown")[0]
    told = visitor.http.get(f"/api/v1/puzzles/{puzzle.id}").json()
    assert (told["position"], told["best"]) == (puzzle.position, {"moves": list(puzzle.best), "chance": puzzle.chance})
    assert visitor.http.get("/api/v1/puzzles?title=nothing").status_code == 404
    assert visitor.http.get("/api/v1/puzzles").status_code == 400
    assert visitor.http.get("/api/v1/puzzles/00").status_code == 404
