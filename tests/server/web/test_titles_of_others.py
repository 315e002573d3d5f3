"""A title of others without drawing, lesson, plates or sample, and a bot of others, on a site."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown import bots, games
from tabletown.cli.new_game import SKELETON
from tabletown.engine.warm_up import compile_title
from tabletown.games import finding

from ...others import BOTS, MODEST_PLANS, only_here
from ..keepers import Keeper
from ..visitors import Running, StartSite

NAME = SKELETON.name
PAGES = {
    "/": 200, "/lobby": 200, "/learn": 200, "/puzzles": 200, "/replays": 200, f"/games/{NAME}": 200,
    f"/games/{NAME}/rules": 200, f"/games/{NAME}/cards": 200, f"/learn/{NAME}": 200, f"/games/{NAME}/learn": 404,
    f"/puzzles/of/{NAME}": 404, f"/showcase/{NAME}": 404, f"/games/{NAME}/statistics": 200, "/find": 200,
    "/tournaments": 200, "/you": 200, "/you/mistakes": 200, "/api/v1/titles": 200, f"/api/v1/titles/{NAME}": 200,
    f"/api/v1/titles/{NAME}/cards": 200, f"/api/v1/titles/{NAME}/rules": 200, "/api/v1/bots": 200,
}  # fmt: skip


@pytest.fixture
def site(start: StartSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots_of_others.py").write_text(BOTS)
    with only_here():
        compile_title(games.add(SKELETON))
        monkeypatch.setenv(finding.ONLY, NAME)
        for name in ("Bold", "Liar"):
            bots.add(f"bots_of_others:{name}")
        yield start()


def test_no_page_falls_over_what_is_missing(site: Running) -> None:
    visitor = site.visitor()
    answers = {page: visitor.http.get(page).status_code for page in PAGES}
    assert answers == PAGES
    assert "Your first game" not in visitor.http.get(f"/games/{NAME}").text


def test_pages_say_who_made_a_game_of_others(site: Running) -> None:
    visitor = site.visitor()
    for page in ("", "/cards"):
        theirs, ours = (visitor.http.get(f"/games/{name}{page}").text for name in (NAME, "uptown"))
        assert "does not come with Tabletown: whoever runs this site has added it" in theirs
        assert "not affiliated" not in theirs
        assert "not affiliated" in ours
        assert "does not come with Tabletown" not in ours


def test_rules_that_are_not_written_down(
    site: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setitem(games.get(NAME).__dict__, "folder", tmp_path)  # there is no rules.md
    monkeypatch.delitem(games.get(NAME).__dict__, "rules_text", raising=False)
    from tabletown.server.html import rules

    rules._rules_of.cache_clear()
    request.addfinalizer(rules._rules_of.cache_clear)
    visitor = site.visitor()
    assert "are not written down yet" in visitor.http.get(f"/games/{NAME}/rules").text
    answer = visitor.http.get(f"/api/v1/titles/{NAME}/rules")
    assert (answer.status_code, "are not written down yet" in answer.text) == (404, True)


def test_a_whole_game_against_bots_of_others(site: Running, caplog: pytest.LogCaptureFixture) -> None:
    visitor = site.visitor()
    page = visitor.http.get(f"/games/{NAME}").text
    assert '<option value="bold">Bold: takes the last choice of the list</option>' in page
    with caplog.at_level(logging.WARNING):
        visitor.sit_down(title=NAME, players="3", **{"bot-1": "bold", "bot-2": "liar"})
        visitor.wait_for_turn()
        assert re.search('aria-label="Deck: [0-9]+ cards"', visitor.page())
        while not visitor.is_game_over():
            visitor.move(form := visitor.form(), form.moves[0])
            visitor.wait_for_turn()
            shown = re.findall('aria-label="Hand: ([^"]*)"', visitor.page())
            assert len(shown) == 3
            assert sum("House" in hand or "Park" in hand for hand in shown) <= 1, "a hand of others is shown"
    assert "liar answered illegally: 9999" in caplog.text
    assert "loses the thread, so the greedy bot answers for once." in visitor.page()
    answers = {page: visitor.http.get(page).status_code for page in PAGES}
    assert answers == PAGES, "with a finished game"


def test_without_a_mind_nothing_leads_to_a_review(site: Running) -> None:
    visitor = Keeper(site)
    visitor.keep()
    table = visitor.sit_down(title=NAME, players="2", **{"bot-1": "greedy"})
    visitor.wait_for_turn()
    while not visitor.is_game_over():
        visitor.move(form := visitor.form(), form.moves[0])
        visitor.wait_for_turn()
    ways = {
        page: "/review" in visitor.http.get(page).text
        for page in (
            f"/tables/{table}",
            f"/tables/{table}/replay",
            f"/tables/{table}/analysis",
            "/you",
            f"/learn/{NAME}",
            "/you/mistakes",
        )
    }
    assert not any(ways.values()), ways
    assert f"/tables/{table}/replay" in visitor.http.get("/you").text, "the game is listed there"
    said = visitor.http.get(f"/tables/{table}/review")
    assert said.status_code == 200
    assert "has no mind yet, so its games cannot be reviewed" in said.text
    refused = visitor.post(f"/tables/{table}/review")
    assert refused.status_code < 500
    assert "has no mind yet" in refused.text
    for page in ("analysis", "analysis/mind", "check", "record"):
        assert visitor.http.get(f"/tables/{table}/{page}").status_code == 200, page


# --- A title in a package of its own, in which all decide at once ---------------------------------------------------


@pytest.fixture
def modest(start: StartSite, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    with only_here():
        compile_title(games.add(MODEST_PLANS))
        monkeypatch.setenv(finding.ONLY, MODEST_PLANS.name)
        yield start()


def test_a_whole_game_of_secret_choices_against_search(modest: Running) -> None:
    visitor = modest.visitor()
    page = visitor.http.get(f"/games/{MODEST_PLANS.name}").text
    assert '<option value="search">' in page
    assert "lays it face down" in visitor.http.get(f"/games/{MODEST_PLANS.name}/rules").text
    visitor.sit_down(title=MODEST_PLANS.name, players="2", **{"bot-1": "search"})
    visitor.wait_for_turn()
    assert "Meeting 1 of 8" in visitor.page()
    while not visitor.is_game_over():
        visitor.move(form := visitor.form(), form.moves[0])
        visitor.wait_for_turn()
    assert "the last meeting has been held" in visitor.page()
