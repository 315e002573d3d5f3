"""What a learner is shown of an UpTown game: the features of version 2.

Cards are described by what is printed on them. A street is told by the sum of its floors, site by site: icons, terms
of income and of prestige, from which points follow.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tabletown.engine.feature_program import Floats
from tabletown.engine.features import (
    SCORES,
    Bits,
    Described,
    Description,
    Feature,
    Number,
    OneOf,
    Points,
    Seat,
    numbered,
)
from tabletown.games.uptown import state as s

SITE_NAMES = numbered("site", s.SITES, 1)
TYPE_WORDS = ("office", "service", "apartment", "coffee shop", "store", "hotel")
REASONS = ("a street is finished", "a deck is empty")
TALL = 20  # floors; more look the same
EXACT = 16  # sums of money up to here have a float of their own
MOST_OF_A_TERM = 8  # the usual limit of a term; a float cannot be larger than 1
MOST_COST = 10

# A term is fixed, per floor below, only on the ground floor, or per icon of a type on the site or the street.
_FIXED, _BELOW, _GROUND = range(3)
_ON_SITE, _ON_STREET = 3, 3 + s.TYPES
_TERMS = ("fixed", "below", "ground", *(f"site {t}" for t in TYPE_WORDS), *(f"street {t}" for t in TYPE_WORDS))
_WHERE = {s.GROUND: 0, s.UPPER: 1, s.ON_ROOF: 2}
_PROJECT = (
    *TYPE_WORDS, "ground only", "upper only", "roof only", "roof", "gift", "no gifts",
    *(f"income {term}" for term in _TERMS), *(f"prestige {term}" for term in _TERMS),
)  # fmt: skip
_FLAGS = s.TYPES + len(_WHERE)
_INCOME = _FLAGS + 3
_PRESTIGE = _INCOME + len(_TERMS)


def _named(ends: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{end} {word}" for end in ends for word in _PROJECT)


DESCRIPTIONS = {
    "project": Description(s.PROJECTS, _PROJECT),
    "project card": Description(s.PROJECT_CARDS, (*_named(("a", "b")), "cost")),
    "public card": Description(s.PUBLIC_CARDS, _named(("1a", "1b", "2a", "2b"))),
}


def describe(cards: Any) -> Mapping[str, Floats]:
    """The descriptions of a card set: of every project, and of cards by their ends."""
    data = cards.data[0]
    projects = np.array([_project(data, project) for project in range(s.PROJECTS)], np.float32)
    project_cards = projects[: s.PUBLIC_START].reshape(s.PROJECT_CARDS, -1)
    cost = np.clip(data["cost"] / MOST_COST, 0, 1).astype(np.float32)
    return {
        "project": projects,
        "project card": np.column_stack([project_cards, cost]),
        "public card": projects[s.PUBLIC_START :].reshape(s.PUBLIC_CARDS, -1),
    }


def _project(data: Any, project: int) -> list[float]:
    described = [0.0] * len(_PROJECT)
    if data["kind"][project] != s.NO_TYPE:
        described[data["kind"][project]] = data["icons"][project] / 2
    if data["where"][project] in _WHERE:
        described[s.TYPES + _WHERE[data["where"][project]]] = 1.0
    for n, flag in enumerate(("roof", "gift", "no_gifts")):
        described[_FLAGS + n] = float(data[flag][project] != 0)
    for start, name in ((_INCOME, "income"), (_PRESTIGE, "prestige")):
        for term in range(s.TERMS):
            place = _term(int(data[f"{name}_kind"][project][term]), int(data[f"{name}_type"][project][term]))
            if place is not None:
                described[start + place] += float(data[f"{name}_n"][project][term]) / MOST_OF_A_TERM
    return [min(max(value, -1.0), 1.0) for value in described]


def _term(kind: int, of_type: int) -> int | None:
    """The place of a term among the terms."""
    if kind == s.ON_SITE:
        return _ON_SITE + of_type
    if kind == s.ON_STREET:
        return _ON_STREET + of_type
    return {s.FIXED: _FIXED, s.BELOW: _BELOW, s.IF_GROUND: _GROUND}.get(kind)


FEATURES = (
    Feature("players", "players", OneOf(("2", "3", "4"), 2), "How many play."),
    Feature(
        "phase", "phase", OneOf(("first action", "second action", "place first", "place second"), 1),
        "Which half of which action is due.",
    ),
    Feature("current", "current", Seat(""), "Whose turn it is."),
    Feature("start", "start", Seat(""), "Who took the first turn."),
    Feature("turns", "turns", Number(30), "Rounds completed."),
    Feature("final round", "final_round", OneOf(REASONS, 1), "If this is the final round, why."),
    Feature("ended", "ended", OneOf(REASONS, 1), "If the game is over, why."),
    Feature("points", SCORES, Points(100), "Points of every player.", "each"),
    Feature("account", "account", Number(150), "Money of every player.", "each"),
    Feature("small account", "account", OneOf(numbered("exactly", EXACT)), "The same, if it is little.", "each"),
    Feature("upcoins", "upcoins", Number(20), "Upcoins lying on every player's deck.", "each"),
    Feature("chosen", "chosen", Described("project"), "The project that needs a site, if one does."),
    Feature("source", "source", Seat(""), "Whose deck the chosen project was taken from, if from a deck."),
    Feature("public left", "public_left", Number(s.PUBLIC_CARDS), "Cards left in the public pile."),
    Feature(
        "public card", "public", Described("public card", listed=True, length="public_left", top=True),
        "The open card of the public pile; the covered ones are unknown.",
    ),
    Feature("deck left", "deck_left", Number(s.DECK), "Cards left in every deck.", "each"),
    Feature(
        "deck card", "deck", Described("project card", listed=True, length="deck_left", top=True),
        "The open card of every deck; the covered ones are unknown.", "each",
    ),
    Feature("finished", "finished", Bits((SITE_NAMES,)), "Sites of every street that are finished.", "each"),
    Feature("roofed", "roofed", Bits((SITE_NAMES,)), "Sites whose top project has the roof symbol.", "each"),
    Feature("protected", "protected", Bits((SITE_NAMES,)), "Sites with a project that forbids gifts.", "each"),
    Feature("height", "height", Number(TALL), "Floors on every site of every street.", "each", (SITE_NAMES,)),
    Feature(
        "floors", "floors", Described("project", listed=True, length="height", packed=True, share=4),
        "The floors on every site of every street, added up: a quarter of their icons and terms.", "each",
        (SITE_NAMES,),
    ),
)  # fmt: skip

LEFT_OUT = {
    "options": "there are none",
    "waiting": "it is always the player whose turn it is",
    "built": "sites that have floors",
    "discarded": "the length of a list that is left out",
    "discards": "they say little about what is still to come, with dozens of numbers",
}
