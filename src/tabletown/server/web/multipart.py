"""Forms that carry a file, read without a library: a handful of fields, each at most once, all of it in memory.

The guard has bounded the size of the body before anything is read here.
"""

import re
from email.message import Message

from tabletown.server.errors import Malformed

_MOST_PARTS = 8
_NAME = re.compile(rb'(?:^|[;\s])name="([\w-]{1,40})"', re.IGNORECASE)
_UNREADABLE = "This form could not be read."


def read_parts(content_type: str, body: bytes) -> dict[str, bytes]:
    """The fields of a `multipart/form-data` body, files as their content. Raises Malformed."""
    header = Message()
    header["content-type"] = content_type
    boundary = header.get_param("boundary")
    if not isinstance(boundary, str) or not re.fullmatch(r"[\w'()+,./:=? -]{1,70}", boundary, re.ASCII):
        raise Malformed(_UNREADABLE)
    # every boundary stands at the beginning of a line, the first one perhaps at the very beginning
    pieces = (b"\r\n" + body).split(b"\r\n--" + boundary.encode(), _MOST_PARTS + 2)
    if len(pieces) < 2 or not pieces[-1].startswith(b"--"):
        raise Malformed(_UNREADABLE)
    fields: dict[str, bytes] = {}
    for piece in pieces[1:-1]:
        head, blank, content = piece.partition(b"\r\n\r\n")
        name = _NAME.search(_disposition(head))
        if not blank or name is None or name[1].decode() in fields:
            raise Malformed(_UNREADABLE)
        fields[name[1].decode()] = content
    return fields


def _disposition(head: bytes) -> bytes:
    for line in head.split(b"\r\n"):
        key, _, value = line.partition(b":")
        if key.strip().lower() == b"content-disposition":
            return value
    return b""
