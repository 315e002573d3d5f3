"""State records: the header, no hidden padding, names that NumPy leaves free."""

import numpy as np
import pytest

from tabletown import games
from tabletown.engine.state import HEADER, first_seat, state_dtype


@pytest.mark.parametrize("name", games.names())
def test_titles_share_the_header_and_have_no_gaps(name: str) -> None:
    dtype = games.get(name).dtype
    assert dtype.names is not None
    assert list(dtype.names[: len(HEADER)]) == [field[0] for field in HEADER]
    assert sum(dtype[field].itemsize for field in dtype.names) == dtype.itemsize


def test_gaps_are_filled_with_named_fields() -> None:
    dtype = state_dtype([("small", np.uint8), ("wide", np.int32)])
    assert dtype.names is not None
    assert any(field.startswith("pad_") for field in dtype.names)
    assert sum(dtype[field].itemsize for field in dtype.names) == dtype.itemsize


@pytest.mark.parametrize("field", ["round", "size", "sort", "max"])
def test_names_of_array_attributes_are_refused(field: str) -> None:
    with pytest.raises(ValueError, match=field):
        state_dtype([(field, np.uint8)])


@pytest.mark.parametrize(("mask", "seat"), [(0b1, 0), (0b100, 2), (0b10110, 1)])
def test_first_seat(mask: int, seat: int) -> None:
    assert first_seat(mask) == seat
