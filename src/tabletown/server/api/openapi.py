"""The OpenAPI document: made from the operations and from the structs of requests and responses."""

import re
from collections.abc import Sequence
from typing import Any, get_type_hints

import msgspec

from tabletown.games import names as title_names
from tabletown.server.api import responses
from tabletown.server.api.operations import BASE, EVENTS, JSON, TEXT, Operation, by_path
from tabletown.server.api.problems import PROBLEMS
from tabletown.server.api.requests import RequestFields

VERSION = "1.0"
_REF = "#/components/schemas/{name}"
_ALWAYS = (400, 408, 413, 414, 500, 503)  # every operation may answer so
INTRO = """\
All that a person can do on this site, for programs.

Become a player with `POST /players`, and send the token you get as `Authorization: Bearer TOKEN`. A table is known by
its id; whoever knows it may watch. Look at a table, choose one of its `moves`, send it with the `version` that you saw
and a `key` of your own. Then listen to its events until there is a newer version.

Answers are JSON. A refusal has the fields `error`, a word for programs, and `message`, a sentence for people; nothing
was changed then. Bodies have to be `application/json`, of 64 kB at most. Cookies count for nothing here.
"""
_PARAMETERS: dict[str, dict[str, Any]] = {
    "title": {"description": "The name of a title", "schema": {"type": "string", "enum": title_names()}},
    "table": {
        "description": "The id of a table",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "minLength": 1, "maxLength": 64},
    },
    "tournament": {
        "description": "The id of a tournament",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "minLength": 1, "maxLength": 64},
    },
    "session": {
        "description": "The id of a session in the list",
        "schema": {"type": "string", "pattern": "^[0-9a-f]+$", "minLength": 1, "maxLength": 64},
    },
    "player": {
        "description": "The id of a player, or `me`",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "minLength": 1, "maxLength": 64},
    },
    "bot": {
        "description": "The id of a bot of yours",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "minLength": 1, "maxLength": 64},
    },
    "puzzle": {
        "description": "The id of a puzzle",
        "schema": {"type": "string", "pattern": "^[0-9a-f]+$", "minLength": 1, "maxLength": 64},
    },
}


_PLAIN: dict[str, dict[str, Any]] = {
    JSON: {"type": "object"},
    TEXT: {"type": "string"},
    EVENTS: {  # the schema of each event
        "type": "object",
        "properties": {
            "event": {"type": "string", "description": "Always `version`"},
            "id": {"type": "string", "description": "The version"},
            "data": {"type": "string", "description": "The id of a table, a space, and its version as you count"},
        },
    },
}


def openapi(operations: Sequence[Operation]) -> dict[str, Any]:
    """The whole document."""
    _, components = msgspec.json.schema_components(_shapes(operations), ref_template=_REF)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tabletown", "version": VERSION, "description": INTRO},
        "servers": [{"url": BASE}],
        "tags": [{"name": tag} for tag in dict.fromkeys(operation.tag for operation in operations)],
        "paths": {
            path: {method.lower(): _describe(operation) for method, operation in methods.items()}
            for path, methods in by_path(operations).items()
        },
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "From POST /players; sent as a header."}
            },
        },
    }


def _shapes(operations: Sequence[Operation]) -> list[type[msgspec.Struct]]:
    """All structs of bodies and answers. In the document they are known by their names, which must be unique."""
    found: dict[type[msgspec.Struct], None] = {responses.errors.Error: None}
    for operation in operations:
        found |= {shape: None for shape in (operation.body, operation.answer) if shape is not None}
    assert len({shape.__name__ for shape in found}) == len(found)
    return list(found)


def _describe(operation: Operation) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.name,
        "description": operation.text,
        "responses": {str(operation.status): _answer(operation)}
        | {str(status): _refusal(operation, status) for status in sorted({*operation.statuses, *_ALWAYS})},
    }
    if operation.auth != "none":
        described["security"] = [{"token": []}] if operation.auth == "required" else [{}, {"token": []}]
    parameters = [*_path_parameters(operation), *query_parameters(operation.query)]
    if parameters:
        described["parameters"] = parameters
    if operation.body is not None:
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": _ref(operation.body)}}}
    return described


def _path_parameters(operation: Operation) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", operation.path)
    return [{"name": name, "in": "path", "required": True, **_PARAMETERS[name]} for name in names]


def query_parameters(query: type[RequestFields] | None) -> list[dict[str, Any]]:
    """The fields of a query as parameters of OpenAPI."""
    if query is None:
        return []
    fields = {field.name: field for field in msgspec.structs.fields(query)}
    parameters = []
    for name, kind in get_type_hints(query, include_extras=True).items():
        if name not in fields:
            continue
        (schema,), _ = msgspec.json.schema_components([kind], ref_template=_REF)
        said = schema.pop("description", "")
        if not fields[name].required and fields[name].default is not msgspec.UNSET:
            schema["default"] = fields[name].default
        parameters.append(
            {"name": name, "in": "query", "required": fields[name].required, "description": said, "schema": schema}
        )
    return parameters


def _answer(operation: Operation) -> dict[str, Any]:
    if operation.status == 204:
        return {"description": "Done"}
    if operation.answer is None:
        return {"description": "Found", "content": {operation.media: {"schema": _PLAIN[operation.media]}}}
    said = (operation.answer.__doc__ or "").partition("\n")[0]
    answer: dict[str, Any] = {"description": said, "content": {JSON: {"schema": _ref(operation.answer)}}}
    if operation.links:
        answer["links"] = {
            name: {"operationId": other, "parameters": {"table": "$response.body#/id"}}
            for name, other in operation.links.items()
        }
    return answer


def _refusal(operation: Operation, status: int) -> dict[str, Any]:
    described: dict[str, Any] = {
        "description": PROBLEMS[status].when,
        "content": {JSON: {"schema": _ref(responses.errors.Error)}},
    }
    if status == 401:
        described["headers"] = {"WWW-Authenticate": {"schema": {"type": "string"}}}
    return described


def _ref(shape: type[msgspec.Struct]) -> dict[str, str]:
    return {"$ref": _REF.format(name=shape.__name__)}
