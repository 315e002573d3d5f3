"""A table fits its window, at any stage of a game, and nothing that opens moves it."""

from collections.abc import Iterator
from itertools import islice

import pytest
from playwright.sync_api import Page, expect

from tabletown.engine.game import Game

from ..marks import quick_if
from ..server.finished import recorded
from ..server.laying import lay_out
from ..server.visitors import Running, Visitor
from .conftest import MOTION, Open
from .fit import SIZES, faults, laid_out, phone_faults, places
from .player import sit_down
from .test_learn import begin
from .test_learn import wait as wait_for_lesson
from .test_phone import PHONE

RECORDS = {
    "milton_keynes": ("2-greedy", "3-hasty", "4-greedy", "5-hasty"),
    "paper_skylines": ("2-greedy", "3-greedy", "4-lots"),
    "penny_lane": ("2-greedy", "3-tower", "4-greedy", "5-supply"),
    "uptown": ("2-greedy", "2-tower", "3-street", "4-greedy"),
}
"""Games of the fewest and the most players of a title, and those that need most room. The last record of a title is
measured by `make test`, the others by the exhaustive tests. These also measure every phase of the last one."""
Sizes = tuple[tuple[int, int], ...]
TITLES = list(RECORDS)
GAMES = quick_if(
    lambda name: name in {f"{title}/{records[-1]}" for title, records in RECORDS.items()},
    [f"{title}/{record}" for title, records in RECORDS.items() for record in records],
)
SPEAKING = quick_if(
    lambda name: name.startswith("uptown"),
    ("uptown/2-greedy", "penny_lane/3-tower", "paper_skylines/3-greedy", "milton_keynes/3-hasty"),
)
"""Games on whose boards the pointer goes from piece to piece."""
CHANGING = quick_if(
    lambda name: name.startswith("uptown"), ("uptown/3-street", "paper_skylines/3-greedy", "penny_lane/3-tower")
)
"""Games on whose boards a move shows what it would change elsewhere."""
PHASES = [
    pytest.param(f"{title}/{record}", marks=pytest.mark.exhaustive)
    for title, records in RECORDS.items()
    for record in records[-1:]
]
TIGHT = ((1280, 720),)  # what fits this one fits the others, as the stages of games show


def stages(game: Game) -> list[Game]:
    """A game at its start, in the middle, before its last ply, and when it is over."""
    wanted = {0, game.ply // 2, game.ply - 1, game.ply}
    return [past for past in back_through(game) if past.ply in wanted]


def late_phases(game: Game) -> list[Game]:
    """Each phase of a game, as late as it comes."""
    latest: dict[int, Game] = {}
    for past in back_through(game):
        latest.setdefault(int(past.states["phase"][0]), past)
    return list(latest.values())


def back_through(game: Game) -> Iterator[Game]:
    """A game as it was after each ply, the last one first."""
    past = game.copy()
    yield past.copy()
    while past.ply:
        past.pop()
        yield past.copy()


def look(page: Page, visitor: Visitor) -> None:
    """Open the table of a visitor."""
    token = {"name": "tabletown", "value": visitor.http.cookies["tabletown"], "url": visitor.origin}
    page.context.add_cookies([token])  # type: ignore[list-item]
    page.goto(f"{visitor.origin}/tables/{visitor.table}")


def measured(people: Open, site: Running, games: list[Game], sizes: Sizes = SIZES) -> list[str]:
    """All that is wrong with tables at which games have come so far, in windows of these sizes."""
    visitor, page = site.visitor(), people().new_page()
    found = []
    for game in games:
        lay_out(visitor, game)
        look(page, visitor)
        found += [f"ply {game.ply}, {fault}" for size in sizes for fault in faults(page, size)]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_table_fits_the_window(people: Open, site: Running, name: str) -> None:
    assert measured(people, site, stages(recorded(name))) == []


@pytest.mark.parametrize("name", PHASES)
def test_a_table_fits_the_window_in_every_phase(people: Open, site: Running, name: str) -> None:
    assert measured(people, site, late_phases(recorded(name)), TIGHT) == []


@pytest.mark.parametrize("title", TITLES)
def test_the_end_says_everything_in_one_window(people: Open, site: Running, title: str) -> None:
    """Who won, the points by source and what to do next; the sheet that says so can be folded."""
    visitor, page = site.visitor(), people(viewport={"width": 1280, "height": 720}).new_page()
    lay_out(visitor, recorded(f"{title}/{RECORDS[title][-1]}"))
    look(page, visitor)
    for part in ("#h-finish", ".finish .after >> nth=0", ".bars", ".finish .share", ".scores > summary"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    before = places(page)
    page.get_by_text("See the table").click()
    expect(page.locator(".bars")).to_be_hidden()
    assert places(page) == before
    page.locator(".scores > summary").click()
    expect(page.locator(".bars")).to_be_visible()


@pytest.mark.parametrize("title", TITLES)
def test_nothing_that_opens_moves_the_table(people: Open, site: Running, title: str) -> None:
    player = sit_down(people(expected="status of 422"), site.origin, title=title)
    page = player.page
    while player.my_turn() and not page.locator("#recap").count():
        player.move()
    page.set_viewport_size({"width": 1280, "height": 720})
    before = places(page)
    page.locator("#recap summary").click()
    expect(page.locator("#recap ol")).to_be_visible()
    assert places(page) == before
    page.get_by_role("button", name="Advice").click()
    expect(page.locator("#advice")).to_be_in_viewport()
    moved = {place: box for place, box in places(page).items() if before[place] != box}
    assert moved == {}
    page.get_by_role("link", name="Close the advice").click()
    expect(page.locator("#advice")).to_have_count(0)
    for summary in ("Talk", "Does somebody have to leave?", "Honest shuffle"):
        page.locator("summary").filter(has_text=summary).click()
        assert places(page) == before, summary
    player.moves.first.evaluate("button => { button.value = 'nothing'; button.click(); }")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    assert places(page) == before
    assert faults(page, (1280, 720)) == []


@pytest.mark.parametrize("name", CHANGING)
@pytest.mark.parametrize("width", [1440, 390])
def test_nothing_moves_under_the_pointer(people: Open, site: Running, name: str, width: int) -> None:
    """What a move would change is shown on the board as it lies: a place that jumped could not be clicked."""
    visitor, page = site.visitor(), people(viewport={"width": width, "height": 900}).new_page()
    games = list(islice(filter(shows_changes, back_through(recorded(name))), 3))
    assert games
    for game in games:
        lay_out(visitor, game)
        look(page, visitor)
        before = laid_out(page)
        for move in page.locator(".tabletop button.piece.is-move:not([disabled])").all()[:6]:
            move.hover(force=True)
            assert laid_out(page) == before, f"ply {game.ply}, {move.get_attribute('value')}"


def shows_changes(game: Game) -> bool:
    """Whether the board shows what a move would change elsewhere."""
    if game.is_game_over():
        return False
    seat = game.waiting[0]
    buttons = {action: game.title.words.button(game, seat, action) for action in game.legal_actions_of(seat)}
    zones = game.title.drawing.draw(game.view(seat), seat, buttons).zones
    return any(piece.echo or (piece.face and piece.face.echoes) for zone in zones for piece in zone.pieces)


@pytest.mark.parametrize("title", TITLES)
def test_a_lesson_leaves_the_table_where_it_is_and_what_it_wants_is_in_sight(
    people: Open, site: Running, title: str
) -> None:
    page = people(viewport={"width": 1280, "height": 720}).new_page()
    begin(page, site, title)
    assert wait_for_lesson(page)
    expect(page.locator("#lesson")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#wanted")).to_be_in_viewport(ratio=0.9)
    before = places(page)
    page.get_by_role("button", name="Play on without the lesson").click()
    expect(page.locator("#lesson")).to_have_count(0)
    assert places(page) == before


def test_a_window_that_changes_its_size_while_pieces_glide(people: Open, site: Running) -> None:
    """The transition is given up; the page complains of nothing (see `people`) and goes on."""
    player = sit_down(people(**MOTION), site.origin)
    for width in (1300, 1440):
        assert player.my_turn()
        before = player.version
        player.moves.first.click()
        player.page.wait_for_function("v => Number(document.querySelector('main').dataset.version) > v", arg=before)
        player.page.set_viewport_size({"width": width, "height": 800})
    assert player.my_turn()


@pytest.mark.parametrize("name", SPEAKING)
def test_what_a_piece_says_keeps_inside_the_window_and_off_the_bars(people: Open, site: Running, name: str) -> None:
    visitor, page = site.visitor(), people(viewport={"width": 1280, "height": 720}).new_page()
    lay_out(visitor, stages(recorded(name))[1])
    look(page, visitor)
    tip = page.locator(".tip")
    pieces = [piece for piece in page.locator(".piece:has(> .bubble)").all() if piece.is_visible()]
    assert pieces
    for piece in pieces[:: max(1, len(pieces) // 30)]:
        piece.hover(force=True)
        if not tip.is_visible():
            continue
        box, bar, ribbon = (page.locator(it).bounding_box() for it in (".tip", ".bar", ".prompt"))
        assert box is not None
        assert bar is not None
        assert ribbon is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 1280
        assert box["y"] >= bar["y"] + bar["height"]
        assert box["y"] + box["height"] <= 720
        apart = box["y"] + box["height"] <= ribbon["y"] + 1 or box["y"] >= ribbon["y"] + ribbon["height"] - 1
        assert apart or box["x"] >= ribbon["x"] + ribbon["width"]
    page.mouse.move(640, 20)
    expect(tip).to_be_hidden()


@pytest.mark.parametrize("title", TITLES)
def test_a_table_on_a_phone(people: Open, site: Running, title: str) -> None:
    """Both bars at their edges, the board between them, words that can be read."""
    visitor, page = site.visitor(), people(**PHONE).new_page()
    found = []
    for game in stages(recorded(f"{title}/{RECORDS[title][0]}"))[1:]:
        lay_out(visitor, game)
        look(page, visitor)
        found += [f"ply {game.ply}: {fault}" for fault in phone_faults(page)]
    assert found == []
