"""The review of a game in a browser: it grows while it is made, goes by keys and clicks, and one plays on from it."""

from collections.abc import Iterator
from operator import attrgetter

import pytest
from playwright.sync_api import Page, expect

import tabletown as tt
from tabletown import bots
from tabletown.engine.game import Game
from tabletown.study.report import touched

from ..server.finished import keep
from ..server.visitors import OFTEN, Running
from .axe import check_look
from .conftest import Open

TITLES = {"uptown": 3, "penny_lane": 2, "paper_skylines": 2, "milton_keynes": 2}
COST = attrgetter("cost")
PLY = "ply => new URLSearchParams(location.search).get('ply') === ply"


def uneven_game(title: str, players: int) -> Game:
    """A game in which there is something to say: a good player against careless ones."""
    game = tt.new(title, players=players, seed=4)
    while (seat := game.turn) is not None:
        name = "reflex" if seat == 0 else "tenant"
        game.push_action(bots.get(name).choose(game.view(seat), bots.Budget(seed=game.ply)), seat)
    return game


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A site at which a game of every title was played."""
    running = Running(tmp_path_factory.mktemp("reviews") / "site.sqlite3", review_rate=OFTEN)
    for title, players in TITLES.items():
        keep(running.site.store, title, uneven_game(title, players))
    yield running
    running.stop()


def review(page: Page, played: Running, title: str) -> None:
    """Open the review of a game, and wait until it is made."""
    page.goto(f"{played.origin}/tables/{title}")
    page.get_by_role("link", name="Review").first.click()
    page.wait_for_url("**/review")
    begin = page.get_by_role("button", name="Look at this game again")
    if begin.count():
        begin.click()
    page.wait_for_selector(".luck", timeout=240_000)


@pytest.mark.parametrize("title", TITLES)
def test_a_game_of_every_title(people: Open, played: Running, title: str) -> None:
    """The costliest decision is opened, its moves are marked on the board, and one plays on from there."""
    page = people().new_page()
    review(page, played, title)
    made = played.site.reviews.state(title).review
    assert made is not None
    costliest = max((choice for seat in range(made.game.players) for choice in made.costliest(seat)), key=COST)
    ply, view = str(costliest.decision.first), made.game.at(costliest.decision.first).view(costliest.seat)
    assert costliest.cost == max(map(COST, made.choices))
    page.locator(f'a[href$="ply={ply}#prompt"]').get_by_text("Show on the board").click()
    page.wait_for_function(PLY, arg=ply)
    expect(page.locator(".did .played, .did .better").first).to_be_visible()
    for css, line in ((".is-better", costliest.best), (".is-played", costliest.played)):
        ringed = {piece.get_attribute("data-piece") for piece in page.locator(css).all()}
        assert ringed == set(touched(view, line.actions))
    check_look(page, "light")
    check_look(page, "dark")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("#prompt").get_by_role("button", name="Play on from here").click()
    page.wait_for_selector("main#table")
    with played.site.tables.at(page.url.rpartition("/")[2]) as table:
        assert len(table.game.history) >= int(ply)
        assert sum(row.kind == "human" for row in table.seats) == 1


def test_by_keys_and_on_the_picture(people: Open, played: Running) -> None:
    page = people().new_page()
    review(page, played, "uptown")
    page.keyboard.press("Home")
    page.wait_for_function(PLY, arg="0")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => Number(new URLSearchParams(location.search).get('ply')) > 0")
    first = page.locator(".turning a").first.get_attribute("href") or ""
    page.keyboard.press("Home")
    page.wait_for_function(PLY, arg="0")
    page.keyboard.press("f")
    page.wait_for_function("href => location.search === href", arg=f"?{first.partition('?')[2]}")
    expect(page.locator(".turning a[aria-current]")).to_have_count(1)
    box = page.locator(".hill-picture .wide svg").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.5)
    expect(page.locator(".readout")).to_contain_text("After ply")
    before = page.url
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.5)
    page.wait_for_function("url => location.href !== url", arg=before)
    page.reload()
    expect(page.locator("#done")).to_contain_text("Before ply")


def test_without_scripts(people: Open, played: Running) -> None:
    page = people(java_script_enabled=False).new_page()
    review(page, played, "uptown")
    page.locator(".turning a").first.click()
    expect(page.locator(".turning a[aria-current]")).to_have_count(1)
    expect(page.locator("#done")).to_contain_text("played")
