"""What is impossible about a state: cards in two places, wrong counts, work that no legal move leaves behind."""

from typing import Any

import numpy as np

from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import CardSet
from tabletown.games.paper_skylines.rules import effects, turn
from tabletown.games.paper_skylines.rules.choices import choices, only
from tabletown.games.paper_skylines.text.names import members


def audit(state: Any, cards: Any) -> str:
    """What is impossible about a state, in one sentence; empty if nothing is.

    Every building card is in one place only, and whatever is counted agrees with the cards.
    """
    everywhere = [*members(state.pile), *members(state.box), *members(state.peeked)]
    everywhere += [int(c) for c in (*state.row, state.held) if c != s.NONE]
    for deck in range(s.LEVELS):
        found = [int(c) for c in state.deck[deck, : state.deck_left[deck]]]
        everywhere += [c for c in found if c != s.ROUND_END]
        if (s.ROUND_END in found) == bool(state.marked >> (deck + 1) & 1):
            return f"the round-end card of level {deck + 1} is in its deck until the level is marked"
    for seat in range(int(state.players)):
        everywhere += members(state.hand[seat])
        if state.phase != s.CITY:
            own: list[int] = []
            problem = _audit_city(state, cards, seat, own)
            if problem:
                return f"{SEAT_NAMES[seat]}'s {problem}"
            everywhere += own
        problem = _audit_seat(state, cards, seat)
        if problem:
            return f"{SEAT_NAMES[seat]}'s {problem}"
    if sorted(everywhere) != list(range(s.BUILDINGS)):
        return f"{len(everywhere)} building cards lie about, {len(set(everywhere))} different ones, of {s.BUILDINGS}"
    if [sum(cards.level[c] == level + 1 for c in members(state.peeked)) for level in range(s.LEVELS)] != list(
        state.peeked_levels
    ):
        return "the cards that somebody looks at are counted wrongly"
    if sorted(int(value) for value in state.chip) != sorted(int(value) for value in cards.chip):
        return "the values of the chips are wrong"
    return _audit_claims(state) or _audit_spaces(state, cards) or _audit_turn(state)


def _audit_seat(state: Any, cards: Any, seat: int) -> str:
    levels = [sum(cards.level[c] == level + 1 for c in members(state.hand[seat])) for level in range(s.LEVELS)]
    if levels != list(state.hand_levels[seat]):
        return "hand is counted wrongly"
    if int(state.points[seat].sum()) > state.score[seat] or state.score[seat] < 0:
        return "points are more than the score"
    return ""


def _audit_city(state: Any, cards: Any, seat: int, own: list[int]) -> str:
    slots = int(state.slots[seat])
    if not 1 <= slots <= s.SLOTS or state.top[seat, 0] == s.NONE or state.top[seat, slots - 1] == s.NONE:
        return "city must begin and end with a building"
    if state.home[seat] >= slots or state.mayor[seat] >= slots or state.top[seat, state.mayor[seat]] == s.NONE:
        return "mayor must stand on a building"
    sites = [0] * s.SITES
    for slot in range(slots):
        heaps: list[list[int]] = [[], []]
        for heap, number in enumerate((int(state.top[seat, slot]), int(state.under[seat, slot]))):
            while number != s.NONE and len(heaps[heap]) <= s.BUILDINGS:
                heaps[heap].append(number)
                number = int(state.below[number])
        cards_here = heaps[0] + heaps[1]
        if (s.BUILDINGS + int(state.city[seat]) in heaps[0][-1:]) != (slot == state.home[seat]):
            return "city card must be the lowest card of its home building"
        if len(heaps[0]) != state.height[seat, slot] or (heaps[1] and not heaps[0]):
            return f"building in slot {slot + 1} is counted wrongly"
        if any(sum(cards.kind[c] == t for c in cards_here) != state.icons[seat, slot, t] for t in range(s.TYPES)):
            return f"icons in slot {slot + 1} are counted wrongly"
        for c in cards_here:
            sites = [n + int(cards.sites[c, site]) for site, n in enumerate(sites)]
        own += [c for c in cards_here if c < s.BUILDINGS]
    return "" if sites == list(state.sites[seat]) else "sites are counted wrongly"


def _audit_claims(state: Any) -> str:
    for i in range(s.ACHIEVEMENTS):
        claimants = [p for p in range(int(state.players)) if state.claimed[p] >> i & 1]
        if (state.chip_owner[i] == s.NONE) != (not claimants) or (claimants and state.chip_owner[i] not in claimants):
            return "the chip of an achievement belongs to one of those who claimed it"
    return ""


def _audit_spaces(state: Any, cards: Any) -> str:
    """Spaces between the ends hold one meeple; the first at an end has been there (PS-49, 53)."""
    players = range(int(state.players))
    for track in range(s.TRACKS):
        between = [int(state.track[p, track]) for p in players if 0 < state.track[p, track] < cards.track_end]
        if len(between) != len(set(between)):
            return "two meeples stand on one space of a track"
        first, last_line = int(state.ended_by[track]), int(cards.line[int(cards.lines) - 1])
        if first != s.NONE and state.paid[first, track] < min(last_line, int(cards.track_end)):
            return "whoever was first at the end of a track has crossed its lines"
        if first == s.NONE and any(state.track[p, track] == cards.track_end for p in players):
            return "somebody was first at the end of a track"
    above = [int(state.score[p]) for p in players if state.score[p]]
    return "two markers stand on one space of the score track" if len(above) != len(set(above)) else ""


def _audit_turn(state: Any) -> str:
    if max(int(state.first), int(state.current)) >= state.players:
        return "the seat to act is not at the table"
    if (state.opener == s.NONE) != (state.level < s.LEVELS):
        return "level 4 has an opener, the others have none"
    if any(not state.marked >> level & 1 for level in range(1, int(state.level))):
        return "every level below the current one is marked"
    if state.actions_left > state.level + state.gained:
        return "more actions are left than the turn has"
    if (state.depth > 0) != (state.phase not in (s.GAME_OVER, s.CITY, s.ACTION)):
        return "effects are in progress exactly while they ask something"
    return ""


# --- Work in progress -----------------------------------------------------------------------------------------------


def check_work(state: Any, cards: CardSet) -> str:
    """Why nobody could be doing what a position says; empty if somebody could."""
    if state.ended:
        return ""
    data, seat = record(cards.data), int(state.current)
    for frame in range(int(state.depth)):
        problem = _check_frame(state, data, cards, frame)
        if problem:
            return problem
    problem = _check_rest(state, data)
    if problem:
        return problem
    if state.depth:
        trial = state.copy()
        if effects.run(trial, data, seat) != state.phase or trial.tobytes() != state.tobytes():
            return "the effects in progress do not ask what doing.phase says"
        asked = int(only(choices(state, data, seat), int(state.phase)))
        if asked == -1 or (asked >= 0 and state.phase != s.YES_NO):
            return "there would be nothing to choose here"
    if state.phase == s.CITY:
        return _check_cities(state)
    out = np.zeros(s.MAX_LEGAL, np.int32)
    return "" if turn.legal(state, data, seat, out) else "there would be nothing to choose here"


def _check_cities(state: Any) -> str:
    for seat in range(int(state.players)):
        chosen, waits = state.city[seat] != s.NONE, bool(state.waiting >> seat & 1)
        if chosen == waits or (chosen and state.city[seat] not in state.dealt[seat]):
            return f"{SEAT_NAMES[seat]} has either chosen one of two city cards or still waits"
    if state.hand_levels.any() or state.level != 1 or any(c != s.NONE for c in state.row):
        return "no building card is dealt before the cities are chosen"
    return ""


def _check_frame(state: Any, data: Any, cards: CardSet, frame: int) -> str:
    """A list must hang on the one before it: its block, a card that it lets resolve, or a bonus of the city."""
    begin, step, left = int(state.begin[frame]), int(state.step[frame]), int(state.left[frame])
    name = cards.programs[cards.home[begin]]
    if not begin <= step or (data.op[step] in (s.STOP, s.BRANCH) and frame + 1 == state.depth):
        return f"the list of {name} is at no step of its own"
    last = frame + 1 == state.depth
    if last and left != s.FRESH and left > max(int(data.high[step]), int(data.low[step]), 32):
        return f"{left} is too much for a step of {name}"
    home = begin == cards.home[begin]
    if frame == 0:
        # a discard for action, a basic action or a roof that the mayor uses
        return "" if home and not _is_city(cards, name) else f"{name} cannot be the first list"
    before = int(state.step[frame - 1])
    if not home:
        return "" if _leads_to(data, before, begin, int(state.left[frame - 1])) else f"{name} cannot go on like this"
    if _is_city(cards, name):
        own = cards.cities[int(state.city[int(state.current)])].slug == name
        return "" if own else f"{name} is not the city of the seat to act"
    calls = [at for at in range(s.CODE) if data.skip[at] == before and data.op[at] in (s.COPY, s.VISIT, s.PERFORM)]
    return "" if calls and name not in _basics(cards) else f"nothing leads to {name}"


def _leads_to(data: Any, before: int, begin: int, left: int) -> bool:
    """Whether a block that begins there belongs to the instruction that the list before has just completed."""
    owner = begin - 1
    if data.op[owner] == s.BRANCH:
        while data.op[owner] != s.CHOOSE:
            owner -= 1
    return bool(data.skip[owner] == before and left == s.FRESH)


def _is_city(cards: CardSet, name: str) -> bool:
    return any(city.slug == name for city in cards.cities)


def _basics(cards: CardSet) -> list[str]:
    return list(cards.programs.values())[: s.BASICS]


def _check_rest(state: Any, data: Any) -> str:
    """Cards in hand, being looked at or being built fit the step that asks."""
    op = int(data.op[int(state.step[int(state.depth) - 1])]) if state.depth else 0
    if (state.held != s.NONE) and op not in (s.BUILD_OP, s.TUCK_OP):
        return "a card is held, but nothing is being built or tucked"
    if state.spot != s.NONE and (op != s.BUILD_OP or state.held == s.NONE):
        return "a spot is chosen, but nothing is being built"
    if state.peeked_levels.any() != (op == s.PEEK):
        return "cards are looked at exactly while some of them are kept"
    seat, spot = int(state.current), int(state.spot)
    if spot != s.NONE and spot < s.LEFT_END and spot >= state.slots[seat]:
        return "the spot is outside the city"
    return ""
