"""Fields of forms: what was sent, as something that makes sense."""

import re
import unicodedata
from collections.abc import Mapping

from tabletown.server.errors import Malformed

MAX_NAME = 30
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)


def number(text: str, what: str) -> int:
    """A whole number, not negative; raises Malformed."""
    if not _NUMBER.fullmatch(text):
        raise Malformed(f"The field {what} is not a number that makes sense.")
    return int(text)


def key_in(fields: Mapping[str, str]) -> str:
    """The key by which a form is known when it comes again; raises Malformed."""
    key = fields.get("key", "")
    if not _KEY.fullmatch(key):
        raise Malformed("The key of the form is missing or makes no sense.")
    return key


def name(text: str) -> str:
    """A name as it may be shown: one line, no invisible characters (they can turn around the text beside them).

    >>> name("  Ada\\n \\u202eLovelace ")
    'Ada Lovelace'
    """
    visible = "".join(c for c in text if not unicodedata.category(c).startswith("C") or c.isspace())
    return " ".join(visible.split())[:MAX_NAME].rstrip()
