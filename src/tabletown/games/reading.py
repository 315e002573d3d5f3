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
from tabletown.engine.errors import BadTitle
from tabletown.engine.integers import as_integer
from tabletown.engine.kernel import COMPILED, binding, kernel_modules, sources
from tabletown.engine.numba_linking import KernelDispatcher
from tabletown.engine.state import HEADER
from tabletown.engine.title import Title
from tabletown.games import plain_scoring
from tabletown.games.facts import read_facts
from tabletown.games.plain_drawing import PlainDrawing
from tabletown.games.plain_words import with_defaults

FOREIGN = "tabletown_titles"
"""The package under which titles are imported that belong to none."""
EVALUATION = Path(__file__).with_name("plain_evaluation.py")
_MISSING = object()


def read_parts(folder: Path, package: str, find: Callable[[str], Title], **writers: Callable[..., Any]) -> Title:
    """The title in a folder, whose modules belong to a package. Raises BadTitle."""
    meta = read_facts(folder / "meta.toml")
    parts = _Parts(folder, package)
    parts.check_layout()
    state, rules, cards = parts.module("state"), parts.module("rules"), parts.module("cards")
    dtype, actions = _state(parts, state), parts.value(state, "ACTIONS", Actions, "`Actions(verb=(sizes, ...))`")
    max_legal = as_integer(parts.value(state, "MAX_LEGAL", object, "a number"))
    if max_legal is None or max_legal < 1:
        raise BadTitle(f"{parts.file(state)}: MAX_LEGAL is the greatest number of legal actions, a whole number from 1")
    if not (folder / "cards.toml").is_file():
        raise BadTitle(f"{folder}: there is no cards.toml, which has all that is printed")
    positions = parts.first("positions.table", "positions")
    for name in ("read", "write", "audit"):
        parts.function(positions, name)
    words, scoring = parts.first("text.words", "words"), parts.module("rules.scoring", optional=True)
    for name in ("say", "read"):
        parts.function(words, name)
    has_drawing = (folder / "drawing").is_dir() or (folder / "drawing.py").is_file()
    observing = folder / "observing"

    def drawing() -> Any:
        return parts.first("drawing.table", "drawing") if has_drawing else PlainDrawing(meta)

    return Title(
        name=folder.name,
        meta=meta,
        folder=folder,
        dtype=dtype,
        actions=actions,
        max_legal=max_legal,
        kernels=_kernels(parts, rules),
        read_cards=parts.function(cards, "read_cards"),
        words=with_defaults(words),
        scoring=scoring if hasattr(scoring, "sheet") else plain_scoring,
        positions=positions,
        load_drawing=drawing,
        find=find,
        observing={
            int(file.stem[1:]): parts.module(f"observing.{file.stem}")
            for file in sorted(observing.glob("v*.py"))
            if file.stem[1:].isdecimal()
        },
        load_ownership=(lambda: parts.module("ownership")) if (folder / "ownership.py").is_file() else None,
        **writers,
    )


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


def _state(parts: _Parts, module: Any) -> np.dtype[np.void]:
    """The type of a state, which must begin with the header and hold nothing but numbers."""
    dtype = parts.value(module, "STATE", np.dtype, "`state_dtype([(name, type, shape), ...])`")
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


def _kernels(parts: _Parts, rules: Any) -> Mapping[str, Callable[..., Any]]:
    """The kernels of a title; `evaluate` has a default."""
    known = {path.resolve() for path in sources(kernel_modules(parts.folder))}
    found: dict[str, Callable[..., Any]] = {}
    for name in (*KERNELS, *OPTIONAL):
        if not hasattr(rules, name):
            if name in (*OPTIONAL, "evaluate"):
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
