"""Work on a device that is recorded once and then replayed: hundreds of small kernels for the price of one launch."""

from collections.abc import Callable
from typing import Any

import torch

WARM_UPS = 2  # calls before the one that is recorded


class Recorded:
    """A function without arguments that always works on the same tensors; on a CUDA device it becomes a graph.

    The function must not wait for the device, nor run kernels of Numba. Graphs that run one after the other share the
    memory of their intermediate results: `pool` is that of another one.
    """

    def __init__(self, work: Callable[[], None], device: str, pool: "Recorded | None" = None) -> None:
        self._work, self._device, self._pool = work, device, pool
        self._graph: Any = None
        self._calls = 0

    def __call__(self) -> None:
        """Do the work."""
        if self._device == "cpu":
            self._work()
        elif self._graph is not None:
            self._graph.replay()
        elif self._calls < WARM_UPS:
            self._calls += 1
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                self._work()
            torch.cuda.current_stream().wait_stream(stream)
        else:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, pool=self.pool):
                self._work()
            self._graph = graph
            graph.replay()  # recording does nothing yet

    @property
    def pool(self) -> Any:
        """The memory of the graph, or of the one that it shares it with; None if there is none yet."""
        if self._graph is not None:
            return self._graph.pool()
        return self._pool.pool if self._pool else None
