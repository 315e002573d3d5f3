"""Codes that people write down and type: tickets (recovery codes) and one-time codes.

They use digits and letters that are not mistaken for each other: no I, L, O and U, which are read as 1, 1, 0 and V.
Case, spaces and dashes do not matter. A ticket ends with two signs that follow from the others, so that a slip of the
pen is noticed before anybody looks for the ticket.
"""

import hashlib
import secrets
from typing import NewType

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: 5 bits a sign
TICKET_SIGNS = 28
_TICKET_RANDOM = 26  # 130 bits
CODE_SIGNS = 8  # 40 bits: enough for a code of minutes of which only a few can be tried
_GROUP = 4
_READ_AS = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V", " ": None, "-": None, "\u2013": None, "\u00a0": None})
_LONGEST = 100  # characters that are looked at

Code = NewType("Code", str)
"""The signs of a ticket or code, without spaces."""


def new_ticket() -> Code:
    """A new ticket."""
    signs = "".join(secrets.choice(ALPHABET) for _ in range(_TICKET_RANDOM))
    return Code(signs + _check_signs(signs))


def new_code() -> Code:
    """A new one-time code."""
    return Code("".join(secrets.choice(ALPHABET) for _ in range(CODE_SIGNS)))


def read_ticket(text: str) -> Code | None:
    """The ticket that somebody typed; None if a sign is missing or wrong.

    >>> ticket = new_ticket()
    >>> read_ticket(" ".join(groups(ticket)).lower()) == ticket, read_ticket("0000 0000")
    (True, None)
    """
    signs = _read(text)
    if len(signs) != TICKET_SIGNS or _check_signs(signs[:_TICKET_RANDOM]) != signs[_TICKET_RANDOM:]:
        return None
    return Code(signs)


def read_code(text: str) -> Code | None:
    """The one-time code that somebody typed; None if it cannot be one.

    >>> read_code("ko1l-7qk4")
    'K0117QK4'
    """
    signs = _read(text)
    return Code(signs) if len(signs) == CODE_SIGNS and set(signs) <= set(ALPHABET) else None


def groups(code: Code) -> list[str]:
    """The signs of a code in groups of four, as they are shown."""
    return [code[start : start + _GROUP] for start in range(0, len(code), _GROUP)]


def code_hash(code: Code) -> str:
    """The hash by which a ticket or code is stored. Both are random, so that a plain hash is enough."""
    return hashlib.sha256(f"code {code}".encode()).hexdigest()


def _read(text: str) -> str:
    return text[:_LONGEST].upper().translate(_READ_AS).strip()


def _check_signs(signs: str) -> str:
    number = int.from_bytes(hashlib.sha256(f"check {signs}".encode()).digest()[:2])
    return ALPHABET[number >> 5 & 31] + ALPHABET[number & 31]
