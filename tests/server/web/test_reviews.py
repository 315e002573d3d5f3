"""Reviews on the site: made in the background and kept, for finished games alone, and one plays on from any ply."""

import re

import pytest

from tabletown.server.limits import Rate
from tabletown.study.kept_review import review_key

from ..finished import keep, random_game, recorded
from ..visitors import Running, StartSite, Visitor, wait_until

WHOLE = 'class="luck sheet"'


@pytest.fixture(scope="module")
def played(shared: Running) -> Running:
    """A site with a finished game, and one that is not."""
    keep(shared.site.store, "over", random_game(5, players=2))
    keep(shared.site.store, "goes-on", random_game(6, players=2, plies=20))
    return shared


def make(visitor: Visitor, table: str = "over") -> str:
    """Ask for the review of a game and wait for it; returns its page."""
    answer = visitor.post(f"/tables/{table}/review")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/tables/{table}/review"
    wait_until(lambda: WHOLE in visitor.http.get(f"/tables/{table}/review").text)
    return visitor.http.get(f"/tables/{table}/review").text


def test_a_review_is_asked_for_made_and_kept(played: Running) -> None:
    visitor = played.visitor()
    before = visitor.http.get("/tables/over/review").text
    assert "Look at this game again" in before
    assert WHOLE not in before
    page = make(visitor)
    assert "Look at this game again" not in page
    assert "Chances to win" in page
    assert page.count("<article") >= 2
    with played.site.tables.at("over") as table:
        kept = played.site.store.review("over", review_key(table.game))
    assert kept is not None
    assert "Ada" not in kept
    assert visitor.post("/tables/over/review").status_code == 303  # again: nothing is done
    with played.site.tables.at("over") as table:
        assert played.site.store.review("over", review_key(table.game)) == kept


def test_the_cursor_goes_where_the_address_says(played: Running) -> None:
    visitor = played.visitor()
    make(visitor)
    page = visitor.http.get("/tables/over/review?ply=10&seat=1").text
    assert "Before ply <b>11</b>" in page
    assert re.search(r'aria-current="true"><span class="mark">.*?</span><span>Bob</span>', page, re.DOTALL)
    assert "Before ply" in visitor.http.get("/tables/over/review/part?ply=9999").text
    for nonsense in ("ply=x", "ply=-1", "seat=9"):
        assert visitor.http.get(f"/tables/over/review?{nonsense}").status_code == 400


def test_a_game_that_goes_on_is_not_reviewed(played: Running) -> None:
    visitor = played.visitor()
    for answer in (visitor.http.get("/tables/goes-on/review"), visitor.post("/tables/goes-on/review")):
        assert answer.status_code == 422
        assert "The game is not over" in answer.text
    answer = visitor.post("/tables/goes-on/play-on", {"ply": "3", "seat": "0"})
    assert answer.status_code == 422
    assert visitor.http.get("/tables/nowhere/review").status_code == 404


def test_many_reviews_in_a_short_time_are_refused(start: StartSite) -> None:
    running = start(review_rate=Rate(burst=1, seconds=3600))
    for name in ("one", "two"):
        keep(running.site.store, name, random_game(5 if name == "one" else 7, players=2))
    visitor = running.visitor()
    visitor.sit_down()
    assert visitor.post("/tables/one/review").status_code == 303
    answer = visitor.post("/tables/two/review")
    assert answer.status_code == 429
    assert "a lot of reviews" in answer.text


def test_a_review_outlives_a_restart(start: StartSite) -> None:
    running = start()
    keep(running.site.store, "over", random_game(5, players=2))
    make(running.visitor())
    running.stop()
    again = start()
    assert WHOLE in again.visitor().http.get("/tables/over/review").text


def test_one_plays_on_from_a_ply(played: Running) -> None:
    visitor = played.visitor()
    answer = visitor.post("/tables/over/play-on", {"ply": "12", "seat": "1", "key": "k" * 24})
    assert answer.status_code == 303
    table_id = answer.headers["location"].removeprefix("/tables/")
    with played.site.tables.at("over") as over, played.site.tables.at(table_id) as table:
        assert table.game.history[:12] == over.game.history[:12]
        assert [row.kind for row in table.seats] == ["bot", "human"]
        assert table.row.seed == over.row.seed
        assert not table.row.public
        assert any("goes on from ply 12" in note.text for note in table.notes)
    # the same form again is the same table
    again = visitor.post("/tables/over/play-on", {"ply": "12", "seat": "1", "key": "k" * 24})
    assert again.headers["location"] == f"/tables/{table_id}"
    for fields in ({"ply": "9999", "seat": "0"}, {"ply": "3", "seat": "7"}, {"ply": "x", "seat": "0"}, {}):
        assert visitor.post("/tables/over/play-on", fields).status_code == 400


def test_every_step_of_a_replay_can_be_played_on_from(played: Running) -> None:
    """As the seat whose eyes one has, else as the one to act; not from the end, and not from a game that goes on."""
    visitor = played.visitor()
    with played.site.tables.at("over") as over:
        last, turn = over.game.ply, over.game.at(7).turn
    for seat, expected in (("open", turn), ("0", 0), ("1", 1)):
        page = visitor.http.get(f"/tables/over/replay?ply=7&seat={seat}").text
        form = page.partition('action="/tables/over/play-on"')[2].partition("</form>")[0]
        assert dict(re.findall(r'name="(ply|seat)" value="(\d+)"', form)) == {"ply": "7", "seat": str(expected)}
        key = re.findall(r'name="key" value="([^"]+)"', form)[0]
        answer = visitor.post("/tables/over/play-on", {"ply": "7", "seat": str(expected), "key": key})
        assert answer.status_code == 303
    assert "play-on" not in visitor.http.get(f"/tables/over/replay?ply={last}").text
    assert "play-on" not in visitor.http.get("/tables/goes-on/replay?ply=3").text


def test_a_game_that_is_played_on_can_be_finished(played: Running) -> None:
    visitor = played.visitor()
    with played.site.tables.at("over") as over:
        ply = over.game.ply - 6
    answer = visitor.post("/tables/over/play-on", {"ply": str(ply), "seat": "0"})
    visitor.table = answer.headers["location"].removeprefix("/tables/")

    def is_game_over() -> bool:
        with played.site.tables.at(visitor.table) as table:
            over, waits = table.game.is_game_over(), 0 in table.game.waiting
        if waits and not over:
            form = visitor.form()
            if form.moves:
                visitor.move(form, form.moves[0])
        return over

    wait_until(is_game_over)
    assert "/review" in visitor.http.get(f"/tables/{visitor.table}").text


def test_the_replay_and_the_end_lead_to_the_review(played: Running) -> None:
    visitor = played.visitor()
    for address in ("/tables/over", "/tables/over/replay"):
        assert 'href="/tables/over/review"' in visitor.http.get(address).text
    assert 'href="/tables/goes-on/review"' not in visitor.http.get("/tables/goes-on/replay").text


def test_every_title_has_a_page_before_its_review(played: Running) -> None:
    visitor = played.visitor()
    for name in ("milton_keynes/3-hasty", "paper_skylines/2-greedy", "penny_lane/5-jobs"):
        table = name.replace("/", "-")
        keep(played.site.store, table, recorded(name))
        answer = visitor.http.get(f"/tables/{table}/review")
        assert answer.status_code == 200
        assert "Look at this game again" in answer.text
