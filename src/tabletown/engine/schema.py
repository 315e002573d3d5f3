"""Schemas for TOML: what a table may contain is declared as a class, and an error says in a sentence what is wrong.

A schema is a `Table` whose annotations say what is right, such as `Annotated[int, Meta(ge=0, le=9)]`. msgspec checks
parsed TOML against it; `Meta(description=...)` replaces the words that follow "must be" where those made from the
annotation would not help. Card files and positions are read like this.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from tabletown.engine.errors import TabletownError

MOST_SHOWN = 80
"""Of a wrong value no more characters are repeated."""
_STEP = re.compile(r"\.([^.\[`]+)|\[(\d+)\]")
_LISTS = (inspect.ListType, inspect.VarTupleType, inspect.TupleType)

Path = Sequence[str | int]


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """A TOML table with known fields; what has a default may be left out."""


T = TypeVar("T", bound=Table)


def check(
    table: Mapping[str, Any],
    shape: type[T],
    error: type[TabletownError],
    place: Callable[[Path], str],
    field: Callable[[Path], str],
) -> T:
    """Parsed TOML as its schema describes it. Raises `error`.

    `place` and `field` say how a sentence calls the table and the field that a path leads to.
    """
    try:
        return msgspec.convert(table, shape)
    except msgspec.ValidationError as problem:
        path, value, kind = _locate(table, inspect.type_info(shape), str(problem))
    fields = {one.encode_name: one for one in kind.fields} if isinstance(kind, inspect.StructType) else {}
    if fields and isinstance(value, Mapping):
        for name in value:
            if name not in fields:
                raise error(f"unknown field {name!r} in {place(path)}; known are {', '.join(sorted(fields))}")
        for name, one in fields.items():
            if one.required and name not in value:
                wanted = _wanted(one.type, name)
                raise error(f"{field([*path, name])} must be {wanted}, and is missing")
    wanted = _wanted(kind, str(path[-1]) if path else "")
    raise error(f"{field(path)} must be {wanted}, not {_shown(value)}")


def _locate(value: Any, kind: inspect.Type, problem: str) -> tuple[list[str | int], Any, inspect.Type]:
    """The path that msgspec's error ends with, the value there, and what should be there.

    An entry that is wrong makes its whole list wrong, unless it is a table.
    """
    steps: list[tuple[str | int, Any, inspect.Type]] = []
    for name, index in _STEP.findall(problem.rpartition("`$")[2] if "`$" in problem else ""):
        step = name or int(index)
        inner = _inner(_plain(kind, value), step)
        if inner is None:
            break
        value, kind = value[step], inner
        steps.append((step, value, kind))
    while steps and isinstance(steps[-1][0], int) and not isinstance(steps[-1][1], Mapping):
        steps.pop()
    if not steps:
        return [], value, _plain(kind, value)
    _, value, kind = steps[-1]
    plain = _plain(kind, value)
    return [step for step, _, _ in steps], value, plain if isinstance(value, Mapping) else kind


def _inner(kind: inspect.Type, step: str | int) -> inspect.Type | None:
    """What should be at the next step of a path."""
    if isinstance(kind, inspect.StructType):
        return next((one.type for one in kind.fields if one.encode_name == step), None)
    if isinstance(kind, inspect.TupleType) and isinstance(step, int):
        return kind.item_types[step]
    return kind.item_type if isinstance(kind, inspect.ListType | inspect.VarTupleType) else None


def _plain(kind: inspect.Type, value: Any) -> inspect.Type:
    """A type without its description; of several, the one that is meant by a table or by a list."""
    if isinstance(kind, inspect.Metadata):
        return _plain(kind.type, value)
    if isinstance(kind, inspect.UnionType):
        meant: Any = inspect.StructType if isinstance(value, Mapping) else _LISTS
        return next((one for one in (_plain(k, value) for k in kind.types) if isinstance(one, meant)), kind)
    return kind


def _wanted(kind: inspect.Type, name: str) -> str:
    """What would be right, in words that follow "must be"."""
    if isinstance(kind, inspect.Metadata):
        description = (kind.extra_json_schema or {}).get("description")
        return str(description) if description else _wanted(kind.type, name)
    if isinstance(kind, inspect.UnionType):
        return " or ".join(_wanted(one, name) for one in kind.types if not isinstance(one, inspect.NoneType))
    if isinstance(kind, inspect.StructType):
        return f"a table [{name}]"
    if isinstance(kind, inspect.BoolType):
        return "true or false"
    if isinstance(kind, inspect.LiteralType):
        words = [str(word) for word in kind.values if word != ""]
        return " or ".join(words) if len(words) < 3 else f"one of {', '.join(words)}"
    if isinstance(kind, inspect.TupleType):
        return f"{len(kind.item_types)} {_entries(kind.item_types[0], name)}"
    if isinstance(kind, inspect.IntType):
        return f"a whole number{_range(kind)}"
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return f"{_how_many(kind.min_length, kind.max_length)}{_entries(kind.item_type, name)}"
    return "a text"


def _entries(kind: inspect.Type, name: str) -> str:
    """The same for many."""
    if isinstance(kind, inspect.Metadata):
        return _entries(kind.type, name)
    if isinstance(kind, inspect.StructType):
        return f"tables, each begun by [[{name}]]"
    if isinstance(kind, inspect.LiteralType):
        words = all(isinstance(word, str) for word in kind.values)
        return f"{'words' if words else 'entries'} out of {', '.join(map(str, kind.values))}"
    if isinstance(kind, inspect.IntType):
        return f"whole numbers{_range(kind)}"
    return "lists" if isinstance(kind, _LISTS) else "texts"


def _how_many(low: int | None, high: int | None) -> str:
    if high is None:
        return "a list of "
    return f"{high} " if low == high else f"{low} to {high} " if low else f"a list of at most {high} "


def _range(kind: inspect.IntType) -> str:
    return "" if kind.ge is None else f" from {kind.ge} up" if kind.le is None else f" from {kind.ge} to {kind.le}"


def _shown(value: Any) -> str:
    """A wrong value; of tables only how many there are."""
    if isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
        return str(len(value))
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 3]}..."
