"""Forms that carry a file: a handful of fields, each at most once, all of it in memory.

The guard has bounded the size of the body before anything is read here.
"""

import logging

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import Field, File, FormParser, parse_options_header

from tabletown.server.errors import Malformed

_MOST_PARTS = 8
_UNREADABLE = "This form could not be read."

logging.getLogger("python_multipart").setLevel(logging.CRITICAL)  # a broken form is its sender's affair, who is told so


def read_parts(content_type: str, body: bytes) -> dict[str, bytes]:
    """The fields of a `multipart/form-data` body, files as their content. Raises Malformed."""
    fields: dict[str, bytes] = {}
    ended = False

    def keep(name: bytes | None, content: bytes) -> None:
        key = (name or b"").decode("utf-8", "replace")
        if key in fields or len(fields) == _MOST_PARTS:
            raise FormParserError(_UNREADABLE)
        fields[key] = content

    def on_field(field: Field) -> None:
        keep(field.field_name, field.value or b"")

    def on_file(file: File) -> None:
        file.file_object.seek(0)
        keep(file.field_name, file.file_object.read())

    def on_end() -> None:
        nonlocal ended
        ended = True

    _, options = parse_options_header(content_type)
    boundary = options.get(b"boundary") or None
    in_memory = {"MAX_MEMORY_FILE_SIZE": len(body), "UPLOAD_ERROR_ON_BAD_CTE": True}
    try:
        FormParser("multipart/form-data", on_field, on_file, on_end, boundary, config=in_memory).write(body)
    except FormParserError:
        raise Malformed(_UNREADABLE) from None
    if not ended:
        raise Malformed(_UNREADABLE)
    return fields
