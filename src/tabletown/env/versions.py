"""`tabletown.env.uptown_v2` and its like: a module for every title and version, in the manner of PettingZoo.

They are not written down one by one, because a title is one folder in `games/` and nothing else. Each has `env`,
`raw_env` and `parallel_env`, the functions of `pettingzoo.py` for its title, with observations of its version.
"""

import sys
from functools import partial
from itertools import product
from types import ModuleType
from typing import Any

from tabletown import games
from tabletown.env.version import VERSIONS

FUNCTIONS = ("env", "raw_env", "parallel_env")


class TitleModule(ModuleType):
    """The environments of one title; PettingZoo is imported when the first one is made."""

    def __init__(self, name: str, title: str, version: int) -> None:
        super().__init__(name, f"The environments of {title} for PettingZoo: {', '.join(FUNCTIONS)}.")
        self._title, self._version = title, version

    def __getattr__(self, name: str) -> Any:
        if name not in FUNCTIONS:
            raise AttributeError(f"{self.__name__} has {', '.join(FUNCTIONS)}, but no {name}")
        from tabletown.env import pettingzoo

        return partial(getattr(pettingzoo, name), self._title, version=self._version)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *FUNCTIONS]


def title_modules(package: str) -> dict[str, ModuleType]:
    """Make a module for every open title, so that it can be imported from the package."""
    modules: dict[str, ModuleType] = {}
    for title, version in product(games.names(), VERSIONS):
        name = f"{title}_v{version}"
        modules[name] = sys.modules[f"{package}.{name}"] = TitleModule(f"{package}.{name}", title, version)
    return modules
