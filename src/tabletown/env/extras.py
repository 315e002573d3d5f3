"""Libraries that not everybody has: where one is missing, the error says how to get it."""

from collections.abc import Iterator
from contextlib import contextmanager

from tabletown.engine.errors import TabletownError


class MissingExtra(TabletownError, ImportError):
    """A library is needed that is not installed; the text names the extra that brings it."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Imports in this block need an extra; raises MissingExtra where it is not installed."""
    try:
        yield
    except ModuleNotFoundError as missing:
        text = f"{missing.name} is not installed; the extra {name!r} brings it: pip install 'tabletown[{name}]'"
        raise MissingExtra(text) from missing
