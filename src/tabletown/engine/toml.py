"""Reading and writing TOML: one clear sentence for whatever is wrong with a text that strangers wrote."""

import tomllib
from typing import Any

MOST_CHARACTERS = 4_000_000


def read_toml(text: str, what: str, error: type[Exception]) -> dict[str, Any]:
    """Parse TOML; raises `error` naming `what` was to be read."""
    if len(text) > MOST_CHARACTERS:
        raise error(f"{what} is longer than {MOST_CHARACTERS} characters")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise error(f"{what} is not valid TOML: {problem}") from None
    except (RecursionError, ValueError):
        raise error(f"{what} is not valid TOML: it is nested too deeply, or a number is too long") from None


def write_toml(table: dict[str, Any]) -> str:
    """Plain data as TOML."""
    import tomlkit  # takes long to load, and reading and playing do without it

    return tomlkit.dumps(table)


def multiline(text: str) -> str:
    """A text that `write_toml` writes over several lines."""
    import tomlkit

    return tomlkit.string(text, multiline=True)


def names(value: Any, field: str, error: type[Exception]) -> list[str]:
    """A list of names from a parsed field; raises `error` for anything else."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise error(f"{field} must be a list of names, not {value!r}")
    return value
