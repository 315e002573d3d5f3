"""The API in words, as Markdown: for the page /api, from the same operations as everything else."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from tabletown.server.api.openapi import INTRO, query_parameters
from tabletown.server.api.operations import BASE, Operation
from tabletown.server.api.refusals import KINDS

_WHO = {
    "nobody": "Needs no token.",
    "anybody": "Works without a token, as for somebody who watches.",
    "player": "Needs a token.",
}
_MEDIA = {"application/json": "the document", "text/plain": "text", "text/event-stream": "a stream of events"}


def describe(operations: Sequence[Operation]) -> str:
    """All operations, by their tags, and all refusals."""
    return "\n\n".join(_parts(operations))


def _parts(operations: Sequence[Operation]) -> Iterator[str]:
    yield "# The API"
    yield INTRO
    yield f"The same for machines: [`{BASE}/openapi.json`]({BASE}/openapi.json). Paths below begin with `{BASE}`."
    for tag in dict.fromkeys(operation.tag for operation in operations):
        yield f"## {tag}"
        for operation in operations:
            if operation.tag == tag:
                yield from _operation(operation)
    yield "## Refusals"
    yield _table(("Status", "error", "When"), [(str(s), f"`{k.error}`", k.when) for s, k in KINDS.items()])


def _operation(operation: Operation) -> Iterator[str]:
    yield f"### {operation.name}"
    yield f"`{operation.method} {operation.path}`"
    yield f"{operation.text}\n\n{_WHO[operation.who]}"
    asked = [
        (parameter["name"], "query", parameter["schema"], parameter["required"], parameter["description"])
        for parameter in query_parameters(operation.query)
    ]
    asked += _fields(operation.body, "body")
    if asked:
        rows = [
            (f"`{name}`", where, _kind(schema), "yes" if must else "", said)
            for name, where, schema, must, said in asked
        ]
        yield _table(("Field", "In", "Type", "Required", "What it is"), rows)
    if operation.status == 204:
        yield f"Answer ({operation.status}): nothing."
    elif operation.answer is None:
        yield f"Answer ({operation.status}): {_MEDIA[operation.media]}."
    else:
        said = (operation.answer.__doc__ or "").partition("\n")[0]
        yield f"Answer ({operation.status}): {said[:1].lower()}{said[1:]}"
        told = [(f"`{name}`", _kind(schema), said) for name, _, schema, _, said in _fields(operation.answer, "answer")]
        yield _table(("Field", "Type", "What it is"), told)


def _fields(shape: type[msgspec.Struct] | None, where: str) -> list[tuple[str, str, dict[str, Any], bool, str]]:
    """The fields of a struct: name, place, schema, whether it is required, what it is."""
    if shape is None:
        return []
    _, components = msgspec.json.schema_components([shape], ref_template="{name}")
    schema = components[shape.__name__]
    return [
        (name, where, kind, name in schema.get("required", ()), kind.get("description", ""))
        for name, kind in schema["properties"].items()
    ]


def _kind(schema: dict[str, Any]) -> str:
    """A type in words.

    >>> _kind({"type": "array", "items": {"$ref": "Seat"}}), _kind({"enum": ["a", "b"]})
    ('list of Seat', '`a`, `b`')
    """
    if "$ref" in schema:
        return _spaced(schema["$ref"])
    if "enum" in schema:
        return ", ".join(f"`{choice}`" for choice in schema["enum"] if choice is not None)
    if "anyOf" in schema:
        return " or ".join("nothing" if one.get("type") == "null" else _kind(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    low, high = schema.get("minimum"), schema.get("maximum")
    span = f", {low:g} to {high:g}" if low is not None and high is not None else ""
    if schema.get("type") == "string" and "maxLength" in schema:
        span = f", up to {schema['maxLength']}"
    return {"integer": "number", "number": "decimal", "boolean": "true or false", "string": "text"}.get(
        schema.get("type", ""), "object"
    ) + span


def _spaced(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
