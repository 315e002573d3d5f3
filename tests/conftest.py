"""What all tests share: the marker for numbered rules, and how Hypothesis searches."""

import gc
from collections.abc import Callable

import pytest
from hypothesis import settings

from tabletown import games
from tabletown.engine.title import Title

from .titles.market import market

# No deadline: the first example may have to wait for a kernel to compile. Derandomised: a red test stays red.
settings.register_profile("tabletown", deadline=None, derandomize=True)
settings.load_profile("tabletown")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rules(*ids): the numbered rules of a title that the test proves")
    config.addinivalue_line("markers", "exhaustive: more of what a quicker test covers already; for `make test-all`")


def pytest_collection_finish() -> None:
    """Thousands of tests and all kernels stay to the end: Python need not look through them again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def release_market(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Title]:
    """The title `market` as of the release whose newest rules have a number: call it again for a newer release."""
    monkeypatch.setattr(games, "_added", {})
    return market
