"""Decoding requests: strict, with errors that name the field and what is expected."""

import re
from typing import TypeVar, get_origin, get_type_hints

import msgspec
from starlette.datastructures import QueryParams

from tabletown.server.api.problems import BadField
from tabletown.server.api.requests import RequestFields
from tabletown.server.errors import Malformed

A = TypeVar("A", bound=RequestFields)

_PLACE = re.compile(r"(?P<what>.*?)(?: - at (?:key in )?`\$\.?(?P<path>.*)`)?", re.DOTALL)
_NAMED = re.compile(r".*(?:unknown|missing required) field `(?P<field>[^`]*)`.*", re.DOTALL)
_WORDS = {
    "Expected": "expected", "Object": "the object", "Invalid enum value": "there is no choice",
    "Integer value": "the number", "Number": "the number",
}  # fmt: skip


def _number(text: str) -> int | float:
    """A number with a point or an exponent. In JSON, 4.0 is a whole number."""
    number = float(text)
    return int(number) if number.is_integer() else number


_JSON = msgspec.json.Decoder(float_hook=_number)


def read_body(data: bytes, shape: type[A]) -> A:
    """The body of a request as a struct. Raises Malformed."""
    try:
        return msgspec.convert(_JSON.decode(data), type=shape)
    except msgspec.ValidationError as error:
        raise _bad_field(str(error), "the body") from None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise Malformed("The body is not JSON.") from None


def read_query(query: QueryParams, shape: type[A]) -> A:
    """The query of a request as a struct. Raises Malformed."""
    hints = get_type_hints(shape)
    many = {name for name, kind in hints.items() if get_origin(kind) is list}
    given: dict[str, object] = {}
    for name in query:
        values = query.getlist(name)
        if name not in many and len(values) > 1:
            raise BadField(name, f"{name}: expected once, got it {len(values)} times.")
        given[name] = values if name in many else values[0]
    try:
        return msgspec.convert(given, type=shape, strict=False)
    except msgspec.ValidationError as error:
        raise _bad_field(str(error), "the query") from None


def _bad_field(text: str, whole: str) -> BadField:
    """The message of the decoder as a sentence that begins with the field."""
    found = _PLACE.fullmatch(text)
    assert found is not None
    what, path = found["what"], found["path"] or ""
    named = _NAMED.fullmatch(what)
    field = ".".join(filter(None, [path, named["field"] if named else ""]))
    for technical, plain in _WORDS.items():
        if what.startswith(technical):
            what = plain + what[len(technical) :]
    return BadField(field[:100], f"{field[:100] or whole}: {what[:200]}.")
