"""Bots of others: found by `module:Class`, or offered under their own names to all that ask for bots.

`TABLETOWN_BOTS` names bots as `module:Class`, separated by commas, which are then listed by their own names. The
environment is inherited, so every process that this one starts knows them, too.
"""

import hashlib
import importlib
import os
import re
import sys
from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from tabletown.bots.bot import Bot
from tabletown.engine.errors import TabletownError
from tabletown.engine.integers import shown

OFFERED = "TABLETOWN_BOTS"
_REFERENCE = re.compile(r"(?P<module>[^\W\d]\w*(?:\.[^\W\d]\w*)*):(?P<name>[^\W\d]\w*)")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,39}")


class BadBot(TabletownError):
    """This is no bot, or its name is taken; the text says what is wrong."""


def is_reference(name: str) -> bool:
    """Whether the name of a bot says where it is found: `module:Class`."""
    return ":" in name


def find(reference: str, taken: Collection[str]) -> Bot:
    """The bot that `module:Class` names; the module is imported, also from the current folder.

    A class is called without arguments; anything else must be a bot itself. Raises BadBot.
    """
    return checked(_find(reference), reference, taken)


@lru_cache(maxsize=64)
def _find(reference: str) -> Any:
    match = _REFERENCE.fullmatch(reference)
    if not match:
        raise BadBot(f"{reference!r} is no bot: one of your own is named as module:Class, like my_bots:Bold")
    module, name = match["module"], match["name"]
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)  # after all others, so that nothing is hidden by it
        importlib.invalidate_caches()
    try:
        found = getattr(importlib.import_module(module), name, None)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
            raise BadBot(f"{reference}: there is no module {error.name}, neither here nor installed") from error
        raise BadBot(f"{reference}: {module} cannot be imported: there is no module {error.name}") from error
    except Exception as error:
        raise BadBot(f"{reference}: {module} cannot be imported: {type(error).__name__}: {error}") from error
    if found is None:
        raise BadBot(f"{reference}: {module} has no {name}")
    if isinstance(found, type):
        try:
            return found()
        except Exception as error:
            raise BadBot(
                f"{reference}: {name}() fails: {type(error).__name__}: {error}; a bot is made without arguments"
            ) from error
    return found


def checked(bot: Any, said: str, taken: Collection[str]) -> Bot:
    """The same object if it is a bot whose name is free. Raises BadBot; `said` is what it was called."""
    for part, fits, wanted in (
        ("name", lambda value: isinstance(value, str) and _NAME.fullmatch(value), "a short word"),
        ("blurb", lambda value: isinstance(value, str) and len(value) <= 200, "a short text: how it plays"),
        ("choose", callable, "a function: choose(view, budget) gives an action"),
    ):
        value = getattr(bot, part, None)
        if value is None:
            raise BadBot(f"{said} is no bot: it has no {part}, {wanted}")
        if not fits(value):
            raise BadBot(f"{said} is no bot: its {part} is not {wanted}, but {shown(value)}")
    if bot.name in taken:
        raise BadBot(f"{said} calls itself {bot.name!r}, as a bot of Tabletown does: give it another name")
    found: Bot = bot
    return found


def fingerprint(names: Iterable[str]) -> str:
    """A short hash of the files in which bots named as `module:Class` are found; empty if there are none."""
    total, some = hashlib.sha256(), False
    for name in filter(is_reference, names):
        file = getattr(sys.modules.get(name.partition(":")[0]), "__file__", None)
        total.update(Path(file).read_bytes() if file else b"")
        some = True
    return total.hexdigest()[:16] if some else ""


def offered() -> tuple[str, ...]:
    """The bots that the environment names, as `module:Class`."""
    return tuple(part.strip() for part in os.environ.get(OFFERED, "").split(",") if part.strip())


def offer(reference: str) -> None:
    """Let this process, and those that it starts, list a bot by its own name."""
    known = offered()
    if reference not in known:
        os.environ[OFFERED] = ",".join((*known, reference))
