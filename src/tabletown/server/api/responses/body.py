"""What all bodies of responses have in common."""

from msgspec import Struct


class ResponseBody(Struct):
    """Base of all answers."""
