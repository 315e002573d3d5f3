"""Mail addresses as people type them. Whether one exists is known when its owner presses the button in a mail."""

import re

from tabletown.server.errors import Malformed

LONGEST = 254
NO_ADDRESS = "This is not a mail address. One is like you@home.example."

# what every mail server understands: no quotes, no comments, no other scripts before the @
_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


def read_address(text: str) -> str:
    """An address as it is kept, its domain in small letters and ASCII; empty if the text is none.

    >>> read_address(" Ada@Home.Example "), read_address("ada"), read_address("a@b@c"), read_address("é@home.example")
    ('Ada@home.example', '', '', '')
    """
    local, at, domain = text.strip().rpartition("@")
    if not at or len(text) > LONGEST or len(local) > 64 or not _LOCAL.fullmatch(local):
        return ""
    try:
        domain = domain.encode("idna").decode().lower()
    except UnicodeError:
        return ""
    labels = domain.split(".")
    if len(domain) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        return ""
    return f"{local}@{domain}"


def address_from_form(text: str) -> str:
    """The address that somebody typed. Raises Malformed."""
    address = read_address(text)
    if not address:
        raise Malformed(NO_ADDRESS)
    return address
