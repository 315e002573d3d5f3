"""A title as the engine sees it: its facts, its cards, its kernels, and the loops bound to them."""

import hashlib
import importlib.util
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from tabletown.engine import defaults
from tabletown.engine.actions import Actions
from tabletown.engine.contract import KERNELS, OPTIONAL
from tabletown.engine.edition import PRINTED, Edition, read_edition
from tabletown.engine.errors import CardError, OptionError, Unfinished, UnknownRules, WrongType
from tabletown.engine.integers import as_integer, shown
from tabletown.engine.kernel import binding
from tabletown.engine.memory import EDITION, RULES, Memory
from tabletown.engine.ownership import Ownership
from tabletown.engine.state import MAX_OPTIONS, Records, blank
from tabletown.engine.toml import read_toml

LOOPS, TURN_LOOPS = Path(__file__).with_name("loops.py"), Path(__file__).with_name("turn_loops.py")


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
    editions: tuple[str, ...] = ()  # names of card editions beside the printed one, in the order of their numbers

    @classmethod
    def read(cls, path: Path) -> "Meta":
        """Read a `meta.toml`."""
        table = tomllib.loads(path.read_text())
        table |= {name: tuple(table[name]) for name in ("players", "accent", "editions") if name in table}
        meta = cls(**table)
        if len(meta.options) > MAX_OPTIONS:
            raise ValueError(f"{path}: a state has room for {MAX_OPTIONS} options, not for {len(meta.options)}")
        return meta


@dataclass(frozen=True)
class Title:
    """One of the games. Everything that differs between games is reached through this object.

    Its rules have numbers, from 1 to the newest one in `meta.rules`, and all of them can be played. A state carries its
    number: kernels branch on it, and the cards are those of `cards_for(number, edition)`. An edition is another set of
    numbers on the cards, by choice (see `edition.py`); a state carries its place in `meta.editions`, from 1, too.
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
    bitmap: Callable[..., bytes]  # bitmap(position, width=None, theme="light") -> the same as a PNG
    find: Callable[[str], "Title"]  # finds the title by its name, also in another process
    observing: Mapping[int, Any] = field(default_factory=dict)  # modules with its features for learners, by version
    load_ownership: Callable[[], Any] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return self.find, (self.name,)  # pickles name the title; its kernels are code

    def __copy__(self) -> "Title":
        return self

    def __deepcopy__(self, memo: Any) -> "Title":
        return self

    @cached_property
    def layout(self) -> str:
        """A short hash of the fields of a state: bytes of states can be read by releases that have the same."""
        return hashlib.sha256(repr(self.dtype.descr).encode()).hexdigest()[:16]

    @property
    def rules(self) -> str:
        """The newest rules, as records name them: "uptown/1"."""
        return self.rules_name(self.meta.rules)

    def rules_name(self, number: int, edition: str = PRINTED) -> str:
        """The rules of a number as records name them: "uptown/1", with an edition of the cards "uptown/1/balanced"."""
        return f"{self.name}/{number}/{edition}" if edition else f"{self.name}/{number}"

    def rules_of(self, name: Any) -> tuple[int, str]:
        """The number and the edition of the rules that a text names, like "uptown/1". Raises UnknownRules."""
        for number in range(1, self.meta.rules + 1):
            for edition in (PRINTED, *self.meta.editions):
                if name == self.rules_name(number, edition):
                    return number, edition
        raise UnknownRules(f"this was written for the rules {name!r}; this release knows {self._known_rules}")

    def rules_in(self, state: bytes | Memory) -> tuple[int, str]:
        """The number of the rules and the edition of the cards that a state, as bytes, carries."""
        return state[RULES], (PRINTED, *self.meta.editions)[state[EDITION]]

    def check_rules(self, number: int) -> None:
        """Raise UnknownRules unless the title has rules of this number."""
        found = as_integer(number)
        if found is None or not 1 <= found <= self.meta.rules:
            raise UnknownRules(
                f"{self.meta.title} has no rules number {number}; this release knows {self._known_rules}"
            )

    @property
    def _known_rules(self) -> str:
        first = self.rules_name(1)
        numbers = first if self.meta.rules == 1 else f"{first} to {self.rules}"
        return f"{numbers}, with editions {', '.join(self.meta.editions)}" if self.meta.editions else numbers

    def edition_number(self, name: str) -> int:
        """The number of an edition as states carry it. Raises OptionError."""
        if name != PRINTED and name not in self.meta.editions:
            known = ", ".join(one.name for one in self.editions_offered) or "none"
            raise OptionError(f"{self.meta.title} has no edition {name!r} beside the printed one; it has: {known}")
        return (PRINTED, *self.meta.editions).index(name)

    @cached_property
    def editions(self) -> tuple[Edition, ...]:
        """The editions of the cards beside the printed one, for the newest rules: all that can be played."""
        return tuple(self._read_edition(name, self.meta.rules) for name in self.meta.editions)

    @property
    def editions_offered(self) -> tuple[Edition, ...]:
        """The editions from which people and programs choose: those that no other one replaces."""
        return tuple(one for one in self.editions if not one.replaced_by)

    def _read_edition(self, name: str, number: int) -> Edition:
        """An edition of the cards, for the rules of a number. Raises CardError."""
        later = self.meta.editions[self.meta.editions.index(name) + 1 :]
        return read_edition(self.folder, name, number, later)

    @property
    def cards(self) -> Any:
        """The card set of the newest rules."""
        return self.cards_for(self.meta.rules)

    def cards_for(self, number: int, edition: str = PRINTED) -> Any:
        """The card set with which the rules of a number are played. Raises UnknownRules and OptionError."""
        self.check_rules(number)
        sets, key = self._card_sets, (number, edition)
        if key not in sets:
            table = self.card_table(number, edition)
            same = [cards for other, cards in tuple(sets.items()) if self.card_table(*other) == table]
            sets[key] = same[0] if same else self.read_cards(table)
        return sets[key]

    def choose_cards(self, cards: Any, number: int, edition: str = PRINTED) -> Any:
        """The cards that a caller names, for the rules of a number: a card set, the path of a card file, or None.

        None means the title's own, of an edition. Raises WrongType, OSError for a file that cannot be read, or
        CardError for what is wrong in it.
        """
        if cards is None:
            return self.cards_for(number, edition)
        if isinstance(cards, str | PathLike):
            path = Path(cards)
            return self.read_cards(read_toml(path.read_text(encoding="utf-8"), f"the card file {path}", CardError))
        if isinstance(getattr(cards, "data", None), np.ndarray) and self._fits(cards):
            return cards
        raise WrongType(
            f"cards are a card set of {self.meta.title}, as its read_cards returns it, or the path of a card file, "
            f"not {shown(cards)}"
        )

    def _fits(self, cards: Any) -> bool:
        """Whether kernels can read a card set; unknown, and left to them, for a title without cards of its own."""
        return not self.card_file().is_file() or bool(cards.data.dtype == self.cards.data.dtype)

    def is_own(self, cards: Any, number: int, edition: str = PRINTED) -> bool:
        """Whether a card set is the title's own for the rules of a number, and no other one with the same cards."""
        return self._card_sets.get((number, edition)) is cards

    def card_table(self, number: int | None = None, edition: str = PRINTED) -> dict[str, Any]:
        """The cards for the rules of a number, by default the newest, as parsed TOML.

        Raises UnknownRules, OptionError for an edition that there is not, CardError for one that does not fit.
        """
        number = self.meta.rules if number is None else number
        table = tomllib.loads(self.card_file(number).read_text(encoding="utf-8"))
        if self.edition_number(edition):
            self._read_edition(edition, number).change(table)
        return table

    def card_file(self, number: int | None = None) -> Path:
        """The file with the cards for the rules of a number, by default the newest. Raises UnknownRules.

        `cards.toml` has those of number 1. Where number 3 has other cards, `cards-3.toml` has them, from 3 on.
        """
        number = self.meta.rules if number is None else number
        self.check_rules(number)
        later = (self.folder / f"cards-{n}.toml" for n in range(number, 1, -1))
        return next((path for path in later if path.is_file()), self.folder / "cards.toml")

    @cached_property
    def _card_sets(self) -> dict[tuple[int, str], Any]:
        """The card sets that were read, by number and edition: digests ask for them all the time."""
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

    @cached_property
    def turn_loops(self) -> Any:
        """The native loops of `turn_loops.py`, bound to this title's kernels."""
        return self.bind(TURN_LOOPS)

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

    def blank_for(self, number: int, edition: str = PRINTED) -> Records:
        """One state that is zeroed but for its rules and its edition. Raises UnknownRules and OptionError."""
        self.check_rules(number)
        states = blank(self.dtype)
        states["rules"], states["edition"] = number, self.edition_number(edition)
        return states

    def scratch(self) -> np.ndarray[Any, np.dtype[np.int32]]:
        """Room for a list of legal actions."""
        return np.zeros(self.max_legal, np.int32)

    def options_mask(self, options: Mapping[str, bool] | None) -> int:
        """The chosen options as the bit mask that states carry. Raises OptionError, or WrongType for no mapping."""
        if options is not None and not isinstance(options, Mapping):
            raise WrongType(f'options are names with True or False, like {{"name": True}}, not {shown(options)}')
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

    def check_players(self, players: int) -> int:
        """A number of players as an `int`; raises OptionError unless the title can be played by so many."""
        low, high = self.meta.players
        number = as_integer(players)
        if number is None or not low <= number <= high:
            raise OptionError(f"{self.meta.title} is for {low} to {high} players, not {shown(players)}")
        return number
