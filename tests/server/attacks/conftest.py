"""One server for all attacks of a module."""

from collections.abc import Iterator

import pytest

from ..databases import File
from ..process import Nursery
from .siege import Siege


@pytest.fixture(scope="module")
def besieged(
    request: pytest.FixtureRequest, nursery: Nursery, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Siege]:
    """With the rates that the module calls `RATE_LIMITS`."""
    place = File(tmp_path_factory.mktemp("siege") / "site.sqlite3")
    siege = Siege(nursery, place, request.module.RATE_LIMITS)
    yield siege
    siege.close()


@pytest.fixture
def siege(besieged: Siege) -> Iterator[Siege]:
    """A server to be attacked. After the test the fair game on it must go on."""
    yield besieged
    besieged.dismiss_attackers()
    besieged.check()
