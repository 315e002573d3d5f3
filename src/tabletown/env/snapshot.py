"""A snapshot of some slots of a vector environment."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Everything that some slots had: made by `VectorEnv.snapshot`, put back by `VectorEnv.restore`.

    On a CPU it can be pickled; on a device its contents stay there.
    """

    kind: tuple[Any, ...]  # what environments must have in common to exchange slots
    slots: NDArray[np.int64]
    contents: Mapping[str, Any]  # rows of the environment's arrays, by name

    def __len__(self) -> int:
        return len(self.slots)
