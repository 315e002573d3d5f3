"""People who keep their games, and a clock that can be set."""

import pytest

from ..keepers import Keeper
from ..visitors import Running


@pytest.fixture
def ada(running: Running) -> Keeper:
    return Keeper(running)


@pytest.fixture
def other(running: Running) -> Keeper:
    """Another browser."""
    return Keeper(running)


@pytest.fixture
def clock(running: Running, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How many seconds the clock of the database is ahead."""
    ahead = [0.0]
    now = running.site.store.now
    monkeypatch.setattr(running.site.store, "now", lambda: now() + ahead[0])
    return ahead
