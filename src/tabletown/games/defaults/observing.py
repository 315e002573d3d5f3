"""What a learner is shown of a title with declared fields: every field that its seat may see.

Both versions of observations show the same. Cards are numbers here; a title that wants to describe them by what is
printed on them has a folder `observing/` of its own.
"""

from types import SimpleNamespace
from typing import Literal

from tabletown.engine.declared import (
    BY_ALL,
    BY_NOBODY,
    COUNTS,
    NO_CARD,
    PILE,
    TOP,
    Cards,
    Choice,
    Count,
    Declared,
    DeclaredField,
    Flag,
    Members,
    OneCard,
    words_of,
)
from tabletown.engine.english import capital, sentence
from tabletown.engine.features import Bits, Encoding, Feature, Listed, Number, OneOf, Seat, SeatSet, numbered

MOST_COPIES = 10
"""More cards of one kind in a hand look the same."""


def features(declared: Declared) -> SimpleNamespace:
    """What a module of a title's `observing/` defines."""
    found = [
        Feature("phase", "phase", OneOf(declared.phases, 1), "What is to be done."),
        Feature("waiting", "waiting", SeatSet(), "Who may act."),
        Feature("ended", "ended", OneOf(declared.endings, 1), "If the game is over, why."),
    ]
    left_out = {"options": "what they change is for the title's own features to say"}
    for one in declared.fields:
        if isinstance(one, Cards) and one.length:
            most = one.room or max(int(one.of.kinds) * MOST_COPIES, 1)
            meaning = sentence(f"how many: {words_of(one)}")
            found.append(Feature(one.length, one.length, Number(most), meaning, "each" if one.each else ""))
        if one.seen == BY_NOBODY:
            left_out[one.name] = "nobody sees it"
        else:
            found.append(_feature(one))
    left_out |= {one.pool: "it is always 0 in a view" for one in declared.types if declared.is_dealt(one)}
    return SimpleNamespace(FEATURES=tuple(found), LEFT_OUT=left_out)


def _feature(one: DeclaredField) -> Feature:
    meaning = sentence(capital(words_of(one)))
    axes = (numbered(one.of.name, one.of.kinds),) if isinstance(one, Cards) and one.form == COUNTS else ()
    return Feature(one.name, one.name, _encoding(one), meaning, _whose(one), axes)


def _whose(one: DeclaredField) -> Literal["", "each", "own"]:
    if not one.each:
        return ""
    return "own" if isinstance(one, Cards) and one.form == COUNTS and one.seen != BY_ALL else "each"


def _encoding(one: DeclaredField) -> Encoding:
    if isinstance(one, Cards):
        names = numbered(one.of.name, one.of.kinds)
        if one.form == COUNTS:
            return Number(MOST_COPIES)
        return Listed(names, length=one.length, steps=one.room if one.form == PILE and one.seen != TOP else 0)
    if isinstance(one, OneCard):
        return OneOf(numbered(one.of.name, one.of.kinds), special={NO_CARD: "none"})
    if isinstance(one, Count):
        return Number(one.most, one.least)
    if isinstance(one, Choice):
        return OneOf(("none", *one.names))
    if isinstance(one, Members):
        return Bits((tuple(one.names),))
    return Number(1) if isinstance(one, Flag) else Seat()
