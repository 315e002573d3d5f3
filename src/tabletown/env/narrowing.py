"""Narrowing: environments that allow only the actions that bots consider, instead of all that are legal.

In Milton Keynes a trade offer can be composed in millions of ways, and a bid can be any sum. A title's optional kernel
`sensible` (see `engine/contract.py`) leaves a few; titles without it allow the same actions either way.
"""

from typing import Literal, get_args

from tabletown.env.errors import EnvError

Moves = Literal["legal", "sensible"]
"""What masks allow: every legal action, or only those worth considering."""


def is_narrow(moves: str) -> bool:
    """Whether only actions worth considering are allowed; raises EnvError for a word that is none of `Moves`."""
    if moves not in get_args(Moves):
        raise EnvError(f"moves are {' or '.join(map(repr, get_args(Moves)))}, not {moves!r}")
    return moves == "sensible"
