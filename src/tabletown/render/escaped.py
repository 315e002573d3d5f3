"""Words on a page: the same few are written on every board, so each is escaped once."""

from functools import lru_cache

from markupsafe import escape


@lru_cache(maxsize=8192, typed=True)  # by type, for markup is equal to the text that it is written as
def escaped(text: str) -> str:
    """Text for HTML or SVG; markup stays as it is."""
    return str(escape(text))
