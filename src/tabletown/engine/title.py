"""A title as the engine sees it: its facts, its cards, its kernels, and the loops bound to them."""

import importlib.util
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from tabletown.engine import defaults
from tabletown.engine.actions import Actions
from tabletown.engine.contract import KERNELS, OPTIONAL
from tabletown.engine.errors import OptionError, Unfinished, UnknownRules
from tabletown.engine.kernel import binding
from tabletown.engine.ownership import Ownership
from tabletown.engine.state import MAX_OPTIONS, Records, blank

LOOPS = Path(__file__).with_name("loops.py")


class CardSet(Protocol):
    """What the engine needs of a title's cards: the record that kernels read, as an array of one."""

    @property
    def data(self) -> Records:
        """The cards as kernels read them."""
        ...


@dataclass(frozen=True)
class Meta:
    """The facts of a title, from its `meta.toml`."""

    title: str
    rules: int  # the newest number; it rises when an old record could replay differently
    players: tuple[int, int]
    minutes: int
    weight: str
    blurb: str
    accent: tuple[str, str]  # light, dark
    makers: Mapping[str, str]
    goal: str = ""  # how to win, in one line
    hidden: bool = True  # whether a player may not know all there is: false only for games of perfect information
    options: Mapping[str, str] = field(default_factory=dict)  # name -> what it changes, in the order of their bits

    @classmethod
    def read(cls, path: Path) -> "Meta":
        """Read a `meta.toml`."""
        table = tomllib.loads(path.read_text())
        table["players"], table["accent"] = tuple(table["players"]), tuple(table["accent"])
        meta = cls(**table)
        if len(meta.options) > MAX_OPTIONS:
            raise ValueError(f"{path}: a state has room for {MAX_OPTIONS} options, not for {len(meta.options)}")
        return meta


@dataclass(frozen=True)
class Title:
    """One of the games. Everything that differs between games is reached through this object.

    Its rules have numbers, from 1 to the newest one in `meta.rules`, and all of them can be played. A state carries its
    number: kernels branch on it, and the cards are those of `cards_for(number)`.
    """

    name: str
    meta: Meta
    folder: Path
    dtype: np.dtype[np.void]
    actions: Actions
    max_legal: int
    kernels: Mapping[str, Callable[..., Any]]  # the functions of contract.py; optional ones may be missing
    read_cards: Callable[[Mapping[str, Any]], Any]
    words: Any  # the title's modules
    scoring: Any
    positions: Any
    load_drawing: Callable[[], ModuleType]
    picture: Callable[..., str]  # picture(position, theme="light") -> a stand-alone SVG
    observing: Mapping[int, Any] = field(default_factory=dict)  # modules with its features for learners, by version
    load_ownership: Callable[[], Any] | None = None

    @property
    def rules(self) -> str:
        """The newest rules, as records name them: "uptown/1"."""
        return self.rules_name(self.meta.rules)

    def rules_name(self, number: int) -> str:
        """The rules of a number as records name them: "uptown/1"."""
        return f"{self.name}/{number}"

    def rules_number(self, name: Any) -> int:
        """The number of rules that a text names, like "uptown/1". Raises UnknownRules."""
        for number in range(1, self.meta.rules + 1):
            if name == self.rules_name(number):
                return number
        raise UnknownRules(f"this was written for the rules {name!r}; this release knows {self._known_rules}")

    def check_rules(self, number: int) -> None:
        """Raise UnknownRules unless the title has rules of this number."""
        if type(number) is not int or not 1 <= number <= self.meta.rules:
            raise UnknownRules(
                f"{self.meta.title} has no rules number {number}; this release knows {self._known_rules}"
            )

    @property
    def _known_rules(self) -> str:
        first = self.rules_name(1)
        return first if self.meta.rules == 1 else f"{first} to {self.rules}"

    @property
    def cards(self) -> Any:
        """The card set of the newest rules."""
        return self.cards_for(self.meta.rules)

    def cards_for(self, number: int) -> Any:
        """The card set with which the rules of a number are played. Raises UnknownRules."""
        self.check_rules(number)
        sets = self._card_sets
        if number not in sets:
            file = self.card_file(number)
            same = [cards for other, cards in tuple(sets.items()) if self.card_file(other) == file]
            sets[number] = same[0] if same else self.read_cards(self.card_table(number))
        return sets[number]

    def card_table(self, number: int | None = None) -> dict[str, Any]:
        """The cards for the rules of a number, by default the newest, as parsed TOML. Raises UnknownRules."""
        return tomllib.loads(self.card_file(number).read_text(encoding="utf-8"))

    def card_file(self, number: int | None = None) -> Path:
        """The file with the cards for the rules of a number, by default the newest. Raises UnknownRules.

        `cards.toml` has those of number 1. Where number 3 has other cards, `cards-3.toml` has them, from 3 on.
        """
        number = self.meta.rules if number is None else number
        self.check_rules(number)
        later = (self.folder / f"cards-{n}.toml" for n in range(number, 1, -1))
        return next((path for path in later if path.is_file()), self.folder / "cards.toml")

    @cached_property
    def _card_sets(self) -> dict[int, Any]:
        """The card sets that were read, by number: digests ask for them all the time."""
        return {}

    @cached_property
    def rules_text(self) -> str:
        """The rules in our own words, as Markdown."""
        path = self.folder / "rules.md"
        if not path.is_file():
            raise Unfinished(f"the rules of {self.meta.title} are not written down yet")
        return path.read_text()

    @cached_property
    def drawing(self) -> ModuleType:
        """The module that draws this title; loaded when first needed, because playing needs no pictures."""
        return self.load_drawing()

    @cached_property
    def ownership(self) -> Ownership:
        """What there is to own, for statistics."""
        if self.load_ownership is None:
            raise Unfinished(f"{self.meta.title} does not say which cards there are to own")
        module: Ownership = self.load_ownership()
        return module

    @cached_property
    def loops(self) -> Any:
        """The native loops of `loops.py`, bound to this title's kernels."""
        return self.bind(LOOPS)

    def bind(self, template: Path, **names: Any) -> Any:
        """Execute a module of kernels written against `contract.py` with this title's kernels under those names.

        `names` are further kernels that it calls. Numba compiles and caches the result like any other module; functions
        that take functions it would compile anew in every process.
        """
        name = f"tabletown.bound.{self.name}.{template.stem}"
        if name not in sys.modules:
            spec = importlib.util.spec_from_file_location(name, template)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            kernels = {kernel: self.kernels[kernel] for kernel in KERNELS}
            kernels |= {kernel: self.kernels.get(kernel, getattr(defaults, kernel)) for kernel in OPTIONAL}
            module.__dict__.update(kernels | names)
            sys.modules[name] = module  # Numba's cache looks the module up by name
            with binding(self.name, template, [*kernels.values(), *names.values()]):
                spec.loader.exec_module(module)
        return sys.modules[name]

    @cached_property
    def blank(self) -> Records:
        """One state that is zeroed but for the number of the newest rules: every game that loops deal begins as it."""
        return self.blank_for(self.meta.rules)

    def blank_for(self, number: int) -> Records:
        """One state that is zeroed but for the number of its rules. Raises UnknownRules."""
        self.check_rules(number)
        states = blank(self.dtype)
        states["rules"] = number
        return states

    def scratch(self) -> np.ndarray[Any, np.dtype[np.int32]]:
        """Room for a list of legal actions."""
        return np.zeros(self.max_legal, np.int32)

    def options_mask(self, options: Mapping[str, bool] | None) -> int:
        """The chosen options as the bit mask that states carry."""
        mask = 0
        for name, on in (options or {}).items():
            if name not in self.meta.options:
                known = ", ".join(self.meta.options) or "none"
                raise OptionError(f"{self.meta.title} has no option {name!r}; it has: {known}")
            if on:
                mask |= 1 << list(self.meta.options).index(name)
        return mask

    def options_names(self, mask: int) -> list[str]:
        """The names of the options in a bit mask."""
        return [name for bit, name in enumerate(self.meta.options) if mask >> bit & 1]

    def check_players(self, players: int) -> None:
        """Raise OptionError unless the title can be played by so many."""
        low, high = self.meta.players
        if type(players) is not int or not low <= players <= high:
            raise OptionError(f"{self.meta.title} is for {low} to {high} players, not {players}")
