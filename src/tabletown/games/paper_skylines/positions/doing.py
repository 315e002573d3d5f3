"""The [doing] table of Paper Skylines positions: what a seat is in the middle of."""

import re
from typing import Any

from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.position_fields import choice, strings, subtable, whole
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import CardSet
from tabletown.games.paper_skylines.positions.cards import Desk, write_set
from tabletown.games.paper_skylines.rules import sets
from tabletown.games.paper_skylines.text.names import card

PHASES = (
    "over", "city", "action", "plan", "spot", "pay", "hand", "take", "keep",
    "own", "rob", "rival", "track", "type", "option", "yes_no", "achievement",
)  # fmt: skip
FIELDS = {"phase", "frames", "held", "spot", "price", "peeked"}
FRAME = re.compile(r"([a-z0-9-]+) (\d+) (\d+) (-|\d+) (\d+)")  # program, first and current instruction, left, again


def write_doing(position: Position) -> dict[str, Any]:
    """What is asked, and the work in progress behind it."""
    state, cards = position.state, position.cards
    doing: dict[str, Any] = {"phase": PHASES[state.phase]}
    frames = []
    for frame in range(int(state.depth)):
        home = cards.home[int(state.begin[frame])]
        left = "-" if state.left[frame] == s.FRESH else str(state.left[frame])
        begin, step = int(state.begin[frame]) - home, int(state.step[frame]) - home
        frames.append(f"{cards.programs[home]} {begin} {step} {left} {state.again[frame]}")
    if frames:
        doing["frames"] = frames
    if state.held != s.NONE:
        doing["held"] = card(position, int(state.held)).slug
    if state.spot != s.NONE:
        doing["spot"] = {s.LEFT_END: "left", s.RIGHT_END: "right"}.get(int(state.spot), str(int(state.spot) + 1))
        doing["price"] = int(state.price)
    if state.peeked_levels.any():
        doing["peeked"] = write_set(position, state.peeked, state.peeked_levels)
    return doing


def read_doing(state: Any, desk: Desk, doing: Any) -> None:
    """What is asked, and the work in progress behind it; nothing, if an action of the turn is to be chosen."""
    doing = subtable(doing, "doing", '{ phase = "track" }', FIELDS)
    if not doing:
        return
    state.phase = PHASES.index(choice(doing.get("phase"), "doing.phase", PHASES[1:]))
    frames = strings(doing.get("frames", []), "doing.frames", s.FRAMES)
    state.depth = len(frames)
    for i, text in enumerate(frames):
        _read_frame(state, desk.cards, i, text)
    if "held" in doing:
        state.held = desk.use(doing["held"], "doing.held")
    if "spot" in doing:
        spots = {"left": s.LEFT_END, "right": s.RIGHT_END} | {str(n + 1): n for n in range(s.SLOTS)}
        spot = doing["spot"]
        if not isinstance(spot, str) or spot not in spots:
            raise PositionError(f"doing.spot must be left, right or the number of a slot in quotes, not {spot!r}")
        state.spot = spots[spot]
        state.price = whole(doing.get("price", 0), "doing.price", 0, 9)
    for name in strings(doing.get("peeked", []), "doing.peeked", s.BUILDINGS):
        level = desk.back(name)
        if not level:
            number = desk.use(name, "doing.peeked")
            sets.put(state.peeked, number)
            level = desk.cards.buildings[number].level
        state.peeked_levels[level - 1] += 1


def _read_frame(state: Any, cards: CardSet, frame: int, text: str) -> None:
    match = FRAME.fullmatch(text)
    starts = {name: at for at, name in cards.programs.items()}
    if not match or match[1] not in starts:
        raise PositionError(f"{text!r} in doing.frames should look like 'shipyard 0 2 - 1'")
    home = starts[match[1]]
    begin, step = home + int(match[2]), home + int(match[3])
    if not all(at < len(cards.home) and cards.home[at] == home for at in (begin, step)):
        raise PositionError(f"{match[1]} has no such step as in {text!r}")
    state.begin[frame], state.step[frame] = begin, step
    state.left[frame] = s.FRESH if match[4] == "-" else whole(int(match[4]), "what is left of a step", 0, 99)
    state.again[frame] = whole(int(match[5]), "how often a list is resolved", 1, 9)
