"""Whether there is a CUDA device to play on, asked in one place."""

from typing import Any

from tabletown.engine.errors import NoDevice


def usable_cuda() -> Any:
    """Numba's CUDA module; raises NoDevice unless a device, or Numba's simulator, can be used."""
    try:
        from numba import cuda

        usable = cuda.is_available()
    except ImportError:
        usable = False
    if not usable:
        raise NoDevice("no CUDA device can be used here: it needs the extra `cuda`, a driver and a device")
    return cuda
