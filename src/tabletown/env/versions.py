"""`tabletown.env.uptown_v1` and its like: a module for every title, in the manner of PettingZoo.

They are not written down one by one, because a title is one folder in `games/` and nothing else. Each has `env`,
`raw_env` and `parallel_env`, the functions of `pettingzoo.py` for its title.
"""

import sys
from functools import partial
from types import ModuleType
from typing import Any

from tabletown import games
from tabletown.env.version import VERSION

FUNCTIONS = ("env", "raw_env", "parallel_env")


class TitleModule(ModuleType):
    """The environments of one title; PettingZoo is imported when the first one is made."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(name, f"The environments of {title} for PettingZoo: {', '.join(FUNCTIONS)}.")
        self._title = title

    def __getattr__(self, name: str) -> Any:
        if name not in FUNCTIONS:
            raise AttributeError(f"{self.__name__} has {', '.join(FUNCTIONS)}, but no {name}")
        from tabletown.env import pettingzoo

        return partial(getattr(pettingzoo, name), self._title)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *FUNCTIONS]


def title_modules(package: str) -> dict[str, ModuleType]:
    """Make a module for every open title, so that it can be imported from the package."""
    modules: dict[str, ModuleType] = {}
    for title in games.names():
        name = f"{title}_v{VERSION}"
        modules[name] = sys.modules[f"{package}.{name}"] = TitleModule(f"{package}.{name}", title)
    return modules
