"""Form fields as checked values: numbers, keys and names."""

import re
from collections.abc import Mapping

from tabletown.server.errors import Malformed
from tabletown.server.limits import DEFAULTS
from tabletown.server.play.people.names import readable, without_bots_mark

MAX_NAME = DEFAULTS.name_length
MAX_NOTE = DEFAULTS.note_length
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)


def parse_number(text: str, what: str) -> int:
    """A whole number that is not negative. Raises Malformed, with `what` as the name of the field."""
    if not _NUMBER.fullmatch(text):
        raise Malformed(f"The field {what} is not a number that makes sense.")
    return int(text)


def form_key(fields: Mapping[str, str]) -> str:
    """The idempotency key of a form. Raises Malformed."""
    key = fields.get("key", "")
    if not _KEY.fullmatch(key):
        raise Malformed("The key of the form is missing or makes no sense.")
    return key


def clean_note(text: str) -> str:
    """The note at a table that waits for players, as it may be stored: readable, and in one line. Raises Malformed."""
    note = readable(text)
    if len(note) > MAX_NOTE:
        raise Malformed(f"The note has {len(note)} characters. It may have {MAX_NOTE}.")
    return note


def clean_name(text: str) -> str:
    """A person's name as it may be stored: readable (see names.py), not too long, and not marked like that of a bot.

    >>> clean_name("  Ada\\n \\u202eLovelace "), clean_name("Ada (bot of Bob)")
    ('Ada Lovelace', 'Ada')
    """
    return without_bots_mark(readable(readable(text)[:MAX_NAME]))  # again, because a cut may leave a joiner at the end
