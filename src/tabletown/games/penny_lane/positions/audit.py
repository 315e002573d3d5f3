"""What can be true of a Penny Lane state: cards in one place, lanes in one piece, only work that moves leave behind."""

from typing import Any

from tabletown.engine.errors import PositionError
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import CardSet
from tabletown.games.penny_lane.rules import gazette, guild, rounds
from tabletown.games.penny_lane.rules import lane as lanes

LOCATION_OF = {
    s.KEEP: s.BLACK_MARKET,
    s.SOURCE: s.GAZETTE,
    s.DESTINATION: s.GAZETTE,
    s.LANE: s.GAZETTE,
    s.SWAP: s.TOWER,
    s.SWAP_WITH: s.TOWER,
}


def audit(state: Any, cards: Any) -> str:
    """What is impossible about a state, in one sentence; empty if nothing is.

    Every building is in one place only, lists are as long as they say, and counters agree with the lanes.
    """
    everywhere: list[int] = [int(c) for c in state.supply[: state.supply_left]]
    everywhere += [int(c) for c in state.deck[: state.deck_left]]
    everywhere += [int(c) for c in state.drawn if c != s.NONE]
    if state.adding != s.NONE and state.phase != s.GARAGE:
        everywhere.append(int(state.adding))
    for seat in range(int(state.players)):
        own = [int(c) for c in state.lane[seat, : state.length[seat]]]
        everywhere += own
        if own != sorted(own):
            return f"{SEAT_NAMES[seat]}'s lane is not in order"
        for kind in range(s.TYPES):
            if sum(cards.kind[c] == kind for c in own) != state.types[seat, kind]:
                return f"{SEAT_NAMES[seat]}'s buildings are counted wrongly"
        if state.pennies[seat] < 0 or state.bonus[seat] > 1:
            return f"{SEAT_NAMES[seat]} has an impossible number of pennies or citizens"
        for card in own:
            if state.column[card] == 0 or state.citizens[card] > max(cards.jobs[card], cards.slots[card]):
                return f"a building of {SEAT_NAMES[seat]}'s lane is in no cell, or has too many citizens"
    known = [card for card in everywhere if card != s.UNKNOWN]
    if len(known) != len(set(known)) or any(card >= cards.buildings for card in known):
        return "a building lies in two places"
    if len(everywhere) != cards.buildings:
        return f"{len(everywhere)} buildings lie about, there are {cards.buildings}"
    working = int(state.used[s.BARRACKS]) + int(state.used[s.TEMPLE])
    if working > (int(state.used[s.GAZETTE]) + 1 if state.used[s.GAZETTE] else 0):  # the first use moves two at most
        return "more citizens work at Barracks and Temple than the Gazette has sent there in this round"
    supply = state.supply[: state.supply_left].tolist()
    if supply != sorted(supply):
        return "the supply is not in order"
    return ""


def check_connected(state: Any, cards: CardSet, seat: int) -> None:
    """Every building must hang together with the board through its neighbours (G7)."""
    own = [int(c) for c in state.lane[seat, : state.length[seat]]]
    cells = {(cards.buildings[c].row, int(state.column[c])) for c in own}
    reached = {(row, column) for row, column in cells if abs(column) == 1}
    while True:
        near = {(r, c + d) for r, c in reached for d in (-1, 1)} | {(1 - r, c) for r, c in reached}
        grown = reached | (near & cells)
        if grown == reached:
            break
        reached = grown
    if reached != cells:
        raise PositionError(f"{SEAT_NAMES[seat]}'s lane is not in one piece with its board")


def could_be_doing(state: Any, cards: Any) -> bool:
    """Whether the work in progress is such as legal moves leave behind."""
    phase, seat = int(state.phase), int(state.current)
    own = {int(c) for c in state.lane[seat, : state.length[seat]]}
    if state.gifts.any() != (phase == s.RECIPIENT) or _strays(state, phase):
        return False
    if phase in (s.CELL, s.GARAGE):
        location = s.MASONS_GUILD if state.via_guild else s.BLACK_MARKET
        return bool(state.used[location]) and (phase == s.CELL or _could_move_in(state, cards, seat, own))
    if phase in LOCATION_OF and not state.used[LOCATION_OF[phase]]:
        return False
    if phase == s.KEEP:
        return bool(lanes.owns_effect(state, cards, seat, s.DRAW, s.NONE))
    if phase in (s.SOURCE, s.DESTINATION, s.LANE):
        return _could_move(state, seat, own)
    if phase in (s.SWAP, s.SWAP_WITH):
        return bool(state.moves_left) and (phase == s.SWAP or int(state.leaving) in own)
    if phase == s.RECIPIENT:
        owed = [int(rounds.gifts(state, cards, p)) for p in range(int(state.players))]
        enough = all(state.gifts[p] <= owed[p] for p in range(int(state.players)))
        return enough and bool(state.gifts[seat]) and state.players > 2 and not state.used.any() and not state.passes
    return True


# Which phases keep what work in progress; in all others it must be blank.
WORK = {
    "adding": (s.CELL, s.GARAGE),
    "leaving": (s.DESTINATION, s.LANE, s.SWAP_WITH),
    "moved_to": (s.SOURCE, s.DESTINATION, s.LANE),
}
COUNTS = {
    "via_guild": (s.CELL, s.GARAGE),
    "moved_job": (s.LANE,),
    "moves_left": (s.SOURCE, s.DESTINATION, s.LANE, s.SWAP, s.SWAP_WITH),
}


def _strays(state: Any, phase: int) -> bool:
    places = any(getattr(state, field) != s.NONE and phase not in phases for field, phases in WORK.items())
    lacking = phase in WORK["adding"] and state.adding == s.NONE
    return lacking or places or any(getattr(state, field) and phase not in phases for field, phases in COUNTS.items())


def _could_move_in(state: Any, cards: Any, seat: int, own: set[int]) -> bool:
    new = int(state.adding)
    garage = lanes.owns_effect(state, cards, seat, s.MOVE_IN, new)
    free = new in own and cards.jobs[new] and not state.citizens[new]
    return bool(garage and free and guild.tenants(state, seat, new))


def _could_move(state: Any, seat: int, own: set[int]) -> bool:
    """Whether citizens on the move come from and went to places of the seat's own."""
    second = state.moved_to != s.NONE and state.phase != s.LANE
    if not 1 <= state.moves_left <= (1 if second else 2):
        return False
    if (second or state.moves_left == 2) and state.used[s.GAZETTE] > 1:  # two move on the priority space only
        return False
    if state.moved_to != s.NONE and int(state.moved_to) not in own | {s.TO_BARRACKS, s.TO_TEMPLE}:
        return False
    leaving = int(state.leaving)
    if state.phase == s.LANE:
        job = s.BARRACKS if state.moved_to == s.TO_BARRACKS else s.TEMPLE
        return leaving in own | {s.BOARD} and state.moved_job == job and bool(state.used[job])
    if state.phase == s.DESTINATION:
        return (
            bool(state.bonus[seat])
            if leaving == s.BOARD
            else leaving in own and bool(gazette.can_leave(state, leaving))
        )
    return leaving == s.NONE
