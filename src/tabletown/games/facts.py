"""Reading the `meta.toml` of a title that others have made: what is missing or wrong is said in a sentence."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from tabletown.engine.errors import BadTitle
from tabletown.engine.state import MAX_OPTIONS, MAX_SEATS
from tabletown.engine.title import Meta

DEFAULTS: dict[str, Any] = {
    "rules": 1,
    "minutes": 20,
    "weight": "light",
    "blurb": "",
    "accent": ("#3d4fa1", "#9fb0ff"),
    "makers": {},
}
"""What a `meta.toml` may leave out, besides what `Meta` itself lets out."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_OPTION = re.compile(r"[a-z][a-z0-9_-]*")


def read_facts(path: Path) -> Meta:
    """The facts of a title. Raises BadTitle, which names the file and the field."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadTitle(f"{path} cannot be read: {error}") from error
    known = {field.name for field in fields(Meta)}
    for name in table:
        if name not in known:
            raise BadTitle(f"{path}: there is no fact {name!r}; there are: {', '.join(sorted(known))}")
    for name in ("title", "players"):
        if name not in table:
            raise BadTitle(f"{path}: {name} is missing")
    table = DEFAULTS | table
    for name, (fits, wanted) in _CHECKS.items():
        if name in table and not fits(table[name]):
            raise BadTitle(f"{path}: {name} is {wanted}, not {table[name]!r}")
    given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
    return Meta(**given)


def _whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value <= high


def _text(value: Any) -> bool:
    return isinstance(value, str) and value == " ".join(value.split())


def _players(value: Any) -> bool:
    return (
        isinstance(value, list) and len(value) == 2 and all(map(_whole(1, MAX_SEATS), value)) and value[0] <= value[1]
    )


def _colours(value: Any) -> bool:
    return len(value) == 2 and all(isinstance(one, str) and _COLOUR.fullmatch(one) for one in value)


def _texts(value: Any) -> bool:
    return isinstance(value, Mapping) and all(map(_text, value.values()))


def _options(value: Any) -> bool:
    return _texts(value) and len(value) <= MAX_OPTIONS and all(map(_OPTION.fullmatch, value))


_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "title": (lambda value: _text(value) and 0 < len(value) <= 40, "a text of at most 40 letters on one line"),
    "players": (_players, f"the least and the greatest number of players, from 1 to {MAX_SEATS}"),
    "rules": (_whole(1, 255), "a whole number from 1"),
    "minutes": (_whole(1, 600), "a whole number of minutes from 1"),
    "weight": (_text, "a text on one line, like 'light'"),
    "blurb": (_text, "a text on one line"),
    "goal": (_text, "a text on one line"),
    "hidden": (lambda value: isinstance(value, bool), "true or false"),
    "accent": (_colours, "two colours like '#3d4fa1', for light and for dark"),
    "makers": (_texts, "what they did and who they are, like { design = 'Ada' }"),
    "options": (_options, f"at most {MAX_OPTIONS} names with what each changes"),
    "editions": (lambda value: isinstance(value, list) and all(map(_text, value)), "a list of names"),
}
