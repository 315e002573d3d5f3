"""A clock that is wrong, or is set while games are played, runs nobody out of time."""

import time
from dataclasses import replace

import pytest

from tabletown.server.play.accounts.accounts import Device
from tabletown.server.play.searching.searching import SearchTiming
from tabletown.server.play.searching.wishes import Wishes
from tabletown.server.store import host_clock
from tabletown.server.store.mail_protocol import MailLink
from tabletown.server.store.protocol import Clock, SeatRow

from .databases import Place
from .play.tournaments.people import set_up, somebody
from .timing import kinds
from .visitors import Running, StartSite, Visitor

pytestmark = pytest.mark.usefixtures("every_ply")

HOUR_S = 3600.0
DAY_S = 24 * HOUR_S
MINUTE = Clock(60.0)


@pytest.fixture
def db(place: Place) -> str:
    return place.url


@pytest.fixture
def visitor(start: StartSite) -> Visitor:
    """A player with one minute, on both sides of a table where nothing plays itself."""
    visitor = start().visitor()
    visitor.sit_down(players="2", bot="here")
    with visitor.site.tables.at(visitor.table) as table:
        seats: list[SeatRow] = [replace(seat, play_forced=False) for seat in table.seats]
    visitor.table = visitor.site.tables.create("uptown", seats, clock=MINUTE)
    assert kinds(visitor) == ["start"]
    return visitor


def set_clock(monkeypatch: pytest.MonkeyPatch, ahead: float) -> None:
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + ahead)


@pytest.mark.parametrize("ahead", [HOUR_S, -HOUR_S])
def test_a_jump_of_the_clock(visitor: Visitor, monkeypatch: pytest.MonkeyPatch, ahead: float) -> None:
    before = visitor.site.store.now()
    set_clock(monkeypatch, ahead)
    visitor.site.timeouts.check_all()
    assert kinds(visitor) == ["start"]
    assert 0 <= visitor.site.store.now() - before < 60


@pytest.mark.parametrize("ahead", [HOUR_S, -HOUR_S])
def test_another_server_whose_clock_is_wrong(
    visitor: Visitor, start: StartSite, monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    """On PostgreSQL both use its clock; on one file, the one that the first of them began."""
    set_clock(monkeypatch, ahead)
    other: Running = start()
    other.site.timeouts.check_all()
    assert kinds(visitor) == ["start"]
    assert abs(other.site.store.now() - visitor.site.store.now()) < 60


@pytest.mark.parametrize("ahead", [DAY_S, -DAY_S])
def test_nothing_else_ends_by_a_clock_that_is_set(
    start: StartSite, monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    """Links in mails, codes, searches, the rounds of tournaments: all live by the clock of the database."""
    site = start(searching=SearchTiming(tick=HOUR_S), poll=HOUR_S).site
    store, ada = site.store, somebody(site.store, kept=True)
    site.searching.begin(ada, Wishes(("uptown",), "live-15", (2,)))
    code = site.accounts.show_code(ada)
    store.want_address(ada.id, "ada@home.example")
    store.keep_link("of a mail", MailLink("sign in", ada.id, "ada@home.example", store.now() + 60, None))
    tournament, organiser = set_up(site, rounds=1, join=True, round_days=1, pace="day-7")
    site.tournaments.join(tournament, ada)
    site.tournaments.start(tournament, organiser)
    site.rounds.tend_all()
    set_clock(monkeypatch, ahead)
    site.matchmaker.look()
    assert store.search_of(ada.id) is not None
    assert site.accounts.sign_in_with_code(Device("", "Firefox"), code).player.id == ada.id
    link = store.mail_link("of a mail")
    assert link is not None
    assert 0 < link.expires - store.now() <= 60
    site.rounds.tend_all()
    assert store.unfinished_business(store.now()) == []
    deadline = site.tournaments.row(tournament).deadline
    assert deadline is not None
    assert DAY_S - 60 < deadline - store.now() <= DAY_S


ONE_FILE = pytest.mark.parametrize("place", ["sqlite"], indirect=True)


@ONE_FILE
def test_a_clock_is_set_right_when_nobody_plays_against_it(start: StartSite, monkeypatch: pytest.MonkeyPatch) -> None:
    before = start().site.store.now()
    set_clock(monkeypatch, HOUR_S)
    assert abs(start().site.store.now() - before - HOUR_S) < 60


@ONE_FILE
def test_after_a_boot_the_clock_of_the_machine_counts(
    visitor: Visitor, start: StartSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_clock(monkeypatch, HOUR_S)
    monkeypatch.setattr(host_clock, "boot", lambda: "another")
    assert start().site.store.now() - visitor.site.store.now() > HOUR_S - 60
