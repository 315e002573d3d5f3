"""Native policies: bots whose choices are kernels, so that thousands of games are played in one call.

The lab measures with them, training learns from them, and vector environments have them as opponents.
"""

from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from tabletown.bots import playout, quick_policy
from tabletown.bots.minds import reflex_policy
from tabletown.bots.minds.mind import Mind, mind_of
from tabletown.bots.minds.network import POWERS
from tabletown.bots.search_memory import SearchSettings
from tabletown.engine.observer import as_bytes
from tabletown.engine.state import Records
from tabletown.engine.title import Title

QUICK = "quick"
NATIVE = {"uniform": 0, QUICK: 16, "keen": 64}
"""Policies without a mind, and how many moves each tries (0: any move)."""
REFLEX, LOOKS = "reflex", -1
"""The bot that is played natively, too, where the title has a mind; instead of trying moves it looks once."""
PLIES = SearchSettings().plies
"""How far beyond its first ply a quick move goes on."""

_QUICK, _REFLEX = Path(quick_policy.__file__), Path(reflex_policy.__file__)
binding = Lock()
"""Held while templates are bound: two threads must not bind one for the first time at once."""


def native_policies(title: Title) -> dict[str, int]:
    """The policies that can be played natively in a title, and how many moves each tries (see `NATIVE`)."""
    return NATIVE | ({REFLEX: LOOKS} if mind_of(title) else {})


def quick_kernels(title: Title) -> dict[str, Any]:
    """The kernels `quick_choice` and `finish_move`, bound to a title. Safe to call from several threads."""
    with binding:
        bound = title.bind(Path(playout.__file__))
        names = {name: getattr(bound, name) for name in ("redeterminize", "finish_move", "noise_unit")}
        quick = title.bind(_QUICK, act=title.loops.act, **names)
    return {"quick_choice": quick.quick_choice, "finish_move": bound.finish_move}


def reflex_kernel(title: Title, mind: Mind) -> Any:
    """The kernel `reflex_choice`, bound to a title. Safe to call from several threads."""
    with binding:
        return title.bind(_REFLEX, liked_best=mind.kernels.liked_best).reflex_choice


def reflex_scratch(mind: Mind, world: Records, cards: Any) -> tuple[Any, ...]:
    """What `reflex_choice` needs beside the list of actions and the noise: the bytes of `world` come first.

    They are (raw, powers, logits, the mind's eyes).
    """
    return as_bytes(world), POWERS, np.zeros(mind.title.max_legal, np.int64), *mind.eyes(world, cards)
