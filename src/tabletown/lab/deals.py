"""Deals: which games a match or an experiment deals, from its seed alone."""

import hashlib

HASHED = "hashed"
COUNTED = "counted"  # as experiments dealt that were begun before: seed, seed + 1, seed + 2, ...


def deal_seed(seed: int, number: int, deals: str = HASHED) -> int:
    """The seed of deal `number`: a hash of both, so that neighbouring seeds have no deals in common.

    >>> deal_seed(1, 0) != deal_seed(0, 1)
    True
    """
    if deals == COUNTED:
        return seed + number
    return int.from_bytes(hashlib.blake2b(f"{seed} {number}".encode(), digest_size=8).digest(), "big") >> 1
