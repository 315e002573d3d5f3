"""CUDA: find a usable device, or raise an error that says what is missing."""

from typing import Any

from tabletown.engine.errors import NoDevice


def require_cuda() -> Any:
    """Numba's `cuda` module; raises NoDevice unless a device, or Numba's simulator, can be used."""
    try:
        from numba import cuda

        usable = cuda.is_available()
    except ImportError:
        usable = False
    if not usable:
        raise NoDevice("no CUDA device can be used here: it needs the extra `cuda`, a driver and a device")
    return cuda
