"""Whole numbers as callers give them: Python's or NumPy's, but no truth values, fractions or texts."""

import operator
import reprlib
from typing import Any

from tabletown.engine.errors import WrongType


def as_integer(value: Any) -> int | None:
    """A whole number as an `int`, whether it is Python's or NumPy's; None for anything else, also for True and False.

    >>> import numpy as np
    >>> as_integer(np.int8(3)), as_integer(3), as_integer(True), as_integer("3"), as_integer(3.0)
    (3, 3, None, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def integer(value: Any, what: str, hint: str = "") -> int:
    """A whole number as an `int`. Raises WrongType, which says what was wanted: "a seat is a whole number, not 'a'"."""
    number = as_integer(value)
    if number is None:
        raise WrongType(f"{what} is a whole number, not {shown(value)}{hint}")
    return number


def shown(value: Any) -> str:
    """A wrong value as an error shows it, shortened."""
    return reprlib.repr(value)
