"""The kernels `hide` and `resample` of a title with declared fields.

What they do with a field is written once, in `engine/declared_kernels.py`. Numba compiles only functions that name the
fields of a record, so the row of calls for the fields of one title is written as a small module: for the deck and the
hands of a card game

    def hide(state, cards, seat):
        hide_list(state.deck, int64(state.left))
        for other in range(state.players):
            if other != seat:
                hide_counts(state.hand[other])

It lies in a folder of the cache that is named after its text, because compiled code is kept by the file that it is
made of.
"""

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tabletown.engine.declared import (
    BY_ALL,
    BY_OWNER,
    COUNTS,
    TOP,
    Cards,
    CardType,
    Choice,
    Count,
    Declared,
    DeclaredField,
    OneCard,
)
from tabletown.engine.errors import BadTitle
from tabletown.engine.kernel import binding, generated_folder

_IMPORTS = """from typing import Any

from tabletown.engine.declared_kernels import NO_CARD, UNKNOWN, UNKNOWN_COUNT
from tabletown.engine.declared_kernels import deal_card, deal_counts, deal_list, hide_counts, hide_list
from tabletown.engine.declared_kernels import imagine_number, see_card, see_counts, see_list
from tabletown.engine.kernel import int64, kernel
"""


def kernels(name: str, declared: Declared) -> Mapping[str, Callable[..., Any]]:
    """`hide` and `resample` for the fields of a title. Raises BadTitle if the cache cannot be written."""
    text = source(name, declared)
    module_name = f"tabletown.bound.{name}.hidden"
    try:
        path = _file(name, text)
    except OSError as error:
        raise BadTitle(
            f"{name}: {error.filename} cannot be written ({error.strerror}); TABLETOWN_CACHE names another folder"
        ) from error
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module  # Numba's cache looks the module up by name
    with binding(name, path, []):
        spec.loader.exec_module(module)
    return {kernel: getattr(module, kernel) for kernel in ("hide", "resample")}


def _file(name: str, text: str) -> Path:
    """The module as a file. Several processes may write it at once: each writes a whole one, and all are equal."""
    path = generated_folder(name, text) / "hidden.py"
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        new = path.with_name(f"hidden-{os.getpid()}.new")
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    return path


def source(name: str, declared: Declared) -> str:
    """The module as text."""
    return "\n".join(
        [
            f'"""What seats may not know in {name}, after its declared fields."""\n',
            _IMPORTS,
            *_kernel("hide", "Wipe what a seat may not know.", _hide(declared)),
            *_kernel("resample", "Fill what was wiped with a world that agrees with the rest.", _resample(declared)),
        ]
    )


def _kernel(name: str, meaning: str, lines: Iterator[str]) -> list[str]:
    body = [f"    {line}" for line in lines] or ["    pass"]
    return ["", "@kernel", f"def {name}(state: Any, cards: Any, seat: int) -> None:", f'    """{meaning}"""', *body, ""]


# --- hide -----------------------------------------------------------------------------------------------------------


def _hide(declared: Declared) -> Iterator[str]:
    for one in declared.fields:
        if one.seen == BY_ALL:
            continue
        if not one.each:
            yield from _wipe(one, "")
            continue
        yield "for other in range(state.players):"
        if one.seen == BY_OWNER:
            yield "    if other != seat:"
            yield from (f"        {line}" for line in _wipe(one, "[other]"))
        else:
            yield from (f"    {line}" for line in _wipe(one, "[other]"))


def _wipe(one: DeclaredField, whose: str) -> Iterator[str]:
    place = f"state.{one.name}{whose}"
    if isinstance(one, Cards):
        length = f"int64(state.{one.length}{whose})"
        if one.form == COUNTS:
            yield f"hide_counts({place})"
        else:
            yield f"hide_list({place}, {length}{' - 1' if one.seen == TOP else ''})"
    elif isinstance(one, OneCard):
        yield f"if {place} != NO_CARD:"
        yield f"    {place} = UNKNOWN"
    elif isinstance(one, Choice):
        yield f"if {place} != 0:"
        yield f"    {place} = UNKNOWN"
    elif isinstance(one, Count):
        yield f"{place} = UNKNOWN_COUNT"


# --- resample -------------------------------------------------------------------------------------------------------


def _resample(declared: Declared) -> Iterator[str]:
    for card_type in declared.types:
        if declared.is_dealt(card_type):
            yield from _deal(declared, card_type)
    for one in declared.fields:
        if isinstance(one, Count | Choice) and one.seen != BY_ALL:
            unknown = "UNKNOWN_COUNT" if isinstance(one, Count) else "UNKNOWN"
            least, most = (one.least, one.most) if isinstance(one, Count) else (1, len(one.names))
            place = f"state.{one.name}[other]"
            yield "for other in range(state.players):"
            yield f"    {place} = imagine_number(state, int64({place}), {unknown}, {least}, {most})"


def _deal(declared: Declared, card_type: CardType) -> Iterator[str]:
    """Count the unseen cards of a type, deal them into the unknown places, and leave the count at 0."""
    places = [one for one in declared.fields if isinstance(one, Cards | OneCard) and one.of == card_type]
    pool = f"state.{card_type.pool}"
    each_kind = f"for kind in range({card_type.kinds}):"
    yield each_kind
    yield f"    {pool}[kind] = cards.{card_type.copies}[kind]"
    for one in places:
        yield from _of_every_seat(one, _see(one, pool))
    for one in places:
        if one.seen != BY_ALL:
            yield from _of_every_seat(one, _fill(one, pool))
    yield each_kind
    yield f"    {pool}[kind] = 0"


def _of_every_seat(one: DeclaredField, lines: Iterator[str]) -> Iterator[str]:
    if not one.each:
        yield from (line.replace("[other]", "") for line in lines)
        return
    yield "for other in range(state.players):"
    yield from (f"    {line}" for line in lines)


def _see(one: Cards | OneCard, pool: str) -> Iterator[str]:
    place = f"state.{one.name}[other]"
    if isinstance(one, OneCard):
        yield f"see_card({pool}, int64({place}))"
    elif one.form == COUNTS:
        yield f"see_counts({pool}, {place})"
    else:
        yield f"see_list({pool}, {place}, int64(state.{one.length}[other]))"


def _fill(one: Cards | OneCard, pool: str) -> Iterator[str]:
    place = f"state.{one.name}[other]"
    if isinstance(one, OneCard):
        yield f"if {place} == UNKNOWN:"
        yield f"    {place} = deal_card(state, {pool})"
    else:
        deal = "deal_counts" if one.form == COUNTS else "deal_list"
        yield f"{deal}(state, {pool}, {place}, int64(state.{one.length}[other]))"
