"""A running site for every test that asks for one."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from tabletown.server.serve import warm_up

from .cluster import Cluster, programs
from .databases import File, Place, Served
from .process import Nursery
from .visitors import OFTEN, Running, StartSite, Visitor

CALM = tuple(
    1_000_000_000_000 + it
    for it in (
        31, 36, 325, 62, 83, 86, 691, 113, 127, 133, 1101, 151, 158, 159, 325, 197, 200, 242, 691, 280, 284, 327, 1101,
        328, 386, 395, 325, 407, 506, 551, 691, 608, 658, 672, 1101, 707, 723, 756, 325, 814, 834, 858, 691, 863, 873,
    )
)  # fmt: skip
"""Seeds of UpTown with which two, three or four seats have a choice at each of the first plies (see test_calm.py).
They are long numbers, so that a page that tells one is found out. Of two seats, the second begins in every fourth."""


@pytest.fixture(autouse=True)
def _calm_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """New tables have calm deals: a ply that plays itself, in one table of twenty, would surprise most tests."""
    seeds = cycle(CALM)
    monkeypatch.setattr("tabletown.server.play.tables.secrets.randbelow", lambda _: next(seeds))


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Kernels are compiled before anybody waits for a bot."""
    warm_up()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL that belongs to these tests."""
    found = programs()
    if found is None:
        pytest.skip("there is no PostgreSQL here (initdb, postgres): install the package postgresql")
    cluster = Cluster(found)
    yield cluster
    cluster.remove()


@pytest.fixture
def served(cluster: Cluster) -> Iterator[Served]:
    """An empty PostgreSQL database."""
    served = Served(cluster)
    yield served
    cluster.give_back(served.url)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty database, of every kind in turn."""
    if request.param == "sqlite":
        return File(tmp_path / "store.sqlite3")
    served: Served = request.getfixturevalue("served")
    return served


@pytest.fixture(scope="session")
def nursery(_compiled: None) -> Iterator[Nursery]:
    """Starts servers that can be killed."""
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Where the site of a test keeps its games; modules whose tests concern databases say otherwise."""
    return tmp_path / "site.sqlite3"


@pytest.fixture
def start(db: str | Path) -> Iterator[StartSite]:
    """Start (and start again) a site on one database; bots move at once unless told otherwise."""
    running: list[Running] = []

    def start_site(port: int = 0, **options: Any) -> Running:
        running.append(Running(db, port, **options))
        return running[-1]

    yield start_site
    for one in running:
        one.stop()


@pytest.fixture(scope="module")
def shared(_compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One site for all tests of a module that need nothing special; to start and stop one takes longer than most."""
    limited = ("chat_rate", "name_rate", "import_rate", "export_rate", "player_rate")
    rates: dict[str, Any] = dict.fromkeys(limited, OFTEN)
    site = Running(tmp_path_factory.mktemp("site") / "site.sqlite3", **rates)
    yield site
    site.stop()


@pytest.fixture
def running(request: pytest.FixtureRequest) -> Running:
    """A running site: the one of the module, or a fresh one for tests that start some themselves or ask for `alone`."""
    if {"start", "db", "alone"} & set(request.fixturenames):
        start: StartSite = request.getfixturevalue("start")
        return start()
    shared: Running = request.getfixturevalue("shared")
    return shared


@pytest.fixture
def alone() -> None:
    """For tests that must be the only ones on their site."""


@pytest.fixture
def every_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that count plies, or answer each of them: no ply plays itself, whatever is dealt."""
    monkeypatch.setattr("tabletown.server.play.forced._plies_at_once", lambda *_: ())
    monkeypatch.setattr("tabletown.server.play.table.Table.forced_seats", lambda *_: ())
    monkeypatch.setattr("tabletown.server.play.moves.was_forced", lambda *_: False)


@pytest.fixture
def visitor(running: Running) -> Visitor:
    return running.visitor()


@pytest.fixture
def stranger(running: Running) -> Visitor:
    return running.visitor()


@pytest.fixture
def host(visitor: Visitor) -> Visitor:
    """Somebody at a table of three whose other seats are open."""
    visitor.sit_down(players="3", bot="open", name="Ada")
    return visitor


@pytest.fixture
def guest(running: Running, host: Visitor) -> Visitor:
    guest = running.visitor()
    guest.table = host.table
    return guest
