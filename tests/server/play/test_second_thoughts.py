"""Twin tables: at one a player decides once, at the other decides, takes it back and decides again.

The tables have the same deal and the same salt, so that whatever others can fetch, keys included, must be equal.
"""

import random
import re
import secrets
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

import tabletown as tt
from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.takebacks import is_sealed
from tabletown.server.play.commands import Move, TakeBack
from tabletown.server.site import Site

from ..stage import advance, company, easiest
from ..visitors import Running, Visitor
from ..web.test_live import next_version, stream

SEALED = ("milton_keynes", "paper_skylines")
RANDOM_KEY = re.compile(r'name="key" value="\w{32}"')  # of forms that depend on no version


@pytest.fixture(autouse=True)
def _same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    same = SimpleNamespace(randbelow=lambda _: 7, token_hex=lambda _: "salt", token_urlsafe=secrets.token_urlsafe)
    monkeypatch.setattr("tabletown.server.play.tables.secrets", same)


@pytest.mark.parametrize("title", games.names())
def test_all_titles_with_sealed_phases_are_tried(title: str) -> None:
    game, choose = tt.new(title, players=3, seed=1), random.Random(1)
    found = is_sealed(game)
    while not game.is_game_over() and not found:
        seat = choose.choice(game.waiting)
        game.push_action(choose.choice(game.legal_actions_of(seat)), seat)
        found = is_sealed(game)
    assert found == (title in SEALED)


def asked_in_secret(game: Game) -> bool:
    return len(game.waiting) > 1


def decide(site: Site, table_id: str, seat: int, pick: Callable[[list[int]], int] = lambda actions: actions[0]) -> int:
    """Make the whole decision of a seat; returns how many plies it took."""
    plies = 0
    while True:
        with site.tables.at(table_id) as table:
            if plies and (seat not in table.game.waiting or not is_sealed(table.game)):
                return plies
            action = pick(table.game.legal_actions_of(seat)) if not plies else easiest(table.game, seat)
            move, version = table.game.say(action, seat), table.visibility.version((seat,))
        site.tables.submit(table_id, Move(seat, move), version)
        plies += 1


def take_back(site: Site, table_id: str, seat: int, plies: int) -> None:
    for _ in range(plies):
        with site.tables.at(table_id) as table:
            version = table.visibility.version((seat,))
        site.tables.submit(table_id, TakeBack(seat), version)


def fetched(visitor: Visitor) -> Iterator[tuple[str, int, str, str]]:
    """All that a visitor can ask about a table, by page and API: path, status, numbers in headers, and text."""
    token = visitor.http.cookies.get("tabletown")
    bearer = {"Authorization": f"Bearer {token}"} if token else {}
    page, api = f"/tables/{visitor.table}", f"/api/v1/tables/{visitor.table}"
    last = visitor.http.get(f"{api}/replay?ply=9999", headers=bearer).json()["last"]
    steps = range(max(0, last - 2), last + 1)
    paths = [page, f"{page}/board", f"{page}/replay", f"{page}/chat", f"{page}/record", f"{page}/check"]
    paths += [f"{page}/replay/step?step={step}" for step in steps]
    programs = [api, f"{api}/record", f"{api}/check", *(f"{api}/replay?ply={step}" for step in steps)]
    for path in [*paths, *programs]:
        answer = visitor.http.get(path, headers=bearer if path.startswith(api) else {})
        numbers = {name: answer.headers.get(name) for name in ("etag", "x-table-version")}
        text = RANDOM_KEY.sub("KEY", answer.text.replace(visitor.table, "TABLE"))
        yield path.replace(visitor.table, "TABLE"), answer.status_code, str(numbers), text
    with stream(visitor) as lines:
        yield "/events", 200, str(next_version(lines)), ""


def compare(once: list[Visitor], twice: list[Visitor], seats: list[int]) -> None:
    for seat in seats:
        for one, other in zip(fetched(once[seat]), fetched(twice[seat]), strict=True):
            assert one[:3] == other[:3]
            assert one[3].splitlines() == other[3].splitlines()


@pytest.mark.parametrize(("title", "phases"), [("milton_keynes", 3), ("paper_skylines", 1)])
def test_second_thoughts_change_no_number_that_others_see(running: Running, title: str, phases: int) -> None:
    once, twice = (company(running, title=title) for _ in range(2))
    site = running.site
    for people in (once, twice):
        people.append(running.visitor())  # a spectator
        people[3].table = people[0].table
    for _ in range(phases):
        for people in (once, twice):
            advance(site, people[0].table, asked_in_secret)
        with site.tables.at(once[0].table) as table:
            asked = table.game.waiting
        hesitant, *later = asked
        others = [seat for seat in range(4) if seat != hesitant]
        plies = decide(site, twice[0].table, hesitant, lambda actions: actions[-1])
        take_back(site, twice[0].table, hesitant, plies)
        compare(once, twice, others)
        early = later[: len(later) - 1]  # the last one reveals everything, which only that player may know
        for people, order in ((once, [hesitant, *early]), (twice, [*early, hesitant])):
            for seat in order:
                decide(site, people[0].table, seat)
        compare(once, twice, others)
        for people in (once, twice):
            decide(site, people[0].table, later[-1])
        compare(once, twice, others)
