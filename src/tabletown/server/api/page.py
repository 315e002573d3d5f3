"""The description of the API as Markdown, for the page /api, made from the operations."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tabletown.server.api.openapi import INTRO, openapi, query_parameters
from tabletown.server.api.operations import BASE, Operation
from tabletown.server.api.problems import PROBLEMS

Schema = Mapping[str, Any]
_AUTH = {
    "none": "Needs no token.",
    "optional": "Works without a token, as for somebody who watches.",
    "required": "Needs a token.",
}
_MEDIA = {"application/json": "the document", "text/plain": "text", "text/event-stream": "a stream of events"}
_TYPES = {"integer": "number", "number": "decimal", "boolean": "true or false", "string": "text"}


def describe(operations: Sequence[Operation]) -> str:
    """All operations by tag, the fields of their answers, and all errors."""
    return "\n\n".join(_parts(operations))


def _parts(operations: Sequence[Operation]) -> Iterator[str]:
    shapes: dict[str, Schema] = openapi(operations)["components"]["schemas"]
    yield "# The API"
    yield INTRO
    yield f"The same for machines: [`{BASE}/openapi.json`]({BASE}/openapi.json). Paths below begin with `{BASE}`."
    for tag in dict.fromkeys(operation.tag for operation in operations):
        yield f"## {tag}"
        for operation in operations:
            if operation.tag == tag:
                yield from _operation(operation, shapes)
    yield "## Answers and their parts"
    bodies = {operation.body.__name__ for operation in operations if operation.body}
    for name, shape in shapes.items():
        if name not in bodies:
            yield f"### {_heading(name)}"
            yield str(shape.get("description", ""))
            rows = [(f"`{field}`", _kind(kind), kind.get("description", "")) for field, kind in _fields(shape)]
            yield _table(("Field", "Type", "What it is"), rows)
    yield "## Refusals"
    yield _table(("Status", "error", "When"), [(str(s), f"`{k.error}`", k.when) for s, k in PROBLEMS.items()])


def _operation(operation: Operation, shapes: Mapping[str, Schema]) -> Iterator[str]:
    yield f"### {operation.name}"
    yield f"`{operation.method} {operation.path}`"
    yield f"{operation.text}\n\n{_AUTH[operation.auth]}"
    asked = [
        (parameter["name"], "query", _kind(parameter["schema"]), parameter["required"], parameter["description"])
        for parameter in query_parameters(operation.query)
    ]
    if operation.body is not None:
        body = shapes[operation.body.__name__]
        required = body.get("required", ())
        asked += [
            (name, "body", _kind(kind), name in required, kind.get("description", "")) for name, kind in _fields(body)
        ]
    if asked:
        rows = [(f"`{name}`", where, kind, "yes" if must else "", said) for name, where, kind, must, said in asked]
        yield _table(("Field", "In", "Type", "Required", "What it is"), rows)
    if operation.answer is not None:
        answer = _link(operation.answer.__name__)
    else:
        answer = "nothing" if operation.status == 204 else _MEDIA[operation.media]
    yield f"Answer ({operation.status}): {answer}."


def _fields(shape: Schema) -> list[tuple[str, Schema]]:
    return list(shape["properties"].items())


def _kind(schema: Schema) -> str:
    """The type of a schema in words.

    >>> _kind({"type": "array", "items": {"type": "integer"}}), _kind({"enum": ["a", "b"]})
    ('list of number', '`a`, `b`')
    """
    if "$ref" in schema:
        return _link(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return ", ".join(f"`{choice}`" for choice in schema["enum"] if choice is not None)
    if "anyOf" in schema:
        return " or ".join("nothing" if one.get("type") == "null" else _kind(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    low, high = schema.get("minimum"), schema.get("maximum")
    span = f", {low:,.12g} to {high:,.12g}" if low is not None and high is not None else ""
    if schema.get("type") == "string" and "maxLength" in schema:
        span = f", up to {schema['maxLength']}"
    return _TYPES.get(schema.get("type", ""), "object") + span


def _heading(name: str) -> str:
    """The heading of a struct on the page.

    >>> _heading("SeatSummary")
    'The fields of seat summary'
    """
    return f"The fields of {_spaced(name)}"


def _link(name: str) -> str:
    return f"[{_spaced(name)}](#{_heading(name).lower().replace(' ', '-')})"


def _spaced(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
