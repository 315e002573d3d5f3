"""Several people decide in secret: in any order, with second thoughts, and nobody else notices until all have."""

import re
import threading
from typing import Any

import pytest

from tabletown.bots import Budget
from tabletown.engine.position import Position
from tabletown.engine.takebacks import is_sealed
from tabletown.games.milton_keynes.state import BID, BRIBE, TRADE
from tabletown.server.play.visibility import Visibility
from tabletown.server.store import writing
from tabletown.server.store.database import Database, Dialect
from tabletown.server.store.events import Moved, SatDown
from tabletown.server.store.protocol import Append, Receipt

from ..stage import TITLE, advance, company, everything, first_secret, phase, set_stage
from ..visitors import FRAGMENT, Form, Running, StartSite, Visitor, first_legal, read_form, wait_until
from ..web.test_live import next_version, stream

BRIBES = {0: "bribe 3", 1: "bribe 0", 2: "bribe 5"}
OPEN_BRIBES = re.compile(r" 3, \S+ 0 and \S+ 5")


@pytest.fixture(autouse=True)
def _stage(monkeypatch: pytest.MonkeyPatch) -> None:
    set_stage(monkeypatch)


@pytest.fixture
def people(running: Running) -> list[Visitor]:
    """Three people who are to name a bribe each, in secret."""
    people = company(running)
    advance(running.site, people[0].table, first_secret)
    return people


def decide(visitor: Visitor, move: str, **headers: str) -> None:
    """Make a move with the form of the page as it is."""
    answer = visitor.move(read_form(visitor.page()), move, **headers)
    assert answer.status_code in (200, 303), answer.text


def take_back(visitor: Visitor) -> None:
    form = read_form(visitor.page())
    assert form.undo
    assert visitor.post(form.undo, {**form.fields, "undo": form.fields["seat"]}).status_code == 303


def digest(visitor: Visitor) -> str:
    with visitor.site.tables.at(visitor.table) as table:
        return table.game.digest()


# What others notice


def test_in_any_order_it_comes_to_the_same_and_nobody_notices_before(running: Running) -> None:
    ends: set[str] = set()
    shown: dict[int, set[str]] = {seat: set() for seat in range(-1, 3)}
    for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):  # each is first, second and last
        people = company(running)
        spectator = running.visitor()
        spectator.table = people[0].table
        advance(running.site, spectator.table, first_secret)
        for seat in order[:2]:
            before = {who: everything(who) for who in (*people, spectator) if who is not people[seat]}
            decide(people[seat], BRIBES[seat])
            for who, pages in before.items():
                assert everything(who) == pages
            assert "You have decided" in people[seat].page()
        decide(people[order[2]], BRIBES[order[2]])
        assert phase(running.site, spectator.table) != BRIBE
        ends.add(digest(spectator))
        for seat, who in enumerate((spectator, *people), -1):
            page = who.page()
            assert OPEN_BRIBES.search(page)
            # whoever was last has one event less: the decision was the reveal
            shown[seat].add(at_any_table(who) if seat not in order[2:] else "last")
    assert len(ends) == 1
    assert len(shown[-1]) == 1  # a spectator cannot tell who was first or last
    assert all(len(shown[seat]) == 2 for seat in range(3))


def at_any_table(visitor: Visitor) -> str:
    """A board, with what its headers say of the version; how well random keys can be compressed is chance."""
    _, board, headers = everything(visitor)[1]
    return f"{headers['etag']} {headers['x-table-version']} {board}"


def test_second_thoughts_are_nobodys_business(people: list[Visitor], stranger: Visitor) -> None:
    stranger.table = people[0].table
    before = [everything(who) for who in (*people[1:], stranger)]
    decide(people[0], "bribe 1")
    take_back(people[0])
    decide(people[0], "bribe 2")
    take_back(people[0])
    decide(people[0], BRIBES[0])
    assert [everything(who) for who in (*people[1:], stranger)] == before
    for seat in (1, 2):
        decide(people[seat], BRIBES[seat])
    versions = [int(who.http.get(f"/tables/{who.table}/board").headers["x-table-version"]) for who in people]
    spectators = int(stranger.http.get(f"/tables/{stranger.table}/board").headers["x-table-version"])
    # beside what all see, Ada saw her five events and Bob his one; Cyd's was the reveal
    assert [version - spectators for version in versions] == [5, 1, 0]
    assert all(OPEN_BRIBES.search(who.page()) for who in people)


def test_streams_are_silent_until_the_reveal(people: list[Visitor], stranger: Visitor) -> None:
    stranger.table = people[0].table
    with stream(people[0]) as own, stream(people[2]) as other, stream(stranger) as anybody:
        heard = [next_version(lines) for lines in (own, other, anybody)]
        decide(people[0], BRIBES[0])
        assert next_version(own) == heard[0] + 1  # in the other windows of the same person
        decide(people[1], BRIBES[1])
        decide(people[2], BRIBES[2])
        assert next_version(own) == heard[0] + 2
        for lines, version in ((other, heard[1]), (anybody, heard[2])):
            frames = [next(lines) for _ in range(6)]  # the rest of the first frame, and one more
            assert frames[-3:] == [f"id: {version + 1}", "event: version", f"data: {stranger.table} {version + 1}"]


def test_what_there_is_to_watch_does_not_tell_of_secrets(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in which somebody decides in secret stands as far behind in the list as it did before."""
    append, ago = writing.append, [0.0]

    def append_earlier(db: Database, dialect: Dialect, change: Append, now: float) -> Receipt:
        return append(db, dialect, change, now - ago[0])

    monkeypatch.setattr(writing, "append", append_earlier)
    busy, quiet = (company(running, public="everybody") for _ in range(2))
    ago[0] = 7200.0
    advance(running.site, quiet[0].table, first_secret)

    def watched() -> list[str]:
        return [table.id for table in running.site.lobby.live(None, limit=1)]

    assert watched() == [busy[0].table], "nothing happened at the newer table for two hours"
    ago[0] = 0.0
    for seat in range(2):
        decide(quiet[seat], BRIBES[seat])
        assert watched() == [busy[0].table]
    decide(quiet[2], BRIBES[2])
    assert watched() == [quiet[0].table]


def test_a_lost_notice_of_a_secret_stays_secret(start: StartSite) -> None:
    """Another server finds the new version by looking at the store; its listeners hear of what they see."""
    one, two = start(), start()
    people = company(one)
    advance(one.site, people[0].table, first_secret)
    far = two.visitor()
    far.table = people[0].table
    with stream(far) as lines:
        before = next_version(lines)
        for seat in range(3):
            decide(people[seat], BRIBES[seat])
        assert next_version(lines) == before + 1


def test_refusals_say_the_same_whoever_has_decided(people: list[Visitor]) -> None:
    asked = ["bribe 3; pass", "bribe 3; bribe 4", "pass", "bribe 99", "bribe", ";", "bribe 1;"]

    def refusals() -> list[tuple[int, str]]:
        form = read_form(people[2].page())
        answers = [people[2].move(form, move, **FRAGMENT) for move in asked]
        return [(answer.status_code, answer.text) for answer in answers]

    before = refusals()
    assert {status for status, _ in before} == {422}
    for seat in (0, 1):
        decide(people[seat], BRIBES[seat])
        assert refusals() == before


# Forms


def test_nobodys_decision_is_in_the_way_of_another(people: list[Visitor]) -> None:
    forms = [read_form(who.page()) for who in people]
    for seat in (2, 0, 1):
        assert people[seat].move(forms[seat], BRIBES[seat]).status_code == 303
    assert phase(people[0].site, people[0].table) != BRIBE


def test_a_late_form_is_outdated(people: list[Visitor]) -> None:
    late = read_form(people[0].page())
    other_key = Form({**late.fields, "key": "a-key-of-its-own"})
    for seat in (0, 1):
        decide(people[seat], BRIBES[seat])
    log = people[0].log()
    assert people[0].move(other_key, "bribe 9").status_code == 409  # the own decision is made
    decide(people[2], BRIBES[2])
    assert len(people[0].log()) == len(log) + 1
    assert people[0].move(other_key, "bribe 9").status_code == 409
    undo = {**read_form(people[0].page()).fields, "undo": "0"}
    assert people[0].post(f"/tables/{people[0].table}/undo", undo).status_code == 422


def test_two_windows_make_one_decision(people: list[Visitor]) -> None:
    one, two = read_form(people[0].page()), read_form(people[0].page())
    assert one == two
    answers = [people[0].move(form, "bribe 3", **FRAGMENT) for form in (one, two)]
    assert answers[0].text == answers[1].text
    assert people[0].move(two, "bribe 4").status_code == 409
    decide(people[1], BRIBES[1])
    assert people[0].move(one, "bribe 3", **FRAGMENT).text == answers[0].text  # whoever decided meanwhile
    assert [entry.event.seat for entry in people[0].log()[-2:]] == [0, 1]


def test_the_same_form_at_once_from_both_servers(start: StartSite) -> None:
    """Decisions reach two servers in turn: none is lost, none is refused, none is made twice."""
    one, two = start(), start()
    people = company(one)
    advance(one.site, people[0].table, first_secret)
    elsewhere = []
    for who in people:
        twin = two.visitor()
        twin.http.cookies, twin.table = who.http.cookies, who.table
        elsewhere.append(twin)
    forms = [read_form(who.page()) for who in people]
    for seat, server in ((0, people), (1, elsewhere), (2, people)):
        assert server[seat].move(forms[seat], BRIBES[seat]).status_code == 303
    for seat in range(3):
        assert elsewhere[seat].move(forms[seat], BRIBES[seat]).status_code == 303  # the same again
    assert [entry.event.seat for entry in people[0].log()[-3:]] == [0, 1, 2]
    assert everything(people[1])[1][1] == everything(elsewhere[1])[1][1]


def test_a_crash_between_decisions(start: StartSite) -> None:
    before = start()
    people = company(before)
    advance(before.site, people[0].table, first_secret)
    form = read_form(people[0].page())
    decide(people[0], "bribe 1")
    decide(people[1], BRIBES[1])
    take_back(people[0])
    decide(people[0], BRIBES[0])
    pages = [everything(who) for who in people]
    before.stop()
    after = start()
    again = []
    for who in people:
        new = after.visitor()
        new.http.cookies.update(dict(who.http.cookies))
        new.table = who.table
        again.append(new)
    assert [everything(who) for who in again] == pages
    assert again[0].move(form, "bribe 1").status_code == 303  # an answer given before is given again
    assert [everything(who) for who in again] == pages
    take_back(again[1])
    decide(again[1], BRIBES[1])
    decide(again[2], BRIBES[2])
    assert OPEN_BRIBES.search(again[1].page())


def test_on_one_screen_every_seat_decides_for_itself(running: Running) -> None:
    (host,) = company(running, 1, players="3")
    for seat in (1, 2):
        host.post(f"/tables/{host.table}/seats", {"seat": str(seat)})
    advance(running.site, host.table, first_secret)
    seats = []
    for seat in range(2):
        form = read_form(host.page())
        seats.append(form.fields["seat"])
        assert host.move(form, BRIBES[seat]).status_code == 303
    assert seats == ["0", "1"]
    page = host.page()
    assert page.count(" to move</span>") == 1
    form = read_form(page)
    assert form.fields["seat"] == "2"
    assert 'name="undo" value="1"' in page  # whoever was last changes their mind first
    assert host.post(form.undo, {**form.fields, "undo": "1"}).status_code == 303
    assert read_form(host.page()).fields["seat"] == "1"


# Moves that are made together


@pytest.fixture
def bidders(running: Running) -> list[Visitor]:
    """Three people who are to bid for two permits each."""
    people = company(running)
    advance(running.site, people[0].table, lambda game: int(game.state.phase) == BID)
    return people


def test_moves_made_together_are_one_request(bidders: list[Visitor]) -> None:
    form, length = read_form(bidders[1].page()), len(bidders[1].log())
    others = [everything(who) for who in (bidders[0], bidders[2])]
    first = bidders[1].move(form, "bid 1; bid 2", **FRAGMENT)
    assert first.status_code == 200
    events = [entry.event for entry in bidders[1].log()[length:]]
    assert [(event.kind, event.seat) for event in events] == [("move", 1)] * 2
    assert bidders[1].move(form, "bid 1; bid 2", **FRAGMENT).text == first.text
    assert bidders[1].move(form, "bid 1; bid 3").status_code == 409
    assert len(bidders[1].log()) == length + 2
    assert [everything(who) for who in (bidders[0], bidders[2])] == others
    for _ in range(2):  # one by one
        take_back(bidders[1])
    assert read_form(bidders[1].page()).undo == ""


@pytest.mark.parametrize("move", ["bid 1; bid 999", "bid 1; pass", "bid 1; bid 1; bid 1", "bid 1;", "; bid 1", "a; b"])
def test_all_moves_are_made_or_none(bidders: list[Visitor], move: str) -> None:
    page, log = bidders[1].page(), bidders[1].log()
    answer = bidders[1].move(read_form(page), move)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert (bidders[1].page(), bidders[1].log()) == (page, log)


def test_moves_instead(bidders: list[Visitor]) -> None:
    """One may bid anew with both bids at once, also when others have bid since."""
    decide(bidders[1], "bid 1")
    decide(bidders[0], "bid 2; bid 2")
    form = read_form(bidders[1].page())
    assert bidders[1].move(form, "bid 4; bid 999", name="instead").status_code == 422
    assert bidders[1].move(form, "bid 4; bid 5", name="instead").status_code == 303
    assert [entry.event.kind for entry in bidders[1].log()[-3:]] == ["undo", "move", "move"]
    with bidders[1].site.tables.at(bidders[1].table) as table:
        assert table.game.state.bid[1].tolist() == [4, 5]
        assert table.game.state.bid[0].tolist() == [2, 2]


def test_what_is_revealed_is_not_asked_for_in_advance(running: Running) -> None:
    """Whoever passes hands on the turn; a second move with it is refused, whatever it is."""
    people = company(running)
    table_id = people[0].table
    advance(running.site, table_id, lambda game: len(game.waiting) == 1 and "pass" in game.legal_moves)
    with running.site.tables.at(table_id) as table:
        seat = table.game.turn
    assert seat is not None
    log = people[seat].log()
    for move in ("pass; pass", "pass; bribe 1"):
        answer = people[seat].move(read_form(people[seat].page()), move)
        assert answer.status_code == 422
        assert "one by one" in answer.text
    assert people[seat].log() == log


# Offers in secret


def test_an_offer_is_composed_in_secret(running: Running, stranger: Visitor) -> None:
    people = company(running)
    stranger.table = people[0].table
    advance(running.site, stranger.table, lambda game: int(game.state.phase) == TRADE)
    with running.site.tables.at(stranger.table) as table:
        maker = table.game.turn
    assert maker is not None
    partner = (maker + 1) % 3
    others = [people[partner], people[(maker + 2) % 3], stranger]
    before = [everything(who) for who in others]
    decide(people[maker], f"offer {('orange', 'sky', 'green')[partner]}")
    decide(people[maker], "give-cash; cash 2")
    decide(people[maker], "ask-cash; cash 1")
    take_back(people[maker])
    take_back(people[maker])
    decide(people[maker], "ask-permit; permit lobby")
    assert [everything(who) for who in others] == before
    decide(people[maker], "send")
    versions = [int(after[1][2]["x-table-version"]) - int(old[1][2]["x-table-version"])
                for after, old in zip(map(everything, others), before, strict=True)]  # fmt: skip
    assert versions == [1, 1, 1]


# Bots


def test_a_bot_decides_without_a_sound(start: StartSite) -> None:
    in_secret, openly = threading.Event(), threading.Event()
    openly.set()

    def think(name: str, view: Position, budget: Budget) -> int:
        (in_secret if len(view.waiting) > 1 else openly).wait(8)
        return first_legal(name, view, budget)

    running = start(choose=think)
    people = company(running, 2, **{"players": "3", "bot-2": "uniform"})
    advance_people(people)
    openly.clear()  # what the bot does after everybody has decided must not be heard in the same breath
    log = people[0].log()
    with stream(people[0]) as lines:
        before, pages = next_version(lines), everything(people[0])
        assert people[0].log() == log
        in_secret.set()
        wait_until(lambda: people[0].table not in running.site.store.awaiting_bots())
        assert [entry.event.seat for entry in people[0].log()[len(log) :]] == [2]
        assert everything(people[0]) == pages
        assert "thinking" in people[0].page()
        decide(people[1], BRIBES[1])
        decide(people[0], BRIBES[0])
        assert next_version(lines) == before + 1
        openly.set()


def test_a_bot_that_fails_in_secret_is_replaced_in_secret(start: StartSite) -> None:
    def crash(name: str, view: Position, budget: Budget) -> int:
        raise RuntimeError

    running = start(choose=crash)
    people = company(running, 2, **{"players": "3", "bot-2": "uniform"})
    advance_people(people)
    wait_until(lambda: people[0].table not in running.site.store.awaiting_bots())
    told = people[0].page().count("loses the thread")
    notes = [entry.event.note for entry in people[0].log() if isinstance(entry.event, Moved)]
    assert "loses the thread" in notes[-1]
    assert told < sum(note.startswith("loses") for note in notes)


def advance_people(people: list[Visitor]) -> None:
    """Let people pass, and bots do what they like, until all are asked at once."""
    site, table_id = people[0].site, people[0].table

    def ready() -> bool:
        with site.tables.at(table_id) as table:
            return is_sealed(table.game)

    while True:
        wait_until(lambda: ready() or table_id not in site.store.awaiting_bots())
        if ready():
            return
        with site.tables.at(table_id) as table:
            seat = table.game.turn
        assert seat is not None
        form = read_form(people[seat].page())
        decide(people[seat], "pass" if "pass" in form.moves else form.moves[0])


# Numbers


def count(visible: Visibility, *owns: tuple[int, ...]) -> list[int]:
    return [visible.version(own) for own in owns]


def test_every_reader_counts_what_they_see(people: list[Visitor]) -> None:
    with people[0].site.tables.at(people[0].table) as table:
        game, visible = table.game.copy(), Visibility(table.game)
    visible._game = game
    readers: list[tuple[int, ...]] = [(), (0,), (1,), (0, 1), (2,)]
    for seat, expected in ((0, [0, 1, 0, 1, 0]), (1, [0, 1, 1, 2, 0])):
        action = game.parse(BRIBES[seat], seat)
        game.push_action(action, seat)
        visible.record(Moved(seat, game.ply, "", action))
        assert count(visible, *readers) == expected
    visible.record(SatDown(1, game.ply, "", "Bo"))
    assert count(visible, *readers) == [1, 2, 2, 3, 1]
    assert [visible.choices_since((seat,), seat) for seat in range(3)] == [1, 1, 0]
    assert visible.choices_since((0, 1), 0) == 1
    game.push_action(game.parse(BRIBES[2], 2), 2)
    visible.record(Moved(2, game.ply, "", game.history[-1].action))
    assert count(visible, *readers) == [2, 3, 3, 4, 2]
    assert [visible.choices_since((seat,), seat) for seat in range(3)] == [3, 3, 2]


# Setting the table


@pytest.mark.parametrize(
    ("fields", "options"), [({}, {"advanced": False}), ({"option-advanced": "on"}, {"advanced": True})]
)
def test_optional_rules_are_chosen_with_the_table(
    running: Running, fields: dict[str, Any], options: dict[str, bool]
) -> None:
    host, *_ = company(running, 2, **fields)
    with running.site.tables.at(host.table) as table:
        assert table.row.options == options
        assert bool(table.game.state.options) == options["advanced"]
    page = host.http.get(f"/games/{TITLE}").text
    assert '<input type="checkbox" id="option-advanced" name="option-advanced">' in page
    again = host.post(f"/tables/{host.table}/rematch")
    with running.site.tables.at(again.headers["location"].removeprefix("/tables/")) as table:
        assert table.row.options == options
