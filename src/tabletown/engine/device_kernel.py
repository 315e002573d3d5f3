"""The decorator for kernels of a CUDA device. Their machine code is kept on disk like that of the CPU (`kernel.py`).

Compiling one with the rules of a title takes half a minute; loading it from the cache takes a fraction of a second.
"""

from collections.abc import Callable
from typing import Any

from numba import cuda

from tabletown.engine.kernel import COMPILED, keep_compiled

Decorator = Callable[[Callable[..., Any]], Any]


def device_kernel(max_registers: int | None = None) -> Decorator:
    """Compile a function for the device, cached on disk, with at most so many registers for each thread."""

    def compiled(function: Callable[..., Any]) -> Any:
        if not COMPILED:  # in the simulator
            return cuda.jit(function)
        from numba.cuda.core import config  # the simulator has none

        dispatcher = cuda.jit(max_registers=max_registers)(function)
        keep_compiled(dispatcher, function, config)
        return dispatcher

    return compiled
