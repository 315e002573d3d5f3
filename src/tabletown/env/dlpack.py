"""DLPack: device arrays that PyTorch, JAX and CuPy can use without copying.

Numba's device arrays have only the CUDA array interface; `DeviceArray` adds DLPack. A DLPack capsule has a pointer, a
shape, a type and a function that the receiver calls when it is done. The structures are those of `dlpack.h`, version
0.8.
"""

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2
_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
_NAME = b"dltensor"  # the name of a capsule that no receiver has taken yet


class _DLDevice(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _DLDataType(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _DLTensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _DLDevice),
        ("ndim", ctypes.c_int32),
        ("type", _DLDataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _DLManagedTensor(ctypes.Structure):
    _fields_ = (("tensor", _DLTensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


_exported: dict[int, tuple[Any, ...]] = {}  # what must stay alive until the receiver of a capsule is done, by address

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]
def _deleter(address: int) -> None:
    """Called by the receiver when it is done with the memory."""
    _exported.pop(address, None)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]
def _capsule_destructor(capsule: int) -> None:
    """Called when a capsule is deleted: if no receiver has taken it, none will call the deleter."""
    if _is_valid(capsule, _NAME):
        _exported.pop(_pointer(capsule, _NAME), None)


def capsule(
    address: int,
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    dtype: np.dtype[Any],
    device: tuple[int, int],
    owner: Any,
) -> Any:
    """A DLPack capsule for memory that `owner` keeps alive; strides are in bytes, as in NumPy.

    Raises BufferError for a type that DLPack does not have.
    """
    if dtype.kind not in _CODES:
        raise BufferError(f"DLPack has no type for {dtype}")
    n = len(shape)
    sizes = (ctypes.c_int64 * n)(*shape)
    steps = (ctypes.c_int64 * n)(*(stride // dtype.itemsize for stride in strides))
    kind = _DLDataType(_CODES[dtype.kind], 8 * dtype.itemsize, 1)
    tensor = _DLTensor(address, _DLDevice(*device), n, kind, sizes, steps, 0)
    managed = _DLManagedTensor(tensor, None, ctypes.cast(_deleter, ctypes.c_void_p))
    where = ctypes.addressof(managed)
    _exported[where] = managed, sizes, steps, owner
    return _new_capsule(where, _NAME, ctypes.cast(_capsule_destructor, ctypes.c_void_p))


class DeviceArray:
    """An array on a CUDA device: `torch.as_tensor` and `jax.dlpack.from_dlpack` use it without copying.

    `copy_to_host()` copies it to a NumPy array. All other attributes are those of the Numba array that it wraps,
    `array`. The memory belongs to the environment and changes with every step.
    """

    def __init__(self, array: Any) -> None:
        self.array = array

    def __getattr__(self, name: str) -> Any:
        return getattr(self.array, name)

    def __getitem__(self, index: Any) -> Any:
        found = self.array[index]
        return DeviceArray(found) if hasattr(found, "copy_to_host") else found

    def __len__(self) -> int:
        return len(self.array)

    def __repr__(self) -> str:
        return f"<{' x '.join(map(str, self.array.shape))} {self.array.dtype} on the device>"

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self.array.__cuda_array_interface__
        return interface

    def __dlpack_device__(self) -> tuple[int, int]:
        from numba import cuda

        return CUDA, cuda.get_current_device().id

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """A DLPack capsule. Steps run on the default stream, so a receiver on another stream waits for them here."""
        from numba import cuda

        if stream not in (None, 0, 1):
            cuda.synchronize()
        array, device = self.array, self.__dlpack_device__()
        address = array.__cuda_array_interface__["data"][0]
        return capsule(address, tuple(array.shape), tuple(array.strides), np.dtype(array.dtype), device, array)
