"""One server for all attacks of a module."""

from collections.abc import Iterator

import pytest

from ..databases import File
from ..process import Nursery
from .siege import Siege


@pytest.fixture(scope="module")
def besieged(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Siege]:
    siege = Siege(nursery, File(tmp_path_factory.mktemp("siege") / "site.sqlite3"))
    yield siege
    siege.close()


@pytest.fixture
def siege(besieged: Siege) -> Iterator[Siege]:
    """A server to be attacked. After the test the fair game on it must go on."""
    yield besieged
    besieged.dismiss_attackers()
    besieged.check()
