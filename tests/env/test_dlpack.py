"""DLPack capsules: others read the same memory, and it is given back when they are done."""

import gc
from typing import Any

import numpy as np
import pytest

from tabletown.env import dlpack
from tabletown.env.dlpack import CPU, DeviceArray, capsule


class OnHost:
    """An array of the host, handed on as arrays of the device are."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return CPU, 0

    def __dlpack__(self, **_: Any) -> Any:
        array = self.array
        return capsule(array.ctypes.data, array.shape, array.strides, array.dtype, (CPU, 0), array)


@pytest.mark.parametrize("dtype", [np.bool_, np.int8, np.uint8, np.int32, np.uint64, np.float32])
def test_the_memory_is_the_same(dtype: Any) -> None:
    array = np.arange(12).reshape(3, 4).astype(dtype)
    taken = np.from_dlpack(OnHost(array))
    assert taken.dtype == array.dtype
    assert np.array_equal(taken, array)
    array[1, 2] = not array[1, 2]
    assert taken[1, 2] == array[1, 2]


def test_parts_keep_their_strides() -> None:
    array = np.arange(20, dtype=np.int32).reshape(4, 5)
    assert np.array_equal(np.from_dlpack(OnHost(array[:, :3])), array[:, :3])


def test_memory_is_given_back() -> None:
    array = np.zeros(3)
    before = len(dlpack._exported)
    taken, unused = np.from_dlpack(OnHost(array)), OnHost(array).__dlpack__()
    assert len(dlpack._exported) == before + 2
    del taken, unused
    gc.collect()
    assert len(dlpack._exported) == before


def test_states_have_no_type_there() -> None:
    with pytest.raises(BufferError, match="no type"):
        OnHost(np.zeros(2, [("a", np.int8)])).__dlpack__()


def test_shared_arrays_say_what_they_are() -> None:
    shared = DeviceArray(np.zeros((2, 3), np.float32))
    assert repr(shared) == "<2 x 3 float32 on the device>"
    assert len(shared) == 2
    assert shared.shape == (2, 3)
