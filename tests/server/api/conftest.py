"""Programs for every test that asks for some."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ..visitors import OFTEN, Running, StartSite
from .programs import Program

Join = Callable[..., Program]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One site for all tests of a module: programs do not meet unless they want to."""
    site = Running(tmp_path_factory.mktemp("site") / "site.sqlite3", player_rate=OFTEN)
    yield site
    site.stop()


@pytest.fixture
def fresh(start: StartSite) -> Running:
    """A site at which nothing has happened yet."""
    return start(player_rate=OFTEN)


@pytest.fixture
def join(running: Running) -> Iterator[Join]:
    """Let a program come to the site: `join("Ada")`, or `join(None)` without a token."""
    joined: list[Program] = []

    def come(name: str | None = "Ada", site: Any = None) -> Program:
        joined.append(Program(site or running, name))
        return joined[-1]

    yield come
    for program in joined:
        program.http.close()


@pytest.fixture
def ada(join: Join) -> Program:
    return join("Ada")


@pytest.fixture
def bob(join: Join) -> Program:
    return join("Bob")


@pytest.fixture
def stranger(join: Join) -> Program:
    """Somebody without a token."""
    return join(None)
