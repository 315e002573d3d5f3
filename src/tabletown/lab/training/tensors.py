"""Arrays of vector environments as PyTorch tensors, in the same memory."""

from typing import Any

import numpy as np
import torch


def as_tensor(array: Any, device: str) -> Any:
    """A tensor in the memory of an array: what the environment writes there, the tensor has."""
    if device == "cpu":
        return torch.from_numpy(array)
    if array.dtype == np.bool_:  # as bytes, which every version of PyTorch takes from a device
        return torch.as_tensor(array.view(np.uint8), device=device).view(torch.bool)
    return torch.as_tensor(array, device=device)


def as_array(tensor: Any) -> Any:
    """What kernels take for a tensor: its memory as an array of NumPy, or of Numba on a device."""
    if tensor.device.type == "cpu":
        return tensor.numpy()
    from numba import cuda

    return cuda.as_cuda_array(tensor)


def sample(logits: Any) -> Any:
    """Draw an action of every row by its odds: the highest logit after noise (Gumbel's) was added."""
    return (logits - torch.empty_like(logits).exponential_().log_()).argmax(dim=1)
