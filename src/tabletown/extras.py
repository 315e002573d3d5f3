"""Optional libraries: where one is missing, the error says in a sentence how to install it."""

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
        library = (missing.name or "a library").partition(".")[0]
        if library == "tabletown":  # a part of ours that is not there is a mistake, and no extra brings it
            raise
        text = f'{library} is not installed; the extra {name!r} brings it: pip install "tabletown[{name}]"'
        raise MissingExtra(text) from missing
