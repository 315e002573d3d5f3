"""What all tests share: the marker for numbered rules, and how Hypothesis searches."""

import gc

import pytest
from hypothesis import settings

# No deadline: the first example may have to wait for a kernel to compile. Derandomised: a red test stays red.
settings.register_profile("tabletown", deadline=None, derandomize=True)
settings.load_profile("tabletown")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rules(*ids): the numbered rules of a title that the test proves")
    config.addinivalue_line("markers", "exhaustive: takes a minute or more, and is run apart from the others")


def pytest_collection_finish() -> None:
    """Thousands of tests and all kernels stay to the end: Python need not look through them again and again."""
    gc.collect()
    gc.freeze()
