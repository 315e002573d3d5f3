"""Values: small objects that never change, made by the thousand whenever a table is shown.

They are structs, whose creation, comparison and hash are native and take a tenth of the time of a dataclass's. A value
remembers its hash, so it is a cheap key of a cache however much it holds. It is not looked at when Python searches for
garbage, which is safe as long as nothing that a value holds leads back to it.
"""

from msgspec import Struct
from msgspec.structs import replace

__all__ = ["Value", "replace"]


class Value(Struct, frozen=True, cache_hash=True, gc=False):
    """Base of values. Fields are declared as in a dataclass; `replace` of this module makes a copy with other ones.

    That of `dataclasses` refuses values, which only shows when it is called: type checkers take them for dataclasses.

    A subclass says `frozen=True` once more, for type checkers: `class Shape(Value, frozen=True)`.
    """
