"""Reading the title in a folder: its parts are imported and looked at, and what may be missing gets a default.

Needed are `meta.toml`, `cards.toml`, `cards.py`, `state.py`, `rules`, `words` and `positions`. What is wrong with one
of them is said in a sentence that names the file (BadTitle). All else has a default: docs/titles.md lists them.
"""

import importlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from tabletown.engine import contract
from tabletown.engine.actions import Actions
from tabletown.engine.contract import KERNELS, OPTIONAL
from tabletown.engine.declared import Declared
from tabletown.engine.errors import BadTitle
from tabletown.engine.integers import as_integer
from tabletown.engine.kernel import COMPILED, binding, kernel_modules, sources
from tabletown.engine.numba_linking import KernelDispatcher
from tabletown.engine.observer import VERSIONS
from tabletown.engine.state import HEADER
from tabletown.engine.title import Meta, Title
from tabletown.games.defaults import hidden, observing, ranking
from tabletown.games.defaults import scoring as plain_scoring
from tabletown.games.defaults.cards import Reader
from tabletown.games.defaults.declared_words import DeclaredWords
from tabletown.games.defaults.ownership import DeclaredOwnership
from tabletown.games.defaults.positions import DeclaredPositions
from tabletown.games.defaults.sheet_drawing import SheetDrawing
from tabletown.games.defaults.table_drawing import DeclaredDrawing
from tabletown.games.defaults.words import with_defaults
from tabletown.games.facts import read_facts

FOREIGN = "tabletown_titles"
"""The package under which titles are imported that belong to none."""
EVALUATION = Path(__file__).with_name("defaults") / "evaluation.py"
_MISSING = object()


def read_parts(folder: Path, package: str, find: Callable[[str], Title], **writers: Callable[..., Any]) -> Title:
    """The title in a folder, whose modules belong to a package. Raises BadTitle."""
    meta = read_facts(folder / "meta.toml")
    parts = _Parts(folder, package)
    parts.check_layout()
    state, rules = parts.module("state"), parts.module("rules")
    declared = _declared(parts, state, meta)
    dtype = _state(parts, state, declared)
    if not (folder / "cards.toml").is_file():
        raise BadTitle(f"{folder}: there is no cards.toml, which has all that is printed")
    kernels = _kernels(parts, rules, declared)
    scoring = parts.module("rules.scoring", optional=True)
    title = Title(
        name=folder.name,
        meta=meta,
        folder=folder,
        dtype=dtype,
        actions=_actions(parts, state, declared),
        max_legal=_max_legal(parts, state, declared),
        kernels=kernels,
        read_cards=_card_reader(parts, declared),
        words=_words(parts, declared),
        scoring=scoring if hasattr(scoring, "sheet") else plain_scoring,
        positions=_positions(parts, declared, kernels),
        load_drawing=lambda: _drawing(parts, meta, declared, lambda: title.cards),
        find=find,
        observing=_observing(parts, declared),
        load_ownership=_ownership(parts, declared),
        **writers,
    )
    return title


def check_cards(title: Title) -> None:
    """Read the cards of a title for each number of its rules. Raises BadTitle, which names the file."""
    for number in range(1, title.meta.rules + 1):
        try:
            title.cards_for(number)
        except Exception as error:
            raise BadTitle(f"{title.card_file(number)}: {_cause(error, title.folder)}") from error


def own_package(folder: Path) -> str:
    """A package for a title whose folder belongs to none: `tabletown_titles.NAME`. It can be imported from then on."""
    if FOREIGN not in sys.modules:
        around = ModuleType(FOREIGN, "Titles that were found in folders.")
        around.__path__ = []
        sys.modules[FOREIGN] = around
    name = f"{FOREIGN}.{folder.name}"
    if name not in sys.modules:
        init = folder / "__init__.py"
        if not init.is_file():
            raise BadTitle(f"{folder}: there is no __init__.py; that of a title may be empty")
        spec = importlib.util.spec_from_file_location(name, init, submodule_search_locations=[str(folder)])
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException as error:
            del sys.modules[name]
            if isinstance(error, KeyboardInterrupt):
                raise
            raise BadTitle(f"{folder}: {_cause(error, folder)}") from error
    return name


class _Parts:
    """The modules of a title, and what is taken from them."""

    def __init__(self, folder: Path, package: str) -> None:
        self.folder, self.package = folder, package

    def module(self, part: str, optional: bool = False) -> Any:
        """A module of the title; None if it is optional and missing."""
        name = f"{self.package}.{part}"
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
                if optional:
                    return None
                raise BadTitle(f"{self.folder}: there is no {part.replace('.', '/')}.py") from error
            raise BadTitle(f"{self.folder}: {_cause(error, self.folder)}") from error
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # even SystemExit: this is code of others
            raise BadTitle(f"{self.folder}: {_cause(error, self.folder)}") from error

    def first(self, part: str, other: str) -> Any:
        """The module of a part that is a folder, or else a single file."""
        found = self.module(part, optional=True)
        return self.module(other) if found is None else found

    def check_layout(self) -> None:
        """The hash of compiled code follows imports from file to file: there must be no doubt what they mean."""
        for place in (self.folder, self.folder / "rules"):
            if place.is_dir() and not (place / "__init__.py").is_file():
                raise BadTitle(f"{place}: there is no __init__.py; that of a title may be empty")
        beside = self.folder.with_name(f"{self.folder.name}.py")
        if beside.is_file():
            raise BadTitle(f"{beside} has the name of the title beside it: rename this file")

    def file(self, module: Any) -> str:
        """The file of a module, for sentences."""
        return str(getattr(module, "__file__", None) or self.folder)

    def value(self, module: Any, name: str, kind: type, wanted: str) -> Any:
        """A value of a module that must be of a kind."""
        found = getattr(module, name, _MISSING)
        if found is _MISSING:
            raise BadTitle(f"{self.file(module)}: {name} is missing: it is {wanted}")
        if not isinstance(found, kind):
            raise BadTitle(f"{self.file(module)}: {name} is {wanted}, not {type(found).__name__}")
        return found

    def function(self, module: Any, name: str) -> Callable[..., Any]:
        """A function of a module."""
        found = getattr(module, name, _MISSING)
        if found is _MISSING:
            raise BadTitle(f"{self.file(module)}: there is no function {name}")
        if not callable(found):
            raise BadTitle(f"{self.file(module)}: {name} is a function, not {type(found).__name__}")
        checked: Callable[..., Any] = found
        return checked


# --- The parts of a title, and what stands for those that it leaves out ---------------------------------------------


def _declared(parts: _Parts, state: Any, meta: Meta) -> Declared | None:
    """The declared fields of a title, `GAME` in its `state.py`, if it has them."""
    if not hasattr(state, "GAME"):
        return None
    declared: Declared = parts.value(state, "GAME", Declared, "`Declared(seats=..., fields=..., moves=...)`")
    if meta.players[1] > declared.seats:
        raise BadTitle(
            f"{parts.file(state)}: GAME has {declared.seats} seats, but by meta.toml up to {meta.players[1]} can play"
        )
    return declared


def _state(parts: _Parts, module: Any, declared: Declared | None) -> np.dtype[np.void]:
    """The type of a state, which must begin with the header and hold nothing but numbers."""
    if declared is not None and not hasattr(module, "STATE"):
        return declared.state
    dtype = parts.value(module, "STATE", np.dtype, "`state_dtype([(name, type, shape), ...])`")
    if declared is not None and dtype != declared.state:
        raise BadTitle(f"{parts.file(module)}: STATE is not that of the declared fields: write STATE = GAME.state")
    header = np.dtype([*HEADER])
    for name in header.names or ():
        if dtype.names is None or name not in dtype.names or dtype[name] != header[name]:
            raise BadTitle(f"{parts.file(module)}: STATE has no field {name!r} of the header: make it by state_dtype")
    for name in dtype.names or ():
        if dtype[name].base.kind not in "biuf":
            raise BadTitle(
                f"{parts.file(module)}: the field {name!r} of STATE is of type {dtype[name].base}, no number"
            )
    return dtype  # type: ignore[no-any-return]


def _actions(parts: _Parts, state: Any, declared: Declared | None) -> Actions:
    if declared is not None:
        return declared.actions
    actions: Actions = parts.value(state, "ACTIONS", Actions, "`Actions(verb=(sizes, ...))`")
    return actions


def _max_legal(parts: _Parts, state: Any, declared: Declared | None) -> int:
    if declared is not None:
        return declared.most_legal
    most = as_integer(parts.value(state, "MAX_LEGAL", object, "a number"))
    if most is None or most < 1:
        raise BadTitle(f"{parts.file(state)}: MAX_LEGAL is the greatest number of legal actions, a whole number from 1")
    return most


def _card_reader(parts: _Parts, declared: Declared | None) -> Callable[..., Any]:
    if declared is not None and not (parts.folder / "cards.py").is_file():
        return Reader(declared)
    return parts.function(parts.module("cards"), "read_cards")


def _words(parts: _Parts, declared: Declared | None) -> Any:
    """The title's module of words; what it leaves out is made of declared moves and fields, or else plain."""
    if declared is not None:
        own = parts.module("text.words", optional=True) or parts.module("words", optional=True)
        return with_defaults(*filter(None, (own, DeclaredWords(declared))))
    words = parts.first("text.words", "words")
    for name in ("say", "read"):
        parts.function(words, name)
    return with_defaults(words)


def _positions(parts: _Parts, declared: Declared | None, kernels: Mapping[str, Callable[..., Any]]) -> Any:
    if declared is not None:
        own = parts.module("positions.table", optional=True) or parts.module("positions", optional=True)
        if own is None:
            return DeclaredPositions(declared, kernels["resample"])
    positions = parts.first("positions.table", "positions")
    for name in ("read", "write", "audit"):
        parts.function(positions, name)
    return positions


def _drawing(parts: _Parts, meta: Meta, declared: Declared | None, cards: Callable[[], Any]) -> Any:
    if (parts.folder / "drawing").is_dir() or (parts.folder / "drawing.py").is_file():
        return parts.first("drawing.table", "drawing")
    return SheetDrawing(meta) if declared is None else DeclaredDrawing(meta, declared, cards)


def _observing(parts: _Parts, declared: Declared | None) -> Mapping[int, Any]:
    """What learners see, by version."""
    files = sorted((parts.folder / "observing").glob("v*.py"))
    found = {int(file.stem[1:]): parts.module(f"observing.{file.stem}") for file in files if file.stem[1:].isdecimal()}
    return found if declared is None else dict.fromkeys(VERSIONS, observing.features(declared)) | found


def _ownership(parts: _Parts, declared: Declared | None) -> Callable[[], Any] | None:
    if (parts.folder / "ownership.py").is_file():
        return lambda: parts.module("ownership")
    return None if declared is None else lambda: DeclaredOwnership(declared)


def _kernels(parts: _Parts, rules: Any, declared: Declared | None) -> Mapping[str, Callable[..., Any]]:
    """The kernels of a title; those that it leaves out have defaults, `hide` and `resample` from declared fields."""
    defaults: dict[str, Callable[..., Any]] = {"ranking": ranking.ranking}
    if declared is not None and not all(hasattr(rules, name) for name in ("hide", "resample")):
        defaults |= hidden.kernels(parts.folder.name, declared)
    known = {path.resolve() for path in sources(kernel_modules(parts.folder))}
    found: dict[str, Callable[..., Any]] = {}
    for name in (*KERNELS, *OPTIONAL):
        if not hasattr(rules, name):
            if name in (*OPTIONAL, "evaluate"):
                continue
            if name in defaults:
                found[name] = defaults[name]
                continue
            raise BadTitle(f"{parts.file(rules)}: the kernel {name} is missing (engine/contract.py describes it)")
        one = parts.function(rules, name)
        plain = getattr(one, "py_func", one)
        wanted = list(inspect.signature(getattr(contract, name)).parameters)
        if not inspect.isfunction(plain) or (COMPILED and not isinstance(one, KernelDispatcher)):
            raise BadTitle(f"{parts.file(rules)}: {name} is no kernel: write @kernel above it")
        place = f"{plain.__code__.co_filename} line {plain.__code__.co_firstlineno}"
        if len(inspect.signature(plain).parameters) != len(wanted):
            raise BadTitle(f"{place}: the kernel {name} takes {', '.join(wanted)}")
        if Path(plain.__code__.co_filename).resolve() not in known:  # its cache would not notice a change
            raise BadTitle(f"{place}: import the decorator by `from tabletown.engine.kernel import kernel`")
        found[name] = one
    if "evaluate" not in found:
        found["evaluate"] = _plain_evaluation(parts, found["scores"])
    return found


def _plain_evaluation(parts: _Parts, scores: Callable[..., Any]) -> Callable[..., Any]:
    name = f"tabletown.bound.{parts.folder.name}.{EVALUATION.stem}"
    spec = importlib.util.spec_from_file_location(name, EVALUATION)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__["scores"] = scores
    sys.modules[name] = module  # Numba's cache looks the module up by name
    with binding(parts.folder.name, EVALUATION, [scores]):
        spec.loader.exec_module(module)
    evaluate: Callable[..., Any] = module.evaluate
    return evaluate


def _cause(error: BaseException, folder: Path | None = None) -> str:
    """What went wrong in the code of a title, and in which of its files."""
    text = " ".join(str(error).split()) or "no reason given"
    kind = "" if isinstance(error, BadTitle) else f"{type(error).__name__}: "
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename} line {error.lineno}: {kind}{re.sub(r' [(].*?line [0-9]+[)]$', '', text)}"
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if folder is not None and Path(frame.filename).is_relative_to(folder)]
    where = f"{inside[-1].filename} line {inside[-1].lineno}: " if inside else ""
    return f"{where}{kind}{text}"
