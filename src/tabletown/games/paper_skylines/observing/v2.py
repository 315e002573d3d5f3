"""What a learner is shown of a Paper Skylines game: the features of version 2.

Cards in cities and in the row are described by what is printed on them: type, level, cost, sites, and what their
actions do. In hands and piles every building has a float of its own.
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
    Listed,
    Number,
    OneOf,
    Points,
    Seat,
    numbered,
)
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.observing.v1 import (
    A_SET,
    ACHIEVEMENT_NAMES,
    BUILDING_NAMES,
    CITY_NAMES,
    FLAG,
    FRAME_NAMES,
    LEVEL_NAMES,
    PHASE_NAMES,
    SPOT_NAMES,
)
from tabletown.games.paper_skylines.vocabulary import (
    OPERATIONS,
    PLACES,
    SITE_NAMES,
    SOURCES,
    TRACK_NAMES,
    TRACK_WORDS,
    TYPE_NAMES,
)

SLOTS = 12  # few cities ever have more
SLOT_NAMES = numbered("slot", SLOTS)
SPACES = numbered("space", 25)
MOST_COST, MOST_GAIN, MOST_TIMES = 7, 6, 4
OP_NAMES = {number: word for word, (number, *_) in OPERATIONS.items()} | {s.MAY: "may", s.CHOOSE: "choose"}
OP_WORDS = tuple(OP_NAMES.get(op, "branch") for op in range(1, s.EVENT + 1))
_CARD = (
    *TYPE_NAMES, *LEVEL_NAMES, "cost", *(f"cheaper by {name}" for name in TYPE_NAMES),
    *(f"gains {name}" for name in TRACK_NAMES), *SITE_NAMES, *(f"does {word}" for word in OP_WORDS),
    *(f"advances {word}" for word in TRACK_WORDS),
)  # fmt: skip
_INSTRUCTION = (
    *OP_WORDS, *(f"from {word}" for word in SOURCES), *(f"to {word}" for word in PLACES),
    *(f"on {word}" for word in TRACK_WORDS), "times", "up to level",
)  # fmt: skip
DESCRIPTIONS = {
    "card": Description(s.BUILDINGS + s.CITIES, _CARD),
    "instruction": Description(s.CODE, _INSTRUCTION),
}


def describe(cards: Any) -> Mapping[str, Floats]:
    """The descriptions of a card set: of buildings and cities, and of the instructions of their actions."""
    data = cards.data[0]
    described = np.zeros((s.BUILDINGS + s.CITIES, len(_CARD)), np.float32)
    for card, row in enumerate(described):
        _describe_card(data, card, dict(zip(_CARD, range(len(row)), strict=True)), row)
    instructions = np.zeros((s.CODE, len(_INSTRUCTION)), np.float32)
    for step, row in enumerate(instructions):
        _describe_step(data, step, dict(zip(_INSTRUCTION, range(len(row)), strict=True)), row)
    return {"card": described, "instruction": instructions}


def _describe_card(data: Any, card: int, place: Mapping[str, int], row: Floats) -> None:
    if data["kind"][card] < s.TYPES:
        row[place[TYPE_NAMES[data["kind"][card]]]] = 1
    for n, name in enumerate(SITE_NAMES):
        row[place[name]] = min(1, data["sites"][card][n] / 2)
    if card >= s.BUILDINGS:
        return
    row[place[LEVEL_NAMES[data["level"][card] - 1]]] = 1
    row[place["cost"]] = min(1, data["cost"][card] / MOST_COST)
    if data["discount"][card] < s.TYPES:
        row[place[f"cheaper by {TYPE_NAMES[data['discount'][card]]}"]] = 1
    for n, name in enumerate(TRACK_NAMES):
        row[place[f"gains {name}"]] = min(1, data["gain"][card][n] / MOST_GAIN)
    for step in _steps(data, int(data["program"][card])):
        times = _times(data, step)
        row[place[f"does {OP_WORDS[data['op'][step] - 1]}"]] += times
        if data["op"][step] == s.ADVANCE_OP:
            row[place[f"advances {TRACK_WORDS[data['on_track'][step]]}"]] += times
    np.clip(row, -1, 1, out=row)


def _steps(data: Any, first: int) -> list[int]:
    """The instructions of an action, those in its blocks included."""
    end = first
    while data["op"][end] != s.STOP:
        end = int(data["skip"][end])
    return [step for step in range(first, end) if data["op"][step] != s.STOP]


def _times(data: Any, step: int) -> float:
    """How much of it an instruction does; what depends on the city counts as much as the usual number."""
    return 0.5 if data["amount"][step] != s.FIXED else min(1.0, max(1, int(data["high"][step])) / MOST_TIMES)


def _describe_step(data: Any, step: int, place: Mapping[str, int], row: Floats) -> None:
    if data["op"][step] == s.STOP:
        return
    row[place[OP_WORDS[data["op"][step] - 1]]] = 1
    row[place[f"from {tuple(SOURCES)[data['source'][step]]}"]] = 1
    row[place[f"to {tuple(PLACES)[data['where'][step]]}"]] = 1
    row[place[f"on {TRACK_WORDS[data['on_track'][step]]}"]] = 1
    row[place["times"]] = _times(data, step)
    row[place["up to level"]] = min(1, data["max_level"][step] / s.LEVELS)


FEATURES = (
    Feature("players", "players", OneOf(("2", "3", "4"), 2), "How many play."),
    Feature("options", "options", Bits((("seat handicap", "whole game turns"),)), "The optional rules in use."),
    Feature("phase", "phase", OneOf(PHASE_NAMES[1:], 1), "What is asked."),
    Feature("current", "current", Seat(""), "Whose turn it is."),
    Feature("first", "first", Seat(""), "Who is the first player."),
    Feature("opener", "opener", Seat(""), "Who took the first turn of level 4."),
    Feature("level", "level", OneOf(LEVEL_NAMES, 1), "The level being played."),
    Feature("marked", "marked", Bits((LEVEL_NAMES,), 1), "Levels whose round-end card is gone."),
    Feature("ended", "ended", FLAG, "Whether the game is over."),
    Feature("actions left", "actions_left", Number(6), "Actions left in this turn."),
    Feature("gained", "gained", FLAG, "Whether an extra action was gained this turn."),
    Feature("bonus used", "bonus_used", FLAG, "Whether the city's bonus of this turn is used up."),
    Feature("moved", "moved", FLAG, "Whether a card has left a deck in this round."),
    Feature("quiet", "quiet", Number(3), "Complete rounds in a row without that."),
    # cards
    Feature("hand", "hand", A_SET, "The observer's hand.", "own"),
    Feature(
        "hand levels", "hand_levels", Number(20), "Cards of each level in every hand: their backs are open.", "each",
        (LEVEL_NAMES,),
    ),
    Feature("pile", "pile", A_SET, "The discard pile."),
    Feature("peeked", "peeked", A_SET, "Cards that the observer is looking at."),
    Feature("peeked levels", "peeked_levels", Number(12), "Cards of each level being looked at.", "", (LEVEL_NAMES,)),
    Feature("row", "row", Listed(BUILDING_NAMES), "The open cards to draw from."),
    Feature("row cards", "row", Described("card"), "What they are.", "", (numbered("place", s.ROW),)),
    Feature("deck left", "deck_left", Number(s.DECK), "Cards left in each deck.", "", (LEVEL_NAMES,)),
    # standing
    Feature("points", SCORES, Points(100), "Points of every player.", "each"),
    Feature("track", "track", Number(24), "Spaces on the three tracks.", "each", (TRACK_NAMES,)),
    Feature("space", "track", OneOf(SPACES), "The same, space by space.", "each", (TRACK_NAMES,)),
    Feature("paid", "paid", Number(24), "The highest space whose line has paid.", "each", (TRACK_NAMES,)),
    Feature("ended by", "ended_by", Seat(""), "Who was first at the end of each track.", "", (TRACK_NAMES,)),
    Feature("claimed", "claimed", Bits((ACHIEVEMENT_NAMES,)), "Achievements of every player.", "each"),
    Feature("chip", "chip", Number(3), "Values of the observer's chips; 0 if unknown.", "", (ACHIEVEMENT_NAMES,)),
    Feature("chip owner", "chip_owner", Seat(""), "Who has the chip of each achievement.", "", (ACHIEVEMENT_NAMES,)),
    # cities
    Feature("dealt", "dealt", Listed(CITY_NAMES), "The two cities to choose from.", "own"),
    Feature("city", "city", OneOf(CITY_NAMES), "Every player's city.", "each"),
    Feature("slots", "slots", Number(s.SLOTS), "How many slots every city has.", "each"),
    Feature("home", "home", OneOf(SLOT_NAMES), "The slot of every city card.", "each"),
    Feature("mayor", "mayor", OneOf(SLOT_NAMES), "The slot of every mayor.", "each"),
    Feature(
        "top", "top", Described("card"), f"The top card of the first {SLOTS} slots of every city.", "each",
        (SLOT_NAMES,), partly=True,
    ),
    Feature(
        "height", "height", Number(16), f"Cards on the first {SLOTS} slots.", "each", (SLOT_NAMES,), partly=True
    ),
    Feature(
        "icons", "icons", Number(10), f"Visible types on the first {SLOTS} slots.", "each", (SLOT_NAMES, TYPE_NAMES),
        partly=True,
    ),
    Feature("sites", "sites", Number(16), "Visible sites of every city.", "each", (SITE_NAMES,)),
    # work in progress
    Feature("held", "held", OneOf(BUILDING_NAMES), "A card on its way to be built or tucked."),
    Feature("held card", "held", Described("card"), "What it is."),
    Feature("spot", "spot", OneOf(SPOT_NAMES), "Where it is built."),
    Feature("price", "price", Number(10), "Cards still to be paid."),
    Feature(
        "steps", "step", Described("instruction", listed=True, length="depth"),
        "The instructions in progress, one within the other.",
    ),
    Feature(
        "left", "left", OneOf(numbered("times", 8, 1), 1), "How often each is still to be done.", "", (FRAME_NAMES,)
    ),
    Feature("again", "again", Number(8), "How often each list is to be resolved.", "", (FRAME_NAMES,)),
)  # fmt: skip

LEFT_OUT = {
    "waiting": "it is the player whose turn it is; in the choice of cities, the observer",
    "box": "nobody knows what is out of the game",
    "shown": "cards that went to a hand: the sizes of hands say how many",
    "deck": "its cards are covered; their number is there",
    "score": "the points of every player are there",
    "points": "where points came from changes nothing",
    "under": "a tucked card counts by its icons and sites, which are there",
    "below": "covered cards count by nothing but the height",
    "begin": "the instruction in progress says more",
}
