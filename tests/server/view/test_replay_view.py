"""Games looked at again: every ply from every seat, and no more than the asker may know while the game goes on."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from tabletown import games
from tabletown.engine.rounds import rounds_of
from tabletown.engine.seat_marks import Names
from tabletown.engine.steps import step_ends
from tabletown.render.html import zone_html
from tabletown.server.html.templates import Templates
from tabletown.server.play.table import Table
from tabletown.server.view.history import FinishedHistory, rounds, step_links
from tabletown.server.view.open_cards import draw_open
from tabletown.server.view.replay_view import choose_viewpoint, view_replay

from ..finished import keep, random_game, recorded
from ..stage import advance, company, first_secret, set_stage, unkeyed
from ..twins import keep_opened
from ..visitors import Running, Visitor, read_form

pytestmark = pytest.mark.usefixtures("alone")  # finished games are kept under names of their own

LONGEST = {
    "milton_keynes": "milton_keynes/3-hasty",
    "paper_skylines": "paper_skylines/2-greedy",
    "penny_lane": "penny_lane/5-jobs",
    "uptown": "uptown/4-greedy",
}


def look(visitor: Visitor, ply: object = "", seat: object = "", part: str = "/step", **query: str) -> str:
    params = {"ply": str(ply), "seat": str(seat), **query}
    answer = visitor.http.get(f"/tables/{visitor.table}/replay{part}", params=params)
    assert answer.status_code == 200, answer.text
    return answer.text


def way(page: str, name: str) -> int | None:
    """Where a way leads."""
    found = re.search(rf'data-way="{name}" href="[^"]*ply=(\d+)', page)
    return int(found[1]) if found else None


# Games that are over


def test_every_ply_is_drawn_as_each_seat_saw_it(visitor: Visitor) -> None:
    game = random_game(3, plies=10_000)
    visitor.table = keep(visitor.site.store, "over", game)
    with visitor.site.tables.at(visitor.table) as table:
        names = Names(tuple(table.names))
    for ply in (0, 1, 7, game.ply // 2, game.ply):
        for seat in range(-1, game.players):
            page = look(visitor, ply, "spectator" if seat < 0 else seat)
            scene = game.title.drawing.draw(game.at(ply).view(seat), seat, {})
            for zone in scene.zones:
                if not zone.title.startswith("Your "):
                    to_read = zone.role == "notice"  # for those who play
                    assert (zone_html(zone, names=names) in page) != to_read
            assert f"Ply <b>{ply}</b> of {game.ply}" in page


@pytest.mark.parametrize("title", games.names())
def test_open_cards_are_what_every_seat_sees_of_its_own(visitor: Visitor, title: str) -> None:
    game = recorded(LONGEST[title])
    for ply in range(0, game.ply, max(1, game.ply // 5)):
        position = game.at(ply)
        scene = draw_open(position)
        for seat in range(game.players):
            drawn = game.title.drawing.draw(position.view(seat), seat, {})
            own = [[piece.label for piece in zone.walk()] for zone in drawn.zones if zone.role == "own"]
            shown = [[piece.label for piece in zone.walk()] for zone in scene.zones if zone.seat == seat]
            assert all(zone in shown for zone in own)
            assert scene.seats[seat] == drawn.seats[seat]
        ids = [piece.id for zone in scene.zones for piece in zone.walk() if piece.id]
        assert len(ids) == len(set(ids))
        assert len({zone.id for zone in scene.zones}) == len(scene.zones)


@pytest.mark.parametrize("title", games.names())
def test_pages_of_every_title(visitor: Visitor, title: str) -> None:
    game = recorded(LONGEST[title])
    visitor.table = keep(visitor.site.store, title, game)
    for seat in ("open", "0", "spectator"):
        for ply in (0, game.ply // 2, game.ply):
            page = look(visitor, ply, seat, part="")
            ids = re.findall(r'\sid="([^"]*)"', page)
            assert len(ids) == len(set(ids))
            names = re.findall(r"view-transition-name:([\w-]+)", page)
            assert len(names) == len(set(names))
            assert f'value="{visitor.origin}/tables/{title}/replay?ply={ply}&amp;seat={seat}"' in page


def test_one_can_walk_from_the_start_to_the_end_and_back(visitor: Visitor) -> None:
    game = random_game(4)
    visitor.table = keep(visitor.site.store, "walk", game)
    ends = step_ends(game)
    assert len(ends) < game.ply
    for query, stops in (({}, ends), ({"plies": "1"}, range(1, game.ply + 1))):
        ply, seen = 0, []
        while (following := way(look(visitor, ply, "open", **query), "on")) is not None:
            assert way(look(visitor, following, "open", **query), "back") == ply
            assert way(look(visitor, ply, "open", **query), "ply-on") == ply + 1
            ply = following
            seen.append(ply)
        assert seen == list(stops)
    page = look(visitor, ply, "open")
    assert (way(page, "first"), way(page, "ply-back"), way(page, "last")) == (0, game.ply - 1, None)
    assert way(look(visitor, 0, "open"), "first") is way(look(visitor, 0, "open"), "back") is None
    assert "To the final ranking" in page
    assert way(look(visitor, 1, "open"), "back") == 0


@pytest.mark.parametrize("reader", [None, -1, 0, 2])
def test_turns_and_rounds_of_a_long_game(reader: int | None) -> None:
    game = recorded("milton_keynes/3-hasty")
    past = FinishedHistory(game, reader, rounds_of(game), step_ends(game))
    ends = [0]
    while (end := step_links(past, ends[-1]).next_turn) is not None:
        assert end > ends[-1]
        ends.append(end)
    assert ends[-1] == game.ply
    assert len(ends) < game.ply
    for before, after in pairwise(ends[1:-1]):
        assert step_links(past, after).previous_turn == before
        told = [said[0].seat for step in range(before + 1, after + 1) if (said := past.lines(step))]
        assert len(set(told)) == 1
    parts = rounds(past)
    assert [name for name, _ in parts][:3] == ["Set-up", "Year 1", "Year 2"]
    assert parts[0][1] == 0
    for name, step in parts:
        assert game.title.words.status(game.at(step)) == name


def test_steps_that_a_seat_did_not_see_are_passed_over() -> None:
    game = recorded("milton_keynes/3-hasty")
    past = FinishedHistory(game, -1, rounds_of(game), step_ends(game))
    hidden = [step for step in range(1, game.ply + 1) if past.lines(step) is None]
    assert hidden
    steps = [0]
    while (on := step_links(past, steps[-1]).next_step) is not None:
        steps.append(on)
    assert set(steps) == set(range(game.ply + 1)) - set(hidden)
    assert all(step_links(past, after).previous == before for before, after in pairwise(steps))


def test_a_hidden_step_says_so_and_half_a_move_tells_its_half(visitor: Visitor) -> None:
    game = recorded("milton_keynes/3-hasty")
    visitor.table = keep(visitor.site.store, "long", game)
    past = FinishedHistory(game, -1, rounds_of(game), step_ends(game))
    hidden = next(step for step in range(1, game.ply + 1) if past.lines(step) is None)
    assert "Something that a spectator could not see" in look(visitor, hidden, "spectator")
    actor = game.history[hidden - 1].seat
    assert "could not see" not in look(visitor, hidden, actor)
    visitor.table = keep(visitor.site.store, "short", random_game(4))
    page = look(visitor, 1, "open")
    assert re.search(r'<p class="did"><strong>.*?(plays|discards|takes)', page, re.DOTALL)


def test_what_makes_no_sense_is_refused(visitor: Visitor) -> None:
    keep(visitor.site.store, "over", random_game(3))
    for query, status in [
        ("ply=-1", 400),
        ("ply=1e3", 400),
        ("ply=99999999999999999999", 400),
        ("ply=%C2%B2", 400),
        ("seat=3", 400),
        ("seat=-1", 400),
        ("seat=everything", 400),
        ("ply=999999999", 200),  # there are not so many: the last one
    ]:
        for part in ("", "/step"):
            assert visitor.http.get(f"/tables/over/replay{part}?{query}").status_code == status, query
    assert visitor.http.get("/tables/nothing/replay").status_code == 404


def test_a_table_that_is_over_leads_to_its_replay(visitor: Visitor) -> None:
    visitor.table = keep(visitor.site.store, "over", random_game(3))
    page = visitor.page()
    assert 'href="/tables/over/replay"' in page
    assert 'href="/tables/over/check"' in page
    assert f'value="{visitor.origin}/tables/over/replay"' in page
    assert 'aria-current="true"' in look(visitor)  # all cards open, from the start
    assert 'value="open"' in look(visitor)


# Games that go on


def test_while_a_game_goes_on_everybody_sees_with_their_own_eyes(visitor: Visitor, stranger: Visitor) -> None:
    visitor.sit_down()
    form = visitor.form()
    visitor.move(form, form.moves[0])
    visitor.wait_for_turn()
    stranger.table = visitor.table
    assert 'name="seat" value="0"' in look(visitor)
    assert 'name="seat" value="spectator"' in look(visitor, seat="spectator")
    assert 'name="seat" value="spectator"' in look(stranger)
    for who, seats in ((visitor, ("open", "1")), (stranger, ("open", "0", "1"))):
        for seat in seats:
            answer = who.http.get(f"/tables/{visitor.table}/replay?seat={seat}")
            assert answer.status_code == 403
            assert "when the game is over" in answer.text
    for path in ("check", "record"):
        assert visitor.http.get(f"/tables/{visitor.table}/{path}").status_code == 404
    with visitor.site.tables.at(visitor.table) as table:
        secret = (str(table.row.seed), table.row.salt)
    assert not any(word in look(visitor, part="") for word in secret)


def dealt_anew(table: Table, reader: int, seed: int) -> Table:
    """A table with the same past for a reader, and everything else dealt anew: now and at every earlier ply."""
    other = Table(replace(table.row, seed=seed, salt="0" * 32, commitment="0" * 64))
    other.version, other.visibility, other.timeline = table.version, table.visibility, table.timeline
    other.game = table.game.copy()
    other.game.seed = seed
    worlds = [table.game.at(ply).view(reader).imagine(seed + ply).states for ply in range(table.game.ply + 1)]
    keep_opened(table.game, worlds)
    for ply, world in enumerate(worlds):
        world["ply"] = ply  # a view may hide it, but a game counts
    other.game.states[:] = worlds[-1]
    other.game._past = [world.tobytes() for world in worlds[:-1]]
    assert other.game.digest() != table.game.digest()  # there was something to hide
    return other


@pytest.mark.parametrize("reader", [-1, 0, 1])
@pytest.mark.parametrize("title", games.names())
def test_the_past_holds_nothing_that_was_hidden_then(visitor: Visitor, title: str, reader: int) -> None:
    """Deal everything anew that the reader could not know at each earlier ply: every page stays the same."""
    game = recorded(LONGEST[title])
    while game.is_game_over() or game.ply > 120:
        game.pop()
    keep(visitor.site.store, title, game)
    with visitor.site.tables.at(title) as table:
        pages = []
        for one in (table, dealt_anew(table, reader, 1000)):
            own = () if reader < 0 else (reader,)
            view = choose_viewpoint(one, own, "")
            assert view.seat == reader
            steps = [view_replay(one, None, own, view, step) for step in range(0, 121, 24)]
            pages.append([Templates().render("_replay.html", replay=step, link="") for step in steps])
    assert pages[0] == pages[1]


def test_nobodys_past_grows_by_what_others_decide_in_secret(monkeypatch: pytest.MonkeyPatch, running: Running) -> None:
    set_stage(monkeypatch)
    bribes = {0: "bribe 3", 1: "bribe 0", 2: "bribe 5"}
    shown = set()
    for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):  # each is first, second and last
        people = company(running)
        spectator = running.visitor()
        spectator.table = people[0].table
        advance(running.site, spectator.table, first_secret)

        def pasts(who: Visitor) -> list[str]:
            last = int(re.search(r'data-last="(\d+)"', look(who))[1])  # type: ignore[index]
            return [str(last), *(unkeyed(look(who, ply, part=""), who) for ply in (last - 1, last))]

        for seat in order[:2]:
            others = [who for who in (*people, spectator) if who is not people[seat]]
            before = [pasts(who) for who in others]
            own = pasts(people[seat])
            answer = people[seat].move(read_form(people[seat].page()), bribes[seat])
            assert answer.status_code == 303
            assert [pasts(who) for who in others] == before
            assert int(pasts(people[seat])[0]) == int(own[0]) + 1
        people[order[2]].move(read_form(people[order[2]].page()), bribes[order[2]])
        shown.add(tuple(pasts(spectator)))
    assert len(shown) == 1  # who was first or last is in nobody's past
