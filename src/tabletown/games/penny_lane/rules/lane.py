"""A lane: its cells (G1 to G9), its links, what its effects count, its stars and its income.

The buildings of a lane are a short list; there is no grid. The columns of one side of one row fit into a bit mask:
bit 0 is column 1 (or -1), next to the board.
"""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.penny_lane import state as s

# --- Cells ----------------------------------------------------------------------------------------------------------


@kernel
def row_of(cards: Any, card: int) -> int:
    """Housing stands in the lower row, everything else in the upper one (G3)."""
    return s.LOWER if cards.kind[card] == s.HOUSING else s.UPPER


@kernel
def add_to_lane(state: Any, cards: Any, seat: int, card: int, column: int) -> None:
    """Put a building into a cell of a lane; the list of buildings stays in ascending order."""
    i = int64(state.length[seat])
    while i > 0 and state.lane[seat, i - 1] > card:
        state.lane[seat, i] = state.lane[seat, i - 1]
        i -= 1
    state.lane[seat, i] = card
    state.length[seat] += 1
    state.types[seat, cards.kind[card]] += 1
    state.column[card] = column


@kernel
def occupied(state: Any, cards: Any, seat: int, row: int, side: int) -> int:
    """The columns of a row on one side of the board (-1 left, 1 right) that hold a building, as a bit mask."""
    mask = 0
    for i in range(state.length[seat]):
        card = state.lane[seat, i]
        if row_of(cards, card) == row and state.column[card] * side > 0:
            mask |= 1 << (abs(int64(state.column[card])) - 1)
    return mask


@kernel
def open_cells(state: Any, cards: Any, seat: int, row: int, side: int) -> int:
    """The empty columns beside the board, beside a building or across the street from one, as a bit mask (G7)."""
    here = occupied(state, cards, seat, row, side)
    across = occupied(state, cards, seat, s.UPPER + s.LOWER - row, side)
    return (1 | here << 1 | here >> 1 | across) & ~here & ((1 << s.COLUMNS) - 1)


@kernel
def building_at(state: Any, cards: Any, seat: int, row: int, column: int) -> int:
    """The building in a cell of a lane, or NONE."""
    for i in range(state.length[seat]):
        card = int64(state.lane[seat, i])
        if state.column[card] == column and row_of(cards, card) == row:
            return card
    return s.NONE


# --- Counting -------------------------------------------------------------------------------------------------------


@kernel
def citizens(state: Any, seat: int) -> int:
    """How many citizens a lane has, the one on the board included."""
    number = int64(state.bonus[seat])
    for i in range(state.length[seat]):
        number += int64(state.citizens[state.lane[seat, i]])
    return number


@kernel
def vacancies(state: Any, cards: Any, card: int) -> int:
    """Open jobs of a building on a lane."""
    return int64(cards.jobs[card]) - int64(state.citizens[card]) if cards.jobs[card] else 0


@kernel
def quiet_neighbours(state: Any, cards: Any, seat: int, card: int) -> int:
    """Adjacent buildings with no citizen on them; the board is no building (PL-48)."""
    row, column = row_of(cards, card), int64(state.column[card])
    number = 0
    for i in range(state.length[seat]):
        other = state.lane[seat, i]
        if state.citizens[other] == 0:
            distance = abs(int64(state.column[other]) - column)
            if distance == (1 if row_of(cards, other) == row else 0):
                number += 1
    return number


@kernel
def typed_count(state: Any, seat: int, counter: int, types: int) -> int:
    """Buildings of a type, pairs of them, or sets of three types on a lane, staffed or not (PL-47)."""
    least = s.BUILDINGS
    for kind in range(s.TYPES):
        if (types >> kind) & 1:
            least = min(least, int64(state.types[seat, kind]))
    return least // 2 if counter == s.PAIRS_OF_TYPE else least


@kernel
def count(state: Any, cards: Any, seat: int, card: int, k: int) -> int:
    """What the k-th effect of a building counts."""
    counter = cards.counter[card, k]
    if counter == s.ONE:
        return 1
    if counter == s.EMPLOYEE:
        return int64(state.citizens[card])
    if counter == s.QUIET:
        return quiet_neighbours(state, cards, seat, card)
    return typed_count(state, seat, int64(counter), int64(cards.types[card, k]))


@kernel
def holds(state: Any, cards: Any, card: int, when: int) -> bool:
    """Whether the condition of an effect is met on its building."""
    if when == s.ALWAYS:
        return True
    if when == s.STAFFED:
        return bool(cards.jobs[card] > 0 and state.citizens[card] > 0)
    if when == s.FULL:
        return bool(cards.jobs[card] > 0 and state.citizens[card] == cards.jobs[card])
    return bool(state.citizens[card] == 0)  # vacated


@kernel
def total(state: Any, cards: Any, seat: int, effect: int, where: int) -> int:
    """The sum of one kind of effect over a lane; `where` is the location of discounts and bonuses, else 0."""
    result = 0
    for i in range(state.length[seat]):
        card = int64(state.lane[seat, i])
        if (cards.effects[card] >> effect) & 1:
            for k in range(s.EFFECTS):
                if (
                    cards.effect[card, k] == effect
                    and cards.where[card, k] == where
                    and holds(state, cards, card, int64(cards.when[card, k]))
                ):
                    result += int64(cards.amount[card, k]) * count(state, cards, seat, card, k)
    return result


@kernel
def has_effect(state: Any, cards: Any, card: int, effect: int) -> bool:
    """Whether a building has an effect and its condition is met."""
    if (cards.effects[card] >> effect) & 1:
        for k in range(s.EFFECTS):
            if cards.effect[card, k] == effect:
                return holds(state, cards, card, int64(cards.when[card, k]))
    return False


@kernel
def owns_effect(state: Any, cards: Any, seat: int, effect: int, but: int) -> bool:
    """Whether any building of a lane, except `but`, has an effect."""
    for i in range(state.length[seat]):
        card = int64(state.lane[seat, i])
        if card != but and has_effect(state, cards, card, effect):
            return True
    return False


# --- Links ----------------------------------------------------------------------------------------------------------


@kernel
def worth(state: Any, cards: Any, card: int, other: int) -> int:
    """What a completed link between two buildings counts: 2 if either doubles its links, else 1 (PL-46)."""
    if has_effect(state, cards, card, s.DOUBLE_LINKS):
        return 2
    return 2 if other != s.NONE and has_effect(state, cards, other, s.DOUBLE_LINKS) else 1


@kernel
def links(state: Any, cards: Any, seat: int, kind: int) -> int:
    """The completed links of a kind on a lane, doubled ones twice (G9, PL-45, 46).

    Every link is found once: from its left building, from its upper building, or from the building beside the board.
    """
    board = int64(state.board[seat])
    result = 0
    for i in range(state.length[seat]):
        card = int64(state.lane[seat, i])
        row, column = row_of(cards, card), int64(state.column[card])
        if column == 1 and cards.link[card, s.LEFT] == kind and cards.board_link[board, 1, row] == kind:
            result += worth(state, cards, card, s.NONE)
        if column == -1:
            if cards.link[card, s.RIGHT] == kind and cards.board_link[board, 0, row] == kind:
                result += worth(state, cards, card, s.NONE)
        elif cards.link[card, s.RIGHT] == kind:
            right = building_at(state, cards, seat, row, column + 1)
            if right != s.NONE and cards.link[right, s.LEFT] == kind:
                result += worth(state, cards, card, right)
        if row == s.UPPER and cards.link[card, s.STREET] == kind:
            across = building_at(state, cards, seat, s.LOWER, column)
            if across != s.NONE and cards.link[across, s.STREET] == kind:
                result += worth(state, cards, card, across)
    return result


# --- Stars and income -----------------------------------------------------------------------------------------------


@kernel
def printed_stars(state: Any, cards: Any, seat: int) -> int:
    """Stars printed on the buildings of a lane."""
    stars = 0
    for i in range(state.length[seat]):
        stars += int64(cards.stars[state.lane[seat, i]])
    return stars


@kernel
def uncovered_slots(state: Any, cards: Any, seat: int) -> int:
    """Citizen slots whose citizen has left: their stars show for good (PL-30)."""
    slots = 0
    for i in range(state.length[seat]):
        card = state.lane[seat, i]
        if cards.slots[card] > 0:
            slots += int64(cards.slots[card]) - int64(state.citizens[card])
    return slots


@kernel
def stars(state: Any, cards: Any, seat: int) -> int:
    """The score of a lane: printed stars, effects, uncovered slots and point links (PL-44)."""
    return (
        printed_stars(state, cards, seat)
        + total(state, cards, seat, s.STAR, 0)
        + uncovered_slots(state, cards, seat)
        + links(state, cards, seat, s.POINT)
    )


@kernel
def income(state: Any, cards: Any, seat: int) -> int:
    """What a lane brings at upkeep: penny links, one from the board, card income (PL-54 to 56)."""
    return links(state, cards, seat, s.PENNY) + 1 + total(state, cards, seat, s.UPKEEP, 0)


# --- What people are shown ------------------------------------------------------------------------------------------


@kernel
def show(states: Any, i: int, cards: Any, seat: int, out: Any) -> None:
    """Write what words and drawings show of a lane of game `i`, in one call (see `text/lane_numbers.py`).

    Stars, income, citizens, penny links, point links, and a bit mask of the buildings that double their links.
    """
    state, data = states[i], cards[0]
    out[0] = stars(state, data, seat)
    out[1] = income(state, data, seat)
    out[2] = citizens(state, seat)
    out[3] = links(state, data, seat, int64(s.PENNY))
    out[4] = links(state, data, seat, int64(s.POINT))
    doubling = int64(0)
    for k in range(state.length[seat]):
        card = int64(state.lane[seat, k])
        if has_effect(state, data, card, int64(s.DOUBLE_LINKS)):
            doubling |= 1 << card
    out[5] = doubling
