"""The site listens while titles are being set up: pages say so, nobody waits, and games go on when it is done."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown import games
from tabletown.engine.kernel import kernel_modules
from tabletown.games import names
from tabletown.server.preparing import Preparation, Stage

from .play.test_lessons import follow, learn, real_choices
from .visitors import Running, StartSite, Visitor, wait_until

STUCK = "import sys; print('4 16 view', flush=True); sys.stdin.read()"


def nothing(name: str) -> None:
    """Load nothing."""


class Slow:
    """A preparation of UpTown of which one part, the rules or the bots, goes on when it is told to."""

    def __init__(self, part: str) -> None:
        self.go = threading.Event()
        loads = {"load_rules": nothing, "load_bots": nothing, f"load_{part}": self._wait}
        self.preparation = Preparation(["uptown"], **loads, is_cached=lambda _: True)  # type: ignore[arg-type]

    def _wait(self, name: str) -> None:
        assert self.go.wait(300)


@pytest.fixture
def slow() -> Iterator[Slow]:
    slow = Slow("rules")
    yield slow
    slow.go.set()


@pytest.fixture
def slow_bots() -> Iterator[Slow]:
    slow = Slow("bots")
    yield slow
    slow.go.set()


def ready(running: Running) -> bool:
    return running.site.preparation.is_ready("uptown")


# Pages


def test_the_pages_around_a_title_say_so(start: StartSite, slow: Slow) -> None:
    running = start(preparation=slow.preparation)
    visitor = running.visitor()
    page = visitor.http.get("/games/uptown")
    assert page.status_code == 200
    assert "UpTown is being set up" in page.text
    assert 'http-equiv="refresh"' in page.text
    assert 'action="/tables"' not in page.text
    home = visitor.http.get("/").text
    assert "UpTown is being set up" in home
    assert 'action="/quick/uptown"' not in home
    assert 'action="/quick/penny_lane"' in home  # nobody said that this one has to be set up
    assert visitor.http.get("/games/uptown/rules").status_code == 200
    assert visitor.http.get("/games/uptown/cards").status_code == 200
    slow.go.set()
    wait_until(lambda: ready(running))
    page = visitor.http.get("/games/uptown")
    assert 'action="/tables"' in page.text
    assert 'http-equiv="refresh"' not in page.text
    assert 'http-equiv="refresh"' not in visitor.http.get("/").text


@pytest.mark.parametrize(
    ("path", "fields"), [("/tables", {"title": "uptown", "players": "2"}), ("/quick/uptown", {})], ids=["form", "quick"]
)
def test_no_table_is_set_before(start: StartSite, slow: Slow, path: str, fields: dict[str, str]) -> None:
    running = start(preparation=slow.preparation)
    visitor = running.visitor()
    answer = visitor.post(path, fields)
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert "url=/games/uptown" in answer.text
    slow.go.set()
    wait_until(lambda: ready(running))
    assert visitor.post(path, fields).status_code == 303


def test_a_table_waits_and_its_bots_go_on(start: StartSite, slow: Slow) -> None:
    first = start(pace={"least": 3600.0})
    visitor = first.visitor()
    tables = [visitor.sit_down(players="4") for _ in range(8)]  # who begins is dealt
    waiting = first.site.store.awaiting_bots()
    assert waiting
    first.stop()
    second = start(preparation=slow.preparation)
    again = second.visitor()
    again.http.cookies = visitor.http.cookies
    for path in ("", "/board", "/record"):
        answer = again.http.get(f"/tables/{tables[0]}{path}")
        assert answer.status_code == 503
        assert f"url=/tables/{tables[0]}" in answer.text
    assert again.post(f"/tables/{tables[0]}/moves", {"move": "discard"}).status_code == 503
    assert again.http.get("/tables/nosuchtable").status_code == 404
    assert not second.site.store.events(waiting[0])
    slow.go.set()
    wait_until(lambda: not second.site.store.awaiting_bots())
    assert all(second.site.store.events(table) for table in waiting)
    assert again.http.get(f"/tables/{tables[0]}").status_code == 200


def test_no_list_hides_that_games_are_missing(start: StartSite, slow: Slow) -> None:
    """After a restart, somebody's games are not gone: they cannot be shown yet."""
    first = start(pace={"least": 3600.0})
    visitor = first.visitor()
    table = visitor.sit_down(public="everybody")
    first.stop()
    second = start(preparation=slow.preparation, pace={"least": 3600.0})
    again, stranger = second.visitor(), second.visitor()
    again.http.cookies = visitor.http.cookies
    for page in (again.http.get("/you").text, stranger.http.get("/lobby").text):
        assert "Still being set up: UpTown." in page
        assert "You sit at no table" not in page
        assert "No public game is in play" not in page
    assert 'http-equiv="refresh" content="5"' in stranger.http.get("/lobby").text
    assert 'http-equiv="refresh"' not in again.http.get("/you").text  # somebody may be typing a name
    slow.go.set()
    wait_until(lambda: ready(second))
    for page in (again.http.get("/you").text, stranger.http.get("/lobby").text):
        assert "Still being set up" not in page
        assert f"/tables/{table}" in page


def test_a_stream_begins_when_the_title_is_ready(start: StartSite, slow: Slow) -> None:
    first = start(pace={"least": 3600.0})
    table = first.visitor().sit_down()
    first.stop()
    visitor = start(preparation=slow.preparation, pace={"least": 3600.0}).visitor()
    with visitor.http.stream("GET", f"/tables/{table}/events") as answer:
        lines = answer.iter_lines()
        assert next(lines) == "retry: 1000"
        slow.go.set()
        assert next(line for line in lines if line.startswith("data:")).startswith(f"data: {table} ")


def test_a_title_that_cannot_be_set_up(start: StartSite) -> None:
    def fail(name: str) -> None:
        raise RuntimeError("gearbox-77 is broken")

    running = start(preparation=Preparation(["uptown"], load_rules=fail, is_cached=lambda _: True))
    wait_until(lambda: running.site.preparation.stage("uptown").failed)
    visitor = running.visitor()
    for page in (visitor.http.get("/games/uptown").text, visitor.post("/quick/uptown").text):
        assert "could not be set up" in page
        assert "gearbox-77" not in page
        assert 'http-equiv="refresh"' not in page
    assert "Still being set up" not in visitor.http.get("/lobby").text


def test_pages_tell_how_far_a_title_is(start: StartSite) -> None:
    preparation, told = watch(["uptown"], child=lambda _: [sys.executable, "-c", STUCK])
    visitor = start(preparation=preparation).visitor()
    wait_until(lambda: bool(told), seconds=60)
    for path in ("/", "/games/uptown", "/games/uptown/learn"):
        page = visitor.http.get(path).text
        assert 'max="16" value="4"' in page
        assert "25\u00a0% are done" in page


def test_whoever_asks_for_a_title_gets_it_next(start: StartSite) -> None:
    begun: list[str] = []
    go = threading.Event()

    def load(name: str) -> None:
        begun.append(name)
        assert go.wait(300)

    preparation = Preparation(names(), load_rules=load, load_bots=nothing, is_cached=lambda _: True, processes=1)
    visitor = start(preparation=preparation).visitor()
    wait_until(lambda: len(begun) == 1)
    order = preparation.names
    assert begun == order[:1]
    assert visitor.http.get(f"/games/{order[3]}").status_code == 200
    assert visitor.post(f"/quick/{order[2]}").status_code == 503
    assert visitor.http.get(f"/games/{order[3]}").status_code == 200
    assert visitor.http.get("/").status_code == 200  # which asks for none of them
    go.set()
    wait_until(lambda: not preparation.coming())
    assert begun == [order[0], order[3], order[2], order[1]]


# Bots, which are ready after the rules


def test_people_play_before_the_bots_can_think(start: StartSite, slow_bots: Slow) -> None:
    running = start(preparation=slow_bots.preparation)
    visitor = running.visitor()
    wait_until(lambda: ready(running))
    page = visitor.http.get("/games/uptown").text
    assert "the bots of this game are still being set up" in page
    mine = visitor.sit_down(players="3")
    while mine in running.site.store.awaiting_bots():  # who begins is dealt
        mine = visitor.sit_down(players="3")
    form = visitor.form()
    advice = visitor.post(f"/tables/{mine}/advice", form.fields)
    assert advice.status_code == 503
    assert int(advice.headers["retry-after"]) > 0
    assert "The bots of this game are being set up" in advice.text
    while mine not in running.site.store.awaiting_bots():
        form = visitor.form()
        assert visitor.move(form, form.moves[0]).status_code == 303
    waiting = running.site.store.awaiting_bots()
    versions = running.site.store.versions(waiting)
    slow_bots.go.set()
    wait_until(lambda: not running.site.store.awaiting_bots())
    assert all(now > versions[table] for table, now in running.site.store.versions(waiting).items())
    assert "still being set up" not in visitor.http.get("/games/uptown").text
    assert visitor.post(f"/tables/{mine}/advice", visitor.form().fields).status_code == 200


def test_a_lesson_begins_before_the_bots_can_think(start: StartSite, slow_bots: Slow) -> None:
    """What its rivals do first is written in the lesson."""
    running = start(preparation=slow_bots.preparation)
    visitor = running.visitor()
    wait_until(lambda: ready(running))
    learn(visitor, "uptown")
    chosen = len(real_choices("uptown"))
    assert len(follow(visitor, steps=chosen)) == chosen
    assert any(entry.event.seat == 1 for entry in visitor.log()), "a rival has moved, too"


def test_bots_that_cannot_be_set_up_leave_the_title_to_people(start: StartSite) -> None:
    def fail(name: str) -> None:
        raise RuntimeError("gearbox-77 is broken")

    preparation = Preparation(["uptown"], load_rules=nothing, load_bots=fail, is_cached=lambda _: True)
    running = start(preparation=preparation)
    wait_until(lambda: preparation.stage("uptown").failed)
    assert ready(running)
    page = running.visitor().http.get("/games/uptown").text
    assert "The bots of this game could not be set up" in page
    assert 'action="/tables"' in page


# Children


def watch(preparation_names: list[str], **options: object) -> tuple[Preparation, list[tuple[str, Stage]]]:
    told: list[tuple[str, Stage]] = []
    preparation = Preparation(
        preparation_names,
        tell=lambda name, stage: told.append((name, stage)),
        is_cached=lambda _: False,
        **options,  # type: ignore[arg-type]
    )
    return preparation, told


def test_a_child_fills_the_cache_and_tells_how_far_it_is() -> None:
    preparation, told = watch(["uptown"])
    preparation.start()
    assert not preparation.is_ready("uptown"), "nobody waits for the compiler"
    wait_until(lambda: preparation.bots_ready("uptown"), seconds=300)
    stages = [stage for _, stage in told]
    assert stages[0].done == 0
    assert len(stages) > 10
    assert all(0 <= stage.done <= stage.total for stage in stages)
    order = [(stage.ready, stage.bots) for stage in stages]
    assert order == sorted(order)
    assert set(order) == {(False, False), (True, False), (True, True)}
    assert order.count((True, False)) > 3, "the bots follow, part by part"


def test_small_titles_come_first_and_few_at_a_time() -> None:
    running: list[str] = []
    most = [0]

    def load(name: str) -> None:
        most[0] = max(most[0], len(preparation._children))
        running.append(name)

    preparation, _ = watch(
        names(), load_rules=load, load_bots=nothing, child=lambda _: [sys.executable, "-c", ""], processes=1
    )
    preparation.start()
    wait_until(lambda: all(preparation.is_ready(name) for name in names()), seconds=60)
    sizes = [sum(path.stat().st_size for path in kernel_modules(games.get(name).folder)) for name in running]
    assert sizes == sorted(sizes)
    assert most[0] == 0  # a title is loaded when its child has ended, and there is no other


def test_two_at_a_time_where_there_are_two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.server.preparing.cores", lambda: 2)
    preparation, told = watch(names(), child=lambda _: [sys.executable, "-c", STUCK])
    preparation.start()
    wait_until(lambda: len(told) == 2, seconds=60)
    assert len(preparation._children) == 2
    assert {name for name, _ in told} == set(preparation.names[:2])
    assert [preparation.stage(name).total for name in preparation.names] == [16, 16, 0, 0]
    preparation.stop()
    assert not preparation._children
    assert len(told) == 2, "after the end nothing is begun"


def test_stopping_ends_the_children() -> None:
    preparation, told = watch(["uptown"], child=lambda _: [sys.executable, "-c", STUCK])
    preparation.start()
    wait_until(lambda: bool(told), seconds=60)
    assert told == [("uptown", Stage(4, 16, "view"))]
    (child,) = preparation._children
    preparation.stop()
    assert child.poll() is not None
    assert not preparation.is_ready("uptown")


def test_a_child_that_fails_is_made_up_for_here(caplog: pytest.LogCaptureFixture) -> None:
    loaded: list[str] = []
    preparation, _ = watch(
        ["uptown"],
        load_rules=loaded.append,
        load_bots=nothing,
        child=lambda _: [sys.executable, "-c", "raise SystemExit(3)"],
    )
    preparation.start()
    wait_until(lambda: preparation.is_ready("uptown"), seconds=60)
    assert loaded == ["uptown"]
    assert "status 3" in caplog.text


def test_a_child_that_the_system_ends_is_tried_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    loaded: list[str] = []
    mark = tmp_path / "tried"
    code = f"import os, pathlib; p = pathlib.Path({str(mark)!r}); p.exists() or (p.touch(), os.kill(os.getpid(), 9))"
    preparation, _ = watch(
        ["uptown"], load_rules=loaded.append, load_bots=nothing, child=lambda _: [sys.executable, "-c", code]
    )
    preparation.start()
    wait_until(lambda: preparation.is_ready("uptown"), seconds=60)
    assert loaded == ["uptown"]
    assert caplog.text.count("status -9") == 1


def test_a_child_that_the_system_always_ends_is_named(caplog: pytest.LogCaptureFixture) -> None:
    """This process must not try what others were ended for."""
    loaded: list[str] = []
    code = "import os; os.kill(os.getpid(), 9)"
    preparation, told = watch(
        ["uptown"], load_rules=loaded.append, load_bots=nothing, child=lambda _: [sys.executable, "-c", code]
    )
    preparation.start()
    wait_until(lambda: preparation.stage("uptown").failed, seconds=60)
    assert not loaded
    assert told == [("uptown", Stage(failed=True))]
    assert caplog.text.count("status -9") == 2
    assert "compiles uptown was ended by signal 9" in caplog.text


def test_a_child_that_cannot_be_started_is_named(caplog: pytest.LogCaptureFixture) -> None:
    preparation, _ = watch(["uptown"], child=lambda _: [f"{os.devnull}/no-such-program"])
    preparation.start()
    wait_until(lambda: preparation.stage("uptown").failed, seconds=60)
    assert "no-such-program" in caplog.text


def test_a_child_does_not_outlive_its_parent() -> None:
    """However the parent ends, the pipe to the child ends with it."""
    code = f"""
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {ORPHAN!r}], stdin=subprocess.PIPE, stdout=sys.stdout)
sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "begun\n"
        parent.kill()
        assert parent.stdout.read() == ""  # ends only when the child, who shares it, has ended


ORPHAN = """
import threading, time
from tabletown.server.title_compiler import _end_with_parent
threading.Thread(target=_end_with_parent, daemon=True).start()
print("begun", flush=True)
time.sleep(60)
print("still here", flush=True)
"""


def test_visitors_of_other_titles_do_not_wait(start: StartSite, slow: Slow) -> None:
    visitor: Visitor = start(preparation=slow.preparation).visitor()
    visitor.sit_down(title="penny_lane", bot="greedy")
    form = visitor.form()
    assert visitor.move(form, form.moves[0]).status_code == 303
